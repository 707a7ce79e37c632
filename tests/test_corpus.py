"""Kept games come out as they did: some of them here, all with `make corpus`."""

from collections import Counter
from dataclasses import replace

import pytest

from diadochi.data import load_material
from diadochi.model.cards import CardKind
from diadochi.model.edition import EDITIONS
from tests.corpus import events, rare
from tests.corpus.events import NEVER_SEEN, all_keys, keys_of
from tests.corpus.kept import FOLDER, Kept, all_kept, read
from tests.corpus.rare import SCRIPTS, Script
from tests.corpus.replay import SIZE, compare

BYTES = 5_000_000
EACH = 30
"""At least so many games of each edition."""
REPLAYED = 20
GAMES = sorted(FOLDER.iterdir())
SOME = GAMES[:: len(GAMES) // REPLAYED][:REPLAYED]


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.name.partition(".")[0])
def test_a_kept_game_comes_out_as_it_did(path: object) -> None:
    difference = compare(read(path))  # type: ignore[arg-type]
    assert difference is None, str(difference)


def test_the_corpus_holds_what_it_should() -> None:
    games = all_kept()
    assert len(games) >= 200
    assert sum(path.stat().st_size for path in GAMES) <= BYTES
    assert {game.players for game in games} == {2, 3, 4, 5}
    assert all(number >= EACH for number in Counter(game.edition for game in games).values())
    assert {game.edition for game in games} == set(EDITIONS)
    assert any(game.options for game in games)
    assert any(not game.options for game in games)
    assert any(game.by.startswith("satrap") for game in games)
    ways = {"instant-legitimacy", "instant-vp", "regency", "uncontrolled-heir", "end-game"}
    assert {game.victory for game in games} == ways, "every way to win"


def test_every_kind_of_event_is_in_a_game_but_these() -> None:
    """`python -m tests.corpus --events` counts again; a script in tests/corpus/rare.py shows what is missing."""
    shown = events.read()
    assert set(shown) == all_keys(), "count again: python -m tests.corpus --events"
    assert {key for key, games in shown.items() if not games} == NEVER_SEEN


def test_the_lister_finds_what_the_rules_tell_and_no_parts_of_texts() -> None:
    told = {"marches", "unrest_roll_two", "surprise_for_general", "honours_passage", "forage_segment", "evasion_roll"}
    assert told <= all_keys()
    assert {"wins.regency", "source_lost.vp", "independents.gains_province", "plays_event"} <= all_keys()
    assert not {"asked", "forces", "none", "roll_fails", "standing", "with_rule"} & all_keys()


@pytest.mark.parametrize("name", EDITIONS)
def test_there_is_always_a_card_to_draw(name: str) -> None:
    """Why nobody ever sees an event of NEVER_SEEN: most cards can neither leave the game nor all be held or spent."""
    material = load_material(name)
    edition = material.edition
    staying = [card for card in material.cards if not card.optional and not card.remove_after_event]
    in_front = sum(card.kept_in_front or card.kind == CardKind.GENERAL for card in staying)
    spent = sum(card.kind == CardKind.SURPRISE for card in staying) + material.flipping.bit_count()
    aside = 1  # 47B
    for players in edition.players:
        held = players * edition.hand[players] + edition.face_down.get(players, 0)
        assert len(staying) - held - in_front - spent - aside > 0


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_shows_what_it_is_there_for(script: Script) -> None:
    assert set(script.shows) <= keys_of(rare.kept(script))


@pytest.fixture(scope="module")
def short() -> Kept:
    return min(all_kept(), key=lambda game: len(game.actions))


def garbled(digests: bytes, at: int) -> bytes:
    return digests[:at] + bytes([digests[at] ^ 1]) + digests[at + 1 :]


@pytest.mark.parametrize(("byte", "part"), [(0, "position"), (2, "cards"), (4, "offers"), (6, "events")])
def test_what_differs_is_told_with_its_action(short: Kept, byte: int, part: str) -> None:
    difference = compare(replace(short, digests=garbled(short.digests, 10 * SIZE + byte)))
    assert difference is not None
    assert (difference.after, difference.what) == (10, (part,))
    assert short.actions[9] in str(difference)


def test_an_action_that_is_not_offered_any_more_is_told(short: Kept) -> None:
    actions = (*short.actions[:5], "march:issos", *short.actions[6:])
    difference = compare(replace(short, actions=actions))
    assert difference is not None
    assert "march:issos is not offered" in str(difference)


def test_another_seat_is_told(short: Kept) -> None:
    seats = (*short.seats[:7], 4, *short.seats[8:])
    difference = compare(replace(short, seats=seats))
    assert difference is not None
    assert difference.after == 7
    assert "the seat asked (4" in difference.what[0]
