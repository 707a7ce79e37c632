"""12: Evasion."""

import pytest

from diadochi.model.state import NOBODY
from diadochi.rules import activation, independents
from tests.table import BLACK, BLUE, GREEN, RED, YELLOW, Table


def march(table: Table, general: str, *spaces: str, mps: int = 4, faction: str = "blue") -> None:
    """Activate a General with all CUs of his location and march; no Free Passage is asked for, nobody Intercepts."""
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps, 1))
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(*(f"march:{space}" for space in spaces))
    while table.decision.prompt in ("prompt.ask_passage", "prompt.intercept"):
        table.act("attack" if "attack" in table.offers else "pass")


def evader(general: str = "peithon", dice: tuple[int, ...] = (6,), **units: int) -> Table:
    """Red stands in Ephesos; Krateros of Blue comes from Halikarnassos with 3 CUs."""
    table = Table(dice=dice)
    table.general("red", general, "ephesos")
    table.cus("red", "ephesos", **units)
    table.army("blue", "krateros", "halikarnassos", mercenary=3)
    return table


def refuges(table: Table) -> set[str]:
    return {a.removeprefix("evade-to:") for a in table.offers if a.startswith("evade-to:")}


# 12.1


@pytest.mark.rule("R12.1.1")
def test_own_uncontrolled_and_occupied_spaces_only() -> None:
    table = evader(mercenary=1)
    table.pc("red", "sardeis")
    table.pc("green", "pergamon", "tp_laodikeia")
    table.state.pcs[table.space("tp_laodikeia")] = NOBODY
    march(table, "krateros", "ephesos")
    table.act("evade")
    assert refuges(table) == {"sardeis", "tp_laodikeia"}


@pytest.mark.rule("R12.1.1")
def test_an_own_cu_makes_a_foreign_space_a_refuge() -> None:
    table = evader(mercenary=1)
    table.pc("green", "pergamon")
    table.army("red", "philoxenos", "pergamon", mercenary=1)
    march(table, "krateros", "ephesos")
    table.act("evade")
    assert "pergamon" in refuges(table)


@pytest.mark.rule("R12.1.2")
def test_not_where_an_enemy_cu_is() -> None:
    table = evader(mercenary=1)
    table.army("green", "seleukos", "pergamon", mercenary=1)
    march(table, "krateros", "ephesos")
    table.act("evade")
    assert "pergamon" not in refuges(table)
    assert table.why_not("evade-to:pergamon") == "12.1.2"


@pytest.mark.rule("R8.4.3", "R12.2.A.2")
@pytest.mark.parametrize(("turn", "at"), [(1, "babylon"), (2, "sippara")])
def test_in_game_turn_i_the_cart_does_not_evade_from_babylon(turn: int, at: str) -> None:
    table = Table(turn=turn, dice=(6,))
    table.army("red", "peithon", "babylon", mercenary=1)
    table.royal("funeral_cart", "babylon", "red")
    table.royal("herakles", "babylon", "red")
    table.army("blue", "krateros", "opis", mercenary=4)
    march(table, "krateros", "babylon")
    table.act("evade", "evade-to:sippara")
    assert (table.where("peithon"), table.where_royal("herakles")) == ("sippara", "sippara")
    assert table.where_royal("funeral_cart") == at


@pytest.mark.rule("R12.1.3")
@pytest.mark.parametrize("cus", [0, 1])
def test_an_enemy_general_bars_an_evader_without_a_cu(cus: int) -> None:
    table = evader(mercenary=cus)
    table.general("green", "seleukos", "pergamon")
    march(table, "krateros", "ephesos")
    table.act("evade")
    assert ("pergamon" in refuges(table)) == bool(cus)


@pytest.mark.rule("R12.1.4")
def test_land_paths_only() -> None:
    table = Table(dice=(6,))
    table.army("red", "peithon", "aspendos", mercenary=1)
    table.army("blue", "krateros", "phaselis", mercenary=3)
    march(table, "krateros", "aspendos")
    table.act("evade")
    assert table.where("peithon") == "pisidai"
    assert refuges(table) == {"tp_laodikeia"}
    assert table.why_not("evade-to:ikonion") == "12.1.4"


@pytest.mark.rule("R12.1.5")
def test_after_an_interception_nobody_evades_there() -> None:
    table = evader(dice=(6, 1, 1, 6, 6))
    table.general("red", "eumenes", "pergamon")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "march:ephesos", "attack", "intercept:pergamon")
    assert table.where("eumenes") == "ephesos"
    table.act("attack")
    assert not table.events("declares_evasion")
    assert (table.where("peithon"), table.where("eumenes")) == ("dispersed", "dispersed")


