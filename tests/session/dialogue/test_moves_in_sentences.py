"""Moves written in whole sentences, as "my move is knight f3", and many of the last moves."""

import pytest

from tests.german import CONTINUE, GERMAN, PRESS, german, in_words
from tests.stage.around_table import AroundTable
from tests.stage.usual import BY_COMMAND
from tests.wording import Wording
from voice_chess.game.moves import MoveAnnounced
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.generation.answers import HALF_MOVES_PER_PART
from voice_chess.speech.understanding.interpret import MoveMeaning, moves_meant
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

SENTENCES = {
    "de": [
        "Springer geht nach f3",
        "der Springer zieht nach f3",
        "mein Zug ist Springer f3",
        "mein Zug: Sf3",
        "Springer f3 ist mein Zug",
        "Zug Springer f3",
        "Springer zieht f3",
        "Springer g1 bis f3",
        "mit dem Springer nach f3",
    ],
    "en": [
        "knight goes to f3",
        "the knight moves to f3",
        "my move is knight f3",
        "my move: Nf3",
        "move the knight to f3",
        "knight moves f3",
        "the knight goes f3",
        "I want to play knight f3",
    ],
    "cs": [
        "jezdec jde na f3",
        "jezdec táhne na f3",
        "můj tah je jezdec f3",
        "můj tah: Jf3",
        "z g1 do f3",
        "chci hrát jezdec f3",
    ],
    "pl": [
        "skoczek idzie na f3",
        "mój ruch to skoczek f3",
        "moje posunięcie: Sf3",
        "z g1 do f3",
        "chcę zagrać Sf3",
    ],
    "sr": ["skakač ide na f3", "moj potez je skakač f3", "moj potez: Sf3", "želim da igram Sf3"],
    "it": [
        "il cavallo va in f3",
        "la mia mossa è cavallo f3",
        "la mia mossa: Cf3",
        "cavallo da g1 a f3",
        "da g1 a f3",
        "voglio giocare Cf3",
    ],
}
CASTLINGS = {
    "de": ["rochiere auf die kurze Seite", "ich rochiere auf die lange Seite"],
    "cs": ["rošáda na královské křídlo", "rošáda na dámské křídlo"],
    "pl": ["roszada na skrzydło królewskie", "roszada na skrzydło hetmańskie"],
    "sr": ["rokada na kraljevu stranu", "rokada na daminu stranu"],
}
"""The short and the long castling, by the wing to which the king goes."""


def typed_at_first(line: str, language_id: str) -> AroundTable:
    settings = TableSettings(language=load_language(language_id), press="command")
    table = AroundTable(settings=settings)
    table.play(line)
    return table


@pytest.mark.parametrize(
    ("language_id", "line"), [(each, line) for each, lines in SENTENCES.items() for line in lines]
)
def test_a_move_is_read_from_its_sentence(language_id: str, line: str) -> None:
    table = typed_at_first(line, language_id)

    assert [announced.uci for announced in table.of(MoveAnnounced)] == ["g1f3"]


def test_a_pawn_that_goes_forward_to_its_square_makes_that_move() -> None:
    (announced,) = typed_at_first("Bauer geht vor auf e4", "de").of(MoveAnnounced)

    assert announced.uci == "e2e4"


@pytest.mark.parametrize("language_id", CASTLINGS)
def test_castling_is_understood_by_its_wing(language_id: str) -> None:
    language, written = load_language(language_id), CASTLINGS[language_id]
    position = Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")

    meant = [
        moves_meant(parse(typed_words(line, language), language), position) for line in written
    ]

    assert meant == [(MoveMeaning(uci="e1g1"),), (MoveMeaning(uci="e1c1"),)]


@pytest.mark.parametrize(
    ("language_id", "line"),
    [("de", "mein Zug: Sf6"), ("en", "knight goes to f6"), ("it", "la mia mossa è cavallo f6")],
)
def test_one_that_is_not_legal_is_refused_with_its_reason(language_id: str, line: str) -> None:
    table = typed_at_first(line, language_id)
    knight = Wording(language_id).in_words("Nf6")

    assert not table.of(MoveAnnounced)
    assert table.answer_to(line)[0].lower().startswith(f"{knight}:".lower())


def test_every_language_has_such_sentences() -> None:
    written_from = {"sr-cyrl"}

    assert {*known_languages()} - written_from == SENTENCES.keys()


@pytest.mark.parametrize(("line", "told"), [("Zug 1", "e2e4"), ("mein Zug 1", "e2e4")])
def test_a_number_behind_the_word_for_a_move_still_asks_for_that_move(line: str, told: str) -> None:
    table = AroundTable(settings=BY_COMMAND)
    table.play("e4", PRESS, line)

    assert table.game.position.moves == (told,)
    assert table.answer_to(line)[0].endswith(f"{in_words('Pe2, e4')}.")


def test_a_voice_names_no_move_behind_that_word() -> None:
    words = (*GERMAN.say("go-to-move").split(), "eva", "vier")
    expected = Expectation(position=Position.start(), commands=COMMANDS)

    assert not expected.meanings(parse(words, GERMAN))


@pytest.mark.parametrize("line", ["ist e4 geschützt", "ist e4 ein gutes Feld", "ist e4"])
def test_another_question_for_a_square_is_not_taken_for_whether_it_is_empty(line: str) -> None:
    table = typed_at_first(line, "de")

    assert german("what-is-on:empty", square=in_words("e4")) not in table.answer_to(line)
    assert table.answer_to(line)


SHUFFLE = ("Sf3", PRESS, "Sf6", PRESS, "Sg1", PRESS, "Sg8", PRESS)


def test_many_last_moves_are_told_in_parts() -> None:
    table = AroundTable(settings=BY_COMMAND)
    table.play(*SHUFFLE, *SHUFFLE, *SHUFFLE, "letzte Züge 11", CONTINUE)

    first, more = table.answer_to("letzte Züge 11")
    (rest,) = table.answer_to(CONTINUE)
    assert more == german("more", command=CONTINUE)
    assert [part.count(".") for part in (first, rest)] == [HALF_MOVES_PER_PART, 3]
    assert first.startswith(german("last-move", "black", move=in_words("Ng8, f6")))
    assert rest.endswith(german("last-move", "black", move=in_words("Nf6, g8")))


@pytest.mark.parametrize(("count", "told"), [("0", 1), ("1", 1), ("4", 4), ("999", 4)])
def test_a_number_beyond_the_game_tells_all_and_none_tells_the_last(count: str, told: int) -> None:
    table = AroundTable(settings=BY_COMMAND)
    table.play(*SHUFFLE, f"letzte Züge {count}")

    (answer,) = table.answer_to(f"letzte Züge {count}")
    assert answer.count(".") == told
