"""11: Land Interception and Withdrawal."""

import pytest

from diadochi.rules import activation, independents
from diadochi.rules.agenda import Play
from tests.rules.voyages import embark
from tests.table import Table


def march(table: Table, general: str, *spaces: str, mps: int = 4, faction: str = "blue") -> None:
    """Activate a General with all CUs of his location and march."""
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps, 1))
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(*(f"march:{space}" for space in spaces))


def interceptor(dice: tuple[int, ...] = (), **units: int) -> Table:
    """Peithon of Red stands in Pergamon, Krateros of Blue with 3 CUs in Kelainai; both touch Sardeis."""
    table = Table(dice=dice)
    table.general("red", "peithon", "pergamon")
    table.cus("red", "pergamon", **units)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    return table


def may_intercept(table: Table, source: str) -> bool:
    return not table.over and f"intercept:{source}" in table.offers


# 11.1


@pytest.mark.rule("R11.1.1", "R11.1.A.1")
def test_a_general_intercepts_across_a_land_path() -> None:
    table = interceptor()
    march(table, "krateros", "sardeis")
    assert may_intercept(table, "pergamon")


@pytest.mark.example("E29")
@pytest.mark.rule("R11.1.2")
def test_e29_landing_is_a_trigger_dropping_off_inside_is_not() -> None:
    table = Table()
    table.pc("blue", "athenai")
    table.army("yellow", "antigonos", "athenai", mercenary=3)
    table.army("yellow", "kassandros", "korinthos", mercenary=1)
    table.army("blue", "demetrios", "kyklades", mercenary=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:demetrios", "take-all", "embark", "done", "sail:athenai")
    table.act("drop:athenai.inside", "done")
    assert table.forces("blue", "athenai.inside") == {"mercenary": 1}
    assert not table.events("declares_interception")
    assert table.deciding == "blue"
    table.act("land:athenai")
    assert table.deciding == "yellow"
    assert may_intercept(table, "korinthos")


@pytest.mark.rule("R11.1.3", "R11.1.B.5")
def test_at_a_major_city_it_happens_outside() -> None:
    table = interceptor(dice=(6,))
    table.pc("red", "sardeis")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon")
    assert table.where("peithon") == "sardeis"


@pytest.mark.rule("R11.1.4")
def test_independent_armies_do_not_intercept() -> None:
    table = Table()
    table.independent("leosthenes", "larisa")
    table.army("blue", "krateros", "pella", mercenary=3)
    march(table, "krateros", "amphipolis")
    table.act("march:pella")
    assert table.deciding == "blue"
    assert table.where("leosthenes") == "larisa"


@pytest.mark.rule("R11.1.5")
def test_the_player_who_moves_an_independent_army_does_not_intercept_it() -> None:
    table = Table()
    table.independent("leosthenes", "lamia")
    table.army("blue", "krateros", "pella", mercenary=3)
    table.army("red", "peithon", "trikka", mercenary=3)
    table.begin(lambda p: independents.begin_moves(p, table.seat("blue")))
    table.act("move-independent:leosthenes", "march:larisa")
    assert table.deciding == "red"
    assert may_intercept(table, "trikka")
    table.act("pass")
    assert table.deciding == "blue"
    assert not may_intercept(table, "pella")


@pytest.mark.rule("R11.1.A.2")
@pytest.mark.parametrize(("owner", "allowed"), [("red", True), ("", True), ("green", False), ("blue", False)])
def test_the_target_has_the_interceptors_pc_or_none(owner: str, allowed: bool) -> None:
    table = interceptor()
    if owner:
        table.pc(owner, "sardeis")
    march(table, "krateros", "sardeis")
    assert may_intercept(table, "pergamon") is allowed


@pytest.mark.rule("R11.1.A.2")
def test_or_it_is_occupied_by_the_interceptors_cu() -> None:
    table = interceptor()
    table.pc("green", "sardeis")
    table.army("red", "eumenes", "sardeis", mercenary=1)
    march(table, "krateros", "sardeis")
    assert may_intercept(table, "pergamon")


@pytest.mark.rule("R11.1.B.1")
@pytest.mark.parametrize(
    ("source", "start", "target"), [("tp_tracheia", "phaselis", "aspendos"), ("chersonesos", "daskyleion", "abydos")]
)
def test_never_across_mountain_or_strait(source: str, start: str, target: str) -> None:
    table = Table()
    table.army("red", "peithon", source, mercenary=1)
    table.army("blue", "krateros", start, mercenary=1)
    march(table, "krateros", target)
    assert table.deciding == "blue"


@pytest.mark.rule("R11.1.B.2")
@pytest.mark.parametrize("faction", ["green", "blue"])
def test_not_where_an_enemy_cu_stood_before(faction: str) -> None:
    table = Table()
    table.army("red", "peithon", "pergamon", mercenary=1)
    table.army("blue", "krateros", "tp_laodikeia", mercenary=3)
    table.army(faction, "seleukos", "ephesos", mercenary=1)
    march(table, "krateros", "ephesos", mps=1)
    assert table.over or table.decision.prompt != "prompt.intercept"
    assert table.where("krateros") != "tp_laodikeia"


@pytest.mark.rule("R11.1.B.2")
def test_a_cu_dropped_off_in_this_activation_bars_nobody() -> None:
    """Krateros leaves a CU in Sardeis, goes on to Kelainai and comes back."""
    table = Table()
    table.army("red", "peithon", "pergamon", mercenary=1)
    table.army("blue", "krateros", "tp_ipsos", mercenary=3)
    march(table, "krateros", "kelainai", "sardeis")
    table.act("pass", "leave:mercenary", "march:kelainai", "march:sardeis")
    assert table.forces("blue", "sardeis") == {"mercenary": 3}
    assert may_intercept(table, "pergamon")


@pytest.mark.rule("R11.1.B.2")
def test_cus_that_were_there_when_the_activation_began_bar_though_they_have_marched_off() -> None:
    table = interceptor(mercenary=1)
    table.army("blue", "leonnatos", "sardeis", mercenary=2)
    march(table, "leonnatos", "kelainai", "sardeis")
    assert table.forces("blue", "sardeis") == {"mercenary": 2}
    assert not may_intercept(table, "pergamon")


@pytest.mark.rule("R11.1.B.2", "R13.2.14")
def test_who_lands_where_he_has_dropped_a_cu_off_may_be_intercepted() -> None:
    table = Table()
    table.army("red", "peithon", "aspendos", mercenary=1)
    table.army("blue", "demetrios", "xanthos", loyal=3)
    embark(table, "demetrios")
    table.act("sail:phaselis", "drop:phaselis", "done", "pass", "land:phaselis")
    assert table.forces("blue", "phaselis") == {"loyal": 3}
    assert may_intercept(table, "aspendos")


@pytest.mark.rule("R11.1.B.2")
def test_a_third_players_cus_bar_even_if_they_have_just_come() -> None:
    """Seleukos Evades from Sardeis to Ephesos before Krateros, who follows him."""
    table = Table(dice=(6,))
    table.army("red", "peithon", "halikarnassos", mercenary=1)
    table.army("green", "seleukos", "sardeis", mercenary=2)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", "sardeis")
    table.act("attack" if "attack" in table.offers else "evade")
    if "evade" in table.offers:
        table.act("evade")
    table.act("evade-to:ephesos", "done", "march:ephesos")
    assert table.where("seleukos") == "ephesos"
    table.act("attack")
    assert not may_intercept(table, "halikarnassos")


@pytest.mark.rule("R11.1.B.2")
def test_besieged_enemy_cus_do_not_bar_the_besiegers_friends() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis.inside", mercenary=2)
    table.army("red", "eumenes", "sardeis", mercenary=1)
    table.army("red", "peithon", "pergamon", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", "sardeis")
    assert may_intercept(table, "pergamon")


@pytest.mark.rule("R11.1.B.3")
def test_nobody_intercepts_a_withdrawal() -> None:
    table = interceptor(dice=(6,), mercenary=1)
    table.army("green", "seleukos", "tp_ipsos", mercenary=1)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon", "take-all", "withdraw")
    assert table.where("krateros") == "kelainai"
    assert table.over or table.deciding == "blue"


@pytest.mark.example("E28")
@pytest.mark.rule("R11.1.B.4")
def test_e28_a_besieged_general_stays_so_until_the_activation_ends() -> None:
    table = Table()
    table.pc("red", "sardeis", "pergamon")
    table.army("red", "peithon", "sardeis.inside", mercenary=2)
    table.army("blue", "krateros", "sardeis", mercenary=3)
    march(table, "krateros", "pergamon")
    assert table.deciding == "blue"
    table.act("remove-pc:pergamon", "march:ephesos")
    assert table.where("krateros") == "ephesos"
    assert not table.events("declares_interception")
    assert table.over


@pytest.mark.example("D06")
@pytest.mark.rule("R11.1.A.2", "R11.1.B.2", "R11.2.14")
@pytest.mark.parametrize(
    ("start", "way", "may"),
    [
        ("amphipolis", "poteidaia", True),
        ("dardanoi", "tp_stoboi", True),
        ("tp_orestis", "herakleia_lynkestis", True),
        ("lamia", "larisa", False),
        ("philippoi", "amphipolis", False),
    ],
)
def test_d06_around_a_red_general(start: str, way: str, may: bool) -> None:
    """Red in Pella Intercepts into three spaces around it, not into Larisa, which is Blue's, nor into Amphipolis, where
    CUs have stayed."""
    table = Table()
    table.army("red", "philoxenos", "pella", mercenary=1)
    table.pc("blue", "larisa")
    table.army("blue", "attalos", "amphipolis", mercenary=1)
    table.army("blue", "alketas", start, mercenary=1)
    march(table, "alketas", way)
    assert may_intercept(table, "pella") is may


# 11.2


@pytest.mark.rule("R11.2.1", "R11.2.3")
def test_everybody_declares_before_anybody_rolls() -> None:
    table = interceptor()
    table.general("green", "seleukos", "ephesos")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon")
    assert table.deciding == "green"
    assert not table.events("interception_roll")
    table.dice(6)
    table.act("intercept:ephesos")
    rolls = table.events("interception_roll")
    assert [{n: v for n, _, v in e.args}["who"] for e in rolls] == [table.seat("red")]


@pytest.mark.rule("R11.2.2")
def test_one_attempt_from_each_space() -> None:
    table = interceptor()
    table.pc("red", "ephesos")
    table.general("red", "eumenes", "pergamon")
    table.general("red", "seleukos", "ephesos")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon", "done")
    assert table.why_not("intercept:pergamon") == "11.2.2"
    assert may_intercept(table, "ephesos")


@pytest.mark.rule("R11.2.4", "R11.2.5", "R11.2.10")
def test_a_part_goes_and_the_commander_stays() -> None:
    table = interceptor(dice=(6,), mercenary=3)
    table.general("red", "eumenes", "pergamon")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:eumenes", "take:mercenary", "done")
    assert table.where("eumenes") == "sardeis"
    assert table.where("peithon") == "pergamon"
    assert table.forces("red", "sardeis") == {"mercenary": 1}
    assert ("general", "general", table.general_number("eumenes")) in table.events("interception_roll")[0].args


@pytest.mark.rule("R11.2.6", "R7.1.C.3")
def test_an_off_map_minor_general_attempts_it_from_an_army() -> None:
    table = interceptor(dice=(5,), mercenary=2)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "muster:pergamon", "take:mercenary", "done")
    assert table.where("philoxenos") == "sardeis"
    assert table.where("peithon") == "pergamon"


@pytest.mark.rule("R11.2.6")
def test_he_needs_a_general_and_a_cu_there() -> None:
    table = interceptor()
    table.general("red", "eumenes", "pergamon")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon")
    assert table.why_not("muster:pergamon") == "11.2.6"


@pytest.mark.rule("R11.2.6")
def test_a_minor_general_stays_behind_with_the_rest() -> None:
    table = interceptor(dice=(6,), mercenary=2)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon", "take:mercenary", "done")
    assert table.where("philoxenos") == "pergamon"
    assert table.forces("red", "pergamon") == {"mercenary": 1}


@pytest.mark.rule("R11.2.6")
@pytest.mark.parametrize("named", [False, True])
def test_in_an_own_space_a_minor_general_stays_behind_if_he_is_named(named: bool) -> None:
    table = interceptor(dice=(6,), mercenary=2)
    table.pc("red", "pergamon")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon", "take:mercenary")
    if named:
        table.act("reposition:pergamon")
        assert table.why_not("reposition:pergamon") == "11.2.6"
    table.act("done")
    assert table.where("philoxenos") == ("pergamon" if named else "off map")
    assert table.forces("red", "pergamon") == {"mercenary": 1}


@pytest.mark.rule("R11.2.6")
def test_nobody_is_named_where_another_general_stays() -> None:
    table = interceptor(dice=(6,), mercenary=2)
    table.pc("red", "pergamon")
    table.general("red", "eumenes", "pergamon")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon")
    assert table.why_not("reposition:pergamon") == "7.1.C.6"
    table.act("take-general:eumenes")
    assert "reposition:pergamon" in table.offers


@pytest.mark.rule("R11.2.7", "R11.2.9")
@pytest.mark.parametrize(("die", "success"), [(3, False), (4, True)])
@pytest.mark.parametrize("target", ["sardeis", "tp_laodikeia"])
def test_the_die_must_exceed_the_initiative(die: int, success: bool, target: str) -> None:
    table = Table(dice=(die,))
    table.general("red", "peithon", "ephesos")
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", target)
    table.act("intercept:ephesos")
    assert (table.where("peithon") == target) is success


@pytest.mark.general("eumenes")
@pytest.mark.rule("R11.2.8")
@pytest.mark.parametrize(("die", "success"), [(2, False), (3, True)])
def test_eumenes_intercepts_on_3(die: int, success: bool) -> None:
    table = Table(dice=(die,))
    table.general("red", "eumenes", "pergamon")
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon")
    assert (table.where("eumenes") == "sardeis") is success


@pytest.mark.rule("R11.2.11", "R11.2.12")
def test_the_first_faction_to_succeed_still_rolls_its_own_attempts() -> None:
    table = interceptor()
    table.general("red", "eumenes", "ephesos")
    table.general("green", "seleukos", "daskyleion")
    march(table, "krateros", "sardeis")
    table.dice(6, 6, 6)
    table.act("intercept:pergamon", "intercept:ephesos", "intercept:daskyleion")
    assert (table.where("peithon"), table.where("eumenes")) == ("sardeis", "sardeis")
    assert table.where("seleukos") == "daskyleion"


@pytest.mark.example("E36")
@pytest.mark.rule("R11.2.13")
def test_e36_the_interceptor_is_the_defender() -> None:
    table = interceptor(dice=(6, 1, 1, 6, 6), mercenary=3)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon", "take-all", "attack")
    event = table.events("battle_begins")[0]
    assert ("attacker", "faction", table.seat("blue")) in event.args
    assert ("defender", "faction", table.seat("red")) in event.args


@pytest.mark.rule("R11.2.15")
def test_royals_go_along_only_with_a_cu() -> None:
    table = interceptor(mercenary=1)
    table.royal("herakles", "pergamon", "red")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon")
    assert table.why_not("take-royal:herakles") == "11.2.15"
    table.act("take:mercenary")
    assert "take-royal:herakles" in table.offers


@pytest.mark.rule("R11.1.B.2", "R12.1.3")
def test_without_a_cu_nobody_intercepts_beside_a_third_general() -> None:
    table = interceptor()
    table.general("green", "seleukos", "sardeis")
    march(table, "krateros", "sardeis")
    assert not may_intercept(table, "pergamon")


@pytest.mark.rule("R11.1.1", "R12.1.3")
def test_with_a_cu_he_may_and_the_third_general_is_dispersed() -> None:
    table = interceptor(dice=(6,), mercenary=1)
    table.general("green", "seleukos", "sardeis")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon")
    assert "done" not in table.offers
    table.act("take-all", "withdraw")
    assert table.where("seleukos") == "dispersed"
    assert table.where("peithon") == "sardeis"


@pytest.mark.rule("R10.C.1")
def test_who_grants_passage_does_not_intercept() -> None:
    table = Table()
    table.army("red", "peithon", "pergamon", mercenary=1)
    table.general("red", "eumenes", "ephesos")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    march(table, "krateros", "ephesos")
    table.act("ask-passage:red", "grant")
    assert table.decision.prompt == "prompt.honour_passage"


@pytest.mark.rule("R16.9.16")
@pytest.mark.parametrize(("red", "blue", "die"), [(1, 0, 3), (0, 1, 5), (1, 1, 4)])
def test_cavalry_helps_the_interceptor_and_the_mover(red: int, blue: int, die: int) -> None:
    for roll, success in ((die - 1, False), (die, True)):
        table = Table(dice=(roll,), options=("cavalry",))
        table.army("red", "peithon", "pergamon", cavalry=red, mercenary=1)
        table.army("blue", "krateros", "kelainai", cavalry=blue, mercenary=1)
        march(table, "krateros", "sardeis")
        table.act("intercept:pergamon", "take-general:peithon", "take:mercenary")
        if table.deciding == "red":
            table.act("done")
        assert (table.where("peithon") == "sardeis") is success


# 11.3


@pytest.mark.rule("R11.3.1")
def test_no_withdrawal_without_a_successful_interception() -> None:
    table = interceptor(dice=(1,), mercenary=1)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon", "take-all")
    assert "withdraw" not in table.offers


@pytest.mark.rule("R11.3.2")
def test_landed_pieces_go_back_to_the_embarkation_port() -> None:
    table = Table(dice=(6,))
    table.general("red", "peithon", "sardeis")
    table.army("blue", "krateros", "lesbos", mercenary=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "embark", "sail:pergamon", "land:pergamon")
    table.act("intercept:sardeis", "withdraw")
    assert table.where("krateros") == "lesbos"


@pytest.mark.rule("R11.3.3")
def test_pieces_that_came_out_go_back_inside() -> None:
    table = Table(dice=(6,))
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", mercenary=1)
    table.army("red", "eumenes", "sardeis", mercenary=1)
    table.general("red", "peithon", "pergamon")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "come-out", "intercept:pergamon", "withdraw")
    assert table.where("krateros") == "sardeis.inside"
    assert table.forces("blue", "sardeis.inside") == {"mercenary": 1}


