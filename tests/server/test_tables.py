"""Making tables, sitting down at them, coming back to them."""

import random
from concurrent.futures import ThreadPoolExecutor

from tests.server.running import Person, Running, wait_until


def test_a_game_against_bots_is_the_persons_to_decide(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("me", "bot", "bot")
    view = ann.wait_for(game, "blue")
    assert view["seat"] == "blue"
    assert view["decision"]["offers"]
    assert [(s["kind"], s["mine"]) for s in ann.table(game)["seats"]] == [
        ("person", True), ("bot", False), ("bot", False),
    ]  # fmt: skip


def test_a_person_plays_a_turn_against_bots(server: Running) -> None:
    ann, rng = server.person(), random.Random(7)
    game = ann.new_game("me", "bot")
    for _ in range(60):
        view = ann.decide(game, "blue", rng)
    log = ann.log(game, "blue")["entries"]
    assert [entry["version"] for entry in log] == list(range(len(log)))
    assert view["turn"] >= 1


def test_bots_alone_play_to_the_end(quick: Running) -> None:
    ann = quick.person()
    game = ann.new_game("bot", "bot", options=["short-game"])
    wait_until(lambda: ann.table(game)["status"] == "over")
    table = ann.table(game)
    assert table["result"]["winner"] in ("blue", "red")
    assert ann.view(game)["over"]


def test_a_game_waits_until_every_seat_is_taken(server: Running) -> None:
    ann, bob = server.person(), server.person()
    game = ann.new_game("me", "open")
    assert ann.table(game)["status"] == "waiting"
    decider = ann.view(game)["decision"]["seat"]
    if decider == "blue":
        offer = ann.view(game, "blue")["decision"]["offers"][0]["action"]
        assert ann.act(game, "blue", 0, offer).json()["error"] == "waiting"
    taken = bob.post(f"/api/games/{game}/seats/red", {"name": "Bob"})
    assert taken.status_code == 201
    assert taken.json()["status"] == "running"
    assert [s["name"] for s in ann.table(game)["seats"]] == ["", "Bob"]
    assert bob.view(game, "red")["seat"] == "red"


def test_a_seat_is_taken_once(server: Running) -> None:
    ann, bob, eve = server.person(), server.person(), server.person()
    game = ann.new_game("me", "open", "open")
    assert bob.post(f"/api/games/{game}/seats/red", {"name": "Bob"}).status_code == 201
    late = eve.post(f"/api/games/{game}/seats/red", {"name": "Eve"})
    assert (late.status_code, late.json()["error"]) == (409, "taken")


def test_a_private_table_is_not_listed_and_needs_the_invitation(server: Running) -> None:
    ann, bob = server.person(), server.person()
    game = ann.new_game("me", "open", private=True)
    public = ann.new_game("me", "open")
    assert [g["id"] for g in bob.get("/api/games").json()["games"]] == [public]
    refused = bob.post(f"/api/games/{game}/seats/red", {"name": "Bob"})
    assert (refused.status_code, refused.json()["error"]) == (403, "not_your_seat")
    ann.new_game("me", "open", private=True)
    other_invite = ann.invite
    assert bob.post(f"/api/games/{game}/seats/red", {"invite": other_invite}).status_code == 403
    invite = ann.post(f"/api/games/{game}/invite").json()["invite"]
    assert bob.post(f"/api/games/{game}/seats/red", {"invite": invite}).status_code == 201


def test_my_games_are_mine_alone(server: Running) -> None:
    ann, bob = server.person(), server.person()
    game = ann.new_game("me", "bot", private=True)
    assert [g["id"] for g in ann.get("/api/games", mine=1).json()["games"]] == [game]
    assert bob.get("/api/games", mine=1).json()["games"] == []


def test_hot_seats_are_all_held_by_one_browser(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot", "hot")
    assert [s["mine"] for s in ann.table(game)["seats"]] == [True, True, True]
    before = ann.view(game)["version"]
    assert ann.play(game, 12)["version"] >= before + 12


def test_a_recovery_link_moves_a_seat_once(server: Running) -> None:
    ann, phone = server.person(), server.person()
    game = ann.new_game("hot", "hot")
    link = ann.post(f"/api/games/{game}/recovery").json()["link"]
    token = link.removeprefix("/#/recover/")
    assert phone.get(f"/api/games/{game}/view", seat="blue").status_code == 403
    recovered = phone.post("/api/recover", {"token": token})
    assert [s["mine"] for s in recovered.json()["seats"]] == [True, True]
    assert phone.view(game, "red")["seat"] == "red"
    again = server.person().post("/api/recover", {"token": token})
    assert (again.status_code, again.json()["error"]) == (404, "not_found")


def test_a_bot_takes_a_seat_that_nobody_wants(server: Running) -> None:
    ann, eve = server.person(), server.person()
    game = ann.new_game("me", "open", "open")
    path = f"/api/games/{game}/seats"
    assert eve.post(f"{path}/red/bot", {}).status_code == 403
    assert ann.post(f"{path}/red/bot", {"bot": "deep"}).status_code == 400
    assert ann.post(f"{path}/black/bot", {}).status_code == 404
    assert ann.post(f"{path}/red/bot", {}).json()["seats"][1]["kind"] == "bot"
    assert ann.post(f"{path}/red/bot", {}).json()["error"] == "taken"
    assert ann.post(f"{path}/yellow/bot", {"bot": "random"}).json()["status"] == "running"
    assert ann.wait_for(game, "blue")["decision"]["mine"]


KEY = "0123456789abcdef0123456789abcdef"
OTHER_KEY = KEY[::-1]


def test_a_lost_answer_to_sitting_down_is_given_again_to_the_same_key(server: Running) -> None:
    ann, bob, again = server.person(), server.person(), server.person()
    game = ann.new_game("me", "open", "open")
    sit = f"/api/games/{game}/seats/red"
    first = bob.post(sit, {"name": "Bob", "key": KEY})
    # The same browser, but the cookie never came.
    second = again.post(sit, {"name": "Bob", "key": KEY})
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert again.view(game, "red")["seat"] == "red"
    for late in ({}, {"key": OTHER_KEY}):
        assert server.person().post(sit, late).json()["error"] == "taken"
    assert again.post(f"/api/games/{game}/seats/yellow", {"key": KEY}).status_code == 201
    assert [s["mine"] for s in again.table(game)["seats"]] == [False, True, True]


def test_a_key_that_can_be_guessed_is_refused(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("me", "open")
    assert ann.post(f"/api/games/{game}/seats/red", {"key": "red"}).status_code == 400
    assert ann.table(game)["seats"][1]["kind"] == "open"


def test_the_same_key_makes_one_game(server: Running) -> None:
    ann, again, eve = server.person(), server.person(), server.person()
    body = {"players": 2, "seats": [{"kind": "me"}, {"kind": "open"}], "key": KEY[::2] * 2}
    with ThreadPoolExecutor() as threads:
        made = [answer.json() for answer in threads.map(lambda who: who.post("/api/games", body), (ann, again))]
    assert made[0] == made[1]
    game = made[0]["id"]
    assert again.view(game, "blue")["seat"] == "blue"
    assert eve.post("/api/games", {**body, "key": OTHER_KEY}).json()["id"] != game


def test_a_recovery_link_works_again_for_the_key_that_used_it(server: Running) -> None:
    ann, phone, again, eve = (server.person() for _ in range(4))
    game = ann.new_game("me", "bot")
    token = ann.post(f"/api/games/{game}/recovery").json()["link"].removeprefix("/#/recover/")
    assert phone.post("/api/recover", {"token": token, "key": KEY}).status_code == 201
    assert again.post("/api/recover", {"token": token, "key": KEY}).status_code == 201
    assert again.view(game, "blue")["seat"] == "blue"
    assert eve.post("/api/recover", {"token": token, "key": OTHER_KEY}).status_code == 404


def test_whoever_has_no_seat_gets_no_recovery_link(server: Running) -> None:
    game = server.person().new_game("me", "bot")
    assert server.person().post(f"/api/games/{game}/recovery").status_code == 403


def test_a_spectator_sees_the_public_view_and_decides_nothing(server: Running) -> None:
    ann, eve = server.person(), server.person()
    game = ann.new_game("hot", "hot")
    ann.play(game, 30)
    view = eve.view(game)
    assert view["seat"] is None
    assert (view["hand"], view["known"]) == ([], [])
    assert view["decision"]["offers"] == []
    assert eve.get(f"/api/games/{game}/view", seat="blue").status_code == 403
    assert eve.act(game, view["decision"]["seat"], view["version"], "pass").status_code == 403


def test_names_are_told_as_they_were_given(quick: Running) -> None:
    ann = quick.person()
    name = "<script>alert('Ann')</script> Ἀλέξανδρος"[:40]
    body = {"players": 2, "seats": [{"kind": "me", "name": name}, {"kind": "bot"}], "name": name}
    game = ann.post("/api/games", body).json()["id"]
    answer = ann.get(f"/api/games/{game}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["seats"][0]["name"] == name.strip()


def refused(person: Person, body: dict[str, object]) -> tuple[int, str]:
    answer = person.post("/api/games", body)
    return answer.status_code, answer.json()["text"]


def test_a_game_that_cannot_be_is_refused_with_a_sentence(quick: Running) -> None:
    ann = quick.person()
    bot = {"kind": "bot"}
    assert refused(ann, {"players": 3, "seats": [bot, bot]}) == (400, "3 players need 3 seats, not 2")
    assert refused(ann, {"players": 2, "seats": [bot, {"kind": "bot", "bot": "deep"}]})[0] == 400
    code, text = refused(ann, {"players": 2, "seats": [bot, bot], "options": ["nonsense"]})
    assert (code, "nonsense" in text) == (400, True)
    assert refused(ann, {"players": 9, "seats": [bot, bot]})[0] == 400
