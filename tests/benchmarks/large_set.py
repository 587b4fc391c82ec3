"""Makes a set large enough to show one wrong move in a thousand: 3,000 announcements.

    python -m tests.benchmarks.large_set ../measured/large \
        --people ../shared/audio_human/de_christina ../shared/audio_human/de_herweg
    voice-chess evaluate ../measured/large/manifest.tsv

The moves are those of the games in `tapes.pgn`. Two in three are said by voices of MBROLA that no
training may hear, Germans and foreigners in turn; the others are joined from words that people
recorded, cut out of their announcements. A voice that lacks the sounds or the words for a move
leaves it to the next voice.
"""

import io
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import chess.pgn
import numpy as np
import soundfile

from tests.benchmarks.announcements import AROUND, one_said, ways_to_say
from tests.benchmarks.speech import MODEL
from voice_chess.acoustics.manifest import read_manifest
from voice_chess.adapters.audio_io.sound_files import samples_of
from voice_chess.adapters.recognition.exact_recognizer import load_exact_model
from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.network import OUTPUT_MS
from voice_chess.evaluation.recordings import position_of, spoken, spoken_when
from voice_chess.languages.language import Language, load_language
from voice_chess.sound.chance import Rng, one_of
from voice_chess.sound.sampling import SAMPLE_RATE
from voice_chess.speech.understanding.grammar import Phrase

GAMES = Path(__file__).parent / "tapes.pgn"
COUNT = 3_000
NATIVE = tuple(f"mb-de{number}" for number in range(1, 8))
FOREIGN = (
    "mb-us1@en-us",
    "mb-pl1@pl",
    "mb-cr1@hr",
    "mb-us2@en-us",
    "mb-hu1@hu",
    "mb-nl2@nl",
    "mb-cz2@cs",
)
VOICES = tuple(voice for pair in zip(NATIVE, FOREIGN, strict=True) for voice in pair)
JOINED_IN = 3
"""One announcement in this many is joined from people's words."""
LONGEST_GAP_S = 0.15
NEAR = SAMPLE_RATE // 25
"""The most samples between a word's end, as the network finds it, and the cut."""
STEP = SAMPLE_RATE // 100
ROOM_RMS = 8.0

Samples = np.ndarray
Takes = Mapping[str, Sequence[Samples]]


def moves_of(games: Path) -> Iterator[tuple[str, str]]:
    """Yield each position and the move that was played in it, as FEN and UCI."""
    text = io.StringIO(games.read_text("utf-8"))
    while (game := chess.pgn.read_game(text)) is not None:
        for node in game.mainline():
            yield node.parent.board().fen(), node.move.uci()


def words_of(folder: Path, model: AcousticModel, language: Language) -> Takes:
    """Return every take of each word that a person says in a folder's recordings."""
    takes: defaultdict[str, list[Samples]] = defaultdict(list)
    for row in read_manifest(folder / "manifest.tsv"):
        words, sound = spoken(row, position_of(row), language), samples_of(row.file)
        found = spoken_when(np.round(sound).astype("<i2"), words, model)
        if len(found) != len(words):
            continue
        ends = [_quietest(sound, one.last, other.first) for one, other in pairwise(found)]
        for word, (begin, end) in zip(words, pairwise((0, *ends, len(sound))), strict=True):
            takes[word].append(_audible(sound[begin:end]))
    return takes


def _quietest(sound: Samples, last: int, first: int) -> int:
    """Return the sample to cut at, between the network's outputs for two neighbouring words."""
    low, high = (n * OUTPUT_MS * SAMPLE_RATE // 1_000 for n in (last, first))
    begins = range(max(0, low - NEAR), min(len(sound) - STEP, high + NEAR), STEP)
    return min(begins, key=lambda at: float(np.square(sound[at : at + STEP]).sum())) + STEP // 2


def _audible(sound: Samples) -> Samples:
    """Return the sound without the silence around it, and without a click at either end."""
    loud = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max(initial=1.0))
    if not len(loud):
        return sound
    kept = sound[max(0, loud[0] - 2 * STEP) : loud[-1] + 2 * STEP].astype(np.float64)
    ramp = np.linspace(0, 1, min(STEP, len(kept) // 2))
    kept[: len(ramp)] *= ramp
    kept[len(kept) - len(ramp) :] *= ramp[::-1]
    return kept


def joined(
    fen: str, uci: str, takes: Takes, language: Language, rng: Rng
) -> tuple[Phrase, Samples] | None:
    """Return a move in this person's words, with short pauses between; None if they lack one."""
    ways = [words for words in ways_to_say(fen, uci, language) if takes.keys() >= set(words)]
    if not ways:
        return None
    words = one_of(rng, ways)
    pieces: list[Samples] = []
    for word in words:
        gap = int(rng.uniform(0, LONGEST_GAP_S) * SAMPLE_RATE)
        pieces += [one_of(rng, takes[word]), np.zeros(gap)]
    sound = np.concatenate(pieces)
    return words, sound + rng.standard_normal(len(sound)) * ROOM_RMS


def made(
    folder: Path, count: int, people: Mapping[str, Takes], language: Language, rng: Rng
) -> int:
    """Write this many recordings and their manifest, line by line: half a set can be used, too.

    Return how many were written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    with (folder / "manifest.tsv").open("w", encoding="utf-8", buffering=1) as manifest:
        for number, (fen, uci) in enumerate(_drawn(count, rng)):
            found = _said(number, (fen, uci), people, language, rng)
            if found is None:
                continue
            voice, words, samples = found
            name = f"{number:04}.flac"
            sound = np.clip(np.pad(samples, AROUND), -32_768, 32_767)
            soundfile.write(folder / name, sound.astype(np.int16), SAMPLE_RATE, subtype="PCM_16")
            manifest.write("\t".join((name, voice, fen, uci, " ".join(words))) + "\n")
            written += 1
    return written


def _drawn(count: int, rng: Rng) -> list[tuple[str, str]]:
    """Return this many moves; none comes again before all have come."""
    moves = list(moves_of(GAMES))
    rounds = (rng.permutation(len(moves)) for _ in range(count // len(moves) + 1))
    return [moves[at] for each in rounds for at in each][:count]


def _said(
    number: int,
    move: tuple[str, str],
    people: Mapping[str, Takes],
    language: Language,
    rng: Rng,
) -> tuple[str, Phrase, Samples] | None:
    """Return the voice whose turn it is, its words and their sound.

    If it can't say the move, take the first voice that can; None if no voice can.
    """
    if people and number % JOINED_IN == 0:
        name = list(people)[number // JOINED_IN % len(people)]
        own = joined(*move, people[name], language, rng)
        if own is not None:
            return name, *own
    for turn in range(number, number + len(VOICES)):
        voice = VOICES[turn % len(VOICES)]
        found = one_said(*move, voice, language, rng)
        if found is not None:
            return voice, *found
    return None


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m tests.benchmarks.large_set", description=__doc__)
    parser.add_argument("out", type=Path, help="folder of the set")
    parser.add_argument("--people", type=Path, nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    language, model = load_language("de"), load_exact_model(MODEL).acoustic
    people = {folder.name: words_of(folder, model, language) for folder in chosen.people}
    rng = np.random.default_rng(chosen.seed)
    count = made(chosen.out, chosen.count, people, language, rng)
    sys.stdout.write(f"{count} recordings in {chosen.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
