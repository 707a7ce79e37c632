"""The optional event cards: O62 to O65, O68, O69."""

from diadochi.model import moves
from diadochi.model.cards import Window
from diadochi.model.ids import SEATS, ActionCode, CardId, LocationId, SeatId
from diadochi.model.notation import SHIFT, code, faction_in, general_in, location_in, space_in
from diadochi.model.state import DISPERSED, NOBODY, numbered, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import fleets, reinforcements, troops, windows
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal, offers
from diadochi.rules.prestige import prestige
from diadochi.rules.tyche.conventions import at_candidates, out_of_reach, remove_siege_points
from diadochi.rules.tyche.event import EVENTS, RULE, CardEvent, Picks, impossible
from diadochi.rules.tyche.harm import check_victim_outside, others, victim_at, victims_in_reach, welcoming

# Foundation of a Capital


def may_build(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """Neither a Capital, not even a lost one, nor one under construction."""
    s = p.state
    if s.capital[seat] == -1 and s.construction[seat] < 0:
        return None
    return Refusal(RULE, "refusal.one_capital", (("card", "card", card),))


def pick_site(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if picks:
        return None
    spaces = {p.space(at) for at in troops.locations_of(p.state, seat)}
    return [code(Verb.CHOOSE_SPACE, space) for space in sorted(spaces)]


def check_site(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    s = p.state
    space = space_in(action)
    where = (("space", "space", space),)
    if s.pcs[space] != seat:
        return Refusal(RULE, "refusal.not_your_space", where)
    if not troops.is_minor_city(p, space):
        return Refusal(RULE, "refusal.not_a_minor_city", where)
    if s.province_owner[p.board.spaces[space].province] != seat:
        return Refusal(RULE, "refusal.not_your_province", where)
    if not troops.has_cu_in_space(p, space, seat):
        return Refusal(RULE, "refusal.no_own_cu", where)
    return None


def foundation_of_a_capital(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    space = space_in(picks[0])
    moves.put_construction(p.state, seat, space)
    p.note("builds_capital", RULE, (("who", "faction", seat), ("space", "space", space)))


# Diplomatic Marriage


def diplomatic_marriage(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    p.push(Betrothal(seat, card))


class Betrothal(Frame):
    """One player after another is asked until one agrees. `number`: the card; `pending`: who has to answer."""

    def __init__(self, seat: SeatId, number: CardId, asked: int = 0, pending: SeatId = NOBODY) -> None:
        self.seat = seat
        self.number = number
        self.asked = asked
        self.pending = pending

    def step(self, p: Play) -> Ask | None:
        who = (("suitor", "faction", self.seat),)
        if self.pending != NOBODY:
            return Ask(self.pending, "prompt.betrothal_answer", RULE, [code(Verb.GRANT), code(Verb.DENY)], who)
        actions = offers(p, self, [code(Verb.CHOOSE_FACTION, f) for f in SEATS[p.state.players]])
        if actions:
            return Ask(self.seat, "prompt.betrothal", RULE, actions)
        p.pop()
        p.note("betrothal_fails", RULE, (("who", "faction", self.seat),))
        self.reinforce(p, self.seat)
        return None

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb, other = action >> SHIFT, faction_in(action)
        if self.pending != NOBODY:
            return None if verb in (Verb.GRANT, Verb.DENY) else NOT_ASKED
        if verb != Verb.CHOOSE_FACTION:
            return NOT_ASKED
        if others(p, self.seat) & ~self.asked & 1 << other:
            return None
        return Refusal(RULE, "refusal.not_another_player", (("victim", "faction", other),))

    def take(self, p: Play, action: ActionCode) -> None:
        verb = action >> SHIFT
        if verb == Verb.CHOOSE_FACTION:
            other = faction_in(action)
            p.note("asks_betrothal", RULE, (("who", "faction", self.seat), ("of", "faction", other)))
            p.replace(self.but(pending=other, asked=self.asked | 1 << other))
        elif verb == Verb.DENY:
            p.note("refuses_betrothal", RULE, (("who", "faction", self.pending), ("suitor", "faction", self.seat)))
            p.replace(self.but(pending=NOBODY))
        else:
            self.agree(p)

    def agree(self, p: Play) -> None:
        """A truce until the end of the Game Turn; the player of the card places first."""
        other = self.pending
        p.pop()
        p.state.truce = (self.seat, other)
        p.note("betrothal", RULE, (("who", "faction", self.seat), ("other", "faction", other)))
        self.reinforce(p, other)
        self.reinforce(p, self.seat)

    def reinforce(self, p: Play, seat: SeatId) -> None:
        reinforcements.begin(p, seat, p.cards[self.number].params.forces[0], (), RULE)


# Oracle


def may_consult(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    """A CU on a Transit Point of these Provinces counts too."""
    provinces = p.cards[card].params.provinces
    spaces = [i for i, x in numbered(space_id, p.board.spaces) if x.province in provinces]
    if any(p.state.pcs[i] == seat or troops.has_cu_in_space(p, i, seat) for i in spaces):
        return None
    return impossible(p, card)


def oracle(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    moves.give_oracle(p.state, seat)
    p.note("oracle", RULE, (("who", "faction", seat), ("legitimacy", "number", p.cards[card].params.legitimacy)))


# Alexander's Ghost: an Army with Royal Army CUs, and the Army that one of them joins


def pick_haunted(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    if not picks:
        return victims_in_reach(p, seat, card)
    return at_candidates(welcoming(p, seat, card, location_in(picks[0]))) if len(picks) == 1 else None


def check_haunted(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if len(picks) > 1 or action >> SHIFT != Verb.AT:
        return NOT_ASKED
    location = location_in(action)
    if not picks:
        return check_haunted_army(p, seat, card, location)
    if location in welcoming(p, seat, card, location_in(picks[0])):
        return None
    return Refusal(RULE, "refusal.no_army_in_reach", (("at", "location", location),))


def check_haunted_army(p: Play, seat: SeatId, card: CardId, location: LocationId) -> Refusal | None:
    refusal = check_victim_outside(p, seat, location)
    if refusal is not None:
        return refusal
    where = (("at", "location", location),)
    victim = victim_at(p, seat, location)
    if not troops.has_army(p, location, victim):
        return Refusal(RULE, "refusal.no_general_there", where)
    if not p.state.cus_of(location, victim)[p.cards[card].params.types[0]]:
        return Refusal(RULE, "refusal.no_royal_army", where)
    return None if welcoming(p, seat, card, location) else out_of_reach(p, card, p.space(location))


def before_the_ghost(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """A25: a window before Prestige is compared."""
    windows.begin(p, Window.ANY_TIME)


def alexanders_ghost(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """7.2.F.18: each at its own location, without Sacred Ground."""
    location, end = location_in(picks[0]), location_in(picks[1])
    victim = victim_at(p, seat, location)
    own, theirs = prestige(p, seat, end), prestige(p, victim, location)
    p.note(
        "ghost",
        "7.2.F.18",
        (
            ("who", "faction", seat),
            ("own", "number", own),
            ("at", "location", end),
            ("victim", "faction", victim),
            ("theirs", "number", theirs),
            ("haunted", "location", location),
        ),
    )
    if own > theirs:
        troops.change_side(p, location, victim, troops.one(p.cards[card].params.types[0]), end, seat, RULE)
    else:
        p.note("ghost_fails", "7.2.F.18", (("who", "faction", seat), ("victim", "faction", victim)))


# Price of Failure


def pick_failure(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    return None if picks else [code(Verb.CHOOSE_GENERAL, g) for g in range(p.pieces.majors)]


def check_failure(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_GENERAL:
        return NOT_ASKED
    general = general_in(action)
    if troops.is_major(p, general) and p.state.generals[general] == DISPERSED:
        return None
    return Refusal(RULE, "refusal.not_dispersed", (("general", "general", general),))


def price_of_failure(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    """7.1.B.1"""
    general = general_in(picks[0])
    die = p.die()
    killed = die in p.cards[card].params.killed_on
    p.note(
        "price_of_failure_roll",
        RULE,
        (
            ("who", "faction", seat),
            ("general", "general", general),
            ("owner", "faction", p.state.owners[general]),
            ("killed_on", "number", min(p.cards[card].params.killed_on)),
        ),
        dice=(die,),
    )
    if killed:
        troops.kill_general(p, general, "7.1.B.1")
    else:
        who = ("faction", p.state.owners[general])
        p.note("general_survives", "7.1.B.1", (("who", *who), ("general", "general", general)))


# Port Re-supplied


def has_fleet(p: Play, seat: SeatId, card: CardId) -> Refusal | None:
    return None if fleets.available_fleets(p, seat) else impossible(p, card)


def pick_port(p: Play, seat: SeatId, card: CardId, picks: Picks) -> list[int] | None:
    return None if picks else [code(Verb.CHOOSE_SPACE, space) for space in sorted(p.state.sp)]


def check_port(p: Play, seat: SeatId, card: CardId, picks: Picks, action: ActionCode) -> Refusal | None:
    if picks or action >> SHIFT != Verb.CHOOSE_SPACE:
        return NOT_ASKED
    space = space_in(action)
    where = (("space", "space", space),)
    if p.state.pcs[space] != seat or not troops.is_major_city(p, space):
        return Refusal(RULE, "refusal.not_your_major_city", where)
    if not p.board.spaces[space].port:
        return Refusal(RULE, "refusal.no_port", where)
    if space not in p.state.sp or not troops.is_besieged(p, space):
        return Refusal(RULE, "refusal.no_siege_points", where)
    return None


def port_resupplied(p: Play, seat: SeatId, card: CardId, picks: Picks) -> None:
    remove_siege_points(p, space_in(picks[0]))


EVENTS.update(
    foundation_of_a_capital=CardEvent((foundation_of_a_capital,), pick_site, check_site, may_build),
    diplomatic_marriage=CardEvent((diplomatic_marriage,)),
    oracle=CardEvent((oracle,), condition=may_consult),
    alexanders_ghost=CardEvent((before_the_ghost, alexanders_ghost), pick_haunted, check_haunted),
    price_of_failure=CardEvent((price_of_failure,), pick_failure, check_failure),
    port_resupplied=CardEvent((port_resupplied,), pick_port, check_port, has_fleet),
)
