"""The players' own scoresheets: the duty to record, and recording, completing and signing."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.phases import Over
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.laws.edition import Citation
from voice_chess.laws.recording import must_record

Source = Literal["opponent", "arbiter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMove(CommandBase):
    """A player has written all moves made so far, and (=) beside one made with a draw offer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteScore(CommandBase):
    """A player completes their scoresheet from another one after a time control."""

    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconstructGame(CommandBase):
    """No scoresheet is complete: the game is reconstructed on another board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignScore(CommandBase):
    """A player signs with the result that they write."""

    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnResult(CommandBase):
    """The arbiter decides against the signed scoresheets, or between them.

    A penalty does not wait for signatures. `half_points` are White's and Black's, if the penalty
    gives other points than the result.
    """

    result: Result
    reason: EndReason = EndReason.ARBITER
    half_points: tuple[int, int] | None = None


Commands = RecordMove | CompleteScore | ReconstructGame | SignScore | RuleOnResult


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRecorded(EventBase):
    """The side `white` wrote the move `uci`; `with_offer`: and (=) beside it."""

    white: bool
    uci: str
    with_offer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCompleted(EventBase):
    white: bool
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReconstructed(EventBase):
    """The arbiter's notes before the reconstruction: position, times, side to move, moves made."""

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
    """The result that both signed, or that the arbiter decided instead for `reason`.

    `reason` is None if both signed it.
    """

    result: Result
    because: Citation
    reason: EndReason | None = None
    half_points: tuple[int, int] | None = None


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
        case ResultSettled():
            return _settled(game, event)
        case _:
            assert_never(event)


def _written(game: Game, event: MoveRecorded) -> Game:
    score = game.scores.of(white=event.white)
    moves = (*score.moves, event.uci)
    owed = score.is_owed and len(moves) < len(game.position.moves)
    written = replace(score, moves=moves, is_owed=owed)
    return replace(game, scores=game.scores.having(written, white=event.white))


def _settled(game: Game, event: ResultSettled) -> Game:
    over, points = game.phase, event.half_points or event.result.half_points
    if not isinstance(over, Over):
        return game
    reason = event.reason or EndReason.SIGNED
    settled = replace(over, result=event.result, half_points=points, reason=reason)
    return replace(game, phase=settled)


def made_so_far(game: Game) -> tuple[str, ...]:
    """Return the moves that a scoresheet can hold, with the one announced last."""
    announced = game.turn.announcement
    return game.position.moves if announced is None else (*game.position.moves, announced.uci)


def unwritten(game: Game, *, white: bool) -> tuple[str, ...]:
    """Return the moves that a player who reports has not written yet."""
    if not game.table.reports(white=white):
        return ()
    return made_so_far(game)[len(game.scores.of(white=white).moves) :]


def awaited_writer(game: Game) -> bool | None:
    """Return the side whose report of a written move is the likeliest now; None if nobody reports.

    Their own last move is what players must write before their next.
    """
    made, is_announced = len(made_so_far(game)), game.turn.announcement is not None
    last = game.white_to_move is is_announced
    own = {not last: made - 2, last: made - 1}
    written = {white: len(game.scores.of(white=white).moves) for white in own}
    reporting = [white for white in own if game.table.reports(white=white)]
    without_own = [white for white in reporting if written[white] <= own[white]]
    behind = [white for white in reporting if written[white] < made]
    return next(iter((*without_own, *behind, *reporting)), None)


def must_write(game: Game, *, white: bool, at_ms: int) -> bool:
    """Return whether a player must record; not if they are, or were in this period, short of time.

    In rapid and blitz the edition decides. A player whose score the program keeps need not.
    """
    if not game.table.reports(white=white):
        return False
    period = game.clock.period_of(white=white)
    exempt_in = game.scores.of(white=white).exempt_in_period
    return must_record(
        game.edition,
        speed=game.speed,
        left_ms=game.clock.left_ms(white=white, at_ms=at_ms),
        increment_ms=max(period.increment_ms, period.delay_ms),
        was_exempt=exempt_in == game.clock.sides.of(white=white).period,
    )


def with_exemptions(game: Game, at_ms: int) -> Game:
    """Return the game with players short of time exempt for the rest of their period."""
    if not game.table.are_scores_reported:
        return game
    scores = game.scores
    for white in (True, False):
        is_theirs = game.table.reports(white=white)
        if is_theirs and not must_write(game, white=white, at_ms=at_ms):
            score = scores.of(white=white)
            period = game.clock.sides.of(white=white).period
            scores = scores.having(replace(score, exempt_in_period=period), white=white)
    return replace(game, scores=scores)


def with_scores_due(before: Game, after: Game) -> Game:
    """Return the game in which players who just passed a time control owe the moves they left out.

    An opponent who is still short of time goes on without recording until they pass theirs.
    """
    is_rapid_recorded = after.edition.rules.recording.rapid_is_recorded
    if after.speed != "standard" and not is_rapid_recorded:
        return after
    scores = after.scores
    for white in (True, False):
        was, now = (game.clock.sides.of(white=white).period for game in (before, after))
        score = before.scores.of(white=white)
        if now > was and score.exempt_in_period == was:
            owed = len(score.moves) < len(after.position.moves)
            scores = scores.having(replace(score, is_owed=owed), white=white)
    return replace(after, scores=scores)


def with_completed(game: Game, *, white: bool) -> Game:
    """Return the game with one player's scoresheet complete."""
    completed = replace(game.scores.of(white=white), moves=game.position.moves, is_owed=False)
    return replace(game, scores=game.scores.having(completed, white=white))


def with_both_completed(game: Game) -> Game:
    return with_completed(with_completed(game, white=True), white=False)
