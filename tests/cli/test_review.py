"""`review`: a game from a file or the journal is gone through by typed and by spoken words."""

import io
import shlex
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.german import GERMAN, REVIEW, YES, german, gone_to, in_words, says
from tests.review.games import SCHOLARS_MATE, evaluated
from voice_chess.adapters.documents.record_files import read_pgn
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.cli.command_line import main
from voice_chess.languages.language import known_languages, load_language
from voice_chess.sound.sampling import SAMPLE_RATE


@pytest.fixture
def pgn(tmp_path: Path) -> str:
    path = tmp_path / "game.pgn"
    path.write_text(SCHOLARS_MATE, "utf-8")
    return str(path)


@pytest.fixture
def _engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EnginePool, "are_there", lambda _: True)
    monkeypatch.setattr(EnginePool, "name", lambda _: "Seer 1")
    monkeypatch.setattr(EnginePool, "evaluate", lambda _, position: evaluated(position))


def told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: str,
    *options: str,
) -> str:
    """What was written, on one line."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))

    assert main(["review", "--typed", "--silent", *options]) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("_engine")
def test_a_file_is_gone_through_from_mistake_to_mistake(
    pgn: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mistake = REVIEW["next-mistake"]
    said = told(monkeypatch, capsys, f"{mistake}\n{mistake}\n{REVIEW['instead']}\n", pgn)

    text = GERMAN.review
    players = text["players"].format(white="Ida", black="Uwe")
    opening = text["opening"].format(name="Läuferspiel", eco="C23")
    won = text["played"].format(players=players, result=german("result:white-wins"))
    better = text["better"].format(move=in_words("Pd3"))
    assert f"{won} {opening}" in said
    assert f"{gone_to(3, 'white', 'Qh5')} {text['inaccuracy']} {better}" in said
    assert f"{gone_to(3, 'black', 'Nf6')} {text['blunder']}" in said
    assert text["instead"].format(moves=in_words("Pg6, Qf3")) in said


def test_without_an_engine_the_moves_are_told_and_what_is_missing(
    pgn: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(monkeypatch, capsys, "\n\nmistake\n", pgn, "--engine", "none", "--language", "en")

    assert "1, White: pawn Eva four. Thought for two seconds. Left: five minutes." in said
    assert "1, Black: pawn Eva five." in said
    assert "There is no chess engine here" in said


def test_an_engine_that_is_not_there_is_told_before_the_game_is(
    pgn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", "--typed", "--silent", "--engine", "/nowhere/seer", pgn]) == 2

    told = capsys.readouterr()
    assert " ".join(told.out.split()) == GERMAN.screen["broken-off"]
    assert "no engine '/nowhere/seer': name one that is there with --engine PATH." in told.err


def test_a_program_that_is_no_engine_is_told_before_the_game_is(
    pgn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", "--typed", "--silent", "--engine", "true", pgn]) == 2

    told = capsys.readouterr()
    assert " ".join(told.out.split()) == GERMAN.screen["broken-off"]
    (line,) = told.err.splitlines()
    assert "/true does not answer as a UCI engine does (" in line
    assert line.endswith("): name another with --engine PATH.")


@pytest.mark.usefixtures("_engine")
def test_who_has_finished_is_told_nothing_more(
    pgn: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(monkeypatch, capsys, f"{REVIEW['finish']}\n{REVIEW['next']}\n", pgn)

    assert in_words("Pe4") not in said


@pytest.mark.usefixtures("_engine")
def test_a_game_of_the_journal_is_gone_through_with_its_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"e4\ne5\n{says('resign')}\n{YES}\n"))
    main(["play", "--typed", "--silent", "--white", "Ida"])
    (folder,) = (tmp_path / "data" / "games").iterdir()
    capsys.readouterr()
    said = told(monkeypatch, capsys, f"{REVIEW['next']}\n", folder.name)

    ida = GERMAN.review["player-white"].format(name="Ida")
    ending = f"{german('result:black-wins')}, {german('end:resignation').lower()}"
    won = GERMAN.review["played"].format(players=ida, result=ending)
    assert won in said
    assert gone_to(1, "white", "Pe4") in said
    assert GERMAN.review["took"].partition("{")[0] in said


def test_a_game_that_is_not_over_is_not_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("e4\n"))
    main(["play", "--typed", "--silent"])
    (folder,) = (tmp_path / "data" / "games").iterdir()
    capsys.readouterr()

    assert main(["review", folder.name]) == 2
    command = f"voice-chess play --resume {folder.name}"
    told = capsys.readouterr()
    assert told.err == f"voice-chess: {GERMAN.screen['review-open'].format(command=command)}\n"
    assert told.out == ""


@pytest.mark.parametrize("language_id", known_languages())
def test_the_command_that_goes_on_with_a_game_in_play_can_be_run_as_it_stands(
    language_id: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = tmp_path / "our games"
    options = ["--typed", "--silent", "--data", str(data), "--language", language_id]
    monkeypatch.setattr("sys.stdin", io.StringIO("e4\n"))
    main(["play", *options])
    (folder,) = (data / "games").iterdir()
    capsys.readouterr()

    assert main(["review", folder.name, *options]) == 2
    before, _, after = load_language(language_id).screen["review-open"].partition("{command}")
    refused = capsys.readouterr().err.removeprefix(f"voice-chess: {before}")
    command = shlex.split(refused.removesuffix(f"{after}\n"))
    assert command[0] == "voice-chess"
    go_on = load_language(language_id).typed["continue"][0]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{go_on}\ne5\n"))
    assert main(command[1:]) == 0
    assert read_pgn(folder / "game.pgn").moves == ("e2e4", "e7e5")


def test_what_is_neither_a_file_nor_a_game_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["review", "nothing"]) == 2
    assert capsys.readouterr().err.startswith("voice-chess: There is neither a file nothing")


def test_of_a_damaged_file_what_can_be_read_is_reviewed_and_the_exit_code_tells(
    pgn: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(pgn).write_text(SCHOLARS_MATE.replace("Qh5", "Qh9"), "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{REVIEW['end']}\n"))

    assert main(["review", pgn, "--typed", "--silent", "--engine", "none"]) == 2

    written = capsys.readouterr()
    assert "Zeile 7, Qh9: " in written.err
    assert gone_to(2, "black", "Nc6") in written.out


SPOKEN = (
    *("Fehler", "Fehler", "warum", "zurück", "was steht auf Cesar vier", "Angreifer Felix sieben"),
    *("Zug eins", "wer gewinnt", "Partie", "stopp"),
)


@pytest.mark.usefixtures("_engine")
def test_the_words_that_the_model_knows_are_spoken(
    pgn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "said"
    folder.mkdir()
    for number, words in enumerate(SPOKEN):
        sound = sound_of(words, Delivery(voice="de"))
        quiet = np.zeros(SAMPLE_RATE, np.float32)
        said = np.concatenate([quiet, sound / np.abs(sound).max() / 2, quiet])
        hiss = np.random.default_rng(number).normal(0, 0.0005, len(said))
        soundfile.write(folder / f"{number:02}.wav", said + hiss, SAMPLE_RATE, subtype="PCM_16")

    assert main(["review", pgn, "--hear", str(folder), "--silent"]) == 0

    told = " ".join(capsys.readouterr().out.split())
    sentences = (
        gone_to(3, "white", "Q").removesuffix("."),
        gone_to(3, "black", "N").removesuffix("."),
        GERMAN.review["instead"].partition(":")[0],
        german("what-is-on", square=in_words("c4"), piece=german("B:white")),
        f"{in_words('c4')} {german('B:white')}, {in_words('h5')} {german('Q:white')}",
        gone_to(1, "white", "").removesuffix(" ."),
    )
    places = [told.find(sentence) for sentence in sentences]
    assert -1 not in places
    assert places == sorted(places)
    ahead = GERMAN.review["ahead"].format(side=says("white"), pawns="0,3")
    best = GERMAN.review["best"].format(move=in_words("Pe5"))
    assert f"{ahead} {best}" in told
    assert told.count(GERMAN.review["players"].format(white="Ida", black="Uwe")) == 2
