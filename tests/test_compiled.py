"""Builds of the engine: which one runs, two compared, and one that needs nothing but the standard library.

`make compiled-test` is the long form: it compiles the engine, and runs rules, laboratory and corpus on what comes out.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tomllib
import zipfile
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest

from diadochi import build
from diadochi.cli import main
from diadochi.lab.versus import BuildError, installed_in, package_folder, ratio, student
from diadochi.model.state import FIELDS
from diadochi.rules import engine
from diadochi.table.bot_messages import pack, receive
from diadochi.table.editions import Editions
from diadochi.texts import mark

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
HOOK: dict[str, list[str]] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
WANTED = os.environ.get("DIADOCHI_BUILD")
"""What `make compiled-test` wants to be tested."""

WHOLE_GAME = """
import random, sys
sys.path.insert(0, sys.argv[1])
from diadochi import Game
game, rng = Game.new(players=3, seed=5), random.Random(5)
while game.decision is not None:
    decision = game.decision
    assert decision.text and game.view(decision.seat).encode()
    game.act(rng.choice(decision.actions), seat=decision.seat)
assert Game.load(game.save()).digest() == game.digest() and Game.replay(game.record()).result == game.result
print(game.result.victory, *sorted(name for name in sys.modules if "." not in name))
"""

TEXTS = """
import hashlib, json, random, sys
sys.path.insert(0, sys.argv[1])
from diadochi import Game, build
from diadochi.data import load_material
from diadochi.model.edition import EDITIONS

def tell(where, *texts):
    print(*where, *[hashlib.sha256(text.encode()).hexdigest() for text in texts])

print(build.kind())
for edition in EDITIONS:
    material = load_material(edition)
    for players in material.edition.players[-2:]:
        game, rng = Game.new(players, players, material=material), random.Random(players)
        while (decision := game.decision) is not None:
            if game.version % 50 == 0:
                where = edition, players, game.version
                views = [game.view(seat).encode() for seat in range(-1, players)]
                tell(where, repr(decision), game.digest(), game.save(), json.dumps(game.state.to_json()), *views)
            game.act(rng.choice(decision.actions))
        tell((edition, players, "end"), game.digest(), game.save(), game.record())
