"""10: the Land Movement procedure, steps A to L."""

import pytest

from diadochi.messages import action_label
from diadochi.model import moves
from diadochi.model.notation import code
from diadochi.model.state import NOBODY, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import activation
from diadochi.rules.city import Rearrange
from diadochi.rules.frames import make_frame
from diadochi.table import views
from tests.table import MATERIAL, RED, Table


def force_march(table: Table, mps: int = 4, faction: str = "blue") -> None:
    table.begin(lambda p: activation.begin(p, table.seat(faction), mps, 1))


def march(table: Table, general: str, *spaces: str, mps: int = 4, faction: str = "blue") -> None:
    """Activate a General with all CUs of his location and march."""
    force_march(table, mps, faction)
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(*(f"march:{space}" for space in spaces))


def mps(table: Table) -> int:
    group = activation.army(table.play)
    assert group is not None
    return group.left(table.play)


# 10.0


@pytest.mark.rule("R10.0.1", "R10.D.2")
def test_every_space_entered_has_its_own_procedure() -> None:
    table = Table(dice=(1, 1))
    table.general("red", "eumenes", "pergamon")
    table.general("blue", "krateros", "kelainai")
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "march:ephesos", "intercept:pergamon")
    assert len(table.events("interception_roll")) == 2
    assert table.where("krateros") == "ephesos"


@pytest.mark.rule("R10.0.2")
def test_a_garrison_inside_is_out_of_it() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis.inside", mercenary=2)
    table.army("blue", "krateros", "pergamon", mercenary=3)
    march(table, "krateros", "sardeis")
    table.act("done")
    assert not table.events("battle_begins")
    assert table.where("krateros") == "sardeis"
    assert table.where("eumenes") == "sardeis.inside"


@pytest.mark.rule("R10.0.3")
def test_coming_out_starts_at_step_d() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", mercenary=1)
    table.army("red", "eumenes", "sardeis", mercenary=1)
    table.army("red", "peithon", "pergamon", mercenary=1)
    force_march(table)
    table.act("activate:krateros", "take-all", "come-out")
    assert table.deciding == "red"
    assert "intercept:pergamon" in table.offers


@pytest.mark.rule("R10.0.4")
def test_going_inside_starts_no_procedure() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("red", "eumenes", "pergamon", mercenary=1)
    table.general("blue", "krateros", "sardeis")
    force_march(table)
    table.act("activate:krateros", "go-inside")
    assert table.deciding == "blue"
    assert table.where("krateros") == "sardeis.inside"


# 10.A


@pytest.mark.rule("R10.A.1")
def test_path_and_target_are_announced() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=2)
    march(table, "krateros", "pergamon")
    event = table.events("marches")[-1]
    assert ("space", "space", table.space("pergamon")) in event.args
    assert ("cost", "number", 1) in event.args


def through_elymaioi(*spaces: str, owner: str = "independent") -> Table:
    table = Table(dice=(6,))
    if owner:
        table.pc(owner, "elymaioi")
    table.army("blue", "peithon", "ekbatana", mercenary=4)
    march(table, "peithon", *spaces)
    return table


@pytest.mark.example("E22")
@pytest.mark.rule("R10.A.2")
def test_e22_passing_an_independent_stronghold_is_column_2() -> None:
    table = through_elymaioi("tp_koprates", "elymaioi", "sousa")
    event = table.events("attrition_roll")[-1]
    assert ("column", "number", 2) in event.args
    assert ("cus", "forces", (4, 0, 0, 0, 0, 0)) in event.args


@pytest.mark.example("E22")
@pytest.mark.rule("R10.A.4")
def test_e22_stopping_there_costs_nothing() -> None:
    table = through_elymaioi("tp_koprates", "elymaioi")
    table.act("done")
    assert not table.events("attrition_roll")


@pytest.mark.rule("R10.A.4")
@pytest.mark.parametrize("owner", ["", "blue", "red"])
def test_a_stronghold_that_is_not_independent_costs_nothing(owner: str) -> None:
    table = through_elymaioi("tp_koprates", "elymaioi", "sousa", owner=owner)
    assert not table.events("attrition_roll")


