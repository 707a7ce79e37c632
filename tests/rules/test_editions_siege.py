"""Sieges where an edition has another rule: every field of its own, every line."""

import pytest

from diadochi import odds
from diadochi.model.state import ACTIVATION, SURRENDER
from diadochi.rules import activation, siege, troops
from tests.rules.activations import mps
from tests.rules.battles import facts
from tests.table import Table

OTHERS = ("third", "draft")
DIE = {(0, 1): 1, (0, 0): 2, (1, 1): 3, (1, 0): 4, (2, 1): 5, (2, 0): 6}
"""By Siege Points and CUs lost."""


def besieger(
    edition: str = "draft",
    inside: dict[str, int] | None = None,
    owner: str = "red",
    at: str = "pella",
    segment: int = ACTIVATION,
    options: tuple[str, ...] = (),
    **cus: int,
) -> Table:
    """Blue besieges a space in which a garrison may stand."""
    table = Table(edition=edition, segment=segment, options=options)
    table.pc(owner, at)
    table.army("blue", "alketas", at, **(cus or {"mercenary": 5}))
    if inside:
        table.cus(owner, f"{at}.inside", **inside)
    return table


def conduct(table: Table, result: tuple[int, int], at: str = "pella", general: str = "alketas") -> Table:
    """One Siege with this result of the roll, for which the table's modifiers are taken off the die."""
    table.dice(DIE[result])
    space, number, seat = table.space(at), table.general_number(general), table.seat("blue")
    table.begin(lambda p: siege.begin(p, seat, space, number, p.state.cus_of(space, seat), p.state.segment))
    return table


def points(table: Table, at: str = "pella") -> int:
    return table.state.sp.get(table.space(at), 0)


# siege_points_major


@pytest.mark.rule("T15.1.2", "K13.2.1")
@pytest.mark.parametrize("edition", OTHERS)
@pytest.mark.parametrize(("garrison", "needed"), [(0, 1), (1, 2), (2, 3)])
def test_a_players_major_city_needs_a_point_for_each_cu_inside_and_one_more(
    edition: str, garrison: int, needed: int
) -> None:
    table = besieger(edition, {"mercenary": garrison} if garrison else None)
    table.siege_points("blue", "pella", needed - 1)
    assert siege.needed(table.play, table.space("pella")) == needed
    conduct(table, (1, 0))
    assert table.pc_of("pella") == ""


