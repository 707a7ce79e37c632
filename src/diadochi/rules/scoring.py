"""Chapter 3: Victory Points, Legitimacy, Champions, victory.

L and VP are always the sum of their present sources (A07); `rescore` works them out anew as soon as something
they depend on has changed, also in the middle of a procedure (R2.28).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from diadochi.model import moves
from diadochi.model.ids import SEATS, ActionCode, FactionId, FleetId, ProvinceId, RoyalId, SeatId
from diadochi.model.notation import SHIFT, code
from diadochi.model.pieces import FEMALES, HEIRS, MACEDONIAN, Royal
from diadochi.model.state import (
    DISPERSED,
    INDEPENDENT,
    NOBODY,
    OFF_MAP,
    OUT,
    PROVINCES_DUE,
    SPACES_DUE,
    State,
    spaces_in,
)
from diadochi.model.verbs import Verb
from diadochi.rules import options
from diadochi.rules.agenda import NOT_ASKED, Ask, Frame, Play, Refusal
from diadochi.rules.fleets import fleet_strength, give_fleet

INSTANT_LEGITIMACY: Final = 0
INSTANT_VP: Final = 1
REGENCY: Final = 2
HIGHEST_SUM: Final = 3
END_GAME: Final = 4
"""The kinds of victory in `State.result`."""
VICTORY_NAME: Final = ("instant-legitimacy", "instant-vp", "regency", "uncontrolled-heir", "end-game")


SOURCE: Final = {
    "vp.lord_of_asia": ("3.5.2", ""),
    "vp.largest_fleet": ("3.5.3", ""),
    "vp.hellespont": ("3.5.7", ""),
    "vp.capital": ("3.5.8", "space"),
    "vp.capitals_taken": ("3.5.8", ""),
    "l.royal": ("3.6.5", "royal"),
    "l.champion": ("3.6.6", ""),
    "l.tomb_in_pella": ("3.6.7", "space"),
    "l.tomb": ("3.6.8", "space"),
    "l.strategos": ("3.6.9", "province"),
    "l.general": ("3.6.10", "general"),
    "l.oracle": ("3.6.11", ""),
    "l.persian_support": ("3.6.12", ""),
    "l.condemned": ("3.6.13", "general"),
}
"""Every source but Provinces, by its message key: its rule, and the kind of thing it is about."""
KEYS: Final = tuple(SOURCE)


class Source(NamedTuple):
    """One source of VP or L: its message key, what it is about, and how much it gives."""

    key: str
    kind: str
    value: int
    points: int


def rescore(p: Play) -> None:
    """R2.28: correct Province and Fleet control, L and VP, Champions, and look for an Instant Victory."""
    s = p.state
    if s.board_dirty >= PROVINCES_DUE:
        update_provinces(p)
    update_fleets(p)
    old_vp, old_legitimacy = s.vp, s.legitimacy
    s.vp = victory_points(p)
    regain_champion(p, old_vp)
    s.legitimacy = legitimacy(p)
    moves.score_done(s)
    if s.vp != old_vp or s.legitimacy != old_legitimacy:
        tell_changes(p, old_vp, old_legitimacy)
    instant_victory(p)


def update_fleets(p: Play) -> None:
    """7.4.2: a Fleet goes at once with its Province or space; the Kilikia Fleet with neither (7.4.6)."""
    s = p.state
    for f, fleet in enumerate(p.pieces.fleets):
        if fleet.province >= 0:
            owner = s.province_owner[fleet.province]
        elif fleet.space >= 0:
            owner = s.pcs[fleet.space]
        else:
            continue
        if owner == INDEPENDENT:
            owner = NOBODY
        if owner != s.fleet_owner[f]:
            give_fleet(p, FleetId(f), owner)


def take_stock(p: Play) -> None:
    """Remember what gives points now, so that the next change can be told; a save of an older release does not."""
    s = p.state
    s.sources = tuple(
        [
            tuple([(KEYS.index(x.key), x.value, x.points) for x in honours(p, seat) + legitimacy_sources(p, seat)])
            for seat in SEATS[s.players]
        ]
    )


def tell_changes(p: Play, old_vp: list[int], old_legitimacy: list[int]) -> None:
    """R3.5, R3.6.14: every change but those of Provinces, which tell their VP themselves, with cause and total."""
    s = p.state
    old = s.sources
    take_stock(p)
    if not old:
        return
    for seat in SEATS[s.players]:
        gained = [x for x in s.sources[seat] if x not in old[seat]]
        lost = [(x[0], x[1], -x[2]) for x in old[seat] if x not in s.sources[seat]]
        if s.vp[seat] != old_vp[seat]:
            tell_sources(p, seat, "vp", lost, gained, s.vp[seat])
        if s.legitimacy[seat] != old_legitimacy[seat]:
            tell_sources(p, seat, "l", lost, gained, s.legitimacy[seat])


Change = tuple[int, int, int]
"""A source that came or went: its place in KEYS, what it is about, and the points that its coming or going makes."""


def tell_sources(p: Play, seat: SeatId, unit: str, lost: list[Change], gained: list[Change], total: int) -> None:
    """What went first, then what came, each with the total so far."""
    lost = [x for x in lost if KEYS[x[0]].startswith(unit)]
    gained = [x for x in gained if KEYS[x[0]].startswith(unit)]
    so_far = total - sum(x[2] for x in lost) - sum(x[2] for x in gained)
    for message, changes in ((f"source_lost.{unit}", lost), (f"source_gained.{unit}", gained)):
        for key, value, points in changes:
            so_far += points
            tell_source(p, message, seat, KEYS[key], value, points, max(so_far, 0))


def tell_source(p: Play, message: str, seat: SeatId, key: str, value: int, points: int, total: int) -> None:
    rule, kind = SOURCE[key]
    p.note(
        message,
        rule,
        (
            ("who", "faction", seat),
            ("cause", "text", key),
            ("points", "points", points),
            ("total", "number", total),
            ("what", kind or "number", value),
        ),
    )


# 2.18 Provinces


def update_provinces(p: Play) -> None:
    s = p.state
    totals = s.vp[:] or [0] * s.players
    for province in provinces_due(p):
        owner = controller(p, ProvinceId(province))
        old = s.province_owner[province]
        if owner != old:
            moves.give_province(s, ProvinceId(province), owner)
            if old != NOBODY:
                tell_province(p, "loses_province", old, ProvinceId(province), totals, -1)
            if owner != NOBODY:
                tell_province(p, "gains_province", owner, ProvinceId(province), totals, 1)


def provinces_due(p: Play) -> Sequence[int]:
    """The Provinces in which a PC has changed, in rising order, or all."""
    due = p.state.board_dirty
    if due & PROVINCES_DUE:
        return range(len(p.board.provinces))
    return sorted({p.board.spaces[space].province for space in spaces_in(due >> SPACES_DUE)})


def tell_province(p: Play, key: str, faction: FactionId, province: ProvinceId, totals: list[int], sign: int) -> None:
    if faction == INDEPENDENT:
        p.note(f"independents.{key}", "2.18", (("province", "province", province),))
        return
    points = sign * p.board.provinces[province].vp
    totals[faction] += points
    p.note(
        key,
        "2.18",
        (
            ("who", "faction", faction),
            ("province", "province", province),
            ("points", "points", points),
            ("total", "number", totals[faction]),
        ),
    )


def controller(p: Play, province: ProvinceId) -> FactionId:
    """2.18, 2.19: the Faction with the Major City, where there is one, and a majority of the spaces."""
    pcs = p.state.pcs
    members = p.board.members[province]
    needed = p.board.needed[province]
    city = p.board.major_city[province]
    if city >= 0:
        owner = pcs[city]
        if owner == NOBODY:
            return NOBODY
        held = 0
        for m in members:
            if pcs[m] == owner:
                held += 1
        return owner if held >= needed and holds_capitals(p, members, owner) else NOBODY
    counts = [0] * (INDEPENDENT + 1)
    for m in members:
        owner = pcs[m]
        if owner != NOBODY:
            counts[owner] += 1
            if counts[owner] >= needed:
                return owner if holds_capitals(p, members, owner) else NOBODY
    return NOBODY


def holds_capitals(p: Play, members: tuple[int, ...], owner: FactionId) -> bool:
    """16.1.4: a Capital in the Province is needed as well."""
    s = p.state
    if max(s.capital) < 0 or not p.edition.capital_needed_for_province:
        return True
    return all(space not in members or s.pcs[space] == owner for space in s.capital if space >= 0)


# 3.5 Victory points


def victory_points(p: Play) -> list[int]:
    """By player; `victory_point_sources` tells the same item by item."""
    s = p.state
    e = p.edition
    points = s.capitals_taken[:]
    for province, owner in enumerate(s.province_owner):
        if 0 <= owner < INDEPENDENT:
            points[owner] += p.board.provinces[province].vp
    lord = s.province_owner[e.lord_of_asia[0]]
    if 0 <= lord < INDEPENDENT and holds_all(s, lord, e.lord_of_asia):
        points[lord] += e.lord_of_asia_vp
    admiral = largest_fleet(p)
    if admiral != NOBODY:
        points[admiral] += e.largest_fleet_vp
    warden = s.pcs[p.material.hellespont[0]]
    if 0 <= warden < INDEPENDENT and holds_hellespont(p, warden):
        points[warden] += e.hellespont_vp
    for seat in SEATS[s.players]:
        if holds_own_capital(s, seat):
            points[seat] += e.capital_vp
    return points


def victory_point_sources(p: Play, seat: SeatId) -> list[Source]:
    """The same, item by item."""
    s = p.state
    provinces = [
        Source("vp.province", "province", i, p.board.provinces[i].vp)
        for i, owner in enumerate(s.province_owner)
        if owner == seat
    ]
    return provinces + honours(p, seat)


def honours(p: Play, seat: SeatId) -> list[Source]:
    """3.5.2 to 3.5.8: what gives VP besides Provinces."""
    s = p.state
    e = p.edition
    out: list[Source] = []
    if holds_all(s, seat, e.lord_of_asia):
        out.append(Source("vp.lord_of_asia", "", 0, e.lord_of_asia_vp))
    if largest_fleet(p) == seat:
        out.append(Source("vp.largest_fleet", "", 0, e.largest_fleet_vp))
    if holds_hellespont(p, seat):
        out.append(Source("vp.hellespont", "", 0, e.hellespont_vp))
    if e.capital_vp and holds_own_capital(s, seat):
        out.append(Source("vp.capital", "space", s.capital[seat], e.capital_vp))
    if s.capitals_taken[seat]:
        out.append(Source("vp.capitals_taken", "", 0, s.capitals_taken[seat]))
    return out


def holds_own_capital(s: State, seat: SeatId) -> bool:
    """16.1.5: a Capital counts as long as its owner's PC is there."""
    return s.capital[seat] >= 0 and s.pcs[s.capital[seat]] == seat


