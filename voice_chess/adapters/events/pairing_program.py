"""Runs another program as `Pairer`, by way of files: bbpPairings or JaVaFo.

Both read a tournament report, and write the number of pairs and then a line for each: White and
Black by starting number, with 0 for the opponent of the bye.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from voice_chess.event.boards import Board, violations
from voice_chess.event.entrants import Round
from voice_chess.event.pairing import PairerLost
from voice_chess.event.report_faults import Fault, FaultInReport
from voice_chess.event.trf_writing import report_before

_LOOKING_EACH_S = 1
_NO_PAIRING = 1
"""The exit code of bbpPairings when no pairing is allowed.

JaVaFo says so in words, because 1 is also the code of a Java that could not start."""
_JAVA = ".jar"
_PAIR = 2
_LONGEST_ANSWER = 1_000_000
"""More bytes than the pairs of ten thousand players have."""
_LONGEST_OUTPUT = 4_000
_LONGEST_WORDS = 200


class PairingProgram:
    """Runs a file that ends with .jar by Java, like JaVaFo; any other like bbpPairings."""

    allots_colours = True

    def __init__(self, path: Path, waited: Callable[[int], None]) -> None:
        """`waited` is called each second with the seconds that have passed. Raises `PairerLost`."""
        self._name = path.name
        self._is_java = path.suffix.lower() == _JAVA
        self._command = _command(path, is_java=self._is_java)
        self._waited = waited

    def boards(self, round_: Round) -> tuple[Board, ...]:
        with TemporaryDirectory(prefix="voice-chess-") as folder:
            report, answer = Path(folder, "event.trf"), Path(folder, "pairs.txt")
            output = Path(folder, "output.txt")
            report.write_text(report_before(round_), "utf-8")
            code = self._run([*self._command, str(report), "-p", str(answer)], output)
            try:
                found = (
                    self._ended_by(code)
                    if code
                    else _boards(_beginning(answer, _LONGEST_ANSWER).decode("utf-8"))
                )
            except (OSError, ValueError):
                found = FaultInReport.of(Fault.PAIRER_NO_PAIRS)
            said = _said(output)
        if not isinstance(found, FaultInReport):
            return self._allowed(found, round_)
        fault = Fault.PAIRER_FAILED if said else Fault.PAIRER_SILENT
        failed = FaultInReport.of(fault, name=self._name, round=round_.number, said=said)
        raise PairerLost(failed.because_of(found))

    def _allowed(self, boards: tuple[Board, ...], round_: Round) -> tuple[Board, ...]:
        """Return the boards. Raises `PairerLost` if the rules forbid them, which others may do."""
        forbidden = next(violations(boards, round_), None)
        if forbidden is not None:
            against = Fault.PAIRER_AGAINST_RULES
            paired = FaultInReport.of(against, name=self._name, round=round_.number)
            raise PairerLost(paired.because_of(forbidden))
        return boards

    def _ended_by(self, code: int) -> FaultInReport:
        """Return how the program ended; a negative code is the number of a signal."""
        if code == _NO_PAIRING and not self._is_java:
            return FaultInReport.of(Fault.PAIRER_NONE_ALLOWED, code=code)
        if code >= 0:
            return FaultInReport.of(Fault.PAIRER_CODE, code=code)
        try:
            value = signal.Signals(-code).name
        except ValueError:
            value = str(-code)
        return FaultInReport.of(Fault.PAIRER_KILLED, value=value)

    def _run(self, command: Sequence[str], output: Path) -> int:
        """Return its exit code; everything that it prints is in the file. Raises `PairerLost`.

        It has a group of processes of its own, because it may be a script that starts others, which
        have to end with it.
        """
        try:
            with output.open("wb") as file:
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
        except OSError as error:
            why = error.strerror or str(error)
            raise PairerLost.of(Fault.PAIRER_NOT_RUN, name=self._name, value=why) from error
        with process:
            try:
                return self._code(process)
            finally:
                _end_all(process)

    def _code(self, process: "subprocess.Popen[bytes]") -> int:
        seconds = 0
        while True:
            try:
                return process.wait(timeout=_LOOKING_EACH_S)
            except subprocess.TimeoutExpired:
                seconds += _LOOKING_EACH_S
                self._waited(seconds)


def _end_all(process: "subprocess.Popen[bytes]") -> None:
    """End the process and whatever it has started."""
    if sys.platform == "win32":
        process.kill()
        return
    from os import killpg  # Windows has neither
    from signal import SIGKILL

    with suppress(ProcessLookupError):
        killpg(process.pid, SIGKILL)


def _beginning(file: Path, most: int) -> bytes:
    """Return the beginning of a file, of at most this many bytes."""
    with file.open("rb") as opened:
        return opened.read(most)


def _said(output: Path) -> str:
    """Return the beginning of what a program has printed, on one line."""
    try:
        words = _beginning(output, _LONGEST_OUTPUT).decode("utf-8", "replace").split()
    except OSError:
        words = []  # the program has deleted its folder
    return " ".join(words)[:_LONGEST_WORDS]


def _boards(text: str) -> tuple[Board, ...] | FaultInReport:
    """Return the boards, or that this is no list of pairs."""
    count, *lines = [line.split() for line in text.splitlines() if line.strip()] or [[]]
    is_numeric = all(word.isdecimal() for line in (count, *lines) for word in line)
    is_whole = is_numeric and count == [str(len(lines))]
    if not is_whole or any(len(line) != _PAIR for line in lines):
        return FaultInReport.of(Fault.PAIRER_NO_PAIRS)
    pairs = (tuple(map(int, line)) for line in lines)
    return tuple(Board(white=white, black=black or None) for white, black in pairs)


def _command(path: Path, *, is_java: bool) -> tuple[str, ...]:
    if not is_java:
        return _program(path), "--dutch"
    java = shutil.which("java")
    if java is None or not path.is_file():
        lacking = Fault.PAIRER_NOT_THERE if java else Fault.PAIRER_NO_JAVA
        raise PairerLost.of(lacking, value=str(path))
    return java, "-jar", str(path)


def _program(path: Path) -> str:
    """Return the program to run; a file in this folder needs no `./` before its name.

    A `Path` drops the `./` anyway. Raises `PairerLost`.
    """
    if path.is_file():
        if not os.access(path, os.X_OK):
            raise PairerLost.of(Fault.PAIRER_NO_PROGRAM, value=str(path))
        return str(path.absolute())
    found = None if path.exists() else shutil.which(path)
    if found is None:
        raise PairerLost.of(Fault.PAIRER_NOT_THERE, value=str(path))
    return found
