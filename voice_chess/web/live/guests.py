"""Games that visitors begin without an organiser: whether they may, how often, and how many.

Anybody who reaches the server may begin one unless its owner shuts this door. What that can cost
is bounded twice: by the place somebody asks from, and by the games there are in all.
"""

from dataclasses import dataclass, field
from typing import Protocol

from voice_chess.session.games.game_task import GameTask
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.web.protection.rate_limits import Buckets

MOST_GAMES = 200
"""Guests' games that are not over, at once."""

FORGOTTEN_MS = 24 * 3_600_000
"""A guests' game in which nothing has happened for so long makes room for others."""


@dataclass(slots=True, kw_only=True)
class Guests:
    """The owner's rule for games without an organiser, and what each place has begun of late.

    `address`: by which other computers reach the server, as far as it is known.
    """

    address: str = ""
    is_admitted: bool = True
    most_games: int = MOST_GAMES
    begun: Buckets = field(default_factory=lambda: Buckets(10, 1 / 60))
    """Ten games at once from one place, and one more each minute."""
    spoken: Buckets = field(default_factory=lambda: Buckets(20, 0.2))
    """How often a microphone is opened at the front door: 20 times, and one more in 5 seconds."""
    heard_now: int = 0
    """Visitors who are being heard there."""


class GameHost(Protocol):
    """The server's games, as far as room is made among them."""

    @property
    def lobby(self) -> Lobby: ...

    @property
    def guests(self) -> Guests: ...

    def is_empty(self, game_id: str) -> bool:
        """No person has a page of this game open."""

    async def put_away(self, game_id: str) -> None:
        """Close a game that nobody comes to; somebody who comes after all opens it again."""


async def make_room(host: GameHost) -> bool:
    """Put away forgotten games if there are too many; False where there are too many still."""
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
