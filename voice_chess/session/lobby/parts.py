"""Shares out the games of a database among its servers: in parts, each led by one server.

A hall is a set of games that stay together: a single game, all games of one arbiter, or an event
with its boards. The name of a hall decides which part it belongs to. The server that leads the part
has all its halls.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from zlib import crc32

from voice_chess.session.ports import JournalLost

EVERYTHING = "everything"
"""The one part with all games and events, where one server has them and others stand by."""
USUAL_PARTS = 256
"""The usual number of parts: as many servers can have games at once, and each part can move."""
MOST_PARTS = 1_024


@dataclass(frozen=True, slots=True)
class Dealing:
    """The number of parts into which halls are dealt, the same for all servers of a database."""

    count: int = USUAL_PARTS

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(map(_named, range(self.count)))

    def part_of(self, hall: str) -> str:
        """Return the part of a hall, given the name of its event or of its first game."""
        return _named(crc32(hall.encode()) % self.count)


def _named(number: int) -> str:
    return f"part {number + 1}"


def event_of(of_board: str) -> str:
    """Return the event of a board, which a game's settings name as event, round and board."""
    return of_board.partition("/")[0]


def board_of(of_board: str) -> int | None:
    """Return the number of a board that is named as event, round and board; None without one."""
    return int(of_board.rpartition("/")[2]) if of_board else None


def round_of(of_board: str) -> int | None:
    """Return the round of a board that is named as event, round and board; None without one."""
    return int(of_board.split("/")[1]) if of_board else None


class Elsewhere(JournalLost):
    """Another server leads this part; nothing was done here."""

    def __init__(self, part: str) -> None:
        super().__init__(f"Another server has {part} of the games.")
        self.part = part


Told = Callable[[Collection[str]], None]
Busy = Callable[[], Collection[str]]


class Parts(Protocol):
    """The parts that this server leads. Any thread may call it."""

    @property
    def is_everything(self) -> bool:
        """Whether this server has all games, and shares them with no other."""

    def part_of(self, hall: str) -> str:
        """Return the part of a hall, given the name of its event or of its first game."""

    def led(self) -> Collection[str]:
        """Return all parts that this server leads."""

    def leads(self, part: str) -> bool: ...

    def are_all_led(self) -> bool:
        """Return whether every part has a leader that is alive, as far as this server knows."""

    def belongs(self, game_id: str, part: str) -> None:
        """Assign the game to a part: from now on the leader of that part writes it."""

    def part_of_game(self, game_id: str) -> str:
        """Return the part that `belongs` has assigned. Raises `KeyError` where it has none."""

    def leaves(self, game_id: str) -> None:
        """Forget the game's part: this server writes nothing more of it."""

    def watch(self, taken: Told, lost: Told, busy: Busy) -> None:
        """From now on report the parts that this server has got and lost, together if at one time.

        Each report is waited for. A part that another server may have is given up while it isn't
        `busy`.
        """

    def address_of(self, part: str) -> str | None:
        """Return the address of the server that leads it, as host:port; None while nobody does."""

    def others(self) -> tuple[str, ...]:
        """Return the addresses of all other servers."""


class AllParts:
    """`Parts` of a server that has all games by itself."""

    is_everything = True

    def part_of(self, _hall: str) -> str:
        return EVERYTHING

    def led(self) -> Collection[str]:
        return (EVERYTHING,)

    def leads(self, _part: str) -> bool:
        return True

    def are_all_led(self) -> bool:
        return True

    def belongs(self, game_id: str, part: str) -> None:
        """Do nothing: nobody needs to know."""

    def part_of_game(self, game_id: str) -> str:
        raise KeyError(game_id)

    def leaves(self, game_id: str) -> None:
        """Do nothing: nobody needs to know."""

    def watch(self, taken: Told, lost: Told, busy: Busy) -> None:
        """Do nothing: the parts never change."""

    def address_of(self, _part: str) -> str | None:
        return None

    def others(self) -> tuple[str, ...]:
        return ()


def to_take(
    parts: Sequence[str], leaders: Mapping[str, str], alive: Collection[str], node: str
) -> tuple[str, ...]:
    """Return the parts without a leader that the server `node` may take.

    `leaders` is by part. All servers that are `alive` have the same share, and one that dies leaves
    its parts to all others.
    """
    own = sum(leader == node for leader in leaders.values())
    free = [part for part in parts if part not in leaders]
    return tuple(free[: max(0, _share(parts, alive, node) - own)])


def to_give(
    parts: Sequence[str], leaders: Mapping[str, str], alive: Collection[str], node: str
) -> int:
    """Return how many parts the server `node` leads above its share."""
    own = sum(leader == node for leader in leaders.values())
    return max(0, own - _share(parts, alive, node))


def _share(parts: Sequence[str], alive: Collection[str], node: str) -> int:
    servers = len({*alive, node})
    return -(-len(parts) // servers)
