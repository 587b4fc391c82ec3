"""Keeps commands in tests away from the player's own data."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_CHESS_DATA", str(tmp_path / "data"))


@pytest.fixture
def no_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide all models, so that no speech is recognised."""
    monkeypatch.setenv("VOICE_CHESS_MODELS", str(tmp_path / "models"))
