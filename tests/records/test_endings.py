"""Each form of a sheet tells how the game ended, in its language; print is read back with that."""

from dataclasses import replace
from pathlib import Path

import pytest

from voice_chess.adapters.documents import pdf_reader, record_files
from voice_chess.game.results import EndReason
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.records import braille_page, longhand, pgn
from voice_chess.records.endings import ended, ending_text
from voice_chess.records.scoresheet import Header, Noted, Scoresheet, Terms, points_in

PGN_WORDS = ("time forfeit", "adjudication", "rules infraction", "abandoned", "Unplayed")


def sheet_of(*, termination: str = "") -> Scoresheet:
    sheet = Scoresheet.of_moves(
        [Noted(uci="e2e4")], header=Header(), terms=Terms(), result="1-0", points="1/2-0"
    )
    return replace(sheet, termination=termination)


def shown(path: Path, language: Language) -> str:
    """The words of a form, in one line."""
    content = path.read_bytes()
    text = pdf_reader.text_of(content) if path.suffix == ".pdf" else content.decode()
    lines = braille_page.lines_of(text) if path.suffix == ".brf" else text.splitlines()
    wanted = language.sheet["ended_by"]
    label = braille_page.prose(wanted, language) if path.suffix == ".brf" else wanted
    first = next(n for n, line in enumerate(lines) if line.startswith(f"{label}:"))
    return " ".join(" ".join(lines[first : first + 3]).split())


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("reason", [EndReason.FLAG_FALL, EndReason.SEVENTY_FIVE_MOVES])
def test_every_form_tells_what_ended_the_game(
    reason: EndReason, language_id: str, tmp_path: Path
) -> None:
    language = load_language(language_id)
    written = ended(sheet_of(), reason)
    told = ending_text(written, language)
    record_files.write(written, language, tmp_path)

    assert told == language.phrase(f"end:{reason}").replace("|", "")
    for form in ("scoresheet.txt", "scoresheet.pdf"):
        assert (
            shown(tmp_path / form, language)
            .removeprefix(f"{language.sheet['ended_by']}: ")
            .startswith(told)
        ), form
        read, _ = record_files.read_any(tmp_path / form, language)
        assert (read.ended_by, read.termination) == (reason, written.termination), form
    for form in ("scoresheet.brf", "diagram.brf"):
        assert braille_page.prose(told, language) in shown(tmp_path / form, language), form
    read, _ = record_files.read_any(tmp_path / "scoresheet.brf", language)
    assert (read.result, read.points) == ("1-0", "1/2-0")


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("word", PGN_WORDS)
def test_a_word_of_pgn_is_told_in_the_language_and_read_as_that_word(
    word: str, language_id: str
) -> None:
    language = load_language(language_id)
    written = pgn.read(pgn.written(sheet_of(termination=word)))
    read = longhand.read(longhand.written(written, language), language)

    assert ending_text(written, language) not in {"", word}
    assert read.termination == word.casefold()
    assert ending_text(read, language) == ending_text(written, language)


def test_what_another_program_says_of_the_end_stays_as_it_is(german: Language) -> None:
    written = sheet_of(termination="Ida won by resignation")
    read = longhand.read(longhand.written(written, german), german)

    assert read.termination == "Ida won by resignation"


@pytest.mark.parametrize("word", ["", "normal", "unterminated"])
def test_where_nothing_special_is_known_nothing_is_told(word: str, german: Language) -> None:
    text = longhand.written(sheet_of(termination=word), german)

    assert german.sheet["ended_by"] not in text


@pytest.mark.parametrize("text", ["1-0", "1/2-0", "0-0"])
def test_points_of_both_sides_are_read(text: str) -> None:
    assert points_in(text) == text


@pytest.mark.parametrize("text", ["", "1", "1-0-0", "e4-e5", "1-2"])
def test_nothing_else_is_read_as_points(text: str) -> None:
    assert points_in(text) == ""
