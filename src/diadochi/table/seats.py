"""Who sits where: unguessable tokens in cookies, of which the database knows only the hashes."""

import base64
import hashlib
import re
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence

from litestar.datastructures import Cookie

from diadochi.table.games import Games
from diadochi.table.store import Keyed

COOKIE = "seat-"
SEPARATOR = "."
YEAR = 365 * 24 * 3600
REMEMBERED = 20_000
MOST_TOKENS = 10
"""In one cookie."""
MOST_LOOKED_UP = 300
"""Tokens of one request, of all its cookies together."""
SENT = re.compile(rb"(?:^|;) ?(seat-[a-z0-9]{1,24})=((?:[A-Za-z0-9_\-]{32}\.?)+)(?=;|\Z)")
TOKEN = re.compile(r"[A-Za-z0-9_\-]{32}")
NOTHING = ("", "", 0)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def token_of(key: str, *purpose: str) -> str:
    """Of the same key and purpose the same, so that a lost answer can be given again; without a key a new one."""
    if not key:
        return new_token()
    digest = hashlib.sha256("/".join((key, *purpose)).encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def keyed(key: str, request: bytes, *purpose: str) -> Keyed | None:
    """What a client's key is used for, for each purpose by itself; None without a key."""
    if not key:
        return None
    return Keyed(hash_of("/".join(("key", key, *purpose))), hashlib.sha256(request).hexdigest())


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


Found = tuple[str, str, int]
"""Game, kind and seats of a token."""


class Seats:
    def __init__(self, games: Games) -> None:
        self.games = games
        self._known: OrderedDict[str, Found] = OrderedDict()
        """Tokens of requests that were good; never written anywhere."""

    async def held(self, cookies: Mapping[str, str], game: str) -> int:
        """Bit mask of the seats that whoever sent these cookies holds in a game."""
        return (await self.masks(cookies, [game])).get(game, 0)

    async def masks(self, cookies: Mapping[str, str], games: Iterable[str]) -> dict[str, int]:
        """The same for several games, those without a seat left out; the database is asked once."""
        wanted = [(game, token) for game in games for token in tokens_in(cookies, game)][:MOST_LOOKED_UP]
        found = await self.find_all([token for _, token in wanted])
        out: dict[str, int] = {}
        for game, token in wanted:
            of, kind, seats = found.get(token, NOTHING)
            if (of, kind) == (game, "seat"):
                out[game] = out.get(game, 0) | seats
        return out

    async def find(self, token: str) -> Found | None:
        return (await self.find_all([token])).get(token)

    async def find_all(self, tokens: Sequence[str]) -> dict[str, Found]:
        """The tokens that there are."""
        out = {token: self._known[token] for token in tokens if token in self._known}
        hashes = {hash_of(token): token for token in tokens if token not in out}
        if hashes:
            for found_hash, found in (await self.games.run(self.games.store.tokens, list(hashes))).items():
                token = hashes[found_hash]
                out[token] = found
                if found[1] != "recovery":
                    self._remember(token, found)
        return out

    def _remember(self, token: str, found: Found) -> None:
        self._known[token] = found
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    async def mine(self, cookies: Mapping[str, str]) -> list[str]:
        """The games in which whoever sent these cookies holds a seat."""
        return list(await self.masks(cookies, [name.removeprefix(COOKIE) for name in cookies]))


def sent(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The cookies of seats that came with a request; nothing else in the headers is looked at."""
    cookies = (value for name, value in headers if name == b"cookie")
    return {name.decode(): value.decode() for text in cookies for name, value in SENT.findall(text)}


def cookie_name(game: str) -> str:
    return f"{COOKIE}{game}"


def tokens_in(cookies: Mapping[str, str], game: str) -> list[str]:
    value = cookies.get(cookie_name(game), "")
    return [token for token in value.split(SEPARATOR, MOST_TOKENS)[:MOST_TOKENS] if TOKEN.fullmatch(token)]


def cookie(game: str, tokens: Iterable[str], *, secure: bool) -> Cookie:
    value = SEPARATOR.join(dict.fromkeys(tokens))
    return Cookie(
        key=cookie_name(game), value=value, path="/api", max_age=YEAR, httponly=True, samesite="lax", secure=secure
    )
