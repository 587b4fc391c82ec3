"""A record says beside the moves what an appeals committee needs: rulings, claims, clocks."""

import io
from collections.abc import Sequence
from dataclasses import replace

import chess.pgn
import pypdf
import pytest

from voice_chess.adapters.documents import pdf_reader, pdf_sheet
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.agreements import TakebackAccepted, TakebackDeclined, TakebackProposed
from voice_chess.game.clocks import ClocksStarted, ClocksStopped, TimeAdded
from voice_chess.game.draws import ClaimRejected
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.irregularities import IllegalMoveCompleted, PositionRestored
from voice_chess.game.moves import MoveAnnounced, MoveCompleted
from voice_chess.game.penalties import AppealMade, ReasonStated
from voice_chess.game.results import EndReason, Result
from voice_chess.game.setup import GameArranged, GameStarted
from voice_chess.game.table import Role, Seat, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.edition import Citation
from voice_chess.laws.topics import Topic
from voice_chess.records import braille_reader, braille_sheet, ebraille, longhand, pgn
from voice_chess.records.scoresheet import Noted, Scoresheet, Terms
from voice_chess.review.reviewed_game import minuted_sheet

TABLE = Table(control=TimeControl.parsed("15+10"), white=Seat(name="Ida"), black=Seat(name="Uwe"))
EVERY_LANGUAGE = pytest.mark.parametrize(
    "language", [load_language(known) for known in known_languages()], ids=known_languages()
)
REASON = "the board was wrong: 2. 0:05:00 left, 5 - 0:00:01"


def because(article: str) -> Citation:
    return Citation(edition="2018", topic=Topic.POSITION_RESTORED, article=article)


def played(*moves: str) -> list[Event]:
    """One move every ten seconds."""
    events: list[Event] = [GameArranged(at_ms=0, table=TABLE), GameStarted(at_ms=0)]
    for ply, uci in enumerate(moves):
        white, at_ms = ply % 2 == 0, 10_000 * (ply + 1)
        events += [
            MoveAnnounced(at_ms=at_ms, white=white, uci=uci),
            MoveCompleted(at_ms=at_ms, white=white, uci=uci, charged_until_ms=at_ms),
        ]
    return events


DISPUTED = [
    *played("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"),
    IllegalMoveCompleted(at_ms=80_000, white=True, uci="c4d4", count=1, because=because("7.5.1")),
    ClocksStopped(at_ms=80_000, by=Role.ARBITER, why="irregularity", because=because("6.11.1")),
    TimeAdded(at_ms=80_000, white=False, ms=120_000, because=because("7.5.5")),
    PositionRestored(at_ms=90_000, moves_kept=3, because=because("7.5.1")),
    ReasonStated(at_ms=91_000, in_words=REASON),
    ClocksStarted(at_ms=95_000),
    ClaimRejected(at_ms=96_000, white=False, kind="repetition", uci=None, because=because("9.2")),
    AppealMade(at_ms=97_000, white=False, against=because("9.2"), because=because("11.10")),
    GameEnded(
        at_ms=100_000,
        result=Result.WHITE_WINS,
        reason=EndReason.PENALTY,
        because=because("12.9"),
        half_points=None,
    ),
]


def remarks(sheet: Scoresheet) -> list[str]:
    return [sheet.comment, *(entry.comment for entry in sheet.entries)]


def test_rulings_stand_in_order_with_clocks_articles_and_the_moves_taken_back() -> None:
    sheet = minuted_sheet(DISPUTED, load_language("en"))
    before, (said,) = remarks(sheet)[:-1], remarks(sheet)[-1:]

    assert before == ["", "", ""]
    assert said.startswith("(White 0:14:40, Black 0:15:00) Bishop C four, D four was an illegal")
    parts = (
        *("mistake number one. (7.5.1)", "The clock is stopped", "(6.11.1)"),
        *("Black 0:17:00) Black gets two minutes. (7.5.5)", "Back to move two."),
        *("Moves taken back: 2... Nc6 3. Bc4 Bc5.", f"Arbiter: {REASON}.", "The clock is running."),
        *("repetition: wrong. (9.2)", "Appeal by Black", "(11.10)", "penalty. (12.9)"),
    )
    places = [said.find(part) for part in parts]
    assert places == sorted(places)
    assert -1 not in places


def test_an_article_inside_a_sentence_is_in_figures() -> None:
    said = remarks(minuted_sheet(DISPUTED, load_language("en")))[-1]

    assert "Appeal by Black against the decision under article 9.2. (11.10)" in said


def test_a_takeback_is_told_with_who_asked_for_it() -> None:
    because = Citation(edition="2018", topic=Topic.POSITION_RESTORED, article="")
    events = [
        *played("e2e4", "e7e5", "g1f3"),
        TakebackProposed(at_ms=40_000, white=True, moves_kept=2),
        TakebackDeclined(at_ms=41_000, white=False),
        TakebackProposed(at_ms=42_000, white=True, moves_kept=2),
        TakebackAccepted(at_ms=43_000, white=False),
        PositionRestored(at_ms=43_000, moves_kept=2, because=because),
    ]
    said = remarks(minuted_sheet(events, load_language("en")))[-1]

    assert said.count("White asks to go back to move two.") == 1
    assert said.endswith(
        "Accepted by Black. Back to move two. White to move. Moves taken back: 2. Nf3."
    )


