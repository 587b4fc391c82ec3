"""How sound, lines and time come to a session: live, from recordings, from a script."""

import itertools
import threading
from collections.abc import Iterable, Iterator

import pytest

from voice_chess.adapters.audio_io.live_inbox import LiveInbox, Recovery
from voice_chess.adapters.simulation.memory_sound import (
    MemoryMicrophone,
    MemorySpeaker,
    ScriptedTalk,
)
from voice_chess.adapters.simulation.simulated_time import (
    RecordedInbox,
    ScriptedInbox,
    SimulatedTime,
    TimedSpeaker,
)
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.by_color import ByColor
from voice_chess.session.listening.inputs import (
    BoardLeft,
    BoardTells,
    DeviceBack,
    DeviceGone,
    MicrophoneMute,
    Sound,
    TimePassed,
    Typed,
)
from voice_chess.session.ports import BoardLost, BoardSensor, Microphone, MicrophoneLost
from voice_chess.tactile.sensing import Felt, Lifted


def test_a_recording_waits_while_the_program_speaks() -> None:
    time = SimulatedTime()
    speaker = TimedSpeaker(MemorySpeaker(ms_a_letter=100), time)
    entries = iter(RecordedInbox(MemoryMicrophone((), tail_ms=60), time).entries())

    first = next(entries)
    assert speaker.say("zwanzig Zeichen lang") == 2_000
    second = next(entries)

    assert isinstance(first, Sound)
    assert isinstance(second, Sound)
    assert (first.ended_ms, second.ended_ms) == (20, 2_040)


def test_typed_lines_of_a_file_have_time_to_be_pressed_between() -> None:
    time = SimulatedTime(now_ms=1_000)
    inbox = ScriptedInbox(["eva vier\n", "\n", "eva fünf\n"], time, pause_ms=300)
    entries = list(inbox.entries())

    assert [entry for entry in entries if isinstance(entry, Typed)] == [
        Typed(text="eva vier", at_ms=1_300),
        Typed(text="", at_ms=1_600),
        Typed(text="eva fünf", at_ms=1_900),
    ]
    assert entries[-1] == TimePassed()
    assert time.now_ms() == 2_200


def test_sound_and_lines_come_through_one_live_inbox() -> None:
    microphone = MemoryMicrophone([ScriptedTalk(after_ms=40, lasts_ms=40)], tail_ms=0)
    entries = list(LiveInbox(SystemTime(), microphone, ["uhr\n"]).entries())

    assert sum(isinstance(entry, Sound) for entry in entries) == 4
    assert [entry.text for entry in entries if isinstance(entry, Typed)] == ["uhr"]


def test_a_live_inbox_tells_that_time_passes() -> None:
    def no_line_ever() -> Iterator[str]:
        threading.Event().wait()
        yield "never"

    entries = LiveInbox(SystemTime(), None, no_line_ever()).entries()
    first, second = itertools.islice(entries, 2)

    assert isinstance(first, TimePassed)
    assert isinstance(second, TimePassed)


def test_an_entry_bears_the_time_when_it_came_even_if_nobody_takes_it_yet() -> None:
    time = SimulatedTime(now_ms=1_000)
    speaker = TimedSpeaker(MemorySpeaker(ms_a_letter=100), time)
    typed = threading.Event()

    def lines() -> Iterator[str]:
        yield "uhr"
        typed.set()

    entries = LiveInbox(time, None, lines()).entries()
    assert typed.wait(10)
    speaker.say("zwanzig Zeichen lang")

    assert next(iter(entries)) == Typed(text="uhr", at_ms=1_000)


class PulledOut:
    """A microphone that is lost after one block."""

    def blocks(self) -> Iterator[bytes]:
        yield bytes(640)
        raise MicrophoneLost


def test_a_lost_microphone_is_told_to_who_listens() -> None:
    entries = LiveInbox(SystemTime(), PulledOut(), None).entries()

    assert isinstance(next(iter(entries)), Sound)
    with pytest.raises(MicrophoneLost):
        list(entries)


def test_a_lost_microphone_is_looked_for_and_listened_to_again() -> None:
    tries: Iterator[Microphone | MicrophoneLost] = iter(
        [MicrophoneLost(), PulledOut(), MemoryMicrophone((), tail_ms=40)]
    )

    def again() -> Microphone:
        found = next(tries)
        if isinstance(found, MicrophoneLost):
            raise found
        return found

    inbox = LiveInbox(
        SystemTime(), PulledOut(), None, recovery=Recovery(microphone=again, every_s=0.01)
    )
    kinds = [type(entry) for entry in inbox.entries() if not isinstance(entry, TimePassed)]

    assert kinds == [Sound, DeviceGone, DeviceBack, Sound, DeviceGone, DeviceBack, Sound, Sound]


