"""The program's folders are found in a checkout and when installed, and its command is as typed."""

import sys
from pathlib import Path

import pytest

from voice_chess.settings import Settings, own_command, shipped


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


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an installed program that the shell finds in no folder of PATH."""
    found = tmp_path / "an environment" / "bin" / "voice-chess"
    found.parent.mkdir(parents=True)
    found.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(found), "play"])
    return found


def test_its_name_is_the_command_where_the_shell_finds_it(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(program.parent))

    assert own_command() == "voice-chess"


def test_in_an_environment_that_is_not_activated_the_command_is_what_was_typed(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(program.parent.parent)
    monkeypatch.setattr(sys, "argv", ["bin/voice-chess", "play"])

    assert own_command() == "bin/voice-chess"


def test_another_program_of_that_name_is_not_meant(program: Path, tmp_path: Path) -> None:
    (tmp_path / "voice-chess").touch(0o755)

    assert own_command() == f"'{program}'"


def test_started_as_a_module_it_is_started_so_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/opt/voice_chess/__main__.py", "play"])
    monkeypatch.setattr(sys, "executable", "/opt/a python")

    assert own_command() == "'/opt/a python' -m voice_chess"


@pytest.mark.usefixtures("program")
def test_in_another_program_it_has_its_usual_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/opt/a-chess-bot"])

    assert own_command() == "voice-chess"
