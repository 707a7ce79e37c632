"""coastline.json: the land of the region, for drawing the map."""

from typing import Any

from diadochi.catalogue import say
from diadochi.data.entry import Entry, shown

FILE = "coastline.json"
Point = tuple[float, float]
Ring = tuple[Point, ...]
Coastline = tuple[tuple[Ring, ...], ...]


def read_coastline(raw: dict[str, Any]) -> Coastline:
    file = Entry(FILE, "", raw)
    file.text("source")
    file.word()
    polygons = file.items("polygons")
    file.done()
    return tuple(_polygon(Entry(FILE, f"polygon {n}", {"rings": p})) for n, p in enumerate(polygons))


def _polygon(entry: Entry) -> tuple[Ring, ...]:
    return tuple(
        tuple(_point(entry, point) for point in Entry(FILE, entry.name, {"ring": ring}).items("ring"))
        for ring in entry.items("rings")
    )


def _point(entry: Entry, point: object) -> Point:
    if not isinstance(point, list) or len(point) != 2:
        entry.fail(say("error.point", point=shown(point)), say("error.write_longitude_latitude"))
    place = Entry(FILE, entry.name, {"longitude": point[0], "latitude": point[1]})
    return place.real("longitude", -180, 180), place.real("latitude", -90, 90)
