"""Pages that stand alone: one HTML file with its style and its pictures, no script and nothing to load."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from diadochi.catalogue import figure, percent, reader, say
from diadochi.lab.inference import wilson

STYLE = """
:root{--paper:#faf6ec;--ink:#2f261c;--faint:#6d5d49;--line:#d9cdb4;--bar:#b98d5d;--accent:#8c3b2a;--card:#fffdf6;
--blue:#2f5f9e;--red:#b3372b;--yellow:#a67c00;--green:#3c7a3a;--black:#3a3a3a}
@media(prefers-color-scheme:dark){:root{--paper:#22211e;--ink:#efe6d2;--faint:#b9ab92;--line:#4a463c;--bar:#a67c50;
--accent:#e08f79;--card:#2b2a26;--blue:#7fa8e0;--red:#e5786b;--yellow:#d8b23c;--green:#84c081;--black:#b5b5b5}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:64rem;background:var(--paper);color:var(--ink);
font:16px/1.5 Palatino,'Palatino Linotype','URW Palladio L',Georgia,serif}
h1{font-size:1.8rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.3rem;margin:2.2rem 0 .4rem}
h3{font-size:1.05rem;margin:1.2rem 0 .3rem}p{margin:.4rem 0 .8rem}.faint,figcaption{color:var(--faint);font-size:.92rem}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 2rem}
figure{margin:.6rem 0 1rem;overflow-x:auto}svg{max-width:100%;height:auto}
.bars{display:grid;grid-template-columns:minmax(5rem,auto) 1fr auto;gap:.15rem .6rem;
align-items:center;font-size:.95rem}
.bars .name{overflow-wrap:anywhere}.bars .told{font-variant-numeric:tabular-nums;white-space:nowrap;font-size:.88rem}
.track{position:relative;height:1.1rem;background:var(--line);border-radius:2px;min-width:4rem}
.track *{position:absolute;top:0;bottom:0}.fill{left:0;background:var(--bar);border-radius:2px}
.whisker{top:45%!important;bottom:45%!important;background:var(--ink)}.mark{width:2px;background:var(--accent)}
.odd .told{color:var(--accent);font-weight:bold}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem;width:100%}
th,td{padding:.2rem .5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{font-weight:bold;white-space:nowrap}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
details{margin:.4rem 0}summary{cursor:pointer;color:var(--accent)}
.plot text{fill:var(--ink);font-family:inherit;font-size:12px}.plot .axis{stroke:var(--faint);stroke-width:1}
.plot .grid{stroke:var(--line);stroke-width:1}.plot .faint{fill:var(--faint)}
.key{display:inline-block;width:.9em;height:.9em;border-radius:2px;vertical-align:-.1em;margin-right:.3em}
.series{margin-right:1em}
.item{background:var(--card);border:1px solid var(--line);border-radius:4px;padding:.6rem .9rem;margin:.8rem 0}
a{color:var(--accent)}.good{color:var(--green)}.bad{color:var(--red)}
.board{background:var(--card);border:1px solid var(--line)}
"""


def page(title: str, parts: Iterable[str]) -> str:
    """A whole page."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    view = '<meta name="viewport" content="width=device-width,initial-scale=1">'
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{reader()}">\n<head>{head}\n{view}\n<style>{STYLE}</style></head>\n'
        f"<body>\n<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def section(key: str, *parts: str, about: str = "") -> str:
    """`key`: that of the title, whose last word is the place that links lead to."""
    told = f'<p class="faint">{escape(about)}</p>' if about else ""
    anchor = key.rpartition(".")[2]
    return f'<section id="{anchor}"><h2>{escape(say(key))}</h2>{told}{"".join(parts)}</section>'


def heading(text: str) -> str:
    return f"<h3>{escape(text)}</h3>"


def beside(*parts: str) -> str:
    """Side by side where there is room."""
    return f'<div class="two">{"".join(f"<div>{part}</div>" for part in parts)}</div>'


def faint(text: str) -> str:
    return f'<p class="faint">{escape(text)}</p>'


class Bar(NamedTuple):
    """A value with its interval; `mark` is what it would be by rights."""

    name: str
    value: float
    low: float
    high: float
    told: str
    mark: float | None = None

    @property
    def is_odd(self) -> bool:
        return self.mark is not None and not self.low <= self.mark <= self.high


def share(name: str, wins: int, games: int, mark: float | None = None) -> Bar:
    """A share with its 95 % interval by Wilson's formula."""
    low, high = wilson(wins, games)
    value = wins / games if games else 0.0
    shown = {"value": percent(value), "low": figure(100 * low, ".0f"), "high": figure(100 * high, ".0f")}
    told = say("lab.share", games=figure(games), **shown)
    return Bar(name, value, low, high, told, mark)


def bars(rows: Sequence[Bar]) -> str:
    """Horizontal bars with whiskers; where the interval does not hold the mark, the figure is set off."""
    longest = max((max(row.high, row.mark or 0) for row in rows), default=1.0) or 1.0
    out = []
    for row in rows:
        scale = 100 / longest
        mark = f'<span class="mark" style="left:{row.mark * scale:.1f}%"></span>' if row.mark is not None else ""
        whisker = f"left:{row.low * scale:.1f}%;width:{(row.high - row.low) * scale:.1f}%"
        odd = " odd" if row.is_odd else ""
        out.append(
            f'<span class="name">{escape(row.name)}</span><span class="track">'
            f'<span class="fill" style="width:{row.value * scale:.1f}%"></span>'
            f'<span class="whisker" style="{whisker}"></span>{mark}</span>'
            f'<span class="{odd.strip()}"><span class="told">{escape(row.told)}</span></span>'
        )
    return f'<div class="bars">{"".join(out)}</div>' if rows else faint(say("lab.none"))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """`right`: the columns of numbers. Cells are texts; HTML goes in as `Html`."""
    numeric = set(right)

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=n' if i in numeric else ''}>{cell if isinstance(cell, Html) else escape(cell)}</{tag}>"
            for i, cell in enumerate(row)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{cells("th", columns)}</tr></thead><tbody>{body}</tbody></table></div>'


class Html(str):
    """A text that is HTML already."""

    __slots__ = ()


def marked_up(key: str, **words: object) -> Html:
    """A text with elements in its places: words that are no HTML yet are escaped."""
    return Html(say(key, **{name: escape(word) if type(word) is str else word for name, word in words.items()}))


def details(summary: str, content: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


# Plots

WIDTH, HEIGHT = 440, 240
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 34


class Line(NamedTuple):
    name: str
    colour: str
    values: Sequence[float | None]


def line_plot(lines: Sequence[Line], labels: Sequence[str], *, in_percent: bool = False, width: int = WIDTH) -> str:
    """Lines over a row of moments; a label stands under each moment that has one."""
    most = max([value for line in lines for value in line.values if value is not None] or [1.0]) or 1.0
    top = 1.0 if in_percent else nice(most)
    steps = max(len(labels) - 1, 1)

    def x(i: float) -> float:
        return LEFT + (width - LEFT - RIGHT) * i / steps

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)

    out = [grid(top, in_percent, width)]
    for i, label in enumerate(labels):
        if label:
            anchor = "middle" if i < len(labels) - 1 else "end"  # the last one stays in the picture
            out.append(f'<text x="{x(i):.1f}" y="{HEIGHT - 16}" text-anchor="{anchor}">{escape(label)}</text>')
    for line in lines:
        points = [(x(i), y(value)) for i, value in enumerate(line.values) if value is not None]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{line.colour}" stroke-width="2"/>')
    keys = "".join(
        f'<span class="series"><span class="key" style="background:{line.colour}"></span>{escape(line.name)}</span>'
        for line in lines
    )
    return f"<figure>{plot(out, width)}<figcaption>{keys}</figcaption></figure>"


def columns(counts: Sequence[tuple[str, int]], caption: str = "") -> str:
    """A histogram: a column per name."""
    top = nice(max([number for _, number in counts] or [1]))
    wide = (WIDTH - LEFT - RIGHT) / max(len(counts), 1)
    out = [grid(top, False, WIDTH)]
    every = max(1, len(counts) // 8)
    for i, (name, number) in enumerate(counts):
        high = (HEIGHT - TOP - BOTTOM) * number / top
        left = LEFT + i * wide
        out.append(
            f'<rect x="{left + 1:.1f}" y="{HEIGHT - BOTTOM - high:.1f}" width="{max(wide - 2, 1):.1f}"'
            f' height="{high:.1f}" fill="var(--bar)"><title>{escape(name)}: {number}</title></rect>'
        )
        if i % every == 0:
            out.append(f'<text x="{left + wide / 2:.1f}" y="{HEIGHT - 16}" text-anchor="middle">{escape(name)}</text>')
    return f"<figure>{plot(out, WIDTH)}<figcaption>{escape(caption)}</figcaption></figure>"


def plot(parts: Iterable[str], width: int) -> str:
    least = ' style="min-width:36rem"' if width > WIDTH else ""
    return (
        f'<svg class="plot"{least} viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" role="img">'
        f"{''.join(parts)}</svg>"
    )


def grid(top: float, in_percent: bool, width: int) -> str:
    out = []
    for step in range(5):
        value = top * step / 4
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - step / 4)
        told = percent(value) if in_percent else str(figure(value, "g"))
        kind = "axis" if step == 0 else "grid"
        out.append(f'<line class="{kind}" x1="{LEFT}" x2="{width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        out.append(f'<text class="faint" x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{told}</text>')
    return "".join(out)


def nice(most: float) -> float:
    """A round number not below, whose quarters are plain too."""
    size = 1.0
    while size * 40 < most:
        size *= 10
    return next(size * step for step in (0.4, 1, 2, 4, 6, 8, 12, 16, 20, 28, 40) if size * step >= most)
