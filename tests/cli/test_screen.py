"""What is read at the table: answers on short lines, in the language, and nothing else."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.german import GERMAN, NO, YES, german, in_words, says
from voice_chess.cli.command_line import main
from voice_chess.cli.console import CELLS, fitted
from voice_chess.cli.screen import Screen, TableTranscript
from voice_chess.game.moves import MoveCompleted
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.evidence import AnswerSpoken, LineTyped
from voice_chess.speech.counting import number_words, time_words
from voice_chess.speech.generation.wording import listed, piece_word, side_word, square_words

LANGUAGES = known_languages()


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Language:
    return load_language(request.param)


def answer(text: str) -> AnswerSpoken:
    return AnswerSpoken(at_ms=0, text=text, to="both", lasted_ms=0)


def gap_fillers(language: Language) -> dict[str, str]:
    """Long words for every gap of a phrase; a list is as long as a position."""
    squares = [square_words(f"{file}7", language) for file in "abcdefgh"]
    move = f"{piece_word('N', language)} {squares[1]}, {squares[7]}"
    times = dict.fromkeys(("time", "own", "other"), time_words(57 * 60_000 + 57_000, language))
    lists = dict.fromkeys(("list", "squares", "choices"), listed(squares))
    sides = dict.fromkeys(("side", "opponent", "player"), side_word(language, white=False))
    number = number_words(377, language)
    return {**times, **lists, **sides, "move": move, "number": number, "feminine": number}


def test_every_phrase_is_read_in_lines_of_a_braille_display(language: Language) -> None:
    fillers = gap_fillers(language)
    for name, gaps in language.phrases.gaps.items():
        words = {gap: fillers.get(gap, fillers["move"]) for gap in gaps - {"count"}}
        out = io.StringIO()

        Screen(out, language).add(answer(language.phrase(name, count=57, **words)))

        assert [line for line in out.getvalue().splitlines() if len(line) > CELLS] == [], name
        assert out.getvalue().strip(), name


def test_control_signs_that_are_told_back_do_not_command_the_terminal(language: Language) -> None:
    out = io.StringIO()

    Screen(out, language).add(answer("e4\x1b[A\x9b\b"))

    assert out.getvalue() == "e4\ufffd[A\ufffd\ufffd\n"


def test_control_signs_that_were_typed_do_not_command_the_terminal_of_a_transcript() -> None:
    out = io.StringIO()

    TableTranscript(out).add(LineTyped(at_ms=0, text="e4\x1b[A"))

    assert out.getvalue().endswith("e4\ufffd[A\n")


GAPS = {
    "game": "20261122-154521",
    "result": "1/2-1/2",
    "name": "Anna",
    "command": 'voice-chess enrol "Anna" --learn',
    "number": "120",
    "option": "--silent",
    "value": "soon",
    "side": "Schwarz",
    "move": "Sbd2 (=)",
    **dict.fromkeys(("before", "after", "examples", "count", "fewest"), "60"),
    **dict.fromkeys(("started", "ended", "decided"), "3600000"),
}


def test_every_text_of_the_screen_is_read_in_such_lines(language: Language) -> None:
    for name in language.screen:
        out = io.StringIO()

        Screen(out, language).label(name, **GAPS)

        assert max(map(len, out.getvalue().splitlines())) <= CELLS, name


def test_a_line_of_another_length_is_cut_there() -> None:
    assert fitted("Bauer Eva zwei, Eva vier.", 16) == "Bauer Eva zwei,\n  Eva vier."


def test_each_answer_begins_a_line_and_goes_on_indented() -> None:
    out = io.StringIO()
    screen = Screen(out, load_language("de"))

    screen.add(answer("Springer Felix sechs: Bauer Felix sechs steht im Weg."))
    screen.add(answer(german("Cancelled")))

    assert out.getvalue().splitlines() == [
        "Springer Felix sechs: Bauer Felix sechs",
        "  steht im Weg.",
        german("Cancelled"),
    ]


def test_whose_turn_it_is_now_is_read_where_others_hear_a_sound(language: Language) -> None:
    out = io.StringIO()
    screen = Screen(out, language)

    screen.add(LineTyped(at_ms=0, text="e4"))
    screen.add(MoveCompleted(at_ms=0, white=True, uci="e2e4", charged_until_ms=0))

    (line,) = out.getvalue().splitlines()
    assert side_word(language, white=False).lower() in line.lower()


def test_a_typed_game_prints_its_answers_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("e4\ne5\n"))
    assert main(["play", "--typed", "--silent"]) == 0

    said, _, rest = capsys.readouterr().out.partition("Partie 2")
    assert said.splitlines() == [
        "Nach dem Zug steht die Uhr: höchstens",
        "  zehn Sekunden.",
        "Ist die Zeit zu Ende, ist die Partie zu",
        "  Ende.",
        german("GameStarted", "white"),
        german("MoveAnnounced", move=in_words("Pe4")),
        german("whose-turn", "black"),
        german("MoveAnnounced", move=in_words("Pe5")),
        german("whose-turn", "white"),
    ]
    assert len(rest.splitlines()) == 5


def test_nobody_is_told_to_move_once_the_game_is_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"f3\ne5\ng4\nDh4\n{YES}\n{NO}\n"))
    assert main(["play", "--typed", "--silent"]) == 0

    told = capsys.readouterr().out.splitlines()
    mate = told.index(german("MoveAnnounced", move=f"{in_words('Qh4')} {says('mate')}"))
    won, how = german("result:black-wins"), GERMAN.phrase("end:checkmate")
    assert told[mate + 1] == german("GameEnded", result=won, reason=how)


def test_the_rest_is_printed_where_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("e4\n"))
    assert main(["play", "--typed", "--silent", "--verbose"]) == 0
    told = capsys.readouterr().out

    assert "typed   e4" in told
    assert "game    MoveAnnounced White e2e4" in told
    assert f"says    {german('MoveAnnounced', move=in_words('Pe4'))}" in told


PROGRAM = """
import sys
from voice_chess.cli.command_line import main
language, data, *lines = sys.argv[1:]
def run(*arguments):
    code = main([*arguments, "--language", language])
    sys.stdout.flush()
    return code
