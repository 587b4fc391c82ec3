"""What whoever plays without sitting there owes the game besides moves, read from it each time.

The same for an engine at a table, on the server and in a browser.
"""

from collections.abc import Callable
from typing import TypeAlias

from voice_chess.game.agreement_commands import AcceptRematch, AcceptTakeback
from voice_chess.game.commands import AcceptDraw, Command, DeclineDraw
from voice_chess.game.state import Game, InPlay, Over
from voice_chess.game.table import Role
from voice_chess.session.ports import TimeLeft

Making: TypeAlias = Callable[..., Command]
"""A kind of command, which wants only `by` and `at_ms` yet."""


def is_on_turn(game: Game, role: Role) -> bool:
    """Its clock runs, whether it has announced already or not."""
    return isinstance(game.phase, InPlay) and game.clock.is_running and game.mover is role


def agreements(game: Game, role: Role) -> tuple[Making, ...]:
    """Whatever its opponent proposes it accepts at once."""
    white, takeback, over = role is Role.WHITE, game.turn.takeback, game.phase
    found: tuple[Making, ...] = ()
    if takeback is not None and takeback[0] is not white:
        found = (AcceptTakeback,)
    if isinstance(over, Over) and over.rematch_by_white not in (None, white):
        found = (*found, AcceptRematch)
    return found


def reply_to_offer(game: Game, role: Role, wants_draw: Callable[[], bool]) -> Making | None:
    """A word on an offer, once it knows how it stands; None where none was made to it."""
    if game.turn.offer_by_white in (None, role is Role.WHITE):
        return None
    return AcceptDraw if wants_draw() else DeclineDraw


def time_left(game: Game, now_ms: int) -> TimeLeft:
    """What an engine is told of both clocks."""
    clock = game.clock
    white, black = clock.period_of(white=True), clock.period_of(white=False)
    return TimeLeft(
        left_ms=(clock.left_ms(white=True, at_ms=now_ms), clock.left_ms(white=False, at_ms=now_ms)),
        increment_ms=(white.increment_ms + white.delay_ms, black.increment_ms + black.delay_ms),
    )
