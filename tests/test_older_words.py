"""Records, saves and databases of the time when an attack had no word of its own."""

import json
import random
from functools import cache

import pytest

from diadochi.errors import NotOfferedError
from diadochi.game import Game
from diadochi.table import replay
from diadochi.table.codec import body_of, encode_body
from diadochi.table.rows import EntryRow
from diadochi.texts.older import understood
from tests.corpus.players import prefers
from tests.rules.activations import force_march
from tests.rules.voyages import embark
from tests.table import Table
from tests.texts import MATERIAL, Json, sealed

OLDER = {"prompt.ask_passage": "pass", "prompt.withdraw": "stand", "prompt.drop_off": "done"}
EAGER = prefers({"march": 6, "take-all": 6, "embark": 6, "sail": 4, "drop": 6, "land": 2, "campaign": 6, "done": 0.3})
SEED = 11


@cache
def played() -> tuple[Game, tuple[str, ...], tuple[EntryRow, ...]]:
    """A finished game, its actions in the older words, and the rows that a database had of it."""
    rng = random.Random(SEED)
    game = Game.new(3, SEED, material=MATERIAL)
    words, rows = [], []
    while (decision := game.decision) is not None:
        action = "attack" if "attack" in decision.actions else EAGER(game, rng)
        word = OLDER[decision.prompt] if action == "attack" else action
        events = game.act(action)
        words.append(word)
        rows.append(EntryRow(game.version, decision.seat, word, None, encode_body(body_of(game.state, events))))
    return game, tuple(words), tuple(rows)


def older(values: Json) -> Json:
    entries = values["entries"]
    for entry, word in zip(entries, played()[1], strict=True):
        if isinstance(entry, dict):
            entry["action"] = word
        else:
            entry[1] = word
    return values


def test_the_game_has_attacks_of_two_kinds() -> None:
    game, words, _ = played()
    told = {word for entry, word in zip(game.entries, words, strict=True) if entry.text == "attack"}
    assert {"pass", "stand"} <= told


def test_an_intercepted_army_stood() -> None:
    table = Table(dice=(6,))
    table.general("red", "eumenes", "pergamon")
    table.army("blue", "krateros", "kelainai", mercenary=1)
    force_march(table)
    table.act("activate:krateros", "take-all", "march:sardeis", "intercept:pergamon")
    assert table.game is not None
    assert understood(table.game, "stand") == "attack"
    assert understood(table.game, "withdraw") == "withdraw"


def test_those_who_were_dropped_off_were_done() -> None:
    table = Table()
    table.army("blue", "demetrios", "xanthos", loyal=3)
    table.general("red", "eumenes", "phaselis")
    embark(table, "demetrios")
    table.act("sail:phaselis", "drop:phaselis")
    assert table.game is not None
    assert understood(table.game, "done") == "attack"


def test_an_older_record_holds_and_is_told_in_the_words_of_today() -> None:
    game = played()[0]
    text = json.dumps(older(json.loads(game.record())))
    again = Game.replay(text)
    assert again.state.vp == game.state.vp
    assert again.record() == game.record()


def test_an_older_save_opens_and_has_a_record() -> None:
    game = played()[0]
    loaded = Game.load(sealed(older(json.loads(game.save()))))
    assert loaded.state == game.state
    assert loaded.record() == game.record()


def test_an_older_database_is_played_again_without_a_difference() -> None:
    game, _, rows = played()
    again = Game.new(3, SEED, material=MATERIAL)
    replay.replay(again, list(rows))
    assert again.state == game.state


def test_at_the_table_nobody_attacks_in_the_older_words() -> None:
    rng = random.Random(SEED)
    game = Game.new(3, SEED, material=MATERIAL)
    while game.decision is not None and "attack" not in game.decision.actions:
        game.act(EAGER(game, rng))
    assert game.decision is not None
    with pytest.raises(NotOfferedError):
        replay.carry_out(game, game.decision.seat, OLDER[game.decision.prompt])
