"""Keeps the leases of the parts that this server leads, takes what the dead leave, in a thread."""

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Self

from voice_chess.session.lease import RENEWED_EVERY_MS, Fellows, Lease, LeaseLost, Leases
from voice_chess.session.lobby.parts import PARTS, to_give, to_take
from voice_chess.session.ports import JournalLost

_log = logging.getLogger(__name__)


class PartsKeeper:
    """`Parts` from the moment it is made until it is left."""

    is_everything = False

    def __init__(
        self,
        leases: Leases,
        fellows: Fellows,
        node: str,
        address: str,
        *,
        before_taking: Callable[[], None],
    ) -> None:
        """Takes its share; raises `JournalLost` when that can't be done.

        `before_taking` is called before anything is written that another server has led.
        """
        self._leases, self._fellows = leases, fellows
        self._node, self._address = node, address
        self._before_taking = before_taking
        self._held: dict[str, Lease] = {}
        self._leaders: Mapping[str, str] = {}
        self._addresses: Mapping[str, str] = {}
        self._giving = ""
        """The part that is being given up."""
        self._part_of_game: dict[str, str] = {}
        self._taken: Callable[[str], None] = lambda _: None
        self._lost: Callable[[str], None] = lambda _: None
        self._is_quiet: Callable[[str], bool] = lambda _: False
        self._ended = threading.Event()
        self.look()
        self._thread = threading.Thread(target=self._keep, name="parts", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """The others need not wait for the leases to lapse, where that can be told."""
        self._ended.set()
        self._thread.join()
        with suppress(JournalLost):
            self._fellows.leave(self._node)
            for lease in self._held.values():
                self._leases.give_back(lease)

    def leads(self, part: str) -> bool:
        return part in self._held and part != self._giving

    def belongs(self, game_id: str, part: str) -> None:
        self._part_of_game[game_id] = part

    def part_of_game(self, game_id: str) -> str:
        return self._part_of_game[game_id]

    def leaves(self, game_id: str) -> None:
        self._part_of_game.pop(game_id, None)

    def watch(
        self,
        taken: Callable[[str], None],
        lost: Callable[[str], None],
        is_quiet: Callable[[str], bool],
    ) -> None:
        self._taken, self._lost, self._is_quiet = taken, lost, is_quiet

    def address_of(self, part: str) -> str | None:
        return self._addresses.get(self._leaders.get(part, ""))

    def others(self) -> tuple[str, ...]:
        return tuple(at for node, at in self._addresses.items() if node != self._node)

    def lease_of_part(self, part: str) -> Lease:
        """By which something is written of it. Raises `LeaseLost`."""
        held = self._held.get(part)
        if held is None:
            message = f"The {part} are another server's by now."
            raise LeaseLost(message)
        return held

    def lease_of_game(self, game_id: str) -> Lease:
        """The same of the part to which this game belongs. Raises `LeaseLost`."""
        return self.lease_of_part(self._part_of_game.get(game_id, "games of no part"))

    def look(self) -> None:
        """Renew what is held, and see who else is there. Raises `JournalLost`."""
        self._fellows.announce(self._node, self._address)
        for part, lease in tuple(self._held.items()):
            try:
                self._held[part] = self._leases.renew(lease)
            except LeaseLost:
                _log.warning("part=%s lost", part)
                del self._held[part]
                self._lost(part)
        self._addresses = self._fellows.alive()
        self._leaders = self._found()
        for part in to_take(self._leaders, self._addresses, self._node):
            self._take(part)
        spare = to_give(self._leaders, self._addresses, self._node)
        for part in [part for part in self._held if self._is_quiet(part)][:spare]:
            self._give(part)
        self._leaders = self._found()

    def _found(self) -> Mapping[str, str]:
        return {lease.hall: lease.node for lease in self._leases.lasting() if lease.hall in PARTS}

    def _take(self, part: str) -> None:
        found = self._leases.take(part, self._node)
        if found.node == self._node:
            self._before_taking()
            self._held[part] = found
            self._taken(part)

    def _give(self, part: str) -> None:
        """What is still to be written of it is, before another gets it; nothing is begun there."""
        self._giving = part
        try:
            self._lost(part)
        finally:
            lease, self._giving = self._held.pop(part), ""
        self._leases.give_back(lease)

    def _keep(self) -> None:
        while not self._ended.wait(RENEWED_EVERY_MS / 1_000):
            try:
                self.look()
            except JournalLost:
                # What can't be written is told by the games; leases go on if nobody takes them.
                continue
            except Exception:  # noqa: BLE001 - who stopped looking would lose all games
                _log.exception("parts=not-looked-after")
