"""Finished games as JSON lines: one line per game, with all it takes to play it again (docs/lab.md).

Everything the laboratory plays is written in this format, and everything it tells about games is read from it.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

from diadochi.catalogue import say
from diadochi.data import load_material, ruled
from diadochi.data.entry import Entry, by_name
from diadochi.errors import BROKEN, GameError
from diadochi.game import Game, Result, option_mask
from diadochi.model.edition import EDITIONS
from diadochi.model.material import Material
from diadochi.model.options import OPTION_OF_NAME
from diadochi.rules.face import VICTORY_NAME, new_state
from diadochi.texts.mark import engine_mark

Rulings = tuple[tuple[str, str], ...]

FORMAT, VERSION = "diadochi game", 1
LARGEST = 1 << 62
BUILDS = {"compiled": "compiled", "interpreted": "interpreted"}
EDITION_OF_NAME = {name: name for name in EDITIONS}
FAULTS = ("died", "wrong", "late")

AS_WRITTEN = "error.lab.as_written"


class GamesError(GameError):
    """A file of games that cannot be read or played again; the message names the line."""


@dataclass(frozen=True, slots=True)
class Fault:
    """How an outside program failed, which ended the game."""

    after: int
    """Actions of the game by then."""
    kind: str
    """One of FAULTS."""
    words: str
    """What it answered, and the last lines it wrote to its standard error."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sat there, in the order of the Factions."""

    faction: str
    bot: str
    """With its character or limit: `satrap:cautious`, `strategos:200p`, `program:COMMAND`."""
    generals: tuple[str, ...]
    """The Generals received at set-up."""
    decisions: int = 0
    seconds: float = 0.0
    """Processor time of its decisions; by the clock for an outside program."""
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class PlayerTurn:
    """How things stood when a Player Turn was over."""

    after: int
    """Actions of the game by then."""
    turn: int
    round: int
    seat: int
    vp: tuple[int, ...]
    legitimacy: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One game, one line."""

    number: int
    """Its place in the run that played it."""
    seed: int | None
    """The seed of the deal and the dice; None if the key was drawn."""
    key: str
    """What the deal and the dice come from, hexadecimal."""
    rng: str
    """What the bots' random numbers come from: seat 2 has random.Random(f"{rng}:2")."""
    turned: int
    """By so many seats the Generals dealt were passed on to the left."""
    edition: str
    data: str
    """The digest of the data."""
    options: tuple[str, ...]
    rulings: Rulings
    """Readings that were played in another way."""
    engine: str
    """The mark of the engine with its data."""
    build: str
    seats: tuple[Seat, ...]
    actions: tuple[str, ...]
    player_turns: tuple[PlayerTurn, ...]
    turn: int
    """The Game Turn in which it ended."""
    seconds: float
    """Processor time of the whole game."""
    result: Result | None
    stopped: str = ""
    """Why there is no result: the game could not go on."""

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(seat.bot for seat in self.seats)

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(seat.fault for seat in self.seats if seat.fault is not None)

    @property
    def is_sound(self) -> bool:
        """Whether it was played to its end by those who are named."""
        return self.result is not None and not self.faults

    def without_times(self) -> dict[str, Any]:
        """Everything that is the same whenever it is played."""
        out = to_json(self)
        del out["seconds"], out["build"]
        for seat in out["seats"]:
            del seat["seconds"]
        return out


# Writing


def to_json(played: Played) -> dict[str, Any]:
    facts = asdict(played)
    facts["seats"] = [seat_to_json(seat) for seat in played.seats]
    facts["rulings"] = dict(played.rulings)
    facts["player_turns"] = [[t.after, t.turn, t.round, t.seat, t.vp, t.legitimacy] for t in played.player_turns]
    return {"format": FORMAT, "version": VERSION, **facts}


def seat_to_json(seat: Seat) -> dict[str, Any]:
    facts = asdict(seat)
    if seat.fault is None:
        del facts["fault"]
    return facts


def write_line(played: Played) -> str:
    return json.dumps(to_json(played), ensure_ascii=False, separators=(",", ":")) + "\n"


def append(path: Path, played: Played) -> None:
    """A game at the end of a file; it is there whole, or the next reading finds a last line without an end."""
    with path.open("a", encoding="utf-8") as file:
        file.write(write_line(played))


def write(path: Path, games: Iterable[Played]) -> None:
    path.write_text("".join(map(write_line, games)), encoding="utf-8")


# Reading


