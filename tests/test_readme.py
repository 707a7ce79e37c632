"""Whatever the README shows is executed: shell lines, sessions with their output, Python, links."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
IN_THE_PROJECT = ("make", "pip")
# `make test` inside `make test` would never end, so it runs one file; a game ends when it is told to quit.
# A server serves until it is told to stop: here it listens on this machine alone, at a free port, for a second.
SERVE = "diadochi serve --host 0.0.0.0 --port 8323 --database sqlite:///games.sqlite"
SMALLER = {
    "make test": "make test ARGS='tests/test_rulebook.py -p no:cacheprovider'",
    SERVE: SERVE.replace("0.0.0.0", "127.0.0.1").replace("8323", "0") + " --seconds 1",
}
ANSWERS = "quit\n" * 3


def blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCKS if kind == language]


def sessions() -> list[tuple[str, str]]:
    """The commands of console blocks, each with the output shown below it."""
    text = "".join(blocks("console"))
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A virtual environment of its own, made offline from the packages of the one that runs the tests."""
    home = tmp_path_factory.mktemp("machine")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / "venv"], check=True)
    binaries = home / "venv" / "bin"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site = home / "venv" / "lib" / version / "site-packages"
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    (binaries / "pip").write_text(f'#!/bin/sh\nexec {shlex.quote(str(binaries / "python"))} -m pip "$@"\n')
    (binaries / "pip").chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
        "VENV": str(_installed(home)),
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "BROWSER": "true",
    }
    for inherited in ("PYTHONPATH", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "VIRTUAL_ENV"):
        environment.pop(inherited, None)
    subprocess.run(["pip", "install", "--quiet", "."], cwd=ROOT, env=environment, check=True)
    return environment


def _installed(home: Path) -> Path:
    """What make finds when it runs a second time: the environment of these tests, already installed."""
    folder = home / "made"
    folder.mkdir()
    for part in ("bin", "lib", "pyvenv.cfg"):
        (folder / part).symlink_to(Path(sys.prefix) / part)
    for stamp in ("installed", "installed-dev"):
        (folder / stamp).touch()
    return folder


def execute(command: str, machine: dict[str, str], folder: Path) -> str:
    command = SMALLER.get(command.strip(), command)
    where = ROOT if command.split()[0] in IN_THE_PROJECT else folder
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=where,
        env=machine,
        input=ANSWERS,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_the_readme_shows_something_of_each_kind() -> None:
    assert COMMANDS
    assert sessions()
    assert blocks("python")
    assert {kind for kind, _ in BLOCKS} <= {"sh", "console", "python"}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_shell_line_works(command: str, machine: dict[str, str], tmp_path: Path) -> None:
    execute(command, machine, tmp_path)


@pytest.mark.parametrize(("command", "output"), sessions())
def test_a_session_prints_what_is_shown(command: str, output: str, machine: dict[str, str], tmp_path: Path) -> None:
    assert execute(command, machine, tmp_path) == output


@pytest.mark.parametrize("block", blocks("python"))
def test_python_runs(block: str, machine: dict[str, str], tmp_path: Path) -> None:
    assert execute(f"python -W error -c {shlex.quote(block)}", machine, tmp_path)


def test_the_installed_package_is_the_one_that_is_tested(machine: dict[str, str], tmp_path: Path) -> None:
    where = execute("python -c 'import diadochi; print(diadochi.__file__)'", machine, tmp_path)
    assert not where.startswith(str(ROOT))


def _make_with(pythons: dict[str, str], folder: Path) -> str:
    """What `make play` says on a machine that has only these Pythons (as shell scripts)."""
    for tool in ("make", "sh"):
        (folder / tool).symlink_to(shutil.which(tool) or tool)
    for name, script in pythons.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    command = ["make", "play", f"VENV={folder / 'venv'}"]
    done = subprocess.run(command, cwd=ROOT, env={"PATH": str(folder)}, capture_output=True, text=True)
    assert done.returncode == 2
    return done.stderr


@pytest.mark.parametrize("pythons", [{}, {"python3": "exit 1"}], ids=["none", "too old"])
def test_a_machine_without_python_is_told_what_to_install(pythons: dict[str, str], tmp_path: Path) -> None:
    assert "needs Python 3.11 or newer: install it" in _make_with(pythons, tmp_path)


def test_a_python_without_venv_is_told_what_to_install(tmp_path: Path) -> None:
    without_venv = 'case "$2" in *venv*) exit 1;; esac'
    assert "apt install python3-venv" in _make_with({"python3": without_venv}, tmp_path)


PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
