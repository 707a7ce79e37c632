"""Whatever has to do with a game takes an edition; corrections can keep one from being played."""

import json
from pathlib import Path

import click
import pytest

import diadochi
from diadochi.cli import diadochi as program
from diadochi.data import load_material
from diadochi.lab.facts import gather
from diadochi.lab.report import edition_of
from diadochi.model.edition import EDITIONS
from tests.server.test_editions import unplayable
from tests.test_cli import Run, run

__all__ = ["run"]

OTHERS = EDITIONS[1:]
WITHOUT = {
    # They read games that say of which edition they are, or have to do with no game.
    *("verify", "analyse", "report", "dataset", "ladder", "serve", "load", "backup", "restore", "export", "import"),
    # It is one game of one edition.
    "example",
}


def without_edition(command: click.Command, name: str) -> list[str]:
    """The commands under this one that take no edition, before their name or after it."""
    if "edition" in {parameter.name for parameter in command.params}:
        return []
    if isinstance(command, click.Group):
        return [path for n, c in command.commands.items() for path in without_edition(c, f"{name} {n}".strip())]
    return [name]


def test_every_command_that_makes_or_shows_a_game_takes_an_edition() -> None:
    assert set(without_edition(program, "")) <= WITHOUT


@pytest.mark.parametrize("edition", OTHERS)
def test_random_games_are_simulated_and_reported(run: Run, edition: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ("simulate", "--games", "1", "--players", "3", "--edition", edition, "--bots", "random", "--jobs", "1")
    code, said, err = run(*words, "--output", str(out))
    assert (code, err) == (0, ""), said
    assert json.loads(out.read_text(encoding="utf-8").splitlines()[0])["edition"] == edition
    assert edition_of(gather(out, 1).facts) == edition
    page = tmp_path / "report.html"
    assert run("report", str(out), "-o", str(page), "--jobs", "1")[0] == 0
    general = load_material(edition).pieces.generals[0]
    assert general.name in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("edition", OTHERS)
def test_builds_are_compared_in_every_edition(run: Run, edition: str, tmp_path: Path) -> None:
    (tmp_path / "older").mkdir()
    (tmp_path / "older/src").symlink_to(Path(diadochi.__file__).parents[1])
    words = ("bench", "--games", "1", "--against", str(tmp_path / "older"), "--alternations", "2", "--json")
    code, out, err = run(*words, "--edition", edition)
    assert (code, err) == (0, "")
    assert json.loads(out)["same_games"]


@pytest.mark.parametrize("edition", OTHERS)
def test_an_edition_that_cannot_be_played_is_refused_with_a_sentence(run: Run, edition: str, tmp_path: Path) -> None:
    folder = str(unplayable(tmp_path, edition))
    code, _, err = run("--data", folder, "simulate", "--games", "1", "--players", "2", "--edition", edition)
    assert code == 1
    assert f"{load_material(edition).edition.name} cannot be played yet" in err
