"""2: the board, the map and the key terms."""

import pytest

from diadochi.game import Game
from diadochi.model.board import Kind
from diadochi.model.state import INDEPENDENT, TYCHE, numbered, space_id
from diadochi.rules import activation, fleets, operations, reinforcements, scoring, siege, strategy, surrender, troops
from diadochi.rules.upkeep import upkeep
from tests.cards.deal import impossible
from tests.table import BLUE, MATERIAL, Table, troop

BOARD = MATERIAL.board


def spaces(kind: int) -> list[str]:
    return [s.id for s in BOARD.spaces if s.kind == kind]


def province_of(space: str) -> int:
    return BOARD.spaces[BOARD.space_index[space]].province


def settled(table: Table) -> Table:
    table.begin(lambda p: None)
    return table


def controls(table: Table, province: str) -> str:
    settled(table)
    return table.name(table.state.province_owner[BOARD.province_index[province]])


def force_march(table: Table, general: str, faction: str = "blue", mps: int = 4) -> None:
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps, 1))
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")


def place_pcs(table: Table, faction: str = "blue") -> None:
    seat = table.seat(faction)
    table.state.segment = TYCHE
    table.begin(lambda p: operations.begin_place_pcs(p, seat, 4, strategy.own_pcs(p.state, seat)))


# Spaces


@pytest.mark.rule("R2.1")
def test_a_space_is_exactly_one_of_four_kinds() -> None:
    table = Table()
    table.pc("independent", *spaces(Kind.STRONGHOLD))
    for i, space in numbered(space_id, BOARD.spaces):
        kinds = [
            troops.is_minor_city(table.play, i),
            troops.is_major_city(table.play, i),
            space.kind == Kind.STRONGHOLD,
            space.kind == Kind.TRANSIT,
        ]
        assert kinds.count(True) == 1, space.id


@pytest.mark.rule("R2.4")
def test_a_stronghold_of_a_player_surrenders_like_a_minor_city() -> None:
    table = Table(segment=0)
    table.pc("red", "pisidai")
    table.army("blue", "antigonos", "pisidai", loyal=3)
    settled(table)
    seat, space = table.seat("blue"), table.space("pisidai")
    assert not troops.is_besieged(table.play, space)
    assert surrender.check_surrender(table.play, seat, space) is None
    table.pc("independent", "pisidai")
    assert surrender.check_surrender(table.play, seat, space) is not None


@pytest.mark.rule("R2.4")
@pytest.mark.parametrize(("owner", "rolls"), [("independent", 1), ("red", 0), ("", 0)])
def test_only_an_independent_stronghold_harms_who_passes(owner: str, rolls: int) -> None:
    table = Table(dice=(1,))
    if owner:
        table.pc(owner, "elymaioi")
    table.army("blue", "peithon", "sousa", mercenary=4)
    force_march(table, "peithon")
    table.act("march:elymaioi")
    table.act("march:tp_koprates")
    assert len(table.events("attrition_roll")) == rolls


@pytest.mark.rule("R2.5")
def test_ports_are_the_spaces_with_a_sea_path() -> None:
    for i, space in enumerate(BOARD.spaces):
        assert space.port == bool(BOARD.sea_links[i]), space.id


@pytest.mark.rule("R2.5")
def test_naval_movement_starts_and_ends_in_ports() -> None:
    table = Table()
    table.army("blue", "antigonos", "xanthos", mercenary=1)
    force_march(table, "antigonos")
    assert "embark" in table.offers
    table = Table()
    table.army("blue", "antigonos", "gordion", mercenary=1)
    force_march(table, "antigonos")
    assert "embark" not in table.offers
    assert table.why_not("embark").startswith("13.")


def inside_sardeis() -> Table:
    table = Table()
    table.pc("blue", "sardeis", "pergamon")
    table.general("blue", "antigonos", "sardeis.inside")
    return table


