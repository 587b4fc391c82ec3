"""Live sound through a real sound server: what is spoken arrives, a stop is obeyed, a loss is told.

Needs JACK (Debian: apt install jackd2 libportaudio2); it runs without a sound card.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.audio_io import jack

pytestmark = [pytest.mark.slow, pytest.mark.alone]

Told = dict[str, Any]
PROGRAM = Path(__file__).with_name("through_jack.py")


def through_jack(sample_rate: int) -> Told:
    if lacks := jack.missing():
        pytest.skip(f"no JACK or PortAudio here: apt install {lacks}")
    with jack.named(str(sample_rate)) as name, jack.running(name, sample_rate) as server:
        ended = subprocess.run(
            [sys.executable, str(PROGRAM), str(server.pid)],
            env=jack.surroundings(name),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert ended.returncode == 0, ended.stderr
    told: Told = json.loads(ended.stdout)
    return told


@pytest.fixture(scope="module", params=[16_000, 48_000], ids=["16kHz", "48kHz"])
def told(request: pytest.FixtureRequest) -> Told:
    """What the program told, at the rate we want and at one that needs resampling."""
    return through_jack(request.param)


def test_what_the_loudspeaker_plays_the_microphone_hears(told: Told) -> None:
    assert told["round_trip"]["likeness"] > 0.999


def test_say_does_not_return_before_the_last_sound_was_heard(told: Told) -> None:
    late_ms = told["round_trip"]["took_ms"] - told["round_trip"]["lasted_ms"]

    assert late_ms > -20


def test_a_stop_is_heard_long_before_the_sentence_would_have_ended(told: Told) -> None:
    """How soon, in samples, is told by the speaker's own tests."""
    assert told["barge_in"]["said_before_ms"] > 400
    assert told["barge_in"]["lasted_ms"] < told["barge_in"]["whole_ms"] / 2
    assert told["barge_in"]["silent_after_ms"] < told["barge_in"]["whole_ms"] / 2


def test_speaks_whole_sentences_after_a_stop(told: Told) -> None:
    assert told["after_it_ms"] == pytest.approx(told["round_trip"]["lasted_ms"], abs=50)


def test_a_lost_loudspeaker_is_told_in_one_sentence_and_never_hangs(told: Told) -> None:
    first, again = told["pulled_out"]["speaker"]

    assert first.startswith("The loudspeaker takes no more sound")
    assert again.startswith("No loudspeaker or earphone is connected")


def test_a_lost_microphone_is_told_in_one_sentence(told: Told) -> None:
    assert told["pulled_out"]["microphone"].startswith("The microphone gives no more sound")
    assert "--hear FILE" in told["pulled_out"]["microphone"]


def test_devices_are_listed_with_the_one_in_use(told: Told) -> None:
    lines = told["devices"]

    assert lines[0] == "Microphones:"
    assert "Loudspeakers and earphones:" in lines
    assert sum(line.endswith("(used unless another is chosen)") for line in lines) == 2
