"""Finished games as Parquet files to learn from (`diadochi dataset`, extra `lab`).

Three tables: `games` (a row per game), `positions` (a row per seat after every Player Turn) and `decisions` (a row per
decision). They are written in parts of a hundred games, so that the work can be broken off and gone on with.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from diadochi.bots import features
from diadochi.game import Game
from diadochi.lab import games
from diadochi.lab.extras import need
from diadochi.lab.games import Played
from diadochi.lab.match import material_of
from diadochi.lab.pool import in_order
from diadochi.view import View

PART = 100
"""Games in a part."""
INDEX = "dataset.json"
TABLES = ("games", "positions", "decisions")
OBSERVATION = "observation"


class Column(NamedTuple):
    name: str
    kind: str
    """A type of Arrow by name; `list` is a list of int32, `row` one of floats."""
    about: str


GAME = (
    Column("game", "int32", "the line of the game in the file, from 0"),
    Column("number", "int64", "its number in the run that played it"),
    Column("players", "int8", "how many played"),
    Column("bots", "strings", "by seat: who played"),
    Column("winner", "int8", "the winner's seat"),
    Column("victory", "string", "how the game was won"),
    Column("turn", "int8", "the Game Turn in which it ended"),
    Column("actions", "int32", "how many actions it took"),
    Column("vp", "list", "by seat: VP at the end"),
    Column("legitimacy", "list", "by seat: Legitimacy at the end"),
    Column("edition", "string", "the edition"),
    Column("options", "strings", "the optional rules in force"),
)

WHEN = (
    Column("game", "int32", "the line of the game in the file, from 0"),
    Column("step", "int32", "the number of actions before"),
    Column("seat", "int8", "whose row it is"),
    Column("players", "int8", "how many play"),
    Column("won", "bool", "whether this seat won the game"),
)

SEEN = (
    *(Column(f"table_{f.name}", "float", f.about) for f in features.TABLE),
    *(Column(f"own_{f.name}", "float", f"of this seat: {f.about}") for f in features.SEAT),
    *(Column(f"best_{f.name}", "float", f"the highest of the others: {f.about}") for f in features.SEAT),
)

POSITION = (*WHEN, *SEEN)
DECISION = (
    *WHEN,
    Column("prompt", "string", "what is asked"),
    Column("rule", "string", "by which rule"),
    Column("offered", "list", "the numbers of the actions on offer (docs/actions.md)"),
    Column("choice", "int32", "the number of the action chosen"),
    Column("action", "string", "the same as text"),
    *SEEN,
)


def columns(observations: bool) -> dict[str, tuple[Column, ...]]:
    """The columns of each table."""
    more = (
        (Column(OBSERVATION, "row", "the whole view of the seat that decides (docs/lab.md)"),) if observations else ()
    )
    return {"games": GAME, "positions": POSITION, "decisions": (*DECISION, *more)}


@dataclass(frozen=True)
class Part:
    """A hundred games of a file, to be written as one part."""

    number: int
    first: int
    lines: tuple[bytes, ...]
    source: str
    out: str
    folder: str
    observations: bool

    @property
    def mark(self) -> str:
        return sha256(b"".join(self.lines)).hexdigest()[:16]

    def path(self, table: str) -> Path:
        return Path(self.out) / table / f"part-{self.number:05}.parquet"


class Written(NamedTuple):
    number: int
    mark: str
    rows: tuple[int, int, int]
    """Of each table."""


def write(
    source: Path,
    out: Path,
    jobs: int = 0,
    folder: str = "",
    *,
    observations: bool = False,
    after_part: Callable[[int], None] | None = None,
) -> dict[str, int]:
    """Write what is missing; the rows of each table. `after_part` is told how many games are done."""
    need("lab", "pyarrow")
    for table in TABLES:
        (out / table).mkdir(parents=True, exist_ok=True)
    index = read_index(out, observations)
    todo, rows = [], [0, 0, 0]
    for part in parts(source, out, folder, observations):
        kept = index.get(part.number)
        if kept is not None and kept.mark == part.mark and all(part.path(table).exists() for table in TABLES):
            rows = [a + b for a, b in zip(rows, kept.rows, strict=True)]
            if after_part is not None:
                after_part(len(part.lines))
        else:
            todo.append(part)
    for part, written in zip(todo, in_order(write_part, todo, jobs), strict=True):
        index[part.number] = written
        write_index(out, observations, index)
        rows = [a + b for a, b in zip(rows, written.rows, strict=True)]
        if after_part is not None:
            after_part(len(part.lines))
    (out / "README.md").write_text(described(observations), encoding="utf-8")
    write_index(out, observations, index)
    return dict(zip(TABLES, rows, strict=True))


def parts(source: Path, out: Path, folder: str, observations: bool) -> Iterator[Part]:
    with source.open("rb") as file:
        lines = list(file)
    for first in range(0, len(lines), PART):
        chosen = tuple(lines[first : first + PART])
        yield Part(first // PART, first, chosen, str(source), str(out), folder, observations)


def read_index(out: Path, observations: bool) -> dict[int, Written]:
    """What is written already, unless with other columns."""
    path = out / INDEX
    if not path.exists():
        return {}
    told = json.loads(path.read_text(encoding="utf-8"))
    if told["observations"] != observations:
        return {}
    return {number: Written(number, mark, tuple(rows)) for number, mark, rows in told["parts"]}


def write_index(out: Path, observations: bool, index: dict[int, Written]) -> None:
    told = {"observations": observations, "parts": [index[number] for number in sorted(index)]}
    (out / INDEX).write_text(json.dumps(told, indent=1), encoding="utf-8")


def described(observations: bool) -> str:
    """The schema for people."""
    lines = ["# Finished games of Successors", "", "Every column also carries its description in the files' metadata."]
    for table, described_columns in columns(observations).items():
        lines += ["", f"## {table}", "", "| column | type | what |", "|---|---|---|"]
        lines += [f"| `{c.name}` | {c.kind} | {c.about} |" for c in described_columns]
    return "\n".join(lines) + "\n"


# One part


def write_part(part: Part) -> Written:
    """For a worker: the three files of a part, each whole or not at all."""
    rows: dict[str, list[dict[str, Any]]] = {table: [] for table in TABLES}
    for i, line in enumerate(part.lines):
        number = part.first + i
        played = games.read_line(line, part.source, number + 1)
        if played.is_sound:
            add_game(rows, number, played, part)
    for table in TABLES:
        write_table(part.path(table), rows[table], columns(part.observations)[table])
    return Written(part.number, part.mark, (len(rows["games"]), len(rows["positions"]), len(rows["decisions"])))


def add_game(rows: dict[str, list[dict[str, Any]]], number: int, played: Played, part: Part) -> None:
    result = played.result
    assert result is not None
    rows["games"].append(
        {
            "game": number,
            "number": played.number,
            "players": played.players,
            "bots": list(played.bots),
            "winner": result.winner,
            "victory": result.victory,
            "turn": played.turn,
            "actions": len(played.actions),
            "vp": list(result.vp),
            "legitimacy": list(result.legitimacy),
            "edition": played.edition,
            "options": list(played.options),
        }
    )
    again = games.replay(played, material_of(played.edition, part.folder))
    game = next(again)
    ends = {turn.after for turn in played.player_turns}
    for step, text in enumerate(played.actions):
        if step in ends:
            rows["positions"] += positions(game, number, step, result.winner)
        rows["decisions"].append(decision(game, number, step, text, result.winner, part.observations))
        next(again)
    next(again, None)
    if len(played.actions) in ends:
        rows["positions"] += positions(game, number, len(played.actions), result.winner)


def positions(game: Game, number: int, step: int, winner: int) -> Iterator[dict[str, Any]]:
    for seat in range(game.players):
        view = game.view(seat)
        yield {**when(game, number, step, seat, winner), **seen(view)}


def decision(game: Game, number: int, step: int, text: str, winner: int, observations: bool) -> dict[str, Any]:
    asked = game.decision
    assert asked is not None
    view = game.view(asked.seat)
    by_code = game.notation.by_code
    out = {
        **when(game, number, step, asked.seat, winner),
        "prompt": asked.prompt,
        "rule": asked.rule,
        "offered": [by_code[code].index for code in asked.codes],
        "choice": game.notation.by_text[text].index,
        "action": text,
        **seen(view),
    }
    if observations:
        out[OBSERVATION] = features.encode(view).tolist()
    return out


def when(game: Game, number: int, step: int, seat: int, winner: int) -> dict[str, Any]:
    return {"game": number, "step": step, "seat": seat, "players": game.players, "won": seat == winner}


def seen(view: View) -> dict[str, float]:
    """The features of a view by the names of their columns."""
    rows = features.seat_features(view)
    own = rows[view.seat]
    best = [max(values) for values in zip(*(row for i, row in enumerate(rows) if i != view.seat), strict=True)]
    return dict(zip(SEEN_NAMES, (*features.table_features(view), *own, *best), strict=True))


SEEN_NAMES = tuple(column.name for column in SEEN)


# Arrow


def write_table(path: Path, rows: list[dict[str, Any]], described_columns: tuple[Column, ...]) -> None:
    arrow, parquet = need("lab", "pyarrow"), need("lab", "pyarrow.parquet")
    schema = arrow.schema(
        [
            arrow.field(c.name, arrow_type(c.kind), nullable=False, metadata={"description": c.about})
            for c in described_columns
        ]
    )
    unfinished = path.with_suffix(".unfinished")
    parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), unfinished, compression="zstd")
    unfinished.replace(path)


def arrow_type(kind: str) -> Any:
    arrow = need("lab", "pyarrow")
    simple = {
        "int8": arrow.int8(),
        "int32": arrow.int32(),
        "int64": arrow.int64(),
        "bool": arrow.bool_(),
        "float": arrow.float32(),
        "string": arrow.string(),
        "strings": arrow.list_(arrow.string()),
        "list": arrow.list_(arrow.int32()),
    }
    return simple[kind] if kind != "row" else arrow.list_(arrow.float32())
