"""Starting a server: one for each SQLite file, with the corrections of the data everywhere."""

import json
import os
import socket
from importlib import resources
from pathlib import Path

import pytest

from diadochi import build
from diadochi.bots import BOTS
from diadochi.cli import main
from diadochi.table.app import Config, TableServer
from diadochi.table.load_client import address_of, start_server
from diadochi.table.store_errors import StoreError
from tests.server.crash import kill
from tests.server.odd_bots import surveyor
from tests.server.running import Running, wait_until


def refusal(database: str) -> str:
    with pytest.raises(StoreError) as refused:
        TableServer(Config(database))
    return str(refused.value)


def test_one_server_uses_one_sqlite_file(sqlite: str, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    with Running(sqlite, address="http://127.0.0.1:99/"):
        said = refusal(sqlite)
        assert f"process {os.getpid()}, http://127.0.0.1:99/" in said
        assert "--database" in said
        link.symlink_to(tmp_path / "games.sqlite")
        assert "in use" in refusal(f"sqlite:///{link}")
    with Running(sqlite) as server:
        assert server.person().get("/api/games").status_code == 200


def test_a_server_that_was_killed_holds_nothing(sqlite: str) -> None:
    process = start_server(sqlite)
    url = address_of(process)
    said = refusal(sqlite)
    kill(process)
    assert f"process {process.pid}, {url}" in said
    with Running(sqlite) as server:
        assert server.person().get("/api/games").status_code == 200


def test_a_server_says_which_build_of_the_engine_it_runs(sqlite: str) -> None:
    process = start_server(sqlite)
    assert process.stdout is not None
    said = process.stdout.readline()
    kill(process)
    assert said.endswith(f"Its engine is {build.kind()}.\n")


def test_servers_share_a_postgresql(postgres: str) -> None:
    from tests.server.conftest import new_postgres_database

    database = new_postgres_database(postgres)
    with Running(database), Running(database) as two:
        assert two.person().get("/api/games").status_code == 200


def test_a_database_that_cannot_be_opened_is_refused_with_a_sentence(tmp_path: Path) -> None:
    assert "--database" in refusal(f"sqlite:///{tmp_path / 'nowhere' / 'games.sqlite'}")


def keep(thoughts: list[object]) -> object:
    async def play_bots(game: str, version: int, told: list[object]) -> None:
        thoughts.extend(told)

    return play_bots


def test_corrections_of_the_data_reach_page_picture_rules_and_bots(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "corrections"
    folder.mkdir()
    (folder / "patch.json").write_text(json.dumps({"board": {"spaces": {"pella": {"name": "Bunomos"}}}}), "utf-8")
    ours = resources.files("diadochi").joinpath("data", "rules.json").read_text("utf-8")
    (folder / "rules.json").write_text(ours.replace("overrun", "steamroll"), "utf-8")
    monkeypatch.setitem(BOTS, "surveyor", surveyor)
    with Running(sqlite, folder=folder, bot_seconds=60.0) as server:
        ann = server.person()
        assert ann.get("/api/material").json()["spaces"][0]["name"] == "Bunomos"
        assert "Bunomos" in ann.get("/board.svg").text
        assert ann.get("/api/rules", search="steamroll").json()["rules"]
        thoughts: list[object] = []
        monkeypatch.setattr(server.table.games, "play_bots", keep(thoughts))
        seats = [{"kind": "bot", "bot": "surveyor"}] * 2
        assert ann.post("/api/games", {"players": 2, "seats": seats}).status_code == 201
        wait_until(lambda: len(thoughts) > 1)
    assert None not in thoughts


@pytest.mark.parametrize(("given", "trusted"), [("*", ("0.0.0.0/0", "::/0")), ("10.0.0.1, ::1", ("10.0.0.1", "::1"))])
def test_a_proxy_is_named_by_an_address(
    given: str, trusted: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[Config] = []

    def run(config: Config, listening: socket.socket, *_: object, **more: object) -> None:
        listening.close()
        started.append(config)

    monkeypatch.setattr("diadochi.table.launcher.run", run)
    words = ["serve", "--port", "0", "--database", "sqlite:///x"]
    for more in ([], ["--proxy", "192.0.2.0/24"]):
        assert main([*words, *more]) == 0
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", given)
    assert main(words) == 0
    assert [config.proxies for config in started] == [(), ("192.0.2.0/24",), trusted]
    assert main([*words, "--proxy", "nginx"]) == 2
    assert "not an address" in capsys.readouterr().err
