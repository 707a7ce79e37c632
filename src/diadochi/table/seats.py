"""Who sits where: unguessable tokens in cookies, of which the database knows only the hashes."""

import base64
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Mapping

from litestar.datastructures import Cookie

from diadochi.table.games import Games

COOKIE = "seat-"
SEPARATOR = "."
YEAR = 365 * 24 * 3600
REMEMBERED = 20_000
MOST_TOKENS = 10
"""In one cookie."""


def new_token() -> str:
    return secrets.token_urlsafe(24)


def token_of(key: str, *purpose: str) -> str:
    """Of the same key and purpose the same, so that a lost answer can be given again; without a key a new one."""
    if not key:
        return new_token()
    digest = hashlib.sha256("/".join((key, *purpose)).encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Seats:
    def __init__(self, games: Games) -> None:
        self.games = games
        self._known: OrderedDict[str, tuple[str, str, int]] = OrderedDict()
        """Tokens of requests that were good; never written anywhere."""

    async def held(self, cookies: Mapping[str, str], game: str) -> int:
        """Bit mask of the seats that whoever sent these cookies holds in a game."""
        mask = 0
        for token in tokens_in(cookies, game):
            found = await self.find(token)
            if found is not None and found[:2] == (game, "seat"):
                mask |= found[2]
        return mask

    async def find(self, token: str) -> tuple[str, str, int] | None:
        """Game, kind and seats of a token."""
        found = self._known.get(token)
        if found is None:
            found = await self.games.run(self.games.store.token, hash_of(token))
            if found is not None and found[1] != "recovery":
                self._known[token] = found
                if len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
        return found

    async def mine(self, cookies: Mapping[str, str]) -> list[str]:
        """The games in which whoever sent these cookies holds a seat."""
        games = [name.removeprefix(COOKIE) for name in cookies if name.startswith(COOKIE)]
        return [game for game in games if await self.held(cookies, game)]


def cookie_name(game: str) -> str:
    return f"{COOKIE}{game}"


def tokens_in(cookies: Mapping[str, str], game: str) -> list[str]:
    value = cookies.get(cookie_name(game), "")
    return [token for token in value.split(SEPARATOR) if token][:MOST_TOKENS]


def cookie(game: str, tokens: Iterable[str], *, secure: bool) -> Cookie:
    value = SEPARATOR.join(dict.fromkeys(tokens))
    return Cookie(
        key=cookie_name(game), value=value, path="/api", max_age=YEAR, httponly=True, samesite="lax", secure=secure
    )
