"""8: the royal family."""

import pytest

from diadochi.game import Game
from diadochi.model import moves
from diadochi.model.ids import RoyalId
from diadochi.model.state import NOBODY, TYCHE
from diadochi.rules import activation, operations, scoring, siege, strategy
from diadochi.rules.upkeep import upkeep
from tests.cards.deal import impossible, play
from tests.table import BLUE, MATERIAL, Table

HEIRS_AND_CART = ["alexandros", "philippos", "herakles", "funeral_cart"]
FEMALES = ["olympias", "kleopatra", "thessalonike"]


def settled(table: Table) -> Table:
    table.begin(lambda p: None)
    return table


def force_march(table: Table, general: str, *spaces: str, mps: int = 0, faction: str = "blue") -> None:
    """With just enough MPs, so that nobody is asked for Free Passage."""
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps or len(spaces), 1))
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(*(f"march:{space}" for space in spaces))


# 8.1


@pytest.mark.rule("R8.1.1")
def test_the_legitimacy_goes_to_who_controls_them() -> None:
    table = Table()
    table.pc("blue", "gordion")
    table.royal("alexandros", "gordion", "blue")
    settled(table)
    assert (table.legitimacy("blue"), table.legitimacy("red")) == (8, 3)
    table.general("red", "peithon", "gordion")
    settled(table)
    assert (table.legitimacy("blue"), table.legitimacy("red")) == (3, 8)


@pytest.mark.rule("R8.1.3")
def test_females_start_on_the_map_and_belong_to_nobody() -> None:
    state = Game.new(4, 1).state
    for number, royal in enumerate(MATERIAL.pieces.royals):
        if royal.kind == "female":
            assert state.royals[number] >= 0
            assert state.royal_owner[number] == NOBODY


@pytest.mark.rule("R8.1.4")
def test_the_cart_is_controlled_and_moves_like_a_royal_family_member() -> None:
    table = Table()
    table.pc("blue", "opis")
    table.army("blue", "perdikkas", "opis", loyal=1)
    table.royal("funeral_cart", "opis")
    settled(table)
    assert table.holder("funeral_cart") == "blue"
    table.begin(lambda p: activation.begin(p, BLUE, 2, 1))
    table.act("activate:perdikkas", "take-all", "march:sippara")
    assert table.where_royal("funeral_cart") == "sippara"


# 8.2 Gaining control


@pytest.mark.rule("R8.2.1")
def test_independents_never_control_anybody() -> None:
    table = Table()
    table.pc("independent", "lamia")
    table.independent("leosthenes", "lamia")
    for royal in HEIRS_AND_CART:
        table.royal(royal, "lamia")
    settled(table)
    assert {table.holder(r) for r in HEIRS_AND_CART} == {""}


@pytest.mark.rule("R8.2.2")
@pytest.mark.parametrize("royal", HEIRS_AND_CART)
def test_a_pc_or_a_general_in_the_location_controls_heirs_and_the_cart(royal: str) -> None:
    table = Table()
    table.royal(royal, "gordion")
    table.pc("blue", "gordion")
    assert settled(table).holder(royal) == "blue"
    table = Table()
    table.royal(royal, "gordion")
    table.general("blue", "krateros", "gordion")
    assert settled(table).holder(royal) == "blue"


@pytest.mark.rule("R8.2.2")
def test_a_cu_alone_controls_nobody() -> None:
    table = Table()
    table.pc("red", "pella")
    table.army("blue", "krateros", "pella", mercenary=1)
    table.royal("herakles", "pella.inside", "red")
    settled(table)
    assert table.holder("herakles") == "red", "the besieger stands in another location"


@pytest.mark.example("E13")
@pytest.mark.rule("R8.2.2")
def test_e13_herakles_goes_to_who_puts_a_pc_there_or_arrives_with_a_general() -> None:
    table = Table(active="yellow")
    table.pc("yellow", "kelainai")
    table.royal("herakles", "gordion")
    table.state.segment = TYCHE
    seat = table.seat("yellow")
    table.begin(lambda p: operations.begin_place_pcs(p, seat, 2, strategy.own_pcs(p.state, seat)))
    table.act("place-pc:gordion")
    assert table.holder("herakles") == "yellow"
    table = Table(active="yellow")
    table.general("yellow", "peithon", "sardeis")
    table.royal("herakles", "pergamon")
    force_march(table, "peithon", "pergamon", faction="yellow")
    assert table.holder("herakles") == "yellow"


