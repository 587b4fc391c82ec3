"""Somebody reads the words aloud at a real sound server, each after the program has said it."""

from ctypes.util import find_library
from pathlib import Path

import pytest

from tests.adapters.audio_io.pulse import missing, pulse, running
from tests.adapters.audio_io.test_live_table import MODEL, voice
from tests.german import GERMAN
from tests.waiting import waited
from voice_chess.adapters.recognition import voice_files
from voice_chess.session.listening.reading_aloud import prompts

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.model]
PAUSE_S = 0.4
"""Nobody speaks at once behind the program."""
MOST = 20
"""Of 27; where other work takes the processor, a line of sound can have gaps."""


def test_whoever_repeats_what_is_asked_for_is_heard(tmp_path: Path) -> None:
    lacks = missing() or ("" if find_library("portaudio") else "libportaudio2")
    if lacks:
        pytest.skip(f"NOT TESTED: no {lacks} here")
    if not MODEL.is_dir():
        pytest.skip(f"NOT TESTED: no acoustic model in {MODEL}")
    wanted = [" ".join(prompt.words) for prompt in prompts(GERMAN)]
    again = GERMAN.phrase("enrol:again", said="").rstrip(".").lower()

    arguments = ("enrol", "Ida", "--data", str(tmp_path / "data"))
    with pulse(tmp_path, ("room",)) as room, running(room, *arguments) as program:
        assert program.stdout is not None
        for line in program.stdout:
            if (said := line.strip().lower().removeprefix(again).rstrip(".")) in wanted:
                waited(lambda: room.captures["room"].is_quiet_for(PAUSE_S))
                room.say(voice(said))

    kept = voice_files.read(tmp_path / "data", "Ida").readings
    read = [" ".join(reading.words) for reading in kept]
    assert read == [words for words in wanted if words in read]
    assert len(read) >= MOST
