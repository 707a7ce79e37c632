"""3.5 to 3.7: Victory Points, Legitimacy, Champions and Successors."""

import pytest

from diadochi.game import Game
from diadochi.model import moves
from diadochi.model.state import ACTIVATION, NOBODY
from diadochi.rules import activation, scoring, siege
from diadochi.rules.fleets import disperse_fleet, upgrade_fleet
from diadochi.rules.prestige import prestige
from diadochi.rules.troops import is_besieged, kill_general
from diadochi.rules.upkeep import upkeep
from tests.rules.points import settled
from tests.table import BLUE, Table

# 3.5 Victory points


@pytest.mark.rule("R3.5.1")
def test_a_province_gives_its_vp_while_controlled() -> None:
    table = Table()
    table.province("blue", "aigyptos")
    assert settled(table).vp("blue") == 6
    table.pc("red", "memphis")
    assert settled(table).vp("blue") == 0


@pytest.mark.rule("R3.5.2")
def test_lord_of_asia_holds_phrygia_syria_and_babylonia() -> None:
    table = Table()
    for province in ("phrygia", "babylonia", "koile_syria"):
        table.province("blue", province)
    assert settled(table).vp("blue") == 3 + 4 + 1, "Koile Syria is not Syria"
    table.province("blue", "syria")
    assert settled(table).vp("blue") == 3 + 4 + 1 + 2 + 4


def fleets(table: Table, **owned: str) -> Table:
    """Fleets by Faction, with the Provinces they go with but for the VP of those."""
    settled(table)
    for faction, names in owned.items():
        for name in names.split():
            table.state.fleet_owner[table.fleet_number(name)] = table.seat(faction)
    return table


@pytest.mark.rule("R3.5.3")
def test_the_largest_fleet_gives_three_vp() -> None:
    table = fleets(Table(), blue="rhodos karia", red="athenai")
    assert scoring.largest_fleet(table.play) == table.seat("blue")
    before = scoring.victory_points(table.play)
    fleets(table, blue="rhodos", red="athenai karia")
    after = scoring.victory_points(table.play)
    assert (before[0], after[0], after[1]) == (3, 0, 3)


@pytest.mark.rule("R3.5.4")
def test_the_largest_fleet_has_a_strength_of_three_at_least() -> None:
    table = fleets(Table(), blue="rhodos")
    assert scoring.largest_fleet(table.play) == NOBODY
    upgrade_fleet(table.play, table.fleet_number("rhodos"))
    assert scoring.largest_fleet(table.play) == table.seat("blue")


@pytest.mark.rule("R3.5.5")
def test_dispersed_fleets_count_on_their_normal_side() -> None:
    table = fleets(Table(), blue="rhodos kilikia")
    disperse_fleet(table.play, table.fleet_number("rhodos"))
    assert scoring.largest_fleet(table.play) == table.seat("blue")


@pytest.mark.rule("R3.5.6")
def test_equal_fleets_give_nobody_the_bonus() -> None:
    table = fleets(Table(), blue="rhodos karia", red="athenai makedonia")
    assert scoring.largest_fleet(table.play) == NOBODY


HELLESPONT = ("chersonesos", "byzantion", "abydos", "daskyleion", "astakos")


@pytest.mark.rule("R3.5.7")
def test_the_hellespont_gives_two_vp_for_all_five_ports() -> None:
    table = Table()
    table.pc("blue", *HELLESPONT[:4])
    table.pc("red", HELLESPONT[4])
    assert settled(table).vp("blue") == 2, "Mikra Phrygia alone"
    table.pc("blue", HELLESPONT[4])
    assert settled(table).vp("blue") == 2 + 2


@pytest.mark.rule("R3.5.8")
def test_a_capital_gives_two_vp_and_each_captured_one_gives_one() -> None:
    table = Table()
    table.pc("blue", "alexandria")
    table.state.capital[0] = table.space("alexandria")
    assert settled(table).vp("blue") == 2
    table.state.capitals_taken[0] = 2
    assert settled(table).vp("blue") == 4


# 3.6 Legitimacy


