"""The page of an analysed game (`diadochi analyse`)."""

import math
from collections import defaultdict
from html import escape
from itertools import groupby

from diadochi.catalogue import figure, percent, say
from diadochi.lab.analysis import Analysis, Chance, Choice, Moment, Shift
from diadochi.lab.page import Html, Line, beside, details, faint, heading, line_plot, marked_up, page, section, table
from diadochi.lab.report import heads
from diadochi.messages import Speaker, action_label, render

MOST_LINES = 8
EXTREME = 6
WIDE = 860


def analysis_page(found: Analysis, link: str = "") -> str:
    """`link`: the address of the table, to which versions are added; without it links lead to the log below."""
    writer = Writer(found, link)
    result = found.game.result
    assert result is not None
    title = say("lab.analysis", who=writer.speaker.word("faction", result.winner))
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
        self.speaker = Speaker(self.material)
        self.lines = {version: [line for _, line in group]
                      for version, group in groupby(found.lines, key=lambda pair: pair[0])}  # fmt: skip

    def name(self, seat: int) -> str:
        return self.speaker.faction(seat)

    def colour(self, seat: int) -> str:
        return f"var(--{self.factions[seat]})"

    def at(self, version: int, text: str = "") -> Html:
        """A link to that moment: in the log, and at the table if there is one."""
        here = Html(f'<a href="#v{version}">{escape(text or say("lab.action", action=version))}</a>')
        if not self.link:
            return here
        table = Html(f'<a href="{escape(self.link)}{version}">{escape(say("lab.at_table"))}</a>')
        return marked_up("lab.here_and_there", here=here, there=table)

    def when(self, moment: Moment) -> str:
        who = self.speaker.word("faction", moment.seat)
        if moment.turn == 0:
            return say("lab.when.set_up", who=who)
        return say("lab.when", turn=say(f"turn.{moment.turn}"), round=moment.round, who=who)

    def opening(self) -> str:
        result = self.found.game.result
        assert result is not None
        rows = [
            (Html(f'<span class="key" style="background:{self.colour(seat)}"></span>{self.name(seat)}'),
             str(result.vp[seat]), str(result.legitimacy[seat]), say("lab.won") if seat == result.winner else "")
            for seat in range(self.found.game.players)
        ]  # fmt: skip
        actions, who = figure(len(self.found.game.entries)), self.speaker.word("faction", result.winner)
        told = say("lab.analysis.opening", actions=actions, who=who, victory=say(f"victory.{result.victory}"))
        return f"<p>{escape(told)}</p>{table(heads('player', 'vp', 'l', ''), rows, right=(1, 2))}"

    def over_time(self) -> str:
        moments, chances = self.found.moments, self.found.chances
        labels, last = [], 0
        for moment in moments:
            labels.append(say("lab.turn", turn=say(f"turn.{moment.turn}")) if moment.turn != last else "")
            last = moment.turn
        lines = [
            Line(self.name(seat), self.colour(seat), [row[seat] for row in chances])
            for seat in range(self.found.game.players)
        ]
        rows = [
            (Html(self.at(moment.version, self.when(moment))), *(percent(chance) for chance in row))
            for moment, row in zip(moments, chances, strict=True)
        ]
        columns = (*heads("after"), *(self.name(seat) for seat in range(self.found.game.players)))
        return section(
            "lab.section.chances",
            line_plot(lines, labels, in_percent=True, width=WIDE),
            details(say("lab.as_table"), table(columns, rows, right=range(1, len(columns)))),
            about=self.found.how,
        )

    def turning_points(self) -> str:
        items = [self.turning_point(shift) for shift in self.found.turning_points]
        return section("lab.section.turning-points", "".join(items), about=say("lab.turning_points.about"))

    def turning_point(self, shift: Shift) -> str:
        moments, chances = self.found.moments, self.found.chances
        moment, first = moments[shift.moment], moments[shift.moment - 1].version
        before, now = chances[shift.moment - 1][shift.seat], chances[shift.moment][shift.seat]
        lines = [line for version in range(first + 1, moment.version + 1) for line in self.lines.get(version, [])]
        shown = "".join(f"<li>{escape(line)}</li>" for line in lines[-MOST_LINES:])
        kind = "good" if shift.change > 0 else "bad"
        after = Html(f'<b class="{kind}">{percent(now)}</b>')
        told = marked_up("lab.shift", who=self.name(shift.seat), before=percent(before), after=after)
        last = say("lab.last_lines", shown=min(len(lines), MOST_LINES), lines=len(lines))
        return (
            f'<div class="item"><h3>{self.at(moment.version, self.when(moment))}</h3>'
            f"<p>{told}</p>{details(last, f'<ul>{shown}</ul>')}</div>"
        )

    def decisions(self) -> str:
        items = [self.decision(choice) for choice in self.found.worst]
        none = faint(say("lab.decisions.none"))
        return section("lab.section.decisions", "".join(items) or none, about=say("lab.decisions.about"))

    def decision(self, choice: Choice) -> str:
        codes = self.material.notation.by_text

        def label(text: str, kind: str) -> Html:
            told = action_label(self.material, codes[text].code, prompt=choice.prompt)
            return Html(f'<b class="{kind}">{escape(told)}</b>')

        asked = render(self.material, choice.prompt, (), seat=choice.seat)
        title = marked_up("lab.asked", who=self.name(choice.seat), when=self.at(choice.version + 1), asked=asked)
        done = marked_up("lab.done", action=label(choice.action, "done"), chance=percent(choice.chance))
        better = marked_up("lab.better", action=label(choice.better, "good"), chance=percent(choice.better_chance))
        return f'<div class="item"><h3>{title}</h3><p>{done}</p><p>{better}</p></div>'

    def luck(self) -> str:
        sums: dict[int, list[float]] = defaultdict(list)
        for chance in self.found.rolls:
            sums[chance.roll.seat].append(chance.roll.luck)
        rows = []
        for seat in range(self.found.game.players):
            rolls = sums[seat]
            usual = math.sqrt(len(rolls))
            rows.append((self.name(seat), str(len(rolls)), str(figure(sum(rolls), "+.1f")), str(figure(usual, ".1f"))))
        ordered = sorted(self.found.rolls, key=lambda chance: (chance.roll.luck, chance.version))
        return section(
            "lab.section.luck",
            table(heads("player", "rolls", "luck_in_all", "usual"), rows, right=(1, 2, 3)),
            beside(
                heading(say("lab.luck.luckiest")) + self.rolls(ordered[::-1][:EXTREME]),
                heading(say("lab.luck.unluckiest")) + self.rolls(ordered[:EXTREME]),
            ),
            details(say("lab.luck.all", rolls=len(self.found.rolls)), self.rolls(self.found.rolls)),
            about=say("lab.luck.sums"),
        )

    def rolls(self, chances: list[Chance]) -> str:
        rows = [
            (Html(self.at(chance.version)), self.name(chance.roll.seat), say(f"lab.roll.{chance.roll.kind}"),
             " ".join(map(str, chance.roll.dice)), str(figure(chance.roll.luck, "+.1f")))
            for chance in chances
        ]  # fmt: skip
        return table(heads("when", "player", "roll", "dice", "luck"), rows, right=(4,))

    def log(self) -> str:
        ends = {moment.version: moment for moment in self.found.moments}
        parts = ["<ol class='log' style='list-style:none;padding:0'>"]
        for version in range(len(self.found.game.entries) + 1):
            lines = " ".join(escape(line) for line in self.lines.get(version, []))
            parts.append(f'<li id="v{version}"><span class="faint">{version}</span> {lines}</li>')
            if version in ends:
                parts.append(f"<li><b>{escape(say('lab.after', when=self.when(ends[version])))}</b></li>")
        return section("lab.section.log", "".join(parts), "</ol>", about=say("lab.log.about"))
