"""6.2: Surprise cards and the windows in which they may be played (A25; docs/windows.md).

In a window the seats are asked in order until all have passed one after another. Every seat is asked for which
public knowledge cannot rule out a Surprise card, even if it can only pass: so a question tells nothing.
"""

from typing import NamedTuple

from diadochi.model.cards import CardKind, Window
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.model.state import State
from diadochi.rules import deck
from diadochi.rules.agenda import NOT_ASKED, Args, Ask, Play, Refusal, Value, args, offers

PROMPTS = (
    "prompt.window.any_time",
    "prompt.window.answer",
    "prompt.window.battle_cards",
    "prompt.window.naval_step",
    "prompt.window.naval_dice",
    "prompt.window.siege_roll",
    "prompt.window.commander_death",
)
RULES = ("6.2.6", "6.2.7", "14.3.2", "13.2.4", "13.3.D.9", "15.2.B.3", "14.8.3")


def begin(p: Play, kind: Window, seats: tuple[int, ...] | None = None) -> None:
    """Open a window; by default every seat is asked, in Turn Order."""
    p.push(Priority(kind, p.state.order if seats is None else seats, 0, 0))


class Priority(NamedTuple):
    """A window: whose word it is, and how many have passed since the last card."""

    kind: int
    seats: tuple[int, ...]
    turn: int
    passed: int

    def step(self, p: Play) -> Ask | None:
        if self.passed >= len(self.seats):
            p.pop()
            return None
        seat = self.seats[self.turn]
        if not may_hold(p, seat):
            p.replace(self.after_pass())
            return None
        actions = [code(Verb.PASS), *offers(p, self, own_candidates(p, seat))]
        if self.kind == Window.ANY_TIME:
            rivals = about_prestige(p)
            if rivals:
                return Ask(seat, "prompt.window.prestige", "7.2.F.2", actions, rivals, hidden=True)
        return Ask(seat, PROMPTS[self.kind], RULES[self.kind], actions, about(p, self.kind), hidden=True)

    def check(self, p: Play, action: int) -> Refusal | None:
        if action >> SHIFT == Verb.PASS:
            return None
        return check(p, self.seats[self.turn], action, self.kind)

    def take(self, p: Play, action: int) -> None:
        seat = self.seats[self.turn]
        verb = action >> SHIFT
        if verb == Verb.PASS:
            p.replace(self.after_pass())
            return
        p.replace(self._replace(turn=self.turn if verb == Verb.DISCARD else 0, passed=0))
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


def still_asked(p: Play) -> tuple[int, ...]:
    """The seats that are asked before the window on top closes, if all of them pass; in order."""
    frame = p.state.agenda[-1] if p.state.agenda else None
    if not isinstance(frame, Priority):
        return ()
    seats = frame.seats[frame.turn :] + frame.seats[: frame.turn]
    return tuple(seat for seat in seats[: len(seats) - frame.passed] if may_hold(p, seat))


def give_word(s: State, seat: int) -> None:
    """Let another seat of the window on top be asked first: to look at what it is asked."""
    frame = s.agenda[-1]
    assert isinstance(frame, Priority)
    s.agenda[-1] = frame._replace(turn=frame.seats.index(seat))


def about_prestige(p: Play) -> Args:
    """Whose Prestige is compared after the window on top: it was opened by a battle or by Alexander's Ghost."""
    from diadochi.rules.battle import Battle
    from diadochi.rules.tyche.event import EventChoice, picked
    from diadochi.rules.tyche.harm import victim_at

    frame = p.state.agenda[-2]
    if isinstance(frame, Battle):
        return args(first=("faction", frame.attacker), second=("faction", frame.defender))
    if isinstance(frame, EventChoice):
        victim = victim_at(p, frame.seat, picked(frame.picks, 0))
        return args(first=("faction", frame.seat), second=("faction", victim))
    return ()


def about(p: Play, kind: int) -> Args:
    """What the window is opened for, as everybody knows it."""
    if kind == Window.ANY_TIME:
        return args(player=("faction", p.state.active))
    if kind != Window.ANSWER_SURPRISE:
        from diadochi.rules.tyche import surprise

        return surprise.about(p, kind)
    announced = answered(p)
    if announced is None:
        return ()
    return args(player=("faction", announced.seat), card=("card", announced.card))


def may_hold(p: Play, seat: int) -> bool:
    """Public knowledge cannot rule out that the seat holds a Surprise card."""
    return p.state.hands[seat] != 0 and deck.hidden_surprises(p) != 0


