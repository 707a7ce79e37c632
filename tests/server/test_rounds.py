"""Windows for Surprise cards at the table: asked together under one countdown, and nothing of a hand is given away.

Blue is about to sail; Red, and Yellow, may hold Storms at Sea.
"""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config as AlembicConfig

from diadochi.model.ids import CardId
from diadochi.model.state import cards_in, numbered
from diadochi.rules import activation, frames
from diadochi.rules.agenda import Play, Rest
from diadochi.table import api, windows, wire
from diadochi.table.bot_messages import Question, Thought
from diadochi.table.bots import Thinkers
from diadochi.table.rounds import STEP
from diadochi.table.schema import ANSWERS
from diadochi.table.store import Store
from tests.server.conftest import new_postgres_database
from tests.server.running import Json, Person, Running, ok, wait_until
from tests.table import MATERIAL, Table

SECONDS = 1.2
"""The countdown of these tests."""
GRAIN = 0.6
"""What a busy machine may add to it: less than a table that asks by hands would."""
ATTEMPTS = 3
"""A busier machine may add more now and then, but a table that asks by hands always does."""
LONG = 600.0
STORMS, BLANK, GIFT, LIAR = "55", "1", "57", "53"
SEATS = ("blue", "red", "yellow")


class Ground(Rest):
    def take(self, p: Play, action: int) -> None:
        pass


def ready_to_sail(**hands: str) -> Table:
    """Blue has embarked; whatever of these cards nobody holds lies deep in the draw pile."""
    table = Table(players=3)
    table.pc("blue", "xanthos")
    table.fleet("blue", "kilikia")
    table.army("blue", "lysimachos", "xanthos", loyal=3)
    held = {"blue": "10", "red": BLANK, "yellow": "11"} | hands
    deep = [card for card in (STORMS, BLANK, GIFT, LIAR) if card not in " ".join(held.values()).split()]
    table.deck("5", "6", "7", "8", "9", *deep)
    for faction, cards in held.items():
        table.hand(faction, *cards.split())
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:lysimachos", "take-all", "embark", "escort:kilikia")
    if table.decision.prompt == "prompt.escort":
        table.act("done")
    return table


@pytest.fixture(autouse=True)
def ground(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Rest", "Ground"):
        monkeypatch.setitem(frames.FRAMES, name, Ground)


@pytest.fixture
def running(sqlite: str) -> Iterator[Running]:
    with Running(sqlite, window_seconds=SECONDS) as server:
        yield server


@pytest.fixture
def patient(sqlite: str) -> Iterator[Running]:
    """A countdown that does not end while a test looks at it."""
    with Running(sqlite, window_seconds=LONG) as server:
        yield server


People = dict[str, Person]


def sit_down(
    server: Running, monkeypatch: pytest.MonkeyPatch, *kinds: str, hands: dict[str, str] | None = None, **more: str
) -> tuple[str, People]:
    """A table before the voyage; each person has a browser of their own."""
    game_of = ready_to_sail(**(hands or {})).game
    assert game_of is not None
    monkeypatch.setattr(api, "new_state", lambda *_: game_of.state.copy())
    people: People = {"blue": server.person()}
    made = kinds or ("me", "open", "open")
    game = people["blue"].new_game(*made, **more)
    for faction, kind in zip(SEATS[1:], made[1:], strict=True):
        people[faction] = people["blue"]
        if kind == "open":
            people[faction] = server.person()
            body = {"name": faction, "invite": people["blue"].invite}
            ok(people[faction].post(f"/api/games/{game}/seats/{faction}", body))
    return game, people


def sail(people: People, game: str, to: str = "sail:phaselis") -> int:
    view = people["blue"].view(game, "blue")
    assert people["blue"].act(game, "blue", view["version"], to).status_code == 200
    return int(view["version"]) + 1


def redeal(server: Running, game: str, seat: int, *cards: str) -> None:
    """Other cards in a hand of the game that runs; what they replace goes where they were, deep in the draw pile."""
    state = server.table.games._loaded[game].game.state
    numbers = {number for number, card in numbered(CardId, MATERIAL.cards) if card.number in cards}
    held = set(cards_in(state.hands[seat]))
    for had, gets in zip(sorted(held - numbers), sorted(numbers - held), strict=True):
        state.deck[state.deck.index(gets)] = had
        state.hands[seat] += (1 << gets) - (1 << had)
        state.knows[gets], state.knows[had] = 1 << seat, 0


def decision(person: Person, game: str, seat: str | None = None) -> Json:
    found: Json = person.view(game, seat)["decision"]
    return found


def is_over(person: Person, game: str, version: int) -> bool:
    return bool(person.view(game)["version"] > version)


def without_time(view: Json) -> Json:
    out = json.loads(json.dumps(view))
    if out["decision"] is not None and out["decision"]["round"] is not None:
        del out["decision"]["round"]["left"]
    return dict(out)


class Ears:
    """Everything that comes over a live channel, and when."""

    def __init__(self, person: Person, game: str, seat: str | None, since: int) -> None:
        self.heard: list[tuple[float, Json]] = []
        self.until = threading.Event()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._listen, args=(person, game, seat, since))
        self.thread.start()
        assert self.ready.wait(60)

    def _listen(self, person: Person, game: str, seat: str | None, since: int) -> None:
        with person.live(game, seat, since) as socket:
            while not self.until.is_set():
                try:
                    message = json.loads(socket.recv(0.05))
                except TimeoutError:
                    continue
                if message["type"] == "hello":
                    self.ready.set()
                if message["type"] == "entries":
                    self.heard.append((time.monotonic(), message))

    def stop(self) -> list[tuple[float, Json]]:
        self.until.set()
        self.thread.join()
        return self.heard


