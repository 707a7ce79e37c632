"""Acting: versions, ids, the engine's word, undo; and that nothing is lost when the server restarts."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from diadochi.game import Game
from diadochi.table import windows
from diadochi.table.rows import EntryRow, SeatRow, Step
from diadochi.table.store import ConflictError, Store
from tests.server.running import Json, Person, Running, wait_until


def hot_game(person: Person, steps: int = 20) -> tuple[str, Json]:
    """A game whose seats are all this person's, some way in; and the view of whoever decides."""
    game = person.new_game("hot", "hot")
    person.play(game, steps)
    return game, mine(person, game)


def mine(person: Person, game: str) -> Json:
    return person.view(game, person.view(game)["decision"]["seat"])


def test_an_action_is_answered_with_its_version(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    offer = view["decision"]["offers"][0]["action"]
    answer = ann.act(game, view["seat"], view["version"], offer)
    assert answer.json() == {"version": view["version"] + 1, "accepted": True}
    entry = ann.log(game)["entries"][view["version"] + 1]
    assert (entry["seat"], entry["action"]) == (view["seat"], offer)


def test_a_resend_returns_the_first_answer_and_changes_nothing(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    seat, version, offer = view["seat"], view["version"], view["decision"]["offers"][0]["action"]
    first = ann.act(game, seat, version, offer, id="same")
    ann.play(game, 5)
    now = ann.view(game)["version"]
    again = ann.act(game, seat, version, offer, id="same")
    assert (again.status_code, again.json()) == (200, first.json())
    server.restart()
    assert ann.act(game, seat, version, offer, id="same").json() == first.json()
    assert ann.view(game)["version"] == now


def test_an_action_for_an_older_version_is_stale(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    answer = ann.act(game, view["seat"], view["version"] - 1, view["decision"]["offers"][0]["action"])
    assert answer.status_code == 409
    assert (answer.json()["error"], answer.json()["version"]) == ("stale", view["version"])


def test_an_id_names_one_action_only(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    first = ann.act(game, view["seat"], view["version"], view["decision"]["offers"][0]["action"], id="one")
    later = mine(ann, game)
    again = ann.act(game, later["seat"], later["version"], later["decision"]["offers"][-1]["action"], id="one")
    assert first.status_code == 200
    assert (again.status_code, again.json()["error"]) == (409, "reused_id")
    assert ann.view(game)["version"] == later["version"]


def test_the_answer_may_hold_the_next_decision(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    offer = view["decision"]["offers"][0]["action"]
    answer = ann.act(game, view["seat"], view["version"], offer, next=True).json()
    then = mine(ann, game)
    assert answer["next"] == {"version": then["version"], "decision": then["decision"]}


def test_the_next_decision_of_another_player_has_no_offers(server: Running) -> None:
    ann, bob, rng = server.person(), server.person(), random.Random(1)
    game = ann.new_game("me", "open", pace="slow")
    bob.post(f"/api/games/{game}/seats/red", {"name": "Bob"})
    seen: set[bool] = set()
    while len(seen) < 2:
        seat = ann.view(game)["decision"]["seat"]
        person = ann if seat == "blue" else bob
        view = person.view(game, seat)
        offer = rng.choice(view["decision"]["offers"])["action"]
        told = person.act(game, seat, view["version"], offer, next=True).json()["next"]["decision"]
        assert bool(told["offers"]) == told["mine"] == (told["seat"] == seat)
        seen.add(told["mine"])


def test_of_two_actions_for_one_version_one_wins(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    offers = [offer["action"] for offer in view["decision"]["offers"]]

    def act(i: int) -> int:
        return ann.act(game, view["seat"], view["version"], offers[i % len(offers)]).status_code

    with ThreadPoolExecutor(8) as pool:
        codes = sorted(pool.map(act, range(8)))
    assert codes == [200] + [409] * 7
    assert len(ann.log(game, since=view["version"])["entries"]) >= 1


def test_the_rules_refuse_with_their_number(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    answer = ann.act(game, view["seat"], view["version"], "bury")
    assert answer.status_code == 422
    assert answer.json()["error"] == "refused"
    assert answer.json()["rule"]
    assert ann.view(game)["version"] == view["version"]


def test_what_is_no_action_is_refused_in_words(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    answer = ann.act(game, view["seat"], view["version"], "march:atlantis")
    assert answer.status_code == 422
    assert "atlantis" in answer.json()["text"]


def test_another_seats_decision_is_not_mine(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    other = "red" if view["seat"] == "blue" else "blue"
    answer = ann.act(game, other, view["version"], "pass")
    assert (answer.status_code, answer.json()["error"]) == (409, "not_your_decision")


def test_why_not_tells_the_rule_to_the_seat_that_decides(server: Running) -> None:
    ann = server.person()
    game, view = hot_game(ann)
    told = ann.get(f"/api/games/{game}/why", action="bury", seat=view["seat"]).json()
    assert (told["possible"], bool(told["rule"]), bool(told["text"])) == (False, True, True)
    offer = view["decision"]["offers"][0]["action"]
    assert ann.get(f"/api/games/{game}/why", action=offer, seat=view["seat"]).json()["possible"]
    assert not ann.get(f"/api/games/{game}/why", action=offer).json()["possible"]


def undoable(person: Person) -> tuple[str, Json, Json]:
    """A game just after a step that can be undone: the view before it and the view after it."""
    rng = random.Random(3)
    game = person.new_game("hot", "hot")
    for _ in range(300):
        before = mine(person, game)
        person.decide(game, before["seat"], rng)
        after = person.view(game, before["seat"])
        if after["can_undo"]:
            return game, before, after
    raise AssertionError("nothing could be undone")


def test_an_undo_is_an_entry_and_restores_the_view(server: Running) -> None:
    ann = server.person()
    game, before, after = undoable(ann)
    answer = ann.undo(game, before["seat"], after["version"])
    assert answer.json() == {"version": after["version"] + 1, "accepted": True}
    assert ann.log(game)["entries"][-1]["action"] == "undo"
    again = ann.view(game, before["seat"])
    for told in (before, again):
        del told["version"], told["can_undo"]
    assert again == before


def passed_after(game: Game, manner: windows.Manner) -> bool:
    """Whether the table passes after the last step."""
    before = game.version
    windows.answer(game, manner)
    return game.version > before


def test_an_undo_takes_back_the_pass_that_the_table_gave_and_the_step_before_it() -> None:
    """In a window of one's own; another seat's window closes undo, also one that the table answered."""
    manner = windows.Manner("slow", tuple(SeatRow(seat, "person", windows="fitting") for seat in range(2)))
    own = closed = 0
    game, rng = Game.new(2, seed=1), random.Random(1)
    while not (own and closed):
        if game.decision is None:
            game = Game.new(2, seed=rng.randrange(1000))
        assert game.decision is not None
        game.act(rng.choice(game.decision.actions))
        if not passed_after(game, manner):
            continue
        passer = game.entries[-1].seat
        steps = windows.steps_back(game, manner, passer)
        assert windows.steps_back(game, manner, 1 - passer) == 0
        closed += not game.can_undo()
        if steps:
            own += 1
            earlier = [*game.earlier()][steps - 1]
            assert not passed_after(earlier, manner)
            assert steps > 1
            always = windows.Manner("slow", tuple(replace(seat, windows="ask") for seat in manner.seats))
            assert windows.steps_back(game, always, passer) == 1


def test_an_undo_leads_to_a_decision_that_is_asked(quick: Running) -> None:
    """Whatever the table answers for a seat: the seat whose step is undone has to decide again."""
    ann, rng = quick.person(), random.Random(4)
    game = ann.new_game("hot", "hot")
    for seat in ("blue", "red"):
        ann.windows(game, seat, "fitting")
    undone = grey = 0
    for _ in range(90):
        before = mine(ann, game)
        ann.decide(game, before["seat"], rng)
        views = [ann.view(game, seat) for seat in ("blue", "red")]
        for after in views:
            answer = ann.undo(game, after["seat"], after["version"])
            if answer.status_code == 422:
                assert not after["can_undo"]
                grey += 1
                continue
            assert after["can_undo"]
            again = mine(ann, game)
            assert again["seat"] == after["seat"]
            entries = ann.log(game, since=after["version"])["entries"]
            assert {entry["action"] for entry in entries} == {"undo"}
            ann.decide(game, again["seat"], rng)
            undone += 1
            break
    assert undone > 10
    assert grey > 10


def test_an_undo_is_possible_after_a_restart(server: Running) -> None:
    ann = server.person()
    game, before, after = undoable(ann)
    server.restart()
    assert ann.view(game, before["seat"]) == after
    assert ann.undo(game, before["seat"], after["version"]).status_code == 200
    assert ann.view(game, before["seat"])["decision"] == before["decision"]


def test_what_cannot_be_undone_is_refused(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    seat = ann.view(game)["decision"]["seat"]
    answer = ann.undo(game, seat, 0)
    assert (answer.status_code, answer.json()["error"]) == (422, "refused")


def test_a_restart_loses_nothing(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot", "hot")
    ann.play(game, 90)
    before = [ann.view(game, seat) for seat in ("blue", "red", "yellow")], ann.log(game, "blue")
    server.restart()
    assert ([ann.view(game, seat) for seat in ("blue", "red", "yellow")], ann.log(game, "blue")) == before
    now = before[0][0]["version"]
    assert ann.play(game, 10, seed=9)["version"] >= now + 10


def test_the_board_as_it_was(server: Running) -> None:
    ann, rng = server.person(), random.Random(5)
    game = ann.new_game("hot", "hot")
    seen: dict[int, Json] = {}
    for _ in range(80):
        view = mine(ann, game)
        seen[view["version"]] = view
        ann.decide(game, view["seat"], rng)
    for version in random.Random(1).sample(sorted(seen), 8):
        then = ann.view(game, seen[version]["seat"], at=version)
        for name in ("version", "turn", "round", "active", "players", "spaces", "provinces", "discard", "royals"):
            assert then[name] == seen[version][name], (version, name)
        assert [card["number"] for card in then["hand"]] == [card["number"] for card in seen[version]["hand"]]
        assert then["decision"]["offers"] == []
    assert ann.get(f"/api/games/{game}/view", at=10**6).status_code == 410


def engine_of(store: Store, game: str) -> str:
    header = store.header(game)
    assert header is not None
    return header.engine


def test_the_database_lets_one_of_two_writers_win(database: str) -> None:
    with Running(database) as server:
        game = server.person().new_game("hot", "hot")
    store = Store(database)
    engine = engine_of(store, game)
    entry = EntryRow(1, 0, "pass", "x", "[]")
    step = Step(game, engine, 0, 1, "running", 0, b"{}", [entry])
    assert store.append([step]) == [None]
    (lost,) = store.append([step])
    assert isinstance(lost, ConflictError)
    # The unique game and version decide even for a writer that does not look at the header.
    forged = Step(game, engine, 1, 2, "running", 0, b"{}", [entry])
    (lost,) = store.append([forged])
    assert isinstance(lost, ConflictError)
    assert [e.version for e in store.entries(game, -1)] == [0, 1]
    store.close()


def test_a_lost_race_takes_nobody_else_with_it(database: str) -> None:
    with Running(database) as server:
        ann = server.person()
        games = [ann.new_game("hot", "hot") for _ in range(3)]
    store = Store(database)

    def step(game: str, old: int) -> Step:
        entry = EntryRow(old + 1, 0, "pass", None, "[]")
        return Step(game, engine_of(store, game), old, old + 1, "running", 0, b"{}", [entry])

    results = store.append([step(games[0], 0), step(games[1], 7), step(games[2], 0)])
    assert [type(result) for result in results] == [type(None), ConflictError, type(None)]
    store.close()


@pytest.mark.parametrize("setting", ["ask", "fitting"])
def test_windows_are_answered_as_the_seat_wishes(quick: Running, setting: str) -> None:
    """`ask`: every window is asked. `fitting`: only those in which a card can be played; the others are passes."""
    ann, rng = quick.person(), random.Random(2)
    game = ann.new_game("hot", "hot", "hot")
    for seat in ("blue", "red", "yellow"):
        ann.windows(game, seat, setting)
    asked = without_card = 0
    for _ in range(150):
        view = mine(ann, game)
        if view["decision"]["window"]:
            asked += 1
            without_card += all(offer["verb"] != "surprise" for offer in view["decision"]["offers"])
        ann.decide(game, view["seat"], rng)
    passes = [e for e in ann.log(game)["entries"] if e["action"] == "pass"]
    assert len(passes) > 5
    if setting == "ask":
        assert without_card > 5
    else:
        assert without_card == 0
        assert asked < len(passes)


def test_not_this_segment_lasts_for_this_segment(quick: Running) -> None:
    ann, rng = quick.person(), random.Random(4)
    game = ann.new_game("hot", "hot")
    for seat in ("blue", "red"):
        ann.windows(game, seat, "ask")
    view = mine(ann, game)
    while not view["decision"]["window"]:
        ann.decide(game, view["seat"], rng)
        view = mine(ann, game)
    seat = view["seat"]
    ann.windows(game, seat, "segment")
    now = mine(ann, game)
    assert (now["seat"], now["decision"]["window"]) != (seat, True)
    settings = {s["faction"]: s["windows"] for s in ann.table(game)["seats"]}
    assert settings[seat] == "segment"
    moment = (view["turn"], view["round"], view["active"], view["segment"])
    while (now["turn"], now["round"], now["active"], now["segment"]) == moment:
        assert not (now["decision"]["window"] and now["seat"] == seat)
        ann.decide(game, now["seat"], rng)
        now = mine(ann, game)
    assert {s["faction"]: s["windows"] for s in ann.table(game)["seats"]}[seat] == "ask"


def test_a_record_is_public_when_the_game_is_over_and_a_seats_own_before(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("bot", "bot", options=["short-game"])
    wait_until(lambda: ann.table(game)["status"] == "over")
    record = ann.get(f"/api/games/{game}/record")
    assert Game.replay(record.text).result is not None
    running, _ = hot_game(ann, 30)
    seen = ann.get(f"/api/games/{running}/record", seat="blue").json()
    assert (seen["seat"], "key" in seen) == ("blue", False)
    assert ann.get(f"/api/games/{running}/record").json()["seat"] == "spectator"
