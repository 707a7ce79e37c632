"""What other editions do in command, activation and march; each field alone on the first edition plays to the end."""

import pytest

from diadochi.model.pieces import Ability
from diadochi.rules import activation, losses, troops
from tests import harness
from tests.rules.activations import campaign, force_march, mps
from tests.table import Table, changed_material

OTHERS = ("third", "draft")
FIELDS = (
    "command_by",
    "minor_subordinates",
    "command_change",
    "force_march",
    "royal_disband",
    "royal_drop_needs_general",
    "land_beside_sea",
    "battle_ends_activation",
    "evade_after_interception",
    "reaction_steps",
    "sortie_first_step",
    "stronghold_attempt_exempts",
    "city_rearranged_for",
    "passage_where",
    "passage_binding",
    "lone_general_enters",
    "lone_general_meets",
    "lone_general_killed_when",
    "evade_from",
    "interceptors",
    "released_general",
    "lone_generals_withdraw",
    "independents_withdraw",
    "independent_mover_reacts",
    "cavalry_reaction",
    "cavalry_pc_cost",
    "cavalry_stronghold_column",
)
FIRST = changed_material("deluxe", {}).edition
OTHER_VALUES = sorted(
    {
        (field, value)
        for field in FIELDS
        for value in (getattr(changed_material(edition, {}).edition, field) for edition in OTHERS)
        if value != getattr(FIRST, field)
    }
    | {("passage_binding", "both"), ("independent_mover_reacts", True)},
    key=str,
)


@pytest.mark.parametrize(("field", "value"), OTHER_VALUES, ids=str)
def test_a_field_switched_alone_plays_to_the_end(field: str, value: object) -> None:
    play_with(field, value, seed=1)


def play_with(field: str, value: object, seed: int) -> None:
    """A game in which the field matters, with what must hold looked at now and then."""
    options = ("cavalry",) if field.startswith("cavalry") else ()
    material = changed_material("deluxe", {field: value})
    looks = (harness.keeps_invariants, harness.offers_are_exact)
    game = harness.play(2, seed, *(harness.now_and_then(look, 60) for look in looks), options=options, edition=material)
    assert game.state.result


def may(table: Table, action: str) -> bool:
    return not table.over and action in table.offers


# Command


@pytest.mark.rule("T2.5.1", "T8.3.1", "T8.4.2")
def test_the_highest_rank_commands_and_among_equals_whom_the_owner_names() -> None:
    table = Table(edition="third")
    table.army("blue", "perdikkas", "larisa", mercenary=3)
    table.general("blue", "krateros", "larisa")
    table.general("blue", "seleukos", "larisa")
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    larisa, blue = table.location("larisa"), table.seat("blue")
    assert troops.commander(table.play, larisa, blue) == table.general_number("perdikkas")
    assert "command:krateros" in table.further and "command:seleukos" not in table.further
    assert table.why_not("command:seleukos") == "7.1.A.2"
    table.act("command:krateros")
    assert troops.commander(table.play, larisa, blue) == table.general_number("krateros")


@pytest.mark.rule("T8.4.2")
def test_the_command_is_not_changed_once_the_army_has_moved() -> None:
    table = Table(edition="third")
    table.army("blue", "perdikkas", "larisa", mercenary=3)
    table.general("blue", "krateros", "larisa")
    table.general("blue", "seleukos", "boiotia")
    campaign(table, 3)
    table.act("activate:perdikkas", "take-all", "march:lamia", "done")
    assert table.why_not("command:krateros") == "7.1.A.2"


