"""Rules on objections to an opponent's touches and releases: their admission and the ruling."""

from voice_chess.arbiter.ruling import Ruling
from voice_chess.arbiter.touch_obligation import has_moved
from voice_chess.game.clocks import ClocksStarted, StartClocks
from voice_chess.game.events import Event
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.objections import (
    ObjectionRaised,
    ObjectionRejected,
    ObjectionUpheld,
    ObjectToRelease,
    ObjectToTouch,
    RuleOnObjection,
)
from voice_chess.game.phases import Objecting
from voice_chess.game.refusals import (
    BadField,
    NothingToObjectTo,
    NothingToRuleOn,
    ObjectionLost,
    RulingAwaited,
)
from voice_chess.game.state import Game
from voice_chess.game.touch import PieceSetDown, PiecesTouched
from voice_chess.laws.notation import is_square, is_uci
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic
from voice_chess.laws.touch_move import (
    asks_for_castling,
    leaves_free,
    moves_after_release,
    moves_allowed,
)


def to_touch(game: Game, command: ObjectToTouch) -> Ruling:
    """Rule on the objection that the opponent touched pieces and did not move accordingly."""
    because = game.edition.cite(Topic.TOUCH_MOVE)
    if not command.squares or not all(is_square(square) for square in command.squares):
        return BadField(field="squares", problem="not-squares", because=because)
    if _has_lost_the_right(game, command, "touched"):
        return ObjectionLost(because=game.edition.cite(Topic.OBJECTION_LOST))
    before, made = _in_dispute(game, command)
    allowed = moves_allowed(before, command.squares)
    if made in allowed or (made is None and set(allowed) == set(before.legal_moves)):
        is_free = leaves_free(before, command.squares)
        because = game.edition.cite(Topic.TOUCH_FREE) if is_free else because
        return NothingToObjectTo(because=because)
    topic = _topic_of_touch(before, command.squares)
    return _raised(game, command, touched=command.squares, released=None, topic=topic)


def to_release(game: Game, command: ObjectToRelease) -> Ruling:
    """Rule on the objection that the opponent let a piece go and then moved otherwise."""
    because = game.edition.cite(Topic.RELEASED)
    if not is_uci(command.uci):
        return BadField(field="uci", problem="not-a-move", because=because)
    if _has_lost_the_right(game, command, "released"):
        return ObjectionLost(because=game.edition.cite(Topic.OBJECTION_LOST))
    before, made = _in_dispute(game, command)
    bound = moves_after_release(before, command.uci)
    if not bound or made in bound:
        return NothingToObjectTo(because=because)
    return _raised(game, command, touched=(), released=command.uci, topic=Topic.RELEASED)


def rule(game: Game, command: RuleOnObjection) -> Ruling:
    """Carry out the arbiter's ruling on an objection.

    If it is upheld, the game goes back before the move, by the article that asks for another one,
    and the touch or release binds. If it is rejected, play goes on.
    """
    phase, at_ms = game.phase, command.at_ms
    if not isinstance(phase, Objecting):
        return NothingToRuleOn(because=game.edition.cite(Topic.ARBITER_LIMITS))
    because = game.edition.cite(topic_examined(game, phase))
    if not command.is_upheld:
        rejected = ObjectionRejected(white=phase.white, because=because, at_ms=at_ms)
        return (rejected, ClocksStarted(at_ms=at_ms))
    upheld = ObjectionUpheld(white=phase.white, because=because, at_ms=at_ms)
    bound = _bound_hands(phase, at_ms)
    if phase.white != game.white_to_move:
        return (upheld, bound, ClocksStarted(at_ms=at_ms))
    moves_kept = len(game.position.moves) - 1
    return (upheld, PositionRestored(moves_kept=moves_kept, because=because, at_ms=at_ms), bound)


def withdraw(game: Game, command: StartClocks) -> Ruling:
    """Rule on starting the clocks while an objection is examined, which only its ruling does.

    Where no arbiter can rule on it, whoever objected takes it back by starting them; where one is
    there, no player may start them at all.
    """
    phase, at_ms = game.phase, command.at_ms
    if not isinstance(phase, Objecting):
        return NothingToRuleOn(because=game.edition.cite(Topic.ARBITER_LIMITS))
    is_alone = not game.table.occasion.has_arbiter
    because = game.edition.cite(topic_examined(game, phase))
    if command.by.acts_for_white is not phase.white:
        return RulingAwaited(may_be_withdrawn=is_alone, because=because)
    withdrawn = ObjectionRejected(
        white=phase.white, is_withdrawn=True, because=because, at_ms=at_ms
    )
    return (withdrawn, ClocksStarted(at_ms=at_ms))


def topic_examined(game: Game, phase: Objecting) -> Topic:
    """Return the topic of the duty that the opponent is said to have broken."""
    if phase.released is not None:
        return Topic.RELEASED
    is_made = phase.white == game.white_to_move
    before = game.position.rewound(len(game.position.moves) - is_made)
    return _topic_of_touch(before, phase.touched)


def _topic_of_touch(before: Position, touched: tuple[str, ...]) -> Topic:
    """Return the topic of the duty that pieces touched in this position have brought."""
    return Topic.TOUCH_CASTLING if asks_for_castling(before, touched) else Topic.TOUCH_MOVE


def _bound_hands(phase: Objecting, at_ms: int) -> Event:
    offender = not phase.white
    if phase.released is not None:
        return PieceSetDown(white=offender, uci=phase.released, at_ms=at_ms)
    return PiecesTouched(white=offender, squares=phase.touched, at_ms=at_ms)


def _raised(
    game: Game,
    command: ObjectToTouch | ObjectToRelease,
    *,
    touched: tuple[str, ...],
    released: str | None,
    topic: Topic,
) -> tuple[Event, ...]:
    return (
        ObjectionRaised(
            white=command.by.acts_for_white is True,
            touched=touched,
            released=released,
            because=game.edition.cite(topic),
            at_ms=command.at_ms,
        ),
    )


def _in_dispute(
    game: Game, command: ObjectToTouch | ObjectToRelease
) -> tuple[Position, str | None]:
    """Return the position from which the opponent moves or moved, and their move, or None."""
    if command.by.acts_for_white != game.white_to_move:
        said = game.turn.announcement
        return game.position, said.uci if said else None
    moves = game.position.moves
    if not game.moves_here:
        return game.position, None
    return game.position.rewound(len(moves) - 1), moves[-1]


def _has_lost_the_right(game: Game, command: ObjectToTouch | ObjectToRelease, breach: str) -> bool:
    """Return whether the objector has since touched a piece to move it, or moved."""
    if breach not in game.edition.rules.hands.objection_lost_for:
        return False
    if command.by.acts_for_white != game.white_to_move:
        return bool(game.turn.ahead.touched)
    return bool(game.turn.touched) or has_moved(game)
