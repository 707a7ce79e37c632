"""The page of an analysed game (`diadochi analyse`)."""

import math
from collections import defaultdict
from html import escape
from itertools import groupby

from diadochi.lab.analysis import Analysis, Chance, Choice, Moment, Shift
from diadochi.lab.page import Html, Line, details, line_plot, page, section, table
from diadochi.messages import action_label, render

MOST_LINES = 8
EXTREME = 6
NUMERAL = ("set-up", "I", "II", "III", "IV", "V")
WIDE = 860


def analysis_page(found: Analysis, link: str = "") -> str:
    """`link`: the address of the table, to which versions are added; without it links lead to the log below."""
    writer = Writer(found, link)
    result = found.game.result
    assert result is not None
    title = f"{writer.name(result.winner)} wins: a game of Successors"
    return page(
        title,
        [
            writer.opening(),
            writer.over_time(),
            writer.turning_points(),
            writer.decisions(),
            writer.luck(),
            writer.log(),
        ],
    )


class Writer:
    def __init__(self, found: Analysis, link: str) -> None:
        self.found, self.link = found, link
        self.material = found.game.material
        self.factions = self.material.pieces.factions
        self.lines = {version: [line for _, line in group]
                      for version, group in groupby(found.lines, key=lambda pair: pair[0])}  # fmt: skip

    def name(self, seat: int) -> str:
        return self.factions[seat].capitalize()

    def colour(self, seat: int) -> str:
        return f"var(--{self.factions[seat]})"

    def at(self, version: int, text: str = "") -> str:
        """A link to that moment: in the log, and at the table if there is one."""
        here = f'<a href="#v{version}">{escape(text or f"action {version}")}</a>'
        return f'{here} (<a href="{escape(self.link)}{version}">at the table</a>)' if self.link else here

    def when(self, moment: Moment) -> str:
        return f"Game Turn {NUMERAL[moment.turn]}, round {moment.round}, {self.name(moment.seat)}'s Player Turn"

    def opening(self) -> str:
        result = self.found.game.result
        assert result is not None
        rows = [
            (Html(f'<span class="key" style="background:{self.colour(seat)}"></span>{self.name(seat)}'),
             str(result.vp[seat]), str(result.legitimacy[seat]), "won" if seat == result.winner else "")
            for seat in range(self.found.game.players)
        ]  # fmt: skip
        told = f"{len(self.found.game.entries):,} actions. {self.name(result.winner)} won: {result.victory}."
        return f"<p>{escape(told)}</p>{table(('Player', 'VP', 'L', ''), rows, right=(1, 2))}"

    def over_time(self) -> str:
        moments, chances = self.found.moments, self.found.chances
        labels, last = [], 0
        for moment in moments:
            labels.append(f"turn {NUMERAL[moment.turn]}" if moment.turn != last else "")
            last = moment.turn
        lines = [
            Line(self.name(seat), self.colour(seat), [row[seat] for row in chances])
            for seat in range(self.found.game.players)
        ]
        rows = [
            (Html(self.at(moment.version, self.when(moment))), *(f"{chance:.0%}" for chance in row))
            for moment, row in zip(moments, chances, strict=True)
        ]
        heads = ("After", *(self.name(seat) for seat in range(self.found.game.players)))
        about = f"Each player's chance after every Player Turn: {self.found.how}, all hands known, dice and draws anew."
        return section(
            "Chances to win",
            line_plot(lines, labels, percent=True, width=WIDE),
            details("As a table", table(heads, rows, right=range(1, len(heads)))),
            about=about,
        )

    def turning_points(self) -> str:
        items = [self.turning_point(shift) for shift in self.found.turning_points]
        about = "The Player Turns that changed a player's chance most, and what happened in them."
        return section("Turning points", "".join(items), about=about)

    def turning_point(self, shift: Shift) -> str:
        moments, chances = self.found.moments, self.found.chances
        moment, first = moments[shift.moment], moments[shift.moment - 1].version
        before, now = chances[shift.moment - 1][shift.seat], chances[shift.moment][shift.seat]
        lines = [line for version in range(first + 1, moment.version + 1) for line in self.lines.get(version, [])]
        shown = "".join(f"<li>{escape(line)}</li>" for line in lines[-MOST_LINES:])
        kind = "good" if shift.change > 0 else "bad"
        return (
            f'<div class="item"><h3>{self.at(moment.version, self.when(moment))}</h3>'
            f'<p>{self.name(shift.seat)}: {before:.0%} to <b class="{kind}">{now:.0%}</b></p>'
            f"{details(f'The last {min(len(lines), MOST_LINES)} of {len(lines)} lines', f'<ul>{shown}</ul>')}</div>"
        )

    def decisions(self) -> str:
        items = [self.decision(choice) for choice in self.found.worst]
        about = (
            "In the Player Turns that cost their players most, what satraps of several characters would have done, "
            "where that came out better. Small differences are chance."
        )
        none = '<p class="faint">Nothing better was found.</p>'
        return section("The worst decisions", "".join(items) or none, about=about)

    def decision(self, choice: Choice) -> str:
        codes = self.material.notation.by_text

        def label(text: str) -> str:
            return escape(action_label(self.material, codes[text].code, prompt=choice.prompt))

        asked = escape(render(self.material, choice.prompt, (), seat=choice.seat))
        return (
            f'<div class="item"><h3>{self.name(choice.seat)}, {self.at(choice.version + 1)}: {asked}</h3>'
            f"<p>Done: <b>{label(choice.action)}</b>, {choice.chance:.0%} to win.</p>"
            f'<p>Better: <b class="good">{label(choice.better)}</b>, {choice.better_chance:.0%}.</p></div>'
        )

    def luck(self) -> str:
        sums: dict[int, list[float]] = defaultdict(list)
        for chance in self.found.rolls:
            sums[chance.roll.seat].append(chance.roll.luck)
        rows = []
        for seat in range(self.found.game.players):
            rolls = sums[seat]
            usual = math.sqrt(len(rolls))
            rows.append((self.name(seat), str(len(rolls)), f"{sum(rolls):+.1f}", f"{usual:.1f}"))
        ordered = sorted(self.found.rolls, key=lambda chance: (chance.roll.luck, chance.version))
        about = (
            "Each roll against its expectation, by what it decides, in standard deviations. Usual: two sums in three "
            "lie between minus and plus so much."
        )
        return section(
            "Luck",
            table(("Player", "rolls", "luck in all", "usual"), rows, right=(1, 2, 3)),
            f'<div class="two"><div><h3>Luckiest rolls</h3>{self.rolls(ordered[::-1][:EXTREME])}</div>',
            f"<div><h3>Unluckiest rolls</h3>{self.rolls(ordered[:EXTREME])}</div></div>",
            details(f"All {len(self.found.rolls)} rolls", self.rolls(self.found.rolls)),
            about=about,
        )

    def rolls(self, chances: list[Chance]) -> str:
        rows = [
            (Html(self.at(chance.version)), self.name(chance.roll.seat), chance.roll.kind.replace("_", " "),
             " ".join(map(str, chance.roll.dice)), f"{chance.roll.luck:+.1f}")
            for chance in chances
        ]  # fmt: skip
        return table(("When", "Player", "Roll", "Dice", "Luck"), rows, right=(4,))

    def log(self) -> str:
        ends = {moment.version: moment for moment in self.found.moments}
        parts = ["<ol class='log' style='list-style:none;padding:0'>"]
        for version in range(len(self.found.game.entries) + 1):
            lines = " ".join(escape(line) for line in self.lines.get(version, []))
            parts.append(f'<li id="v{version}"><span class="faint">{version}</span> {lines}</li>')
            if version in ends:
                parts.append(f"<li><b>After {self.when(ends[version])}</b></li>")
        return section(
            "The log", "".join(parts), "</ol>", about="Every action by its number, which is the game's version."
        )
