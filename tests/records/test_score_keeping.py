"""The scribe writes what happened: moves with their clocks, offers, what the arbiter took back."""

import io
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest

from voice_chess.adapters.documents import record_files
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.draws import DrawDeclined, DrawOffered
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import MoveAnnounced, MoveCompleted, SlipCorrected
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import ResultSettled, ScoreSigned
from voice_chess.game.setup import GameArranged, GameStarted
from voice_chess.game.table import Seat, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.edition import Citation
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.laws.topics import Topic
from voice_chess.records import braille_reader, braille_sheet, longhand, pgn
from voice_chess.records.endings import ending_text
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.records.scoresheet import Header

BECAUSE = Citation(edition="2009", topic=Topic.POSITION_RESTORED, article="7.4")
TABLE = Table(control=TimeControl.parsed("15+10"), white=Seat(name="Ida"), black=Seat(name="Uwe"))


def begun(*rest: Event) -> list[Event]:
    return [GameArranged(at_ms=0, table=TABLE), GameStarted(at_ms=0), *rest]


def moved(uci: str, *, white: bool, at_ms: int) -> list[Event]:
    """Announced, then pressed a second later; charged until announced."""
    return [
        MoveAnnounced(at_ms=at_ms, white=white, uci=uci),
        MoveCompleted(at_ms=at_ms + 1_000, white=white, uci=uci, charged_until_ms=at_ms),
    ]


def test_notes_each_move_with_the_clock_of_who_made_it() -> None:
    events = begun(
        *moved("e2e4", white=True, at_ms=5_000), *moved("c7c5", white=False, at_ms=30_000)
    )
    sheet = scoresheet_of(events, Header(event="Klub", black="Gast"))

    assert [(entry.san, entry.clock_ms) for entry in sheet.entries] == [
        ("e4", 905_000),
        ("c5", 886_000),
    ]
    assert (sheet.header.white, sheet.header.black) == ("Ida", "Gast")
    assert sheet.terms.time_control == "900+10"


def test_writes_the_corrected_move_and_not_the_slip() -> None:
    slip = MoveAnnounced(at_ms=5_000, white=True, uci="d2d4")
    right = SlipCorrected(at_ms=7_000, white=True, from_uci="d2d4", to_uci="e2e4")
    pressed = MoveCompleted(at_ms=9_000, white=True, uci="e2e4", charged_until_ms=7_000)

    assert scoresheet_of(begun(slip, right, pressed)).moves == ("e2e4",)


def test_puts_a_timely_offer_beside_the_move_it_was_made_with() -> None:
    announced, completed = moved("e2e4", white=True, at_ms=5_000)
    offered = DrawOffered(at_ms=5_500, white=True, is_timely=True)
    events = begun(announced, offered, completed, *moved("c7c5", white=False, at_ms=30_000))

    assert [entry.draw_offered for entry in scoresheet_of(events).entries] == [True, False]


@pytest.mark.law("offer-written", "offer-binding")
def test_2009_9_1_b_2_an_offer_that_stands_is_written_beside_the_move_made_instead() -> None:
    announced, completed = moved("e2e4", white=True, at_ms=5_000)
    offered = DrawOffered(at_ms=5_000, white=True, is_timely=True)
    back = PositionRestored(at_ms=6_000, moves_kept=0, because=BECAUSE)
    events = begun(announced, offered, completed, back, *moved("d2d4", white=True, at_ms=7_000))

    (entry,) = scoresheet_of(events).entries

    assert (entry.uci, entry.draw_offered) == ("d2d4", True)


@pytest.mark.law("offer-written")
def test_2009_9_1_b_2_an_offer_that_was_refused_goes_with_its_move() -> None:
    announced, completed = moved("e2e4", white=True, at_ms=5_000)
    offered = DrawOffered(at_ms=5_000, white=True, is_timely=True)
    refused = DrawDeclined(at_ms=5_500, white=False, by="word")
    back = PositionRestored(at_ms=6_000, moves_kept=0, because=BECAUSE)
    instead = moved("d2d4", white=True, at_ms=7_000)
    events = begun(announced, offered, completed, refused, back, *instead)

    assert [entry.draw_offered for entry in scoresheet_of(events).entries] == [False]


def test_puts_an_offer_with_a_later_move_beside_that_move() -> None:
    opening = (*moved("e2e4", white=True, at_ms=5_000), *moved("c7c5", white=False, at_ms=30_000))
    announced, completed = moved("g1f3", white=True, at_ms=40_000)
    offered = DrawOffered(at_ms=40_500, white=True, is_timely=True)

    sheet = scoresheet_of(begun(*opening, announced, offered, completed))

    assert [entry.draw_offered for entry in sheet.entries] == [False, False, True]


def test_puts_an_offer_out_of_turn_beside_the_last_move() -> None:
    offered = DrawOffered(at_ms=8_000, white=True, is_timely=False)
    events = begun(*moved("e2e4", white=True, at_ms=5_000), offered)

    assert [entry.draw_offered for entry in scoresheet_of(events).entries] == [True]


def test_strikes_out_what_the_arbiter_took_back() -> None:
    back = PositionRestored(at_ms=40_000, moves_kept=1, because=BECAUSE)
    events = begun(
        *moved("e2e4", white=True, at_ms=5_000), *moved("c7c5", white=False, at_ms=30_000), back
    )

    assert scoresheet_of(events).moves == ("e2e4",)


