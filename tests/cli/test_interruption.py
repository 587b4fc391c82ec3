"""Whoever is told to end does so, at whatever moment the signal comes."""

import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from voice_chess import __main__ as started

ENDS_WITHIN_S = 30


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_that_comes_while_something_is_thrown_away_is_not_lost(told: int) -> None:
    """In a `__del__` an interruption is printed as ignored, and the program would wait for ever."""
    program = dedent(f"""
        import os, signal, threading
        from voice_chess.cli.interruption import ending_when_told

        # Whoever is started in the background of a shell inherits that Ctrl-C means nothing.
        signal.signal(signal.SIGINT, signal.default_int_handler)

        class Thrown:
            def __del__(self):
                os.kill(os.getpid(), {told})
                for _ in range(1_000):
                    pass

        try:
            with ending_when_told():
                thrown = Thrown()
                del thrown
                threading.Event().wait()
        except KeyboardInterrupt:
            print("ended")
    """)
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=ENDS_WITHIN_S,
        check=False,
    )

    assert (ran.stdout, ran.stderr) == ("ended\n", "")


LOADING = """
import os, signal, sys, time
from voice_chess.cli import command_line

class Loading:
    @staticmethod
    def find_spec(wanted, *_):
        if wanted == "voice_chess.compose.server_check":
            try:
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(10)
            finally:
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(0.01)

sys.meta_path.insert(0, Loading)
code = command_line.main(sys.argv[1:])
os.kill(os.getpid(), signal.SIGTERM)
sys.exit(code)
"""
"""The program, which is told to end while it loads, while it ends, and while Python ends."""


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["serve", "--port", "0"], 0),
        (["serve", "--che"], 130),
    ],
    ids=["a server", "a check"],
)
def test_a_server_told_to_end_while_it_loads_ends_as_asked_and_a_check_has_no_result(
    command: list[str], code: int, tmp_path: Path
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOADING, *command, "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=ENDS_WITHIN_S,
        check=False,
    )

    assert (ran.returncode, ran.stdout, ran.stderr.strip()) == (code, "", "")


def test_ctrl_c_while_the_program_is_still_being_read_leaves_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "voice_chess.cli.command_line"

    class PressedMeanwhile:
        """Finds modules; when that of the command line is wanted, Ctrl-C is pressed."""

        @staticmethod
        def find_spec(wanted: str, *_: object) -> None:
            if wanted == name:
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.delattr("voice_chess.cli.command_line", raising=False)
    monkeypatch.setattr(sys, "meta_path", [PressedMeanwhile(), *sys.meta_path])

    assert started.main() == 130
    assert capsys.readouterr() == ("", "\n")
