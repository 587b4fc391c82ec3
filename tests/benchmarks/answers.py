"""Measures how long spoken answers take: clocks, a refusal, the parts of long answers.

Each language is spoken by its standard voice. The time is that of the sound, without the silence
at its ends.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from voice_chess.adapters.synthesis.pyttsx3_speaker import delivery_in, spoken_samples
from voice_chess.by_color import ByColor
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.refusals import NotALegalMove
from voice_chess.game.state import Game
from voice_chess.game.table import Setup, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.edition import edition
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import why_illegal
from voice_chess.laws.topics import Topic
from voice_chess.sound.sampling import SAMPLE_RATE
from voice_chess.speech.generation.announce import Scene, announce
from voice_chess.speech.generation.answers import OPPONENT, answers
from voice_chess.speech.generation.sentence import Sentence
from voice_chess.speech.understanding.interpret import CommandMeaning

QUIET = 200
"""Softer samples than this, of 32768, count as silence at the ends of a sound."""

SECOND_MS, MINUTE_MS = 1_000, 60_000
LEFT = {
    "under a minute": (9 * SECOND_MS, 31 * SECOND_MS, 58 * SECOND_MS),
    "blitz": (MINUTE_MS, 3 * MINUTE_MS, 5 * MINUTE_MS, 9 * MINUTE_MS),
    "rapid": (12 * MINUTE_MS, 17 * MINUTE_MS, 25 * MINUTE_MS),
    "long": (57 * MINUTE_MS, 80 * MINUTE_MS, 119 * MINUTE_MS),
}
"""Times that both players can have left, by kind of game."""

CROWDED = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"


class Voice:
    """Speaks into memory."""

    def __init__(self, language: Language) -> None:
        self._delivery = delivery_in(language.id)

    def lasts_ms(self, said: Sentence) -> int:
        """Return the time from the first sound to the last, in ms."""
        sound = spoken_samples(said.spoken, self._delivery)
        loud = np.flatnonzero(np.abs(np.frombuffer(sound, "<i2").astype(int)) > QUIET)
        return int(1_000 * (loud[-1] - loud[0]) / SAMPLE_RATE)


def with_left(white_ms: int, black_ms: int) -> Game:
    """Return a game in the crowded position with these times on the clocks."""
    table = Table(control=TimeControl.parsed("120"), setup=Setup(fen=CROWDED))
    fresh = Game.at(table)
    white, black = (replace(fresh.clock.sides.white, left_ms=ms) for ms in (white_ms, black_ms))
    return replace(fresh, clock=replace(fresh.clock, sides=ByColor(white=white, black=black)))


def clocks(language: Language, kind: str) -> Iterator[Sentence]:
    """Yield what White is told about every pair of times."""
    for own_ms, other_ms in product(LEFT[kind], LEFT[kind]):
        game = with_left(own_ms, other_ms)
        yield from answers(CommandMeaning(name="clock"), game, 0, language, white=True)


def opponents_clocks(language: Language, kind: str) -> Iterator[Sentence]:
    """Yield what White is told when they ask a second time, about the opponent's clock."""
    again = CommandMeaning(name="clock", args=(OPPONENT,))
    for left_ms in LEFT[kind]:
        yield from answers(again, with_left(left_ms, left_ms), 0, language, white=True)


def parts(language: Language, name: str) -> Iterator[Sentence]:
    """Yield each part of a long answer."""
    yield from answers(CommandMeaning(name=name), with_left(0, 0), 0, language, white=True)


def refusals(language: Language) -> Iterator[Sentence]:
    """Yield the refusal of each of four illegal moves, with its reason."""
    position = Position.from_fen(CROWDED)
    because = edition("2009").cite(Topic.MOVEMENT)
    for uci in ("f3f4", "d1h5", "c4c5", "e1e2"):
        reason = why_illegal(position, None, uci[:2], uci[2:])
        refusal = NotALegalMove(uci=uci, reason=reason, because=because)
        yield announce(refusal, Scene(position=position, language=language))


def told(language: Language) -> Iterator[tuple[str, Sequence[Sentence]]]:
    """Yield each kind of answer that is measured, with its sentences."""
    for kind in LEFT:
        yield f"clock, {kind}", tuple(clocks(language, kind))
        yield f"the opponent's clock, {kind}", tuple(opponents_clocks(language, kind))
    yield "refusal", tuple(refusals(language))
    yield "a rank of the position", tuple(parts(language, "position-by-rank"))
    yield "a part of the legal moves", tuple(parts(language, "legal-moves"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the median and the longest duration of each kind, in milliseconds."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.answers", description=__doc__)
    parser.add_argument("--language", choices=known_languages(), action="append")
    chosen = parser.parse_args(arguments)
    for language_id in chosen.language or known_languages():
        language = load_language(language_id)
        voice = Voice(language)
        for name, sentences in told(language):
            lengths = sorted(map(voice.lasts_ms, sentences))
            middle, longest = lengths[len(lengths) // 2], lengths[-1]
            sys.stdout.write(f"{language_id}, {name}: median {middle} ms, longest {longest} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
