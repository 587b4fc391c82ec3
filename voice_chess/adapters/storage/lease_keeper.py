"""Keeps the lease of a hall: waits until it can be taken, and renews it in a thread of its own."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from voice_chess.session.lease import RENEWED_EVERY_MS, Lease, LeaseLost, Leases
from voice_chess.session.ports import JournalLost


class LeaseKeeper:
    """Holds the hall from the moment it is made until it is left, or another has taken it."""

    def __init__(
        self,
        leases: Leases,
        hall: str,
        node: str,
        *,
        waits: Callable[[Lease], None],
        lost: Callable[[str], None],
    ) -> None:
        """`waits` is told once whose it is until then; `lost`, in the thread, who has taken it.

        Raises `JournalLost` when the storage fails before it is ours.
        """
        self._leases = leases
        self._lost = lost
        self._ended = threading.Event()
        self.held = self._taken(hall, node, waits)
        self._thread = threading.Thread(target=self._keep, name="lease", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """The next one need not wait for the lease to lapse, where that can be told."""
        self._ended.set()
        self._thread.join()
        with suppress(JournalLost):
            self._leases.give_back(self.held)

    def _taken(self, hall: str, node: str, waits: Callable[[Lease], None]) -> Lease:
        found = self._leases.take(hall, node)
        if found.node != node:
            waits(found)
        while found.node != node:
            self._ended.wait(RENEWED_EVERY_MS / 1_000)
            # There is nobody to tell that the database is away; the server only goes on waiting.
            with suppress(JournalLost):
                found = self._leases.take(hall, node)
        return found

    def _keep(self) -> None:
        while not self._ended.wait(RENEWED_EVERY_MS / 1_000):
            try:
                self.held = self._leases.renew(self.held)
            except LeaseLost as error:
                self._lost(str(error))
                return
            except JournalLost:
                # What can't be written is told by the games; the lease goes on if nobody takes it.
                continue
