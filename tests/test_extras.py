"""A plain installation lacks what an extra brings: every command that needs it says so in a sentence."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from diadochi.lab.extras import MissingExtraError, need

TOP = Path(__file__).parent.parent

WITHOUT = """
import sys
sys.modules[sys.argv.pop(1)] = None
from diadochi.__main__ import main
sys.exit(main())
"""


def without(package: str, *words: str) -> tuple[int, str]:
    """What a command answers where a package is not installed: its exit code, and what it says on stderr."""
    command = (sys.executable, "-c", WITHOUT, package, *words)
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("extra", "package", "words"),
    [
        ("postgres", "psycopg", ("serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none")),
        ("lab", "pyarrow", ("dataset", "GAMES", "-o", "OUT")),
        ("ray", "ray", ("simulate", "--games", "1", "--ray")),
    ],
)
def test_a_command_that_needs_a_missing_extra_is_refused_in_a_sentence(
    extra: str, package: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    games = tmp_path / "games.jsonl"
    games.touch()
    paths = {"GAMES": str(games), "OUT": str(tmp_path / "out")}
    code, said = without(package, *[paths.get(word, word) for word in words])
    assert code == 1
    assert said.startswith("diadochi: ")
    assert said.endswith(f"pip install 'diadochi[{extra}]'\n")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("package", "words"),
    [("click", ()), ("click", ("--version",)), ("rich", ("card",)), ("litestar", ("serve", "--port", "0"))],
)
def test_what_a_plain_installation_would_have_brought_is_told(package: str, words: tuple[str, ...]) -> None:
    """With `pip install --no-deps` there is the engine alone."""
    assert without(package, *words) == (
        1,
        f"diadochi: this needs {package}, which is not installed: pip install diadochi\n",
    )


def test_what_bench_cannot_measure_without_an_extra_is_told() -> None:
    code, said = without("numpy", "bench", "--games", "1")
    assert code == 0
    assert said == (
        "steps of environments per second: "
        "this needs numpy, which comes with the extra 'rl': pip install 'diadochi[rl]'\n"
    )


@pytest.mark.parametrize(("extra", "package"), [("rl", "gymnasium"), ("rl", "pettingzoo"), ("spiel", "pyspiel")])
def test_a_part_for_programmers_says_it_too(extra: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"this needs {package}, .* pip install 'diadochi\[{extra}\]'"):
        need(extra, package)


def test_every_extra_is_told_of() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    sources = [*(TOP / "src").rglob("*.py"), *(TOP / "src" / "diadochi" / "locale" / "en").rglob("errors.po")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    for extra in project["optional-dependencies"].keys() - {"dev"}:
        assert f'need("{extra}", ' in text or f"'diadochi[{extra}]'" in text, extra
