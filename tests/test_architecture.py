"""docs/architecture.md names every module where it stands, and none that does not exist."""

import re

from tests.arrows import ARCHITECTURE, PACKAGE, SOURCE

FOLDER = SOURCE / PACKAGE
LISTED = ARCHITECTURE.read_text(encoding="utf-8").split("## Modules\n")[1].split("    tests/\n")[0]
ENTRIES = re.split(r"^ {8}(?=\S)", LISTED, flags=re.MULTILINE)[1:]
BY_ALEMBIC = FOLDER / "table" / "migrations"


def test_every_module_is_listed_and_every_listed_one_exists() -> None:
    for entry in ENTRIES:
        folder = re.match(r"(\w+)/", entry)
        if folder:
            files = {path for path in (FOLDER / folder[1]).rglob("*.py") if BY_ALEMBIC not in path.parents}
            named = set(re.findall(r"\w+\.py", entry)) - {"__init__.py"}
            assert named == {path.name for path in files} - {"__init__.py"}, folder[1]
    alone = set(re.findall(r"^ {8}(\w+\.py)", LISTED, re.MULTILINE))
    assert alone == {path.name for path in FOLDER.glob("*.py")}
    folders = {entry.split("/")[0] for entry in ENTRIES if re.match(r"\w+/", entry)}
    assert folders >= {path.parent.name for path in FOLDER.glob("*/__init__.py")}
