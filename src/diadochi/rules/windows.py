"""6.2: Surprise cards and the windows in which they may be played (A25; docs/windows.md).

In a window the seats are asked in order until all have passed one after another. Every seat is asked for which
public knowledge cannot rule out a Surprise card, even if it can only pass: so a question tells nothing.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from diadochi.model.cards import Window
from diadochi.model.ids import ActionCode, CardId, Mask, SeatId
from diadochi.model.notation import MASK, SHIFT, card_in, code
from diadochi.model.state import State, cards_in
from diadochi.model.verbs import Verb
from diadochi.rules import deck, procedures
from diadochi.rules.agenda import NOT_ASKED, Args, Ask, Frame, Play, Refusal, Value, offers

PROMPTS: Final = (
    "prompt.window.any_time",
    "prompt.window.answer",
    "prompt.window.battle_cards",
    "prompt.window.naval_step",
    "prompt.window.naval_dice",
    "prompt.window.siege_roll",
    "prompt.window.commander_death",
)
RULES: Final = ("6.2.6", "6.2.7", "14.3.2", "13.2.4", "13.3.D.9", "15.2.B.3", "14.8.3")


def begin(p: Play, kind: int, seats: tuple[SeatId, ...] | None = None) -> None:
    """Open a window; by default every seat is asked, in Turn Order. Where nobody can hold a card there is none."""
    asked = p.state.order if seats is None else seats
    for seat in asked:
        if may_hold(p, seat):
            p.push(Priority(kind, asked, 0, 0))
            return


class Priority(Frame):
    """A window: whose word it is, and how many have passed since the last card."""

    def __init__(self, kind: int, seats: tuple[SeatId, ...], turn: int, passed: Mask) -> None:
        self.kind = kind
        self.seats = seats
        self.turn = turn
        self.passed = passed

    def copy(self) -> "Priority":
        return Priority(self.kind, self.seats, self.turn, self.passed)

    def step(self, p: Play) -> Ask | None:
        now = self
        while now.passed < len(now.seats) and not may_hold(p, now.seats[now.turn]):
            now = now.after_pass()
        if now.passed >= len(now.seats):
            p.pop()
            return None
        if now is not self:
            p.replace(now)
        return now.ask(p)

    def ask(self, p: Play) -> Ask:
        seat = self.seats[self.turn]
        actions = [code(Verb.PASS), *offers(p, self, own_candidates(p, seat))]
        if self.kind == Window.ANY_TIME:
            rivals = procedures.rivals_in_prestige(p)
            if rivals:
                return Ask(seat, "prompt.window.prestige", "7.2.F.2", actions, rivals, hidden=True)
            if seat == p.state.active:
                return Ask(seat, "prompt.window.own_turn", "6.2.6", actions, hidden=True)
        return Ask(seat, PROMPTS[self.kind], RULES[self.kind], actions, about(p, self.kind), hidden=True)

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT == Verb.PASS:
            return None
        return check(p, self.seats[self.turn], action, self.kind)

    def take(self, p: Play, action: ActionCode) -> None:
        seat = self.seats[self.turn]
        verb = action >> SHIFT
        if verb == Verb.PASS:
            p.replace(self.after_pass())
            return
        p.replace(self.but(turn=self.turn if verb == Verb.DISCARD else 0, passed=0))
        take(p, seat, action)

    def after_pass(self) -> "Priority":
        return Priority(self.kind, self.seats, (self.turn + 1) % len(self.seats), self.passed + 1)


def asked(p: Play) -> int:
    """Bit mask of the seats that the window on top asks, whoever has the word; 0 when no window is open."""
    frame = p.state.agenda[-1] if p.state.agenda else None
    if not isinstance(frame, Priority):
        return 0
    mask = 0
    for seat in frame.seats:
        if may_hold(p, seat):
            mask |= 1 << seat
    return mask


def still_asked(p: Play) -> tuple[SeatId, ...]:
    """The seats that are asked before the window on top closes, if all of them pass; in order."""
    frame = p.state.agenda[-1] if p.state.agenda else None
    if not isinstance(frame, Priority):
        return ()
    seats = frame.seats[frame.turn :] + frame.seats[: frame.turn]
    return tuple(seat for seat in seats[: len(seats) - frame.passed] if may_hold(p, seat))


def give_word(s: State, seat: SeatId) -> None:
    """Let another seat of the window on top be asked first: to look at what it is asked."""
    frame = s.agenda[-1]
    assert isinstance(frame, Priority)
    s.agenda[-1] = frame.but(turn=frame.seats.index(seat))


def about(p: Play, kind: int) -> Args:
    """What the window is opened for, as everybody knows it."""
    if kind == Window.ANY_TIME:
        return (("player", "faction", p.state.active),)
    if kind != Window.ANSWER_SURPRISE:
        return procedures.about_window(p, kind)
    announced = answered(p)
    if announced is None:
        return ()
    return (("player", "faction", announced.seat), ("card", "card", announced.card))


def may_hold(p: Play, seat: SeatId) -> bool:
    """Public knowledge cannot rule out that the seat holds a Surprise card."""
    return p.state.hands[seat] != 0 and deck.hidden_surprises(p) != 0


def own_candidates(p: Play, seat: SeatId) -> list[int]:
    """A seat's Surprise cards, to play or to discard for a new one."""
    cards = cards_in(p.state.hands[seat] & p.surprises)
    return [code(verb, card) for verb in (Verb.SURPRISE, Verb.DISCARD) for card in cards] if cards else []


