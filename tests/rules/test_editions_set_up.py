"""What is in the box of the draft edition, and its set-up: who is dealt, who waits, what each General brings."""

import pytest

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model.board import Kind
from diadochi.model.cards import CARD_KIND_NAME
from diadochi.model.ids import SEATS
from diadochi.model.pieces import Unit
from diadochi.model.state import INDEPENDENT, space_id
from diadochi.rules import reinforcements, siege, troops
from diadochi.rules.troops import minors_of
from tests.harness import begin
from tests.rules.battles import EVEN, fact, fight
from tests.table import BLUE, Table, told, troop

MATERIAL = load_material("draft")
EIGHT = {"perdikkas", "antipatros", "krateros", "ptolemaios", "leonnatos", "peithon", "lysimachos", "antigonos"}
SENIORITY = (
    "perdikkas", "antipatros", "krateros", "ptolemaios", "leonnatos", "peithon", "lysimachos", "polyperchon",
    "antigonos", "seleukos", "demetrios", "eumenes", "kassandros",
)  # fmt: skip


def set_up(players: int, *deal: str) -> Table:
    """A game at its first decision after the Generals are placed; each is dealt in this order, the first kept."""
    table = Table(edition="draft")
    game = begin(players, 1, edition="draft")
    if deal:
        state = begin(players, 1, edition="draft").state
        state.fixed_orders = (tuple(table.general_number(g) for g in deal),)
        game = Game.from_state(MATERIAL, state)
    table.game = game
    table._follow()
    while table.decision.prompt in ("prompt.start", "prompt.discard_general"):
        table.act(table.offers[0])
    return table


def dealt(table: Table) -> list[set[str]]:
    return [{g.id for i, g in enumerate(MATERIAL.pieces.generals) if mask >> i & 1} for mask in table.state.dealt]


def waiting(table: Table) -> set[str]:
    """The Major Generals who are not in play and may come."""
    majors = MATERIAL.pieces.generals[: MATERIAL.pieces.majors]
    return {g.id for g in majors if table.where(g.id) == "off map"}


def independent(table: Table, province: str) -> set[str]:
    board = table.material.board
    members = board.members[board.province_index[province]]
    return {board.spaces[i].id for i in members if table.state.pcs[i] == INDEPENDENT}


def start(general: str) -> dict[str, int]:
    found = next(g for g in MATERIAL.pieces.generals if g.id == general).start
    assert found is not None
    return told(found.forces)


# 2: the box


@pytest.mark.rule("K2.1")
@pytest.mark.parametrize(("players", "number"), [(2, 40), (4, 40), (3, 35), (5, 35)])
def test_forty_independent_pcs_are_enough(players: int, number: int) -> None:
    table = set_up(players)
    assert table.state.pcs.count(INDEPENDENT) == number


@pytest.mark.rule("K2.1")
def test_twenty_minor_generals_five_independent_armies_and_the_fleets() -> None:
    game = begin(5, 1, edition="draft")
    minors = [g for seat in SEATS[5] for g in minors_of(game._play, seat)]
    assert len(minors) == len(set(minors)) == 20
    assert len(MATERIAL.pieces.independents) == 5
    assert [fleet.id for fleet in MATERIAL.pieces.fleets if fleet.id != "pontos"] == [
        fleet.id for fleet in load_material().pieces.fleets
    ]
    assert len(MATERIAL.pieces.fleets) == 8 + 1


@pytest.mark.rule("K2.2")
def test_the_counters_are_no_limit_but_for_the_royal_army_and_the_silver_shields() -> None:
    table = Table(edition="draft")
    table.pc("blue", "kelainai")
    table.army("blue", "antigonos", "kelainai", mercenary=36)
    table.begin(lambda p: reinforcements.begin(p, BLUE, troop(mercenary=1), (), "6.3.2"))
    table.act("place:kelainai")
    assert table.forces("blue", "kelainai") == {"mercenary": 37}
    assert sum(g.start.forces[Unit.ROYAL] for g in MATERIAL.pieces.generals if g.start) == 8
    brought = [forces for card in MATERIAL.cards for forces in card.params.forces]
    assert not any(forces[Unit.ROYAL] for forces in brought)
    assert [card.number for card in MATERIAL.cards if card.event == "silver_shields"] == ["47"]
    assert not any(g.start.forces[Unit.CAVALRY] for g in MATERIAL.pieces.generals if g.start)


