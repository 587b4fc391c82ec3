"""What players must know of their table: said aloud before the clocks run."""

from collections.abc import Callable, Mapping
from functools import partial

from voice_chess.arbiter.departures import Departure, departures
from voice_chess.game.state import Game
from voice_chess.languages.language import Language
from voice_chess.speech.counting import number_words, time_words
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import listed, move_words, piece_word, side_word


def house_rules(game: Game) -> tuple[Callable[[Language], Sentence], ...]:
    """One sentence for another start, and one where a custom of the table wins over a clause.

    A game that goes on with moves of its own begins with the last of them.
    """
    rules = tuple(partial(_TOLD[departure], game) for departure in departures(game))
    setup = game.table.setup
    if setup.moves:
        return (partial(_goes_on, game), *rules)
    return (partial(_start, game), *rules) if setup.chess960 else rules


def _start(game: Game, language: Language) -> Sentence:
    """White's pieces from a to h; Black's stand opposite."""
    pieces = (game.position.piece_at(f"{file}1") for file in "abcdefgh")
    words = listed(piece_word(piece.upper(), language) for piece in pieces if piece)
    return phrase("house:start", language, list=words)


def _goes_on(game: Game, language: Language) -> Sentence:
    """The last move that was made before the game came here."""
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


def _flag(_game: Game, language: Language) -> Sentence:
    return phrase("house:flag", language)


_TOLD: Mapping[Departure, Callable[[Game, Language], Sentence]] = {
    "understanding": _understanding,
    "flag": _flag,
}
