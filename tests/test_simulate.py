"""The laboratory: simulations repeat, count right and report dead ends that can be replayed."""

import json
import random
from collections import Counter
from collections.abc import Callable

import pytest

from diadochi import build
from diadochi.bots import BOTS, random_bot
from diadochi.cli import main
from diadochi.game import Decision, Game
from diadochi.lab import games
from diadochi.lab.bench import bench
from diadochi.lab.match import Match, play
from diadochi.lab.plan import Plan
from diadochi.lab.simulate import Tally
from diadochi.rules.scoring import VICTORY_NAME
from diadochi.view import View

KEYS = [
    "build", "games", "finished", "dead_ends", "actions", "passes", "seconds", "actions_per_second", "games_per_second",
    "victories", "bots",
]  # fmt: skip

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        assert err == ""
        return code, out

    return run


def simulate(number: int, seed: int, bots: tuple[str, ...] = ("random",), players: int = 2) -> Tally:
    tally = Tally()
    for match in Plan(bots, players, number, seed).matches():
        tally.add(play(match))
    return tally


def test_the_random_bot_picks_every_action_equally_often() -> None:
    game = Game.new(players=5, seed=1)
    decision = game.decision
    assert decision is not None
    rng = random.Random(1)
    view = game.view(decision.seat)
    picked = Counter(BOTS["random"](view, decision, rng) for _ in range(2000))
    assert set(picked) == set(decision.actions)
    for number in picked.values():
        assert abs(number - 2000 / len(picked)) < 150


def test_the_short_way_of_the_random_bot_is_the_same_bot() -> None:
    game = Game.new(players=5, seed=1)
    besides = 0
    for seed in range(400):
        decision = game.decision
        assert decision is not None
        code = random_bot.pick(game, random.Random(seed))
        view = game.view(decision.seat)
        assert random_bot.choose(view, decision, random.Random(seed)) == game.notation.text(code)
        besides += code in decision.further
        game.act_code(code)
    assert besides, "some of it was not asked for"


def test_games_are_played_to_the_end() -> None:
    tally = simulate(2, 1)
    assert (tally.games, tally.finished, tally.dead_ends) == (2, 2, [])
    assert sum(tally.victories.values()) == sum(tally.wins.values()) == 2
    assert set(tally.victories) <= set(VICTORY_NAME)
    assert 0 < tally.passes < tally.actions
    assert tally.seats == {"random": 4}
    assert tally.builds == {build.kind(): 2}


def test_a_seed_repeats_the_games() -> None:
    def facts(seed: int) -> tuple[int, int]:
        tally = simulate(1, seed)
        return tally.actions, tally.passes

    assert facts(5) == facts(5)
    assert facts(5) != facts(6)


def test_the_second_game_is_the_first_of_the_next_seed() -> None:
    one, two, both = simulate(1, 5), simulate(1, 6), simulate(2, 5)
    assert both.actions == one.actions + two.actions


def test_the_bots_move_on_by_a_seat_from_game_to_game() -> None:
    bots = ("random", "satrap", "satrap:cautious", "strategos")
    matches = Plan(bots, 4, 4, seed=10).matches()
    assert [match.bots[0] for match in matches] == list(bots)
    assert [match.seed for match in matches] == [10, 11, 12, 13]


def test_a_bot_that_looks_at_its_view_can_be_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[int] = set()

    def first(view: View, decision: Decision, rng: random.Random) -> str:
        assert view.seat == decision.seat
        seen.add(view.seat)
        return rng.choice(decision.actions)

    monkeypatch.setitem(BOTS, "first", first)
    assert simulate(1, 1, ("first",)).finished == 1
    assert seen == {0, 1}


def test_a_bot_that_chooses_what_is_not_offered_is_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "odd", lambda view, decision, rng: "march:issos")
    (dead_end,) = simulate(1, 1, ("odd",)).dead_ends
    assert dead_end.stopped == "ValueError: odd chose what is not offered: march:issos"


def broken_after(number: int) -> Callable[[Game, int], object]:
    act_code = Game.act_code

    def act(game: Game, code: int) -> object:
        if len(game.entries) == number:
            raise IndexError("no such thing")
        return act_code(game, code)

    return act


def test_a_game_that_breaks_is_a_dead_end_that_can_be_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Game, "act_code", broken_after(7))
        dead_end = play(Match(0, 4, "4", ("random",) * 3))
    assert (dead_end.players, dead_end.seed, dead_end.result) == (3, 4, None)
    assert dead_end.stopped == "IndexError: no such thing"
    assert len(dead_end.actions) == 8
    assert games.read_line(games.write_line(dead_end)) == dead_end
    assert len(list(games.replay(dead_end))) == 9


def test_a_decision_without_actions_is_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "asked", property(lambda game: ()))
    assert play(Match(0, 1, "1", ("random",) * 2)).stopped == "nothing is offered"


def test_a_game_without_end_is_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diadochi.lab.match.LONGEST", 5)
    dead_end = play(Match(0, 1, "1", ("random",) * 2))
    assert dead_end.stopped == "no end after 5 actions"
    assert len(dead_end.actions) == 5


def test_simulate_prints_json(run: Run) -> None:
    code, out = run("simulate", "--players", "2", "--games", "1", "--seed", "1", "--bots", "random", "--json")
    facts = json.loads(out)
    assert code == 0
    assert list(facts) == KEYS
    assert (facts["games"], facts["finished"], facts["dead_ends"], facts["build"]) == (1, 1, 0, build.kind())


def test_simulate_prints_a_table(run: Run) -> None:
    code, out = run("simulate", "--players", "2", "--games", "1", "--seed", "1")
    assert code == 0
    for words in ("games per processor second", "dead ends", "victory", build.kind()):
        assert words in out


def test_simulate_fails_with_a_dead_end_and_tells_how_to_replay_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diadochi.lab.match.LONGEST", 2)
    code, out = run("simulate", "--players", "2", "--games", "1", "--seed", "9")
    assert code == 1
    assert "Dead end with seed 9 after 2 actions: no end after 2 actions" in out
    code, out = run("simulate", "--players", "2", "--games", "1", "--seed", "9", "--json")
    (failure,) = json.loads(out)["failures"]
    assert (failure["seed"], failure["players"], len(failure["actions"])) == (9, 2, 2)


def test_bench_measures_everything() -> None:
    facts = bench(games=1).to_json()
    assert facts.pop("build") == build.kind()
    assert all(value >= 0 for value in facts.values())
    assert facts["finished"] == facts["games"] == 1
    assert facts["actions"] == facts["actions_per_game"]
    assert 0 < facts["share_of_passes"] < 1
    assert 0 < facts["share_of_small_decisions"] <= 1
    assert facts["largest_decision"] > 1
    assert facts["copy_microseconds"] > 0 < facts["view_microseconds"]


def test_bench_prints_json(run: Run) -> None:
    code, out = run("bench", "--games", "1", "--json")
    assert code == 0
    assert {"calibration_seconds", "actions_per_second", "largest_decision"} <= set(json.loads(out))
