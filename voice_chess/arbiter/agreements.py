"""Rules on agreements outside the Laws, to take moves back or play again, and on passed offers."""

from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.agreements import (
    AboutRematch,
    AboutTakeback,
    AcceptRematch,
    DeclineRematch,
    DeclineTakeback,
    ProposeRematch,
    ProposeTakeback,
    RematchAccepted,
    RematchDeclined,
    RematchProposed,
    TakebackAccepted,
    TakebackDeclined,
    TakebackProposed,
)
from voice_chess.game.clocks import ClocksStarted
from voice_chess.game.draws import DeclinedBy, DrawDeclined
from voice_chess.game.events import Event
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.phases import Over
from voice_chess.game.refusals import (
    AlreadyProposed,
    GameNotOver,
    NotAtThisTable,
    NothingProposed,
    NothingToTakeBack,
    OwnProposal,
)
from voice_chess.game.state import Game
from voice_chess.laws.topics import Topic


def takeback(game: Game, command: AboutTakeback) -> Ruling:
    """Rule on taking moves back, which both must want.

    The clocks keep their times, and the proposer's runs on. An announced but uncompleted move is
    dropped too.
    """
    # This article forbids taking back a move that was made.
    because = game.edition.cite(Topic.RELEASED)
    if not game.table.has_takebacks:
        return NotAtThisTable(because=because)
    white, at_ms, proposed = command.by.acts_for_white is True, command.at_ms, game.turn.takeback
    if proposed is None:
        if not isinstance(command, ProposeTakeback):
            return NothingProposed(because=because)
        moves_kept = len(game.position.moves) - (2 if white == game.white_to_move else 1)
        if moves_kept < len(game.table.setup.moves):
            return NothingToTakeBack(because=because)
        return (TakebackProposed(white=white, moves_kept=moves_kept, at_ms=at_ms),)
    by_white, moves_kept = proposed
    match command:
        case DeclineTakeback():
            return (TakebackDeclined(white=white, at_ms=at_ms),)
        case ProposeTakeback():
            return AlreadyProposed(because=because)
        case _ if by_white is white:
            return OwnProposal(because=because)
        case _:
            return (
                TakebackAccepted(white=white, at_ms=at_ms),
                PositionRestored(moves_kept=moves_kept, because=because, at_ms=at_ms),
                ClocksStarted(at_ms=at_ms),
            )


def rematch(game: Game, command: AboutRematch) -> Ruling:
    """Rule on another game; a player who proposes what the opponent has proposed accepts it."""
    over = game.phase
    if not isinstance(over, Over):
        return GameNotOver(because=game.edition.cite(Topic.RESULT_SIGNED))
    if not game.table.has_rematches:
        return NotAtThisTable(because=over.because)
    if over.is_rematch_agreed:
        return AlreadyProposed(because=over.because)
    white, at_ms = command.by.acts_for_white is True, command.at_ms
    match command, over.rematch_by_white:
        case ProposeRematch(), None:
            return (RematchProposed(white=white, at_ms=at_ms),)
        case ProposeRematch(), by_white if by_white is white:
            return AlreadyProposed(because=over.because)
        case _, None:
            return NothingProposed(because=over.because)
        case DeclineRematch(), _:
            return (RematchDeclined(white=white, at_ms=at_ms),)
        case AcceptRematch(), by_white if by_white is white:
            return OwnProposal(because=over.because)
        case _:
            return (RematchAccepted(white=white, at_ms=at_ms),)


def passed_over(game: Game, at_ms: int, by: DeclinedBy) -> tuple[Event, ...]:
    """Return the events by which a move, or a touch made in order to move, declines offers."""
    turn, white = game.turn, game.white_to_move
    is_own = turn.offer_by_white == white and not turn.is_offered_by_both
    takeback = None if turn.takeback is None else turn.takeback[0]
    declined: list[Event] = []
    if turn.offer_by_white is not None and not is_own:
        declined.append(DrawDeclined(white=white, by=by, at_ms=at_ms))
    if by == "move" and takeback not in (None, white):
        declined.append(TakebackDeclined(white=white, at_ms=at_ms))
    return tuple(declined)
