"""What a position is worth to a seat, in Victory Points, from public facts alone."""

from typing import Final

from diadochi.bots.satrap.temper import Temper
from diadochi.model.ids import SEATS, FleetId, ProvinceId, SeatId
from diadochi.model.material import Material
from diadochi.model.pieces import HEIRS, Forces, Royal
from diadochi.model.state import DISPERSED, FACTIONS, INDEPENDENT, NOBODY, State, numbered
from diadochi.rules.face import Play

UNIT_WORTH: Final[tuple[float, ...]] = (0.7, 0.65, 0.8, 0.5, 0.5)
"""By Unit after the Mercenary: Loyal, Royal Army, Silver Shields, Elephant, Cavalry."""
HELLESPONT_SPACE: Final = 0.2
EARLY_CROWN, LAST_CROWN = 0.9, 0.1
"""3.2: L counts nearly as much as VP up to the Regency of turn IV, and hardly after that of turn V."""
REGENTS: Final = {3: HEIRS[0], 4: HEIRS[2]}
"""3.2.1, 3.2.2: by Game Turn the heir whose Regency is decided after it."""
LATE: Final = 3
"""The Game Turn from which on the game may end with the Game Turn."""
BYSTANDER: Final = 0.3
MOURNER: Final = 5
"""The Legitimacy from which the owner of the Cart is to be feared."""
VICTORY: Final = 60.0


_PROVINCE_WORTH: dict[tuple[str, Temper], tuple[float, ...]] = {}
"""By the material's digest and the character."""


def province_worth(material: Material, temper: Temper) -> tuple[float, ...]:
    """VP, and what else control of a Province brings."""
    found = _PROVINCE_WORTH.get((material.digest, temper))
    if found is not None:
        return found
    e = material.edition
    out = [float(province.vp) for province in material.board.provinces]
    for fleet in material.pieces.fleets:
        if fleet.province >= 0:
            out[fleet.province] += temper.fleet * fleet.normal
    for province in e.lord_of_asia:
        out[province] += temper.lord_of_asia
    out[e.makedonia] += temper.strategos
    return _PROVINCE_WORTH.setdefault((material.digest, temper), tuple(out))


def progress(held: int, needed: int, has_city: bool, temper: Temper) -> float:
    """How far a Faction is on the way to control of a Province; 1 is control (2.18)."""
    if has_city and held >= needed:
        return 1.0 + temper.spare * min(held - needed, 2)
    share = min(held, needed) / needed
    return temper.under_way * share * (1.0 if has_city else temper.without_city)


def province_count(p: Play, province: ProvinceId) -> list[int]:
    counts = [0] * FACTIONS
    for space in p.board.members[province]:
        owner = p.state.pcs[space]
        if owner != NOBODY:
            counts[owner] += 1
    return counts


def forces_worth(cus: Forces, temper: Temper) -> float:
    a, b, c, d, e = UNIT_WORTH
    return cus[0] * temper.mercenary + cus[1] * a + cus[2] * b + cus[3] * c + cus[4] * d + cus[5] * e


def legitimacy_rate(s: State, temper: Temper) -> float:
    if s.turn <= LATE:
        return EARLY_CROWN
    return temper.late_crown if s.turn in REGENTS else LAST_CROWN


def rounds_left(p: Play) -> int:
    """After this one, in this Game Turn."""
    return p.edition.rounds[p.state.players] - p.state.round


def standings(p: Play, temper: Temper) -> list[float]:
    """By seat: what it has and what it is about to have."""
    s = p.state
    score = [0.0] * (INDEPENDENT + 1)
    add_land(p, score, temper)
    add_crown(p, score, temper)
    add_troops(p, score, temper)
    add_victory(p, score, temper)
    return score[: s.players]


def add_land(p: Play, score: list[float], temper: Temper) -> None:
    pcs = p.state.pcs
    board = p.board
    rate = temper.land
    worth = province_worth(p.material, temper)
    for province, members in enumerate(board.members):
        counts = [0] * FACTIONS
        for space in members:
            counts[pcs[space]] += 1  # nobody's, -1, are counted with the Independents
        city = board.major_city[province]
        for faction in range(INDEPENDENT):
            if counts[faction]:
                has_city = city < 0 or pcs[city] == faction
                share = progress(counts[faction], board.needed[province], has_city, temper)
                score[faction] += rate * worth[province] * share
    for space in p.material.hellespont:
        if pcs[space] != NOBODY:
            score[pcs[space]] += rate * HELLESPONT_SPACE
    vp_beyond = p.state.vp
    for seat in SEATS[p.state.players]:
        score[seat] += rate * temper.held * vp_beyond[seat]


