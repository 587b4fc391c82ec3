"""The game and its only writer: a command is decided, written, and only then has it happened."""

from voice_chess.arbiter.decide import decide
from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve, replay
from voice_chess.game.refusals import Refusal
from voice_chess.game.state import Game
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import Journal


class Ledger:
    """One game in a journal."""

    def __init__(self, journal: Journal, game_id: str) -> None:
        """Go on where the journal ends; raises `JournalLost`."""
        events = journal.read(game_id)
        self.game_id = game_id
        self.game: Game = replay(events)
        self.last_at_ms = max((event.at_ms for event in events), default=0)
        self._journal = journal
        self._version = len(events)

    def ask(self, command: Command) -> tuple[Event, ...] | Refusal:
        """What the command brought about, safely written; or why it may not be.

        Raises `JournalLost` or `Conflict`; then nothing has happened.
        """
        ruling = decide(self.game, command)
        if not isinstance(ruling, tuple) or not ruling:
            return ruling
        self._version = self._journal.append(self.game_id, ruling, after=self._version)
        for event in ruling:
            self.game = evolve(self.game, event)
            self.last_at_ms = max(self.last_at_ms, event.at_ms)
        return ruling

    def note(self, evidence: Evidence) -> None:
        self._journal.note(self.game_id, (evidence,))
