"""Folds what players agree on beside the Laws."""

from dataclasses import replace
from typing import assert_never

from voice_chess.game.agreement_events import (
    Agreed,
    RematchAccepted,
    RematchDeclined,
    RematchProposed,
    TakebackAccepted,
    TakebackDeclined,
    TakebackProposed,
)
from voice_chess.game.state import Game, Over


def in_agreement(game: Game, event: Agreed) -> Game:
    match event:
        case RematchProposed(white=white):
            return _after_the_end(game, by_white=white)
        case RematchDeclined():
            return _after_the_end(game, by_white=None)
        case RematchAccepted():
            return _after_the_end(game, by_white=None, is_agreed=True)
        case TakebackProposed(white=white, moves_kept=moves_kept):
            return replace(game, turn=replace(game.turn, takeback=(white, moves_kept)))
        case TakebackAccepted() | TakebackDeclined():
            return replace(game, turn=replace(game.turn, takeback=None))
        case _:
            assert_never(event)


def _after_the_end(game: Game, *, by_white: bool | None, is_agreed: bool = False) -> Game:
    if not isinstance(game.phase, Over):
        return game
    over = replace(game.phase, rematch_by_white=by_white, is_rematch_agreed=is_agreed)
    return replace(game, phase=over)
