"""Folds what happens to hands and boards: pieces let go, objections, presses without a move."""

from dataclasses import replace
from typing import assert_never

from voice_chess.game.dispute_events import (
    BoardCorrected,
    ClockPressedWrongly,
    CorrectionProposed,
    Disputed,
    FaultFound,
    MoveAnswered,
    ObjectionRaised,
    ObjectionRejected,
    ObjectionUpheld,
    PieceSetDown,
    ReasonStated,
)
from voice_chess.game.state import Game, InPlay, Objecting


def in_dispute(game: Game, event: Disputed) -> Game:
    match event:
        case PieceSetDown(uci=uci):
            touched = (*game.turn.touched, uci[:2])
            turn = replace(game.turn, touched=touched, released=uci, is_adjusting=False)
            return replace(game, turn=turn)
        case ObjectionRaised():
            return _raised(game, event)
        case ObjectionUpheld():
            # What was announced meanwhile must give way to what the hands had done before.
            return replace(_playing_on(game), turn=replace(game.turn, announcement=None))
        case ObjectionRejected():
            return _playing_on(game)
        case ClockPressedWrongly(white=white, count=count, how=how):
            counts = game.illegal_moves.having(count, white=white)
            is_ruled_on = game.turn.are_hands_ruled_on or how == "two-hands"
            turn = replace(game.turn, are_hands_ruled_on=is_ruled_on)
            return replace(game, illegal_moves=counts, turn=turn)
        case CorrectionProposed(white=white, moves_kept=moves_kept):
            return replace(game, turn=replace(game.turn, correction=(white, moves_kept)))
        case MoveAnswered(uci=uci):
            announced = game.turn.announcement
            answered = replace(announced, answer=uci) if announced else None
            return replace(game, turn=replace(game.turn, announcement=answered))
        case FaultFound() | BoardCorrected() | ReasonStated():
            return game
        case _:
            assert_never(event)


def _raised(game: Game, event: ObjectionRaised) -> Game:
    play = replace(game.phase, halted=None) if isinstance(game.phase, InPlay) else InPlay()
    objecting = Objecting(
        white=event.white, touched=event.touched, released=event.released, play=play
    )
    return replace(game, phase=objecting, clock=game.clock.stopped(event.at_ms))


def _playing_on(game: Game) -> Game:
    return replace(game, phase=game.phase.play) if isinstance(game.phase, Objecting) else game
