"""What a player is told when they ask."""

from dataclasses import replace
from itertools import pairwise, product

import pytest

from voice_chess.by_color import ByColor
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.state import Game
from voice_chess.game.table import Setup, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.speech.commands import COMMANDS, MORE_WORDS, SHAPES_IN_WORDS, TO_CONTROL
from voice_chess.speech.counting import number_words
from voice_chess.speech.generation.answers import (
    HELP,
    OPPONENT,
    QUERIES,
    answers,
    help_now,
    leads_to,
)
from voice_chess.speech.generation.board_words import MOVES_PER_PART, diagonals
from voice_chess.speech.generation.vocabulary import speakable_words
from voice_chess.speech.understanding.interpret import CommandMeaning

GERMAN = load_language("de")
ENDING = "4k3/8/8/3p1p2/4P3/8/R6P/R3K3 w Q - 0 31"
EXAMPLES = {"": (), "r": ("4",), "f": ("e",), "p": ("R",), "fr": ("e4",)}
EXAMPLES |= {"n": ("31",), "nw": ("32", "black")}
EXAMPLES |= {"w": ("black",), **dict.fromkeys(("wp", "pw", "po"), ("black", "Q"))}


def game(fen: str, *moves: str) -> Game:
    table = Table(control=TimeControl.parsed("15+10"), setup=Setup(fen=fen))
    fresh = Game.at(table)
    position = Position.after(moves, start_fen=fen)
    return Game(table=table, phase=fresh.phase, position=position, clock=fresh.clock)


def told(name: str, *args: str, fen: str = ENDING, moves: tuple[str, ...] = ()) -> str:
    return " ".join(parts(name, *args, fen=fen, moves=moves))


def parts(
    name: str, *args: str, fen: str = ENDING, moves: tuple[str, ...] = (), white: bool | None = None
) -> list[str]:
    query = CommandMeaning(name=name, args=args)
    return [said.text for said in answers(query, game(fen, *moves), 0, GERMAN, white=white)]


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("clock", (), "Weiß fünfzehn Minuten, Schwarz fünfzehn Minuten."),
        ("own-clock", (), "Fünfzehn Minuten."),
        ("opponent-clock", (), "Fünfzehn Minuten."),
        ("move-number", (), "Zug einunddreißig."),
        ("whose-turn", (), "Weiß ist am Zug."),
        ("last-move", (), "Noch kein Zug."),
        ("what-is-on", ("f5",), "Felix fünf: Bauer Schwarz."),
        ("what-is-on", ("a8",), "Anna acht ist leer."),
        ("where-is-own", ("R",), "Turm Weiß: Anna eins, Anna zwei."),
        ("where-is-their", ("R",), "Turm Schwarz fehlt."),
        ("pawns", (), "Weiß: Eva vier, Hektor zwei. Schwarz: David fünf, Felix fünf."),
        (
            "material",
            (),
            "Weiß: König, zwei Türme, zwei Bauern. Schwarz: König, zwei Bauern.",
        ),
        ("in-check", (), "Nicht im Schach."),
        ("attackers", ("e4",), "David fünf Bauer Schwarz, Felix fünf Bauer Schwarz."),
        ("defenders", ("e4",), "Nichts."),
        ("legal-moves", ("e4",), "Eva schlägt Felix fünf, Eva schlägt David fünf, Eva fünf."),
        ("legal-moves", ("N",), "Kein Zug."),
        ("scan-rank", ("5",), "David fünf Bauer Schwarz, Felix fünf Bauer Schwarz."),
        ("scan-file", ("a",), "Anna eins Turm Weiß, Anna zwei Turm Weiß."),
        (
            "scan-diagonal",
            ("c2",),
            (
                "Bella eins nach Hektor sieben: Eva vier Bauer Weiß, Felix fünf Bauer Schwarz. "
                "Anna vier nach David eins: nichts."
            ),
        ),
        (
            "scan-diagonal",
            ("a8",),
            "Anna acht nach Hektor eins: David fünf Bauer Schwarz, Eva vier Bauer Weiß.",
        ),
        (
            "position",
            (),
            (
                "Weiß: König Eva eins, Turm Anna eins, Anna zwei, Bauer Eva vier, Hektor zwei. "
                "Schwarz: König Eva acht, Bauer David fünf, Felix fünf."
            ),
        ),
    ],
)
def test_a_question_is_answered(name: str, args: tuple[str, ...], text: str) -> None:
    assert told(name, *args) == text