class Suspended:
    """A microphone that can be opened and gives nothing."""

    def blocks(self) -> Iterator[bytes]:
        yield from ()
        raise MicrophoneLost


def test_a_lost_microphone_is_not_back_before_it_gives_sound() -> None:
    found: Iterator[Microphone] = iter([Suspended(), Suspended(), MemoryMicrophone((), tail_ms=40)])
    recovery = Recovery(microphone=lambda: next(found), every_s=0.01)
    inbox = LiveInbox(SystemTime(), PulledOut(), None, recovery=recovery)
    kinds = [type(entry) for entry in inbox.entries() if not isinstance(entry, TimePassed)]

    assert kinds == [Sound, DeviceGone, DeviceBack, Sound, Sound]


def test_a_lost_microphone_silences_the_program_behind_its_news() -> None:
    """Else it is told only when a long answer is over, which nobody can cut by voice any more."""
    hushed = Typed(text="hushed", at_ms=0)
    recovery = Recovery(
        microphone=lambda: MemoryMicrophone((), tail_ms=20),
        every_s=0.01,
        hush=lambda: inbox.tell(hushed),
    )
    inbox = LiveInbox(SystemTime(), PulledOut(), None, recovery=recovery)
    came = [entry for entry in inbox.entries() if not isinstance(entry, TimePassed)]

    assert isinstance(came[1], DeviceGone)
    assert came[2] is hushed


SILENCE, HUM = b"\0\0" * 16_000, b"\0\0\1\0" * 8_000


class Giving:
    def __init__(self, *seconds: bytes) -> None:
        self._seconds = seconds

    def blocks(self) -> Iterator[bytes]:
        return iter(self._seconds)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        pytest.param([SILENCE] * 25, [10], id="mute"),
        pytest.param([*[SILENCE] * 12, HUM, *[SILENCE] * 12], [10], id="switched on afterwards"),
        pytest.param([SILENCE] * 9, [], id="not for long"),
        pytest.param([*[SILENCE] * 5, HUM, *[SILENCE] * 35], [], id="silent between words"),
        pytest.param([HUM, *[SILENCE] * 65], [31], id="pulled out"),
        pytest.param([HUM, *[SILENCE] * 29], [], id="thinking"),
        pytest.param([HUM, *[SILENCE] * 32, HUM, *[SILENCE] * 65], [31], id="pauses after all"),
    ],
)
def test_a_microphone_that_gives_no_sound_is_told_of_once(
    seconds: list[bytes], told: list[int]
) -> None:
    inbox = LiveInbox(SystemTime(), Giving(*seconds), None)
    entries = [entry for entry in inbox.entries() if not isinstance(entry, TimePassed)]

    assert [n for n, entry in enumerate(entries) if isinstance(entry, MicrophoneMute)] == told
    assert sum(isinstance(entry, Sound) for entry in entries) == len(seconds)


def test_the_time_of_day_and_the_running_time_agree() -> None:
    time = SystemTime()

    assert abs(time.now_ms() - time.wall_ms()) < 1_000
    assert time.now_ms() <= time.now_ms()


def test_simulated_time_is_counted_from_the_wall() -> None:
    time = SimulatedTime(wall_ms=1_000_000)
    time.passed(250)

    assert (time.now_ms(), time.wall_ms()) == (250, 1_000_250)


class LooseBoard:
    """A sensor whose plug falls out after each lift, and is put in again."""

    def __init__(self) -> None:
        self.asked = 0

    def happenings(self) -> Iterable[Felt]:
        self.asked += 1
        if self.asked in (2, 3):
            message = "still unplugged"
            raise BoardLost(message)
        yield Lifted(square="e2", piece="P")
        message = "unplugged"
        raise BoardLost(message)


def test_an_unplugged_board_is_told_once_and_found_again() -> None:
    def no_line_ever() -> Iterator[str]:
        threading.Event().wait()
        yield "never"

    whites: ByColor[BoardSensor | None] = ByColor(white=LooseBoard(), black=None)
    inbox = LiveInbox(SystemTime(), None, no_line_ever(), whites, Recovery(every_s=0.01))
    boards = (entry for entry in inbox.entries() if isinstance(entry, BoardTells | BoardLeft))
    found = list(itertools.islice(boards, 4))

    assert [type(entry) for entry in found] == [BoardTells, BoardLeft, BoardTells, BoardLeft]
    assert all(entry.white for entry in found)


def test_a_board_alone_keeps_no_game_open() -> None:
    blacks: ByColor[BoardSensor | None] = ByColor(white=None, black=LooseBoard())
    entries = list(LiveInbox(SystemTime(), None, ["uhr\n"], blacks).entries())

    assert [entry.text for entry in entries if isinstance(entry, Typed)] == ["uhr"]
