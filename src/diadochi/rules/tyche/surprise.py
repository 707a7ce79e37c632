"""Surprise cards: who may play them when, at whom, and what they do."""

from diadochi.model.cards import Window
from diadochi.model.notation import MASK, SHIFT, Verb, code
from diadochi.rules import deck, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal, args
from diadochi.rules.command import player_generals_on_map


def playable(p: Play, seat: int, card: int, kind: int) -> Refusal | None:
    """The condition of a Surprise card in a window of its own."""
    event = p.cards[card].event
    refusal = Refusal("6.2.A.1", "refusal.event_not_possible", args(card=("card", card)))
    if event == "cretan_liar":
        target = windows.answered(p)
        return None if target is not None and target.seat != seat and not target.cancelled else refusal
    if event == "gift_of_oratory":
        if kind == Window.ANSWER_SURPRISE:
            target = windows.answered(p)
            if target is None or p.cards[target.card].event != "mutiny":
                return Refusal("6.2.7", "refusal.only_answers_now", args(card=("card", card)))
        return None if player_generals_on_map(p.state, seat) else refusal
    if event == "ahura_mazda_and_ahriman":
        return None if any(p.state.hands[x] for x in range(p.state.players) if x != seat) else refusal
    return refusal


def ask_target(p: Play, seat: int, card: int) -> Ask | None:
    """The choice that comes with the card when it is announced."""
    candidates = target_candidates(p, seat, card)
    if not candidates:
        return None
    actions = [a for a in candidates if check_target(p, seat, card, a) is None]
    return Ask(seat, "prompt.surprise_target", "6.2.6", actions, args(card=("card", card)))


def target_candidates(p: Play, seat: int, card: int) -> list[int]:
    event = p.cards[card].event
    if event == "gift_of_oratory":
        return [code(Verb.CHOOSE_GENERAL, g) for g in player_generals_on_map(p.state, seat)]
    if event == "ahura_mazda_and_ahriman":
        return [code(Verb.CHOOSE_FACTION, f) for f in range(p.state.players)]
    return []


def check_target(p: Play, seat: int, card: int, action: int) -> Refusal | None:
    verb, operand = action >> SHIFT, action & MASK
    s = p.state
    event = p.cards[card].event
    if event == "gift_of_oratory" and verb == Verb.CHOOSE_GENERAL:
        if s.owners[operand] != seat or s.generals[operand] < 0:
            return Refusal("7.2.F.8", "refusal.not_your_general_on_map", args(general=("general", operand)))
        return None
    if event == "ahura_mazda_and_ahriman" and verb == Verb.CHOOSE_FACTION:
        if operand == seat or operand >= s.players or not s.hands[operand]:
            return Refusal("6.2.8", "refusal.no_card_to_take", args(who=("faction", operand)))
        return None
    return NOT_ASKED


def effect(p: Play, seat: int, card: int, target: int) -> None:
    event = p.cards[card].event
    if event == "cretan_liar":
        windows.cancel_answered(p)
    elif event == "gift_of_oratory":
        gift_of_oratory(p, card, target)
    elif event == "ahura_mazda_and_ahriman":
        ahura_mazda(p, seat, target)


def replaces_itself(p: Play, card: int, target: int) -> bool:
    """6.2.8: no replacement is drawn for Ahura Mazda & Ahriman when it took a card."""
    return p.cards[card].event == "ahura_mazda_and_ahriman" and target >= 0


def gift_of_oratory(p: Play, card: int, general: int) -> None:
    """7.2.F.8"""
    points = p.cards[card].params.popularity
    p.state.oratory = (general, points)
    p.note("oratory", "7.2.F.8", general=("general", general), points=("number", points))


def ahura_mazda(p: Play, seat: int, victim: int) -> None:
    """A card at random; the victim draws a replacement, and only the two know the card."""
    s = p.state
    hand = deck.cards_of(s.hands[victim])
    p.shuffle(hand)
    card = hand[-1]
    s.hands[victim] &= ~(1 << card)
    deck.give(s, seat, card)
    p.note("card_taken", "6.2.8", who=("faction", seat), victim=("faction", victim))
    p.note(
        "card_taken_which",
        "6.2.8",
        to=1 << seat | 1 << victim,
        who=("faction", seat),
        victim=("faction", victim),
        card=("card", card),
    )
    deck.draw(p, victim, "6.2.8")
