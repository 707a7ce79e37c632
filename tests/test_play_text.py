"""The text game: what is shown, what can be typed, and that a seat sees only what it may see."""

import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diadochi.catalogue import UNTOLD
from diadochi.cli import main
from diadochi.cli.overview import overview
from diadochi.game import Decision, Game
from diadochi.messages import Speaker, event_line, prompt_line
from diadochi.model.verbs import VERB_OF_NAME

Play = Callable[..., str]
SEED_3 = "--seed 3 --seat red=random --seat yellow=random --seat green=random"
COMMANDS = ("help", "map", "log", "why", "rule", "card", "undo", "save", "quit")


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Plays a game with the lines given and returns what was printed."""
    monkeypatch.chdir(tmp_path)

    def play(*lines: str, arguments: str = SEED_3, code: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        got = main(["play", "--text", *arguments.split()])
        out, err = capsys.readouterr()
        assert got == code, err
        return err if code else out

    return play


def prompts(out: str) -> list[str]:
    """The prompts that were shown: each stands after an empty line, before choice 1."""
    return re.findall(r"\n\n(.+)\n +1  ", out)


def test_a_decision_is_a_prompt_with_numbered_choices(play: Play) -> None:
    out = play("quit")
    shown = re.findall(r"^ +(\d+)  (\S.*?)  +([\w:.-]+)$", out, re.MULTILINE)
    assert [int(number) for number, _, _ in shown] == list(range(1, len(shown) + 1))
    assert ("1", "Pass", "pass") in shown
    assert UNTOLD not in out


def test_the_end_of_the_input_leaves_the_game(play: Play) -> None:
    assert play().endswith("You leave the game.\n")


def test_a_number_and_an_action_choose_the_same(play: Play) -> None:
    by_number, by_text = play("1", "quit"), play("pass", "quit")
    assert by_number.replace("> 1\n", "> pass\n") == by_text
    assert by_number != play("quit")


def test_a_number_that_is_not_there(play: Play) -> None:
    assert "There is no choice 77: type a number from 1 to" in play("77")
    assert "There is no choice" in play("9" * 5000)


def test_an_unknown_word(play: Play) -> None:
    assert "'abrakadabra' is not a verb" in play("abrakadabra")


def test_an_action_that_is_not_offered_is_refused_with_its_rule(play: Play) -> None:
    out = play("march:issos")
    assert re.search(r"march:issos is not possible: .*\(\d+\.[\w.]+\)", out)


def test_why_not(play: Play) -> None:
    out = play("why march:issos", "why 1", "why", "why nonsense")
    assert re.search(r"march:issos is not possible: .*\(\d+\.[\w.]+\)", out)
    assert "pass may be chosen now." in out
    assert "Say what: `why ACTION`." in out
    assert "'nonsense' is not a verb" in out


def test_a_rule_and_a_card_can_be_looked_up(play: Play) -> None:
    out = play("rule 10.J.1", "rule 99", "card 28", "card abc")
    assert "10.J.1  Overrun" in out
    assert "'diadochi rules' shows the contents" in out
    assert "Kilikia Pirates" in out
    assert "no card is called 'abc'" in out


def test_the_log(play: Play) -> None:
    out = play("log 2", "log x")
    asked = out.split("> log 2\n")[1].splitlines()
    before = out.split("> log 2\n")[0].splitlines()
    assert asked[0] in before
    assert asked[1] in before
    assert asked[2].startswith("> ")
    assert "`log` wants a number of lines" in out


def test_help_names_every_command(play: Play) -> None:
    help_text = play("help").split("> help\n")[1]
    for command in COMMANDS:
        assert re.search(rf"^{command}\b", help_text, re.MULTILINE), command


def test_no_command_is_a_verb() -> None:
    assert not set(COMMANDS) & set(VERB_OF_NAME)


def test_an_empty_line_shows_the_choices_again(play: Play) -> None:
    out = play("")
    first, second = prompts(out)
    assert first == second


def test_the_map_tells_where_everything_is(play: Play) -> None:
    text = play("map").split("> map\n")[1]
    for words in ("Champion: ", "VP: ", "L: Champion 3", "PCs: ", "Independents", "Royal family", "Your hand: "):
        assert words in text
    assert re.search(r"^  Lamia: Leosthenes with \d+ Mercenary CUs$", text, re.MULTILINE)
    assert re.search(r"^  Alexandros: Babylon", text, re.MULTILINE)


def test_the_map_shows_no_hand_but_the_viewers() -> None:
    game = Game.new(players=4, seed=3)
    while game.state.round == 0:
        assert game.decision is not None
        game.act(game.decision.actions[0])
    names = {
        seat: {game.material.cards[c].name for c in range(70) if game.state.hands[seat] >> c & 1} for seat in range(4)
    }
    text = "\n".join(overview(game.view(1)))
    for card in names[1]:
        assert card in text
    for card in (names[0] | names[2] | names[3]) - names[1]:
        assert card not in text


def test_the_map_is_the_same_whatever_the_others_hold() -> None:
    game = Game.new(players=4, seed=3)
    while game.state.round == 0:
        assert game.decision is not None
        game.act(game.decision.actions[0])
    before = overview(game.view(1))
    hands = game.state.hands
    hands[0], hands[2] = hands[2], hands[0]
    assert overview(game.view(1)) == before


def test_a_hand_is_shown_to_its_own_seat_only(play: Play) -> None:
    """Two people at one screen: what only one may see comes right before that one's own prompt."""
    game = Game.new(players=2, seed=3)
    while game.state.round == 0:
        assert game.decision is not None
        game.act(game.decision.actions[0])
    out = play(*Typists(Game.new(2, 3)).first_choices(100), arguments="--seed 3 --players 2 --seat red=human")
    dealt = {event.to.bit_length() - 1: event for event in game.events if event.key == "dealt_hand"}
    assert set(dealt) == {0, 1}
    for seat, event in dealt.items():
        after = out.split(event_line(game.material, event))
        assert len(after) == 2
        assert prompts(after[1])[0].startswith(Speaker(game.material).faction(seat))


