"""The report: facts gathered from games, and the page made of them."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from diadochi.cli import main
from diadochi.lab import facts, games, report
from diadochi.lab.facts import EVENT, OPS, Gathered
from diadochi.lab.games import Played
from diadochi.lab.page import bars, nice, share, table
from tests.table import MATERIAL


@pytest.fixture(scope="module")
def gathered(few: list[Played]) -> Gathered:
    return Gathered([facts.facts_of(played) for played in few], 0)


@pytest.fixture(scope="module")
def page(gathered: Gathered) -> str:
    return report.report(gathered, MATERIAL, "games.jsonl")


class Tags(HTMLParser):
    """That every tag is closed in order."""

    VOID = ("meta", "br", "rect", "line", "circle", "path", "use", "polyline")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


# Facts


def test_the_facts_are_those_of_the_game(few: list[Played], gathered: Gathered) -> None:
    for played, found in zip(few, gathered.facts, strict=True):
        assert played.result is not None
        assert (found.winner, found.victory) == (played.result.winner, played.result.victory)
        assert found.players == played.players
        assert found.actions == len(played.actions)
        marched = [a for a in played.actions if a.split(":")[0] in ("march", "sail", "land")]
        assert sum(found.visits.values()) == len(marched)
        events = [a for a in played.actions if a.split(":")[0] in ("event", "surprise")]
        assert len([use for use in found.cards if use.use == EVENT]) == len(events)
        assert {use.use for use in found.cards} == {EVENT, OPS}
        assert found.habits["games"] == 1
        assert len(found.luck) == played.players


def test_the_gain_of_a_card_is_that_of_its_player_turn(few: list[Played], gathered: Gathered) -> None:
    """All gains together are no more than what changed from one Player Turn to the next."""
    for played, found in zip(few, gathered.facts, strict=True):
        sums = [[sum(points) for points in zip(t.vp, t.legitimacy, strict=True)] for t in played.player_turns]
        possible = {later[s] - earlier[s] for earlier, later in pairwise(sums) for s in range(len(later))}
        assert {use.gain for use in found.cards} <= possible | {0}


def test_gathering_goes_on_where_it_was(few_file: Path, tmp_path: Path) -> None:
    keep = tmp_path / "facts.jsonl"
    whole = facts.gather(few_file, 1, keep)
    lines = keep.read_bytes().splitlines(keepends=True)
    assert len(lines) == len(whole.facts) == 4
    keep.write_bytes(b"".join(lines[:2]) + lines[2][:50])  # broken off in the middle of a line
    told: list[int] = []
    assert facts.gather(few_file, 1, keep, after_game=lambda: told.append(1)) == whole
    assert len(told) == 4
    assert keep.read_bytes() == b"".join(lines)


def test_several_processes_gather_the_same(few_file: Path) -> None:
    assert facts.gather(few_file, 2) == facts.gather(few_file, 1)


def test_games_without_an_end_are_left_out(few: list[Played], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    broken = games.to_json(few[1])
    broken |= {"result": None, "stopped": "the program died"}
    path.write_text(games.write_line(few[0]) + json.dumps(broken) + "\n", encoding="utf-8")
    found = facts.gather(path, 1)
    assert (len(found.facts), found.left_out) == (1, 1)
    assert "1 game that did not come to its end" in report.opening(found, "x")


# The page


def test_the_page_stands_alone_and_is_whole(page: str) -> None:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "<script" not in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    for title in ("How games end", "Generals", "Pairs of Generals", "Seats and numbers of players", "Luck", "Habits",
                  "Victory Points and Legitimacy over time", "What each card is worth", "Length",
                  "The busiest spaces"):  # fmt: skip
        assert f"<h2>{title}" in page


def test_shares_carry_their_intervals(page: str, gathered: Gathered) -> None:
    wins = sum(game.victory == "regency" for game in gathered.facts)
    assert share("", wins, 4).told in page
    assert re.search(r"\d+ % \(\d+ to \d+\) of 4", page)


def test_the_same_games_make_the_same_page(page: str, few_file: Path) -> None:
    assert report.report(facts.gather(few_file, 1), MATERIAL, "games.jsonl") == page


def test_a_share_that_luck_does_not_explain_is_set_off() -> None:
    assert share("a", 50, 100, 0.25).is_odd
    assert not share("a", 26, 100, 0.25).is_odd
    assert 'class="odd"' in bars([share("a", 50, 100, 0.25)])
    assert 'class="odd"' not in bars([share("a", 26, 100, 0.25)])


def test_wins_are_due_by_the_number_of_players(gathered: Gathered) -> None:
    counts = report.counted(gathered.facts, lambda game, seat: ["all"])["all"]
    assert counts.wins == 4
    assert counts.games == sum(game.players for game in gathered.facts)
    assert counts.due == pytest.approx(4)


def test_names_cannot_break_the_page() -> None:
    assert "<b>" not in bars([share("<b>", 1, 2)])
    assert "<b>" not in table(("<b>",), [("<b>",)])


def test_axes_end_at_round_numbers() -> None:
    assert [nice(x) for x in (0.3, 3, 17, 23, 130, 1900)] == [0.4, 4, 20, 28, 160, 2000]


def test_the_command(few_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    assert main(["report", str(few_file), "-o", str(out), "--jobs", "1"]) == 0
    assert capsys.readouterr().out == f"4 games are in {out}.\n"
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_file_without_games_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.jsonl").write_text("{}\n", encoding="utf-8")
    assert main(["report", str(tmp_path / "no.jsonl"), "-o", str(tmp_path / "x.html")]) == 1
    assert "no.jsonl, line 1" in capsys.readouterr().err
