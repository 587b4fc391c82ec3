"""Folds what concerns the players' own scoresheets, and the time control that makes them due."""

from dataclasses import replace
from typing import assert_never

from voice_chess.game.player_scoresheets import Score, Scores
from voice_chess.game.record_events import (
    GameReconstructed,
    InformationAsked,
    MoveCountTold,
    MoveRecorded,
    PeriodBegun,
    Recorded,
    ResultSettled,
    ScoreCompleted,
    ScoreShown,
    ScoreSigned,
    TimesTold,
)
from voice_chess.game.state import Game, Over
from voice_chess.laws.recording import must_record


def must_write(game: Game, *, white: bool, at_ms: int) -> bool:
    """False in rapid and blitz, and for who is, or was in this period, short of time."""
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
    """The same moment, with whoever is short of time let off for the rest of their period."""
    if game.table.customs.recording != "reported":
        return game
    scores = game.scores
    for white in (True, False):
        if not must_write(game, white=white, at_ms=at_ms):
            score = scores.of(white=white)
            period = game.clock.sides.of(white=white).period
            scores = scores.having(replace(score, exempt_in_period=period), white=white)
    return replace(game, scores=scores)


def with_scores_due(before: Game, after: Game) -> Game:
    """The same game, with the scores owed that were left off when a time control was passed."""
    was, now = before.clock, after.clock
    has_passed = any(
        later.period > earlier.period for earlier, later in zip(was.sides, now.sides, strict=True)
    )
    if not has_passed or not _is_written_at_all(after):
        return after
    scores = after.scores
    for white in (True, False):
        score = before.scores.of(white=white)
        if score.exempt_in_period == was.sides.of(white=white).period:
            owed = len(score.moves) < len(after.position.moves)
            scores = scores.having(replace(score, is_owed=owed), white=white)
    return replace(after, scores=scores)


def in_records(game: Game, event: Recorded) -> Game:
    match event:
        case MoveRecorded(white=white, uci=uci):
            score = game.scores.of(white=white)
            moves = (*score.moves, uci)
            owed = score.is_owed and len(moves) < len(game.position.moves)
            written = replace(score, moves=moves, is_owed=owed)
            return replace(game, scores=game.scores.having(written, white=white))
        case ScoreCompleted(white=white):
            completed = _completed(game, game.scores.of(white=white))
            return replace(game, scores=game.scores.having(completed, white=white))
        case GameReconstructed():
            return replace(game, scores=_both_completed(game))
        case PeriodBegun(at_ms=at_ms):
            clock = game.clock.period_begun(at_ms)
            return replace(game, clock=clock, scores=_both_completed(game))
        case InformationAsked() | TimesTold() | MoveCountTold() | ScoreShown():
            return _about_information(game, event)
        case ScoreSigned() | ResultSettled():
            return _in_the_end(game, event)
        case _:
            assert_never(event)


def _about_information(
    game: Game, event: InformationAsked | TimesTold | MoveCountTold | ScoreShown
) -> Game:
    white, asked = event.white, game.turn.asked
    match event:
        case InformationAsked(about=about):
            asked |= {(white, about)}
        case TimesTold():
            asked -= {(white, "time")}
        case MoveCountTold():
            asked -= {(white, "moves")}
        case ScoreShown():
            score = game.scores.of(white=white)
            seen = replace(score, looks=score.looks + 1)
            game = replace(game, scores=game.scores.having(seen, white=white))
            asked -= {(white, "score")}
        case _:
            assert_never(event)
    return replace(game, turn=replace(game.turn, asked=asked))


def _in_the_end(game: Game, event: ScoreSigned | ResultSettled) -> Game:
    if isinstance(event, ScoreSigned):
        signed = replace(game.scores.of(white=event.white), signed=event.result)
        return replace(game, scores=game.scores.having(signed, white=event.white))
    if not isinstance(game.phase, Over):
        return game
    result = event.result
    settled = replace(game.phase, result=result, half_points=result.half_points)
    return replace(game, phase=settled)


def _completed(game: Game, score: Score) -> Score:
    return replace(score, moves=game.position.moves, is_owed=False)


def _both_completed(game: Game) -> Scores:
    return game.scores.map(lambda score: _completed(game, score))


def _is_written_at_all(game: Game) -> bool:
    is_reported = game.table.customs.recording == "reported"
    rules = game.edition.rules.recording
    return is_reported and (game.speed == "standard" or rules.rapid_is_recorded)
