"""The report over many games: one page that shows how they went (`diadochi report`)."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import combinations
from typing import Any

from diadochi.catalogue import catalogue, figure, percent, reader, say
from diadochi.chart import HEIGHT, WIDTH, Layout, render
from diadochi.errors import GameError
from diadochi.lab.facts import EVENT, OPS, Facts, Gathered
from diadochi.lab.page import (
    Bar,
    Line,
    bars,
    beside,
    columns,
    details,
    faint,
    heading,
    line_plot,
    page,
    section,
    share,
    table,
)
from diadochi.messages import Speaker, board_of
from diadochi.model.cards import CARD_KIND_NAME
from diadochi.model.edition import EDITIONS
from diadochi.model.ids import CardId
from diadochi.model.material import Material
from diadochi.picture import plan_of

Z = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""
BOARD_WIDTH = 1200
FEWEST = 20
"""Pairs of Generals and uses of cards that came less often are listed, but not ranked."""
SHOWN = 8
HABITS = (
    ("free_provinces_left", "free_provinces"),
    ("attacks_at_long_odds", "attacks"),
    ("generals_left_alone", "general_turns"),
    ("victories_missed", "victories_at_hand"),
    ("victories_uncontested", "victories_looming"),
)
"""What players may regret, and of how many times."""


@dataclass(slots=True)
class Count:
    """How often, and of how many; `due` is the sum of the shares that luck alone would give."""

    wins: int = 0
    games: int = 0
    due: float = 0.0

    def add(self, won: bool, players: int) -> None:
        self.wins += won
        self.games += 1
        self.due += 1 / players

    def bar(self, name: str) -> Bar:
        return share(name, self.wins, self.games, self.due / self.games if self.games else None)


Counts = dict[Any, Count]


def counted(facts: Iterable[Facts], keys: Callable[[Facts, int], Iterable[Any]]) -> Counts:
    """Wins by what `keys` says of each seat."""
    out: Counts = defaultdict(Count)
    for game in facts:
        for seat in range(game.players):
            for key in keys(game, seat):
                out[key].add(seat == game.winner, game.players)
    return out


def edition_of(facts: Sequence[Facts]) -> str:
    """Of which all the games are: the editions' Generals, cards and places do not compare."""
    editions = sorted({game.edition for game in facts}, key=EDITIONS.index)
    if len(editions) > 1:
        raise GameError("error.lab.editions", editions=editions)
    return editions[0] if editions else EDITIONS[0]


def report(gathered: Gathered, material: Material, source: str) -> str:
    """The page."""
    facts = gathered.facts
    if not facts:
        return page(say("lab.no_games"), [faint(say("lab.no_games.about"))])
    plan = plan_of(material, BOARD_WIDTH)
    parts = [
        opening(gathered, source),
        endings(facts),
        by_general(facts, material),
        by_pair(facts, material),
        by_seat(facts, material),
        over_time(facts),
        cards(facts, material),
        lengths(facts),
        busiest(facts, material, plan),
        luck(facts, material),
        habits(facts),
    ]
    return page(say("lab.title", games=figure(len(facts))), parts)


def opening(gathered: Gathered, source: str) -> str:
    facts = gathered.facts
    line_ups = Counter(line_up(game) for game in facts)
    played = [say("lab.played_by", games=figure(number), bots=bots) for bots, number in line_ups.most_common()]
    actions = figure(sum(game.actions for game in facts))
    told = [say("lab.opening", games=figure(len(facts)), source=source, played=played, actions=actions)]
    if gathered.left_out:
        told.append(say("lab.left_out", games=gathered.left_out))
    return "".join(f"<p>{escape(line)}</p>" for line in told)


def line_up(game: Facts) -> str:
    return catalogue(reader()).row(sorted(set(game.bots)))


# How they end


