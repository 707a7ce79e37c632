"""The command line: what it prints, and that nothing typed or read ends in a traceback."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import diadochi
from diadochi import build
from diadochi.catalogue import ENGLISH, catalogue, say
from diadochi.cli import diadochi as top
from diadochi.cli import main
from diadochi.cli.lookup import PROVENANCE as WEAKEST_FIRST
from diadochi.data import DataError, load_material
from diadochi.data.entry import PROVENANCE
from diadochi.lab import games
from diadochi.lab.match import Match, play
from diadochi.model.cards import CARD_KIND_NAME, WINDOW_NAME
from tests import browser as browsers
from tests import harness
from tests.test_cli_odds import save_of_a_fight

Run = Callable[..., tuple[int, str, str]]
Words = tuple[str, ...]
FILES = ("board", "pieces", "tables", "cards", "editions", "coastline", "rules", "patch")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return run


def commands(group: click.Command = top, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, group
    if isinstance(group, click.Group):
        for name, command in group.commands.items():
            yield from commands(command, (*path, name))


ALL = dict(commands())


def examples() -> list[str]:
    lines = [line for command in ALL.values() for line in (command.epilog or "").splitlines()]
    return list(dict.fromkeys(line.strip() for line in lines if line.strip().startswith("diadochi")))


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"diadochi {diadochi.__version__} ({build.kind()})\n", "")


def test_nothing_at_all_shows_the_help(run: Run) -> None:
    code, out, err = run()
    assert code == 2
    assert "Commands:" in out + err


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_help_explains_and_gives_examples(run: Run, path: Words) -> None:
    code, out, _ = run(*path, "--help")
    assert code == 0
    assert "Usage: diadochi" in out
    assert re.search(r"Examples:\n +diadochi", out)
    for parameter in ALL[path].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{path} {parameter.name} has no help"


def test_a_heading_in_a_language_that_has_gone_is_put_in_words_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ALL["verify",], "epilog", "\b\n⟦Examples⟧\n  diadochi verify game.json")
    _, out, _ = run("verify", "--help")
    assert re.search(r"Examples:\n +diadochi verify", out)


@pytest.mark.parametrize("example", examples())
def test_every_example_of_a_help_works(run: Run, example: str) -> None:
    if "verify" in example or "analyse" in example:
        game = harness.play(2, 1)
        Path("game.json").write_text(game.record(), encoding="utf-8")
        Path("mine.json").write_text(game.record(0), encoding="utf-8")
    if " games.jsonl" in example:
        games.write(Path("games.jsonl"), [play(Match(0, 1, "1", ("random", "random")))])
    if "odds now" in example:
        Path("fight.json").write_text(save_of_a_fight(), encoding="utf-8")
    if "--against older" in example:
        Path("older").mkdir()
        Path("older/src").symlink_to(Path(diadochi.__file__).parents[1])
    if example.startswith("diadochi serve"):
        example = example.replace("0.0.0.0", "127.0.0.1").replace("8323", "0") + " --seconds 1"
    words, _, _ = example.partition(">")
    code, out, err = run(*shlex.split(words)[1:])
    assert (code, err) == (0, "")
    assert out


def test_python_m_diadochi() -> None:
    done = subprocess.run([sys.executable, "-m", "diadochi", "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"diadochi {diadochi.__version__} ({build.kind()})\n")


def test_data_check_prints_the_counts(run: Run) -> None:
    code, out, err = run("data", "check")
    assert (code, err) == (0, "")
    assert re.fullmatch(
        r"\d+ Provinces, \d+ spaces, \d+ paths, 20 Generals, 5 Independent Armies, 8 Fleets, 70 cards\n", out
    )


def test_provenance_counts_every_file_and_all_of_them(run: Run) -> None:
    _, out, _ = run("data", "provenance")
    rows = {row[0]: [int(n) for n in row[1:]] for row in map(str.split, out.splitlines()[2:])}
    assert list(rows) == [
        *(f"{name}.json" for name in ("board", "pieces", "tables", "cards", "editions", "coastline", "rules")),
        "all",
    ]
    total = rows.pop("all")
    assert [sum(column) for column in zip(*rows.values(), strict=True)] == total


def test_provenance_lists_the_facts_it_counts(run: Run) -> None:
    counts = json.loads(run("data", "provenance", "--json")[1])
    facts = json.loads(run("data", "provenance", "--json", "--list")[1])
    assert len(facts) == sum(n for kinds in counts.values() for n in kinds.values())
    assert {fact["kind"] for fact in facts} == set(PROVENANCE)


@pytest.mark.parametrize("name", ["board", "board.json", "BOARD"])
def test_provenance_of_one_file(run: Run, name: str) -> None:
    _, out, _ = run("data", "provenance", "--list", "--file", name)
    assert {line.split()[1] for line in out.splitlines()[2:]} == {"board.json"}


def test_provenance_of_an_unknown_file_names_the_files(run: Run) -> None:
    code, out, err = run("data", "provenance", "--file", "bord")
    assert (code, out) == (1, "")
    assert "board.json, pieces.json" in err


def test_a_rule_by_its_number(run: Run) -> None:
    code, out, _ = run("rules", "10.j.1")
    assert code == 0
    assert out.startswith("10.J.1  Overrun\n")
    assert "5 times" in out
    assert "A60" in out
    assert "E27" in out


@pytest.mark.parametrize("number", ["10", "10.J", "10."])
def test_the_rules_of_a_chapter_or_section(run: Run, number: str) -> None:
    code, out, _ = run("rules", number)
    assert code == 0
    assert "10.J.3  " in out
    assert not re.search(r"^ *11\.", out, re.MULTILINE)


def test_rules_by_words(run: Run) -> None:
    code, out, _ = run("rules", "royal", "army", "overrun")
    assert code == 0
    assert "7.2.F.13" in out
    assert "7.2.F.10" not in out


def test_rules_that_rest_on_a_reading(run: Run) -> None:
    _, out, _ = run("rules", "A60")
    assert out.startswith("10.J.1  ")


def test_the_contents_of_the_rules(run: Run) -> None:
    _, out, _ = run("rules")
    assert "16  Optional rules\n" in out
    assert re.search(r"^ +10\.J +Overrun$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("10.J.99", "near it are"),
        ("99", "contents"),
        ("elefant", "elephant"),
        ("qqqqq", "contents"),
        ("A99", "contents"),
    ],
)
def test_an_unknown_rule_is_one_helpful_sentence(run: Run, asked: str, hint: str) -> None:
    code, out, err = run("rules", asked)
    assert (code, out) == (1, "")
    assert hint in err
    assert err.count("\n") == 1


def test_a_card_by_its_number(run: Run) -> None:
    code, out, _ = run("card", "28")
    assert code == 0
    assert out.startswith("Kilikia Pirates\n")
    for name in ("Number", "Kind", "OPs", "Effect", "Provenance"):
        assert re.search(rf"^{name} ", out, re.MULTILINE)


def test_a_surprise_card_says_when_it_may_be_played(run: Run) -> None:
    _, out, _ = run("card", "47b")
    assert "Surprise" in out
    assert say("command.window.battle_cards") in out
    assert not re.search(r"^OPs ", out, re.MULTILINE)


def test_a_part_of_a_name_is_enough(run: Run) -> None:
    _, out, _ = run("card", "kilik")
    assert out.startswith("Kilikia Pirates\n")


def test_several_cards_are_listed(run: Run) -> None:
    _, out, _ = run("card", "merc")
    assert "Thracian Mercenaries" in out
    assert "Greek Mercenaries" in out
    assert "Effect" not in out


def test_all_cards_are_listed(run: Run) -> None:
    _, out, _ = run("card")
    listed = re.findall(r"^ *(O?\d+[AB]?) {2,}\S", out, re.MULTILINE)
    assert listed == [c.number for c in load_material().cards]
    assert "the printed card may differ" in out


def test_a_reconstructed_card_says_so(run: Run) -> None:
    number = next(c.number for c in load_material().cards if c.provenance["effect"] == "reconstructed")
    _, out, _ = run("card", number)
    said = " ".join(out.split())
    assert re.search(r"reconstructed \([^)]*effect[^)]*\): our own wording, the printed card may differ", said)


@pytest.mark.parametrize(("asked", "hint"), [("kilikian pirats", "Kilikia Pirates"), ("999", "lists them all")])
def test_an_unknown_card_is_one_helpful_sentence(run: Run, asked: str, hint: str) -> None:
    code, out, err = run("card", asked)
    assert (code, out) == (1, "")
    assert hint in err
    assert err.count("\n") == 1


def test_every_kind_window_and_provenance_has_words() -> None:
    texts = catalogue(ENGLISH).entries
    assert {f"command.kind.{name}" for name in CARD_KIND_NAME} <= set(texts)
    assert {f"command.window.{name}" for name in WINDOW_NAME} <= set(texts)
    assert {f"command.provenance.{name}" for name in PROVENANCE} <= set(texts)
    assert set(WEAKEST_FIRST) == set(PROVENANCE)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Drawing takes seconds: here only what was asked for is noted."""
    asked: list[dict[str, object]] = []

    def draw(*_: object, **wishes: object) -> str:
        asked.append(wishes)
        return "<svg></svg>"

    monkeypatch.setattr("diadochi.chart.draw", draw)
    return asked


