"""Moves, numbers and times in words."""

import re

import pytest

from voice_chess.clock.time_control import TimeControl
from voice_chess.game.state import Game
from voice_chess.game.table import Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import Blocked
from voice_chess.session.dialogue.typed_moves import as_move
from voice_chess.speech.counting import counted, number_words, time_words
from voice_chess.speech.generation.announce import Scene, announce
from voice_chess.speech.generation.answers import answers
from voice_chess.speech.generation.sentence import as_shown, sentence, unspelled
from voice_chess.speech.generation.styles import USUAL
from voice_chess.speech.generation.wording import alternatives, move_words, refused_words, speaking
from voice_chess.speech.understanding.interpret import CommandMeaning, MoveMeaning

GERMAN = load_language("de")
KNIGHTS = "4k3/8/8/8/8/8/3N4/1N2K1N1 w - - 0 1"
QUEENS = "8/2k5/8/8/Q2Q4/6K1/8/Q6Q w - - 0 1"
PASSING = "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"
PROMOTION = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
CASTLING = "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"


TWO_ROOKS = "3k4/8/8/4R3/8/8/8/4RK2 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "uci", "read", "said"),
    [
        (KNIGHTS, "g1f3", "Sgf3", "Springer g f drei"),
        (TWO_ROOKS, "e1e4", "T1 e4", "Turm eins e vier"),
        (PASSING, "e4e3", "e3", "e drei"),
        (PASSING, "e4d3", "exd3 e.p.", "e schlägt d drei en passant"),
        (PROMOTION, "a7b8q", "axb8D+", "a schlägt b acht Dame Schach"),
        (CASTLING, "e1g1", "0-0+", "kurze Rochade Schach"),
        (MATE, "a1a8", "Ta8#", "Turm a acht matt"),
    ],
)
def test_notation_is_read_as_on_a_scoresheet_and_said_in_words(
    fen: str, uci: str, read: str, said: str
) -> None:
    told = sentence(f"{move_words(uci, Position.from_fen(fen), GERMAN, 'san')}.", GERMAN)

    assert told.text == f"{read}."
    assert unspelled(told.spoken, GERMAN).rstrip(".").lower() == said.lower()


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("fen", [KNIGHTS, QUEENS, PASSING, PROMOTION, CASTLING, MATE, TWO_ROOKS])
def test_what_is_read_in_notation_can_be_typed(language_id: str, fen: str) -> None:
    language, position = load_language(language_id), Position.from_fen(fen)

    for uci in position.legal_moves:
        read = as_shown(move_words(uci, position, language, "san"))

        assert as_move(read, position, language) == MoveMeaning(uci=uci)
        assert not re.search(r"\d[a-h]\d", read)


@pytest.mark.parametrize(
    ("fen", "uci", "short", "long"),
    [
        (KNIGHTS, "g1f3", "Springer Gustav Felix drei", "Springer Gustav eins, Felix drei"),
        (KNIGHTS, "g1h3", "Springer Hektor drei", "Springer Gustav eins, Hektor drei"),
        (QUEENS, "a4d1", "Dame Anna vier David eins", "Dame Anna vier, David eins"),
        (QUEENS, "h1d1", "Dame Hektor David eins", "Dame Hektor eins, David eins"),
        (PASSING, "e4e3", "Eva drei", "Bauer Eva vier, Eva drei"),
        (
            PASSING,
            "e4d3",
            "Eva schlägt David drei en passant",
            "Bauer Eva vier schlägt David drei en passant",
        ),
        (PROMOTION, "a7a8n", "Anna acht Springer", "Bauer Anna sieben, Anna acht Springer"),
        (
            PROMOTION,
            "a7b8q",
            "Anna schlägt Bella acht Dame Schach",
            "Bauer Anna sieben schlägt Bella acht Dame Schach",
        ),
        (CASTLING, "e1g1", "kurze Rochade Schach", "kurze Rochade Schach"),
        (CASTLING, "e1c1", "lange Rochade", "lange Rochade"),
        (MATE, "a1a8", "Turm Anna acht matt", "Turm Anna eins, Anna acht matt"),
    ],
)
def test_a_move_is_read_back_in_short_and_long_form(
    fen: str, uci: str, short: str, long: str
) -> None:
    position = Position.from_fen(fen)

    assert move_words(uci, position, GERMAN, "short") == short
    assert move_words(uci, position, GERMAN, "long") == long