@pytest.mark.rule("R8.2.3")
def test_the_tomb_is_never_controlled() -> None:
    table = Table()
    table.pc("blue", "memphis")
    table.royal("funeral_cart", "memphis", "blue")
    settled(table)
    scoring.bury(table.play, BLUE)
    table.general("blue", "krateros", "memphis")
    settled(table)
    assert table.holder("funeral_cart") == ""
    assert table.state.tomb == table.space("memphis")


@pytest.mark.rule("R8.2.4")
@pytest.mark.parametrize("female", FEMALES)
def test_females_come_by_events_only(female: str) -> None:
    table = Table()
    table.pc("blue", "gordion")
    table.army("blue", "krateros", "gordion", loyal=2)
    table.royal(female, "gordion")
    assert settled(table).holder(female) == ""


def proposal(bride: str = "kleopatra", at: str = "gordion") -> Table:
    """Blue has played the offer of marriage; she is in Gordion."""
    table = Table()
    table.royal(bride, at)
    table.state.proposals[0 if bride == "kleopatra" else 1] = table.seat("blue")
    return table


@pytest.mark.rule("R8.2.7")
def test_a_bride_whom_somebody_controls_does_not_marry() -> None:
    table = proposal()
    table.general("red", "peithon", "gordion")
    table.royal("kleopatra", "gordion", "red")
    table.army("blue", "krateros", "gordion", loyal=1)
    assert settled(table).holder("kleopatra") == "red"
    table = proposal()
    table.army("blue", "krateros", "gordion", loyal=1)
    assert settled(table).holder("kleopatra") == "blue"


@pytest.mark.rule("R8.2.8")
def test_a_marriage_needs_a_general_and_a_cu_in_her_location() -> None:
    table = proposal()
    table.general("blue", "krateros", "gordion")
    assert settled(table).holder("kleopatra") == ""
    table = proposal()
    table.pc("blue", "gordion")
    table.cus("blue", "gordion", loyal=1)
    assert settled(table).holder("kleopatra") == ""
    table = proposal(at="sardeis")
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", loyal=1)
    assert settled(table).holder("kleopatra") == "", "inside is another location (A47)"
    table = proposal()
    table.army("blue", "krateros", "gordion", loyal=1)
    assert settled(table).holder("kleopatra") == "blue"


@pytest.mark.rule("R8.2.9")
@pytest.mark.parametrize("enemy", ["red", "independent"])
def test_an_enemy_cu_stands_in_the_way_of_a_marriage(enemy: str) -> None:
    table = proposal()
    table.army("blue", "krateros", "gordion", loyal=1)
    if enemy == "red":
        table.pc("red", "gordion")
        table.cus("red", "gordion", mercenary=1)
    else:
        table.independent("ariarathes", "gordion")
    assert settled(table).holder("kleopatra") == ""


@pytest.mark.rule("R8.2.9")
def test_unless_its_owner_has_granted_free_passage() -> None:
    table = proposal()
    table.army("blue", "krateros", "gordion", loyal=1)
    table.army("red", "peithon", "gordion", mercenary=1)
    settled(table)
    at, red = table.location("gordion"), table.seat("red")
    moves.all_due(table.state)
    upkeep(table.play, at, 0, 1 << red)
    assert table.holder("kleopatra") == "blue"


@pytest.mark.rule("R8.2.11")
@pytest.mark.parametrize("royal", HEIRS_AND_CART)
def test_the_general_takes_them_before_the_pc(royal: str) -> None:
    table = Table()
    table.pc("red", "gordion")
    table.general("blue", "krateros", "gordion")
    table.royal(royal, "gordion")
    assert settled(table).holder(royal) == "blue"


