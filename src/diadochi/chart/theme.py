"""Palettes and the style sheet of the picture."""

from dataclasses import dataclass


class ChartError(ValueError):
    """The picture cannot be drawn as asked; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Palette:
    paper: str
    sea: str
    waterline: str
    sea_ink: str
    ink: str
    faint: str
    coast: str
    halo: str
    body: str
    road: str
    casing: str
    accent: str
    province_ink: str
    """Of names on provinces of every colour."""
    tints: tuple[str, str, str, str, str, str]


THEMES = {
    "light": Palette(
        paper="#f3ead6",
        sea="#cfdcd9",
        waterline="#8fa9aa",
        sea_ink="#365a69",
        ink="#2f261c",
        faint="#6d5d49",
        coast="#5a6e70",
        halo="#f8f1e1",
        body="#fdf9ee",
        road="#7b5b3c",
        casing="#f8f1e1",
        accent="#8c3b2a",
        province_ink="#6a2110",
        tints=("#e6cfa6", "#d3d6ae", "#e5bfa7", "#c9cfc4", "#ecdcae", "#d8c3c0"),
    ),
    "dark": Palette(
        paper="#2b2a27",
        sea="#1b2730",
        waterline="#3d5563",
        sea_ink="#8fb0c0",
        ink="#efe6d2",
        faint="#b9ab92",
        coast="#6f8790",
        halo="#24231f",
        body="#3a372f",
        road="#c29a6b",
        casing="#24231f",
        accent="#d9806a",
        province_ink="#f4c2b2",
        tints=("#4a3f2b", "#3d4330", "#4d3830", "#36413f", "#51492f", "#463a3d"),
    ),
}

SERIF = "'Palatino Linotype',Palatino,'Book Antiqua','URW Palladio L',Georgia,'Liberation Serif',serif"


def palette(theme: str) -> Palette:
    if theme not in THEMES:
        raise ChartError(f"There is no theme {theme!r}: choose one of {', '.join(THEMES)}.")
    return THEMES[theme]


def style(p: Palette) -> str:
    tints = "".join(f".tint-{k}{{fill:{tint};stroke:{tint}}}" for k, tint in enumerate(p.tints))
    return f"""
text{{font-family:{SERIF};fill:{p.ink};text-rendering:geometricPrecision}}
.sea{{fill:{p.sea}}}.land{{fill:{p.paper}}}
.wave{{fill:none;stroke-linejoin:round}}.wave-line{{stroke:{p.waterline}}}.wave-gap{{stroke:{p.sea}}}
.coast{{fill:none;stroke:{p.coast};stroke-width:1.1;stroke-linejoin:round}}
.province{{stroke-width:1}}{tints}
.border{{fill:none;stroke:{p.faint};stroke-width:1.2;stroke-dasharray:7 2.5 1.2 2.5;opacity:.75}}
.path{{fill:none;stroke-linecap:butt}}.casing{{fill:none;stroke:{p.casing};stroke-width:4.4;opacity:.75}}
.land-path,.mountain{{stroke:{p.road};stroke-width:1.9}}
.strait{{stroke:{p.ink};stroke-width:5.2}}.strait-water{{fill:none;stroke:{p.casing};stroke-width:2.4}}
.sea-path{{stroke:{p.sea_ink};stroke-width:1.5;stroke-dasharray:5 4}}
.trans-mediterranean{{stroke:{p.sea_ink};stroke-width:2.6;stroke-dasharray:14 4 2.6 4}}
.peak{{fill:{p.casing};stroke:{p.road};stroke-width:1.3;stroke-linejoin:round}}
.entry{{fill:none;stroke:{p.ink};stroke-width:5;stroke-linecap:round;stroke-dasharray:.1 8}}
.entry-dots{{fill:none;stroke:#fff;stroke-width:3.2;stroke-linecap:round;stroke-dasharray:.1 8}}
.body{{fill:{p.body};stroke:{p.ink};stroke-width:1.4}}.wall{{fill:none;stroke:{p.ink};stroke-width:1.1}}
.major .body{{stroke-width:2}}.transit .body{{stroke-width:1.2}}
.ring{{fill:none;stroke:{p.accent};stroke-width:2;stroke-linecap:round;stroke-dasharray:.1 4.1}}
.dot{{fill:{p.ink}}}.line{{fill:none;stroke:{p.ink};stroke-width:1.2;stroke-linecap:round}}
.badge{{fill:{p.ink};stroke:{p.halo};stroke-width:.9}}
text.sign{{letter-spacing:-.3px;fill:{p.halo};font-size:9.6px;font-weight:bold;text-anchor:middle}}
.label text{{paint-order:stroke;stroke:{p.halo};stroke-width:2.6px;stroke-linejoin:round;stroke-opacity:.85}}
.label .major{{font-weight:bold}}.label .transit{{font-style:italic}}
.label .province-name{{fill:{p.province_ink}}}.label .province-worth{{fill:{p.province_ink}}}
.label .sea-name{{font-style:italic;fill:{p.sea_ink};stroke:{p.sea}}}
.plate{{fill:{p.halo};stroke:{p.ink};stroke-width:1.2}}.rule{{fill:none;stroke:{p.faint};stroke-width:.7}}
.title{{text-anchor:middle}}
.subtitle{{font-style:italic;text-anchor:middle}}
.remark{{text-anchor:middle;fill:{p.faint}}}
.holding-name{{text-anchor:middle}}
.holding-note{{font-style:italic;text-anchor:middle;fill:{p.faint}}}
.frame{{fill:none;stroke:{p.ink}}}.margin{{fill:{p.halo}}}.degree{{fill:{p.ink}}}
.rose{{fill:{p.halo};stroke:{p.faint};stroke-width:.8;stroke-linejoin:round}}.rose-dark{{fill:{p.faint}}}
.north{{font-size:15px;text-anchor:middle;fill:{p.faint}}}
"""
