"""When something around the game fails: the clocks stop, the players are told, nothing is lost."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from tests.faulty_journal import FaultyJournal
from tests.german import CLOCK, CONTINUE, PRESS, german, in_words
from tests.session.stage import Stage, staged
from tests.session.table_stage import GAME
from voice_chess.adapters.simulation.memory import (
    MemoryMicrophone,
    MemoryRecognizer,
    MemorySpeaker,
)
from voice_chess.adapters.simulation.simulated_time import ScriptedInbox
from voice_chess.adapters.synthesis.failover_speaker import LastingSpeaker
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.events import Event
from voice_chess.game.evolve import replay
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.state import InPlay
from voice_chess.session.games.game_session import GameSession
from voice_chess.session.listening.inputs import (
    DeviceBack,
    DeviceGone,
    RoomInput,
    TimePassed,
    Typed,
)
from voice_chess.session.ports import (
    Conflict,
    JournalLost,
    MicrophoneLost,
    RecognizerLost,
    SpeakerLost,
)
from voice_chess.speech.dialogue import DialogueState
from voice_chess.speech.understanding.hypothesis import Heard


@dataclass
class FullJournal(FaultyJournal):
    """Takes so many events and no more."""

    room: int = 0
    error: type[Exception] = JournalLost

    def before(self, events: Sequence[Event], after: int) -> None:
        if after + len(events) > self.room:
            raise self.error


@dataclass
class DyingRecognizer(MemoryRecognizer):
    """Hears so many utterances, then never again."""

    life: int = 0

    def flush(self) -> Heard | None:
        self.life -= 1
        if self.life < 0:
            raise RecognizerLost
        return super().flush()


@dataclass
class DyingSpeaker(MemorySpeaker):
    life: int = 0

    def say(self, text: str) -> int:
        self.life -= 1
        if self.life < 0:
            raise SpeakerLost
        return super().say(text)


@dataclass
class UnpluggedMicrophone(MemoryMicrophone):
    """Gives so many blocks."""

    life: int = 0

    def blocks(self) -> Iterator[bytes]:
        for number, block in enumerate(super().blocks()):
            if number == self.life:
                raise MicrophoneLost
            yield block


def a_game() -> Stage:
    return staged("sample_game")


def with_a_deaf_recognizer(stage: Stage) -> None:
    scripted = stage.recognizer
    assert isinstance(scripted, MemoryRecognizer)
    stage.recognizer = DyingRecognizer(scripted.script, life=5)


def with_a_mute_speaker(stage: Stage) -> None:
    stage.speaker = DyingSpeaker(life=5)


def test_who_loses_their_loudspeaker_hears_it_from_another_one() -> None:
    stage = a_game()
    other = MemorySpeaker()
    lost = DyingSpeaker(life=5)
    stage.voice = LastingSpeaker(lost, lambda: [lambda: other], lambda: None)

    session = stage.play()

    assert any(isinstance(event, ClocksStopped) for event in stage.journal.read(GAME))
    assert not session.game.clock.is_running
    assert len(lost.said) == 5
    assert other.said[0] == german("SpeakerLost")


class WrongProgram(AssertionError):
    """What nobody has foreseen."""


@dataclass
class WrongJournal(FaultyJournal):
    """With an error of the program's own, these times that something is to be written."""

    wrong_at: range = range(1)
    tried: int = 0

    def before(self, events: Sequence[Event], after: int) -> None:
        self.tried += 1
        if self.tried in self.wrong_at:
            raise WrongProgram


def test_an_error_of_the_program_is_told_and_the_game_goes_on_from_its_journal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stage = Stage({"turn": [], "press": "command"})
    stage.journal = WrongJournal(wrong_at=range(5, 6))

    session = stage.session()
    lines = ("e4", PRESS, "e5", "e5", PRESS)
    session.run(stage.table, ScriptedInbox(lines, stage.time))
    told = stage.speaker.said

    assert session.game.position.moves == ("e2e4", "e7e5")
    assert replay(stage.journal.read(GAME)) == session.game
    assert german("ProgramError") in told
    assert told[told.index(german("ProgramError")) + 2] == german("whose-turn", "black")
    (logged,) = caplog.records
    assert logged.message.split()[:3] == ["game=game", "entry=Typed", "error=WrongProgram"]


