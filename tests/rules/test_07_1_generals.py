"""7.1: Generals, Seniority and command, Minor Generals."""

import pytest

from diadochi.model import moves
from diadochi.model.ids import GeneralId
from diadochi.model.state import OFF_MAP
from diadochi.rules import activation, strategy, troops
from diadochi.rules.agenda import Event
from diadochi.rules.upkeep import upkeep
from tests.cards.deal import play
from tests.table import BLUE, MATERIAL, Table


def settled(table: Table) -> Table:
    table.begin(lambda p: None)
    return table


def fact(event: Event, name: str) -> object:
    return next(value for key, _, value in event.args if key == name)


def force_march(table: Table, general: str, *spaces: str, mps: int = 0, faction: str = "blue") -> None:
    """With just enough MPs, so that nobody is asked for Free Passage."""
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps or len(spaces), 1))
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(*(f"march:{space}" for space in spaces))


def mps(table: Table) -> int:
    group = activation.army(table.play)
    assert group is not None
    return group.left(table.play)


# Ratings


@pytest.mark.rule("R7.1.1")
@pytest.mark.parametrize(("general", "moves", "success"), [("antigonos", 4, True), ("krateros", 2, False)])
def test_a_lower_initiative_is_better_in_movement_and_interception(general: str, moves: int, success: bool) -> None:
    """Die 3: more than the 2 of Antigonos, less than the 4 of Krateros."""
    table = Table(dice=(3,))
    table.general("blue", general, "kelainai")
    table.begin(lambda p: activation.begin_segment(p, BLUE))
    table.act("campaign", f"activate:{general}")
    assert mps(table) == moves
    table = Table(active="red", dice=(3,))
    table.general("blue", general, "pergamon")
    table.general("red", "peithon", "kelainai")
    force_march(table, "peithon", "sardeis", faction="red")
    table.act("intercept:pergamon")
    assert (table.where(general) == "sardeis") == success


@pytest.mark.rule("R7.1.1")
@pytest.mark.parametrize(("general", "success"), [("antigonos", True), ("krateros", False)])
def test_a_lower_initiative_is_better_in_evasion(general: str, success: bool) -> None:
    table = Table(active="red", dice=(3, 1, 1, 1, 1))
    table.army("blue", general, "sardeis", mercenary=1)
    table.army("red", "peithon", "kelainai", mercenary=4)
    force_march(table, "peithon", "sardeis", faction="red")
    table.act("evade")
    assert bool(table.events("battle_begins")) != success


@pytest.mark.rule("R7.1.2")
@pytest.mark.parametrize(("general", "modified"), [("krateros", 4 + 5), ("peithon", 3 + 5), ("demetrios", 2 + 5)])
def test_the_battle_rating_is_the_floor_of_each_die(general: str, modified: int) -> None:
    table = Table(dice=(1, 5, 1, 1, 1))
    table.army("blue", general, "pella", mercenary=4)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=3)
    force_march(table, general, "larisa")
    rolls = {fact(e, "who"): fact(e, "roll") for e in table.events("battle_roll")}
    assert rolls[table.seat("blue")] == modified
    assert rolls[table.seat("red")] == 2, "without a General there is no floor"


# 7.1.A Seniority and command


@pytest.mark.rule("R7.1.A.1")
def test_seniority_runs_from_perdikkas_to_the_minor_generals() -> None:
    """A33"""
    order = (
        *("perdikkas", "antipatros", "krateros", "ptolemaios", "leonnatos", "peithon", "lysimachos", "polyperchon"),
        *("antigonos", "seleukos", "peukestas", "demetrios", "eumenes", "kassandros", "aristonous", "nearchos"),
        *("asandros", "pleistarchos", "menelaos", "polyarchos"),
    )
    ranks = {g.id: g.seniority for g in MATERIAL.pieces.generals}
    assert [ranks[name] for name in order] == list(range(20, 0, -1))
    assert {ranks[MATERIAL.pieces.generals[g].id] for g in range(20, 40)} == {0}


@pytest.mark.rule("R7.1.A.2")
def test_the_most_senior_general_of_a_faction_in_a_location_commands() -> None:
    table = Table()
    for name in ("eumenes", "krateros", "antigonos"):
        table.general("blue", name, "pella")
    table.general("red", "perdikkas", "pella")
    table.general("blue", "ptolemaios", "pella.inside")
    at, inside = table.location("pella"), table.location("pella.inside")
    assert troops.commander(table.play, at, table.seat("blue")) == table.general_number("krateros")
    assert troops.commander(table.play, at, table.seat("red")) == table.general_number("perdikkas")
    assert troops.commander(table.play, inside, table.seat("blue")) == table.general_number("ptolemaios")


@pytest.mark.rule("R7.1.A.2")
def test_the_commander_gives_his_mps_to_the_army() -> None:
    table = Table(dice=(3,))
    table.army("blue", "krateros", "kelainai", mercenary=1)
    table.general("blue", "antigonos", "kelainai")
    table.begin(lambda p: activation.begin_segment(p, BLUE))
    table.act("campaign", "activate:antigonos")
    assert mps(table) == 4
    table.act("take-general:krateros")
    assert mps(table) == 2


@pytest.mark.rule("R7.1.A.3")
def test_of_two_minor_generals_one_commands_and_the_other_leaves() -> None:
    table = Table()
    table.army("blue", "alketas", "larisa", mercenary=2)
    second = GeneralId(table.general_number("alketas") + 1)
    moves.put_general(table.state, second, table.location("larisa"))
    settled(table)
    assert table.where("alketas") == "larisa"
    assert table.state.generals[second] == OFF_MAP


