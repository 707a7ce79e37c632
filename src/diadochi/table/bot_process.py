"""The process in which bots think: questions on standard input, thoughts on standard output."""

import importlib
import os
import random
import signal
import sys
import time
from collections.abc import Iterator

from diadochi.bots import EXPLAINING
from diadochi.catalogue import read_in
from diadochi.errors import GameError
from diadochi.game import Decision, Game
from diadochi.model.ids import SeatId
from diadochi.model.material import Material
from diadochi.table import windows
from diadochi.table.bot_messages import QUICK, THIS_TABLE, Question, Recording, Thought, Written, receive, send
from diadochi.table.codec import decode_state
from diadochi.table.editions import Editions
from diadochi.view import View

ANALYSIS_PLAYOUTS = 6
"""From each position: a minute or two of processor time for a game."""


def main() -> None:
    sys.path[:] = sys.argv[1:] or sys.path
    if sys.platform != "win32":
        # The server goes first.
        os.nice(5)
    # Ctrl+C is for the server, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    rng = random.Random()
    try:
        editions: Editions = receive(questions)
        send(answers, None)
        while True:
            question = receive(questions)
            material = editions.of(*question.played_with)
            if isinstance(question, Recording):
                with read_in(question.language):
                    send(answers, write(question, material))
            else:
                for thought in think(question, material, rng):
                    send(answers, thought)
            send(answers, None)
    except EOFError:
        return


def think(question: Question, material: Material, rng: random.Random) -> Iterator[Thought]:
    """What the bot does, and, if it is a quick one, what the quick ones after it do."""
    game = Game.from_state(material, decode_state(material, question.state), keep_undo=False)
    end = time.monotonic() + question.seconds
    for number in range(question.most):
        if number:
            windows.answer(game, question.manner)
        decision = game.decision
        if decision is None or question.seats[decision.seat].kind != "bot":
            return
        if number and windows.wants_round(game, question.manner):
            return
        bot = question.seats[decision.seat].bot
        if number and (bot not in QUICK or time.monotonic() > end):
            return
        thought = choose(bot, question.places[decision.seat], game.view(decision.seat), decision, rng)
        yield thought
        if bot not in QUICK or thought.action not in decision.actions:
            return
        game.act(thought.action)


def write(question: Recording, material: Material) -> Written:
    # Only who writes records needs the database, and what analyses them.
    from diadochi.lab import analysis
    from diadochi.lab.analysis_page import analysis_page
    from diadochi.lab.playouts import Playouts
    from diadochi.table import replay
    from diadochi.table.store import Store
    from diadochi.table.store_errors import DamagedError
    from diadochi.texts import record

    begun = time.process_time()
    store = Store(question.database)
    text, problem, damaged = b"", "", False
    try:
        played, seat = replay.recorded(store, material, question.game), question.seat
        text = (record.write_played(played) if seat is None else record.write_seen_of(played, SeatId(seat))).encode()
        if question.analysed:
            found = analysis.analyse(analysis.game_of(text, material), Playouts(ANALYSIS_PLAYOUTS))
            text = analysis_page(found, THIS_TABLE).encode()
    except GameError as error:
        problem, damaged = str(error), isinstance(error, DamagedError)
    finally:
        store.close()
    return Written(text, problem, time.process_time() - begun, damaged)


def choose(bot: str, place: str, view: View, decision: Decision, rng: random.Random) -> Thought:
    if bot in EXPLAINING:
        return Thought(*EXPLAINING[bot](view, decision, rng))
    module, _, function = place.partition(":")
    return Thought(getattr(importlib.import_module(module), function)(view, decision, rng))


if __name__ == "__main__":
    main()