def test_board_writes_the_picture(run: Run, tmp_path: Path, drawn: list[dict[str, object]]) -> None:
    code, out, _ = run("board", "-o", "map.svg", "--theme", "dark", "--width", "800")
    assert (code, out) == (0, "The board is in map.svg.\n")
    assert (tmp_path / "map.svg").read_text(encoding="utf-8") == "<svg></svg>"
    assert drawn == [{"width": 800, "theme": "dark"}]


@pytest.mark.usefixtures("drawn")
def test_board_to_standard_output(run: Run) -> None:
    assert run("board", "-o", "-") == (0, "<svg></svg>", "")


@pytest.mark.usefixtures("drawn")
def test_board_into_a_folder_that_is_not_there(run: Run) -> None:
    code, _, err = run("board", "-o", "nowhere/map.svg")
    assert code == 1
    assert "nowhere/map.svg" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("board", "--width", "x"),
        ("board", "--theme", "blue"),
        ("data",),
        ("--bad",),
        ("data", "check", "x"),
    ],
)
def test_a_wrong_command_line_is_usage(run: Run, arguments: Words) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert "Usage: diadochi" in err


@pytest.mark.parametrize("command", [("data", "check"), ("rules", "10.J.1"), ("card", "28"), ("board",)])
def test_a_data_folder_that_is_not_there_is_refused(run: Run, command: Words) -> None:
    code, out, err = run("--data", "nowhere", *command)
    assert (code, out) == (1, "")
    assert "nowhere" in err
    assert "Traceback" not in err


