"""10.C to 10.E: an attack is an action of its own, and a Free Passage that is broken ends the march."""

import random

import pytest

from diadochi.game import Game
from tests.rules.activations import force_march, mps
from tests.rules.voyages import embark
from tests.table import Table

SILENT_WORDS = ("pass", "stand", "done")


def march(table: Table, general: str, *spaces: str, mps: int = 4) -> None:
    force_march(table, mps)
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(*(f"march:{space}" for space in spaces))


# The word


@pytest.mark.rule("R10.C.1")
def test_an_army_attacks_or_asks() -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.pc("red", "pergamon")
    table.cus("red", "pergamon", mercenary=2)
    table.army("blue", "krateros", "sardeis", mercenary=3)
    march(table, "krateros", "pergamon")
    assert table.offers == ("ask-passage:red", "attack")
    assert table.why_not("pass") == "10.C.1"
    table.act("attack")
    assert table.events("battle_begins")


@pytest.mark.rule("R10.C.1")
def test_an_army_attacks_a_lone_general_too() -> None:
    table = Table()
    table.general("red", "eumenes", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=1)
    march(table, "krateros", "pergamon")
    assert table.offers == ("ask-passage:red", "attack")
    table.act("attack", "stand")
    assert table.where("eumenes") == "dispersed"


@pytest.mark.rule("R10.C.1", "R10.G.1")
def test_a_lone_general_attacks_nobody_and_passes() -> None:
    table = Table()
    table.general("red", "eumenes", "pergamon")
    table.general("blue", "krateros", "sardeis")
    march(table, "krateros", "pergamon")
    assert table.offers == ("ask-passage:red", "pass")
    assert table.why_not("attack") == "10.C.1"


@pytest.mark.rule("R10.C.1")
def test_after_one_has_granted_the_other_may_still_be_attacked() -> None:
    table = Table(players=3, dice=(6, 6, 1, 1, 1))
    table.general("red", "peithon", "pergamon")
    table.general("yellow", "eumenes", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    march(table, "krateros", "pergamon")
    assert table.offers == ("ask-passage:red", "ask-passage:yellow", "attack")
    table.act("ask-passage:yellow", "grant")
    assert [*table.offers] == ["ask-passage:red", "attack"]


def intercepted(**units: int) -> Table:
    table = Table(dice=(6,))
    table.general("red", "eumenes", "pergamon")
    table.army("blue", "krateros", "kelainai", **units)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon")
    return table


@pytest.mark.rule("R10.E.1")
def test_an_intercepted_army_withdraws_or_attacks() -> None:
    table = intercepted(mercenary=1)
    assert table.offers == ("withdraw", "attack")
    assert table.why_not("stand") == "10.E.1"
    table.act("attack")
    assert table.where("eumenes") == "dispersed"


@pytest.mark.rule("R10.E.1")
def test_an_intercepted_general_without_cus_withdraws_or_stays() -> None:
    table = intercepted()
    assert table.offers == ("withdraw", "stand")
    assert table.why_not("attack") == "10.E.1"


@pytest.mark.rule("R13.2.14", "R10.I.1")
def test_cus_that_are_dropped_off_attack_the_general_they_find() -> None:
    table = Table()
    table.army("blue", "demetrios", "xanthos", loyal=3)
    table.general("red", "eumenes", "phaselis")
    embark(table, "demetrios")
    table.act("sail:phaselis", "drop:phaselis")
    assert "attack" in table.offers
    assert "done" not in table.offers
    assert table.why_not("done") == "13.2.14"
    table.act("attack", "stand")
    assert table.where("eumenes") == "dispersed"
    assert table.forces("blue", "phaselis") == {"loyal": 1}


@pytest.mark.rule("R13.2.14")
def test_where_nobody_is_found_a_drop_off_is_just_done() -> None:
    table = Table()
    table.army("blue", "demetrios", "xanthos", loyal=3)
    embark(table, "demetrios")
    table.act("sail:phaselis", "drop:phaselis")
    assert "done" in table.offers
    assert table.why_not("attack") == "13.2.14"


@pytest.mark.rule("R10.C.1")
def test_elsewhere_nobody_is_asked_to_attack() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=3)
    force_march(table)
    assert table.why_not("attack") == "10.C.1"
    table.act("activate:krateros")
    assert table.why_not("attack") == "10.C.1"


@pytest.mark.rule("R10.C.1", "R10.E.1", "R10.C.5")
@pytest.mark.parametrize("seed", range(8))
def test_in_whole_games_nobody_attacks_by_another_word(seed: int) -> None:
    rng = random.Random(seed)
    game = Game.new(2 + seed % 4, seed, keep_undo=False)
    while (decision := game.decision) is not None:
        action = rng.choice(decision.actions)
        window = decision.prompt.startswith("prompt.window.")
        events = game.act(action)
        if action in SILENT_WORDS and not window:
            told = [(e.key, {name: value for name, _, value in e.args}) for e in events]
            assert not any(key == "battle_begins" and facts["attacker"] == decision.seat for key, facts in told)
            assert not any(key in ("overruns", "siege") and facts["who"] == decision.seat for key, facts in told)


