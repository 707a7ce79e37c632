"""Standing orders and windows that are left out for a while: live and slow, and nothing of a hand is given away."""

import pytest

from diadochi.table import windows
from diadochi.table.rows import SeatRow
from tests.server.running import Json, Person, Running, ok
from tests.server.test_rounds import STORMS, ground, patient, ready_to_sail, running, sail, sit_down
from tests.table import Table

__all__ = ["ground", "patient", "running"]
STORM: Json = {"card": STORMS, "kind": "naval_step", "whom": ["blue"], "least": 3}


def give(person: Person, game: str, seat: str, *orders: Json, setting: str = "chosen") -> None:
    body = {"seat": seat, "windows": setting, "kinds": [], "orders": list(orders)}
    ok(person.post(f"/api/games/{game}/settings", body))


def played(person: Person, game: str) -> list[tuple[str, str]]:
    return [(entry["seat"], entry["action"]) for entry in person.log(game)["entries"] if entry["action"]]


def test_at_a_slow_table_an_order_is_carried_out_without_asking(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = sit_down(running, monkeypatch, hands={"red": STORMS}, pace="slow")
    for seat in ("blue", "yellow"):
        give(people[seat], game, seat)
    give(people["red"], game, "red", STORM)
    sail(people, game)
    assert ("red", f"surprise:{STORMS}") in played(people["blue"], game)


@pytest.mark.parametrize("changed", [{"least": 4}, {"whom": ["yellow"]}, {"kind": "naval_dice"}])
def test_an_order_that_does_not_apply_is_a_pass(
    changed: Json, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = sit_down(running, monkeypatch, hands={"red": STORMS}, pace="slow")
    for seat in ("blue", "yellow"):
        give(people[seat], game, seat)
    give(people["red"], game, "red", {**STORM, **changed})
    sail(people, game)
    assert ("red", "pass") in played(people["blue"], game)
    assert ("red", f"surprise:{STORMS}") not in played(people["blue"], game)


def test_an_order_for_a_card_that_is_not_held_looks_like_no_order(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for orders in ((), (STORM,)):
        game, people = sit_down(running, monkeypatch, pace="slow")
        for seat in ("blue", "yellow"):
            give(people[seat], game, seat)
        give(people["red"], game, "red", *orders)
        sail(people, game)
        told.append(played(people["blue"], game))
    assert told[0] == told[1]


def test_in_a_countdown_an_order_is_an_answer_that_may_be_changed(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = sit_down(patient, monkeypatch, hands={"red": STORMS})
    give(people["red"], game, "red", STORM, setting="ask")
    version = sail(people, game)
    assert people["red"].view(game, "red")["decision"]["round"]["answer"] == f"surprise:{STORMS}"
    for seat in ("blue", "yellow"):
        assert people[seat].view(game, seat)["decision"]["round"]["answer"] is None
    ok(people["red"].act(game, "red", version, "pass"))
    assert people["red"].view(game, "red")["decision"]["round"]["answer"] == "pass"


def test_orders_are_durable_and_told_to_their_holder_only(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    game, people = sit_down(running, monkeypatch, pace="slow")
    give(people["red"], game, "red", STORM)
    running.restart()
    assert people["red"].table(game)["seats"][1]["orders"] == [STORM]
    for other in ("blue", "yellow"):
        assert people[other].table(game)["seats"][1]["orders"] is None
    assert running.person().table(game)["seats"][1]["orders"] is None


@pytest.mark.parametrize("wrong", [{"card": "1"}, {"card": "x"}, {"kind": "siege_roll"}, {"kind": "every_step"}])
def test_an_order_that_cannot_be_is_refused(wrong: Json, running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    game, people = sit_down(running, monkeypatch, pace="slow")
    body = {"seat": "red", "windows": "ask", "orders": [{**STORM, **wrong}]}
    assert people["red"].post(f"/api/games/{game}/settings", body).status_code == 400


# Left out for a while


def at(round: int, active: str) -> Table:
    table = ready_to_sail()
    table.state.round, table.state.active = round, table.seat(active)
    table.state.order = tuple(table.seat(faction) for faction in ("blue", "red", "yellow"))
    return table


def setting(table: Table, row: SeatRow) -> str:
    return windows.Manner("slow", (row, row, row)).setting(row, table.state)


@pytest.mark.parametrize(
    ("begun", "moments"),
    [
        ((2, "blue"), {(2, "blue"): True, (2, "red"): False, (2, "yellow"): False, (3, "blue"): False}),
        ((2, "red"), {(2, "red"): True, (2, "yellow"): True, (3, "blue"): True, (3, "red"): False}),
        ((2, "yellow"), {(2, "yellow"): True, (3, "blue"): True, (3, "red"): False, (3, "yellow"): False}),
    ],
)
def test_not_until_my_turn_lasts_until_it_begins(begun: tuple[int, str], moments: dict[tuple[int, str], bool]) -> None:
    skip = windows.skip_of(windows.TURN, at(*begun).state, 1)
    row = SeatRow(1, "person", windows="ask", skip=skip)
    assert {moment: setting(at(*moment), row) == "turn" for moment in moments} == moments


def test_not_this_round_lasts_until_the_next() -> None:
    row = SeatRow(1, "person", windows="ask", skip=windows.skip_of(windows.ROUND, at(2, "blue").state, 1))
    assert [setting(at(*moment), row) for moment in ((2, "blue"), (2, "red"), (3, "blue"))] == ["round", "round", "ask"]