class Typists:
    """People at one terminal: what they type for the choices of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[str] = []
        self.at_keyboard = -1

    def choose(self, choice: int) -> None:
        decision = self.game.decision
        assert decision is not None
        action = decision.actions[choice]
        if is_window(decision) and action == "pass":
            self.lines.append("")
            self.at_keyboard = decision.seat if self.at_keyboard == decision.seat else -1
        else:
            arrives = "look" if is_window(decision) else ""
            self.lines += [arrives] * (is_window(decision) or self.at_keyboard != decision.seat)
            self.lines.append(str(choice + 1))
            self.at_keyboard = decision.seat
        self.game.act(action)

    def first_choices(self, decisions: int) -> list[str]:
        """The lines of so many more decisions, the first choice in each."""
        before = len(self.lines)
        for _ in range(decisions):
            self.choose(0)
        return self.lines[before:]


def is_window(decision: Decision) -> bool:
    return decision.prompt.startswith("prompt.window.")


def lines_to_an_undoable_step() -> tuple[list[str], str, str]:
    """What two people type up to a step that can be taken back, and the prompts before and after it."""
    game = Game.new(players=2, seed=3)
    typists = Typists(game)
    rng = random.Random(3)
    while (decision := game.decision) is not None:
        typists.choose(rng.randrange(len(decision.codes)))
        after = game.decision
        if after is None or after.seat != decision.seat or is_window(decision) or is_window(after):
            continue
        if game.can_undo(after.seat) and len(after.codes) > 1:
            return typists.lines, prompt_line(game.material, decision), prompt_line(game.material, after)
    raise AssertionError("no step of this game can be taken back")


def test_undo_asks_the_same_again(play: Play) -> None:
    lines, before, after = lines_to_an_undoable_step()
    out = play(*lines, "undo", arguments="--seed 3 --players 2 --seat red=human")
    assert "Taken back." in out
    assert prompts(out)[-3:] == [before, after, before]


def test_another_players_step_cannot_be_undone(play: Play) -> None:
    everybody = " ".join(f"--seat {faction}=human" for faction in ("blue", "red", "yellow", "green", "black"))
    out = play("", "1", "", "undo", arguments=f"--seed 1 --players 5 {everybody}")
    assert "cannot be taken back" in out


def test_nothing_to_undo(play: Play) -> None:
    assert "cannot be taken back" in play("undo", arguments="--seed 1 --players 5")


def test_a_saved_game_goes_on(play: Play) -> None:
    people = "--seat red=human"
    typists = Typists(Game.new(2, 3))
    lines, rest = typists.first_choices(4), typists.first_choices(5)
    whole = prompts(play(*lines, *rest, arguments=f"--seed 3 --players 2 {people}"))
    saved = play(*lines, "save game.json", arguments=f"--seed 3 --players 2 {people}")
    assert "The game is saved in game.json." in saved
    after = play(*rest, arguments=f"--load game.json {people}")
    assert prompts(after) == whole[4:]
    assert "receives Perdikkas" not in after


def test_a_file_that_cannot_be_written(play: Play) -> None:
    out = play("save", "save nowhere/game.json", "save a\0b")
    assert "Say what: `save FILE`." in out
    assert "nowhere/game.json: there is no such file or folder" in out
    assert "a\0b: there is no such file or folder" in out


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", b"[1]", b"null"])
def test_a_file_that_is_no_saved_game_is_one_sentence(play: Play, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "game.json").write_bytes(content)
    assert play(arguments="--load game.json", code=1).count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--players 2 --seat green=human", "'green' does not play; 2 players are: blue, red"),
        ("--load nowhere.json", "nowhere.json"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(play: Play, arguments: str, sentence: str) -> None:
    said = play(arguments=arguments, code=1)
    assert sentence in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("arguments", ["--players 6", "--seat blue=alexander", "--seat blue", "--option sleep"])
def test_a_wrong_command_line_is_usage(play: Play, arguments: str) -> None:
    assert "Usage: diadochi play" in play(arguments=arguments, code=2)


def test_bots_alone_play_to_the_end(play: Play) -> None:
    out = play(arguments="--seed 1 --players 2 --seat blue=random")
    assert "Nobody plays but bots" in out
    assert re.search(r"The game is over: (Blue|Red) wins \([A-Z m].*\)\n$", out)
    assert "Your hand" not in out
    assert "You draw" not in out
    assert UNTOLD not in out


def test_a_person_can_play_to_the_end(play: Play) -> None:
    out = play(*["1"] * 6000, arguments="--seed 2 --players 2")
    assert "The game is over: " in out
    assert UNTOLD not in out


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.sampled_from([*COMMANDS[:-1], "1", "2"]) | st.text(max_size=12), max_size=8))
def test_nothing_typed_ends_in_a_traceback(play: Play, lines: list[str]) -> None:
    assert play(*lines).startswith("Successors for 4 players.")


def test_a_pipe(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "diadochi", "play", "--text", "--seed", "3"]
    done = subprocess.run(command, input=b"map\n\xff\xfe\n1\n", capture_output=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(b"You leave the game.\n")
    assert done.stderr == b""


def test_the_corrections_of_a_folder_are_played(play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "patch.json").write_text('{"board": {"spaces": {"lamia": {"name": "Lamia on Sea"}}}}')
    assert main(["--data", ".", "play", "--text", "--seed", "3", "--seat", "blue=human"]) == 0
    assert "Lamia on Sea: Leosthenes" in capsys.readouterr().out


# Several people at one terminal

WINDOW_POSITION: dict[str, object] = {
    "segment": "surrender",
    "factions": {
        "blue": {
            "generals": {"perdikkas": "babylon", "antipatros": "pella", "krateros": "tarsos", "ptolemaios": "memphis"},
            "hand": ["2", "3", "4", "5", "6"],
        },
        "red": {
            "generals": {"leonnatos": "abydos", "peithon": "ekbatana", "antigonos": "kelainai", "eumenes": "mazaka"},
            "hand": ["7", "8", "9", "10", "11"],
        },
    },
}


def save_with(hand: list[str]) -> None:
    """A game before a window, in which Red holds these cards."""
    position = json.loads(json.dumps(WINDOW_POSITION))
    position["factions"]["red"]["hand"] = hand
    game = Game.from_position(position, seed=1)
    assert game.decision is not None and is_window(game.decision)
    Path("game.json").write_text(game.save())


TWO_PEOPLE = "--load game.json --seat red=human"
NOTHING_FITS, SOMETHING_FITS = ["7", "8", "9", "10", "11"], ["57", "58", "9", "10", "11"]


def test_a_window_asks_several_people_in_the_same_words_whatever_they_hold(play: Play) -> None:
    shown = []
    for hand in (NOTHING_FITS, SOMETHING_FITS):
        save_with(hand)
        shown.append(play("", "", arguments=TWO_PEOPLE))
    assert shown[0] == shown[1]
    assert shown[0].count("An empty line passes; `look` shows the choices of") == 2
    assert "`look` shows the choices of Red" in shown[0]


@pytest.mark.parametrize("hand", [NOTHING_FITS, SOMETHING_FITS])
def test_one_line_passes_for_one_person_in_a_window(play: Play, hand: list[str]) -> None:
    save_with(hand)
    out = play("", "", arguments=TWO_PEOPLE)
    assert out.count("\n> ") == 3, "Blue, Red, and what comes after the window"
    assert play("pass", "pass", arguments=TWO_PEOPLE).replace("> pass\n", "> \n") == out


def test_a_card_is_played_in_a_window_by_looking_first(play: Play) -> None:
    save_with(SOMETHING_FITS)
    out = play("", "look", "discard:57", arguments=TWO_PEOPLE)
    before, after = out.split("> look\n")
    assert "The Gift of Oratory" not in before
    assert "discard:57" in after
    assert "Red discards the Surprise card The Gift of Oratory" in after


@pytest.mark.parametrize("line", ["map", "log", "why surprise:57", "surprise:57", "2", "undo", "nonsense"])
def test_nothing_about_a_hand_is_told_before_its_owner_looks(play: Play, line: str) -> None:
    shown = []
    for hand in (NOTHING_FITS, SOMETHING_FITS):
        save_with(hand)
        shown.append(play("", line, arguments=TWO_PEOPLE))
    assert shown[0] == shown[1]
    assert "Your hand" not in shown[0]


@pytest.mark.parametrize(("line", "told"), [("help", "take back"), ("rule 6.2.6", "6.2.6"), ("card 57", "Oratory")])
def test_what_tells_nothing_may_be_asked_in_a_window(play: Play, line: str, told: str) -> None:
    save_with(NOTHING_FITS)
    assert told in play(line, arguments=TWO_PEOPLE).split(f"> {line}\n")[1]


def test_a_hand_is_shown_when_its_owner_is_at_the_keyboard(play: Play) -> None:
    save_with(NOTHING_FITS)
    out = play("", "", "", "map", arguments=TWO_PEOPLE)
    before, after = out.split("Blue: press Enter when you are at the keyboard and the others are not looking.")
    assert "Your hand" not in before
    assert "Your hand" in after
    assert "Minor Raid" not in out, "that is in Red's hand"


def test_who_plays_alone_is_asked_in_a_window_only_if_a_card_fits(play: Play) -> None:
    asks = "play or discard a Surprise card"
    alone = "--load game.json --seat blue=random --seat red=human"
    save_with(NOTHING_FITS)
    assert asks not in prompts(play(arguments=alone))[0]
    save_with(SOMETHING_FITS)
    out = play(arguments=alone)
    assert asks in prompts(out)[0]
    assert "press Enter" not in out


def test_the_end_shows_several_people_nothing_private(play: Play) -> None:
    typists = Typists(Game.new(2, 2))
    while typists.game.decision is not None:
        typists.choose(0)
    out = play(*typists.lines, arguments="--seed 2 --players 2 --seat red=human")
    assert "The game is over: " in out
    assert "You draw" not in out.rpartition("> ")[2]
