"""Players around one table: ports in memory, time that is told, and everything that was seen."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

from tests.stage.script import Act, ScriptedRoom, Utterance
from tests.stage.scripted_game import GAME, ScriptedGame
from tests.stage.usual import BLIND, BY_COMMAND
from voice_chess.adapters.simulation.memory_sound import (
    MemoryRecognizer,
    MemoryRecord,
    MemorySpeaker,
)
from voice_chess.adapters.simulation.memory_storage import MemoryEnvelopes, MemoryJournal
from voice_chess.adapters.simulation.simulated_time import SimulatedTime, TimedSpeaker
from voice_chess.game.events import Event
from voice_chess.game.evolve import replay
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.session.evidence import (
    AnswerSpoken,
    CommandRefused,
    Evidence,
    LineTyped,
    UtteranceHeard,
)
from voice_chess.session.games.game_session import GameSession, Ports
from voice_chess.session.listening.inputs import Inbox, RoomInput
from voice_chess.session.ports import Envelopes, Journal, Opponent, Recognizer, Speaker
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.dialogue import DialogueState
from voice_chess.speech.understanding.hypothesis import Hypothesis


@dataclass
class AroundTable(ScriptedGame):
    """A table, what stands around it, and what was seen there; each port may be another one."""

    table: Table = BLIND
    _: KW_ONLY
    settings: TableSettings = BY_COMMAND
    pause_ms: int | None = None
    """Before and behind each line; else as long as it takes to press, if the program does."""
    ear: Callable[[Sequence[tuple[Hypothesis, ...]]], Recognizer] = MemoryRecognizer
    """Made of what will be said."""
    speaker: MemorySpeaker = field(default_factory=MemorySpeaker)
    voice: Speaker | None = None
    """Speaks in place of `speaker`, and takes its own time."""
    journal: Journal = field(default_factory=MemoryJournal)
    record: MemoryRecord = field(default_factory=MemoryRecord)
    envelopes: Envelopes | None = field(default_factory=MemoryEnvelopes)
    time: SimulatedTime = field(default_factory=SimulatedTime)
    opponent: Opponent | None = None
    thinkers: Executor | None = None
    absent: Role = Role.BLACK
    seen: list[Event | Evidence] = field(default_factory=list)
    turns: list[DialogueState] = field(default_factory=list)
    """Where the talk stood, one state after the other."""

    def play(self, *script: Act) -> GameSession:
        """The game is begun, or goes on, and ends with its script if not before."""
        is_pressed = self.settings.press == "auto"
        pause_ms = self.pause_ms if self.pause_ms is not None else 2_500 if is_pressed else 300
        said = [act.hypotheses for act in script if isinstance(act, Utterance)]
        return self.run(ScriptedRoom(script, self.time, pause_ms), self.ear(said))

    def run(self, inbox: Inbox, recognizer: Recognizer, **others: Any) -> GameSession:
        """The same with whatever comes; `others` are ports of this time alone."""
        self.recognizer = recognizer
        ports = Ports(
            journal=self.journal,
            recognizer=recognizer,
            speaker=self.voice or TimedSpeaker(self.speaker, self.time),
            time=self.time,
            record=self.record,
            envelopes=self.envelopes,
            opponent=self.opponent,
            thinkers=self.thinkers,
            absent=self.absent,
        )
        self.session = GameSession(GAME, replace(ports, **others), self.settings, self.seen.append)
        self.session.run(self.table, _Observed(inbox, self._note_turn))
        return self.session

    @property
    def game(self) -> Game:
        """As the journal has it."""
        return replay(self.journal.read(GAME))

    @property
    def said(self) -> list[str]:
        """Everything that was said."""
        return [seen.text for seen in self.seen if isinstance(seen, AnswerSpoken)]

    @property
    def answers(self) -> list[tuple[str, list[str]]]:
        found: list[tuple[str, list[str]]] = [("", [])]
        for seen in self.seen:
            if isinstance(seen, LineTyped):
                found.append((seen.text, []))
            elif isinstance(seen, UtteranceHeard) and seen.sound is not None:
                likeliest = seen.alternatives[0].words if seen.alternatives else ()
                found.append((" ".join(likeliest), []))
            elif isinstance(seen, AnswerSpoken):
                found[-1][1].append(seen.text)
        return found

    @property
    def refusals(self) -> list[tuple[str, str]]:
        """Each refusal with the article it rests on."""
        refused = [seen for seen in self.seen if isinstance(seen, CommandRefused)]
        return [(each.refusal, each.citation) for each in refused]

    @property
    def expected(self) -> list[tuple[str, ...]]:
        """What could be said, each time when that had changed."""
        assert isinstance(self.recognizer, MemoryRecognizer)
        return self.recognizer.expected

    def _note_turn(self) -> None:
        if self.turns[-1:] != [self.session.turn]:
            self.turns.append(self.session.turn)


@dataclass
class _Observed:
    """`Inbox` that lets look before each entry, and at the end."""

    inbox: Inbox
    look: Callable[[], None]

    def entries(self) -> Iterator[RoomInput]:
        for entry in self.inbox.entries():
            self.look()
            yield entry
        self.look()
