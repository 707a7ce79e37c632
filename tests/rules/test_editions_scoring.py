"""Points, royals, burial, Regency and options of the other editions, and each field of theirs alone."""

import pytest

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model import moves
from diadochi.model.pieces import Royal
from diadochi.model.state import NO_SEGMENT, NOBODY
from diadochi.rules import activation, battle, burial, options, reinforcements, scoring, troops, turn
from diadochi.rules.fleets import fleet_strength
from diadochi.rules.prestige import prestige
from diadochi.rules.strategy import TycheSegment, begin_player_turn, own_pcs
from diadochi.rules.surrender import SurrenderSegment
from tests import harness
from tests.cards.deal import play, segment
from tests.table import Table, changed_material

# 3.2, 21.4 Regency


def heir_of_blue(
    edition: str = "deluxe", heir: str = "herakles", options: tuple[str, ...] = (), **changed: object
) -> Table:
    table = Table(edition=edition, changed=dict(changed), turn=4, options=options)
    table.province("blue", "makedonia")
    table.army("blue", "perdikkas", "pella", loyal=3)
    table.royal(heir, "pella", "blue")
    table.pc("red", "gaza")
    return table


@pytest.mark.rule("T21.4.1")
@pytest.mark.rule("K6.1.4.1")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_herakles_comes_of_age_in_turn_4_and_alexandros_in_turn_5(edition: str) -> None:
    for number, heir in ((4, "herakles"), (5, "alexandros")):
        table = heir_of_blue(edition, heir)
        regency(table, number)
        (check,) = table.events("regency_check")
        assert check.args[0][2] == table.royal_number(heir)


def regency(table: Table, number: int) -> None:
    table.begin(lambda p: scoring.regency(p, number))


@pytest.mark.rule("T21.4.2")
@pytest.mark.parametrize("answer", ["crown", "kill-heir"])
def test_the_regent_to_be_chooses(answer: str) -> None:
    table = heir_of_blue("third")
    regency(table, 4)
    assert table.deciding == "blue"
    assert table.offers == ("crown", "kill-heir")
    before = table.legitimacy("blue")
    table.act(answer)
    if answer == "crown":
        assert table.state.result == (table.seat("blue"), scoring.REGENCY)
    else:
        assert table.where_royal("herakles") == "out"
        assert table.legitimacy("blue") < before, "his L is gone at once"
        assert not table.state.result


@pytest.mark.rule("T21.4.2")
def test_who_would_not_be_regent_must_kill_him() -> None:
    table = heir_of_blue("third")
    table.province("red", "babylonia")
    table.province("red", "aigyptos")
    table.province("red", "media")
    regency(table, 4)
    assert table.over
    assert table.where_royal("herakles") == "out"


@pytest.mark.rule("T18.6.1")
def test_the_choice_is_asked_at_the_start_of_the_turn_before_everything_else() -> None:
    table = heir_of_blue("third")
    table.begin(lambda p: turn.begin_game_turn(p, 4))
    assert table.decision.prompt == "prompt.coming_of_age"
    table.act("kill-heir")
    assert table.decision.prompt == "prompt.first_player"


@pytest.mark.parametrize(("ruling", "asked"), [("auto", False), ("choice", True)])
def test_the_ruling_about_the_regency(ruling: str, asked: bool) -> None:
    table = heir_of_blue(heir="alexandros", regency_mode=ruling)
    regency(table, 4)
    assert bool(table.state.result) != asked


# A08


@pytest.mark.rule("K20.15")
@pytest.mark.parametrize(("value", "freed"), [("any_use", True), ("event", False)])
def test_what_frees_the_condemned(value: str, freed: bool) -> None:
    table = Table(changed={"condemnation_release": value})
    table.pc("blue", "gaza")
    table.army("red", "peithon", "tyros", loyal=2)
    table.state.condemned = table.general_number("peithon")
    table.hand("blue", "15")
    seat = table.seat("blue")
    table.begin(lambda p: p.push(TycheSegment(seat, own_pcs(p.state, seat))))
    table.act("place-pcs:15")
    assert (table.state.condemned < 0) == freed


@pytest.mark.parametrize("name", ["regency-mode", "condemnation-release"])
def test_a_ruling_may_be_chosen_for_a_game(name: str) -> None:
    value = {"regency-mode": "choice", "condemnation-release": "event"}[name]
    game = Game.new(players=3, seed=1, rulings={name: value})
    assert (name, value) in game.material.rulings


