"""Whoever is told to end does so, at whatever moment the signal comes."""

import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ENDS_WITHIN_S = 60


def ran(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        timeout=ENDS_WITHIN_S,
        check=False,
    )


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
    done = ran(program)

    assert (done.stdout, done.stderr) == ("ended\n", "")


def test_a_program_ends_though_its_child_goes_on() -> None:
    """A child that has not become another program yet holds open all that its parent has open."""
    program = dedent("""
        import os, signal, time
        from voice_chess.cli.interruption import ending_when_told

        with ending_when_told():
            child = os.fork()
            if not child:
                time.sleep(600)
        os.kill(child, signal.SIGKILL)
        print("ended")
    """)
    done = ran(program)

    assert done.stdout == "ended\n"


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
    done = ran(LOADING, *command, "--data", str(tmp_path))

    assert (done.returncode, done.stdout, done.stderr.strip()) == (code, "", "")


AT_EVERY_MOMENT = """
import os, signal, sys
from voice_chess import __main__ as started

# Whoever is started in the background of a shell inherits that Ctrl-C means nothing.
signal.signal(signal.SIGINT, signal.default_int_handler)
first, second, moment = int(sys.argv.pop(1)), int(sys.argv.pop(1)), sys.argv.pop(1)

def tell(*_):
    for told in (first, second):
        if told:
            os.kill(os.getpid(), told)

class Reading:
    @staticmethod
    def find_spec(wanted, *_):
        if wanted == "voice_chess.cli.command_line" and moment == "reading":
            tell()

class Last:
    def __del__(self):
        tell()

sys.meta_path.insert(0, Reading())
code = started.main()
if moment == "done":
    tell()
if moment == "leaving":
    sys.last_moment = Last()
sys.exit(code)
"""
"""The program, told to end while it is read, when its work is done, or while Python ends."""


@pytest.mark.parametrize(
    ("told", "moment", "code"),
    [
        ((signal.SIGTERM, 0), "reading", 0),
        ((signal.SIGINT, 0), "reading", 130),
        ((signal.SIGTERM, 0), "done", 2),
        ((signal.SIGINT, signal.SIGINT), "done", 2),
        ((signal.SIGTERM, signal.SIGINT), "leaving", 2),
        ((signal.SIGINT, 0), "leaving", 2),
    ],
    ids=[
        "SIGTERM while it is read",
        "Ctrl-C while it is read",
        "SIGTERM when its work is done",
        "Ctrl-C twice when its work is done",
        "both while Python ends",
        "Ctrl-C while Python ends",
    ],
)
def test_whatever_the_moment_a_signal_neither_kills_the_program_nor_leaves_a_traceback(
    told: tuple[int, int], moment: str, code: int, tmp_path: Path
) -> None:
    refused = ["serve", "--port", "0", "--data", str(tmp_path), "--browser-engine", "missing"]
    done = ran(AT_EVERY_MOMENT, *(str(int(each)) for each in told), moment, *refused)

    assert (done.returncode, done.stdout) == (code, "")
    assert "Traceback" not in done.stderr


TOLD_TWICE = """
import os, signal, sys, threading, time
from voice_chess import __main__ as started
from voice_chess.compose import server as composed

signal.signal(signal.SIGINT, signal.default_int_handler)
first = int(sys.argv.pop(1))
serve = composed.run_server

def tell(server):
    while not server.started:
        time.sleep(0.01)
    os.kill(os.getpid(), first)
    while not server.should_exit:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)

def served(server, *rest):
    threading.Thread(target=tell, args=(server,)).start()
    serve(server, *rest)

composed.run_server = served
sys.exit(started.main())
"""
"""A server that gets a signal, and then Ctrl-C while it ends."""


@pytest.mark.parametrize(
    ("first", "code", "errors"), [(signal.SIGTERM, 0, ""), (signal.SIGINT, 130, "\n")]
)
def test_ctrl_c_while_a_server_ends_leaves_it_the_order_and_the_code_of_its_end(
    first: signal.Signals, code: int, errors: str, tmp_path: Path
) -> None:
    wanted = ["serve", "--port", "0", "--data", str(tmp_path)]
    done = ran(TOLD_TWICE, str(int(first)), *wanted)

    assert (done.returncode, done.stderr) == (code, errors)
