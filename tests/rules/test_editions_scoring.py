"""Points, royals, burial, Regency and options of the other editions, and each field of theirs alone."""

import pytest

from diadochi.game import Game
from diadochi.model.state import NOBODY
from diadochi.rules import activation, burial, scoring, turn
from diadochi.rules.prestige import prestige
from diadochi.rules.strategy import TycheSegment, begin_player_turn, own_pcs
from tests.table import Table

# 3.2, 21.4 Regency


def heir_of_blue(edition: str = "deluxe", heir: str = "herakles", **changed: object) -> Table:
    table = Table(edition=edition, changed=dict(changed), turn=4)
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
