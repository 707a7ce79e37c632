"""A second reckoning of control, points and victory, from the bare pieces on the board.

From the PCs, CUs, Generals, royals, the Tomb and the markers it reckons, without the rules of the engine, who controls
which Province, Fleet and royal (2.16 to 2.19, 7.4, 8.2, 8.3), every source of VP and L (3.5, 3.6), the isolated PCs
(5.5), the Usurper (5.1.B) and who wins (3.1 to 3.4, 16.12). From what happened since the last look it reckons who stays
a Champion (3.7) and what a card or a burial has left behind (3.8, 6.2, 7.4.6, 8.2.6, 16.1, 16.2).

`points()` makes a Look that compares all this with the game at every decision.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model.board import Kind
from diadochi.model.ids import EVERY_FACTION, SEATS, FactionId, LocationId, SpaceId
from diadochi.model.options import Option
from diadochi.model.pieces import ROYAL_NAME, Royal, Unit
from diadochi.model.state import BOX, DISPERSED, FACTIONS, INDEPENDENT, NOBODY, OFF_MAP, OUT, State, numbered, space_id
from diadochi.rules import scoring
from diadochi.rules.agenda import Event
from tests.harness import Look, between_procedures, own_copy

MATERIAL = load_material()

HEIRS = {Royal.ALEXANDROS: 5, Royal.PHILIPPOS: 4, Royal.HERAKLES: 2}
FEMALES = {Royal.OLYMPIAS: 3, Royal.KLEOPATRA: 3, Royal.THESSALONIKE: 2}
BRIDES = (Royal.KLEOPATRA, Royal.THESSALONIKE)
OFFERS = ("kleopatra_offers_marriage", "thessalonike_offers_marriage")
REGENCY_HEIR = {4: Royal.ALEXANDROS, 5: Royal.HERAKLES}
VICTORY_VP = {5: 20, 4: 23, 3: 26, 2: 29}
VICTORY_LEGITIMACY = 18

Sources = Counter[tuple[str, int, int]]
"""(message key, what it is about or -1, points) of each source of VP or L."""


# 2 The board


@cache
def spaces_of(province: str) -> list[SpaceId]:
    """The spaces that count for control of a Province (2.18)."""
    number = MATERIAL.board.province_index[province]
    return [i for i, s in numbered(space_id, MATERIAL.board.spaces) if s.province == number and s.kind != Kind.TRANSIT]


def is_major_city(s: State, space: int) -> bool:
    """Printed, or a completed Capital (16.1.3)."""
    return MATERIAL.board.spaces[space].kind == Kind.MAJOR or space in s.capital


def province_owner(s: State, province: str) -> FactionId:
    """2.18, 2.19, 16.1.4: over half of the spaces and every Major City."""
    spaces = spaces_of(province)
    for faction in EVERY_FACTION:
        held = [i for i in spaces if s.pcs[i] == faction]
        cities = [i for i in spaces if is_major_city(s, i)]
        if 2 * len(held) > len(spaces) and all(i in held for i in cities):
            return faction
    return NOBODY


def owner_of(s: State, province: str) -> int:
    """Who holds a Province by the game's own record."""
    return s.province_owner[MATERIAL.board.province_index[province]]


def space_of(location: int) -> SpaceId:
    return space_id(location % len(MATERIAL.board.spaces))


def is_inside(location: int) -> bool:
    return len(MATERIAL.board.spaces) <= location < 2 * len(MATERIAL.board.spaces)


def cus_in(s: State, location: int, faction: int) -> int:
    return sum(s.cus.get(location * FACTIONS + faction, ()))


