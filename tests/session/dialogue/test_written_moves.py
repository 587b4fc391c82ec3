"""Moves that are typed and moves that are clicked: pressed alike, asked about alike."""

from collections.abc import Callable

import pytest

from tests.faulty_journal import FaultyJournal
from tests.stage.apart import Apart
from tests.stage.usual import PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import MoveAnnounced, MoveCompleted
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.games.chairs import Press
from voice_chess.session.listening.inputs import Outcome
from voice_chess.session.table_settings import Grace, TableSettings

ENGLISH = load_language("en")
IN_ENGLISH = TableSettings(language=ENGLISH)
TABLE = Table(control=TimeControl.parsed("15"))
FOOLS = ("f2f3", "e7e5", "g2g4")


class Counting(FaultyJournal):
    """Counts the appends."""

    appends = 0

    def behind(self) -> None:
        self.appends += 1


def stand(slip_ms: int = 0, press: Press = "auto", language: Language = ENGLISH) -> Apart:
    """Two players; who types or clicks has so long to correct a slip."""
    settings = TableSettings(language=language, press=press, grace=Grace(written_ms=slip_ms))
    return Apart(TABLE, people=PLAYERS, settings=settings)


def times_of(apart: Apart, kind: type[MoveAnnounced | MoveCompleted | GameEnded]) -> list[int]:
    return [event.at_ms for event in apart.of(kind)]


def kinds_of_replies(apart: Apart) -> set[str]:
    return {reply.kind for reply in apart.replies()}


WAYS: dict[str, Callable[[Apart, str], Outcome]] = {"typed": Apart.types, "clicked": Apart.moves}
way = pytest.mark.parametrize("make", WAYS.values(), ids=WAYS.keys())


@way
def test_a_move_is_pressed_in_the_moment_it_is_made(make: Callable[[Apart, str], Outcome]) -> None:
    apart = stand()
    apart.wait(7_000)

    assert make(apart, "e2e4") == "done"
    assert times_of(apart, MoveAnnounced) == times_of(apart, MoveCompleted) == [7_000]
    assert apart.mover is Role.BLACK


@way
def test_a_move_and_its_press_are_written_together(make: Callable[[Apart, str], Outcome]) -> None:
    journal = Counting()
    apart = Apart(TABLE, people=PLAYERS, settings=IN_ENGLISH, journal=journal)
    before = journal.appends
    make(apart, "e2e4")

    assert journal.appends == before + 1
    assert apart.mover is Role.BLACK


@way
def test_who_wants_time_to_correct_a_slip_has_it(make: Callable[[Apart, str], Outcome]) -> None:
    apart = stand(slip_ms=3_000)
    make(apart, "e2e4")
    apart.wait(2_900)
    waiting = times_of(apart, MoveCompleted)
    apart.types("correction d4")
    apart.wait(2_900)
    waiting += times_of(apart, MoveCompleted)
    apart.wait(200)

    assert waiting == []
    assert times_of(apart, MoveCompleted) == [2_900 + 3_000]
    assert apart.game.position.moves == ("d2d4",)


@way
def test_where_the_mover_presses_nobody_presses_for_them(
    make: Callable[[Apart, str], Outcome],
) -> None:
    apart = stand(press="command")
    make(apart, "e2e4")
    apart.wait(60_000)

    assert times_of(apart, MoveCompleted) == []
    apart.wants("press")
    assert times_of(apart, MoveCompleted) == [60_000]


@way
def test_a_mate_is_asked_about_and_counts_from_when_it_was_made(
    make: Callable[[Apart, str], Outcome],
) -> None:
    apart = stand()
    for uci in FOOLS:
        make(apart, uci)
    apart.fetch()
    make(apart, "d8h4")
    asked = kinds_of_replies(apart)
    ended = times_of(apart, GameEnded)
    apart.wait(4_000)
    apart.wants("yes")

    assert asked == {"question"}
    assert ended == []
    assert times_of(apart, MoveAnnounced)[-1] == 0
    assert times_of(apart, GameEnded) == [4_000], "until the press it could still be corrected"


@way
def test_a_mate_that_was_not_meant_is_taken_back(make: Callable[[Apart, str], Outcome]) -> None:
    apart = stand()
    for uci in FOOLS:
        make(apart, uci)
    make(apart, "d8h4")
    apart.wants("no")
    make(apart, "a7a6")

    assert times_of(apart, GameEnded) == []
    assert apart.game.position.moves[-1] == "a7a6"
    assert apart.mover is Role.WHITE


@way
def test_what_is_no_legal_move_is_refused_and_nothing_pressed(
    make: Callable[[Apart, str], Outcome],
) -> None:
    apart = stand()

    assert make(apart, "e2e5") == "refused"
    assert kinds_of_replies(apart) == {"refusal"}
    assert times_of(apart, MoveCompleted) == []


@pytest.mark.parametrize("language_id", known_languages())
def test_a_draw_offered_behind_a_typed_move_is_offered_before_the_press(language_id: str) -> None:
    apart = stand(language=load_language(language_id))
    apart.types("e4 (=)")

    assert times_of(apart, MoveCompleted) == [0]
    assert apart.game.turn.offer_by_white is True


def questions(apart: Apart) -> list[str]:
    return [reply.text for reply in apart.replies() if reply.kind == "question"]


def test_a_correction_that_is_never_said_ends_with_the_press_as_at_a_table() -> None:
    apart = stand(slip_ms=3_000)
    apart.types("e2e4")
    apart.types("correction")
    asked = len(questions(apart))
    apart.wait(60_000)
    apart.types("d5")
    apart.wait(3_000)

    assert asked == 1
    assert questions(apart) == []
    assert times_of(apart, MoveCompleted)[0] == 10_000
    assert apart.game.position.moves[:2] == ("e2e4", "d7d5")


def test_nobody_is_asked_again_while_they_speak() -> None:
    apart = stand()
    apart.types("resign")
    asked = len(questions(apart))
    apart.live.begins_to_speak(Role.WHITE)
    apart.wait(60_000)
    while_speaking = apart.told()
    apart.live.falls_silent(Role.WHITE)
    apart.wait(100)

    assert (asked, while_speaking) == (1, [])
    assert apart.told() == ["Not resigned."]
