"""Carries out the arbiter's own decisions: time, warnings, positions restored, results."""

from collections.abc import Mapping
from dataclasses import replace

from voice_chess.arbiter import wrong_start
from voice_chess.arbiter.clocks import bad_times
from voice_chess.arbiter.draws import banned
from voice_chess.arbiter.game_end import ended, topic_of, without_mate, won_by_device
from voice_chess.arbiter.moves import made_unpressed
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.clocks import (
    AddTime,
    ClocksSet,
    SetClocks,
    TimeAdded,
    TimeDeducted,
    TimeReason,
)
from voice_chess.game.evolve import followed
from voice_chess.game.game_end import EndGame, RuleOnMatingChance
from voice_chess.game.irregularities import BackReason, GoBack, PositionRestored
from voice_chess.game.penalties import Expel, PlayerExpelled, PlayerWarned, Warn
from voice_chess.game.phases import AwaitingRuling
from voice_chess.game.refusals import BadField, NothingToRuleOn, TooLateToCorrect
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import ResultSettled, RuleOnResult
from voice_chess.game.state import Game
from voice_chess.laws.topics import Topic

MOST_HALF_POINTS = 2
TIME_TOPICS: dict[TimeReason, Topic] = {
    "penalty": Topic.PENALTIES,
    "disturbance": Topic.EXTERNAL_DISTURBANCE,
    "clock-helper": Topic.CLOCK_ASSISTANT,
    "scribe": Topic.SCRIBE,
    "displaced-pieces": Topic.DISPLACED_PIECES,
    "restored": Topic.CLOCK_RESTORED,
}
BACK_TOPICS: dict[BackReason, Topic] = {
    "restored": Topic.POSITION_RESTORED,
    "scores-differ": Topic.SCORES_DIFFER,
}
_DRAWN, _VOID = (Result.DRAW, "not-a-draw"), (Result.VOID, "not-void")
_ONLY: Mapping[EndReason, tuple[Result, str]] = {
    EndReason.DEAD_POSITION: _DRAWN,
    EndReason.QUICKPLAY_FINISH: _DRAWN,
    EndReason.WRONG_START: _VOID,
    EndReason.POSITION_LOST: _VOID,
}
"""The only result of a game that ends for such a reason, and the problem with any other.

A void game counts nothing, and a new one is played.
"""
_UP_TO_A_REPLY = 2
"""The half-moves of the sealed move and the reply to it."""

WON = (Result.WHITE_WINS, Result.BLACK_WINS)
HELP: tuple[TimeReason, ...] = ("clock-helper", "scribe")


def warn(game: Game, command: Warn) -> Ruling:
    """Warn a player."""
    because = game.edition.cite(Topic.PENALTIES)
    return (PlayerWarned(white=command.white, because=because, at_ms=command.at_ms),)


def expel(game: Game, command: Expel) -> Ruling:
    """Expel a player from the event."""
    because = game.edition.cite(Topic.EXPULSION)
    return (PlayerExpelled(white=command.white, because=because, at_ms=command.at_ms),)


def end(game: Game, command: EndGame) -> Ruling:
    """End the game as declared; for a wrong start only while players can still complain of it.

    In this way the arbiter also consents to an early agreement that the event denies the players;
    the move that the offer came with is made.
    """
    points, reason, cite = command.half_points, command.reason, game.edition.cite
    is_by_start = reason is EndReason.WRONG_START
    if is_by_start and wrong_start.consequence(game, "wrong-position") == "too-late":
        return TooLateToCorrect(because=cite(Topic.SETUP_COMPLAINTS))
    bad = _bad_points(game, points)
    if bad is not None:
        return bad
    only, problem = _ONLY.get(reason, (command.result, ""))
    if command.result is not only:
        return BadField(field="result", problem=problem, because=cite(topic_of(game, reason)))
    if reason is EndReason.AGREEMENT and not _is_there_an_agreement(game, command):
        return NothingToRuleOn(because=cite(Topic.DRAW_OFFER))
    if reason is EndReason.DEVICE and points is None and command.result in WON:
        is_whites = command.result is Result.WHITE_WINS
        return (won_by_device(game, white=is_whites, at_ms=command.at_ms),)
    made = made_unpressed(game, command.at_ms) if reason is EndReason.AGREEMENT else ()
    after = followed(game, made)
    if after.is_over:
        return made
    end = ended(game, (command.result, reason, _topic_of(after, command)), command.at_ms)
    return (*made, replace(end, half_points=points))


def _topic_of(game: Game, command: EndGame) -> Topic:
    """Return the topic of a declared end; two of these have an article of their own."""
    match command.reason, command.result:
        case EndReason.AGREEMENT, _ if banned(game) is not None:
            return Topic.EARLY_AGREEMENT
        case EndReason.DISOBEDIENCE, Result.BOTH_LOSE:
            return Topic.DISOBEDIENCE_OF_BOTH
        case reason, _:
            return topic_of(game, reason)


def _bad_points(game: Game, half_points: tuple[int, int] | None) -> BadField | None:
    """Return a refusal of points above those of a won game or below zero, or None."""
    if all(0 <= point <= MOST_HALF_POINTS for point in half_points or ()):
        return None
    because = game.edition.cite(Topic.PENALTIES)
    return BadField(field="half_points", problem="no-such-score", because=because)


