"""What the editions play differently at set-up, in the Game Turn, with Reinforcements, Isolation and Forage."""

import pytest

from diadochi.data import load_material
from diadochi.errors import GameError
from diadochi.game import Game, check_edition, option_mask
from diadochi.lab import invariants
from diadochi.model import moves
from diadochi.model.cards import CardKind
from diadochi.model.state import INDEPENDENT, NO_SEGMENT, NOBODY, OFF_MAP
from diadochi.rules import agenda, forage, isolation, reinforcements, strategy, troops, turn
from diadochi.rules.setup import new_state
from tests.table import BLUE, RED, Table, told, troop

EIGHT = ("perdikkas", "antipatros", "krateros", "ptolemaios", "leonnatos", "peithon", "lysimachos", "antigonos")
SIX = ("perdikkas", "antipatros", "krateros", "ptolemaios", "peithon", "antigonos")
JOHN_MERV_NEVIN_MARK = (
    "peithon", "krateros", "leonnatos", "antigonos", "perdikkas", "antipatros", "ptolemaios", "lysimachos",
)  # fmt: skip


def set_up(edition: str, players: int, *deal: str, options: tuple[str, ...] = ()) -> Table:
    """A game just set up, the Generals dealt in this order."""
    table = Table(edition=edition)
    material = table.material
    state = new_state(material, players, option_mask(options, material.edition, players), agenda.key_of_seed(1))
    if deal:
        state.fixed_orders = (tuple(table.general_number(g) for g in deal),)
    table.game = Game.from_state(material, state)
    table._follow()
    while table.decision.prompt in ("prompt.start", "prompt.discard_general"):
        table.act(table.offers[0])
    return table


def names(table: Table, generals: int) -> set[str]:
    return {g.id for i, g in enumerate(table.material.pieces.generals) if generals >> i & 1}


def cards_in_deck(table: Table) -> set[str]:
    """The numbers of the Generals' cards with which the game is played."""
    cards = table.material.cards
    return {c.number for i, c in enumerate(cards) if c.kind == CardKind.GENERAL and not table.state.aside >> i & 1}


def begin_turn(table: Table, number: int) -> Table:
    table.state.turn = number - 1
    table.begin(lambda p: turn.begin_game_turn(p, number))
    return table


# 1 and 24: how many play


@pytest.mark.rule("T1.1")
def test_four_play_or_two_or_three_but_never_five() -> None:
    material = load_material("third")
    assert material.edition.players == (2, 3, 4)
    with pytest.raises(GameError):
        check_edition(material.edition, 5)


@pytest.mark.rule("T22.2.1")
def test_eight_generals_are_dealt_two_each() -> None:
    table = set_up("third", 4)
    dealt = [names(table, mask) for mask in table.state.dealt]
    assert [len(d) for d in dealt] == [2, 2, 2, 2]
    assert set.union(*dealt) == set(EIGHT)


@pytest.mark.rule("T22.2.3")
@pytest.mark.rule("T8.5.1")
@pytest.mark.rule("T2.5.3")
def test_eumenes_and_seleukos_are_cards_of_the_deck_and_demetrios_waits() -> None:
    table = set_up("third", 4)
    assert cards_in_deck(table) == {"61", "62"}
    for name in ("eumenes", "seleukos", "demetrios"):
        assert table.where(name) == "off map" and table.state.owners[table.general_number(name)] == NOBODY
    assert troops.reserve(table.play) == ()
    assert "kassandros" not in {g.id for g in table.material.pieces.generals[: table.material.pieces.majors]}


@pytest.mark.rule("T23.5.1")
def test_with_the_option_the_two_are_set_aside_and_can_be_recruited() -> None:
    table = set_up("third", 4, options=("generals-set-aside",))
    assert cards_in_deck(table) == set()
    reserve = sum(1 << g for g in troops.reserve(table.play))
    assert names(table, reserve) == {"eumenes", "seleukos"}


@pytest.mark.rule("T24.1.1")
def test_two_players_have_four_generals_each() -> None:
    table = set_up("third", 2)
    assert [len(names(table, mask)) for mask in table.state.dealt] == [4, 4]
    assert cards_in_deck(table) == {"61", "62"}