@pytest.mark.rule("R8.2.12")
def test_with_generals_of_two_players_nothing_changes() -> None:
    table = Table()
    table.general("blue", "krateros", "gordion")
    table.general("red", "peithon", "gordion")
    table.royal("herakles", "gordion")
    table.pc("yellow", "gordion")
    assert settled(table).holder("herakles") == ""
    table.royal("herakles", "gordion", "yellow")
    assert settled(table).holder("herakles") == "yellow"


# 8.3 Losing control


@pytest.mark.rule("R8.3.2")
def test_an_enemy_general_takes_the_heirs_and_sets_the_females_free() -> None:
    table = Table()
    table.pc("red", "gordion")
    table.royal("alexandros", "gordion", "red")
    table.royal("olympias", "gordion", "red")
    table.general("blue", "krateros", "kelainai")
    force_march(table, "krateros", "tp_dorylaion", "gordion")
    assert table.where("krateros") == "gordion"
    assert table.holder("alexandros") == "blue"
    assert table.holder("olympias") == ""


@pytest.mark.rule("R8.3.3")
def test_who_has_neither_a_general_nor_a_pc_with_them_loses_them() -> None:
    """A102: somebody else's PC does not keep them."""
    table = Table()
    table.pc("red", "gordion")
    table.royal("olympias", "gordion", "blue")
    table.royal("herakles", "gordion", "blue")
    settled(table)
    assert table.holder("olympias") == ""
    assert table.holder("herakles") == "red"


@pytest.mark.rule("R8.3.4")
@pytest.mark.parametrize("royal", ["olympias", "herakles"])
def test_who_becomes_uncontrolled_inside_a_city_goes_outside(royal: str) -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.royal(royal, "sardeis.inside", "red")
    settled(table)
    assert table.where_royal(royal) == "sardeis.inside"
    moves.put_pc(table.state, table.space("sardeis"), NOBODY)
    upkeep(table.play)
    assert table.where_royal(royal) == "sardeis"


@pytest.mark.rule("R8.3.4")
def test_an_heir_who_is_freed_goes_to_the_general_outside_at_once() -> None:
    table = Table(dice=(6,), segment=2)
    table.pc("red", "sardeis")
    table.royal("herakles", "sardeis.inside", "red")
    table.army("blue", "krateros", "sardeis", mercenary=4)
    table.siege_points("blue", "sardeis", 2)
    space, seat, general = table.space("sardeis"), table.seat("blue"), table.general_number("krateros")
    table.begin(lambda p: siege.begin(p, seat, space, general, p.state.cus_of(space, seat), 2))
    assert table.pc_of("sardeis") == ""
    assert table.where_royal("herakles") == "sardeis"
    assert table.holder("herakles") == "blue"


@pytest.mark.rule("R8.3.4")
def test_the_same_when_the_pc_goes_in_another_way() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.royal("herakles", "sardeis.inside", "red")
    table.general("blue", "krateros", "sardeis")
    settled(table)
    assert table.holder("herakles") == "red"
    moves.put_pc(table.state, table.space("sardeis"), NOBODY)
    upkeep(table.play)
    assert (table.where_royal("herakles"), table.holder("herakles")) == ("sardeis", "blue")


# 8.4 Moving


def with_royal(royal: str, owner: str) -> Table:
    table = Table()
    table.pc("blue", "kelainai")
    table.army("blue", "krateros", "kelainai", loyal=2)
    table.general("blue", "eumenes", "kelainai")
    table.royal(royal, "kelainai", owner)
    table.begin(lambda p: activation.begin(p, BLUE, 3, 2))
    return table


@pytest.mark.rule("R8.4.1")
def test_an_uncontrolled_female_does_not_go_along() -> None:
    table = with_royal("kleopatra", "")
    table.act("activate:krateros", "take-all")
    assert table.why_not("take-royal:kleopatra") == "8.4.7"


@pytest.mark.rule("R8.4.1")
def test_plans_of_their_own_moves_her() -> None:
    card = next(c.number for c in MATERIAL.cards if c.event == "plans_of_their_own")
    table = Table()
    table.royal("kleopatra", "sardeis")
    settled(table)
    assert not impossible(table, card)
    play(table, card)
    while not table.over:
        table.act(table.offers[-1])
    assert table.where_royal("kleopatra") != "sardeis"


