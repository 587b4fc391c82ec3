"""Whoever reports touched pieces is told what was noted, unless a board has felt them itself."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.german import german, in_words, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import ScriptedGame
from tests.stage.usual import BLIND, BY_COMMAND
from voice_chess.game.table import Customs, Occasion, Role
from voice_chess.game.touch import PiecesTouched
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.listening.inputs import BoardTells, Handled
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.announce import Scene, announce
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan, Lifted

REPORTED = replace(BLIND, customs=Customs(execution="reported"))
LED = replace(REPORTED, occasion=Occasion(has_arbiter=True))
E2 = german("PiecesTouched", "white", squares=in_words("e2"))
Place = Callable[[TableSettings], ScriptedGame]


def around_table(settings: TableSettings) -> ScriptedGame:
    return AroundTable(REPORTED, settings=settings)


def apart(settings: TableSettings) -> ScriptedGame:
    return Apart(REPORTED, settings=settings)


@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("is_said", [False, True])
@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_told_in_their_language_by_voice_and_by_line(
    language_id: str, place: Place, *, is_said: bool
) -> None:
    language = load_language(language_id)
    scene = Scene(position=Position.start(), language=language, style="anna")
    noted = PiecesTouched(white=True, squares=("e2",), at_ms=0)
    words = " ".join(language.say(word) for word in ("touched", "file:e", "rank:2"))
    stage = place(TableSettings(language=language, press="command"))
    stage.play(Utterance(words.lower()) if is_said else words)

    assert stage.answers[-1][1] == [announce(noted, scene).text]


def test_the_form_of_a_page_tells_it_to_whoever_fills_it_in_and_to_nobody_else() -> None:
    seats = Apart(LED, settings=BY_COMMAND)
    seats.fetch()
    seats.attends(Handled, Role.WHITE, is_executed=False, squares=("e2", "d2"))

    (reply,) = seats.replies()
    assert reply.listener == Role.WHITE
    assert reply.text == german("PiecesTouched", "white", squares=in_words("e2, d2"))


def test_it_is_told_again_on_request() -> None:
    seats = Apart(REPORTED, settings=BY_COMMAND)
    seats.play(f"{says('touched')} e2", says("repeat"))

    assert seats.answers[-1][1] == [E2]


def test_a_touch_that_is_refused_is_not_told_as_noted() -> None:
    seats = Apart(REPORTED, settings=BY_COMMAND)
    seats.fetch()
    seats.types(f"{says('touched')} e4", Role.BLACK)

    assert seats.told(Role.BLACK) == [german("NotYourMove")]


def test_of_a_piece_put_straight_it_is_told_that_it_is_only_that() -> None:
    seats = Apart(REPORTED, settings=BY_COMMAND)
    seats.play(says("adjust"), f"{says('touched')} e2")

    assert seats.answers[-1][1] == [german("AdjustmentAnnounced", "white")]
    assert seats.game.turn.touched == ()


LIFTED = (
    BoardScan(board=PegBoard.from_fen(Position.start().fen)),
    Lifted(square="e2", piece="P"),
)


def test_a_lift_that_a_board_feels_at_a_seat_needs_no_words() -> None:
    seats = Apart(REPORTED, settings=BY_COMMAND)
    seats.fetch()
    seats.attends(BoardTells, Role.WHITE, white=True, happenings=LIFTED)

    assert seats.told() == []
    assert seats.game.turn.touched == ("e2",)


def test_a_lift_that_a_board_feels_at_a_table_needs_no_words() -> None:
    table = AroundTable(REPORTED, settings=BY_COMMAND)
    table.play(*LIFTED)

    assert E2 not in table.speaker.said
    assert table.game.turn.touched == ("e2",)