"""
"""Everything a game writes, often, in games of all editions."""


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", TOP / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_module_to_compile_exists(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)
    files = hook.sources(HOOK["modules"])
    assert len(files) == len(set(files))
    for needed in ("model/state", "rules/engine", "rules/tyche/surprise", "game", "view", "bots/satrap/__init__"):
        assert str(Path(f"src/diadochi/{needed}.py")) in files
    with pytest.raises(SystemExit, match=r"not there: .*nonsense\.py"):
        hook.sources([*HOOK["modules"], "nonsense"])


def test_nothing_compiled_has_a_cached_property(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """mypyc would compute it anew at every access."""
    monkeypatch.chdir(TOP)
    files = [Path(file) for file in hook.sources(HOOK["modules"])]
    assert [str(file) for file in files if "cached_property" in file.read_text(encoding="utf-8")] == []


def test_a_missing_tool_is_told_in_a_sentence(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    with pytest.raises(SystemExit, match=r"Compiling needs a C compiler, and there is no no-such-compiler here"):
        hook.require_tools()
    monkeypatch.setattr(hook, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"Compiling needs mypy and setuptools: pip install mypy setuptools\."):
        hook.require_tools()


@pytest.mark.skipif(not WANTED, reason="only `make compiled-test` says which build it wants")
def test_the_build_that_is_wanted_is_tested() -> None:
    assert build.kind() == WANTED
    for name in ("game", "view", "model.state", "rules.engine", "rules.battle", "rules.tyche.surprise", "bots.satrap"):
        file = importlib.import_module(f"diadochi.{name}").__file__ or ""
        assert file.endswith(".py") == (WANTED == build.INTERPRETED), f"{name} comes from {file}"


@pytest.mark.skipif(WANTED != build.COMPILED, reason="only `make compiled-test` has two builds")
def test_both_builds_write_the_same_texts() -> None:
    """Saves, digests, views and records of the same games, to the letter."""
    compiled = Path(build.__file__).parents[1]
    (kind, *texts), (plain_kind, *plain_texts) = written_by(compiled), written_by(TOP / "src")
    assert (kind, plain_kind) == (build.COMPILED, build.INTERPRETED)
    assert len(texts) > 6 * 5
    assert texts == plain_texts


def written_by(folder: Path) -> list[str]:
    done = subprocess.run((sys.executable, "-c", TEXTS, str(folder)), capture_output=True, text=True, cwd=TOP)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("engine.py", build.INTERPRETED),
        ("engine.pyc", build.INTERPRETED),
        ("engine.cpython-311-x86_64-linux-gnu.so", build.COMPILED),
        ("engine.cp311-win_amd64.pyd", build.COMPILED),
    ],
)
def test_the_build_is_told_by_the_engines_file(file: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "__file__", f"/somewhere/diadochi/rules/{file}")
    assert build.kind() == kind


def test_both_builds_have_the_same_mark(tmp_path: Path) -> None:
    for name in ("engine.py", "engine.cpython-311-x86_64-linux-gnu.so", "engine.cp311-win_amd64.pyd"):
        (tmp_path / name).touch()
    assert [file.name for file in mark._files(tmp_path)] == ["engine.py"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as `pip install --no-deps .` leaves it."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    alone = ("--no-deps", "--no-index", "--no-build-isolation", "--no-compile", "--target", str(folder), str(TOP))
    subprocess.run((*pip, *alone), check=True)
    return folder


def test_the_engine_runs_on_the_standard_library_alone(installed: Path) -> None:
    done = subprocess.run(
        (sys.executable, "-I", "-S", "-c", WHOLE_GAME, str(installed)), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    _, *loaded = done.stdout.split()
    assert "diadochi" in loaded
    assert not {"click", "litestar", "msgspec", "rich", "sqlalchemy", "openskill"} & set(loaded)


def test_a_plain_install_has_nothing_compiled(installed: Path) -> None:
    assert not [file for ending in ("so", "pyd") for file in installed.rglob(f"*.{ending}")]


def test_bench_against_its_own_tree(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("bench", "--games", "1", "--alternations", "2", "--against", str(TOP), "--json")
    assert main(list(words)) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["same_games"]
    assert facts["this"]["actions"] == facts["other"]["actions"] > 1000
    assert facts["other"]["build"] == build.INTERPRETED
    for name in ("speed", "copy", "game_copy", "view"):
        assert 0 < facts[name]["low"] <= facts[name]["ratio"] <= facts[name]["high"]
    for side in (facts["this"], facts["other"]):
        assert 0 < side["growth"] < 10
        assert side["actions_per_calibration"] > 0


def test_bench_against_an_engine_that_plays_otherwise(
    installed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel = tmp_path / "other.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in installed.rglob("*"):
            text = file.read_bytes() if file.is_file() else b""
            if file.name == "agenda.py":
                text = text.replace(b"sha256", b"sha512")
            if file.is_file():
                archive.writestr(str(file.relative_to(installed)), text)
    assert main(["bench", "--games", "1", "--alternations", "2", "--against", str(wheel)]) == 0
    assert "The two did not play the same games" in capsys.readouterr().out


def test_bench_finds_the_package_in_a_tree_an_installation_and_an_environment(tmp_path: Path) -> None:
    for place in ("tree/src", "installed", "venv/lib/python3.13/site-packages"):
        (tmp_path / place / "diadochi").mkdir(parents=True)
        (tmp_path / place / "diadochi" / "game.py").touch()
        given = tmp_path / place.split("/")[0]
        assert installed_in(given, given) == tmp_path / place


def test_what_holds_no_build_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--against", str(tmp_path)]) == 1
    assert "holds no diadochi: name a source tree" in capsys.readouterr().err
    (tmp_path / "x.whl").write_text("nonsense")
    with pytest.raises(BuildError, match=r"x\.whl is not a wheel"), package_folder(tmp_path / "x.whl"):
        pass
    (tmp_path / "src" / "diadochi").mkdir(parents=True)
    (tmp_path / "src" / "diadochi" / "game.py").touch()
    (tmp_path / "src" / "diadochi" / "__init__.py").touch()
    assert main(["bench", "--against", str(tmp_path)]) == 1
    assert "cannot be measured: ModuleNotFoundError" in capsys.readouterr().err


def test_the_interval_of_a_ratio() -> None:
    found = ratio([2.0, 2.0, 2.0])
    assert (found.ratio, found.low, found.high) == (2, 2, 2)
    found = ratio([1.0, 4.0])
    assert found.ratio == 2 and found.low < 0.01 and found.high > 1000
    assert student(1) == pytest.approx(12.71)
    assert student(19) == pytest.approx(2.093, abs=0.001)
    assert student(11) == pytest.approx(2.201, abs=0.005)


def test_what_a_server_plays_with_passes_to_its_bots() -> None:
    """Pickle cannot set the fields of a compiled frozen dataclass."""
    editions = Editions()
    passed = receive(BytesIO(pack(editions)))
    assert passed.playable == editions.playable
    assert passed.first.board == editions.first.board
    assert passed.first.notation.actions == editions.first.notation.actions


def test_a_state_has_no_field_of_the_compiler() -> None:
    """Both builds write the same names; a compiled class also knows names of its own."""
    assert not [name for name in FIELDS if name.startswith("__")]
