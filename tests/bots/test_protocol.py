"""Outside programs: what they are told is the whole View, and they can break no game in silence."""

import io
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from diadochi import build
from diadochi.bots import protocol, random_bot, satrap
from diadochi.bots.program import START_SECONDS, Program, ProgramError, is_program
from diadochi.bots.protocol import ProtocolError
from diadochi.bots.stdio import Player, serve
from diadochi.cli import main
from diadochi.data import load_material
from tests.bots.moments import MATERIAL, asked, moments
from tests.texts import mutated

DIADOCHI = f"program:{sys.executable} -m diadochi bot --stdio --bot satrap --seed 1"


def told(*messages: object) -> list[dict[str, object]]:
    """What our side answers to these messages."""
    source = io.StringIO("".join(json.dumps(m) + "\n" for m in messages))
    sink = io.StringIO()
    serve("satrap", source, sink, MATERIAL, seed=1)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_a_view_survives_the_way_through_json() -> None:
    for game in moments():
        view = game.view(asked(game).seat)
        again = protocol.view_of(MATERIAL, json.loads(view.encode()))
        assert again.encode() == view.encode()
        assert again.public == view.public


def test_a_decision_survives_the_way_through_json() -> None:
    for game in moments():
        message = json.loads(json.dumps(protocol.question(game.view(asked(game).seat), asked(game))))
        again = protocol.decision_of(MATERIAL, message["decision"])
        assert again.actions == asked(game).actions
        assert again.args == asked(game).args


def test_our_side_greets_and_decides_like_the_bot() -> None:
    game = moments()[5]
    decision = asked(game)
    view = game.view(decision.seat)
    hello, answer = told(protocol.hello(MATERIAL, 1.0), protocol.question(view, decision), {"type": "bye"})
    assert hello == {"type": "hello", "protocol": 1, "name": "satrap", "build": build.kind()}
    assert answer == {"type": "action", "action": satrap.choose(view, decision, random.Random(1))}


@pytest.mark.parametrize(
    "message",
    [{"type": "hello", "protocol": 99}, {"type": "hello", "protocol": 1, "data": "other"}, {"type": "what"}, 7],
)
def test_what_is_no_protocol_of_ours_gets_an_error_and_the_program_goes_on(message: object) -> None:
    error, hello = told(message, protocol.hello(MATERIAL, 1.0))
    assert error["type"] == "error"
    assert error["message"]
    assert hello["type"] == "hello"


