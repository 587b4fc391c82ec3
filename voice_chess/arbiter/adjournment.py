"""Rules on adjournment: sealing, the envelope, and resumption with the players present."""

from voice_chess.arbiter import clocks, draws, moves
from voice_chess.arbiter.agreements import passed_over
from voice_chess.arbiter.game_end import completed, ended, flag_fallen, lost_unless_safe
from voice_chess.arbiter.recording import not_yet_recorded, written_already
from voice_chess.arbiter.ruling import Ruling
from voice_chess.arbiter.touch_obligation import has_let_go, has_moved
from voice_chess.game.adjournment import (
    AdjournEarly,
    AskToSeal,
    EnvelopeOpened,
    GameAdjourned,
    GameResumed,
    MoveSealed,
    OpenEnvelope,
    Resume,
    SealingAsked,
    SealMove,
)
from voice_chess.game.clocks import ClocksStarted, StartClocks, StopClocks
from voice_chess.game.draws import ClaimDraw, ClaimRejected, DrawOfferStands
from voice_chess.game.envelope import Envelope
from voice_chess.game.events import Event
from voice_chess.game.evolve import followed
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import AnnounceMove
from voice_chess.game.phases import Resuming, Sealing
from voice_chess.game.refusals import (
    BadField,
    ClaimLost,
    EnvelopeStaysShut,
    GameIsAdjourned,
    NotALegalMove,
    NothingSealed,
    NotYourMove,
    Refusal,
    SessionLastsLonger,
    TooLateToCorrect,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.notation import is_uci
from voice_chess.laws.reasons import why_not
from voice_chess.laws.topics import Topic


def stop_resuming(game: Game, command: StopClocks) -> Ruling:
    """Rule on stopping the clocks while the envelope is shut, which only the arbiter may do."""
    if command.by is Role.ARBITER:
        return clocks.stop(game, command)
    return GameIsAdjourned(first="envelope", because=game.edition.cite(Topic.RESUMPTION))


def start_resuming(game: Game, command: StartClocks) -> Ruling:
    """Rule on starting the clocks; if the replier is there, the envelope is opened instead.

    But the hour of a sealer who has not come goes on by it, if it was stopped.
    """
    is_waiting = game.attendance.waiting_since_ms is not None
    if _is_replier_here(game) and not is_waiting:
        return GameIsAdjourned(first="envelope", because=game.edition.cite(Topic.RESUMPTION))
    return clocks.start_again(game, command)


def claim_sealing(game: Game, command: ClaimDraw) -> Ruling:
    """Rule on a claim of a draw by a player asked to seal, who still has the move and may claim.

    If the claim is wrong, the move that it rests on must be made, and so is the sealed one.
    """
    is_made = isinstance(game.phase, Sealing) and game.phase.is_made
    if is_made and command.by.acts_for_white == game.white_to_move:
        return ClaimLost(because=game.edition.cite(Topic.CLAIM_LOST))
    ruling = draws.claim(game, command)
    if command.uci is None or not isinstance(ruling, tuple):
        return ruling
    if not isinstance(ruling[0], ClaimRejected):
        return ruling
    return (*ruling, _sealed(game, command.uci, command.at_ms, is_made=True))


def ask_to_seal(game: Game, command: AskToSeal) -> Ruling:
    """Ask the player on move to seal now."""
    return _asked(game, command, charged_until_ms=None)


def announce_sealing(game: Game, command: AnnounceMove) -> Ruling:
    """Take a move made on the board, by a player asked to seal, as their sealed move.

    Like any move it declines the opponent's offer, which a move that is only written does not.
    """
    if command.by.acts_for_white != game.white_to_move:
        return NotYourMove(because=game.edition.cite(Topic.SEALING))
    if isinstance(game.phase, Sealing) and game.phase.is_made:
        return TooLateToCorrect(because=game.edition.cite(Topic.SEALING))
    refusal = moves.not_sayable(game, command.uci) or not_yet_recorded(game, at_ms=command.at_ms)
    if refusal is not None:
        return refusal
    declined = passed_over(game, command.at_ms, "move")
    return (*declined, _sealed(game, command.uci, command.at_ms, is_made=True))


def stop_sealing(game: Game, command: StopClocks) -> Ruling:
    """Close the envelope and stop the mover's clock, without starting the opponent's.

    The arbiter only stops the clock.
    """
    if command.by is Role.ARBITER:
        return clocks.stop(game, command)
    because = game.edition.cite(Topic.SEALING)
    phase, white = game.phase, game.white_to_move
    if command.by.acts_for_white != white:
        return NotYourMove(because=because)
    if not isinstance(phase, Sealing) or phase.text is None:
        return NothingSealed(because=because)
    charged_until_ms = max(command.at_ms, phase.charged_until_ms or 0)
    falls_at = game.clock.flag_falls_at_ms
    if falls_at is not None and falls_at <= charged_until_ms:
        return flag_fallen(game, white=white, at_ms=falls_at)
    envelope = Envelope(
        sealed_by_white=white,
        text=command.sealed or phase.text,
        fen=game.position.fen,
        move_number=game.position.fullmove_number,
        left_ms=game.clock.both_left_ms(charged_until_ms).pair,
        offer_by_white=game.turn.offer_by_white,
        resumption=phase.resumption,
    )
    because = game.edition.cite(Topic.ENVELOPE)
    closed = GameAdjourned(envelope=envelope, because=because, at_ms=command.at_ms)
    if game.attendance.is_somebody_missing:
        return (closed, _still_waiting(game, command.at_ms))
    return (closed,)


def _still_waiting(game: Game, at_ms: int) -> GameResumed:
    """Let the session go on: a missing player's clock runs while the sealed reply waits."""
    return GameResumed(
        white_here=game.attendance.here.white,
        black_here=game.attendance.here.black,
        because=game.edition.cite(Topic.RESUMPTION),
        at_ms=at_ms,
    )


def adjourn_early(game: Game, command: AdjournEarly) -> Ruling:
    """Let the player on move seal before the session ends; their clock is charged until then.

    They can't if their time ends before the session.
    """
    ends_at_ms = command.session_ends_at_ms
    because = game.edition.cite(Topic.SEALING)
    if command.by.acts_for_white != game.white_to_move:
        return NotYourMove(because=because)
    if ends_at_ms < command.at_ms:
        return BadField(field="session_ends_at_ms", problem="in-the-past", because=because)
    if game.clock.started(command.at_ms).has_flag_down(white=game.white_to_move, at_ms=ends_at_ms):
        return SessionLastsLonger(because=because)
    asked = _asked(game, command, charged_until_ms=ends_at_ms)
    return asked if game.clock.is_running else (*asked, ClocksStarted(at_ms=command.at_ms))


def _asked(
    game: Game, command: AskToSeal | AdjournEarly, *, charged_until_ms: int | None
) -> tuple[Event, ...]:
    """Return the request to seal; a move already made on the board becomes the sealed move."""
    asked = SealingAsked(
        white=game.white_to_move,
        resumption=command.resumption,
        charged_until_ms=charged_until_ms,
        because=game.edition.cite(Topic.SEALING),
        at_ms=command.at_ms,
    )
    uci = made_already(game)
    return (asked,) if uci is None else (asked, _sealed(game, uci, command.at_ms, is_made=True))


def made_already(game: Game) -> str | None:
    """Return the move that the mover made on the board or must make, or None; words don't count."""
    said = game.turn.announcement
    if said is not None and (said.is_binding or has_moved(game)):
        return said.uci
    return game.turn.released if has_let_go(game) else None


def seal(game: Game, command: SealMove) -> Ruling:
    """Rule on a move written for the envelope, on the scoresheet below the player's last one."""
    text = command.text
    because = game.edition.cite(Topic.SEALING)
    if command.by.acts_for_white != game.white_to_move:
        return NotYourMove(because=because)
    if isinstance(game.phase, Sealing) and game.phase.is_made:
        return TooLateToCorrect(because=because)
    if not text.strip():
        return BadField(field="text", problem="nothing-written", because=because)
    unwritten = not_yet_recorded(game, at_ms=command.at_ms)
    if unwritten is not None:
        return unwritten
    sealed = _sealed(game, text, command.at_ms, is_made=False)
    return (sealed,) if isinstance(game.phase, Sealing) else (_answering(game, command), sealed)


def _answering(game: Game, command: SealMove) -> SealingAsked:
    """Begin sealing a reply, in a second envelope, because the opponent has not come back."""
    return SealingAsked(
        white=game.white_to_move,
        resumption="",
        charged_until_ms=None,
        because=game.edition.cite(Topic.RESUMPTION),
        at_ms=command.at_ms,
    )


def _sealed(game: Game, text: str, at_ms: int, *, is_made: bool) -> MoveSealed:
    return MoveSealed(white=game.white_to_move, text=text, is_made=is_made, at_ms=at_ms)


def resume(game: Game, command: Resume) -> Ruling:
    """Resume play with the players who are present, and tell the draw offers that still stand.

    Where no arbiter sees who has come, a player resumes it only together with the other one.
    """
    are_both_here = command.white_here and command.black_here
    if command.by is not Role.ARBITER and not are_both_here:
        return EnvelopeStaysShut(because=game.edition.cite(Topic.RESUMPTION))
    resumed = GameResumed(
        white_here=command.white_here,
        black_here=command.black_here,
        because=game.edition.cite(Topic.RESUMPTION),
        at_ms=command.at_ms,
    )
    offers = (DrawOfferStands(white=white, at_ms=command.at_ms) for white in game.turn.offered_by)
    return (resumed, *offers)


def open_envelope(game: Game, command: OpenEnvelope) -> Ruling:
    """Open the envelope if the player who must reply is present, or the sealer came too late.

    If the sealed move can't be read or played, its sealer loses.
    """
    cite, uci, phase = game.edition.cite, command.uci, game.phase
    if not isinstance(phase, Resuming) or not (_is_replier_here(game) or phase.lateness):
        return EnvelopeStaysShut(because=cite(Topic.ENVELOPE_OPENED))
    if uci is not None and not is_uci(uci):
        return BadField(field="uci", problem="not-a-move", because=cite(Topic.RESUMPTION))
    is_playable = uci is not None and game.position.is_legal(uci)
    if command.was_lost and not is_playable:
        return _must_be_stated(game, uci)
    topic = Topic.ENVELOPE_LOST if command.was_lost else Topic.RESUMPTION
    opened = EnvelopeOpened(
        uci=uci, was_lost=command.was_lost, because=cite(topic), at_ms=command.at_ms
    )
    if uci is None or not is_playable:
        return (opened, _lost_by_sealing(game, command.at_ms))
    return (opened, *_played(game, uci, command.at_ms, lateness=phase.lateness))


def _must_be_stated(game: Game, uci: str | None) -> Refusal:
    """Refuse a lost envelope's move: the sealer must state one that can be played."""
    because = game.edition.cite(Topic.ENVELOPE_LOST)
    if uci is None:
        return BadField(field="uci", problem="not-a-move", because=because)
    return NotALegalMove(uci=uci, reason=why_not(game.position, uci), because=because)


def _played(game: Game, uci: str, at_ms: int, *, lateness: Result | None) -> tuple[Event, ...]:
    """Make the sealed move; unless it ends the game or came too late, the clock starts."""
    made = completed(game, uci, at_ms=at_ms, charged_until_ms=at_ms)
    after = followed(game, made)
    events = (*made, *written_already(after, white=game.white_to_move, at_ms=at_ms))
    if any(isinstance(event, GameEnded) for event in events):
        return events
    if lateness is not None:
        late = (lateness, EndReason.LATENESS, Topic.RESUMPTION_LATENESS)
        return (*events, ended(game, late, at_ms))
    return (*events, ClocksStarted(at_ms=at_ms))


def _lost_by_sealing(game: Game, at_ms: int) -> Event:
    return lost_unless_safe(
        game, white=game.white_to_move, reason=EndReason.SEALED_MOVE, at_ms=at_ms
    )


def _is_replier_here(game: Game) -> bool:
    return game.attendance.here.of(white=not game.white_to_move)
