"""Provides a server for each test that needs one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stage.ports import ScriptedEngines
from tests.web.stage import Stage, staged


@pytest.fixture
def engines() -> ScriptedEngines:
    """The computer opponent's engines, on the stage of a test that uses this fixture."""
    return ScriptedEngines()


@pytest.fixture
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stage]:
    has_engines = "engines" in request.fixturenames
    engines = request.getfixturevalue("engines") if has_engines else None
    with staged(tmp_path, engines=engines) as stage:
        yield stage
