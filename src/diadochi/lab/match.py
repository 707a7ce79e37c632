"""One game of the laboratory: who plays, with which deal and dice; and playing it."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from diadochi import build
from diadochi.bots import find, random_bot
from diadochi.bots.program import Program, ProgramError, is_program
from diadochi.catalogue import ENGLISH, read_in, say
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.lab import games
from diadochi.lab.games import Fault, Played, PlayerTurn, Rulings, Seat
from diadochi.model.edition import EDITIONS
from diadochi.model.material import Material
from diadochi.model.state import NOBODY
from diadochi.rules.face import key_of_seed
from diadochi.texts.mark import engine_mark

LONGEST = 100_000
"""Actions after which a game is taken for one that never ends."""
PROGRAM_SECONDS = 5.0

Choose = Callable[[Game], int]
"""The code that a seat chooses at a decision of its own."""


@dataclass(frozen=True, slots=True)
class Match:
    """All it takes to play a game: the same Match is the same game, wherever it is played."""

    number: int
    seed: int
    rng: str
    bots: tuple[str, ...]
    turned: int = 0
    """By so many seats the Generals dealt are passed on."""
    options: tuple[str, ...] = ()
    edition: str = EDITIONS[0]
    rulings: Rulings = ()
    folder: str = ""
    """Of corrections to the data; empty for none."""
    seconds: float = PROGRAM_SECONDS
    """For each decision of an outside program."""

    def material(self) -> Material:
        return material_of(self.edition, self.folder, self.rulings)


@cache
def material_of(edition: str, folder: str = "", rulings: Rulings = ()) -> Material:
    return load_material(edition, Path(folder) if folder else None, dict(rulings))


class Table:
    """A game under way, and what is written down of it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.material = match.material()
        self.begin = time.process_time()
        self.actions: list[int] = []
        self.player_turns: list[PlayerTurn] = []
        players = range(len(match.bots))
        self.decisions, self.times = [0 for _ in players], [0.0 for _ in players]
        self.faults: dict[int, Fault] = {}
        self.programs = {i: Program(name, match.seconds) for i, name in enumerate(match.bots) if is_program(name)}
        self.choose = [self.chooser(seat) for seat in players]
        self.game: Game | None = None

    def chooser(self, seat: int) -> Choose:
        name = self.match.bots[seat]
        rng = random.Random(f"{self.match.rng}:{seat}")
        bot = self.programs[seat].choose if seat in self.programs else find(name)
        if bot is random_bot.choose:  # needs no view
            return lambda game: random_bot.pick(game, rng)

        def choose(game: Game) -> int:
            decision = game.decision
            assert decision is not None
            code = game.notation.parse(bot(game.view(seat), decision, rng)).code
            if code not in decision.codes:
                raise ValueError(f"{name} chose what is not offered: {game.notation.text(code)}")
            return code

        return choose

    def play(self) -> Played:
        try:
            stopped = self.play_out()
        except ProgramError as error:
            stopped = str(error)
        except Exception as error:  # whatever stops a game is what a simulation is there to find
            stopped = f"{type(error).__name__}: {error}"
        finally:
            for program in self.programs.values():
                program.stop()
        return self.played(stopped)

    def play_out(self) -> str:
        """What stopped the game, if anything did."""
        match = self.match
        game = self.game = games.begin(
            self.material, len(match.bots), match.options, key_of_seed(match.seed), match.turned
        )
        moment = self.moment(game)
        while game.result is None:
            if not game.asked:
                return say("error.lab.nothing_offered")
            if len(self.actions) >= LONGEST:
                return say("error.lab.no_end", actions=LONGEST)
            code = self.decide(game)
            self.actions.append(code)
            game.act_code(code)
            if moment != (now := self.moment(game)):
                self.note(moment, game)
                moment = now
        self.note(moment, game)
        return ""

    def decide(self, game: Game) -> int:
        seat = game.deciding
        self.decisions[seat] += 1
        clock = time.perf_counter if seat in self.programs else time.process_time
        begin = clock()
        try:
            return self.choose[seat](game)
        except ProgramError as error:
            self.faults[seat] = Fault(len(self.actions), error.kind, error.words)
            raise
        finally:
            self.times[seat] += clock() - begin

    def moment(self, game: Game) -> tuple[int, int, int]:
        s = game.state
        return s.turn, s.round, s.active

    def note(self, moment: tuple[int, int, int], game: Game) -> None:
        turn, number, seat = moment
        if seat != NOBODY:
            s = game.state
            self.player_turns.append(
                PlayerTurn(len(self.actions), turn, number, seat, tuple(s.vp), tuple(s.legitimacy))
            )

    def played(self, stopped: str) -> Played:
        match, material, game = self.match, self.material, self.game
        return Played(
            number=match.number,
            seed=match.seed,
            key="" if game is None else game.state.key.hex(),
            rng=match.rng,
            turned=match.turned,
            edition=match.edition,
            data=material.digest,
            options=match.options,
            rulings=material.rulings,
            engine=engine_mark(material),
            build=build.kind(),
            seats=tuple(self.seat(seat) for seat in range(len(match.bots))),
            actions=tuple(material.notation.text(code) for code in self.actions),
            player_turns=tuple(self.player_turns),
            turn=0 if game is None else game.state.turn,
            seconds=round(time.process_time() - self.begin, 3),
            result=None if stopped or game is None else game.result,
            stopped=stopped,
        )

    def seat(self, seat: int) -> Seat:
        pieces = self.material.pieces
        dealt = 0 if self.game is None else self.game.state.dealt[seat]
        return Seat(
            faction=pieces.factions[seat],
            bot=self.match.bots[seat],
            generals=tuple(general.id for i, general in enumerate(pieces.generals) if dealt >> i & 1),
            decisions=self.decisions[seat],
            seconds=round(self.times[seat], 3),
            fault=self.faults.get(seat),
        )


def play(match: Match) -> Played:
    """What stopped a game is kept with it, and so in English, whoever reads it later."""
    with read_in(ENGLISH):
        return Table(match).play()


def is_of(played: Played, match: Match) -> bool:
    """Whether a game is the one that a match asks for."""
    return (
        (played.number, played.seed, played.rng, played.turned) == (match.number, match.seed, match.rng, match.turned)
        and (played.bots, played.options, played.edition) == (match.bots, match.options, match.edition)
        and played.rulings == match.material().rulings
    )
