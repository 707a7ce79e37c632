"""Where a group can go, what that costs and who may stop it; what cannot be taken back; what follows."""

import random

import pytest

from diadochi.game import Game
from diadochi.journeys import Ahead, Goal, Way
from diadochi.model.verbs import Domain
from diadochi.rules import activation
from tests import harness
from tests.rules.voyages import army_at_xanthos, embark
from tests.table import Table


def marching(at: str = "kelainai", **cus: int) -> Table:
    table = Table(active="blue")
    table.army("blue", "krateros", at, **(cus or {"loyal": 4}))
    return table


def begun(table: Table, mps: int = 4) -> Table:
    table.begin(lambda p: activation.begin(p, table.seat("blue"), mps, 1))
    table.act("activate:krateros", "take-all")
    return table


def ahead(table: Table) -> Ahead:
    assert table.game is not None
    found = table.game.ahead(table.decision.seat)
    assert found is not None
    return found


def goals(table: Table) -> dict[str, Goal]:
    ids = table.material.notation.ids[Domain.SPACE]
    return {ids[goal.space]: goal for goal in ahead(table).reach.goals}


def steps(table: Table, way: Way) -> list[str]:
    return [table.material.notation.text(leg.action) for leg in way.legs]


def notes(way: Way) -> list[str]:
    return [key for leg in way.legs for key, _ in (*leg.halts, *leg.hazards)]


def test_every_space_within_reach_tells_its_cost() -> None:
    table = begun(marching(), mps=2)
    found = goals(table)
    assert ahead(table).reach.mps == 2
    assert {name: goal.ways[0].cost for name, goal in found.items() if name in ("sardeis", "pergamon", "tarsos")} == {
        "sardeis": 1,
        "pergamon": 2,
    }
    assert steps(table, found["pergamon"].ways[0]) == ["march:sardeis", "march:pergamon"]


def test_the_steps_of_every_way_are_what_the_engine_offers_and_cost_what_was_told() -> None:
    table = begun(marching(), mps=4)
    for goal in ahead(table).reach.goals:
        for way in goal.ways:
            assert table.game is not None
            game = table.game.copy()
            for leg in way.legs:
                assert game.decision is not None
                left = {name: value for name, _, value in game.decision.args}["mps"]
                assert leg.action in game.decision.codes
                game.act_code(leg.action)
                assert left - leg.left == leg.cost - (ahead(table).reach.mps - left)


def test_who_may_intercept_is_told_and_the_safest_way_may_be_another() -> None:
    table = marching("ikonion")
    table.army("red", "antigonos", "kelainai", mercenary=3)
    found = goals(begun(table, mps=5))
    cheap, safe = found["ankyra"].ways
    assert (cheap.cost, steps(table, cheap)) == (3, ["march:tp_ipsos", "march:gordion", "march:ankyra"])
    assert notes(cheap) == ["journey.interception"]
    assert cheap.chance == pytest.approx(1 / 3)
    assert (safe.cost, safe.chance, notes(safe)) == (4, 1.0, [])
    assert len(found["mazaka"].ways) == 1


def test_an_enemy_army_is_a_fight_with_its_odds_and_what_may_be_said_before_it() -> None:
    table = marching("issos")
    table.army("red", "leonnatos", "tarsos", mercenary=3)
    goal = goals(begun(table))["tarsos"]
    assert goal.fight
    assert goal.chances is not None
    assert goal.ask is not None
    assert [table.material.notation.text(action) for action in goal.ask.actions] == ["ask-passage:red", "attack"]


def test_a_pc_to_remove_is_a_place_to_stop() -> None:
    table = marching("kelainai")
    table.pc("red", "gordion")
    way = goals(begun(table, mps=6))["ankyra"].ways[0]
    assert steps(table, way) == ["march:tp_dorylaion", "march:gordion", "march:ankyra"]
    assert [[key for key, _ in leg.halts] for leg in way.legs] == [[], ["journey.remove_pc"], []]


@pytest.mark.rule("R10.A.2")
def test_attrition_on_leaving_a_stronghold_is_a_place_to_stop() -> None:
    table = marching("kelainai")
    table.pc("independent", "pisidai")
    found = goals(begun(table, mps=6))
    beyond = [way for goal in found.values() for way in goal.ways if "march:pisidai" in steps(table, way)[:-1]]
    assert beyond
    assert all("journey.attrition" in notes(way) for way in beyond)


def test_at_sea_every_port_within_reach_tells_its_cost() -> None:
    table = army_at_xanthos()
    embark(table, "demetrios")
    found = goals(table)
    assert "rhodos" in found
    assert any(len(goal.ways[0].legs) > 1 for goal in found.values())
    assert all(step.startswith("sail:") for goal in found.values() for step in steps(table, goal.ways[0]))


def test_from_a_port_the_sea_is_within_reach_too() -> None:
    table = begun(marching("ephesos"), mps=3)
    by_sea = [steps(table, goal.ways[0]) for goal in goals(table).values() if goal.by_sea]
    assert by_sea
    assert all(way[0] == "embark" and way[1].startswith("sail:") and way[-1].startswith("land:") for way in by_sea)


def test_every_fleet_goes_along_by_sea_and_one_may_stop_to_choose() -> None:
    table = marching("ephesos")
    table.province("blue", "karia")
    begun(table, mps=3)
    way = next(goal for goal in goals(table).values() if goal.by_sea).ways[0]
    assert steps(table, way)[:2] == ["embark", "escort:karia"]
    assert [key for key, _ in way.legs[0].halts] == ["journey.escort"]


def test_what_is_told_hangs_on_nothing_that_the_seat_cannot_know() -> None:
    """Non-interference: everything hidden is dealt anew, and not a word of it changes."""
    rng = random.Random(5)
    game = harness.begin(4, 3)
    looked = 0
    while looked < 150 and game.decision is not None:
        seat = game.decision.seat
        here = game.ahead(seat)
        twin = Game.from_state(game.material, harness.disguised(game, seat, rng), keep_undo=False)
        twin.entries, twin.key_hash = game.entries[:], game.key_hash
        assert twin.ahead(seat) == here
        looked += 1
        game.act(rng.choice(game.decision.actions))


def test_what_cannot_be_taken_back_is_what_the_game_does_not_take_back() -> None:
    rng = random.Random(1)
    game = Game.new(4, seed=11)
    told = {True: 0, False: 0}
    for _ in range(250):
        decision = game.decision
        assert decision is not None
        found = game.ahead(decision.seat)
        assert found is not None
        action = rng.choice(decision.codes)
        window = decision.prompt.startswith("prompt.window")
        game.act_code(action)
        # What a sample cannot know is the next card: with it the same may go on otherwise, never back.
        if not window:
            after = game.decision
            stays = game.can_undo(decision.seat) and after is not None and after.seat == decision.seat
            assert stays == (action not in found.final), decision
            told[stays] += 1
    assert min(told.values()) > 20


def test_others_are_told_nothing() -> None:
    table = begun(marching())
    assert table.game is not None
    assert table.game.ahead(table.seat("red")) is None


def test_who_is_done_may_activate_the_next_at_once() -> None:
    table = marching()
    table.army("blue", "antipatros", "pella", loyal=2)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, -1))
    table.act("activate:krateros", "take-all")
    text = table.material.notation.text
    assert ("done", "activate:antipatros", "prompt.activate") in [
        (text(a), text(b), c) for a, b, c in ahead(table).then
    ]