@pytest.mark.parametrize(
    ("fen", "uci", "words"),
    [
        (KNIGHTS, "g1h3", "Springer Hektor drei"),
        (KNIGHTS, "g1f3", "Springer Gustav Felix drei"),
        (QUEENS, "a4d1", "Dame Anna vier David eins"),
        (PASSING, "e4e3", "Bauer Eva drei"),
        (PASSING, "e4d3", "Bauer Eva schlägt David drei en passant"),
        (PROMOTION, "a7b8q", "Bauer Anna schlägt Bella acht Dame Schach"),
        (CASTLING, "e1c1", "lange Rochade"),
        (MATE, "a1a8", "Turm Anna acht matt"),
    ],
)
def test_the_usual_style_names_the_piece_and_of_its_square_what_tells_it_from_others(
    fen: str, uci: str, words: str
) -> None:
    assert move_words(uci, Position.from_fen(fen), GERMAN, USUAL) == words


@pytest.mark.parametrize(
    ("language_id", "letters", "nato"),
    [
        ("cs", "jezdec g f tři", "jezdec golf foxtrot tři"),
        ("de", "Springer g f drei", "Springer Golf Foxtrot drei"),
        ("en", "knight G F three", "knight Golf Foxtrot three"),
        ("pl", "skoczek g f trzy", "skoczek golf foxtrot trzy"),
        ("sr", "skakač g f tri", "skakač golf fokstrot tri"),
        ("sr-cyrl", "скакач г ф три", "скакач голф фокстрот три"),
    ],
)
def test_files_are_called_by_letters_or_as_on_the_radio(
    language_id: str, letters: str, nato: str
) -> None:
    language, position = load_language(language_id), Position.from_fen(KNIGHTS)

    assert move_words("g1f3", position, language, "letters") == letters
    assert move_words("g1f3", position, language, "nato") == nato


def test_a_sentence_on_a_square_calls_its_file_as_the_listener_does() -> None:
    position = Position.start()
    scene = Scene(position=position, language=GERMAN, style="nato")
    asked = CommandMeaning(name="what-is-on", args=("e4",))
    refusal = Blocked(by_square="e7")

    assert announce(refusal, scene).text == "Bauer Echo sieben steht im Weg."
    (answer,) = answers(
        asked, Game.at(Table(control=TimeControl.parsed("5+0"))), 0, speaking(GERMAN, "nato")
    )
    assert answer.text == "Echo vier ist leer."


def test_the_english_letter_a_is_no_article() -> None:
    english = load_language("en")
    move = sentence("rook A four", english)

    assert move.spoken == "rook [[eI]] four"
    assert unspelled(move.spoken, english) == "rook A four"
    assert sentence("A mistake. A draw is offered.", english).spoken == (
        "A mistake. A draw is offered."
    )


def test_an_illegal_move_is_named_by_its_squares() -> None:
    position = Position.start()

    assert move_words("g1g3", position, GERMAN) == "Springer Gustav eins, Gustav drei"
    assert move_words("e4e5", position, GERMAN) == "Eva vier, Eva fünf"


@pytest.mark.parametrize(("uci", "words"), [("e1g1", "kurze Rochade"), ("e1c1", "lange Rochade")])
def test_castling_that_is_not_allowed_is_still_called_castling(uci: str, words: str) -> None:
    assert move_words(uci, Position.start(), GERMAN) == words


