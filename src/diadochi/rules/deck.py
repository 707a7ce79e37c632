"""Where the Tyche cards are and who knows it (5.3, 6.2).

Every card lies in exactly one place. While it is hidden (in a hand, in the draw pile, face down), `State.knows`
holds the seats that know where it is; when another seat comes to know it, undo stops there.
"""

from diadochi.model.ids import CardId, Mask, SeatId
from diadochi.model.moves import replaced
from diadochi.model.pieces import Unit
from diadochi.model.state import State, cards_in
from diadochi.rules.agenda import Play


def hand_size(s: State, seat: SeatId) -> int:
    return s.hands[seat].bit_count()


def hidden_surprises(p: Play) -> int:
    """The Surprise cards that somebody may hold, as far as everybody can see."""
    s = p.state
    public = s.discard | s.removed | s.aside | s.spent
    return surprise_cards(p) & ~public


def surprise_cards(p: Play) -> int:
    """Bit mask of the cards that are Surprise cards now; some are as long as the Silver Shields are in play."""
    flipping = p.material.flipping
    return p.surprises | flipping if flipping and has_silver_shields(p.state) else p.surprises


def has_silver_shields(s: State) -> bool:
    """Whether they are on the map or in the Dispersed Box."""
    return any(cus[Unit.SILVER_SHIELDS] for cus in (*s.cus.values(), *s.dispersed))


def shuffle_all(p: Play) -> None:
    """5.3: every card that is in the game and not removed goes into a new deck."""
    s = p.state
    everything = (1 << len(p.cards)) - 1 & ~(s.removed | s.aside)
    deck = cards_in(everything)
    p.shuffle(deck)
    s.deck = deck
    s.discard = 0
    s.spent = 0
    s.face_down = []
    s.hands = [0] * s.players
    s.front = [0] * s.players
    s.knows = [0] * len(p.cards)
    p.note("deck_shuffled", "5.3.1", (("cards", "number", len(deck)),))


def draw(p: Play, seat: SeatId, rule: str) -> CardId:
    """A seat draws the top card; -1 when there is none even after shuffling the discards (A19)."""
    s = p.state
    if not s.deck:
        reshuffle_discards(p)
    if not s.deck:
        p.note("no_card_to_draw", rule, (("who", "faction", seat),))
        return CardId(-1)
    card = take_top(p)
    give(s, seat, card)
    p.note("draws", rule, (("who", "faction", seat),))
    p.note("draws_card", rule, (("who", "faction", seat), ("card", "card", card)), to=1 << seat)
    return card


def take_top(p: Play) -> CardId:
    card = next_card(p.state)
    p.draws.append(card)
    return card


def next_card(s: State) -> CardId:
    while s.fixed_draws:
        card, s.fixed_draws = s.fixed_draws[0], s.fixed_draws[1:]
        if card in s.deck:
            s.deck = [other for other in s.deck if other != card]
            return card
    card = s.deck[-1]
    s.deck = s.deck[:-1]
    return card


def give(s: State, seat: SeatId, card: CardId) -> None:
    """A hidden card comes into a hand; whoever knew it goes on knowing it."""
    put_in_hand(s, seat, s.hands[seat] | 1 << card)
    note_knowing(s, card, s.knows[card] | 1 << seat)
    s.barrier += 1


def put_in_hand(s: State, seat: SeatId, cards: Mask) -> None:
    """Make these the cards of a hand."""
    s.hands = replaced(s.hands, seat, cards)


def note_knowing(s: State, card: CardId, seats: Mask) -> None:
    """Which seats know where a hidden card is."""
    s.knows = replaced(s.knows, card, seats)


def reshuffle_discards(p: Play) -> None:
    """A19. The Surprise cards spent in this Player Turn stay out, so that drawing always comes to an end."""
    s = p.state
    back = s.discard & ~s.spent
    s.discard &= s.spent
    cards = cards_in(back)
    s.knows = [0 if back >> card & 1 else seats for card, seats in enumerate(s.knows)]
    p.shuffle(cards)
    s.deck = cards
    p.note("discards_reshuffled", "5.3.4", (("cards", "number", len(cards)),))


def show(s: State, seat: SeatId, card: CardId) -> None:
    """A card leaves a hand for everybody to see; it has to be put somewhere next."""
    put_in_hand(s, seat, s.hands[seat] & ~(1 << card))
    note_knowing(s, card, 0)
    s.barrier += 1


def put_on_discards(s: State, card: CardId) -> None:
    s.discard |= 1 << card


def put_out_of_the_game(s: State, card: CardId) -> None:
    s.removed |= 1 << card


def put_in_front(s: State, seat: SeatId, card: CardId) -> None:
    s.front = replaced(s.front, seat, s.front[seat] | 1 << card)


def deal(p: Play) -> None:
    """5.3.2 to 5.3.4."""
    s = p.state
    for seat in s.order:
        for _ in range(p.edition.hand[s.players]):
            card = take_top(p)
            give(s, seat, card)
        hand = tuple(cards_in(s.hands[seat]))
        p.note("dealt_hand", "5.3.2", (("who", "faction", seat), ("cards", "cards", hand)), to=1 << seat)
    p.note("hands_dealt", "5.3.2", (("cards", "number", p.edition.hand[s.players]),))
    extra = p.edition.face_down.get(s.players, 0)
    if extra:
        s.face_down = [take_top(p) for _ in range(extra)]
        p.note("cards_face_down", "5.3.3", (("cards", "number", extra),))
