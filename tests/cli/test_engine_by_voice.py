"""A whole game against an engine: by voice from one sound file, and typed in a real terminal."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.adapters.engines import uci_script
from tests.german import YES, by_ear, german, in_words, says
from tests.stage.by_sound import RATE, speech_of
from voice_chess.adapters.documents.record_files import read_pgn
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.cli.command_line import main
from voice_chess.languages.language import load_language
from voice_chess.settings import Settings

MODEL = model_of(load_language("de"), Settings.from_environment().models)
FOOLISH = 'print("bestmove", ["f2f3", "g2g4"][len(board.move_stack) // 2], flush=True)'
FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
VOICE = "de+edward2"
PATIENCE_S = 240


def in_one_file(path: Path, *said: str) -> Path:
    """What one player says in a game, with the pauses in which the other moves."""
    pause = np.zeros(4 * RATE, np.float32)
    parts = [part for words in said for part in (pause, speech_of(words, VOICE))]
    sound = np.concatenate([*parts, pause])
    sound += np.random.default_rng(1).normal(0.0, 4.0, len(sound)).astype(np.float32)
    soundfile.write(path, np.round(sound).astype("<i2"), RATE)
    return path


@pytest.mark.model
@pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}")
def test_a_game_against_an_engine_is_won_by_voice_from_a_sound_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = uci_script.written(tmp_path, go=FOOLISH)
    sound = in_one_file(tmp_path / "game.flac", by_ear("e5"), by_ear("Qh4"), YES)
    table = ["--opponent", f"engine:{engine}", "--side", "black", "--data", str(tmp_path / "data")]
    code = main(["play", "--hear", str(sound), "--silent", *table])
    told = capsys.readouterr().out
    (pgn,) = (tmp_path / "data" / "games").glob("*/game.pgn")

    assert code == 0, told
    assert german("MoveAnnounced", move=in_words("Pf3")) in told
    assert read_pgn(pgn).moves == FOOLS_MATE, told
    assert read_pgn(pgn).result == "0-1"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Runs tmux with a server of its own."""
    tmux = shutil.which("tmux")
    if tmux is None:
        pytest.skip("NOT TESTED: there is no tmux here (Debian: apt install tmux)")
    server = [tmux, "-S", str(tmp_path / "tmux"), "-f", "/dev/null"]

    def run(*arguments: str) -> str:
        return subprocess.run(
            [*server, *arguments], check=True, capture_output=True, text=True, encoding="utf-8"
        ).stdout

    yield run
    subprocess.run([*server, "kill-server"], check=False, capture_output=True)


def test_a_game_against_an_engine_is_won_by_typing_in_a_terminal(
    terminal: Callable[..., str], tmp_path: Path
) -> None:
    engine = uci_script.written(tmp_path, go=FOOLISH)
    table = f"--opponent engine:{engine} --side black --press command --data {tmp_path / 'data'}"
    program = f"{sys.executable} -m voice_chess play --typed --silent {table}; sleep 600"
    terminal("-u", "new-session", "-d", "-s", "game", "-x", "120", "-y", "100", program)

    def seen(text: str) -> bool:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            if text in terminal("capture-pane", "-p", "-t", "game"):
                return True
            time.sleep(0.2)
        return False

    def typed(*keys: str) -> None:
        terminal("send-keys", "-t", "game", *keys)

    assert seen(german("MoveAnnounced", move=in_words("Pf3")))
    typed("e5", "Enter")
    assert seen(german("MoveAnnounced", move=in_words("Pe5")))
    typed(",p")
    assert seen(german("MoveAnnounced", move=in_words("Pg4")))
    typed("Dh4", "Enter")
    assert seen(in_words("h4"))
    typed(",y")
    assert seen(german("MoveAnnounced", move=f"{in_words('h4')} {says('mate')}"))
    typed(",p")
    typed("C-d")
    assert seen(": 0-1")
    (pgn,) = (tmp_path / "data" / "games").glob("*/game.pgn")
    assert read_pgn(pgn).moves == FOOLS_MATE