@pytest.mark.parametrize(
    ("fen", "chess960", "uci", "words"),
    [
        ("7K/8/8/8/8/8/8/4k3 b - - 0 1", False, "e1g1", "König Gustav eins"),
        ("4K3/8/8/8/8/8/8/k7 w - - 0 1", False, "e8c8", "König Cesar acht"),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", True, "e1g1", "König Gustav eins"),
    ],
    ids=["black-at-whites-home", "white-at-blacks-home", "chess960"],
)
def test_two_steps_of_a_king_that_castles_otherwise_are_no_castling(
    fen: str, chess960: bool, uci: str, words: str
) -> None:
    position = Position.from_fen(fen, chess960=chess960)

    assert refused_words(uci, position, GERMAN) == words


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "null"),
        (17, "siebzehn"),
        (21, "einundzwanzig"),
        (30, "dreißig"),
        (99, "neunundneunzig"),
        (100, "hundert"),
        (142, "hundert zweiundvierzig"),
        (200, "zweihundert"),
        (407, "vier null sieben"),
    ],
)
def test_numbers_are_written_as_words(number: int, text: str) -> None:
    assert sentence(number_words(number, GERMAN), GERMAN).text.lower() == text


def test_joined_numbers_are_heard_in_parts() -> None:
    assert sentence(number_words(21, GERMAN), GERMAN).words == ("ein", "und", "zwanzig")


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (0, "null Sekunden"),
        (-5, "null Sekunden"),
        (999, "null Sekunden"),
        (1_000, "eine Sekunde"),
        (59_999, "neun|und|fünfzig Sekunden"),
        (60_000, "eine Minute"),
        (61_000, "eine Minute eine Sekunde"),
        (754_000, "zwölf Minuten vier|und|dreißig Sekunden"),
        (3_600_000, "eine Stunde"),
        (3_659_000, "eine Stunde"),
        (5_400_000, "eine Stunde dreißig Minuten"),
    ],
)
def test_a_time_has_at_most_two_units(milliseconds: int, words: str) -> None:
    assert time_words(milliseconds, GERMAN) == words


@pytest.mark.parametrize(("count", "words"), [(1, "ein Bauer"), (8, "acht Bauern")])
def test_things_are_counted_in_their_plural(count: int, words: str) -> None:
    assert counted(count, "P", GERMAN) == words


@pytest.mark.parametrize(
    ("parts", "words"),
    [(["Turm"], "Turm"), (["Turm", "Dame"], "Turm oder Dame"), (["a", "b", "c"], "a, b oder c")],
)
def test_alternatives_are_joined_by_or(parts: list[str], words: str) -> None:
    assert alternatives(parts, GERMAN) == words


@pytest.mark.parametrize(
    ("fen", "uci", "text"),
    [
        (MATE, "a1b2", "Turm Bella zwei"),
        (KNIGHTS, "g1g3", "Springer Gustav, Gustav drei"),
        (QUEENS, "a4b6", "Dame Anna vier, Bella sechs"),
        (QUEENS, "d4e6", "Dame David, Eva sechs"),
        (PASSING, "e4e2", "Bauer Eva zwei"),
        ("4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1", "e2e5", "Bauer Eva zwei, Eva fünf"),
        ("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "e2d3", "Bauer Eva, David drei"),
        (PROMOTION, "a7b8k", "Bauer Bella acht König"),
        (CASTLING, "e1c1", "lange Rochade"),
        (MATE, "b1b2", "Bella eins, Bella zwei"),
    ],
)
def test_a_refused_move_is_named_as_short_as_it_can_be_told_from_others(
    fen: str, uci: str, text: str
) -> None:
    assert refused_words(uci, Position.from_fen(fen), GERMAN) == text


@pytest.mark.parametrize(
    ("token", "written"),
    [
        ("move-number", "Zugnummer"),
        ("position-by-rank", "Stellung nach Reihen"),
        ("warn", "Verwarnung"),
        ("deduct-time", "Abzug"),
        ("claim:repetition", "Stellungswiederholung"),
        ("claim:time", "Zeitüberschreitung"),
        ("two-hands", "Zug mit zwei Händen"),
        ("next-period", "nächste Zeitperiode"),
        ("swap-colours", "Farben tauschen"),
        ("resume", "Wiederaufnahme"),
    ],
)
def test_the_nouns_of_commands_and_orders_are_written_with_a_capital(
    token: str, written: str
) -> None:
    assert GERMAN.written(token) == written