def endings(facts: Sequence[Facts]) -> str:
    victories = Counter(game.victory for game in facts)
    ways = [share(say(f"victory.{name}"), number, len(facts)) for name, number in victories.most_common()]
    turns = Counter(game.turn for game in facts)
    in_turn = [share(say("lab.game_turn", turn=say(f"turn.{turn}")), turns[turn], len(facts)) for turn in sorted(turns)]
    by_victory, by_turn = heading(say("lab.by_victory")), heading(say("lab.by_turn"))
    return section("lab.section.ends", beside(by_victory + bars(ways), by_turn + bars(in_turn)))


def lengths(facts: Sequence[Facts]) -> str:
    longest = max(game.actions for game in facts)
    step = max(100, 100 * math.ceil(longest / 2000))
    counts = Counter(game.actions // step for game in facts)
    shown = [(str(figure(i * step)), counts[i]) for i in range(longest // step + 1)]
    return section("lab.section.length", columns(shown, say("lab.length.about", step=step)))


# Who wins


def by_general(facts: Sequence[Facts], material: Material) -> str:
    names = names_of_generals(material)
    counts = counted(facts, lambda game, seat: game.generals[seat])
    rows = sorted((count.bar(names[key]) for key, count in counts.items()), key=lambda bar: -bar.value)
    return section("lab.section.generals", bars(rows), faint(many(len(rows))), about=say("lab.generals.about"))


def names_of_generals(material: Material) -> dict[str, str]:
    speaker = Speaker(material)
    return {general.id: speaker.general(number) for number, general in enumerate(material.pieces.generals)}


def many(number: int) -> str:
    return say("lab.many", number=number, wrong=figure(number / 20, ".1f"))


def by_pair(facts: Sequence[Facts], material: Material) -> str:
    names, all_of = names_of_generals(material), catalogue(reader()).all
    counts = counted(facts, lambda game, seat: combinations(sorted(game.generals[seat]), 2))
    found = [count.bar(all_of([names[a], names[b]])) for (a, b), count in counts.items()]
    ranked = sorted((bar for (_, count), bar in zip(counts.items(), found, strict=True) if count.games >= FEWEST),
                    key=lambda bar: (bar.mark or 0) - bar.value)  # fmt: skip
    all_pairs = table(
        heads("pair", "won"), [(bar.name, bar.told) for bar in sorted(found, key=lambda bar: -bar.value)], right=(1,)
    )
    best, worst = ranked[:SHOWN], [bar for bar in ranked[::-1][:SHOWN] if bar not in ranked[:SHOWN]]
    shown = (
        beside(heading(say("lab.pairs.above")) + bars(best), heading(say("lab.pairs.below")) + bars(worst))
        if ranked
        else faint(say("lab.pairs.none", times=FEWEST))
    )
    about, every = say("lab.pairs.about", times=FEWEST), details(say("lab.pairs.all", pairs=len(found)), all_pairs)
    return section("lab.section.pairs", faint(many(len(ranked))), shown, every, about=about)


def heads(*names: str) -> tuple[str, ...]:
    """The heads of a table; an empty one stays empty."""
    return tuple(say(f"lab.column.{name}") if name else "" for name in names)


def by_seat(facts: Sequence[Facts], material: Material) -> str:
    speaker = Speaker(material)
    seats = counted(facts, lambda game, seat: [(game.players, seat)])
    bots = counted(facts, lambda game, seat: [game.bots[seat]])
    sizes = Counter(game.players for game in facts)
    parts = []
    for players in sorted(sizes):
        rows = [seats[players, seat].bar(speaker.faction(seat)) for seat in range(players)]
        told = say("lab.seats.players", players=players, games=figure(sizes[players]))
        parts.append(heading(told) + bars(rows))
    if len(bots) > 1:
        rows = [count.bar(name) for name, count in sorted(bots.items())]
        parts.append(heading(say("lab.seats.bots")) + bars(rows))
    return section("lab.section.seats", beside(*parts), about=say("lab.intervals"))


# Over time


def over_time(facts: Sequence[Facts]) -> str:
    sums: dict[tuple[int, int], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in facts:
        last = {(turn, number): (vp, crown) for turn, number, vp, crown in game.standings}
        for moment, (vp, crown) in last.items():
            for seat in range(game.players):
                who = "winner" if seat == game.winner else "others"
                sums[moment][f"{who}.vp"].append(vp[seat])
                sums[moment][f"{who}.l"].append(crown[seat])
    moments = sorted(sums)
    first = {turn: min(number for t, number in moments if t == turn) for turn, _ in moments}
    labels = [say("lab.turn", turn=say(f"turn.{turn}")) if first[turn] == number else "" for turn, number in moments]

    def line(name: str, colour: str, key: str) -> Line:
        values = [sums[m][key] for m in moments]
        return Line(name, colour, [sum(v) / len(v) if v else None for v in values])

    def both(unit: str) -> str:
        lines = [
            line(say("lab.later_winner"), "var(--red)", f"winner.{unit}"),
            line(say("lab.others"), "var(--blue)", f"others.{unit}"),
        ]
        return line_plot(lines, labels)

    points, legitimacy = heading(say("lab.vp")) + both("vp"), heading(say("lab.legitimacy")) + both("l")
    return section("lab.section.points", beside(points, legitimacy), about=say("lab.points.about"))


# Cards


@dataclass(slots=True)
class Used:
    count: Count = field(default_factory=Count)
    gains: list[int] = field(default_factory=list)

    @property
    def gain(self) -> float:
        return sum(self.gains) / len(self.gains)

    @property
    def spread(self) -> float:
        """Half the 95 % interval of the mean gain."""
        n = len(self.gains)
        if n < 2:
            return math.inf
        variance = sum((g - self.gain) ** 2 for g in self.gains) / (n - 1)
        return Z * math.sqrt(variance / n)

    def cells(self) -> tuple[str, str, str]:
        if not self.gains:
            return "", "", ""
        gain = str(figure(self.gain, "+.1f"))
        if math.isfinite(self.spread):
            gain = say("number.spread", value=gain, spread=figure(self.spread, ".1f"))
        low, high = (figure(100 * edge, ".0f") for edge in self.count.bar("")[2:4])
        won = say("number.with_interval", value=percent(self.count.wins / self.count.games), low=low, high=high)
        return str(len(self.gains)), gain, won


def cards(facts: Sequence[Facts], material: Material) -> str:
    used: dict[tuple[str, str], Used] = defaultdict(Used)
    for game in facts:
        for use in game.cards:
            found = used[use.card, use.use]
            found.gains.append(use.gain)
            found.count.add(use.seat == game.winner, game.players)
    order = {card.number: i for i, card in enumerate(material.cards)}
    numbers = sorted({card for card, _ in used}, key=order.__getitem__)

    def worth(number: str) -> float:
        found = [used[number, use] for use in (EVENT, OPS) if (number, use) in used]
        return max(x.gain for x in found)

    rows, speaker = [], Speaker(material)
    for number in sorted(numbers, key=worth, reverse=True):
        card = material.cards[order[number]]
        ops = str(card.ops) if card.ops else ""
        events, as_ops = used.get((number, EVENT), Used()), used.get((number, OPS), Used())
        name, kind = speaker.card(CardId(order[number])), say(f"command.kind.{CARD_KIND_NAME[card.kind]}")
        rows.append((f"{number} {name}", kind, ops, *events.cells(), *as_ops.cells()))
    columns = heads("card", "kind", "ops", "events", "gain", "won", "as_ops", "gain", "won")
    return section("lab.section.cards", table(columns, rows, right=range(2, 9)), about=say("lab.cards.about"))


# The map


def busiest(facts: Sequence[Facts], material: Material, plan: Layout) -> str:
    visits, battles, sieges = Counter[str](), Counter[str](), Counter[str]()
    for game in facts:
        visits.update(game.visits)
        battles.update(game.battles)
        sieges.update(game.sieges)
    speaker = Speaker(material)
    names = {space.id: speaker.space(number) for number, space in enumerate(material.board.spaces)}

    def top(counts: Counter[str]) -> str:
        most = [(names[space], str(figure(number / len(facts), ".2f"))) for space, number in counts.most_common(SHOWN)]
        return table(heads("space", "per_game"), most, right=(1,))

    caption = f"<figcaption>{escape(say('lab.spaces.about'))}</figcaption>"
    lists = {"lab.spaces.visited": visits, "lab.spaces.battles": battles, "lab.spaces.sieges": sieges}
    return section(
        "lab.section.spaces",
        f"<figure>{heat_map(material, plan, visits, battles)}{caption}</figure>",
        beside(*(heading(say(key)) + top(counts) for key, counts in lists.items())),
    )


def heat_map(material: Material, plan: Layout, visits: Counter[str], battles: Counter[str]) -> str:
    """The board with discs over it."""
    discs = []
    for counts, most, look in (
        (visits, 30.0, 'fill="#b3372b" fill-opacity=".38"'),
        (battles, 30.0, 'fill="none" stroke="#111" stroke-width="2.5"'),
    ):
        highest = max(counts.values(), default=1)
        for space, point in zip(material.board.spaces, plan.points, strict=True):
            if counts[space.id]:
                radius = most * math.sqrt(counts[space.id] / highest)
                discs.append(f'<circle cx="{point[0]:.1f}" cy="{point[1]:.1f}" r="{radius:.1f}" {look}/>')
    board = render(board_of(material), plan)
    overlay = "".join(discs)
    return (
        board.replace("</svg>\n", f"{overlay}</svg>")
        .replace(f'width="{BOARD_WIDTH}"', f'class="board" width="{WIDTH:.0f}"', 1)
        .replace(f'height="{round(BOARD_WIDTH * HEIGHT / WIDTH)}"', f'height="{HEIGHT:.0f}"', 1)
    )


# Luck and habits


def luck_bar(name: str, rolls: int, total: float) -> tuple[str, str, str, str]:
    mean, half = total / rolls, Z / math.sqrt(rolls)
    told = "" if abs(mean) <= half else say("lab.luck.outside")
    value, low, high = (figure(number, "+.3f") for number in (mean, mean - half, mean + half))
    return name, str(figure(rolls)), say("number.with_interval", value=value, low=low, high=high), told


def luck(facts: Sequence[Facts], material: Material) -> str:
    groups: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    lucky, speaker = Count(), Speaker(material)
    for game in facts:
        means = [total / rolls if rolls else 0.0 for rolls, total in game.luck]
        lucky.add(means[game.winner] == max(means), game.players)
        for seat, (rolls, total) in enumerate(game.luck):
            for group in (
                say("lab.luck.winners" if seat == game.winner else "lab.others"),
                say("lab.luck.player", who=speaker.word("faction", seat)),
                say("lab.luck.bot", bot=game.bots[seat]),
            ):
                groups[group][0] += rolls
                groups[group][1] += total
    rows = [luck_bar(name, int(rolls), total) for name, (rolls, total) in groups.items() if rolls]
    found = table(heads("whose", "rolls", "luck_per_roll", ""), sorted(rows), right=(1, 2))
    return section("lab.section.luck", found, bars([lucky.bar(say("lab.luck.won"))]), about=say("lab.luck.about"))


def habits(facts: Sequence[Facts]) -> str:
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    for game in facts:
        groups[line_up(game)].update({key: value for key, value in game.habits.items() if isinstance(value, int)})
    parts = []
    for name in sorted(groups):
        counts = groups[name]
        rows = [share(say(f"lab.habit.{how}"), counts[how], counts[of]) for how, of in HABITS if counts[of]]
        parts.append(heading(say("lab.habits.players", bots=name, games=figure(counts["games"]))) + bars(rows))
    return section("lab.section.habits", beside(*parts), about=say("lab.habits.about"))
