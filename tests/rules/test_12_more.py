"""12.1: Evasion after an Interception earlier in the same activation."""

import pytest

from diadochi.rules import activation
from tests.table import Table


@pytest.mark.rule("R12.1.5")
def test_no_evasion_from_a_space_into_which_somebody_has_intercepted_in_that_activation() -> None:
    """Peithon Intercepts alone and is Dispersed; Eumenes Evades from Ephesos to Sardeis, but not from there again."""
    table = Table(dice=(6, 6, 6))
    table.army("blue", "krateros", "kelainai", mercenary=4)
    table.general("red", "peithon", "daskyleion")
    table.general("yellow", "eumenes", "ephesos")
    table.begin(lambda p: activation.begin(p, 0, 4, 1))
    table.act("activate:krateros", "take-all", "march:sardeis", "intercept:daskyleion", "pass", "stand")
    assert table.where("peithon") == "dispersed"
    table.act("march:pergamon", "pass", "march:ephesos", "pass", "evade", "evade-to:sardeis", "done")
    assert table.where("eumenes") == "sardeis"
    table.act("march:sardeis")
    assert len(table.events("declares_evasion")) == 1
    assert table.where("eumenes") == "dispersed"