@pytest.mark.rule("K2.3")
def test_fifty_nine_cards_of_three_kinds_and_no_optional_ones() -> None:
    kinds = [CARD_KIND_NAME[card.kind] for card in MATERIAL.cards]
    assert (kinds.count("event"), kinds.count("bonus"), kinds.count("surprise")) == (31, 16, 12)
    assert [int(card.number) for card in MATERIAL.cards] == list(range(1, 60))
    assert not any(card.optional for card in MATERIAL.cards)
    s = begin(4, 1, edition="draft").state
    assert s.aside == s.removed == 0


@pytest.mark.rule("K2.4")
def test_thirteen_major_generals_of_whom_antipatros_and_polyperchon_are_never_there_together() -> None:
    assert MATERIAL.pieces.majors == 13
    for players in MATERIAL.edition.players:
        starting = {MATERIAL.pieces.generals[g].id for g in MATERIAL.pieces.starting[players]}
        reserve = {MATERIAL.pieces.generals[g].id for g in MATERIAL.pieces.reserve[players]}
        assert "antipatros" in starting and "polyperchon" not in starting | reserve


@pytest.mark.rule("K2.5")
@pytest.mark.parametrize(("die", "strength"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4)])
def test_an_elephant_rolls_a_normal_die(die: int, strength: int) -> None:
    table = Table(edition="draft")
    table.army("blue", "alketas", "trikka", elephant=1, mercenary=3)
    table.army("red", "philoxenos", "trikka", mercenary=4)
    fight(table, "blue", "red", "trikka", die, *EVEN)
    assert fact(table.events("battle_strength")[0], "elephants") == strength


@pytest.mark.rule("K2.5")
def test_three_cities_can_be_looted() -> None:
    looted = next(card for card in MATERIAL.cards if card.event == "treasure_city_looted")
    assert {MATERIAL.board.spaces[space].id for space in looted.params.spaces} == {"babylon", "ekbatana", "sousa"}


# 3.1, 3.2, 4.23, 4.26


@pytest.mark.rule("K4.26.1")
def test_one_chart_of_seniority_and_all_minor_generals_below() -> None:
    generals = MATERIAL.pieces.generals
    ranks = {g.id: g.seniority for g in generals}
    assert sorted(SENIORITY, key=lambda g: -ranks[g]) == list(SENIORITY)
    assert len({ranks[g] for g in SENIORITY}) == 13
    table = Table(edition="draft")
    minors = [generals[g] for seat in SEATS[4] for g in minors_of(table.play, seat)]
    assert {g.seniority for g in minors} == {0}
    table.army("blue", "kassandros", "trikka", mercenary=1)
    table.general("blue", "alketas", "trikka")
    table.general("blue", "eumenes", "trikka")
    table.begin(lambda p: None)
    assert troops.commander(table.play, table.location("trikka"), BLUE) == table.general_number("eumenes")


@pytest.mark.rule("K3.2.1")
@pytest.mark.parametrize("kind", [Kind.MINOR, Kind.STRONGHOLD, Kind.MAJOR])
def test_an_independent_pc_takes_one_siege_point_in_a_minor_city_and_three_elsewhere(kind: int) -> None:
    table = Table(edition="draft")
    i = next(i for i, space in enumerate(MATERIAL.board.spaces) if space.kind == kind)
    table.pc("independent", MATERIAL.board.spaces[i].id)
    table.begin(lambda p: None)
    assert siege.needed(table.play, space_id(i)) == (1 if kind == Kind.MINOR else 3)


@pytest.mark.rule("K4.23.1")
@pytest.mark.parametrize("island", ["krete", "rhodos", "kypros"])
def test_three_islands_belong_to_no_region(island: str) -> None:
    board = MATERIAL.board
    assert board.provinces[board.province_index[island]].region == ""
    assert all(p.region for p in board.provinces if p.id not in ("krete", "rhodos", "kypros"))


# 5.4: Generals


@pytest.mark.rule("K5.4.1")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (4, 2)])
def test_two_or_four_players_deal_the_eight(players: int, each: int) -> None:
    hands = dealt(set_up(players))
    assert [len(hand) for hand in hands] == [each] * players
    assert set.union(*hands) == EIGHT