@pytest.mark.parametrize(
    ("white", "text"),
    [
        (True, "Nicht im Schach."),
        (False, "Schach: Eva vier Turm Weiß, Hektor fünf Dame Weiß."),
        (None, "Schach: Eva vier Turm Weiß, Hektor fünf Dame Weiß."),
    ],
)
def test_whoever_asks_for_check_is_told_what_attacks_their_own_king(
    white: bool | None, text: str
) -> None:
    fen = "4k3/8/8/7Q/4R3/8/8/4K3 b - - 0 1"

    assert parts("in-check", fen=fen, white=white) == [text]


SIDES_NAMED = [
    ("clock", ("black",), "Schwarz fünfzehn Minuten."),
    ("where-is-own", ("white", "R"), "Turm Weiß: Anna eins, Anna zwei."),
    ("where-is-own", ("black", "P"), "Bauer Schwarz: David fünf, Felix fünf."),
    ("material", ("black",), "Schwarz: König, zwei Bauern."),
    ("in-check", ("black",), "Schach: Anna acht Turm Weiß."),
    ("last-move", ("black",), "Schwarz: Bauer David fünf, David vier."),
    ("position", ("black",), "Schwarz: König Eva acht, Bauer David vier, Felix fünf."),
]


@pytest.mark.parametrize(("name", "args", "text"), SIDES_NAMED[:4])
@pytest.mark.parametrize("white", [True, False, None])
def test_a_side_that_is_named_is_meant_whoever_asks(
    name: str, args: tuple[str, ...], text: str, white: bool | None
) -> None:
    assert parts(name, *args, fen=ENDING, white=white) == [text]


@pytest.mark.parametrize(("name", "args", "text"), SIDES_NAMED[4:])
def test_a_side_that_is_named_need_not_be_on_move(
    name: str, args: tuple[str, ...], text: str
) -> None:
    moves = ("h2h3", "d5d4", "a2a8")

    assert told(name, *args, moves=moves) == text


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_side_that_has_not_moved_has_no_last_move(side: str) -> None:
    moves = () if side == "white" else ("h2h3",)

    assert told("last-move", side, moves=moves) == "Noch kein Zug."


def test_the_last_moves_are_told_in_order_with_who_made_them() -> None:
    moves = ("e4d5", "e8d7", "a2a7")

    assert told("last-move", moves=moves) == "Weiß: Turm Anna zwei, Anna sieben Schach."
    assert told("last-moves", "2", moves=moves) == (
        "Schwarz: König Eva acht, David sieben. Weiß: Turm Anna zwei, Anna sieben Schach."
    )
    assert told("last-moves", moves=moves).startswith("Weiß: Bauer Eva vier schlägt David fünf.")


def at(left_ms: tuple[int, int]) -> Game:
    """White's and Black's time; White's runs from the beginning."""
    fresh = game(ENDING)
    white, black = (replace(fresh.clock.sides.white, left_ms=ms) for ms in left_ms)
    return replace(
        fresh, clock=replace(fresh.clock.started(0), sides=ByColor(white=white, black=black))
    )


def clock_of(
    own_ms: int, other_ms: int, *, white: bool | None = True, language: Language = GERMAN
) -> str:
    times = (own_ms, other_ms) if white is not False else (other_ms, own_ms)
    (said,) = answers(CommandMeaning(name="clock"), at(times), 0, language, white=white)
    return said.text