def holds_all(s: State, seat: SeatId, provinces: tuple[int, ...]) -> bool:
    """3.5.2"""
    return all(s.province_owner[x] == seat for x in provinces)


def largest_fleet(p: Play) -> int:
    """3.5.3 to 3.5.6: the strictly highest Fleet Strength of at least 3, Dispersed Fleets included."""
    s = p.state
    strength = [0] * s.players
    for f, owner in enumerate(s.fleet_owner):
        if owner >= 0 and p.pieces.fleets[f].counts_for_largest:
            strength[owner] += fleet_strength(p, FleetId(f))
    best = max(strength)
    if best < p.edition.largest_fleet_minimum or strength.count(best) > 1:
        return NOBODY
    return strength.index(best)


def holds_hellespont(p: Play, seat: SeatId) -> bool:
    """3.5.7"""
    pcs = p.state.pcs
    return all(pcs[x] == seat for x in p.material.hellespont)


# 3.6 Legitimacy


def legitimacy(p: Play) -> list[int]:
    """By player, never below 0 (3.6.1, A07); `legitimacy_sources` tells the same item by item."""
    s = p.state
    e = p.edition
    points = [0] * s.players
    heirs = [0] * s.players
    for royal, owner in enumerate(s.royal_owner):
        if owner >= 0:
            value = p.pieces.royals[royal].legitimacy
            if royal in FEMALES:
                points[owner] += value
            elif royal in HEIRS:
                heirs[owner] = max(heirs[owner], value)
    for seat in range(s.players):
        points[seat] += heirs[seat]
        if s.champions >> seat & 1:
            points[seat] += e.champion_legitimacy
    if s.tomb_burier >= 0:
        points[s.tomb_burier] += e.tomb_pella_legitimacy
    if tomb_city_counts(p):
        give(points, s.pcs[s.tomb], e.tomb_legitimacy)
    give(points, s.province_owner[e.makedonia], e.makedonia_legitimacy)
    for g in p.material.legitimate_generals:
        if not s.dead >> g & 1:
            give(points, s.owners[g], p.pieces.generals[g].legitimacy)
    if s.oracle >= 0:
        points[s.oracle] += p.material.event_params["oracle"].legitimacy
    if s.persian_support >= 0:
        points[s.persian_support] += p.material.event_params["persian_popular_support"].legitimacy
    if s.condemned >= 0:
        give(points, s.owners[s.condemned], p.material.event_params["condemnation"].legitimacy)
    return [n if n > 0 else 0 for n in points]


