"""The analysis of one game: chances, turning points, luck, better decisions, and links that lead somewhere."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from diadochi.bots import random_bot
from diadochi.cli import main
from diadochi.errors import GameError
from diadochi.game import Game
from diadochi.lab import analysis
from diadochi.lab.analysis import ADVISERS, Analysis, Walk, alternatives, changes
from diadochi.lab.analysis_page import analysis_page
from diadochi.lab.playouts import Kept, Playouts, Worker, another_future, job_of
from diadochi.lab.pool import KeptError, in_order, read_kept
from diadochi.model.material import Material
from diadochi.model.state import State
from tests.lab.test_report import Tags


def finished(players: int = 2, seed: int = 8) -> Game:
    game = Game.new(players, seed)
    rng = random.Random(seed)
    while game.asked:
        if rng.random() < 0.02 and game.can_undo():
            game.undo()
        else:
            game.act_code(random_bot.pick(game, rng))
    return game


def by_points(material: Material, state: State, seed: int) -> Sequence[float]:
    """A value without playouts: each seat's share of all VP and L."""
    points = [1 + vp + crown for vp, crown in zip(state.vp, state.legitimacy, strict=True)]
    return [own / sum(points) for own in points]


GAME = finished()


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analysis.analyse(GAME, by_points)


# Chances


def test_the_game_is_gone_through_as_it_was_played(found: Analysis) -> None:
    assert "undo" in [entry.text for entry in GAME.entries]
    assert found.moments[-1].version == len(GAME.entries)
    assert GAME.result is not None
    assert found.moments[-1].vp == GAME.result.vp
    assert [m.version for m in found.moments] == sorted({m.version for m in found.moments})
    walk = Walk(GAME)
    walk.go()
    assert walk.game.state == GAME.state


def test_chances_are_those_of_the_value(found: Analysis) -> None:
    for moment, chances in zip(found.moments, found.chances, strict=True):
        points = [1 + vp + crown for vp, crown in zip(moment.vp, moment.legitimacy, strict=True)]
        assert chances == [own / sum(points) for own in points]


def test_turning_points_are_the_greatest_changes(found: Analysis) -> None:
    shifts = changes(found.moments, found.chances)
    assert len(shifts) == len(found.moments) - 1
    assert found.turning_points == shifts[: analysis.TURNING_POINTS]
    sizes = [abs(shift.change) for shift in shifts]
    assert sizes == sorted(sizes, reverse=True)
    for shift in found.turning_points:
        now, before = found.chances[shift.moment], found.chances[shift.moment - 1]
        assert shift.change == now[shift.seat] - before[shift.seat]


def test_playouts_of_a_won_game_know_the_winner() -> None:
    assert GAME.result is not None
    chances = Playouts(2)(GAME.material, GAME.state, 0)
    assert chances == [float(seat == GAME.result.winner) for seat in range(2)]


def test_playouts_repeat_and_differ_by_seed() -> None:
    walk = Walk(GAME)
    state = walk.game.state.copy()
    once, twice = Playouts(4)(GAME.material, state, 1), Playouts(4)(GAME.material, state, 1)
    assert once == twice
    assert sum(once) == 1
    futures = {another_future(state, f"{seed}", random.Random(seed)).key for seed in range(5)}
    assert len(futures) == 5
    assert state == walk.game.state


def test_a_future_keeps_the_hands_and_shuffles_the_draw_pile() -> None:
    state = finished(2, 3).state
    other = another_future(state, "x", random.Random(1))
    assert other.hands == state.hands
    assert other.deck != state.deck
    assert sorted(other.deck) == sorted(state.deck)


def test_processes_change_nothing(found: Analysis) -> None:
    states = Walk(GAME)
    states.go()
    few = [job_of(state, 0) for state in states.states[-6:]]
    work = Worker(by_points, GAME.material)
    assert list(in_order(work, few, 2)) == list(in_order(work, few, 1)) == found.chances[-6:]


# Luck and decisions


def test_every_roll_is_told_with_its_version(found: Analysis) -> None:
    assert found.rolls
    for chance in found.rolls:
        dice = [die for event in GAME.entries[chance.version - 1].events for die in event.dice]
        assert set(chance.roll.dice) <= set(dice)