def test_a_program_that_is_wrong_all_the_time_stops_the_clocks_and_gives_up() -> None:
    stage = Stage({"turn": [], "press": "command"})
    stage.journal = WrongJournal(wrong_at=range(3, 6))
    session = stage.session()

    class Keyboard:
        def entries(self) -> Iterator[RoomInput]:
            for _ in range(4):
                stage.time.passed(1_000)
                yield Typed(text="e4", at_ms=stage.time.now_ms())

    with pytest.raises(WrongProgram):
        session.run(stage.table, Keyboard())

    assert not session.game.clock.is_running


def at_the_keyboard(*script: RoomInput | str) -> tuple[Stage, GameSession]:
    """Lines, and what happens to devices between them."""
    stage = Stage({"turn": [], "press": "command"})

    class Keyboard:
        def entries(self) -> Iterator[RoomInput]:
            for entry in script:
                stage.time.passed(1_000)
                if isinstance(entry, str):
                    yield Typed(text=entry, at_ms=stage.time.now_ms())
                else:
                    yield entry

    session = stage.session()
    session.run(stage.table, Keyboard())
    return stage, session


def test_a_lost_microphone_stops_the_clocks_and_play_goes_on_once_it_is_back() -> None:
    gone = DeviceGone(kind="Microphone", reason="", at_ms=0)
    stage, session = at_the_keyboard(
        *("e4", PRESS, gone, TimePassed(), DeviceBack(kind="Microphone", at_ms=0)),
        *(CONTINUE, "e5", PRESS),
    )
    said = stage.speaker.said

    assert said[said.index(german("MicrophoneLost")) :][:4] == [
        german("MicrophoneLost"),
        german("MicrophoneBack"),
        german("resumed:wait", command=CONTINUE),
        german("ClocksStarted"),
    ]
    assert session.game.position.moves == ("e2e4", "e7e5")


def test_a_loudspeaker_that_is_back_says_so() -> None:
    stage, _ = at_the_keyboard("e4", DeviceBack(kind="Speaker", at_ms=0))

    assert stage.speaker.said[-1] == german("SpeakerBack")


def test_whatever_else_fails_is_told_also_when_the_loudspeaker_is_lost_only_then() -> None:
    stage = a_game()
    with_an_unplugged_microphone(stage)
    told = stage.microphone
    other = MemorySpeaker()
    with pytest.raises(MicrophoneLost):
        stage.play()
    spoken = len(stage.speaker.said) - 1

    again = a_game()
    again.microphone = told
    again.voice = LastingSpeaker(DyingSpeaker(life=spoken), lambda: [lambda: other], lambda: None)
    with pytest.raises(MicrophoneLost):
        again.play()

    assert other.said == [german("MicrophoneLost")]


def with_an_unplugged_microphone(stage: Stage) -> None:
    stage.microphone = UnpluggedMicrophone(stage.microphone.script, life=1_000)


@dataclass(frozen=True)
class Fault:
    name: str
    brought: Callable[[Stage], None]
    error: type[Exception]
    told: str | None = field(default=None)


