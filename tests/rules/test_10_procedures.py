"""10: what starts a Procedure, and how a Free Passage ends."""

from collections.abc import Callable

import pytest

from diadochi.rules import activation, march
from diadochi.rules.agenda import Play
from tests.rules.segments import needs_interpreted
from tests.table import Table


@pytest.fixture
def procedures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The locations whose entry starts a Procedure."""
    needs_interpreted()
    entered: list[str] = []
    names = Table()
    begin = march.begin

    def told(p: Play, seat: int, faction: int, at: int, *more: int, **others: int) -> None:
        entered.append(names.name_of(at))
        begin(p, seat, faction, at, *more, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(march, "begin", told)
    return entered


def activate(table: Table, general: str, mps: int = 4) -> None:
    table.begin(lambda p: activation.begin(p, table.seat("blue"), mps, 1))
    table.act(f"activate:{general}")


def going_inside() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis", mercenary=2)
    table.army("red", "eumenes", "pergamon", mercenary=1)
    activate(table, "krateros")
    table.act("take-all", "go-inside")
    assert table.where("krateros") == "sardeis.inside"


def embarking_and_picking_up() -> None:
    table = Table()
    table.pc("blue", "phaselis")
    table.army("blue", "krateros", "xanthos", mercenary=2)
    table.cus("blue", "phaselis", loyal=1)
    table.army("red", "eumenes", "aspendos", mercenary=1)
    activate(table, "krateros")
    table.act("take-all", "embark", "sail:phaselis", "take:loyal")
    assert table.forces("blue", "phaselis.sea") == {"mercenary": 2, "loyal": 1}


def rearranging() -> None:
    """10.B: Red's garrison comes out before Yellow's eyes."""
    table = Table()
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis.inside", mercenary=2)
    table.army("yellow", "peithon", "pergamon", mercenary=1)
    table.general("blue", "krateros", "kelainai")
    activate(table, "krateros")
    table.act("march:sardeis", "outside:mercenary", "outside:mercenary", "outside-general:eumenes")
    assert table.forces("red", "sardeis") == {"mercenary": 2}


def joining() -> None:
    """14.2: Red besieges Sardeis; Blue's garrison comes out to help Krateros."""
    table = Table(dice=(6, 6, 1, 1))
    table.pc("blue", "sardeis")
    table.cus("blue", "sardeis.inside", loyal=2)
    table.army("red", "philoxenos", "sardeis", mercenary=3)
    table.army("yellow", "peithon", "pergamon", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    activate(table, "krateros")
    table.act("take-all", "march:sardeis", "stand", "join:loyal", "join:loyal")
    assert table.forces("blue", "sardeis") == {"loyal": 2, "mercenary": 3}


def intercepting_and_withdrawing() -> None:
    """Red comes to Sardeis under the eyes of Yellow in Pergamon, and Blue goes back under those of Green."""
    table = Table(dice=(6,))
    table.army("red", "eumenes", "ephesos", mercenary=1)
    table.army("yellow", "peithon", "pergamon", mercenary=1)
    table.army("green", "seleukos", "gordion", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=2)
    activate(table, "krateros")
    table.act("take-all", "march:sardeis", "intercept:ephesos", "take-general:eumenes", "take-all")
    while table.decision.prompt == "prompt.intercept":
        table.act("pass")
    table.act("withdraw")
    assert (table.where("eumenes"), table.where("krateros")) == ("sardeis", "kelainai")


def evading() -> None:
    """Red goes from Sardeis to Ephesos, which Yellow could reach."""
    table = Table(dice=(6,))
    table.army("red", "eumenes", "sardeis", mercenary=1)
    table.army("yellow", "peithon", "halikarnassos", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=2)
    activate(table, "krateros")
    table.act("take-all", "march:sardeis", "evade", "evade-to:ephesos", "done")
    assert table.where("eumenes") == "ephesos"


def retreating() -> None:
    """A drawn battle in Sardeis; Green could reach Kelainai, to which Blue goes back."""
    table = Table(dice=(4, 4, 4, 4))
    table.army("red", "antigonos", "sardeis", mercenary=3)
    table.army("green", "seleukos", "gordion", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    activate(table, "krateros")
    table.act("take-all", "march:sardeis", "stand")
    assert table.events("battle_drawn")
    assert table.where("krateros") == "kelainai"


@pytest.mark.rule("R10.0.4")
@pytest.mark.parametrize(
    ("play", "entered"),
    [
        (going_inside, []),
        (embarking_and_picking_up, []),
        (rearranging, ["sardeis"]),
        (joining, ["sardeis"]),
        (intercepting_and_withdrawing, ["sardeis"]),
        (evading, ["sardeis"]),
        (retreating, ["sardeis"]),
    ],
)
def test_only_a_move_of_the_activated_group_starts_a_procedure(
    procedures: list[str], play: Callable[[], None], entered: list[str]
) -> None:
    play()
    assert procedures == entered


# 10.C


def passing(**more: int) -> Table:
    """Red grants Krateros a Free Passage through Pergamon, and he honours it."""
    table = Table()
    table.army("red", "eumenes", "pergamon", mercenary=2)
    table.army("blue", "krateros", "sardeis", **(more or {"mercenary": 3}))
    activate(table, "krateros")
    table.act("take-all", "march:pergamon", "ask-passage:red", "grant", "honour")
    return table


@pytest.mark.rule("R10.C.3", "R10.C.5")
def test_an_honoured_passage_is_left_by_sea_as_well() -> None:
    table = passing()
    table.act("embark", "sail:lesbos", "land:lesbos")
    assert table.forces("blue", "lesbos") == {"mercenary": 3}
    assert table.forces("red", "pergamon") == {"mercenary": 2}
    assert table.champion("blue")


@pytest.mark.rule("R10.C.3", "R13.1.3")
def test_who_cannot_take_everybody_aboard_leaves_by_land() -> None:
    table = passing(mercenary=9)
    assert table.why_not("embark") == "13.1.3"
    assert "march:sardeis" in table.offers


@pytest.mark.rule("R11.3.8", "R12.1.7", "R13.3.D.6")
def test_driven_back_to_where_he_was_let_pass_he_has_to_fight_and_nobody_evades() -> None:
    table = passing()
    table.state.pcs[table.space("lesbos")] = table.seat("yellow")
    table.fleet("yellow", "kilikia")
    table.dice(1, 1, 6, 6, 1)
    table.act("embark", "sail:lesbos")
    assert table.deciding == "yellow"
    table.dice(6, 6, 1, 1)
    table.act("declare")
    assert table.events("battle_begins")
    assert not table.events("declares_evasion")


@pytest.mark.rule("R10.G.1", "R10.G.2")
def test_a_lone_general_moves_on_by_sea() -> None:
    table = Table()
    table.general("red", "eumenes", "pergamon")
    table.general("blue", "krateros", "sardeis")
    activate(table, "krateros")
    table.act("march:pergamon", "pass", "stand", "stand", "embark", "sail:lesbos", "land:lesbos")
    assert (table.where("krateros"), table.where("eumenes")) == ("lesbos", "pergamon")


# 12.1.7


@pytest.mark.rule("R12.1.7", "R14.10.6")
def test_nobody_evades_from_an_army_that_retreats() -> None:
    """Krateros honours the passage of Eumenes, who is alone in Ephesos, and comes back there from a drawn battle."""
    table = Table(dice=(4, 4, 4, 4))
    table.general("red", "eumenes", "ephesos")
    table.cus("yellow", "pergamon", mercenary=4)
    table.pc("yellow", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=5)
    activate(table, "krateros")
    table.act("take-all", "march:ephesos", "ask-passage:red", "grant", "honour", "march:pergamon", "attack")
    assert table.events("battle_drawn")
    assert table.where("krateros") == "ephesos"
    assert table.where("eumenes") == "dispersed"
    assert not table.events("declares_evasion")