@pytest.mark.parametrize("white", [True, False])
@pytest.mark.parametrize(
    ("own_ms", "other_ms", "text"),
    [
        (598_000, 599_000, "Neun Minuten, {} neun."),
        (599_999, 600_000, "Neun Minuten."),
        (898_000, 300_000, "Vierzehn Minuten."),
        (119_999, 60_000, "Eine Minute, {} eine."),
        (59_999, 121_000, "Neunundfünfzig Sekunden."),
        (240_000, 31_000, "Vier Minuten, {} einunddreißig Sekunden."),
        (31_000, 1_900, "Einunddreißig Sekunden."),
        (0, 5_400_000, "Null Sekunden."),
        (3_600_000, 3_600_000, "Eine Stunde."),
        (3_900_000, 3_600_000, "Eine Stunde fünf Minuten."),
        (4_800_000, 3_661_000, "Eine Stunde zwanzig."),
    ],
)
def test_the_clock_is_told_in_few_words_the_askers_first(
    own_ms: int, other_ms: int, text: str, white: bool
) -> None:
    other = "Schwarz" if white else "Weiß"
    assert clock_of(own_ms, other_ms, white=white) == text.format(other)


def test_who_has_no_clock_is_told_whose_each_is() -> None:
    assert clock_of(898_000, 31_000, white=None) == (
        "Weiß vierzehn Minuten achtundfünfzig Sekunden, Schwarz einunddreißig Sekunden."
    )


@pytest.mark.parametrize("white", [True, False])
def test_who_asks_again_is_told_whose_time_the_other_one_is(white: bool) -> None:
    again = CommandMeaning(name="clock", args=(OPPONENT,))
    (said,) = answers(again, at((840_000, 840_000)), 0, GERMAN, white=white)

    assert said.text == f"{'Schwarz' if white else 'Weiß'} vierzehn Minuten."


@pytest.mark.parametrize(
    ("language_id", "text"),
    [
        ("de", "Eine Stunde zwanzig."),
        ("en", "One hour twenty."),
        ("pl", "Godzina dwadzieścia."),
        ("cs", "Jedna hodina dvacet."),
        ("sr", "Jedan sat dvadeset."),
        ("sr-cyrl", "Један сат двадесет."),
    ],
)
def test_behind_an_hour_minutes_need_no_unit(language_id: str, text: str) -> None:
    assert clock_of(4_800_000, 60_000, language=load_language(language_id)) == text


@pytest.mark.parametrize(
    ("language_id", "text"),
    [
        ("de", "Zwei Minuten, Schwarz eine."),
        ("en", "Two minutes, Black one."),
        ("pl", "Dwie minuty, czarne jedna."),
        ("cs", "Dvě minuty, černý jedna."),
        ("sr", "Dva minuta, crni jedan."),
        ("sr-cyrl", "Два минута, црни један."),
    ],
)
def test_a_number_without_its_unit_agrees_with_it(language_id: str, text: str) -> None:
    assert clock_of(120_000, 60_000, language=load_language(language_id)) == text