@pytest.mark.rule("T24.1.4")
def test_in_the_second_variant_two_players_have_three_generals_each_and_two_more_are_in_the_deck() -> None:
    table = set_up("third", 2, options=("second-variant",))
    dealt = [names(table, mask) for mask in table.state.dealt]
    assert [len(d) for d in dealt] == [3, 3]
    assert set.union(*dealt) == set(SIX)
    assert cards_in_deck(table) == {"61", "62", "G63", "G64"}
    assert table.pc_of("byzantion") == "" and table.pc_of("chersonesos") == ""


@pytest.mark.rule("T24.2.1")
def test_three_players_have_two_generals_each_and_lysimachos_and_leonnatos_are_in_the_deck() -> None:
    table = set_up("third", 3)
    dealt = [names(table, mask) for mask in table.state.dealt]
    assert [len(d) for d in dealt] == [2, 2, 2]
    assert set.union(*dealt) == set(SIX)
    assert cards_in_deck(table) == {"61", "62", "G63", "G64"}
    assert table.material.edition.victory_vp[3] == 26 and table.material.edition.victory_legitimacy == 18


@pytest.mark.rule("T24.2.3")
@pytest.mark.rule("T24.2.4")
def test_in_the_second_variant_three_players_have_three_each_and_eumenes_comes_without_pcs() -> None:
    table = set_up("third", 3, *EIGHT, "eumenes", options=("second-variant",))
    assert [len(names(table, mask)) for mask in table.state.dealt] == [3, 3, 3]
    assert cards_in_deck(table) == {"62"}
    at = table.where("eumenes")
    assert table.forces("yellow", at) == {"loyal": 1, "mercenary": 1}
    members = table.material.board.members[table.material.board.province_index["kappadokia"]]
    assert {table.state.pcs[space] for space in members} == {INDEPENDENT}


@pytest.mark.rule("T24.1.4")
@pytest.mark.rule("T24.2.3")
def test_the_second_variant_is_not_for_four() -> None:
    with pytest.raises(GameError, match="second variant is for 2 or 3 players, not for 4"):
        set_up("third", 4, options=("second-variant",))


