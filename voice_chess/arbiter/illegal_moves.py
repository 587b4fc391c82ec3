"""A completed illegal move: taken back, counted, and paid for as edition and speed say."""

from voice_chess.arbiter.ending import completed, lost_unless_safe
from voice_chess.game.commands import ClaimIllegalMove
from voice_chess.game.endings import EndReason
from voice_chess.game.events import Event, IllegalMoveCompleted, PositionRestored, TimeAdded
from voice_chess.game.refusals import NoIllegalMove, NotYourMove, NotYourRole, Refusal
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.edition import IllegalMoveRule, Topic

Ruling = tuple[Event, ...] | Refusal


def press_illegal(game: Game, uci: str, at_ms: int, charged_until_ms: int) -> tuple[Event, ...]:
    """The press completes an illegal move: seen at once, or only if the opponent claims."""
    is_left_to_him = rule_for(game).noticed_by == "claim"
    if is_left_to_him and not game.position.made(uci).is_beyond_play:
        return completed(game, uci, at_ms=at_ms, charged_until_ms=charged_until_ms)
    return found(game, white=game.white_to_move, uci=uci, at_ms=at_ms)


def claim(game: Game, command: ClaimIllegalMove) -> Ruling:
    """The opponent's last move was not legal: claimed before one's own is made."""
    because = game.edition.cite(Topic.ILLEGAL_MOVE)
    if command.by is Role.ARBITER and rule_for(game).noticed_by == "claim":
        return NotYourRole(role=command.by, because=because)
    if command.by is not Role.ARBITER and command.by.acts_for_white != game.white_to_move:
        return NotYourMove(because=because)
    last = game.last_move
    if last is None or not game.position.was_last_move_illegal or game.turn.announcement:
        return NoIllegalMove(because=because)
    back = PositionRestored(
        moves_kept=len(game.position.moves) - 1, because=because, at_ms=command.at_ms
    )
    return (back, *found(game, white=not game.white_to_move, uci=last, at_ms=command.at_ms))


def found(game: Game, *, white: bool, uci: str, at_ms: int) -> tuple[Event, ...]:
    """The move does not stand; the opponent gets time, or the game."""
    count = game.illegal_moves[0 if white else 1] + 1
    seen = IllegalMoveCompleted(
        white=white,
        uci=uci,
        count=count,
        because=game.edition.cite(Topic.ILLEGAL_MOVE),
        at_ms=at_ms,
    )
    return (seen, *_price(game, white=white, count=count, at_ms=at_ms))


def rule_for(game: Game) -> IllegalMoveRule:
    return game.edition.illegal_move_rule(game.speed, is_supervised=game.is_supervised)


def _price(game: Game, *, white: bool, count: int, at_ms: int) -> tuple[Event, ...]:
    rule = rule_for(game)
    because = game.edition.cite(Topic.ILLEGAL_MOVE_PENALTY)
    if count < rule.to_lose:
        ms = rule.opponent_bonus_ms
        return (TimeAdded(white=not white, ms=ms, because=because, at_ms=at_ms),) if ms else ()
    is_ever_safe = rule.is_drawn_without_mating_chance
    lost = lost_unless_safe(
        game, white=white, reason=EndReason.ILLEGAL_MOVE, at_ms=at_ms, is_ever_safe=is_ever_safe
    )
    return (lost,)