@pytest.mark.rule("R12.1.6")
def test_the_moving_player_does_not_evade_his_own_independent_army() -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.independent("leosthenes", "lamia")
    table.army("blue", "krateros", "larisa", mercenary=1)
    table.begin(lambda p: independents.begin_moves(p, table.seat("blue")))
    table.act("move-independent:leosthenes", "march:larisa")
    assert not table.events("declares_evasion")
    assert table.events("overruns")


@pytest.mark.rule("R12.1.8", "R7.1.C.4")
def test_no_minor_general_is_placed_to_evade() -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.pc("red", "ephesos")
    table.cus("red", "ephesos", mercenary=1)
    table.army("blue", "krateros", "halikarnassos", mercenary=3)
    march(table, "krateros", "ephesos", mps=1)
    assert table.events("battle_begins")
    assert table.where("philoxenos") == "off map"


@pytest.mark.rule("R12.1.9")
def test_without_a_legal_space_nobody_is_asked() -> None:
    table = evader()
    table.pc("green", "sardeis", "pergamon")
    table.army("green", "seleukos", "tp_laodikeia", mercenary=1)
    march(table, "krateros", "ephesos", mps=1)
    assert table.where("peithon") == "dispersed"


@pytest.mark.rule("R12.1.9")
def test_at_a_major_city_the_evader_ends_outside() -> None:
    table = evader(mercenary=1)
    table.pc("red", "sardeis")
    march(table, "krateros", "ephesos")
    table.act("evade", "evade-to:sardeis", "done")
    assert table.where("peithon") == "sardeis"


@pytest.mark.rule("R12.1.9")
def test_the_besieged_do_not_bar_the_own_camp_but_besiegers_do() -> None:
    table = evader(mercenary=1)
    table.pc("green", "sardeis")
    table.cus("green", "sardeis.inside", mercenary=1)
    table.army("red", "philoxenos", "sardeis", mercenary=1)
    march(table, "krateros", "ephesos")
    table.act("evade")
    assert "sardeis" in refuges(table)
    table = evader(mercenary=1)
    table.pc("red", "sardeis")
    table.cus("red", "sardeis.inside", mercenary=1)
    table.army("green", "seleukos", "sardeis", mercenary=1)
    march(table, "krateros", "ephesos")
    table.act("evade")
    assert "sardeis" not in refuges(table)


# 12.2


@pytest.mark.rule("R12.2.1")
def test_everybody_declares_before_anybody_rolls() -> None:
    table = evader(dice=())
    table.general("green", "seleukos", "ephesos")
    march(table, "krateros", "ephesos")
    assert table.deciding == "red"
    table.act("evade")
    assert table.deciding == "green"
    assert not table.events("evasion_roll")


@pytest.mark.rule("R12.2.2", "R12.2.4")
@pytest.mark.parametrize(("die", "success"), [(3, False), (4, True)])
def test_the_die_must_exceed_the_initiative(die: int, success: bool) -> None:
    table = evader(dice=(die,))
    table.pc("green", "sardeis", "pergamon")
    march(table, "krateros", "ephesos")
    table.act("evade")
    if success:
        table.act("done")
    assert (table.where("peithon") == "tp_laodikeia") is success


@pytest.mark.general("lysimachos")
@pytest.mark.rule("R12.2.3")
@pytest.mark.parametrize(("die", "success"), [(2, False), (3, True)])
def test_lysimachos_evades_on_3(die: int, success: bool) -> None:
    table = evader("lysimachos", dice=(die,))
    march(table, "krateros", "ephesos")
    table.act("evade")
    assert bool(table.events("evasion_roll"))
    assert (table.where("lysimachos") == "dispersed") is not success


@pytest.mark.rule("R12.2.A.1")
def test_one_or_two_spaces_chosen_after_the_roll() -> None:
    table = evader(mercenary=1)
    march(table, "krateros", "ephesos")
    table.act("evade", "evade-to:pergamon")
    assert "done" in table.offers
    table.act("evade-to:abydos")
    assert table.where("peithon") == "abydos"
    assert table.deciding == "blue"


@pytest.mark.rule("R12.2.A.2")
def test_he_takes_everything_and_picks_up_nothing() -> None:
    table = evader(mercenary=2, loyal=1)
    table.general("red", "eumenes", "ephesos")
    table.royal("herakles", "ephesos", "red")
    table.pc("red", "pergamon")
    table.cus("red", "pergamon", elephant=1)
    march(table, "krateros", "ephesos")
    table.act("evade", "evade-to:pergamon", "evade-to:abydos")
    assert table.forces("red", "abydos") == {"mercenary": 2, "loyal": 1}
    assert table.forces("red", "pergamon") == {"elephant": 1}
    assert table.where("eumenes") == "abydos"
    assert table.where_royal("herakles") == "abydos"


@pytest.mark.rule("R12.2.A.2")
def test_without_a_cu_the_royals_stay_behind() -> None:
    table = evader()
    table.royal("herakles", "ephesos", "red")
    march(table, "krateros", "ephesos")
    table.act("evade", "evade-to:pergamon", "done")
    assert table.where_royal("herakles") == "ephesos"
    assert table.holder("herakles") == "blue"