@pytest.mark.rule("R8.4.2", "R10.A.2")
@pytest.mark.parametrize("general", ["peithon", "alketas"])
def test_a_royal_whose_last_cu_dies_in_passing_a_stronghold_has_made_the_move(general: str) -> None:
    """He stays with the General, who goes no further with him; a Minor General without a CU leaves the map."""
    table = Table(dice=(6,))
    table.pc("independent", "elymaioi")
    table.pc("red", "larsa")
    table.army("blue", general, "tp_koprates", mercenary=1)
    table.royal("herakles", "tp_koprates", "blue")
    march(table, general, "elymaioi", "sousa")
    assert table.forces("blue", "sousa") == {}
    assert table.where_royal("herakles") == "sousa"
    assert table.holder("herakles") == ("blue" if general == "peithon" else "")
    if general == "peithon":
        assert table.over, "he can neither take him on (8.4.2) nor leave him alone (9.1.13)"


@pytest.mark.rule("R10.A.4")
def test_an_army_that_begins_in_the_stronghold_loses_nothing() -> None:
    table = Table()
    table.pc("independent", "elymaioi")
    table.army("blue", "peithon", "elymaioi", mercenary=4)
    march(table, "peithon", "sousa")
    assert not table.events("attrition_roll")


@pytest.mark.rule("R10.A.2")
def test_a_lone_general_is_exempt() -> None:
    table = Table()
    table.pc("independent", "elymaioi")
    table.general("blue", "peithon", "tp_koprates")
    march(table, "peithon", "elymaioi", "sousa")
    assert not table.events("attrition_roll")


@pytest.mark.rule("R10.A.3")
def test_an_evader_who_passes_a_stronghold_rolls_too() -> None:
    table = Table(dice=(6, 1))
    table.pc("independent", "elymaioi")
    table.army("red", "eumenes", "sousa", mercenary=2)
    table.army("red", "philoxenos", "elymaioi", mercenary=1)
    table.army("blue", "krateros", "larsa", mercenary=5)
    march(table, "krateros", "sousa")
    table.act("pass", "evade", "evade-to:elymaioi", "evade-to:tp_koprates")
    event = table.events("attrition_roll")[-1]
    assert ("column", "number", 2) in event.args


def evader_in_elymaioi(dice: tuple[int, ...], **cus: int) -> Table:
    """Eumenes has Evaded from Sousa into Elymaioi, where a CU of his stands, and Krateros comes after him."""
    table = Table(dice=(6,))
    table.pc("independent", "elymaioi")
    table.army("red", "eumenes", "sousa", **cus)
    table.army("red", "philoxenos", "elymaioi", elephant=1)
    table.army("blue", "krateros", "larsa", mercenary=9)
    march(table, "krateros", "sousa")
    table.act("pass", "evade", "evade-to:elymaioi", "done")
    assert not table.events("attrition_roll")
    table.dice(*dice)
    table.act("march:elymaioi", "attack")
    return table


@pytest.mark.rule("R10.A.3")
def test_who_evades_out_of_a_stronghold_that_he_evaded_into_rolls() -> None:
    """A56"""
    table = evader_in_elymaioi((6, 1), mercenary=2)
    table.act("evade", "evade-to:tp_koprates")
    event = table.events("attrition_roll")[-1]
    assert {("column", "number", 2), ("who", "faction", table.seat("red"))} <= set(event.args)


@pytest.mark.rule("R10.A.3")
@pytest.mark.parametrize(("owner", "rolls"), [("independent", True), ("red", False)])
def test_who_intercepts_out_of_a_stronghold_that_he_evaded_into_rolls(owner: str, rolls: bool) -> None:
    """A56"""
    table = Table(dice=(6,))
    table.pc("independent", "elymaioi")
    table.army("red", "eumenes", "sousa", mercenary=2)
    table.army("red", "philoxenos", "elymaioi", elephant=1)
    table.army("blue", "krateros", "larsa", mercenary=9)
    march(table, "krateros", "sousa")
    table.act("pass", "evade", "evade-to:elymaioi", "done")
    moves.put_pc(table.state, table.space("elymaioi"), table.seat(owner))
    table.dice(6, 1)
    table.act("march:ouxioi", "intercept:elymaioi", "take-general:eumenes", "take-all")
    if table.deciding == "red":
        table.act("done")
    assert table.where("eumenes") == "ouxioi"
    assert bool(table.events("attrition_roll")) == rolls


