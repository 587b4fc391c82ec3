"""What the players' own scoresheets say: written, completed, and signed at the end."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from voice_chess.game.base_command import CommandBase
from voice_chess.game.base_event import EventBase
from voice_chess.game.recording_duty import with_both_completed, with_completed
from voice_chess.game.results import Result
from voice_chess.game.state import Game, Over
from voice_chess.laws.edition import Citation

Source = Literal["opponent", "arbiter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMove(CommandBase):
    """A player has written one move more; `with_offer` when they wrote (=) beside it."""

    uci: str
    with_offer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteScore(CommandBase):
    """After a time control a player fills up their scoresheet from another one."""

    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconstructGame(CommandBase):
    """Nobody's scoresheet is complete: the game is played through on another board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignScore(CommandBase):
    """A player signs, with the result as they write it."""

    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnResult(CommandBase):
    """The arbiter decides otherwise than the signed scoresheets, or between them."""

    result: Result


Commands = RecordMove | CompleteScore | ReconstructGame | SignScore | RuleOnResult


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRecorded(EventBase):
    """`white` is who wrote, `uci` what they wrote, right or wrong."""

    white: bool
    uci: str
    with_offer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCompleted(EventBase):
    white: bool
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReconstructed(EventBase):
    """What the arbiter noted first: position, times, whose clock was to run, moves completed."""

    fen: str
    left_ms: tuple[int, int]
    white_to_move: bool
    moves: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSigned(EventBase):
    white: bool
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSettled(EventBase):
    """What both signed, or the arbiter decided in its place."""

    result: Result
    because: Citation


Events = MoveRecorded | ScoreCompleted | GameReconstructed | ScoreSigned | ResultSettled


def folded(game: Game, event: Events) -> Game:
    match event:
        case MoveRecorded():
            return _written(game, event)
        case ScoreCompleted(white=white):
            return with_completed(game, white=white)
        case GameReconstructed():
            return with_both_completed(game)
        case ScoreSigned(white=white, result=result):
            signed = replace(game.scores.of(white=white), signed=result)
            return replace(game, scores=game.scores.having(signed, white=white))
        case ResultSettled(result=result):
            return _settled(game, result)
        case _:
            assert_never(event)


def _written(game: Game, event: MoveRecorded) -> Game:
    score = game.scores.of(white=event.white)
    moves = (*score.moves, event.uci)
    owed = score.is_owed and len(moves) < len(game.position.moves)
    written = replace(score, moves=moves, is_owed=owed)
    return replace(game, scores=game.scores.having(written, white=event.white))


def _settled(game: Game, result: Result) -> Game:
    if not isinstance(game.phase, Over):
        return game
    settled = replace(game.phase, result=result, half_points=result.half_points)
    return replace(game, phase=settled)
