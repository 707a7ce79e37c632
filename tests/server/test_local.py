"""The table of one machine."""

import sys
import threading
import urllib.request
from pathlib import Path

import pytest
import uvicorn

from diadochi.table import launcher
from tests.server.running import PATIENCE, wait_until


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there the folder is elsewhere")
def test_games_are_kept_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert launcher.default_database() == f"sqlite:///{tmp_path}/diadochi/games.sqlite"
    assert (tmp_path / "diadochi").is_dir()
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert launcher.data_folder() == tmp_path / "home" / ".local" / "share" / "diadochi"


def test_a_second_start_opens_the_table_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launcher, "data_folder", lambda: tmp_path)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(launcher, "OPEN_SECONDS", 0.1)
    monkeypatch.setattr(launcher, "ANSWER_SECONDS", PATIENCE)
    servers: list[uvicorn.Server] = []

    class Noted(uvicorn.Server):
        def __init__(self, config: uvicorn.Config) -> None:
            super().__init__(config)
            servers.append(self)

    monkeypatch.setattr(uvicorn, "Server", Noted)
    first = threading.Thread(target=launcher.run_local)
    first.start()
    note = tmp_path / "running"
    wait_until(lambda: note.is_file() and launcher.answers(note.read_text()))
    url = note.read_text()
    launcher.run_local()
    wait_until(lambda: len(opened) >= 2)
    assert opened == [url, url]
    assert len(servers) == 1
    with urllib.request.urlopen(f"{url}api/games") as answer:
        assert answer.status == 200
    servers[0].should_exit = True
    first.join(PATIENCE)
    assert not note.exists()
    assert "open already" in capsys.readouterr().out
