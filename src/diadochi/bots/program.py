"""An outside program as a bot: it is started, asked by the line protocol, and never waited for too long."""

import contextlib
import json
import queue
import random
import shlex
import subprocess
import threading
from typing import IO

from diadochi.bots import protocol, random_bot
from diadochi.bots.protocol import Message
from diadochi.game import Decision
from diadochi.view import View

PREFIX = "program:"
GRACE_SECONDS = 0.5
START_SECONDS = 20.0
"""A program may load before it says hello."""


def is_program(name: str) -> bool:
    return name.startswith(PREFIX) and len(name) > len(PREFIX)


class Program:
    """One process. An answer that is late, wrong or missing is replaced by a random choice, and counted."""

    def __init__(self, name: str, seconds: float = 5.0) -> None:
        self.command = shlex.split(name.removeprefix(PREFIX))
        self.seconds = seconds
        self.faults = 0
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str] = queue.Queue()

    def choose(self, view: View, decision: Decision, rng: random.Random) -> str:
        try:
            if self._process is None:
                self._start(view)
            answer = self._ask(protocol.question(view, decision), self.seconds)
            action = answer.get("action")
            if isinstance(action, str) and action in decision.actions:
                return action
        except (OSError, ValueError, queue.Empty):
            self.stop()
        self.faults += 1
        return random_bot.choose(view, decision, rng)

    def _start(self, view: View) -> None:
        pipe = subprocess.PIPE
        self._answers = queue.Queue()
        self._process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        assert self._process.stdout is not None
        threading.Thread(target=pump, args=(self._process.stdout, self._answers), daemon=True).start()
        greeting = self._ask(protocol.hello(view.material, self.seconds), START_SECONDS)
        if greeting.get("protocol") != protocol.VERSION:
            raise ValueError("the program speaks another version of the protocol")

    def _ask(self, message: Message, seconds: float) -> Message:
        process = self._process
        assert process is not None and process.stdin is not None
        process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
        process.stdin.flush()
        answer = json.loads(self._answers.get(timeout=seconds))
        if not isinstance(answer, dict):
            raise ValueError("an answer is a JSON object")
        return answer

    def stop(self) -> None:
        """End the process; the next question starts it anew."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None
        with contextlib.suppress(OSError):
            process.stdin.write(json.dumps(protocol.BYE) + "\n")
            process.stdin.close()
        try:
            process.wait(timeout=GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def pump(source: IO[str], answers: "queue.Queue[str]") -> None:
    """Read on while the program writes."""
    try:
        for line in source:
            answers.put(line)
    except ValueError:
        return
