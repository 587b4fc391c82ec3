"""Moves: announced, corrected, repeated, executed on the board, completed by the press."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.scoresheets import with_exemptions, with_scores_due
from voice_chess.game.state import Ahead, Game, PendingMove, Turn, cut_to
from voice_chess.game.table import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceMove(CommandBase):
    """A player announces a move; a second announcement before the press corrects a slip."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectSlip(CommandBase):
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatMove(CommandBase):
    """The opponent repeats the move that they heard."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecuteMove(CommandBase):
    """The announced move stands on the mover's board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressClock(CommandBase):
    pass


Commands = AnnounceMove | CorrectSlip | RepeatMove | ExecuteMove | PressClock


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAnnounced(EventBase):
    """`told_by`: the assistant, if one announced the move of their player's opponent."""

    white: bool
    uci: str
    told_by: Role | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipCorrected(EventBase):
    white: bool
    from_uci: str
    to_uci: str
    told_by: Role | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveExecuted(EventBase):
    """The announced move stands on the mover's own board."""

    white: bool
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAnswered(EventBase):
    """`white` replied before the opponent's press; the reply counts once that move is completed."""

    white: bool
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCompleted(EventBase):
    """The clock was pressed, or the move ended the game.

    The mover pays until `charged_until_ms`; the opponent's time runs from `at_ms`.
    """

    white: bool
    uci: str
    charged_until_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRepeated(EventBase):
    """`white` is the side that repeats, `uci` the move as they said it, `is_right` or not."""

    white: bool
    uci: str
    is_right: bool


Events = MoveAnnounced | SlipCorrected | MoveExecuted | MoveAnswered | MoveCompleted | MoveRepeated


def folded(game: Game, event: Events) -> Game:
    match event:
        case MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci):
            said = PendingMove(uci=uci, at_ms=event.at_ms, told_by=event.told_by)
            scores = cut_to(game.scores, len(game.position.moves))
            turn = replace(game.turn, announcement=said, ahead=Ahead(), is_adjusting=False)
            return replace(game, turn=turn, scores=scores)
        case MoveExecuted():
            announced = game.turn.announcement
            executed = replace(announced, is_executed=True) if announced else None
            return replace(game, turn=replace(game.turn, announcement=executed))
        case MoveAnswered(uci=uci):
            announced = game.turn.announcement
            answered = replace(announced, answer=uci) if announced else None
            return replace(game, turn=replace(game.turn, announcement=answered))
        case MoveCompleted():
            return _completed(game, event)
        case MoveRepeated(is_right=is_right):
            return replace(
                game, turn=replace(game.turn, is_repeated=game.turn.is_repeated or is_right)
            )
        case _:
            assert_never(event)


def _completed(game: Game, event: MoveCompleted) -> Game:
    """Return the game at the opponent's turn, which includes what their hands did before it."""
    clock = game.clock.pressed(event.at_ms, charged_until_ms=event.charged_until_ms)
    turn = Turn(
        offer_by_white=game.turn.offer_by_white,
        is_offered_by_both=game.turn.is_offered_by_both,
        is_repeated=False,
        touched=game.turn.ahead.touched,
        is_adjusting=game.turn.ahead.is_adjusting,
    )
    after = replace(game, position=game.position.made(event.uci), clock=clock, turn=turn)
    if not game.table.are_scores_reported:
        return after
    before = with_exemptions(game, event.charged_until_ms)
    return with_scores_due(before, replace(after, scores=before.scores))
