"""Keeps the leases of the parts that this server leads, and takes those of dead servers."""

import logging
import threading
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Self

from voice_chess.session.lease import RENEWED_EVERY_MS, Fellow, Fellows, Lease, LeaseLost, Leases
from voice_chess.session.lobby.parts import Busy, Dealing, Told, to_give, to_take
from voice_chess.session.ports import JournalLost

GIVEN_AT_ONCE = 32
"""The most parts given up at once; more could not be closed while the others wait for them."""
_log = logging.getLogger(__name__)


class PartsKeeper:
    """`Parts` from its construction until it is left; a thread looks after them each second."""

    is_everything = False

    def __init__(
        self,
        leases: Leases,
        fellows: Fellows,
        own: Fellow,
        dealing: Dealing,
        *,
        before_taking: Callable[[], None],
    ) -> None:
        """Take this server's share. Raises `JournalLost` if that can't be done.

        `before_taking` is called before anything is written that another server has led.
        """
        self._leases, self._fellows = leases, fellows
        self._node, self._address = own.node, own.address
        self._dealing, self._parts = dealing, dealing.parts
        self._before_taking = before_taking
        self._held: dict[str, Lease] = {}
        self._leaders: Mapping[str, str] = {}
        self._addresses: Mapping[str, str] = {}
        self._giving: Collection[str] = ()
        """The parts that are just being given up."""
        self._part_of_game: dict[str, str] = {}
        self._taken: Told = lambda _: None
        self._lost: Told = lambda _: None
        self._busy: Busy = lambda: self._parts
        self._ended = threading.Event()
        self.look()
        self._thread = threading.Thread(target=self._keep, name="parts", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Give all leases back, if possible, so that the others need not wait until they lapse."""
        self._ended.set()
        self._thread.join()
        with suppress(JournalLost):
            self._fellows.leave(self._node)
            self._leases.give_back_all(self._held.values())

    def part_of(self, hall: str) -> str:
        return self._dealing.part_of(hall)

    def led(self) -> Collection[str]:
        return tuple(part for part in self._held if part not in self._giving)

    def leads(self, part: str) -> bool:
        return part in self._held and part not in self._giving

    def are_all_led(self) -> bool:
        return {*self._leaders, *self._held}.issuperset(self._parts)

    def belongs(self, game_id: str, part: str) -> None:
        self._part_of_game[game_id] = part

    def part_of_game(self, game_id: str) -> str:
        return self._part_of_game[game_id]

    def leaves(self, game_id: str) -> None:
        self._part_of_game.pop(game_id, None)

    def watch(self, taken: Told, lost: Told, busy: Busy) -> None:
        self._taken, self._lost, self._busy = taken, lost, busy

    def address_of(self, part: str) -> str | None:
        return self._addresses.get(self._leaders.get(part, ""))

    def others(self) -> tuple[str, ...]:
        return tuple(at for node, at in self._addresses.items() if node != self._node)

    def lease_of_part(self, part: str) -> Lease:
        """Return the lease for writing in this part. Raises `LeaseLost`."""
        held = self._held.get(part)
        if held is None:
            message = f"Another server has {part} of the games by now."
            raise LeaseLost(message)
        return held

    def lease_of_game(self, game_id: str) -> Lease:
        """Return the lease of the part to which this game belongs. Raises `LeaseLost`."""
        return self.lease_of_part(self._part_of_game.get(game_id, "no part"))

    def lease_of_event(self, event_id: str) -> Lease:
        """Return the lease of the part to which this event belongs. Raises `LeaseLost`."""
        return self.lease_of_part(self.part_of(event_id))

    def look(self) -> None:
        """Renew what is held, see which servers are there, and balance. Raises `JournalLost`."""
        self._renew()
        self._fellows.announce(self._node, self._address)
        self._addresses = self._fellows.alive()
        self._leaders = self._found()
        wanted = to_take(self._parts, self._leaders, self._addresses, self._node)
        spare = to_give(self._parts, self._leaders, self._addresses, self._node)
        if wanted:
            self._take(wanted)
        if spare:
            busy = self._busy()
            quiet = [part for part in self._held if part not in busy]
            self._give(quiet[: min(spare, GIVEN_AT_ONCE)])
        if wanted or spare:
            self._leaders = self._found()

    def _renew(self) -> None:
        """Renew all leases in one statement; again if it took time to report that some are lost."""
        held = self._held
        while held:
            going = {lease.hall: lease for lease in self._leases.renew_all(held.values())}
            lost, self._held = tuple(held.keys() - going.keys()), going
            if not lost:
                return
            _log.warning("parts=%d lost", len(lost))
            self._lost(lost)
            held = going

    def _found(self) -> Mapping[str, str]:
        lasting = {lease.hall: lease.node for lease in self._leases.lasting()}
        return {part: lasting[part] for part in self._parts if part in lasting}

    def _take(self, parts: Collection[str]) -> None:
        found = self._leases.take_all(parts, self._node)
        ours = {lease.hall: lease for lease in found if lease.node == self._node}
        if ours:
            self._before_taking()
            self._held = {**self._held, **ours}
            self._taken(tuple(ours))
            self._renew()

    def _give(self, parts: Collection[str]) -> None:
        """Give up these parts; all that is still to be written of them is written before that.

        Nothing begins in them meanwhile.
        """
        if not parts:
            return
        self._giving = frozenset(parts)
        try:
            self._lost(tuple(parts))
        finally:
            given = [self._held[part] for part in parts]
            self._held = {part: held for part, held in self._held.items() if part not in parts}
            self._giving = ()
        self._leases.give_back_all(given)

    def _keep(self) -> None:
        while not self._ended.wait(RENEWED_EVERY_MS / 1_000):
            try:
                self.look()
            except JournalLost:
                # The games report what can't be written; leases stay ours if nobody takes them.
                continue
            except Exception:  # noqa: BLE001 - who stopped looking would lose all games
                _log.exception("parts=not-looked-after")