def tomb_city_counts(p: Play) -> bool:
    """3.6.8: whether the Tomb gives Legitimacy to whoever controls its city."""
    tomb = p.state.tomb
    return tomb >= 0 and (tomb != p.edition.pella or p.edition.tomb_in_pella_too)


def give(points: list[int], faction: FactionId, number: int) -> None:
    """Points for a Faction, if it is a player's."""
    if 0 <= faction < len(points):
        points[faction] += number


def legitimacy_sources(p: Play, seat: SeatId) -> list[Source]:
    s = p.state
    e = p.edition
    out: list[Source] = []
    owners = s.royal_owner
    heirs = [h for h in HEIRS if owners[h] == seat]
    if heirs:
        best = max(heirs, key=lambda h: p.pieces.royals[h].legitimacy)
        out.append(Source("l.royal", "royal", best, p.pieces.royals[best].legitimacy))
    for f in FEMALES:
        if owners[f] == seat:
            out.append(Source("l.royal", "royal", f, p.pieces.royals[f].legitimacy))
    if s.champions >> seat & 1:
        out.append(Source("l.champion", "", 0, e.champion_legitimacy))
    if s.tomb_burier == seat:
        out.append(Source("l.tomb_in_pella", "space", e.pella, e.tomb_pella_legitimacy))
    if tomb_city_counts(p) and s.pcs[s.tomb] == seat:
        out.append(Source("l.tomb", "space", s.tomb, e.tomb_legitimacy))
    if s.province_owner[e.makedonia] == seat:
        out.append(Source("l.strategos", "province", e.makedonia, e.makedonia_legitimacy))
    for g in p.material.legitimate_generals:
        if s.owners[g] == seat and not s.dead >> g & 1:
            out.append(Source("l.general", "general", g, p.pieces.generals[g].legitimacy))
    if s.oracle == seat:
        out.append(Source("l.oracle", "", 0, p.material.event_params["oracle"].legitimacy))
    if s.persian_support == seat:
        points = p.material.event_params["persian_popular_support"].legitimacy
        out.append(Source("l.persian_support", "", 0, points))
    if s.condemned >= 0 and s.owners[s.condemned] == seat:
        points = p.material.event_params["condemnation"].legitimacy
        out.append(Source("l.condemned", "general", s.condemned, points))
    return out


