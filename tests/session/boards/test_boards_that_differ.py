"""A dispute over the boards, from the first word to the clocks running again (journey six)."""

from dataclasses import replace

import pytest

from tests.german import german
from tests.session.stage import Stage
from tests.session.typed_table import BLIND, Boards, TypedTable
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.irregularities import BoardCorrected, PositionRestored
from voice_chess.game.table import Occasion, Seat
from voice_chess.languages.language import load_language
from voice_chess.session.board_preferences import BothHands, Dictation, HandCustoms
from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import BoardScan, Lifted, Placed

KNOWN = HandCustoms(peg_set=PegSet(marked="black", raised="black"))
HANDS = BothHands(white=KNOWN, black=KNOWN)
WITH_ARBITER = replace(BLIND, occasion=Occasion(has_arbiter=True))
OWN_SCORES = replace(
    WITH_ARBITER,
    white=Seat(is_blind=True, score_medium="braille"),
    black=Seat(is_blind=True, score_medium="longhand"),
)
MOVES = ("e4", "gedrückt", "e5", "gedrückt", "Sf3", "gedrückt", "Sc6", "gedrückt")
AFTER = PegBoard.from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1")
KNIGHT_ON_E2 = AFTER.with_piece("f3", None).with_piece("e2", "N")
RIGHT = ["ja"] * 8


def test_how_a_set_tells_colours_is_asked_and_not_assumed() -> None:
    table = TypedTable()
    table.play("mein Brett ist anders", "schwarz", "keine", "weiß", *RIGHT)

    assert table.answer_to("mein Brett ist anders") == [german("ask:marked", "white")]
    assert table.answer_to("schwarz") == [german("ask:raised", "white")]
    assert table.answer_to("keine") == table.answer_to("schwarz")
    (first,) = table.answer_to("weiß")
    assert first.startswith("Reihe eins, Bella höher: Anna eins Turm, kein Zeichen,")


def test_a_board_that_is_right_is_told_so() -> None:
    table = TypedTable(hands=HANDS)
    session = table.play("e4", "gedrückt", "mein Brett ist anders", *RIGHT)

    assert table.said[-1] == german("compare:same")
    assert session.game.clock.is_running


def test_who_was_asked_whether_they_meant_their_board_has_said_so() -> None:
    doubtful = {"mein brett ist anders": 0.0, "[unk] [unk]": -0.6}
    stage = Stage({"turn": [{"heard": doubtful}, {"heard": "ja"}], "blind": True})
    stage.play()

    said = stage.speaker.said
    asked = said.index("mein Brett ist anders?")
    assert said[asked : asked + 2] == [
        "mein Brett ist anders?",
        german("ask:marked", "white"),
    ]


def test_who_reads_their_board_may_still_ask_anything() -> None:
    table = TypedTable(hands=HANDS)
    table.play("mein Brett ist anders", "ja", "wer ist am Zug", *RIGHT[1:])

    assert table.answer_to("wer ist am Zug") == [german("whose-turn", "white")]
    assert table.said[-1] == german("compare:same")


def test_an_answer_is_taken_back() -> None:
    table = TypedTable(hands=HANDS)
    table.play("mein Brett ist anders", "ja", "nein", "Korrektur", *RIGHT[1:])

    assert table.answer_to("nein") == ["Anna zwei: Bauer, kein Zeichen. Richtig?"]
    assert table.answer_to("Korrektur")[0].startswith("Reihe zwei, ")
    assert table.said[-1] == german("compare:same")


DIFFERS = (
    "mein Brett ist anders",
    "ja",
    *("nein", "ja", "ja", "ja", "ja", "nein", "weiß Springer", "ja", "ja", "ja"),
    *("nein", "ja", "ja", "ja", "ja", "ja", "nein", "leer", "ja", "ja"),
    *("ja", "ja", "ja", "ja", "ja"),
)


@pytest.mark.law("positions-differ")
def test_with_equal_scores_the_board_is_put_right_once_the_arbiter_agrees() -> None:
    table = TypedTable(table=WITH_ARBITER, hands=HANDS)
    session = table.play(
        *MOVES, *DIFFERS, "Weiß: ja", "Schiedsrichter: ja", "weiter", "weiter", "fertig", "weiter"
    )

    said = [text for line, texts in table.answers for text in texts if line != ""]
    asked = said.index(german("compare:board", "white"))
    assert said[asked - 2 : asked] == [
        "Eva zwei: auf dem Brett Springer, kein Zeichen, in der Partie leer.",
        "Felix drei: auf dem Brett leer, in der Partie Springer, kein Zeichen.",
    ]
    assert said[asked + 1 :] == [
        "Erst der Schiedsrichter.",
        german("BoardCorrected", "white"),
        "Springer aus Eva zwei.",
        "Springer weg.",
        "Nehmen: Springer, kein Zeichen.",
        "Springer nach Felix drei.",
        german("steps:done"),
        german("ClocksStarted"),
    ]
    (stopped,) = table.of(ClocksStopped)
    assert isinstance(stopped, ClocksStopped)
    assert (stopped.why, stopped.by) == ("displaced-pieces", "white")
    (corrected,) = table.of(BoardCorrected)
    assert isinstance(corrected, BoardCorrected)
    assert corrected.white
    assert session.game.clock.is_running
    assert len(session.game.position.moves) == 4


def test_the_arbiter_may_leave_a_board_as_it_is() -> None:
    table = TypedTable(table=WITH_ARBITER, hands=HANDS)
    session = table.play(*MOVES, *DIFFERS, "Schiedsrichter: nein")

    assert table.said[-2:] == [german("Cancelled"), german("ClocksStarted")]
    assert session.game.clock.is_running


