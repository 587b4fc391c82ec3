"""Limits on games that visitors begin without an organiser: whether, how often, and how many.

Anybody who reaches the server can begin a game unless the server's owner forbids it. Two limits
bound the cost: how often one place can begin games, and how many such games there are in all.
"""

from dataclasses import dataclass, field
from typing import Protocol

from voice_chess.session.games.game_task import GameTask
from voice_chess.session.lobby.access import DAY_MS
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.web.protection.rate_limits import Buckets

MOST_GAMES = 200
"""How many guests' games can be open (not over) at the same time."""

FORGOTTEN_MS = DAY_MS
"""After this time without an event, in ms, a guests' game can make room for others."""


@dataclass(slots=True, kw_only=True)
class Guests:
    """The owner's rules for guests' games, and how much each place has used of its limits.

    `address` is where other computers reach the server; empty if unknown.
    """

    address: str = ""
    is_admitted: bool = True
    most_games: int = MOST_GAMES
    begun: Buckets = field(default_factory=lambda: Buckets(10, 1 / 60))
    """Ten games at once from one place, and one more each minute."""
    spoken: Buckets = field(default_factory=lambda: Buckets(20, 0.2))
    """How often one place opens a microphone outside games: 20 times, and one more in 5 seconds."""
    heard_now: int = 0
    """How many visitors are listened to right now, in no game."""


class GameHost(Protocol):
    """What `make_room` needs from the server."""

    @property
    def lobby(self) -> Lobby: ...

    @property
    def guests(self) -> Guests: ...

    def is_empty(self, game_id: str) -> bool:
        """Return whether no person has a page of this game open."""

    async def put_away(self, game_id: str) -> None:
        """Close a game without open pages; the next request for it opens it again."""


async def make_room(host: GameHost) -> bool:
    """Put away forgotten guests' games if there are too many; return whether one more fits."""
    lobby, most = host.lobby, host.guests.most_games
    if _count(lobby) < most:
        return True
    now_ms = lobby.means.time.now_ms()
    for game_id, task in tuple(lobby.running.items()):
        if _is_guests(task) and host.is_empty(game_id) and _is_forgotten(task, now_ms):
            await host.put_away(game_id)
    return _count(lobby) < most


def _count(lobby: Lobby) -> int:
    return sum(_is_guests(task) for task in lobby.running.values())


def _is_guests(task: GameTask) -> bool:
    return task.settled.by_guest and not task.seated.game.is_over


def _is_forgotten(task: GameTask, now_ms: int) -> bool:
    seated = task.seated
    *_, last = seated.happenings(after=max(0, seated.seq - 1))
    return not seated.game.clock.is_running and now_ms - last.event.at_ms > FORGOTTEN_MS
