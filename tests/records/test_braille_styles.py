"""Braille for every reader: codes, layouts, papers, Unicode; each reads back to the same game."""

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import pytest

from tests.records.drawn_board import drawn_board
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.records import braille_diagram, braille_page, braille_reader, braille_sheet
from voice_chess.records.braille_page import PAGE_END, Paper
from voice_chess.records.braille_profile import Profile, written_move
from voice_chess.records.braille_sheet import Style
from voice_chess.records.scoresheet import BadRecord, Header, Noted, Scoresheet, Terms


def without_prose(sheet: Scoresheet) -> Scoresheet:
    return replace(sheet, header=Header(), terms=Terms(start_fen=sheet.terms.start_fen))


def lines_of(brf: str) -> list[str]:
    return [line for page in brf.split(PAGE_END) for line in page.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("profile", get_args(Profile))
@pytest.mark.parametrize("language_id", known_languages())
def test_every_profile_reads_back_in_every_language(
    profile: Profile, language_id: str, random_sheet: Callable[[int], Scoresheet]
) -> None:
    language = load_language(language_id)
    for seed in (1, 3):
        sheet = random_sheet(seed)
        brf = braille_sheet.written(sheet, language, Style(profile=profile))

        assert brf.isascii()
        assert braille_reader.read(brf, language) == without_prose(sheet)


@pytest.mark.parametrize("cells", [14, 20, 34, 40])
@pytest.mark.parametrize("profile", get_args(Profile))
def test_a_running_sheet_fits_a_narrow_display_and_reads_back(
    cells: int, profile: Profile, random_sheet: Callable[[int], Scoresheet], german: Language
) -> None:
    sheet = random_sheet(2)
    style = Style(paper=Paper(cells=cells, lines=27), profile=profile, layout="running")
    brf = braille_sheet.written(sheet, german, style)

    assert max(map(len, lines_of(brf))) <= cells
    assert braille_reader.read(brf, german) == without_prose(sheet)


def test_a_running_sheet_has_number_move_and_move_on_a_line(
    sample: Scoresheet, german: Language
) -> None:
    brf = braille_sheet.written(sample, german, Style(layout="running"))

    assert "2 SF3 SF6 0.14 0.14" in lines_of(brf)


@pytest.mark.parametrize(
    ("language_id", "uci", "san", "brf"),
    [
        ("de", "d1d4", "Qxd4", ".D;D4"),
        ("de", "d4d4", "dxe4", "D;E4"),
        ("de", "a7a8q", "a8=Q#", "A8.D>M"),
        ("pl", "h2g5", "Qxg5", ".H;G5"),
        ("pl", "g2f3", "Bxf3", ".G;F3"),
        ("cs", "g1f3", "Nf3", ",JF3"),
        ("en", "b1c3", "Nc3+", ",N^C3"),
        ("sr", "f1b5", "Bb5", ".LB5"),
        ("sr-cyrl", "f1b5", "Bb5", ".LB5"),
    ],
)
def test_a_national_piece_is_told_from_a_file_by_the_capital_sign(
    language_id: str, uci: str, san: str, brf: str
) -> None:
    assert written_move(uci, san, "national", load_language(language_id)) == brf


@pytest.mark.parametrize(("uci", "brf"), [("g1f3", "G1F3"), ("a7b8n", "A7B8S"), ("e1g1", "E1G1")])
def test_the_long_form_names_both_squares(uci: str, brf: str, german: Language) -> None:
    assert written_move(uci, "unread", "long", german) == brf
    assert braille_page.as_unicode("G1F3") == "⠛⠂⠋⠒"


@pytest.mark.parametrize("profile", get_args(Profile))
def test_the_legend_tells_what_was_chosen(
    profile: Profile, sample: Scoresheet, german: Language
) -> None:
    style = Style(profile=profile, paper=Paper(cells=80))
    tail = braille_sheet.written(sample, german, style).rpartition(braille_sheet.RULE)[2]

    assert braille_page.prose(german.sheet["legend_promotion"], german) in tail
    assert braille_page.prose(german.sheet["legend_passing"], german) in tail
    assert braille_page.prose(german.sheet["legend_draw"], german) in tail
    assert {"ukaaf": "A8Q", "national": "A8.D", "long": "A7A8Q"}[profile] in tail


@pytest.mark.parametrize("seed", range(4))
def test_unicode_braille_reads_back(
    seed: int, random_sheet: Callable[[int], Scoresheet], german: Language
) -> None:
    sheet = random_sheet(seed)
    brf = braille_sheet.written(sheet, german)
    text = braille_page.as_unicode(brf)

    assert set(text) - {"\n", "\f"} <= {chr(0x2800 + code) for code in range(64)}
    assert braille_page.as_brf(text).replace("\n", "\r\n") == brf
    assert braille_reader.read(text, german) == without_prose(sheet)


def test_eight_dots_are_refused_aloud(german: Language) -> None:
    with pytest.raises(BadRecord, match="six dots"):
        braille_reader.read("⡀", german)


def test_marks_that_need_not_be_written_may_be_missing(
    sample: Scoresheet, german: Language
) -> None:
    brf = braille_sheet.written(sample, german)
    bare = brf.replace("Q^E3", "QE3 ").replace("E;D4", "ED4 ").replace("S;D6", "SD6 ")

    assert bare.count(";") < brf.count(";")
    assert braille_reader.read(bare, german) == without_prose(sample)


def test_a_move_that_is_no_braille_at_all_is_named(sample: Scoresheet, german: Language) -> None:
    brf = braille_sheet.written(sample, german).replace("SBD2", "?!Z9")

    with pytest.raises(BadRecord, match=r"Move 9 on the braille sheet, \?!Z9, is not legal"):
        braille_reader.read(brf, german)


def test_a_time_that_is_none_is_named(sample: Scoresheet, german: Language) -> None:
    brf = braille_sheet.written(sample, german).replace("0.14  0.14", "SOON  0.14")

    with pytest.raises(BadRecord, match="SOON"):
        braille_reader.read(brf, german)


def test_prose_of_another_kind_touches_no_move(sample: Scoresheet, german: Language) -> None:
    style = Style(prose=lambda text, _: "*" + text.upper().encode("ascii", "ignore").decode())
    brf = braille_sheet.written(sample, german, style)

    assert "*TURNIER:" in brf
    assert braille_reader.read(brf, german) == without_prose(sample)


POSITIONS = [
    Position.start().fen,
    "r1b1k2r/pp2bppp/2p5/8/8/4Q3/PPP2PPP/2KR1B1R b kq - 0 12",
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
]


def standing(fen: str) -> Scoresheet:
    """Return the sheet of a game that begins there, before a move."""
    return Scoresheet.of_moves([], header=Header(), terms=Terms(start_fen=fen))


@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize("cells", [20, 40])
def test_a_diagram_reads_back_from_either_braille(fen: str, cells: int, german: Language) -> None:
    style = Style(paper=Paper(cells=cells))
    brf = braille_diagram.of_sheet(standing(fen), german, style)

    assert max(map(len, lines_of(brf))) <= cells
    assert drawn_board(brf) == fen.split(maxsplit=1)[0]
    assert drawn_board(braille_page.as_unicode(brf)) == fen.split(maxsplit=1)[0]


def test_a_diagram_begins_in_cell_seven_and_shows_the_board_below(german: Language) -> None:
    brf = braille_diagram.of_sheet(standing(POSITIONS[2]), german)
    lines = lines_of(brf)

    assert "      16 4U3 16 3K4 16" in lines
    assert "6 ----U---" in lines
    assert "3 ---K----" in lines
    assert lines[-1] == "  ABCDEFGH"


@pytest.mark.parametrize("profile", get_args(Profile))
def test_a_game_of_chess960_reads_back_with_its_castling(
    profile: Profile, german: Language
) -> None:
    terms = Terms(start_fen="1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w KQkq - 0 1", chess960=True)
    castled = [Noted(uci="c1e1"), Noted(uci="c8b8")]
    sheet = Scoresheet.of_moves(castled, header=Header(), terms=terms)

    brf = braille_sheet.written(sheet, german, Style(profile=profile))

    assert [entry.san for entry in sheet.entries] == ["O-O", "O-O-O"]
    assert braille_reader.read(brf, german) == sheet


def test_the_number_of_a_page_stands_at_the_right_margin() -> None:
    brf = braille_page.pages(["X"] * 60, "IDA - UWE", Paper())
    heads = [page.splitlines()[0] for page in brf.removesuffix(PAGE_END).split(PAGE_END)]

    assert heads == ["X", f"{'IDA - UWE':39}2", f"{'IDA - UWE':39}3"]


def test_a_long_head_leaves_room_for_the_number_of_the_page() -> None:
    brf = braille_page.pages(["X"] * 400, "N" * 50, Paper(cells=14, lines=3))
    heads = [page.splitlines()[0] for page in brf.removesuffix(PAGE_END).split(PAGE_END)]

    assert heads[1] == "NNNNNNNNNNN  2"
    assert heads[199] == "NNNNNNNNN  200"


@pytest.mark.parametrize(
    ("before", "behind"),
    [("  1 E4", "    E5"), ("REMARKS:", "1. GOOD"), ("POSITION:", "")],
    ids=["a row", "a label", "a label and a blank line"],
)
def test_a_page_ends_where_the_text_can_be_parted(before: str, behind: str) -> None:
    lines = [*["X"] * 24, before, behind, "Y"]
    first, second, _ = braille_page.pages(lines, "IDA - UWE", Paper()).split(PAGE_END)

    assert first.splitlines() == ["X"] * 24
    assert second.splitlines()[1:] == [before, behind, "Y"]
    assert braille_page.lines_of(braille_page.pages(lines, "A", Paper())) == lines


def test_no_page_begins_with_a_blank_line() -> None:
    _, second, _ = braille_page.pages([*["X"] * 25, "", "Y"], "IDA - UWE", Paper()).split(PAGE_END)

    assert second.splitlines()[1:] == ["Y"]
