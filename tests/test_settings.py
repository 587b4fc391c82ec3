"""The program's folders are found in a checkout and when installed."""

from pathlib import Path

import pytest

from voice_chess.settings import Settings, shipped


@pytest.fixture
def package(tmp_path: Path) -> Path:
    found = tmp_path / "voice_chess"
    found.mkdir()
    return found


def test_in_a_checkout_the_models_lie_beside_the_package(package: Path) -> None:
    (package.parent / "models").mkdir()

    assert shipped("models", package) == package.parent / "models"


def test_once_installed_they_lie_inside_it(package: Path) -> None:
    (package / "models").mkdir()
    (package.parent / "models").mkdir()

    assert shipped("models", package) == package / "models"


def test_models_and_sounds_of_this_installation_are_there() -> None:
    settings = Settings.from_environment({})

    assert (settings.models / "manifest.toml").is_file()
    assert (settings.audio / "demo" / "game.pgn").is_file()


@pytest.mark.parametrize(
    ("environment", "data"),
    [
        ({"HOME": "/home/a"}, "/home/a/.local/share/voice-chess"),
        ({"HOME": "/home/a", "XDG_DATA_HOME": "/mnt/b"}, "/mnt/b/voice-chess"),
        (
            {"USERPROFILE": "/users/a", "LOCALAPPDATA": "/users/a/local"},
            "/users/a/local/voice-chess",
        ),
        ({"HOME": "/home/a", "VOICE_CHESS_DATA": "/games"}, "/games"),
    ],
)
def test_games_lie_where_the_system_keeps_a_users_data(
    environment: dict[str, str], data: str
) -> None:
    assert Settings.from_environment(environment).data == Path(data)


def test_a_service_without_home_keeps_games_in_its_users_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("HOME", raising=False)

    found = Settings.from_environment({}).data
    assert found == Path.home() / ".local" / "share" / "voice-chess"
    assert found.is_absolute()
