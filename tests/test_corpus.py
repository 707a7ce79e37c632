"""Kept games come out as they did: some of them here, all with `make corpus`."""

from dataclasses import replace

import pytest

from tests.corpus.kept import FOLDER, Kept, all_kept, read
from tests.corpus.replay import SIZE, compare

BYTES = 5_000_000
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
    assert any(game.options for game in games)
    assert any(not game.options for game in games)
    assert any(game.by.startswith("satrap") for game in games)
    ways = {"instant-legitimacy", "instant-vp", "regency", "uncontrolled-heir", "end-game"}
    assert {game.victory for game in games} == ways, "every way to win"


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
