"""Runs a game around one table with ports in memory and simulated time, and records its outputs."""

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
from voice_chess.session.ports import Envelopes, HearAgain, Journal, Opponent, Recognizer, Speaker
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.dialogue import DialogueState
from voice_chess.speech.understanding.hypothesis import Hypothesis


@dataclass
class AroundTable(ScriptedGame):
    """A table with its ports, each of which can be replaced, and what was recorded there."""

    table: Table = BLIND
    _: KW_ONLY
    settings: TableSettings = BY_COMMAND
    pause_ms: int | None = None
    """The pause before and after each line; by default long enough for the program to press."""
    ear: Callable[[Sequence[tuple[Hypothesis, ...]]], Recognizer] = MemoryRecognizer
    """Makes the recogniser from all hypotheses of the script."""
    speaker: MemorySpeaker = field(default_factory=MemorySpeaker)
    voice: Speaker | None = None
    """Speaks in place of `speaker`, and takes its own time."""
    journal: Journal = field(default_factory=MemoryJournal)
    record: MemoryRecord = field(default_factory=MemoryRecord)
    envelopes: Envelopes | None = field(default_factory=MemoryEnvelopes)
    time: SimulatedTime = field(default_factory=SimulatedTime)
    again: HearAgain | None = None
    """Hears each utterance a second time, in another language."""
    opponent: Opponent | None = None
    thinkers: Executor | None = None
    absent: Role = Role.BLACK
    seen: list[Event | Evidence] = field(default_factory=list)
    turns: list[DialogueState] = field(default_factory=list)
    """The states of the dialogue, one after another."""

    def play(self, *script: Act) -> GameSession:
        """Begin or continue the game, and run the script until the game or the script ends."""
        is_pressed = self.settings.press == "auto"
        pause_ms = self.pause_ms if self.pause_ms is not None else 2_500 if is_pressed else 300
        said = [act.hypotheses for act in script if isinstance(act, Utterance)]
        return self.run(ScriptedRoom(script, self.time, pause_ms), self.ear(said))

    def run(self, inbox: Inbox, recognizer: Recognizer, **others: Any) -> GameSession:
        """Run the game with this inbox; `others` are ports for this run only."""
        self.recognizer = recognizer
        ports = Ports(
            journal=self.journal,
            recognizer=recognizer,
            again=self.again,
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
        """The game that the journal holds."""
        return replay(self.journal.read(GAME))

    @property
    def said(self) -> list[str]:
        """Everything that the program said."""
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
        """Each refusal with the article that it cites."""
        refused = [seen for seen in self.seen if isinstance(seen, CommandRefused)]
        return [(each.refusal, each.citation) for each in refused]

    @property
    def expected(self) -> list[tuple[str, ...]]:
        """The phrases that could be said, after each change."""
        assert isinstance(self.recognizer, MemoryRecognizer)
        return self.recognizer.expected

    def _note_turn(self) -> None:
        if self.turns[-1:] != [self.session.turn]:
            self.turns.append(self.session.turn)


@dataclass
class _Observed:
    """`Inbox` that calls `look` before each entry, and at the end."""

    inbox: Inbox
    look: Callable[[], None]

    def entries(self) -> Iterator[RoomInput]:
        for entry in self.inbox.entries():
            self.look()
            yield entry
        self.look()
