"""Outside programs: what they are told is the whole View, and they can neither stop nor break a game."""

import io
import json
import random
import sys
from pathlib import Path

import pytest

from diadochi.bots import protocol, satrap
from diadochi.bots.program import Program, is_program
from diadochi.bots.stdio import ProtocolError, serve
from diadochi.cli import main
from tests.bots.moments import MATERIAL, asked, moments

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
def test_what_is_no_protocol_of_ours_is_refused(message: object) -> None:
    with pytest.raises(ProtocolError):
        told(message)


def test_the_command_line_refuses_it_with_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("nonsense\n"))
    assert main(["bot", "--stdio"]) == 1
    assert "no JSON" in capsys.readouterr().err


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
