"""A game is shown step by step: boards as differences, where a replay stops, and nothing that a seat may not know."""

import copy
import hashlib
import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import msgspec
import pytest

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.table import boards, course
from diadochi.table.codec import body_of, encode_body, encode_state
from diadochi.table.rows import EntryRow, Header, SeatRow, Step
from diadochi.table.store import Store
from diadochi.texts.mark import engine_mark
from tests.harness import hidden_elsewhere, open_to
from tests.server.attack import long_game
from tests.server.running import Json, Person, Running, ok, wait_until, with_seat

SEATS = ("blue", "red", "yellow")


def boards_of(person: Person, game: str, seat: str | None, since: int) -> Json:
    return ok(person.get(f"/api/games/{game}/boards", since=since, **with_seat(seat)))


def changed(board: Json, step: Json) -> Json:
    """What a client makes of a step."""
    out = copy.deepcopy(board)
    out["version"] = step["version"]
    for change in step["changes"]:
        *way, last = change["at"]
        there = out
        for key in way:
            there = there[key]
        if "value" in change:
            there[last] = change["value"]
        else:
            del there[last]
    return out


def walk(person: Person, game: str, seat: str | None) -> dict[int, Json]:
    """Every board of a game, by version."""
    version = person.table(game)["version"]
    since, out = 0, dict[int, Json]()
    while since < version:
        answer = boards_of(person, game, seat, since)
        assert answer["first"]["version"] == since
        assert len(answer["steps"]) <= boards.MOST
        board = out[since] = answer["first"]
        for step in answer["steps"]:
            board = out[step["version"]] = changed(board, step)
        assert since < answer["until"] <= version
        since = answer["until"]
    return out


def course_of(person: Person, game: str) -> Json:
    answer = ok(person.get(f"/api/games/{game}/course"))
    while answer["version"] < person.table(game)["version"]:
        answer = ok(person.get(f"/api/games/{game}/course"))
    return answer


@pytest.mark.parametrize("seat", [None, *SEATS])
def test_differences_lead_to_the_same_boards_as_looking_at_each_moment(quick: Running, seat: str | None) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot", "hot")
    ann.play(game, 120, 5)
    seen = walk(ann, game, seat)
    assert len(seen) > 60
    for version, board in seen.items():
        if version < ann.table(game)["version"]:
            assert board == ann.view(game, seat, at=version)


def test_a_step_is_small(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot", "hot")
    version = ann.play(game, 150)["version"]
    answers = [boards_of(ann, game, "red", since) for since in range(0, version, 10)]
    sizes = [len(msgspec.json.encode(step)) for answer in answers for step in answer["steps"]]
    assert sum(sizes) / len(sizes) < len(msgspec.json.encode(answers[0]["first"])) / 10


def test_boards_stand_at_every_stop_of_the_course(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "MOST_READ", 30)
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 100)
    told = course_of(ann, game)
    assert told["version"] == ann.table(game)["version"]
    assert set(told["stops"]) <= walk(ann, game, None).keys()
    lines = {entry["version"]: entry["lines"] for entry in ann.log(game)["entries"]}
    assert all(lines[stop] for stop in told["stops"])
    headings = {line["begins"] for stop in told["stops"] for line in lines[stop]}
    assert {mark["kind"] for mark in told["marks"]} >= headings & {"turn", "round"}
    begun = [(mark["turn"], mark["round"]) for mark in told["marks"] if mark["kind"] == "round"]
    assert begun == sorted(set(begun))