@pytest.mark.rule("T8.4.2", "T9.10.1")
@pytest.mark.parametrize(("taken", "left"), [("krateros", 1), ("demetrios", 3)])
def test_a_higher_rank_takes_the_command_and_his_allowance_less_what_was_spent(taken: str, left: int) -> None:
    """With a die of 3 Antigonus has 4 MPs, Craterus, who outranks him, 2 (T9.10)."""
    table = Table(edition="third")
    table.army("blue", "antigonos", "lamia", mercenary=3)
    table.general("blue", taken, "larisa")
    campaign(table, 3)
    table.act("activate:antigonos", "take-all", "march:larisa")
    assert mps(table) == 3
    table.act(f"take-general:{taken}")
    assert mps(table) == left


@pytest.mark.rule("T9.10.1")
def test_an_equal_who_is_taken_up_commands_if_the_owner_says_so() -> None:
    table = Table(edition="third")
    table.army("blue", "antigonos", "lamia", mercenary=3)
    table.general("blue", "ptolemaios", "larisa")
    campaign(table, 3)
    table.act("activate:antigonos", "take-all", "march:larisa", "take-general:ptolemaios")
    group = activation.army(table.play)
    assert group is not None and group.commander() == table.general_number("antigonos")
    table.act("command:ptolemaios")
    group = activation.army(table.play)
    assert group is not None and group.commander() == table.general_number("ptolemaios")


@pytest.mark.rule("K8.3.2", "T9.10.1")
@pytest.mark.parametrize(("change", "drops"), [("recompute", True), ("replace", False)])
def test_where_the_commander_is_left_nobody_goes_on(change: str, drops: bool) -> None:
    table = Table(changed={"command_change": change})
    table.army("blue", "krateros", "lamia", mercenary=3)
    table.general("blue", "seleukos", "lamia")
    campaign(table, 3)
    table.act("activate:krateros", "take-all", "march:larisa")
    assert may(table, "leave-general:krateros") == drops
    assert may(table, "leave-general:seleukos")
    if not drops:
        assert table.why_not("leave-general:krateros") == "9.2.8"


@pytest.mark.rule("K8.3.2")
@pytest.mark.example("D05")
def test_d05_a_more_senior_general_takes_over_with_his_own_mps() -> None:
    table = Table(edition="draft")
    table.army("yellow", "antigonos", "tarsos", mercenary=3)
    table.army("yellow", "krateros", "issos", mercenary=1)
    table.state.active = table.seat("yellow")
    campaign(table, 3, faction="yellow")
    table.act("activate:antigonos", "take-all")
    assert mps(table) == 4
    table.act("march:issos", "take-general:krateros")
    assert mps(table) == 1
    targets = {a for a in table.offers if a.startswith("march:")}
    assert {"march:chalybon", "march:myriandos"} & targets


# Minor Generals


@pytest.mark.rule("K3.1.3")
@pytest.mark.parametrize(("subordinates", "stays"), [("leave", False), ("stay", True)])
def test_a_minor_general_under_another_general_leaves_or_stays_and_travels_along(
    subordinates: str, stays: bool
) -> None:
    table = Table(changed={"minor_subordinates": subordinates})
    table.army("blue", "krateros", "lamia", mercenary=3)
    table.general("blue", "alketas", "lamia")
    force_march(table)
    assert (table.where("alketas") == "lamia") == stays
    if stays:
        table.act("activate:krateros", "take-all", "march:larisa")
        assert table.where("alketas") == "larisa"


@pytest.mark.rule("K3.1.3")
def test_a_minor_general_leads_others_until_a_more_senior_takes_command() -> None:
    table = Table(edition="draft")
    table.army("blue", "alketas", "lamia", mercenary=3)
    table.general("blue", "krateros", "larisa")
    campaign(table, 3)
    table.act("activate:alketas", "take-all", "march:larisa", "take-general:krateros")
    group = activation.army(table.play)
    assert group is not None and group.commander() == table.general_number("krateros")
    assert group.generals >> table.general_number("alketas") & 1


@pytest.mark.rule("K3.1.3")
def test_a_minor_general_leaves_the_map_only_without_a_cu() -> None:
    table = Table(edition="draft")
    table.general("blue", "alketas", "lamia")
    table.general("blue", "krateros", "lamia")
    force_march(table)
    assert table.where("alketas") == "off map"


