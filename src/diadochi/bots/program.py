"""An outside program as a bot: it is started, asked by the line protocol, and never waited for too long."""

import contextlib
import json
import queue
import random
import shlex
import subprocess
import threading
from collections import deque
from typing import IO, NoReturn

from diadochi import system_errors
from diadochi.bots import protocol
from diadochi.bots.protocol import Message
from diadochi.catalogue import figure, say
from diadochi.errors import GameError
from diadochi.game import Decision
from diadochi.model.material import Material
from diadochi.view import View

PREFIX = "program:"
GRACE_SECONDS = 0.5
START_SECONDS = 20.0
"""A program may load before it says hello."""
LAST_LINES = 8
LONGEST_WORDS = 1000
DIED, WRONG, LATE = "died", "wrong", "late"


class ProgramError(GameError):
    """An outside program failed: it died, answered wrongly, or too late. The message has its last words."""

    def __init__(self, name: str, kind: str, words: str) -> None:
        super().__init__("error.program", name=name, words=words)
        self.kind = kind
        self.words = words


def is_program(name: str) -> bool:
    return name.startswith(PREFIX) and len(name) > len(PREFIX)


class Program:
    """One process, for one game. It fails with a ProgramError, and is not asked again."""

    def __init__(self, name: str, seconds: float = 5.0) -> None:
        self.name = name
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._last: deque[str] = deque(maxlen=LAST_LINES)
        self._listener: threading.Thread | None = None

    def choose(self, view: View, decision: Decision, rng: random.Random) -> str:
        if self._process is None:
            self.start(view.material)
        answer = self._ask(protocol.question(view, decision), self.seconds)
        action = answer.get("action")
        if not isinstance(action, str) or action not in decision.actions:
            self._fail(WRONG, say("error.program.not_offered", answer=short(json.dumps(answer))))
        return action

    def start(self, material: Material) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                shlex.split(self.name.removeprefix(PREFIX)),
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            why = system_errors.reason(error) if isinstance(error, OSError) else str(error)
            raise ProgramError(self.name, DIED, say("error.program.cannot_start", why=why)) from None
        assert self._process.stdout is not None and self._process.stderr is not None
        threading.Thread(target=pump, args=(self._process.stdout, self._answers), daemon=True).start()
        self._listener = threading.Thread(target=listen, args=(self._process.stderr, self._last), daemon=True)
        self._listener.start()
        greeting = self._ask(protocol.hello(material, self.seconds), START_SECONDS)
        if greeting.get("protocol") != protocol.VERSION:
            self._fail(WRONG, say("error.program.other_protocol", answer=short(json.dumps(greeting))))

    def _ask(self, message: Message, seconds: float) -> Message:
        process = self._process
        assert process is not None and process.stdin is not None
        with contextlib.suppress(OSError):  # it has died: its answer is the end
            process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            process.stdin.flush()
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            self._fail(LATE, say("error.program.no_answer", seconds=figure(seconds, "g")))
        if line is None:
            self._fail(DIED, self._ended())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            self._fail(WRONG, say("error.program.no_message", answer=short(line)))
        return answer

    def _ended(self) -> str:
        assert self._process is not None
        try:
            return say("error.program.ended", code=self._process.wait(timeout=GRACE_SECONDS))
        except subprocess.TimeoutExpired:
            return say("error.program.closed")

    def _fail(self, kind: str, what: str) -> NoReturn:
        self.stop()
        last = " | ".join(self._last)
        words = (
            say("error.program.last_words", what=what, words=last) if last else say("error.program.silent", what=what)
        )
        raise ProgramError(self.name, kind, short(words, LONGEST_WORDS))

    def stop(self) -> None:
        """End the process, and hear its last words."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        with contextlib.suppress(OSError):
            process.stdin.write(json.dumps(protocol.BYE) + "\n")
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(timeout=GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._listener is not None:
            self._listener.join(GRACE_SECONDS)
        process.stdout.close()
        process.stderr.close()


def pump(source: IO[str], answers: "queue.Queue[str | None]") -> None:
    """Read on while the program writes; None when it has closed its output."""
    with contextlib.suppress(ValueError):
        for line in source:
            answers.put(line)
    answers.put(None)


def listen(source: IO[str], last: deque[str]) -> None:
    with contextlib.suppress(ValueError):
        for line in source:
            if line.strip():
                last.append(short(line.strip()))


def short(text: str, most: int = 200) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 3] + "..."