def add_crown(p: Play, score: list[float], temper: Temper) -> None:
    s = p.state
    rate = temper.crown
    per_point = rate * legitimacy_rate(s, temper)
    for seat in SEATS[s.players]:
        score[seat] += per_point * s.legitimacy[seat]
    for heir, worth, until in ((HEIRS[0], temper.alexandros_guard, 3), (HEIRS[2], temper.herakles_guard, 4)):
        if s.royal_owner[heir] != NOBODY and s.turn <= until:
            score[s.royal_owner[heir]] += rate * worth
    cart = s.royal_owner[Royal.FUNERAL_CART]
    if cart != NOBODY and s.turn <= 3:
        score[cart] += rate * cart_worth(p, s.legitimacy[cart], temper)


def cart_worth(p: Play, legitimacy: int, temper: Temper) -> float:
    wins = legitimacy + p.edition.tomb_pella_legitimacy >= p.edition.victory_legitimacy
    return temper.cart_to_throne if wins else temper.cart


def add_troops(p: Play, score: list[float], temper: Temper) -> None:
    s = p.state
    rate = temper.troops
    for key, cus in s.cus.items():
        score[key % FACTIONS] += rate * forces_worth(cus, temper)
    for seat in SEATS[s.players]:
        score[seat] += rate * 0.7 * forces_worth(s.dispersed[seat], temper)
        score[seat] += rate * 0.1 * s.training[seat][1]
    for general in range(p.pieces.majors):
        owner = s.owners[general]
        if owner != NOBODY and (s.generals[general] >= 0 or s.generals[general] == DISPERSED):
            score[owner] += rate * temper.general * (1.0 if s.generals[general] >= 0 else 0.5)
    for fleet, owner in numbered(FleetId, s.fleet_owner):
        if owner >= 0:
            facts = p.pieces.fleets[fleet]
            strength = facts.upgraded if s.fleet_side[fleet] & 1 else facts.normal
            score[owner] += rate * temper.fleet * strength * 0.3


def add_victory(p: Play, score: list[float], temper: Temper) -> None:
    """An Instant Victory, and how near it is."""
    s = p.state
    need = p.edition.victory_vp[s.players]
    if s.result:
        score[s.result[0]] += VICTORY
        return
    for seat in SEATS[s.players]:
        nearest = max(s.vp[seat] / need, s.legitimacy[seat] / p.edition.victory_legitimacy)
        if nearest > 0.6:
            score[seat] += temper.close * (min(nearest, 1.0) - 0.6)


def rivalry(p: Play, seat: SeatId, temper: Temper) -> list[float]:
    """By seat: how much of a rival's standing counts against one's own; the leader's counts most."""
    s = p.state
    out = [0.0] * (INDEPENDENT + 1)
    others = [x for x in SEATS[s.players] if x != seat]
    sums = {x: s.vp[x] + legitimacy_rate(s, temper) * s.legitimacy[x] for x in others}
    leader = max(others, key=lambda x: sums[x])
    need = p.edition.victory_vp[s.players]
    for other in others:
        share = temper.rivals / len(others) + (temper.leader if other == leader else 0.0)
        if s.vp[other] >= need - 4 or s.legitimacy[other] >= p.edition.victory_legitimacy - 3:
            share += 0.6
        if s.royal_owner[Royal.FUNERAL_CART] == other and 2 <= s.turn <= 3 and s.legitimacy[other] >= MOURNER:
            share += temper.mourner
        out[other] = share * temper.rivalry
    if temper.aim and s.turn >= LATE and rounds_left(p) <= 1:
        take_aim(p, seat, temper, out)
    return out


def take_aim(p: Play, seat: SeatId, temper: Temper, shares: list[float]) -> None:
    target = to_be_beaten(p, seat)
    for other in SEATS[p.state.players]:
        shares[other] *= BYSTANDER
    shares[target] = temper.aim if rounds_left(p) == 0 else 0.5 + 0.5 * temper.aim


def to_be_beaten(p: Play, seat: SeatId) -> int:
    """3.2, 3.3: who would win, or stand in the way, if the Game Turn ended now."""
    s = p.state
    others = [x for x in SEATS[s.players] if x != seat]
    heir = REGENTS.get(s.turn)
    if heir is None:
        return max(others, key=lambda x: s.vp[x])
    if s.royals[heir] >= 0 and s.royal_owner[heir] in others:
        return s.royal_owner[heir]
    return max(others, key=lambda x: s.vp[x] + s.legitimacy[x])


def worth(p: Play, seat: SeatId, temper: Temper, weights: list[float]) -> float:
    """The position for a seat, its rivals' standings counted against it."""
    score = standings(p, temper)
    total = score[seat]
    for other, weight in enumerate(weights[: len(score)]):
        if weight:
            total -= weight * score[other]
    return total
