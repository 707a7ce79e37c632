"""Games that come to blows: a random player who prefers to fight, on a board that is stirred now and then.

At calm moments Armies grow and are put near each other, Generals, royals and Surprise cards change hands. The same
seed gives the same war.
"""

import random

from diadochi.game import Game
from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import SEATS, CardId, FactionId, GeneralId, LocationId, RoyalId, SeatId, SpaceId
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, UNIT_NAME, Forces, IndependentArmy, Unit
from diadochi.model.state import (
    BOX,
    DISPERSED,
    INDEPENDENT,
    NOBODY,
    OFF_MAP,
    OUT,
    State,
    add,
    numbered,
    space_id,
)
from tests.harness import HarnessError, Look, between_procedures, failure, own_copy

EAGERNESS = {
    "siege": 12, "campaign": 12, "activate": 6, "muster": 3, "take-all": 8, "take-general": 3, "come-out": 6,
    "embark": 4, "escort": 3, "sail": 4, "land": 4, "declare": 8, "commit": 4, "join": 4, "join-general": 4,
    "surprise": 12,
    "intercept": 5, "force-march": 6, "event": 4, "command": 3, "betray": 3, "stand": 3, "evade": 2, "inside": 2,
    "inside-general": 2,
    "done": 0.4, "leave": 0.2, "leave-general": 0.2, "withdraw": 0.4, "discard": 0.3, "spend-nothing": 0.3,
    "mercenary": 0.3, "go-inside": 0.3, "disband": 0.05, "remove-general": 0.1,
}  # fmt: skip
EVERY = 40
"""Actions from one stirring to the next, at least."""


def war(players: int, seed: int, *looks: Look, options: tuple[str, ...] = (), limit: int = 400) -> None:
    rng = random.Random(seed)
    game = Game.new(players, seed, options, keep_undo=False)
    step, stirred = 0, 0
    try:
        while (decision := game.decision) is not None and step < limit:
            for look in looks:
                look(game, rng)
            if between_procedures(game) and game.state.segment >= 0 and step >= stirred:
                game = Game.from_state(game.material, stir(game, rng), keep_undo=False)
                stirred = step + EVERY
                continue
            actions = decision.actions
            game.act(rng.choices(actions, [eagerness(game, a) for a in actions])[0])
            step += 1
        for look in looks:
            look(game, rng)
    except Exception as error:
        problem = f"{type(error).__name__}: {error} (a war of {step} steps)"
        raise HarnessError(problem, failure(players, seed, options, [], game.material)) from error


def eagerness(game: Game, action: str) -> float:
    verb, _, operand = action.partition(":")
    if verb in ("march", "land", "drop"):
        space = operand.partition(".")[0]
        at = game.material.board.space_index[space]
        seat = game.state.active
        enemies = game.state.cu_factions.get(at, 0) & ~(1 << seat) if seat >= 0 else 0
        return 15 if enemies else 1.5
    return EAGERNESS.get(verb, 1.0)


def stir(game: Game, rng: random.Random) -> State:
    """The same game with more to fight about."""
    s = own_copy(game.state)
    board = game.material.board
    for seat in SEATS[s.players]:
        enlist(game, s, seat, rng)
        for _ in range(rng.randrange(3)):
            gather(game, s, seat, rng)
    for royal, home in numbered(RoyalId, s.royals):
        if home != OUT and rng.random() < 0.3:
            homes = [at for at in s.generals_at if owner_at(s, at) < s.players and at < 2 * len(board.spaces)]
            if homes:
                s.royals[royal] = rng.choice(sorted(homes))
                s.royal_owner[royal] = owner_at(s, s.royals[royal])
    for city in sorted(board.major_cities):
        if rng.random() < 0.25:
            garrison(game, s, city, rng)
    if s.tomb < 0 and rng.random() < 0.1:
        s.tomb = rng.choice(sorted(board.major_cities))
    besieged = [city for city in sorted(board.major_cities) if is_besieged(s, city)]
    if s.helepolis not in besieged:
        s.helepolis = rng.choice(besieged) if besieged and rng.random() < 0.2 else space_id(-1)
    if rng.random() < 0.15:
        unite_independents(game, s, rng)
    deal_surprises(game, s, rng)
    if rng.random() < 0.6:
        rng.choice(SET_PIECES)(game, s, rng)
    for fleet in range(len(s.fleet_side)):
        s.fleet_side[fleet] = rng.choice((0, 1, s.fleet_side[fleet]))
    moves.all_due(s)
    return s


