"""What servers of one database share out among them: all games, in parts, each led by one server.

A hall is what belongs together: a game by itself, the games of one arbiter, and all events with
their boards. Every hall is of one part, by its name, and whoever leads that part has the hall.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Protocol
from zlib import crc32

from voice_chess.session.ports import JournalLost

EVENTS = "events"
GAMES = tuple(f"games {number}" for number in range(1, 13))
"""So many servers can have games at the same time, and each part may move by itself."""
PARTS = (EVENTS, *GAMES)


class Elsewhere(JournalLost):
    """Another server leads this part; nothing was done here."""

    def __init__(self, part: str) -> None:
        super().__init__(f"Another server has the {part}.")
        self.part = part


class Parts(Protocol):
    """What this server leads. Any thread may ask."""

    @property
    def is_everything(self) -> bool:
        """Nobody shares anything with it."""

    def leads(self, part: str) -> bool: ...

    def belongs(self, game_id: str, part: str) -> None:
        """Whatever is written of this game from now on, is written by who leads that part."""

    def part_of_game(self, game_id: str) -> str:
        """As it was told. Raises `KeyError`."""

    def leaves(self, game_id: str) -> None:
        """Nothing more is written of it here."""

    def watch(
        self,
        taken: Callable[[str], None],
        lost: Callable[[str], None],
        is_quiet: Callable[[str], bool],
    ) -> None:
        """From now on tell which parts this server has got and lost.

        Each is waited for. A part that another may have is given up once it is quiet.
        """

    def address_of(self, part: str) -> str | None:
        """Where the server is that leads it, as host:port; None while nobody does."""

    def others(self) -> tuple[str, ...]:
        """Where all other servers are."""


class AllParts:
    """`Parts` of a server that shares with nobody."""

    is_everything = True

    def leads(self, _part: str) -> bool:
        return True

    def belongs(self, game_id: str, part: str) -> None:
        """Nobody asks."""

    def part_of_game(self, game_id: str) -> str:
        raise KeyError(game_id)

    def leaves(self, game_id: str) -> None:
        """Nobody asks."""

    def watch(
        self,
        taken: Callable[[str], None],
        lost: Callable[[str], None],
        is_quiet: Callable[[str], bool],
    ) -> None:
        """Nothing changes."""

    def address_of(self, _part: str) -> str | None:
        return None

    def others(self) -> tuple[str, ...]:
        return ()


def part_of(hall: str) -> str:
    """That of a game which is no board of an event, by the name of the first of its hall."""
    return GAMES[crc32(hall.encode()) % len(GAMES)]


def to_take(leaders: Mapping[str, str], alive: Collection[str], node: str) -> tuple[str, ...]:
    """Of the parts that nobody leads, those that this server may have.

    `leaders` by part; all that are `alive` have the same share, and who dies leaves theirs to all.
    """
    own = sum(leader == node for leader in leaders.values())
    free = [part for part in PARTS if part not in leaders]
    return tuple(free[: max(0, _share(alive, node) - own)])


def to_give(leaders: Mapping[str, str], alive: Collection[str], node: str) -> int:
    """How many parts this server leads above its share."""
    own = sum(leader == node for leader in leaders.values())
    return max(0, own - _share(alive, node))


def _share(alive: Collection[str], node: str) -> int:
    servers = len({*alive, node})
    return -(-len(PARTS) // servers)