# 3.6.8, 15.4.4 The Tomb


@pytest.mark.rule("K15.4.4")
@pytest.mark.parametrize(("edition", "points"), [("third", 0), ("draft", 2)])
def test_the_tomb_in_pella_gives_the_controller_of_the_city_legitimacy_too(edition: str, points: int) -> None:
    table = Table(edition=edition)
    table.pc("red", "pella")
    table.state.tomb, table.state.tomb_burier = table.space("pella"), table.seat("blue")
    table.begin(lambda p: None)
    assert table.legitimacy("blue") == 3 + 10
    assert table.legitimacy("red") == 3 + points


# 16 Prestige


@pytest.mark.rule("K16.2")
@pytest.mark.parametrize(("edition", "points"), [("third", 0), ("draft", -2)])
def test_prestige_may_fall_below_0(edition: str, points: int) -> None:
    table = Table(edition=edition)
    table.army("blue", "eumenes", "gaza", royal=2)
    table.state.champions = 0
    table.begin(lambda p: None)
    assert table.legitimacy("blue") == 0
    assert prestige(table.play, table.seat("blue"), table.location("gaza")) == points


# 18 The royal family


@pytest.mark.rule("T18.1.1")
@pytest.mark.rule("T18.5.2")
@pytest.mark.parametrize(("edition", "holder"), [("third", "blue"), ("draft", "red")])
def test_cus_hold_an_heir_against_a_general(edition: str, holder: str) -> None:
    table = Table(edition=edition)
    table.pc("blue", "gaza")
    table.cus("blue", "gaza", mercenary=2)
    table.royal("herakles", "gaza", "blue")
    table.general("red", "peithon", "gaza")
    table.begin(lambda p: None)
    assert table.holder("herakles") == holder


@pytest.mark.rule("T18.5.2")
def test_an_heir_alone_in_an_independent_city_is_taken() -> None:
    table = Table(edition="third")
    table.pc("independent", "pella")
    table.royal("alexandros", "pella.inside")
    table.general("red", "peithon", "pella")
    table.begin(lambda p: None)
    assert table.holder("alexandros") == "red"


@pytest.mark.rule("T18.3.2")
@pytest.mark.rule("K18.5")
@pytest.mark.parametrize(
    ("edition", "general", "married"), [("third", True, True), ("draft", True, False), ("draft", False, True)]
)
def test_who_prevents_a_marriage(edition: str, general: bool, married: bool) -> None:
    """An enemy Army, whatever passage it was granted; CUs without a General do not."""
    table = Table(edition=edition)
    table.pc("red", "sardeis")
    table.army("blue", "antigonos", "sardeis", mercenary=2)
    table.cus("red", "sardeis", mercenary=1)
    if general:
        table.general("red", "peithon", "sardeis")
    table.royal("kleopatra", "sardeis")
    table.state.proposals = [table.seat("blue"), table.state.proposals[1]]
    table.begin(lambda p: None)
    assert table.holder("kleopatra") == ("blue" if married else "")


@pytest.mark.rule("K18.5")
@pytest.mark.example("D33")
def test_the_captor_of_pella_marries_thessalonike() -> None:
    table = Table(edition="draft")
    table.pc("blue", "pella")
    table.army("blue", "kassandros", "pella", mercenary=3)
    table.royal("thessalonike", "pella")
    table.state.proposals = [table.state.proposals[0], table.seat("blue")]
    table.begin(lambda p: None)
    assert table.holder("thessalonike") == "blue"
    assert table.legitimacy("blue") >= 2


@pytest.mark.rule("T17.2.2")
def test_of_several_heirs_the_highest_counts() -> None:
    table = Table(edition="third")
    table.pc("blue", "pella")
    table.royal("alexandros", "pella", "blue")
    table.royal("herakles", "pella", "blue")
    table.begin(lambda p: None)
    best = max(r.legitimacy for r in table.material.pieces.royals if r.id in ("alexandros", "herakles"))
    assert table.legitimacy("blue") == 3 + best


# 3.8 Burial


def with_cart(edition: str = "deluxe", at: str = "sardeis", **changed: object) -> Table:
    table = Table(edition=edition, changed=dict(changed))
    table.pc("blue", at)
    table.army("blue", "antigonos", at, mercenary=4)
    table.royal("funeral_cart", at, "blue")
    return table


