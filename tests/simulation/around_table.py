"""Simulates a table: two players and an arbiter at one microphone and one loudspeaker.

A table is one thread that empties an inbox and reads only the clock of its ports, so it needs no
simulated loop. The inbox here lets time pass with each entry, and at random moments lets something
go wrong.
"""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from tests.faulty_journal import FaultyJournal
from tests.german import german
from tests.simulation.devices import (
    FRAME_MS,
    SILENT,
    SimulatedEar,
    plain_words,
    sound_of,
    words_of,
)
from tests.simulation.world import BASE_MS, errors_told
from tests.stage.around_table import AroundTable
from tests.stage.scripted_game import GAME
from tests.stage.usual import IN_GERMAN
from voice_chess.adapters.simulation.memory_sound import MemorySpeaker
from voice_chess.adapters.simulation.simulated_time import SimulatedTime, TimedSpeaker
from voice_chess.adapters.synthesis.failover_speaker import FailoverSpeaker, Opened
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.base import EventBase
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.table import Occasion, Table
from voice_chess.languages.language import load_language
from voice_chess.session.evidence import AnswerSpoken, Evidence
from voice_chess.session.games.game_session import GameSession
from voice_chess.session.listening.inputs import (
    DeviceBack,
    DeviceGone,
    RoomInput,
    Sound,
    TimePassed,
)
from voice_chess.session.ports import JournalLost, PortError, SpeakerLost
from voice_chess.speech.dialogue import DialogueState

LANGUAGE = "de"
TABLE = Table(
    control=TimeControl.parsed(f"{BASE_MS // 60_000}+0"), occasion=Occasion(has_arbiter=True)
)
TROUBLED_MS = 240_000
QUIET_MS = 90_000
_CALLED = 0.06
_THINKS_MS = (500, 4_000)
_EVERY_MS = (3_000, 15_000)
"""The least and the most time between two faults."""
_STARTED_AGAIN_MS = 4_000


class SwitchedOff(BaseException):
    """The power is cut; the program can't handle this."""


class Owed(NamedTuple):
    """A sentence that must be heard at the table between two moments."""

    text: str
    from_ms: int
    until_ms: int


@dataclass
class TroubledJournal(FaultyJournal):
    """A journal that loses nothing, but can be away, break after an append, or be slow."""

    time: SimulatedTime = field(default_factory=SimulatedTime)
    is_away: bool = False
    breaks_behind: int = 0
    takes_ms: int = 0

    def before(self, events: Sequence[Event], after: int) -> None:
        self._reach()

    def behind(self) -> None:
        if self.breaks_behind:
            self.breaks_behind -= 1
            message = "The connection broke."
            raise JournalLost(message)

    def read(self, game_id: str) -> tuple[Event, ...]:
        self._reach()
        return super().read(game_id)

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        self._reach()
        super().note(game_id, evidence)

    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        self._reach()
        super().beat(game_ids, at_ms)

    @property
    def kept(self) -> tuple[Event, ...]:
        """The stored events, also while the journal can't be reached."""
        return tuple(self._events.get(GAME, ()))

    def _reach(self) -> None:
        self.time.passed(self.takes_ms)
        if self.is_away:
            message = "The disk is full."
            raise JournalLost(message)


@dataclass
class PulledSpeaker(MemorySpeaker):
    """A loudspeaker that can be unplugged."""

    is_plugged: bool = True

    def say(self, text: str) -> int:
        self._reach()
        return super().say(text)

    def _reach(self) -> None:
        if not self.is_plugged:
            message = "The loudspeaker is gone."
            raise SpeakerLost(message)


