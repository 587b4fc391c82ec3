"""Makes a measuring set: announcements of moves by voices that no training may hear.

    python -m tests.benchmarks.announcements ../shared/audio_dev/manifest.tsv mb-pl1 rhvoice:Magda \
        --language pl --out ../measured/pl

The positions and moves are those of any manifest. Voices are those of MBROLA, through the
`espeak-ng` that the system has installed, those of RHVoice, and all that models are trained with,
by the names that `python -m voice_chess.acoustics voices` tells: `festival-czech-dita`. A voice
of MBROLA with a language behind it, `mb-cz2@cs`, says the words with the sounds of that language:
a foreigner's accent.
"""

import random
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import soundfile

from voice_chess.acoustics.augment import resampled
from voice_chess.acoustics.engines.catalogue import engines
from voice_chess.acoustics.engines.engine import Engine, EngineVoice
from voice_chess.acoustics.engines.espeak import respelled_word, system_of
from voice_chess.acoustics.engines.rhvoice_library import the_library
from voice_chess.acoustics.handing import handed
from voice_chess.acoustics.manifest import BadManifest, read_manifest
from voice_chess.acoustics.native_lexicon import lexicon_of
from voice_chess.acoustics.plan import SaidWord
from voice_chess.acoustics.recorded_situations import Unsayable, requested
from voice_chess.acoustics.respelling import respelled
from voice_chess.acoustics.speakers import name_of, speakers
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.sound.chance import Rng, happens, one_of
from voice_chess.sound.sampling import SAMPLE_RATE
from voice_chess.speech.understanding.grammar import Phrase, forms, phrases_for
from voice_chess.speech.understanding.interpret import moves_meant
from voice_chess.speech.understanding.parse import parse

RHVOICE = "rhvoice:"
ACCENT = "@"
WORDS_PER_MINUTE = 160
AROUND = 4_800
"""Samples of silence before and after: the microphone is open already when somebody speaks."""
BY_NAME = 0.75
"""The share of announcements that name all files as the Laws do."""
AS_LETTERS = {"en": {"a": "[['eI]]"}}
"""Spellings for words that the engine would read as others."""
DROPPED = "unknown, replaced"
"""MBROLA's warning that a voice lacks a pair of sounds and is silent there."""
TRIES = 20
"""How many ways to say a move are tried until a voice has all its sounds."""


class SoundsMissing(Exception):
    """The voice lacks a sound that these words need, so they would come out as other words."""


