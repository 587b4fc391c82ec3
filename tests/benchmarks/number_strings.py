"""Makes strings of three to six numbers in people's voices, as in a telephone number read aloud.

    python -m tests.benchmarks.number_strings ../measured/strings \
        --people ../shared/audio_human/de_herweg
    voice-chess evaluate ../shared/audio_human/de_herweg/manifest.tsv \
        --others ../measured/strings --commands

None of them is an announcement. They are joined from the numbers in people's announcements, with
pauses that often make an utterance of each number. `said.txt` lists the numbers of each file.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile

from tests.benchmarks.announcements import AROUND
from tests.benchmarks.large_set import ROOM_RMS, Samples, Takes, words_of
from tests.benchmarks.speech import MODEL
from voice_chess.adapters.recognition.exact_recognizer import load_exact_model
from voice_chess.languages.language import Language, load_language
from voice_chess.sound.chance import Rng, one_of
from voice_chess.sound.sampling import SAMPLE_RATE

COUNT = 300
LENGTHS = (3, 4, 5, 6)
PAUSES_S = (0.1, 1.2)
"""The shortest and the longest pause behind a number."""


def numbers_of(takes: Takes, language: Language) -> Takes:
    """Return only the takes of numbers."""
    numbers = {form for rank in range(1, 9) for form in language.words[f"rank:{rank}"]}
    return {word: said for word, said in takes.items() if word in numbers}


def one_string(numbers: Takes, rng: Rng) -> tuple[Sequence[str], Samples]:
    """Return a string of numbers and its sound, in a quiet room."""
    words = [one_of(rng, sorted(numbers)) for _ in range(one_of(rng, LENGTHS))]
    pieces = []
    for word in words:
        pause = int(rng.uniform(*PAUSES_S) * SAMPLE_RATE)
        pieces += [one_of(rng, numbers[word]), np.zeros(pause)]
    sound = np.pad(np.concatenate(pieces), AROUND)
    return words, sound + rng.standard_normal(len(sound)) * ROOM_RMS


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m tests.benchmarks.number_strings", description=__doc__)
    parser.add_argument("out", type=Path, help="folder of the strings")
    parser.add_argument("--people", type=Path, nargs="+", required=True, metavar="FOLDER")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    language, model = load_language("de"), load_exact_model(MODEL).acoustic
    people = [numbers_of(words_of(each, model, language), language) for each in chosen.people]
    rng = np.random.default_rng(chosen.seed)
    chosen.out.mkdir(parents=True, exist_ok=True)
    with (chosen.out / "said.txt").open("w", encoding="utf-8") as said:
        for number in range(chosen.count):
            words, sound = one_string(people[number % len(people)], rng)
            name, kept = f"{number:04}.flac", np.clip(sound, -32_768, 32_767).astype(np.int16)
            soundfile.write(chosen.out / name, kept, SAMPLE_RATE, subtype="PCM_16")
            said.write(f"{name}\t{' '.join(words)}\n")
    sys.stdout.write(f"{chosen.count} strings in {chosen.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