assert run("play", "--typed", "--silent", "--verbose", "--data", data) == 0
assert run("help", "--table") == 0
"""


@pytest.mark.parametrize(
    "language_id",
    [
        pytest.param(known, marks=() if known in ("de", "pl", "sr-cyrl") else pytest.mark.slow)
        for known in LANGUAGES
    ],
)
def test_a_console_of_few_letters_shows_others_and_fails_nowhere(
    language_id: str, tmp_path: Path
) -> None:
    language = load_language(language_id)
    asked = ("help", "clock", "position", "position-by-rank", "legal-moves", "captured", "why")
    typed = "\n".join(["e4", "Łódź ђак", "e9", *map(language.written, asked), ""])
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, language_id, str(tmp_path)],
        input=typed.encode("utf-8"),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        check=False,
    )
    told = ran.stdout.decode("cp1252")

    assert ran.stderr.decode("cp1252") == ""
    assert ran.returncode == 0
    assert language.say("piece:N").encode("cp1252", "replace").decode("cp1252")[-1] in told


@pytest.mark.parametrize("language_id", ["pl", "cs", "sr"])
def test_letters_that_are_missing_are_shown_without_their_accents(language_id: str) -> None:
    text = load_language(language_id).screen["passphrase-empty"]
    ran = subprocess.run(
        [sys.executable, "-m", "voice_chess", "play", "--envelope", "--language", language_id],
        input=b"\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        check=False,
    )

    told = ran.stderr.decode("cp1252")
    assert ran.returncode == 2
    assert "?" not in told
    assert "Traceback" not in told
    assert len(text.split()[0]) == len(told.split()[0])
