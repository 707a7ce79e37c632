"""Tournaments: balanced, counted right, stopped early where they may, and fair to programs that fail; the ladder."""

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from diadochi.cli import main
from diadochi.game import Result
from diadochi.lab import games, ladder
from diadochi.lab.games import Fault, Played, Seat
from diadochi.lab.inference import wilson
from diadochi.lab.ladder import Ladder, LadderError
from diadochi.lab.match import play
from diadochi.lab.plan import Plan, PlanError
from diadochi.lab.tournament import Patience, Sequence, TournamentError, question_of, scores

KEYS = {"games", "wins", "win_share", "low", "high", "rating", "faults"}
A, B, C = "random", "satrap", "satrap:cautious"


def game(number: int, bots: tuple[str, ...], winner: int, fault: int = -1) -> Played:
    n = len(bots)
    failed = Fault(3, "died", "out of elephants")
    seats = tuple(Seat(str(i), name, (), 1, 0.0, failed if i == fault else None) for i, name in enumerate(bots))
    result = Result(winner, "end-game", (0,) * n, (0,) * n) if fault < 0 else None
    return Played(
        number, number // n, f"{number:04x}", f"{number}", 0, "deluxe", "", (), (), "", "compiled", seats, (), (), 5,
        1.0, result, "" if fault < 0 else "it died",
    )  # fmt: skip


@pytest.mark.parametrize(("bots", "players"), [((A, B), 2), ((A, B, C), 2), ((A, B), 4), ((A,), 3)])
def test_every_bot_has_every_seat_with_every_deal(bots: tuple[str, ...], players: int) -> None:
    plan = Plan(bots, players, 0, paired=True)
    matches = [plan.match(i) for i in range(players * len(plan.line_ups()))]
    for seat in range(players):
        assert Counter(m.bots[seat] for m in matches) == Counter(m.bots[0] for m in matches)
    for block in range(len(plan.line_ups())):
        turn = matches[block * players : (block + 1) * players]
        assert {m.seed for m in turn} == {block}
        assert {plan.block(m.number) for m in turn} == {block}
        assert len({tuple(sorted(m.bots)) for m in turn}) == 1
        assert len({m.rng for m in turn}) == players


def test_a_plan_without_bots_is_refused() -> None:
    with pytest.raises(PlanError, match="at least one"):
        Plan((), 2, 1)


def test_every_seat_that_a_bot_plays_counts() -> None:
    found = scores(Plan((A, B, B), 3, 2, paired=True), [game(0, (A, B, B), 0), game(1, (B, A, B), 0)])
    assert (found[A].games, found[A].wins) == (2, 1)
    assert (found[B].games, found[B].wins) == (4, 1)
    assert found[A].blocks == {0: [1, 2]}


