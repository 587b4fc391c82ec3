"""Measures how announcements with a pause fare: after the piece, the first square or the file.

eSpeak NG's voices say them, or the recordings of a manifest are cut apart between two words.
"""

import random
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from tests.benchmarks.speech import MODEL, busy_positions
from voice_chess.acoustics.manifest import Row, read_manifest
from voice_chess.adapters.audio_io.sound_files import samples_of
from voice_chess.adapters.recognition.exact_recognizer import ExactModel, load_exact_model
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.decoding.following import Following
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.graph import Prices, compiled
from voice_chess.decoding.network import OUTPUT_MS
from voice_chess.decoding.search import Search
from voice_chess.evaluation.recordings import spoken
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import beliefs_of, is_vague_beginning
from voice_chess.session.dialogue.open_question import BEGINNING, question_after
from voice_chess.session.listening.ear import Ear
from voice_chess.session.listening.inputs import Sound
from voice_chess.session.listening.recognizer_model import MeasuredRecognizer
from voice_chess.session.ports import DECODERS
from voice_chess.session.table_settings import TableSettings
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.interpret import (
    CommandMeaning,
    MoveMeaning,
    moves_meant,
    written,
)
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.scoring import (
    NORMAL,
    Accepted,
    Belief,
    NothingFits,
    Unclear,
    Verdict,
    judge,
)

Place = Literal["piece", "square", "file"]
Samples = np.ndarray
PLACES: dict[str, Place] = {
    "p": "piece",
    **dict.fromkeys(("fr", "pfr"), "square"),
    **dict.fromkeys(("f", "pf", "frf", "pfrf"), "file"),
}
"""By the kinds of the tokens before the pause; behind a file its rank is still to come."""

RATE = 16_000
VOICES = ("de", "de+m3", "de+m7", "de+f2", "de+f4", "de+f5")
SHORTEST_MS, LONGEST_MS = 300, 2_000
BLOCK = 1_280
ROOM_RMS = 8.0
BEFORE_MS, BEHIND_MS = 900, 2_500
STEPS = 2
"""The most utterances in which an announcement with one pause should be understood."""


Result = Literal["right", "wrong", "asked", "asked otherwise", "lost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused:
    """One announcement in two parts, with the silence between them."""

    name: str
    position: Position
    uci: str
    place: Place
    pause_ms: int
    sound: Samples


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """The result of an announcement, the number of its utterances, and what it was taken for."""

    result: Result
    utterances: int
    told: str


def place_behind(words: Sequence[str], count: int, language: Language) -> Place | None:
    """Return the place of a pause after this many words; None if the words before can end there."""
    kinds = "".join(token[0] for token in parse(words[:count], language) if ":" in token)
    following = parse(words[count:], language)
    place = PLACES.get(kinds)
    if not following or place is None or following[0] == "unknown":
        return None
    return place if following[0].startswith("rank:") == (place == "file") else None


def cuts(words: Sequence[str], language: Language) -> dict[int, Place]:
    """Return the numbers of words after which a pause can be made, each with its place."""
    found = ((count, place_behind(words, count, language)) for count in range(1, len(words)))
    return {count: place for count, place in found if place is not None}


@cache
def synthetic(text: str, voice: str) -> Samples:
    """Return words said in one breath, without the silence around them."""
    sound = sound_of(text, Delivery(voice=voice, words_per_minute=150)) * 16_000
    loud = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max())
    return sound[loud[0] : loud[-1]]


def spoken_by_voices(count: int, seed: int) -> Iterator[Paused]:
    """Yield moves of random positions, in every way to say them."""
    chance = random.Random(seed)
    language = load_language("de")
    positions = busy_positions(chance)
    for number in range(count):
        position = Position.start() if number % 3 == 0 else next(positions)
        words, uci = _drawn(position, language, chance)
        after = chance.choice(list(cuts(words, language)))
        parts = " ".join(words[:after]), " ".join(words[after:])
        voice = chance.choice(VOICES)
        yield _joined(
            f"{voice}: {parts[0]} … {parts[1]}",
            (position, uci, cuts(words, language)[after]),
            (synthetic(parts[0], voice), synthetic(parts[1], voice)),
            chance,
        )


def _drawn(
    position: Position, language: Language, chance: random.Random
) -> tuple[tuple[str, ...], str]:
    """Return an announcement that means one move and can contain a pause, and its move."""
    phrases = phrases_for(position, language)
    while True:
        words = chance.choice(phrases)
        meant = moves_meant(parse(words, language), position)
        if len(meant) == 1 and cuts(words, language):
            return words, meant[0].uci


def cut_apart(manifest: Path, model: ExactModel, count: int, seed: int) -> Iterator[Paused]:
    """Yield recordings with more silence where a pause can be made; their words show where."""
    chance = random.Random(seed)
    language = load_language("de")
    rows = read_manifest(manifest)
    chance.shuffle(rows)
    made = 0
    for row in rows:
        position = Position.from_fen(row.fen)
        words = spoken(row, position, language)
        places = cuts(words, language)
        if not places or made == count:
            continue
        after = chance.choice(list(places))
        sound = samples_of(row.file)
        at = boundary(row, sound, words, after, model)
        made += 1
        yield _joined(
            f"{row.file.name}: {' '.join(words[:after])} … {' '.join(words[after:])}",
            (position, row.uci, places[after]),
            (_faded(sound[:at]), _faded(sound[at:])),
            chance,
        )


