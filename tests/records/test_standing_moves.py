"""A sheet tells an illegal move that stood by its squares, and is read back whole."""

from pathlib import Path

import pytest

from voice_chess.adapters.documents import record_files
from voice_chess.languages.language import known_languages, load_language
from voice_chess.records import pgn
from voice_chess.records.braille_sheet import Style
from voice_chess.records.scoresheet import BadRecord, Header, Noted, Scoresheet, Terms

FORMS = (
    "game.pgn",
    "scoresheet.txt",
    "scoresheet.pdf",
    "scoresheet.brf",
    "scoresheet.brl",
    "scoresheet.ebrl",
)
GAMES = {
    "a king that went too far": ("e2e4", "e7e5", "e1e3", "g8f6", "f1c4"),
    "the very first move": ("a1a5", "e7e5", "e2e4"),
    "a pawn that left its file": ("e2e4", "e7e5", "b2c4", "b7b6", "h2h5"),
    "a pawn that became a bishop too soon": ("b2b4", "e7e5", "b4b8b", "a7a6"),
    "a king that was taken": ("e2e4", "e7e5", "d1e8", "a7a6"),
}
"""By what was not legal in them."""


def sheet_of(moves: tuple[str, ...], result: str = "1-0") -> Scoresheet:
    noted = (Noted(uci=uci, draw_offered=ply % 3 == 2, stood=True) for ply, uci in enumerate(moves))
    return Scoresheet.of_moves(tuple(noted), header=Header(), terms=Terms(), result=result)


@pytest.mark.slow
@pytest.mark.parametrize("moves", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("language_id", known_languages())
def test_every_form_is_read_back_whole(
    language_id: str, moves: tuple[str, ...], tmp_path: Path
) -> None:
    language, sheet = load_language(language_id), sheet_of(moves)
    record_files.write(sheet, language, tmp_path)
    read = {form: record_files.read_any(tmp_path / form, language)[0] for form in FORMS}

    assert {form: each.entries for form, each in read.items()} == dict.fromkeys(
        FORMS, sheet.entries
    )
    assert {each.left_out for each in read.values()} == {""}
    assert {each.result for each in read.values()} == {"1-0"}


def test_where_every_move_is_told_by_its_squares_a_slip_is_not_taken_for_one(
    tmp_path: Path,
) -> None:
    german, sheet = load_language("de"), sheet_of(GAMES["a king that went too far"])
    record_files.write(sheet, german, tmp_path, Style(profile="long"))
    path = tmp_path / "scoresheet.brf"

    with pytest.raises(BadRecord, match="E1E3"):
        record_files.read_any(path, german)
    read, _ = record_files.read_any(path, german, as_far=True)
    assert read.entries == sheet.entries[:2]
    assert "E1E3" in read.left_out


@pytest.mark.parametrize("squares", ["e3e4", "e7e5", "e9e4", "e1e1"])
def test_who_moves_what_is_not_there_moves_nothing(squares: str) -> None:
    text = f"1. e4 e5 {{An illegal move stood here: 2. {squares} 2... Nf6}} *"
    read = pgn.read(text)

    assert read.moves == ("e2e4", "e7e5")
    assert squares in read.left_out


def test_of_a_sheet_as_it_is_typed_what_comes_before_the_illegal_move_is_read(
    tmp_path: Path,
) -> None:
    path, german = tmp_path / "typed.txt", load_language("de")
    path.write_text("1. e4 e5 2. Ke3 Sf6", "utf-8")

    with pytest.raises(BadRecord, match="Ke3"):
        record_files.read_any(path, german)
    read, _ = record_files.read_any(path, german, as_far=True)
    assert read.moves == ("e2e4", "e7e5")
    assert "Ke3" in read.left_out


def test_of_a_longhand_sheet_what_comes_before_a_slip_is_read(tmp_path: Path) -> None:
    german, sheet = load_language("de"), sheet_of(("e2e4", "e7e5", "g1f3", "b8c6"))
    record_files.write(sheet, german, tmp_path)
    path = tmp_path / "scoresheet.txt"
    path.write_text(path.read_text("utf-8").replace("Sf3", "Sf4"), "utf-8")

    read, _ = record_files.read_any(path, german, as_far=True)
    assert read.moves == ("e2e4", "e7e5")
    assert "Sf4" in read.left_out
