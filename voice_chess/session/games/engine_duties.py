"""What whoever plays without sitting there has to ask the game for, read from it each time.

The same for an engine at a table, on the server and in a browser.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from voice_chess.game.agreement_commands import AcceptRematch, AcceptTakeback
from voice_chess.game.commands import (
    AcceptDraw,
    AnnounceMove,
    Command,
    DeclineDraw,
    ExecuteMove,
    PressClock,
    RepeatMove,
)
from voice_chess.game.state import Game, InPlay, Over
from voice_chess.game.table import Role
from voice_chess.session.ports import Chosen, TimeLeft

Making: TypeAlias = Callable[..., Command]
"""A kind of command, which wants only `by` and `at_ms` yet."""


def is_on_turn(game: Game, role: Role) -> bool:
    """Its clock runs, whether it has announced already or not."""
    return isinstance(game.phase, InPlay) and game.clock.is_running and game.mover is role


def is_on_move(game: Game, role: Role) -> bool:
    """Its clock runs, and it has not announced yet."""
    return is_on_turn(game, role) and game.turn.announcement is None


def _has_announced(game: Game, role: Role) -> bool:
    return is_on_turn(game, role) and game.turn.announcement is not None


def owed(game: Game, role: Role) -> tuple[Making, ...]:
    """What it does at once: accept what its opponent proposes, repeat what must be repeated."""
    white, takeback, over = role is Role.WHITE, game.turn.takeback, game.phase
    found: tuple[Making, ...] = ()
    if takeback is not None and takeback[0] is not white:
        found = (AcceptTakeback,)
    if isinstance(over, Over) and over.rematch_by_white not in (None, white):
        found = (*found, AcceptRematch)
    must_repeat = game.table.customs.must_repeat and not game.turn.is_repeated
    if must_repeat and is_on_turn(game, role) and game.last_move:
        found = (*found, partial(RepeatMove, uci=game.last_move))
    return found


def moving(now: Callable[[], Game], role: Role, chosen: Chosen) -> Iterator[Making]:
    """A word on an offer, then its move: announced, executed where hands are reported, pressed.

    Each is to be asked before the next is looked for; what is refused ends it, and so does the end
    of its turn, as where the program presses.
    """
    game = now()
    if game.turn.offer_by_white not in (None, role is Role.WHITE):
        yield AcceptDraw if chosen.wants_draw else DeclineDraw
    if is_on_move(now(), role):
        yield partial(AnnounceMove, uci=chosen.uci)
    if _has_announced(now(), role) and game.table.customs.execution == "reported":
        yield ExecuteMove
    if _has_announced(now(), role):
        yield PressClock


def time_left(game: Game, now_ms: int) -> TimeLeft:
    """What an engine is told of both clocks."""
    clock = game.clock
    white, black = clock.period_of(white=True), clock.period_of(white=False)
    return TimeLeft(
        left_ms=(clock.left_ms(white=True, at_ms=now_ms), clock.left_ms(white=False, at_ms=now_ms)),
        increment_ms=(white.increment_ms + white.delay_ms, black.increment_ms + black.delay_ms),
    )
