"""Rules on completed illegal moves: takes them back, counts and penalises them by the edition."""

from voice_chess.arbiter.game_end import completed, lost_unless_safe
from voice_chess.arbiter.ruling import Ruling
from voice_chess.arbiter.touch_obligation import has_moved
from voice_chess.game.clocks import ClocksSet, ClocksStarted, TimeAdded
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.game_end import GameEnded
from voice_chess.game.irregularities import (
    ClaimIllegalMove,
    CorrectionProposed,
    IllegalMoveCompleted,
    PositionRestored,
    TakeBackTogether,
)
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.refusals import (
    AlreadyProposed,
    ClaimLost,
    NoIllegalMove,
    NotAtThisTable,
    NotYourMove,
    NotYourRole,
)
from voice_chess.game.results import EndReason
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.topics import Topic


def press_illegal(game: Game, uci: str, at_ms: int, charged_until_ms: int) -> tuple[Event, ...]:
    """Rule on an illegal move completed by a press: noticed at once, or only on a claim.

    If no further play is possible, the edition decides whether the arbiter steps in, waits for one
    more move, or leaves it to a claim. After the capture of a king nobody waits.
    """
    rule, after = game.illegal_move_rule, game.position.made(uci)
    is_let_be = after.has_both_kings and not rule.is_interfered_with
    if rule.noticed_by != "anyone" and (is_let_be or not after.is_beyond_play):
        return completed(game, uci, at_ms=at_ms, charged_until_ms=charged_until_ms)
    return found(game, uci=uci, at_ms=at_ms, charged_until_ms=charged_until_ms)


def claim(game: Game, command: ClaimIllegalMove) -> Ruling:
    """Rule on a claim that the last move was illegal, which must come before the next move."""
    rights = game.edition.cite(_topic_of_claims(game))
    if command.by is Role.ARBITER and game.illegal_move_rule.noticed_by == "claim":
        return NotYourRole(role=command.by, because=rights)
    if command.by is not Role.ARBITER and command.by.acts_for_white != game.white_to_move:
        is_late = len(game.position.moves) - 2 in game.position.illegal
        return ClaimLost(because=rights) if is_late else NotYourMove(because=rights)
    last = game.last_move
    if last is None or not game.position.was_last_move_illegal:
        return NoIllegalMove(because=rights)
    if has_moved(game):
        return ClaimLost(because=rights)
    because = game.edition.cite(Topic.ILLEGAL_MOVE)
    back = PositionRestored(
        moves_kept=len(game.position.moves) - 1, because=because, at_ms=command.at_ms
    )
    restored = evolve(game, back)
    priced = found(restored, uci=last, at_ms=command.at_ms, charged_until_ms=command.at_ms)
    if not any(isinstance(event, MoveCompleted) for event in priced):
        return (back, *priced)
    return (back, *_with_clocks_as_they_are(game, priced, command.at_ms))


def take_back_together(game: Game, command: TakeBackTogether) -> Ruling:
    """Rule on taking back an illegal move that stands: both must want it, and it costs nothing."""
    white, moves_kept = command.by.acts_for_white is True, command.moves_kept
    because = game.edition.cite(Topic.AGREED_CORRECTION)
    if moves_kept not in game.position.illegal:
        return NoIllegalMove(is_about_last=False, because=because)
    if not game.illegal_move_rule.may_be_agreed_back:
        return NotAtThisTable(because=because)
    if game.turn.correction == (white, moves_kept):
        return AlreadyProposed(because=because)
    if game.turn.correction != (not white, moves_kept):
        return (CorrectionProposed(white=white, moves_kept=moves_kept, at_ms=command.at_ms),)
    back = PositionRestored(moves_kept=moves_kept, because=because, at_ms=command.at_ms)
    return (back, ClocksStarted(at_ms=command.at_ms))


def found(game: Game, *, uci: str, at_ms: int, charged_until_ms: int) -> tuple[Event, ...]:
    """Take back the mover's illegal move; the opponent gets time, or wins the game.

    An edition may instead make a pawn that was left on the last rank a queen.
    """
    white, position = game.white_to_move, game.position
    count = game.illegal_moves.of(white=white) + 1
    queen = f"{uci}q"
    is_unfinished = position.is_legal(queen)
    topic = Topic.UNFINISHED_PROMOTION if is_unfinished else Topic.ILLEGAL_MOVE
    seen = IllegalMoveCompleted(
        white=white, uci=uci, count=count, because=game.edition.cite(topic), at_ms=at_ms
    )
    price = price_of(game, white=white, count=count, at_ms=at_ms)
    is_replaced = is_unfinished and game.edition.rules.hands.promotes_unfinished_to_queen
    if not is_replaced or count >= game.illegal_move_rule.to_lose:
        return (seen, *price)
    queened, *ending = completed(game, queen, at_ms=at_ms, charged_until_ms=charged_until_ms)
    return (seen, queened, *(ending or price))


def _with_clocks_as_they_are(
    game: Game, events: tuple[Event, ...], at_ms: int
) -> tuple[Event, ...]:
    """Keep the clocks' times when a claim makes a pawn a queen, and start them if play goes on."""
    left_ms = game.clock.both_left_ms(at_ms)
    as_they_are = ClocksSet(
        white_ms=left_ms.white,
        black_ms=left_ms.black,
        because=game.edition.cite(Topic.CLOCK_RESTORED),
        at_ms=at_ms,
    )
    seen, queened, *rest = events
    if any(isinstance(event, GameEnded) for event in rest):
        return (seen, queened, *rest)
    return (seen, queened, as_they_are, *rest, ClocksStarted(at_ms=at_ms))


def _topic_of_claims(game: Game) -> Topic:
    """Return the topic of the article that says who may claim an illegal move, and how long."""
    rule = game.illegal_move_rule
    if rule.noticed_by == "anyone":
        return Topic.ILLEGAL_MOVE
    return Topic.ILLEGAL_IN_BLITZ if rule.to_lose == 1 else Topic.ILLEGAL_ON_CLAIM


def price_of(game: Game, *, white: bool, count: int, at_ms: int) -> tuple[Event, ...]:
    """Return the penalty for a player's illegal move number `count`: time or the loss."""
    rule = game.illegal_move_rule
    because = game.edition.cite(Topic.ILLEGAL_MOVE_PENALTY)
    if count < rule.to_lose:
        ms = rule.opponent_bonus_ms
        return (TimeAdded(white=not white, ms=ms, because=because, at_ms=at_ms),) if ms else ()
    is_ever_safe = rule.is_drawn_without_mating_chance
    lost = lost_unless_safe(
        game, white=white, reason=EndReason.ILLEGAL_MOVE, at_ms=at_ms, is_ever_safe=is_ever_safe
    )
    return (lost,)