@pytest.mark.rule("K3.1.3")
def test_a_minor_general_is_put_beside_another_general() -> None:
    table = Table(edition="draft")
    table.army("blue", "krateros", "lamia", mercenary=3)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    assert "reposition:lamia" in table.further
    table.act("reposition:lamia")
    if table.decision.prompt == "prompt.fetch":
        table.act("fetch:alketas")
    assert table.where("alketas") == "lamia"


@pytest.mark.rule("K3.1.3")
@pytest.mark.parametrize("followed", [True, False])
def test_a_minor_general_who_is_there_follows_a_killed_commander_without_a_question(followed: bool) -> None:
    table = Table(edition="draft")
    table.cus("blue", "lamia", mercenary=3)
    if followed:
        table.general("blue", "alketas", "lamia")
    table.pc("blue", "lamia")
    table.begin(lambda p: losses.begin_succession(p, table.seat("blue"), table.location("lamia")))
    assert bool(table.events("takes_command")) == followed
    assert table.over == followed


# Force-March, Royal Army, royals


@pytest.mark.rule("K6.6.3.1", "T7.4.1")
@pytest.mark.parametrize(("edition", "alone"), [("third", True), ("draft", False)])
def test_a_force_march_of_a_general_without_cus(edition: str, alone: bool) -> None:
    table = Table(edition=edition, segment=1)
    table.general("blue", "krateros", "lamia")
    table.army("blue", "antigonos", "larisa", mercenary=3)
    table.begin(lambda p: activation.begin_force_march(p, table.seat("blue"), 3))
    assert may(table, "activate:krateros") == alone
    if not alone:
        assert table.why_not("activate:krateros") == "6.2.B1.1"
        table.act("activate:antigonos")
        assert table.why_not("march:lamia") == "6.2.B1.1"
        table.act("take-all")
        assert may(table, "march:lamia")


@pytest.mark.rule("K6.6.3.1")
@pytest.mark.example("D16")
def test_d16_a_force_march_of_a_minor_general_to_his_commander() -> None:
    table = Table(edition="draft", segment=1)
    table.army("blue", "alketas", "halikarnassos", mercenary=2)
    table.army("blue", "antigonos", "pisidai", mercenary=3)
    table.begin(lambda p: activation.begin_force_march(p, table.seat("blue"), 3))
    table.act("activate:alketas", "take-all", "march:tp_laodikeia", "march:pisidai")
    assert table.where("alketas") == "pisidai" and mps(table) == 1


@pytest.mark.rule("K3.3.4.3")
def test_royal_army_is_disbanded_only_when_its_army_is_activated_and_has_not_moved() -> None:
    table = Table(edition="draft")
    table.army("blue", "krateros", "lamia", royal=2, mercenary=2)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    assert table.why_not("disband:lamia") == "7.2.F.17"
    campaign(table, 3)
    table.act("activate:krateros", "take-all")
    assert "disband:lamia" in table.further
    table.act("disband:lamia")
    assert table.forces("blue", "lamia") == {"mercenary": 2, "royal": 1}
    table.act("march:larisa")
    assert table.forces("blue", "larisa") == {"mercenary": 2, "royal": 1}
    assert table.why_not("disband:larisa") == "7.2.F.17"


@pytest.mark.rule("K3.3.4.3")
def test_disbanding_in_a_copy_of_the_game_leaves_the_game_as_it_was() -> None:
    table = Table(edition="draft")
    table.army("blue", "krateros", "lamia", royal=2, mercenary=2)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    campaign(table, 3)
    table.act("activate:krateros", "take-all")
    assert table.game is not None
    before = table.game.digest()
    table.game.copy().act("disband:lamia")
    assert table.game.digest() == before


