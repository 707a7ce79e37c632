"""Games of every edition at one table server; corrections can keep one from being played."""

import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from diadochi.data import load_material
from diadochi.data.rulebook import load_rulebook
from diadochi.model.edition import EDITIONS
from diadochi.model.rulings import RULINGS
from diadochi.table.editions import Editions, UnknownEditionError
from tests.server.running import Running, ok
from tests.server.test_rounds import downgrade


def unplayable(folder: Path, edition: str) -> Path:
    """Corrections with which an edition can be looked up only."""
    (folder / edition).mkdir()
    patch = {"editions": {edition: {"playable": False}}}
    (folder / edition / "patch.json").write_text(json.dumps(patch), encoding="utf-8")
    return folder


def test_the_page_offers_every_edition(server: Running) -> None:
    offered = ok(server.person().get("/api/editions"))["editions"]
    assert [edition["id"] for edition in offered] == list(EDITIONS)
    for edition in offered:
        material = load_material(edition["id"])
        assert edition["players"] == list(material.edition.players)
        assert edition["factions"] == list(material.pieces.factions[: material.edition.players[-1]])
        assert len(edition["about"].splitlines()) == 2
        assert [ruling["id"] for ruling in edition["rulings"]] == [r.name for r in RULINGS]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_reconstructed_can_be_read(server: Running, edition: str) -> None:
    told = ok(server.person().get(f"/api/editions/{edition}/reconstructed"))
    assert any(part["number"] for part in told["parts"])
    assert all(part["number"] <= part["of"] for part in told["parts"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_is_played_with_its_editions_names_and_rules(server: Running, edition: str) -> None:
    ann, material = server.person(), load_material(edition)
    game = ann.new_game("me", "hot", "hot", edition=edition)
    table = ann.table(game)
    assert (table["edition"], table["rulings"]) == (edition, [])
    facts = ok(ann.get("/api/material", edition=edition))
    assert facts["edition_name"] == table["edition_name"]
    assert [general["id"] for general in facts["generals"]] == [general.id for general in material.pieces.generals]
    assert len(facts["cards"]) == len(material.cards)
    texts = ok(ann.get("/api/texts/en", edition=edition))
    assert texts["edition"] == edition
    rule = load_rulebook(None, edition).rules[0]
    assert ok(ann.get(f"/api/rules/{rule.number}", edition=edition))["title"] == rule.title
    assert ann.play(game, 12)["version"] >= 12


def test_the_board_is_drawn_with_the_editions_names(server: Running) -> None:
    ann = server.person()
    pictures = {edition: ann.get("/board.svg", edition=edition).text for edition in EDITIONS}
    assert len(set(pictures.values())) > 1
    for edition, picture in pictures.items():
        names = ok(ann.get("/api/material", edition=edition))
        assert all(space["name"].split()[0] in picture for space in names["spaces"][:20]), edition


def test_what_is_played_is_still_known_after_a_restart(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("me", "hot", edition="third")
    before = ann.play(game, 8)
    server.restart()
    now = ann.view(game)
    assert ann.table(game)["edition"] == "third"
    assert now["version"] == before["version"]
    assert ann.play(game, 4)["version"] >= before["version"] + 4


def test_an_edition_that_cannot_be_played_is_not_offered_and_refused(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("games") / "games.sqlite"
    with Running(f"sqlite:///{file}", folder=unplayable(tmp_path, "draft")) as server:
        ann = server.person()
        assert [edition["id"] for edition in ok(ann.get("/api/editions"))["editions"]] == ["deluxe", "third"]
        body = {"players": 2, "seats": [{"kind": "me"}, {"kind": "hot"}], "edition": "draft"}
        refused = ann.post("/api/games", body)
        assert refused.status_code == 400 and "cannot be played yet" in refused.text


def test_an_edition_that_there_is_not_is_refused(server: Running) -> None:
    ann = server.person()
    seats = [{"kind": "me"}, {"kind": "hot"}]
    assert ann.post("/api/games", {"players": 2, "seats": seats, "edition": "fifth"}).status_code == 400


def test_the_number_of_players_and_the_options_are_the_editions(server: Running) -> None:
    ann = server.person()
    five = [{"kind": "hot"}] * 5
    assert ann.post("/api/games", {"players": 5, "seats": five, "edition": "third"}).status_code == 400
    two = [{"kind": "hot"}] * 2
    body = {"players": 2, "seats": two, "edition": "third", "options": ["oracle"]}
    assert ann.post("/api/games", body).status_code == 400


def test_a_ruling_is_kept_with_the_game(server: Running) -> None:
    ann, edition = server.person(), load_material().edition
    for ruling in RULINGS:
        usual = ruling.value_in(edition)
        other = next(value for value in ruling.values if value != usual)
        game = ann.new_game("me", "hot", rulings={ruling.name: other})
        (told,) = ann.table(game)["rulings"]
        assert (told["id"], told["value"]) == (ruling.name, other)
        assert server.table.games.material_of(game).rulings == ((ruling.name, other),)
        assert ann.table(ann.new_game("me", "hot", rulings={ruling.name: usual}))["rulings"] == []


def test_a_ruling_that_is_none_is_refused(server: Running) -> None:
    ann = server.person()
    body = {"players": 2, "seats": [{"kind": "me"}, {"kind": "hot"}], "rulings": {"chess": "yes"}}
    assert ann.post("/api/games", body).status_code == 400


def test_one_material_is_shared_by_all_games_of_an_edition() -> None:
    editions = Editions()
    assert editions.of("third") is editions.of("third") is not editions.first
    with pytest.raises(UnknownEditionError, match="fifth"):
        editions.of("fifth")


def test_a_database_from_before_has_games_of_the_first_edition(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("me", "hot")
    version = ann.play(game, 5)["version"]
    server.stop()
    downgrade(server.config.database, "0005")
    engine = sa.create_engine(server.config.database)
    assert not {column["name"] for column in sa.inspect(engine).get_columns("games")} & {"edition", "rulings"}
    engine.dispose()
    server.start()
    table = ann.table(game)
    assert (table["edition"], table["rulings"], table["version"]) == (EDITIONS[0], [], version)
    assert ann.play(game, 5)["version"] > version


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_seat_is_that_of_its_faction(server: Running, edition: str) -> None:
    """Each edition has its own order of them: a seat, its pieces and its decisions bear one name."""
    ann = server.person()
    game = ann.new_game("me", "hot", "hot", "hot", edition=edition)
    factions = list(load_material(edition).pieces.factions[:4])
    assert [seat["faction"] for seat in ann.table(game)["seats"]] == factions
    view = ann.view(game, factions[1])
    assert (view["seat"], [player["faction"] for player in view["players"]]) == (factions[1], factions)
    owner = {general["id"]: player["faction"] for player in view["players"] for general in player["generals"]}
    stacks = [stack for space in view["spaces"].values() for stack in space["stacks"]]
    there = {general: stack["faction"] for stack in stacks for general in stack["generals"]}
    assert {general: owner[general] for general in there if general in owner}
    assert all(there[general] == owner[general] for general in there if general in owner)
    deciding = view["decision"]["seat"]
    offers = ann.view(game, deciding)["decision"]["offers"]
    ok(ann.act(game, deciding, view["version"], offers[0]["action"]))
    assert ann.log(game)["entries"][-1]["seat"] == deciding