@pytest.mark.rule("R2.7")
def test_a_major_city_is_left_by_land_through_the_outside() -> None:
    table = inside_sardeis()
    force_march(table, "antigonos")
    assert "march:pergamon" not in table.offers
    table.act("come-out")
    assert table.where("antigonos") == "sardeis"
    assert "march:pergamon" in table.offers


@pytest.mark.rule("R2.7")
def test_a_major_city_is_entered_by_land_through_the_outside() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.general("blue", "antigonos", "pergamon")
    force_march(table, "antigonos")
    table.act("march:sardeis")
    assert table.where("antigonos") == "sardeis"
    assert "go-inside" in table.offers


@pytest.mark.rule("R2.8")
def test_the_sea_leads_straight_inside_a_port_city() -> None:
    table = Table()
    table.pc("blue", "tyros", "sidon")
    table.army("red", "krateros", "tyros", mercenary=5)
    table.general("blue", "antigonos", "sidon")
    force_march(table, "antigonos")
    table.act("embark", "done", "sail:tyros", "land:tyros.inside")
    assert table.where("antigonos") == "tyros.inside"
    assert not table.events("general_dispersed")


@pytest.mark.rule("R2.9")
def test_only_major_cities_have_an_inside_and_only_ports_a_sea_location() -> None:
    table = Table()
    table.pc("blue", "larisa", "sardeis")
    table.general("blue", "antigonos", "larisa")
    force_march(table, "antigonos")
    assert table.why_not("go-inside")
    table = Table()
    table.pc("blue", "larisa")
    table.begin(lambda p: reinforcements.begin(p, BLUE, troop(mercenary=1), (), "6.3.2"))
    assert table.forces("blue", "larisa") == {"mercenary": 1}, "no choice of an inside"


@pytest.mark.rule("R2.10")
def test_a_transit_point_never_holds_a_pc() -> None:
    table = Table(segment=0)
    table.pc("blue", "kelainai")
    table.army("blue", "antigonos", "tp_ipsos", mercenary=3)
    settled(table)
    refusal = surrender.check_occupation(table.play, table.seat("blue"), table.space("tp_ipsos"))
    assert refusal is not None
    place_pcs(table)
    assert table.why_not("place-pc:tp_ipsos") == "6.2.B2.1"


# Paths


@pytest.mark.rule("R2.11")
def test_land_movement_takes_no_sea_path_and_naval_movement_no_land_path() -> None:
    table = Table()
    table.general("blue", "antigonos", "xanthos")
    force_march(table, "antigonos")
    assert "march:halikarnassos" in table.offers
    assert "march:rhodos" not in table.offers
    table.act("embark")
    assert "sail:rhodos" in table.offers
    assert "sail:halikarnassos" not in table.offers


@pytest.mark.rule("R2.12")
def test_a_sea_path_does_not_make_spaces_adjacent() -> None:
    """Rhodos and Xanthos are joined by Sea alone: nobody Intercepts from the one into the other."""
    table = Table()
    table.army("red", "eumenes", "rhodos", mercenary=1)
    table.army("red", "peithon", "pisidai", mercenary=1)
    table.general("blue", "antigonos", "phaselis")
    force_march(table, "antigonos")
    table.act("march:xanthos")
    assert not table.events("declares_interception")
    assert table.deciding == "blue"
    assert table.where("antigonos") == "xanthos"


# Control


@pytest.mark.rule("R2.13")
def test_a_space_holds_one_pc_at_most() -> None:
    table = Table()
    table.pc("blue", "kelainai")
    table.pc("red", "gordion")
    place_pcs(table)
    assert table.why_not("place-pc:gordion") == "6.2.B2.1"
    assert table.why_not("place-pc:kelainai") == "6.2.B2.1"


