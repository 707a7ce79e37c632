"""The features of a view: as they are documented, true of the table, and made from nothing hidden."""

import random
from pathlib import Path

import pytest

from diadochi.bots import features, random_bot
from diadochi.game import Game
from diadochi.lab.feature_page import table_of_features
from diadochi.model.state import FACTIONS
from diadochi.view import SPECTATOR, View

PAGE = Path(__file__).parent.parent.parent / "docs" / "lab.md"


def middle(players: int = 4, seed: int = 3, actions: int = 600) -> Game:
    game = Game.new(players, seed, keep_undo=False)
    rng = random.Random(seed)
    for _ in range(actions):
        game.act_code(random_bot.pick(game, rng))
    return game


GAME = middle()


def row_of(view: View, seat: int) -> dict[str, float]:
    return dict(zip(features.NAMES, features.seat_features(view)[seat], strict=True))


def block(view: View, name: str) -> list[list[float]]:
    (part,) = [b for b in features.blocks(view.material) if b.name == name]
    row, width = features.encode(view), len(part.features)
    return [list(row[part.first + i * width : part.first + (i + 1) * width]) for i in range(part.rows)]


def test_the_page_lists_what_the_code_tells() -> None:
    assert table_of_features(GAME.material) in PAGE.read_text(encoding="utf-8"), (
        "run: python -m diadochi.lab.feature_page"
    )


def test_names_are_told_once() -> None:
    for part in features.blocks(GAME.material):
        assert len({f.name for f in part.features}) == len(part.features)


def test_a_player_is_told_as_the_table_shows_him() -> None:
    table, view = GAME.table, GAME.view()
    provinces = list(table.provinces.values())
    for seat, who in enumerate(table.factions):
        row = row_of(view, seat)
        assert row["vp"] == table.vp[who]
        assert row["legitimacy"] == table.legitimacy[who]
        assert row["provinces"] == provinces.count(who)
        assert row["pcs"] == len(table.pcs_of(who))
        assert row["cus"] == sum(sum(units.values()) for units in table.cus_of(who).values())
        assert row["largest_army"] == max(sum(units.values()) for units in table.cus_of(who).values())
        assert row["fleets"] == sum(fleet["controller"] == who for fleet in table.fleets.values())
        assert row["cards"] == table.hand_sizes[who]
        assert row["champion"] == (who in table.champions)
        assert row["usurper"] == (who == table.usurper)
        assert row["place_in_order"] == table.order.index(who)
        on_map = [name for name, at in table.generals(who).items() if at != "dispersed"]
        assert row["major_generals"] + row["minor_generals"] == len(on_map)


def test_exactly_one_player_decides_and_is_active() -> None:
    for name in ("active", "decides"):
        assert sum(row_of(GAME.view(), seat)[name] for seat in range(4)) == 1


def test_the_row_is_as_long_as_the_blocks_say() -> None:
    view = GAME.view(0)
    assert len(features.encode(view)) == features.size(GAME.material)
    first = 0
    for part in features.blocks(GAME.material):
        assert part.first == first
        first += part.size


@pytest.mark.parametrize("seat", range(4))
def test_the_viewer_comes_first(seat: int) -> None:
    """Relative seats: row 0 of the block is the viewer, row 1 the next."""
    view = GAME.view(seat)
    rows, scales = block(view, "seats"), [f.scale for f in features.SEAT]
    for relative in range(4):
        told = [value * scale for value, scale in zip(rows[relative], scales, strict=True)]
        assert told == pytest.approx(features.seat_features(view)[(seat + relative) % 4], rel=1e-5)
    assert not any(rows[4])
    pcs = [row[:FACTIONS] for row in block(view, "spaces")]
    for space, owner in enumerate(GAME.state.pcs):
        place = -1 if owner < 0 else 5 if owner == 5 else (owner - seat) % 4
        assert [i for i, value in enumerate(pcs[space]) if value] == ([place] if place >= 0 else [])


def test_every_piece_is_somewhere() -> None:
    places = slice(FACTIONS, FACTIONS + 3 + len(features.PLACES))
    for name in ("generals", "royals"):
        assert all(sum(row[places]) == 1 for row in block(GAME.view(0), name))


def test_own_cards_are_seen_and_those_of_others_are_not() -> None:
    view = GAME.view(1)
    cards = block(view, "cards")
    assert sum(1 << i for i, row in enumerate(cards) if row[0]) == GAME.state.hands[1]
    assert not any(row[0] for row in block(GAME.view(SPECTATOR), "cards"))


def test_what_a_seat_cannot_know_changes_nothing() -> None:
    for seat in range(4):
        other = Game.sample(GAME.view(seat), random.Random(5))
        assert other.state.hands != GAME.state.hands
        assert features.encode(other.view(seat)) == features.encode(GAME.view(seat))