def owner_at(s: State, at: LocationId) -> FactionId:
    general = s.generals_at[at].bit_length() - 1
    return s.owners[general]


def is_besieged(s: State, city: LocationId) -> bool:
    """A player with a PC or the Independents hold it, and a player's Army stands before it."""
    besieger = owner_at(s, city) if city in s.generals_at else NOBODY
    return 0 <= besieger < s.players and s.pcs[city] not in (NOBODY, besieger) and s.cus_of(city, besieger) != NO_FORCES


def enlist(game: Game, s: State, seat: FactionId, rng: random.Random) -> None:
    """Generals who wait come to an Army; Armies grow; P change."""
    armies = [
        at for at in sorted(s.generals_at) if at < len(game.material.board.spaces) and s.cus_of(at, seat) != NO_FORCES
    ]
    for at in armies:
        if rng.random() < 0.4:
            moves.add_cus(s, at, seat, troops(s, rng))
    for general in map(GeneralId, range(game.material.pieces.majors)):
        free = s.generals[general] in (OFF_MAP, BOX, DISPERSED) and s.owners[general] in (NOBODY, seat)
        if armies and free and not s.dead >> general & 1 and rng.random() < 0.2:
            s.owners[general] = seat
            moves.put_general(s, general, rng.choice(armies))
        elif s.owners[general] == seat and rng.random() < 0.1:
            s.popularity[general] = rng.randrange(4)


def troops(s: State, rng: random.Random) -> Forces:
    out = [0] * len(UNIT_NAME)
    for unit in rng.choices(list(range(len(UNIT_NAME))), [4, 3, 3, 0.3, 3, 2], k=rng.randrange(1, 5)):
        if unit != Unit.CAVALRY or s.options >> Option.CAVALRY & 1:
            out[unit] += 1
    if out[Unit.SILVER_SHIELDS]:
        out[Unit.SILVER_SHIELDS] = 0 if any(c[Unit.SILVER_SHIELDS] for c in (*s.cus.values(), *s.dispersed)) else 2
    return tuple(out)


def gather(game: Game, s: State, seat: FactionId, rng: random.Random) -> None:
    """One of the seat's Armies is put beside somebody else's CUs or city."""
    board, spaces = game.material.board, len(game.material.board.spaces)
    armies = [at for at in sorted(s.generals_at) if at < spaces and s.cus_of(at, seat) != NO_FORCES]
    others = [at for at, mask in sorted(s.cu_factions.items()) if mask & ~(1 << seat) and at < 2 * spaces]
    if not armies or not others:
        return
    goal = space_id(rng.choice(others) % spaces)
    towns = [space for space, pc in numbered(space_id, s.pcs) if pc == INDEPENDENT]
    if towns and rng.random() < 0.25:
        goal = rng.choice(towns)
    near = [goal] if (board.spaces[goal].kind == Kind.MAJOR or goal in towns) and rng.random() < 0.5 else []
    near += [n for n, _ in board.land_links[goal]]
    free = [n for n in near if not s.cu_factions.get(n, 0) & ~(1 << seat) and n not in s.generals_at]
    if not free:
        return
    start, end = rng.choice(armies), rng.choice(free)
    if start == end:
        return
    moves.add_cus(s, end, seat, s.cus_of(start, seat))
    moves.put_cus(s, start, seat, NO_FORCES)
    for general, where in numbered(GeneralId, s.generals):
        if where == start and s.owners[general] == seat:
            moves.put_general(s, general, end)


def unite_independents(game: Game, s: State, rng: random.Random) -> None:
    """GLAUKIAS and SEUTHES stand together, beside a player's Army if that can be."""
    armies = [a for a in game.material.pieces.independents if a.returns_to_box]
    goals = [n for at in sorted(s.generals_at) for n, _ in game.material.board.land_links[at % len(s.pcs)]]
    free = [n for n in goals if n not in s.cu_factions and n not in s.generals_at]
    if not free:
        return
    place = rng.choice(free)
    for army in armies:
        lead_to(game, s, army, place)


