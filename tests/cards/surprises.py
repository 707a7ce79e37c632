"""Positions in which Surprise cards may be played, and how everybody passes."""

from diadochi.game import Game
from diadochi.model.cards import CardKind, Window
from diadochi.model.edition import EDITIONS
from diadochi.model.state import ACTIVATION, OFF_MAP, members
from diadochi.rules import activation, battle, siege, windows
from diadochi.rules.agenda import Event
from tests import table as tables
from tests.table import MATERIAL, Table

SURPRISES = [c.number for c in MATERIAL.cards if c.kind == CardKind.SURPRISE]
BLANKS = ("5", "6", "7", "8")
"""Event cards, to draw."""


def window(table: Table, kind: int = Window.ANY_TIME, *seats: str) -> Table:
    order = tuple(table.seat(s) for s in seats) or None
    table.begin(lambda p: windows.begin(p, kind, order))
    return table


def pass_all(table: Table) -> None:
    """Pass as long as a window asks."""
    while isinstance(table.state.agenda[-1], windows.Priority):
        table.act("pass")


def pass_until(table: Table, faction: str) -> None:
    while table.deciding != faction:
        table.act("pass")


def playing(table: Table, card: str, *targets: str) -> None:
    """Whoever is asked plays a card, and nobody answers."""
    table.act(f"surprise:{card}", *targets)
    pass_answers(table)


def pass_answers(table: Table) -> None:
    while (
        isinstance(table.state.agenda[-1], windows.Priority) and table.state.agenda[-1].kind == Window.ANSWER_SURPRISE
    ):
        table.act("pass")


def in_hand(table: Table, faction: str) -> set[str]:
    return {MATERIAL.cards[c].number for c in members(table.state.hands[table.seat(faction)])}


def discarded(table: Table) -> set[str]:
    return {MATERIAL.cards[c].number for c in members(table.state.discard)}


def refusal(table: Table, action: str) -> str:
    assert table.game is not None
    found = table.game.why_not(action)
    return found.key if found else ""


def seen(game: Game, holder: int, news: tuple[Event, ...]) -> list[object]:
    """What the others and a spectator see after a step: the view, what happened, the number of steps."""
    out: list[object] = [game.version]
    for seat in (-1, *(s for s in range(game.players) if s != holder)):
        out += [game.view(seat).to_json(), [(e.key, e.rule, e.args, e.dice) for e in news if e.seen_by(seat)]]
    return out


def field(players: int = 3, **blue: int) -> Table:
    """Blue's Antigonos attacks Red's Eumenes (-2 P) in an uncontrolled space."""
    table = Table(players=players)
    table.army("blue", "antigonos", "trikka", **(blue or {"mercenary": 4}))
    table.army("red", "eumenes", "trikka", loyal=2, royal=1, mercenary=2)
    table.deck("5", "6", "7", "8", "9")
    return table


def fight(table: Table, *dice: int, defender: str = "red", back: str = "") -> Table:
    end = table.location(back) if back else OFF_MAP
    table.dice(*dice)
    blue, other = table.seat("blue"), table.seat(defender)
    table.begin(lambda p: battle.begin(p, blue, other, table.location("trikka"), blue, end, 0))
    return table


def pass_until_prompt(table: Table, prompt: str) -> None:
    while table.decision.prompt != prompt:
        table.act("pass")


def besieging(
    at: str = "pella",
    owner: str = "red",
    *,
    blue: tuple[str, ...] = ("49",),
    red: tuple[str, ...] = ("1",),
    deep: tuple[str, ...] = (),
    edition: str = "",
) -> Table:
    """Blue conducts a Siege; the cards are those of both hands, and what lies deep in the draw pile."""
    table = Table(players=3, dice=(2,) if (edition or tables.played) == EDITIONS[0] else (), edition=edition)
    table.pc(owner, at)
    table.army("blue", "antigonos", at, mercenary=6)
    table.hand("blue", *blue)
    table.hand("red", *red)
    table.deck(*BLANKS, *deep)
    seat, space, general = table.seat("blue"), table.space(at), table.general_number("antigonos")
    table.begin(lambda p: siege.begin(p, seat, space, general, p.state.cus_of(space, seat), ACTIVATION))
    return table


def voyage_of_blue(*hands: tuple[str, ...], deep: tuple[str, ...] = ()) -> Table:
    """Blue sails with a Fleet from Xanthos; Red has a Fleet and a PC near by, Yellow nothing."""
    table = Table(players=3)
    table.pc("blue", "xanthos")
    table.province("red", "rhodos")
    table.fleet("blue", "kilikia")
    table.army("blue", "lysimachos", "xanthos", loyal=3)
    table.deck("5", "6", "7", "8", "9", *deep)
    for faction, cards in zip(("blue", "red", "yellow"), hands, strict=False):
        table.hand(faction, *cards)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:lysimachos", "take-all", "embark", "escort:kilikia")
    if table.decision.prompt == "prompt.escort":
        table.act("done")
    table.act("sail:phaselis")
    return table


def to_the_dice(table: Table) -> None:
    while table.decision.prompt == "prompt.window.naval_step":
        table.act("pass")
    assert table.deciding == "red"
    table.act("declare")
    while table.decision.prompt == "prompt.commit":
        table.act(table.offers[0])
