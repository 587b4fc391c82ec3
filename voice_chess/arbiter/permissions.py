"""The right to ask: the Laws give players, assistants, arbiter and spectators their parts."""

from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume
from voice_chess.game.clocks import PassTime, StartClocks
from voice_chess.game.commands import Command
from voice_chess.game.irregularities import ReportFault
from voice_chess.game.moves import AnnounceMove, CorrectSlip, ExecuteMove, PressClock, RepeatMove
from voice_chess.game.refusals import NotYourRole
from voice_chess.game.scoresheets import CompleteScore, RecordMove
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.topics import Topic

PLAYERS = frozenset({Role.WHITE, Role.BLACK})
ASSISTANTS = frozenset({Role.ASSISTANT_WHITE, Role.ASSISTANT_BLACK})
HELPED = PLAYERS | ASSISTANTS
ARBITER = frozenset({Role.ARBITER})
EVERYBODY = frozenset(Role)

# The article that gives a role its part, and so takes away the rest.
PART_OF: dict[Role, Topic] = {
    Role.WHITE: Topic.PENALTIES,
    Role.BLACK: Topic.PENALTIES,
    Role.ASSISTANT_WHITE: Topic.ASSISTANT,
    Role.ASSISTANT_BLACK: Topic.ASSISTANT,
    Role.ARBITER: Topic.ARBITER_LIMITS,
    Role.SPECTATOR: Topic.SPECTATORS,
}


# What players do themselves where no arbiter is at the event.
THE_ARBITERS = (StartClocks, AskToSeal, Resume, OpenEnvelope, ReportFault)
# What the assistant of a sighted player may do, while the blind one has none.
SIGHTED_PLAYERS_ASSISTANT = (AnnounceMove, CorrectSlip, RepeatMove, ExecuteMove)
# What somebody may do for a player who can't use the clock, or write.
CLOCK_AND_SCORE = (PressClock, RecordMove, CompleteScore)


def not_permitted(game: Game, command: Command, roles: frozenset[Role]) -> NotYourRole | None:
    """The refusal when only these may ever ask for it, or a role has no part at this table."""
    if command.by in roles and _has_a_part(game, command):
        return None
    return NotYourRole(role=command.by, because=game.edition.cite(PART_OF[command.by]))


def _has_a_part(game: Game, command: Command) -> bool:
    if command.by.is_assistant:
        return _assists(game, command)
    is_arbiters = game.table.occasion.has_arbiter and isinstance(command, THE_ARBITERS)
    return not is_arbiters or command.by is Role.ARBITER


def _assists(game: Game, command: Command) -> bool:
    """A blind player's assistant has all their duties, a sighted player's two of them.

    Where those two are not wanted, a sighted player has an assistant for their clock and score.
    """
    white = command.by.acts_for_white is True
    own, other = game.table.white, game.table.black
    if not white:
        own, other = other, own
    if not own.has_assistant or isinstance(command, PassTime):
        return own.has_assistant
    if own.is_blind:
        return True
    is_free = other.is_blind and not other.has_assistant
    return isinstance(command, SIGHTED_PLAYERS_ASSISTANT if is_free else CLOCK_AND_SCORE)
