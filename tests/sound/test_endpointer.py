"""Where utterances begin and end, on sound made of bursts of known level."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_chess.sound.endpointer import (
    FRAMES_PER_S,
    ONE_AFTER_THE_OTHER,
    Endpointer,
    Endpointing,
)
from voice_chess.sound.loudness import FRAME
from voice_chess.sound.sampling import SAMPLE_RATE

RULES = Endpointing()
FRAME_MS = 20
Sound = np.ndarray


def noise(ms: int, dbfs: float, seed: int = 1) -> Sound:
    """Noise of this root mean square below full scale; its level can be told in advance."""
    chance = np.random.default_rng(seed)
    samples = chance.standard_normal(ms * SAMPLE_RATE // 1000)
    return (samples * 32768 * 10 ** (dbfs / 20)).astype(np.float32)


def silence(ms: int) -> Sound:
    return np.zeros(ms * SAMPLE_RATE // 1000, np.float32)


def over(background: Sound, *parts: tuple[int, Sound]) -> Sound:
    """Parts, each at its millisecond, laid over a background."""
    sound = background.copy()
    for ms, part in parts:
        at = ms * SAMPLE_RATE // 1000
        sound[at : at + len(part)] += part
    return sound


class Listening:
    """What an endpointer tells while it takes a sound; times are frames since the beginning."""

    def __init__(self, sound: Sound, rules: Endpointing = RULES) -> None:
        self.ends = Endpointer(rules=rules)
        self.opened: list[int] = []
        self.may_end: list[int] = []
        self.closed: list[tuple[int, int, int]] = []
        """Frame, first and last sample of speech."""
        self.utterances: list[Sound] = []
        self.torn: list[bool] = []
        for number in range(len(sound) // FRAME):
            self._take(number, sound[number * FRAME : (number + 1) * FRAME])

    def _take(self, number: int, frame: Sound) -> None:
        ends = self.ends
        was_open = ends.is_open
        ends.take(frame)
        if ends.is_open and not was_open:
            self.opened.append(number)
        if ends.is_long_silent:
            self.may_end.append(number)
        if ends.is_given_up or ends.is_too_long:
            utterance = ends.utterance()
            self.utterances.append(utterance)
            self.torn.append(ends.is_torn)
            self.closed.append((number, ends.position - len(utterance), ends.speech_end_sample))
            ends.close()


TALK = -24.0
ROOM = -62.0


@settings(max_examples=25)
@given(
    pause_ms=st.integers(0, 400),
    begin_ms=st.integers(600, 640),
    talk=st.floats(-40, -10),
    room=st.floats(-90, -60),
)
def test_a_pause_of_up_to_0_4_s_splits_nothing(
    pause_ms: int, begin_ms: int, talk: float, room: float
) -> None:
    first, second = noise(500, talk, seed=2), noise(600, talk, seed=3)
    end_ms = begin_ms + 500 + pause_ms + 600
    sound = over(noise(end_ms + 200, room), (begin_ms, first), (begin_ms + 500 + pause_ms, second))

    heard = Listening(sound)

    assert len(heard.opened) == 1
    assert heard.may_end == []
    assert abs(heard.ends.speech_end_sample * 1000 // SAMPLE_RATE - end_ms) <= 2 * FRAME_MS


def test_the_end_is_offered_after_0_44_s_and_taken_after_0_8_s() -> None:
    sound = over(noise(3_000, ROOM), (600, noise(800, TALK)))

    heard = Listening(sound)

    end = 1_400 // FRAME_MS
    assert heard.may_end[0] - end in {RULES.end_after - 1, RULES.end_after}
    assert [number - end in {39, 40} for number, _, _ in heard.closed] == [True]


@pytest.mark.parametrize(("rules", "taken_after_ms"), [(RULES, 1_100), (ONE_AFTER_THE_OTHER, 800)])
def test_in_noise_it_is_taken_later_but_not_on_a_recording_of_a_game(
    rules: Endpointing, taken_after_ms: int
) -> None:
    """Noise covers weak sounds: what seems to be a pause begins and ends with such a one."""
    sound = over(noise(5_000, TALK - 12), (1_000, noise(800, TALK, seed=3)))

    ((number, _, _),) = Listening(sound, rules).closed

    assert number * FRAME_MS - 1_800 == pytest.approx(taken_after_ms, abs=2 * FRAME_MS)


@settings(max_examples=20)
@given(
    lengths=st.lists(st.integers(5, 70), min_size=1, max_size=6),
    gap_ms=st.integers(250, 700),
    level=st.floats(-30, -3),
)
def test_clicks_open_nothing(lengths: list[int], gap_ms: int, level: float) -> None:
    clicks = [(600 + n * gap_ms, noise(ms, level, seed=n)) for n, ms in enumerate(lengths)]

    heard = Listening(over(noise(600 + 7 * gap_ms, ROOM), *clicks))

    assert heard.opened == []


@pytest.mark.parametrize("ms", [20, 40])
def test_a_click_behind_an_announcement_does_not_move_its_end(ms: int) -> None:
    click = noise(ms // 2, -10, seed=5)
    sound = over(noise(3_000, ROOM), (600, noise(800, TALK)), (1_800, click))

    (_, _, end), *more = Listening(sound).closed

    assert abs(end * 1000 // SAMPLE_RATE - 1_400) <= 2 * FRAME_MS
    assert more == []


@pytest.mark.parametrize("below", [10, 14, 20])
def test_quieter_talk_around_an_announcement_does_not_prolong_it(below: int) -> None:
    room = noise(6_000, TALK - below, seed=7)

    heard = Listening(over(room, (3_000, noise(900, TALK, seed=8))))

    near = [c for c in heard.closed if c[2] * 1000 // SAMPLE_RATE > 2_900]
    assert [abs(end * 1000 // SAMPLE_RATE - 3_900) <= 100 for _, _, end in near] == [True]
    given_up_ms = RULES.give_up_in_noise * FRAME_MS
    assert all(number * FRAME_MS < 3_900 + given_up_ms + 200 for number, _, _ in near)


def test_steady_noise_opens_nothing_once_it_is_known() -> None:
    heard = Listening(noise(8_000, -30))

    assert heard.opened == []


@pytest.mark.parametrize("sound", [silence(3_000), noise(3_000, -70), np.full(48_000, 900.0)])
def test_silence_opens_nothing(sound: Sound) -> None:
    assert Listening(sound.astype(np.float32)).opened == []


def test_who_never_stops_is_cut_after_15_s() -> None:
    heard = Listening(over(noise(40_000, ROOM), (600, noise(33_000, TALK))))

    lengths = [len(sound) / SAMPLE_RATE for sound in heard.utterances]
    assert len(lengths) >= 2
    assert max(lengths) <= RULES.longest / FRAMES_PER_S
    assert lengths[0] > 14


@pytest.mark.parametrize(("pause_ms", "is_torn"), [(0, True), (600, True), (1_400, False)])
def test_what_follows_at_once_where_one_was_cut_is_no_utterance_of_its_own(
    pause_ms: int, is_torn: bool
) -> None:
    """The talk is cut while it goes on, so that only the pause tells what belongs together."""
    talk_ms = RULES.longest * FRAME_MS - RULES.pre_roll * FRAME_MS
    next_ms = 600 + talk_ms + pause_ms
    sound = over(
        noise(next_ms + 3_000, ROOM),
        (600, noise(talk_ms, TALK)),
        (next_ms, noise(700, TALK, seed=4)),
    )

    assert Listening(sound).torn == [False, is_torn]


@pytest.mark.parametrize(("silent_ms", "is_torn"), [(0, True), (100, False)])
def test_who_speaks_already_where_sound_was_missed_has_begun_before(
    silent_ms: int, is_torn: bool
) -> None:
    ends = Listening(noise(1_000, ROOM)).ends
    ends.close()
    ends.miss()
    sound = over(noise(1_500, ROOM), (silent_ms, noise(600, TALK)))

    for frame in sound.reshape(-1, FRAME):
        ends.take(frame)

    assert ends.is_open
    assert ends.is_torn is is_torn


def test_nothing_before_the_first_loud_frame_is_lost() -> None:
    talk = noise(700, TALK, seed=4)
    sound = over(noise(3_000, -80), (1_000, talk))

    heard = Listening(sound)

    (utterance,) = heard.utterances
    ((_, start, _),) = heard.closed
    assert start <= 16_000 - 4_000
    assert np.array_equal(utterance, sound[start : start + len(utterance)])
    assert start + len(utterance) >= 16_000 + len(talk)


def test_a_first_word_hardly_above_steady_noise_is_heard_with_the_louder_ones_behind_it() -> None:
    def tone(ms: int, dbfs: float) -> Sound:
        time = np.arange(ms * SAMPLE_RATE // 1000) / SAMPLE_RATE
        wave = np.sin(2 * np.pi * 500 * time) * np.sqrt(2)
        sound: Sound = (wave * 32768 * 10 ** (dbfs / 20)).astype(np.float32)
        return sound

    room = noise(6_000, -40)
    quiet, loud = tone(300, -38), tone(600, -27)

    found = Listening(over(room, (2_000, quiet), (2_500, loud))).closed

    ((_, first, _),) = found
    assert first <= 2_000 * SAMPLE_RATE // 1000


def test_soft_sounds_at_the_end_count_at_a_microphone_that_is_set_low_too() -> None:
    """An "s" 18 dB below the vowels lies below the level at which speech may begin."""
    sound = over(
        noise(3_000, -90, seed=3), (1_000, noise(600, -44)), (1_600, noise(200, -62, seed=2))
    )

    ((_, _, last),) = Listening(sound).closed

    assert last >= 1_780 * SAMPLE_RATE // 1000


def test_two_announcements_are_two_utterances_on_one_time_axis() -> None:
    begins = (700, 3_200, 6_100)
    parts = [(ms, noise(800, TALK, seed=ms)) for ms in begins]

    heard = Listening(over(noise(9_000, ROOM), *parts))

    ends = [end * 1000 // SAMPLE_RATE for _, _, end in heard.closed]
    assert ends == [pytest.approx(begin + 800, abs=2 * FRAME_MS) for begin in begins]
    starts = [start for _, start, _ in heard.closed]
    assert all(a < b for a, b in pairwise(starts))


def test_a_second_talker_at_another_level_is_heard_as_well() -> None:
    """Both players speak at one machine, one of them farther away."""
    sound = over(noise(6_000, ROOM), (700, noise(800, -12)), (3_500, noise(800, -36)))

    assert len(Listening(sound).closed) == 2
