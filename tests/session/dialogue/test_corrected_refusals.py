"""After an announcement that is not legal, "no" and "correction" lead to the right one."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.german import NO, PRESS, either, german, in_words, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.scripted_game import ScriptedGame
from tests.stage.usual import BLIND, BY_COMMAND
from tests.wording import Wording
from voice_chess.game.table import Table
from voice_chess.languages.language import known_languages
from voice_chess.session.table_settings import TableSettings

Place = Callable[[Table, TableSettings], ScriptedGame]


def at_the_table(table: Table, settings: TableSettings) -> ScriptedGame:
    return AroundTable(table, settings=settings)


def at_seats(table: Table, settings: TableSettings) -> ScriptedGame:
    return Apart(table, settings=settings)


PLACES = pytest.mark.parametrize("place", [at_the_table, at_seats], ids=["table", "seats"])
ILLEGAL = says("piece:N f5")
WHICH = german("Listening")
TOO_LATE = german("TooLateToCorrect")


def played(
    place: Place, *lines: str, settings: TableSettings = BY_COMMAND
) -> tuple[str | None, list[str]]:
    """The move that is announced now, and what was said about the last line."""
    stage = place(BLIND, settings)
    stage.play(*lines)
    announced = stage.game.turn.announcement
    return None if announced is None else announced.uci, stage.answers[-1][1]


@PLACES
@pytest.mark.parametrize("word", ["no", "correction"])
@pytest.mark.parametrize("language_id", known_languages())
def test_a_word_of_repair_before_a_move_does_not_keep_it_from_being_announced(
    place: Place, word: str, language_id: str
) -> None:
    wording = Wording(language_id)
    settings = replace(BY_COMMAND, language=wording.language)

    lines = [wording.by_ear(line) for line in ("Nf5", f"{word} Nf3")]

    assert played(place, *lines, settings=settings)[0] == "g1f3"


@PLACES
@pytest.mark.parametrize(
    ("lines", "uci"),
    [
        ((ILLEGAL, f"{NO} Sf3"), "g1f3"),
        (("Sf5", f"{NO} Sf3"), "g1f3"),
        ((says("piece:B c4"), f"{NO} {in_words('P')}"), "c2c4"),
        (("f5", f"{NO} f4"), "f2f4"),
        (("e2 e5", f"{NO} e4"), "e2e4"),
        ((says("castle:short"), says("correction piece:N f3")), "g1f3"),
        ((ILLEGAL, says("correction piece:N"), "f3"), "g1f3"),
        ((ILLEGAL, says("correction piece:N e5"), says("correction piece:N c3")), "b1c3"),
        ((ILLEGAL, says("clock"), says("correction piece:N c3")), "b1c3"),
    ],
)
def test_the_move_or_the_part_that_is_named_replaces_what_was_refused(
    place: Place, lines: tuple[str, ...], uci: str
) -> None:
    assert played(place, *lines)[0] == uci


@PLACES
def test_a_square_alone_may_be_a_pawns_or_that_of_the_piece_that_was_named(place: Place) -> None:
    announced, told = played(place, ILLEGAL, says("correction f3"))

    assert announced is None
    assert told == [f"{either(in_words('P'), in_words('N'))}?"]


@PLACES
@pytest.mark.parametrize("words", ["no", "correction", "take-back"])
def test_the_word_alone_asks_which_move_is_meant(place: Place, words: str) -> None:
    assert played(place, ILLEGAL, says(words)) == (None, [WHICH])


@PLACES
def test_a_move_that_is_not_legal_either_is_refused_with_its_reason(place: Place) -> None:
    announced, told = played(place, ILLEGAL, says("correction piece:N e5"))

    assert announced is None
    assert told == [played(place, says("piece:N e5"))[1][0]]


@PLACES
def test_the_last_move_is_not_corrected_by_it_once_the_clock_is_pressed(place: Place) -> None:
    lines = (ILLEGAL, "e4", PRESS, says("correction piece:N f3"))

    assert played(place, *lines) == (None, [TOO_LATE])


@PLACES
def test_where_nothing_was_refused_a_correction_comes_too_late(place: Place) -> None:
    assert played(place, "e4", PRESS, says("correction d5")) == (None, [TOO_LATE])


def test_at_a_seat_a_correction_follows_words_that_were_not_understood() -> None:
    assert played(at_seats, "mumble mumble", says("correction piece:N f3"))[0] == "g1f3"


@PLACES
@pytest.mark.parametrize("word", ["no", "correction"])
def test_a_correction_that_is_not_legal_is_refused_and_the_right_move_asked_for(
    place: Place, word: str
) -> None:
    lines = ("e4", says(f"{word} piece:N f5"))

    announced, told = played(place, *lines)

    assert announced == "e2e4"
    assert told == [*played(place, ILLEGAL)[1], WHICH]
    assert played(place, *lines, "d4")[0] == "d2d4"


@PLACES
@pytest.mark.parametrize("word", ["no", "correction"])
def test_the_square_behind_the_piece_of_a_correction_is_that_pieces(
    place: Place, word: str
) -> None:
    assert played(place, "e4", says(f"{word} piece:N"), "f3")[0] == "g1f3"


@PLACES
def test_a_correction_that_was_begun_is_no_reply_by_the_opponent(place: Place) -> None:
    """Black could play f5, and a reply ends White's turn."""
    announced, told = played(place, "e4", says("no piece:N"), "f5")

    assert announced == "e2e4"
    assert told == played(place, ILLEGAL)[1]
