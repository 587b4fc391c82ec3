"""Seats apart without a server: a game, those who sit there, and what each of them is told."""

from voice_chess.adapters.simulation.memory import MemoryEnvelopes, MemoryJournal
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.games.chairs import Settled
from voice_chess.session.games.envelope_passphrases import Keyring
from voice_chess.session.games.live_game import LiveGame
from voice_chess.session.games.seat import SeatParticipant, sit_down
from voice_chess.session.ledger import Ledger
from voice_chess.session.lobby.lobby import seats_apart
from voice_chess.session.outputs import Output
from voice_chess.session.ports import Journal, TimeSource


class Apart:
    """`game` is one of the journal; nobody sits there yet."""

    def __init__(
        self,
        settled: Settled | None = None,
        *,
        keyring: Keyring | None = None,
        journal: Journal | None = None,
        time: TimeSource | None = None,
    ) -> None:
        keyring = keyring or Keyring(lambda _: MemoryEnvelopes())
        time = time or SimulatedTime()
        self._outputs: list[Output] = []
        self.game: LiveGame[SeatParticipant] = LiveGame(
            Ledger(journal or MemoryJournal(), "game"),
            time,
            seats_apart(settled or Settled(), keyring, time),
            self._outputs.append,
        )

    def seat(self, sitter: Sitter) -> None:
        sit_down(self.game, sitter)

    def fetch(self) -> tuple[Output, ...]:
        """What has come out since the last time."""
        outputs = tuple(self._outputs)
        self._outputs.clear()
        return outputs
