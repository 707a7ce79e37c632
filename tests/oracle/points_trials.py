"""Positions that play hardly reaches: the pieces of a game are shaken at random, and the game has to put them in order.

A shaken copy goes through the upkeep (2.35), and from there through the Isolation Phase (5.5), a Regency check (3.2),
the end of the game (3.3), a burial (3.8) and deaths (8.5). What has to come out is reckoned by `tests.oracle.points`.
"""

import random

from diadochi.game import Game
from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import EVERY_FACTION, NO_GENERAL, SEATS, FactionId, GeneralId, LocationId, RoyalId, SpaceId
from diadochi.model.options import Option
from diadochi.model.pieces import ROYAL_NAME, Royal, Unit
from diadochi.model.state import (
    DISPERSED,
    INDEPENDENT,
    NOBODY,
    OUT,
    State,
    forces,
    numbered,
    space_id,
)
from diadochi.rules import isolation, scoring, troops, turn
from diadochi.rules.agenda import Rest
from diadochi.rules.burial import begin_burial
from diadochi.rules.upkeep import upkeep
from tests.harness import between_procedures, own_copy
from tests.oracle import points as oracle
from tests.oracle.points import BRIDES, MATERIAL, same

SPACES = len(MATERIAL.board.spaces)
CITIES = [i for i, space in numbered(space_id, MATERIAL.board.spaces) if space.kind != Kind.TRANSIT]
MAJORS = tuple(map(GeneralId, range(MATERIAL.pieces.majors)))
ROYALS = tuple(map(RoyalId, range(len(ROYAL_NAME))))
MAJOR_CITIES = [i for i in CITIES if MATERIAL.board.spaces[i].kind == Kind.MAJOR]


# Shaking


def shake(s: State, rng: random.Random) -> None:
    """Other PCs, places and markers, such as no upkeep has seen yet."""
    for change in (shake_capitals, shake_pcs, shake_generals, shake_royals, shake_brides, shake_independents,
                   shake_fleets, shake_markers, shake_tomb):  # fmt: skip
        if rng.random() < 0.6:
            change(s, rng)
    moves.all_due(s)


def anybody(s: State, rng: random.Random) -> FactionId:
    return rng.choice((NOBODY, *SEATS[s.players], INDEPENDENT))


def is_free(s: State, space: int) -> bool:
    """Nobody is inside: then its PC may change without further ado."""
    inside = SPACES + space
    return inside not in s.royals and not others_at(s, inside)


def shake_pcs(s: State, rng: random.Random) -> None:
    """Single spaces, whole Provinces, what a bonus asks for, or all that a player has."""
    names = [province.id for province in MATERIAL.board.provinces]
    spaces = rng.sample(CITIES, rng.randrange(20))
    for name in rng.sample(names, rng.randrange(4)):
        put_pcs(s, oracle.spaces_of(name), anybody(s, rng))
    if rng.random() < 0.3:
        for name in ("phrygia", "syria", "babylonia"):
            spaces += oracle.spaces_of(name)
    if rng.random() < 0.3:
        put_pcs(s, [i for i in CITIES if MATERIAL.board.spaces[i].hellespont], anybody(s, rng))
    if rng.random() < 0.4:
        loser = rng.choice(SEATS[s.players])
        put_pcs(s, [i for i in CITIES if s.pcs[i] == loser], anybody(s, rng))
    owner = anybody(s, rng)
    for space in spaces:
        put_pcs(s, [space], owner if rng.random() < 0.5 else anybody(s, rng))


def put_pcs(s: State, spaces: list[SpaceId], owner: FactionId) -> None:
    for space in spaces:
        if is_free(s, space):
            moves.put_pc(s, space, owner)


def shake_generals(s: State, rng: random.Random) -> None:
    """Some Major Generals elsewhere, with or without a CU; never two players in a location."""
    for general in rng.sample(MAJORS, 5):
        owner, at = s.owners[general], rng.choice(CITIES)
        if not 0 <= owner < s.players or not oracle.is_living(s, general):
            continue
        if rng.random() < 0.2:
            moves.put_general(s, general, rng.choice((DISPERSED, OUT)))
            if s.generals[general] == OUT:
                s.dead |= 1 << general
                s.condemned = NO_GENERAL if s.condemned == general else s.condemned
        elif not (others_at(s, at) - {owner}):
            moves.put_general(s, general, at)
            if rng.random() < 0.5:
                moves.add_cus(s, at, owner, forces(rng.choice((Unit.MERCENARY, Unit.LOYAL, Unit.ROYAL))))