def own_candidates(p: Play, seat: int) -> list[int]:
    """A seat's Surprise cards, to play or to discard for a new one."""
    cards = deck.cards_of(p.state.hands[seat] & p.surprises)
    return [code(verb, card) for verb in (Verb.SURPRISE, Verb.DISCARD) for card in cards] if cards else []


def check(p: Play, seat: int, action: int, kind: int = Window.ANY_TIME) -> Refusal | None:
    """The one check of SURPRISE and DISCARD."""
    verb, card = action >> SHIFT, action & MASK
    if verb not in (Verb.SURPRISE, Verb.DISCARD):
        return NOT_ASKED
    if not p.state.hands[seat] >> card & 1:
        return Refusal("6.2.1", "refusal.card_not_in_hand", args(card=("card", card)))
    if p.cards[card].kind is not CardKind.SURPRISE:
        return Refusal("6.2.9", "refusal.not_a_surprise_card", args(card=("card", card)))
    if verb == Verb.DISCARD:
        if kind == Window.ANSWER_SURPRISE:
            return Refusal("6.2.7", "refusal.only_answers_now", args(card=("card", card)))
        return None
    windows = p.cards[card].windows
    if kind not in windows and (kind == Window.ANSWER_SURPRISE or Window.ANY_TIME not in windows):
        return Refusal("6.2.6", "refusal.other_window", args(card=("card", card), when=when(p, card)))
    from diadochi.rules.tyche import surprise

    return surprise.playable(p, seat, card, kind)


def when(p: Play, card: int) -> Value:
    """When a Surprise card may be played, as a text."""
    return "text", f"when.{p.cards[card].event}"


def take(p: Play, seat: int, action: int) -> None:
    """Play or discard a Surprise card."""
    card = action & MASK
    if action >> SHIFT == Verb.DISCARD:
        discard(p, seat, card)
        return
    s = p.state
    deck.show(s, seat, card)
    s.spent |= 1 << card
    p.note("plays_surprise", "6.2.6", who=("faction", seat), card=("card", card))
    p.push(Surprise(seat, card, 0, -1, 0))


def discard(p: Play, seat: int, card: int) -> None:
    """6.2.8, A25: discarded for a new one, which is drawn at once."""
    s = p.state
    deck.show(s, seat, card)
    s.spent |= 1 << card
    deck.put_on_discards(s, card)
    p.note("discards_surprise", "6.2.8", who=("faction", seat), card=("card", card))
    deck.draw(p, seat, "6.2.8")


TARGET, ANSWERS, EFFECT, DISCARDED = 0, 1, 2, 3


class Surprise(NamedTuple):
    """A Surprise card that has been announced: its target, the answers, its effect, the replacement."""

    seat: int
    card: int
    stage: int
    target: int
    cancelled: int

    def step(self, p: Play) -> Ask | None:
        from diadochi.rules.tyche import surprise

        if self.stage == TARGET:
            ask = surprise.ask_target(p, self.seat, self.card)
            if ask is None:
                p.replace(self._replace(stage=ANSWERS))
            return ask
        if self.stage == ANSWERS:
            p.replace(self._replace(stage=EFFECT))
            others = tuple(seat for seat in p.state.order if seat != self.seat)
            begin(p, Window.ANSWER_SURPRISE, others)
        elif self.stage == EFFECT:
            p.replace(self._replace(stage=DISCARDED))
            if not self.cancelled:
                surprise.effect(p, self.seat, self.card, self.target)
        else:
            deck.put_on_discards(p.state, self.card)
            if self.cancelled or not surprise.replaces_itself(p, self.card, self.target):
                deck.draw(p, self.seat, "6.2.8")
            p.pop()
        return None

    def check(self, p: Play, action: int) -> Refusal | None:
        from diadochi.rules.tyche import surprise

        return surprise.check_target(p, self.seat, self.card, action)

    def take(self, p: Play, action: int) -> None:
        from diadochi.rules.tyche import surprise

        surprise.announce_target(p, self.seat, self.card, action & MASK)
        p.replace(self._replace(stage=ANSWERS, target=action & MASK))


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


def cancel_answered(p: Play, seat: int, card: int) -> None:
    """Cretan Liar: the card below the one that takes effect now is cancelled."""
    agenda = p.state.agenda
    own = p.find(Surprise)
    for i in range(own - 1, -1, -1):
        frame = agenda[i]
        if isinstance(frame, Surprise):
            agenda[i] = frame._replace(cancelled=1)
            p.note(
                "surprise_cancelled",
                "6.2.6",
                who=("faction", seat),
                card=("card", card),
                victim=("faction", frame.seat),
                cancelled=("card", frame.card),
            )
            return