@pytest.mark.rule("R10.A.3")
@pytest.mark.parametrize("owner", ["red", ""])
def test_it_costs_nothing_if_the_stronghold_is_not_independent_any_more(owner: str) -> None:
    table = evader_in_elymaioi((6,), mercenary=2)
    moves.put_pc(table.state, table.space("elymaioi"), table.seat(owner) if owner else NOBODY)
    table.act("evade", "evade-to:tp_koprates")
    assert not table.events("attrition_roll")


@pytest.mark.rule("R10.A.3")
def test_who_evaded_into_a_stronghold_without_cus_rolls_nothing() -> None:
    """A56: the CU that leaves has been there before."""
    table = evader_in_elymaioi((6,))
    table.act("evade", "evade-to:tp_koprates")
    assert not table.events("attrition_roll")


@pytest.mark.rule("R10.A.3")
def test_what_the_attrition_leaves_goes_on_to_the_second_space() -> None:
    table = evader_in_elymaioi((6, 6), mercenary=1)
    before = sum(table.forces("red", "elymaioi").values())
    table.act("evade", "evade-to:tp_koprates")
    while table.decision.prompt == "prompt.lose":
        table.act(table.offers[0])
    lost = before - sum(table.forces("red", "tp_koprates").values())
    assert lost > 0
    second = next(a for a in table.offers if a.startswith("evade-to:"))
    table.act(second)
    assert sum(table.forces("red", second.removeprefix("evade-to:")).values()) == before - lost
    assert table.forces("red", "tp_koprates") == {}


@pytest.mark.rule("R10.A.3")
def test_a_withdrawal_is_no_passing() -> None:
    table = Table(dice=(6,))
    table.pc("independent", "elymaioi")
    table.army("blue", "peithon", "tp_koprates", mercenary=2)
    table.army("red", "eumenes", "larsa", mercenary=2)
    march(table, "peithon", "elymaioi")
    table.act("march:sousa")
    assert len(table.events("attrition_roll")) == 1
    table.dice(6)
    table.act("intercept:larsa", "take-general:eumenes", "take-all", "withdraw")
    assert table.where("peithon") == "elymaioi"
    assert len(table.events("attrition_roll")) == 1


# 10.B


def before_sardeis(*, besieged: bool = False) -> Table:
    table = Table()
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis.inside" if besieged else "sardeis", mercenary=2)
    table.royal("herakles", "sardeis.inside", "red")
    if besieged:
        table.army("green", "seleukos", "sardeis", mercenary=1)
    table.army("blue", "krateros", "pergamon", mercenary=1)
    return table


@pytest.mark.rule("R10.B.1")
def test_the_owner_says_who_stands_inside() -> None:
    table = before_sardeis()
    march(table, "krateros", "sardeis")
    assert table.deciding == "red"
    table.act("inside:mercenary", "inside-general:eumenes", "inside:mercenary")
    assert table.why_not("inside:mercenary") == "10.B.1", "nobody is outside any more"
    assert table.why_not("outside:mercenary") == "10.B.1", "each piece changes its place once"
    assert table.why_not("outside-general:eumenes") == "10.B.1"
    table.act("done")
    assert table.forces("red", "sardeis.inside") == {"mercenary": 2}
    assert table.where("eumenes") == "sardeis.inside"
    assert table.holder("herakles") == "red"


