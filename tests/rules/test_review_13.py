"""13: Naval Movement, in positions off the beaten track."""

import pytest

from diadochi.rules import activation
from diadochi.rules.command import minors_of
from tests.table import Table


@pytest.mark.rule("R13.3.D.6", "R10.G.1")
def test_driven_back_to_his_city_a_lone_general_does_not_stay_beside_another_outside() -> None:
    table = Table(dice=(1, 1, 6, 6))
    table.pc("blue", "athenai")
    table.province("red", "karia")
    table.general("blue", "eumenes", "athenai.inside")
    table.general("yellow", "peithon", "athenai")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:eumenes", "embark", "done", "sail:kyklades", "declare")
    assert table.events("naval_win")
    table.act("done")
    assert table.where("eumenes") == "athenai.inside"
    assert table.where("peithon") == "athenai"


@pytest.mark.rule("R13.2.7", "R9.1.13")
def test_nobody_sails_away_from_cus_whose_general_he_took_aboard_if_nobody_can_stay() -> None:
    table = Table()
    table.pc("blue", "xanthos")
    table.army("blue", "demetrios", "xanthos", mercenary=2)
    table.army("blue", "antigonos", "phaselis", mercenary=1)
    spaces = ("sardeis", "kelainai", "pergamon", "ephesos")
    for general, space in zip(minors_of(table.play, table.seat("blue")), spaces, strict=True):
        table.state.put_general(general, table.location(space))
        table.cus("blue", space, mercenary=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:demetrios", "take-all", "embark", "sail:phaselis", "take-general:antigonos")
    assert table.why_not("sail:aspendos") == "9.1.13"
    assert "land:phaselis" in table.offers
    table.act("take:mercenary", "sail:aspendos")
    assert table.dispersed("blue") == {}


@pytest.mark.rule("R13.2.6", "R9.3.0.1")
def test_nobody_is_picked_up_who_could_only_be_landed_again() -> None:
    table = Table()
    table.pc("blue", "xanthos", "phaselis")
    table.army("blue", "demetrios", "xanthos", mercenary=2)
    table.army("blue", "antigonos", "phaselis", mercenary=1)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 1, 1))
    table.act("activate:demetrios", "take-all", "embark", "sail:phaselis")
    assert table.why_not("take:mercenary") == "9.3.0.1"
    assert table.why_not("take-general:antigonos") == "9.3.0.1"


@pytest.mark.rule("R13.2.6", "R9.2.9")
def test_a_general_with_more_mps_is_picked_up_by_one_who_has_none_left() -> None:
    table = Table(dice=(2,))
    table.pc("blue", "xanthos", "phaselis", "aspendos")
    table.army("blue", "krateros", "xanthos", mercenary=2)
    table.army("blue", "antigonos", "aspendos", mercenary=1)
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    table.act("campaign", "activate:krateros", "take-all", "embark", "sail:phaselis", "sail:aspendos")
    assert table.why_not("take:mercenary") == "9.3.0.1"
    table.act("take-general:antigonos", "take:mercenary", "drop:aspendos", "leave-general:krateros", "done")
    assert table.why_not("sail:phaselis") == ""
