"""Measures PocketSphinx on the same recordings, with a JSGF grammar of the same legal moves.

Its English model knows no German, so a dictionary writes our words in its American phones, as
people do who use it for chess in other languages. It gives one hypothesis without a usable
probability; the meaning of that hypothesis is decided as for our own recogniser.
"""

import json
import random
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from voice_chess.acoustics.lexicon import Lexicon, load_lexicon
from voice_chess.acoustics.manifest import Row, read_manifest
from voice_chess.acoustics.respelling import respelled
from voice_chess.adapters.audio_io import sound_files
from voice_chess.evaluation.scores import Outcome, as_json, edit_distance, table
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.sound import noise_mixing
from voice_chess.sound.loudness import TARGET, near_level
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.scoring import judge, weigh_by

RATE = 16_000
AMERICAN = "us"
WAYS_OF_A_SOUND = 3
"""Spellings of each pronunciation in its phones: several phones can stand for a sound."""
TO_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
PHONES_IT_LACKS = {"ax": "AH"}


def dictionary(lexicon: Lexicon) -> dict[str, list[str]]:
    """Return the words in ASCII, and their pronunciations in the phones of the English model."""
    entries: dict[str, list[str]] = {}
    for word, ways in lexicon.heard.items():
        written = [
            in_its_phones(chain.from_iterable(respelled(" ".join(way), AMERICAN, chance)))
            for way in ways
            for chance in (None, *map(random.Random, range(1, WAYS_OF_A_SOUND)))
        ]
        entries[word.translate(TO_ASCII)] = list(dict.fromkeys(written))
    return entries


def in_its_phones(phones: Iterable[str]) -> str:
    return " ".join(PHONES_IT_LACKS.get(phone, phone.upper()) for phone in phones)


def dictionary_text(entries: dict[str, list[str]]) -> str:
    """Return a dictionary in PocketSphinx's format, with variants numbered from 2."""
    lines = [
        f"{word}{'' if n == 1 else f'({n})'} {phones}"
        for word, pronunciations in entries.items()
        for n, phones in enumerate(pronunciations, 1)
    ]
    return "\n".join(lines) + "\n"


def grammar_text(phrases: Sequence[Sequence[str]]) -> str:
    """Return a JSGF grammar that accepts one of the phrases."""
    alternatives = " |\n  ".join(" ".join(phrase).translate(TO_ASCII) for phrase in phrases)
    return f"#JSGF V1.0;\ngrammar moves;\npublic <move> = {alternatives};\n"


class Peer:
    """PocketSphinx with its own English model and our dictionary."""

    def __init__(self, lexicon: Lexicon, folder: Path) -> None:
        import pocketsphinx  # a native library, of the test extra

        words = folder / "words.dict"
        words.write_text(dictionary_text(dictionary(lexicon)), "utf-8")
        self._decoder: Any = pocketsphinx.Decoder(
            hmm=pocketsphinx.get_model_path("en-us/en-us"),
            dict=str(words),
            lm=None,
            samprate=RATE,
            loglevel="FATAL",
        )
        self._known = {word.translate(TO_ASCII): word for word in lexicon.heard}

    def expect(self, phrases: Sequence[Sequence[str]]) -> None:
        self._decoder.add_jsgf_string("moves", grammar_text(phrases))
        self._decoder.activate_search("moves")

    def hear(self, sound: np.ndarray) -> tuple[str, ...]:
        """Return the words of the only hypothesis; none if no path through the grammar fits."""
        levelled = sound * (TARGET / (near_level(sound) + 1e-9))
        samples = np.clip(np.round(levelled), -32768, 32767).astype("<i2")
        self._decoder.start_utt()
        self._decoder.process_raw(samples.tobytes(), no_search=False, full_utt=True)
        self._decoder.end_utt()
        hypothesis = self._decoder.hyp()
        found = hypothesis.hypstr.split() if hypothesis is not None else []
        return tuple(self._known[word] for word in found)


@cache
def clean(file: Path) -> np.ndarray:
    return np.frombuffer(b"".join(sound_files.blocks(file)), "<i2").astype(np.float32)


def noise_of(name: str, snr_db: float, rows: Sequence[Row]) -> noise_mixing.Disturbance:
    voices: defaultdict[str, list[np.ndarray]] = defaultdict(list)
    for row in rows if name in {"hall", "babble"} else ():
        voices[row.voice].append(clean(row.file))
    noises = {
        "white": lambda: noise_mixing.steady(0.0),
        "pink": lambda: noise_mixing.steady(1.0),
        "babble": lambda: noise_mixing.babble(noise_mixing.Others(voices=voices)),
        "hall": lambda: noise_mixing.hall(noise_mixing.Others(voices=voices)),
    }
    return noise_mixing.Disturbance(name=name, snr_db=snr_db, noise=noises[name]())


def outcome_of(peer: Peer, row: Row, sound: np.ndarray, language: Language) -> Outcome:
    position = Position.from_fen(row.fen)
    expectation = Expectation(position=position, commands=frozenset())
    peer.expect(phrases_for(position, language))
    begun = time.process_time()
    words = peer.hear(sound)
    computing = time.process_time() - begun
    hypotheses = (Hypothesis(words=words, log_likelihood=0.0),) if words else ()
    heard = Heard(hypotheses=hypotheses, started_ms=0, ended_ms=len(sound) * 1000 // RATE)
    said = parse(row.words, language)
    return Outcome(
        name=row.file.name,
        voice=row.voice,
        verdict=judge(weigh_by(heard, language, expectation.meanings), heard),
        meant=row.uci,
        word_errors=edit_distance(said, parse(words, language)),
        words=len(said),
        sound_s=len(sound) / RATE,
        computing_s=computing,
        latency_ms=None,
    )


def outcomes(
    rows: Sequence[Row], language: Language, noise: noise_mixing.Disturbance | None, seed: int
) -> list[Outcome]:
    """Return the outcome of each row, disturbed by the same noise as in `voice-chess evaluate`."""
    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(load_lexicon(), Path(folder))
        found = []
        for number, row in enumerate(tqdm(rows, desc="recordings", disable=None)):
            sound = clean(row.file)
            if noise is not None:
                sound = noise.on(sound, np.random.default_rng([seed, number]), row.voice)
            found.append(outcome_of(peer, row, sound, language))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the results as `voice-chess evaluate` does."""
    parser = ArgumentParser(
        prog="python -m tests.benchmarks.peer_pocketsphinx", description=__doc__
    )
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--snr", type=float, metavar="DB")
    parser.add_argument("--noise", choices=("white", "pink", "babble", "hall"), default="pink")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--language", default="de")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    rows = read_manifest(chosen.manifest)
    noise = None if chosen.snr is None else noise_of(chosen.noise, chosen.snr, rows)
    found = outcomes(rows, load_language(chosen.language), noise, chosen.seed)
    sys.stdout.write((json.dumps(as_json(found), indent=2) if chosen.json else table(found)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