def test_a_patch_changes_a_card(run: Run, tmp_path: Path) -> None:
    patch = {"cards": {"28": {"effect": "You find a purse."}}}
    (tmp_path / "patch.json").write_text(json.dumps(patch), encoding="utf-8")
    assert "You find a purse." in run("--data", ".", "card", "28")[1]


def test_the_environment_names_the_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.json").write_text('{"chapters": []}', encoding="utf-8")
    monkeypatch.setenv("DIADOCHI_DATA", str(tmp_path))
    code, _, err = run("rules")
    assert code == 1
    assert err == "diadochi: rules.json: it has no chapter. Put the chapters back.\n"


typed = st.text(st.characters(exclude_characters="\0"), max_size=12)
COMMAND_WORDS = ("data", "check", "provenance", "rules", "card", "board", "-o", "--width", "--list", "--json")
known = st.sampled_from(COMMAND_WORDS)


@pytest.mark.usefixtures("drawn")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arguments=st.lists(known | typed, max_size=4))
def test_nothing_typed_ends_in_a_traceback(run: Run, arguments: list[str]) -> None:
    code, _, err = run(*arguments)
    assert code in (0, 1, 2)
    assert (code == 0) == (err == "")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
contents = st.binary(max_size=40) | json_values.map(lambda value: json.dumps(value).encode())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(FILES),
    content=contents,
    command=st.sampled_from([("data", "check"), ("data", "provenance"), ("card", "28"), ("rules", "10")]),
)
def test_nothing_a_file_holds_ends_in_a_traceback(
    run: Run, tmp_path: Path, name: str, content: bytes, command: Words
) -> None:
    for old in tmp_path.glob("*.json"):
        old.unlink()
    (tmp_path / f"{name}.json").write_bytes(content)
    code, _, err = run("--data", str(tmp_path), *command)
    assert code in (0, 1)
    assert (code == 0) == (err == "")


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (DataError("board.json", "space pella", "it is gone", "Put it back"), 1, "board.json, space pella"),
        (PermissionError(13, "Permission denied", "secret.json"), 1, "secret.json: permission is denied"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), 1, "cannot be read"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_goes_wrong_is_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, sentence: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("diadochi.cli.lookup.load_rulebook", fail)
    got, out, err = run("rules")
    assert (got, out) == (code, "")
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


def _shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = f"{shlex.quote(sys.executable)} -m diadochi {line}"
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("line", ["rules 6 | true", "card | true", "board -o - | true"])
def test_a_reader_that_leaves_early_hears_no_complaint(line: str) -> None:
    done = _shell(line)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_terminal_without_our_letters_is_no_error() -> None:
    done = _shell("rules $'\\xff\\xe9'", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 1
    assert "no rule mentions" in done.stderr


def test_a_full_disk_is_one_sentence() -> None:
    done = _shell("rules > /dev/full")
    assert done.returncode == 1
    assert "the disk is full" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_interrupt_ends_quietly() -> None:
    program = (
        "import os, signal, diadochi.cli as cli\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "cli.diadochi.invoke = lambda _: os.kill(os.getpid(), signal.SIGINT)\n"
        "raise SystemExit(cli.main(['rules']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True)
    assert done.returncode == 128 + signal.SIGINT
    assert b"Traceback" not in done.stderr


def test_a_browser_that_is_there_is_used() -> None:
    def install() -> None:
        raise AssertionError("nothing to install")

    assert browsers.browser(lambda: "/usr/bin/chromium", install) == "/usr/bin/chromium"


def test_a_missing_browser_is_installed() -> None:
    installed: list[str] = []
    path = browsers.browser(lambda: installed[0] if installed else None, lambda: installed.append("chromium"))
    assert path == "chromium"


def test_without_a_browser_we_say_what_to_install() -> None:
    with pytest.raises(browsers.NoBrowserError, match="apt install chromium"):
        browsers.browser(lambda: None, lambda: None)
