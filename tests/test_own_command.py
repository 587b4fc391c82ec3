"""The command in a hint is the one that was typed, and packages go to the Python in use."""

import sys
from pathlib import Path

import pytest

from voice_chess.own_command import command_to_install, own_command


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


def test_what_is_missing_is_installed_for_the_python_that_runs_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/opt/a python")

    told = command_to_install("voice-chess[postgres]")
    assert told == "'/opt/a python' -m pip install 'voice-chess[postgres]'"