def made(
    folder: Path, language: Language, rows: Sequence[tuple[str, str]], voices: Sequence[str]
) -> int:
    """Write a recording of each position's move and their manifest, with the voices in turn.

    A move is left out if its voice lacks the sounds for every way to say it. Return the count.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(8)
    lines = []
    for number, (fen, uci) in enumerate(rows):
        voice = voices[number % len(voices)]
        found = one_said(fen, uci, voice, language, rng)
        if found is None:
            continue
        words, samples = found
        sound = np.pad(samples, AROUND)
        name = f"{number:03}.flac"
        soundfile.write(folder / name, sound.astype(np.int16), SAMPLE_RATE, subtype="PCM_16")
        lines.append("\t".join((name, voice, fen, uci, " ".join(words))) + "\n")
    (folder / "manifest.tsv").write_text("".join(lines), "utf-8")
    return len(lines)


def one_said(
    fen: str, uci: str, voice: str, language: Language, rng: Rng
) -> tuple[Phrase, np.ndarray] | None:
    """Return words for a move and their sound by this voice; None if it lacks their sounds."""
    trained = trained_with(language)
    for _ in range(TRIES):
        words = announced(fen, uci, language, rng)
        try:
            if voice in trained:
                return words, said(words, *trained[voice], language, rng)
            if ACCENT in voice:
                return words, with_accent(words, voice, language, rng)
            return words, spoken(words, voice, language, float(rng.uniform(0.85, 1.2)))
        except (SoundsMissing, Unsayable):
            continue
    return None


def announced(fen: str, uci: str, language: Language, rng: Rng) -> Phrase:
    """Return one of the ways to say a move that mean no other move."""
    ways = ways_to_say(fen, uci, language)
    if happens(rng, BY_NAME):
        names = {w for f in "abcdefgh" for form in forms(language, f"file:{f}")[:1] for w in form}
        others = {w for f in "abcdefgh" for form in forms(language, f"file:{f}") for w in form}
        ways = [words for words in ways if not (set(words) & (others - names))] or ways
    by_length: dict[int, list[Phrase]] = {}
    for words in ways:
        by_length.setdefault(len(words), []).append(words)
    return one_of(rng, by_length[one_of(rng, sorted(by_length))])


@cache
def ways_to_say(fen: str, uci: str, language: Language) -> list[Phrase]:
    """Return all phrases that mean this move and no other."""
    position = Position.from_fen(fen)
    return [
        words
        for words in phrases_for(position, language)
        if [m.uci for m in moves_meant(parse(words, language), position)] == [uci]
    ]


@cache
def trained_with(language: Language) -> dict[str, tuple[Engine, EngineVoice]]:
    """Return the voices that models of the language are trained with, by name; natives first."""
    found: dict[str, tuple[Engine, EngineVoice]] = {}
    for engine in speakers(language.id, engines()):
        for voice in engine.voices():
            found.setdefault(name_of(voice), (engine, voice))
    return found


def said(
    words: Phrase, engine: Engine, voice: EngineVoice, language: Language, rng: Rng
) -> np.ndarray:
    """Return the words as such a voice says them, each in a pronunciation of its lexicon.

    Raises `Unsayable`.
    """
    request = requested(words, voice, lexicon_of(language.id), rng)
    (audio,) = engine.speak([request])
    return at_16_khz(audio.samples.astype(np.float32), audio.sample_rate)


def spoken(words: Phrase, voice: str, language: Language, rate: float) -> np.ndarray:
    """Return the words by a voice of RHVoice or MBROLA: 16 kHz, in the range of 16-bit integers."""
    as_letters = AS_LETTERS.get(language.id, {})
    if voice.startswith(RHVOICE):
        found = the_library().read(" ".join(words) + ".", voice.removeprefix(RHVOICE), rate=rate)
        return at_16_khz(found.samples.astype(np.float32), found.sample_rate)
    return read_aloud(" ".join(as_letters.get(word, word) for word in words), voice, rate)


def with_accent(words: Phrase, voice: str, language: Language, rng: Rng) -> np.ndarray:
    """Return the words in the sounds of another language, spoken by a voice of that language."""
    name, home = voice.split(ACCENT)
    lexicon = lexicon_of(language.id)
    said = [SaidWord(word=word, pronunciation=one_of(rng, lexicon.heard[word])) for word in words]
    foreign = EngineVoice(
        id=name, engine="espeak", language=home, gender="", system=system_of(home)
    )
    phones = [handed(each, foreign, lexicon) for each in said]
    chance = random.Random(int(rng.integers(1 << 30)))
    text = in_sounds_of(home, phones, chance)
    return read_aloud(text, name, float(rng.uniform(0.85, 1.2)))


def in_sounds_of(home: str, phones: Sequence[str], chance: random.Random) -> str:
    """Write words in lexicon phones for a voice of another language, which has an accent."""
    groups = (respelled(word, system_of(home), chance) for word in phones)
    return " ".join(respelled_word(*each, chance) for each in zip(phones, groups, strict=True))


def read_aloud(text: str, voice: str, rate: float) -> np.ndarray:
    """Return a text as the system's eSpeak NG reads it. Raises `SoundsMissing`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        speed = str(round(WORDS_PER_MINUTE * rate))
        command = ["espeak-ng", "-v", voice, "-s", speed, "-w", str(path), text]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
        if DROPPED in told:
            raise SoundsMissing(told)
        samples, sample_rate = soundfile.read(path, dtype="int16")
    return at_16_khz(samples.astype(np.float32), sample_rate)


def at_16_khz(samples: np.ndarray, sample_rate: int) -> np.ndarray:
    return np.clip(resampled(samples, sample_rate), -32768, 32767)


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m tests.benchmarks.announcements", description=__doc__)
    parser.add_argument("positions", type=Path, help="a manifest, for its positions and moves")
    parser.add_argument("voices", nargs="+", help="mb-pl1, rhvoice:Magda, ...")
    parser.add_argument("--language", required=True)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args(arguments)
    try:
        rows = [(row.fen, row.uci) for row in read_manifest(chosen.positions)]
    except BadManifest as error:
        sys.stderr.write(f"{error}\n")
        return 2
    count = made(chosen.out, load_language(chosen.language), rows, chosen.voices)
    sys.stdout.write(f"{count} recordings in {chosen.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
