"""Who may ask for what: the Laws give players, assistants, arbiter and spectators their parts."""

from voice_chess.game.commands import (
    AcceptDraw,
    AddTime,
    Adjust,
    AnnounceMove,
    ArrangeGame,
    Arrive,
    ClaimDraw,
    ClaimFlag,
    ClaimIllegalMove,
    Command,
    CorrectSlip,
    DeclineDraw,
    EndGame,
    ExecuteMove,
    GoBack,
    OfferDraw,
    PassTime,
    PressClock,
    RepeatMove,
    Resign,
    RuleOnMatingChance,
    SetClocks,
    StartClocks,
    StartGame,
    StopClocks,
    TouchPieces,
    Warn,
)
from voice_chess.game.refusals import NotYourRole
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.edition import Topic

PLAYERS = frozenset({Role.WHITE, Role.BLACK})
HELPED = PLAYERS | {Role.ASSISTANT_WHITE, Role.ASSISTANT_BLACK}
ARBITER = frozenset({Role.ARBITER})
EVERYBODY = frozenset(Role)

MAY_ASK: dict[type[Command], frozenset[Role]] = {
    ArrangeGame: PLAYERS | ARBITER,
    Arrive: PLAYERS,
    StartGame: PLAYERS | ARBITER,
    AnnounceMove: HELPED,
    CorrectSlip: HELPED,
    RepeatMove: HELPED,
    TouchPieces: HELPED,
    Adjust: PLAYERS,
    ExecuteMove: HELPED,
    PressClock: HELPED,
    OfferDraw: PLAYERS,
    AcceptDraw: PLAYERS,
    DeclineDraw: PLAYERS,
    ClaimDraw: PLAYERS,
    ClaimFlag: HELPED | ARBITER,
    ClaimIllegalMove: PLAYERS | ARBITER,
    Resign: PLAYERS,
    PassTime: EVERYBODY,
    StopClocks: PLAYERS | ARBITER,
    StartClocks: PLAYERS | ARBITER,
    AddTime: ARBITER,
    SetClocks: ARBITER,
    Warn: ARBITER,
    GoBack: ARBITER,
    RuleOnMatingChance: ARBITER,
    EndGame: ARBITER,
}

# The article that gives a role its part, and so takes away the rest.
PART_OF: dict[Role, Topic] = {
    Role.WHITE: Topic.PENALTIES,
    Role.BLACK: Topic.PENALTIES,
    Role.ASSISTANT_WHITE: Topic.ASSISTANT,
    Role.ASSISTANT_BLACK: Topic.ASSISTANT,
    Role.ARBITER: Topic.ARBITER_LIMITS,
    Role.SPECTATOR: Topic.SPECTATORS,
}


def not_permitted(game: Game, command: Command) -> NotYourRole | None:
    """The refusal when this role may never ask for this, or has no seat at this table."""
    may_ask = command.by in MAY_ASK[type(command)] and not _is_only_guest(game, command)
    if may_ask:
        return None
    return NotYourRole(role=command.by, because=game.edition.cite(PART_OF[command.by]))


def _is_only_guest(game: Game, command: Command) -> bool:
    """The arbiter has taken charge: starting again and the result are his."""
    is_taken = game.table.occasion.has_arbiter and isinstance(command, StartClocks)
    return is_taken and command.by is not Role.ARBITER