@pytest.mark.rule("T18.4.2", "K8.3.1")
@pytest.mark.parametrize(("needs", "can"), [(True, False), (False, True)])
def test_a_royal_is_left_anywhere_without_a_general(needs: bool, can: bool) -> None:
    table = Table(changed={"royal_drop_needs_general": needs})
    table.army("blue", "krateros", "lamia", mercenary=3)
    table.royal("herakles", "lamia", "blue")
    force_march(table)
    table.act("activate:krateros", "take-all", "march:larisa")
    assert may(table, "leave-royal:herakles") == can


# Battles and the sea


@pytest.mark.rule("T9.5.1", "K8.3.5")
@pytest.mark.parametrize("ends", [False, True])
def test_a_land_battle_ends_the_activation(ends: bool) -> None:
    """Else a move of 0 MPs into the own city would still be possible."""
    table = Table(changed={"battle_ends_activation": ends}, dice=(6, 6, 1, 1))
    table.army("blue", "krateros", "larisa", mercenary=6)
    table.pc("blue", "pella")
    table.army("red", "philoxenos", "pella", mercenary=2)
    campaign(table, 3)
    table.act("activate:krateros", "take-all", "march:pella")
    while table.deciding == "red":
        table.act("stand" if may(table, "stand") else "pass")
    assert table.events("battle_won")
    assert (activation.army(table.play) is None) == ends
    if ends:
        assert table.state.moved_generals >> table.general_number("krateros") & 1


@pytest.mark.rule("K8.3.5")
@pytest.mark.parametrize("ends", [False, True])
def test_those_who_stood_there_and_fought_have_moved_too(ends: bool) -> None:
    table = Table(changed={"battle_ends_activation": ends}, dice=(6, 6, 1, 1))
    table.army("blue", "krateros", "lamia", mercenary=6)
    table.army("red", "eumenes", "larisa", mercenary=2)
    force_march(table)
    table.act("activate:krateros", "take-all", "march:larisa", "attack")
    table.cus("blue", "larisa", loyal=1)
    if may(table, "stand"):
        table.act("stand")
    moved = table.state.moved_cus.get(table.location("larisa"), (0,) * 6)
    assert (table.state.cus_of(table.location("larisa"), table.seat("blue")) == moved) == ends


@pytest.mark.rule("T9.14.4", "K8.4.4")
@pytest.mark.parametrize(("land", "can"), [("paths_and_actions", False), ("paths", True)])
def test_the_removal_of_a_pc_is_no_movement_on_land(land: str, can: bool) -> None:
    """Blue clears the port, sails, and marches on."""
    table = Table(changed={"land_beside_sea": land})
    table.pc("red", "phaselis")
    table.army("blue", "krateros", "phaselis", mercenary=3)
    force_march(table, 5)
    table.act("activate:krateros", "take-all", "remove-pc:phaselis", "embark")
    if may(table, "done"):
        table.act("done")
    table.act("sail:xanthos", "land:xanthos")
    assert any(a.startswith("march:") for a in table.offers) == can


# Strongholds, Cavalry


@pytest.mark.rule("T9.12.1")
@pytest.mark.parametrize(("exempts", "rolls"), [(False, 1), (True, 0)])
def test_an_attempt_on_a_stronghold_spares_the_attrition_of_passing_it(exempts: bool, rolls: int) -> None:
    table = Table(changed={"stronghold_attempt_exempts": exempts}, dice=(1, 1, 1, 1))
    table.pc("independent", "pisidai")
    table.army("blue", "krateros", "tp_laodikeia", mercenary=6)
    force_march(table, 6)
    table.act("activate:krateros", "take-all", "march:pisidai", "siege:pisidai")
    table.act("march:aspendos")
    assert len(table.events("attrition_roll")) == rolls