def lead_to(game: Game, s: State, army: IndependentArmy, place: LocationId) -> None:
    """An Independent Army, wherever it is, stands here now and is active."""
    where = s.generals[army.general]
    cus = (army.cus, *NO_FORCES[1:])
    if where >= 0:
        moves.take_cus(s, where, INDEPENDENT, cus)
    moves.put_general(s, army.general, place)
    moves.add_cus(s, place, INDEPENDENT, cus)
    s.independents_active |= 1 << game.material.pieces.independents.index(army)


def garrison(game: Game, s: State, city: LocationId, rng: random.Random) -> None:
    """Two CUs, and perhaps a General, stand inside a player's city."""
    inside, owner = LocationId(city + len(game.material.board.spaces)), s.pcs[city]
    if owner in (NOBODY, INDEPENDENT) or s.cus_of(inside, owner) != NO_FORCES:
        return
    cus = [0] * len(UNIT_NAME)
    for unit in rng.choices((Unit.MERCENARY, Unit.LOYAL, Unit.ROYAL, Unit.ELEPHANT), k=2):
        cus[unit] += 1
    moves.put_cus(s, inside, owner, tuple(cus))
    idle = [g for g, where in numbered(GeneralId, s.generals) if s.owners[g] == owner and where in (OFF_MAP, DISPERSED)]
    majors = map(GeneralId, range(game.material.pieces.majors))
    guards = [g for g in majors if s.owners[g] == NOBODY and not s.dead >> g & 1]
    if guards and rng.random() < 0.2:
        general = rng.choice(guards)
        s.owners[general] = owner
        moves.put_general(s, general, inside)
    elif idle and rng.random() < 0.6:
        moves.put_general(s, idle[0], inside)
    if s.cus_of(city, owner) != NO_FORCES and rng.random() < 0.3:
        moves.put_cus(s, city, owner, add(s.cus_of(city, owner), troops(s, rng)))


# Set pieces: what chance alone seldom brings about


def named(game: Game, *names: str) -> list[GeneralId]:
    """The Generals of these names, wherever they are: in a war even the dead rise again."""
    return [g for g, data in numbered(GeneralId, game.material.pieces.generals) if data.id in names]


def raise_army(s: State, seat: FactionId, general: GeneralId, at: LocationId, cus: Forces) -> None:
    s.owners[general] = seat
    s.dead &= ~(1 << general)
    moves.put_general(s, general, at)
    moves.add_cus(s, at, seat, cus)


def free_beside(game: Game, s: State, seat: SeatId) -> list[tuple[SpaceId, FactionId]]:
    """(a location without anybody, a player whose CUs are beside it)"""
    out = []
    for at, mask in sorted(s.cu_factions.items()):
        owner = FactionId(mask.bit_length() - 1)
        if at < len(s.pcs) and owner not in (seat, INDEPENDENT):
            near = [n for n, _ in game.material.board.land_links[at]]
            out += [(n, owner) for n in near if n not in s.cu_factions and n not in s.generals_at]
    return out


def seleukos_meets_devices(game: Game, s: State, rng: random.Random) -> None:
    """Seleukos comes beside an Army of the active player, who has the card against his Elephants."""
    seat = rng.choice([seat for seat in SEATS[s.players] if seat != s.active])
    places = [at for at, owner in free_beside(game, s, seat) if owner == s.active]
    if places:
        raise_army(s, seat, named(game, "seleukos")[0], rng.choice(places), (1, 2, 0, 0, 4, 0))
        hand_over(game, s, s.active, "anti_elephant_devices", rng)


def nearchos_at_sea(game: Game, s: State, rng: random.Random) -> None:
    seat = s.active
    ports = [i for i, space in numbered(space_id, game.material.board.spaces) if space.port]
    free = [at for at in ports if at not in s.cu_factions and at not in s.generals_at]
    generals = named(game, "nearchos")
    if free:
        raise_army(s, seat, generals[0], rng.choice(free), (3, 1, 0, 0, 1, 0))