@pytest.mark.rule("R10.B.1")
def test_nothing_has_moved_while_the_owner_is_asked_and_done_leaves_it_so() -> None:
    """The Heir behind the walls stays there, and so do the others where they are."""
    table = before_sardeis()
    table.cus("red", "sardeis.inside", loyal=1)
    table.dice(6, 6, 1, 1, 1)
    march(table, "krateros", "sardeis")
    assert table.game is not None
    assert table.offers[0] == "done"
    assert action_label(MATERIAL, table.decision.codes[0], prompt=table.decision.prompt).startswith("Leave everything")
    seen = (table.where_royal("herakles"), table.where("eumenes"), table.forces("red", "sardeis"))
    assert seen == ("sardeis.inside", "sardeis", {"mercenary": 2})
    assert table.forces("red", "sardeis.inside") == {"loyal": 1}
    table.act("done")
    assert not table.events("stands_inside")
    assert (table.where_royal("herakles"), table.holder("herakles")) == ("sardeis.inside", "red")
    assert table.forces("red", "sardeis.inside") == {"loyal": 1}
    assert table.where("eumenes") == "sardeis"


@pytest.mark.rule("R10.B.1", "R8.3.1")
@pytest.mark.parametrize(
    ("moves", "unguarded"),
    [
        ((), False),
        (("inside-general:eumenes",), False),
        (("outside-royal:herakles",), False),
        (("outside-royal:herakles", "inside-general:eumenes"), True),
    ],
)
def test_done_gives_no_heir_away_unnoticed(moves: tuple[str, ...], unguarded: bool) -> None:
    """Where he would stand outside without a General the table asks whether one is sure."""
    table = before_sardeis()
    march(table, "krateros", "sardeis")
    table.act(*moves)
    assert table.game is not None
    ask = table.game.view(table.seat("red")).ask
    assert ask is not None
    assert ask.perils == ((code(Verb.DONE),) if unguarded else ())
    offer = views.offers(MATERIAL, ask)[0]
    assert offer.action == "done"
    assert bool(offer.sure) == unguarded
    assert "General" in offer.sure or not unguarded
    others = table.game.view(table.seat("blue")).ask
    assert others is not None
    assert others.perils == ()


@pytest.mark.rule("R10.B.1")
def test_a_full_garrison_is_exchanged_and_the_heir_comes_out() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.cus("red", "sardeis.inside", loyal=2)
    table.army("red", "eumenes", "sardeis", mercenary=2)
    table.royal("herakles", "sardeis.inside", "red")
    table.army("blue", "krateros", "pergamon", mercenary=1)
    march(table, "krateros", "sardeis")
    assert table.why_not("inside:mercenary") == "9.4.5"
    table.act("outside:loyal", "outside:loyal", "inside:mercenary", "inside:mercenary", "outside-royal:herakles")
    assert table.forces("red", "sardeis.inside") == {"mercenary": 2}
    assert table.forces("red", "sardeis") == {"loyal": 2}
    assert table.where_royal("herakles") == "sardeis"


@pytest.mark.rule("R10.B.1")
def test_a_save_from_the_middle_of_an_older_step_b_goes_on() -> None:
    """There everybody had come outside already."""
    assert make_frame(["Rearrange", 1, 2]) == Rearrange(RED, space_id(2))


@pytest.mark.rule("R10.B.1", "R9.4.5")
def test_no_more_than_two_cus_inside() -> None:
    table = before_sardeis()
    table.cus("red", "sardeis", loyal=1)
    march(table, "krateros", "sardeis")
    table.act("inside:mercenary", "inside:mercenary")
    assert table.why_not("inside:loyal") == "9.4.5"


@pytest.mark.rule("R10.B.2")
def test_a_besieged_city_is_not_rearranged() -> None:
    table = before_sardeis(besieged=True)
    march(table, "krateros", "sardeis")
    assert table.decision.prompt != "prompt.rearrange"


@pytest.mark.example("E16")
@pytest.mark.rule("R10.B.1", "R8.3.1")
def test_e16_kleopatra_goes_inside() -> None:
    table = Table(active="red")
    table.pc("yellow", "sardeis")
    table.royal("kleopatra", "sardeis", "yellow")
    table.general("red", "krateros", "pergamon")
    march(table, "krateros", "sardeis", faction="red")
    table.act("inside-royal:kleopatra")
    assert (table.where_royal("kleopatra"), table.holder("kleopatra")) == ("sardeis.inside", "yellow")
    assert table.where("krateros") == "sardeis"


# 10.C


def meeting(red: str = "eumenes", **units: int) -> Table:
    """Blue marches with 3 CUs into Pergamon, where Red stands."""
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.general("red", red, "pergamon")
    table.cus("red", "pergamon", **(units or {"mercenary": 2}))
    return table


