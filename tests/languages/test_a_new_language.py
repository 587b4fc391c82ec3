"""A language more is two files of data: with them alone a game is played and spoken in it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import voice_chess
from voice_chess.languages.language import known_languages, load_language

PACKAGE = Path(voice_chess.__file__).parent
ID, NAME = "xx", "Madeupish"
GAME = (
    "Nf3",
    "pawn eva five",
    "language",
    "language german",
    f"sprache {NAME.lower()}",
    "clock",
    "Nc3",
    "knight cesar six",
    "resign",
    "yes",
)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with English once more, under another code and name."""
    folder = tmp_path_factory.mktemp("program")
    copied = folder / PACKAGE.name
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    languages = copied / "languages"
    words = (languages / "en.toml").read_text("utf-8")
    renamed = words.replace('id = "en"', f'id = "{ID}"').replace('"English"', f'"{NAME}"')
    (languages / f"{ID}.toml").write_text(renamed, "utf-8")
    shutil.copy(languages / "en.ftl", languages / f"{ID}.ftl")
    return folder


def run(program: Path, *arguments: str, lines: tuple[str, ...] = ()) -> str:
    """What the copy prints; it must go well, and there are no models beside it."""
    done = started(program, *arguments, lines=lines)
    assert done.returncode == 0, done.stderr
    return done.stdout


def started(
    program: Path, *arguments: str, lines: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """The copy, once it has ended."""
    return subprocess.run(
        [sys.executable, "-m", "voice_chess", *arguments],
        cwd=program,
        env={**os.environ, "PYTHONPATH": str(program)},
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def said(program: Path, data: Path) -> list[str]:
    """What is printed in a game whose records are kept in `data`."""
    options = ("--typed", "--silent", "--time", "15", "--language", ID, "--data", str(data))
    return run(program, "play", *options, lines=GAME).splitlines()


def test_a_game_is_played_in_it_by_typed_text(said: list[str], data: Path) -> None:
    assert "Knight Felix three." in said
    assert "White resigns." in said
    sheet = next(data.rglob("game.pgn")).read_text("utf-8")
    assert "1. Nf3" in sheet
    assert "2. Nc3" in sheet


def test_it_stands_in_the_ring_of_languages_and_is_called_by_its_name(said: list[str]) -> None:
    """After it comes the first one again; who speaks German goes back to it by its own name."""
    assert [line for line in said if line in {"Čeština.", "Deutsch.", f"{NAME}."}] == [
        "Čeština.",
        "Deutsch.",
        f"{NAME}.",
    ]


def test_it_has_the_voice_that_its_file_names(program: Path, tmp_path: Path) -> None:
    spoken = tmp_path / "said.wav"

    run(program, "say", "--language", ID, "--move", "g1f3", "--out", str(spoken))

    assert spoken.stat().st_size > 16_000


def test_every_command_is_told_in_it(program: Path) -> None:
    table = run(program, "help", "--table", "--language", ID)

    assert f"language {NAME.lower()}" in table.lower()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id = "xx"', 'id = "en"', "its id is to be 'xx', not 'en'"),
        (f'name = "{NAME}"', "", "it has no 'name'"),
        ("[files]", "[other]", "it has no 'files'"),
        ("[words]", "[words", "at line"),
        ("# English", "# \udce9nglish", "it is not UTF-8 at byte 3"),
    ],
)
def test_a_file_that_is_not_right_yet_is_one_sentence(
    program: Path, old: str, new: str, told: str
) -> None:
    """A translation is not whole at first; other languages wait for it, too."""
    file = program / PACKAGE.name / "languages" / f"{ID}.toml"
    whole = file.read_text("utf-8")
    file.write_text(whole.replace(old, new, 1), "utf-8", errors="surrogateescape")
    try:
        done = started(program, "say", "--language", ID, "--move", "g1f3", "--out", "x.wav")
    finally:
        file.write_text(whole, "utf-8")

    (sentence,) = done.stderr.splitlines()
    assert done.returncode == 2
    assert sentence.startswith(f"voice-chess: The language file {ID}.toml can't be used: ")
    assert told in sentence


def test_its_file_may_begin_with_the_mark_of_utf_8(program: Path, tmp_path: Path) -> None:
    """Windows' editors write it."""
    file = program / PACKAGE.name / "languages" / f"{ID}.toml"
    whole = file.read_text("utf-8")
    file.write_text(whole, "utf-8-sig")
    try:
        run(program, "say", "--language", ID, "Hello", "--out", str(tmp_path / "said.wav"))
    finally:
        file.write_text(whole, "utf-8")


def test_the_languages_there_are_name_each_other_in_their_own_words() -> None:
    """Where no ear has learnt that word yet, it is one of those that are typed for another."""
    unnamed = [
        (known, token)
        for known in known_languages()
        for token, (own_name, *_) in load_language(known).typed.items()
        if token.startswith("language:")
        and token not in load_language(known).words
        and own_name not in load_language(known).orthography.spelling.values()
    ]

    assert unnamed == []
