"""Records situations of games by synthetic voices, in rooms, in noise and over telephones."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import numpy as np
from tqdm import tqdm

from voice_chess.acoustics.augment import resampled, through
from voice_chess.acoustics.engines.catalogue import engines
from voice_chess.acoustics.engines.engine import Engine, EngineVoice, Spoken
from voice_chess.acoustics.everyday_speech import a_sentence
from voice_chess.acoustics.handing import handed, sayable_ways
from voice_chess.acoustics.lexicon import Lexicon
from voice_chess.acoustics.manifest import LIST
from voice_chess.acoustics.native_lexicon import lexicon_of
from voice_chess.acoustics.non_speech import stranger
from voice_chess.acoustics.situations import Situation, drawn, nothing_said
from voice_chess.acoustics.speakers import is_named, name_of, own_system, speakers
from voice_chess.languages.language import Language
from voice_chess.plain_error import PlainError
from voice_chess.sound.chance import Rng, happens, one_of
from voice_chess.sound.noise_mixing import Disturbance, Others, coloured, hall, steady
from voice_chess.sound.sampling import SAMPLE_RATE, Waveform
from voice_chess.speech.understanding.grammar import Phrase

OWN = "own"
_HISSES, _WHISTLES = 0.45, 0.15
"""The shares of hisses and whistles among all noises."""
VOICES = {OWN: 18, "espeak": 8, "pico": 4, "festival": 3, "rhvoice": 4, "flite": 2}
"""How many voices speak: of the language itself, and then of each engine."""
_FEWEST_VOICES = 2
STRANGERS = 0.3
"""The number of recordings without words of ours, for each recording with some."""
_QUIETEST, _LOUDEST = 1_500.0, 26_000.0
_PHONE_LOW_HZ, _PHONE_HIGH_HZ, _PHONE_RATE = 300, 3_400, 8_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One recording: its voice, its situation, and its sound."""

    voice: str
    situation: Situation
    sound: Waveform


class TooFewVoices(PlainError):
    """There are too few voices: an announcement needs another voice in the background."""

    def __init__(self, names: Sequence[str]) -> None:
        named = ", ".join(names) or "any"
        super().__init__(
            f"fewer than two voices are installed of those that were asked for ({named}); "
            "`python -m voice_chess.acoustics voices` lists what is there"
        )


class Unsayable(Exception):
    """A voice can't say one of some words."""

    def __init__(self, words: Phrase, voice: str) -> None:
        super().__init__(f"{voice} cannot say {' '.join(words)}")


def record(
    folder: Path, language: Language, count: int, seed: int, only: Sequence[str] = ()
) -> int:
    """Make `count` recordings with words, others without, and their list; return how many.

    With `only`, only voices with these names speak; see `speakers.is_named`. Raises
    `TooFewVoices`.
    """
    import soundfile  # a native library

    rng = np.random.default_rng(seed)
    talkers = _speakers(language, rng, only)
    if len(talkers) < _FEWEST_VOICES:
        raise TooFewVoices(only)
    spoken = list(_spoken(language, talkers, count, rng))
    others = Others(voices={voice: _sounds(found) for voice, found in _by_voice(spoken)})
    recorded = [*spoken, *_strange(int(STRANGERS * count), rng)]
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, each in enumerate(recorded):
        sound = _in_some_place(each, others, rng)
        name = f"{number:05}.flac"
        soundfile.write(folder / name, sound, SAMPLE_RATE, subtype="PCM_16")
        situation = each.situation
        lines.append(
            (
                name,
                each.voice,
                situation.fen,
                situation.announced,
                " ".join(situation.asked),
                " ".join(situation.words),
            )
        )
    text = "".join("\t".join(line) + "\n" for line in lines)
    (folder / LIST).write_text(text, "utf-8")
    return len(lines)


def _by_voice(recorded: Sequence[Recorded]) -> Iterator[tuple[str, list[Recorded]]]:
    for voice, found in groupby(recorded, key=lambda each: each.voice):
        yield voice, list(found)


def _sounds(recorded: Sequence[Recorded]) -> list[Waveform]:
    return [each.sound for each in recorded]