def test_writes_the_result() -> None:
    ended = GameEnded(
        at_ms=9_000, result=Result.BLACK_WINS, reason=EndReason.RESIGNATION, because=BECAUSE
    )

    assert scoresheet_of(begun(ended)).result == "0-1"


def test_writes_the_result_that_was_signed_where_it_is_another() -> None:
    ended = GameEnded(
        at_ms=9_000, result=Result.BLACK_WINS, reason=EndReason.RESIGNATION, because=BECAUSE
    )
    signed = [ScoreSigned(at_ms=9_500, white=white, result=Result.DRAW) for white in (True, False)]
    settled = ResultSettled(at_ms=9_500, result=Result.DRAW, because=BECAUSE)
    sheet = scoresheet_of(begun(ended, *signed, settled))

    assert sheet.result == "1/2-1/2"
    assert '[Result "1/2-1/2"]' in pgn.written(sheet)
    assert '[Termination "normal"]' in pgn.written(sheet)
    assert ending_text(sheet, load_language("en")) == "as signed"


STANDING = ("e2e4", "e7e5", "e1e3", "g8f6")
"""White's king has jumped, and nobody said so."""


def stood() -> list[Event]:
    return begun(
        *(
            event
            for ply, uci in enumerate(STANDING)
            for event in moved(uci, white=ply % 2 == 0, at_ms=5_000 * (ply + 1))
        )
    )


def test_an_illegal_move_that_nobody_claimed_stands_on_the_sheet_by_its_squares() -> None:
    sheet = scoresheet_of(stood())

    assert [entry.san for entry in sheet.entries] == ["e4", "e5", "e1e3", "Nf6"]
    assert [entry.is_legal for entry in sheet.entries] == [True, True, False, True]
    assert sheet.final_position.piece_at("e3") == "K"


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (EndReason.CHECKMATE, "normal"),
        (EndReason.AGREEMENT, "normal"),
        (EndReason.FLAG_FALL, "time forfeit"),
        (EndReason.ILLEGAL_MOVE, "rules infraction"),
        (EndReason.ARBITER, "adjudication"),
    ],
)
def test_pgn_tells_how_a_game_ended(reason: EndReason, told: str) -> None:
    end = GameEnded(at_ms=9_000, result=Result.WHITE_WINS, reason=reason, because=BECAUSE)
    written = pgn.written(scoresheet_of(begun(end)))

    assert f'[Termination "{told}"]' in written
    assert pgn.written(pgn.read(written)) == written
    assert "Termination" not in pgn.written(scoresheet_of(begun()))


def penalised(*rest: Event) -> list[Event]:
    end = GameEnded(
        at_ms=40_000,
        result=Result.DRAW,
        reason=EndReason.PENALTY,
        because=BECAUSE,
        half_points=(0, 1),
    )
    return begun(*moved("e2e4", white=True, at_ms=5_000), end, *rest)


@pytest.mark.parametrize("language_id", known_languages())
def test_points_that_the_arbiter_gave_stand_on_every_sheet(
    language_id: str, tmp_path: Path
) -> None:
    language = load_language(language_id)
    sheet = scoresheet_of(penalised())
    record_files.write(sheet, language, tmp_path)
    names = ("game.pgn", "scoresheet.txt", "scoresheet.pdf", "scoresheet.brf", "scoresheet.ebrl")
    read = [record_files.read_any(tmp_path / name, language)[0] for name in names]

    assert [(each.result, each.points) for each in read] == [("1/2-1/2", "0-1/2")] * len(names)
    assert "0-1/2" in (tmp_path / "diagram.brf").read_text("ascii")


def test_a_result_that_is_settled_later_gives_its_own_points() -> None:
    settled = ResultSettled(result=Result.DRAW, because=BECAUSE, at_ms=50_000)

    assert scoresheet_of(penalised(settled)).points == ""


def test_points_alone_are_no_result(german: Language) -> None:
    sheet = replace(scoresheet_of(begun()), points="1-0")
    read = braille_reader.read(braille_sheet.written(sheet, german), german)

    assert (read.result, read.points) == ("*", "1-0")


def test_a_sheet_with_an_illegal_move_is_written_in_every_form() -> None:
    sheet, german = scoresheet_of(stood()), load_language("de")

    assert "e1e3" in longhand.written(sheet, german)
    assert "E1E3" in braille_sheet.written(sheet, german)
    assert "An illegal move stood here: 2. e1e3 2... Nf6" in " ".join(pgn.written(sheet).split())


def test_other_programs_read_the_game_up_to_the_illegal_move() -> None:
    game = chess.pgn.read_game(io.StringIO(pgn.written(scoresheet_of(stood()))))

    assert game is not None
    assert tuple(move.uci() for move in game.mainline_moves()) == STANDING[:2]
    assert not game.errors


def test_a_sheet_that_is_read_has_legal_moves_only() -> None:
    legal = scoresheet_of(begun(*moved("e2e4", white=True, at_ms=5_000)))

    assert legal.final_position == Position.after(("e2e4",), start_fen=ORDINARY_START)