@pytest.mark.rule("R10.C.1")
def test_passage_is_asked_of_who_stands_there() -> None:
    table = meeting()
    march(table, "krateros", "pergamon")
    assert set(table.offers) == {"ask-passage:red", "attack"}
    table.act("ask-passage:red")
    assert table.deciding == "red"
    assert set(table.offers) == {"grant", "deny"}


@pytest.mark.rule("R10.C.1")
def test_no_passage_for_who_cannot_move_on() -> None:
    table = meeting()
    march(table, "krateros", "pergamon", mps=1)
    assert "ask-passage:red" not in table.offers


@pytest.mark.rule("R10.C.1")
def test_no_passage_at_a_major_city() -> None:
    table = Table()
    table.army("red", "eumenes", "sardeis", mercenary=2)
    table.army("blue", "krateros", "pergamon", mercenary=3)
    march(table, "krateros", "sardeis")
    assert table.decision.prompt == "prompt.evade"


@pytest.mark.rule("R10.C.2")
def test_independents_grant_no_passage() -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.independent("leosthenes", "lamia")
    table.army("blue", "krateros", "larisa", loyal=6)
    march(table, "krateros", "lamia")
    assert table.events("battle_begins")


@pytest.mark.rule("R10.C.3", "R10.C.5")
def test_an_honoured_passage_goes_on_with_everybody() -> None:
    table = meeting()
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant", "honour")
    assert table.why_not("done") == "10.C.5"
    assert table.why_not("leave:mercenary") == "10.C.5"
    table.act("march:ephesos", "pass", "done")
    assert table.forces("blue", "ephesos") == {"mercenary": 3}
    assert table.forces("red", "pergamon") == {"mercenary": 2}
    assert table.champion("blue")


@pytest.mark.rule("R10.C.4")
def test_a_betrayed_passage_leads_to_battle() -> None:
    table = meeting()
    march(table, "krateros", "pergamon")
    table.dice(6, 6, 1, 1)
    table.act("ask-passage:red", "grant", "betray", "stand")
    assert table.events("battle_begins")
    assert not table.champion("blue")


@pytest.mark.rule("R10.C.5")
def test_a_denied_passage_is_not_asked_again() -> None:
    table = meeting()
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "deny")
    assert table.decision.prompt == "prompt.evade"


@pytest.mark.rule("R8.2.12", "R10.C.5")
def test_royals_do_not_change_hands_while_a_passage_lasts() -> None:
    table = meeting()
    table.royal("herakles", "pergamon", "red")
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant", "honour")
    assert table.holder("herakles") == "red"


def guarded_by_cus(royal: str, **movers: int) -> Table:
    """Red keeps a royal in Pergamon with CUs and a PC, without a General; Krateros is about to pass."""
    table = Table()
    table.pc("red", "pergamon")
    table.cus("red", "pergamon", mercenary=2)
    table.royal(royal, "pergamon", "red")
    table.army("blue", "krateros", "sardeis", **movers)
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant", "honour")
    return table


@pytest.mark.rule("R8.2.12", "R10.C.5")
@pytest.mark.parametrize("movers", [{"mercenary": 3}, {}])
@pytest.mark.parametrize("royal", ["herakles", "alexandros", "funeral_cart"])
def test_who_honours_a_passage_takes_nobody_whom_only_cus_keep(royal: str, movers: dict[str, int]) -> None:
    table = guarded_by_cus(royal, **movers)
    assert table.holder(royal) == "red"
    table.act("march:ephesos")
    assert (table.holder(royal), table.where_royal(royal)) == ("red", "pergamon")


@pytest.mark.rule("R8.2.12", "R10.C.4")
def test_who_breaks_it_and_overruns_them_does() -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.cus("red", "pergamon", mercenary=1)
    table.royal("herakles", "pergamon", "red")
    table.army("blue", "krateros", "sardeis", mercenary=5)
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant", "betray")
    assert table.holder("herakles") == "blue"


