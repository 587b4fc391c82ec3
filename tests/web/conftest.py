"""Provides a server for each test that needs one, and a time limit for all."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stage.ports import ScriptedEngines
from tests.web.stage import Stage, staged

PATIENCE_S = 600


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


@pytest.fixture(autouse=True)
def _patience(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that waits for a message that never comes; browser tests have other limits."""
    if request.path.is_relative_to(Path(__file__).parent / "browser"):
        yield
        return

    def give_up(*_: object) -> None:
        message = "no such message came"
        raise TimeoutError(message)

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