def others_at(s: State, location: int) -> set[FactionId]:
    armed = {f for f in EVERY_FACTION if oracle.cus_in(s, location, f)}
    return armed | oracle.factions_with_generals(s, location)


def shake_royals(s: State, rng: random.Random) -> None:
    """Royals anywhere, and of anybody; inside a city only of its controller."""
    for royal in rng.sample(ROYALS, 3):
        if s.royals[royal] == OUT:
            continue
        s.royal_owner[royal] = rng.choice((*SEATS[s.players], NOBODY))
        places = [*(at for at in s.generals if 0 <= at < 2 * SPACES), *MAJOR_CITIES, *rng.sample(CITIES, 5)]
        s.royals[royal] = rng.choice(places)
        space = oracle.space_of(s.royals[royal])
        own_city = space in MAJOR_CITIES and s.royal_owner[royal] != NOBODY and s.pcs[space] == s.royal_owner[royal]
        s.royals[royal] = LocationId(space + SPACES * (own_city and rng.random() < 0.5))


def shake_brides(s: State, rng: random.Random) -> None:
    """Offers of marriage, often where the groom has an Army."""
    armies = [at for at in set(s.generals) if 0 <= at < SPACES and len(others_at(s, at) - {INDEPENDENT}) == 1]
    for i, bride in enumerate(BRIDES):
        s.proposals[i] = rng.choice((*SEATS[s.players], NOBODY)) if s.royals[bride] != OUT else NOBODY
        if s.proposals[i] != NOBODY and armies and rng.random() < 0.7:
            at = rng.choice(armies)
            s.royals[bride], s.royal_owner[bride] = at, NOBODY
            s.proposals[i] = min(others_at(s, at))


def shake_independents(s: State, rng: random.Random) -> None:
    """Independent Armies where the royals are."""
    bring_independents(s, rng, [at for at in s.royals if 0 <= at < SPACES])


def bring_independents(s: State, rng: random.Random, places: list[LocationId]) -> None:
    for army in MATERIAL.pieces.independents:
        old, cus = s.generals[army.general], forces(Unit.MERCENARY, army.cus)
        if old >= 0 and places and rng.random() < 0.5:
            at = rng.choice(places)
            moves.take_cus(s, old, INDEPENDENT, cus)
            moves.put_general(s, army.general, at)
            moves.add_cus(s, at, INDEPENDENT, cus)


def shake_fleets(s: State, rng: random.Random) -> None:
    for number, fleet in enumerate(MATERIAL.pieces.fleets):
        s.fleet_side[number] = rng.choice((0, 0, 1, 2))
        if fleet.id == "kilikia":
            s.fleet_owner[number] = rng.choice((*SEATS[s.players], NOBODY))


def shake_markers(s: State, rng: random.Random) -> None:
    s.champions = rng.randrange(1 << s.players)
    s.vp = [rng.choice((0, vp)) for vp in s.vp]
    s.usurper = rng.choice(SEATS[s.players])
    s.persian_support, s.oracle = (rng.choice((*SEATS[s.players], NOBODY)) for _ in range(2))
    living = [g for g in MAJORS if s.owners[g] != NOBODY and oracle.is_living(s, g)]
    s.condemned = rng.choice((NO_GENERAL, *living))
    s.active = rng.choice((*SEATS[s.players], NOBODY))
    many = rng.choice((0, 0, 0, 0, 40))
    s.capitals_taken = [rng.choice((0, 0, 0, 1, many)) for _ in range(s.players)]


def shake_capitals(s: State, rng: random.Random) -> None:
    """A Capital wherever its owner has a PC."""
    for seat in SEATS[s.players]:
        own = [i for i in CITIES if s.pcs[i] == seat and i not in MAJOR_CITIES]
        if own and s.capital[seat] < 0 and rng.random() < 0.3:
            s.capital[seat] = rng.choice(own)


