"""The guided first game: every step can be begun, and is done with an action of the learner's."""

import pytest

from diadochi.table.lessons import lessons
from tests.server.running import Running, ok

HOW = {
    "map": ("campaign", "activate:antipatros"),
    "card": ("train:5",),
    "march": ("campaign", "activate:antipatros", "take-all", "march:larisa"),
    "pcs": ("place-pcs:5", "place-pc:larisa"),
    "province": ("place-pcs:5", "place-pc:trikka"),
    "battle": ("campaign", "activate:krateros", "take-all", "march:komana"),
    "siege": ("siege:kelainai",),
    "legitimacy": ("campaign", "activate:krateros", "take-all", "march:issos"),
    "cart": ("campaign", "activate:antipatros", "take-all", "march:pella", "done", "done", "bury"),
    "win": ("place-pcs:5", "place-pc:trikka"),
}


def test_every_step_of_the_guided_game_is_done_as_it_says(server: Running) -> None:
    person = server.person()
    assert list(HOW) == list(lessons())
    for lesson, actions in HOW.items():
        game = person.new_game("me", "bot", lesson=lesson, private=True)
        told = person.table(game)["lesson"]
        assert (told["id"], told["of"]) == (lesson, len(HOW))
        for i, action in enumerate(actions):
            entries = person.log(game, "blue")["entries"][1:]
            assert not any(done(entry, told["ends"]) for entry in entries), "not before the last action"
            version = person.view(game, "blue")["version"]
            answer = person.act(game, "blue", version, action)
            assert answer.status_code == 200, (lesson, i, answer.text)
        assert any(done(entry, told["ends"]) for entry in person.log(game, "blue")["entries"][1:]), lesson
    assert person.table(game)["status"] == "over"
    assert person.table(game)["lesson"]["next"] is None


def done(entry: dict[str, object], ends: list[str]) -> bool:
    lines = entry["lines"]
    assert isinstance(lines, list)
    verb = str(entry["action"]).partition(":")[0]
    return (entry["seat"] == "blue" and verb in ends) or any(line["key"] in ends for line in lines)


@pytest.mark.parametrize("wrong", [{"lesson": "nothing"}, {"lesson": "map", "options": ["cavalry"]}])
def test_a_step_that_does_not_exist_is_refused(server: Running, wrong: dict[str, object]) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}]
    answer = server.person().post("/api/games", {"players": 2, "seats": seats, **wrong})
    assert answer.status_code == 400
    assert "guided game" in answer.json()["text"]


def test_other_tables_are_no_step(server: Running) -> None:
    person = server.person()
    assert person.table(person.new_game("me", "bot"))["lesson"] is None
    assert ok(person.get("/api/games", mine=1))["games"][0]["lesson"] is None