FAULTS = [
    Fault(
        "recogniser",
        with_a_deaf_recognizer,
        RecognizerLost,
        german("RecognizerLost"),
    ),
    Fault("speaker", with_a_mute_speaker, SpeakerLost),
    Fault(
        "microphone",
        with_an_unplugged_microphone,
        MicrophoneLost,
        german("MicrophoneLost"),
    ),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_clocks_stop_and_the_players_are_told(fault: Fault) -> None:
    stage = a_game()
    fault.brought(stage)

    with pytest.raises(fault.error):
        stage.play()
    events = stage.journal.read(GAME)

    assert isinstance(events[-1], ClocksStopped)
    assert not replay(events).clock.is_running
    assert any(isinstance(event, MoveCompleted) for event in events)
    if fault.told is not None:
        assert stage.speaker.said[-1] == fault.told


@pytest.mark.parametrize("error", [JournalLost, Conflict])
@pytest.mark.parametrize("room", range(2, 12))
def test_what_cannot_be_written_has_not_happened(room: int, error: type[Exception]) -> None:
    stage = a_game()
    stage.journal = FullJournal(room=room, error=error)

    with pytest.raises(error):
        stage.play()
    moves_told = sum(
        text.startswith((in_words("P"), in_words("N"))) and ": " not in text
        for text in stage.speaker.said
    )
    moves_written = sum(type(event).__name__ == "MoveAnnounced" for event in stage.seen)

    assert len(stage.journal.read(GAME)) == room
    assert moves_told == moves_written
    assert stage.speaker.said[-1] == german("JournalLost")


def typed(stage: Stage, *lines: str) -> GameSession:
    """The game goes on with somebody at the keyboard."""
    session = stage.session()
    session.run(stage.table, ScriptedInbox(lines, stage.time))
    return session


def test_a_broken_off_game_goes_on_where_it_was() -> None:
    stage = a_game()
    with_an_unplugged_microphone(stage)
    with pytest.raises(MicrophoneLost):
        stage.play()
    before = replay(stage.journal.read(GAME))

    session = typed(stage, CONTINUE)
    after = [type(event) for event in stage.journal.read(GAME)]

    assert after[after.index(ClocksStopped) + 1] is ClocksStarted
    assert session.game.position.moves[: len(before.position.moves)] == before.position.moves
    assert session.game.phase == InPlay()


def test_time_does_not_run_while_the_program_is_off() -> None:
    stage = a_game()
    stage.journal = FullJournal(room=9)
    with pytest.raises(JournalLost):
        stage.play()
    stage.journal.room = 1_000
    last = replay(stage.journal.read(GAME))

    stage.time.passed(3_600_000)
    session = typed(stage, CONTINUE)
    now_ms = stage.time.now_ms()

    for white in (True, False):
        spent = last.clock.sides.of(white=white).left_ms - session.game.clock.left_ms(
            white=white, at_ms=now_ms
        )
        assert spent <= 10_000


def with_a_nap(stage: Stage, *after: str) -> Iterator[str]:
    """Lines that are typed; behind the first two the lid is shut for an hour."""
    yield from ("e4", PRESS)
    stage.time.slept(3_600_000)
    yield from after


def asleep(*after: str) -> tuple[Stage, GameSession]:
    stage = Stage({"turn": [], "press": "command"})
    session = stage.session()
    session.run(stage.table, ScriptedInbox(with_a_nap(stage, *after), stage.time))
    return stage, session


def test_a_machine_that_has_slept_stops_the_clocks_and_says_so_once() -> None:
    stage, session = asleep(CLOCK, CLOCK)
    told = [text for text in stage.speaker.said if text == german("MachineSlept")]
    stopped = [type(event) for event in stage.journal.read(GAME)].count(ClocksStopped)

    assert told == [german("MachineSlept")]
    assert stopped == 1
    fault = german("ProgramError").partition(".")[0]
    assert not any(fault in text for text in stage.speaker.said)
    assert not session.game.clock.is_running
    assert session.turn is DialogueState.WAITING


def test_no_player_pays_for_the_sleep_and_the_game_goes_on_when_somebody_says_so() -> None:
    stage, session = asleep(CONTINUE, "e5", PRESS)
    clock = session.game.clock

    assert session.game.position.moves == ("e2e4", "e7e5")
    assert clock.is_running
    for white in (True, False):
        assert 900_000 - clock.sides.of(white=white).left_ms < 60_000
    assert session.game == replay(stage.journal.read(GAME))
