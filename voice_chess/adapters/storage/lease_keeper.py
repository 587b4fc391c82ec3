"""Keeps the lease of a hall: waits until it can be taken, then renews it in a thread."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from voice_chess.session.lease import RENEWED_EVERY_MS, Lease, LeaseLost, Leases
from voice_chess.session.ports import JournalLost


class LeaseKeeper:
    """Holds the hall from its construction until it is left, or another server has taken it."""

    def __init__(
        self,
        leases: Leases,
        hall: str,
        node: str,
        *,
        waits: Callable[[Lease], None],
        lost: Callable[[str], None],
    ) -> None:
        """Take the hall; wait for it if necessary. Raises `JournalLost` if the storage fails first.

        `waits` is called once with the lease of the current owner; `lost`, in the thread, with the
        message that says which server has taken the hall.
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
        """Give the lease back, if possible, so that the next server need not wait for it."""
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
            # No player could be told that the database is away; the server just goes on waiting.
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
                # The games report what can't be written; the lease stays ours if nobody takes it.
                continue
