"""`transcribe`: one recording of a whole game, with talk in it and voices around it."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.german import GERMAN
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.cli.command_line import main
from voice_chess.languages.language import load_language
from voice_chess.settings import Settings
from voice_chess.sound.noise_mixing import Disturbance, Others, babble
from voice_chess.sound.sampling import Waveform

SETTINGS = Settings.from_environment()
MODEL = model_of(load_language("de"), SETTINGS.models)
DEMO = SETTINGS.audio / "demo"
with_model = pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}")
TALK = (
    "ich hole mir noch einen kaffee",
    "mach doch bitte das fenster zu",
    "das war aber knapp gestern abend",
)
OTHERS = (
    "gestern waren wir zusammen im garten",
    "acht leute kamen mit sieben hunden",
    "wo hast du denn den schlüssel hingelegt",
)


def spoken(text: str, voice: str) -> Waveform:
    return sound_of(text, Delivery(voice=voice)) * np.float32(32_768)


def one_file(path: Path, *, snr_db: float) -> Path:
    """Both sides' announcements of the demonstration, pauses and talk, in babble."""
    rng = np.random.default_rng(4)
    parts: list[Waveform] = []
    for number, file in enumerate(sorted(DEMO.glob("*.flac"))):
        announcement, _ = soundfile.read(file, dtype="int16")
        pause = np.zeros(int(rng.uniform(1.2, 2.0) * 16_000), np.float32)
        parts += [announcement.astype(np.float32), pause]
        if number % 8 == 3:
            parts += [0.4 * spoken(TALK[number // 8 % len(TALK)], "de+m7"), pause]
    voices = {f"{n}": [spoken(text, f"de+{n}") for text in OTHERS] for n in ("m1", "m4", "f3")}
    noise = Disturbance(name="babble", snr_db=snr_db, noise=babble(Others(voices=voices)))
    sound = noise.on(np.concatenate(parts), rng, "player")
    soundfile.write(path, np.round(sound).astype("<i2"), 16_000)
    return path


@pytest.mark.slow
@pytest.mark.model
@with_model
def test_a_game_in_babble_is_written_down_move_by_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = one_file(tmp_path / "game.flac", snr_db=10.0)
    out, expected = tmp_path / "out", str(DEMO / "game.pgn")
    code = main(["transcribe", str(recording), "--out", str(out), "--expect", expected])
    told = capsys.readouterr().out
    times = [line.split("\t") for line in (out / "times.tsv").read_text("utf-8").splitlines()]

    assert code == 0, told
    assert GERMAN.sheet["compare_same"] in told
    assert "Sbd2" in (out / "scoresheet.txt").read_text("utf-8")
    assert "SBD2" in (out / "scoresheet.brf").read_text("ascii")
    assert (out / "scoresheet.pdf").read_bytes().startswith(b"%PDF")
    assert (out / "doubts.txt").read_text("utf-8")
    assert [time[-1] for time in times][:3] == ["e4", "e5", "Nf3"]
    assert len(times) == 21
    assert times == sorted(times, key=lambda time: seconds(time[0]))


def seconds(time: str) -> int:
    minutes, rest = time.split(":")
    return 60 * int(minutes) + int(rest)


@pytest.mark.model
@with_model
def test_a_recording_without_a_game_is_told_by_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "talk.wav"
    sound = np.concatenate([spoken(text, "de+f3") for text in OTHERS])
    soundfile.write(path, np.round(0.4 * sound).astype("<i2"), 16_000)

    assert main(["transcribe", str(path)]) == 1
    assert GERMAN.sheet["title"] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["/nowhere.flac"], "/nowhere.flac"),
        (["/nowhere.flac", "--fen", "nonsense"], "Not a position"),
        (["/nowhere.flac", "--language", "tlh"], "tlh"),
        (["/nowhere.flac", "--expect", "/nowhere.pgn"], "/nowhere.pgn"),
        (["/nowhere.flac", "--date", "gestern"], "'gestern' is no date"),
        (["/nowhere.flac", "--date", "2026.02.30"], "'2026.02.30' is no date"),
        (["/nowhere.flac", "--date", "2026-11-21"], "write it as 2026.11.21"),
        (["/nowhere.flac", "--date", "2026.??.??"], "/nowhere.flac"),
    ],
)
def test_what_cannot_be_transcribed_is_one_sentence(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["transcribe", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
