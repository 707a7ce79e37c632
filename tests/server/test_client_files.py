"""What does not change is compressed once and kept by the browser."""

import gzip

import pytest

from diadochi.table.client_bundle import client
from diadochi.table.compression import SMALLEST, reads_gzip
from tests.server.running import Running

LARGE = ("/", "/page.js", "/page.css", "/board.svg", "/api/material", "/api/texts/en", "/api/editions")


@pytest.mark.parametrize("path", LARGE)
def test_large_answers_come_compressed_to_those_who_can_read_them(quick: Running, path: str) -> None:
    ann = quick.person()
    plain = ann.get(path).content
    with ann.http.stream("GET", f"{quick.url}{path}", headers={"Accept-Encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in answer.headers["vary"].lower()
        assert int(answer.headers["content-length"]) == len(raw)
    assert gzip.decompress(raw) == plain
    with ann.http.stream("GET", f"{quick.url}{path}", headers={"Accept-Encoding": "identity"}) as answer:
        assert "content-encoding" not in answer.headers
        assert b"".join(answer.iter_raw()) == plain


def test_a_short_answer_is_left_alone(quick: Running) -> None:
    answer = quick.person().get("/api/languages")
    assert len(answer.content) < SMALLEST
    assert "content-encoding" not in answer.headers


def test_what_is_asked_for_by_its_digest_is_kept_for_ever(quick: Running) -> None:
    ann = quick.person()
    page = ann.get("/").text
    for asset, path in ((client().script, "/page.js"), (client().style, "/page.css")):
        assert f'"{path}?{asset.digest}"' in page
        assert "immutable" in ann.http.get(f"{quick.url}{path}?{asset.digest}").headers["cache-control"]
        assert ann.http.get(f"{quick.url}{path}?older").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/page.js", "/board.svg", "/api/material", "/api/texts/en"])
def test_what_the_browser_has_is_not_sent_again(quick: Running, path: str) -> None:
    ann = quick.person()
    tag = ann.get(path).headers["etag"]
    again = ann.http.get(f"{quick.url}{path}", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("accepted", "reads"),
    [
        (b"gzip", True),
        (b"br, gzip;q=0.5", True),
        (b"gzip;q=0", False),
        (b"GZIP ; q=0.0, br", False),
        (b"br", False),
        (b"", False),
    ],
)
def test_who_can_read_compressed_answers(accepted: bytes, reads: bool) -> None:
    assert reads_gzip({b"accept-encoding": accepted}) is reads
