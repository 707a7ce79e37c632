"""The web API: every path, with what it takes, what it answers and what can go wrong."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import UNSET

from diadochi import catalogue
from diadochi.bots import BOTS
from diadochi.errors import GameError, UnknownActionError
from diadochi.example import EDITION
from diadochi.game import Game, check_edition, option_mask
from diadochi.messages import refusal_line
from diadochi.model.material import Material
from diadochi.rules.face import UNDO, new_state
from diadochi.table import (
    ahead,
    checksums,
    lessons,
    live_channel,
    log_lines,
    odds,
    orders,
    seats,
    views,
    windows,
    wire,
    wire_facts,
    wire_view,
)
from diadochi.table.assets import answer
from diadochi.table.bot_messages import QUICK
from diadochi.table.bots import BotRunner
from diadochi.table.codec import body_of, encode_body, encode_state
from diadochi.table.games import Games, Loaded, NoGameError
from diadochi.table.live_channel import Hub
from diadochi.table.lobby import table_of
from diadochi.table.metrics import Watch
from diadochi.table.records import Clerk
from diadochi.table.reference import Reference, References
from diadochi.table.replay import GoneError
from diadochi.table.rows import EntryRow, Header, SeatRow
from diadochi.table.seats import Seats
from diadochi.table.security import METER
from diadochi.table.sitting import sitting
from diadochi.table.store import Keyed
from diadochi.table.views import Showing

SPECTATOR = -1
RECOVERY_DAYS = 30
MOST_ENTRIES = 100
QUICK_PRICE, DEEP_PRICE = 1, 10
"""Of a bot, in what an address may make."""

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]
Seat = FromQuery[wire.Faction | None]
ActionText = Annotated[str, QueryParameter(max_length=80)]
GameId = Annotated[str, PathParameter(pattern="^[a-z0-9]{1,24}$")]
At = Annotated[int | None, QueryParameter(ge=0, le=1_000_000_000)]
Edition = Annotated[str | None, QueryParameter(max_length=24)]
Moment = Annotated[int, QueryParameter(ge=0, le=1_000_000_000)]
Since = Annotated[int, QueryParameter(ge=-1, le=1_000_000_000)]


class ForbiddenError(GameError):
    """The seat is not held by whoever asks."""


class TakenError(GameError):
    """The seat is not open."""


class BadRequestError(GameError):
    """The request makes no sense."""


@dataclass(frozen=True)
class Room:
    """Everything that the handlers share."""

    games: Games
    seats: Seats
    hub: Hub
    references: References
    bots: BotRunner
    clerk: Clerk
    watch: Watch

    @property
    def reference(self) -> Reference:
        """Of the edition where none is named."""
        return self.references.first

    def table_of(self, header: Header, held: int, present: int) -> wire.Table:
        return table_of(self.games.editions.of_game(header), header, held, present)


def room_of(connection: AnyRequest | AnySocket) -> Room:
    room: Room = connection.app.state["room"]
    return room


def may_fail(*codes: int) -> dict[int, ResponseSpec]:
    texts = {
        400: "The request makes no sense.",
        403: "The seat is not yours.",
        404: "There is no such thing.",
        409: "The game has gone on, or it is another seat's decision.",
        410: "That moment cannot be shown any more.",
        422: "The rules refuse it.",
        503: "There is too much to do; ask again later.",
    }
    common = {413: "Too large.", 414: "Too long.", 429: "Too much at once."}
    wanted = {code: texts[code] for code in codes} | common
    return {code: ResponseSpec(wire.Problem, generate_examples=False, description=d) for code, d in wanted.items()}


def cookies_of(connection: AnyRequest | AnySocket) -> dict[str, str]:
    """Of seats only. Litestar's own reading of cookies takes long over what strangers may send."""
    return seats.sent(connection.scope["headers"])


async def own_seat(room: Room, request: AnyRequest | AnySocket, game: str, seat: wire.Faction | None) -> int:
    """The seat as a number; refused to whoever does not hold it. Nobody's seat is a spectator's."""
    if seat is None:
        return SPECTATOR
    held = await room.seats.held(cookies_of(request), game)
    number = sitting(await room.games.played_with(game)).index(seat) if held else SPECTATOR
    if not held >> max(0, number) & 1:
        raise ForbiddenError("error.not_your_seat")
    return number