# 10.C.4


def passage(red: int, *, blue: int = 6) -> Table:
    """Red has granted Krateros, who has 3 MPs left, a Free Passage through Pergamon, and has a PC there."""
    table = Table()
    table.pc("red", "pergamon")
    table.cus("red", "pergamon", mercenary=red)
    table.army("blue", "krateros", "sardeis", mercenary=blue)
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant")
    return table


@pytest.mark.rule("R10.C.4", "R10.J.1")
def test_a_betrayal_ends_the_march_though_an_overrun_costs_no_mps() -> None:
    table = passage(1)
    table.act("betray")
    assert table.events("overruns")
    assert mps_left(table) == 0
    assert table.pc_of("pergamon") == "red"


def mps_left(table: Table) -> int:
    """0 also if the activation is over."""
    return mps(table) if not table.over and table.decision.prompt == "prompt.army" else 0


@pytest.mark.rule("R10.C.4")
def test_who_overruns_without_having_asked_goes_on() -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.cus("red", "pergamon", mercenary=1)
    table.army("blue", "krateros", "sardeis", mercenary=6)
    march(table, "krateros", "pergamon")
    table.act("attack")
    assert table.events("overruns")
    assert mps(table) == 3
    assert {"march:ephesos", "remove-pc:pergamon"} <= set(table.offers)


@pytest.mark.rule("R10.C.4")
def test_a_denied_passage_does_not_end_the_march() -> None:
    table = Table()
    table.pc("red", "pergamon")
    table.cus("red", "pergamon", mercenary=1)
    table.army("blue", "krateros", "sardeis", mercenary=6)
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "deny")
    assert table.events("overruns")
    assert mps(table) == 3


@pytest.mark.rule("R10.C.4", "R10.I.1")
def test_a_betrayal_of_a_lone_general_ends_the_march() -> None:
    table = Table()
    table.general("red", "eumenes", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant", "betray", "stand")
    assert table.where("eumenes") == "dispersed"
    assert mps_left(table) == 0


@pytest.mark.rule("R10.C.4", "R10.C.5", "R10.I.1")
@pytest.mark.parametrize("words", [("honour", "betray"), ("betray",)])
def test_who_betrays_one_of_two_grantors_stops_and_betrays_both(words: tuple[str, ...]) -> None:
    table = Table(players=3)
    table.general("red", "peithon", "pergamon")
    table.general("yellow", "eumenes", "pergamon")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant", "ask-passage:yellow", "grant", *words)
    assert table.deciding == "red"
    table.act("stand")
    assert table.deciding == "yellow"
    table.act("stand")
    assert table.where("peithon") == table.where("eumenes") == "dispersed"
    assert mps_left(table) == 0


@pytest.mark.rule("R10.C.4", "R12.2.1")
def test_a_betrayal_ends_the_march_though_the_betrayed_evades() -> None:
    table = Table(dice=(6,))
    table.army("red", "eumenes", "pergamon", mercenary=1)
    table.army("blue", "krateros", "sardeis", mercenary=6)
    march(table, "krateros", "pergamon")
    table.act("ask-passage:red", "grant", "betray", "evade", "evade-to:abydos", "done")
    assert table.where("eumenes") == "abydos"
    assert mps_left(table) == 0


@pytest.mark.rule("R10.C.4", "R13.2.11")
def test_a_betrayal_after_a_landing_ends_the_march() -> None:
    table = Table()
    table.army("blue", "demetrios", "xanthos", loyal=6)
    table.pc("red", "phaselis")
    table.cus("red", "phaselis", mercenary=1)
    embark(table, "demetrios")
    table.act("sail:phaselis", "land:phaselis", "ask-passage:red", "grant", "betray")
    assert table.events("overruns")
    assert mps_left(table) == 0


@pytest.mark.rule("R10.C.4", "R10.E.1")
def test_a_betrayal_after_an_interception_ends_the_march() -> None:
    """Yellow is Overrun where he has Intercepted; Red, who let Krateros pass, is alone there and betrayed."""
    table = Table(players=3, dice=(6,))
    table.general("red", "eumenes", "ephesos")
    table.army("yellow", "peithon", "pergamon", mercenary=1)
    table.army("blue", "krateros", "sardeis", mercenary=6)
    march(table, "krateros", "ephesos")
    table.act("ask-passage:red", "grant", "intercept:pergamon", "take-general:peithon", "take-all", "attack", "betray")
    assert table.events("overruns")
    assert table.where("eumenes") == "dispersed"
    assert mps_left(table) == 0
