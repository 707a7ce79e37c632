"""How the windows for Surprise cards are asked at a table (docs/serve.md). The engine asks always.

At a live table everybody whom a window may ask is asked at once, under one countdown (`diadochi.table.rounds`). At a
slow one, and where several people share a device, one after another. A seat says beforehand for which windows it wants
to be asked:

    ask       for all of them: nothing is given away
    chosen    for those kinds that it has chosen, whatever it holds: nothing of the hand is given away
    fitting   only when a card in hand can be played now: being asked, or a pause, tells that there is one
    battles   for those in which a battle, a Siege or a Naval Battle is decided: nothing of the hand is given away
    segment   for none in the rest of this Segment, then as before: a card may be missed
    round     the same for the rest of this round
    turn      the same until the next own turn begins, or this Game Turn ends

For the others the table answers `pass`, recorded like any other. A standing order (`diadochi.table.orders`) plays its
card instead; in a countdown it is an answer that may be changed.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from diadochi.game import Game
from diadochi.model.cards import WINDOW_NAME, Window
from diadochi.model.notation import verb_of
from diadochi.model.state import State
from diadochi.model.verbs import Verb
from diadochi.rules.face import Priority, Voyage
from diadochi.table import orders
from diadochi.table.codec import Glimpse
from diadochi.table.rows import SeatRow

START, ASK, CHOSEN, BATTLES, FITTING = "start", "ask", "chosen", "battles", "fitting"
SEGMENT, ROUND, TURN = "segment", "round", "turn"
SKIPS = (SEGMENT, ROUND, TURN)
"""What lasts for a while; then the setting before holds again."""
LIVE = "live"
PASS = "pass"
KINDS = (*WINDOW_NAME, "every_step")
"""What a seat chooses: the windows, and whether it wants the whole countdown at every step of a voyage."""
EVERY_STEP = len(WINDOW_NAME)


BATTLE_KINDS = (Window.BATTLE_CARDS, Window.NAVAL_DICE, Window.SIEGE_ROLL, Window.COMMANDER_DEATH)


def mask_of(kinds: Iterable[str]) -> int:
    return sum(1 << KINDS.index(kind) for kind in {*kinds})


def kinds_of(mask: int) -> list[str]:
    return [kind for number, kind in enumerate(KINDS) if mask >> number & 1]


def moment(s: State | Glimpse) -> str:
    """The present Segment of the present Player Turn."""
    return f"{s.turn}.{s.round}.{s.active}.{s.segment}"


def has_begun(s: State | Glimpse, seat: int) -> bool:
    """The turn of a seat in the present round, or it is over."""
    order = tuple(s.order)
    return s.active in order and seat in order and order.index(s.active) >= order.index(seat)


def skip_of(kind: str, s: State, seat: int) -> str:
    """For how long a seat is not asked, as its row keeps it."""
    if kind == SEGMENT:
        return moment(s)
    if kind == ROUND:
        return f"{ROUND}:{s.turn}.{s.round}"
    return f"{TURN}:{s.turn}.{s.round + has_begun(s, seat)}"


def skipping(seat: SeatRow, s: State | Glimpse) -> str:
    """Why a seat is not asked for a while, or nothing."""
    if seat.skip == moment(s):
        return SEGMENT
    kind, _, until = seat.skip.partition(":")
    if kind not in (ROUND, TURN):
        return ""
    end, now = tuple(map(int, until.split("."))), (s.turn, s.round)
    if kind == ROUND:
        return ROUND if now == end else ""
    return TURN if now < end or (now == end and not has_begun(s, seat.seat)) else ""


class Manner(NamedTuple):
    """What the answers to windows depend on at a table."""

    pace: str
    seats: tuple[SeatRow, ...]

    @property
    def is_alone(self) -> bool:
        """One person among bots, which cannot read a clock."""
        return sum(seat.kind != "bot" for seat in self.seats) == 1

    @property
    def has_countdown(self) -> bool:
        return self.pace == LIVE and not self.is_alone and all(seat.kind != "hot" for seat in self.seats)

    def setting(self, seat: SeatRow, s: State | Glimpse) -> str:
        skips = skipping(seat, s)
        if skips:
            return skips
        if seat.windows != START:
            return seat.windows
        return FITTING if self.is_alone else ASK if self.has_countdown else CHOSEN


def is_window(game: Game) -> bool:
    return game.decision is not None and isinstance(game.state.agenda[-1], Priority)


def kind_of(game: Game) -> int:
    frame = game.state.agenda[-1]
    assert isinstance(frame, Priority)
    return frame.kind


def takes_part(game: Game, manner: Manner, number: int) -> bool:
    """Whether a person wants to be asked in the window at hand."""
    seat = manner.seats[number]
    how = manner.setting(seat, game.state)
    if how == CHOSEN:
        return bool(seat.kinds >> kind_of(game) & 1)
    if how == BATTLES:
        return kind_of(game) in BATTLE_KINDS and (not manner.is_alone or fits(game, number))
    return fits(game, number) if how == FITTING else how == ASK


def fits(game: Game, seat: int) -> bool:
    """A card in this hand can be played now."""
    decision = game.as_asked(seat).decision
    return decision is not None and any(verb_of(code) == Verb.SURPRISE for code in decision.codes)


def who_take_part(game: Game, manner: Manner) -> list[int]:
    """The people whom the window still asks, and who want to be asked."""
    return [seat for seat in game.still_asked() if manner.seats[seat].kind != "bot" and takes_part(game, manner, seat)]


def wants_round(game: Game, manner: Manner) -> bool:
    """Whether a countdown has to run now."""
    return is_window(game) and manner.has_countdown and bool(who_take_part(game, manner))


def goes_on(game: Game) -> bool:
    """A further step of a voyage: its window has been announced with the first one."""
    frame = game.state.agenda[-2]
    return kind_of(game) == Window.NAVAL_STEP and isinstance(frame, Voyage) and frame.sailed > 0


def wants_every_step(game: Game, manner: Manner) -> bool:
    return any(manner.seats[seat].kinds >> EVERY_STEP & 1 for seat in who_take_part(game, manner))


def passes(game: Game, manner: Manner) -> bool:
    """Whether the table answers the window at hand with a pass for whoever has the word."""
    return answer_of(game, manner) == PASS


def answer_of(game: Game, manner: Manner) -> str:
    """What the table answers in the window at hand for whoever has the word; nothing if it asks."""
    decision = game.decision
    if decision is None or not is_window(game) or manner.seats[decision.seat].kind == "bot":
        return ""
    ordered = order_of(game, manner, decision.seat)
    return ordered or ("" if takes_part(game, manner, decision.seat) else PASS)


def order_of(game: Game, manner: Manner, seat: int) -> str:
    """What a standing order of this seat does in the window at hand; nothing if none applies."""
    row = manner.seats[seat]
    return orders.action_of(game, seat, kind_of(game), row.orders) if row.orders and row.kind != "bot" else ""


def steps_back(game: Game, manner: Manner, seat: int) -> int:
    """How many steps an undo takes back, 0 if it cannot: a pass that the table would give again goes with the step
    before it."""
    if not game.can_undo(seat):
        return 0
    return next((n for n, earlier in enumerate(game.earlier(), 1) if not passes(earlier, manner)), 0)


def answer(game: Game, manner: Manner, told: Callable[[], None] = lambda: None) -> None:
    """Answer for those who want it, until somebody has to be asked; `told` is called after each answer."""
    while (given := answer_of(game, manner)) and not wants_round(game, manner):
        decision = game.decision
        assert decision is not None
        game.act(given, decision.seat)
        told()
