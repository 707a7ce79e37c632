"""Notebooks: games, views and results show themselves as HTML, with the board as a picture and nothing hidden."""

import random
import re
from html import escape
from pathlib import Path

import pytest

from diadochi.bots import random_bot
from diadochi.catalogue import FOLDER, read_in, say
from diadochi.game import Game, Result
from diadochi.model.naming import BESIDE
from diadochi.model.verbs import Domain
from diadochi.picture import Names
from tests.languages import PSEUDO, pseudo_name, write_pseudo


def middle() -> Game:
    game = Game.new(4, 3, keep_undo=False)
    rng = random.Random(3)
    for _ in range(600):
        game.act_code(random_bot.pick(game, rng))
    return game


GAME = middle()
SHOWN = GAME._repr_html_()


def named(domain: int, id: str) -> str:
    return escape(str(Names(GAME.material).word(domain, id)))


def test_a_game_shows_the_board_with_its_pieces() -> None:
    table = GAME.table
    assert SHOWN.count("<svg") == SHOWN.count("</svg>") == 1
    assert escape(table.moment) in SHOWN
    for who in table.factions:
        assert f"{table.vp[who]} VP" in SHOWN
        assert len(re.findall(f"<title>PC of {who.capitalize()}</title>", SHOWN)) == len(table.pcs_of(who))
        for place, cus in table.cus_of(who).items():
            unit, number = next(iter(cus.items()))
            counted = escape(say(f"forces.{unit}", number=number))
            where = re.escape(named(Domain.LOCATION, place))
            assert re.search(f"<title>{who.capitalize()}, {where}: [^<]*{counted}", SHOWN), place
    for general, place in table.generals().items():
        if place not in BESIDE.values():
            where = re.escape(named(Domain.LOCATION, place))
            assert re.search(f"<title>[^<]+, {where}: [^<]*{named(Domain.GENERAL, general)}", SHOWN), general


def test_a_picture_speaks_the_readers_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_pseudo(tmp_path)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with read_in(PSEUDO):
        shown = GAME._repr_html_() + Result(0, "regency", (1, 2), (3, 4))._repr_html_()
    said = re.findall(r">([^<>]+)<", re.sub(r"<style.*?</style>", "", shown, flags=re.DOTALL))
    assert any(pseudo_name("Issos") in text for text in said)
    letters = re.compile(r"⟦.*|.*⟧|\[.*|.*\]|[^A-Za-z]+|(\[?\w{1,2} ?)*\d*")
    assert [text for text in said if text.strip() and not letters.fullmatch(text.strip())] == []


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
    assert game.table.factions[game.result.winner].capitalize() in row
    assert say(f"victory.{game.result.victory}") in row
