"""The process in which slow bots think: questions on standard input, answers on standard output."""

import importlib
import random
import sys

from diadochi.bots import Bot
from diadochi.data import load_material
from diadochi.table.bots import LENGTH, READY, unpack


def bot_of(name: str) -> Bot:
    module, _, function = name.partition(":")
    found: Bot = getattr(importlib.import_module(module), function)
    return found


def main() -> None:
    sys.path[:] = sys.argv[1:] or sys.path
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    rng = random.Random()
    answers.write(READY)
    answers.flush()
    while head := questions.read(LENGTH.size):
        name, view, decision = unpack(questions.read(*LENGTH.unpack(head)), load_material)
        answer = bot_of(name)(view, decision, rng).encode()
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    main()