def shake_tomb(s: State, rng: random.Random) -> None:
    """Alexander is buried, in Pella or elsewhere."""
    pella = MATERIAL.board.space_index["pella"]
    s.royals[Royal.FUNERAL_CART], s.royal_owner[Royal.FUNERAL_CART] = OUT, NOBODY
    s.tomb = rng.choice((pella, *MAJOR_CITIES))
    s.tomb_burier = rng.choice(SEATS[s.players]) if s.tomb == pella else NOBODY


# Trials


def trial(game: Game, rng: random.Random) -> None:
    """A Look: shake a copy of the game and see what becomes of it."""
    if game.decision is None or not between_procedures(game):
        return
    s = own_copy(game.state)
    s.agenda = [Rest()]
    shake(s, rng)
    before = s.copy()
    after = Game.from_state(MATERIAL, s, keep_undo=False)
    upkeep(after._play)
    check_upkeep(before, after)
    if not after.state.result:
        rng.choice((try_isolation, try_regency, try_end_game, try_burial, try_deaths))(
            Game.from_state(MATERIAL, own_copy(after.state), keep_undo=False), rng
        )


def check_upkeep(before: State, game: Game) -> None:
    """8.2, 8.3, 2.18, 7.4, 3.5, 3.6, 3.7.12, 3.1, in this order."""
    s = game.state
    for royal, (at, owner) in zip(range(len(ROYAL_NAME)), oracle.royals_after_upkeep(before, s), strict=True):
        same("place of", ROYAL_NAME[royal], s.royals[royal], at)
        same("control of", ROYAL_NAME[royal], s.royal_owner[royal], owner)
    check_capitals(before, s)
    for i, bride in enumerate(BRIDES):
        married = s.royal_owner[bride] != NOBODY and s.royal_owner[bride] == before.proposals[i]
        if married and not oracle.keeps(s, before.royal_owner[bride], before.royals[bride]):
            same("offer after the marriage", ROYAL_NAME[bride], s.proposals[i], NOBODY)
        elif not married:
            same("offer", ROYAL_NAME[bride], s.proposals[i], before.proposals[i])
    oracle.check_provinces(game)
    for number, fleet in enumerate(MATERIAL.pieces.fleets):
        side = before.fleet_side[number]
        if s.fleet_owner[number] != before.fleet_owner[number]:
            side &= ~1
        same("side of Fleet", fleet.id, s.fleet_side[number], side)
    oracle.check_sums(game)
    for seat in SEATS[s.players]:
        regains = before.vp[seat] > 0 and s.vp[seat] == 0
        same("Champion", seat, bool(s.champions >> seat & 1), bool(before.champions >> seat & 1) or regains)
    same("Instant Victory", s.turn, s.result, oracle.instant_winner(s))


def check_capitals(before: State, s: State) -> None:
    """16.1.5: a lost Capital is worth 1 VP to the player whose PC is there now."""
    taken = list(before.capitals_taken)
    for seat, space in enumerate(before.capital):
        holder = s.pcs[space] if space >= 0 else NOBODY
        if space >= 0:
            same("Capital kept", seat, s.capital[seat] == space, holder == seat)
        if holder not in (seat, INDEPENDENT, NOBODY):
            taken[holder] += 1
    same("Capitals taken", s.turn, s.capitals_taken, taken)


def try_isolation(game: Game, rng: random.Random) -> None:
    expected = oracle.pcs_after_isolation(game.state)
    isolation.isolate(game._play)
    if not game.state.result:
        same("PCs after Isolation", game.state.order, game.state.pcs, expected)
        oracle.check_provinces(game)
        oracle.check_royals(game)
        oracle.check_sums(game)


def try_end_game(game: Game, rng: random.Random) -> None:
    expected = oracle.end_game_winners(game.state)
    scoring.end_game(game._play)
    winner, kind = game.state.result
    same("End Game", game.state.vp, (winner in expected, kind), (True, scoring.END_GAME))