async def eyes(room: Room, request: AnyRequest, game: str, seat: wire.Faction | None) -> int:
    """Through which seat somebody looks: the own one; any, when the game is over and nothing is secret any more."""
    _, status, _ = await room.games.moment(game)
    if seat is None or status != "over":
        return await own_seat(room, request, game, seat)
    header = await room.games.run(room.games.store.header, game)
    assert header is not None
    return player_number(room, header, seat)


def printable(name: str) -> str:
    """A name without line breaks, direction marks and the like."""
    return "".join(letter for letter in name if letter.isprintable()).strip()


def is_secure(request: AnyRequest) -> bool:
    return request.url.scheme == "https"


# What a client has to know once


@get("/api/material", responses=may_fail(400))
async def material(request: AnyRequest, edition: Edition = None) -> Response[wire_facts.MaterialFacts]:
    room = room_of(request)
    asset = await room.games.run(lambda: room.references.of(edition).facts_asset())
    return cast(Response[wire_facts.MaterialFacts], answer(request, asset))


@get("/api/editions", responses=may_fail())
async def editions(request: AnyRequest) -> wire_facts.Editions:
    """The editions that can be played, for whoever begins a game."""
    room = room_of(request)
    return await room.games.run(room.references.playable)


@get("/api/editions/{name:str}/reconstructed", responses=may_fail(400))
async def reconstructed(request: AnyRequest, name: FromPath[str]) -> wire_facts.Reconstructed:
    """What no source states of an edition, and we have reconstructed."""
    room = room_of(request)
    return await room.games.run(lambda: room.references.of(name).reconstructed)


@get("/api/example", responses=may_fail(400))
async def example_of_play(request: AnyRequest) -> Response[wire_view.Walk]:
    """The example of play of the third edition, stop by stop, with our comments."""
    room = room_of(request)
    asset = await room.games.run(lambda: room.references.of(EDITION).example_asset())
    return cast(Response[wire_view.Walk], answer(request, asset))


@get("/api/languages", responses=may_fail(400))
async def languages(request: AnyRequest, edition: Edition = None) -> wire_facts.Languages:
    """The languages there are, and the one that the header Accept-Language gets."""
    room = room_of(request)
    return await room.games.run(lambda: room.references.of(edition).languages())


@get("/api/texts/{name:str}", responses=may_fail(400, 404))
async def texts(
    request: AnyRequest, name: FromPath[str], digest: FromQuery[str] = "", edition: Edition = None
) -> Response[wire_facts.Texts]:
    """What a page says in a language; with the digest of `/api/languages` it never has to be asked for again."""
    room = room_of(request)
    if name not in catalogue.languages():
        raise NoGameError("error.no_language", language=name, languages=catalogue.languages())
    asset = await room.games.run(lambda: room.references.of(edition).texts_asset(name))
    return cast(Response[wire_facts.Texts], answer(request, asset, digest))


@get("/api/rules", responses=may_fail(400))
async def rules(
    request: AnyRequest, search: Annotated[str, QueryParameter(max_length=200)] = "", edition: Edition = None
) -> wire_facts.RulesFound:
    room = room_of(request)
    return wire_facts.RulesFound(await room.games.run(lambda: room.references.of(edition).search(search)))


@get("/api/rules/{number:str}", responses=may_fail(400, 404))
async def rule(request: AnyRequest, number: FromPath[str], edition: Edition = None) -> wire_facts.RuleFacts:
    room = room_of(request)
    found = await room.games.run(lambda: room.references.of(edition).rule(number))
    if found is None:
        raise NoGameError("error.no_rule", number=number)
    return found


# Tables


@post("/api/games", responses=may_fail(400))
async def create(request: AnyRequest, data: JSONBody[wire.NewGame]) -> Response[wire.Created]:
    room = room_of(request)
    keyed = keyed_of(data.key, data, "make")
    own, invite = seats.token_of(data.key, "own"), seats.token_of(data.key, "invite")
    if not data.key or await room.seats.find(invite) is None:
        await make_game(room, data, own, invite, keyed)
    await room.games.run(room.games.store.check_key, keyed)
    known = await room.seats.find(invite)
    assert known is not None
    header = await header_of(room, known[0])
    held = await room.seats.held({seats.cookie_name(header.id): own}, header.id)
    shown = await room.games.run(room.table_of, header, held, 0)
    cookies = [seats.cookie(header.id, [own], secure=is_secure(request))] if held else []
    return Response(wire.Created(header.id, shown.seats, invite), status_code=201, cookies=cookies)


