"""Outside programs: what they are told is the whole View, and they can neither stop nor break a game."""

import io
import json
import random
import sys
from pathlib import Path

import pytest

from diadochi.bots import protocol, satrap
from diadochi.bots.program import Program, is_program
from diadochi.bots.protocol import ProtocolError
from diadochi.bots.stdio import serve
from diadochi.cli import main
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
    assert hello == {"type": "hello", "protocol": 1, "name": "satrap"}
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


def test_a_line_without_end_is_not_read_to_its_end() -> None:
    class Endless(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
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
        assert program.faults == 0
    finally:
        program.stop()


@pytest.mark.parametrize(
    "script",
    [
        "",
        "import time; time.sleep(60)",
        "print('no json', flush=True); input()",
        'import sys\nfor line in sys.stdin: print(\'{"protocol": 1, "action": "march:atlantis"}\', flush=True)',
        "print('{\"protocol\": 7}', flush=True); input()",
    ],
)
def test_a_program_that_fails_is_replaced_by_chance(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("diadochi.bots.program.START_SECONDS", 0.5)
    path = tmp_path / "player.py"
    path.write_text(script, encoding="utf-8")
    program = Program(f"program:{sys.executable} {path}", seconds=0.5)
    game = moments()[0]
    try:
        assert program.choose(game.view(asked(game).seat), asked(game), random.Random(1)) in asked(game).actions
        assert program.faults == 1
    finally:
        program.stop()


def test_only_a_command_makes_a_program() -> None:
    assert is_program("program:x")
    assert not is_program("program:")
    assert not is_program("satrap")