def player_turn(table: Table) -> None:
    table.state.order = (table.seat("blue"),)
    table.begin(lambda p: begin_player_turn(p, table.seat("blue")))


@pytest.mark.rule("T17.4.2")
@pytest.mark.rule("K15.4.2")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_alexander_may_be_buried_at_the_end_of_every_own_segment(edition: str) -> None:
    table = with_cart(edition)
    asked = []
    player_turn(table)
    while not table.over:
        if table.decision.prompt == "prompt.bury":
            asked.append(table.state.segment)
        table.act(
            "mercenary" if "mercenary" in table.offers else "pass" if "pass" in table.offers else table.offers[-1]
        )
    assert asked == [0, 1, 2, 3]


@pytest.mark.rule("T17.4.2")
@pytest.mark.rule("K15.4.2")
@pytest.mark.parametrize(("edition", "asked"), [("third", False), ("draft", True)])
def test_the_end_phase_is_a_moment_for_it_in_one_edition_only(edition: str, asked: bool) -> None:
    table = with_cart(edition)
    table.state.active = NOBODY
    table.begin(burial.begin_burial)
    assert (not table.over) == asked


@pytest.mark.rule("T17.4.2")
@pytest.mark.rule("K15.4.2")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_the_army_that_has_the_cart_buries_in_the_middle_of_its_movement(edition: str) -> None:
    table = with_cart(edition, "gordion")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all")
    assert "bury" not in table.further, "no Major City"
    table = with_cart(edition)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all")
    assert "bury" in table.further
    table.act("bury")
    assert table.state.tomb == table.space("sardeis")
    assert any(a.startswith("march:") for a in table.offers), "the movement goes on"


def test_in_the_first_edition_nobody_buries_on_the_way() -> None:
    table = with_cart()
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all")
    assert "bury" not in table.further
    assert table.why_not("bury") == "3.8.5"


# 3.7 Champions


@pytest.mark.rule("T17.5.2")
@pytest.mark.rule("K17.2")
@pytest.mark.parametrize(
    ("way", "mover", "active", "status"),
    [
        ("major_in_own_segment", True, "blue", False),
        ("major_in_own_segment", False, "yellow", True),
        ("never", True, "blue", True),
        ("never", False, "yellow", True),
        ("nonactive_general", True, "blue", False),
        ("nonactive_general", False, "yellow", False),
        ("nonactive_general", False, "red", True),
    ],
)
def test_whether_it_costs_status_to_disperse_a_lone_general(way: str, mover: bool, active: str, status: bool) -> None:
    table = Table(changed={"status_by_dispersing": way}, active=active)
    table.begin(lambda p: scoring.disperse_lone_general(p, table.seat("blue"), table.seat("red"), "3.7.7", mover=mover))
    assert table.champion("blue") == status


@pytest.mark.rule("T17.5.2")
@pytest.mark.rule("K17.2")
@pytest.mark.parametrize("way", ["never", "nonactive_general"])
def test_a_march_that_disperses_a_lone_general(way: str) -> None:
    table = Table(changed={"status_by_dispersing": way})
    table.army("blue", "antigonos", "gordion", mercenary=3)
    table.general("red", "peithon", "ankyra")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:ankyra")
    while table.decision.prompt != "prompt.army":
        table.act("attack" if "attack" in table.offers else table.offers[0])
    assert table.where("peithon") == "dispersed"
    assert table.champion("blue") == (way == "never")


