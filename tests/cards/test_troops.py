"""Cards that bring troops: 5 to 8, 12, 13, 26, 37 to 40, 47A."""

import pytest

from diadochi.rules import reinforcements
from tests.cards.deal import impossible, lies, play, refusal, segment
from tests.table import MATERIAL, Table

# 5 to 8, 12, 13: troops in a space of yours


@pytest.mark.card("5")
@pytest.mark.card("6")
@pytest.mark.parametrize("card", ["5", "6"])
@pytest.mark.parametrize("space", ["chalkis", "pergamon", "larisa"])
def test_greek_mercenaries_go_to_hellas_lydia_or_thessalia(card: str, space: str) -> None:
    table = Table()
    table.pc("blue", space, "alexandria")
    play(table, card)
    assert table.over
    assert table.forces("blue", space) == {"mercenary": 2}


@pytest.mark.card("7")
def test_thracian_mercenaries_go_to_thrake() -> None:
    table = Table()
    table.pc("blue", "abdera", "byzantion", "larisa")
    play(table, "7")
    assert table.offers == ("at:abdera", "at:byzantion")
    assert table.why_not("at:larisa") == "6.2.A.1"
    table.act("at:byzantion")
    assert table.forces("blue", "byzantion") == {"mercenary": 2}


@pytest.mark.card("8")
def test_cappadocian_mercenaries_go_to_kappadokia() -> None:
    table = Table()
    table.pc("blue", "mazaka")
    play(table, "8")
    assert table.forces("blue", "mazaka") == {"mercenary": 2}


@pytest.mark.card("12")
@pytest.mark.parametrize("space", ["knossos", "paphos"])
def test_cretan_archers_go_to_the_major_islands(space: str) -> None:
    table = Table()
    table.pc("blue", space)
    play(table, "12")
    assert table.forces("blue", space) == {"mercenary": 2}


@pytest.mark.card("13")
@pytest.mark.parametrize("space", ["hekatompylos", "rhagai", "persepolis", "charax", "opis"])
def test_four_indian_elephants_come_from_the_far_east_and_the_card_leaves_the_game(space: str) -> None:
    table = Table()
    table.pc("blue", space)
    segment(table, "13")
    table.act("event:13")
    assert table.forces("blue", space) == {"elephant": 4}
    assert lies(table, "13") == "removed"


@pytest.mark.card("13")
def test_four_elephants_do_not_fit_inside_a_city() -> None:
    table = Table()
    table.pc("blue", "babylon", "opis")
    play(table, "13")
    assert "at:babylon" in table.offers
    assert table.why_not("at:babylon.inside") == "9.4.5"


@pytest.mark.card("5")
def test_troops_need_a_space_of_yours() -> None:
    table = Table()
    table.pc("red", "larisa")
    assert impossible(table, "5")
    table.pc("blue", "pella")
    assert impossible(table, "5")


@pytest.mark.card("7")
def test_an_enemy_cu_or_general_keeps_troops_away() -> None:
    table = Table()
    table.pc("blue", "abdera", "ainos", "byzantion")
    table.army("red", "peithon", "abdera", loyal=1)
    table.general("red", "eumenes", "ainos")
    play(table, "7")
    assert table.over
    assert table.forces("blue", "byzantion") == {"mercenary": 2}


@pytest.mark.card("7")
def test_a_space_full_of_enemies_makes_the_event_impossible() -> None:
    table = Table()
    table.pc("blue", "byzantion")
    table.independent("seuthes", "byzantion")
    assert impossible(table, "7")


@pytest.mark.card("5")
def test_a_major_city_takes_two_cus_inside_or_any_number_outside() -> None:
    table = Table()
    table.pc("blue", "athenai")
    table.cus("blue", "athenai", mercenary=9)
    play(table, "5")
    assert table.offers == ("at:athenai", "at:athenai.inside")
    table.act("at:athenai.inside")
    assert table.forces("blue", "athenai.inside") == {"mercenary": 2}


@pytest.mark.card("5")
def test_a_garrison_leaves_no_room_inside() -> None:
    table = Table()
    table.pc("blue", "athenai", "larisa")
    table.cus("blue", "athenai.inside", mercenary=1)
    play(table, "5")
    assert table.why_not("at:athenai.inside") == "9.4.5"
    assert table.why_not("at:larisa.inside") == "2.9"
    table.act("at:athenai")
    assert table.forces("blue", "athenai") == {"mercenary": 2}


@pytest.mark.card("7")
@pytest.mark.card("8")
@pytest.mark.parametrize(("card", "space"), [("7", "abdera"), ("8", "mazaka"), ("5", "larisa")])
def test_with_cavalry_one_of_the_two_is_cavalry(card: str, space: str) -> None:
    table = Table(options=("cavalry",))
    table.pc("blue", space)
    play(table, card)
    assert table.forces("blue", space) == {"mercenary": 1, "cavalry": 1}


@pytest.mark.card("6")
def test_greek_cavalry_comes_only_from_thessalia() -> None:
    table = Table(options=("cavalry",))
    table.pc("blue", "chalkis")
    play(table, "6")
    assert table.forces("blue", "chalkis") == {"mercenary": 2}


@pytest.mark.card("12")
def test_there_is_no_cretan_cavalry() -> None:
    table = Table(options=("cavalry",))
    table.pc("blue", "knossos")
    play(table, "12")
    assert table.forces("blue", "knossos") == {"mercenary": 2}


# 26 Persian Popular Support


