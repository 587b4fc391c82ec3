"""Long work tells how far it is, ends when it is asked to, and keeps what it has."""

import io
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.german import GERMAN
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.cli.long_work import going_over, hearing
from voice_chess.languages.language import load_language
from voice_chess.settings import Settings

SETTINGS = Settings.from_environment()
MODEL = model_of(load_language("de"), SETTINGS.models)
DEMO = SETTINGS.audio / "demo"
PATIENCE_S = 120


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_of_words_is_written_for_each_minute_of_sound(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with hearing(150_000) as work:
        heard = list(work.over(range(7_500), lambda _: 20))

    assert len(heard) == 7_500
    assert capsys.readouterr().err.splitlines() == ["heard 1:00 of 2:30", "heard 2:00 of 2:30"]


def test_recordings_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    with going_over("recordings", 120) as work:
        assert list(work.over(range(120))) == list(range(120))

    assert capsys.readouterr().err.splitlines() == [
        "50 of 120 recordings",
        "100 of 120 recordings",
    ]


def test_short_work_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with hearing(59_000) as work:
        list(work.over(range(59), lambda _: 1_000))

    assert capsys.readouterr().err == ""


def test_a_terminal_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with hearing(100_000) as work:
        list(work.over(range(100), lambda _: 1_000))

    assert "100/100" in terminal.getvalue()
    assert "heard" not in terminal.getvalue()


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_one_signal_ends_the_work_with_what_it_has(which: signal.Signals) -> None:
    done = []
    with going_over("recordings", 1_000) as work:
        for item in work.over(range(1_000)):
            done.append(item)
            if item == 3:
                signal.raise_signal(which)

    assert done == [0, 1, 2, 3]
    assert work.code(0) == 130


def test_a_second_signal_ends_it_at_once() -> None:
    with going_over("recordings", 2):
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_signals_mean_afterwards_what_they_meant_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with going_over("recordings", 1):
        assert signal.getsignal(signal.SIGINT) is not before

    assert signal.getsignal(signal.SIGINT) is before


def test_what_nobody_interrupted_has_the_commands_own_code() -> None:
    with going_over("recordings", 0) as work:
        assert list(work.over([])) == []

    assert work.code(1) == 1


@pytest.mark.model
@pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}")
@pytest.mark.parametrize(
    ("command", "kept"),
    [("transcribe", GERMAN.sheet["title"]), ("hear", f"{GERMAN.screen['hear-decision']}:")],
)
def test_ctrl_c_prints_what_was_heard_so_far(command: str, kept: str, tmp_path: Path) -> None:
    """A long recording: the program is asked to end once it has said that a minute is heard."""
    hiss = np.random.default_rng(1).normal(0, 3, 16_000 * 60 * 10)
    announcement, _ = soundfile.read(DEMO / "02-black.flac", dtype="int16")
    begin = announcement if command == "transcribe" else announcement[:0]
    sound = np.concatenate([begin, hiss.astype(np.int16)])
    soundfile.write(tmp_path / "long.wav", sound, 16_000)
    run = [sys.executable, "-u", "-m", "voice_chess", command, str(tmp_path / "long.wav")]
    with subprocess.Popen(
        run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stderr is not None
        first = program.stderr.readline()
        program.send_signal(signal.SIGINT)
        out, rest = program.communicate(timeout=PATIENCE_S)

    assert first.startswith("heard 1:00 of 10:0")
    assert "Traceback" not in rest
    assert kept in out
    assert program.returncode == 130