def passes_at_once(person: Person, game: str, version: int) -> None:
    assert person.act(game, "red", version, "pass").status_code == 200


def says_nothing(person: Person, game: str, version: int) -> None:
    pass


def looks_and_passes_late(person: Person, game: str, version: int) -> None:
    decision(person, game, "red")
    person.get(f"/api/games/{game}/why", action=f"surprise:{STORMS}", seat="red")
    time.sleep(SECONDS / 3)
    passes_at_once(person, game, version)


BEHAVIOURS = (says_nothing, passes_at_once, looks_and_passes_late)


@pytest.mark.parametrize("behaves", BEHAVIOURS)
@pytest.mark.parametrize("kinds", [("me", "open", "open"), ("me", "open", "bot")])
def test_what_others_receive_and_when_is_the_same_whatever_a_seat_holds(
    running: Running, monkeypatch: pytest.MonkeyPatch, behaves: object, kinds: tuple[str, ...]
) -> None:
    """Hands redealt under Red on the running server: a card that fits, one that fits elsewhere, none."""
    monkeypatch.setattr(Thinkers, "think", passing)
    for _ in range(ATTEMPTS):
        times = [heard_when_held(running, monkeypatch, behaves, kinds, card) for card in (STORMS, BLANK, LIAR)]
        assert times[0][0] == times[1][0] == times[2][0]
        if are_alike([some for _, some in times]):
            return
    pytest.fail(f"the times differ, again and again: {times}")


def are_alike(times: list[list[float]]) -> bool:
    close = all(abs(a - b) < GRAIN for some in times[1:] for a, b in zip(times[0], some, strict=True))
    return close and all(SECONDS <= some[-1] < SECONDS + GRAIN for some in times)


def heard_when_held(
    running: Running, monkeypatch: pytest.MonkeyPatch, behaves: object, kinds: tuple[str, ...], card: str
) -> tuple[object, list[float]]:
    """What the others are told, and when, if Red holds a card."""
    game, people = sit_down(running, monkeypatch, *kinds)
    redeal(running, game, 1, card)
    listeners: list[tuple[Person, str | None]] = [(running.person(), None), (people["blue"], "blue")]
    if "yellow" in people and people["yellow"] is not people["blue"]:
        listeners.append((people["yellow"], "yellow"))
    ears = [Ears(person, game, seat, 0) for person, seat in listeners]
    begun = time.monotonic()
    version = sail(people, game)
    during = [without_time(person.view(game, seat)) for person, seat in listeners]
    behaves(people["red"], game, version)  # type: ignore[operator]
    during += [without_time(person.view(game, seat)) for person, seat in listeners]
    wait_until(lambda: is_over(people["blue"], game, version))
    time.sleep(0.3)
    heard = [ear.stop() for ear in ears]
    after = [without_time(person.view(game, seat)) for person, seat in listeners]
    told = [during, after, [[message for _, message in messages] for messages in heard]]
    return told, [at - begun for messages in heard for at, _ in messages]


