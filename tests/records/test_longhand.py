"""The printed sheet in every script: the letters of its language, and all of it read back."""

from dataclasses import replace

import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.chess960 import starting_position
from voice_chess.laws.position import ORDINARY_START
from voice_chess.records import longhand, move_list
from voice_chess.records.scoresheet import BadRecord, Header, Noted, Scoresheet, Terms

CHECK_IN_PASSING = "8/4k3/8/8/3p4/8/4P3/4K2R w K - 0 1"
MOVES = ("e2e4", "d4e3", "e1g1")


def sheet(start_fen: str, moves: tuple[str, ...], *, chess960: bool = False) -> Scoresheet:
    noted = [
        Noted(uci=uci, clock_ms=60_000, draw_offered=ply == 1) for ply, uci in enumerate(moves)
    ]
    terms = Terms(start_fen=start_fen, chess960=chess960)
    return Scoresheet.of_moves(noted, header=Header(), terms=terms)


@pytest.mark.law("notation-national", "notation-files", "notation-captures", "notation-offer")
def test_a_cyrillic_sheet_has_cyrillic_files_and_marks() -> None:
    text = longhand.written(sheet(CHECK_IN_PASSING, MOVES), load_language("sr-cyrl"))

    assert "е4" in text
    assert "дxе3 е.п. (=)" in text
    assert "0-0" in text


@pytest.mark.law("notation-offer")
@pytest.mark.parametrize("language_id", known_languages())
def test_marks_of_passing_and_offers_are_read_back(language_id: str) -> None:
    language = load_language(language_id)
    found = sheet(CHECK_IN_PASSING, MOVES)

    assert longhand.read(longhand.written(found, language), language) == found


@pytest.mark.parametrize("language_id", known_languages())
def test_moves_typed_as_on_a_sheet_are_read_back(language_id: str) -> None:
    language = load_language(language_id)
    moves = ("e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "g8f6", "d6c7", "g7g6", "c7b8q")
    found = sheet(ORDINARY_START, moves)
    offered = replace(
        found, entries=tuple(replace(each, draw_offered=True) for each in found.entries)
    )
    told = " ".join(longhand.move_text(entry, language) for entry in offered.entries)
    read, _ = move_list.read(told, [language])

    assert [entry.noted for entry in read.entries] == [
        replace(entry.noted, clock_ms=None) for entry in offered.entries
    ]


@pytest.mark.parametrize("number", [0, 518, 959])
def test_a_chess960_sheet_is_read_back(number: int) -> None:
    start = starting_position(number)
    found = sheet(start.start_fen, start.legal_moves[:1], chess960=True)
    text = longhand.written(found, load_language("de"))

    assert "Chess960" in text
    assert longhand.read(text, load_language("de")) == found


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("Tf2", "a rook does not move that way"),
        ("0-0-0", "the rook is not on its square"),
        ("Zf1", "'Zf1' has no place in a move"),
        ("Tg1xh1", "on g1 stands nothing"),
    ],
)
def test_a_move_that_cannot_be_is_told_with_its_number(wrong: str, told: str) -> None:
    language = load_language("de")
    text = longhand.written(sheet(CHECK_IN_PASSING, MOVES), language)

    with pytest.raises(BadRecord, match=f"Move 2 on the sheet, {wrong}, can't be read: {told}"):
        longhand.read(text.replace("0-0", wrong), language)


@pytest.mark.parametrize("time", ["1:75:00", "1:05:60"])
def test_a_time_that_no_clock_shows_is_told_with_its_move(time: str) -> None:
    language = load_language("de")
    wrong = longhand.written(sheet(CHECK_IN_PASSING, MOVES), language).replace("0:01:00", time)

    with pytest.raises(BadRecord, match=f"Move 1 on the sheet: no clock shows {time}"):
        longhand.read(wrong, language)
    assert time in longhand.read(wrong, language, reader=language).left_out


@pytest.mark.parametrize("end", ["\n", "\u2028", "\x0b", "\x85"])
@pytest.mark.parametrize("language_id", ["de", "sr-cyrl"])
def test_a_name_adds_no_line_of_its_own(language_id: str, end: str) -> None:
    language = load_language(language_id)
    name = f"Ida{end}{language.sheet['result']}: 1-0{end}1    Tf2  1:00:00"
    found = replace(sheet(CHECK_IN_PASSING, MOVES), header=Header(white=name, black="\u202eUwe"))
    read = longhand.read(longhand.written(found, language), language)

    assert read == found
    assert (read.result, read.header.black) == ("*", "Uwe")
