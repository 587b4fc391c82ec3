"""Knows to which part each game belongs, where several servers have games at the same time."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeVar

from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair, Settled
from voice_chess.session.lobby.access import new_name
from voice_chess.session.lobby.parts import EVERYTHING, Elsewhere, Parts, event_of
from voice_chess.session.lobby.register import Register

Answer = TypeVar("Answer")
_NAME_OF_GAME = 8
_MOST_KNOWN = 100_000
_TRIED = 20_000
"""The names drawn for a game; even for one part in a thousand, all miss it once in 10^8 games."""


class InWorker(Protocol):
    """Runs work that blocks in a worker thread."""

    def __call__(self, work: Callable[[], Answer]) -> Awaitable[Answer]: ...


class Homes:
    """The parts of all games, seen from this server. Every method raises `JournalLost`."""

    def __init__(self, parts: Parts, register: Register, do: InWorker) -> None:
        self._parts = parts
        self._register = register
        self._do = do
        self._known: dict[str, str] = {}
        """The parts of games by id; no game ever moves to another part."""

    async def check(self, game_id: str) -> None:
        """Raise `Elsewhere` for a game of another server, `KeyError` for an unknown one."""
        if self._parts.is_everything:
            return
        if game_id not in self._known:
            await self.part(game_id, await self._do(self._register.games))
        if not self._parts.leads(self._known[game_id]):
            raise Elsewhere(self._known[game_id])

    async def part(self, game_id: str, games: Mapping[str, Settled]) -> str:
        """Return the part of a game; games that share an arbiter are one hall.

        Raises `KeyError` for an unknown game.
        """
        if game_id not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[game_id] = await self._found(game_id, games)
        return self._known[game_id]

    async def _found(self, game_id: str, games: Mapping[str, Settled]) -> str:
        settled = games[game_id]
        if self._parts.is_everything:
            return EVERYTHING
        if settled.of_board:
            return self._parts.part_of(event_of(settled.of_board))
        chairs = await self._do(lambda: self._register.chairs_of(game_id))
        arbiter = next((chair for chair in chairs if chair.role is Role.ARBITER), None)
        found = None if arbiter is None else await self._part_of_arbiter(arbiter, games)
        return found or self._parts.part_of(game_id)

    async def join(self, game_id: str, games: Mapping[str, Settled]) -> None:
        """Have this game written by the leader of its part, which must be this server.

        Raises `Elsewhere` where another leads it, `KeyError` for an unknown game.
        """
        self._belongs(game_id, await self.part(game_id, games))

    async def new_game(self, settled: Settled, arbiter: Chair | None) -> str:
        """Return a name for a new game that makes it ours.

        Raises `Elsewhere` where its event or arbiter makes it another server's.
        """
        if self._parts.is_everything:
            return new_name(_NAME_OF_GAME)
        if settled.of_board:
            game_id, part = new_name(_NAME_OF_GAME), self._parts.part_of(event_of(settled.of_board))
        else:
            game_id = self.name_here(_NAME_OF_GAME)
            part = self._parts.part_of(game_id)
            if arbiter is not None:
                games = await self._do(self._register.games)
                part = await self._part_of_arbiter(arbiter, games) or part
        self._belongs(game_id, part)
        return game_id

    def name_here(self, length: int) -> str:
        """Return a new name for a hall of ours, or any new name where this server leads nothing."""
        name = new_name(length)
        for _ in range(_TRIED if self._parts.led() else 0):
            if self._parts.leads(self._parts.part_of(name)):
                break
            name = new_name(length)
        return name

    def _belongs(self, game_id: str, part: str) -> None:
        if not self._parts.leads(part):
            raise Elsewhere(part)
        self._parts.belongs(game_id, part)

    async def _part_of_arbiter(self, arbiter: Chair, games: Mapping[str, Settled]) -> str | None:
        """Return the part of the arbiter's first game; None where they have none yet."""
        found = await self._do(lambda: self._register.games_of(arbiter.id))
        if not found:
            return None
        return self._parts.part_of(event_of(games[found[0]].of_board) or found[0])
