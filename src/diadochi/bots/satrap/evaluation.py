"""What a position is worth to a seat, in Victory Points, from public facts alone."""

from diadochi.bots.satrap.temper import Temper
from diadochi.model.material import Material
from diadochi.model.pieces import HEIRS, Forces, Royal
from diadochi.model.state import DISPERSED, FACTIONS, INDEPENDENT, NOBODY, State
from diadochi.rules.agenda import Play

UNIT_WORTH = (0.35, 0.7, 0.65, 0.8, 0.5, 0.5)
"""By Unit: Mercenary, Loyal, Royal Army, Silver Shields, Elephant, Cavalry."""
GENERAL_WORTH = 0.8
UNDER_WAY = 0.5
"""The share of a Province's worth that all but control of it is worth."""
WITHOUT_CITY = 0.55
SPARE = 0.05
"""Each PC beyond the majority, up to two."""
FLEET_WORTH = 0.45
LORD_OF_ASIA = 0.7
STRATEGOS = 2.0
HELLESPONT_SPACE = 0.2
LEGITIMACY_BY_TURN = (0.9, 0.9, 0.9, 0.9, 0.6, 0.1)
"""3.2: L counts as much as VP up to the Regency of turn IV, less for that of turn V, and then hardly."""
ALEXANDROS_GUARD, HERAKLES_GUARD = 1.5, 0.7
CART_WORTH, CART_TO_THE_THRONE = 3.0, 7.0
"""The Cart; and where burying it in Pella would win."""
MOURNER = 5
"""The Legitimacy from which the owner of the Cart is to be feared."""
VICTORY = 60.0
CLOSE = 6.0
"""How much nearly an Instant Victory is worth."""


_PROVINCE_WORTH: dict[str, tuple[float, ...]] = {}
"""By the material's digest."""


def province_worth(material: Material) -> tuple[float, ...]:
    """VP, and what else control of a Province brings."""
    found = _PROVINCE_WORTH.get(material.digest)
    if found is not None:
        return found
    e = material.edition
    out = [float(province.vp) for province in material.board.provinces]
    for fleet in material.pieces.fleets:
        if fleet.province >= 0:
            out[fleet.province] += FLEET_WORTH * fleet.normal
    for province in e.lord_of_asia:
        out[province] += LORD_OF_ASIA
    out[e.makedonia] += STRATEGOS
    return _PROVINCE_WORTH.setdefault(material.digest, tuple(out))


def progress(held: int, needed: int, has_city: bool) -> float:
    """How far a Faction is on the way to control of a Province; 1 is control (2.18)."""
    if has_city and held >= needed:
        return 1.0 + SPARE * min(held - needed, 2)
    share = min(held, needed) / needed
    return UNDER_WAY * share * (1.0 if has_city else WITHOUT_CITY)


def province_count(p: Play, province: int) -> list[int]:
    counts = [0] * FACTIONS
    for space in p.board.members[province]:
        owner = p.state.pcs[space]
        if owner != NOBODY:
            counts[owner] += 1
    return counts


def forces_worth(cus: Forces) -> float:
    return sum(n * w for n, w in zip(cus, UNIT_WORTH, strict=True) if n)


def legitimacy_rate(s: State) -> float:
    return LEGITIMACY_BY_TURN[min(s.turn, 5)]


def standings(p: Play, temper: Temper) -> list[float]:
    """By seat: what it has and what it is about to have."""
    s = p.state
    score = [0.0] * (INDEPENDENT + 1)
    add_land(p, score, temper.land)
    add_crown(p, score, temper.crown)
    add_troops(p, score, temper.troops)
    add_victory(p, score)
    return score[: s.players]