@pytest.mark.rule("R8.2.12", "R10.C.5")
def test_nor_do_those_whom_the_passing_army_brings() -> None:
    table = meeting()
    table.royal("funeral_cart", "sardeis", "blue")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "march:pergamon")
    table.act("ask-passage:red", "grant", "honour")
    assert table.holder("funeral_cart") == "blue"
    table.act("march:ephesos")
    assert (table.where_royal("funeral_cart"), table.holder("funeral_cart")) == ("ephesos", "blue")


@pytest.mark.rule("R8.2.9", "R10.C.5")
@pytest.mark.parametrize(("bride_at", "holder"), [("pergamon", "blue"), ("gordion", "")])
def test_a_passing_army_marries_where_it_was_granted_passage_and_nowhere_else(bride_at: str, holder: str) -> None:
    table = Table()
    table.army("red", "eumenes", "pergamon", mercenary=2)
    table.royal("kleopatra", bride_at)
    table.state.proposals[0] = table.seat("blue")
    if bride_at != "pergamon":
        table.army("blue", "ptolemaios", bride_at, mercenary=1)
        table.pc("red", bride_at)
        table.cus("red", bride_at, mercenary=1)
    table.army("blue", "krateros", "sardeis", mercenary=3)
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant", "honour")
    assert table.holder("kleopatra") == holder


@pytest.mark.rule("R8.2.12", "R10.C.5")
def test_elsewhere_a_general_of_the_passing_faction_takes_an_heir_as_always() -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.cus("red", "pergamon", mercenary=2)
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.general("blue", "ptolemaios", "gordion")
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant")
    table.royal("herakles", "gordion")
    table.act("honour")
    assert table.holder("herakles") == "blue"


@pytest.mark.rule("R8.3.1", "R3.6.5")
def test_who_loses_a_bride_loses_her_legitimacy_at_once() -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.royal("kleopatra", "pergamon", "red")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    force_march(table)
    before = table.legitimacy("red")
    table.act("activate:krateros", "take-all", "march:pergamon")
    assert table.holder("kleopatra") == ""
    assert table.legitimacy("red") == before - 3


# 10.D, 10.E


@pytest.mark.rule("R10.D.1", "R10.E.1")
def test_after_a_successful_interception_the_mover_may_withdraw() -> None:
    table = Table(dice=(6,))
    table.general("red", "eumenes", "pergamon")
    table.army("blue", "krateros", "kelainai", mercenary=1)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "withdraw")
    assert table.where("krateros") == "kelainai"
    assert table.where("eumenes") == "sardeis"


@pytest.mark.rule("R10.D.2", "R10.F.1")
def test_when_one_faction_is_left_the_mps_may_be_used() -> None:
    table = Table(dice=(6,))
    table.general("red", "eumenes", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=1)
    march(table, "krateros", "pergamon")
    table.act("attack", "evade", "evade-to:ephesos", "done")
    assert mps(table) == 3


# 10.G


def lone_generals(mps: int = 4) -> Table:
    table = Table()
    table.general("blue", "krateros", "sardeis")
    table.general("red", "eumenes", "pergamon")
    march(table, "krateros", "pergamon", mps=mps)
    if "pass" in table.offers:
        table.act("pass")
    table.act("stand")
    return table


@pytest.mark.rule("R10.G.1")
def test_a_lone_general_withdraws_from_another() -> None:
    table = lone_generals()
    table.act("withdraw")
    assert table.where("krateros") == "sardeis"
    assert table.over


@pytest.mark.rule("R10.G.1")
def test_without_mps_he_has_to_withdraw() -> None:
    table = lone_generals(mps=1)
    assert table.where("krateros") == "sardeis"


@pytest.mark.rule("R10.G.2")
def test_he_may_pass_but_not_end_there() -> None:
    table = lone_generals()
    table.act("stand")
    assert table.why_not("done") == "10.G.1"
    table.act("march:ephesos")
    assert table.where("krateros") == "ephesos"


@pytest.mark.rule("R10.G.1")
def test_royals_follow_him_only_into_his_own_city() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.general("blue", "krateros", "sardeis.inside")
    table.royal("herakles", "sardeis.inside", "blue")
    table.general("red", "eumenes", "sardeis")
    force_march(table)
    table.act("activate:krateros", "take-royal:herakles", "come-out", "stand", "withdraw")
    assert table.where("krateros") == "sardeis.inside"
    assert table.where_royal("herakles") == "sardeis.inside"
    assert table.holder("herakles") == "blue"