@pytest.mark.rule("K8.3.10")
@pytest.mark.example("D25")
@pytest.mark.parametrize(("goes_on", "rolls"), [(True, 1), (False, 0)])
def test_d25_passing_an_independent_stronghold_costs_attrition_on_column_2(goes_on: bool, rolls: int) -> None:
    table = Table(edition="draft", dice=(1,))
    table.pc("independent", "elymaioi")
    table.army("blue", "peithon", "ekbatana", mercenary=4)
    force_march(table, 4)
    table.act("activate:peithon", "take-all", "march:tp_koprates", "march:elymaioi")
    table.act("march:sousa" if goes_on else "done")
    found = table.events("attrition_roll")
    assert len(found) == rolls
    assert all({name: value for name, _, value in e.args}["column"] == 2 for e in found)


@pytest.mark.rule("K19.9.4")
@pytest.mark.parametrize(("cost", "left"), [(1, 3), (2, 2)])
def test_removing_a_pc_with_cavalry(cost: int, left: int) -> None:
    table = Table(changed={"cavalry_pc_cost": cost}, options=("cavalry",))
    table.pc("red", "larisa")
    table.army("blue", "krateros", "larisa", mercenary=2, cavalry=1)
    force_march(table, 4)
    table.act("activate:krateros", "take-all", "remove-pc:larisa")
    assert mps(table) == left


@pytest.mark.rule("K19.9.4")
@pytest.mark.parametrize("column", [1, 2])
def test_passing_a_stronghold_with_cavalry(column: int) -> None:
    table = Table(changed={"cavalry_stronghold_column": column}, options=("cavalry",), dice=(1,))
    table.pc("independent", "pisidai")
    table.army("blue", "krateros", "tp_laodikeia", mercenary=2, cavalry=1)
    force_march(table, 4)
    table.act("activate:krateros", "take-all", "march:pisidai", "march:aspendos")
    assert [value for name, _, value in table.events("attrition_roll")[0].args if name == "column"] == [column]


# Worked examples


@pytest.mark.example("D20")
def test_d20_what_another_general_has_brought_does_not_go_on() -> None:
    table = Table(edition="draft")
    table.army("blue", "antigonos", "pisidai", mercenary=3)
    table.army("blue", "alketas", "halikarnassos", mercenary=2)
    campaign(table, 2)
    table.act("activate:alketas", "take-all")
    assert mps(table) == 2
    table.act("march:tp_laodikeia", "march:pisidai", "done")
    table.act("activate:antigonos")
    assert mps(table) == 3
    table.act("take:mercenary", "take:mercenary", "march:aspendos")
    assert table.forces("blue", "pisidai") == {"mercenary": 3}
    assert mps(table) == 2


@pytest.mark.example("D21")
def test_d21_a_cu_stays_inside_for_nothing() -> None:
    table = Table(edition="draft")
    table.pc("blue", "athenai")
    table.army("blue", "kassandros", "athenai", mercenary=3)
    table.cus("blue", "athenai.inside", mercenary=1)
    force_march(table, 4)
    table.act("activate:kassandros", "take-all")
    before = mps(table)
    table.act("march:boiotia")
    assert table.forces("blue", "athenai.inside") == {"mercenary": 1} and mps(table) == before - 1


@pytest.mark.example("D22")
@pytest.mark.rule("K8.3.8.1")
def test_d22_leonnatos_passes_chersonesos() -> None:
    table = Table(edition="draft")
    table.pc("red", "chersonesos")
    table.army("red", "lysimachos", "chersonesos", mercenary=2)
    table.army("blue", "leonnatos", "abydos", loyal=2)
    force_march(table, 4)
    table.act("activate:leonnatos", "take-all", "march:chersonesos", "ask-passage:red", "grant", "honour")
    assert mps(table) == 2 and may(table, "march:ainos") and not table.events("battle_begins")


@pytest.mark.example("D23")
def test_d23_kassandros_removes_a_pc() -> None:
    table = Table(edition="draft")
    table.pc("red", "larisa")
    table.army("blue", "kassandros", "lamia", mercenary=3)
    force_march(table, 4)
    table.act("activate:kassandros", "take-all", "march:larisa", "remove-pc:larisa")
    assert mps(table) == 1 and table.pc_of("larisa") == ""