@pytest.mark.parametrize("language_id", known_languages())
def test_no_clock_of_less_than_an_hour_takes_more_than_two_numbers_a_unit_and_a_side(
    language_id: str,
) -> None:
    language = load_language(language_id)
    times = [*range(1_000, 60_000, 7_000), *range(60_000, 3_600_000, 177_000)]
    for own_ms, other_ms in product(times, times):
        told = clock_of(own_ms, other_ms, language=language).removesuffix(".")
        is_alike = (own_ms < 60_000) == (other_ms < 60_000)
        numbers = [
            number_words(ms // 1_000 if ms < 60_000 else ms // 60_000, language).replace("|", "")
            for ms in (own_ms, other_ms)
        ]
        most = sum(len(number.split()) for number in numbers) + (2 if is_alike else 3)

        assert len(told.split()) <= most
        are_both_told = own_ms >= 60_000 and max(own_ms, other_ms) < 600_000
        assert told.count(",") == (1 if are_both_told else 0)


@pytest.mark.law("blind-clock")
def test_the_clock_is_told_at_the_moment_of_asking() -> None:
    running = at((900_000, 900_000))

    (said,) = answers(CommandMeaning(name="own-clock"), running, 61_000, GERMAN)

    assert said.text == "Dreizehn Minuten neunundfünfzig Sekunden."


@pytest.mark.parametrize("name", ["pawns", "position"])
def test_pawns_are_told_from_the_a_file_to_the_h_file(name: str) -> None:
    """Their structure is heard from side to side, however far each has gone."""
    words = told(name, fen="4k3/7p/6p1/P4p2/8/1P6/2P5/4K3 w - - 0 1")
    order = ("Anna fünf", "Bella drei", "Cesar zwei", "Felix fünf", "Gustav sechs", "Hektor sieben")

    assert [*order] == sorted(order, key=words.index)


def test_a_position_by_rank_names_each_rank_and_stops_behind_it() -> None:
    assert parts("position-by-rank") == [
        "Reihe eins: Anna Turm Weiß, Eva König Weiß.",
        "Reihe zwei: Anna Turm Weiß, Hektor Bauer Weiß.",
        "Reihe drei: nichts. Reihe vier: Eva Bauer Weiß.",
        "Reihe fünf: David Bauer Schwarz, Felix Bauer Schwarz.",
        "Reihe sechs: nichts. Reihe sieben: nichts. Reihe acht: Eva König Schwarz.",
    ]


def test_ranks_that_are_empty_at_the_end_stand_with_the_last_that_is_not() -> None:
    fen = "8/8/8/8/8/8/7k/K7 w - - 0 1"

    assert parts("position-by-rank", fen=fen)[-1].endswith("Reihe acht: nichts.")
    assert len(parts("position-by-rank", fen=fen)) == 2


def test_many_moves_are_told_a_few_at_a_time_and_none_twice() -> None:
    start = Position.start()
    told = parts("legal-moves", fen=start.fen)
    moves = [move for part in told for move in part.removesuffix(".").split(", ")]

    assert len(told) == len(start.legal_moves) / MOVES_PER_PART
    assert len({move.lower() for move in moves}) == len(start.legal_moves)


@pytest.mark.parametrize("square", [file + rank for file in "abcdefgh" for rank in "12345678"])
def test_each_diagonal_runs_along_its_squares(square: str) -> None:
    for found in diagonals(square):
        steps = [
            (ord(after[0]) - ord(before[0]), int(after[1]) - int(before[1]))
            for before, after in pairwise(found)
        ]

        assert square in found
        assert set(steps) in ({(1, 1)}, {(1, -1)})


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("name", sorted(QUERIES))
def test_every_answer_is_made_of_speakable_words(language_id: str, name: str) -> None:
    language = load_language(language_id)

    for shape in SHAPES_IN_WORDS[name]:
        query = CommandMeaning(name=name, args=EXAMPLES[shape])
        for white in (True, None):
            asked = answers(query, game(ENDING, "e4d5", "e8d7"), 0, language, white=white)

            assert all(said.words for said in asked)
            assert {word for said in asked for word in said.words} <= speakable_words(language)


MADE = ("e4d5", "e8d7", "a2a7", "d7d6")


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("31",), "Zug einunddreißig. Weiß: Bauer Eva vier schlägt David fünf."),
        (("32", "black"), "Zug zweiunddreißig. Schwarz: König David sieben, David sechs."),
        (("33",), "Noch kein Zug dreiunddreißig."),
        (("30",), "Noch kein Zug dreißig."),
    ],
)
def test_a_move_is_told_by_its_number(args: tuple[str, ...], text: str) -> None:
    assert told("go-to-move", *args, moves=MADE).startswith(text)


def test_a_number_leads_behind_its_move_and_nowhere_without_one() -> None:
    position = game(ENDING, *MADE).position
    asked = [("31",), ("31", "black"), ("32", "white"), ("33",), ("30",)]
    plies = [leads_to(CommandMeaning(name="go-to-move", args=args), position) for args in asked]

    assert plies == [1, 2, 3, None, None]
    assert leads_to(CommandMeaning(name="go-to-now"), position) == 4
    assert leads_to(CommandMeaning(name="last-move"), position) is None


START = Setup().fen
LONG = "90/40+60/20+15+30"