@pytest.mark.rule("R2.14")
@pytest.mark.parametrize(("owner", "target"), [("red", True), ("independent", True), ("blue", False), ("", False)])
def test_the_pc_tells_whose_a_space_is(owner: str, target: bool) -> None:
    """An enemy or Independent Major City can be besieged, one's own or an uncontrolled one cannot."""
    table = Table()
    if owner:
        table.pc(owner, "sardeis")
    assert siege.is_target(table.play, table.seat("blue"), table.space("sardeis")) == target


@pytest.mark.rule("R2.15")
def test_grey_symbols_are_independent_at_the_start() -> None:
    state = Game.new(2, 1).state
    for i, space in enumerate(BOARD.spaces):
        assert (state.pcs[i] == INDEPENDENT) == space.independent, space.id


@pytest.mark.rule("R2.16")
def test_no_province_has_two_printed_major_cities_and_every_space_has_its_province() -> None:
    for members in BOARD.members:
        assert sum(BOARD.spaces[i].kind == Kind.MAJOR for i in members) <= 1
    assert len({s.province for s in BOARD.spaces}) == len(BOARD.provinces)


@pytest.mark.rule("R2.16")
@pytest.mark.example("E01")
def test_e01_kypros_is_paphos_and_salamis() -> None:
    kypros = BOARD.province_index["kypros"]
    assert {BOARD.spaces[i].id for i in BOARD.members[kypros]} == {"paphos", "salamis"}
    assert BOARD.spaces[BOARD.major_city[kypros]].id == "salamis"
    table = Table()
    table.pc("blue", "salamis")
    assert controls(table, "kypros") == ""
    table.pc("blue", "paphos")
    assert controls(table, "kypros") == "blue"


@pytest.mark.rule("R2.17")
@pytest.mark.parametrize(
    ("province", "vp", "needed"), [("aigyptos", 6, 3), ("babylonia", 4, 4), ("hellas", 3, 5), ("rhodos", 1, 1)]
)
def test_a_province_has_its_vp_and_the_number_of_spaces_needed(province: str, vp: int, needed: int) -> None:
    i = BOARD.province_index[province]
    assert (BOARD.provinces[i].vp, BOARD.needed[i]) == (vp, needed)


@pytest.mark.rule("R2.18")
def test_a_province_needs_its_major_city() -> None:
    table = Table()
    table.pc("blue", "gordion", "ankyra", "ikonion")
    assert controls(table, "phrygia") == ""
    table.pc("blue", "kelainai")
    assert controls(table, "phrygia") == "blue"


@pytest.mark.rule("R2.18")
def test_a_province_needs_more_than_half_of_its_spaces_the_major_city_among_them() -> None:
    table = Table()
    table.pc("blue", "kelainai", "gordion")
    assert controls(table, "phrygia") == "", "two of four is no majority"
    table.pc("blue", "ankyra")
    assert controls(table, "phrygia") == "blue"


@pytest.mark.rule("R2.18")
def test_transit_points_do_not_count_for_control() -> None:
    """Phrygia has seven spaces, three of them Transit Points: three of the other four are enough."""
    phrygia = BOARD.province_index["phrygia"]
    assert sum(s.province == phrygia for s in BOARD.spaces) == 7
    table = Table()
    table.pc("blue", "kelainai", "gordion", "ankyra")
    table.pc("red", "ikonion")
    assert controls(table, "phrygia") == "blue"


@pytest.mark.rule("R2.19")
def test_the_independents_control_provinces_by_the_same_test() -> None:
    table = Table()
    table.pc("independent", "lamia", "aitolia", "boiotia", "chalkis", "korinthos")
    assert controls(table, "hellas") == "", "five of nine, but not Athenai"
    table.pc("independent", "athenai")
    assert controls(table, "hellas") == "independent"


@pytest.mark.rule("R2.20")
@pytest.mark.example("E02")
def test_e02_straits_make_provinces_adjacent() -> None:
    adjacent = {BOARD.provinces[i].id for i in BOARD.adjacent_provinces[BOARD.province_index["thrake"]]}
    assert {"mikra_phrygia", "bithynia"} <= adjacent