@pytest.mark.example("D24")
def test_d24_kassandros_goes_on_to_pella_and_besieges_it() -> None:
    table = Table(edition="draft", dice=(1,))
    table.pc("red", "larisa", "pella")
    table.army("red", "antipatros", "pella", royal=2)
    table.royal("olympias", "pella", "red")
    table.army("blue", "kassandros", "lamia", mercenary=5)
    force_march(table, 4)
    table.act("activate:kassandros", "take-all", "march:larisa", "pass", "march:pella", "attack")
    table.act("inside:royal", "inside:royal", "inside-general:antipatros")
    if table.decision.prompt == "prompt.rearrange":
        table.act("inside-royal:olympias" if may(table, "inside-royal:olympias") else "done")
    assert mps(table) == 2
    table.act("siege:pella")
    assert table.events("siege_roll") and not table.events("battle_begins")


@pytest.mark.example("D34")
@pytest.mark.parametrize(("own", "theirs"), [(5, 1), (10, 2), (15, 3)])
def test_d34_five_to_one_overruns(own: int, theirs: int) -> None:
    table = Table(edition="draft")
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=theirs)
    table.army("blue", "krateros", "lamia", mercenary=own)
    force_march(table)
    table.act("activate:krateros", "take-all", "march:larisa", "attack")
    assert table.events("overruns") and not table.events("battle_begins")


# Options


@pytest.mark.rule("T23.3.2", "K19.4")
@pytest.mark.parametrize("edition", OTHERS)
def test_independent_generals_react_with_an_initiative_of_4(edition: str) -> None:
    pieces = Table(edition=edition).material.pieces
    assert {pieces.generals[army.general].initiative for army in pieces.independents} == {4}


@pytest.mark.rule("K19.10")
@pytest.mark.parametrize(("options", "can"), [((), True), (("elephants-outside",), False)])
def test_elephants_never_go_inside_a_city(options: tuple[str, ...], can: bool) -> None:
    table = Table(edition="draft", options=options)
    table.pc("blue", "pella")
    table.army("blue", "krateros", "pella", elephant=1)
    force_march(table)
    table.act("activate:krateros", "take-all")
    assert may(table, "go-inside") == can
    if not can:
        assert table.why_not("go-inside") == "9.4.5"


@pytest.mark.rule("K19.10")
@pytest.mark.parametrize(("options", "can"), [((), True), (("elephants-outside",), False)])
def test_elephants_stay_outside_before_an_enemy(options: tuple[str, ...], can: bool) -> None:
    table = Table(edition="draft", options=options)
    table.pc("red", "pella")
    table.army("red", "antipatros", "pella", elephant=1, mercenary=1)
    table.army("blue", "krateros", "larisa", mercenary=3)
    force_march(table)
    table.act("activate:krateros", "take-all", "march:pella", "attack")
    assert may(table, "inside:mercenary") and may(table, "inside:elephant") == can


@pytest.mark.rule("T2.5.2", "K3.1.1", "K19.2")
@pytest.mark.parametrize(
    ("edition", "options", "left"),
    [("third", (), 4), ("draft", (), 4), ("draft", ("abilities",), 5), ("deluxe", (), 5)],
)
def test_special_abilities_never_by_option_or_always(edition: str, options: tuple[str, ...], left: int) -> None:
    """Who has the ability moves further with a 6."""
    table = Table(edition=edition, options=options)
    able = [g for g in table.material.pieces.generals if g.ability == Ability.MOVEMENT]
    name = able[0].id if able else "antigonos"
    table.army("blue", name, "lamia", mercenary=1)
    campaign(table, 6)
    table.act(f"activate:{name}")
    assert mps(table) == (able[0].ability_value if left == 5 else 4)