def test_clocks_that_the_arbiter_has_started_are_not_started_again() -> None:
    table = TypedTable(table=WITH_ARBITER, hands=HANDS)
    session = table.play(
        *(*MOVES, *DIFFERS, "Schiedsrichter: weiter", "Schiedsrichter: ja"), *["weiter"] * 4
    )

    assert table.said[-1] == german("steps:done")
    assert session.game.clock.is_running
    assert len(table.of(ClocksStarted)) == 1


def test_steps_go_on_whatever_else_happens_meanwhile() -> None:
    table = TypedTable(table=WITH_ARBITER, hands=HANDS)
    table.play(
        *(*MOVES, *DIFFERS, "Schiedsrichter: ja", "weiter"),
        *("Schiedsrichter: weiter", "weiter", "weiter", "weiter"),
    )

    assert len(table.of(ClocksStarted)) == 1
    assert table.said[-2:] == ["Springer nach Felix drei.", german("steps:done")]


def test_what_was_found_is_void_once_the_game_goes_on() -> None:
    table = TypedTable(table=WITH_ARBITER, hands=HANDS)
    table.play(
        *(*MOVES, *DIFFERS, "Schiedsrichter: weiter", "Lb5", "gedrückt", "Schiedsrichter: ja")
    )

    nothing_asked = load_language("de").phrase("NothingAsked")
    assert table.answer_to("Schiedsrichter: ja") == [nothing_asked]
    assert not table.of(BoardCorrected)


def test_without_an_arbiter_the_players_agree() -> None:
    table = TypedTable(hands=HANDS)
    table.play(*MOVES, *DIFFERS, "ja")

    assert table.said[-1] == "Springer aus Eva zwei."


@pytest.mark.law("scores-differ")
def test_with_different_scores_it_goes_back_and_the_arbiter_sets_the_clocks() -> None:
    table = TypedTable(table=OWN_SCORES, hands=HANDS)
    session = table.play(
        *MOVES,
        *DIFFERS,
        *("nein", "nein", "ja", "Springer Eva zwei", "ja"),
        "Schiedsrichter: ja",
        *["weiter"] * 12,
        "Schiedsrichter: Uhr weiß 9 Minuten schwarz 9 Minuten",
        "Schiedsrichter: weiter",
    )

    assert "Weiß: geschrieben, Zug zwei, Schwarz: Springer Bella acht, Cesar sechs. Richtig?" in (
        table.said
    )
    assert table.answer_to("Springer Eva zwei") == [
        "Schwarz: geschrieben, Zug zwei, Schwarz: Springer Bella acht, Cesar sechs. Richtig?"
    ]
    assert "Schiedsrichter: zurück zu Zug zwei, Weiß ist am Zug?" in table.said
    assert german("compare:times") in table.said
    (restored,) = table.of(PositionRestored)
    assert isinstance(restored, PositionRestored)
    assert restored.moves_kept == 2
    assert session.game.position.moves == ("e2e4", "e7e5")
    assert session.game.clock.is_running
    assert german("steps:done") in table.said


@pytest.mark.law("scores-differ")
@pytest.mark.parametrize("told", ["off", "paced", "at-once"])
def test_hands_are_led_back_once_and_from_what_was_told(told: Dictation) -> None:
    """Whoever has moves dictated was led from the game's own position first."""
    white = replace(KNOWN, told=told)
    table = TypedTable(table=OWN_SCORES, hands=BothHands(white=white, black=KNOWN))
    table.play(
        *MOVES,
        *DIFFERS,
        *("nein", "nein", "ja", "Springer Eva zwei", "ja"),
        "Schiedsrichter: ja",
        *["weiter"] * 8,
    )

    assert "Springer aus Eva zwei." in table.answer_to("Schiedsrichter: ja")
    assert "Springer aus Felix drei." not in table.said
    assert table.said[-1] == german("steps:done")


def test_a_board_that_feels_itself_needs_no_reading_and_leads_the_hands() -> None:
    table = TypedTable(table=WITH_ARBITER, hands=HANDS)
    boards: Boards = {
        "": [(True, BoardScan(board=made(AFTER, "f3e5").with_piece("e5", "p")))],
        "Schiedsrichter: ja": [
            (True, Placed(square="f3", piece="N")),
            (True, Lifted(square="a1", piece="R")),
            (True, Placed(square="a1", piece="R")),
        ],
    }
    session = table.play(*MOVES, "mein Brett ist anders", "Schiedsrichter: ja", boards=boards)

    assert table.answer_to("mein Brett ist anders")[-2:] == [
        "Felix drei: auf dem Brett leer, in der Partie Springer, kein Zeichen.",
        german("compare:board", "white"),
    ]
    assert table.answer_to("Schiedsrichter: ja") == [
        german("BoardCorrected", "white"),
        "Nehmen: Springer, kein Zeichen.",
        german("steps:done"),
        german("ClocksStarted"),
    ]
    assert len(table.of(ClocksStarted)) == 1
    assert session.game.clock.is_running


def test_who_announces_a_move_compares_no_longer() -> None:
    table = TypedTable(hands=HANDS)
    session = table.play("mein Brett ist anders", "ja", "e4", "gedrückt", "ja")

    assert session.game.position.moves == ("e2e4",)
    assert table.answer_to("e4") == ["Bauer Eva vier."]
    assert not [text for text in table.answer_to("ja") if text.startswith("Reihe")]


def test_what_is_to_be_confirmed_comes_before_the_boards() -> None:
    table = TypedTable(hands=HANDS)
    session = table.play(
        "mein Brett ist anders", "ich gebe auf", "nein", "ja", "ich gebe auf", "ja"
    )

    assert table.answers[3][1] == [german("Cancelled")]
    assert session.game.is_over
