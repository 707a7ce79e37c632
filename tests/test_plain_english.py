"""Words that a native speaker would not write stay out of the docs and the English catalogues."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
CATALOGUES = sorted((ROOT / "src/diadochi/locale/en/LC_MESSAGES").glob("*.po"))
FOREIGN = re.compile(
    r"\b(whoever|whatsoever|reckoned|(is|are|be|been) looked at|server bears|quick hour|any more|only who|"
    r"must survive|has to be answered|1 Royal Army CU are|an own|won by who|reckons? with|"
    r"(ends|comes out|began|stands) otherwise)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("page", [*PAGES, *CATALOGUES], ids=lambda page: page.name)
def test_no_page_and_no_catalogue_uses_a_foreign_turn_of_phrase(page: Path) -> None:
    found = [
        f"{number}: {line}" for number, line in enumerate(page.read_text().splitlines(), 1) if FOREIGN.search(line)
    ]
    assert not found, "\n".join(found)


def test_there_are_pages_and_catalogues_to_read() -> None:
    assert len(PAGES) >= 12
    assert len(CATALOGUES) >= 12