# 3.7 Champions and Successors


def is_champion(s: State, faction: FactionId) -> bool:
    return faction < INDEPENDENT and bool(s.champions >> faction & 1)


def attack(p: Play, attacker: FactionId, victim: FactionId, rule: str) -> None:
    """3.7.2, 3.7.13: a Champion who attacks another Champion who is not the Usurper becomes a Successor."""
    s = p.state
    if attacker == victim or not is_champion(s, attacker) or not is_champion(s, victim) or s.usurper == victim:
        return
    moves.make_successor(s, attacker)
    p.note("becomes_successor", rule, (("who", "faction", attacker), ("victim", "faction", victim)))


def disperse_lone_general(p: Play, attacker: FactionId, victim: FactionId, rule: str, *, mover: bool) -> None:
    """3.7.7, 12.2.A.8: whether it costs status that a General without CUs is Dispersed or killed.

    `mover`: by the pieces that move in the attacker's own Segment; only somebody who is not active has a claim.
    """
    way = p.edition.status_by_dispersing
    if way == "never" or (way == "major_in_own_segment" and not mover):
        return
    if way == "major_in_own_segment" or victim != p.state.active:
        attack(p, attacker, victim, rule)


def regain_champion(p: Play, old_vp: list[int]) -> None:
    """3.7.12, A11: on the way from above 0 VP to 0."""
    s = p.state
    for seat in SEATS[s.players]:
        if old_vp[seat] > 0 and s.vp[seat] == 0 and not is_champion(s, seat):
            moves.make_champion(s, seat)
            p.note("becomes_champion", "3.7.12", (("who", "faction", seat),))


