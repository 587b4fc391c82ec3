"""Lists sound devices and voices in lines that can be read on a screen or aloud."""

from collections.abc import Mapping
from typing import Any

from voice_chess.adapters.audio_io import portaudio
from voice_chess.adapters.audio_io.loudspeaker import INSTEAD as WITHOUT_LOUDSPEAKER
from voice_chess.adapters.audio_io.microphone import INSTEAD as WITHOUT_MICROPHONE
from voice_chess.adapters.synthesis import espeak
from voice_chess.adapters.synthesis.engines.installed_voices import installed_voices
from voice_chess.languages.language import load_language, spoken_languages
from voice_chess.session.ports import MicrophoneLost, PortError, SpeakerLost

_KINDS = (
    ("input", "Microphones", MicrophoneLost, WITHOUT_MICROPHONE),
    ("output", "Loudspeakers and earphones", SpeakerLost, WITHOUT_LOUDSPEAKER),
)


def device_lines() -> list[str]:
    """Return lines on microphones, loudspeakers and voices; one says so where a kind is missing."""
    return [line for kind in _KINDS for line in _devices_of(*kind)] + _voice_lines()


def _devices_of(kind: str, title: str, lost: type[PortError], instead: str) -> list[str]:
    try:
        preferred = portaudio.found(None, kind, lost, instead)["index"]
        devices = portaudio.devices(lost, instead)
    except PortError as error:
        return [f"{title}: none. {error}"]
    able = [device for device in devices if device[f"max_{kind}_channels"] > 0]
    return [f"{title}:", *(_device_line(device, preferred) for device in able)]


def _device_line(device: Mapping[str, Any], preferred: int) -> str:
    mark = " (used unless another is chosen)" if device["index"] == preferred else ""
    return f"  {device['index']}: {device['name']}, {int(device['default_samplerate'])} Hz{mark}"


def _voice_lines() -> list[str]:
    try:
        voices = {voice.identifier: voice for voice in espeak.installed().voices()}
    except SpeakerLost as error:
        return [f"Voices: none. {error}"]
    spoken = [(known, load_language(known).sound.voice) for known in spoken_languages()]
    own = (
        f"  {language}: {voice.name}"
        for language, name in spoken
        for voice in voices.values()
        if voice.language == name or voice.identifier.endswith(f"/{name}")
    )
    return [
        f"Voices: {len(voices)}, of these for the languages of the game:",
        *own,
        *_lines_of_other_programs(),
    ]


def _lines_of_other_programs() -> list[str]:
    """Return lines on the voices of other programs, by the names that options and pages accept."""
    found = installed_voices()
    named = [(known, name) for known in spoken_languages() for name in found.names(known)]
    if not named and not found.complaints:
        return []
    return [
        "Voices of other programs, to be chosen by name:",
        *(f"  {language}: {name}" for language, name in named),
        *(f"  {complaint}" for complaint in found.complaints),
    ]
