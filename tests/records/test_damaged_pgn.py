"""Of a damaged PGN file, what stands before the damage is read, and its line is named."""

import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.records import pgn
from voice_chess.records.scoresheet import BadRecord

ENGLISH = load_language("en")
GERMAN = load_language("de")
HEAD = '[White "Ida"]\n[Black "Uwe"]\n\n'


@pytest.mark.parametrize(
    ("moves", "kept", "told"),
    [
        ("1. e4 e5\n2. Qh5 Ke6\n3. Nf3", 3, "Line 5, Ke6: "),
        ("1. e4 e5\n2. Nf3 {open\n2... Nc6", 3, "Line 5: a comment is not closed."),
        ("1. e4 e5\n2. Nf3 (2. Nc3", 3, "Line 5: a variation is not closed."),
        ("1. e4 e5)\n2. Nf3", 2, "Line 4: a variation is closed that was not opened."),
        ("1. e4 e5 2. Zz9 Nc6", 2, "Line 4, Zz9: "),
    ],
)
def test_the_line_is_named_and_what_stands_before_is_kept(moves: str, kept: int, told: str) -> None:
    sheet = pgn.read_as_far(HEAD + moves, ENGLISH)

    assert len(sheet.entries) == kept
    assert sheet.left_out.startswith(told)
    assert sheet.left_out.endswith(".")
    assert sheet.header.white == "Ida"


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    "game",
    [
        f"{HEAD}1. e4 {'x' * 10_000}",
        f"{HEAD}1. e4 e5 2. N{'f' * 10_000}3",
        f"{HEAD}1. e4 e5 2. Qh5{'#' * 10_000}",
        f'[FEN "{"x" * 10_000}"]\n\n1. e4',
        f'[Variant "{"x" * 10_000}"]\n\n1. e4',
    ],
    ids=["no move", "half a move", "a move with signs", "a position", "a tag"],
)
def test_of_what_cannot_be_read_no_more_is_quoted_than_a_person_reads(
    game: str, language_id: str
) -> None:
    language = load_language(language_id)
    try:
        told = pgn.read_as_far(game, language).left_out
    except BadRecord as error:
        told = error.told(language)

    assert "…" in told
    assert len(told) < 350


def test_who_reads_strictly_reads_nothing_of_it() -> None:
    with pytest.raises(BadRecord, match="Half-move 4"):
        pgn.read(f"{HEAD}1. e4 e5\n2. Qh5 Ke6")


def test_what_was_left_out_is_told_before_the_first_move_when_it_is_written_anew() -> None:
    sheet = pgn.read_as_far(f"{HEAD}1. e4 e5\n2. Qh5 Ke6", ENGLISH)
    anew = pgn.written(sheet)
    comment, _, moves = anew.partition("\n\n")[2].partition("}")

    assert sheet.left_out in " ".join(comment.split())
    assert moves.split() == ["1.", "e4", "e5", "2.", "Qh5", "*"]
    assert pgn.read(anew) == sheet


def test_a_whole_game_leaves_nothing_out() -> None:
    whole = f"{HEAD}1. e4 e5 2. Nf3 1-0\n\n{HEAD}1. d4 nonsense"

    assert pgn.read_as_far(whole, ENGLISH) == pgn.read(f"{HEAD}1. e4 e5 2. Nf3 1-0")
    assert pgn.read_as_far(whole, ENGLISH).left_out == ""


@pytest.mark.parametrize("text", ["", "\n\n", "}", "hello }"])
def test_what_holds_no_game_is_told(text: str) -> None:
    with pytest.raises(BadRecord):
        pgn.read_as_far(text, ENGLISH)


@pytest.mark.parametrize("behind", [". ", " ", "...", "\u2026"])
def test_a_move_number_of_five_thousand_digits_is_passed_over(behind: str) -> None:
    """Python itself refuses to read a number as long."""
    sheet = pgn.read_as_far(f"{HEAD}1. e4 e5 {'9' * 5_000}{behind}Nf3 Nc6", ENGLISH)

    assert [entry.san for entry in sheet.entries] == ["e4", "e5", "Nf3", "Nc6"]
    assert sheet.left_out == ""


def test_a_move_with_a_thousand_results_behind_it_is_read_and_the_last_of_them_counts() -> None:
    sheet = pgn.read_as_far(f"{HEAD}1. e4{'0-1' * 1_000}1-0", ENGLISH)

    assert [entry.san for entry in sheet.entries] == ["e4"]
    assert sheet.result == "1-0"


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    "moves",
    [
        *("1. e4 e5 2. Qh7", "1. e4 e5 2. Rh4", "1. e4 e5 2. Nd2", "1. e4 e5 2. Qe6", "1. e4 xe5"),
        *("1. e4 e5 2. O-O", "1. e4 e5 2. Nf3+", "1. e4 e5 2. xyz", "1. e4 --", "1. e4 e5 2. Qxh5"),
        *("1. e4 d5 2. Nc3 d4 3. Nc4", "1. Nf3 e5 2. Nc3 d5 3. Nd4 d4 4. Nb5 d3 5. Nc3 d2 6. Ne4"),
        *("1. e4 {open", "1. e4 (1. d4", "1. e4 )", "1. e4 }", "1. e4 e5\n[nonsense]\n2. Nf3"),
        "1. d4 e5 2. Nf3 Bb4+ 3. e4",
    ],
)
def test_damage_is_told_in_the_readers_language(moves: str, language_id: str) -> None:
    language = load_language(language_id)
    sheet = pgn.read_as_far(HEAD + moves, language)
    other = pgn.read_as_far(HEAD + moves, GERMAN if language_id == "en" else ENGLISH)

    only = language.interface["unread-only"]
    assert sheet.left_out.endswith(f" {only}")
    assert sheet.left_out.removesuffix(only) != other.left_out.removesuffix(only)


@pytest.mark.parametrize("text", ["", "1. Qh5", "1. }", '[FEN "nonsense"]\n\n1. e4 *'])
def test_what_holds_no_game_is_told_in_the_readers_language(text: str) -> None:
    told = []
    for language in (ENGLISH, GERMAN):
        with pytest.raises(BadRecord) as caught:
            pgn.read_as_far(text, language)
        told.append(caught.value.told(language))

    assert len(set(told)) == 2
