"""The picture of the board, drawn from the data."""

from diadochi.chart.geometry import Box, Point
from diadochi.chart.ground import HEIGHT, WIDTH, Coastline
from diadochi.chart.labels import Label
from diadochi.chart.levels import PLAY, Sight, sights
from diadochi.chart.plan import Holding, Layout, layout
from diadochi.chart.svg import draw, path_id, render
from diadochi.chart.theme import THEMES, ChartError

__all__ = [
    "HEIGHT",
    "PLAY",
    "THEMES",
    "WIDTH",
    "Box",
    "ChartError",
    "Coastline",
    "Holding",
    "Label",
    "Layout",
    "Point",
    "Sight",
    "draw",
    "layout",
    "path_id",
    "render",
    "sights",
]