@pytest.mark.rule("R8.4.4")
def test_a_general_moves_them_through_the_walls_in_his_own_activation() -> None:
    table = Table()
    table.pc("blue", "kelainai")
    table.general("blue", "krateros", "kelainai")
    table.royal("kleopatra", "kelainai", "blue")
    table.begin(lambda p: activation.begin(p, BLUE, 3, 1))
    table.act("activate:krateros", "take-royal:kleopatra", "go-inside")
    assert table.where_royal("kleopatra") == "kelainai.inside"


@pytest.mark.rule("R8.4.4")
def test_without_a_general_they_pass_the_walls_during_a_procedure_only() -> None:
    table = Table(active="red")
    table.pc("blue", "sardeis")
    table.royal("kleopatra", "sardeis", "blue")
    table.army("red", "peithon", "pergamon", mercenary=1)
    force_march(table, "peithon", "sardeis", faction="red")
    assert table.deciding == "blue"
    table.act("inside-royal:kleopatra")
    assert table.where_royal("kleopatra") == "sardeis.inside"


@pytest.mark.rule("R8.4.5")
def test_an_army_picks_them_up_and_drops_them_off() -> None:
    table = Table()
    table.pc("blue", "kelainai", "sardeis", "ephesos")
    table.army("blue", "krateros", "kelainai", loyal=2)
    table.royal("herakles", "sardeis", "blue")
    force_march(table, "krateros", "sardeis", mps=3)
    table.act("take-royal:herakles", "march:ephesos", "leave-royal:herakles", "march:halikarnassos")
    assert table.where_royal("herakles") == "ephesos"
    assert table.holder("herakles") == "blue"


@pytest.mark.rule("R8.4.6")
def test_whom_one_general_has_moved_another_may_not_move_in_that_segment() -> None:
    table = Table()
    table.pc("blue", "kelainai", "sardeis")
    table.army("blue", "krateros", "kelainai", loyal=1)
    table.army("blue", "eumenes", "sardeis", loyal=1)
    table.royal("herakles", "kelainai", "blue")
    table.begin(lambda p: activation.begin(p, BLUE, 3, 2))
    table.act("activate:krateros", "take-all", "march:sardeis", "leave-royal:herakles", "done")
    table.act("activate:eumenes")
    assert table.why_not("take-royal:herakles") == "8.4.6"


@pytest.mark.rule("R8.4.7")
def test_an_uncontrolled_heir_does_not_move() -> None:
    """Krateros shares the location with a General of another player: nobody takes Herakles (8.2.12)."""
    table = Table()
    table.army("blue", "krateros", "gordion", loyal=1)
    table.general("blue", "eumenes", "gordion")
    table.royal("herakles", "gordion")
    table.begin(lambda p: activation.begin(p, BLUE, 3, 1))
    table.state.royal_owner[2] = NOBODY
    table.act("activate:krateros", "take-all")
    assert table.why_not("take-royal:herakles") == "8.4.7"


# 8.5


@pytest.mark.rule("R8.5.3")
def test_a_dead_royal_leaves_the_game_and_the_legitimacy_is_lost_at_once() -> None:
    table = Table()
    table.pc("blue", "gordion")
    table.royal("alexandros", "gordion", "blue")
    settled(table)
    assert table.legitimacy("blue") == 8
    scoring.kill_royal(table.play, RoyalId(0))
    upkeep(table.play)
    assert table.legitimacy("blue") == 3
    assert (table.where_royal("alexandros"), table.holder("alexandros")) == ("out", "")


@pytest.mark.rule("R8.5.3")
def test_no_battle_overrun_or_siege_kills_them() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=1)
    for royal in ("alexandros", "olympias"):
        table.royal(royal, "larisa", "red")
    table.army("blue", "krateros", "pella", mercenary=5)
    force_march(table, "krateros", "larisa")
    assert {table.where_royal(r) for r in ("alexandros", "olympias")} == {"larisa"}
    assert table.holder("alexandros") == "blue"