def test_better_choices_were_on_offer_and_come_out_better(found: Analysis) -> None:
    assert 0 < len(found.worst) <= analysis.WORST
    losses = [choice.loss for choice in found.worst]
    assert losses == sorted(losses, reverse=True)
    assert min(losses) > 0
    for choice in found.worst:
        walk = Walk(GAME)
        for entry in GAME.entries[: choice.version]:
            if entry.text == "undo":
                walk.game.undo_again(entry.seat)
            else:
                walk.game.act(entry.text, entry.seat)
        decision = walk.game.decision
        assert decision is not None
        assert decision.seat == choice.seat
        assert {choice.action, choice.better} <= set(decision.actions)
        assert GAME.entries[choice.version].text == choice.action
        trial = walk.game.copy()
        trial.act(choice.better)
        assert by_points(trial.material, trial.state, 0)[choice.seat] == choice.better_chance


def test_where_advisers_agree_nothing_is_asked() -> None:
    game = Game.new(4, 2)
    decision = game.decision
    assert decision is not None
    advice = {adviser(game.view(decision.seat), decision, random.Random(0)) for adviser in ADVISERS}
    assert len(advice) == 1
    (same,) = advice
    other = next(action for action in decision.actions if action != same)
    assert alternatives(game, 0, same) is None
    asked = alternatives(game, 0, other)
    assert asked is not None
    assert asked.actions == (other, same)


def test_a_running_game_is_refused() -> None:
    with pytest.raises(GameError, match="when it is over"):
        analysis.analyse(Game.new(2, 1), by_points)


def test_an_analysis_goes_on_where_it_was(found: Analysis, tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    valued: list[State] = []

    def value(material: Material, state: State, seed: int) -> Sequence[float]:
        valued.append(state)
        return by_points(material, state, seed)

    whole = analysis.analyse(GAME, value, keep=keep)
    assert (whole.chances, whole.worst) == (found.chances, found.worst)
    lines = keep.read_bytes().splitlines(keepends=True)
    assert len(lines) == len(valued)
    keep.write_bytes(b"".join(lines[:9]) + lines[9][:30])  # broken off in the middle of a line
    valued.clear()
    again = analysis.analyse(GAME, value, keep=keep)
    assert (again.chances, again.worst) == (whole.chances, whole.worst)
    assert len(valued) == len(lines) - 9
    assert keep.read_bytes() == b"".join(lines)


def test_what_another_value_is_worth_is_not_taken_for_it(tmp_path: Path) -> None:
    job = job_of(GAME.state, 0)
    kept = Kept(tmp_path / "kept.jsonl", Playouts(1), GAME.material)
    kept.add(job, [0.25, 0.75])
    assert Kept(tmp_path / "kept.jsonl", Playouts(1), GAME.material)[job] == [0.25, 0.75]
    assert job._replace(seed=1) not in kept
    for other in (Playouts(2), Playouts(1, "satrap"), by_points):
        assert job not in Kept(tmp_path / "kept.jsonl", other, GAME.material)


def test_a_file_of_something_else_is_not_taken_for_what_is_kept(tmp_path: Path) -> None:
    for content in ("not JSON\n", "{}\n", "3\n"):
        (tmp_path / "other").write_text(content)
        with pytest.raises(KeptError, match="does not hold what this command keeps"):
            read_kept(tmp_path / "other")
        assert (tmp_path / "other").read_text() == content


# The page


def test_the_page_stands_alone_and_its_links_lead_somewhere(found: Analysis) -> None:
    page = analysis_page(found)
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "<script" not in page
    for title in ("Chances to win", "Turning points", "The worst decisions", "Luck", "The log"):
        assert f"<h2>{title}</h2>" in page
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets
    assert targets <= set(re.findall(r'id="([^"]+)"', page))
    assert "playouts" not in page
    assert 'href="https://table/g/1/' in analysis_page(found, "https://table/g/1/")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, out = tmp_path / "game.json", tmp_path / "analysis.html"
    record.write_text(GAME.record(), encoding="utf-8")
    place = f"{__name__}:by_points"
    assert main(["analyse", str(record), "-o", str(out), "--value", place, "--jobs", "1"]) == 0
    assert "The analysis of" in capsys.readouterr().out
    assert out.read_text(encoding="utf-8") == analysis_page(
        analysis.analyse(analysis.game_of(GAME.record()), by_points)
    )
    assert main(["analyse", str(record), "--value", "nowhere:nothing"]) == 1
    assert "write MODULE:NAME" in capsys.readouterr().err
    assert main(["analyse", str(record), "--bot", "nobody"]) == 1
    assert "nobody" in capsys.readouterr().err