@pytest.mark.rule("R11.3.4", "R11.3.6", "R11.3.7", "R11.3.8")
def test_everything_goes_back_across_the_path_and_the_mps_are_lost() -> None:
    table = interceptor(dice=(6,), mercenary=1)
    table.pc("blue", "kelainai")
    table.royal("herakles", "kelainai", "blue")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "march:sardeis")
    table.act("intercept:pergamon", "take-general:peithon", "take-all", "withdraw")
    assert table.where("krateros") == "kelainai"
    assert table.where_royal("herakles") == "kelainai"
    assert table.forces("blue", "kelainai") == {"mercenary": 3}
    assert table.champion("blue")
    assert table.why_not("march:tp_ipsos") == "9.3.A.1"
    table.act("leave:mercenary", "go-inside")
    assert table.forces("blue", "kelainai.inside") == {"mercenary": 2}


@pytest.mark.rule("R11.3.5")
def test_an_independent_army_goes_back_to_its_box() -> None:
    table = Table(dice=(6,))
    table.army("red", "peithon", "epidamnos", mercenary=1)

    def begin(p: Play) -> None:
        independents.activate(p, 3)
        independents.begin_moves(p, table.seat("blue"))

    table.begin(begin)
    table.act("enter-board:taulantioi")
    table.act("intercept:epidamnos", "take-general:peithon", "take-all", "withdraw")
    assert table.where("glaukias") == "box"
    assert not table.state.independents_active >> 3 & 1


@pytest.mark.rule("R8.4.3", "R11.2.4")
@pytest.mark.parametrize(("turn", "refused"), [(1, "8.4.3"), (2, "")])
def test_in_game_turn_i_the_cart_does_not_intercept_from_babylon(turn: int, refused: str) -> None:
    table = Table(turn=turn)
    table.army("red", "peithon", "babylon", mercenary=2)
    table.royal("funeral_cart", "babylon", "red")
    table.army("blue", "krateros", "opis", mercenary=2)
    march(table, "krateros", "sippara")
    table.act("intercept:babylon", "take-general:peithon", "take:mercenary")
    assert table.why_not("take-royal:funeral_cart") == refused
    assert ("take-royal:funeral_cart" in table.offers) == (not refused)
