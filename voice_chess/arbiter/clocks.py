"""Rules on the clocks: starting and stopping them, lateness, and fallen flags."""

from voice_chess.arbiter.game_end import ended, ended_on_the_board, flag_fallen, topic_of
from voice_chess.arbiter.recording import FOR_THE_SCORES
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.adjournment import SealerTooLate
from voice_chess.game.clocks import ClaimFlag, ClocksStarted, ClocksStopped, StartClocks, StopClocks
from voice_chess.game.events import Event
from voice_chess.game.phases import InPlay, Resuming, Sealing
from voice_chess.game.refusals import (
    BadField,
    BothFlagsDown,
    ClocksAreRunning,
    ClocksAreStopped,
    FlagHasNotFallen,
    GameAlreadyStarted,
    NotYetRecorded,
    NotYourRole,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.setup import Arrive, GameStarted, PlayerArrived, StartGame
from voice_chess.game.state import Game, are_complete
from voice_chess.laws.topics import Topic


def start(_game: Game, command: StartGame) -> Ruling:
    return (GameStarted(at_ms=command.at_ms),)


def arrive(game: Game, command: Arrive) -> Ruling:
    """Rule on a player's arrival; `due` has already decided whether they are too late."""
    white = command.by.acts_for_white is True
    if game.attendance.here.of(white=white):
        return GameAlreadyStarted(because=game.edition.cite(Topic.LATENESS))
    return (PlayerArrived(white=white, at_ms=command.at_ms),)


def stop(game: Game, command: StopClocks) -> Ruling:
    """Rule on stopping the clocks, and with them the time that a missing player has to come."""
    because = game.edition.cite(Topic.STOPPING_CLOCKS)
    if not (game.clock.is_running or game.is_sealer_awaited):
        return ClocksAreStopped(because=because)
    has_arbiter = game.table.occasion.has_arbiter
    why = "pause" if command.why == "arbiter" and not has_arbiter else command.why
    return (ClocksStopped(by=command.by, why=why, because=because, at_ms=command.at_ms),)


def start_again(game: Game, command: StartClocks) -> Ruling:
    if game.clock.is_running:
        return ClocksAreRunning(because=game.edition.cite(Topic.STOPPING_CLOCKS))
    is_for_the_scores = isinstance(game.phase, InPlay) and game.phase.halted == FOR_THE_SCORES
    if is_for_the_scores and not are_complete(game.scores):
        because = game.edition.cite(Topic.RECORDING_COMPLETION)
        return NotYetRecorded(what="scores", because=because)
    return (ClocksStarted(at_ms=command.at_ms),)


def due(game: Game, at_ms: int) -> tuple[Event, ...]:
    """Return the events that time alone has caused: lateness, or a flag that falls by itself."""
    if not isinstance(game.phase, InPlay | Sealing | Resuming):
        return ()
    late_at, falls_at = _late_at(game), game.flag_falls_at_ms
    if game.table.customs.flag_mode != "automatic":
        falls_at = None
    if late_at is not None and at_ms > late_at and (falls_at is None or late_at < falls_at):
        return _late(game, late_at)
    if falls_at is not None and at_ms >= falls_at:
        return flag_fallen(game, white=game.clock.white_to_move, at_ms=falls_at)
    return ()


def claim_flag(game: Game, command: ClaimFlag) -> Ruling:
    """Rule on a claim: a player claims the opponent's flag, the arbiter either one."""
    claimant, rules = command.by.acts_for_white, game.edition.rules.clock
    white_down = game.has_flag_down(white=True, at_ms=command.at_ms)
    black_down = game.has_flag_down(white=False, at_ms=command.at_ms)
    are_both_down = white_down and black_down
    is_players_only = game.kind in rules.flag_on_claim_only
    may_arbiter_tell = are_both_down and rules.arbiter_tells_both_flags
    if claimant is None and is_players_only and not may_arbiter_tell:
        return NotYourRole(role=command.by, because=game.edition.cite(Topic.FLAG_ON_CLAIM))
    if are_both_down:
        return _both_down(game, command, is_order_looked_at=not is_players_only)
    loser_is_white = white_down if claimant is None else not claimant
    if not (white_down if loser_is_white else black_down):
        claimed = None if claimant is None else loser_is_white
        topic = Topic.WIN_ON_TIME if is_players_only else Topic.FLAG_NOTICED
        return FlagHasNotFallen(white=claimed, because=game.edition.cite(topic))
    fell_at = game.flag_falls_at_ms
    is_running_side = loser_is_white == game.clock.white_to_move
    at_ms = fell_at if is_running_side and fell_at is not None else command.at_ms
    return flag_fallen(game, white=loser_is_white, at_ms=at_ms)


def bad_times(game: Game, **times: int) -> BadField | None:
    """Return a refusal for the first of these fields with a negative time, or None."""
    for name, value in times.items():
        if value < 0:
            because = game.edition.cite(Topic.TIME_CONTROL)
            return BadField(field=name, problem="negative-time", because=because)
    return None


def _both_down(game: Game, command: ClaimFlag, *, is_order_looked_at: bool) -> Ruling:
    """Rule when both flags are down: the first to fall loses, else the last period is drawn.

    In games in which only the players watch the flags, the Laws declare a draw in any period. A
    move that had ended the game before the claim counts in all of them.
    """
    ending = ended_on_the_board(game)
    if ending:
        return ending
    clock, at_ms = game.clock, command.at_ms
    fell = {white: clock.flag_fell_at_ms(white=white, at_ms=at_ms) or 0 for white in (True, False)}
    if is_order_looked_at and fell[True] != fell[False]:
        return flag_fallen(game, white=fell[True] < fell[False], at_ms=min(fell.values()))
    is_last = clock.is_last_period(white=True) and clock.is_last_period(white=False)
    if is_order_looked_at and not is_last:
        return BothFlagsDown(because=game.edition.cite(Topic.BOTH_FLAGS))
    topic = Topic.BOTH_FLAGS if is_order_looked_at else Topic.BOTH_FLAGS_ON_CLAIM
    drawn = (Result.DRAW, EndReason.BOTH_FLAGS, topic)
    return (ended(game, drawn, command.at_ms),)


def _late_at(game: Game) -> int | None:
    """Return when a missing player is too late, in ms; None if both are present or waited for."""
    attendance = game.attendance
    if attendance.is_complete or attendance.started_at_ms is None:
        return None
    if attendance.waiting_since_ms is not None:
        return None
    if isinstance(game.phase, Resuming) and game.phase.lateness is not None:
        return None
    return attendance.started_at_ms + _time_to_come_ms(game)


def _time_to_come_ms(game: Game) -> int:
    """Return how late a player may come, to the beginning of the game or to its resumption.

    What the event allows is for the beginning. Some editions have a time of their own for the
    resumption.
    """
    rules, agreed_ms = game.edition.rules.clock, game.table.occasion.lateness_ms
    if game.attendance.is_resumption and rules.resumption_lateness_ms is not None:
        return rules.resumption_lateness_ms
    return rules.default_lateness_ms if agreed_ms is None else agreed_ms


def _late(game: Game, at_ms: int) -> tuple[Event, ...]:
    """Return the loss of the player who is not present in time, or of both.

    If the player who sealed is late, the envelope is opened first: the move may end the game.
    """
    attendance = game.attendance
    is_anybody_here = any(attendance.here)
    result = Result.won_by(white=attendance.here.white) if is_anybody_here else Result.BOTH_LOSE
    if isinstance(game.phase, Resuming) and not _is_sealer_here(game, game.phase):
        because = game.edition.cite(Topic.RESUMPTION_LATENESS)
        return (SealerTooLate(result=result, because=because, at_ms=at_ms),)
    topic = topic_of(game, EndReason.LATENESS)
    return (ended(game, (result, EndReason.LATENESS, topic), at_ms),)


def _is_sealer_here(game: Game, phase: Resuming) -> bool:
    return game.attendance.here.of(white=phase.envelope.sealed_by_white)