def _speakers(
    language: Language, rng: Rng, only: Sequence[str]
) -> list[tuple[Engine, EngineVoice]]:
    """Return some voices of every engine, each once; those that read the language come first."""
    chosen: dict[str, tuple[Engine, EngineVoice]] = {}
    home = own_system(language.id)
    for engine in speakers(language.id, engines()):
        voices = [voice for voice in engine.voices() if not only or is_named(voice, only)]
        for kind, wanted in VOICES.items():
            own = [voice for voice in voices if _kind(voice, home) == kind]
            for at in rng.permutation(len(own))[:wanted]:
                chosen.setdefault(name_of(own[at]), (engine, own[at]))
    return list(chosen.values())


def _kind(voice: EngineVoice, home: str) -> str:
    return OWN if voice.system == home else voice.engine


def _spoken(
    language: Language, talkers: Sequence[tuple[Engine, EngineVoice]], count: int, rng: Rng
) -> Iterator[Recorded]:
    """Yield recordings voice by voice: each voice says its share at once, which is quicker."""
    lexicon = lexicon_of(language.id)
    for number, (engine, voice) in enumerate(
        tqdm(talkers, desc="voices", file=sys.stderr, disable=None)
    ):
        share = (count + number) // len(talkers)
        situations = [_sayable(voice, language, lexicon, rng) for _ in range(share)]
        requests = [requested(each.words, voice, lexicon, rng) for each in situations]
        try:
            found = list(engine.speak(requests))
        except OSError as reason:
            tqdm.write(f"{engine.name} {voice.id} is left out: {reason}", file=sys.stderr)
            continue
        for situation, audio in zip(situations, found, strict=True):
            if len(audio.samples):
                sound = resampled(audio.samples.astype(np.float32), audio.sample_rate)
                yield Recorded(voice=voice.id, situation=situation, sound=sound)


def _sayable(voice: EngineVoice, language: Language, lexicon: Lexicon, rng: Rng) -> Situation:
    """Draw a situation with words that the voice can say, and that have at most one meaning."""
    while True:
        situation = drawn(rng, language)
        if len(situation.meant(language)) <= 1 and all(
            word in lexicon.heard and sayable_ways(word, voice, lexicon) for word in situation.words
        ):
            return situation


def requested(words: Phrase, voice: EngineVoice, lexicon: Lexicon, rng: Rng) -> Spoken:
    """Return the request with which this voice says these words, each in one of its ways.

    Raises `Unsayable`.
    """
    ways = {word: sayable_ways(word, voice, lexicon) for word in words}
    if not all(ways.values()):
        raise Unsayable(words, name_of(voice))
    said = [one_of(rng, ways[word]) for word in words]
    return Spoken(
        words=tuple(handed(each, voice, lexicon) for each in said),
        voice=voice,
        rate=float(rng.uniform(0.85, 1.3)),
        pitch=float(rng.uniform(0.8, 1.3)),
        seed=int(rng.integers(1 << 30)),
    )


def _strange(count: int, rng: Rng) -> Iterator[Recorded]:
    """Yield recordings without our words: half of them other speech, half noises."""
    for number in range(count):
        situation = nothing_said(rng)
        if number % 2:
            sound = a_sentence(rng).samples.astype(np.float32)
            yield Recorded(voice=f"speech {number % 5}", situation=situation, sound=sound[:64_000])
        else:
            sound = _noise(rng)
            yield Recorded(voice=f"noise {number % 5}", situation=situation, sound=sound)


def _noise(rng: Rng) -> Waveform:
    """Return a hiss that begins and stops, a whistle, or a `stranger` as in training."""
    length = int(rng.uniform(0.15, 3.0) * SAMPLE_RATE)
    kind = rng.random()
    if kind < _HISSES:
        return coloured(length, rng, rng.uniform(-0.5, 2.0)) * _envelope(length, rng)
    if kind < _HISSES + _WHISTLES:
        pitch = rng.uniform(300, 3_000) * np.exp(np.linspace(0, rng.uniform(-0.7, 0.7), length))
        whistle: Waveform = np.sin(2 * np.pi * np.cumsum(pitch) / SAMPLE_RATE).astype(np.float32)
        return whistle * _envelope(length, rng)
    return stranger(rng)


