"""What servers of one database share out among them: all games, in parts, each led by one server.

A hall is what belongs together: a game by itself, the games of one arbiter, or an event with its
boards. Every hall is of one part, by its name, and the leader of that part has the hall.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from zlib import crc32

from voice_chess.session.ports import JournalLost

EVERYTHING = "everything"
"""The part of all games and events, where one server has them and others stand by."""
USUAL_PARTS = 256
"""So many servers can have games at the same time, and each part may move by itself."""
MOST_PARTS = 1_024


@dataclass(frozen=True, slots=True)
class Dealing:
    """Into how many parts all halls are dealt: the same for all servers of a database."""

    count: int = USUAL_PARTS

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(map(_named, range(self.count)))

    def part_of(self, hall: str) -> str:
        """By the name of an event, or of the first game of a hall."""
        return _named(crc32(hall.encode()) % self.count)


def _named(number: int) -> str:
    return f"part {number + 1}"


def event_of(of_board: str) -> str:
    """The event whose board this is, as a game's settings name it."""
    return of_board.partition("/")[0]


class Elsewhere(JournalLost):
    """Another server leads this part; nothing was done here."""

    def __init__(self, part: str) -> None:
        super().__init__(f"Another server has {part} of the games.")
        self.part = part


Told = Callable[[Collection[str]], None]
Busy = Callable[[], Collection[str]]


class Parts(Protocol):
    """What this server leads. Any thread may ask."""

    @property
    def is_everything(self) -> bool:
        """Nobody shares anything with it."""

    def part_of(self, hall: str) -> str:
        """By the name of an event, or of the first game of a hall."""

    def led(self) -> Collection[str]:
        """All that this server leads."""

    def leads(self, part: str) -> bool: ...

    def are_all_led(self) -> bool:
        """Each by some server that is alive, as far as this one knows."""

    def belongs(self, game_id: str, part: str) -> None:
        """Whatever is written of this game from now on, is written by the leader of that part."""

    def part_of_game(self, game_id: str) -> str:
        """As it was told. Raises `KeyError`."""

    def leaves(self, game_id: str) -> None:
        """Nothing more is written of it here."""

    def watch(self, taken: Told, lost: Told, busy: Busy) -> None:
        """From now on tell which parts this server has got and lost, all of a moment together.

        Each telling is waited for. A part that another may have is given up while it isn't `busy`.
        """

    def address_of(self, part: str) -> str | None:
        """Where the server is that leads it, as host:port; None while nobody does."""

    def others(self) -> tuple[str, ...]:
        """Where all other servers are."""


class AllParts:
    """`Parts` of a server that shares with nobody."""

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
        """Nobody asks."""

    def part_of_game(self, game_id: str) -> str:
        raise KeyError(game_id)

    def leaves(self, game_id: str) -> None:
        """Nobody asks."""

    def watch(self, taken: Told, lost: Told, busy: Busy) -> None:
        """Nothing changes."""

    def address_of(self, _part: str) -> str | None:
        return None

    def others(self) -> tuple[str, ...]:
        return ()


def to_take(
    parts: Sequence[str], leaders: Mapping[str, str], alive: Collection[str], node: str
) -> tuple[str, ...]:
    """Of the parts that nobody leads, those that this server may have.

    `leaders` by part; all that are `alive` have the same share, and who dies leaves theirs to all.
    """
    own = sum(leader == node for leader in leaders.values())
    free = [part for part in parts if part not in leaders]
    return tuple(free[: max(0, _share(parts, alive, node) - own)])


def to_give(
    parts: Sequence[str], leaders: Mapping[str, str], alive: Collection[str], node: str
) -> int:
    """How many parts this server leads above its share."""
    own = sum(leader == node for leader in leaders.values())
    return max(0, own - _share(parts, alive, node))


def _share(parts: Sequence[str], alive: Collection[str], node: str) -> int:
    servers = len({*alive, node})
    return -(-len(parts) // servers)
