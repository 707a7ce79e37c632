"""How the windows for Surprise cards are answered for a seat that does not want to be asked each time.

    ask       every window is the person's: nothing is given away
    fitting   only when a card in hand can be played now: the speed of an answer tells that there is none
    segment   no window in the rest of this Segment: it tells nothing of the hand, but a card may be missed

The engine asks always. The table answers `pass` for the seat, recorded like any other.
"""

from collections.abc import Callable, Sequence

from diadochi.game import Game
from diadochi.model.notation import Verb, verb_of
from diadochi.model.state import State
from diadochi.rules.windows import Priority
from diadochi.table.codec import Glimpse
from diadochi.table.rows import SeatRow

ASK, FITTING, SEGMENT = "ask", "fitting", "segment"
DEFAULT = FITTING
PASS = "pass"


def moment(s: State | Glimpse) -> str:
    """The present Segment of the present Player Turn."""
    return f"{s.turn}.{s.round}.{s.active}.{s.segment}"


def setting(seat: SeatRow, s: State | Glimpse) -> str:
    return SEGMENT if seat.skip == moment(s) else seat.windows


def is_window(game: Game) -> bool:
    return game.decision is not None and isinstance(game.state.agenda[-1], Priority)


def passes(game: Game, seat: SeatRow) -> bool:
    """Whether the table answers the window at hand for this seat."""
    decision = game.decision
    if decision is None or seat.kind == "bot" or not is_window(game):
        return False
    how = setting(seat, game.state)
    if how == FITTING:
        return all(verb_of(code) != Verb.SURPRISE for code in decision.codes)
    return how == SEGMENT


def steps_back(game: Game, seat: SeatRow) -> int:
    """How many steps an undo takes back, 0 if it cannot: a pass that the table would give again goes with the step
    before it."""
    if not game.can_undo(seat.seat):
        return 0
    return next((n for n, earlier in enumerate(game.earlier(), 1) if not passes(earlier, seat)), 0)


def answer(game: Game, seats: Sequence[SeatRow], told: Callable[[], None] = lambda: None) -> None:
    """Pass for whoever wants it, until a decision has to be asked; `told` is called after each pass."""
    while (decision := game.decision) is not None and passes(game, seats[decision.seat]):
        game.act(PASS, decision.seat)
        told()