@pytest.mark.rule("R11.3.8", "R12.1.7")
def test_a_withdrawal_among_enemy_generals_goes_one_space_further_back() -> None:
    table = Table(dice=(6,))
    table.general("blue", "krateros", "kelainai")
    table.general("red", "peithon", "sardeis")
    table.general("green", "seleukos", "ephesos")
    march(table, "krateros", "sardeis")
    table.act("stand", "stand", "march:pergamon", "pass", "intercept:ephesos", "withdraw")
    assert table.where("krateros") == "kelainai"
    assert table.where("peithon") == "sardeis"
    assert not table.events("declares_evasion")


@pytest.mark.rule("R11.3.8")
def test_he_goes_back_space_by_space_until_nobody_stands_in_his_way() -> None:
    table = Table()
    table.general("blue", "krateros", "kelainai")
    table.general("red", "peithon", "sardeis")
    table.general("red", "lysimachos", "pergamon")
    table.general("green", "seleukos", "tp_laodikeia")
    march(table, "krateros", "sardeis")
    table.act("pass", "stand", "stand", "march:pergamon", "pass", "pass", "stand", "stand")
    table.act("march:ephesos", "pass")
    table.dice(6)
    table.act("intercept:tp_laodikeia", "withdraw")
    assert table.where("krateros") == "kelainai"
    assert (table.where("peithon"), table.where("lysimachos")) == ("sardeis", "pergamon")


@pytest.mark.rule("R10.I.1")
def test_a_third_general_is_dispersed_by_the_interceptor_even_if_the_mover_withdraws() -> None:
    table = Table(dice=(6,))
    table.army("blue", "krateros", "kelainai", mercenary=1)
    table.general("red", "peithon", "sardeis")
    table.army("green", "seleukos", "ephesos", mercenary=1)
    march(table, "krateros", "sardeis")
    table.act("intercept:ephesos", "take-general:seleukos", "take-all", "withdraw")
    assert table.where("peithon") == "dispersed"
    assert table.champion("green")


# 10.H, 10.I


@pytest.mark.rule("R10.H.1")
def test_a_champion_who_faces_a_champion_becomes_a_successor() -> None:
    table = meeting()
    table.state.usurper = table.seat("green")
    before = Table().legitimacy("blue")
    table.dice(6, 6, 1, 1)
    march(table, "krateros", "pergamon", mps=1)
    assert table.champion("blue")
    table.act("stand")
    assert not table.champion("blue")
    assert before == 0


@pytest.mark.rule("R10.H.1")
def test_attacking_the_usurper_costs_nothing() -> None:
    table = meeting()
    table.state.usurper = table.seat("red")
    table.dice(6, 6, 1, 1)
    march(table, "krateros", "pergamon", mps=1)
    table.act("stand")
    assert table.champion("blue")


@pytest.mark.example("E26")
@pytest.mark.rule("R10.H.1", "R10.I.1")
def test_e26_generals_without_cus_are_dispersed_by_blue() -> None:
    table = Table(active="red")
    table.army("blue", "krateros", "pergamon", mercenary=2)
    table.general("yellow", "seleukos", "pergamon")
    table.general("red", "eumenes", "sardeis")
    march(table, "eumenes", "pergamon", mps=1, faction="red")
    table.act("stand", "stand")
    assert (table.where("eumenes"), table.where("seleukos")) == ("dispersed", "dispersed")
    assert table.forces("blue", "pergamon") == {"mercenary": 2}
    assert table.champion("red")


@pytest.mark.rule("R10.I.1", "R3.7.7")
def test_dispersing_a_lone_major_general_costs_status() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=1)
    table.general("red", "eumenes", "pergamon")
    march(table, "krateros", "pergamon", mps=1)
    table.act("stand")
    assert table.where("eumenes") == "dispersed"
    assert not table.champion("blue")