def check(p: Play, seat: SeatId, action: ActionCode, kind: int = Window.ANY_TIME) -> Refusal | None:
    """The one check of SURPRISE and DISCARD."""
    verb, card = action >> SHIFT, card_in(action)
    if verb not in (Verb.SURPRISE, Verb.DISCARD):
        return NOT_ASKED
    if not p.state.hands[seat] >> card & 1:
        return Refusal("6.2.1", "refusal.card_not_in_hand", (("card", "card", card),))
    if not p.surprises >> card & 1:
        return Refusal("6.2.9", "refusal.not_a_surprise_card", (("card", "card", card),))
    if verb == Verb.DISCARD:
        if kind == Window.ANSWER_SURPRISE:
            return Refusal("6.2.7", "refusal.only_answers_now", (("card", "card", card),))
        return None
    windows = p.cards[card].windows
    if kind not in windows and (kind == Window.ANSWER_SURPRISE or Window.ANY_TIME not in windows):
        return Refusal("6.2.6", "refusal.other_window", (("card", "card", card), ("when", *when(p, card))))
    return playable(p, seat, card, kind)


def when(p: Play, card: CardId) -> Value:
    """When a Surprise card may be played, as a text."""
    return "text", f"when.{p.cards[card].event}"


def take(p: Play, seat: SeatId, action: ActionCode) -> None:
    """Play or discard a Surprise card."""
    card = card_in(action)
    if action >> SHIFT == Verb.DISCARD:
        discard(p, seat, card)
        return
    s = p.state
    deck.show(s, seat, card)
    s.spent |= 1 << card
    p.note("plays_surprise", "6.2.6", (("who", "faction", seat), ("card", "card", card)))
    p.push(Surprise(seat, card, 0, -1, 0))


def discard(p: Play, seat: SeatId, card: CardId) -> None:
    """6.2.8, A25: discarded for a new one, which is drawn at once."""
    s = p.state
    deck.show(s, seat, card)
    s.spent |= 1 << card
    deck.put_on_discards(s, card)
    p.note("discards_surprise", "6.2.8", (("who", "faction", seat), ("card", "card", card)))
    deck.draw(p, seat, "6.2.8")


# What the cards do

Possible = Callable[[Play, SeatId, CardId], bool]
Effect = Callable[[Play, SeatId, CardId, int], None]
Targets = Callable[[Play, SeatId], list[int]]
CheckTarget = Callable[[Play, SeatId, int], Refusal | None]


class SurpriseCard(NamedTuple):
    """What a Surprise card does; every function is told the player first, then the card where it matters.

    possible  whether it may be played now, in a window that fits it
    effect    what it does to its target (-1 without one)
    targets   what may be chosen when it is announced
    check     why an action is no legal target
    kind      what a target is: a general, a faction or a location
    """

    possible: Possible
    effect: Effect
    targets: Targets | None = None
    check: CheckTarget | None = None
    kind: str = ""


SURPRISES: Final[dict[str, SurpriseCard]] = {}
"""By the name of the event; `tyche/surprise.py` adds them."""


def card_of(p: Play, card: CardId) -> SurpriseCard:
    return SURPRISES[p.cards[card].event]


