"""The OpenAPI description is true: whatever is sent, the answer is one that it names, and never a 500."""

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from diadochi.table.store import Store
from diadochi.table.tables import METADATA
from tests.table.running import Running

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> object:
    with Running(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'games.sqlite'}") as server:
        ann = server.person()
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
    assert len(operations(description)) == 18


def test_fuzzing_finds_nothing(running: Running, description: object) -> None:
    for result in description.get_all_operations():  # type: ignore[attr-defined]
        fuzz(running, result.ok())


def fuzz(running: Running, operation: object) -> None:
    from hypothesis import given

    @settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())  # type: ignore[attr-defined]
    def check(case: schemathesis.Case) -> None:
        if "game" in case.path_parameters and case.as_transport_kwargs()["method"]:
            case.path_parameters["game"] = running.game  # type: ignore[attr-defined]
        response = case.call(base_url=running.url, cookies=running.cookies)  # type: ignore[attr-defined]
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
