"""No command of a test touches the player's own data."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_CHESS_DATA", str(tmp_path / "data"))


@pytest.fixture
def no_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is found, so that nothing is heard."""
    monkeypatch.setenv("VOICE_CHESS_MODELS", str(tmp_path / "models"))