def playable(p: Play, seat: SeatId, card: CardId, kind: int) -> Refusal | None:
    """Why a Surprise card may not be played in a window that fits it, or None."""
    if card_of(p, card).possible(p, seat, card):
        return None
    if kind == Window.ANSWER_SURPRISE:
        facts = (("card", "card", card), ("when", *when(p, card)))
        return Refusal("6.2.7", "refusal.no_answer_to_this", facts)
    return Refusal("6.2.6", f"refusal.surprise.{p.cards[card].event}", (("card", "card", card),))


def ask_target(p: Play, seat: SeatId, card: CardId) -> Ask | None:
    """The choice that comes with the card when it is announced."""
    targets = card_of(p, card).targets
    if targets is None:
        return None
    actions = [a for a in targets(p, seat) if check_target(p, seat, card, a) is None]
    return Ask(seat, f"prompt.surprise.{p.cards[card].event}", "6.2.6", actions, (("card", "card", card),))


def check_target(p: Play, seat: SeatId, card: CardId, action: ActionCode) -> Refusal | None:
    check = card_of(p, card).check
    return NOT_ASKED if check is None else check(p, seat, action)


def announce_target(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """Whom the card is for, so that the others know what they answer."""
    kind = card_of(p, card).kind
    p.note(
        f"surprise_for_{kind}", "6.2.6", (("who", "faction", seat), ("card", "card", card), ("target", kind, target))
    )


def effect(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    card_of(p, card).effect(p, seat, card, target)


def replaces_itself(p: Play, card: CardId, target: int) -> bool:
    """6.2.8, A25: no replacement is drawn for Ahura Mazda & Ahriman when it took a card."""
    return p.cards[card].event == "ahura_mazda_and_ahriman" and target >= 0


TARGET: Final = 0
ANSWERS: Final = 1
EFFECT: Final = 2
DISCARDED: Final = 3


class Surprise(Frame):
    """A Surprise card that has been announced: its target, the answers, its effect, the replacement."""

    def __init__(self, seat: SeatId, card: CardId, stage: int, target: int, cancelled: int) -> None:
        self.seat = seat
        self.card = card
        self.stage = stage
        self.target = target
        self.cancelled = cancelled

    def copy(self) -> "Surprise":
        return Surprise(self.seat, self.card, self.stage, self.target, self.cancelled)

    def told_cancellation(self, p: Play) -> None:
        p.become(self, self.but(cancelled=1))

    def step(self, p: Play) -> Ask | None:
        if self.stage == TARGET:
            ask = ask_target(p, self.seat, self.card)
            if ask is None:
                p.replace(self.but(stage=ANSWERS))
            return ask
        if self.stage == ANSWERS:
            p.replace(self.but(stage=EFFECT))
            others = tuple(seat for seat in p.state.order if seat != self.seat)
            begin(p, Window.ANSWER_SURPRISE, others)
        elif self.stage == EFFECT:
            p.replace(self.but(stage=DISCARDED))
            if not self.cancelled:
                effect(p, self.seat, self.card, self.target)
        else:
            deck.put_on_discards(p.state, self.card)
            if self.cancelled or not replaces_itself(p, self.card, self.target):
                deck.draw(p, self.seat, "6.2.8")
            p.pop()
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return check_target(p, self.seat, self.card, action)

    def take(self, p: Play, action: ActionCode) -> None:
        announce_target(p, self.seat, self.card, action & MASK)
        p.replace(self.but(stage=ANSWERS, target=action & MASK))


def announced(s: State) -> int:
    """Bit mask of the Surprise cards that have left a hand and are not yet discarded."""
    mask = 0
    for frame in s.agenda:
        if isinstance(frame, Surprise):
            mask |= 1 << frame.card
    return mask


def answered(p: Play) -> Surprise | None:
    """The Surprise card that is being answered now."""
    i = p.find(Surprise)
    frame = p.state.agenda[i] if i >= 0 else None
    return frame if isinstance(frame, Surprise) else None


def cancel_answered(p: Play, seat: SeatId, card: CardId) -> None:
    """Cretan Liar: the card below the one that takes effect now is cancelled."""
    agenda = p.state.agenda
    own = p.find(Surprise)
    for i in range(own - 1, -1, -1):
        frame = agenda[i]
        if isinstance(frame, Surprise):
            frame.told_cancellation(p)
            p.note(
                "surprise_cancelled",
                "6.2.6",
                (
                    ("who", "faction", seat),
                    ("card", "card", card),
                    ("victim", "faction", frame.seat),
                    ("cancelled", "card", frame.card),
                ),
            )
            return