def guard_inside(game: Game, s: State, rng: random.Random) -> None:
    """The active player besieges a city that has a General, Royal Army and 2 Siege Points."""
    cities = sorted(game.material.board.major_cities)
    free = [c for c in cities if not {c, c + len(s.pcs)} & {*s.cu_factions, *s.generals_at}]
    guards, besiegers = named(game, "polyarchos", "aristonous"), named(game, "menelaos", "pleistarchos")
    if free:
        city = rng.choice(free)
        owner = rng.choice([seat for seat in SEATS[s.players] if seat != s.active])
        moves.put_pc(s, city, owner)
        raise_army(s, owner, rng.choice(guards), LocationId(city + len(s.pcs)), (0, 0, 2, 0, 0, 0))
        raise_army(s, s.active, rng.choice(besiegers), city, (6, 0, 0, 0, 0, 0))
        s.sp[city], s.sp_owner[city] = rng.randrange(1, 3), s.active


def horse_at_a_stronghold(game: Game, s: State, rng: random.Random) -> None:
    """Many short Sieges by horsemen (16.9.11), or by a General with an ability."""
    spaces = game.material.board.spaces
    towns = [i for i, pc in numbered(space_id, s.pcs) if pc == INDEPENDENT and spaces[i].kind == Kind.STRONGHOLD]
    free = [at for at in towns if at not in s.cu_factions and at not in s.generals_at]
    generals = named(game, "demetrios", "menelaos", "pleistarchos")
    if free:
        horse = 4 if s.options >> Option.CAVALRY & 1 else 0
        raise_army(s, s.active, rng.choice(generals), rng.choice(free), (4, 0, 0, 0, 0, horse))


def leosthenes_in_company(game: Game, s: State, rng: random.Random) -> None:
    """LEOSTHENES, who has another Battle Rating, is joined by SEUTHES, and a player's Army stands beside them."""
    armies = {game.material.pieces.generals[a.general].id: a for a in game.material.pieces.independents}
    one, two = armies["leosthenes"], armies["seuthes"]
    at = s.generals[one.general]
    if at < 0 or s.generals[two.general] == at:
        return
    lead_to(game, s, two, at)
    near = [n for n, _ in game.material.board.land_links[at] if n not in s.cu_factions and n not in s.generals_at]
    generals = named(game, "peithon", "pleistarchos", "lysimachos", "kassandros")
    if near:
        raise_army(s, s.active, rng.choice(generals), rng.choice(near), (3, 3, 0, 0, 2, 0))


SET_PIECES = (
    seleukos_meets_devices, nearchos_at_sea, guard_inside, horse_at_a_stronghold, leosthenes_in_company,
)  # fmt: skip


def hand_over(game: Game, s: State, seat: SeatId, event: str, rng: random.Random) -> None:
    """A card comes from the draw pile or from another hand to this one, for another."""
    cards = game.material.cards
    plain = [
        c for c in map(CardId, range(len(cards))) if s.hands[seat] >> c & 1 and not game.material.surprises >> c & 1
    ]
    card = next(c for c, data in numbered(CardId, cards) if data.event == event)
    if len(plain) < 2 or s.hands[seat] >> card & 1:
        return
    other = rng.choice(plain)
    if card in s.deck:
        exchange(s, seat, card, other)
    for holder in range(s.players):
        if holder != seat and s.hands[holder] >> card & 1:
            for hand in (holder, seat):
                s.hands[hand] ^= 1 << card | 1 << other
            s.knows[card], s.knows[other] = 1 << seat, 1 << holder


def exchange(s: State, seat: SeatId, card: CardId, other: CardId) -> None:
    s.deck[s.deck.index(card)] = other
    s.hands[seat] ^= 1 << card | 1 << other
    s.knows[card] = 1 << seat
    s.knows[other] = 0


def deal_surprises(game: Game, s: State, rng: random.Random) -> None:
    """Surprise cards from the draw pile come to hands, for other cards."""
    for card in [c for c in s.deck if game.material.surprises >> c & 1]:
        seat = rng.choice(SEATS[s.players])
        plain = [c for c, _ in numbered(CardId, game.material.cards) if s.hands[seat] >> c & 1]
        plain = [c for c in plain if not game.material.surprises >> c & 1]
        if len(plain) > 1 and rng.random() < 0.6:
            exchange(s, seat, card, rng.choice(plain))
