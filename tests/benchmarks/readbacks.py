"""Measures how long it takes to read back a quiet move, and which rate our own ear understands.

The program's own voice speaks at its own rates, so the times are those of a table. The ear hears
the German moves of the starting position without any noise.
"""

import random
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from tests.benchmarks.speech import MODEL
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.synthesis.pyttsx3_speaker import delivery_in, spoken_samples
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language, load_language, spoken_languages
from voice_chess.laws.position import Position
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.session.ports import DECODERS
from voice_chess.session.voice_preferences import RATES, VoicePreferences
from voice_chess.sound.sampling import SAMPLE_RATE
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.styles import STYLES, USUAL, Style
from voice_chess.speech.generation.wording import move_words
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.interpret import MoveMeaning, moves_meant
from voice_chess.speech.understanding.parse import parse

LONGEST_MS = 1_600
"""The longest acceptable read-back of a quiet move at the default rate, in ms."""

LONGEST_GAME = 80
BEFORE, BEHIND = bytes(9_600), bytes(48_000)
BLOCK = 1_280


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiet:
    """A move that neither takes nor castles nor promotes nor gives check."""

    position: Position
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Durations of many read-backs in ms: the median, the ninth decile, the longest."""

    median: float
    ninth: float
    longest: int


def quiet_moves(count: int, seed: int) -> tuple[Quiet, ...]:
    """Return this many quiet moves of random games, one from each game."""
    drawn = _quiet_moves(random.Random(seed))
    return tuple(next(drawn) for _ in range(count))


def _quiet_moves(chance: random.Random) -> Iterator[Quiet]:
    while True:
        position = Position.start()
        for _ in range(chance.randrange(LONGEST_GAME)):
            if not position.legal_moves:
                break
            position = position.played(chance.choice(position.legal_moves))
        quiet = [uci for uci in position.legal_moves if _is_quiet(uci, position)]
        if quiet:
            yield Quiet(position=position, uci=chance.choice(quiet))


def _is_quiet(uci: str, position: Position) -> bool:
    move = position.facts(uci)
    return not (move.captured or move.castling or move.promotion or move.gives_check)


def spoken(text: str, language: Language, *, words_per_minute: int, is_marked: bool) -> bytes:
    """Return a text in the language's standard voice, as 16-bit samples."""
    delivery = delivery_in(language.id, words_per_minute=words_per_minute)
    return spoken_samples(sentence(text, language).spoken, delivery, is_marked=is_marked)


def lasts_ms(move: Quiet, language: Language, style: Style) -> int:
    """Return the duration of the read-back at the rate that players have by default, in ms."""
    text = language.phrase("MoveAnnounced", move=_words(move, language, style))
    rate = VoicePreferences(language=language).words_per_minute
    sound = spoken(text, language, words_per_minute=rate, is_marked=True)
    return len(sound) * 1_000 // (2 * SAMPLE_RATE)


def _words(move: Quiet, language: Language, style: Style) -> str:
    return move_words(move.uci, move.position, language, style)


def times(moves: Iterable[Quiet], language: Language, style: Style) -> Times:
    lasted = [lasts_ms(move, language, style) for move in moves]
    return Times(median=median(lasted), ninth=quantiles(lasted, n=10)[-1], longest=max(lasted))


def understood(
    words_per_minute: int,
    model: RecognizerModel,
    language: Language,
    most: int | None = None,
    style: Style = USUAL,
) -> Mapping[str, bool | None]:
    """Return for each first move whether it was understood at this rate.

    None stands for a move that was taken for another. `most` limits the number of moves.
    """
    position = Position.start()
    phrases = tuple(" ".join(phrase) for phrase in phrases_for(position, language))
    found: dict[str, bool | None] = {}
    for uci in position.legal_moves[:most]:
        text = f"{move_words(uci, position, language, style)}."
        sound = spoken(text, language, words_per_minute=words_per_minute, is_marked=False)
        meant = moves_meant(parse(_heard(sound, model, phrases), language), position)
        is_right = meant == (MoveMeaning(uci=uci),)
        found[uci] = True if is_right else None if len(meant) == 1 else False
    return found


def chosen_styles(words_per_minute: int, model: RecognizerModel, language: Language) -> set[str]:
    """Return the styles whose names are understood at this rate, among all moves and commands."""
    phrases = tuple(
        " ".join(phrase) for phrase in phrases_for(Position.start(), language, COMMANDS)
    )
    found: set[str] = set()
    for token in (f"style:{style}" for style in STYLES):
        text = f"{language.say(token)}."
        sound = spoken(text, language, words_per_minute=words_per_minute, is_marked=False)
        found |= {token} & {*parse(_heard(sound, model, phrases), language)}
    return found


def _heard(sound: bytes, model: RecognizerModel, phrases: tuple[str, ...]) -> Sequence[str]:
    recognizer = model.recognizer()
    recognizer.expect(Grammar(phrases=phrases))
    whole = BEFORE + sound + BEHIND
    blocks = (whole[start : start + BLOCK] for start in range(0, len(whole), BLOCK))
    heard = [*(recognizer.hear(block) for block in blocks), recognizer.flush()]
    return [word for one in heard if one and one.hypotheses for word in one.hypotheses[0].words]


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.benchmarks.readbacks", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="moves of each language and style")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ear", action="store_true", help="also what our own ear understands")
    chosen = parser.parse_args()
    moves = quiet_moves(chosen.count, chosen.seed)
    for language in map(load_language, spoken_languages()):
        for style in STYLES:
            found = times(moves, language, style)
            sys.stdout.write(
                f"{language.id} {style}: median {found.median:.0f} ms, nine in ten "
                f"{found.ninth:.0f} ms, longest {found.longest} ms\n"
            )
    if chosen.ear:
        _tell_of_the_ear()


def _tell_of_the_ear() -> None:
    for decoder in DECODERS:
        model = load_model(MODEL, decoder)
        for rate in RATES:
            found = list(understood(rate, model, load_language("de")).values())
            sys.stdout.write(
                f"{decoder}, {rate} words a minute: {found.count(True)} of {len(found)} right, "
                f"{found.count(None)} as another move\n"
            )


if __name__ == "__main__":
    main()