async def passing(self: Thinkers, question: Question, seconds: float) -> list[Thought | None]:
    return [Thought("pass")]


@pytest.mark.parametrize("setting", ["fitting", "ask"])
def test_the_proof_can_fail(running: Running, monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    """With the faster setting, which says so, a countdown runs only for those who hold a card that fits."""
    seen = []
    for card in (STORMS, BLANK):
        game, people = sit_down(running, monkeypatch, "me", "open", "open")
        redeal(running, game, 1, card)
        for seat, person in people.items():
            person.windows(game, seat, setting)
        version = sail(people, game)
        seen.append(is_over(running.person(), game, version))
    assert seen == [False, setting == "fitting"]


def test_an_answer_is_shown_at_the_end_and_to_nobody_before(patient: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    game, people = sit_down(patient, monkeypatch, hands={"red": STORMS})
    version = sail(people, game)
    watching = patient.person()
    eyes: list[tuple[Person, str | None]] = [(watching, None), (people["blue"], "blue"), (people["yellow"], "yellow")]
    before = [without_time(person.view(game, seat)) for person, seat in eyes], watching.log(game)
    for action in ("pass", f"surprise:{STORMS}"):
        assert ok(people["red"].act(game, "red", version, action)) == {"version": version, "accepted": True}
        assert decision(people["red"], game, "red")["round"]["answer"] == action
        assert ([without_time(person.view(game, seat)) for person, seat in eyes], watching.log(game)) == before
    assert {person.view(game, seat)["decision"]["round"]["answer"] for person, seat in eyes} == {None}
    finish(patient, game)
    entries = watching.log(game, since=version)["entries"]
    assert [(entry["seat"], entry["action"]) for entry in entries] == [("blue", "pass"), ("red", f"surprise:{STORMS}")]


def finish(server: Running, game: str) -> None:
    """The countdown is over."""
    games = server.table.games
    loop = next(iter(games._tasks)).get_loop()
    opened = games._loaded[game].round
    assert opened is not None
    asyncio.run_coroutine_threadsafe(games.end_round(game, opened), loop).result(60)


def test_everybody_is_asked_at_once_with_what_their_hand_allows(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = sit_down(patient, monkeypatch, hands={"red": STORMS})
    sail(people, game)
    for seat in SEATS:
        asked = decision(people[seat], game, seat)
        assert (asked["seat"], asked["mine"], asked["window"]) == (seat, True, True)
        assert asked["round"]["asked"] == list(SEATS)
        assert asked["round"]["seconds"] == LONG
        assert 0 < asked["round"]["left"] <= LONG
        offers = {offer["action"] for offer in asked["offers"]}
        assert (f"surprise:{STORMS}" in offers) == (seat == "red")
        assert "pass" in offers
    watched = decision(patient.person(), game)
    assert not watched["mine"]
    assert watched["offers"] == []
    why = people["red"].get(f"/api/games/{game}/why", action=f"surprise:{STORMS}", seat="red").json()
    assert why["possible"]


def test_silence_is_a_pass(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    game, people = sit_down(running, monkeypatch, hands={"red": STORMS})
    version = sail(people, game)
    wait_until(lambda: is_over(people["blue"], game, version))
    entries = people["blue"].log(game, since=version)["entries"]
    assert [(entry["seat"], entry["action"]) for entry in entries] == [(seat, "pass") for seat in SEATS]


def test_of_two_cards_the_first_in_turn_order_is_played_and_the_other_asked_again(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = sit_down(patient, monkeypatch, hands={"red": GIFT, "yellow": STORMS})
    version = sail(people, game)
    ok(people["yellow"].act(game, "yellow", version, f"surprise:{STORMS}"))
    ok(people["red"].act(game, "red", version, f"discard:{GIFT}"))
    finish(patient, game)
    entries = people["blue"].log(game, since=version)["entries"]
    assert [entry["action"] for entry in entries] == ["pass", f"discard:{GIFT}"]
    again = decision(people["yellow"], game, "yellow")
    assert again["mine"]
    assert again["round"]["answer"] is None


def test_only_those_who_are_asked_answer_and_only_what_is_possible(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = sit_down(patient, monkeypatch)
    version = sail(people, game)
    refused = people["red"].act(game, "red", version, f"surprise:{STORMS}")
    assert (refused.status_code, refused.json()["error"]) == (422, "refused")
    assert people["red"].act(game, "blue", version, "pass").status_code == 403
    assert people["red"].act(game, "red", version - 1, "pass").json()["error"] == "stale"
    used = people["blue"].new_id()
    ok(people["blue"].act(game, "blue", version, "pass", used))
    assert people["red"].act(game, "red", version, "pass", used).json()["error"] == "reused_id"
    ok(people["blue"].act(game, "blue", version, "pass", used))
    finish(patient, game)
    assert ok(people["blue"].act(game, "blue", version, "pass", used))["version"] == version + 1


def test_a_voyage_is_not_taken_back_once_its_window_is_open(patient: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    for cards in (STORMS, BLANK):
        game, people = sit_down(patient, monkeypatch, hands={"red": cards})
        version = sail(people, game)
        assert not people["blue"].view(game, "blue")["can_undo"]
        assert people["blue"].undo(game, "blue", version).status_code == 422
        finish(patient, game)
        view = people["blue"].view(game, "blue")
        assert not view["can_undo"]
        assert people["blue"].undo(game, "blue", view["version"]).status_code == 422


@pytest.mark.parametrize("every", [False, True])
def test_a_voyage_shares_one_countdown_unless_somebody_wants_time_at_every_step(
    patient: Running, monkeypatch: pytest.MonkeyPatch, every: bool
) -> None:
    game, people = sit_down(patient, monkeypatch, hands={"red": STORMS})
    if every:
        body = {"seat": "yellow", "windows": "ask", "kinds": ["every_step"]}
        ok(people["yellow"].post(f"/api/games/{game}/settings", body))
    lengths = []
    been = {"xanthos"}
    while True:
        offers = [offer["action"] for offer in people["blue"].view(game, "blue")["decision"]["offers"]]
        further = [action for action in offers if action.startswith("sail:") and action[5:] not in been]
        if not further:
            break
        been.add(further[0][5:])
        sail(people, game, further[0])
        lengths.append(decision(people["red"], game, "red")["round"]["seconds"] / LONG)
        finish(patient, game)
        skip_to_blue(people, game)
    assert len(lengths) > 2
    assert lengths == [1.0] * len(lengths) if every else lengths == [1.0, *[STEP] * (len(lengths) - 1)]
    assert 3.0 * (1 + 5 * STEP) < 5


def skip_to_blue(people: People, game: str) -> None:
    """Nobody stops the ships."""
    while not (asked := decision(people["blue"], game, "blue"))["mine"]:
        view = people[asked["seat"]].view(game, asked["seat"])
        ok(people[asked["seat"]].act(game, asked["seat"], view["version"], view["decision"]["offers"][0]["action"]))
    view = people["blue"].view(game, "blue")
    if any(offer["action"] == "done" for offer in asked["offers"]) and not any(
        offer["verb"] == "sail" for offer in asked["offers"]
    ):
        ok(people["blue"].act(game, "blue", view["version"], "done"))


def test_where_nobody_wants_to_be_asked_nothing_is_waited_for(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = sit_down(patient, monkeypatch, hands={"red": STORMS})
    for seat, person in people.items():
        ok(person.post(f"/api/games/{game}/settings", {"seat": seat, "windows": "chosen", "kinds": ["naval_dice"]}))
    version = sail(people, game)
    assert is_over(people["blue"], game, version)
    assert not people["blue"].view(game, "blue")["can_undo"]


def test_who_is_asked_alone_in_the_own_turn_ends_it_with_the_answer(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = sit_down(patient, monkeypatch)
    state = patient.table.games._loaded[game].game.state
    for seat in (1, 2):
        for card in cards_in(state.hands[seat]):
            state.hands[seat] &= ~(1 << card)
            state.deck.insert(0, card)
    version = sail(people, game)
    assert decision(people["blue"], game, "blue")["round"]["asked"] == ["blue"]
    assert ok(people["blue"].act(game, "blue", version, "pass"))["version"] == version + 1
    assert decision(people["blue"], game, "blue")["round"] is None


@pytest.mark.parametrize(("card", "asked"), [(STORMS, True), (LIAR, False), (BLANK, False)])
def test_one_person_among_bots_waits_for_nothing_and_is_asked_when_a_card_fits(
    patient: Running, monkeypatch: pytest.MonkeyPatch, card: str, asked: bool
) -> None:
    monkeypatch.setattr(Thinkers, "think", sails_then_passes)
    game_of = ready_to_sail(red=card).game
    assert game_of is not None
    monkeypatch.setattr(api, "new_state", lambda *_: game_of.state.copy())
    ann = patient.person()
    game = ann.new_game("bot", "me", "bot")
    assert not ann.table(game)["countdown"]
    wait_until(lambda: any(entry["action"].startswith("sail:") for entry in ann.log(game)["entries"]))
    if asked:
        wait_until(lambda: decision(ann, game, "red")["mine"])
        assert decision(ann, game, "red")["round"] is None
        ok(ann.act(game, "red", ann.view(game)["version"], "pass"))
    wait_until(lambda: [e["action"] for e in ann.log(game)["entries"] if e["seat"]][1:4] == ["pass"] * 3)


async def sails_then_passes(self: Thinkers, question: Question, seconds: float) -> list[Thought | None]:
    return [Thought("sail:phaselis" if question.version == 0 else "pass")]


@pytest.mark.parametrize("kinds", [("me", "open", "open"), ("me", "hot", "hot")])
def test_a_slow_table_asks_for_the_chosen_windows_whatever_a_seat_holds(
    patient: Running, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...]
) -> None:
    """And so does a device that several people share, where no countdown can run."""
    for wants in (["naval_step"], ["naval_dice"]):
        told = []
        for card in (STORMS, BLANK):
            game, people = sit_down(patient, monkeypatch, *kinds, pace="live" if "hot" in kinds else "slow")
            redeal(patient, game, 1, card)
            for seat in SEATS:
                body = {"seat": seat, "windows": "chosen", "kinds": wants if seat == "red" else []}
                ok(people[seat].post(f"/api/games/{game}/settings", body))
            sail(people, game)
            view = people["blue"].view(game, "blue")
            told.append((view, patient.person().log(game)["entries"][1:]))
            assert view["decision"]["round"] is None
            assert view["decision"]["seat"] == ("red" if wants == ["naval_step"] else "blue")
            assert not view["can_undo"]
        assert told[0] == told[1]


def test_the_starting_setting_does_not_depend_on_the_hand(patient: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ways = {("me", "open", "open"): "ask", ("me", "hot", "hot"): "chosen", ("me", "bot", "bot"): "fitting"}
    for kinds, setting in ways.items():
        game, people = sit_down(patient, monkeypatch, *kinds)
        mine = people["blue"].table(game)["seats"][0]
        assert (mine["windows"], mine["kinds"]) == (setting, list(windows.KINDS[1:-1]))
        assert people["blue"].table(game)["countdown"] == (setting == "ask")
    game, people = sit_down(patient, monkeypatch, "me", "open", "open", pace="slow")
    assert people["red"].table(game)["seats"][1]["windows"] == "chosen"
    assert people["red"].table(game)["seats"][0]["windows"] is None
    assert people["red"].table(game)["seats"][0]["kinds"] is None


def test_a_second_seat_of_one_browser_shares_its_device(patient: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    game_of = ready_to_sail().game
    assert game_of is not None
    monkeypatch.setattr(api, "new_state", lambda *_: game_of.state.copy())
    ann = patient.person()
    game = ann.new_game("me", "open", "open")
    for seat in SEATS[1:]:
        ok(ann.post(f"/api/games/{game}/seats/{seat}", {"name": "Ann", "invite": ann.invite}))
    assert [seat["kind"] for seat in ann.table(game)["seats"]] == ["person", "hot", "hot"]
    assert not ann.table(game)["countdown"]


@pytest.mark.parametrize("place", ["sqlite", "postgres"])
def test_a_restart_begins_the_countdown_anew_and_keeps_the_answers(
    place: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = request.getfixturevalue("sqlite")
    if place == "postgres":
        database = new_postgres_database(request.getfixturevalue("postgres"))
    with Running(database, window_seconds=LONG) as server:
        game, people = sit_down(server, monkeypatch, hands={"red": STORMS})
        version = sail(people, game)
        ok(people["red"].act(game, "red", version, f"surprise:{STORMS}"))
        server.restart(window_seconds=SECONDS)
        again = decision(people["red"], game, "red")["round"]
        assert (again["seconds"], again["answer"]) == (SECONDS, f"surprise:{STORMS}")
        assert again["left"] > 0
        wait_until(lambda: is_over(people["blue"], game, version))
        entries = people["blue"].log(game, since=version)["entries"]
        assert [entry["action"] for entry in entries] == ["pass", f"surprise:{STORMS}"]


DAMAGE = (
    {"action": "pass"},
    {"action": sa.cast(sa.text("X'ff'"), sa.Text)},
    {"action_id": "other"},
    {"checksum": ""},
)


@pytest.mark.parametrize("values", DAMAGE, ids=("action", "no text", "id", "checksum"))
def test_a_damaged_answer_is_dropped_and_asked_again(
    sqlite: str, values: dict[str, object], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Running(sqlite, window_seconds=LONG) as server:
        game, people = sit_down(server, monkeypatch, hands={"red": STORMS})
        version = sail(people, game)
        ok(people["red"].act(game, "red", version, f"surprise:{STORMS}"))
        ok(people["yellow"].act(game, "yellow", version, "pass"))
        with server.table.store.writing() as connection:
            connection.execute(ANSWERS.update().where(ANSWERS.c.seat == 1).values(values))
        server.restart()
        told = {seat: decision(people[seat], game, seat)["round"] for seat in SEATS}
        assert {seat: (told[seat]["answer"], told[seat]["lost"]) for seat in SEATS} == {
            "blue": (None, False), "red": (None, True), "yellow": ("pass", False)
        }  # fmt: skip
        assert f"game {game}: an answer in a countdown was damaged" in caplog.text
        ok(people["red"].act(game, "red", version, f"surprise:{STORMS}"))
        again = decision(people["red"], game, "red")["round"]
        assert (again["answer"], again["lost"]) == (f"surprise:{STORMS}", False)
        server.restart(window_seconds=SECONDS)
        again = decision(people["red"], game, "red")["round"]
        assert (again["answer"], again["lost"]) == (f"surprise:{STORMS}", False)
        wait_until(lambda: is_over(people["blue"], game, version))
        entries = people["blue"].log(game, since=version)["entries"]
        assert [entry["action"] for entry in entries] == ["pass", f"surprise:{STORMS}"]


def test_an_answer_that_is_found_damaged_at_the_end_begins_the_countdown_anew(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Running(new_postgres_database(postgres), window_seconds=SECONDS) as server:
        game, people = sit_down(server, monkeypatch, hands={"red": STORMS})
        version = sail(people, game)
        row = {"game": game, "version": version, "seat": 1, "action": "pass", "checksum": "of another answer"}
        with server.table.store.writing() as connection:
            connection.execute(ANSWERS.insert(), row)
        wait_until(lambda: (decision(people["red"], game, "red")["round"] or {}).get("lost", False))
        assert not is_over(people["blue"], game, version)
        ok(people["red"].act(game, "red", version, f"surprise:{STORMS}"))
        wait_until(lambda: is_over(people["blue"], game, version))
        entries = people["blue"].log(game, since=version)["entries"]
        assert [entry["action"] for entry in entries] == ["pass", f"surprise:{STORMS}"]


def downgrade(database: str, revision: str) -> None:
    store = Store(database)
    config = AlembicConfig()
    config.set_main_option("script_location", "diadochi.table:migrations")
    with store.writing() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    store.close()


def test_answers_that_were_kept_without_a_checksum_are_taken_for_sound(
    patient: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, people = sit_down(patient, monkeypatch, hands={"red": STORMS})
    version = sail(people, game)
    ok(people["red"].act(game, "red", version, f"surprise:{STORMS}"))
    patient.stop()
    downgrade(patient.config.database, "0004")
    patient.start()
    assert decision(people["red"], game, "red")["round"]["answer"] == f"surprise:{STORMS}"
    assert "damaged" not in caplog.text


def test_an_answer_may_be_given_to_another_server(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = new_postgres_database(postgres)
    with Running(database, window_seconds=6.0) as one, Running(database, window_seconds=6.0) as two:
        game, people = sit_down(one, monkeypatch, hands={"red": STORMS})
        version = sail(people, game)
        people["red"].server = two
        assert decision(people["red"], game, "red")["mine"]
        ok(people["red"].act(game, "red", version, f"surprise:{STORMS}"))
        wait_until(lambda: is_over(people["blue"], game, version))
        for server in (one, two):
            people["blue"].server = server
            entries = people["blue"].log(game, since=version)["entries"]
            assert [entry["action"] for entry in entries] == ["pass", f"surprise:{STORMS}"]


def test_a_bot_answers_within_the_countdown_and_a_slow_one_changes_nothing(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(self: Thinkers, question: Question, seconds: float) -> list[Thought | None]:
        await asyncio.sleep(100)
        return [Thought(f"surprise:{STORMS}")]

    async def storms(self: Thinkers, question: Question, seconds: float) -> list[Thought | None]:
        assert question.decider == 2
        return [Thought(f"surprise:{STORMS}")]

    played = []
    for thinks in (slow, storms):
        monkeypatch.setattr(Thinkers, "think", thinks)
        times: list[float] = []
        while not times or times[-1] >= SECONDS + GRAIN:
            assert len(times) < ATTEMPTS, f"it takes too long, again and again: {times}"
            game, people = sit_down(running, monkeypatch, "me", "open", "bot", hands={"yellow": STORMS})
            begun = time.monotonic()
            version = sail(people, game)
            wait_until(lambda: is_over(people["blue"], game, version))  # noqa: B023
            times.append(time.monotonic() - begun)
            assert times[-1] >= SECONDS
        played.append([entry["action"] for entry in people["blue"].log(game, since=version)["entries"]][:3])
    assert played == [["pass"] * 3, ["pass", "pass", f"surprise:{STORMS}"]]


def test_a_countdown_that_cannot_be_written_begins_anew(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    game, people = sit_down(running, monkeypatch, hands={"red": STORMS})
    version = sail(people, game)
    ok(people["red"].act(game, "red", version, f"surprise:{STORMS}"))
    failed = threading.Event()
    append = running.table.store.append

    def fail_once(steps: object) -> object:
        if not failed.is_set():
            failed.set()
            return [OSError("the disk is full")]
        return append(steps)  # type: ignore[arg-type]

    monkeypatch.setattr(running.table.store, "append", fail_once)
    wait_until(lambda: is_over(people["blue"], game, version))
    assert failed.is_set()
    entries = people["blue"].log(game, since=version)["entries"]
    assert [entry["action"] for entry in entries] == ["pass", f"surprise:{STORMS}"]


def test_tables_of_the_release_before_open_with_the_new_starting_setting(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = sit_down(patient, monkeypatch)
    people["blue"].windows(game, "blue", "ask")
    patient.stop()
    downgrade(patient.config.database, "0002")
    store = Store(patient.config.database)
    with store.reading() as connection:
        assert connection.scalars(sa.text("SELECT windows FROM seats ORDER BY seat")).all() == ["ask"] + ["fitting"] * 2
    store.close()
    patient.start()
    assert people["red"].table(game)["seats"][1]["windows"] == "ask"
    sail(people, game)
    assert decision(people["red"], game, "red")["round"] is not None


def test_a_manner_without_people_has_no_countdown() -> None:
    rows = tuple(api.seat_row(number, wire.NewSeat("bot")) for number in range(3))
    assert not windows.Manner("live", (replace(rows[0], kind="person"), *rows[1:])).has_countdown
    assert windows.Manner("live", (replace(rows[0], kind="person"), replace(rows[1], kind="person"))).has_countdown
    assert not windows.Manner("slow", (replace(rows[0], kind="person"), replace(rows[1], kind="person"))).has_countdown