def crowned(*royals: str, faction: str = "blue") -> Table:
    """Royal family members in a city of their guardian, who is no Champion."""
    table = Table()
    table.state.champions = 0
    table.pc(faction, "gordion")
    for royal in royals:
        table.royal(royal, "gordion", faction)
    return settled(table)


@pytest.mark.rule("R3.6.1")
def test_legitimacy_belongs_to_the_faction_wherever_its_sources_are() -> None:
    table = Table()
    table.general("blue", "perdikkas", "dispersed")
    table.pc("blue", "gordion")
    table.royal("herakles", "gordion", "blue")
    assert settled(table).legitimacy("blue") == 3 + 1 + 2


@pytest.mark.rule("R3.6.1")
def test_legitimacy_is_never_below_zero_and_forgets_what_was_cut_off() -> None:
    table = Table()
    table.state.champions = 0
    table.state.persian_support = table.seat("blue")
    table.general("blue", "eumenes", "gordion")
    table.state.condemned = table.general_number("eumenes")
    assert settled(table).legitimacy("blue") == 0
    table.state.condemned = -1
    table.general("blue", "perdikkas", "gordion")
    assert settled(table).legitimacy("blue") == 0, "1 - 2"


@pytest.mark.rule("R3.6.2")
def test_the_independents_have_no_legitimacy() -> None:
    table = Table()
    table.province("independent", "makedonia")
    table.independent("leosthenes", "pella")
    settled(table)
    assert len(table.state.legitimacy) == table.state.players
    assert prestige(table.play, table.seat("independent"), table.location("pella"), True) == 0


@pytest.mark.rule("R3.6.3")
@pytest.mark.parametrize(("heir", "points"), [("alexandros", 5), ("philippos", 4), ("herakles", 2)])
def test_legitimacy_of_the_heirs(heir: str, points: int) -> None:
    assert crowned(heir).legitimacy("blue") == points


@pytest.mark.rule("R3.6.4")
@pytest.mark.parametrize(("female", "points"), [("olympias", 3), ("kleopatra", 3), ("thessalonike", 2)])
def test_legitimacy_of_the_females(female: str, points: int) -> None:
    assert crowned(female).legitimacy("blue") == points


@pytest.mark.rule("R3.6.5")
def test_only_the_highest_heir_counts_and_every_female() -> None:
    assert crowned("alexandros", "philippos", "herakles").legitimacy("blue") == 5
    assert crowned("philippos", "herakles").legitimacy("blue") == 4
    assert crowned("olympias", "kleopatra", "thessalonike").legitimacy("blue") == 8


@pytest.mark.rule("R3.6.6")
def test_a_champion_has_three_legitimacy_and_a_successor_none() -> None:
    table = settled(Table())
    assert table.legitimacy("blue") == 3
    table.state.champions = 0
    assert settled(table).legitimacy("blue") == 0


def buried(space: str, controller: str) -> Table:
    """Blue has buried Alexander there."""
    table = Table()
    table.pc("blue", space)
    table.royal("funeral_cart", space, "blue")
    settled(table)
    scoring.bury(table.play, table.seat("blue"))
    if controller:
        table.pc(controller, space)
    else:
        moves.put_pc(table.state, table.space(space), NOBODY)
    return settled(table)


@pytest.mark.rule("R3.6.7")
def test_alexander_buried_in_pella_gives_ten_legitimacy_for_ever() -> None:
    table = buried("pella", "blue")
    assert table.legitimacy("blue") == 3 + 10
    table = buried("pella", "red")
    assert (table.legitimacy("blue"), table.legitimacy("red")) == (3 + 10, 3)


@pytest.mark.rule("R3.6.8")
def test_a_tomb_elsewhere_gives_two_legitimacy_with_its_space() -> None:
    table = buried("memphis", "red")
    assert (table.legitimacy("blue"), table.legitimacy("red")) == (3, 5)
    assert buried("memphis", "").state.legitimacy == [3] * 4


@pytest.mark.rule("R3.6.9")
def test_the_strategos_of_europe_has_two_legitimacy() -> None:
    table = Table()
    table.province("blue", "makedonia")
    assert settled(table).legitimacy("blue") == 5