@pytest.mark.rule("R12.2.A.3")
def test_not_where_the_mover_came_from() -> None:
    table = evader(mercenary=1)
    march(table, "krateros", "ephesos")
    table.act("evade")
    assert table.why_not("evade-to:halikarnassos") == "12.2.A.3"
    table.act("evade-to:tp_laodikeia")
    assert table.why_not("evade-to:halikarnassos") == "12.2.A.3"


@pytest.mark.rule("R12.2.A.4")
def test_not_back_into_the_target_space() -> None:
    table = evader(mercenary=1)
    march(table, "krateros", "ephesos")
    table.act("evade", "evade-to:pergamon")
    assert table.why_not("evade-to:ephesos") == "12.2.A.4"


@pytest.mark.rule("R12.2.A.5", "R12.2.A.6")
def test_the_mover_goes_on_and_the_evader_evades_again() -> None:
    table = evader(dice=(6, 6), mercenary=1)
    march(table, "krateros", "ephesos")
    table.act("evade", "evade-to:pergamon", "done", "march:pergamon", "attack", "evade", "evade-to:abydos", "done")
    assert table.where("krateros") == "pergamon"
    assert table.where("peithon") == "abydos"


@pytest.mark.example("E30")
@pytest.mark.rule("R12.2.A.7", "R12.2.A.8")
def test_e30_an_evading_army_disperses_a_lone_general() -> None:
    table = Table(players=5, active="red")
    table.state.order = (YELLOW, BLUE, RED, GREEN, BLACK)
    table.pc("blue", "sousa")
    table.army("blue", "alketas", "sousa.inside", mercenary=2)
    table.general("yellow", "seleukos", "sousa")
    table.general("black", "peithon", "elymaioi")
    table.army("red", "philoxenos", "larsa", mercenary=3)
    table.begin(lambda p: activation.begin(p, table.seat("red"), 4, 1))
    table.dice(6, 6)
    table.act("activate:philoxenos", "take-all", "march:sousa")
    table.act("outside-general:alketas", "outside:mercenary", "outside:mercenary", "evade", "evade")
    table.act("evade-to:charax", "done", "evade-to:elymaioi")
    assert table.where("peithon") == "dispersed"
    table.act("evade-to:ouxioi")
    assert table.where("alketas") == "ouxioi"
    assert table.where("seleukos") == "charax"
    assert table.champion("blue")


@pytest.mark.rule("R12.2.B.1")
def test_a_failed_evasion_leaves_no_local_troops() -> None:
    table = evader(dice=(1, 6, 6, 1, 1), mercenary=2)
    table.pc("red", "ephesos")
    march(table, "krateros", "ephesos", mps=1)
    table.act("evade")
    own = [e for e in table.events("battle_strength") if ("who", "faction", table.seat("red")) in e.args]
    assert ("local", "number", 0) in own[0].args


@pytest.mark.rule("R16.9.17")
@pytest.mark.parametrize(("red", "blue", "die"), [(1, 0, 3), (0, 1, 5), (1, 1, 4)])
def test_cavalry_helps_the_evader_and_the_mover(red: int, blue: int, die: int) -> None:
    for roll, success in ((die - 1, False), (die, True)):
        table = Table(dice=(roll, 6, 6, 1, 1, 1), options=("cavalry",))
        table.army("red", "peithon", "ephesos", cavalry=red, mercenary=1)
        table.army("blue", "krateros", "halikarnassos", cavalry=blue, mercenary=2)
        march(table, "krateros", "ephesos", mps=1)
        table.act("evade")
        assert (table.decision.prompt == "prompt.evade_to") is success


@pytest.mark.rule("R12.1.5")
def test_no_evasion_from_a_space_into_which_somebody_has_intercepted_in_that_activation() -> None:
    """Peithon Intercepts alone and is Dispersed; Eumenes Evades from Ephesos to Sardeis, but not from there again."""
    table = Table(dice=(6, 6, 6))
    table.army("blue", "krateros", "kelainai", mercenary=4)
    table.general("red", "peithon", "daskyleion")
    table.general("yellow", "eumenes", "ephesos")
    table.begin(lambda p: activation.begin(p, BLUE, 4, 1))
    table.act("activate:krateros", "take-all", "march:sardeis", "intercept:daskyleion", "pass", "attack")
    assert table.where("peithon") == "dispersed"
    table.act("march:pergamon", "pass", "march:ephesos", "attack", "evade", "evade-to:sardeis", "done")
    assert table.where("eumenes") == "sardeis"
    table.act("march:sardeis")
    assert len(table.events("declares_evasion")) == 1
    assert table.where("eumenes") == "dispersed"
