"""When something around the game fails: the clocks stop, the players are told, nothing is lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest

from tests.faulty_journal import FaultyJournal
from tests.german import CLOCK, CONTINUE, PRESS, YES, german, in_words, says
from tests.stage.around_table import AroundTable
from tests.stage.script import Act
from tests.stage.scripted_game import GAME
from tests.stage.written import Conversation
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer, MemorySpeaker
from voice_chess.adapters.simulation.simulated_time import SimulatedTime, TimedSpeaker
from voice_chess.adapters.synthesis.failover_speaker import FailoverSpeaker, Opened
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.phases import InPlay
from voice_chess.session.games.running import SleepWatch
from voice_chess.session.listening.inputs import (
    DeviceBack,
    DeviceGone,
    MicrophoneMute,
    TimePassed,
)
from voice_chess.session.ports import (
    Conflict,
    JournalLost,
    MicrophoneLost,
    RecognizerLost,
    SpeakerLost,
    SpeechLost,
)
from voice_chess.speech.dialogue import DialogueState
from voice_chess.speech.understanding.hypothesis import Heard


@dataclass
class FullJournal(FaultyJournal):
    """Takes this many events and no more."""

    room: int = 0
    error: type[Exception] = JournalLost

    def before(self, events: Sequence[Event], after: int) -> None:
        if after + len(events) > self.room:
            raise self.error


@dataclass
class DyingRecognizer(MemoryRecognizer):
    """Hears this many utterances, then never again."""

    life: int = 0

    def flush(self) -> Heard | None:
        self.life -= 1
        if self.life < 0:
            raise RecognizerLost
        return super().flush()


@dataclass
class DyingSpeaker(MemorySpeaker):
    life: int = 0
    of: type[SpeakerLost] = SpeakerLost

    def say(self, text: str) -> int:
        self.life -= 1
        if self.life < 0:
            raise self.of
        return super().say(text)


def unplugged() -> None:
    raise MicrophoneLost


THE_GAME = Conversation("sample_game").script
CUT_SHORT: tuple[Act, ...] = (*THE_GAME[:4], replace(THE_GAME[4], lasts_ms=600), unplugged)
"""In the middle of a word the microphone is pulled out."""


def a_game(**around: Any) -> AroundTable:
    return Conversation("sample_game").around_table(**around)


def from_another_one(lost: DyingSpeaker, other: MemorySpeaker) -> AroundTable:
    """Where the loudspeaker is lost, another one is found."""
    table = a_game()
    lasting = FailoverSpeaker(
        Opened(speaker=lost), lambda: [lambda: Opened(speaker=other)], lambda: None
    )
    table.voice = TimedSpeaker(lasting, table.time)
    return table


def test_who_loses_their_loudspeaker_hears_it_from_another_one() -> None:
    other, lost = MemorySpeaker(), DyingSpeaker(life=5)
    table = from_another_one(lost, other)

    session = table.play(*THE_GAME)

    assert table.of(ClocksStopped)
    assert not session.game.clock.is_running
    assert len(lost.said) == 5
    assert other.said[0] == german("SpeakerLost")


def cut_at_its_last_sentence(*script: Act) -> tuple[str, list[str]]:
    """Return what was to be said last, and what another loudspeaker said from then on."""
    usual = AroundTable()
    usual.play(*script)
    other, life = MemorySpeaker(), len(usual.speaker.said) - 1
    table = AroundTable()
    lasting = FailoverSpeaker(
        Opened(speaker=DyingSpeaker(life=life)),
        lambda: [lambda: Opened(speaker=other)],
        lambda: None,
    )
    table.voice = TimedSpeaker(lasting, table.time)
    table.play(*script, DeviceBack(kind="Speaker", at_ms=0))
    return usual.speaker.said[-1], other.said


@pytest.mark.parametrize("said", ["e4", CLOCK])
def test_what_was_cut_by_the_loss_is_said_by_the_other_one_and_once_more_by_the_one_that_is_back(
    said: str,
) -> None:
    cut, heard = cut_at_its_last_sentence(said)

    assert heard == [
        german("SpeakerLost"),
        cut,
        german("SpeakerBack"),
        cut,
        german("resumed:wait", command=CONTINUE),
    ]


def test_a_question_that_the_loss_ends_is_not_asked_as_if_it_were_open() -> None:
    question, heard = cut_at_its_last_sentence("e4", PRESS, says("resign"))

    assert question.endswith("?")
    assert question not in heard


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
    table = AroundTable(journal=WrongJournal(wrong_at=range(5, 6)))

    session = table.play("e4", PRESS, "e5", "e5", PRESS)
    told = table.speaker.said

    assert session.game.position.moves == ("e2e4", "e7e5")
    assert table.game == session.game
    assert german("ProgramError") in told
    assert told[told.index(german("ProgramError")) + 2] == german("whose-turn", "black")
    (logged,) = caplog.records
    assert logged.message.split()[:3] == ["game=game", "entry=Typed", "error=WrongProgram"]


def test_a_program_that_is_wrong_all_the_time_stops_the_clocks_and_gives_up() -> None:
    table = AroundTable(journal=WrongJournal(wrong_at=range(3, 6)), pause_ms=0)
    with pytest.raises(WrongProgram):
        table.play(*["e4"] * 4)

    assert not table.session.game.clock.is_running


def test_a_lost_microphone_stops_the_clocks_and_play_goes_on_once_it_is_back() -> None:
    gone = DeviceGone(kind="Microphone", reason="", at_ms=0)
    table = AroundTable()
    session = table.play(
        *("e4", PRESS, gone, TimePassed(), DeviceBack(kind="Microphone", at_ms=0)),
        *(CONTINUE, "e5", PRESS),
    )
    said = table.speaker.said

    assert said[said.index(german("MicrophoneLost")) :][:4] == [
        german("MicrophoneLost"),
        german("MicrophoneBack"),
        german("resumed:wait", command=CONTINUE),
        german("ClocksStarted"),
    ]
    assert session.game.position.moves == ("e2e4", "e7e5")


def test_a_microphone_that_gives_no_sound_is_told_of_and_the_clock_runs_on() -> None:
    table = AroundTable()
    session = table.play("e4", PRESS, MicrophoneMute(at_ms=0), "e5")

    assert german("MicrophoneMute") in table.speaker.said
    assert session.game.clock.is_running


def test_a_loudspeaker_that_is_back_says_so() -> None:
    table = AroundTable()
    table.play("e4", DeviceBack(kind="Speaker", at_ms=0))

    assert table.speaker.said[-1] == german("SpeakerBack")


def test_where_speech_itself_fails_and_comes_back_no_loudspeaker_is_named() -> None:
    other = MemorySpeaker()
    table = from_another_one(DyingSpeaker(life=5, of=SpeechLost), other)

    table.play(*THE_GAME[:5], DeviceBack(kind="Speaker", at_ms=0))

    assert other.said[0] == german("SpeechLost")
    assert german("SpeechBack") in other.said
    assert table.of(ClocksStopped)
    assert not {german(name) for name in ("SpeakerLost", "SpeakerBack")} & {*other.said}


def test_whatever_else_fails_is_told_also_when_the_loudspeaker_is_lost_only_then() -> None:
    table, other = a_game(), MemorySpeaker()
    with pytest.raises(MicrophoneLost):
        table.play(*CUT_SHORT)
    spoken = len(table.speaker.said) - 1

    with pytest.raises(MicrophoneLost):
        from_another_one(DyingSpeaker(life=spoken), other).play(*CUT_SHORT)

    assert other.said == [german("MicrophoneLost")]


@dataclass(frozen=True)
class Fault:
    name: str
    error: type[Exception]
    around: Mapping[str, object] = field(default_factory=dict)
    script: tuple[Act, ...] = THE_GAME
    told: str | None = None


FAULTS = [
    Fault(
        "recogniser",
        RecognizerLost,
        {"ear": partial(DyingRecognizer, life=5)},
        told=german("RecognizerLost"),
    ),
    Fault("speaker", SpeakerLost, {"speaker": DyingSpeaker(life=5)}),
    Fault("microphone", MicrophoneLost, script=CUT_SHORT, told=german("MicrophoneLost")),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_clocks_stop_and_the_players_are_told(fault: Fault) -> None:
    table = a_game(**fault.around)

    with pytest.raises(fault.error):
        table.play(*fault.script)

    assert isinstance(table.journal.read(GAME)[-1], ClocksStopped)
    assert not table.game.clock.is_running
    assert table.of(MoveCompleted)
    if fault.told is not None:
        assert table.speaker.said[-1] == fault.told


@pytest.mark.parametrize("error", [JournalLost, Conflict])
@pytest.mark.parametrize("room", range(2, 12))
def test_what_cannot_be_written_has_not_happened(room: int, error: type[Exception]) -> None:
    table = a_game(journal=FullJournal(room=room, error=error))

    with pytest.raises(error):
        table.play(*THE_GAME)
    moves_told = sum(
        text.startswith((in_words("P"), in_words("N"))) and ": " not in text
        for text in table.speaker.said
    )
    moves_written = sum(type(event).__name__ == "MoveAnnounced" for event in table.seen)

    assert len(table.journal.read(GAME)) == room
    assert moves_told == moves_written
    assert table.speaker.said[-1] == german("JournalLost")


def test_a_broken_off_game_goes_on_where_it_was() -> None:
    table = a_game()
    with pytest.raises(MicrophoneLost):
        table.play(*CUT_SHORT)
    before = table.game

    session = table.play(CONTINUE)
    after = [type(event) for event in table.journal.read(GAME)]

    assert after[after.index(ClocksStopped) + 1] is ClocksStarted
    assert session.game.position.moves[: len(before.position.moves)] == before.position.moves
    assert session.game.phase == InPlay()


def test_time_does_not_run_while_the_program_is_off() -> None:
    journal = FullJournal(room=9)
    table = a_game(journal=journal)
    with pytest.raises(JournalLost):
        table.play(*THE_GAME)
    journal.room = 1_000
    last = table.game

    table.time.passed(3_600_000)
    session = table.play(CONTINUE)
    now_ms = table.time.now_ms()

    for white in (True, False):
        spent = last.clock.sides.of(white=white).left_ms - session.game.clock.left_ms(
            white=white, at_ms=now_ms
        )
        assert spent <= 10_000


def asleep(*after: str) -> AroundTable:
    """Behind the first move the lid is shut for an hour."""
    table = AroundTable()
    table.play("e4", PRESS, 300, partial(table.time.slept, 3_600_000), *after)
    return table


def test_a_second_of_sleep_is_noticed_once_also_if_it_came_in_parts() -> None:
    time = SimulatedTime()
    time.slept(60_000)
    watch = SleepWatch(time)
    noticed = []
    for slept_ms in (0, 999, 1, 0, 1_000, 999):
        time.slept(slept_ms)
        noticed.append(watch.has_slept())

    assert noticed == [False, False, True, False, True, False]


def test_a_machine_that_has_slept_stops_the_clocks_and_says_so_once() -> None:
    table = asleep(CLOCK, CLOCK)

    said = table.speaker.said
    assert said.count(german("MachineSlept")) == 1
    after = said[said.index(german("MachineSlept")) + 1 :]
    assert after[0] == german("resumed:wait", command=CONTINUE)
    assert len(table.of(ClocksStopped)) == 1
    fault = german("ProgramError").partition(".")[0]
    assert not any(fault in text for text in table.speaker.said)
    assert not table.game.clock.is_running
    assert table.session.turn is DialogueState.WAITING


def test_a_question_that_was_open_before_a_sleep_is_asked_again() -> None:
    table = AroundTable()
    table.play("e4", PRESS, says("resign"), partial(table.time.slept, 3_600_000), "", YES)

    said = table.speaker.said
    after = said[said.index(german("MachineSlept")) + 1 :]
    assert after[:2] == [german("resumed:wait", command=CONTINUE), german("confirm:resign")]


def test_after_the_game_no_clock_is_said_to_stand() -> None:
    table = AroundTable()
    table.play("e4", PRESS, says("resign"), YES, partial(table.time.slept, 3_600_000), CLOCK)

    assert table.game.is_over
    assert german("MachineSlept") not in table.speaker.said


def test_no_player_pays_for_the_sleep_and_the_game_goes_on_when_somebody_says_so() -> None:
    table = asleep(CONTINUE, "e5", PRESS)
    clock = table.game.clock

    assert table.game.position.moves == ("e2e4", "e7e5")
    assert clock.is_running
    for white in (True, False):
        assert 900_000 - clock.sides.of(white=white).left_ms < 60_000
    assert table.session.game == table.game
