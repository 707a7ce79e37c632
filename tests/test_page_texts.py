"""No word of the page stands in its source: every text has a key, and every key a text."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import diadochi
from diadochi.catalogue import EDITION_DOMAINS, FIRST_EDITION
from diadochi.data import load_material
from diadochi.model.board import KIND_NAME
from diadochi.model.cards import CARD_KIND_NAME, WINDOW_NAME
from diadochi.model.edition import EDITIONS
from diadochi.model.naming import SEGMENT_NAME
from diadochi.table.reference import ALSO, PAGE
from tests.languages import arguments, read

WEB = Path(diadochi.__file__).parent / "web"
MODULES = sorted(WEB.glob("*.js"))
COMMENTS = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
REGEX = re.compile(r"/(?![/*])(?:[^/\\\n]|\\.)+/[gimsuy]*(?=[.,;)])")
HOLE = re.compile(r"\$\{[^{}]*\}")
KEYED = re.compile(r"(page|map|turn|faction|general|space|royal|list)\.[\w\0]|(asked|standing|none)$")
WORDS = re.compile(r"\b[A-Z][a-z]+|[a-z]{2,} [a-z]+ [a-z]+|[a-z]{2,}[,:;.!?…] [a-z\0]")
NO_WORDS = {
    # Keys of a keyboard, and the like
    *(
        "Enter",
        "Escape",
        "ArrowDown",
        "ArrowUp",
        "ArrowLeft",
        "ArrowRight",
        "Home",
        "End",
        "Space",
        "POST",
        "M A H P L B",
        "1 … 99",
    ),
    # Shapes, styles and addresses
    "style, title",
}
SHAPE = re.compile(
    r"(\([a-z-]+: [\w-]+\)(, | and |$))+|[MLHVACZ\d.,\s-]+"
    r"|[^ ]*[/#.\[][^ ]*|.*\$\{.*\}.*[#<>{}].*|http.*|.*(\[|:is\(|:not\().*"
)


def source(file: Path) -> str:
    return COMMENTS.sub("", file.read_text(encoding="utf-8"))


def literals(file: Path) -> Iterator[str]:
    """The strings of a module; of a template what stands around its holes, and the strings inside them."""
    for found in LITERAL.finditer(REGEX.sub("0", source(file))):
        text = found[1] if found[1] is not None else found[2]
        yield HOLE.sub("\0", text)
        for hole in HOLE.findall(text):
            yield from (inner[1] for inner in LITERAL.finditer(hole) if inner[1])


def spoken(text: str) -> bool:
    """Whether a string looks like something that a person reads."""
    if text in NO_WORDS or SHAPE.fullmatch(text) or KEYED.match(text):
        return False
    return bool(WORDS.search(text))


def page_texts() -> dict[str, str]:
    files = ("diadochi", *(f"{name}.{FIRST_EDITION}" if name in EDITION_DOMAINS else name for name in PAGE))
    return {key: text for file in files for (form, key), text in read("en", file).items() if not form}


TEXTS = page_texts()
OWN = {key for form, key in read("en", "page")}


def used() -> set[str]:
    """The keys of the source; those that are made of parts as patterns."""
    out = {text for file in MODULES for text in literals(file) if KEYED.match(text)}
    html = (WEB / "index.html").read_text(encoding="utf-8")
    return out | set(re.findall(r"\{(page\.[\w.]+)\}", html))


def said_by_the_server() -> set[str]:
    """The beginnings of keys of the page that the server fills in for it."""
    source = (WEB.parent / "table/reference.py").read_text(encoding="utf-8")
    return set(re.findall(r'f"(page\.[\w.]+\.)\{', source))


def pattern(key: str) -> re.Pattern[str]:
    """A key that ends with a point is the beginning of several."""
    whole = f"{key}\0" if key.endswith(".") else key
    return re.compile(r"[\w.]*".join(map(re.escape, whole.split("\0"))))


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.stem)
def test_no_module_of_the_page_has_words_of_its_own(file: Path) -> None:
    assert [text for text in literals(file) if spoken(text)] == []


@pytest.mark.parametrize("text", ["Close", "Zoom in", "no such thing there", "over: \0 won", "Waiting for \0"])
def test_the_scan_finds_words(text: str) -> None:
    assert spoken(text)


@pytest.mark.parametrize("text", ["card large", "M0,-8A8,8 0 1 1", "page.close", "quiet-text", "/api/games/\0/view"])
def test_the_scan_leaves_other_strings_alone(text: str) -> None:
    assert not spoken(text)


def test_the_page_itself_has_no_words_of_its_own() -> None:
    html = (WEB / "index.html").read_text(encoding="utf-8")
    seen = re.sub(r"<[^>]*>", " ", html) + " ".join(re.findall(r'content="([^"]*)"', html))
    assert not re.search(r"[A-Z][a-z]+ [a-z]+", seen)


def test_every_key_of_the_page_has_a_text() -> None:
    missing = {key for key in used() if not any(pattern(key).fullmatch(text) for text in TEXTS)}
    assert not missing


@pytest.mark.parametrize(
    ("prefix", "ids"),
    [
        ("page.card.", CARD_KIND_NAME),
        ("page.kind.", KIND_NAME),
        ("page.segment.", SEGMENT_NAME),
        ("page.order.", WINDOW_NAME),
        ("page.windows.", WINDOW_NAME),
        ("page.shape.", {faction for edition in EDITIONS for faction in load_material(edition).pieces.factions}),
    ],
)
def test_a_key_that_is_made_of_a_name_has_a_text_for_each(prefix: str, ids: Iterable[str]) -> None:
    assert {prefix + id for id in ids} <= TEXTS.keys()


def test_the_server_sends_every_text_that_the_page_uses() -> None:
    others = {key for key in used() if not key.startswith("page.") and "\0" not in key and key not in OWN}
    names = {key for file in PAGE if file != "page" for form, key in read("en", f"{file}.{FIRST_EDITION}")}
    assert {key for key in others if not key.startswith(ALSO) and key not in names} == set()


def test_every_text_of_the_page_is_used() -> None:
    patterns = [pattern(key) for key in used() | said_by_the_server()]
    assert {key for key in OWN if not any(p.fullmatch(key) for p in patterns)} == set()
    unused = ("page.nonsense", "page.nonsense.more", "page.nonsense.even.more")
    assert not any(p.fullmatch(key) for p in patterns for key in unused)


CALL = re.compile(r'\b(?:t|parts)\("([\w.]+)"(?:, \{((?:[^{}]|\{[^{}]*\})*)\})?\)')


def test_a_text_of_the_page_names_only_what_it_is_told() -> None:
    wrong = []
    for file in MODULES:
        for key, words in CALL.findall(source(file)):
            told = set(re.findall(r"(?:^|, )\s*(\w+)(?=[:,]|\s*$)", words))
            if "..." not in words and (untold := arguments(TEXTS[key]) - told):
                wrong.append(f"{file.name}: {key} is not told {untold}")
    assert not wrong
