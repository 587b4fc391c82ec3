"""Where a custom of the table wins over a clause: said aloud before the clocks run."""

from collections.abc import Callable, Mapping
from functools import partial

from voice_chess.arbiter.departures import Departure, departures
from voice_chess.game.state import Game
from voice_chess.languages.language import Language
from voice_chess.speech.counting import time_words
from voice_chess.speech.sentence import Sentence, phrase


def house_rules(game: Game) -> tuple[Callable[[Language], Sentence], ...]:
    """One sentence for each."""
    return tuple(partial(_TOLD[departure], game) for departure in departures(game))


def _understanding(game: Game, language: Language) -> Sentence:
    time = time_words(game.table.customs.free_ms, language)
    return phrase("house:understanding", language, time=time)


def _flag(_game: Game, language: Language) -> Sentence:
    return phrase("house:flag", language)


_TOLD: Mapping[Departure, Callable[[Game, Language], Sentence]] = {
    "understanding": _understanding,
    "flag": _flag,
}