@pytest.mark.rule("R3.6.10")
@pytest.mark.parametrize("general", ["perdikkas", "leonnatos"])
def test_perdikkas_and_leonnatos_give_one_legitimacy_while_they_live(general: str) -> None:
    table = Table()
    table.general("blue", general, "gordion")
    assert settled(table).legitimacy("blue") == 4
    table.general("blue", general, "dispersed")
    assert settled(table).legitimacy("blue") == 4
    kill_general(table.play, table.general_number(general), "14.8.3")
    assert settled(table).legitimacy("blue") == 3


@pytest.mark.rule("R3.6.11")
def test_the_oracle_gives_one_legitimacy() -> None:
    table = Table()
    table.state.oracle = table.seat("blue")
    assert settled(table).legitimacy("blue") == 4


@pytest.mark.rule("R3.6.12")
def test_persian_popular_support_costs_two_legitimacy() -> None:
    table = Table()
    table.state.persian_support = table.seat("blue")
    assert settled(table).legitimacy("blue") == 1


@pytest.mark.rule("R3.6.13")
def test_a_condemnation_costs_the_faction_three_legitimacy_while_the_general_lives() -> None:
    table = Table()
    table.general("blue", "perdikkas", "gordion")
    table.state.condemned = table.general_number("perdikkas")
    assert settled(table).legitimacy("blue") == 3 + 1 - 3
    kill_general(table.play, table.general_number("perdikkas"), "14.8.3")
    assert settled(table).legitimacy("blue") == 3


@pytest.mark.rule("R3.6.14")
def test_each_source_is_told_and_goes_as_soon_as_it_is_lost() -> None:
    table = crowned("alexandros", "olympias")
    assert [(s.key, s.points) for s in scoring.legitimacy_sources(table.play, BLUE)] == [("l.royal", 5), ("l.royal", 3)]
    moves.put_pc(table.state, table.space("gordion"), NOBODY)
    upkeep(table.play)
    assert scoring.legitimacy_sources(table.play, BLUE) == []
    assert table.legitimacy("blue") == 0


# 3.7 Champions and Successors


def march_into(table: Table, general: str, *spaces: str, faction: str = "blue", mps: int = 0) -> None:
    """March with just enough MPs, so that nobody is asked for Free Passage."""
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps or len(spaces), 1))
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(*(f"march:{space}" for space in spaces))


def facing(usurper: str = "") -> Table:
    """Krateros of Blue in Pella with 4 CUs, 3 CUs of Red in Larisa, and dice for a battle that Blue wins."""
    table = Table(dice=(6, 6, 1, 1))
    table.army("blue", "krateros", "pella", mercenary=4)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=3)
    if usurper:
        table.state.usurper = table.seat(usurper)
    return table


@pytest.mark.rule("R3.7.1")
def test_everybody_starts_as_champion() -> None:
    for players in (2, 3, 4, 5):
        assert Game.new(players, 1).state.champions == (1 << players) - 1


@pytest.mark.rule("R3.7.2", "R3.7.3")
def test_a_champion_who_attacks_a_champion_in_a_land_battle_becomes_a_successor_in_mid_procedure() -> None:
    table = facing()
    march_into(table, "krateros", "larisa")
    assert not table.champion("blue")
    keys = [e.key for e in table.game.events]  # type: ignore[union-attr]
    assert keys.index("becomes_successor") < keys.index("battle_roll")
    assert table.legitimacy("blue") == 0


@pytest.mark.rule("R3.7.3")
def test_the_defender_stays_champion() -> None:
    table = facing()
    march_into(table, "krateros", "larisa")
    assert table.champion("red")


@pytest.mark.rule("R3.7.4")
def test_who_fights_a_naval_battle_as_interceptor_becomes_a_successor() -> None:
    table = Table(dice=(3, 3, 3, 3))
    table.province("red", "karia")
    table.pc("red", "rhodos")
    table.general("blue", "antigonos", "xanthos")
    march_into(table, "antigonos", mps=2)
    table.act("embark", "sail:rhodos", "declare", "commit:karia", "done")
    assert table.events("naval_draw")
    assert not table.champion("red")
    assert table.champion("blue")


