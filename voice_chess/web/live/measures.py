"""Figures on how busy the server is: moves, requests and their duration, and what is open.

They identify nobody.
"""

from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from voice_chess.game.moves import MoveCompleted
from voice_chess.session.lease import Lease
from voice_chess.session.ledger import Happening
from voice_chess.session.outputs import Output

LIMITS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds, in seconds, of the histogram of how long requests took."""

_OPEN = {
    "games": "Games that are in memory",
    "sockets": "Sockets of pages",
    "microphones": "Microphones that are listened to",
    "parts": "Parts of all games and events that this server has",
}


class Measures:
    """One server's figures since its start; used in the games' event loop."""

    def __init__(
        self, is_open: Mapping[str, Callable[[], int]], lease: Callable[[], Lease] | None = None
    ) -> None:
        """Take functions that read figures.

        `is_open` counts what is open now, by the names in `_OPEN`. `lease` returns this server's
        lease on the games, if servers share them.
        """
        self._registry = CollectorRegistry()
        self._moves = Counter(
            "voice_chess_moves", "Moves that were completed and kept", registry=self._registry
        )
        self.requests = Histogram(
            "voice_chess_request_seconds",
            "From what a seat asks until it is done and kept",
            buckets=LIMITS_S,
            registry=self._registry,
        )
        self.lost = Counter(
            "voice_chess_not_kept", "Requests that storage refused", registry=self._registry
        )
        for name, told in _OPEN.items():
            gauge = Gauge(f"voice_chess_open_{name}", told, registry=self._registry)
            gauge.set_function(is_open[name])
        if lease is not None:
            self._tell_lease(lease)

    def told(self, outputs: tuple[Output, ...]) -> None:
        """Count the completed moves among the outputs of a step."""
        for output in outputs:
            if isinstance(output, Happening) and isinstance(output.event, MoveCompleted):
                self._moves.inc()

    def _tell_lease(self, lease: Callable[[], Lease]) -> None:
        Gauge(
            "voice_chess_lease_epoch",
            "How often the games have been taken over",
            registry=self._registry,
        ).set_function(lambda: lease().epoch)
        Gauge(
            "voice_chess_lease_until_seconds",
            "Until when the games are this server's, by the database's clock, since 1970",
            registry=self._registry,
        ).set_function(lambda: lease().until_ms / 1_000)

    def text(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        return generate_latest(self._registry)
