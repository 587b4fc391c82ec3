"""A sealed move as it is read when its envelope is opened: what was written, or nothing at all."""

from voice_chess.game.state import Game, Resuming
from voice_chess.languages.language import Language
from voice_chess.session.typed import as_move
from voice_chess.speech.interpret import moves_meant
from voice_chess.speech.parse import parse
from voice_chess.speech.typed import typed_words


def read_sealed(game: Game, language: Language) -> str | None:
    """The move in the envelope: notation, or words that mean one legal move; None for neither."""
    if not isinstance(game.phase, Resuming):
        return None
    text, position = game.phase.envelope.text, game.position
    move = as_move(text, position, language)
    if move is not None:
        return move.uci
    meant = moves_meant(parse(typed_words(text, language), language), position)
    return meant[0].uci if len(meant) == 1 else None