@pytest.mark.rule("R3.7.5")
def test_a_siege_of_a_champions_major_city_counts_whatever_the_die() -> None:
    table = Table(dice=(2,), segment=ACTIVATION)
    table.pc("red", "pella")
    table.army("blue", "krateros", "pella", mercenary=4)
    space, seat = table.space("pella"), table.seat("blue")
    general = table.general_number("krateros")
    table.begin(lambda p: siege.begin(p, seat, space, general, p.state.cus_of(space, seat), ACTIVATION))
    assert table.state.sp == {}
    assert not table.champion("blue")


@pytest.mark.rule("R3.7.6")
def test_overrunning_a_cu_of_a_champion_counts() -> None:
    table = Table()
    table.army("blue", "krateros", "pella", mercenary=5)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=1)
    march_into(table, "krateros", "larisa")
    assert table.forces("red", "larisa") == {}
    assert not table.events("battle_begins")
    assert not table.champion("blue")


@pytest.mark.rule("R3.7.7")
def test_dispersing_a_lone_major_general_of_a_champion_counts() -> None:
    table = Table()
    table.army("blue", "krateros", "pella", mercenary=1)
    table.general("red", "peithon", "larisa")
    march_into(table, "krateros", "larisa")
    table.act("stand")
    assert table.where("peithon") == "dispersed"
    assert not table.champion("blue")


@pytest.mark.rule("R3.7.8")
def test_an_attack_that_does_not_take_place_costs_nothing() -> None:
    """The city's owner goes inside: no battle."""
    table = Table()
    table.pc("red", "pella")
    table.army("red", "eumenes", "pella", mercenary=2)
    table.army("blue", "krateros", "larisa", mercenary=4)
    march_into(table, "krateros", "pella")
    table.act("inside:mercenary", "inside:mercenary", "inside-general:eumenes")
    assert table.where("krateros") == "pella"
    assert table.champion("blue")


@pytest.mark.rule("R3.7.9")
def test_besieging_removing_a_pc_and_capturing_an_heir_cost_nothing() -> None:
    table = Table()
    table.pc("red", "larisa", "pella")
    table.royal("herakles", "larisa", "red")
    table.army("blue", "krateros", "trikka", mercenary=4)
    march_into(table, "krateros", "larisa", mps=4)
    table.act("remove-pc:larisa", "march:pella")
    assert table.pc_of("larisa") == ""
    assert table.champion("blue")
    assert len(table.events("gains_royal")) >= 1
    assert is_besieged(table.play, table.space("pella"))


@pytest.mark.rule("R3.7.11")
def test_attacking_the_usurper_or_a_successor_costs_nothing() -> None:
    table = facing(usurper="red")
    march_into(table, "krateros", "larisa")
    assert table.events("battle_begins")
    assert table.champion("blue")
    table = facing()
    table.state.champions &= ~(1 << table.seat("red"))
    march_into(table, "krateros", "larisa")
    assert table.events("battle_begins")
    assert table.champion("blue")


@pytest.mark.rule("R3.7.12")
def test_a_successor_who_falls_to_zero_vp_is_a_champion_again() -> None:
    table = Table()
    table.state.champions &= ~1
    table.province("blue", "persis")
    settled(table)
    assert (table.vp("blue"), table.champion("blue")) == (2, False)
    moves.put_pc(table.state, table.space("pasargadai"), NOBODY)
    upkeep(table.play)
    assert table.vp("blue") == 0
    assert table.champion("blue")
    assert table.legitimacy("blue") == 3


@pytest.mark.rule("R3.7.12")
def test_a_champion_with_no_vp_who_attacks_stays_a_successor() -> None:
    """A11: only the fall from above 0 to 0 counts."""
    table = facing()
    march_into(table, "krateros", "larisa")
    assert table.vp("blue") == 0
    assert not table.champion("blue")


@pytest.mark.rule("R3.7.13")
def test_the_usurper_who_attacks_a_champion_becomes_a_successor_too() -> None:
    table = facing(usurper="blue")
    march_into(table, "krateros", "larisa")
    assert not table.champion("blue")
