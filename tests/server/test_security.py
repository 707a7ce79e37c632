"""Safe by default: origins, limits, headers, tokens."""

import logging
import re
from contextlib import closing

import httpx
import pytest
import sqlalchemy as sa

from diadochi.table import seats
from diadochi.table.load_client import address_of, start_server
from diadochi.table.schema import METADATA
from diadochi.table.security import Buckets, NoSecrets, Rate, clean
from diadochi.table.store import Store
from diadochi.table.store_errors import StoreError
from tests.server.running import PATIENCE, Running


def test_every_answer_has_strict_headers(quick: Running) -> None:
    ann = quick.person()
    for path in ("/", "/api/games", "/nowhere", "/web/nothing.js", "/schema/openapi.json"):
        headers = ann.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_the_pictures_style_is_the_only_inline_one(quick: Running) -> None:
    import base64
    import hashlib

    ann = quick.person()
    for theme in ("light", "dark"):
        (style,) = re.findall(r"<style>(.*?)</style>", ann.get("/board.svg", theme=theme).text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in ann.get("/").headers["content-security-policy"]


def test_pages_of_others_may_change_nothing(quick: Running) -> None:
    ann = quick.person()
    body = {"players": 2, "seats": [{"kind": "bot"}, {"kind": "bot"}]}
    for headers in ({"Origin": "https://elsewhere.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = ann.http.post(f"{quick.url}/api/games", json=body, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (403, "other_origin")
    assert ann.post("/api/games", body, Origin=quick.url).status_code == 201


@pytest.mark.parametrize("origin", ["http://[::1", "http://[", "//", "x"])
def test_an_origin_that_is_none_is_another_one(quick: Running, origin: str) -> None:
    answer = quick.person().post("/api/games", {}, Origin=origin)
    assert (answer.status_code, answer.json()["error"]) == (403, "other_origin")


def test_what_is_not_utf_8_is_refused_with_a_sentence(quick: Running) -> None:
    ann = quick.person()
    headers = {"Content-Type": "application/json"}
    answer = ann.http.post(f"{quick.url}/api/recover", content=b'{"token": "\xed\xa0"}', headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


def test_the_cookie_is_for_this_server_and_not_for_scripts(quick: Running) -> None:
    body = {"players": 2, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    cookie = quick.person().post("/api/games", body).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_the_database_knows_hashes_only(server: Running) -> None:
    ann = server.person()
    game = ann.new_game("hot", "hot")
    token = ann.post(f"/api/games/{game}/recovery").json()["link"].rpartition("/")[2]
    secrets = [ann.invite, token, *seats.tokens_in(dict(ann.http.cookies), game)]
    assert len(secrets) == 3
    everything = ""
    with server.table.store.reading() as connection:
        for table in METADATA.tables.values():
            everything += str(connection.execute(sa.select(table)).all())
    assert seats.hash_of(token) in everything
    assert not [secret for secret in secrets if secret in everything]


def test_nothing_secret_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    token = seats.new_token()
    record = logging.LogRecord("x", 20, "", 0, 'GET %s "%s"', (f"/api/recover?token={token}", token), None)
    NoSecrets().filter(record)
    assert token not in record.getMessage()
    assert record.getMessage().startswith("GET /api/recover")
    assert clean("/api/games/h42ugb2ud8sswa/view?seat=blue") == "/api/games/h42ugb2ud8sswa/view"


def test_the_access_log_tells_requests_without_their_queries(sqlite: str, capfd: pytest.CaptureFixture[str]) -> None:
    process = start_server(sqlite, access_log=True)
    httpx.get(f"{address_of(process)}api/games?mine=secret", timeout=PATIENCE)
    process.terminate()
    assert process.stdout is not None
    said = process.stdout.read()
    process.wait()
    process.stdout.close()
    assert "GET /api/games" in said
    assert "secret" not in said
    assert "Logging error" not in capfd.readouterr().err


def test_what_the_database_refuses_is_not_told_with_its_secrets(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Store(database)) as store, pytest.raises(StoreError) as refused, store.writing() as connection:
        connection.execute(sa.text("INSERT INTO nowhere VALUES (:secret)"), {"secret": "marathon"})
    assert "nowhere" in caplog.text
    cause = refused.value.__context__
    assert isinstance(cause, sa.exc.SQLAlchemyError)
    assert "marathon" not in f"{refused.value} {cause} {caplog.text}"


def test_a_large_request_is_refused(quick: Running) -> None:
    ann = quick.person()
    body = {"players": 2, "seats": [{"kind": "bot"}, {"kind": "bot"}], "name": "x" * 100_000}
    answer = ann.post("/api/games", body)
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
    assert ann.get("/api/rules", search="x" * 5000).status_code == 414


def test_too_many_requests_are_refused(sqlite: str) -> None:
    with Running(sqlite, play=Rate(0.0001, 5)) as server:
        ann = server.person()
        codes = [ann.get("/nowhere").status_code for _ in range(8)]
    # Processor time is counted: on a busy machine five requests may cost more than five.
    assert codes == sorted(codes)
    assert 1 <= codes.count(404) <= 5


def test_too_many_games_are_refused(sqlite: str) -> None:
    with Running(sqlite, making=Rate(0.0001, 2)) as server:
        ann = server.person()
        body = {"players": 2, "seats": [{"kind": "hot"}, {"kind": "hot"}]}
        codes = [ann.post("/api/games", body).status_code for _ in range(3)]
        assert ann.get("/api/games").status_code == 200
        assert ann.get("/api/games/nosuchgame/record").status_code == 429
        assert ann.get("/api/games/nosuchgame/log").status_code == 404
    assert codes == [201, 201, 429]


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = Buckets(Rate(2, 2))
    assert [bucket.allows("a") for _ in range(3)] == [True, True, False]
    assert bucket.allows("b")
    now = 1.0
    assert [bucket.allows("a") for _ in range(3)] == [True, True, False]


def test_who_asks_too_often_is_answered_as_often_as_others(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = Buckets(Rate(1, 1))
    answered = 0
    for _ in range(40):
        answered += bucket.allows("a")
        now += 0.25
    assert answered == 10


def test_a_local_table_answers_to_local_names_only(sqlite: str) -> None:
    with Running(sqlite, allowed_hosts=("127.0.0.1", "localhost")) as server:
        ann = server.person()
        assert ann.get("/api/games").status_code == 200
        for host in ("rebound.example", "[", ""):
            strange = ann.http.get(f"{server.url}/api/games", headers={"Host": host})
            assert (strange.status_code, strange.json()["error"]) == (400, "other_host")


@pytest.mark.parametrize("path", ["..%2f..%2fgame.py", "../game.py", ".hidden", "%2e%2e/game.py", "__init__.py", "a//"])
def test_only_the_clients_files_are_served(quick: Running, path: str) -> None:
    assert quick.person().get(f"/web/{path}").status_code == 404


def test_there_is_a_description_and_no_page_of_it(quick: Running) -> None:
    ann = quick.person()
    described = ann.get("/schema/openapi.json").json()
    assert "/api/games/{game}/actions" in described["paths"]
    for path in ("/schema", "/schema/redoc", "/schema/swagger", "/schema/elements", "/schema/rapidoc"):
        answer = ann.get(path)
        assert answer.status_code == 404 or "openapi+json" in answer.headers["content-type"]