def test_the_interval_knows_the_blocks() -> None:
    """Every deal is won by one bot from both seats: forty games tell no more than twenty."""
    plan = Plan((A, B), 2, 40, paired=True)
    played = [game(i, (A, B) if i % 2 == 0 else (B, A), (i + i // 2) % 2) for i in range(40)]
    share = scores(plan, played)[A].share
    low, high = wilson(20, 40)
    assert share.value == 0.5
    assert share.low < low < high < share.high


def test_the_better_bot_is_rated_higher_whatever_the_order_of_the_lines() -> None:
    plan = Plan((A, B), 2, 10, paired=True)
    played = [game(i, (A, B), int(i == 3)) for i in range(10)]
    found = scores(plan, played)
    assert found[A].rating.mu > 25 > found[B].rating.mu
    assert found[A].rating.sigma < 25 / 3
    assert scores(plan, played[::-1])[A].rating == found[A].rating


def test_alone_among_its_like_a_bot_keeps_its_rating() -> None:
    assert scores(Plan((A,), 2, 1, paired=True), [game(0, (A, A), 0)])[A].rating.mu == 25


# Programs that fail


def test_a_game_that_a_program_fails_in_counts_for_nobody() -> None:
    found = scores(Plan((A, B), 2, 4, paired=True), [game(0, (A, B), 0), game(1, (B, A), -1, fault=1)])
    assert (found[A].games, found[A].wins, found[A].faults) == (1, 1, 1)
    assert (found[B].games, found[B].wins, found[B].faults) == (1, 0, 0)
    alone = scores(Plan((A, B), 2, 4, paired=True), [game(0, (A, B), 0)])
    assert found[A].rating == alone[A].rating


def test_a_program_that_always_fails_ends_the_tournament() -> None:
    patience = Patience()
    patience.look(game(0, (A, B), -1, fault=0))
    patience.look(game(1, (A, B), 0))
    patience.look(game(2, (A, B), -1, fault=0))
    patience.look(game(3, (A, B), -1, fault=0))
    with pytest.raises(TournamentError, match=r"random failed in 3 games in a row.*out of elephants"):
        patience.look(game(4, (A, B), -1, fault=0))


def test_a_program_that_cannot_start_is_told_before_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--bots", "random,program:no-such-program", "--games", "1"]) == 1
    assert "diadochi: program:no-such-program: it cannot be started" in capsys.readouterr().err


def test_a_program_that_dies_is_told_with_its_last_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It dies in its first game, and then plays on as satrap does."""
    script = tmp_path / "player.py"
    script.write_text(
        f"""
import pathlib, sys
from diadochi.bots.stdio import serve
mark = pathlib.Path({str(tmp_path / "mark")!r})
lines = []
class Source:
    def readline(self, size=-1):
        line = sys.stdin.readline()
        if '"decide"' in line and not mark.exists():
            mark.write_text("")
            raise SystemExit("out of elephants")
        return line
serve("random", Source(), sys.stdout, seed=1)
""",
        encoding="utf-8",
    )
    name = f"program:{sys.executable} {script}"
    keep, rungs = tmp_path / "games.jsonl", tmp_path / "ladder.json"
    arguments = ["--games", "2", "--jobs", "1", "--seconds", "60", "-o", str(keep), "--ladder", str(rungs), "--json"]
    assert main(["tournament", "--bots", f"random,{name}", *arguments, "--options", "short-game"]) == 0
    out, err = capsys.readouterr()
    assert f"{name} died in game 0 (seed 0) after" in err
    assert ": it ended with exit code 1; its last words: out of elephants" in err
    told = json.loads(out)["bots"][name]
    assert (told["faults"], told["games"]) == (1, 1)
    first, second = games.read(keep)
    assert (first.result, first.faults[0].kind, second.is_sound) == (None, "died", True)
    assert ladder.read(rungs).ratings[name].games == 1


# Is A better than B?


PLAN = Plan((A, B), 2, 1000, paired=True)


def blocks(number: int, wins_of_a: int = 2) -> list[Played]:
    """In each block A wins so many of two."""
    out = []
    for i in range(2 * number):
        bots = (A, B) if i % 2 == 0 else (B, A)
        out.append(game(i, bots, bots.index(A if i % 2 < wins_of_a else B)))
    return out


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("random>satrap by 5", 5),
        (" random > satrap  by 2.5 ", 2.5),
        ("random>satrap", 5),
        ("random beats satrap by 5", 5),
    ],
)
def test_a_question_is_read(text: str, points: float) -> None:
    question = question_of(text, PLAN)
    assert (question.better, question.other, question.points) == (A, B, points)


@pytest.mark.parametrize("text", ["", "random", "random>random", "random>satrap by 0", "random by 5"])
def test_what_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(TournamentError, match="write a question such as"):
        question_of(text, PLAN)


def test_who_does_not_play_is_not_asked_about() -> None:
    with pytest.raises(TournamentError, match="strategos does not play; the bots are random, satrap"):
        question_of("strategos>random by 5", PLAN)


def test_the_answer_does_not_hang_on_the_order_of_the_games() -> None:
    played = blocks(200)
    orders = (played, played[::-1], played[1::2] + played[::2])
    found = []
    for order in orders:
        sequence = Sequence(PLAN, question_of("random>satrap by 5", PLAN))
        for one in order:
            if sequence.look(one):
                break
        found.append((sequence.verdict, sequence.next))
    assert found[0] == found[1] == found[2]
    assert found[0][0].answer == "yes"


def test_a_block_with_a_fault_is_left_out() -> None:
    played = blocks(3)
    played[2] = game(2, (A, B), -1, fault=1)
    sequence = Sequence(PLAN, question_of("random>satrap by 5", PLAN))
    for one in played:
        sequence.look(one)
    assert sequence.differences == [1.0, 1.0]
    assert sequence.next == 3


def test_a_tournament_stops_when_the_question_is_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of four hundred games that are kept, the first ones suffice."""
    keep = tmp_path / "games.jsonl"
    plan = Plan((A, B), 2, 400, paired=True, options=("short-game",))
    mark = replace(games.read_line(games.write_line(played_once(plan))), actions=(), player_turns=())
    lines = []
    for number in range(400):
        match = plan.match(number)
        seats = tuple(replace(seat, bot=name) for seat, name in zip(mark.seats, match.bots, strict=True))
        assert mark.result is not None
        result = replace(mark.result, winner=match.bots.index(B))
        lines.append(replace(mark, number=number, seed=match.seed, rng=match.rng, seats=seats, result=result))
    games.write(keep, lines)
    arguments = ["--bots", f"{A},{B}", "--games", "400", "--sprt", f"{B}>{A} by 5", "--options", "short-game"]
    assert main(["tournament", *arguments, "-o", str(keep), "--resume", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sprt"]["answer"] == "yes"
    assert told["bots"][B]["games"] == 2 * told["sprt"]["blocks"] < 200
    assert main(["tournament", *arguments, "-o", str(keep), "--resume"]) == 0
    assert "Yes: satrap is better than random; 5 points fit much better than none." in capsys.readouterr().out


def played_once(plan: Plan) -> Played:
    return play(replace(plan.match(0), bots=(A, A)))


# The ladder


def test_a_game_is_rated_once(tmp_path: Path) -> None:
    standing = Ladder()
    played = blocks(3)
    assert standing.add(played) == 6
    before = standing.rungs()
    assert standing.add(played) == 0
    assert standing.rungs() == before
    assert [name for name, _ in before] == [A, B]
    file = tmp_path / "ladder.json"
    ladder.write(file, standing)
    assert ladder.read(file) == standing


def test_a_ladder_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two, rungs = (str(tmp_path / name) for name in ("one.jsonl", "two.jsonl", "ladder.json"))
    games.write(Path(one), blocks(2))
    games.write(Path(two), blocks(5))
    assert main(["ladder", one, "--ladder", rungs]) == 0
    assert main(["ladder", two, one, "--ladder", rungs, "--json"]) == 0
    out, err = capsys.readouterr()
    assert "4 games rated; 0 were known" in err
    assert "6 games rated; 8 were known" in err
    told = json.loads(out[out.index("{") :])
    assert told[A]["games"] == told[B]["games"] == 10
    assert told[A]["rating"] > 25 > told[B]["rating"]


def test_a_file_that_is_no_ladder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    for content in ("what?", '{"format": "diadochi save", "version": 1}'):
        file.write_text(content, encoding="utf-8")
        with pytest.raises(LadderError, match="is not a ladder"):
            ladder.read(file)


# The command


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--bots", "random", "--players", "2", "--games", "1", "--jobs", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["bots"]["random"]) == KEYS
    assert told["bots"]["random"]["games"] == 2


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--bots", "random", "--players", "2", "--games", "1", "--jobs", "1"]) == 0
    assert "95 % interval" in capsys.readouterr().out
