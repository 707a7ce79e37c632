"""The dataset: what was played, as Parquet tables with a described schema."""

import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from diadochi.bots import features
from diadochi.cli import main
from diadochi.lab import dataset, games
from diadochi.lab.games import Played
from tests.table import MATERIAL


@pytest.fixture(scope="module")
def folder(few: list[Played], tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("dataset")
    games.write(base / "games.jsonl", few)
    dataset.write(base / "games.jsonl", base / "out", 1)
    return base


def test_every_game_and_decision_has_its_row(few: list[Played], folder: Path) -> None:
    table = pq.read_table(folder / "out" / "games").to_pylist()
    assert [row["winner"] for row in table] == [played.result.winner for played in few if played.result]
    decisions = pq.read_table(folder / "out" / "decisions").to_pylist()
    assert [row["action"] for row in decisions] == [action for played in few for action in played.actions]
    positions = pq.read_table(folder / "out" / "positions").to_pylist()
    assert len(positions) == sum(played.players * len(played.player_turns) for played in few)


def test_a_choice_is_among_what_is_offered(folder: Path) -> None:
    for row in pq.read_table(folder / "out" / "decisions").to_pylist():
        assert row["choice"] in row["offered"]
        assert MATERIAL.notation.actions[row["choice"]].text == row["action"]
        assert row["own_decides"] == 1
        assert row["best_decides"] == 0


def test_positions_are_those_of_the_player_turns(few: list[Played], folder: Path) -> None:
    rows = iter(pq.read_table(folder / "out" / "positions").to_pylist())
    for number, played in enumerate(few):
        for turn in played.player_turns:
            for seat in range(played.players):
                row = next(rows)
                assert (row["game"], row["step"], row["seat"]) == (number, turn.after, seat)
                assert (row["own_vp"], row["own_legitimacy"]) == (turn.vp[seat], turn.legitimacy[seat])
                assert row["best_vp"] == max(vp for other, vp in enumerate(turn.vp) if other != seat)
                assert played.result is not None
                assert row["won"] == (played.result.winner == seat)


def test_every_column_is_described(folder: Path) -> None:
    page = (folder / "out" / "README.md").read_text(encoding="utf-8")
    for name, columns in dataset.columns(False).items():
        schema = pq.read_schema(folder / "out" / name / "part-00000.parquet")
        assert schema.names == [column.name for column in columns]
        for column in columns:
            assert schema.field(column.name).metadata[b"description"].decode() == column.about
            assert f"| `{column.name}` | {column.kind} | {column.about} |" in page


def test_what_is_written_is_not_written_again(few_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "PART", 2)
    out = tmp_path / "out"
    written: list[int] = []
    rows = dataset.write(few_file, out, 1)
    (out / "decisions" / "part-00001.parquet").unlink()
    real = dataset.write_part

    def write_part(part: dataset.Part) -> dataset.Written:
        written.append(part.number)
        return real(part)

    monkeypatch.setattr(dataset, "write_part", write_part)
    told: list[int] = []
    assert dataset.write(few_file, out, 1, after_part=told.append) == rows
    assert written == [1]
    assert told == [2, 2]


def test_the_whole_view_can_be_had_too(few_file: Path, tmp_path: Path) -> None:
    few_file.write_bytes(few_file.read_bytes().splitlines(keepends=True)[0])
    dataset.write(few_file, tmp_path / "out", 1, observations=True)
    row = pq.read_table(tmp_path / "out" / "decisions", columns=["observation", "own_vp"]).to_pylist()[-1]
    assert len(row["observation"]) == features.size(MATERIAL)
    vp = len(features.TABLE) + features.NAMES.index("vp")
    assert row["observation"][vp] == pytest.approx(row["own_vp"] / 30)


def test_the_command_and_a_missing_extra(
    few_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    few_file.write_bytes(few_file.read_bytes().splitlines(keepends=True)[0])
    assert main(["dataset", str(few_file), "-o", str(out), "--jobs", "1"]) == 0
    assert capsys.readouterr().out.endswith(" rows).\n")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["dataset", str(few_file), "-o", str(tmp_path / "no"), "--jobs", "1"]) == 1
    assert capsys.readouterr().err == (
        "diadochi: this needs pyarrow, which comes with the extra 'lab': pip install 'diadochi[lab]'\n"
    )