@pytest.mark.parametrize(
    ("end", "result"),
    [
        (EndReason.CHECKMATE, Result.WHITE_WINS),
        (EndReason.RESIGNATION, Result.WHITE_WINS),
        (EndReason.AGREEMENT, Result.DRAW),
        (EndReason.STALEMATE, Result.DRAW),
    ],
)
def test_a_game_without_disputes_has_no_minutes(end: EndReason, result: Result) -> None:
    ended = GameEnded(at_ms=50_000, result=result, reason=end, because=because("9.1"))
    sheet = minuted_sheet([*played("e2e4", "e7e5"), ended], load_language("en"))

    assert remarks(sheet) == ["", "", ""]


@EVERY_LANGUAGE
def test_of_a_drawn_resignation_it_is_written_that_no_mate_was_possible(
    language: Language,
) -> None:
    resigned = GameEnded(
        at_ms=50_000, result=Result.DRAW, reason=EndReason.RESIGNATION, because=because("5.1.2")
    )
    said = remarks(minuted_sheet([*played("e2e4", "e7e5"), resigned], language))[-1]

    assert language.phrase("end:dead-position") in said
    assert said.endswith("(5.1.2)")


def test_a_ruling_before_the_first_move_stands_above_the_moves() -> None:
    events = [*played(), TimeAdded(at_ms=0, white=True, ms=60_000, because=because("6.11.4"))]
    sheet = minuted_sheet(events, load_language("en"))

    assert sheet.comment.endswith("White gets one minute. (6.11.4)")
    assert remarks(pgn.read(pgn.written(sheet))) == remarks(sheet)


def test_an_offer_that_an_arbiter_writes_about_is_no_offer_with_the_move() -> None:
    stated = ReasonStated(at_ms=50_000, in_words="Black wrote (=) without an offer")
    sheet = minuted_sheet([*played("e2e4", "e7e5"), stated], load_language("en"))
    again = pgn.read(pgn.written(sheet))

    assert again.entries == sheet.entries
    assert again.entries[-1].comment.endswith("Black wrote (=) without an offer.")


@EVERY_LANGUAGE
def test_the_minutes_are_read_back_from_pgn_by_us_and_by_others(language: Language) -> None:
    sheet = minuted_sheet(DISPUTED, language)
    text = pgn.written(sheet)
    other = chess.pgn.read_game(io.StringIO(text))

    assert pgn.read(text).entries == sheet.entries
    assert remarks(pgn.read(text)) == remarks(sheet)
    assert other is not None
    assert not other.errors
    assert not any(line.startswith("[") for line in text.split("\n\n", 1)[1].splitlines())


@EVERY_LANGUAGE
def test_the_minutes_are_read_back_from_longhand_and_from_the_printed_sheet(
    language: Language,
) -> None:
    sheet = minuted_sheet(DISPUTED, language)
    text = longhand.written(sheet, language)
    printed = pdf_reader.text_of(pdf_sheet.written(sheet, language))

    assert max(map(len, text.splitlines())) <= 80
    for found in (longhand.read(text, language), longhand.read(printed, language)):
        assert found == sheet
        assert remarks(found) == remarks(sheet)


@EVERY_LANGUAGE
def test_the_minutes_in_braille_do_not_change_what_is_read_from_it(language: Language) -> None:
    unfinished = minuted_sheet(DISPUTED[:-1], language)
    told = replace(unfinished, comment="1-0 0-1 1/2-1/2")
    text = braille_sheet.written(told, language)
    packed = ebraille.text_of(ebraille.written(told, language))

    assert "7.5.5" in text
    for found in (text, packed):
        sheet = braille_reader.read(found, language)
        assert (sheet.moves, sheet.result) == (unfinished.moves, "*")


def test_remarks_on_moves_behind_an_illegal_one_that_stood_are_not_lost() -> None:
    moves = [
        Noted(uci="e2e4"),
        Noted(uci="e7e4", stood=True, comment="Nobody noticed."),
        Noted(uci="g1f3", comment="Nor here."),
    ]
    sheet = Scoresheet.of_moves(moves, header=pgn.read("1. e4 *").header, terms=Terms())
    again = pgn.read(pgn.written(sheet))

    assert again.moves == sheet.moves
    assert remarks(again)[1] == "1... Nobody noticed. 2. Nor here."


def drawn(page: pypdf.PageObject) -> list[Sequence[float]]:
    """Where each text of a page stands, as a matrix."""
    found: list[Sequence[float]] = []
    page.extract_text(visitor_text=lambda text, _, at, *__: found.append(at) if text else None)
    return found


def test_a_game_of_many_rulings_is_printed_on_as_many_pages_as_they_need() -> None:
    stated = [ReasonStated(at_ms=50_000, in_words=f"Reason {number}") for number in range(400)]
    sheet = minuted_sheet([*played("e2e4"), *stated], load_language("en"))
    pages = pypdf.PdfReader(io.BytesIO(pdf_sheet.written(sheet, load_language("en")))).pages
    lines = {round(at[5]) for page in pages for at in drawn(page)}
    text = " ".join(" ".join(page.extract_text() for page in pages).split())

    assert all(f"Reason {number}." in text for number in range(400))
    assert min(lines) >= 0
