"""Short distinct sounds that show a state faster than words; computed by rule, kept as files."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voice_chess.adapters.audio_io.wav_writer import WavWriter
from voice_chess.session.ports import Signal
from voice_chess.sound.resampler import Samples, as_int16
from voice_chess.sound.sampling import SAMPLE_RATE

_SPEECH_DBFS = -20.0
"""The loudness of the program's speech, measured over the frames in which a sound is heard.

A ring or tick is no quieter than a word, and no louder, so that one volume suits both."""
_FAINT_DBFS = -34.0
"""The loudness of sounds that nobody needs to notice, but people who listen for them can hear."""
_SOUNDING_DB = 20.0
"""Frames weaker than the loudest one by more than this are the end of a ring, or a pause."""
_FRAME = SAMPLE_RATE // 50
_PEAK = 0.9
_ATTACK_MS = 6  # shorter ones click


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One tone; it glides if `to_hz` differs from `from_hz`, and is silent if `level` is 0."""

    from_hz: float
    to_hz: float
    duration_ms: int
    level: float = 1.0
    overtones: tuple[float, ...] = ()
    """The strengths of the second, third … partial, relative to the first."""
    rings: bool = False
    """Whether the tone dies away like a bell; otherwise it keeps its level."""


def _note(hertz: float, duration_ms: int, *, rings: bool = False, level: float = 1.0) -> Note:
    overtones = (0.4, 0.15) if rings else (0.2,)
    return Note(
        from_hz=hertz,
        to_hz=hertz,
        duration_ms=duration_ms,
        level=level,
        overtones=overtones,
        rings=rings,
    )


_REED = (0.0, 0.5, 0.0, 0.3)
_PAUSE = _note(1, 60, level=0)
_TICK = _note(1_480, 40, rings=True)
_POINT = _note(2_200, 110, rings=True)
_LOWER_POINT = _note(1_760, 80, rings=True)

# Rising means good or open, falling bad or closed; a question glides; the clock ticks.
SCORES: Mapping[Signal, tuple[Note, ...]] = {
    "listening": (_note(659, 70), _note(880, 90)),
    "heard": (_note(440, 70, rings=True),),
    "unclear": (
        Note(from_hz=392, to_hz=392, duration_ms=90, overtones=(0.2,)),
        Note(from_hz=392, to_hz=698, duration_ms=200, overtones=(0.2,)),
    ),
    "unheeded": (_note(294, 80, rings=True),),
    "accepted": (_note(523, 70), _note(659, 70), _note(784, 180, rings=True)),
    "refused": (
        Note(from_hz=233, to_hz=233, duration_ms=130, overtones=_REED),
        Note(from_hz=165, to_hz=165, duration_ms=230, overtones=_REED),
    ),
    "your-turn": (_note(988, 180, rings=True), _note(740, 320, rings=True)),
    "low-time": (_TICK, _PAUSE, _TICK, _PAUSE, _TICK),
    # As on a tactile dial, which has one raised point at five minutes and two at fifteen.
    "mark": (_POINT,),
    "two-marks": (_LOWER_POINT, _PAUSE, _PAUSE, _LOWER_POINT),
}


def samples_of(signal: Signal) -> bytes:
    """Return the samples of a signal, 16 kHz mono, signed 16-bit little-endian."""
    sound = np.concatenate([_tone(note) for note in SCORES[signal]])
    gain = 10 ** ((level_dbfs(signal) - loudness_dbfs(sound)) / 20)
    return as_int16(sound * np.float32(min(gain, _PEAK / float(np.abs(sound).max()))))


def level_dbfs(signal: Signal) -> float:
    """Return the loudness that a signal should have, in decibels of full scale."""
    return _FAINT_DBFS if signal == "unheeded" else _SPEECH_DBFS


def loudness_dbfs(sound: Samples) -> float:
    """Measure the level of the 20 ms frames in which something sounds, in dB of full scale."""
    padded = np.concatenate([sound, np.zeros(-len(sound) % _FRAME, np.float32)])
    power = np.square(padded.reshape(-1, _FRAME)).mean(axis=1)
    heard = power[power >= power.max() / 10 ** (_SOUNDING_DB / 10)]
    return float(10 * np.log10(heard.mean()))


def write_all(folder: Path) -> None:
    """Write each signal to a WAV file that bears its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for signal in SCORES:
        writer = WavWriter(folder / f"{signal}.wav")
        writer.write(samples_of(signal))
        writer.close()


def _tone(note: Note) -> Samples:
    count = SAMPLE_RATE * note.duration_ms // 1_000
    part = np.arange(count) / count
    hertz = note.from_hz * (note.to_hz / note.from_hz) ** part
    phase = 2 * np.pi * np.cumsum(hertz) / SAMPLE_RATE
    strengths = (1.0, *note.overtones)
    wave = sum(
        (strength * np.sin(order * phase) for order, strength in enumerate(strengths, start=1)),
        start=np.zeros(count),
    )
    shaped = wave / sum(strengths) * note.level * _envelope(count, rings=note.rings)
    return shaped.astype(np.float32)


def _envelope(count: int, *, rings: bool) -> Samples:
    ramp = min(count // 2, SAMPLE_RATE * _ATTACK_MS // 1_000)
    envelope = np.exp(-4 * np.arange(count) / count) if rings else np.ones(count)
    envelope[:ramp] *= np.linspace(0, 1, ramp)
    envelope[-ramp:] *= np.linspace(1, 0, ramp)
    return envelope.astype(np.float32)


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
