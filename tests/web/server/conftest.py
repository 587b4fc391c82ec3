"""Servers that the tests of a file leave as they are."""

from collections.abc import Iterator

import pytest

from tests.postgres_server import PostgresServer
from tests.web.server.sharing import Pair, venues


@pytest.fixture(scope="module")
def pair(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    url = postgres.new_database()
    with venues(url, tmp_path_factory.mktemp("pair")) as (one, two):
        yield Pair(one, two, url)
