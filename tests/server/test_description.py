"""The OpenAPI description is true: whatever is sent, the answer is one that it names, and never a 500."""

from collections import Counter
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import booleans
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from diadochi.table.schema import METADATA
from diadochi.table.store import Store
from tests.server.conftest import new_postgres_database
from tests.server.running import PATIENCE, Running

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> object:
    database = f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'games.sqlite'}"
    if request.param == "postgres":
        database = new_postgres_database(request.getfixturevalue("postgres"))
    with Running(database) as server:
        ann = server.person()
        assert ann.get("/api/material").status_code == 200
        server.game = ann.new_game("hot", "hot")  # type: ignore[attr-defined]
        ann.play(server.game, 30)  # type: ignore[attr-defined]
        server.cookies = dict(ann.http.cookies)  # type: ignore[attr-defined]
        yield server


@pytest.fixture(scope="module")
def description(running: Running) -> object:
    return schemathesis.openapi.from_dict(httpx.get(f"{running.url}/schema/openapi.json").json())


def operations(description: object) -> list[tuple[str, str]]:
    return [(o.ok().method.upper(), o.ok().path) for o in description.get_all_operations()]  # type: ignore[attr-defined]


def test_everything_is_described(description: object) -> None:
    assert len(operations(description)) == 30


@pytest.mark.parametrize("mode", GenerationMode)
def test_fuzzing_finds_nothing(running: Running, description: object, mode: GenerationMode) -> None:
    """With requests as described, and with others."""
    answered: Counter[int] = Counter()
    for result in description.get_all_operations():  # type: ignore[attr-defined]
        with suppress(Unsatisfiable):
            fuzz(running, result.ok(), mode, answered)
    assert answered[200 if mode is GenerationMode.POSITIVE else 400] > 20


def fuzz(running: Running, operation: object, mode: GenerationMode, answered: "Counter[int]") -> None:
    @settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), known=booleans())  # type: ignore[attr-defined]
    def check(case: "schemathesis.Case[Any]", known: bool) -> None:
        if known and "game" in case.path_parameters:
            case.path_parameters["game"] = running.game  # type: ignore[attr-defined]
        response = case.call(base_url=running.url, cookies=running.cookies, timeout=PATIENCE)  # type: ignore[attr-defined]
        answered[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)

    check()


def test_the_migrations_make_the_tables_that_the_program_knows(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    store = Store(database)
    store.migrate()
    store.migrate()
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    store.close()
