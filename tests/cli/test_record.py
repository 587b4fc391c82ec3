"""`record`: every form of a game, two of them compared, and a move heard as it was announced."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.german import GERMAN, in_words, says
from tests.small_disk import filled, small_disk
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.sound_record import sound_joining
from voice_chess.adapters.sound_record.audio_archive import AudioArchive
from voice_chess.cli.command_line import main
from voice_chess.cli.screen import Screen
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.ports import RecordedMove
from voice_chess.settings import Settings

SETTINGS = Settings.from_environment()
MODEL = model_of(load_language("de"), SETTINGS.models)


@pytest.fixture
def game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """Three typed half-moves; the id of the game."""
    monkeypatch.setattr(
        "sys.stdin", io.StringIO(f"{in_words('e4')}\n{in_words('e5')}\n{says('piece:N f3')}\n")
    )
    main(["play", "--typed", "--silent", "--white", "Ida"])
    capsys.readouterr()
    (folder,) = (tmp_path / "data" / "games").iterdir()
    return folder.name


CHESS960 = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"


def the_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("voice-chess: ")
    return line


def announced(game: str, tmp_path: Path, ply: int, uci: str, folder: str = "sound") -> bytes:
    """Let it have been spoken after all; answer the sound."""
    samples = np.random.default_rng(ply).integers(-3_000, 3_000, 16_000).astype("<i2").tobytes()
    archive = AudioArchive(tmp_path / "data" / "games" / game / folder)
    archive.hear(samples)
    archive.keep(RecordedMove(ply=ply, uci=uci, san="-", started_ms=300, ended_ms=700, wall_ms=0))
    archive.close()
    return samples


def test_a_game_is_shown_as_its_longhand_sheet(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", game]) == 0
    told = capsys.readouterr().out

    assert "Ida" in told
    assert "  1  e4" in told
    assert "Sf3" in told


def test_of_a_table_game_that_came_in_an_archive_no_day_is_invented(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive, elsewhere = str(tmp_path / "all.zip"), str(tmp_path / "elsewhere")
    main(["export", "--data", str(tmp_path / "data"), archive])
    main(["import", "--data", elsewhere, archive])
    capsys.readouterr()

    assert main(["record", game, "--data", elsewhere]) == 0
    told = capsys.readouterr().out
    assert "Ida" in told
    assert load_language("de").sheet["date"] not in told


def test_every_form_is_written_with_its_options(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    options = ["--cells", "20", "--lines", "27", "--code", "long", "--layout", "running"]
    code = main(["record", game, "--language", "pl", "--write", str(out), *options])
    lines = (out / "scoresheet.brf").read_text("ascii").splitlines()

    assert code == 0
    assert max(map(len, lines)) <= 20
    assert any(line.startswith("1 E2E4 E7E5") for line in lines)
    assert "Podpis" in (out / "scoresheet.txt").read_text("utf-8")
    assert capsys.readouterr().out.split() == [
        str(out / name)
        for name in (
            *("game.pgn", "scoresheet.txt", "scoresheet.pdf", "scoresheet.brf"),
            *("scoresheet.brl", "scoresheet.ebrl", "diagram.brf"),
        )
    ]


def test_two_forms_of_a_game_agree(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["record", game, "--language", "cs", "--write", str(tmp_path)])
    capsys.readouterr()
    brf, pgn = str(tmp_path / "scoresheet.brf"), str(tmp_path / "game.pgn")

    assert main(["record", "--compare", brf, pgn]) == 0
    assert main(["record", "--compare", game, brf]) == 0
    assert capsys.readouterr().out == f"{GERMAN.sheet['compare_same']}\n" * 2


def test_two_sheets_that_differ_are_told_apart_in_sentences(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other.txt").write_text("1. e4 e5 2. Jc3", "utf-8")

    assert main(["record", "--compare", game, str(tmp_path / "other.txt")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        GERMAN.sheet["compare_last"].format(number=1, side=says("black"), move="e5"),
        GERMAN.sheet["compare_move"].format(
            number=2, side=says("white"), first="Sf3", second="Sc3"
        ),
    ]


def test_of_a_sheet_that_goes_wrong_the_beginning_is_shown_and_never_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "typed.txt"
    path.write_text("1. e4 e5 2. Ke3 Sf6", "utf-8")

    assert main(["record", str(path), "--language", "de"]) == 2
    shown = capsys.readouterr()
    assert "e4" in shown.out
    assert "Sf6" not in shown.out
    assert f"{path}: " in shown.err
    assert "Ke3" in shown.err

    assert main(["record", "--language", "de", "--compare", str(path), str(path)]) != 0
    assert "Ke3" in the_sentence(capsys)


def replayed(how: str, number: int, side: str, move: str, language: Language = GERMAN) -> str:
    """The line that tells which move is heard."""
    told, called = io.StringIO(), language.sheet[side]
    Screen(told, language).label(f"replay-{how}", number=str(number), side=called, move=move)
    return told.getvalue()


@pytest.mark.parametrize("language_id", known_languages())
def test_which_move_is_heard_is_told_in_the_language_alone(
    language_id: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--side", "white", "--language", language_id, "--out", str(tmp_path / "move.wav")]
    language, english = load_language(language_id), load_language("en").screen["replay-typed"]
    move = f"{language.orthography.files[4]}4"

    assert main(["record", game, "--play", "1", *options]) == 0
    assert capsys.readouterr().out == replayed("typed", 1, "white", move, language)
    assert (language.screen["replay-typed"] == english) is (language_id == "en")


def test_a_move_is_heard_as_it_was_announced(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = announced(game, tmp_path, 3, "g1f3")
    out = tmp_path / "move.wav"

    assert main(["record", game, "--play", "2", "--out", str(out)]) == 0
    assert soundfile.read(out, dtype="int16")[0].tobytes() == samples
    assert capsys.readouterr().out == replayed("announced", 2, "white", "Sf3")


def test_a_move_is_written_as_its_file_is_called(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = announced(game, tmp_path, 3, "g1f3")
    out = tmp_path / "move.flac"

    assert main(["record", game, "--play", "2", "--out", str(out)]) == 0
    assert soundfile.info(out).format == "FLAC"
    assert soundfile.read(out, dtype="int16")[0].tobytes() == samples

    capsys.readouterr()
    assert main(["record", game, "--play", "2", "--out", str(tmp_path / "move.mp3")]) == 2
    told = capsys.readouterr()
    assert ".flac, .opus, .wav" in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--out", "move.wav"), "--out is about --play"),
        (("--side", "white"), "--side is about --play"),
        (("--play", "1", "--write", "records"), "--play and --write are two things"),
        (("--sound", "game.flac", "--write", "records"), "--sound and --write are two things"),
        (("--compare", "a", "b"), "--compare names both games"),
    ],
)
def test_what_would_be_passed_over_without_a_word_is_refused(
    game: str, options: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", game, *options]) == 2
    assert told in capsys.readouterr().err


def test_a_folder_is_told_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("record", "review"):
        assert main([command, str(tmp_path)]) == 2
        assert f"{tmp_path} is a folder: name a file in it" in capsys.readouterr().err


def test_a_typed_move_is_spoken_by_the_program(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "move.wav"

    assert main(["record", game, "--play", "1", "--out", str(out)]) == 0
    assert soundfile.info(out).duration > 2.0
    assert capsys.readouterr().out == "".join(
        (replayed("typed", 1, "white", "e4"), replayed("typed", 1, "black", "e5"))
    )


def test_a_move_whose_sound_is_damaged_is_spoken_by_the_program_and_the_other_one_is_heard(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    announced(game, tmp_path, 1, "e2e4")
    black = announced(game, tmp_path, 2, "e7e5")
    (first, _) = sorted((tmp_path / "data" / "games" / game / "sound").glob("*.wav"))
    first.write_bytes(first.read_bytes()[:9_000])
    out = tmp_path / "move.wav"

    assert main(["record", game, "--play", "1", "--out", str(out)]) == 2
    assert soundfile.read(out, dtype="int16")[0].tobytes().endswith(black)
    assert capsys.readouterr().out == "".join(
        (replayed("damaged", 1, "white", "e4"), replayed("announced", 1, "black", "e5"))
    )


def test_on_a_disk_too_full_for_a_recording_no_half_of_it_is_left(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    announced(game, tmp_path, 1, "e2e4")
    with small_disk(tmp_path / "disk") as disk:
        ballast = filled(disk)
        os.truncate(ballast, ballast.stat().st_size - 16_384)

        out = str(disk / "move.wav")
        assert main(["record", game, "--play", "1", "--side", "white", "--out", out]) == 2
        assert "No space left on device" in capsys.readouterr().err
        assert [path.name for path in disk.iterdir()] == ["ballast"]


def test_only_the_side_that_was_asked_for_is_heard(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = announced(game, tmp_path, 2, "e7e5")
    out = tmp_path / "move.wav"

    assert main(["record", game, "--play", "1", "--side", "black", "--out", str(out)]) == 0
    assert soundfile.read(out, dtype="int16")[0].tobytes() == samples
    assert capsys.readouterr().out == replayed("announced", 1, "black", "e5")


def test_the_sound_of_a_move_taken_back_is_not_given_for_another(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    announced(game, tmp_path, 3, "b1c3")
    main(["record", game, "--play", "2", "--out", str(tmp_path / "move.wav")])

    assert capsys.readouterr().out == replayed("typed", 2, "white", "Sf3")


def test_sound_of_two_microphones_is_found_and_kept_apart(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    white = announced(game, tmp_path, 1, "e2e4", folder="sound-white")
    black = announced(game, tmp_path, 2, "e7e5", folder="sound-black")
    out = tmp_path / "move.wav"
    main(["record", game, "--play", "1", "--out", str(out)])
    heard = soundfile.read(out, dtype="int16")[0].tobytes()

    assert capsys.readouterr().out == "".join(
        (replayed("announced", 1, "white", "e4"), replayed("announced", 1, "black", "e5"))
    )
    assert heard.startswith(white)
    assert heard.endswith(black)
    assert main(["record", game, "--sound", str(tmp_path / "game.flac")]) == 0
    assert soundfile.info(tmp_path / "game-white.flac").frames == 16_000
    assert soundfile.info(tmp_path / "game-black.flac").frames == 16_000


def test_the_whole_sound_is_one_file_with_an_index(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    announced(game, tmp_path, 3, "g1f3")
    target = tmp_path / "game.opus"

    assert main(["record", game, "--sound", str(target)]) == 0
    assert abs(soundfile.info(target).duration - 1.0) < 0.1
    (line,) = (tmp_path / "game.opus.jsonl").read_text().splitlines()
    assert json.loads(line)["uci"] == "g1f3"
    assert str(target) in capsys.readouterr().out


def test_sound_that_is_joined_while_it_is_read_is_one_file_with_an_index(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = announced(game, tmp_path, 3, "g1f3") + announced(game, tmp_path, 5, "f1c4")
    folder, real = tmp_path / "data" / "games" / game / "sound", sound_joining.blocks
    left = iter(range(1))

    def joined_by_another(path: Path) -> Iterator[bytes]:
        if path.parent == folder and next(left, None) is not None:
            sound_joining.join(folder)
        return real(path)

    monkeypatch.setattr(sound_joining, "blocks", joined_by_another)
    target = tmp_path / "game.flac"

    assert main(["record", game, "--sound", str(target)]) == 0
    assert soundfile.info(target).frames == len(said) // 2
    lines = [json.loads(line) for line in Path(f"{target}.jsonl").read_text().splitlines()]
    assert [(line["uci"], line["file"]) for line in lines] == [
        ("g1f3", "game.flac"),
        ("f1c4", "game.flac"),
    ]


def test_a_move_that_is_joined_with_others_while_it_is_looked_for_is_heard(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced(game, tmp_path, 1, "e2e4")
    said = announced(game, tmp_path, 3, "g1f3")
    real = sound_joining.samples

    def joined_by_another(folder: Path, *where: Any) -> bytes:
        sound_joining.join(folder)
        return real(folder, *where)

    monkeypatch.setattr(sound_joining, "samples", joined_by_another)
    out = tmp_path / "move.wav"

    assert main(["record", game, "--play", "2", "--out", str(out)]) == 0
    assert soundfile.read(out, dtype="int16")[0].tobytes() == said


@pytest.mark.parametrize("kept", ["game.flac", "game.flac.jsonl", "game.jsonl"])
def test_nothing_that_was_there_is_written_over(
    kept: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    announced(game, tmp_path, 3, "g1f3")
    (tmp_path / kept).write_text("mine")
    code = main(["record", game, "--sound", str(tmp_path / "game.flac")])
    told = capsys.readouterr().err

    assert (tmp_path / kept).read_text() == "mine"
    assert code == (0 if kept == "game.jsonl" else 2)
    assert told == "" or f"{kept} exists and is not written over" in told


def test_of_a_typed_game_no_sound_file_is_written(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    AudioArchive(tmp_path / "data" / "games" / game / "sound").close()

    assert main(["record", game, "--sound", str(tmp_path / "game.flac")]) == 2
    assert "No sound was kept" in the_sentence(capsys)
    assert not (tmp_path / "game.flac").exists()


def test_sound_that_is_missing_or_damaged_is_named(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    announced(game, tmp_path, 1, "e2e4")
    folder, asked = (
        tmp_path / "data" / "games" / game / "sound",
        ["--sound", str(tmp_path / "game.flac")],
    )
    joined = sound_joining.join(folder)
    assert joined is not None
    joined.write_bytes(joined.read_bytes()[:9_000])

    assert main(["record", game, *asked]) == 2
    assert f"{joined.name} is damaged after 0:00. With --whole," in the_sentence(capsys)
    joined.unlink()
    assert main(["record", game, *asked]) == 2
    assert f"{joined.name} not found in {folder}. With --whole," in the_sentence(capsys)


def test_what_can_be_read_of_damaged_sound_is_written_with_a_sentence_about_the_rest(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, target = tmp_path / "data" / "games" / game / "sound", tmp_path / "game.wav"
    said = [announced(game, tmp_path, ply, uci) for ply, uci in ((1, "e2e4"), (2, "e7e5"))]
    said += [announced(game, tmp_path, 3, "g1f3"), announced(game, tmp_path, 4, "b8c6")]
    first, second, third, last = sorted(folder.glob("*.wav"))
    second.unlink()
    third.write_bytes(b"damaged")

    assert main(["record", game, "--sound", str(target)]) == 2
    assert not target.exists()
    capsys.readouterr()
    assert main(["record", game, "--sound", str(target), "--whole"]) == 2
    out, told = capsys.readouterr()
    assert out.split() == [str(target), f"{target}.jsonl"]
    assert told == f"voice-chess: {target} lacks all of {second.stem}.flac, all of {third.name}.\n"
    assert soundfile.read(target, dtype="int16")[0].tobytes() == said[0] + said[3]
    lines = [json.loads(line) for line in Path(f"{target}.jsonl").read_text().splitlines()]
    assert [(line["ply"], line["start_sample"] >= 16_000) for line in lines] == [
        (1, False),
        (4, True),
    ]
    for part in (first, last):
        part.write_bytes(b"damaged")
    target.unlink()
    Path(f"{target}.jsonl").unlink()
    assert main(["record", game, "--sound", str(target), "--whole"]) == 2
    assert "nothing in" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 {An illegal move stood here: 2. e1e3 Nc6} *",
        f'[FEN "{CHESS960}"]\n\n1. e4 e5 2. Nf3 *',
    ],
    ids=["an illegal move that stood", "Chess960"],
)
def test_a_move_of_any_game_can_be_played(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "any.pgn").write_text(text)
    out = tmp_path / "move.wav"

    assert main(["record", str(tmp_path / "any.pgn"), "--play", "2", "--out", str(out)]) == 0
    assert soundfile.info(out).duration > 0.5
    assert capsys.readouterr().err == ""


def test_a_sound_file_that_could_not_be_finished_is_not_there(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    announced(game, tmp_path, 3, "g1f3")
    (part,) = (tmp_path / "data" / "games" / game / "sound").glob("*.wav")
    part.write_bytes(b"damaged")

    assert main(["record", game, "--sound", str(tmp_path / "out" / "game.flac")]) == 2
    assert "game.flac" in capsys.readouterr().err
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "--compare"),
        (["never-played"], "never-played"),
        (["GAME", "--play", "12"], "Move 12 was not played"),
        (["GAME", "--play", "2", "--side", "black"], "Move 2 was not played"),
        (["GAME", "--sound", "game.mp3"], ".flac"),
        (["GAME", "--sound", "/proc/no/game.flac"], "/proc/no/game.flac"),
        (["GAME", "--write", "/proc/no"], "/proc/no"),
        (
            ["GAME", "--write", "x", "--cells", "9"],
            "argument --cells: '9' is not a whole number from 14 to 200",
        ),
        (
            ["GAME", "--write", "x", "--lines", "1"],
            "argument --lines: '1' is not a whole number from 3 to 200",
        ),
        (["--compare", "GAME", "/nowhere.pgn"], "/nowhere.pgn"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: list[str], told: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", *(game if word == "GAME" else word for word in arguments)]) == 2
    assert told in the_sentence(capsys)


def test_prose_without_liblouis_is_one_sentence(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "louis", None)

    assert main(["record", game, "--write", str(tmp_path), "--prose", "liblouis"]) == 2
    assert "liblouis is not installed" in the_sentence(capsys)


@pytest.mark.model
@pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}")
def test_a_game_killed_in_the_middle_is_heard_again_without_repair(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ["play", "--silent", "--verbose", "--hear", str(SETTINGS.audio / "demo")]
    with subprocess.Popen(
        [sys.executable, "-m", "voice_chess", *play],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            if "MoveAnnounced Black g8f6" in line:
                break
        running.send_signal(signal.SIGKILL)
    (folder,) = (tmp_path / "data" / "games").iterdir()
    before = sorted(path.name for path in (folder / "sound").iterdir())
    out, whole = tmp_path / "move.wav", tmp_path / "game.flac"

    assert main(["record", folder.name, "--play", "2", "--side", "white", "--out", str(out)]) == 0
    assert capsys.readouterr().out == replayed("announced", 2, "white", "Sf3")
    assert main(["hear", str(out), "--fen", AFTER_E4_E5]) == 0
    # They corrected themselves, which `hear`, without a move to correct, has no word for.
    assert "springer felix drei" in capsys.readouterr().out
    assert main(["record", folder.name, "--sound", str(whole)]) == 0
    assert soundfile.info(whole).duration > 8.0
    assert sorted(path.name for path in (folder / "sound").iterdir()) == before


AFTER_E4_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
