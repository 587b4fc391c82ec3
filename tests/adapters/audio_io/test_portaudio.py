"""Without PortAudio or without devices there is one sentence that says what to do."""

import ctypes.util
import platform
import sys
from collections.abc import Callable
from typing import Any

import pytest

from voice_chess.adapters.audio_io import portaudio
from voice_chess.adapters.audio_io.loudspeaker import Loudspeaker
from voice_chess.adapters.audio_io.microphone import LiveMicrophone
from voice_chess.compose.device_list import device_lines
from voice_chess.compose.voices import give, speak_once
from voice_chess.languages.language import load_language, spoken_languages
from voice_chess.session.ports import MicrophoneLost, SpeakerLost


@pytest.fixture
def no_portaudio(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without the library: sounddevice fails when it is imported."""
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: None)


@pytest.mark.usefixtures("no_portaudio")
def test_without_portaudio_a_microphone_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Linux")

    with pytest.raises(
        MicrophoneLost, match=r"apt install libportaudio2\); or .*--hear FILE"
    ) as lost:
        LiveMicrophone()
    assert "\n" not in str(lost.value)


@pytest.mark.usefixtures("no_portaudio")
def test_without_portaudio_a_loudspeaker_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Darwin")

    with pytest.raises(SpeakerLost, match=r"pip install .*sounddevice; or .*--say DIR") as lost:
        Loudspeaker()
    assert "\n" not in str(lost.value)


@pytest.mark.usefixtures("no_portaudio")
def test_without_portaudio_the_list_of_devices_says_so() -> None:
    lines = device_lines()

    assert lines[0].startswith("Microphones: none. The sound library PortAudio is missing")
    assert lines[1].startswith("Loudspeakers and earphones: none. The sound library PortAudio")


def portaudio_or_skip() -> Any:
    try:
        return portaudio.loaded(MicrophoneLost, "")
    except MicrophoneLost as lost:
        pytest.skip(str(lost))


@pytest.fixture
def no_devices() -> None:
    if len(portaudio_or_skip().query_devices()):
        pytest.skip("this machine has sound devices")


@pytest.mark.usefixtures("no_devices")
def test_without_a_microphone_it_says_how_to_go_on() -> None:
    with pytest.raises(MicrophoneLost, match=r"No microphone is connected.*typed moves"):
        LiveMicrophone()


@pytest.mark.usefixtures("no_devices")
def test_without_a_loudspeaker_it_says_how_to_go_on() -> None:
    with pytest.raises(SpeakerLost, match=r"No loudspeaker or earphone is connected.*--say DIR"):
        Loudspeaker()


@pytest.mark.usefixtures("no_devices")
@pytest.mark.parametrize(
    "speak", [lambda: speak_once("ja", load_language("de")), lambda: give([b""])]
)
def test_a_command_that_says_one_thing_names_its_own_option(speak: Callable[[], object]) -> None:
    """`say`, `record --play` and `envelope` have no --say DIR."""
    with pytest.raises(SpeakerLost, match=r"No loudspeaker.* into a file \(--out FILE\)\.$"):
        speak()


@pytest.mark.usefixtures("no_devices")
def test_without_devices_the_list_says_so() -> None:
    lines = device_lines()

    assert lines[0].startswith("Microphones: none. No microphone is connected")
    assert lines[1].startswith("Loudspeakers and earphones: none. No loudspeaker")


def test_a_device_that_does_not_exist_is_named() -> None:
    portaudio_or_skip()

    with pytest.raises(MicrophoneLost, match=r"No microphone 'Grammophon'.*voice-chess devices"):
        LiveMicrophone("Grammophon")


def test_lists_a_voice_for_every_language_of_the_game() -> None:
    lines = device_lines()
    voices = lines[lines.index(next(line for line in lines if line.startswith("Voices:"))) + 1 :]

    own = voices[: len(spoken_languages())]

    assert [line.split(":")[0].strip() for line in own] == list(spoken_languages())