def rule_on_result(game: Game, command: RuleOnResult) -> Ruling:
    """Rule on the result, once both have signed, or at any time after the end as a penalty.

    Players may deserve a penalty for acts after the game, or for acts that come out then. The
    arbiter's list of penalties includes the points of the game and the game itself.
    """
    is_penalty = command.reason is EndReason.PENALTY
    because = game.edition.cite(Topic.PENALTIES if is_penalty else Topic.RESULT_SIGNED)
    bad = _bad_points(game, command.half_points)
    if bad is not None:
        return bad
    is_signed = all(game.scores.of(white=white).signed is not None for white in (True, False))
    if not (is_penalty or is_signed):
        return NothingToRuleOn(because=because)
    reason = EndReason.PENALTY if is_penalty else EndReason.ARBITER
    return (
        ResultSettled(
            result=command.result,
            reason=reason,
            half_points=command.half_points,
            because=because,
            at_ms=command.at_ms,
        ),
    )


def _is_there_an_agreement(game: Game, command: EndGame) -> bool:
    """Return whether a draw was offered, or could not be because early offers are forbidden."""
    are_offers_heard = banned(game) is None or not game.edition.rules.draws.ban_covers_offers
    is_offered = game.turn.offer_by_white is not None or not are_offers_heard
    return command.result is Result.DRAW and is_offered


def add_time(game: Game, command: AddTime) -> Ruling:
    """Give or take time; editions may forbid a charge for help that a disability requires."""
    white, ms, at_ms = command.white, command.ms, command.at_ms
    because = game.edition.cite(TIME_TOPICS[command.why])
    if ms == 0:
        return BadField(field="ms", problem="no-time", because=because)
    if command.why in HELP:
        problem = _no_adjustment_for_help(game, white=white)
        if problem is not None:
            return BadField(field="why", problem=problem, because=because)
    if ms > 0:
        return (TimeAdded(white=white, ms=ms, because=because, at_ms=at_ms),)
    return (TimeDeducted(white=white, ms=-ms, because=because, at_ms=at_ms),)


def _no_adjustment_for_help(game: Game, *, white: bool) -> str | None:
    seat = game.table.seat(white=white)
    if not seat.has_assistant:
        return "no-assistant"
    has_disability = seat.is_blind or seat.is_hearing_impaired
    if has_disability and not game.edition.rules.assistance.adjusts_for_a_disability:
        return "not-for-a-disability"
    return None


def set_clocks(game: Game, command: SetClocks) -> Ruling:
    """Set both displays and the move counters; a wrong setting only while complaints are open."""
    because = game.edition.cite(_clock_topic(game, command))
    bad = bad_times(game, white_ms=command.white_ms, black_ms=command.black_ms)
    if bad is not None:
        return bad
    if command.moves is not None and min(command.moves) < 0:
        return BadField(field="moves", problem="negative-number", because=because)
    is_too_late = wrong_start.consequence(game, "wrong-clock") == "too-late"
    if command.why == "wrong-setting" and is_too_late and not _is_resuming(game):
        return TooLateToCorrect(because=game.edition.cite(Topic.SETUP_COMPLAINTS))
    return (
        ClocksSet(
            white_ms=command.white_ms,
            black_ms=command.black_ms,
            moves=command.moves,
            because=because,
            at_ms=command.at_ms,
        ),
    )


def _is_resuming(game: Game) -> bool:
    """Return whether a player has yet to make their first move after the resumption.

    Until then its clocks can be corrected. The sealed move does not count as such a move.
    """
    resumed_at = game.attendance.resumed_at
    return resumed_at is not None and len(game.position.moves) - resumed_at <= _UP_TO_A_REPLY


def _clock_topic(game: Game, command: SetClocks) -> Topic:
    if command.why == "wrong-setting" and _is_resuming(game):
        return Topic.RESUMPTION_CLOCK
    if command.why == "wrong-setting":
        return wrong_start.topic_of(game, "wrong-clock")
    return Topic.CLOCK_RESTORED if command.why == "restored" else Topic.CLOCK_FAULT


def go_back(game: Game, command: GoBack) -> Ruling:
    because = game.edition.cite(BACK_TOPICS[command.why])
    came_with, made = len(game.table.setup.moves), len(game.position.moves)
    if not came_with <= command.moves_kept <= made:
        return BadField(field="moves_kept", problem="no-such-move", because=because)
    restored = PositionRestored(moves_kept=command.moves_kept, because=because, at_ms=command.at_ms)
    return (restored,)


def rule_on_mating_chance(game: Game, command: RuleOnMatingChance) -> Ruling:
    """Carry out the ruling on a mating chance: the game is lost, or drawn after all."""
    phase = game.phase
    if not isinstance(phase, AwaitingRuling) or phase.question != "mating-chance":
        return NothingToRuleOn(because=game.edition.cite(Topic.ARBITER_LIMITS))
    reason: EndReason = phase.reason
    ending = (Result.won_by(white=phase.white), reason, topic_of(game, reason))
    won = ended(game, ending, command.at_ms)
    return (without_mate(game, won, can_mate=command.can_mate),)
