"""A sheet of a damaged game says so in every form, and is read back as the game that it has."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.records.drawn_board import drawn_board
from voice_chess.adapters.documents import record_files
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.records import braille_diagram, braille_page
from voice_chess.records.braille_page import Paper
from voice_chess.records.braille_sheet import Style
from voice_chess.records.damage import incomplete
from voice_chess.records.scoresheet import UNFINISHED, Header, Noted, Scoresheet, Terms

FORMS = ("game.pgn", "scoresheet.txt", "scoresheet.pdf", "scoresheet.brf", "scoresheet.brl")
MOVES = ("e2e4", "e7e5", "g1f3", "b8c6")


def sheet(count: int, language: Language) -> Scoresheet:
    noted = [Noted(uci=uci, clock_ms=1_000, draw_offered=False) for uci in MOVES[:count]]
    whole = Scoresheet.of_moves(
        noted, header=Header(white="Anna", black="Viktor"), terms=Terms(), result="1-0"
    )
    penalised = replace(whole, points="1/2-0", termination="rules infraction")
    return incomplete(penalised, 12 + count, language)


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("count", [0, 3, 4])
def test_it_is_read_back_with_the_moves_that_it_has_and_no_result(
    language_id: str, count: int, tmp_path: Path
) -> None:
    language = load_language(language_id)
    written = sheet(count, language)
    record_files.write(written, language, tmp_path)
    for form in FORMS:
        found, _ = record_files.read_any(tmp_path / form, language)

        assert found.moves == MOVES[:count], form
        assert (found.result, found.points, found.termination) == (UNFINISHED, "", ""), form
    assert str(13 + count) in written.left_out


def test_a_whole_sheet_says_nothing_of_it(tmp_path: Path) -> None:
    language = load_language("en")
    record_files.write(Scoresheet.of_moves([], header=Header(), terms=Terms()), language, tmp_path)

    assert "!" not in (tmp_path / "scoresheet.txt").read_text("utf-8")


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("cells", [20, 40])
def test_its_diagram_says_so_in_lines_that_fit_and_shows_the_board(
    language_id: str, cells: int
) -> None:
    language = load_language(language_id)
    damaged = sheet(3, language)
    brf = braille_diagram.of_sheet(damaged, language, Style(paper=Paper(cells=cells)))
    lines = braille_page.lines_of(brf)
    told = " ".join(" ".join(lines).split())

    assert braille_page.prose(damaged.left_out, language) in told
    assert braille_page.prose(language.sheet["unfinished"], language) in told
    assert max(map(len, lines)) <= cells
    assert drawn_board(brf) == damaged.final_position.fen.split(maxsplit=1)[0]


@pytest.mark.parametrize("language_id", known_languages())
def test_its_diagram_has_room_on_one_page(language_id: str) -> None:
    language = load_language(language_id)

    assert braille_diagram.of_sheet(sheet(3, language), language).count(braille_page.PAGE_END) == 1


@pytest.mark.parametrize("language_id", known_languages())
def test_print_names_the_last_position_and_braille_draws_it(
    language_id: str, tmp_path: Path
) -> None:
    language = load_language(language_id)
    damaged = sheet(3, language)
    record_files.write(damaged, language, tmp_path)
    fen = damaged.final_position.fen

    assert fen in (tmp_path / "game.pgn").read_text("utf-8").replace("\n", " ")
    assert fen.split()[0] in (tmp_path / "scoresheet.txt").read_text("utf-8")
    assert fen.split()[0].lower() not in (tmp_path / "scoresheet.brf").read_text("ascii").lower()


@pytest.mark.parametrize("result", ["1-0", "1/2-1/2", UNFINISHED])
def test_a_diagram_tells_how_the_game_ended_or_that_it_has_not(result: str) -> None:
    language = load_language("en")
    whole = Scoresheet.of_moves([], header=Header(), terms=Terms(), result=result)
    told = result if result != UNFINISHED else language.sheet["unfinished"]
    line = braille_page.prose(f"{language.sheet['result']}: {told}", language)

    assert line in braille_page.lines_of(braille_diagram.of_sheet(whole, language))