def try_regency(game: Game, rng: random.Random) -> None:
    """3.2: the Preparations Phase of Game Turn IV or V, up to its first decision."""
    s, number = game.state, rng.choice((4, 5))
    heir = oracle.REGENCY_HEIR[number]
    s.turn = number - 1
    even_out(s, rng)
    upkeep(game._play)
    if s.result or (s.royals[heir] < 0 and s.royals[heir] != OUT):
        return
    before = s.copy()
    turn.begin_game_turn(game._play, number)
    after = Game.from_state(MATERIAL, s, keep_undo=False)
    holder, winners = before.royal_owner[heir], oracle.regency_winners(before)
    result = after.state.result
    if before.royals[heir] == OUT:
        expected = not result
    elif holder == NOBODY:
        expected = bool(result) and result[0] in winners and result[1] == scoring.HIGHEST_SUM
    elif winners == [holder]:
        expected = result == (holder, scoring.REGENCY)
    elif holder in winners:
        expected = not result or result == (holder, scoring.REGENCY)
    else:
        expected = not result
    if result and result[1] in (scoring.INSTANT_LEGITIMACY, scoring.INSTANT_VP):
        expected = holder not in winners and s.options >> Option.HERAKLES & 1 == 1
    same("Regency", (number, holder, winners, result), expected, True)
    if not result:
        same("heir", ROYAL_NAME[heir], after.state.royals[heir], OUT)
        same("Cart", number, after.state.royals[Royal.FUNERAL_CART], OUT)
        same("Usurper", after.state.vp, after.state.usurper in oracle.usurpers(after.state), True)
    oracle.check_sums(after)


def try_deaths(game: Game, rng: random.Random) -> None:
    """3.6.10, 3.6.13, 8.5.3: what the dead gave, or cost, is gone."""
    s = game.state
    generals = [g for g in MAJORS if s.owners[g] != NOBODY and oracle.is_living(s, g)]
    royals = [r for r in ROYALS if s.royals[r] >= 0 and r != Royal.FUNERAL_CART]
    if generals:
        dead = rng.choice(generals)
        s.condemned = rng.choice((s.condemned, dead))
        troops.kill_general(game._play, dead, "14.8.3")
        same("condemned", dead, s.condemned != dead, True)
    if royals:
        scoring.kill_royal(game._play, rng.choice(royals))
    moves.all_due(s)
    upkeep(game._play)
    oracle.check_sums(game)
    oracle.check_royals(game)


def even_out(s: State, rng: random.Random) -> None:
    """Let ties come about: extra VP for whoever is behind the highest L + VP."""
    totals = [vp + legitimacy for vp, legitimacy in zip(s.vp, s.legitimacy, strict=True)]
    for seat in SEATS[s.players]:
        missing = max(totals) - totals[seat]
        if rng.random() < 0.4 and s.vp[seat] + missing < oracle.VICTORY_VP[s.players]:
            s.capitals_taken[seat] += missing
    moves.all_due(s)


def try_burial(game: Game, rng: random.Random) -> None:
    """3.8: asked at Turn End exactly if it is possible; the Tomb is worth what 3.6 says."""
    s = game.state
    holder, at = s.royal_owner[Royal.FUNERAL_CART], s.royals[Royal.FUNERAL_CART]
    s.turn = rng.choice((1, 2, 2, 3, 3, 4))
    bring_independents(s, rng, [at] if 0 <= at < SPACES and rng.random() < 0.3 else [])
    possible = holder != NOBODY and oracle.can_bury(s, holder)
    begin_burial(game._play)
    after = Game.from_state(MATERIAL, s, keep_undo=False)
    assert after.decision is not None
    same("burial", (holder, at, s.turn), "bury" in after.decision.actions, possible)
    if possible:
        same("burial", "asked", after.decision.seat, holder)
        after.act("bury")
        pella = oracle.space_of(at) == MATERIAL.board.space_index["pella"]
        same("Tomb", at, (s.tomb, s.tomb_burier), (oracle.space_of(at), holder if pella else NOBODY))
        same("Cart", at, s.royals[Royal.FUNERAL_CART], OUT)
        oracle.check_sums(after)
        same("Instant Victory", s.turn, s.result, oracle.instant_winner(s))
