"""What strangers send is bounded before it is worked on: cookies, headers, unfinished requests, connections, cost."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from diadochi.table import seats
from tests.server.running import Running

TOKEN = secrets.token_urlsafe(24)


@contextmanager
def statements(server: Running) -> Iterator[list[Any]]:
    """The parameters of everything that the database is asked."""
    asked: list[Any] = []

    def note(connection: object, cursor: object, statement: str, parameters: Any, *_: object) -> None:
        if statement != "BEGIN":
            asked.append(parameters)

    sa.event.listen(server.table.store.engine, "before_cursor_execute", note)
    yield asked
    sa.event.remove(server.table.store.engine, "before_cursor_execute", note)


# Cookies

JUNK = {
    "games that are not there": "; ".join(f"seat-{n:x}={TOKEN}" for n in range(1000)),
    "no tokens": "; ".join(f"seat-{n:x}=x" for n in range(4000)),
    "many tokens": "; ".join(f"seat-{n:x}={'.'.join([TOKEN] * 30)}" for n in range(40)),
    "no cookies": "=;" * 20_000,
    "a quoted one": 'seat-a="' + "\\" * 40_000,
}


@pytest.mark.parametrize("cookies", JUNK.values(), ids=JUNK)
@pytest.mark.parametrize("path", ["/api/games?mine=true", "/api/games", "/api/games/{game}/view?seat=blue"])
def test_junk_cookies_cost_one_question(quick: Running, cookies: str, path: str) -> None:
    ann, eve = quick.person(), quick.person()
    game = ann.new_game("me", "me")
    with statements(quick) as asked:
        answer = eve.http.get(quick.url + path.format(game=game), headers={"Cookie": cookies})
    assert answer.status_code in (200, 403)
    assert len(asked) <= 4
    assert max((len(parameters) for parameters in asked), default=0) <= seats.MOST_LOOKED_UP


def test_a_seat_is_found_among_the_cookies_of_others(quick: Running) -> None:
    ann = quick.person()
    games = [ann.new_game("me", "bot"), ann.new_game("bot", "me")]
    real = "; ".join(f"{c.name}={c.value}" for c in ann.http.cookies.jar)
    ann.http.cookies.clear()
    cookies = {"Cookie": f"theme=dark;a;{real}; {JUNK['no tokens'][:9000]}"}
    found = ann.http.get(f"{quick.url}/api/games", params={"mine": True}, headers=cookies).json()["games"]
    assert {table["id"] for table in found} == set(games)
    assert all(sum(seat["mine"] for seat in table["seats"]) == 1 for table in found)
    assert ann.http.get(f"{quick.url}/api/games/{games[1]}/view?seat=red", headers=cookies).status_code == 200
    assert ann.http.get(f"{quick.url}/api/games/{games[1]}/view?seat=blue", headers=cookies).status_code == 403
