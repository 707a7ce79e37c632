"""The table in the language of whoever reads."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from diadochi import catalogue
from tests.languages import LOCALE, PSEUDO, pseudo, read, write_pseudo
from tests.server.running import Running

SHIPPED = sorted(folder.name for folder in LOCALE.iterdir())
READS = {"accept-language": f"tlh, {PSEUDO};q=0.9, en;q=0.5"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("locale")
    write_pseudo(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(catalogue.FOLDER, str(folder))
        with Running(f"sqlite:///{Path(tmp_path_factory.mktemp('table'))}/games.sqlite") as server:
            yield server


def test_the_best_language_that_there_is_is_the_readers(running: Running) -> None:
    ann = running.person()
    assert ann.get("/api/languages").json()["reader"] == "en"
    known = ann.http.get(f"{running.url}/api/languages", headers=READS).json()
    assert known["reader"] == PSEUDO
    names = {each: read(each, "diadochi")["", "language.name"] for each in SHIPPED}
    assert {each["id"]: each["name"] for each in known["languages"]} == {**names, PSEUDO: pseudo("English")}


def test_texts_are_kept_under_their_digest(running: Running) -> None:
    ann = running.person()
    digest = next(each["digest"] for each in ann.get("/api/languages").json()["languages"] if each["id"] == PSEUDO)
    answer = ann.get(f"/api/texts/{PSEUDO}", digest=digest)
    assert "immutable" in answer.headers["cache-control"]
    texts = answer.json()
    assert texts["texts"]["page.close"] == pseudo("Close")
    assert texts["plurals"][:6] == [2, 0, 1, 1, 1, 2]
    assert not [key for key in texts["texts"] if key.startswith(("error.", "command.", "help", "rule."))]


def test_a_language_that_there_is_not_is_refused_with_a_sentence(running: Running) -> None:
    answer = running.person().get("/api/texts/tlh")
    assert answer.status_code == 404
    assert answer.json()["text"] == f"There are no texts in tlh; choose one of: {', '.join(sorted([*SHIPPED, PSEUDO]))}"


def test_two_readers_of_one_log(running: Running) -> None:
    ann = running.person()
    game = ann.new_game("hot", "hot")
    path = f"/api/games/{game}/log"
    english = ann.get(path).json()["entries"][0]["lines"]
    other = ann.http.get(f"{running.url}{path}", headers=READS).json()["entries"][0]["lines"]
    assert [line["key"] for line in english] == [line["key"] for line in other]
    assert all("⟦" not in line["text"] for line in english)
    assert all("⟦" in line["text"] for line in other)


def test_an_error_is_told_in_the_readers_language(running: Running) -> None:
    answer = running.person().http.get(f"{running.url}/api/games/nothing/view", headers=READS)
    assert answer.status_code == 404
    assert "⟦" in answer.json()["text"]


@pytest.mark.parametrize(
    ("method", "path", "sent", "status"),
    [
        ("GET", "/api/nothing", None, 404),
        ("GET", "/web/nothing.js", None, 404),
        ("DELETE", "/api/games", None, 405),
        ("POST", "/api/games", b"{}", 400),
        ("POST", "/api/games", b"{", 400),
        ("GET", "/api/games/abc/log?since=x", None, 400),
        ("POST", "/api/games", b"x" * 2_000_000, 413),
        ("GET", "/api/rules?q=" + "x" * 9000, None, 414),
    ],
)
def test_what_no_page_asks_is_refused_in_the_readers_language(
    running: Running, method: str, path: str, sent: bytes | None, status: int
) -> None:
    answer = running.person().http.request(method, f"{running.url}{path}", headers=READS, content=sent)
    assert answer.status_code == status
    text = answer.json()["text"] if "json" in answer.headers["content-type"] else answer.text
    assert text.startswith("⟦") and text.endswith("⟧")


def test_a_request_that_does_not_fit_is_told_to_its_programmer(running: Running) -> None:
    answer = running.person().http.post(f"{running.url}/api/games", json={}).json()
    assert answer["text"] == "The server does not understand this request"
    assert "`players`" in answer["detail"]


def test_a_reader_of_an_unknown_language_reads_english(running: Running) -> None:
    known = running.person().http.get(f"{running.url}/api/languages", headers={"accept-language": "tlh"}).json()
    assert known["reader"] == "en"
