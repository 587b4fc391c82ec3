"""Rules on the players' own scoresheets: recording in time, completing, signing."""

from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.clocks import BeginNextPeriod, ClocksStopped, PeriodBegun
from voice_chess.game.events import Event
from voice_chess.game.evolve import followed
from voice_chess.game.phases import InPlay, Over
from voice_chess.game.refusals import (
    BadField,
    NothingToRecord,
    NotInAdvance,
    NotYetRecorded,
    NotYourMove,
    Refusal,
)
from voice_chess.game.results import EndReason
from voice_chess.game.scoresheets import (
    CompleteScore,
    GameReconstructed,
    MoveRecorded,
    ReconstructGame,
    RecordMove,
    ResultSettled,
    ScoreCompleted,
    ScoreSigned,
    SignScore,
    must_write,
    unwritten,
)
from voice_chess.game.state import Game, Score, are_complete
from voice_chess.game.table import Role
from voice_chess.laws.topics import Topic

FOR_THE_SCORES = (Role.ARBITER, "recording")
"""The role that stops the clocks, and why, until both players have completed their scores."""
_BOTH = (True, False)
_MOVE_AND_REPLY = 2


def not_yet_recorded(game: Game, *, at_ms: int) -> Refusal | None:
    """Return a refusal if the mover must first record their last move or an owed score, or None.

    Only players who report what they write can owe anything.
    """
    white, made = game.white_to_move, len(game.position.moves)
    score = game.scores.of(white=white)
    if score.is_owed:
        because = game.edition.cite(Topic.RECORDING_COMPLETION)
        return NotYetRecorded(what="score", because=because)
    through_their_last = made - 1
    if len(score.moves) < through_their_last and must_write(game, white=white, at_ms=at_ms):
        return NotYetRecorded(because=game.edition.cite(Topic.RECORDING))
    return None


def record(game: Game, command: RecordMove) -> Ruling:
    """Rule on a player's report that their scoresheet is up to date, but never ahead of the game.

    A move for a claim or for sealing is written with the claim or the sealing.
    """
    because = game.edition.cite(Topic.RECORDING)
    white = command.by.acts_for_white is True
    if not game.table.reports(white=white):
        return NothingToRecord(because=because)
    left = unwritten(game, white=white)
    if not left:
        is_ahead = not game.is_over and white == game.white_to_move
        return NotInAdvance(because=because) if is_ahead else NothingToRecord(because=because)
    return _reported(game, left, white=white, at_ms=command.at_ms)


def written_already(game: Game, *, white: bool, at_ms: int) -> tuple[MoveRecorded, ...]:
    """Return the report of a move just made that was written for a claim or an envelope.

    Nobody wrote it who had left out more than the opponent's move before it, being exempt.
    """
    left = unwritten(game, white=white)
    return _reported(game, left, white=white, at_ms=at_ms) if len(left) <= _MOVE_AND_REPLY else ()


def _reported(
    game: Game, moves: tuple[str, ...], *, white: bool, at_ms: int
) -> tuple[MoveRecorded, ...]:
    is_offered = game.turn.offer_by_white is not None
    last = len(moves) - 1
    return tuple(
        MoveRecorded(white=white, uci=uci, with_offer=is_offered and number == last, at_ms=at_ms)
        for number, uci in enumerate(moves)
    )


def complete(game: Game, command: CompleteScore) -> Ruling:
    """Rule on completing a score from a complete one: the opponent's only on one's own move."""
    because = game.edition.cite(Topic.RECORDING_COMPLETION)
    white = command.by.acts_for_white is True
    if not game.scores.of(white=white).is_owed:
        return NothingToRecord(because=because)
    if command.source == "opponent" and white != game.white_to_move and not _is_halted(game):
        return NotYourMove(because=because)
    if not _can_be_copied(game, command, white=white):
        return BadField(field="source", problem="no-complete-score", because=because)
    return (ScoreCompleted(white=white, source=command.source, at_ms=command.at_ms),)


def reconstruct(game: Game, command: ReconstructGame) -> Ruling:
    """Rule on a reconstruction, only if no scoresheet is complete; board and clocks are noted."""
    is_owed = not are_complete(game.scores)
    if not is_owed or any(_is_complete(game, white=white) for white in _BOTH):
        return NothingToRecord(because=game.edition.cite(Topic.RECONSTRUCTION))
    at_ms = command.at_ms
    return (
        GameReconstructed(
            fen=game.position.fen,
            left_ms=game.clock.both_left_ms(at_ms).pair,
            white_to_move=game.white_to_move,
            moves=len(game.position.moves),
            because=game.edition.cite(Topic.RECONSTRUCTION),
            at_ms=at_ms,
        ),
    )


def begin_next_period(game: Game, command: BeginNextPeriod) -> Ruling:
    """Rule on opening the next period, if the scores can't prove that too few moves were made."""
    because, clock = game.edition.cite(Topic.RECORDING_UNPROVED), game.clock
    is_flag_down = any(clock.has_flag_down(white=white, at_ms=command.at_ms) for white in _BOTH)
    is_last = all(clock.is_last_period(white=white) for white in _BOTH)
    if is_last or not (is_flag_down or not are_complete(game.scores)):
        return NothingToRecord(because=because)
    return (PeriodBegun(because=because, at_ms=command.at_ms),)


def sign(game: Game, command: SignScore) -> Ruling:
    """Rule on a signature; the result that both sign stands, even if it is not what was played.

    Players can't change a result that the arbiter gave as a penalty.
    """
    because = game.edition.cite(Topic.RESULT_SIGNED)
    white = command.by.acts_for_white is True
    if game.scores.of(white=white).signed is not None:
        return NothingToRecord(because=because)
    signed = ScoreSigned(white=white, result=command.result, at_ms=command.at_ms)
    others = game.scores.of(white=not white).signed
    over = game.phase
    is_theirs = isinstance(over, Over) and over.reason is not EndReason.PENALTY
    is_other_result = isinstance(over, Over) and over.result != command.result
    if others != command.result or not is_other_result or not is_theirs:
        return (signed,)
    settled = ResultSettled(result=command.result, because=because, at_ms=command.at_ms)
    return (signed, settled)


def stopped_to_record(game: Game, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Stop both clocks for the arbiter if both players owe their score after a time control."""
    if not game.table.occasion.has_arbiter:
        return ()
    game = followed(game, events)
    if not isinstance(game.phase, InPlay) or game.phase.halted == FOR_THE_SCORES:
        return ()
    if not all(game.scores.of(white=white).is_owed for white in _BOTH):
        return ()
    because = game.edition.cite(Topic.RECORDING_COMPLETION)
    at_ms = events[-1].at_ms
    return (ClocksStopped(by=Role.ARBITER, why="recording", because=because, at_ms=at_ms),)


def _is_halted(game: Game) -> bool:
    return isinstance(game.phase, InPlay) and game.phase.halted is not None


def _is_complete(game: Game, *, white: bool) -> bool:
    """Return whether a score holds all moves; one that the program keeps always does."""
    score: Score = game.scores.of(white=white)
    is_kept = not game.table.reports(white=white)
    return is_kept or len(score.moves) >= len(game.position.moves)


def _can_be_copied(game: Game, command: CompleteScore, *, white: bool) -> bool:
    """Return whether the source is complete; an arbiter's is if neither player has to record."""
    if command.source == "opponent":
        return _is_complete(game, white=not white)
    return game.table.occasion.has_arbiter and game.scores.of(white=not white).is_owed
