"""Makes the recordings of the demonstration game, with the voices that its list names."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from voice_chess.acoustics.engines.catalogue import engines
from voice_chess.acoustics.engines.engine import Engine, EngineVoice, Spoken
from voice_chess.acoustics.lexicon import Lexicon, load_lexicon
from voice_chess.plain_error import PlainError
from voice_chess.sound.sampling import SAMPLE_RATE, SAMPLES_PER_MS, Waveform, as_pcm

LIST = "announcements.toml"
_PAUSE_MS = 1_200
_TAIL_MS = 300
_PEAK = 12_000.0
_HISS = 4.0
"""The noise of a quiet room, in 16-bit units: a recording is never digital silence."""


class VoiceMissing(PlainError):
    """The machine lacks a voice of the list; the message names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoLine:
    """One recording to make."""

    by: str
    words: tuple[str, ...]
    pause_ms: int

    def file_name(self, number: int) -> str:
        return f"{number:02}-{self.by}.flac"


def make(folder: Path) -> tuple[Path, ...]:
    """Record the folder's list into it, replacing old recordings. Raises `VoiceMissing`."""
    table = tomllib.loads((folder / LIST).read_text("utf-8"))
    players = {side: _player(wanted) for side, wanted in table["voices"].items()}
    chance = np.random.default_rng(0)
    sounds = {
        folder / wanted.file_name(number): _sound(wanted, *players[wanted.by], chance)
        for number, wanted in enumerate(map(_recorded, table["announcement"]), start=1)
    }
    for old in folder.glob("*.flac"):
        old.unlink()
    for path, sound in sounds.items():
        _write(path, sound)
    return tuple(sounds)


def _recorded(entry: Mapping[str, Any]) -> DemoLine:
    return DemoLine(
        by=entry["by"],
        words=tuple(entry["words"].split()),
        pause_ms=entry.get("pause_ms", _PAUSE_MS),
    )


def _player(wanted: Mapping[str, str]) -> tuple[Engine, EngineVoice]:
    for engine in engines():
        if engine.name == wanted["engine"]:
            for voice in engine.voices():
                if voice.id == wanted["voice"]:
                    return engine, voice
            message = f"{engine.name} has no voice {wanted['voice']}: {engine.missing() or '?'}"
            raise VoiceMissing(message)
    message = f"There is no engine {wanted['engine']}."
    raise VoiceMissing(message)


def _sound(
    wanted: DemoLine, engine: Engine, voice: EngineVoice, chance: np.random.Generator
) -> Waveform:
    spoken = Spoken(words=in_phones(wanted.words, load_lexicon()), voice=voice, rate=1.0)
    (audio,) = engine.speak([spoken])
    speech = _at_16_khz(audio.samples.astype(np.float32), audio.sample_rate)
    speech *= _PEAK / float(np.abs(speech).max())
    silence = [np.zeros(ms * SAMPLES_PER_MS, np.float32) for ms in (wanted.pause_ms, _TAIL_MS)]
    sound = np.concatenate([silence[0], speech, silence[1]])
    return sound + chance.normal(0.0, _HISS, len(sound)).astype(np.float32)


def in_phones(words: tuple[str, ...], lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(" ".join(lexicon.heard[word][0]) for word in words)


def _at_16_khz(sound: Waveform, rate: int) -> Waveform:
    from voice_chess.acoustics.augment import resampled  # the train extra

    return sound if rate == SAMPLE_RATE else resampled(sound, rate)


def _write(path: Path, sound: Waveform) -> None:
    import soundfile  # a native library

    soundfile.write(path, as_pcm(sound), SAMPLE_RATE, subtype="PCM_16")