@pytest.mark.rule("T15.1.3", "K13.2.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_an_independent_major_city_needs_three(edition: str) -> None:
    table = conduct(besieger(edition, owner="independent"), (2, 0))
    assert table.pc_of("pella") == "independent"
    assert points(table) == 2


@pytest.mark.rule("T15.1.2", "K13.2.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_a_garrison_that_has_left_makes_the_city_fall_with_the_next_roll(edition: str) -> None:
    table = besieger(edition, {"mercenary": 1})
    table.siege_points("blue", "pella", 2)
    table.begin(lambda p: None)
    assert table.pc_of("pella") == "red"
    assert odds.siege_at(table.play, table.seat("blue"), table.space("pella"), table.general_number("alketas"))[0] == 1
    table = besieger(edition, {"mercenary": 1})
    table.siege_points("blue", "pella", 2)
    conduct(table, (0, 0))
    assert table.pc_of("pella") == ""


@pytest.mark.rule("T15.4.2", "K13.3.1", "T2.8.8", "K4.13.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_an_independent_stronghold_needs_three(edition: str) -> None:
    table = conduct(besieger(edition, owner="independent", at="pisidai"), (2, 0), at="pisidai")
    assert points(table, "pisidai") == 2
    conduct(table, (1, 0), at="pisidai")
    assert table.pc_of("pisidai") == ""


@pytest.mark.rule("T15.4.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_an_independent_minor_city_needs_one(edition: str) -> None:
    assert conduct(besieger(edition, owner="independent", at="lamia"), (1, 0), at="lamia").pc_of("lamia") == ""


# royal_siege_when, royal_siege_compare


def royal_garrison(edition: str = "draft", lying: int = 0, royal: int = 2, **changed: object) -> Table:
    """Red's Royal Army inside Pella, and Blue has the higher Legitimacy."""
    table = besieger(edition, {"royal": royal})
    if changed:
        table = Table(changed=changed)
        table.pc("red", "pella")
        table.army("blue", "alketas", "pella", mercenary=5)
        table.cus("red", "pella.inside", royal=royal)
    if lying:
        table.siege_points("blue", "pella", lying)
    table.pc("blue", "larisa")
    table.royal("alexandros", "larisa", "blue")
    return table


@pytest.mark.rule("T14.3.3", "K3.3.4.2")
@pytest.mark.parametrize("edition", OTHERS)
def test_royal_army_inside_goes_over_with_the_first_point_before_the_city_is_looked_at(edition: str) -> None:
    table = conduct(royal_garrison(edition), (1, 0))
    assert table.forces("blue", "pella") == {"mercenary": 5, "royal": 2}
    assert table.pc_of("pella") == "", "nobody is left inside: one point is enough"


@pytest.mark.rule("T14.3.3", "K3.3.4.2")
@pytest.mark.parametrize("edition", OTHERS)
def test_royal_army_inside_does_not_go_over_with_a_later_point(edition: str) -> None:
    table = conduct(royal_garrison(edition, lying=1), (1, 0))
    assert table.forces("red", "pella.inside") == {"royal": 2}
    assert points(table) == 2
    assert royal_garrison(royal_siege_when="every_sp").play.edition.royal_siege_when == "every_sp"


@pytest.mark.rule("R7.2.F.15")
def test_royal_army_inside_goes_over_with_every_point_where_the_edition_says_so() -> None:
    table = conduct(royal_garrison(lying=1, royal_siege_when="every_sp"), (1, 0))
    assert table.forces("blue", "pella") == {"mercenary": 5, "royal": 2}


@pytest.mark.rule("T14.3.3", "K3.3.4.2")
@pytest.mark.parametrize("edition", OTHERS)
def test_no_point_lets_nobody_go_over(edition: str) -> None:
    assert conduct(royal_garrison(edition), (0, 0)).forces("red", "pella.inside") == {"royal": 2}


def popular_besieger(edition: str) -> Table:
    """Krateros has become popular, but neither side has the higher Legitimacy."""
    table = Table(edition=edition)
    table.state.popularity[table.general_number("krateros")] = 1
    table.pc("red", "pella")
    table.army("blue", "krateros", "pella", mercenary=5)
    table.cus("red", "pella.inside", royal=2)
    return conduct(table, (1, 0), general="krateros")


@pytest.mark.rule("T14.3.3")
def test_only_legitimacy_counts_for_royal_army_inside() -> None:
    table = popular_besieger("third")
    assert table.forces("red", "pella.inside") == {"royal": 2}
    assert facts(table, "siege_legitimacy", "besieger") == [0]


@pytest.mark.rule("K3.3.4.2")
def test_prestige_counts_for_royal_army_inside() -> None:
    assert popular_besieger("draft").forces("blue", "pella") == {"mercenary": 5, "royal": 2}


@pytest.mark.rule("T14.3.3", "K3.3.4.2")
@pytest.mark.parametrize("edition", OTHERS)
def test_the_odds_know_that_royal_army_goes_over_first(edition: str) -> None:
    table = royal_garrison(edition)
    table.begin(lambda p: None)
    found = odds.siege_at(table.play, table.seat("blue"), table.space("pella"), table.general_number("alketas"))
    assert found.completed == sum(found.points[1:])


# siege_counts


@pytest.mark.rule("T15.5.2", "K8.3.10")
@pytest.mark.parametrize("edition", OTHERS)
def test_cus_that_another_general_brought_count_and_none_counts_as_moved_by_it(edition: str) -> None:
    table = Table(edition=edition, dice=(DIE[0, 0],))
    table.pc("independent", "lamia")
    table.army("blue", "krateros", "lamia", mercenary=1)
    table.cus("blue", "lamia", loyal=2)
    table.state.moved_cus[table.location("lamia")] = (0, 2, 0, 0, 0, 0)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take:mercenary", "siege:lamia")
    assert table.events("siege_roll")
    assert table.state.moved_cus[table.location("lamia")] == (0, 2, 0, 0, 0, 0)
    deluxe = Table()
    deluxe.pc("independent", "lamia")
    deluxe.army("blue", "krateros", "lamia", mercenary=1)
    deluxe.cus("blue", "lamia", loyal=2)
    deluxe.state.moved_cus[deluxe.location("lamia")] = (0, 2, 0, 0, 0, 0)
    deluxe.begin(lambda p: activation.begin(p, deluxe.seat("blue"), 4, 1))
    deluxe.act("activate:krateros", "take:mercenary")
    assert deluxe.why_not("siege:lamia") == "9.3.C.2"


@pytest.mark.rule("K8.3.10")
def test_cus_that_fought_a_land_battle_there_in_the_segment_do_not_count() -> None:
    table = Table(edition="draft")
    table.pc("independent", "lamia")
    table.army("blue", "krateros", "lamia", mercenary=4)
    table.state.fought = 1 << table.location("lamia")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all")
    assert table.why_not("siege:lamia") == "15.2.A.5"


# besieged_from


def passes_by(edition: str) -> Table:
    """Blue's Army marches past Red's Pella, in which an Army stands, from Edessa to Larisa."""
    table = Table(edition=edition)
    table.pc("red", "pella")
    table.army("red", "philoxenos", "pella.inside", mercenary=2)
    neighbours = [table.name_of(n) for n, kind in table.material.board.land_links[table.space("pella")] if kind == 0]
    start, end = neighbours[0], neighbours[1]
    table.army("blue", "krateros", start, mercenary=5)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 6, 1))
    table.act("activate:krateros", "take-all", "march:pella")
    while not table.over and f"march:{end}" not in table.offers:
        table.act(next(word for word in ("done", "pass", "stand") if word in table.offers))
    table.act(f"march:{end}")
    return table


@pytest.mark.rule("T2.8.5")
def test_who_only_passes_a_city_has_besieged_nobody_there() -> None:
    table = passes_by("third")
    assert table.deciding == "red"
    assert "intercept:pella.inside" in table.offers or "intercept:pella" in table.offers
    assert not any(offer.startswith("intercept") for offer in passes_by("deluxe").offers)


@pytest.mark.rule("T2.8.5", "K4.4.1")
@pytest.mark.parametrize("edition", OTHERS)
def test_who_stays_before_a_city_besieges_it(edition: str) -> None:
    table = besieger(edition, {"mercenary": 1})
    table.begin(lambda p: None)
    assert troops.is_besieged(table.play, table.space("pella"))


# city_turned_independent


def general_inside(edition: str, enemies: bool = False) -> Table:
    table = Table(edition=edition)
    table.pc("independent", "pella")
    table.general("red", "krateros", "pella.inside")
    if enemies:
        table.cus("blue", "pella", mercenary=2)
        table.general("blue", "alketas", "pella")
    table.state.agenda = []
    table.begin(lambda p: siege.pc_lost(p, table.space("pella"), independent=True))
    return table


@pytest.mark.rule("K8.3.7")
@pytest.mark.parametrize("edition", OTHERS)
def test_who_is_inside_a_city_that_turns_independent_is_put_outside(edition: str) -> None:
    assert general_inside(edition).where("krateros") == "pella"
    assert general_inside("deluxe").where("krateros") == "dispersed"


@pytest.mark.rule("K8.3.7")
@pytest.mark.parametrize("edition", OTHERS)
def test_a_general_put_outside_among_enemy_cus_is_dispersed(edition: str) -> None:
    assert general_inside(edition, enemies=True).where("krateros") == "dispersed"


# Modifiers


@pytest.mark.rule("T15.2.1", "K13.2.2")
@pytest.mark.parametrize("edition", OTHERS)
@pytest.mark.parametrize("segment", [SURRENDER, ACTIVATION])
def test_no_ability_changes_a_siege_roll(edition: str, segment: int) -> None:
    table = Table(edition=edition, segment=segment)
    table.pc("independent", "lamia")
    table.army("blue", "demetrios", "lamia", mercenary=4)
    table.begin(lambda p: None)
    space, general = table.space("lamia"), table.general_number("demetrios")
    assert siege.modifiers(table.play, table.seat("blue"), space, general) == []


@pytest.mark.rule("K13.2.2", "K19.2")
@pytest.mark.parametrize(("segment", "bonus"), [(SURRENDER, 1), (ACTIVATION, 0)])
def test_with_abilities_demetrios_has_one_more_in_the_surrender_segment(segment: int, bonus: int) -> None:
    table = Table(edition="draft", segment=segment, options=("abilities",))
    table.pc("independent", "lamia")
    table.army("blue", "demetrios", "lamia", mercenary=4)
    table.begin(lambda p: None)
    space, general = table.space("lamia"), table.general_number("demetrios")
    assert sum(m.points for m in siege.modifiers(table.play, table.seat("blue"), space, general)) == bonus


@pytest.mark.rule("T15.2.1")
def test_a_port_without_a_fleet_helepolis_and_a_traitor_change_the_roll() -> None:
    table = Table(edition="third")
    table.pc("red", "tyros")
    table.army("blue", "alketas", "tyros", mercenary=4)
    table.state.helepolis = table.space("tyros")
    table.begin(lambda p: None)
    space, general = table.space("tyros"), table.general_number("alketas")
    found = {m.key: m.points for m in siege.modifiers(table.play, table.seat("blue"), space, general, 3)}
    assert (found["siege.no_fleet"], found["siege.helepolis"], found["siege.traitor"]) == (-1, 1, 3)


# cavalry_siege_loss


def horse_siege(segment: int = ACTIVATION, **cus: int) -> Table:
    table = Table(edition="draft", options=("cavalry",), segment=segment, dice=(DIE[0, 1],))
    table.pc("independent", "lamia")
    table.army("blue", "krateros", "lamia", **cus)
    return table


@pytest.mark.rule("K19.9.5")
def test_a_cheap_subjugation_costs_one_mp_and_its_first_loss_is_cavalry() -> None:
    table = horse_siege(mercenary=3, cavalry=2)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "siege:lamia")
    assert mps(table) == 3
    assert table.forces("blue", "lamia") == {"mercenary": 3, "cavalry": 1}
    assert table.dispersed("blue") == {}


@pytest.mark.rule("K19.9.5")
def test_a_free_subjugation_has_saved_no_mp_and_the_loss_is_free() -> None:
    table = horse_siege(SURRENDER, mercenary=3, cavalry=2)
    conduct(table, (0, 1), at="lamia", general="krateros")
    assert set(table.offers) == {"lose:mercenary", "lose:cavalry"}
    table.act("lose:cavalry")
    assert table.dispersed("blue") == {}


# Examples


@pytest.mark.example("D31")
def test_d31_demetrios_before_pella() -> None:
    table = Table(edition="draft", dice=(3,))
    table.pc("red", "pella")
    table.cus("red", "pella.inside", mercenary=2)
    table.army("blue", "demetrios", "pella", mercenary=4)
    conduct(table, (1, 1), general="demetrios")
    assert points(table) == 1
    assert table.forces("blue", "pella") == {"mercenary": 3}
    assert siege.needed(table.play, table.space("pella")) == 3


@pytest.mark.example("D32")
def test_d32_five_attempts_in_a_round() -> None:
    assert siege.SIEGES_IN_SURRENDER + 2 * siege.SIEGES_IN_SEGMENT == 5
    table = besieger(owner="independent", at="pisidai", mercenary=9)
    allowed = []
    for segment, most in ((SURRENDER, 1), (1, 2), (ACTIVATION, 2)):
        table.state.segment, table.state.sieges = segment, {}
        for _ in range(most):
            conduct(table, (0, 0), at="pisidai")
        p, general = table.play, table.general_number("alketas")
        cus = p.state.cus_of(table.space("pisidai"), table.seat("blue"))
        refusal = siege.may_conduct(p, table.seat("blue"), table.space("pisidai"), general, cus)
        allowed.append(refusal is not None)
    assert allowed == [True, True, True]