def test_fights_are_marked_where_they_are(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("bot", "bot", options=["short-game"])
    wait_until(lambda: ann.table(game)["status"] == "over")
    told = course_of(ann, game)
    fights = [mark for mark in told["marks"] if mark["kind"] in ("battle", "siege", "naval")]
    spaces = {space["id"] for space in ann.get("/api/material").json()["spaces"]}
    assert fights
    assert all(mark["space"].split(".")[0] in spaces for mark in fights)
    entries = {entry["version"]: entry for entry in ann.log(game)["entries"]}
    for mark in fights:
        assert any(line["fight"] and line["fight"]["begins"] for line in entries[mark["version"]]["lines"])


def test_what_was_taken_back_is_no_stop(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    rng = random.Random(2)
    view = ann.play(game, 20)
    while not (
        ann.view(game, view["decision"]["seat"])["can_undo"] and course_of(ann, game)["stops"][-1] == view["version"]
    ):
        ann.decide(game, view["decision"]["seat"], rng)
        view = ann.view(game)
    ok(ann.undo(game, view["decision"]["seat"], view["version"]))
    after = course_of(ann, game)
    assert after["version"] == view["version"] + 1
    assert view["version"] not in after["stops"]
    assert after["version"] not in after["stops"]
    # Who follows the game live sees the step taken back.
    steps = boards_of(ann, game, None, view["version"])["steps"]
    assert [step["version"] for step in steps] == [after["version"]]


def test_a_seat_looks_through_its_own_eyes_until_the_game_is_over(quick: Running) -> None:
    ann, eve = quick.person(), quick.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 10)
    for what in ("boards", "view", "log"):
        refused = eve.get(f"/api/games/{game}/{what}", seat="blue", since=0)
        assert (refused.status_code, refused.json()["error"]) == (403, "not_your_seat")
    assert boards_of(eve, game, None, 0)["first"]["hands"] == {}
    assert ann.view(game, "blue")["key"] == ""
    assert eve.get(f"/api/games/{game}/boards", since=10_000).status_code == 410
    assert eve.get(f"/api/games/{game}/boards").status_code == 400
    assert eve.get("/api/games/none/boards", since=0).status_code == 404
    assert eve.get("/api/games/none/course").status_code == 404


def test_everything_is_open_when_the_game_is_over(quick: Running) -> None:
    ann, eve = quick.person(), quick.person()
    game = ann.new_game("bot", "bot", options=["short-game"])
    wait_until(lambda: ann.table(game)["status"] == "over")
    version = ann.table(game)["version"]
    for seat in (None, "blue", "red"):
        for since in (0, version // 2, version):
            first = boards_of(eve, game, seat, since)["first"]
            assert first == eve.view(game, seat, at=since)
            assert set(first["hands"]) == {"blue", "red"}
            if seat:
                assert first["hands"][seat] == [card["number"] for card in first["hand"]]
    seen = eve.view(game)
    assert ok(eve.get(f"/api/games/{game}/record"))["key"] == seen["key"]
    assert hashlib.sha256(bytes.fromhex(seen["key"])).hexdigest() == seen["key_hash"]
    assert eve.get(f"/api/games/{game}/boards", since=0, seat="black").status_code == 404
    assert any(line["private"] for entry in eve.log(game, "red")["entries"] for line in entry["lines"])


# What a seat may not know


def known(game: Game, seat: int) -> tuple[int, ...]:
    """The cards that a seat, or a spectator, has seen."""
    return open_to(game, seat) if seat >= 0 else (game.state.discard, game.state.aside)


def twins(game: Game, seat: int, rng: random.Random) -> tuple[list[Game], list[list[EntryRow]]]:
    """The game and one that this seat cannot tell from it; then the same actions in both, as long as it cannot."""
    starts = [Game.from_state(game.material, s) for s in (game.state.copy(), hidden_elsewhere(game, seat, rng))]
    games = [start.copy() for start in starts]
    rows: list[list[EntryRow]] = [[], []]
    for _ in range(40):
        offered = [set(each.decision.codes) if each.decision else set() for each in games]
        both = sorted(offered[0] & offered[1])
        if not both:
            break
        action, decision = rng.choice(both), games[0].decision
        assert decision is not None
        for each in games:
            each.act_code(action)
        if known(games[0], seat) != known(games[1], seat):
            break
        for each, out in zip(games, rows, strict=True):
            body = encode_body(body_of(each.state, each.entries[-1].events))
            out.append(EntryRow(len(out) + 1, decision.seat, each.entries[-1].text, None, body))
    return starts, rows


def keep(store: Store, start: Game, entries: list[EntryRow]) -> str:
    """A game that begins like this and goes on with these entries."""
    decision = start.decision
    assert decision is not None
    created, state = store.environment.now(), encode_state(start.state)
    seats = tuple(SeatRow(i, "hot") for i in range(start.players))
    engine = engine_mark(start.material)
    game = Header(
        id=store.environment.new_id(), name="", created=created, changed=created, private=False, status="running",
        players=start.players, options=(), key=start.state.key, engine=engine, note="", base=0, version=0,
        decider=decision.seat, state=state, seats=seats,
    )  # fmt: skip
    store.add_game(game, EntryRow(0, -1, "", None, encode_body(body_of(start.state, ()))), ())
    step = Step(game.id, engine, 0, len(entries), "running", decision.seat, state, entries, [])
    assert store.append([step]) == [None]
    return game.id


@pytest.mark.parametrize("seat", range(-1, 3))
@pytest.mark.parametrize("steps", [40, 150, 300])
def test_no_board_tells_what_a_seat_cannot_know(quick: Running, seat: int, steps: int) -> None:
    """Two games that differ in everything that is hidden from a seat are shown to it byte for byte alike."""
    rng = random.Random(steps)
    game = Game.new(3, seed=steps)
    while game.decision is not None and game.version < steps:
        game.act_code(rng.choice(game.decision.codes))
    starts, rows = twins(game, seat, rng)
    assert (starts[0].state.hands, starts[0].state.deck) != (starts[1].state.hands, starts[1].state.deck)
    store, material, told = quick.table.store, game.material, list[object]()
    for start, entries in zip(starts, rows, strict=True):
        kept, last = keep(store, start, entries), len(entries)
        shown = [boards.boards(store, material, kept, since, last, seat, over=False) for since in range(0, last, 3)]
        told.append((shown, [course.step(material, row).marks for row in entries]))
    assert len(rows[0]) > 2
    assert msgspec.json.encode(told[0]) == msgspec.json.encode(told[1])


def test_a_board_of_another_seat_would_be_seen(quick: Running) -> None:
    """So that the test above can fail."""
    rng = random.Random(1)
    game = Game.new(3, seed=1)
    while game.decision is not None and game.version < 60:
        game.act_code(rng.choice(game.decision.codes))
    starts, rows = twins(game, 0, rng)
    seen = []
    for start, entries in zip(starts, rows, strict=True):
        kept = keep(quick.table.store, start, entries)
        seen.append(boards.boards(quick.table.store, game.material, kept, 0, len(entries), 1, over=False))
    assert seen[0].first.hand != seen[1].first.hand


def noting(work: Callable[[str], Header | None], asked: list[str]) -> Callable[[str], Header | None]:
    def noted(game: str) -> Header | None:
        asked.append(game)
        return work(game)

    return noted


def test_a_finished_game_tells_who_won_why_and_how_it_came_to_that(
    quick: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadPoolExecutor(1) as thread:
        header = thread.submit(
            long_game, quick.table.store, load_material(), lambda game: False, players=3, seed=5
        ).result()
    ann, asked = quick.person(), list[str]()
    monkeypatch.setattr(quick.table.store, "header", noting(quick.table.store.header, asked))
    ok(ann.get(f"/api/games/{header.id}/course"))
    assert len(asked) <= 3, "of a game that is not in memory its header is read for a page, not for each entry"
    told, view = course_of(ann, header.id), ann.view(header.id)
    assert told["ending"]["text"].startswith(view["result"]["winner"].capitalize())
    assert re.fullmatch(r"3\.\d\.\d", told["ending"]["rule"])
    for player in view["players"]:
        for what in ("vp", "legitimacy"):
            totals = [one for one in told["scores"] if (one["faction"], one["what"]) == (player["faction"], what)]
            assert totals[-1]["total"] == player[what]
            sums = [(a["total"] + b["points"], b["total"]) for a, b in pairwise(totals)]
            assert all(max(0, expected) == total for expected, total in sums)
    points = told["turning_points"]
    assert len(points) == course.TURNING_POINTS
    assert [one["version"] for one in points] == sorted(one["version"] for one in points)
    assert all(one["texts"] and one["round"] for one in points)
    running = ann.new_game("me", "hot")
    assert course_of(ann, running) | {"ending": None, "turning_points": []} == course_of(ann, running)