def factions_with_cus(s: State, space: int) -> set[int]:
    """The Factions with a CU in any location of a space."""
    return {key % FACTIONS for key in s.cus if space_of(key // FACTIONS) == space}


def factions_with_generals(s: State, location: int) -> set[FactionId]:
    return {s.owners[g] for g, at in enumerate(s.generals) if at == location}


# 7.4 Fleets


def fleet_owner(s: State, fleet: int) -> int:
    """7.4.2: the player who controls its Province, or Athenai; the Kilikia Fleet stays where a card has put it."""
    name = MATERIAL.pieces.fleets[fleet].id
    if name == "kilikia":
        return s.fleet_owner[fleet]
    if name == "athenai":
        return player_only(s.pcs[MATERIAL.board.space_index["athenai"]])
    return player_only(province_owner(s, name))


def player_only(faction: FactionId) -> FactionId:
    """An Independent piece belongs to no player."""
    return NOBODY if faction == INDEPENDENT else faction


def largest_fleet(s: State) -> int:
    """3.5.3 to 3.5.6"""
    strength = Counter[int]()
    for fleet, side, owner in zip(MATERIAL.pieces.fleets, s.fleet_side, s.fleet_owner, strict=True):
        if player_only(owner) != NOBODY:
            strength[owner] += fleet.upgraded if side == 1 else fleet.normal
    best = strength.most_common(2)
    if not best or best[0][1] < 3 or (len(best) == 2 and best[0][1] == best[1][1]):
        return NOBODY
    return best[0][0]


# 3.5 Victory points


def vp_sources(s: State, seat: int) -> Sources:
    out: Sources = Counter()
    for number, province in enumerate(MATERIAL.board.provinces):
        if s.province_owner[number] == seat:
            out["vp.province", number, province.vp] += 1
    if all(owner_of(s, name) == seat for name in ("phrygia", "syria", "babylonia")):
        out["vp.lord_of_asia", -1, 4] += 1
    if largest_fleet(s) == seat:
        out["vp.largest_fleet", -1, 3] += 1
    if all(s.pcs[i] == seat for i, space in enumerate(MATERIAL.board.spaces) if space.hellespont):
        out["vp.hellespont", -1, 2] += 1
    if s.capital[seat] >= 0 and s.pcs[s.capital[seat]] == seat:
        out["vp.capital", s.capital[seat], 2] += 1
    if s.capitals_taken[seat]:
        out["vp.capitals_taken", -1, s.capitals_taken[seat]] += 1
    return out


def total(sources: Sources) -> int:
    return sum(points * n for (_, _, points), n in sources.items())


# 3.6 Legitimacy


def l_sources(s: State, seat: int) -> Sources:
    out: Sources = Counter()
    heirs = [heir for heir in HEIRS if s.royal_owner[heir] == seat]
    if heirs:
        best = max(heirs, key=lambda heir: HEIRS[heir])
        out["l.royal", best, HEIRS[best]] += 1
    for female, worth in FEMALES.items():
        if s.royal_owner[female] == seat:
            out["l.royal", female, worth] += 1
    if s.champions >> seat & 1:
        out["l.champion", -1, 3] += 1
    pella = MATERIAL.board.space_index["pella"]
    if s.tomb == pella and s.tomb_burier == seat:
        out["l.tomb_in_pella", pella, 10] += 1
    if s.tomb not in (-1, pella) and s.pcs[s.tomb] == seat:
        out["l.tomb", s.tomb, 2] += 1
    if owner_of(s, "makedonia") == seat:
        out["l.strategos", -1, 2] += 1
    for g, general in enumerate(MATERIAL.pieces.generals):
        if general.id in ("perdikkas", "leonnatos") and s.owners[g] == seat and is_living(s, g):
            out["l.general", g, 1] += 1
    if s.oracle == seat:
        out["l.oracle", -1, 1] += 1
    if s.persian_support == seat:
        out["l.persian_support", -1, -2] += 1
    if s.condemned >= 0 and s.owners[s.condemned] == seat and is_living(s, s.condemned):
        out["l.condemned", s.condemned, -3] += 1
    return out


def is_living(s: State, general: int) -> bool:
    """On the map or Dispersed."""
    return s.generals[general] >= 0 or s.generals[general] == DISPERSED


# 8.2, 8.3 The royal family


def guardian(s: State, location: int) -> FactionId:
    """8.2.2, 8.2.11: the player whose General, else whose PC, is in a location."""
    generals = factions_with_generals(s, location) - {INDEPENDENT}
    return next(iter(generals)) if len(generals) == 1 else player_only(s.pcs[space_of(location)])


def keeps(s: State, owner: int, location: int) -> bool:
    """8.3.1, 8.3.3, A102: by a General there, or by a PC where no other player has a General."""
    generals = factions_with_generals(s, location) - {INDEPENDENT}
    return owner in generals or (not generals and s.pcs[space_of(location)] == owner)


def loses_cart(s: State, location: int) -> bool:
    """16.4.1: where Independents would take the Cart if they were a player."""
    generals = factions_with_generals(s, location)
    return generals == {INDEPENDENT} or (not generals and s.pcs[space_of(location)] == INDEPENDENT)


def can_marry(s: State, groom: int, location: int) -> bool:
    """8.2.8, 8.2.9: an Army of his, and no enemy CU."""
    armed = {faction for faction in range(FACTIONS) if cus_in(s, location, faction)}
    return groom in factions_with_generals(s, location) and armed == {groom}


def royals_after_upkeep(before: State, now: State) -> list[tuple[LocationId, FactionId]]:
    """(location, owner) of every royal after an upkeep that found the pieces as they stand now."""
    out = []
    for royal in range(len(ROYAL_NAME)):
        at, owner = before.royals[royal], before.royal_owner[royal]
        if at < 0:
            out.append((at, NOBODY))
            continue
        if owner == NOBODY or not keeps(now, owner, at):
            owner, at = NOBODY, space_of(at)
        if royal not in FEMALES:
            generals = factions_with_generals(now, at) - {INDEPENDENT}
            owner = owner if len(generals) > 1 else guardian(now, at)
        if royal == Royal.FUNERAL_CART and now.options >> Option.DESTRUCTION_OF_THE_CART & 1 and loses_cart(now, at):
            at, owner = OUT, NOBODY
        if royal in BRIDES and owner == NOBODY:
            groom = before.proposals[BRIDES.index(royal)]
            owner = groom if groom != NOBODY and can_marry(now, groom, at) else NOBODY
        out.append((at, owner))
    return out


# 3.8 Burying Alexander


def can_bury(s: State, seat: int) -> bool:
    """3.8.1 to 3.8.4: with the Cart in or before a Major City, and no enemy CU in its location."""
    at = s.royals[Royal.FUNERAL_CART]
    if at < 0 or s.royal_owner[Royal.FUNERAL_CART] != seat or s.turn not in (2, 3):
        return False
    return is_major_city(s, space_of(at)) and not any(cus_in(s, at, f) for f in range(FACTIONS) if f != seat)


# 5.5 Isolation


def isolated(s: State, seat: int) -> set[int]:
    """5.5.2: the PCs without a chain of spaces to an own CU or an own Major City."""
    return {i for i, owner in enumerate(s.pcs) if owner == seat and not reaches_support(s, seat, i)}


@cache
def neighbours(space: int) -> set[int]:
    """5.5.3: by any path."""
    return {p.b for p in MATERIAL.board.paths if p.a == space} | {p.a for p in MATERIAL.board.paths if p.b == space}


def reaches_support(s: State, seat: int, start: int) -> bool:
    seen, frontier = {start}, [start]
    while frontier:
        space = frontier.pop()
        armed = factions_with_cus(s, space)
        if seat in armed or (s.pcs[space] == seat and is_major_city(s, space)):
            return True
        if s.pcs[space] == seat or (s.pcs[space] == NOBODY and not armed):
            frontier += neighbours(space) - seen
            seen |= neighbours(space)
    return False


def pcs_after_isolation(before: State) -> list[FactionId]:
    """5.5.1: one player after another, in Turn Order."""
    s = own_copy(before)
    for seat in s.order:
        for space in isolated(s, seat):
            s.pcs[space] = NOBODY
    return s.pcs


# 3.1 to 3.4 Victory


def instant_winner(s: State) -> tuple[int, ...]:
    """3.1, A02: (winner, kind), or nothing."""
    order = [seat for seat in (s.active, *s.order, *range(s.players)) if seat != NOBODY]
    for seat in order if s.turn >= 2 else ():
        if s.legitimacy[seat] >= VICTORY_LEGITIMACY:
            return (seat, scoring.INSTANT_LEGITIMACY)
        if s.vp[seat] >= VICTORY_VP[s.players]:
            return (seat, scoring.INSTANT_VP)
    return ()


def best(seats: list[int], value: Callable[[int], int]) -> list[int]:
    highest = max(value(seat) for seat in seats)
    return [seat for seat in seats if value(seat) == highest]


def tie_winners(s: State, tied: list[int]) -> list[int]:
    """3.4: who may win a tie; several if only dice are left to decide."""
    holder = owner_of(s, "makedonia")
    if holder in tied:
        return [holder]
    tied = best(tied, lambda seat: macedonian_cus(s, seat))
    return best(tied, lambda seat: seniority(s, seat))


def macedonian_cus(s: State, seat: int) -> int:
    """3.4.2"""
    groups = [cus for key, cus in s.cus.items() if key % FACTIONS == seat] + [s.dispersed[seat]]
    return sum(cus[unit] for cus in groups for unit in (Unit.LOYAL, Unit.ROYAL, Unit.SILVER_SHIELDS))


def seniority(s: State, seat: int) -> int:
    """Of the most Senior living General, Dispersed ones included (A04)."""
    return max((MATERIAL.pieces.generals[g].seniority for g in range(MATERIAL.pieces.majors)
                if s.owners[g] == seat and is_living(s, g)), default=0)  # fmt: skip


def end_game_winners(s: State) -> list[int]:
    """3.3"""
    return tie_winners(s, best(list(range(s.players)), lambda seat: s.vp[seat]))


def regency_winners(s: State) -> list[int]:
    """3.2: those with the highest L + VP, after the tie breaker."""
    return tie_winners(s, best(list(range(s.players)), lambda seat: s.vp[seat] + s.legitimacy[seat]))


def usurpers(s: State) -> list[int]:
    """5.1.B"""
    return best(best(list(range(s.players)), lambda seat: s.vp[seat]), lambda seat: seniority(s, seat))


# What must be true at every decision


def check_sums(game: Game) -> None:
    """3.5, 3.6, A07, I9: each source by itself, and the totals."""
    s, p = game.state, game._play
    for seat in SEATS[s.players]:
        vp, legitimacy = vp_sources(s, seat), l_sources(s, seat)
        same("VP sources", seat, told(scoring.victory_point_sources(p, seat)), vp)
        same("VP", seat, s.vp[seat], total(vp))
        same("L sources", seat, told(scoring.legitimacy_sources(p, seat)), legitimacy)
        same("L", seat, s.legitimacy[seat], max(0, total(legitimacy)))


def told(sources: list[scoring.Source]) -> Sources:
    """The sources a game tells of; what a source is about counts where there can be several."""
    about = ("vp.province", "vp.capital", "l.royal", "l.general", "l.condemned", "l.tomb", "l.tomb_in_pella")
    return Counter((x.key, x.value if x.key in about else -1, x.points) for x in sources)


def same(what: str, which: object, told: object, reckoned: object) -> None:
    assert told == reckoned, f"{what} of {which}: the game says {told}, the oracle {reckoned}"


def check_provinces(game: Game) -> None:
    """2.18, 7.4.2: Provinces and Fleets by the PCs."""
    s = game.state
    for number, province in enumerate(MATERIAL.board.provinces):
        same("control", province.id, s.province_owner[number], province_owner(s, province.id))
    for number, fleet in enumerate(MATERIAL.pieces.fleets):
        same("Fleet", fleet.id, s.fleet_owner[number], fleet_owner(s, number))
        same("sides of Fleet", fleet.id, s.fleet_side[number] in (0, 1, 2), True)
    for seat, space in enumerate(s.capital):
        if space >= 0:
            same("Capital", seat, s.pcs[space], seat)


def check_royals(game: Game) -> None:
    """8.2, 8.3: nothing is left to change hands."""
    s = game.state
    for royal, (at, owner) in zip(range(len(ROYAL_NAME)), royals_after_upkeep(s, s), strict=True):
        same("place of", ROYAL_NAME[royal], s.royals[royal], at)
        same("control of", ROYAL_NAME[royal], s.royal_owner[royal], owner)


def check_result(game: Game) -> None:
    """3.1, 3.3: the game is over if somebody has won, and not otherwise."""
    s = game.state
    if not s.result:
        same("Instant Victory", s.turn, (), instant_winner(s))
        same("last Game Turn", s.turn, s.turn <= (4 if s.options >> Option.SHORT_GAME & 1 else 5), True)
        return
    winner, kind = s.result
    if kind in (scoring.INSTANT_LEGITIMACY, scoring.INSTANT_VP):
        same("Instant Victory", s.turn, s.result, instant_winner(s))
    elif kind == scoring.END_GAME:
        same("End Game", "turn", s.turn, 4 if s.options >> Option.SHORT_GAME & 1 else 5)
        same("End Game", s.vp, winner in end_game_winners(s), True)
    else:
        holder = s.royal_owner[REGENCY_HEIR[s.turn]]
        same("Regent", winner, winner, holder if kind == scoring.REGENCY else winner)
        same("uncontrolled Heir", winner, holder == NOBODY, kind == scoring.HIGHEST_SUM)
        same("L + VP", winner, winner in regency_winners(s), True)


def check_heirs(game: Game) -> None:
    """3.2.4, 3.8.9, 16.2.1: who has to be gone, or to have come, by now."""
    s = game.state
    if s.turn >= 4:
        same("Game Turn IV", "Cart", s.royals[Royal.FUNERAL_CART], OUT)
        same("Game Turn IV", "Alexandros", s.royals[Royal.ALEXANDROS], OUT)
    if s.turn >= 5:
        same("Game Turn V", "Herakles", s.royals[Royal.HERAKLES], OUT)
    if s.options >> Option.HERAKLES & 1:
        waits = s.royals[Royal.HERAKLES] in (BOX, OFF_MAP)
        same("16.2", "Herakles waits", waits, s.royals[Royal.ALEXANDROS] != OUT)


# What has happened since the last look


def fact(event: Event, name: str) -> Any:
    return next(value for key, _, value in event.args if key == name)


def card_events(events: tuple[Event, ...], event: str) -> list[FactionId]:
    """Who played a card for its event."""
    return [fact(e, "who") for e in events if e.key == "plays_event" and MATERIAL.cards[fact(e, "card")].event == event]


class Ledger:
    """The state at the last look, and what is pending since."""

    def __init__(self, game: Game) -> None:
        self.before = game.state.copy()
        self.version = game.version
        self.attackers: set[int] = set()
        """Who became a Successor in the procedure under way, and has not yet been seen to attack."""
        self.asked_to_bury = (0, 0, NOBODY)
        """In which Player Turn somebody could bury Alexander."""
        self.persian = game.state.persian_support
        self.oracle = game.state.oracle
        self.olympias = NOBODY
        """Who played the last event, if it was Olympias."""

    def follow(self, game: Game) -> None:
        s, calm = game.state, between_procedures(game)
        events = game.entries[-1].events if game.version == self.version + 1 else ()
        self.champions(events, s)
        self.regained(events, s)
        self.markers(events, s, calm)
        self.fleets(events, s)
        self.tomb(events, s)
        self.burial(game, s)
        self.repercussions(events)
        self.females(events, s)
        self.offers(s)
        self.capitals(events, s)
        self.new_turn(game, events, s)
        if calm:
            same("attack that never came", s.turn, self.attackers, set())
        self.before, self.version = s.copy(), game.version

    def champions(self, events: tuple[Event, ...], s: State) -> None:
        """3.7: whoever attacks a Champion who is not the Usurper is none himself by then."""
        champions = {seat for seat in range(s.players) if self.before.champions >> seat & 1}
        usurper = self.before.usurper
        for e in events:
            if e.key == "usurper":
                usurper = fact(e, "who")
            if e.key == "becomes_successor":
                who, victim = fact(e, "who"), fact(e, "victim")
                same("Champion who attacks", who, who in champions, True)
                same("Champion attacked", victim, victim in champions - {usurper}, True)
                champions.discard(who)
                self.attackers.add(who)
            if e.key == "becomes_champion":
                same("Successor at 0 VP", fact(e, "who"), fact(e, "who") in champions, False)
                champions.add(fact(e, "who"))
            attacker, victim = self.attack(e, s)
            if attacker in champions and victim in champions - {attacker, usurper}:
                raise AssertionError(f"{attacker} attacks the Champion {victim} and stays one: {e}")
            self.attackers.discard(attacker)
            if e.key in ("cus_change_side", "no_battle", "side_emptied"):
                self.attackers.clear()
        same("Champions", s.turn, {seat for seat in range(s.players) if s.champions >> seat & 1}, champions)

    def attack(self, e: Event, s: State) -> tuple[int, int]:
        """3.7.3 to 3.7.7: (attacker, victim), if this is an attack."""
        if e.key == "battle_begins":
            return fact(e, "attacker"), fact(e, "defender")
        if e.key == "naval_battle":
            return fact(e, "interceptor"), fact(e, "mover")
        if e.key == "overruns":
            return fact(e, "who"), fact(e, "victim")
        if e.key == "siege_roll" and is_major_city(self.before, fact(e, "space")):
            return fact(e, "who"), self.before.pcs[fact(e, "space")]
        if e.key == "general_dispersed" and e.rule == "10.I.1" and fact(e, "general") < MATERIAL.pieces.majors:
            armed = {f for f in range(FACTIONS) if cus_in(s, fact(e, "at"), f)}
            if armed == {s.active}:
                return s.active, fact(e, "who")
        return NOBODY, NOBODY

    def regained(self, events: tuple[Event, ...], s: State) -> None:
        """3.7.12, A11"""
        regained = {fact(e, "who") for e in events if e.key == "becomes_champion"}
        lost = {fact(e, "who") for e in events if e.key == "becomes_successor"}
        for seat in range(s.players):
            fallen = self.before.vp[seat] > 0 and s.vp[seat] == 0
            if fallen and not self.before.champions >> seat & 1:
                same("fallen to 0 VP", seat, seat in regained, True)
            if seat in regained and seat not in lost:
                same("was above 0 VP", seat, self.before.vp[seat] > 0, True)

    def markers(self, events: tuple[Event, ...], s: State, calm: bool) -> None:
        """3.6.11 to 3.6.13: what cards leave behind."""
        self.persian = (card_events(events, "persian_popular_support") or [self.persian])[-1]
        self.oracle = (card_events(events, "oracle") or [self.oracle])[-1]
        if calm:
            same("Persian support", s.turn, s.persian_support, self.persian)
            same("Oracle", s.turn, s.oracle, self.oracle)
        used = [e for e in events if e.key.startswith("plays_") and is_card(e, "condemnation")]
        if s.condemned >= 0:
            same("condemned", s.condemned, is_living(s, s.condemned), True)
            same("condemnation of old", used, all(e.key == "plays_event" for e in used), True)
        elif self.before.condemned >= 0 and is_living(s, self.before.condemned):
            same("condemnation ends", s.turn, bool(used), True)

    def fleets(self, events: tuple[Event, ...], s: State) -> None:
        """7.4.6, 7.4.8"""
        upgraded = {fact(e, "fleet") for e in events if e.key == "fleet_upgraded"}
        for number, fleet in enumerate(MATERIAL.pieces.fleets):
            owner = self.before.fleet_owner[number]
            if fleet.id == "kilikia":
                pirates = card_events(events, "kilikia_pirates")
                same("Kilikia Fleet", s.turn, s.fleet_owner[number], pirates[-1] if pirates else owner)
            stays = self.before.fleet_side[number] == 1 and s.fleet_owner[number] == owner
            if s.fleet_side[number] == 1:
                same("upgraded", fleet.id, stays or number in upgraded, True)

    def tomb(self, events: tuple[Event, ...], s: State) -> None:
        """3.8.6, 3.8.7, R8.2.3"""
        for e in events:
            if e.key == "buries_alexander":
                who, space = fact(e, "who"), fact(e, "space")
                same("Tomb", space, s.tomb, space)
                same("Cart", space, s.royals[Royal.FUNERAL_CART], OUT)
                in_pella = space == MATERIAL.board.space_index["pella"]
                same("burier", who, s.tomb_burier, who if in_pella else NOBODY)
                return
        same("Tomb", s.turn, (s.tomb, s.tomb_burier), (self.before.tomb, self.before.tomb_burier))

    def burial(self, game: Game, s: State) -> None:
        """3.8.5: asked where it is possible, in the own Forage Segment at the latest."""
        asked = game.decision is not None and "bury" in game.decision.actions
        before, now = ((x.turn, x.round, x.active) for x in (self.before, s))
        if asked:
            assert game.decision is not None
            same("burial", s.turn, can_bury(s, game.decision.seat), True)
            self.asked_to_bury = now
        elif before != now and before[0] == s.turn and can_bury(s, self.before.active):
            same("asked to bury", self.before.active, self.asked_to_bury, before)

    def repercussions(self, events: tuple[Event, ...]) -> None:
        """Card 59: all isolated PCs of a player, outside the Isolation Phase."""
        removed = [e for e in events if e.key == "pc_isolated" and e.rule != "5.5.1"]
        if removed:
            victim = fact(removed[0], "who")
            same("isolated PCs", victim, {fact(e, "space") for e in removed}, isolated(self.before, victim))

    def females(self, events: tuple[Event, ...], s: State) -> None:
        """8.2.4 to 8.2.6: only a card brings a Female into a Faction."""
        played = [e for e in events if e.key == "plays_event"]
        if played:
            olympias = is_card(played[-1], "olympias")
            self.olympias = fact(played[-1], "who") if olympias else NOBODY
        for female in FEMALES:
            owner = s.royal_owner[female]
            if owner in (NOBODY, self.before.royal_owner[female]):
                continue
            if female == Royal.OLYMPIAS:
                same("Olympias comes to", owner, self.olympias, owner)
                continue
            i = BRIDES.index(female)
            same(
                "groom", ROYAL_NAME[female], owner in (self.before.proposals[i], *card_events(events, OFFERS[i])), True
            )
            same("marriage of", ROYAL_NAME[female], can_marry(s, owner, s.royals[female]), True)
            same("offer after the marriage", ROYAL_NAME[female], s.proposals[i], NOBODY)

    def offers(self, s: State) -> None:
        """6.2.12, 8.2.10: an offer is a card in front; it ends with the bride and with the Game Turn."""
        for i, bride in enumerate(BRIDES):
            number = next(n for n, card in enumerate(MATERIAL.cards) if card.event == OFFERS[i])
            holders = [seat for seat in range(s.players) if s.front[seat] >> number & 1]
            same("offer of", ROYAL_NAME[bride], [s.proposals[i]] if s.proposals[i] != NOBODY else [], holders)
            if s.royals[bride] == OUT:
                same("offer of dead", ROYAL_NAME[bride], s.proposals[i], NOBODY)

    def capitals(self, events: tuple[Event, ...], s: State) -> None:
        """16.1.3, 16.1.5"""
        taken = list(self.before.capitals_taken)
        for seat in range(s.players):
            old, new = self.before.capital[seat], s.capital[seat]
            if new >= 0 and new != old:
                same("site of the Capital", seat, (self.before.construction[seat], old), (new, -1))
                same("CUs at the Capital", seat, factions_with_cus(s, new), {seat})
            if old >= 0 and new != old:
                taker = self.taker(events, s, old)
                if taker not in (NOBODY, INDEPENDENT):
                    taken[taker] += 1
        same("Capitals taken", s.turn, s.capitals_taken, taken)

    def taker(self, events: tuple[Event, ...], s: State, space: int) -> int:
        """Who took a city: by a Siege, or by the PC that is there now."""
        sieges = [fact(e, "who") for e in events if e.key == "siege_completed" and fact(e, "space") == space]
        return sieges[0] if sieges else s.pcs[space]

    def new_turn(self, game: Game, events: tuple[Event, ...], s: State) -> None:
        """5.1.B, 5.5, 8.2.10"""
        if any(e.key == "usurper" for e in events):
            same("Usurper", s.vp, s.usurper in usurpers(s), True)
        else:
            same("Usurper", s.turn, s.usurper, self.before.usurper)
        if s.turn > self.before.turn:
            same("offers of marriage", s.turn, s.proposals, [NOBODY, NOBODY])
            for seat in range(s.players):
                same("isolated PCs", seat, isolated(s, seat), set())


def is_card(event: Event, name: str) -> bool:
    return any(kind == "card" and MATERIAL.cards[value].event == name for _, kind, value in event.args)


def points() -> Look:
    """Everything of this module, for one game from its beginning."""
    ledger: list[Ledger] = []

    def look(game: Game, rng: random.Random) -> None:
        if game.state.turn == 0:
            return
        check_sums(game)
        check_result(game)
        if game.decision is not None:
            check_heirs(game)
        if between_procedures(game):
            check_provinces(game)
            check_royals(game)
        if ledger:
            ledger[0].follow(game)
        else:
            ledger.append(Ledger(game))

    return look
