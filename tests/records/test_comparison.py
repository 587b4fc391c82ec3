"""Two sheets of one game: the last agreement, each difference in a sentence, nothing left out."""

from dataclasses import replace

import pytest

from tests.german import GERMAN
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import ORDINARY_START
from voice_chess.records.comparison import compared, told
from voice_chess.records.scoresheet import Header, Noted, Scoresheet, Terms


def sheet(moves: str, *, offers: tuple[int, ...] = (), result: str = "*") -> Scoresheet:
    noted = [
        Noted(uci=uci, draw_offered=index in offers) for index, uci in enumerate(moves.split())
    ]
    return Scoresheet.of_moves(noted, header=Header(), terms=Terms(), result=result)


OPENING = "e2e4 e7e5 g1f3 b8c6"
SHEET = GERMAN.sheet


def last_agreed(number: int, side: str, move: str) -> str:
    return SHEET["compare_last"].format(number=number, side=SHEET[side], move=move)


def differs(number: int, side: str, first: str, second: str) -> str:
    told = SHEET["compare_move"]
    return told.format(number=number, side=SHEET[side], first=first, second=second)


def test_the_same_game_is_said_to_be_the_same(german: Language) -> None:
    comparison = compared(sheet(OPENING), sheet(OPENING))

    assert comparison.is_same
    assert told(comparison, german) == [SHEET["compare_same"]]


def test_clocks_and_names_make_no_difference() -> None:
    other = replace(sheet(OPENING), header=Header(white="Ida"))

    assert compared(sheet(OPENING), other).is_same


def test_the_last_agreement_and_each_difference_are_told(german: Language) -> None:
    first = sheet(f"{OPENING} f1b5 a7a6 b5a4")
    second = sheet(f"{OPENING} f1c4 a7a6 e1g1 g8f6")

    assert told(compared(first, second), german) == [
        last_agreed(2, "black", "Sc6"),
        differs(3, "white", "Lb5", "Lc4"),
        differs(4, "white", "La4", "0-0"),
        differs(4, "black", SHEET["compare_nothing"], "Sf6"),
    ]


def test_a_sheet_that_ends_earlier_is_told_by_what_it_lacks(german: Language) -> None:
    assert told(compared(sheet("e2e4 e7e5"), sheet("e2e4")), german) == [
        last_agreed(1, "white", "e4"),
        differs(1, "black", "e5", SHEET["compare_nothing"]),
    ]


def test_games_that_differ_from_the_first_move_have_no_agreement(german: Language) -> None:
    sentences = told(compared(sheet("e2e4"), sheet("d2d4")), german)

    assert sentences[0] == SHEET["compare_none"]
    assert len(sentences) == 2


def test_an_offer_on_one_sheet_only_is_a_difference(german: Language) -> None:
    comparison = compared(sheet(OPENING), sheet(OPENING, offers=(2,)))

    assert not comparison.is_same
    assert told(comparison, german) == [
        last_agreed(2, "black", "Sc6"),
        SHEET["compare_offer"].format(number=2, side=SHEET["white"], move="Sf3", sheet=2),
    ]


def test_another_result_is_a_difference(german: Language) -> None:
    sentences = told(compared(sheet(OPENING, result="1-0"), sheet(OPENING)), german)

    results = {"first": "1-0", "second": SHEET["unfinished"]}
    assert sentences[-1] == SHEET["compare_result"].format(**results)


def test_another_starting_position_leaves_no_agreement(german: Language) -> None:
    without_castling = ORDINARY_START.replace("KQkq", "-")
    other = replace(sheet("e2e4"), terms=Terms(start_fen=without_castling))
    comparison = compared(sheet("e2e4"), other)

    assert comparison.agreed == ()
    assert told(comparison, german)[0] == SHEET["compare_start"]


@pytest.mark.parametrize("language_id", known_languages())
def test_every_language_tells_it_in_whole_sentences(language_id: str) -> None:
    first = sheet(f"{OPENING} f1b5", offers=(0,), result="1-0")
    sentences = told(compared(first, sheet(OPENING)), load_language(language_id))

    assert len(sentences) == 4
    assert all(line.endswith(".") and "{" not in line for line in sentences)
