"""14.2, 14.10: who joins a battle from inside the city, and where he is afterwards."""

import pytest

from diadochi.rules import activation
from tests.rules.battles import facts, fight, royal_meeting
from tests.table import Table


@pytest.mark.rule("R14.10.4", "R9.1.6")
def test_a_group_that_retreats_takes_no_unmoved_cu_for_one_that_fell() -> None:
    table = Table(dice=(3, 3, 3, 3))
    table.pc("blue", "kelainai")
    table.army("blue", "alketas", "kelainai", mercenary=3)
    table.army("red", "philoxenos", "sardeis", mercenary=2)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:alketas", "take:mercenary", "take:mercenary", "march:sardeis")
    while table.deciding != "blue" or "pass" in table.offers:
        table.act("pass" if "pass" in table.offers else "stand")
    assert table.events("battle_drawn")
    assert table.forces("blue", "kelainai") == {"mercenary": 2}
    table.act("go-inside")
    assert table.forces("blue", "kelainai.inside") == {"mercenary": 1}


@pytest.mark.rule("R10.K.2")
def test_the_log_says_why_there_is_no_battle() -> None:
    table = fight(royal_meeting("red", royal=2), "blue", "red", "trikka")
    assert facts(table, "no_battle", "who") == [table.seat("blue")]
    assert table.forces("red", "trikka") == {"mercenary": 6, "royal": 2}


def relief_of_tyros(garrison: int, besiegers: int, *dice: int, by_sea_from: str = "") -> Table:
    """Ptolemaios comes to Tyros, which Red besieges, and Eumenes comes out of it with Loyal CUs."""
    table = Table(dice=dice)
    table.pc("blue", "tyros", "salamis")
    table.army("blue", "ptolemaios", by_sea_from or "ake", mercenary=2)
    table.army("blue", "eumenes", "tyros.inside", loyal=garrison)
    table.army("red", "philoxenos", "tyros", mercenary=besiegers)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:ptolemaios", "take-all")
    table.act(*(("embark", "sail:tyros", "land:tyros") if by_sea_from else ("march:tyros",)))
    while table.decision.prompt != "prompt.join":
        table.act("stand" if "stand" in table.offers else "pass")
    table.act("join-general:eumenes", *["join:loyal"] * garrison)
    return table


@pytest.mark.rule("R14.2.5", "R14.10.3")
@pytest.mark.parametrize("port", ["salamis", "salamis.inside"])
def test_joiners_go_back_into_their_own_city_wherever_the_others_embarked(port: str) -> None:
    table = relief_of_tyros(2, 6, 3, 3, 3, 3, by_sea_from=port)
    assert table.events("battle_drawn")
    table.act("lose:mercenary")
    assert table.where("eumenes") == "tyros.inside"
    assert table.forces("blue", "tyros.inside") == {"loyal": 2}
    assert table.where("ptolemaios") == "salamis"
    assert table.forces("blue", "salamis") == {"mercenary": 1}


@pytest.mark.rule("R14.2.2", "R9.3.B.2")
def test_a_general_who_joined_goes_on_with_the_general_who_moved_him() -> None:
    table = relief_of_tyros(1, 1, 6, 6, 1, 1)
    assert table.events("battle_won")
    table.act("leave:mercenary", "leave:mercenary", "go-inside")
    assert [table.where(g) for g in ("ptolemaios", "eumenes")] == ["tyros.inside"] * 2


@pytest.mark.rule("R14.2.2", "R9.1.10")
def test_a_general_who_joined_a_minor_general_does_not_move_on_with_him() -> None:
    table = Table(dice=(6, 6, 1, 1))
    table.pc("blue", "tyros")
    table.army("blue", "alketas", "ake", mercenary=2)
    table.general("blue", "eumenes", "tyros.inside")
    table.army("red", "philoxenos", "tyros", mercenary=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:alketas", "take-all", "march:tyros")
    while table.decision.prompt != "prompt.join":
        table.act("stand" if "stand" in table.offers else "pass")
    table.act("join-general:eumenes", "go-inside")
    assert table.where("eumenes") == "tyros"
