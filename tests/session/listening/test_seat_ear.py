"""When something was said at a seat: by the numbers of its frames, and by when they came."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.german import GERMAN, by_ear
from tests.simulation.devices import FRAME_MS, SILENT, SimulatedEar, sound_of
from voice_chess.game.moves import MoveAnnounced
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.ledger import Happening
from voice_chess.session.listening.seat_ear import FASTEST_OF_MS, SeatEar, SoundFrame
from voice_chess.session.table_settings import TableSettings

E4 = [*sound_of(by_ear("e4").split())]
A_PAUSE = [SILENT] * 8
BEGAN_MS = 1_000_000
QUIET_MS = 5 * 60_000
ON_ITS_WAY_MS = 30

Came = Callable[[int], int]
"""By a frame's number, how many milliseconds after the first sample its last one was here."""


def in_time(number: int) -> int:
    return (number + 1) * FRAME_MS + ON_ITS_WAY_MS


def late_ms(came: Came, quiet_ms: int = QUIET_MS) -> int:
    """By how much the end of an announcement behind so long a silence is dated too late."""
    ear = SeatEar(SimulatedEar(), TableSettings(language=GERMAN), None)
    expected = Expectation(position=Position.start(), commands=frozenset())
    silence = [SILENT] * (quiet_ms // FRAME_MS)
    heard = None
    for number, samples in enumerate([*silence, *E4, *A_PAUSE]):
        frame = SoundFrame(number=number, samples=samples, came_ms=BEGAN_MS + came(number))
        heard = ear.hear(frame, expected) or heard
    assert heard is not None
    last = len(silence) + len(E4) - 1
    return heard.ended_ms - BEGAN_MS - said_at(came, last)


def said_at(came: Came, number: int) -> int:
    """When that was said whose frame came so late; what lay in the network is not their delay."""
    return min(came(later) - (later - number) * FRAME_MS for later in range(number, number + 500))


def test_sound_is_dated_when_it_was_said() -> None:
    assert late_ms(in_time) == 0


@pytest.mark.parametrize("held_s", [1, 5, 12])
def test_what_a_network_has_held_back_for_a_while_is_dated_when_it_was_said(held_s: int) -> None:
    """All of the announcement, and what was recorded before it."""
    first = (QUIET_MS - held_s * 500) // FRAME_MS

    def held(number: int) -> int:
        brought_ms = in_time(first) + held_s * 1_000
        return max(in_time(number), brought_ms if number >= first else 0)

    assert late_ms(held) == 0


@pytest.mark.parametrize("slower_by", [0.0001, 0.001, 0.01])
def test_a_microphone_that_counts_slowly_falls_behind_by_no_more_than_a_minute_makes(
    slower_by: float,
) -> None:
    def slow(number: int) -> int:
        return round(in_time(number) * (1 + slower_by))

    assert -2 * FASTEST_OF_MS * slower_by - FRAME_MS <= late_ms(slow) <= FRAME_MS


@pytest.mark.parametrize("left_out_ms", [400, 3_000, 60_000])
def test_sound_left_out_untold_makes_nothing_older_a_minute_later(
    left_out_ms: int,
) -> None:
    """As a browser does whose sound was not fetched in time, or a computer that has slept."""
    behind = 1_000

    def leaving_out(number: int) -> int:
        return in_time(number) + (left_out_ms if number > behind else 0)

    assert late_ms(leaving_out) == 0
    assert late_ms(leaving_out, quiet_ms=behind * FRAME_MS + 2 * FASTEST_OF_MS) == 0


@pytest.mark.parametrize(("is_continued", "count"), [(False, 1), (True, 0)])
def test_only_the_sound_of_a_whole_announcement_is_an_example_of_it(
    is_continued: bool, count: int
) -> None:
    """The rest alone, behind a question, is not what the words of the whole sound like."""
    ear = SeatEar(SimulatedEar(), TableSettings(language=GERMAN), None)
    start = Position.start()
    expected = Expectation(position=start, commands=frozenset())
    heard = None
    for number, samples in enumerate([*E4, *A_PAUSE]):
        frame = SoundFrame(number=number, samples=samples, came_ms=BEGAN_MS + in_time(number))
        heard = ear.hear(frame, expected) or heard
    assert heard is not None
    event = MoveAnnounced(white=True, uci="e2e4", at_ms=heard.ended_ms)
    said = Happening(seq=1, event=event, before=start)

    assert len(ear.announced(replace(heard, is_continued=is_continued), said)) == count