@pytest.mark.rule("R2.20")
def test_the_sea_makes_no_provinces_adjacent() -> None:
    for island in ("rhodos", "krete", "kypros"):
        assert BOARD.adjacent_provinces[BOARD.province_index[island]] == ()


REGIONS = {
    "africa": {"aigyptos", "libye"},
    "europe": {"makedonia", "thessalia", "hellas", "thrake", "skythia", "illyria", "epeiros"},
    "major_islands": {"krete", "rhodos", "kypros"},
}


def region(name: str) -> set[str]:
    return {p.id for p in BOARD.provinces if p.region == name}


@pytest.mark.rule("R2.21")
def test_africa() -> None:
    assert region("africa") == REGIONS["africa"]


@pytest.mark.rule("R2.22")
def test_europe() -> None:
    assert region("europe") == REGIONS["europe"]


@pytest.mark.rule("R2.23")
def test_major_islands() -> None:
    assert region("major_islands") == REGIONS["major_islands"]


@pytest.mark.rule("R2.24")
def test_every_other_province_is_asia() -> None:
    others = {p.id for p in BOARD.provinces} - REGIONS["africa"] - REGIONS["europe"] - REGIONS["major_islands"]
    assert region("asia") == others


# Boxes


@pytest.mark.rule("R2.25")
def test_what_is_not_yet_in_play_waits_in_holding_boxes() -> None:
    game = Game.new(4, 1)
    boxed = Table()
    boxed.state = game.state
    assert boxed.where_royal("philippos") == "box"
    assert {boxed.where(g) for g in ("philon", "glaukias", "seuthes")} == {"box"}
    assert game.state.helepolis == -1
    assert game.state.fleet_owner[boxed.fleet_number("kilikia")] == -1


@pytest.mark.rule("R2.26")
def test_dispersed_pieces_keep_their_owner() -> None:
    table = Table()
    table.army("blue", "antigonos", "larisa", loyal=2, mercenary=1)
    table.pc("blue", "ephesos", "halikarnassos")
    settled(table)
    seat, larisa = table.seat("blue"), table.location("larisa")
    troops.disperse_general(table.play, table.general_number("antigonos"), "2.26")
    troops.disperse(table.play, larisa, seat, troop(loyal=2, mercenary=1), "2.26")
    karia = table.fleet_number("karia")
    fleets.disperse_fleet(table.play, karia)
    assert table.where("antigonos") == "dispersed"
    assert table.dispersed("blue") == {"loyal": 2, "mercenary": 1}
    assert table.state.fleet_owner[karia] == seat
    assert not fleets.is_available(table.play, seat, karia)
    assert table.state.owners[table.general_number("antigonos")] == seat


@pytest.mark.rule("R2.27")
def test_dispersed_pieces_come_back_in_the_next_reinforcements_phase() -> None:
    table = Table(players=2)
    table.pc("blue", "kelainai")
    table.general("blue", "antigonos", "dispersed")
    table.state.dispersed[0] = troop(royal=1)
    table.fleet("blue", "kilikia", dispersed=True)
    table.begin(reinforcements.begin_phase)
    while not table.over:
        table.act(table.offers[0])
    assert table.where("antigonos").startswith("kelainai")
    assert table.dispersed("blue") == {}
    assert fleets.is_available(table.play, BLUE, table.fleet_number("kilikia"))


@pytest.mark.rule("R2.33")
def test_generals_off_the_map_stand_nowhere() -> None:
    table = Table()
    table.general("blue", "antigonos", "dispersed")
    table.general("blue", "eumenes", "dana")
    assert troops.player_generals_on_map(table.state, BLUE) == [table.general_number("eumenes")]
    table.begin(lambda p: activation.begin(p, BLUE, 3, 1))
    assert table.why_not("activate:antigonos") == "9.1.3"


