"""Notices that a player or an assistant has left or is back, sent to everybody else at the game.

A page that is reloaded is gone only for a moment, so a notice waits until the person stays away.
"""

import asyncio
from collections.abc import Callable, Mapping

from voice_chess.game.table import Role, Seat
from voice_chess.languages.language import load_language
from voice_chess.session.games.chairs import Chair
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import seat_name

STAYS_AWAY_MS = 3_000
_NEEDED = (Role.WHITE, Role.BLACK, Role.ASSISTANT_WHITE, Role.ASSISTANT_BLACK)
"""The roles without which a game may not go on: a blind player's assistant may be their hands."""
Tell = Callable[[str, Role, Callable[[Chair], Sentence]], None]
"""Sends a notice to everybody at this game except this role; the function words it for a seat."""


class Presence:
    """Notes which of them have pages open at each game; works in the games' event loop."""

    def __init__(self, tell: Tell, stays_away_ms: int = STAYS_AWAY_MS) -> None:
        self.stays_away_ms = stays_away_ms
        self._tell = tell
        self._seen: set[tuple[str, Role]] = set()
        self._leaving: dict[tuple[str, Role], asyncio.TimerHandle] = {}
        self._away: set[tuple[str, Role]] = set()
        self._players: dict[tuple[str, Role], Seat] = {}

    def changed(
        self, game_id: str, here: frozenset[Role], players: Mapping[Role, Seat], *, is_over: bool
    ) -> None:
        """Note which roles have a page open now.

        Notices to spectators and arbiters contain the names of the players.
        """
        self._players |= {(game_id, role): seat for role, seat in players.items()}
        for role in _NEEDED:
            which = (game_id, role)
            if role in here:
                self._came(which)
            elif which in self._seen and not is_over:
                self._went(which)

    def forget(self, game_id: str) -> None:
        """Forget this game, and send no more notices about it."""
        for which in [which for which in self._leaving if which[0] == game_id]:
            self._leaving.pop(which).cancel()
        for role in _NEEDED:
            self._players.pop((game_id, role), None)
        for known in (self._seen, self._away):
            known.difference_update({which for which in known if which[0] == game_id})

    def close(self) -> None:
        """Cancel all notices that still wait."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()

    def _came(self, which: tuple[str, Role]) -> None:
        self._seen.add(which)
        timer = self._leaving.pop(which, None)
        if timer is not None:
            timer.cancel()
        if which in self._away:
            self._away.discard(which)
            self._tell_of(which, "back")

    def _went(self, which: tuple[str, Role]) -> None:
        if which not in self._leaving and which not in self._away:
            later = asyncio.get_running_loop().call_later
            self._leaving[which] = later(self.stays_away_ms / 1_000, self._left, which)

    def _left(self, which: tuple[str, Role]) -> None:
        del self._leaving[which]
        self._away.add(which)
        self._tell_of(which, "left")

    def _tell_of(self, which: tuple[str, Role], what: str) -> None:
        game_id, gone = which
        seat = self._players.get(which)
        self._tell(game_id, gone, lambda chair: _words(what, gone, seat, chair))


def _words(what: str, gone: Role, seat: Seat | None, chair: Chair) -> Sentence:
    language = load_language(chair.preferences.language)
    if gone.is_assistant:
        is_own = chair.role.is_player and chair.role.acts_for_white == gone.acts_for_white
        return phrase(f"{what}:{'own-assistant' if is_own else gone.value}", language)
    if chair.role.is_player:
        return phrase(f"{what}:opponent", language)
    if seat is not None and seat.name:
        return phrase(f"{what}:{gone.value}-named", language, name=seat_name(seat, language))
    return phrase(f"{what}:{gone.value}", language)