def boundary(row: Row, sound: Samples, words: Sequence[str], after: int, model: ExactModel) -> int:
    """Return the quietest sample near the end of one word and the beginning of the next."""
    search = Search(
        compiled(Grammar(phrases=(" ".join(words),)), model.acoustic.vocabulary, Prices())
    )
    following = Following(model.acoustic, search)
    following.go_on([np.concatenate([sound, np.zeros(RATE // 2)]).astype(np.float32)])
    way = search.way_to(following.ended(), int(search.graph.finals[0]))
    at = [word.last for word in way][after - 1], [word.first for word in way][after]
    low, high = (n * OUTPUT_MS * RATE // 1_000 for n in at)
    low, high = max(0, low - RATE // 25), min(len(sound), high + RATE // 25)
    step = RATE // 100
    levels = [float(np.square(sound[n : n + step]).sum()) for n in range(low, high - step, step)]
    if not levels:
        message = f"{row.file}: no boundary was found"
        raise ValueError(message)
    return low + int(np.argmin(levels)) * step + step // 2


def _faded(sound: Samples) -> Samples:
    """Return the sound without a click at either end."""
    length = min(RATE // 100, len(sound) // 2)
    ramp = np.linspace(0, 1, length)
    faded = sound.astype(np.float64).copy()
    faded[:length] *= ramp
    faded[len(faded) - length :] *= ramp[::-1]
    return faded


def _joined(
    name: str,
    meant: tuple[Position, str, Place],
    parts: tuple[Samples, Samples],
    chance: random.Random,
) -> Paused:
    pause_ms = chance.randrange(SHORTEST_MS, LONGEST_MS)
    quiet = [np.zeros(ms * RATE // 1_000) for ms in (BEFORE_MS, pause_ms, BEHIND_MS)]
    sound = np.concatenate([quiet[0], parts[0], quiet[1], parts[1], quiet[2]])
    room = np.random.default_rng(pause_ms).standard_normal(len(sound)) * ROOM_RMS
    position, uci, place = meant
    return Paused(
        name=f"{name} ({pause_ms} ms)",
        position=position,
        uci=uci,
        place=place,
        pause_ms=pause_ms,
        sound=np.round(np.clip(sound + room, -32_768, 32_767)).astype("<i2"),
    )


def fate(paused: Paused, recognizer: MeasuredRecognizer, language: Language) -> Fate:
    """Let the ear hear it as at a table: a beginning is followed by "where to?" and the rest."""
    ear = Ear(recognizer, TableSettings(language=language))
    expectation = Expectation(position=paused.position, commands=UNASKED)
    ear.expect(expectation)
    data = paused.sound.tobytes()
    utterances = 0
    for at in range(0, len(data) + BLOCK, BLOCK):
        sound = Sound(samples=data[at : at + BLOCK], ended_ms=(at + BLOCK) // BYTES_PER_MS)
        heard = ear.hear(sound) if sound.samples else ear.flush()
        if heard is None:
            continue
        utterances += 1
        verdict = judge(beliefs_of(heard, expectation, language, NORMAL), heard, NORMAL)
        begun = _begun(verdict)
        if begun is not None and not is_vague_beginning((begun,), heard):
            asked = question_after(_args(begun), expectation.position, expectation.before)
            expectation = replace(expectation, asked=asked)
            ear.expect(expectation)
        elif begun is None and not isinstance(verdict, NothingFits):
            return _fate(verdict, paused, utterances)
    return Fate(result="lost", utterances=utterances, told="")


def _begun(verdict: Verdict) -> Belief | None:
    """Return the belief if it is most probably the first step of a move, else None."""
    match verdict:
        case Accepted(belief=belief) | Unclear(beliefs=(belief, *_)):
            return belief if _args(belief) else None
        case Unclear() | NothingFits():
            return None


def _args(belief: Belief) -> tuple[str, ...]:
    match belief.meaning:
        case CommandMeaning(name=name, args=args) if name == BEGINNING:
            return args
        case MoveMeaning() | CommandMeaning():
            return ()


def _fate(verdict: Accepted | Unclear, paused: Paused, utterances: int) -> Fate:
    meant = MoveMeaning(uci=paused.uci)
    match verdict:
        case Accepted(belief=belief):
            beliefs: tuple[Belief, ...] = (belief,)
            result: Result = "right" if belief.meaning == meant else "wrong"
        case Unclear(beliefs=beliefs):
            choices = [belief.meaning for belief in beliefs]
            result = "asked" if meant in choices else "asked otherwise"
    told = ", ".join(f"{written(b.meaning)} {b.probability:.3f}" for b in beliefs[:3])
    return Fate(result=result, utterances=utterances, told=told)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each announcement that went wrong, then how often each result occurred."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.pauses", description=__doc__)
    parser.add_argument("--count", type=int, default=60, metavar="N", help="so many (60)")
    parser.add_argument("--seed", type=int, default=1, help="chance of what is drawn")
    parser.add_argument("--decoder", choices=DECODERS, default="exact")
    parser.add_argument("--manifest", type=Path, help="cut these recordings apart instead")
    chosen = parser.parse_args(arguments)
    if chosen.manifest is None:
        drawn = spoken_by_voices(chosen.count, chosen.seed)
    else:
        aligning = load_exact_model(MODEL)
        drawn = cut_apart(chosen.manifest, aligning, chosen.count, chosen.seed)
    model, language = load_model(MODEL, chosen.decoder), load_language("de")
    found: Counter[tuple[Place, Result]] = Counter()
    for paused in drawn:
        each = fate(paused, model.recognizer(), language)
        found[paused.place, each.result] += 1
        if each.result != "right" or each.utterances > STEPS:
            told(f"{each.result} in {each.utterances}: {paused.name} {paused.uci}: {each.told}")
    for (place, result), count in sorted(found.items()):
        told(f"behind the {place}: {result} {count}")
    for result in get_args(Result):
        count = sum(count for (_, each), count in found.items() if each == result)
        told(f"{result}: {count} of {found.total()}")
    return 0


def told(line: str) -> None:
    """Print a line as soon as it is known."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
