"""Non-interference: deal anew all that a seat cannot know, and every answer to it stays byte for byte the same."""

import random
from dataclasses import replace

import msgspec
import pytest
import sqlalchemy as sa

from diadochi.game import Game
from diadochi.rules.agenda import EVERYBODY, Event
from diadochi.table import log_lines
from diadochi.table.codec import decode_body, encode_body
from diadochi.table.inserts import entry_values
from diadochi.table.schema import ENTRIES
from diadochi.table.store import entry_of
from tests.harness import disguised
from tests.server.running import Person, Running, heard

SEATS = ("blue", "red", "yellow")
QUESTIONS = ("bury", "pass", "event:15", "surprise:48", "discard:51", "march:issos", "train:3")


def answers(person: Person, game: str, seat: str | None) -> list[str]:
    """Everything the server tells a seat about a game."""
    at = {} if seat is None else {"seat": seat}
    base = f"/api/games/{game}"
    told = [person.get(f"{base}/{what}", **at) for what in ("view", "decision", "log", "odds", "ahead")]
    told.append(person.get(f"{base}/course"))
    told += [person.get(f"{base}/log", since=since, **at) for since in range(0, person.view(game)["version"], 9)]
    told += [person.get(f"{base}/why", action=action, **at) for action in QUESTIONS]
    told += [person.get(base), person.get("/api/games")]
    assert {answer.status_code for answer in told} == {200}
    with person.live(game, seat) as socket:
        entries = heard(socket, person.view(game)["version"])
    return [answer.text for answer in told] + [msgspec.json.encode(entries).decode()]


def disguise(server: Running, game: str, seat: int, rng: random.Random) -> None:
    """Swap the game in memory, and what others were told alone in the log, for what the seat cannot tell from it."""
    loaded = server.table.games._loaded[game]
    real = loaded.game
    other = Game.from_state(real.material, disguised(real, seat, rng), keep_undo=True)
    other.entries, other.key_hash = real.entries, real.key_hash
    other._undo = real._undo
    loaded.game = other
    loaded.recent.clear()
    with server.table.store.writing() as connection:
        for row in connection.execute(sa.select(ENTRIES).where(ENTRIES.c.game == game)).all():
            body = decode_body(row.body)
            body = body._replace(events=tuple(e if e.seen_by(seat) else another(e, rng) for e in body.events))
            entry = replace(entry_of(row._mapping), body=encode_body(body))
            here = (ENTRIES.c.game == game) & (ENTRIES.c.version == row.version)
            connection.execute(ENTRIES.update().where(here).values(entry_values(game, entry, row.written)))


def another(event: Event, rng: random.Random) -> Event:
    """The same event with other cards."""
    values = {"card": rng.randrange(70), "cards": tuple(rng.sample(range(70), 5))}
    return event.but(args=tuple((name, kind, values.get(kind, value)) for name, kind, value in event.args))


@pytest.mark.parametrize("seed", range(3))
def test_no_answer_tells_what_a_seat_cannot_know(quick: Running, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_lines, "LARGEST", 400 + seed)
    rng = random.Random(seed)
    ann = quick.person()
    game = ann.new_game("hot", "hot", "hot")
    for seat in SEATS:
        ann.windows(game, seat, "ask")
    ann.play(game, 60 + 40 * seed, seed)
    for number, watcher in [(-1, None), *enumerate(SEATS)]:
        before = answers(ann, game, watcher)
        state = quick.table.games._loaded[game].game.state
        disguise(quick, game, number, rng)
        hidden = quick.table.games._loaded[game].game.state
        assert (state.hands, state.deck) != (hidden.hands, hidden.deck)
        assert answers(ann, game, watcher) == before


def test_the_disguise_would_be_seen_by_others(quick: Running) -> None:
    """So that the test above can fail."""
    ann = quick.person()
    game = ann.new_game("hot", "hot", "hot")
    ann.play(game, 60, 1)
    before = answers(ann, game, "blue")
    disguise(quick, game, 1, random.Random(1))
    after = answers(ann, game, "blue")
    assert before[0] != after[0]
    assert before[2] != after[2]
    assert before[-1] != after[-1]


def test_private_lines_are_for_their_seat(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 60)
    store = quick.table.store
    to_blue = [e for row in store.entries(game, -1) for e in decode_body(row.body).events if e.to not in (EVERYBODY, 2)]
    lines = [line for entry in ann.log(game, "blue")["entries"] for line in entry["lines"] if line["private"]]
    assert len(lines) == len(to_blue) > 0
    public = ann.log(game)["entries"]
    assert not [line for entry in public for line in entry["lines"] if line["private"]]
