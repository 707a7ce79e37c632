"""Cards that change PCs: 2 and 3 Diplomacy, 9 and 10 Minor Raid, 17 to 20 Unrest."""

import pytest

from tests.cards.deal import impossible, play, reveal, segment
from tests.table import Table

# 2, 3


@pytest.mark.card("2")
@pytest.mark.card("3")
@pytest.mark.parametrize("card", ["2", "3"])
def test_diplomacy_replaces_the_pc_of_an_enemy_minor_city_anywhere(card: str) -> None:
    table = Table()
    table.pc("red", "thebai")
    table.pc("independent", "kyrene")
    play(table, card)
    assert table.offers == ("choose-space:kyrene", "choose-space:thebai")
    table.act("choose-space:kyrene")
    assert table.pc_of("kyrene") == "blue"
    assert table.pc_of("thebai") == "red"


@pytest.mark.card("2")
def test_diplomacy_takes_a_players_stronghold_but_no_independent_one_and_no_major_city() -> None:
    table = Table()
    table.pc("red", "sparta", "athenai")
    table.pc("independent", "aitolia", "tyros")
    table.pc("blue", "lamia")
    play(table, "2")
    assert table.over
    assert table.pc_of("sparta") == "blue"
    assert table.pc_of("aitolia") == "independent"


@pytest.mark.card("3")
def test_an_enemy_cu_prevents_diplomacy_but_a_lone_general_does_not() -> None:
    table = Table()
    table.pc("red", "thebai", "gaza", "ake")
    table.cus("red", "thebai", mercenary=1)
    table.general("red", "peithon", "gaza")
    table.army("blue", "eumenes", "ake", mercenary=1)
    play(table, "3")
    assert table.offers == ("choose-space:ake", "choose-space:gaza")
    assert table.why_not("choose-space:thebai") == "6.2.A.1"
    table.act("choose-space:gaza")
    assert table.pc_of("gaza") == "blue"


@pytest.mark.card("2")
def test_diplomacy_ends_the_siege_of_a_city_that_comes_over() -> None:
    table = Table()
    table.pc("independent", "kyrene")
    table.army("blue", "ptolemaios", "kyrene", mercenary=3)
    table.siege_points("blue", "kyrene", 1)
    play(table, "2")
    assert table.pc_of("kyrene") == "blue"
    assert table.state.sp == {}


@pytest.mark.card("2")
def test_diplomacy_needs_such_a_city() -> None:
    table = Table()
    table.pc("red", "pella", "gaza")
    table.army("red", "peithon", "gaza", mercenary=1)
    table.pc("independent", "aitolia")
    table.pc("blue", "ake")
    assert impossible(table, "2")


# 9, 10


def raider() -> Table:
    """Blue in Gordion, 1 MP from Ankyra."""
    table = Table()
    table.army("blue", "antigonos", "gordion", mercenary=1)
    return table


@pytest.mark.card("9")
@pytest.mark.card("10")
@pytest.mark.parametrize("card", ["9", "10"])
def test_a_minor_raid_removes_a_pc_within_two_mps(card: str) -> None:
    table = raider()
    table.pc("red", "ankyra", "gaza")
    play(table, card)
    assert table.over
    assert table.pc_of("ankyra") == ""
    assert table.pc_of("gaza") == "red"


@pytest.mark.card("9")
def test_the_own_space_of_the_army_is_within_reach() -> None:
    table = Table()
    table.army("blue", "ptolemaios", "kyrene", mercenary=1)
    table.pc("independent", "kyrene")
    play(table, "9")
    assert table.pc_of("kyrene") == ""


@pytest.mark.card("10")
def test_an_enemy_cu_prevents_a_raid() -> None:
    table = raider()
    table.pc("red", "ankyra")
    table.cus("red", "ankyra", mercenary=1)
    assert impossible(table, "10")


@pytest.mark.card("10")
def test_the_reach_is_two_mps_by_land() -> None:
    table = Table()
    table.army("blue", "antipatros", "lamia", mercenary=1)
    table.pc("red", "larisa", "pella", "trikka", "chalkis", "aitolia", "korinthos", "athenai", "poteidaia")
    play(table, "10")
    assert set(table.offers) == {f"choose-space:{space}" for space in ("larisa", "trikka", "chalkis", "aitolia")}
    assert table.why_not("choose-space:korinthos") == "6.2.A.1"


