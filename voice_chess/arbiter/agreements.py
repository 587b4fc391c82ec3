"""What players may agree on beside the Laws, where nobody leads the event: another game."""

from voice_chess.game.agreement_commands import (
    AcceptRematch,
    Agreeing,
    DeclineRematch,
    ProposeRematch,
)
from voice_chess.game.agreement_events import (
    RematchAccepted,
    RematchDeclined,
    RematchProposed,
)
from voice_chess.game.events import Event
from voice_chess.game.refusals import (
    AlreadyProposed,
    GameNotOver,
    NotAtThisTable,
    NothingProposed,
    OwnProposal,
    Refusal,
)
from voice_chess.game.state import Game, Over
from voice_chess.laws.edition import Topic

Ruling = tuple[Event, ...] | Refusal


def rematch(game: Game, command: Agreeing) -> Ruling:
    """Whoever asks for what the other has asked for has accepted it."""
    over = game.phase
    if not isinstance(over, Over):
        return GameNotOver(because=game.edition.cite(Topic.RESULT_SIGNED))
    if not game.table.occasion.has_rematches or game.table.occasion.has_arbiter:
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