# 3.1 to 3.4 Victory


def instant_victory(p: Play) -> None:
    """3.1, A02: at least 18 L, or the VP threshold, from Game Turn II on; the active player first."""
    s = p.state
    e = p.edition
    if s.result or s.turn < e.victory_from_turn:
        return None
    need = e.victory_vp[s.players]
    if max(s.vp) < need and max(s.legitimacy) < e.victory_legitimacy:
        return None
    first = [s.active] if s.active >= 0 else []
    for seat in [*first, *s.order]:
        if s.legitimacy[seat] >= e.victory_legitimacy:
            return win(p, seat, INSTANT_LEGITIMACY, "3.1.1")
        if s.vp[seat] >= need:
            return win(p, seat, INSTANT_VP, "3.1.2")
    return None


def win(p: Play, seat: SeatId, kind: int, rule: str) -> None:
    p.state.result = (seat, kind)
    p.note(f"wins.{VICTORY_NAME[kind]}", rule, (("who", "faction", seat),))


def regency(p: Play, turn: int) -> None:
    """3.2: the heir of this Game Turn makes a king or is assassinated."""
    s = p.state
    heir = p.edition.regency_heir.get(turn)
    if heir is None or s.royals[heir] in (OUT, OFF_MAP):
        return None
    if heir == Royal.HERAKLES and options.counts_last(p):
        return None
    guardian = s.royal_owner[heir]
    total = [s.vp[seat] + s.legitimacy[seat] for seat in SEATS[s.players]]
    best = [seat for seat in SEATS[s.players] if total[seat] == max(total)]
    p.note("regency_check", "3.2.1", (("heir", "royal", heir), ("totals", "standings", tuple(enumerate(total)))))
    if guardian == NOBODY:
        return win(p, break_tie(p, best), HIGHEST_SUM, "3.2.5")
    if guardian in best and break_tie(p, best) == guardian:
        rule = "3.2.1" if turn == 4 else "3.2.2"
        if p.edition.regency_mode == "auto":
            return win(p, guardian, REGENCY, rule)
        p.push(ComingOfAge(guardian, RoyalId(heir), rule))
        return None
    assassinate(p, guardian, RoyalId(heir))
    return None


class ComingOfAge(Frame):
    """T21.4.2, A03: whoever would be Regent crowns the heir and wins, or has him killed."""

    def __init__(self, seat: SeatId, heir: RoyalId, rule: str) -> None:
        self.seat = seat
        self.heir = heir
        self.rule = rule

    def step(self, p: Play) -> Ask | None:
        choices = [code(Verb.CROWN), code(Verb.KILL_HEIR)]
        return Ask(self.seat, "prompt.coming_of_age", self.rule, choices, (("royal", "royal", self.heir),))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        return None if action >> SHIFT in (Verb.CROWN, Verb.KILL_HEIR) else NOT_ASKED

    def take(self, p: Play, action: ActionCode) -> None:
        p.pop()
        if action >> SHIFT == Verb.CROWN:
            win(p, self.seat, REGENCY, self.rule)
        else:
            assassinate(p, self.seat, self.heir)


