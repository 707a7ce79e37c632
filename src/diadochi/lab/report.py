"""The report over many games: one page that shows how they went (`diadochi report`)."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from diadochi.chart import HEIGHT, WIDTH, Layout, render
from diadochi.lab.facts import EVENT, OPS, Facts, Gathered
from diadochi.lab.page import Bar, Line, bars, columns, details, line_plot, page, section, share, table
from diadochi.model.cards import CARD_KIND_NAME
from diadochi.model.material import Material
from diadochi.picture import plan_of

Z = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""
BOARD_WIDTH = 1200
FEWEST = 20
"""Pairs of Generals and uses of cards that came less often are listed, but not ranked."""
SHOWN = 8
INTERVALS = "Whiskers are 95 % intervals (Wilson). The red mark is the share that luck alone would give."
MANY = (
    "With {number} intervals at 95 % expect {wrong} that miss by chance alone: diadochi study compares Generals with "
    "paired seeds and corrected intervals."
)
HABITS = (
    ("Provinces left that PCs at hand would have won", "free_provinces_left", "free_provinces"),
    ("Attacks at long odds (below 1 in 3)", "attacks_at_long_odds", "attacks"),
    ("Generals left alone beside an enemy Army", "generals_left_alone", "general_turns"),
    ("Victories at hand that were missed", "victories_missed", "victories_at_hand"),
    ("Victories of others that nobody contested", "victories_uncontested", "victories_looming"),
)


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


def report(gathered: Gathered, material: Material, source: str) -> str:
    """The page."""
    facts = gathered.facts
    if not facts:
        return page("No games", ["<p>The file holds no finished game.</p>"])
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
    return page(f"{len(facts):,} games of Successors", parts)


def opening(gathered: Gathered, source: str) -> str:
    facts = gathered.facts
    line_ups = Counter(", ".join(sorted(set(game.bots))) for game in facts)
    played = "; ".join(f"{number:,} by {bots}" for bots, number in line_ups.most_common())
    left = f" {gathered.left_out} games that did not come to their end are left out." if gathered.left_out else ""
    actions = sum(game.actions for game in facts)
    return (
        f"<p>{len(facts):,} finished games from {source}: {played}. {actions:,} actions in all, each played again "
        f"for this page.{left}</p>"
    )


# How they end


def endings(facts: Sequence[Facts]) -> str:
    victories = Counter(game.victory for game in facts)
    ways = [share(name, number, len(facts)) for name, number in victories.most_common()]
    turns = Counter(game.turn for game in facts)
    in_turn = [share(f"Game Turn {turn}", turns[turn], len(facts)) for turn in sorted(turns)]
    return section(
        "How games end",
        f'<div class="two"><div><h3>By which victory</h3>{bars(ways)}</div>',
        f"<div><h3>In which Game Turn</h3>{bars(in_turn)}</div></div>",
    )


def lengths(facts: Sequence[Facts]) -> str:
    longest = max(game.actions for game in facts)
    step = max(100, 100 * math.ceil(longest / 2000))
    counts = Counter(game.actions // step for game in facts)
    shown = [(f"{i * step:,}", counts[i]) for i in range(longest // step + 1)]
    return section("Length", columns(shown, f"Games by their number of actions, in steps of {step}."))


# Who wins


def by_general(facts: Sequence[Facts], material: Material) -> str:
    names = {general.id: general.name for general in material.pieces.generals}
    counts = counted(facts, lambda game, seat: game.generals[seat])
    rows = sorted((count.bar(names[key]) for key, count in counts.items()), key=lambda bar: -bar.value)
    about = f"The share of games won by who had the General at set-up. {INTERVALS}"
    return section("Generals", bars(rows), f'<p class="faint">{many(len(rows))}</p>', about=about)


def many(number: int) -> str:
    return MANY.format(number=number, wrong=f"{number / 20:.1f}")


def by_pair(facts: Sequence[Facts], material: Material) -> str:
    names = {general.id: general.name for general in material.pieces.generals}
    counts = counted(facts, lambda game, seat: combinations(sorted(game.generals[seat]), 2))
    found = [count.bar(f"{names[a]} and {names[b]}") for (a, b), count in counts.items()]
    ranked = sorted((bar for (_, count), bar in zip(counts.items(), found, strict=True) if count.games >= FEWEST),
                    key=lambda bar: (bar.mark or 0) - bar.value)  # fmt: skip
    all_pairs = table(
        ("Pair", "Won"), [(bar.name, bar.told) for bar in sorted(found, key=lambda bar: -bar.value)], right=(1,)
    )
    best, worst = ranked[:SHOWN], [bar for bar in ranked[::-1][:SHOWN] if bar not in ranked[:SHOWN]]
    shown = (
        f'<div class="two"><div><h3>Won most above their due</h3>{bars(best)}</div>'
        f"<div><h3>Most below</h3>{bars(worst)}</div></div>"
        if ranked
        else f'<p class="faint">No pair came {FEWEST} times.</p>'
    )
    about = f"Pairs dealt to one player, of those that came at least {FEWEST} times. {many(len(ranked))}"
    return section("Pairs of Generals", shown, details(f"All {len(found)} pairs", all_pairs), about=about)


def by_seat(facts: Sequence[Facts], material: Material) -> str:
    factions = material.pieces.factions
    seats = counted(facts, lambda game, seat: [(game.players, seat)])
    bots = counted(facts, lambda game, seat: [game.bots[seat]])
    sizes = Counter(game.players for game in facts)
    parts = []
    for players in sorted(sizes):
        rows = [seats[players, seat].bar(factions[seat]) for seat in range(players)]
        parts.append(f"<div><h3>{players} players: {sizes[players]:,} games</h3>{bars(rows)}</div>")
    if len(bots) > 1:
        rows = [count.bar(name) for name, count in sorted(bots.items())]
        parts.append(f"<div><h3>Bots</h3>{bars(rows)}</div>")
    return section("Seats and numbers of players", f'<div class="two">{"".join(parts)}</div>', about=INTERVALS)


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
    labels = [f"turn {turn}" if number == min(n for t, n in moments if t == turn) else "" for turn, number in moments]

    def line(name: str, colour: str, key: str) -> Line:
        values = [sums[m][key] for m in moments]
        return Line(name, colour, [sum(v) / len(v) if v else None for v in values])

    def both(unit: str) -> str:
        lines = [
            line("the later winner", "var(--red)", f"winner.{unit}"),
            line("the others", "var(--blue)", f"others.{unit}"),
        ]
        return line_plot(lines, labels)

    about = "The mean at the end of every round, of the games that lasted so long."
    return section(
        "Victory Points and Legitimacy over time",
        f'<div class="two"><div><h3>Victory Points</h3>{both("vp")}</div>',
        f"<div><h3>Legitimacy</h3>{both('l')}</div></div>",
        about=about,
    )


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
        spread = f" ± {self.spread:.1f}" if math.isfinite(self.spread) else ""
        low, high = (round(100 * edge) for edge in self.count.bar("")[2:4])
        return (
            str(len(self.gains)),
            f"{self.gain:+.1f}{spread}",
            f"{self.count.wins / self.count.games:.0%} ({low} to {high})",
        )


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

    rows = []
    for number in sorted(numbers, key=worth, reverse=True):
        card = material.cards[order[number]]
        ops = f"{card.ops} OPs" if card.ops else ""
        events, as_ops = used.get((number, EVENT), Used()), used.get((number, OPS), Used())
        rows.append((f"{number} {card.name}", CARD_KIND_NAME[card.kind], ops, *events.cells(), *as_ops.cells()))
    heads = ("Card", "Kind", "OPs", "events", "gain", "won", "as OPs", "gain", "won")
    about = (
        "The gain is the change in VP and Legitimacy, both together, that the player had made by the end of the Player "
        "Turn in which the card was used; whoever uses a card also moves. Won: how many of them won the game."
    )
    return section("What each card is worth, as event and as OPs", table(heads, rows, right=range(2, 9)), about=about)


# The map


def busiest(facts: Sequence[Facts], material: Material, plan: Layout) -> str:
    visits, battles, sieges = Counter[str](), Counter[str](), Counter[str]()
    for game in facts:
        visits.update(game.visits)
        battles.update(game.battles)
        sieges.update(game.sieges)
    names = {space.id: space.name for space in material.board.spaces}

    def top(counts: Counter[str]) -> str:
        most = [(names[space], f"{number / len(facts):.2f}") for space, number in counts.most_common(SHOWN)]
        return table(("Space", "per game"), most, right=(1,))

    return section(
        "The busiest spaces",
        f"<figure>{heat_map(material, plan, visits, battles)}<figcaption>Red discs: how often groups came to a "
        "space, by area. Black rings: Land Battles.</figcaption></figure>",
        f'<div class="two"><div><h3>Visited</h3>{top(visits)}</div><div><h3>Land Battles</h3>{top(battles)}</div>',
        f"<div><h3>Sieges</h3>{top(sieges)}</div></div>",
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
    board = render(material.board, plan)
    overlay = "".join(discs)
    return (
        board.replace("</svg>\n", f"{overlay}</svg>")
        .replace(f'width="{BOARD_WIDTH}"', f'class="board" width="{WIDTH:.0f}"', 1)
        .replace(f'height="{round(BOARD_WIDTH * HEIGHT / WIDTH)}"', f'height="{HEIGHT:.0f}"', 1)
    )


# Luck and habits


def luck_bar(name: str, rolls: int, total: float) -> tuple[str, str, str, str]:
    mean, half = total / rolls, Z / math.sqrt(rolls)
    told = "" if abs(mean) <= half else "outside"
    return name, f"{rolls:,}", f"{mean:+.3f} ({mean - half:+.3f} to {mean + half:+.3f})", told


def luck(facts: Sequence[Facts], material: Material) -> str:
    groups: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    lucky = Count()
    for game in facts:
        means = [total / rolls if rolls else 0.0 for rolls, total in game.luck]
        lucky.add(means[game.winner] == max(means), game.players)
        for seat, (rolls, total) in enumerate(game.luck):
            for group in (
                "winners" if seat == game.winner else "others",
                f"player {material.pieces.factions[seat]}",
                f"bot {game.bots[seat]}",
            ):
                groups[group][0] += rolls
                groups[group][1] += total
    rows = [luck_bar(name, int(rolls), total) for name, (rolls, total) in groups.items() if rolls]
    about = (
        "Each roll against its expectation, by what it decides (CUs lost, Siege Points, a Score, success), in standard "
        "deviations: 0 is average, +1 a good roll."
    )
    heads = ("Whose", "rolls", "luck per roll (95 %)", "")
    return section(
        "Luck",
        table(heads, sorted(rows), right=(1, 2)),
        bars([lucky.bar("The luckiest won")]),
        about=about,
    )


def habits(facts: Sequence[Facts]) -> str:
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    for game in facts:
        name = ", ".join(sorted(set(game.bots)))
        groups[name].update({key: value for key, value in game.habits.items() if isinstance(value, int)})
    parts = []
    for name in sorted(groups):
        counts = groups[name]
        rows = [share(told, counts[how], counts[of]) for told, how, of in HABITS if counts[of]]
        parts.append(f"<div><h3>{name}: {counts['games']:,} games</h3>{bars(rows)}</div>")
    about = "What players do that they might regret, each as a share of the times it could have happened."
    return section("Habits", f'<div class="two">{"".join(parts)}</div>', about=about)
