"""The example of play, as the replay bar gets it."""

import msgspec

from diadochi import example
from diadochi.table.boards import plain
from diadochi.table.walk import walk
from tests.server.test_boards import changed


def test_the_example_is_told_board_by_board_with_every_comment() -> None:
    told = walk()
    play = example.load()
    assert [comment.title[:4] for comment in told.comments] == [step.id for step in play.steps]
    stops = [told.first.version, *(step.version for step in told.steps)]
    assert stops == [entry.version for entry in told.entries] == list(range(len(stops)))
    assert {comment.version for comment in told.comments} <= set(stops)
    board = msgspec.to_builtins(told.first)
    for step in told.steps:
        board = changed(board, msgspec.to_builtins(step))
    game = play.game(play.steps[-1])
    assert {player["faction"]: player["vp"] for player in board["players"]} == dict(
        zip(play.record.material.pieces.factions, game.state.vp, strict=False)
    )
    assert [card for hand in board["hands"].values() for card in hand]
    assert (board["key"], plain(told.first)["decision"]["offers"]) == ("", [])


def test_every_battle_and_siege_of_the_example_is_marked() -> None:
    kinds = [mark.kind for mark in walk().marks]
    assert {"turn", "round", "battle", "siege"} <= set(kinds)