@pytest.mark.card("9")
def test_an_enemy_cu_on_the_way_blocks_the_reach_but_a_pc_does_not() -> None:
    table = Table()
    table.army("blue", "antipatros", "larisa", mercenary=1)
    table.pc("red", "lamia", "boiotia")
    play(table, "9")
    assert table.offers == ("choose-space:lamia", "choose-space:boiotia")

    table = Table()
    table.army("blue", "antipatros", "larisa", mercenary=1)
    table.pc("red", "boiotia")
    table.army("red", "peithon", "lamia", mercenary=1)
    assert impossible(table, "9")


@pytest.mark.card("9")
def test_a_besieged_army_raids_nothing() -> None:
    table = Table()
    table.pc("blue", "athenai")
    table.army("blue", "antipatros", "athenai.inside", mercenary=1)
    table.pc("red", "boiotia")
    assert not impossible(table, "9")
    table.army("red", "peithon", "athenai", mercenary=3)
    assert impossible(table, "9")


@pytest.mark.card("9")
def test_cus_without_a_general_and_generals_without_cus_raid_nothing() -> None:
    table = Table()
    table.pc("blue", "gordion")
    table.cus("blue", "gordion", mercenary=1)
    table.general("blue", "antigonos", "ankyra")
    table.pc("red", "ikonion")
    assert impossible(table, "9")


@pytest.mark.card("9")
def test_a_raid_spares_strongholds_of_the_independents_and_major_cities() -> None:
    table = Table()
    table.army("blue", "antigonos", "phaselis", mercenary=1)
    table.pc("independent", "pisidai")
    table.pc("red", "kelainai", "aspendos")
    play(table, "9")
    assert table.over
    assert table.pc_of("pisidai") == "independent"
    assert table.pc_of("aspendos") == ""


@pytest.mark.card("10")
def test_the_ops_after_a_raid_may_take_the_space() -> None:
    table = raider()
    table.pc("blue", "gordion")
    table.pc("red", "ankyra")
    segment(table, "10")
    table.act("event:10", "place-pcs:10", "place-pc:ankyra")
    assert table.pc_of("ankyra") == "blue"


# 17 to 19


@pytest.mark.card("17")
@pytest.mark.card("18")
@pytest.mark.card("19")
@pytest.mark.parametrize("card", ["17", "18", "19"])
def test_unrest_places_an_independent_pc_in_the_province_shown(card: str) -> None:
    table = Table(dice=(4, 6))
    table.pc("red", "thapsakos")
    play(table, card)
    assert set(table.offers) == {
        f"choose-space:{space}" for space in ("myriandos", "chalybon", "europos", "thapsakos", "edessa")
    }
    table.act("choose-space:thapsakos")
    assert table.over
    assert table.pc_of("thapsakos") == "independent"
    assert table.events("unrest_roll")[0].dice == (4, 6)


@pytest.mark.card("17")
def test_unrest_spares_spaces_with_cus_or_an_independent_pc_but_not_generals() -> None:
    table = Table(dice=(4, 6))
    table.army("red", "peithon", "myriandos", mercenary=1)
    table.independent("glaukias", "chalybon")
    table.pc("independent", "europos")
    table.general("red", "eumenes", "edessa")
    play(table, "17")
    assert table.offers == ("choose-space:thapsakos", "choose-space:edessa")
    assert table.why_not("choose-space:myriandos") == "6.2.A.3"
    assert table.why_not("choose-space:europos") == "6.2.A.3"
    assert table.why_not("choose-space:pella") == "6.2.A.3"
    assert table.why_not("choose-space:tp_germanikeia") == "2.10"


@pytest.mark.card("18")
def test_of_two_provinces_either_may_be_chosen_and_both_must_be_full_for_another() -> None:
    table = Table(dice=(1, 1))
    play(table, "18")
    assert "choose-space:kyrene" in table.offers
    assert "choose-space:memphis" in table.offers
    assert table.why_not("choose-space:gaza") == "6.2.A.3"


@pytest.mark.card("18")
def test_full_provinces_overflow_into_an_adjacent_one() -> None:
    table = Table(dice=(1, 1))
    table.province("independent", "libye")
    table.province("independent", "aigyptos")
    play(table, "18")
    assert set(table.offers) == {
        f"choose-space:{space}" for space in ("ake", "samaria", "hierosolyma", "gaza", "petra")
    }


@pytest.mark.card("19")
def test_without_an_eligible_space_nothing_is_placed() -> None:
    table = Table(dice=(2, 2))
    for province in ("thrake", "makedonia", "skythia", "mikra_phrygia", "bithynia"):
        table.province("independent", province)
    before = table.state.pcs[:]
    play(table, "19")
    assert table.over
    assert table.state.pcs == before
    assert table.events("unrest_fades")


