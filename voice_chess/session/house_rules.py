"""What players must know of their table: said aloud before the clocks run."""

from collections.abc import Callable, Mapping
from functools import partial

from voice_chess.arbiter.departures import Departure, departures
from voice_chess.game.state import Game
from voice_chess.languages.language import Language
from voice_chess.speech.counting import time_words
from voice_chess.speech.sentence import Sentence, phrase
from voice_chess.speech.wording import listed, piece_word


def house_rules(game: Game) -> tuple[Callable[[Language], Sentence], ...]:
    """One sentence for another start, and one where a custom of the table wins over a clause."""
    rules = tuple(partial(_TOLD[departure], game) for departure in departures(game))
    return (partial(_start, game), *rules) if game.table.setup.chess960 else rules


def _start(game: Game, language: Language) -> Sentence:
    """White's pieces from a to h; Black's stand opposite."""
    pieces = (game.position.piece_at(f"{file}1") for file in "abcdefgh")
    words = listed(piece_word(piece.upper(), language) for piece in pieces if piece)
    return phrase("house:start", language, list=words)


def _understanding(game: Game, language: Language) -> Sentence:
    time = time_words(game.table.customs.free_ms, language)
    return phrase("house:understanding", language, time=time)


def _flag(_game: Game, language: Language) -> Sentence:
    return phrase("house:flag", language)


_TOLD: Mapping[Departure, Callable[[Game, Language], Sentence]] = {
    "understanding": _understanding,
    "flag": _flag,
}