@pytest.mark.rule("R7.1.A.3")
def test_the_owner_says_which_of_two_minor_generals_leads_the_army() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pergamon")
    table.army("blue", "alketas", "sardeis", mercenary=2)
    table.begin(lambda p: activation.begin(p, BLUE, 3, 2))
    assert {"activate:alketas", "muster:sardeis"} <= set(table.offers)
    table.act("muster:sardeis", "take:mercenary", "march:pergamon", "done")
    table.act("activate:alketas", "take-all", "march:kelainai")
    assert table.where("alketas") == "kelainai"
    assert table.state.generals[table.general_number("alketas") + 1] == table.location("pergamon")


# 7.1.B Major Generals


@pytest.mark.rule("R7.1.B.2")
def test_a_player_without_major_generals_plays_on() -> None:
    table = Table()
    table.pc("blue", "kelainai")
    table.cus("blue", "kelainai", mercenary=2)
    table.begin(lambda p: activation.begin(p, BLUE, 3, 1))
    table.act("muster:kelainai", "take-all", "march:sardeis")
    assert table.where("alketas") == "sardeis"


@pytest.mark.rule("R7.1.B.2")
def test_minor_generals_are_never_lost() -> None:
    table = Table()
    table.general("blue", "alketas", "sardeis")
    settled(table)
    troops.disperse_general(table.play, table.general_number("alketas"), "14.9.9")
    assert table.where("alketas") == "off map"
    assert troops.idle_minor(table.play, BLUE) == table.general_number("alketas")


@pytest.mark.rule("R7.1.B.3")
@pytest.mark.parametrize(("event", "general"), [("kassandros", "kassandros"), ("peukestas", "peukestas")])
def test_kassandros_and_peukestas_enter_by_their_cards(event: str, general: str) -> None:
    card = next(c.number for c in MATERIAL.cards if c.event == event)
    table = Table()
    table.pc("blue", "pella")
    table.province("blue", "persis")
    table.general("blue", "krateros", "persepolis")
    settled(table)
    assert table.where(general) == "off map"
    play(table, card)
    while not table.over:
        table.act(table.offers[0])
    assert table.state.generals[table.general_number(general)] >= 0
    assert table.state.owners[table.general_number(general)] == table.seat("blue")


def death_of_antipatros() -> Table:
    """Antipatros of Blue, dealt to Blue, attacks and is killed: a modified 9 and a survival roll of 6."""
    table = Table(dice=(3, 6, 1, 1, 6))
    table.pc("blue", "pella", "poteidaia", "kelainai")
    table.army("blue", "antipatros", "pella", mercenary=6)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=2)
    table.state.dealt[0] = 1 << table.general_number("antipatros")
    force_march(table, "antipatros", "larisa")
    return table


@pytest.mark.rule("R7.1.B.4")
def test_polyperchon_comes_at_once_when_antipatros_is_killed_to_any_space_of_his_owner() -> None:
    table = death_of_antipatros()
    assert table.where("antipatros") == "out"
    while table.decision.prompt != "prompt.arrival":
        table.act(table.offers[0])
    expected = {f"place:{s}" for s in ("poteidaia", "pella", "pella.inside", "kelainai", "kelainai.inside")}
    assert set(table.offers) == expected
    table.act("place:kelainai.inside")
    assert table.where("polyperchon") == "kelainai.inside"
    assert table.state.owners[table.general_number("polyperchon")] == table.seat("blue")


@pytest.mark.rule("R7.1.B.4")
def test_polyperchon_takes_no_part_in_that_battle() -> None:
    table = death_of_antipatros()
    table.act("command:alketas")
    assert table.decision.prompt == "prompt.arrival"
    assert table.where("polyperchon") == "off map"
    assert table.forces("red", "larisa") == {}, "the battle has come to its end"
    assert table.where("alketas") == "larisa", "a Minor General has taken command"


# 7.1.C Minor Generals


@pytest.mark.rule("R7.1.C.1")
def test_minor_generals_have_initiative_four_battle_two_seniority_zero() -> None:
    minors = MATERIAL.pieces.generals[20:40]
    assert {(g.initiative, g.battle, g.seniority) for g in minors} == {(4, 2, 0)}


@pytest.mark.rule("R7.1.C.1")
def test_a_minor_general_raises_each_battle_die_to_two() -> None:
    table = Table(dice=(1, 1, 1, 1))
    table.army("blue", "alketas", "pella", mercenary=4)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=3)
    force_march(table, "alketas", "larisa")
    rolls = {fact(e, "who"): fact(e, "roll") for e in table.events("battle_roll")}
    assert rolls[table.seat("blue")] == 4


@pytest.mark.rule("R7.1.C.7")
def test_a_subordinate_minor_general_stays_while_he_is_about_to_move_away() -> None:
    table = Table()
    table.pc("blue", "sardeis", "pergamon")
    table.army("blue", "antigonos", "sardeis", mercenary=2)
    table.begin(lambda p: activation.begin(p, BLUE, 3, 1))
    table.act("muster:sardeis")
    upkeep(table.play, moving=table.location("sardeis"))
    assert table.where("alketas") == "sardeis"
    table.act("take:mercenary", "march:pergamon", "done")
    assert table.where("alketas") == "pergamon"


@pytest.mark.rule("R7.1.C.7")
def test_he_leaves_if_he_does_not_go() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "antigonos", "sardeis", mercenary=2)
    table.begin(lambda p: p.push(strategy.PlayerTurn(BLUE, strategy.MOVES)))
    table.act("campaign", "muster:sardeis", "done", "done")
    assert table.where("alketas") == "off map"
