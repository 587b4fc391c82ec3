"""A table at which lines are typed, and at the end something may be said: what was answered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.session.table_stage import TableStage
from voice_chess.adapters.simulation.memory import (
    MemoryMicrophone,
    MemoryRecognizer,
    ScriptedTalk,
)
from voice_chess.adapters.simulation.simulated_time import (
    RecordedInbox,
    ScriptedInbox,
    SimulatedTime,
)
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Role, Seat, Table
from voice_chess.languages.language import load_language
from voice_chess.session.board_preferences import BothHands
from voice_chess.session.evidence import (
    AnswerSpoken,
    LineTyped,
    UtteranceHeard,
)
from voice_chess.session.games.game_session import GameSession
from voice_chess.session.listening.inputs import BoardLeft, BoardTells, Inbox, RoomInput
from voice_chess.session.ports import Opponent
from voice_chess.session.table_settings import GRACE_MS, Grace, TableSettings
from voice_chess.speech.understanding.hypothesis import Hypothesis
from voice_chess.tactile.sensing import Felt

BLIND = Table(
    control=TimeControl.parsed("15+10"), white=Seat(is_blind=True), black=Seat(is_blind=True)
)
Board: TypeAlias = Felt | None
"""What a board tells between two lines; None when it is unplugged."""

Boards: TypeAlias = Mapping[str, Sequence[tuple[bool, Board]]]
"""Behind which line which board tells what, White's under True."""


@dataclass
class BoardsBetween:
    """`Inbox` of typed lines, behind some of which a board tells something."""

    lines: Iterable[str]
    time: SimulatedTime
    boards: Boards
    pause_ms: int

    def entries(self) -> Iterator[RoomInput]:
        yield from self._told("")
        for line in self.lines:
            yield from ScriptedInbox([line], self.time, pause_ms=self.pause_ms).entries()
            yield from self._told(line)

    def _told(self, line: str) -> Iterator[RoomInput]:
        for white, happening in self.boards.get(line, ()):
            self.time.passed(300)
            now_ms = self.time.now_ms()
            if happening is None:
                yield BoardLeft(white=white, is_lost=True, at_ms=now_ms)
            else:
                yield BoardTells(white=white, happenings=(happening,), at_ms=now_ms)


@dataclass
class HeardAtLast:
    """`Inbox` of what comes before, and then of somebody who speaks."""

    before: Inbox
    time: SimulatedTime

    def entries(self) -> Iterator[RoomInput]:
        yield from self.before.entries()
        talk = ScriptedTalk(after_ms=2_600, lasts_ms=1_600)
        yield from RecordedInbox(MemoryMicrophone([talk]), self.time).entries()


@dataclass
class TypedTable(TableStage):
    """A table at which lines are typed."""

    table: Table = BLIND
    hands: BothHands = field(default_factory=BothHands)
    press: str = "command"
    opponent: Opponent | None = None
    thinkers: Executor | None = None
    absent: Role = Role.BLACK
    language: str = "de"
    pause_ms: int | None = None
    """Before and behind each line; else as long as it takes to press, if the program does."""
    typed_grace_ms: int | None = GRACE_MS
    heard_at_last: str = ""
    """Words that are said, and clearly heard, behind the last line."""
    recognizer: MemoryRecognizer = field(default_factory=lambda: MemoryRecognizer([]))

    def play(
        self,
        *lines: str,
        boards: Boards | None = None,
    ) -> GameSession:
        settings = TableSettings(
            language=load_language(self.language),
            press="auto" if self.press == "auto" else "command",
            hands=self.hands,
            grace=Grace(written_ms=self.typed_grace_ms, is_read_back=True),
        )
        session = self.with_ear(
            self._ear(),
            settings,
            opponent=self.opponent,
            thinkers=self.thinkers,
            absent=self.absent,
        )
        pause_ms = 1_600 if self.press == "auto" else 300
        typed = BoardsBetween(lines, self.time, boards or {}, self.pause_ms or pause_ms)
        inbox = HeardAtLast(typed, self.time) if self.heard_at_last else typed
        session.run(self.table, inbox)
        return session

    def _ear(self) -> MemoryRecognizer:
        if not self.heard_at_last:
            return self.recognizer
        words = tuple(self.heard_at_last.split())
        return MemoryRecognizer([(Hypothesis(words=words, log_likelihood=0.0),)])

    @property
    def answers(self) -> list[tuple[str, list[str]]]:
        """Each line with what was said to it."""
        found: list[tuple[str, list[str]]] = [("", [])]
        for seen in self.seen:
            if isinstance(seen, LineTyped):
                found.append((seen.text, []))
            if isinstance(seen, UtteranceHeard) and seen.sound is not None:
                found.append((self.heard_at_last, []))
            if isinstance(seen, AnswerSpoken):
                found[-1][1].append(seen.text)
        return found

    def answer_to(self, line: str) -> list[str]:
        """What was said to the last line of this text."""
        return [said for text, said in self.answers if text == line][-1]