def _envelope(length: int, rng: Rng) -> Waveform:
    """Return an envelope of loudness: sudden or swelling, stopped or dying away."""
    rise = max(1, int(length * rng.uniform(0, 0.4)))
    curve = np.minimum(1.0, np.arange(length) / rise)
    if happens(rng, 0.5):
        curve = curve * np.exp(-np.arange(length) / length * rng.uniform(0, 5))
    return curve.astype(np.float32)


def _in_some_place(each: Recorded, others: Others, rng: Rng) -> Waveform:
    """Return the sound in a random place, device and level, as a share of full scale."""
    level = np.exp(rng.uniform(np.log(_QUIETEST), np.log(_LOUDEST)))
    sound = each.sound * np.float32(level / (np.abs(each.sound).max(initial=0.0) + 1e-9))
    shares = [share for share, _ in _PLACES]
    place = _PLACES[int(rng.choice(len(_PLACES), p=shares))][1]
    placed = place(replace(each, sound=sound), others, rng)
    return np.clip(placed / 32_768, -1.0, 1.0).astype(np.float32)


def _quiet(each: Recorded, _: Others, rng: Rng) -> Waveform:
    lead, tail = np.zeros(14_400, np.float32), np.zeros(4_800, np.float32)
    sound = np.concatenate([lead, each.sound, tail])
    hiss = rng.uniform(2, 25) * coloured(len(sound), rng, rng.uniform(0, 1.5))
    return sound + hiss.astype(np.float32)


def _in_a_room(each: Recorded, others: Others, rng: Rng) -> Waveform:
    heard = through(np.concatenate([each.sound, np.zeros(4_000, np.float32)]), rng)
    return _quiet(replace(each, sound=heard), others, rng)


def _in_noise(each: Recorded, _: Others, rng: Rng) -> Waveform:
    noise = steady(float(rng.uniform(0.5, 1.3)))
    return _disturbed(each, noise, float(rng.uniform(4, 22)), rng)


def _in_a_hall(each: Recorded, others: Others, rng: Rng) -> Waveform:
    return _disturbed(each, hall(others), float(rng.uniform(8, 22)), rng)


def _disturbed(
    each: Recorded, noise: Callable[[int, Rng, str], Waveform], snr_db: float, rng: Rng
) -> Waveform:
    return Disturbance(name="", snr_db=snr_db, noise=noise).on(each.sound, rng, each.voice)


def _by_telephone(each: Recorded, others: Others, rng: Rng) -> Waveform:
    """Return the sound by telephone: its band, rate and eight bits, sometimes badly resampled."""
    sound = _quiet(each, others, rng)
    spectrum = np.fft.rfft(sound)
    hertz = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)
    low = _PHONE_LOW_HZ if happens(rng, 0.6) else 0
    spectrum[(hertz < low) | (hertz > _PHONE_HIGH_HZ)] = 0
    narrow = np.fft.irfft(spectrum, len(sound))[:: SAMPLE_RATE // _PHONE_RATE]
    share = np.clip(narrow / 32_768, -1, 1)
    coded = np.round(127 * np.sign(share) * np.log1p(255 * np.abs(share)) / np.log(256)) / 127
    heard = np.sign(coded) * (256 ** np.abs(coded) - 1) / 255 * 32_768
    if happens(rng, 0.5):
        times = np.arange(len(sound)) / 2
        joined: Waveform = np.interp(times, np.arange(len(heard)), heard).astype(np.float32)
        return joined
    return resampled(heard.astype(np.float32), _PHONE_RATE)


def _far_too_loud(each: Recorded, others: Others, rng: Rng) -> Waveform:
    loud = _quiet(each, others, rng) * np.float32(rng.uniform(2, 12))
    clipped: Waveform = np.clip(loud, -32_768, 32_767)
    return clipped


_PLACES: tuple[tuple[float, Callable[[Recorded, Others, Rng], Waveform]], ...] = (
    (0.32, _quiet),
    (0.14, _in_a_room),
    (0.22, _in_noise),
    (0.12, _in_a_hall),
    (0.12, _by_telephone),
    (0.08, _far_too_loud),
)
"""The places, each with its share."""
