"""What is said of the time unasked: only where it is wanted, in time, and to whom it concerns."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.german import GERMAN, NUMBERS, german, in_words, minutes, says, seconds
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND, IN_GERMAN
from voice_chess.adapters.simulation.memory_sound import MemorySpeaker
from voice_chess.adapters.simulation.simulated_time import (
    SimulatedTime,
    TimedSpeaker,
)
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.state import Game
from voice_chess.game.table import Table
from voice_chess.languages.language import load_language
from voice_chess.session.dialogue.clock_announcements import USUAL_WARNINGS_MS, ClockWatch
from voice_chess.session.dialogue.replies import BothPlayers, Replies, Voice
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.session.table_settings import ALL_SIGNALS, ClockSpeech, Room
from voice_chess.session.voice_preferences import VoicePreferences

WARNED = ClockSpeech(warned_at_ms=USUAL_WARNINGS_MS, counts=True)
ALL_WISHES = replace(WARNED, clicks=True)
COUNTED = ClockSpeech(counts=True)
EARPHONES = Room(hears_itself=False, signals=ALL_SIGNALS)


@dataclass
class Watched:
    """A running clock that is looked at every so often."""

    minutes: str
    wishes: ClockSpeech = ALL_WISHES
    room: Room = EARPHONES
    ms_a_letter: int = 0
    may_count: bool = True
    increment_s: int = 0
    time: SimulatedTime = field(default_factory=SimulatedTime)
    told: list[AnswerSpoken] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.speaker = MemorySpeaker(ms_a_letter=self.ms_a_letter)
        timed = TimedSpeaker(self.speaker, self.time)
        voice = Voice(timed, self.time, self.told.append, self.room)
        replies = Replies(voice, BothPlayers(VoicePreferences(language=GERMAN)))
        self.watch = ClockWatch(replies, may_count=self.may_count)
        fresh = Game.at(Table(control=TimeControl.parsed(f"{self.minutes}+{self.increment_s}")))
        self.game = Game(
            table=fresh.table,
            phase=fresh.phase,
            position=fresh.position,
            clock=fresh.clock.started(0),
        )

    def looked_at(self, times_ms: Iterable[int]) -> list[str]:
        """What was said, the clock being looked at whenever nobody speaks."""
        for at_ms in times_ms:
            if at_ms >= self.time.now_ms():
                self.time.passed(at_ms - self.time.now_ms())
                self.watch.look(self.game, at_ms, self.wishes)
        return self.speaker.said


ALL_THE_TIME = range(0, 900_000, 500)


@pytest.mark.law("blind-clock-flag")
def test_warnings_come_when_few_minutes_are_left() -> None:
    watched = Watched("15", WARNED)
    said = watched.looked_at(range(0, 889_000, 500))

    assert said == [
        german("time-left", "white", time=left)
        for left in (minutes(10), minutes(5), minutes(2), minutes(1), seconds(30))
    ]
    assert watched.speaker.signals == ["low-time", "low-time"]
    assert {spoken.to for spoken in watched.told} == {"white"}


def test_the_last_ten_seconds_are_counted_each_on_time() -> None:
    watched = Watched("1", COUNTED, ms_a_letter=60)
    watched.looked_at(range(45_000, 60_000, 100))
    counted = [(spoken.at_ms, spoken.text) for spoken in watched.told]

    assert counted == [
        (60_000 - left * 1_000, german("list", list=NUMBERS[left])) for left in range(10, 0, -1)
    ]


def test_a_second_that_was_missed_is_not_counted_later() -> None:
    watched = Watched("1", COUNTED)
    said = watched.looked_at([49_900, 53_500, 54_900, 55_050, 57_900])

    assert said == [GERMAN.phrase("list", list=NUMBERS[5])]


def test_of_several_warnings_that_were_missed_only_the_last_is_said() -> None:
    said = Watched("15", WARNED).looked_at([0, 790_000])

    assert len(said) == 1
    assert german("time-left", "white", time=minutes(2)).endswith(said[0])


def test_the_sound_for_little_time_comes_where_the_warning_before_it_was_missed() -> None:
    watched = Watched("15", WARNED)
    said = watched.looked_at([0, 850_000])

    assert german("time-left", "white", time=minutes(1)).endswith(said[0])
    assert watched.speaker.signals == ["low-time"]


def test_nothing_is_counted_on_a_loudspeaker_that_deafens_the_microphone() -> None:
    room = Room(hears_itself=True, echo_ms=200)
    watched = Watched("1", COUNTED, may_count=not room.drowns_players)
    said = watched.looked_at(range(45_000, 60_000, 100))

    assert said == []


@pytest.mark.law("blind-clock-dial")
def test_each_five_minutes_click_once_and_each_fifteen_twice() -> None:
    watched = Watched("40", ClockSpeech(clicks=True))
    said = watched.looked_at(range(0, 2_400_000, 5_000))

    assert said == []
    assert watched.speaker.signals == [
        "mark",
        "two-marks",
        "mark",
        "mark",
        "two-marks",
        "mark",
        "mark",
    ]


@given(
    minutes=st.integers(1, 40),
    warned_at_s=st.sets(st.integers(1, 2_400), max_size=6),
    counts=st.booleans(),
    clicks=st.booleans(),
)
def test_looking_only_when_something_is_due_tells_all_of_it_in_time(
    minutes: int, warned_at_s: set[int], counts: bool, clicks: bool
) -> None:
    wishes = ClockSpeech(
        warned_at_ms=tuple(1_000 * each for each in warned_at_s), counts=counts, clicks=clicks
    )
    often, seldom = Watched(str(minutes), wishes), Watched(str(minutes), wishes)
    often.looked_at(range(0, 60_000 * minutes + 1, 500))
    looks, due_ms = [0], seldom.watch.due_ms(seldom.game, 0, wishes)
    while due_ms is not None:
        looks.append(due_ms)
        due_ms = seldom.watch.due_ms(seldom.game, due_ms, wishes)
    seldom.looked_at(looks)

    assert [(told.at_ms, told.text) for told in seldom.told] == [
        (told.at_ms, told.text) for told in often.told
    ]
    assert seldom.speaker.signals == often.speaker.signals


def test_nobody_is_told_anything_unless_they_want_it() -> None:
    watched = Watched("15", ClockSpeech())

    assert watched.looked_at(ALL_THE_TIME) == []
    assert watched.speaker.signals == []


@pytest.mark.parametrize("language_id", ["de", "en", "pl", "cs", "sr"])
def test_a_warning_has_words_in_every_language(language_id: str) -> None:
    assert "time" in load_language(language_id).phrases.gaps["time-left"]


def test_a_warning_is_no_answer_to_be_repeated() -> None:
    played = AroundTable(
        replace(BLIND, control=TimeControl.parsed("11+0")),
        settings=replace(IN_GERMAN, clock_speech=WARNED),
        pause_ms=70_000,
    )
    played.play("e4", says("repeat"))

    assert german("time-left", "white", time=minutes(10)) in played.said
    assert played.said[-1] == german("MoveAnnounced", move=in_words("Pe4"))
    assert played.game.position.moves == ("e2e4",)


BEHIND = ClockSpeech(behind_ms=120_000)
"""Two minutes, each with ten at first."""


def test_a_player_is_told_once_that_they_have_fallen_behind() -> None:
    watched = Watched("10", BEHIND)
    said = watched.looked_at(range(0, 400_000, 500))

    assert said == [german("behind", "white", time=minutes(2))]
    assert [told.at_ms for told in watched.told] == [120_000]
    assert [told.to for told in watched.told] == ["white"]


def test_who_is_told_late_is_told_how_much_it_is_by_now() -> None:
    watched = Watched("10", BEHIND)

    assert watched.looked_at([0, 190_000]) == [german("behind", "white", time=minutes(3))]


def test_up_to_ten_seconds_late_the_margin_is_told_as_it_was_chosen() -> None:
    chosen, late, too_late = (
        Watched("10", ClockSpeech(behind_ms=150_000)).looked_at([0, behind_ms])
        for behind_ms in (150_000, 159_999, 160_000)
    )

    assert late == chosen
    assert too_late == [german("behind", "white", time=minutes(2))]
    assert chosen != too_late


def test_nobody_is_told_in_their_last_seconds() -> None:
    watched = Watched("2", ClockSpeech(behind_ms=115_000))

    assert watched.looked_at(range(0, 120_000, 500)) == []


def looks_when_due(watched: Watched, until_ms: int) -> Iterator[int]:
    due_ms = watched.watch.due_ms(watched.game, watched.time.now_ms(), watched.wishes)
    while due_ms is not None and due_ms < until_ms:
        yield due_ms
        due_ms = watched.watch.due_ms(watched.game, due_ms, watched.wishes)


def turns(watched: Watched, spent_s: Iterable[int], *, only_when_due: bool = False) -> list[int]:
    """Both move in turns, White first, with this many seconds each; when something was said."""
    for spent in spent_s:
        began_ms = watched.time.now_ms()
        pressed_ms = began_ms + 1_000 * spent
        often = range(began_ms, pressed_ms, 500)
        watched.looked_at(looks_when_due(watched, pressed_ms) if only_when_due else often)
        watched.time.passed(pressed_ms - watched.time.now_ms())
        move = watched.game.position.legal_moves[0]
        watched.game = replace(
            watched.game,
            position=watched.game.position.played(move),
            clock=watched.game.clock.pressed(pressed_ms),
        )
    return [told.at_ms // 1_000 for told in watched.told]


def test_the_same_gap_is_told_once_though_it_shrinks_behind_each_move() -> None:
    watched = Watched("10", BEHIND)

    assert turns(watched, [130, 20, 20, 20, 20, 20]) == [120]


def test_who_has_caught_up_half_of_it_is_told_of_the_next_gap() -> None:
    watched = Watched("10", BEHIND)

    assert turns(watched, [130, 80, 75, 1, 5]) == [120, 280]


def test_each_player_is_watched_for_themselves() -> None:
    watched = Watched("10", BEHIND)

    assert turns(watched, [1, 130, 1, 1, 270]) == [122, 382]
    assert [told.to for told in watched.told] == ["black", "white"]


def test_a_gap_from_before_it_was_watched_has_been_told() -> None:
    watched = Watched("10", BEHIND)
    turns(watched, [130, 1])
    anew = Watched("10", BEHIND, time=watched.time)
    anew.game = watched.game

    assert turns(anew, [30, 1, 30]) == []


def test_another_margin_is_another_wish() -> None:
    watched = Watched("10", BEHIND)
    turns(watched, [130, 1])
    watched.wishes = ClockSpeech(behind_ms=180_000)

    assert turns(watched, [60]) == [120, 182]


@pytest.mark.law("moves-in-time", "blind-clock-flag")
@pytest.mark.parametrize("increment_s", [10, 30])
def test_a_warning_comes_once_though_an_increment_lifts_the_time_above_it(
    increment_s: int,
) -> None:
    watched = Watched("11", WARNED, increment_s=increment_s)

    turns(watched, [70, 1, *[increment_s, 1] * 8])

    assert [told.text for told in watched.told] == [german("time-left", "white", time=minutes(10))]


@pytest.mark.parametrize("looks", [[0], range(0, 150_000, 500)], ids=["seldom", "often"])
def test_what_was_passed_before_it_was_wished_for_is_not_told(looks: Iterable[int]) -> None:
    watched = Watched("11", ClockSpeech())
    watched.looked_at(looks)
    watched.wishes = ALL_WISHES

    assert watched.looked_at(range(150_000, 160_000, 500)) == []
    assert watched.speaker.signals == []
    assert watched.looked_at(range(160_000, 361_000, 500)) == [
        german("time-left", "white", time=minutes(5))
    ]


@pytest.mark.law("moves-in-time", "blind-clock-dial")
def test_a_mark_clicks_once_though_an_increment_lifts_the_time_above_it() -> None:
    watched = Watched("11", ClockSpeech(clicks=True), increment_s=30)

    turns(watched, [70, 1, *[30, 1] * 8])

    assert watched.speaker.signals == ["mark"]


def test_a_warning_comes_again_once_a_player_has_gained_time() -> None:
    watched = Watched("11", WARNED, increment_s=30)

    turns(watched, [70, 1, *[5, 1] * 6, 180])

    assert [told.text for told in watched.told] == [
        german("time-left", "white", time=minutes(10))
    ] * 2


@given(
    spent_s=st.lists(st.integers(1, 90), max_size=12),
    increment_s=st.integers(0, 60),
    clicks=st.booleans(),
)
@example(spent_s=[1, 1, 36, 1, 1, 1, 70, 1, 37], increment_s=36, clicks=False)
def test_looking_only_when_due_tells_every_warning_that_looking_often_tells(
    spent_s: list[int], increment_s: int, clicks: bool
) -> None:
    wishes = replace(WARNED, counts=False, clicks=clicks)
    often, seldom = (Watched("10", wishes, increment_s=increment_s) for _ in range(2))
    turns(often, spent_s)
    turns(seldom, spent_s, only_when_due=True)

    assert [told.text for told in seldom.told] == [told.text for told in often.told]
    assert seldom.speaker.signals == often.speaker.signals


@given(
    spent_s=st.lists(st.integers(1, 60), max_size=12),
    margin_s=st.integers(1, 200),
)
def test_looking_only_when_due_tells_every_gap_that_looking_often_tells(
    spent_s: list[int], margin_s: int
) -> None:
    wishes = ClockSpeech(behind_ms=1_000 * margin_s)
    often, seldom = Watched("20", wishes), Watched("20", wishes)
    turns(often, spent_s)
    turns(seldom, spent_s, only_when_due=True)

    assert [told.text for told in seldom.told] == [told.text for told in often.told]
    late = [b.at_ms - a.at_ms for a, b in zip(seldom.told, often.told, strict=True)]
    assert all(0 <= ms <= 500 for ms in late)