@pytest.mark.rule("T22.1.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_green_space_is_independent_with_any_number_of_players(players: int) -> None:
    table = set_up("third", players)
    board = table.material.board
    for i, space in enumerate(board.spaces):
        if space.independent and table.state.pcs[i] not in range(players):
            assert table.state.pcs[i] == INDEPENDENT
    assert all(not space.independent_players for space in board.spaces)
    assert table.pc_of("komana") == table.pc_of("mazaka") == table.pc_of("apollonia") == "independent"


@pytest.mark.example("G01")
@pytest.mark.rule("T4.1.1")
def test_the_example_of_play_begins_like_this() -> None:
    """John, Merv, Nevin and Mark have the first four colours."""
    table = set_up("third", 4, *JOHN_MERV_NEVIN_MARK)
    assert [table.legitimacy(f) for f in ("blue", "red", "yellow", "green")] == [3, 4, 11, 3]
    assert [table.vp(f) for f in ("blue", "red", "yellow", "green")] == [4, 5, 7, 9]
    assert table.deciding == "blue" and table.decision.prompt == "prompt.first_player"
    table.act("first:red")
    assert table.material.pieces.factions[table.state.usurper] == "green"
    assert [table.material.pieces.factions[seat] for seat in table.state.order] == ["red", "yellow", "green", "blue"]


# 3.1, 6.1 to 6.3: Turn Order, then the Usurper


@pytest.mark.rule("T3.1.1")
@pytest.mark.rule("K6.0.1")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_turn_order_comes_before_the_usurper(edition: str) -> None:
    table = set_up(edition, 4)
    assert table.decision.prompt == "prompt.first_player" and table.state.usurper == NOBODY
    table.act("first:blue")
    assert table.state.usurper != NOBODY
    told_in_order = [e.key for e in table.game.events if e.key in ("turn_order", "usurper")]  # type: ignore[union-attr]
    assert told_in_order == ["turn_order", "usurper"]


@pytest.mark.rule("R5.1.1")
def test_in_the_first_edition_the_usurper_is_named_before() -> None:
    assert set_up("deluxe", 4).state.usurper != NOBODY


@pytest.mark.rule("T3.1.4")
@pytest.mark.rule("K6.2.1")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_play_goes_clockwise_without_a_question(edition: str) -> None:
    table = set_up(edition, 4)
    table.act("first:yellow")
    assert table.state.order == (2, 3, 0, 1)
    assert table.decision.prompt != "prompt.direction"


@pytest.mark.rule("T3.1.3")
def test_who_rolls_lowest_of_those_with_fewest_vp_names_the_first_player() -> None:
    table = Table(players=2, edition="third", dice=(5, 2))
    table.pc("blue", "kelainai")
    table.pc("red", "babylon")
    begin_turn(table, 1)
    assert table.deciding == "red"


# 24.1.3: who carries out what is revealed


@pytest.mark.rule("T24.1.3")
@pytest.mark.rule("K6.5.1")
@pytest.mark.parametrize("edition", ["third", "draft"])
@pytest.mark.parametrize("drawn", [BLUE, RED])
def test_a_player_drawn_by_lot_carries_out_a_revealed_event(edition: str, drawn: int) -> None:
    table = Table(players=2, edition=edition, dice=(3, 3))
    table.province("blue", "aigyptos")
    table.state.active, table.state.segment = NOBODY, NO_SEGMENT
    table.state.fixed_orders = ((drawn, 1 - drawn),)
    card = table.card_number("17")
    table.begin(lambda p: p.push(turn.Revealed((card,))))
    assert [{k: v for k, _, v in e.args}["who"] for e in table.events("resolves_revealed")] == [drawn]


@pytest.mark.rule("T24.1.3")
def test_two_players_turn_up_two_cards_a_round_and_three_one() -> None:
    edition = load_material("third").edition
    assert (edition.face_down[2], edition.revealed_per_round[2]) == (10, 2)
    assert (edition.face_down[3], edition.revealed_per_round[3]) == (5, 1)
    assert {edition.hand[n] for n in (2, 3, 4)} == {5}


# 21, 6.1: Polyperchon and Demetrios


def with_antipatros(**changed: object) -> Table:
    table = Table(players=2, changed=changed)
    table.pc("blue", "pella", "larisa")
    table.pc("red", "babylon")
    table.general("red", "seleukos", "babylon")
    moves.note_dealt(
        table.state, BLUE, 1 << table.general_number("antipatros") | 1 << table.general_number("antigonos")
    )
    return table


def kill(table: Table, general: str) -> None:
    table.begin(lambda p: troops.kill_general(p, table.general_number(general), "14.8.1"))


@pytest.mark.rule("K6.1.3.1")
@pytest.mark.parametrize(("when", "comes"), [("at_once", True), ("turn3", False)])
def test_polyperchon_follows_a_killed_antipatros_at_once_or_in_game_turn_three(when: str, comes: bool) -> None:
    table = with_antipatros(polyperchon_arrives=when)
    table.general("blue", "antipatros", "larisa")
    kill(table, "antipatros")
    assert (not table.over and table.decision.prompt == "prompt.arrival") == comes


@pytest.mark.rule("K6.1.3.1")
@pytest.mark.rule("T21.3.1")
def test_in_game_turn_three_he_comes_to_a_space_of_his_owner() -> None:
    table = with_antipatros(polyperchon_arrives="turn3")
    table.general("blue", "antipatros", "larisa")
    kill(table, "antipatros")
    begin_turn(table, 3)
    assert table.deciding == "blue" and table.decision.prompt == "prompt.arrival"
    table.act("place:larisa")
    assert table.where("polyperchon") == "larisa"


@pytest.mark.rule("T21.3.1")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_he_takes_the_place_of_a_living_antipatros(edition: str) -> None:
    table = Table(players=2, edition=edition)
    table.pc("blue", "pella")
    table.army("blue", "antipatros", "pella", loyal=2)
    begin_turn(table, 3)
    assert table.where("polyperchon") == "pella" and table.where("antipatros") == "out"
    generals = table.material.pieces.generals
    old, new = generals[table.general_number("antipatros")], generals[table.general_number("polyperchon")]
    assert (old.initiative, old.battle) == (new.initiative, new.battle) and old.seniority > new.seniority


@pytest.mark.rule("K6.1.3.2")
@pytest.mark.rule("T21.2.1")
@pytest.mark.parametrize("when", ["at_once", "reinforcements"])
def test_demetrios_is_placed_at_once_or_with_his_owners_reinforcements(when: str) -> None:
    table = with_antipatros(demetrios_placed=when)
    table.general("blue", "antipatros", "larisa")
    begin_turn(table, 3)
    if when == "at_once":
        assert table.decision.prompt == "prompt.reinforce_general"
        return
    assert table.decision.prompt == "prompt.first_player" and table.where("demetrios") == "off map"
    assert table.state.owners[table.general_number("demetrios")] == BLUE
    while table.decision.prompt != "prompt.reinforce_general":
        table.act(table.offers[0])
    assert table.deciding == "blue" and "place:larisa" in table.offers
    table.act("place:larisa")
    assert table.where("demetrios") == "larisa"


@pytest.mark.parametrize(("name", "value"), [("demetrios-placed", "reinforcements"), ("polyperchon-arrives", "turn3")])
def test_both_readings_can_be_chosen(name: str, value: str) -> None:
    game = Game.new(players=2, seed=1, rulings={name: value})
    assert getattr(game.material.edition, name.replace("-", "_")) == value


# 5.3, 6.4: Reinforcements


def place(table: Table, generals: tuple[str, ...] = (), **units: int) -> None:
    numbers = tuple(table.general_number(g) for g in generals)
    for number in numbers:
        table.state.owners[number] = BLUE
    table.begin(lambda p: reinforcements.begin(p, BLUE, troop(**units), numbers, "5.2.7"))


@pytest.mark.rule("T5.3.1")
@pytest.mark.parametrize(("barred_by", "open_"), [("cus_and_generals", False), ("cus", True)])
def test_an_enemy_general_alone_does_or_does_not_keep_reinforcements_out(barred_by: str, open_: bool) -> None:
    table = Table(segment=NO_SEGMENT, changed={"reinforce_barred_by": barred_by})
    table.pc("blue", "larisa", "pella", "kelainai")
    table.general("red", "krateros", "larisa")
    table.army("red", "peithon", "kelainai", mercenary=1)
    place(table, mercenary=1)
    assert ("place:larisa" in table.offers) == open_
    assert "place:pella" in table.offers and "place:kelainai" not in table.offers


@pytest.mark.rule("T5.3.2")
@pytest.mark.parametrize(("since", "open_"), [("phase_and_segment", False), ("phase", True)])
def test_in_a_segment_a_general_need_not_have_been_on_the_map_before(since: str, open_: bool) -> None:
    table = Table(changed={"reinforce_general_since": since})
    table.pc("blue", "pella")
    table.army("blue", "krateros", "gordion", mercenary=1)
    table.state.agenda = []
    present = 0
    numbers: tuple[int, ...] = ()

    def begin(p: agenda.Play) -> None:
        p.push(strategy.PlayerTurn(BLUE, strategy.END, present))
        reinforcements.begin(p, BLUE, troop(mercenary=1), numbers, "6.2.B3.4")

    table.begin(begin)
    assert (table.why_not("place:gordion") == "") == open_


@pytest.mark.rule("T5.3.2")
@pytest.mark.parametrize(("since", "open_"), [("phase_and_segment", False), ("phase", True)])
def test_in_the_phase_who_comes_with_the_reinforcements_counts(since: str, open_: bool) -> None:
    """Krateros comes to a space that is not his own, beside Leonnatos, who then leaves the map again."""
    table = Table(segment=NO_SEGMENT, changed={"reinforce_general_since": since})
    table.pc("blue", "pella")
    table.army("blue", "leonnatos", "gordion", mercenary=1)
    place(table, ("krateros",), mercenary=1)
    table.act("place:gordion")
    troops.leave_map(table.play, table.general_number("leonnatos"), OFF_MAP)
    frame = table.state.agenda[-1]
    assert isinstance(frame, reinforcements.Reinforcements)
    assert (reinforcements.check_general(table.play, frame, table.space("gordion")) is None) == open_


@pytest.mark.rule("T5.3.6")
def test_with_cus_that_have_no_room_elsewhere_comes_a_minor_general() -> None:
    table = Table(segment=NO_SEGMENT, edition="third")
    place(table, mercenary=1)
    table.act("place:gordion")
    assert table.forces("blue", "gordion") == {"mercenary": 1} and table.where("alketas") == "gordion"


def besieged(**changed: object) -> Table:
    table = Table(segment=NO_SEGMENT, changed=changed)
    table.pc("blue", "pella", "larisa", "trikka")
    table.army("blue", "antipatros", "pella.inside", loyal=1)
    table.army("red", "peithon", "pella", loyal=4)
    return table


@pytest.mark.rule("K6.4.1")
@pytest.mark.parametrize(("who", "open_"), [("none", False), ("generals", True)])
def test_a_major_general_may_join_one_who_is_besieged_but_no_cu(who: str, open_: bool) -> None:
    table = besieged(reinforce_besieged=who)
    place(table, ("krateros",), mercenary=1)
    assert (table.why_not("place:pella.inside") == "") == open_
    table.act("place:larisa")
    assert table.where("krateros") == "larisa"
    table = besieged(reinforce_besieged=who)
    place(table, mercenary=1, loyal=1)
    assert table.why_not("place:pella.inside") == "5.2.9"


@pytest.mark.rule("K6.4.2")
def test_minor_generals_from_off_map_join_cus_in_own_spaces_when_all_is_placed() -> None:
    table = Table(players=2, segment=NO_SEGMENT, changed={"reinforce_minor_generals": "own_spaces"})
    table.pc("blue", "larisa", "trikka")
    table.cus("blue", "larisa", mercenary=1)
    table.pc("red", "babylon")
    table.state.active = NOBODY
    table.begin(lambda p: reinforcements.begin_phase(p))
    while table.decision.prompt != "prompt.reinforce_minors":
        table.act("place:larisa" if "place:larisa" in table.offers else table.offers[0])
    assert table.deciding == "blue" and "place:larisa" in table.offers and "done" in table.offers
    assert table.why_not("place:babylon") == "K6.4.2"
    table.act("place:larisa")
    assert "larisa" in [table.where(minor) for minor in ("alketas", "attalos", "dokimos", "polemon")]
    assert not invariants.broken(table.play, settled=True)


@pytest.mark.rule("R5.2.15")
def test_in_the_first_edition_nobody_is_asked_for_minor_generals() -> None:
    table = Table(players=2, segment=NO_SEGMENT)
    table.pc("blue", "larisa")
    table.pc("red", "babylon")
    table.state.active = NOBODY
    table.begin(lambda p: reinforcements.begin_phase(p))
    while not table.over:
        assert table.decision.prompt != "prompt.reinforce_minors"
        table.act(table.offers[0])


# 19: Isolation


def chained(**changed: object) -> Table:
    """Blue's PC in Hekatompylos hangs by Rhagai, where Red's CUs stand and no PC lies, on Ekbatana."""
    table = Table(changed=changed)
    table.pc("blue", "hekatompylos", "ekbatana")
    table.pc("independent", "mardoi")
    table.army("red", "krateros", "rhagai", mercenary=1)
    return table


@pytest.mark.rule("T19.2.2")
@pytest.mark.rule("T2.8.7")
@pytest.mark.parametrize("block", [True, False])
def test_enemy_cus_cut_a_chain_or_do_not(block: bool) -> None:
    table = chained(isolation_cus_block=block)
    found = [table.name_of(space) for space in isolation.isolated(table.play, BLUE)]
    assert found == (["hekatompylos"] if block else [])


@pytest.mark.rule("T19.2.2")
@pytest.mark.parametrize("owner", ["red", "independent"])
def test_pcs_of_others_and_of_the_independents_cut_it(owner: str) -> None:
    table = chained(isolation_cus_block=False)
    table.pc(owner, "rhagai")
    assert [table.name_of(space) for space in isolation.isolated(table.play, BLUE)] == ["hekatompylos"]
    table.cus("blue", "rhagai", mercenary=1)
    assert isolation.isolated(table.play, BLUE) == []


@pytest.mark.example("D19")
def test_philons_pc_isolates_hekatompylos() -> None:
    table = Table(edition="draft", players=2)
    table.independent("philon", "rhagai")
    table.pc("independent", "rhagai", "mardoi")
    table.pc("blue", "hekatompylos", "ekbatana")
    table.begin(isolation.isolate)
    assert table.pc_of("hekatompylos") == "" and table.pc_of("ekbatana") == "blue"


# 4.9: Forage


def forage_segment(table: Table) -> None:
    table.state.segment = 3
    table.begin(lambda p: p.push(forage.ForageSegment(BLUE)))


@pytest.mark.rule("K4.9.1")
@pytest.mark.parametrize(("unit", "left"), [("space", 8), ("army", 9)])
def test_cus_without_a_general_forage_with_a_space_but_not_with_armies(unit: str, left: int) -> None:
    table = Table(changed={"forage_unit": unit})
    table.pc("blue", "larisa")
    table.cus("blue", "larisa", mercenary=9)
    forage_segment(table)
    assert table.forces("blue", "larisa") == {"mercenary": left}


@pytest.mark.rule("K4.9.1")
@pytest.mark.parametrize(("unit", "loses"), [("space", 1), ("army", 0)])
def test_outside_and_inside_count_together_or_each_army_for_itself(unit: str, loses: int) -> None:
    table = Table(changed={"forage_unit": unit})
    table.pc("blue", "pella")
    table.army("blue", "krateros", "pella", mercenary=7)
    table.army("blue", "antipatros", "pella.inside", mercenary=2)
    forage_segment(table)
    if loses:
        table.act("at:pella")
    assert table.over
    assert table.forces("blue", "pella") == {"mercenary": 7 - loses}


@pytest.mark.rule("K4.9.1")
def test_each_army_over_the_limit_loses_one_cu() -> None:
    table = Table(edition="draft")
    table.pc("blue", "pella")
    table.army("blue", "krateros", "pella", mercenary=9)
    table.army("blue", "antipatros", "tp_ipsos", mercenary=4)
    forage_segment(table)
    assert table.over
    assert table.forces("blue", "pella") == {"mercenary": 8} and table.forces("blue", "tp_ipsos") == {"mercenary": 3}


@pytest.mark.rule("K19.6")
@pytest.mark.parametrize("die", [1, 6])
def test_with_the_option_an_army_over_the_limit_takes_attrition(die: int) -> None:
    table = Table(edition="draft", options=("forage-attrition",), dice=(die,))
    table.pc("blue", "pella")
    table.army("blue", "krateros", "pella", mercenary=9)
    forage_segment(table)
    column = table.material.tables.attrition[9][die]
    assert table.forces("blue", "pella") == {"mercenary": 9 - max(1, column[0])}


@pytest.mark.example("D03")
def test_eighteen_cus_in_kelainai_lose_one() -> None:
    table = Table(edition="draft")
    table.army("blue", "antigonos", "kelainai", loyal=4, mercenary=12, elephant=2)
    forage_segment(table)
    table.act("lose:mercenary")
    assert told(table.state.cus_of(table.location("kelainai"), BLUE)) == {"loyal": 4, "mercenary": 11, "elephant": 2}


@pytest.mark.rule("T2.8.9")
def test_the_surrender_segment_belongs_to_the_player_turn() -> None:
    """B11: Minor Generals may be placed in it."""
    table = Table(edition="third", players=2)
    table.pc("blue", "kelainai")
    table.cus("blue", "kelainai", mercenary=1)
    table.pc("red", "gordion")
    table.army("blue", "krateros", "gordion", mercenary=3)
    table.begin(lambda p: strategy.begin_player_turn(p, BLUE))
    assert table.state.segment == 0
    assert any(a.startswith("reposition:kelainai") for a in table.further)
