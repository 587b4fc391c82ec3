"""Finds out from the game which commands its engine must give next.

They are the same for an engine at a table, on the server and in a browser.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from voice_chess.game.agreements import AcceptRematch, AcceptTakeback
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, DeclineDraw
from voice_chess.game.moves import AnnounceMove, ExecuteMove, PressClock, RepeatMove
from voice_chess.game.phases import InPlay, Over
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.ports import Chosen, TimeLeft

Making: TypeAlias = Callable[..., Command]
"""Makes a command from `by` and `at_ms`, the only arguments that it still needs."""


def is_on_turn(game: Game, role: Role) -> bool:
    """Return whether this role's clock runs, before or after it has announced a move."""
    return isinstance(game.phase, InPlay) and game.clock.is_running and game.mover is role


def is_on_move(game: Game, role: Role) -> bool:
    """Return whether this role's clock runs and it has not announced a move yet."""
    return is_on_turn(game, role) and game.turn.announcement is None


def owed(game: Game, role: Role) -> Making | None:
    """Return the next command that the engine gives at once; None once nothing is left to do.

    It accepts the rematch or takeback that its opponent proposes. It repeats the opponent's move
    where the table demands that. It completes its own move: where hands are reported it first
    executes the move, and then it presses the clock.
    """
    white, takeback, over = role is Role.WHITE, game.turn.takeback, game.phase
    if isinstance(over, Over):
        return None if over.rematch_by_white in (None, white) else AcceptRematch
    if takeback is not None and takeback[0] is not white:
        return AcceptTakeback
    if not is_on_turn(game, role):
        return None
    announced = game.turn.announcement
    if announced is not None:
        is_reported = game.table.customs.execution == "reported"
        return ExecuteMove if is_reported and not announced.is_executed else PressClock
    if game.table.customs.must_repeat and not game.turn.is_repeated and game.last_move:
        return partial(RepeatMove, uci=game.last_move)
    return None


def replies(game: Game, chosen: Chosen) -> tuple[Making, ...]:
    """Return its reply to a draw offer, if there is one, and its move; call it while on move."""
    answer = AcceptDraw if chosen.wants_draw else DeclineDraw
    is_offered = game.turn.offer_by_white not in (None, game.white_to_move)
    announces = partial(AnnounceMove, uci=chosen.uci)
    return (answer, announces) if is_offered else (announces,)


def time_left(game: Game, now_ms: int) -> TimeLeft:
    """Return both sides' time left and what each gets for a move, in ms, for an engine."""
    clock = game.clock
    periods = clock.sides.map(lambda side: clock.control.periods[side.period])
    return TimeLeft(
        left_ms=clock.both_left_ms(now_ms),
        increment_ms=periods.map(lambda period: period.increment_ms + period.delay_ms),
    )