async def make_game(room: Room, data: wire.NewGame, own: str, invite: str, keyed: Keyed | None) -> None:
    game, header, entry = await room.games.run(new_game, room, data)
    pay_for_bots(header.seats)
    held = sum(1 << seat.seat for seat in header.seats if seat.kind in ("person", "hot"))
    tokens = [(seats.hash_of(invite), "invite", 0)]
    if held:
        tokens.append((seats.hash_of(own), "seat", held))
    if await room.games.run(room.games.store.add_game, header, entry, tokens, keyed):
        await room.games.begin(header, game)


def keyed_of(key: str, data: wire.Request, *purpose: str) -> Keyed | None:
    """What this key is used for."""
    return seats.keyed(key, msgspec.json.encode(data), *purpose)


async def header_of(room: Room, game: str) -> Header:
    return await room.games.with_game(game, lambda loaded: loaded.header)


def new_game(room: Room, data: wire.NewGame) -> tuple[Game, Header, EntryRow]:
    if len(data.seats) != data.players:
        raise BadRequestError("error.seats", players=data.players, seats=len(data.seats))
    environment = room.games.store.environment
    key = environment.new_key()
    try:
        played_with = room.games.editions.chosen(data.edition, data.rulings)
        check_edition(played_with.edition, data.players)
        game = begun(data, played_with, key)
    except GameError as error:
        raise BadRequestError(str(error)) from None
    rows = one_device(tuple(seat_row(i, seat) for i, seat in enumerate(data.seats)))
    decision = game.decision
    assert decision is not None
    created = environment.now()
    header = Header(
        id=environment.new_id(),
        name=printable(data.name),
        created=created,
        changed=created,
        private=data.private,
        status="waiting" if any(seat.kind == "open" for seat in rows) else "running",
        players=data.players,
        options=tuple(dict.fromkeys(data.options)),
        key=key,
        engine=room.games.editions.mark(played_with),
        note="",
        base=0,
        version=0,
        decider=decision.seat,
        state=encode_state(game.state),
        reasons=data.reasons,
        pace=data.pace,
        edition=data.edition,
        rulings=played_with.rulings,
        lesson=data.lesson,
        seats=rows,
    )
    return game, header, EntryRow(0, SPECTATOR, "", None, encode_body(body_of(game.state, game.events)))


def begun(data: wire.NewGame, material: Material, key: bytes) -> Game:
    """A game at its beginning, or a step of the guided game."""
    if data.lesson:
        return lessons.game(data, material, key)
    mask = option_mask(data.options, material.edition)
    return Game.from_state(material, new_state(material, data.players, mask, key))


CAST = ("satrap", "satrap:conqueror", "satrap:legitimist", "satrap:opportunist", "satrap:cautious")
"""Who sits where nobody chose a bot: not five times the same player."""


def seat_row(number: int, seat: wire.NewSeat) -> SeatRow:
    kind = {"me": "person", "hot": "hot", "bot": "bot", "open": "open"}[seat.kind]
    bot = (seat.bot or CAST[number % len(CAST)]) if kind == "bot" else ""
    if bot and bot not in BOTS:
        raise BadRequestError("error.no_bot", bot=repr(bot), bots=list(BOTS))
    return SeatRow(number, kind, "" if kind == "open" else printable(seat.name), bot)