def assassinate(p: Play, guardian: FactionId, heir: RoyalId) -> None:
    """3.2.4"""
    p.note("assassinated", "3.2.4", (("royal", "royal", heir), ("who", "faction", guardian)))
    kill_royal(p, heir)


def kill_royal(p: Play, royal: RoyalId) -> None:
    """8.5.3: a dead royal family member leaves the game."""
    moves.remove_royal(p.state, royal)
    if royal == Royal.ALEXANDROS:
        options.bring_herakles(p)


def end_game(p: Play) -> None:
    """3.3: the most VP; Legitimacy is ignored."""
    s = p.state
    best = [seat for seat in SEATS[s.players] if s.vp[seat] == max(s.vp)]
    win(p, break_tie(p, best), END_GAME, "3.3.1")


def break_tie(p: Play, tied: list[SeatId]) -> SeatId:
    """3.4: Makedonia, then Macedonian CUs, then the most Senior General, then the dice (A04)."""
    s = p.state
    if len(tied) == 1:
        return tied[0]
    owner = s.province_owner[p.edition.makedonia]
    if owner in tied:
        p.note("tie_makedonia", "3.4.1", (("who", "faction", owner),))
        return owner
    counts = [macedonian_cus(s, seat) for seat in tied]
    p.note("tie_macedonians", "3.4.2", (("counts", "standings", tuple(zip(tied, counts, strict=True))),))
    tied = [seat for seat, n in zip(tied, counts, strict=True) if n == max(counts)]
    return tied[0] if len(tied) == 1 else most_senior(p, tied, "3.4.3")


def macedonian_cus(s: State, seat: SeatId) -> int:
    """3.4.2: Loyal, Royal Army and Silver Shields CUs, Dispersed ones included; not those in training."""
    total = sum(s.dispersed[seat][u] for u in MACEDONIAN)
    for key, cus in s.cus.items():
        if key % (INDEPENDENT + 1) == seat:
            total += sum(cus[u] for u in MACEDONIAN)
    return total


def seniority(p: Play, seat: SeatId) -> int:
    """The Seniority of a player's most Senior General, Dispersed ones included (A04)."""
    s = p.state
    best = 0
    for g in range(p.pieces.majors):
        if s.owners[g] == seat and (s.generals[g] >= 0 or s.generals[g] == DISPERSED):
            best = max(best, p.pieces.generals[g].seniority)
    return best


def most_senior(p: Play, tied: list[SeatId], rule: str) -> SeatId:
    """The tied player with the most Senior General; last resort the highest die (A04)."""
    best = max(seniority(p, seat) for seat in tied)
    tied = [seat for seat in tied if seniority(p, seat) == best]
    return tied[0] if len(tied) == 1 else roll_off(p, tied, rule, highest=True)


def roll_off(p: Play, tied: list[SeatId], rule: str, *, highest: bool) -> SeatId:
    """The highest (or lowest) die of the tied players, re-rolled while tied."""
    while len(tied) > 1:
        dice = [p.die() for _ in tied]
        best = max(dice) if highest else min(dice)
        p.note("roll_off", rule, (("players", "factions", tuple(tied)),), dice=tuple(dice))
        tied = [seat for seat, d in zip(tied, dice, strict=True) if d == best]
    return tied[0]


# 3.8 Burying Alexander


def bury(p: Play, seat: SeatId) -> None:
    """3.8.6 to 3.8.8: the Cart becomes the Tomb, outside the city."""
    s = p.state
    space = p.space(s.royals[Royal.FUNERAL_CART])
    moves.remove_royal(s, Royal.FUNERAL_CART)
    moves.put_tomb(s, space, seat if space == p.edition.pella else NOBODY)
    p.note("buries_alexander", "3.8.6", (("who", "faction", seat), ("space", "space", space)))


def fewest_vp(p: Play, rule: str) -> SeatId:
    """The player with the fewest VP; ties by the lowest die."""
    s = p.state
    tied = [seat for seat in SEATS[s.players] if s.vp[seat] == min(s.vp)]
    return roll_off(p, tied, rule, highest=False)
