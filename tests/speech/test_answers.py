"""What a player is told when he asks."""

import pytest

from voice_chess.clock.time_control import TimeControl
from voice_chess.game.state import Game
from voice_chess.game.table import Setup, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.speech.answers import QUERIES, answer, help_now
from voice_chess.speech.commands import COMMANDS, SHAPES
from voice_chess.speech.meaning import CommandMeaning
from voice_chess.speech.vocabulary import speakable_words

GERMAN = load_language("de")
ENDING = "4k3/8/8/3p1p2/4P3/8/R6P/R3K3 w Q - 0 31"
EXAMPLES = {"": (), "r": ("4",), "f": ("e",), "p": ("R",), "fr": ("e4",)}


def game(fen: str, *moves: str) -> Game:
    table = Table(control=TimeControl.parsed("15+10"), setup=Setup(fen=fen))
    fresh = Game.at(table)
    position = Position.after(moves, start_fen=fen)
    return Game(table=table, phase=fresh.phase, position=position, clock=fresh.clock)


def told(name: str, *args: str, fen: str = ENDING, moves: tuple[str, ...] = ()) -> str:
    return answer(CommandMeaning(name=name, args=args), game(fen, *moves), 0, GERMAN).text


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
        ("attackers", ("e4",), "David fünf Bauer Schwarz, Felix fünf Bauer Schwarz."),
        ("defenders", ("e4",), "Nichts."),
        ("legal-moves", ("e4",), "Eva schlägt Felix fünf, Eva schlägt David fünf, Eva fünf."),
        ("legal-moves", ("N",), "Kein Zug."),
        ("scan-rank", ("5",), "David fünf Bauer Schwarz, Felix fünf Bauer Schwarz."),
        ("scan-file", ("a",), "Anna eins Turm Weiß, Anna zwei Turm Weiß."),
        (
            "scan-diagonal",
            ("b1",),
            "Anna zwei Turm Weiß, Eva vier Bauer Weiß, Felix fünf Bauer Schwarz.",
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


def test_the_last_moves_are_told_in_order_with_who_made_them() -> None:
    moves = ("e4d5", "e8d7", "a2a7")

    assert told("last-move", moves=moves) == "Weiß: Turm Anna zwei, Anna sieben Schach."
    assert told("last-moves", "2", moves=moves) == (
        "Schwarz: König Eva acht, David sieben. Weiß: Turm Anna zwei, Anna sieben Schach."
    )
    assert told("last-moves", moves=moves).startswith("Weiß: Bauer Eva vier schlägt David fünf.")


def test_the_asker_hears_his_own_side_first() -> None:
    asked = CommandMeaning(name="clock")

    said = answer(asked, game(ENDING), 0, GERMAN, white=False)

    assert said.text.startswith("Schwarz")


def test_the_clock_is_told_at_the_moment_of_asking() -> None:
    fresh = game(ENDING)
    running = Game(
        table=fresh.table,
        phase=fresh.phase,
        position=fresh.position,
        clock=fresh.clock.started(1_000),
    )

    said = answer(CommandMeaning(name="own-clock"), running, 62_000, GERMAN)

    assert said.text == "Dreizehn Minuten neunundfünfzig Sekunden."


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("name", sorted(QUERIES))
def test_every_answer_is_made_of_speakable_words(language_id: str, name: str) -> None:
    language = load_language(language_id)

    for shape in SHAPES[name]:
        query = CommandMeaning(name=name, args=EXAMPLES[shape])
        said = answer(query, game(ENDING, "e4d5", "e8d7"), 0, language)

        assert said.words
        assert set(said.words) <= speakable_words(language)


def test_every_query_is_a_command() -> None:
    assert set(QUERIES) <= COMMANDS


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
    allowed = frozenset({"yes", "no", "clock", "resign"})

    assert help_now(allowed, GERMAN).text.startswith("Sagen Sie: ja, nein, wiederholen")
