"""`diadochi options`."""

import json
import re

import pytest

from diadochi.cli import main
from diadochi.model.options import CHAPTER_16


def test_every_option_is_listed_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["options"]) == list(CHAPTER_16)
    sentence = re.compile(r"[A-Z].* \((16\.\d+|O\d\d(, O\d\d)?)\)")
    assert [text for text in told["options"].values() if not sentence.fullmatch(text)] == []
    assert told["warnings"] == []


@pytest.mark.rule("R16.1.2")
def test_contradictions_give_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "cavalry", "cavalry-superiority"]) == 0
    assert "Warning:" in capsys.readouterr().out
    assert main(["options", "cavalry", "oracle"]) == 0
    assert "Warning:" not in capsys.readouterr().out


def test_an_unknown_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "flying-elephants"]) == 2
    assert "cavalry" in capsys.readouterr().err