def test_the_command_line_goes_on_after_nonsense(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = io.TextIOWrapper(io.BytesIO(b'nonsense\n\xff\xfe\x00\n{"type": "hello", "protocol": 1}\n'))
    monkeypatch.setattr(sys, "stdin", source)
    assert main(["bot", "--stdio"]) == 0
    kinds = [json.loads(line)["type"] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["error", "error", "hello"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["bot --stdio", "verify -"])
def test_the_command_line_bears_closed_input_and_output(command: str, closed: str) -> None:
    line = f"printf '{{}}\\n' | {sys.executable} -m diadochi {command} {closed}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=300)
    assert done.returncode == (1 if command == "verify -" else 0)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["satrap", "random", "strategos"])
def test_every_bad_line_gets_one_error_line(name: str) -> None:
    rng = random.Random(name)
    questions = [json.dumps(protocol.question(g.view(asked(g).seat), asked(g))) for g in moments()]
    lines = [mutated(rng.choice(questions), rng) for _ in range(150)]
    sent = [line.replace(b"\n", b" ").decode("utf-8", "replace") for line in lines]
    sink = io.StringIO()
    serve(name, io.StringIO("".join(line + "\n" for line in sent)), sink, MATERIAL, seed=1)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert len(answers) == sum(bool(line.strip()) for line in sent)
    assert {answer["type"] for answer in answers} == {"error", "action"}


ODD: list[object] = [None, -1, 7, 2**70, 1.5, "", "pella", "9" * 5000, [], {}, [[]], [7, 7], {"a": 1}, True]


def changed(value: Any, rng: random.Random) -> Any:
    """The same JSON with another value somewhere in it."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        return {**value, key: changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        i = rng.randrange(len(value))
        return [*value[:i], changed(value[i], rng), *value[i + 1 :]]
    return rng.choice(ODD)


@pytest.mark.parametrize("name", ["satrap", "random"])
def test_a_question_with_another_value_in_it_gets_one_line(name: str) -> None:
    rng = random.Random(name)
    questions = [json.loads(json.dumps(protocol.question(g.view(asked(g).seat), asked(g)))) for g in moments()]
    sent = [json.dumps(changed(rng.choice(questions), rng)) for _ in range(200)]
    for actions in ([7], [None], ["pass", 7], 7, {"a": 1}):
        sent += [json.dumps({**q, "decision": {**q["decision"], "actions": actions}}) for q in questions[:2]]
    sink = io.StringIO()
    serve(name, io.StringIO("".join(line + "\n" for line in sent)), sink, MATERIAL, seed=1)
    answers = [json.loads(line)["type"] for line in sink.getvalue().splitlines()]
    assert len(answers) == len(sent)
    assert set(answers) == {"error", "action"}


def test_a_line_without_end_is_not_read_to_its_end() -> None:
    class Endless(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # io.StringIO has two bases
            return "\0" * (size or 0)

    sink = io.StringIO()
    with pytest.raises(ProtocolError, match="does not end"):
        serve("random", Endless(), sink, MATERIAL)


def test_a_line_that_is_too_long_gets_one_error_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diadochi.bots.stdio.LONGEST_LINE", 100)
    sink = io.StringIO()
    hello = json.dumps({"type": "hello", "protocol": 1})
    serve("random", io.StringIO("x" * 350 + "\n" + hello + "\n"), sink, MATERIAL)
    assert [json.loads(line)["type"] for line in sink.getvalue().splitlines()] == ["error", "hello"]


def test_a_program_plays() -> None:
    program = Program(DIADOCHI, seconds=20)
    rng = random.Random(1)
    try:
        for game in moments()[:5]:
            assert program.choose(game.view(asked(game).seat), asked(game), rng) in asked(game).actions
    finally:
        program.stop()


GREETS = """import sys
for line in sys.stdin:
    if '"hello"' in line:
        print('{"type": "hello", "protocol": 1}', flush=True)
    else:
"""


@pytest.mark.parametrize(
    ("script", "kind", "told"),
    [
        ("", "died", "it ended with exit code 0; it wrote nothing to its standard error"),
        ("import sys; sys.exit('out of elephants')", "died", "exit code 1; its last words: out of elephants"),
        (GREETS + "        raise RuntimeError('a bad day')", "died", "RuntimeError: a bad day"),
        ("print('no json', flush=True); input()", "wrong", "not a message: no json"),
        ("print('[1]', flush=True); input()", "wrong", "not a message: [1]"),
        (GREETS + '        print(\'{"action": "march:atlantis"}\', flush=True)', "wrong", "march:atlantis"),
        (GREETS + '        print(\'{"type": "error"}\', flush=True)', "wrong", "not offered"),
        ("print('{\"protocol\": 7}', flush=True); input()", "wrong", "another version of the protocol"),
        (GREETS + "        import time; time.sleep(600)", "late", "no answer within 0.2 seconds"),
    ],
)
def test_a_program_that_fails_says_how_with_its_last_words(script: str, kind: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text(script, encoding="utf-8")
    program = Program(f"program:{sys.executable} {path}", seconds=0.2 if kind == "late" else 20)
    game = moments()[0]
    with pytest.raises(ProgramError) as error:
        program.choose(game.view(asked(game).seat), asked(game), random.Random(1))
    assert error.value.kind == kind
    assert told in error.value.words
    assert str(path) in str(error.value)


def test_a_program_that_is_not_there_is_told() -> None:
    with pytest.raises(ProgramError, match=r"program:no-such-program: it cannot be started: there is no such file"):
        Program("program:no-such-program").start(MATERIAL)


def test_a_dead_program_is_told_at_once(tmp_path: Path) -> None:
    """Not after the time that it would have had."""
    program = Program(f"program:{sys.executable} -c pass", seconds=600)
    begin = time.monotonic()
    with pytest.raises(ProgramError, match="exit code 0"):
        program.start(MATERIAL)
    assert time.monotonic() - begin < START_SECONDS


def test_only_a_command_makes_a_program() -> None:
    assert is_program("program:x")
    assert not is_program("program:")
    assert not is_program("satrap")


def test_a_hello_names_the_edition() -> None:
    third = load_material("third")
    hello = json.dumps(protocol.hello(third, 1.0))
    wrong = json.dumps({"type": "hello", "protocol": 1, "edition": "fifth"})
    odd = json.dumps({"type": "hello", "protocol": 1, "rulings": {"chess": "yes"}})
    sink = io.StringIO()
    serve("random", io.StringIO(f"{hello}\n{wrong}\n{odd}\n"), sink, MATERIAL, seed=1)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert [answer["type"] for answer in answers] == ["hello", "error", "error"]
    assert "'fifth'" in answers[1]["message"] and "'chess'" in answers[2]["message"]
    player = Player("random", MATERIAL, random.Random(1), random_bot.choose)
    player.answer(json.loads(hello))
    assert player.material is third
