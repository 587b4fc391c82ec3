"""A move answered before its clock was pressed: kept until the press, or until the next move."""

from collections.abc import Iterable

from voice_chess.arbiter.game_end import completed, ending_at_once
from voice_chess.arbiter.offers import passed_over
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.moves import MoveAnnounced, MoveAnswered, MoveExecuted
from voice_chess.game.state import Game
from voice_chess.game.table import Role


def may_answer(game: Game, by: Role) -> bool:
    """The mover's move stands on the board, and the edition lets their opponent reply to it."""
    return (
        game.edition.rules.hands.may_answer_before_press
        and by.acts_for_white == (not game.white_to_move)
        and game.unpressed is not None
    )


def after_move(game: Game, uci: str, *, at_ms: int, charged_until_ms: int) -> Game:
    """The game as it will be once the move that stands on the board is completed."""
    return followed(game, completed(game, uci, at_ms=at_ms, charged_until_ms=charged_until_ms))


def answered(
    game: Game, after: Game, uci: str, *, at_ms: int, charged_until_ms: int
) -> tuple[Event, ...]:
    """The reply waits for the press, unless it ends the game and so completes both moves.

    Where words are the move, they can be corrected so long.
    """
    declined = passed_over(after, at_ms, "move")
    said = game.turn.announcement
    is_made = game.table.customs.execution == "reported"
    if said is None or not is_made or not ending_at_once(after, uci, at_ms=at_ms):
        return (*declined, MoveAnswered(white=after.white_to_move, uci=uci, at_ms=at_ms))
    moved = completed(game, said.uci, at_ms=at_ms, charged_until_ms=charged_until_ms)
    return (*declined, *with_reply(game, moved, uci, at_ms))


def with_reply(
    game: Game, moved: tuple[Event, ...], reply: str | None, at_ms: int
) -> tuple[Event, ...]:
    """Behind the completed move a waiting reply is a move like any other, made but not pressed."""
    if reply is None:
        return moved
    after = followed(game, moved)
    if after.is_over:
        return moved
    white = after.white_to_move
    announced = MoveAnnounced(white=white, uci=reply, at_ms=at_ms)
    if game.table.customs.execution == "assumed":
        return (*moved, announced)
    return (
        *moved,
        announced,
        MoveExecuted(white=white, uci=reply, at_ms=at_ms),
        *ending_at_once(after, reply, at_ms=at_ms),
    )


def by_next_move(game: Game, reply: str, *, at_ms: int, charged_until_ms: int) -> tuple[Event, ...]:
    """The mover's next move completes the one before; the reply in between is completed too."""
    said = game.turn.announcement
    if said is None:
        return ()
    moved = completed(game, said.uci, at_ms=at_ms, charged_until_ms=charged_until_ms)
    after = followed(game, moved)
    replied = completed(after, reply, at_ms=at_ms, charged_until_ms=at_ms)
    return (*moved, MoveAnnounced(white=after.white_to_move, uci=reply, at_ms=at_ms), *replied)


def followed(game: Game, events: Iterable[Event]) -> Game:
    for event in events:
        game = evolve(game, event)
    return game
