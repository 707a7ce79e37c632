"""Studies: each cause is found where it is put, and "cannot tell" is said where nothing can be told."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from diadochi.cli import main
from diadochi.cli.study import own_numbers, sentences
from diadochi.data import load_material
from diadochi.game import Result
from diadochi.lab import games
from diadochi.lab.games import Played, Seat
from diadochi.lab.match import play
from diadochi.lab.study import (
    BOTS,
    CANNOT_TELL,
    DATA,
    EVEN,
    FIRST,
    IT_IS,
    IT_IS_NOT,
    SEATS,
    TOO_OFTEN,
    TOO_SELDOM,
    Finding,
    Study,
    StudyError,
    findings,
    seats,
)
from diadochi.model.edition import EDITIONS

STUDY = Study("random", 4, 3, seed=7)
NAMES = ("krateros", "perdikkas", "antigonos", "eumenes")
Strength = Callable[[str, int], float]
"""How strong a General is in a seat."""


def game(number: int, deal: list[str], winner: int) -> Played:
    made = tuple(Seat(str(i), "random", (general,)) for i, general in enumerate(deal))
    result = Result(winner, "end-game", (0,) * 4, (0,) * 4)
    return Played(number, 0, "", "", 0, "deluxe", "", (), (), "", "compiled", made, (), (), 5, 1.0, result)


def arm(deals: int, strength: Strength, turned: int = 0, seed: int = 1, luck: int = 0) -> list[Played]:
    """Games in which the owner of a strong General wins more often; an arm with the same luck has the same dice."""
    rng, dice = random.Random(seed), random.Random(f"dice {luck}")
    out = []
    for number in range(deals):
        deal = rng.sample(NAMES, 4)
        deal = deal[-turned:] + deal[:-turned] if turned else deal
        weights = {name: strength(name, seat) for seat, name in enumerate(deal)}
        point, ordered = dice.random() * sum(weights.values()), sorted(weights)
        for name in ordered:
            point -= weights[name]
            if point <= 0:
                break
        out.append(game(number, deal, deal.index(name)))
    return out


def strong(name: str, seat: int) -> float:
    return 3.0 if name == "krateros" else 1.0


def level(name: str, seat: int) -> float:
    return 1.0


def of(found: list[Finding], name: str = "krateros") -> Finding:
    return next(finding for finding in found if finding.general == name)


def test_a_strong_general_is_found_and_what_does_not_matter_is_named() -> None:
    found = findings({FIRST: arm(600, strong), SEATS: arm(600, strong, turned=1), BOTS: arm(600, strong)}, 4)
    krateros = of(found)
    assert found[0] is krateros
    assert krateros.answer == TOO_OFTEN
    assert krateros.arms[BOTS].answer == krateros.arms[SEATS].answer == IT_IS_NOT


def test_bots_that_make_a_general_strong_are_found() -> None:
    krateros = of(findings({FIRST: arm(600, strong), BOTS: arm(600, level)}, 4))
    assert (krateros.answer, krateros.arms[BOTS].answer) == (TOO_OFTEN, IT_IS)


def test_numbers_that_make_a_general_weak_are_found() -> None:
    def weak(name: str, seat: int) -> float:
        return 0.2 if name == "krateros" else 1.0

    krateros = of(findings({FIRST: arm(600, weak), DATA: arm(600, level)}, 4))
    assert (krateros.answer, krateros.arms[DATA].answer) == (TOO_SELDOM, IT_IS)


def test_a_general_who_always_gets_the_good_seat_is_told_from_a_strong_one() -> None:
    """Krateros is always dealt to seat 0, which wins; passed on, he does not."""

    def dealt(turned: int) -> list[Played]:
        rng = random.Random(3)
        out = []
        for number in range(300):
            deal = ["krateros", *rng.sample(NAMES[1:], 3)]
            deal = deal[-turned:] + deal[:-turned] if turned else deal
            out.append(game(number, deal, 0 if rng.random() < 0.6 else rng.randrange(1, 4)))
        return out

    first, other = dealt(0), dealt(1)
    krateros = of(findings({FIRST: first, SEATS: other}, 4))
    assert (krateros.answer, krateros.arms[SEATS].answer) == (TOO_OFTEN, IT_IS)
    shares = seats(first, 4)
    assert shares[0].low > 0.25 > shares[1].high


def test_few_games_cannot_tell() -> None:
    found = findings({FIRST: arm(6, strong), SEATS: arm(6, strong, turned=1)}, 4)
    assert {finding.answer for finding in found} == {CANNOT_TELL}
    assert {finding.arms[SEATS].answer for finding in found} == {CANNOT_TELL}


def test_a_cause_that_is_too_uncertain_is_not_told() -> None:
    """Sixty deals show that Krateros is strong, but not whether the bots matter."""
    krateros = of(findings({FIRST: arm(60, strong, seed=2), BOTS: arm(60, strong, seed=2, luck=8)}, 4))
    assert (krateros.answer, krateros.arms[BOTS].answer) == (TOO_OFTEN, CANNOT_TELL)


def test_enough_games_say_that_a_general_is_even() -> None:
    assert {finding.answer for finding in findings({FIRST: arm(3000, level)}, 4)} == {EVEN}


def test_nobody_is_called_strong_by_chance() -> None:
    """In five of a hundred studies at most, however many Generals there are."""
    wrong = 0
    for luck in range(300):
        found = findings({FIRST: arm(60, level, seed=luck, luck=luck)}, 4)
        wrong += any(finding.answer in (TOO_OFTEN, TOO_SELDOM) for finding in found)
    assert wrong / 300 < 0.08


# What is played


def test_the_arms_have_the_same_deals_and_dice() -> None:
    study = replace(STUDY, other="satrap")
    assert study.arms() == [FIRST, SEATS, BOTS]
    for number in range(3):
        first, other, bots = (study.match(name, number) for name in study.arms())
        assert first.seed == other.seed == bots.seed == 7 + number
        assert first.rng == other.rng == bots.rng
        assert (first.bots, bots.bots) == (("random",) * 4, ("satrap",) * 4)
        assert (first.turned, bots.turned) == (0, 0)
    assert {study.match(SEATS, number).turned for number in range(3)} == {1, 2, 3}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_generals_are_dealt_to_other_seats_and_the_game_can_be_played_again(players: int) -> None:
    study = Study("random", players, 1, seed=7)
    first, other = games.begin, study.match(SEATS, 0)
    material = other.material()
    key = bytes.fromhex(play(study.match(FIRST, 0)).key)
    dealt = first(material, players, (), key).state.dealt
    passed_on = first(material, players, (), key, 1).state.dealt
    assert passed_on == [dealt[seat - 1] for seat in range(players)]
    played = play(other)
    assert (played.turned, played.stopped) == (1, "")
    *_, again = games.replay(played)
    assert again.result == played.result


def test_a_patch_is_played_in_its_own_arm(tmp_path: Path) -> None:
    patch = {"pieces": {"generals": {"krateros": {"battle": 1}}}}
    (tmp_path / "patch.json").write_text(json.dumps(patch), encoding="utf-8")
    study = replace(STUDY, patch=str(tmp_path))
    assert study.arms() == [FIRST, SEATS, DATA]
    digests = {name: study.match(name, 0).material().digest for name in study.arms()}
    assert digests[FIRST] == digests[SEATS] != digests[DATA]


def test_who_does_not_start_is_refused() -> None:
    with pytest.raises(
        StudyError, match=r"'seleukos' is not a General who starts a game of 4; choose among: .*krateros"
    ):
        STUDY.check(["seleukos"])


# The command


def test_a_study_is_kept_and_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "study"
    arguments = ["study", "krateros", "--bot", "random", "--players", "2", "--jobs", "1", "-o", str(folder)]
    assert main([*arguments, "--games", "1"]) == 0
    assert "Cannot tell whether Krateros wins more or less often than others" in " ".join(
        capsys.readouterr().out.split()
    )
    assert sorted(path.name for path in folder.iterdir()) == ["first.jsonl", "seats.jsonl"]
    assert main([*arguments, "--games", "2"]) == 1
    assert "is there already" in capsys.readouterr().err
    assert main([*arguments, "--games", "2", "--resume", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["generals"]) == ["krateros"]
    assert told["generals"]["krateros"]["games"] == 2
    assert told["generals"]["krateros"]["arms"]["seats"]["answer"] == CANNOT_TELL
    assert len(told["seats"]) == 2


def test_the_answer_is_said_in_sentences() -> None:
    played = {FIRST: arm(600, strong), SEATS: arm(600, strong, turned=1), BOTS: arm(600, level)}
    told = sentences(of(findings(played, 4)), replace(STUDY, other="satrap"))
    assert told[0].startswith("Krateros wins too often: ")
    assert told[1].startswith("It is not mainly the seats: ")
    assert told[2].startswith("At least part of it is due to the bots: with others his share falls by ")
    assert told[3] == "Other numbers were not compared: --patch DIR does that."


def test_how_certain_numbers_are_is_told_of_the_edition_that_is_played() -> None:
    """In the third edition other facts are stated, and there are stars."""
    assert "Seniority (stated)" in own_numbers("krateros", None, "deluxe")
    assert "Seniority (derived)" in own_numbers("krateros", None, "third")
    assert "stars (derived)" in own_numbers("krateros", None, "third")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_fact_of_those_who_start_has_a_name(edition: str) -> None:
    for players in load_material(edition).edition.players:
        for general in Study("random", players, 1, edition=edition).generals():
            assert "command.field" not in own_numbers(general, None, edition)