def add_land(p: Play, score: list[float], rate: float) -> None:
    pcs = p.state.pcs
    board = p.board
    worth = province_worth(p.material)
    for province, members in enumerate(board.members):
        counts = [0] * FACTIONS
        for space in members:
            counts[pcs[space]] += 1  # nobody's, -1, are counted with the Independents
        city = board.major_city[province]
        for faction in range(INDEPENDENT):
            if counts[faction]:
                has_city = city < 0 or pcs[city] == faction
                score[faction] += rate * worth[province] * progress(counts[faction], board.needed[province], has_city)
    for space in p.material.hellespont:
        if pcs[space] != NOBODY:
            score[pcs[space]] += rate * HELLESPONT_SPACE
    vp_beyond = p.state.vp
    for seat in range(p.state.players):
        score[seat] += rate * 0.15 * vp_beyond[seat]


def add_crown(p: Play, score: list[float], rate: float) -> None:
    s = p.state
    per_point = rate * legitimacy_rate(s)
    for seat in range(s.players):
        score[seat] += per_point * s.legitimacy[seat]
    for heir, worth, until in ((HEIRS[0], ALEXANDROS_GUARD, 3), (HEIRS[2], HERAKLES_GUARD, 4)):
        if s.royal_owner[heir] != NOBODY and s.turn <= until:
            score[s.royal_owner[heir]] += rate * worth
    cart = s.royal_owner[Royal.FUNERAL_CART]
    if cart != NOBODY and s.turn <= 3:
        score[cart] += rate * cart_worth(p, s.legitimacy[cart])


def cart_worth(p: Play, legitimacy: int) -> float:
    wins = legitimacy + p.edition.tomb_pella_legitimacy >= p.edition.victory_legitimacy
    return CART_TO_THE_THRONE if wins else CART_WORTH


def add_troops(p: Play, score: list[float], rate: float) -> None:
    s = p.state
    for key, cus in s.cus.items():
        score[key % FACTIONS] += rate * forces_worth(cus)
    for seat in range(s.players):
        score[seat] += rate * 0.7 * forces_worth(s.dispersed[seat])
        score[seat] += rate * 0.1 * s.training[seat][1]
    for general in range(p.pieces.majors):
        owner = s.owners[general]
        if owner != NOBODY and (s.generals[general] >= 0 or s.generals[general] == DISPERSED):
            score[owner] += rate * GENERAL_WORTH * (1.0 if s.generals[general] >= 0 else 0.5)
    for fleet, owner in enumerate(s.fleet_owner):
        if owner >= 0:
            facts = p.pieces.fleets[fleet]
            score[owner] += rate * FLEET_WORTH * (facts.upgraded if s.fleet_side[fleet] & 1 else facts.normal) * 0.3


def add_victory(p: Play, score: list[float]) -> None:
    """An Instant Victory, and how near it is."""
    s = p.state
    need = p.edition.victory_vp[s.players]
    if s.result:
        score[s.result[0]] += VICTORY
        return
    for seat in range(s.players):
        nearest = max(s.vp[seat] / need, s.legitimacy[seat] / p.edition.victory_legitimacy)
        if nearest > 0.6:
            score[seat] += CLOSE * (min(nearest, 1.0) - 0.6)


def rivalry(p: Play, seat: int, temper: Temper) -> list[float]:
    """By seat: how much of a rival's standing counts against one's own; the leader's counts most."""
    s = p.state
    out = [0.0] * (INDEPENDENT + 1)
    others = [x for x in range(s.players) if x != seat]
    sums = {x: s.vp[x] + legitimacy_rate(s) * s.legitimacy[x] for x in others}
    leader = max(others, key=lambda x: sums[x])
    need = p.edition.victory_vp[s.players]
    for other in others:
        share = 0.5 / len(others) + (0.3 if other == leader else 0.0)
        if s.vp[other] >= need - 4 or s.legitimacy[other] >= p.edition.victory_legitimacy - 3:
            share += 0.6
        if s.royal_owner[Royal.FUNERAL_CART] == other and 2 <= s.turn <= 3 and s.legitimacy[other] >= MOURNER:
            share += 0.4
        out[other] = share * temper.rivalry
    return out


def worth(p: Play, seat: int, temper: Temper, weights: list[float]) -> float:
    """The position for a seat, its rivals' standings counted against it."""
    score = standings(p, temper)
    total = score[seat]
    for other, weight in enumerate(weights[: len(score)]):
        if weight:
            total -= weight * score[other]
    return total
