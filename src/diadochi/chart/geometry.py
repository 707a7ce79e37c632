"""Points, boxes and rings of the picture, in pixels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

Point = tuple[float, float]
Ring = tuple[Point, ...]
Polygon = tuple[Ring, ...]


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def overlaps(self, other: "Box") -> bool:
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def contains(self, other: "Box") -> bool:
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom

    def holds(self, point: Point) -> bool:
        return self.x <= point[0] <= self.right and self.y <= point[1] <= self.bottom

    def grown(self, by: float) -> "Box":
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def scaled(self, factor: float) -> "Box":
        return Box(self.x * factor, self.y * factor, self.width * factor, self.height * factor)


def around(point: Point, half_width: float, half_height: float) -> Box:
    return Box(point[0] - half_width, point[1] - half_height, 2 * half_width, 2 * half_height)


def union(boxes: Iterable[Box]) -> Box:
    every = list(boxes)
    x, y = min(b.x for b in every), min(b.y for b in every)
    return Box(x, y, max(b.right for b in every) - x, max(b.bottom for b in every) - y)


def distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def nearest_on_segment(p: Point, a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    if length == 0:
        return a
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return a[0] + t * dx, a[1] + t * dy


def nearest_on_ring(p: Point, ring: Sequence[Point]) -> Point:
    found = ring[0]
    best = distance(p, found)
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        if min(a[0], b[0]) - best > p[0] or max(a[0], b[0]) + best < p[0]:
            continue
        q = nearest_on_segment(p, a, b)
        if distance(p, q) < best:
            best, found = distance(p, q), q
    return found


def inside_ring(p: Point, ring: Sequence[Point]) -> bool:
    x, y = p
    odd = False
    x1, y1 = ring[-1]
    for x2, y2 in ring:
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
        x1, y1 = x2, y2
    return odd


def inside(p: Point, polygon: Polygon) -> bool:
    return inside_ring(p, polygon[0]) and not any(inside_ring(p, hole) for hole in polygon[1:])