@pytest.mark.card("26")
def test_persian_support_brings_two_mercenaries_and_costs_two_legitimacy() -> None:
    table = Table()
    table.pc("blue", "persepolis")
    segment(table, "26")
    before = table.legitimacy("blue")
    table.act("event:26")
    assert table.forces("blue", "persepolis") == {"mercenary": 2}
    assert table.legitimacy("blue") == before - 2
    assert lies(table, "26") == "removed"


@pytest.mark.card("26")
@pytest.mark.parametrize("options", [(), ("cavalry",)])
def test_persian_support_gives_a_mercenary_in_each_reinforcements_phase(options: tuple[str, ...]) -> None:
    table = Table(options=options)
    table.pc("blue", "persepolis")
    play(table, "26")
    fresh = reinforcements.fresh_troops(table.play)
    assert fresh[table.seat("blue")][0] == fresh[table.seat("red")][0] + 1


@pytest.mark.card("26")
def test_with_cavalry_the_first_persian_troops_have_one() -> None:
    table = Table(options=("cavalry",))
    table.pc("blue", "rhagai")
    play(table, "26")
    assert table.forces("blue", "rhagai") == {"mercenary": 1, "cavalry": 1}


@pytest.mark.card("26")
@pytest.mark.parametrize("space", ["pella", "hekatompylos"])
def test_persian_support_needs_a_space_in_media_persis_sousiane_or_babylonia(space: str) -> None:
    table = Table()
    table.pc("blue", space)
    assert impossible(table, "26")


# 37 Egyptian Military Colonists


@pytest.mark.card("37")
@pytest.mark.parametrize(("unit", "number"), [("mercenary", 2), ("loyal", 1)])
def test_the_colonists_are_two_mercenaries_or_one_loyal(unit: str, number: int) -> None:
    table = Table()
    table.pc("blue", "alexandria", "thebai")
    play(table, "37")
    assert table.offers == ("choose-units:mercenary", "choose-units:loyal")
    table.act(f"choose-units:{unit}")
    assert table.offers == ("at:alexandria", "at:thebai")
    table.act("at:thebai")
    assert table.forces("blue", "thebai") == {unit: number}


@pytest.mark.card("37")
def test_one_colonist_fits_inside_where_two_do_not() -> None:
    table = Table()
    table.pc("blue", "memphis")
    table.cus("blue", "memphis.inside", loyal=1)
    play(table, "37")
    table.act("choose-units:loyal")
    assert table.offers == ("at:memphis", "at:memphis.inside")
    table.act("at:memphis.inside")
    assert table.forces("blue", "memphis.inside") == {"loyal": 2}


@pytest.mark.card("37")
def test_with_cavalry_the_colonists_may_be_one_cavalry() -> None:
    table = Table(options=("cavalry",))
    table.pc("blue", "alexandria")
    play(table, "37")
    table.act("choose-units:cavalry")
    assert table.forces("blue", "alexandria") == {"cavalry": 1}


@pytest.mark.card("37")
def test_the_colonists_need_a_space_in_aigyptos() -> None:
    table = Table()
    table.pc("blue", "gaza")
    assert impossible(table, "37")


# 38 to 40 Macedonian Reinforcements


@pytest.mark.card("38")
@pytest.mark.card("39")
@pytest.mark.card("40")
@pytest.mark.parametrize("card", ["38", "39", "40"])
def test_macedonian_reinforcements_are_one_loyal_cu_as_a_reinforcement(card: str) -> None:
    table = Table()
    table.pc("blue", "abydos", "gaza")
    play(table, card)
    assert table.offers == ("place:abydos", "place:gaza")
    table.act("place:gaza")
    assert table.forces("blue", "gaza") == {"loyal": 1}


@pytest.mark.card("38")
def test_a_reinforcement_that_fits_nowhere_is_dispersed() -> None:
    table = Table(turn=1)
    for province in MATERIAL.board.provinces:
        table.province("red", province.id)
    play(table, "38")
    assert table.over
    assert table.dispersed("blue") == {"loyal": 1}


@pytest.mark.card("39")
def test_with_cavalry_the_reinforcement_may_be_cavalry() -> None:
    table = Table(options=("cavalry",))
    table.pc("blue", "gaza")
    play(table, "39")
    table.act("choose-units:cavalry")
    assert table.forces("blue", "gaza") == {"cavalry": 1}


# 47A Silver Shields


@pytest.mark.card("47A")
def test_the_silver_shields_join_an_army_and_47b_takes_the_place_of_47a() -> None:
    table = Table()
    table.army("blue", "antigonos", "kelainai", loyal=1)
    table.army("blue", "eumenes", "gaza", mercenary=1)
    table.cus("blue", "sardeis", mercenary=1)
    table.pc("blue", "sardeis")
    segment(table, "47A")
    table.act("event:47A")
    assert table.offers == ("at:kelainai", "at:gaza")
    assert table.why_not("at:sardeis") == "6.2.A.1"
    table.act("at:gaza")
    assert table.forces("blue", "gaza") == {"mercenary": 1, "silver_shields": 2}
    assert (lies(table, "47A"), lies(table, "47B")) == ("removed", "discarded")


@pytest.mark.card("47A")
def test_47a_used_for_ops_keeps_47b_away() -> None:
    table = Table()
    segment(table, "47A")
    table.act("spend-nothing:47A")
    assert (lies(table, "47A"), lies(table, "47B")) == ("discarded", "aside")


@pytest.mark.card("47A")
def test_the_silver_shields_do_not_fit_with_a_garrison_inside() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "antigonos", "sardeis.inside", loyal=1)
    assert impossible(table, "47A")


@pytest.mark.card("47A")
def test_the_silver_shields_need_an_army() -> None:
    table = Table()
    table.general("blue", "antigonos", "gaza")
    assert refusal(table, "47A") == "refusal.event.silver_shields"
