"""A game that can't begin for want of sound: the players are told in their own language."""

import ctypes.util
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from voice_chess.cli.command import BAD_INPUT
from voice_chess.cli.command_line import main
from voice_chess.languages.language import known_languages, load_language


@pytest.fixture(autouse=True)
def no_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without PortAudio, which knows the devices."""
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: None)


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    ("given", "text", "instead"),
    [("", "without-speaker", "--silent"), ("--silent", "without-microphone", "--typed")],
)
def test_what_is_missing_and_how_to_play_without_it_is_told(
    language_id: str, given: str, text: str, instead: str, tmp_path: Path
) -> None:
    options = ["--language", language_id, "--data", str(tmp_path), *given.split()]
    with redirect_stdout(StringIO()) as written:
        code = main(["play", *options])

    assert code == BAD_INPUT
    told = " ".join(written.getvalue().split())
    assert told == load_language(language_id).screen[text].format(option=instead)