@pytest.mark.card("17")
@pytest.mark.example("G11")
def test_a_seven_places_one_in_armenia_and_calls_for_another_roll() -> None:
    table = Table(dice=(3, 4, 1, 6, 4, 6))
    play(table, "17")
    table.act("choose-space:amida")
    assert "choose-space:karana" in table.offers
    table.act("choose-space:karana")
    assert "choose-space:chalybon" in table.offers
    table.act("choose-space:chalybon")
    assert table.over
    assert [table.pc_of(s) for s in ("amida", "karana", "chalybon")] == ["independent"] * 3


@pytest.mark.card("18")
def test_who_is_inside_a_major_city_that_becomes_independent_suffers_as_a_loser() -> None:
    table = Table(dice=(1, 1))
    table.pc("red", "memphis")
    table.general("red", "ptolemaios", "memphis.inside")
    table.general("red", "peithon", "memphis")
    table.royal("alexandros", "memphis.inside", "red")
    play(table, "18")
    table.act("choose-space:memphis")
    assert table.pc_of("memphis") == "independent"
    assert table.where("ptolemaios") == "dispersed"
    assert table.where("peithon") == "memphis"
    assert table.where_royal("alexandros") == "memphis"


@pytest.mark.card("17")
def test_after_unrest_come_the_ops() -> None:
    table = Table(dice=(4, 6))
    table.pc("blue", "gordion")
    segment(table, "17")
    table.act("event:17", "choose-space:chalybon")
    assert "place-pcs:17" in table.offers


# 20


@pytest.mark.card("20")
def test_unrest_spreads_to_an_adjacent_province() -> None:
    table = Table(dice=(4, 6))
    play(table, "20")
    table.act("choose-space:chalybon")
    assert "choose-space:tarsos" in table.offers
    assert "choose-space:arados" in table.offers
    assert table.why_not("choose-space:edessa") == "6.2.A.3"
    table.act("choose-space:tarsos")
    assert table.over
    assert (table.pc_of("chalybon"), table.pc_of("tarsos")) == ("independent", "independent")


@pytest.mark.card("20")
def test_it_spreads_from_the_last_roll_and_not_from_armenia() -> None:
    table = Table(dice=(3, 4, 2, 2))
    play(table, "20")
    table.act("choose-space:amida", "choose-space:abdera")
    assert "choose-space:istros" in table.offers
    assert table.why_not("choose-space:komana") == "6.2.A.3"


@pytest.mark.card("20")
def test_it_spreads_from_where_the_first_was_placed_after_an_overflow() -> None:
    table = Table(dice=(1, 1))
    table.province("independent", "libye")
    table.province("independent", "aigyptos")
    play(table, "20")
    table.act("choose-space:gaza")
    assert {"choose-space:damaskos", "choose-space:sidon"} <= set(table.offers)


@pytest.mark.card("20")
def test_where_the_roll_finds_no_space_nothing_spreads_either() -> None:
    table = Table(dice=(2, 2))
    for province in ("thrake", "makedonia", "skythia", "mikra_phrygia", "bithynia"):
        table.province("independent", province)
    play(table, "20")
    assert table.over
    assert len(table.events("unrest_fades")) == 2


@pytest.mark.card("20")
def test_an_island_spreads_no_unrest() -> None:
    table = Table(dice=(6, 6))
    table.province("independent", "koile_syria")
    play(table, "20")
    table.act("choose-space:paphos")
    assert table.over
    assert table.pc_of("paphos") == "independent"


# Revealed from the table (6.0.4)


@pytest.mark.card("17")
@pytest.mark.rule("R6.0.4")
@pytest.mark.rule("R6.0.5")
def test_revealed_unrest_is_resolved_by_the_player_with_the_fewest_vp() -> None:
    table = Table(players=3, dice=(4, 6))
    table.province("blue", "kypros")
    table.province("yellow", "krete")
    reveal(table, "17")
    assert table.deciding == "red"
    table.act("choose-space:chalybon")
    assert table.over


@pytest.mark.card("20")
@pytest.mark.rule("R6.0.5")
def test_tied_players_roll_for_it_and_the_lowest_resolves() -> None:
    table = Table(players=2, dice=(5, 2, 4, 6))
    reveal(table, "20")
    assert table.deciding == "red"
    assert table.events("roll_off")[0].dice == (5, 2)
