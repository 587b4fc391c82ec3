"""A game at one table whose players speak two languages, each heard and told in their own."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.stage.by_sound import RATE, speech_of
from voice_chess.adapters.documents.record_files import read_pgn
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.cli.command_line import main
from voice_chess.languages.language import Language, load_language
from voice_chess.settings import Settings

CZECH, GERMAN = load_language("cs"), load_language("de")
MODELS = [model_of(each, Settings.from_environment().models) for each in (CZECH, GERMAN)]
FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not all(m.is_dir() for m in MODELS), reason=f"no models in {MODELS}"),
]


EDWARD, CZECH_VOICE = "de+edward2", "cs"


def in_one_file(path: Path, *said: tuple[str, str]) -> Path:
    """What both say in the game, each with a voice, with pauses in which the program speaks."""
    pause = np.zeros(8 * RATE, np.float32)
    parts = [part for words, voice in said for part in (pause, speech_of(words, voice))]
    sound = np.concatenate([*parts, pause])
    sound += np.random.default_rng(1).normal(0.0, 4.0, len(sound)).astype(np.float32)
    soundfile.write(path, np.round(sound).astype("<i2"), RATE)
    return path


def moves_of_game(
    tmp_path: Path, *said: tuple[str, str], options: tuple[str, ...] = ()
) -> tuple[str, ...]:
    sound = in_one_file(tmp_path / "game.flac", *said)
    table = ("--hear", str(sound), "--silent", "--data", str(tmp_path / "data"))
    assert main(["play", *table, *options]) == 0
    (pgn,) = (tmp_path / "data" / "games").glob("*/game.pgn")
    return read_pgn(pgn).moves


def test_each_player_is_heard_and_told_in_their_own_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = moves_of_game(
        tmp_path,
        ("felix tři", CZECH_VOICE),
        ("eva fünf", EDWARD),
        ("gustav čtyři", CZECH_VOICE),
        ("dame hektor vier", EDWARD),
        ("ja", EDWARD),
        options=("--white-language", "cs"),
    )
    told = capsys.readouterr().out

    assert moves == FOOLS_MATE
    assert "Pěšec Eva pět." in told
    assert "Bauer Gustav vier." in told


def test_a_move_is_corrected_in_the_language_in_which_it_was_announced(tmp_path: Path) -> None:
    moves = moves_of_game(
        tmp_path,
        ("felix tři", CZECH_VOICE),
        ("oprava felix čtyři", CZECH_VOICE),
        ("stisknuto", CZECH_VOICE),
        ("eva fünf", EDWARD),
        ("gedrückt", EDWARD),
        options=("--white-language", "cs", "--press", "command"),
    )

    assert moves == ("f2f4", "e7e5")


@pytest.mark.parametrize(("language", "voice"), [(GERMAN, EDWARD), (CZECH, CZECH_VOICE)])
def test_who_is_not_on_move_says_their_side_first(
    language: Language, voice: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    white, resign, yes = language.say("white"), language.say("resign"), language.say("yes")
    square = f"{language.say('file:e')} {language.say('rank:4')}"
    said = [(square, voice), (f"{white} {resign}", voice), (yes, voice)]
    moves = moves_of_game(tmp_path, *said, options=("--language", language.id))

    assert moves == ("e2e4",)
    assert "0-1" in capsys.readouterr().out


def test_whoever_asks_for_another_language_in_a_game_is_heard_in_it(tmp_path: Path) -> None:
    moves = moves_of_game(
        tmp_path,
        ("sprache tschechisch", EDWARD),
        ("gustav čtyři", CZECH_VOICE),
        ("eva fünf", EDWARD),
    )

    assert moves == ("g2g4", "e7e5")