@dataclass(eq=False)
class TableEvening:
    """The evening of one seed; it runs its full time, however often the program is restarted."""

    seed: int
    journal_kind: type[TroubledJournal] = TroubledJournal
    faults: list[str] = field(default_factory=list)
    seen: list[Event | Evidence] = field(default_factory=list)
    """All events and evidence that the program reported."""
    meant: set[tuple[int, str]] = field(default_factory=set)
    """Half-move and move of everything that a player wanted to play."""
    said_ms: dict[tuple[int, str], int] = field(default_factory=dict)
    """The time at which the last word of each was said."""
    warned: list[str] = field(default_factory=list)
    """The sides that the arbiter has ordered to be warned."""
    owed: list[Owed] = field(default_factory=list)
    befell: list[str] = field(default_factory=list)
    unheard: list[tuple[int, int]] = field(default_factory=list)
    """Periods, from and until, without a loudspeaker or without a running program."""
    slow_ms: int = 0
    """The most by which a slow disk can have delayed anything."""
    kept_before_quiet: int = 0
    starts: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.time = SimulatedTime()
        self.journal = self.journal_kind(time=self.time)
        self.language = load_language(LANGUAGE)
        self.ends_ms = TROUBLED_MS + QUIET_MS
        self._said: deque[bytes] = deque()
        self._announced: tuple[int, str] | None = None
        """The half-move and the move that are being said, or None."""
        self._quiet_until_ms = 0
        self._fault: Iterator[RoomInput | None] | None = None
        self._next_fault_ms = 5_000
        self._is_microphone_plugged = True

    def is_unheard(self, at_ms: int) -> bool:
        """Whether an event of then, or of a little before, may have reached nobody."""
        return any(began_ms - 10_000 <= at_ms <= until_ms for began_ms, until_ms in self.unheard)

    def run(self) -> None:
        """Run the evening from beginning to end."""
        with errors_told(self.faults):
            while self.time.now_ms() < self.ends_ms and not self._is_over:
                self._play()
                ended_ms = self.time.now_ms()
                self.time.passed(_STARTED_AGAIN_MS)
                self.unheard.append((ended_ms, self.time.now_ms()))

    @property
    def session(self) -> GameSession:
        return self.stage.session

    @property
    def _is_over(self) -> bool:
        return any(isinstance(event, GameEnded) for event in self.journal.kept)

    def _play(self) -> None:
        self.starts += 1
        self.speaker, self.other = PulledSpeaker(), PulledSpeaker()
        voice = FailoverSpeaker(
            Opened(speaker=self.speaker), lambda: [lambda: Opened(speaker=self.other)], lambda: None
        )
        self.stage = AroundTable(
            TABLE,
            settings=IN_GERMAN,
            voice=TimedSpeaker(voice, self.time),
            journal=self.journal,
            envelopes=None,
            time=self.time,
            seen=self.seen,
        )
        self._said.clear()
        self._announced = None
        try:
            self.stage.run(self, SimulatedEar())
        except SwitchedOff:
            self._put_right()
        except PortError as error:
            self.befell.append(f"ended by {type(error).__name__}")
            self._put_right()

    def _put_right(self) -> None:
        """End all faults, before the program is started again."""
        self._fault, self._next_fault_ms = None, self.time.now_ms() + _EVERY_MS[1]
        self.journal.is_away, self.journal.breaks_behind, self.journal.takes_ms = False, 0, 0
        self._is_microphone_plugged = True

    @property
    def happened(self) -> list[EventBase]:
        """The events that the program reported, in all its sessions."""
        return [what for what in self.seen if isinstance(what, EventBase)]

    @property
    def heard(self) -> list[tuple[int, str]]:
        """The program's sentences, each with the time at which it ended."""
        answers = (what for what in self.seen if isinstance(what, AnswerSpoken))
        return [(answer.at_ms + answer.lasted_ms, answer.text) for answer in answers]

    # What comes to the table

    def entries(self) -> Iterator[RoomInput]:
        """As an `Inbox`, yield frame after frame, and between them what happens to the devices."""
        while self.time.now_ms() < self.ends_ms:
            came = self._trouble()
            if came is not None:
                yield came
            self._act()
            self.time.passed(FRAME_MS)
            now_ms = self.time.now_ms()
            frame = self._said.popleft() if self._said else SILENT
            if self._announced is not None and not self._said:
                self.said_ms[self._announced], self._announced = now_ms, None
            if self._is_microphone_plugged:
                yield Sound(samples=frame, ended_ms=now_ms)
            else:
                yield TimePassed()

    def _act(self) -> None:
        """Let somebody speak, after a time of silence."""
        now_ms = self.time.now_ms()
        if self._said or now_ms < self._quiet_until_ms or not self._is_microphone_plugged:
            return
        self._quiet_until_ms = now_ms + self.chance.randint(*_THINKS_MS)
        game, turn = self.session.game, self.session.turn
        if turn in (DialogueState.CONFIRMING, DialogueState.ASKING):
            self._say(self.language.say("no"))
        elif not game.is_in_play:
            return
        elif not game.clock.is_running:
            self._say(" ".join(map(self.language.say, ("arbiter", "continue"))))
        elif self.chance.random() < _CALLED:
            self._rule()
        elif game.turn.announcement is None:
            self._move()

    def _rule(self) -> None:
        """Say an arbiter's order, after the word that names the arbiter."""
        side = self.chance.choice(("white", "black"))
        order = self.chance.choice((("warn", side), ("ruling", side), ("stop",)))
        if order[0] == "warn":
            self.warned.append(side)
        self._say(" ".join(map(self.language.say, ("arbiter", *order))))

    def _move(self) -> None:
        game = self.session.game
        uci, ply = self.chance.choice(game.position.legal_moves), len(game.position.moves)
        self.meant.add((ply, uci))
        fen = game.position.fen
        self._say(" ".join(words_of(uci, fen, LANGUAGE, is_short=self.chance.random() < 0.5)))
        self._announced = ply, uci

    def _say(self, words: str) -> None:
        self._said.extend(sound_of(plain_words(words)))
        self._quiet_until_ms += FRAME_MS * len(self._said) + 1_500

    # What goes wrong

    def _trouble(self) -> RoomInput | None:
        """Go on with the present fault, or begin the next; each is an iterator over its time."""
        now_ms = self.time.now_ms()
        if self._fault is not None:
            try:
                return next(self._fault)
            except StopIteration:
                self._fault = None
                self._next_fault_ms = now_ms + self.chance.randint(*_EVERY_MS)
                return None
        if now_ms >= TROUBLED_MS:
            self.kept_before_quiet = self.kept_before_quiet or len(self.journal.kept)
        elif now_ms >= self._next_fault_ms:
            kinds = (
                self._lose_storage,
                self._break_behind,
                self._slow_disk,
                self._switch_off,
                self._sleep,
                self._pull_microphone,
                self._pull_speaker,
                self._pull_both,
            )
            self._fault = self.chance.choice(kinds)()
        return None

    def _waits(self, duration_ms: int) -> Iterator[None]:
        until_ms = self.time.now_ms() + duration_ms
        while self.time.now_ms() < until_ms:
            yield None

    def _lose_storage(self) -> Iterator[None]:
        self.befell.append("storage away")
        was_running, began_ms = self.session.game.clock.is_running, self.time.now_ms()
        self.journal.is_away = True
        self.unheard.append((began_ms, began_ms + 12_000))
        lasts_ms = self.chance.randint(200, 12_000)
        yield from self._waits(lasts_ms)
        self.journal.is_away = False
        if was_running and lasts_ms > 3_000:
            text = german("JournalLost")
            self.owed.append(Owed(text=text, from_ms=began_ms, until_ms=self.time.now_ms()))

    def _break_behind(self) -> Iterator[None]:
        self.befell.append("broken behind an append")
        self.journal.breaks_behind = 1
        now_ms = self.time.now_ms()
        self.unheard.append((now_ms, now_ms + 6_000))
        yield from self._waits(6_000)
        self.journal.breaks_behind = 0

    def _slow_disk(self) -> Iterator[None]:
        self.befell.append("slow disk")
        self.journal.takes_ms = self.chance.randint(50, 800)
        self.slow_ms = max(self.slow_ms, 5 * self.journal.takes_ms)
        yield from self._waits(5_000)
        self.journal.takes_ms = 0

    def _switch_off(self) -> Iterator[None]:
        self.befell.append("power cut")
        yield from self._waits(self.chance.randint(0, 2_000))
        raise SwitchedOff

    def _sleep(self) -> Iterator[None]:
        self.befell.append("slept")
        self.time.slept(self.chance.choice((2_000, 60_000)))
        yield None

    def _pull_microphone(self) -> Iterator[RoomInput | None]:
        """Unplug the microphone, and so cut off words that are being said."""
        self.befell.append("microphone pulled")
        self._is_microphone_plugged, began_ms = False, self.time.now_ms()
        self._said.clear()
        self._announced = None
        yield DeviceGone(kind="Microphone", reason="", at_ms=began_ms)
        yield from self._waits(self.chance.randint(500, 8_000))
        text = german("MicrophoneLost")
        self.owed.append(Owed(text=text, from_ms=began_ms, until_ms=self.time.now_ms()))
        self._is_microphone_plugged = True
        yield DeviceBack(kind="Microphone", at_ms=self.time.now_ms())

    def _pull_speaker(self) -> Iterator[RoomInput | None]:
        self.befell.append("loudspeaker pulled")
        self.speaker.is_plugged, began_ms = False, self.time.now_ms()
        yield from self._waits(self.chance.randint(500, 8_000))
        # The sentence in which it was lost is replaced by a report of the loss.
        self.unheard.append((began_ms, self.time.now_ms()))
        self.speaker.is_plugged = True

    def _pull_both(self) -> Iterator[RoomInput | None]:
        """Unplug all loudspeakers; as nobody can be told, the program stops the clocks and ends."""
        self.befell.append("every loudspeaker pulled")
        self.speaker.is_plugged = self.other.is_plugged = False
        began_ms = self.time.now_ms()
        yield from self._waits(self.chance.randint(500, 8_000))
        self.unheard.append((began_ms, self.time.now_ms()))
        self.speaker.is_plugged = self.other.is_plugged = True
