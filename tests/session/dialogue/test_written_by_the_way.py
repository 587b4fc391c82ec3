"""Moves written with a typing error, after an "ok", or with the word that also names a file."""

import pytest

from tests.german import PRESS, YES, says
from tests.session.dialogue.test_moves_in_sentences import typed_at_first
from tests.stage.around_table import AroundTable
from tests.stage.usual import BY_COMMAND
from voice_chess.game.draws import DrawAccepted
from voice_chess.game.game_end import Resigned
from voice_chess.game.moves import MoveAnnounced
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.wording import move_words

MISTYPED = {
    "de": ["Springre f3", "Sprinter f3", "Spinger f3"],
    "en": ["knigth f3", "night f3", "knigt f3"],
    "cs": ["jezdes f3", "jzdec f3"],
    "pl": ["skoczke f3", "skczek f3"],
    "sr": ["skakčač f3", "skaač f3"],
    "it": ["cavalo f3", "cavvallo f3"],
}
AGREED = {
    "de": ["ok, Springer f3", "okay Sf3", "na gut, Springer f3"],
    "en": ["ok Nf3", "okay, knight f3"],
    "cs": ["dobře, jezdec f3"],
    "pl": ["dobrze, Sf3"],
    "sr": ["dobro, skakač f3"],
    "it": ["va bene, cavallo f3", "ok Cf3"],
}
TAKES = {
    "de": "schlage mit dem Springer auf d4",
    "en": "take with the knight on d4",
    "cs": "beru jezdcem na d4",
    "pl": "biorę skoczkiem na d4",
    "sr": "uzimam skakačem na d4",
    "it": "prendo di cavallo in d4",
}
BEFORE_THE_CAPTURE = ("e2e4", "e7e5", "g1f3", "b8c6", "d2d4", "c6d4")
TWO_ROOKS = (
    *("d2d4", "d7d5", "b1c3", "b8c6", "c1f4", "c8f5", "d1d2", "d8d7", "g1f3", "g8f6"),
    *("e2e3", "e7e6", "f1e2", "f8e7", "e1g1", "e8g8"),
)


def announced(table: AroundTable) -> list[str]:
    return [event.uci for event in table.of(MoveAnnounced)]


def after(moves: tuple[str, ...], language_id: str, line: str) -> AroundTable:
    language = load_language(language_id)
    table = AroundTable(settings=TableSettings(language=language, press="command"))
    press = language.written("press")
    table.play(*(each for move in moves for each in (move, press)), line)
    return table


@pytest.mark.parametrize(
    ("language_id", "line"), [(each, line) for each in MISTYPED for line in MISTYPED[each]]
)
def test_a_mistyped_piece_is_asked_about_as_that_piece(language_id: str, line: str) -> None:
    table, language = typed_at_first(line, language_id), load_language(language_id)

    words = move_words("g1f3", Position.start(), language, "anna")
    assert [told.rstrip("?").lower() for told in table.answer_to(line)] == [words.lower()]
    assert not announced(table)


@pytest.mark.parametrize(
    ("language_id", "line"), [(each, line) for each in AGREED for line in AGREED[each]]
)
def test_an_ok_before_a_move_means_no_more(language_id: str, line: str) -> None:
    assert announced(typed_at_first(line, language_id)) == ["g1f3"]


@pytest.mark.parametrize("line", ["ok, d4", f"{YES} d4"])
def test_a_yes_before_a_move_is_nothing_where_one_is_awaited(line: str) -> None:
    table = AroundTable(settings=BY_COMMAND)
    table.play("e4", PRESS, "e5", says("offer-draw"), PRESS, line)
    asked = AroundTable(settings=BY_COMMAND)
    asked.play(says("resign"), line)

    assert announced(table) == ["e2e4", "e7e5"]
    assert not table.of(DrawAccepted)
    assert not announced(asked)
    assert not asked.of(Resigned)


@pytest.mark.parametrize("language_id", TAKES)
def test_what_captures_may_stand_before_its_square(language_id: str) -> None:
    table = after(BEFORE_THE_CAPTURE, language_id, TAKES[language_id])

    assert announced(table)[-1] == "f3d4"


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("cavallo a f3", "g1f3"),
        ("pedone a e4", "e2e4"),
        ("pedone ad e4", "e2e4"),
        ("cavallo da g1 a f3", "g1f3"),
    ],
)
def test_a_in_italian_stands_before_the_target(line: str, move: str) -> None:
    assert announced(typed_at_first(line, "it")) == [move]


def test_a_in_italian_is_asked_about_where_it_may_name_the_file() -> None:
    table = after(TWO_ROOKS, "it", "torre a d1")

    assert announced(table) == [*TWO_ROOKS]
    assert table.said[-1].endswith("?")


def test_whether_a_draw_is_offered_is_no_offer_yet() -> None:
    for line in ("bietest du remis an", "nimmst du Remis an?"):
        table = AroundTable(settings=BY_COMMAND)
        table.play(line)

        assert table.said[-1] == f"{says('offer-draw').capitalize()}?", line