def one_device(rows: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    """Whoever makes a table and sits at several seats holds the others as hot seats."""
    mine = [row.seat for row in rows if row.kind == "person"]
    return tuple(replace(row, kind="hot") if row.seat in mine[1:] else row for row in rows)


@get("/api/games", responses=may_fail(400))
async def games(request: AnyRequest, mine: FromQuery[bool] = False) -> wire.Tables:
    room = room_of(request)
    cookies = cookies_of(request)
    wanted = await room.seats.mine(cookies) if mine else None
    headers = await room.games.run(room.games.store.headers, wanted)
    sound = [found for header in headers if (found := await sound_header(room, header)) is not None]
    held = await room.seats.masks(cookies, [header.id for header in sound])
    present = {header.id: room.hub.present(header.id) for header in sound}

    def show() -> list[wire.Table]:
        return [room.table_of(h, held.get(h.id, 0), present[h.id]) for h in sound]

    return wire.Tables(await room.games.run(show))


async def sound_header(room: Room, header: Header) -> Header | None:
    """A damaged one is mended or left out, so that the others can be shown."""
    if checksums.is_sound(header):
        return header
    try:
        return await header_of(room, header.id)
    except GameError:
        return None


@get("/api/games/{game:str}", responses=may_fail(400, 404))
async def table(request: AnyRequest, game: GameId) -> wire.Table:
    room = room_of(request)
    return await show_table(room, request, await header_of(room, game))


async def show_table(room: Room, request: AnyRequest, header: Header) -> wire.Table:
    held = await room.seats.held(cookies_of(request), header.id)
    return await room.games.run(room.table_of, header, held, room.hub.present(header.id))


@post("/api/games/{game:str}/seats/{faction:str}", responses=may_fail(400, 403, 404, 409), status_code=201)
async def take_seat(
    request: AnyRequest, game: GameId, faction: FromPath[wire.Faction], data: JSONBody[wire.TakeSeat]
) -> Response[wire.Table]:
    room = room_of(request)
    header = await header_of(room, game)
    number = player_number(room, header, faction)
    if header.private:
        found = await room.seats.find(data.invite)
        if found is None or found[:2] != (game, "invite"):
            raise ForbiddenError("error.private")
    token = seats.token_of(data.key, "sit", game, faction)
    # A second seat of the same browser is one that shares a device.
    kind = "hot" if await room.seats.held(cookies_of(request), game) & ~(1 << number) else "person"
    row = SeatRow(number, kind, printable(data.name))
    keyed = keyed_of(data.key, data, "sit", game, faction)
    filled = await fill_seat(room, game, row, seats.hash_of(token), keyed)
    await room.games.run(room.games.store.check_key, keyed)
    if not filled and await room.seats.find(token) != (game, "seat", 1 << number):
        raise TakenError("error.seat_taken_choose")
    return await seated(room, request, game, 1 << number, [*seats.tokens_in(cookies_of(request), game), token])


@post("/api/games/{game:str}/seats/{faction:str}/bot", responses=may_fail(400, 403, 404, 409), status_code=201)
async def seat_bot(
    request: AnyRequest, game: GameId, faction: FromPath[wire.Faction], data: JSONBody[wire.SeatBot]
) -> wire.Table:
    """Whoever sits at the table may let a bot take a seat that is still open."""
    room = room_of(request)
    await any_seat(room, request, game)
    header = await header_of(room, game)
    row = seat_row(player_number(room, header, faction), wire.NewSeat("bot", bot=data.bot))
    if not await fill_seat(room, game, row, None):
        raise TakenError("error.seat_taken")
    pay_for_bots([row])
    return await show_table(room, request, await header_of(room, game))


def pay_for_bots(rows: Iterable[SeatRow]) -> None:
    """Bots go on costing for a whole game."""
    meter = METER.get()
    if meter is not None:
        meter.made(sum(QUICK_PRICE if row.bot in QUICK else DEEP_PRICE for row in rows if row.bot))


def player_number(room: Room, header: Header, faction: wire.Faction) -> int:
    number = sitting(room.games.editions.of_game(header)).index(faction)
    if number >= header.players:
        raise NoGameError("error.not_in_game", faction=faction)
    return number


async def fill_seat(room: Room, game: str, row: SeatRow, token: str | None, keyed: Keyed | None = None) -> bool:
    """False if the seat is not open (any more)."""
    if not await room.games.run(room.games.store.take_seat, game, row, token, keyed):
        return False
    await room.games.reread(game)
    room.hub.table_changed(game)
    return True


async def seated(room: Room, request: AnyRequest, game: str, more: int, tokens: list[str]) -> Response[wire.Table]:
    """The table for whoever holds more seats (a bit mask) now, and the cookie with which they are held."""
    held = await room.seats.held(cookies_of(request), game) | more
    header = await header_of(room, game)
    shown = await room.games.run(room.table_of, header, held, room.hub.present(game))
    return Response(shown, status_code=201, cookies=[seats.cookie(game, tokens, secure=is_secure(request))])


async def any_seat(room: Room, request: AnyRequest, game: str) -> int:
    await room.games.moment(game)
    held = await room.seats.held(cookies_of(request), game)
    if not held:
        raise ForbiddenError("error.no_seat_of_yours")
    return held


@post("/api/games/{game:str}/invite", responses=may_fail(400, 403, 404), status_code=201)
async def invite(request: AnyRequest, game: GameId) -> wire.Invite:
    """One more invitation; those given before stay good."""
    room = room_of(request)
    await any_seat(room, request, game)
    token = seats.new_token()
    await room.games.run(room.games.store.add_token, game, seats.hash_of(token), "invite", 0)
    return wire.Invite(token)


@post("/api/games/{game:str}/recovery", responses=may_fail(400, 403, 404), status_code=201)
async def recovery(request: AnyRequest, game: GameId) -> wire.Recovery:
    """A link that seats another device at the same seats, once."""
    room = room_of(request)
    held = await any_seat(room, request, game)
    token = seats.new_token()
    await room.games.run(room.games.store.add_token, game, seats.hash_of(token), "recovery", held)
    return wire.Recovery(f"/#/recover/{token}")


@post("/api/recover", responses=may_fail(400, 404), status_code=201)
async def recover(request: AnyRequest, data: JSONBody[wire.Recover]) -> Response[wire.Table]:
    room = room_of(request)
    fresh = seats.token_of(data.key, "recover", data.token)
    keyed = keyed_of(data.key, data, "recover")
    oldest = (room.games.store.environment.moment() - timedelta(days=RECOVERY_DAYS)).isoformat(timespec="milliseconds")
    used = seats.hash_of(data.token)
    found = await room.games.run(room.games.store.recover, used, oldest, seats.hash_of(fresh), keyed)
    before = await room.seats.find(fresh) if found is None else None
    if before is not None:
        found = before[0], before[2]
    if found is None:
        raise NoGameError("error.recovery_used")
    game, recovered = found
    return await seated(room, request, game, recovered, [fresh, *seats.tokens_in(cookies_of(request), game)])


@post("/api/games/{game:str}/settings", responses=may_fail(400, 403, 404), status_code=200)
async def settings(request: AnyRequest, game: GameId, data: JSONBody[wire.Settings]) -> wire.Setting:
    """How windows for Surprise cards are answered for a seat: see `diadochi.table.windows`."""
    room = room_of(request)
    number = await own_seat(room, request, game, data.seat)
    values: dict[str, str | int] = {"skip": "", "windows": data.windows}
    if data.windows in windows.SKIPS:
        skip = await room.games.with_game(game, lambda loaded: windows.skip_of(data.windows, loaded.game.state, number))
        values = {"skip": skip}
    if data.kinds is not None:
        values["kinds"] = windows.mask_of(data.kinds)
    if data.orders is not None:
        orders.check(await room.games.run(room.games.material_of, game), data.orders)
        values["orders"] = orders.write(data.orders)
    await room.games.run(room.games.store.set_windows, game, number, values)
    await room.games.reread(game)
    return wire.Setting(data.seat, data.windows)


# Looking


@get("/api/games/{game:str}/view", responses=may_fail(400, 403, 404, 410))
async def view(request: AnyRequest, game: GameId, seat: Seat = None, at: At = None) -> wire_view.View:
    room = room_of(request)
    number = await eyes(room, request, game, seat)

    def look(loaded: Loaded) -> wire_view.View:
        return view_of(room.games, loaded, number)

    version, status, _ = await room.games.moment(game)
    if at is None or at == version:
        return await room.games.with_game(game, look)
    if at > version:
        raise GoneError("error.not_yet", version=version)
    return await room.games.view_at(game, at, number, over=status == "over")


def view_of(games: Games, loaded: Loaded, seat: int) -> wire_view.View:
    can_undo = loaded.steps_back(seat) > 0
    shown = Showing(loaded.before(seat).view(seat), loaded.version, can_undo=can_undo).shown()
    if shown.decision is not None:
        shown.decision.round = round_of(games, loaded, seat)
    over = loaded.status == "over"
    return views.reveal(loaded.game.material, shown, loaded.game.state) if over else shown


def now_of(games: Games, loaded: Loaded, seat: int) -> wire_view.Now:
    """Everything that a page shows of this moment."""
    shown = view_of(games, loaded, seat)
    decision = shown.decision
    if decision is None or not decision.mine:
        return wire_view.Now(shown, None, None)
    foreseen = ahead.shown(loaded.before(seat), seat, loaded.version)
    return wire_view.Now(shown, foreseen, chances(loaded, seat, "") if decision.fight else None)


@get("/api/games/{game:str}/boards", responses=may_fail(400, 403, 404, 410))
async def boards(request: AnyRequest, game: GameId, since: Moment, seat: Seat = None) -> wire_view.Boards:
    """The board at a version, and how those that follow differ, as many as one answer holds: for whoever steps through
    a game. A version at which this seat was told nothing has no step."""
    room = room_of(request)
    return await room.games.boards(game, since, await eyes(room, request, game, seat))


@get("/api/games/{game:str}/course", responses=may_fail(400, 404))
async def course(request: AnyRequest, game: GameId) -> wire.Course:
    """Where a replay stops and what it marks, the same for everybody. A long game is told in several answers, each with
    all that is known: ask again until `version` is the game's."""
    return await room_of(request).games.course(game)


@get("/api/games/{game:str}/decision", responses=may_fail(400, 403, 404))
async def decision(request: AnyRequest, game: GameId, seat: Seat = None) -> wire.DecisionAnswer:
    """The same decision as in the view, for programs that need no board."""
    room = room_of(request)
    number = await own_seat(room, request, game, seat)
    return await room.games.glance(game, lambda loaded: decision_of(room.games, loaded, number))


def decision_of(games: Games, loaded: Loaded, seat: int) -> wire.DecisionAnswer:
    playing = loaded.before(seat)
    shown = views.decision(playing.material, playing.ask(seat), seat, playing.state.agenda)
    if shown is not None:
        shown.round = round_of(games, loaded, seat)
    return wire.DecisionAnswer(loaded.version, shown)


def round_of(games: Games, loaded: Loaded, seat: int) -> wire.Round | None:
    """The countdown that runs, as a seat may see it: of the answers only its own."""
    opened = loaded.round
    if opened is None:
        return None
    answer = opened.answers.get(seat)
    return wire.Round(
        kind=windows.KINDS[opened.kind],  # type: ignore[arg-type]
        seconds=opened.seconds,
        left=round(opened.left(games.countdown.clock()), 3),
        asked=[sitting(loaded.game.material)[number] for number in opened.seats],
        answer=None if answer is None else answer.action,
        lost=seat in opened.lost,
    )


@get("/api/games/{game:str}/log", responses=may_fail(400, 403, 404))
async def log(request: AnyRequest, game: GameId, since: Since = -1, seat: Seat = None) -> wire.Log:
    """What follows a version (without `since` from the opening on), at most 100 entries. `version` is that of the last
    one told: ask again from there on until it is the game's."""
    room = room_of(request)
    number = await eyes(room, request, game, seat)
    version, _, _ = await room.games.moment(game)
    entries = await room.games.entries(game, since, MOST_ENTRIES, number)
    return wire.Log(entries, entries[-1].version if entries else version)


@get("/api/games/{game:str}/record", responses=may_fail(400, 403, 404, 410, 503))
async def record(request: AnyRequest, game: GameId, seat: Seat = None) -> Response[dict[str, Any]]:
    """A finished game for everybody to verify, its key included; of a running one, what a seat has seen."""
    room = room_of(request)
    number = await own_seat(room, request, game, seat)
    written = await room.clerk.record(game, number)
    return Response(cast(dict[str, Any], written), media_type="application/json")


@get("/api/games/{game:str}/analysis", media_type="text/html", responses=may_fail(400, 403, 404, 410, 503))
async def analysis(request: AnyRequest, game: GameId) -> Response[str]:
    """A page about a finished game, to keep: chances, turning points, luck, better decisions. Whoever asks first waits
    a minute or two for it."""
    page = await room_of(request).clerk.analysis(game, f"{request.base_url}#/game/{game}/")
    headers = {"Content-Disposition": f'attachment; filename="diadochi-{game}-analysis.html"'}
    return Response(page.decode(), media_type="text/html; charset=utf-8", headers=headers)


@get("/api/games/{game:str}/why", responses=may_fail(400, 403, 404))
async def why(request: AnyRequest, game: GameId, action: ActionText, seat: Seat = None) -> wire.Why:
    room = room_of(request)
    number = await own_seat(room, request, game, seat)
    return await room.games.with_game(game, lambda loaded: why_not(loaded, action, number))


def why_not(loaded: Loaded, action: str, seat: int) -> wire.Why:
    try:
        refusal = loaded.before(seat).why_not(action, seat)
    except UnknownActionError as error:
        return wire.Why(False, "", str(error))
    if refusal is None:
        return wire.Why(True, "", "")
    text = refusal_line(loaded.game.material, refusal, loaded.game.decision, numbered=False)
    return wire.Why(False, loaded.game.material.cited(refusal.rule), text)


@get("/api/games/{game:str}/odds", responses=may_fail(400, 403, 404))
async def show_odds(request: AnyRequest, game: GameId, seat: Seat = None, action: ActionText = "") -> wire.OddsAnswer:
    """The chances of what is about to be rolled; with an action that this seat may choose, of the fight it leads to."""
    room = room_of(request)
    number = await own_seat(room, request, game, seat)
    return wire.OddsAnswer(await room.games.with_game(game, lambda loaded: chances(loaded, number, action)))


def chances(loaded: Loaded, seat: int, action: str) -> wire.Odds | None:
    try:
        found = loaded.game.odds(action or None, seat)
    except UnknownActionError:
        return None
    return None if found is None else odds.shown(loaded.game.material, found)


@get("/api/games/{game:str}/ahead", responses=may_fail(400, 403, 404))
async def show_ahead(request: AnyRequest, game: GameId, seat: Seat = None) -> wire.Ahead:
    """What the choices of this seat lead to: where a group can go and what that costs, the chances of what is rolled,
    and what cannot be taken back."""
    room = room_of(request)
    number = await own_seat(room, request, game, seat)

    def look(loaded: Loaded) -> wire.Ahead:
        return ahead.shown(loaded.before(number), number, loaded.version)

    return await room.games.with_game(game, look)


@get("/api/games/{game:str}/hint", responses=may_fail(400, 403, 404, 409))
async def hint(request: AnyRequest, game: GameId, seat: Seat = None) -> wire.Hint:
    """What a bot would do in the place of this seat; it sees what the seat sees."""
    room = room_of(request)
    number = await own_seat(room, request, game, seat)
    version, prompt, thought = await room.bots.hint(game, number)
    if thought is None:
        return wire.Hint(version, None, "", "")
    played_with = await room.games.run(room.games.material_of, game)
    text = "" if thought.reason is None else log_lines.said(played_with, thought.reason)
    return wire.Hint(version, thought.action, log_lines.label(played_with, thought.action, prompt), text)


# Playing


@post("/api/games/{game:str}/actions", responses=may_fail(400, 403, 404, 409, 422), status_code=200)
async def act(request: AnyRequest, game: GameId, data: JSONBody[wire.Act]) -> wire_view.Acted:
    room = room_of(request)
    number = await own_seat(room, request, game, data.seat)
    held = await room.seats.held(cookies_of(request), game)

    def look(loaded: Loaded) -> wire_view.Acted:
        out = wire_view.Acted(0)
        if data.next:
            mine = loaded.decider >= 0 and held >> loaded.decider & 1
            out.next = decision_of(room.games, loaded, loaded.decider if mine else SPECTATOR)
        if data.look:
            out.now = now_of(room.games, loaded, number)
        return out

    version, acted = await room.games.act(game, number, data.action, data.version, data.id, look, data.then)
    acted.version = version
    return acted


@post("/api/games/{game:str}/undo", responses=may_fail(400, 403, 404, 409, 422), status_code=200)
async def undo(request: AnyRequest, game: GameId, data: JSONBody[wire.Undo]) -> wire_view.Acted:
    room = room_of(request)
    number = await own_seat(room, request, game, data.seat)

    def look(loaded: Loaded) -> wire_view.Acted:
        return wire_view.Acted(0, now=now_of(room.games, loaded, number) if data.look else UNSET)

    version, acted = await room.games.act(game, number, UNDO, data.version, data.id, look)
    acted.version = version
    return acted


@websocket("/api/games/{game:str}/live")
async def channel(socket: AnySocket, game: GameId, seat: Seat = None, since: Since = -1) -> None:
    room = room_of(socket)
    try:
        number = await own_seat(room, socket, game, seat)
        await room.games.moment(game)
    except GameError:
        await socket.close(code=1008, reason="refused")
        return
    await socket.accept()
    await live_channel.serve(socket, room.games, room.hub, game, number, since)


HANDLERS = [
    material, editions, reconstructed, example_of_play, languages, texts, rules, rule,
    create, games, table, take_seat, seat_bot, invite, recovery, recover,
    settings, view, boards, course, decision, log, record, analysis, why, show_odds, show_ahead, hint, act, undo,
    channel,
]  # fmt: skip
