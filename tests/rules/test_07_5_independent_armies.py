"""7.5: Independent Armies."""

import pytest

from diadochi.game import Game
from diadochi.model.ids import SEATS
from diadochi.rules import activation, independents, losses, troops
from diadochi.rules.agenda import Event
from tests.table import BLUE, MATERIAL, Table, troop


def fact(event: Event, name: str) -> object:
    return next(value for key, _, value in event.args if key == name)


def march(table: Table, general: str, space: str) -> None:
    table.begin(lambda p: activation.begin(p, BLUE, 1, 1))
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(f"march:{space}")


@pytest.mark.rule("R7.5.1")
def test_an_independent_army_is_a_general_with_a_constant_number_of_cus_of_strength_one() -> None:
    table = Table(dice=(1, 1, 6, 6, 1))
    table.independent("leosthenes", "lamia")
    table.army("blue", "krateros", "larisa", loyal=6)
    march(table, "krateros", "lamia")
    strength = {fact(e, "who"): fact(e, "strength") for e in table.events("battle_strength")}
    assert strength[table.seat("independent")] == 6
    assert table.forces("independent", "lamia") == {"mercenary": 6}, "it lost nothing in winning"


@pytest.mark.rule("R7.5.1")
def test_it_never_suffers_attrition() -> None:
    table = Table(dice=(6,))
    table.independent("leosthenes", "lamia")
    at, faction = table.location("lamia"), table.seat("independent")
    table.begin(lambda p: losses.roll_attrition(p, faction, at, troop(mercenary=6), "7.3.1"))
    assert table.forces("independent", "lamia") == {"mercenary": 6}


@pytest.mark.rule("R7.5.2")
def test_it_is_an_enemy_to_every_player() -> None:
    table = Table()
    table.independent("leosthenes", "larisa")
    p = table.play
    for seat in SEATS[4]:
        assert troops.enemy_cu_at(table.state, table.location("larisa"), seat)
        assert troops.enemies_of(p.state, seat) >> table.seat("independent") & 1


@pytest.mark.rule("R7.5.2")
def test_independents_are_friends_among_themselves_and_of_independent_pcs() -> None:
    table = Table()
    table.pc("independent", "lamia")
    table.independent("leosthenes", "lamia")
    table.independent("philon", "lamia")
    table.begin(lambda p: None)
    assert not troops.is_besieged(table.play, table.space("lamia"))
    assert not troops.enemy_cu_at(table.state, table.location("lamia"), table.seat("independent"))
    assert table.forces("independent", "lamia")["mercenary"] > 6


@pytest.mark.rule("R7.5.3")
def test_what_is_said_of_armies_is_said_of_them_too() -> None:
    """They besiege, they disperse Generals without CUs, they are overrun."""
    table = Table()
    table.pc("red", "pella")
    table.independent("leosthenes", "pella")
    table.begin(lambda p: None)
    assert troops.is_besieged(table.play, table.space("pella"))
    assert troops.has_army(table.play, table.location("pella"), table.seat("independent"))
    table = Table()
    table.independent("leosthenes", "lamia")
    table.army("blue", "krateros", "larisa", mercenary=30)
    march(table, "krateros", "lamia")
    assert not table.events("battle_begins")
    assert table.forces("independent", "lamia") == {}


@pytest.mark.rule("R7.5.4")
def test_their_initiative_is_not_used() -> None:
    """They neither Intercept nor Evade, and they have 3 MPs whatever a die shows."""
    table = Table(dice=(6, 6, 1, 1, 1))
    table.independent("leosthenes", "lamia")
    table.general("blue", "krateros", "pella")
    march(table, "krateros", "larisa")
    assert not table.events("declares_interception")
    assert MATERIAL.edition.independent_mps == 3
    seat = table.seat("blue")
    table.begin(lambda p: independents.begin_moves(p, seat))
    table.act(next(a for a in table.offers if a.startswith("move-independent")))
    assert not any(e.dice for e in table.game.events)  # type: ignore[union-attr]


@pytest.mark.rule("R9.5.1")
def test_leosthenes_and_ariarathes_start_active() -> None:
    state = Game.new(4, 1).state
    active = {
        MATERIAL.pieces.generals[army.general].id
        for i, army in enumerate(MATERIAL.pieces.independents)
        if state.independents_active >> i & 1
    }
    assert active == {"leosthenes", "ariarathes"}