@pytest.mark.rule("K5.4.2")
def test_three_players_deal_the_eight_and_eumenes() -> None:
    hands = dealt(set_up(3))
    assert [len(hand) for hand in hands] == [3, 3, 3]
    assert set.union(*hands) == EIGHT | {"eumenes"}


@pytest.mark.rule("K5.4.3")
def test_five_players_keep_one_of_two_and_are_dealt_another() -> None:
    table = Table(edition="draft")
    table.game = begin(5, 1, edition="draft")
    table._follow()
    kept: list[tuple[str, set[str]]] = []
    while table.decision.prompt == "prompt.discard_general":
        kept.append((table.deciding, {offer.split(":")[1] for offer in table.offers}))
        assert len(kept[-1][1]) == 2
        table.act(table.offers[0])
    assert len(kept) == 5
    first = [{g for g in pair if table.state.owners[table.general_number(g)] == table.seat(who)} for who, pair in kept]
    assert all(first)
    hands = dealt(table)
    assert [len(hand) for hand in hands] == [2] * 5
    assert set.union(*hands) == EIGHT | {"eumenes", "seleukos"}


@pytest.mark.rule("K5.4.4")
@pytest.mark.parametrize(("players", "aside"), [
    (2, {"eumenes", "seleukos", "kassandros"}),
    (3, {"seleukos", "kassandros"}),
    (4, {"eumenes", "seleukos", "kassandros"}),
    (5, {"kassandros"}),
])  # fmt: skip
def test_who_is_set_aside_may_be_hired_except_demetrios(players: int, aside: set[str]) -> None:
    table = set_up(players)
    assert waiting(table) == aside | {"demetrios", "polyperchon"}
    assert {MATERIAL.pieces.generals[g].id for g in troops.reserve(table.play)} == aside


@pytest.mark.rule("K5.4.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_lysimachos_holds_thrake_but_for_apollonia(players: int) -> None:
    table = set_up(players)
    assert independent(table, "thrake") == {"apollonia"}
    owner = table.name(table.state.owners[table.general_number("lysimachos")])
    board = table.material.board
    members = {board.spaces[i].id for i in board.members[board.province_index["thrake"]]}
    own = {space for space in members if table.pc_of(space) == owner}
    assert len(own) == 5 and own == members - {"apollonia"} - {
        space for space in members if board.spaces[table.space(space)].kind == Kind.TRANSIT
    }
    assert table.where("lysimachos").split(".")[0] in members
    assert table.forces(owner, table.where("lysimachos")) == {"loyal": 2, "mercenary": 2}


@pytest.mark.rule("K5.4.6")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kappadokia_is_independent_or_eumenes_has_all_but_komana(players: int) -> None:
    table = set_up(players)
    if players in (2, 4):
        assert len(independent(table, "kappadokia")) == 6
        assert table.where("eumenes") == "off map"
        return
    assert independent(table, "kappadokia") == {"komana"}
    owner = table.name(table.state.owners[table.general_number("eumenes")])
    assert table.pc_of(table.where("eumenes").split(".")[0]) == owner
    assert table.forces(owner, table.where("eumenes")) == {"loyal": 2, "mercenary": 2}


@pytest.mark.rule("K5.4.6")
def test_ariarathes_is_in_komana_and_leosthenes_in_lamia() -> None:
    table = set_up(5)
    assert (table.where("ariarathes"), table.where("leosthenes")) == ("komana", "lamia")
    assert {table.where(g) for g in ("philon", "glaukias", "seuthes")} == {"box"}


@pytest.mark.rule("K5.4.7")
def test_seleukos_starts_in_damaskos_without_elephants() -> None:
    table = set_up(5)
    owner = table.name(table.state.owners[table.general_number("seleukos")])
    assert table.pc_of("damaskos") == table.pc_of("emesa") == owner
    at = table.where("seleukos")
    assert at.split(".")[0] == "damaskos"
    assert start("seleukos") == {"loyal": 2, "mercenary": 2}
    assert table.where_royal("herakles").split(".")[0] == "damaskos" and table.holder("herakles") == owner
    assert [g.id for g in MATERIAL.pieces.generals if g.start and g.start.forces[Unit.ELEPHANT]] == ["perdikkas"]
