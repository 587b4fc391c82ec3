"""Words the house rules: what holds at a table, told before the game."""

from collections.abc import Callable, Mapping
from functools import partial

from voice_chess.arbiter.draws import banned
from voice_chess.arbiter.table_check import Departure, departures
from voice_chess.game.refusals import Refusal
from voice_chess.game.scoresheets import must_write
from voice_chess.game.state import Game
from voice_chess.languages.language import Language
from voice_chess.laws.written_move import FILES
from voice_chess.speech.counting import number_words, time_words
from voice_chess.speech.generation.announce import Scene, announce
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import (
    listed,
    move_words,
    piece_word,
    side_word,
)


def house_rules(game: Game) -> tuple[Callable[[Language], Sentence], ...]:
    """Return a sentence for each custom of the table that overrides a clause of the Laws.

    Others follow where players report what they write, and where they may not agree on a draw
    alone. A Chess960 start is named first; in a game that continues earlier moves, the last of
    these is.
    """
    rules = tuple(partial(_TOLD[departure], game) for departure in departures(game))
    writers = [white for white in (True, False) if must_write(game, white=white, at_ms=0)]
    rules = (*rules, *(partial(_written, white=white) for white in writers))
    early = banned(game)
    if early is not None:
        rules = (*rules, partial(_refused, early, game))
    setup = game.table.setup
    if setup.moves:
        return (partial(_goes_on, game), *rules)
    return (partial(_start, game), *rules) if setup.chess960 else rules


def _start(game: Game, language: Language) -> Sentence:
    """Return a sentence that names White's pieces from a to h; Black's stand opposite."""
    pieces = (game.position.piece_at(f"{file}1") for file in FILES)
    words = listed(piece_word(piece.upper(), language) for piece in pieces if piece)
    return phrase("house:start", language, list=words)


def _goes_on(game: Game, language: Language) -> Sentence:
    """Return a sentence with the last move that was made before the game came here."""
    position, made = game.position, len(game.table.setup.moves)
    before = position.rewound(made - 1)
    return phrase(
        "house:goes-on",
        language,
        number=number_words(before.fullmove_number, language),
        side=side_word(language, white=before.white_to_move),
        move=move_words(position.moves[made - 1], before, language),
    )


def _understanding(game: Game, language: Language) -> Sentence:
    time = time_words(game.table.customs.free_ms, language)
    return phrase("house:understanding", language, time=time)


def _written(language: Language, *, white: bool) -> Sentence:
    return phrase("house:written", language, side=side_word(language, white=white))


def _refused(refusal: Refusal, game: Game, language: Language) -> Sentence:
    """Say beforehand, in the words of the refusal, what would be refused."""
    return announce(refusal, Scene(position=game.position, language=language))


def _flag(_game: Game, language: Language) -> Sentence:
    return phrase("house:flag", language)


_TOLD: Mapping[Departure, Callable[[Game, Language], Sentence]] = {
    "understanding": _understanding,
    "flag": _flag,
}
