"""Prepares a rematch: the same table and people, with the players' colours swapped."""

from collections.abc import Iterable
from dataclasses import replace

from voice_chess.game.phases import Over
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.session.games.chairs import Chair
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.lobby.lobby import Arrangement

_SWAPPED = {Role.WHITE: Role.BLACK, Role.BLACK: Role.WHITE}


def is_agreed(game: Game) -> bool:
    """Return whether the game is over and both players want another one."""
    over = game.phase
    return isinstance(over, Over) and over.is_rematch_agreed


def role_in_rematch(role: Role) -> Role:
    """Return the role in the rematch: players swap colours, all others keep their role."""
    return _SWAPPED.get(role, role)


def with_colours_swapped(table: Table) -> Table:
    """Return the table with its seats swapped; control, edition, start and customs stay."""
    return replace(table, white=table.black, black=table.white)


def rematch_of(task: GameTask, chairs: Iterable[Chair]) -> Arrangement:
    """Return the arrangement of the rematch; everybody keeps their preferences."""
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
