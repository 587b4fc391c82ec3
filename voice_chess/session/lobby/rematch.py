"""The game after a game: the same table with the colours swapped, and the same people at it."""

from collections.abc import Iterable
from dataclasses import replace

from voice_chess.game.state import Game, Over
from voice_chess.game.table import Role, Table
from voice_chess.session.games.chairs import Chair
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.lobby.lobby import Arrangement

_SWAPPED = {Role.WHITE: Role.BLACK, Role.BLACK: Role.WHITE}


def is_agreed(game: Game) -> bool:
    """Both players of a game that is over want another one."""
    over = game.phase
    return isinstance(over, Over) and over.is_rematch_agreed


def role_in_rematch(role: Role) -> Role:
    """The players swap colours; all others keep their role."""
    return _SWAPPED.get(role, role)


def with_colours_swapped(table: Table) -> Table:
    """The same control, edition, start and customs."""
    return replace(table, white=table.black, black=table.white)


def rematch_of(task: GameTask, chairs: Iterable[Chair]) -> Arrangement:
    """Everybody is spoken to as before."""
    settled = replace(
        task.settled,
        engine_is_white=not task.settled.engine_is_white,
        rematch_of=task.game_id,
    )
    return Arrangement(
        table=with_colours_swapped(task.seated.game.table),
        settled=settled,
        preferences={role_in_rematch(chair.role): chair.preferences for chair in chairs},
    )