@pytest.mark.rule("T13.4.4")
@pytest.mark.parametrize(("way", "status"), [("fought", True), ("declared", False)])
def test_a_declaration_at_sea_that_falls_away_with_the_movers_defeat(way: str, status: bool) -> None:
    table = Table(players=3, changed={"status_by_naval": way}, dice=(1, 1, 6, 6, 1))
    table.pc("blue", "xanthos")
    table.province("red", "rhodos")
    table.province("yellow", "kypros")
    table.army("blue", "lysimachos", "xanthos", loyal=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:lysimachos", "take-all", "embark", "sail:phaselis")
    declared = set()
    while not table.over:
        if "declare" in table.offers:
            declared.add(table.deciding)
            table.act("declare")
        else:
            table.act(next((a for a in table.offers if a.startswith("commit")), table.offers[0]))
    assert declared == {"red", "yellow"}
    assert not table.champion("red")
    assert table.champion("yellow") == status


# 19.12 Herakles


@pytest.mark.rule("K19.12")
def test_herakles_starts_in_halikarnassos_and_is_no_heir_of_a_regency() -> None:
    game = harness.begin(4, 1, ("herakles",), "draft")
    material = load_material("draft")
    assert game.state.royals[Royal.HERAKLES] == material.board.space_index["halikarnassos"]
    table = heir_of_blue("draft", options=("herakles",))
    regency(table, 4)
    assert not table.events("regency_check")
    scoring.kill_royal(table.play, Royal.ALEXANDROS)
    assert table.where_royal("herakles") == "pella"


@pytest.mark.rule("K19.12")
def test_he_gives_his_legitimacy_to_who_has_no_other_heir() -> None:
    for other, points in ((False, 2), (True, None)):
        table = Table(edition="draft", options=("herakles",))
        table.pc("blue", "pella")
        table.royal("herakles", "pella", "blue")
        if other:
            table.royal("alexandros", "pella", "blue")
        table.begin(lambda p: None)
        value = table.material.pieces.royals[Royal.ALEXANDROS].legitimacy
        assert table.legitimacy("blue") == 3 + (value if points is None else points)


# 19.8 The Capital


def site(edition: str = "draft", options: tuple[str, ...] = ("capital",)) -> Table:
    table = Table(edition=edition, options=options)
    table.pc("blue", "gordion")
    table.army("blue", "antigonos", "gordion", mercenary=3)
    return table


def surrendering(table: Table) -> None:
    table.begin(lambda p: p.push(SurrenderSegment(table.seat("blue"), 0)))


@pytest.mark.rule("K19.8.1")
def test_a_capital_is_begun_in_one_surrender_segment_and_finished_in_the_next() -> None:
    table = site()
    surrendering(table)
    assert table.offers == ("done", "choose-space:gordion")
    table.act("choose-space:gordion")
    assert table.over
    options.finish_construction(table.play, table.seat("blue"))
    assert table.state.capital[table.seat("blue")] == table.space("gordion")
    assert not options.sites(table.play, table.seat("blue")), "once in a game"
    assert not options.sites(site(options=()).play, table.seat("blue")), "an option"


@pytest.mark.rule("K19.8.2")
def test_it_is_broken_off_when_the_builder_leaves_or_is_attacked() -> None:
    table = site()
    surrendering(table)
    table.act("choose-space:gordion")
    blue = table.seat("blue")
    table.begin(lambda p: activation.begin(p, blue, 4, 1))
    table.act("activate:antigonos", "take-all", "march:ankyra")
    assert table.state.construction[blue] < 0
    table = site()
    surrendering(table)
    table.act("choose-space:gordion")
    red, at = table.seat("red"), table.location("gordion")
    table.army("red", "peithon", "gordion", mercenary=3)
    battle.begin(table.play, red, blue, at, red, at, 0)
    assert table.state.construction[blue] < 0
    assert table.state.capital[blue] < 0


@pytest.mark.rule("K19.8.3")
def test_a_capital_holds_one_cu_and_takes_two_siege_points() -> None:
    table = site()
    moves.put_capital(table.state, table.seat("blue"), table.space("gordion"))
    assert troops.room_inside(table.play, table.space("gordion")) == 1
    table.pc("blue", "pella")
    assert troops.room_inside(table.play, table.space("pella")) == 2
    assert table.material.edition.capital_siege_points == 2


@pytest.mark.rule("K19.8.4")
def test_a_capital_gives_no_vp_and_is_not_needed_for_its_province() -> None:
    table = site()
    table.province("red", "phrygia" if "phrygia" in table.material.board.province_index else "megale_phrygia")
    table.pc("blue", "gordion")
    moves.put_capital(table.state, table.seat("blue"), table.space("gordion"))
    table.begin(lambda p: None)
    province = table.material.board.spaces[table.space("gordion")].province
    city = table.material.board.major_city[province]
    if city >= 0:
        assert table.state.pcs[city] == table.seat("red")
    assert table.state.province_owner[province] == table.seat("red")
    assert table.vp("blue") == 0


# 19.9.2 Cavalry


def horses(**provinces: str) -> Table:
    table = Table(edition="draft", options=("cavalry",), segment=NO_SEGMENT)
    table.pc("blue", "gaza")
    table.pc("red", "tyros")
    for province, faction in provinces.items():
        table.province(faction, province)
    return table


@pytest.mark.rule("K19.9.2")
def test_one_cavalry_may_be_taken_instead_of_the_two_mercenaries() -> None:
    table = horses()
    table.state.active = NOBODY
    table.begin(reinforcements.begin_phase)
    first = table.deciding
    assert table.decision.prompt == "prompt.elect_cavalry"
    table.act("choose-units:cavalry")
    assert table.events("elects_cavalry")
    assert first == "blue"
    assert table.forces("blue", "gaza")["cavalry"] == 1


@pytest.mark.rule("K19.9.2")
def test_armenia_and_both_thessalia_and_thrake_bring_cavalry() -> None:
    for provinces, number in (
        ({"armenia": "blue"}, 1),
        ({"thrake": "blue"}, 0),
        ({"thrake": "blue", "thessalia": "blue"}, 1),
        ({"thrake": "blue", "thessalia": "blue", "armenia": "blue"}, 2),
    ):
        table = horses(**provinces)
        table.begin(lambda p: None)
        assert reinforcements.cavalry_honours(table.play, table.seat("blue")) == number


@pytest.mark.rule("K19.9.2")
def test_most_of_the_unlooted_treasure_cities_bring_cavalry() -> None:
    table = horses()
    table.pc("blue", "babylon")
    assert reinforcements.richest(table.play) == table.seat("blue")
    table.pc("red", "sousa")
    assert reinforcements.richest(table.play) == NOBODY
    table.state.looted = 1 << table.space("sousa")
    assert reinforcements.richest(table.play) == table.seat("blue")


# Worked examples


@pytest.mark.example("D15")
def test_d15_kilikia_pirates_bring_the_fleet() -> None:
    table = Table(edition="draft")
    play(table, "28", "yellow")
    fleet = table.fleet_number("kilikia")
    assert table.state.fleet_owner[fleet] == table.seat("yellow")
    assert table.state.fleet_side[fleet] == 0
    assert fleet_strength(table.play, fleet) == 1


@pytest.mark.example("D18")
def test_d18_ops_first_then_philippos_joins_antipatros() -> None:
    table = Table(edition="draft")
    table.pc("blue", "larisa")
    table.army("blue", "antipatros", "pella", royal=2)
    table.pc("blue", "pella")
    segment(table, "29")
    before = table.legitimacy("blue")
    table.act("place-pcs:29")
    while table.decision.prompt == "prompt.place_pcs":
        table.act(table.offers[-1])
    table.act("event:29")
    if not table.over:
        table.act("choose-general:antipatros")
    assert table.where_royal("philippos") == "pella"
    assert table.holder("philippos") == "blue"
    assert table.legitimacy("blue") == before + 4


# Each field alone

FIELDS = (
    "standard_options",
    "regency_mode",
    "tomb_in_pella_too",
    "burial_windows",
    "status_by_naval",
    "status_by_dispersing",
    "prestige_below_zero",
    "royals_by_cus",
    "marriage_blocked_by",
    "herakles_option",
    "capital_by",
    "capital_siege_points",
    "capital_inside_limit",
    "capital_needed_for_province",
    "cavalry_reinforcement",
    "cavalry_bonus",
    "treasure_cities",
)
FIRST = load_material().edition
OTHER_VALUES = sorted(
    {
        (field, value)
        for field in FIELDS
        for value in (getattr(load_material(edition).edition, field) for edition in ("third", "draft"))
        if value != getattr(FIRST, field)
    }
    | {("condemnation_release", "event")},
    key=str,
)


@pytest.mark.parametrize(("field", "value"), OTHER_VALUES, ids=str)
def test_a_field_switched_alone_plays_to_the_end(field: str, value: object) -> None:
    material = changed_material("deluxe", {field: value})
    looks = (harness.keeps_invariants, harness.offers_are_exact, harness.nothing_is_overdue)
    watched = [harness.now_and_then(look, 90) for look in looks]
    chosen = ("herakles", "foundation-of-a-capital", "cavalry")
    assert harness.play(2, 3, *watched, options=chosen, edition=material).state.result
