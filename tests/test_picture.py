"""Notebooks: games, views and results show themselves as HTML, with the board as a picture and nothing hidden."""

import random
import re
from html import escape

from diadochi.bots import random_bot
from diadochi.game import Game
from diadochi.model.naming import BESIDE
from diadochi.model.verbs import Domain


def middle() -> Game:
    game = Game.new(4, 3, keep_undo=False)
    rng = random.Random(3)
    for _ in range(600):
        game.act_code(random_bot.pick(game, rng))
    return game


GAME = middle()
SHOWN = GAME._repr_html_()


def test_a_game_shows_the_board_with_its_pieces() -> None:
    table = GAME.table
    assert SHOWN.count("<svg") == SHOWN.count("</svg>") == 1
    assert escape(table.moment) in SHOWN
    for who in table.factions:
        assert f"{table.vp[who]} VP" in SHOWN
        assert len(re.findall(f"<title>PC of {who}</title>", SHOWN)) == len(table.pcs_of(who))
        for place, cus in table.cus_of(who).items():
            unit, number = next(iter(cus.items()))
            assert re.search(f"<title>{who} at {place}: [^<]*{number} {unit}", SHOWN), place
    for general, place in table.generals().items():
        if place not in BESIDE.values():
            assert re.search(f"<title>[a-z]+ at {place}: [^<]*{general}", SHOWN), general


def test_no_card_of_a_hand_is_shown() -> None:
    for seat in range(-1, 4):
        shown = GAME.view(seat)._repr_html_()
        assert shown.split("<svg")[1] == SHOWN.split("<svg")[1]
    names = GAME.notation.ids[Domain.CARD]
    cells = re.findall("<td>([^<]*)</td>", SHOWN)
    assert not set(cells) & set(names)


def test_a_result_shows_who_won() -> None:
    game = GAME.copy()
    rng = random.Random(3)
    while game.asked:
        game.act_code(random_bot.pick(game, rng))
    assert game.result is not None
    shown = game.result._repr_html_()
    assert len(re.findall("won: ", shown)) == 1
    row = next(row for row in shown.split("<tr>") if "won: " in row)
    assert game.table.factions[game.result.winner] in row
    assert game.result.victory in row
