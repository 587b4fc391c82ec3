"""A sheet of a damaged game says so in every form, and is read back as the game that it has."""

from pathlib import Path

import pytest

from voice_chess.adapters.documents import record_files
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.records.incomplete import incomplete
from voice_chess.records.scoresheet import UNFINISHED, Header, Noted, Scoresheet, Terms

FORMS = ("game.pgn", "scoresheet.txt", "scoresheet.pdf", "scoresheet.brf", "scoresheet.brl")
MOVES = ("e2e4", "e7e5", "g1f3", "b8c6")


def sheet(count: int, language: Language) -> Scoresheet:
    noted = [Noted(uci=uci, clock_ms=1_000, draw_offered=False) for uci in MOVES[:count]]
    whole = Scoresheet.of_moves(
        noted, header=Header(white="Anna", black="Viktor"), terms=Terms(), result="1-0"
    )
    return incomplete(whole, 12 + count, language)


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [0, 3, 4])
def test_it_is_read_back_with_the_moves_that_it_has_and_no_result(
    language_id: str, form: str, count: int, tmp_path: Path
) -> None:
    language = load_language(language_id)
    written = sheet(count, language)
    record_files.write(written, language, tmp_path)
    found, _ = record_files.read_any(tmp_path / form, language)

    assert found.moves == MOVES[:count]
    assert found.result == UNFINISHED
    assert str(13 + count) in written.left_out


def test_a_whole_sheet_says_nothing_of_it(tmp_path: Path) -> None:
    language = load_language("en")
    record_files.write(Scoresheet.of_moves([], header=Header(), terms=Terms()), language, tmp_path)

    assert "!" not in (tmp_path / "scoresheet.txt").read_text("utf-8")
