"""Log lines: sentences for people, arguments with the ids of the data for programs."""

import random

import msgspec
import pytest

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model.state import DISPERSED
from diadochi.model.verbs import Domain
from diadochi.rules.agenda import Event
from diadochi.table import log_lines
from diadochi.table.codec import Body, encode_body
from diadochi.table.log_lines import line
from diadochi.table.rows import EntryRow
from tests.server.running import Running

MATERIAL = load_material()


def test_a_line_tells_its_arguments_with_the_ids_of_the_data() -> None:
    facts = (
        ("who", "faction", 2),
        ("general", "general", -1),
        ("generals", "generals", (0, 2)),
        ("at", "location", DISPERSED),
        ("cus", "forces", (2, 0, 1, 0, 0, 0)),
        ("unit", "units", 1),
        ("strength", "number", 7),
        ("raised", "numbers", (2, 3)),
        ("result", "text", "roll_fails"),
    )
    generals = MATERIAL.pieces.generals
    assert line(MATERIAL, Event("battle_roll", "14.8", facts, (2, 3))).args == {
        "who": "yellow",
        "general": None,
        "generals": [generals[0].id, generals[2].id],
        "at": "dispersed",
        "cus": {"mercenary": 2, "royal": 1},
        "unit": "loyal",
        "strength": 7,
        "raised": [2, 3],
        "result": "roll_fails",
    }


def test_how_much_is_told_in_one_go_does_not_depend_on_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_lines, "LARGEST", 300)

    def told(cards: tuple[int, ...], seat: int) -> int:
        drawn = Event("dealt_hand", "5.3.2", (("who", "faction", 1), ("cards", "cards", cards)), to=1 << 1)
        body = encode_body(Body(1, 1, 0, 0, (drawn,)))
        return len(log_lines.page(MATERIAL, [EntryRow(v, 0, "pass", None, body) for v in range(20)], seat))

    few, many = (1,), tuple(range(20, 40))
    for seat in (-1, 0, 2):
        assert told(few, seat) == told(many, seat) > 1
    assert told(few, 1) > told(many, 1)


def test_every_event_of_a_game_can_be_told() -> None:
    game, rng = Game.new(4, seed=3), random.Random(3)
    while game.decision is not None:
        game.act(rng.choice(game.decision.actions))
    lines = [line(MATERIAL, event) for event in game.events]
    assert all(told.args.keys() == {name for name, _, _ in e.args} for told, e in zip(lines, game.events, strict=True))
    fights = {told.key: told.args for told in lines}
    assert fights["battle_roll"]["who"] in MATERIAL.pieces.factions
    assert fights["battle_begins"]["at"] in MATERIAL.notation.ids[Domain.LOCATION]
    assert msgspec.json.encode(lines)


def test_the_log_holds_the_arguments(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 30)
    lines = [line for entry in ann.log(game, "blue")["entries"] for line in entry["lines"]]
    assert {line["args"]["who"] for line in lines if "who" in line["args"]} >= {"blue", "red"}