def moves_left(control: str, made: int, *, white: bool | None, fen: str = START) -> str:
    """Return what a side is told once `made` half-moves have been made and pressed."""
    table = Table(control=TimeControl.parsed(control), setup=Setup(fen=fen))
    fresh = Game.at(table)
    clock = fresh.clock.started(0)
    for _ in range(made):
        clock = clock.pressed(0)
    asked = CommandMeaning(name=TO_CONTROL)
    played = replace(fresh, clock=clock)
    return " ".join(said.text for said in answers(asked, played, 0, GERMAN, white=white))


@pytest.mark.parametrize(
    ("made", "white", "text"),
    [
        (0, True, "Neue Zeit nach Zug vierzig: noch vierzig Züge."),
        (43, True, "Neue Zeit nach Zug vierzig: noch achtzehn Züge."),
        (43, False, "Neue Zeit nach Zug vierzig: noch neunzehn Züge."),
        (78, True, "Neue Zeit nach Zug vierzig: noch ein Zug."),
        (79, True, "Neue Zeit nach Zug sechzig: noch zwanzig Züge."),
        (79, False, "Neue Zeit nach Zug vierzig: noch ein Zug."),
        (120, True, "Keine neue Zeit mehr."),
        (120, None, "Keine neue Zeit mehr."),
        (
            119,
            None,
            ("Weiß: keine neue Zeit mehr. Schwarz: neue Zeit nach Zug sechzig, noch ein Zug."),
        ),
    ],
)
def test_the_moves_left_until_the_time_control_are_told(
    made: int, white: bool | None, text: str
) -> None:
    assert moves_left(LONG, made, white=white) == text


def test_without_numbers_of_moves_there_is_no_time_control_to_come() -> None:
    assert moves_left("15+10", 0, white=True) == "Keine neue Zeit mehr."


@pytest.mark.parametrize("white", [True, False])
def test_the_number_of_a_time_control_is_that_of_the_move(white: bool) -> None:
    told_then = moves_left(LONG, 0, white=white, fen=ENDING)

    assert told_then == "Neue Zeit nach Zug siebzig: noch vierzig Züge."


def test_where_black_began_whites_moves_have_a_higher_number() -> None:
    black_begins = ENDING.replace(" w ", " b ")

    assert "nach Zug einundsiebzig:" in moves_left(LONG, 0, white=True, fen=black_begins)
    assert "nach Zug siebzig:" in moves_left(LONG, 0, white=False, fen=black_begins)


def test_every_query_is_a_command() -> None:
    assert set(QUERIES) <= COMMANDS | MORE_WORDS.keys()


def test_what_was_captured_is_told_by_side_the_askers_first() -> None:
    assert told("captured", moves=("e4d5", "e8d7", "a2a7", "d7d6", "a7a3")) == (
        "Verloren von Schwarz: ein Bauer. Verloren von Weiß: nichts."
    )


@pytest.mark.parametrize(
    ("moves", "lost"),
    [
        (("a7a8q",), "nichts"),
        (("a7b8q",), "Springer"),
        (("a7a8q", "e8e7", "a8b8"), "Springer"),
    ],
)
def test_a_promoted_pawn_was_not_captured(moves: tuple[str, ...], lost: str) -> None:
    said = told("captured", fen="1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", moves=moves)

    assert said == f"Verloren von Schwarz: {lost}. Verloren von Weiß: nichts."


def test_a_queen_that_was_a_pawn_is_captured_as_a_queen() -> None:
    fen = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    said = told("captured", fen=fen, moves=("a7a8q", "b8a8"))

    assert said == "Verloren von Weiß: Dame. Verloren von Schwarz: nichts."


def test_help_begins_with_what_makes_sense_just_now() -> None:
    allowed = frozenset({"yes", "no", "clock", "repeat"})

    assert help_now(allowed, GERMAN).text == "Sagen Sie: ja, nein, wiederholen, Uhr."


def test_help_names_what_makes_sense_just_now_first_and_ones_own_board_last() -> None:
    allowed = {"accept", "decline", "board-differs", "steps", *HELP}
    told = help_now(allowed, load_language("en")).text

    assert told.startswith("Say: accepted, declined, repeat, clock")
    assert told.endswith("why, my board differs, steps.")