# Terms


@pytest.mark.rule("R2.28")
def test_vp_and_legitimacy_change_with_what_they_come_from() -> None:
    table = Table()
    table.pc("blue", "tarsos")
    table.general("blue", "antigonos", "issos")
    table.general("blue", "krateros", "tarsos")
    table.state.segment = TYCHE
    place_pcs(table)
    assert table.vp("blue") == 0
    table.act("place-pc:issos")
    assert table.vp("blue") == 2, "at once, in the middle of placing PCs"


@pytest.mark.rule("R2.29")
def test_everybody_else_is_an_enemy_and_the_independents_are_friends_among_themselves() -> None:
    state = Table(players=3).state
    assert troops.enemies_of(state, BLUE) == 1 << 1 | 1 << 2 | 1 << INDEPENDENT
    assert troops.enemies_of(state, INDEPENDENT) == 0b111


@pytest.mark.rule("R2.30")
@pytest.mark.parametrize("owner", ["red", "independent"])
def test_a_space_with_an_enemy_pc_is_an_enemy_space(owner: str) -> None:
    """9.1.13: a CU that is dropped off in an enemy space needs a General to stay with it, in an own one none."""
    table = Table()
    table.pc(owner, "larisa")
    table.pc("blue", "trikka")
    table.army("blue", "antigonos", "pella", mercenary=3)
    force_march(table, "antigonos")
    table.act("march:larisa", "leave:mercenary", "march:trikka", "leave:mercenary")
    assert len(table.events("minor_placed")) == 1
    assert table.where("alketas") == "larisa"


@pytest.mark.rule("R2.31")
def test_enemy_in_a_card_means_enemy_of_the_player_of_the_card() -> None:
    """Red's Diplomacy looks at Red's enemies: a Blue city is fair game, one of Red's own is not."""
    event = next(c.number for c in MATERIAL.cards if c.event == "diplomacy")
    table = Table(active="red")
    table.pc("red", "gordion", "kelainai")
    settled(table)
    assert impossible(table, event, "red")
    table.pc("blue", "ankyra")
    assert not impossible(table, event, "red")


@pytest.mark.rule("R2.32")
def test_independent_pieces_form_one_faction() -> None:
    table = Table()
    table.independent("leosthenes", "lamia")
    table.independent("philon", "boiotia")
    for general, at in (("leosthenes", "lamia"), ("philon", "boiotia")):
        assert table.state.owners[table.general_number(general)] == INDEPENDENT
        assert table.forces("independent", at)
    table.pc("independent", "pella")
    table.pc("independent", *(s for s in ("amphipolis", "poteidaia")))
    assert controls(table, "makedonia") == "independent"


@pytest.mark.rule("R2.35")
def test_upkeep_runs_in_order_after_every_procedure() -> None:
    """The CU goes with its owner's last General, the Heir to who is left, the L to the new guardian."""
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "alketas", "larisa", mercenary=1)
    table.royal("alexandros", "larisa", "blue")
    settled(table)
    assert table.legitimacy("blue") == 8
    at, seat = table.location("larisa"), table.seat("blue")
    table.begin(lambda p: troops.eliminate(p, at, seat, troop(mercenary=1), "6.2.A.1"))
    upkeep(table.play)
    assert table.where("alketas") == "off map"
    assert table.holder("alexandros") == "red"
    assert (table.legitimacy("blue"), table.legitimacy("red")) == (3, 8)


@pytest.mark.rule("R2.35")
def test_provinces_are_looked_at_before_fleets_and_points() -> None:
    table = Table()
    table.pc("blue", "halikarnassos")
    settled(table)
    table.pc("blue", "ephesos")
    scoring.rescore(table.play)
    assert table.state.fleet_owner[table.fleet_number("karia")] == table.seat("blue")
    assert table.vp("blue") == 1
