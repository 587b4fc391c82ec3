"""What every table of the tests stands on: ports in memory, time that is told, what was seen."""

from dataclasses import dataclass, field, replace
from typing import Any

from voice_chess.adapters.simulation.memory import (
    MemoryEnvelopes,
    MemoryJournal,
    MemoryRecord,
    MemorySpeaker,
)
from voice_chess.adapters.simulation.simulated_time import SimulatedTime, TimedSpeaker
from voice_chess.game.events import Event
from voice_chess.session.evidence import AnswerSpoken, CommandRefused, Evidence
from voice_chess.session.games.game_session import GameSession, Ports
from voice_chess.session.ports import Envelopes, Journal, Recognizer, Speaker
from voice_chess.session.table_settings import TableSettings

GAME = "game"


@dataclass(kw_only=True)
class TableStage:
    """Everything around a session, and what was seen of it; each port may be another one."""

    journal: Journal = field(default_factory=MemoryJournal)
    speaker: MemorySpeaker = field(default_factory=MemorySpeaker)
    voice: Speaker | None = None
    """Speaks in place of `speaker`."""
    record: MemoryRecord = field(default_factory=MemoryRecord)
    envelopes: Envelopes | None = field(default_factory=MemoryEnvelopes)
    time: SimulatedTime = field(default_factory=SimulatedTime)
    seen: list[Event | Evidence] = field(default_factory=list)

    def with_ear(
        self, recognizer: Recognizer, settings: TableSettings, **others: Any
    ) -> GameSession:
        """A session that hears by it; `others` are ports of this table alone."""
        ports = Ports(
            journal=self.journal,
            recognizer=recognizer,
            speaker=TimedSpeaker(self.voice or self.speaker, self.time),
            time=self.time,
            record=self.record,
            envelopes=self.envelopes,
        )
        return GameSession(GAME, replace(ports, **others), settings, self.seen.append)

    @property
    def said(self) -> list[str]:
        """Everything that was said."""
        return [seen.text for seen in self.seen if isinstance(seen, AnswerSpoken)]

    @property
    def refusals(self) -> list[tuple[str, str]]:
        """Each refusal with the article it rests on."""
        refused = [seen for seen in self.seen if isinstance(seen, CommandRefused)]
        return [(each.refusal, each.citation) for each in refused]

    def of(self, kind: type) -> list[Event]:
        """The events of a kind."""
        return [event for event in self.journal.read(GAME) if isinstance(event, kind)]
