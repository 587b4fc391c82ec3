"""What can't be done for want of sound: people are told in their own language."""

import ctypes.util
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from voice_chess.cli import refused
from voice_chess.cli.command import BAD_INPUT
from voice_chess.cli.command_line import main
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.ports import SpeechLost


class _Keyboard(StringIO):
    """A terminal at which nothing is typed."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def no_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without PortAudio, which knows the devices."""
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: None)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The file of a short game."""
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 e5 1-0\n", "utf-8")
    return file


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    ("command", "text", "instead"),
    [
        ("play", "without-speaker", "--silent"),
        ("play --silent", "without-microphone", "--typed"),
        ("enrol Ida", "without-speaker-words", "--silent"),
        ("enrol Ida --silent", "without-microphone-recordings", "--hear"),
    ],
)
def test_what_is_missing_and_how_to_go_on_without_it_is_told(
    language_id: str, command: str, text: str, instead: str, tmp_path: Path
) -> None:
    options = ["--language", language_id, "--data", str(tmp_path)]
    with redirect_stdout(StringIO()) as written:
        code = main([*command.split(), *options])

    assert code == BAD_INPUT
    told = " ".join(written.getvalue().split())
    # Before a voice is enrolled, it is told how that is done.
    assert told.endswith(load_language(language_id).screen[text].format(option=instead))


@pytest.mark.parametrize("language_id", known_languages())
def test_a_review_that_cannot_be_spoken_is_told_to_be_possible_without(
    language_id: str,
    game: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", _Keyboard())

    assert main(["review", str(game), "--engine", "none", "--language", language_id]) == BAD_INPUT
    told = " ".join(capsys.readouterr().out.split())
    assert told == load_language(language_id).screen["without-speaker"].format(option="--silent")


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("command", ["record GAME --play 1", "say --move e2e4"])
def test_a_sound_that_cannot_be_played_is_told_to_be_written_instead(
    language_id: str, command: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(game) if word == "GAME" else word for word in command.split()]

    assert main([*given, "--language", language_id]) == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    told = load_language(language_id).screen["without-speaker-file"].format(option="--out")
    assert line.startswith(f"voice-chess: {told}. ")


@pytest.mark.parametrize("language_id", known_languages())
def test_where_speech_itself_fails_no_loudspeaker_is_asked_for(language_id: str) -> None:
    screen, lost = load_language(language_id).screen, SpeechLost("There is no engine.")

    played = refused.told(lost, "play", (), language_id)
    assert played == screen["without-speech"].format(option="--silent")
    # A file would not help: there are no words to put in it.
    assert refused.told(lost, "say", (), language_id) == screen["broken-off"]