def read(path: Path) -> Iterator[Played]:
    """The games of a file, one by one; a GamesError names the line that is wrong."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            yield read_line(line, str(path), number)


def read_line(line: str | bytes, file: str = "", number: int = 1) -> Played:
    where = say("error.file_line", file=file, line=number) if file else say("error.line", line=number)
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        wrong = say("error.lab.no_json")
        raise GamesError("error.at", where=where, message=wrong, advice=say(AS_WRITTEN)) from None
    return read_game(Line(where, "", raw))


class Line(Entry):
    """An object of a line, whose fields are asked for one by one."""

    page = "docs/lab.md"

    def fail(self, message: str, advice: str) -> NoReturn:
        where = say("list.more", a=self.file, b=self.name) if self.name else self.file
        raise GamesError("error.at", where=where, message=message, advice=advice)

    def entry(self, key: str) -> "Line":
        return Line(self.file, f"{self.name}, {key}" if self.name else key, self.value(key))


def read_game(line: Line) -> Played:
    if line.text("format") != FORMAT:
        found = repr(line.text("format")[:40])
        line.fail(say("error.format", found=found, name=repr(FORMAT)), say("error.lab.give_games"))
    if line.number("version", 1, LARGEST) > VERSION:
        line.fail(
            say("error.version_newer_than_ours", number=line.value("version"), version=VERSION),
            say("error.use_newer_diadochi"),
        )
    seats = tuple(
        read_seat(Line(line.file, say("error.seat_number", seat=i), raw)) for i, raw in enumerate(line.items("seats"))
    )
    if not 2 <= len(seats) <= 5:
        line.fail(say("error.lab.players", players=len(seats)), say(AS_WRITTEN))
    line.ids("options", OPTION_OF_NAME)
    played = Played(
        number=line.number("number", 0, LARGEST),
        seed=None if line.value("seed") is None else line.number("seed", -LARGEST, LARGEST),
        key=read_key(line),
        rng=line.text("rng"),
        turned=line.number("turned", 0, len(seats) - 1),
        edition=line.one_of("edition", EDITION_OF_NAME),
        data=line.text("data"),
        options=line.texts("options"),
        rulings=read_rulings(line.entry("rulings")),
        engine=line.text("engine"),
        build=line.one_of("build", BUILDS),
        seats=seats,
        actions=line.texts("actions"),
        player_turns=tuple(read_player_turn(line, item, len(seats)) for item in line.items("player_turns")),
        turn=line.number("turn", 0, 100),
        seconds=line.real("seconds", 0, LARGEST),
        result=None if line.value("result") is None else read_result(line.entry("result"), len(seats)),
        stopped=line.text("stopped"),
    )
    if (played.result is None) != bool(played.stopped):
        line.fail(say("error.lab.result_or_stop"), say(AS_WRITTEN))
    line.done()
    return played


def read_key(line: Line) -> str:
    text = line.text("key")
    try:
        bytes.fromhex(text)
    except ValueError:
        line.fail(say("error.key_hexadecimal_number"), say(AS_WRITTEN))
    return text


def read_rulings(part: Line) -> Rulings:
    return tuple((name, part.text(name)) for name in part.raw)


def read_seat(part: Line) -> Seat:
    seat = Seat(
        faction=part.text("faction"),
        bot=part.text("bot"),
        generals=part.texts("generals"),
        decisions=part.number("decisions", 0, LARGEST),
        seconds=part.real("seconds", 0, LARGEST),
        fault=read_fault(part.entry("fault")) if part.has("fault") else None,
    )
    part.done()
    return seat


def read_fault(part: Line) -> Fault:
    kinds = {kind: kind for kind in FAULTS}
    fault = Fault(part.number("after", 0, LARGEST), part.one_of("kind", kinds), part.text("words"))
    part.done()
    return fault


def read_player_turn(line: Line, item: Any, players: int) -> PlayerTurn:
    if not isinstance(item, list) or len(item) != 6:
        line.fail(say("error.lab.player_turn"), say(AS_WRITTEN))
    part = Line(line.file, "player_turns", dict(zip(("after", "turn", "round", "seat", "vp", "l"), item, strict=True)))
    return PlayerTurn(
        part.number("after", 0, LARGEST),
        part.number("turn", 0, 100),
        part.number("round", 0, 100),
        part.number("seat", 0, players - 1),
        part.numbers("vp", -LARGEST, LARGEST, players),
        part.numbers("l", -LARGEST, LARGEST, players),
    )


def read_result(part: Line, players: int) -> Result:
    part.one_of("victory", by_name(VICTORY_NAME))
    result = Result(
        part.number("winner", 0, players - 1),
        part.text("victory"),
        part.numbers("vp", -LARGEST, LARGEST, players),
        part.numbers("legitimacy", -LARGEST, LARGEST, players),
    )
    part.done()
    return result


# Playing again


def material_of(played: Played) -> Material:
    """Ours, of its edition and with its rulings."""
    return load_material(played.edition, rulings=dict(played.rulings))


def begin(material: Material, players: int, options: tuple[str, ...], key: bytes, turned: int = 0) -> Game:
    """A game with this key; the Generals that a seat is dealt go to the seat that many places to its left."""
    state = new_state(material, players, option_mask(options, material.edition), key)
    if turned:
        dealt = Game.from_state(material, state.copy(), keep_undo=False).state.dealt
        hands = [dealt[(seat - turned) % players] for seat in range(players)]
        state.fixed_orders = (
            tuple(general for hand in hands for general in range(hand.bit_length()) if hand >> general & 1),
        )
    return Game.from_state(material, state, keep_undo=False)


def replay(played: Played, material: Material | None = None) -> Iterator[Game]:
    """The game at its beginning and after every action: one and the same Game, which goes on; copy it to keep it.

    `material`: what it was played with, ours unless told; the rulings are those of the game. Raises GamesError where
    this engine, or this data, comes to something else.
    """
    material = material_of(played) if material is None else ruled(material, dict(played.rulings))
    if material.edition.id != played.edition:
        raise GamesError("error.lab.other_edition", game=played.number, edition=played.edition)
    if material.digest != played.data:
        raise GamesError("error.lab.other_data", game=played.number)
    marks = {"game": played.number, "engine": played.engine, "ours": engine_mark(material)}
    game = begin(material, played.players, played.options, bytes.fromhex(played.key), played.turned)
    yield game
    actions = material.notation.by_text
    for number, text in enumerate(played.actions, 1):
        try:
            action = actions.get(text)
            if action is not None and action.code in game.asked:
                game.act_code(action.code)
            else:
                game.act(text)
        except (GameError, *BROKEN) as error:
            raise GamesError("error.lab.not_again", action=number, why=error, **marks) from None
        yield game
    if game.result != played.result:
        raise GamesError("error.lab.other_end", **marks)