@pytest.mark.rule("R10.I.1")
def test_generals_inside_their_city_are_safe() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.general("red", "eumenes", "sardeis")
    table.army("blue", "krateros", "pergamon", mercenary=1)
    march(table, "krateros", "sardeis")
    table.act("inside-general:eumenes")
    assert table.where("eumenes") == "sardeis.inside"
    assert table.champion("blue")


# 10.J


@pytest.mark.example("E27")
@pytest.mark.rule("R10.J.1")
@pytest.mark.parametrize(
    ("own", "theirs", "overrun"), [(5, 1, 1), (10, 2, 1), (15, 3, 1), (4, 1, 0), (9, 2, 0), (14, 3, 0)]
)
def test_e27_five_to_one_is_an_overrun(own: int, theirs: int, overrun: int) -> None:
    table = Table(dice=(6, 6, 1, 1))
    table.army("blue", "krateros", "sardeis", mercenary=own)
    table.cus("red", "pergamon", mercenary=theirs)
    table.pc("red", "pergamon")
    march(table, "krateros", "pergamon", mps=1)
    assert len(table.events("overruns")) == overrun
    assert len(table.events("battle_begins")) == 1 - overrun


@pytest.mark.rule("R10.J.2")
def test_only_numbers_count_in_an_overrun() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=5)
    table.cus("red", "pergamon", loyal=1)
    table.pc("red", "pergamon")
    table.dice(1)
    march(table, "krateros", "pergamon", mps=1)
    assert table.events("overruns")


@pytest.mark.rule("R10.J.3")
def test_an_overrun_costs_no_mps() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=5)
    table.cus("red", "pergamon", mercenary=1)
    table.pc("red", "pergamon")
    march(table, "krateros", "pergamon")
    table.act("attack")
    assert mps(table) == 3
    table.act("remove-pc:pergamon")
    assert table.pc_of("pergamon") == ""


@pytest.mark.rule("R10.J.4")
def test_the_overrun_suffer_as_losers() -> None:
    table = Table(dice=(1,))
    table.army("blue", "krateros", "sardeis", mercenary=10)
    table.army("red", "eumenes", "pergamon", mercenary=1, loyal=1)
    table.royal("herakles", "pergamon", "red")
    march(table, "krateros", "pergamon", mps=1)
    table.act("stand")
    assert table.where("eumenes") == "dispersed"
    assert table.dispersed("red") == {"loyal": 1}
    assert table.holder("herakles") == "blue"


@pytest.mark.rule("R10.J.5")
def test_the_mover_is_never_overrun() -> None:
    table = Table(dice=(6, 6, 1, 1))
    table.army("blue", "krateros", "sardeis", mercenary=1)
    table.cus("red", "pergamon", mercenary=9)
    table.pc("red", "pergamon")
    march(table, "krateros", "pergamon", mps=1)
    assert not table.events("overruns")
    assert table.events("battle_begins")


@pytest.mark.rule("R10.J.6")
def test_no_battle_cards_in_an_overrun() -> None:
    table = Table()
    table.hand("red", "54")
    table.hand("blue", "54")
    table.army("blue", "krateros", "sardeis", mercenary=5)
    table.cus("red", "pergamon", mercenary=1)
    table.pc("red", "pergamon")
    march(table, "krateros", "pergamon", mps=1)
    assert table.events("overruns")
    assert table.over


@pytest.mark.rule("R10.J.7")
def test_an_independent_army_can_be_overrun() -> None:
    table = Table()
    table.army("blue", "krateros", "larisa", mercenary=30)
    table.independent("leosthenes", "lamia")
    march(table, "krateros", "lamia")
    assert table.events("overruns")
    assert table.where("leosthenes") == "out"


# 10.L


@pytest.mark.rule("R10.L.1", "R10.L.2")
def test_after_a_battle_the_army_has_no_mps_but_goes_inside() -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "pergamon", mercenary=2)
    table.cus("red", "sardeis", mercenary=1)
    table.general("red", "philoxenos", "sardeis")
    march(table, "krateros", "sardeis")
    table.act("stand")
    assert table.events("battle_begins")
    assert mps(table) == 0
    table.act("go-inside")
    assert table.where("krateros") == "sardeis.inside"
