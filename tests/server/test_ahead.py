"""What the choices of a seat lead to, and several actions sent at once."""

import pytest

from diadochi.rules import activation
from diadochi.table import api
from tests.server.running import Json, Person, Running, ok
from tests.table import Table


@pytest.fixture
def march(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Krateros at Kelainai with 4 MPs, Leonnatos at Tarsos."""
    table = Table(players=2)
    table.army("blue", "krateros", "kelainai", loyal=4)
    table.army("red", "leonnatos", "tarsos", mercenary=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all")
    monkeypatch.setattr(api, "new_state", lambda *_: table.game.state.copy())  # type: ignore[union-attr]
    return table


def ahead(person: Person, game: str, seat: str | None = "blue") -> Json:
    return ok(person.get(f"/api/games/{game}/ahead", **({} if seat is None else {"seat": seat})))


def test_a_seat_is_told_where_it_can_go(quick: Running, march: Table) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    found = ahead(ann, game)
    goals = {goal["space"]: goal for goal in found["goals"]}
    assert found["mps"] == 4
    assert goals["pergamon"]["ways"][0]["actions"] == ["march:sardeis", "march:pergamon"]
    assert [goals["pergamon"]["ways"][0][name] for name in ("costs", "left", "chance")] == [[1, 2], 2, 1.0]


def test_who_has_nothing_to_decide_is_told_nothing_and_strangers_are_refused(quick: Running, march: Table) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    for seat in ("red", None):
        found = ahead(ann, game, seat)
        assert (found["goals"], found["odds"], found["final"], found["then"]) == ([], {}, {}, [])
    assert quick.person().get(f"/api/games/{game}/ahead", seat="blue").status_code == 403


def sent(person: Person, game: str, action: str, *then: str, id: str | None = None) -> Json:
    answer = person.act(game, "blue", person.view(game)["version"], action, id=id, then=list(then))
    return ok(answer)


def test_several_steps_are_carried_out_with_one_request(quick: Running, march: Table) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    sent(ann, game, "march:sardeis", "march:pergamon", id="once")
    entries = ann.log(game)["entries"]
    assert [entry["action"] for entry in entries[1:]] == ["march:sardeis", "march:pergamon"]
    assert "pergamon" in ann.view(game)["spaces"]
    again = ann.act(game, "blue", 0, "march:sardeis", id="once", then=["march:pergamon"])
    assert ok(again)["version"] == 1
    assert len(ann.log(game)["entries"]) == 3


def test_what_is_not_offered_any_more_is_not_carried_out_nor_what_follows(quick: Running, march: Table) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    sent(ann, game, "march:sardeis", "march:tarsos", "march:pergamon")
    assert [entry["action"] for entry in ann.log(game)["entries"][1:]] == ["march:sardeis"]


def test_another_seat_is_never_passed_over(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(players=2)
    table.army("blue", "krateros", "ikonion", loyal=4)
    table.army("red", "antigonos", "kelainai", mercenary=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all")
    monkeypatch.setattr(api, "new_state", lambda *_: table.game.state.copy())  # type: ignore[union-attr]
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    way = next(goal for goal in ahead(ann, game)["goals"] if goal["space"] == "gordion")["ways"][0]
    assert way["chance"] < 1
    assert any("Antigonos may Intercept" in hazard for hazard in way["hazards"])
    sent(ann, game, *way["actions"])
    decision = ann.view(game, "red")["decision"]
    assert (decision["seat"], decision["kind"]) == ("red", "intercept")
    assert len(ann.log(game)["entries"]) == 2


def test_no_more_than_a_dozen_are_taken_at_once(quick: Running, march: Table) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    assert ann.act(game, "blue", 0, "march:sardeis", then=["march:pergamon"] * 13).status_code == 400
