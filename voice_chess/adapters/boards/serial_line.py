"""The line to a board: bytes out and in, and one clear sentence when the board is gone."""

import os
import select
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, Self

import serial

from voice_chess.session.ports import BoardDecoder, BoardLost
from voice_chess.tactile.sensing import Felt

_WAIT_S = 0.25
_MOST_BYTES = 4_096
_INSTEAD = "connect it again, or go on by voice"
_SILENT_READS = 20
"""After this many reads without a byte, 5 s, no board is there that is switched on."""
_STRANGE_BYTES = 4_096
"""After this many bytes without a report, no board of this kind is there."""


class Line(Protocol):
    """An open line. `write` and `read` raise `BoardLost`."""

    def write(self, data: bytes) -> None:
        """Send all the bytes."""

    def read(self) -> bytes:
        """Return the bytes that have come; none if a moment passes without any."""

    def close(self) -> None:
        """Close the line; never raises."""


def told(line: Line, decoder: BoardDecoder) -> Iterator[Felt]:
    """Yield all that the board at this line reports; then close the line.

    Raises `BoardLost`, also if nothing there ever reports its pieces.
    """
    try:
        for asked in decoder.opening:
            line.write(asked)
        yield from _first(line, decoder)
        while True:
            yield from _taken(line.read(), line, decoder)
    finally:
        line.close()


def _first(line: Line, decoder: BoardDecoder) -> tuple[Felt, ...]:
    """Return the first report. Raises `BoardLost` if the line is silent or nothing makes sense."""
    silent = strange = 0
    while silent < _SILENT_READS and strange < _STRANGE_BYTES:
        data = line.read()
        happenings = _taken(data, line, decoder)
        if happenings:
            return happenings
        silent = 0 if data else silent + 1
        strange += len(data)
    message = "No board reports its pieces there: is it switched on, and is it of this kind?"
    raise BoardLost(message)


def _taken(data: bytes, line: Line, decoder: BoardDecoder) -> tuple[Felt, ...]:
    happenings = tuple(decoder.taken(data))
    for again in decoder.asked_again():
        line.write(again)
    return happenings


class SerialLine:
    """A serial line: a cable, or USB or Bluetooth that the system shows as one."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port

    @classmethod
    def opened(cls, path: Path, rate: int) -> Self:
        """Open it with eight bits, no parity, one stop bit. Raises `BoardLost`."""
        try:
            return cls(serial.Serial(str(path), rate, timeout=_WAIT_S, write_timeout=1.0))
        except (serial.SerialException, ValueError) as error:
            raise _not_opened(path, error) from error

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
            self._port.flush()
        except (serial.SerialException, OSError) as error:
            raise _gone(self._port.port, error) from error

    def read(self) -> bytes:
        try:
            return self._port.read(max(1, self._port.in_waiting))
        except (serial.SerialException, OSError, TypeError) as error:
            # TypeError: the port was closed by another thread while this one was waiting.
            raise _gone(self._port.port, error) from error

    def close(self) -> None:
        self._port.close()


class DeviceLine:
    """A device file that delivers whole reports, such as a USB board's hidraw."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def opened(cls, path: Path) -> Self:
        """Open the device. Raises `BoardLost`."""
        try:
            handle = os.open(path, os.O_RDWR | getattr(os, "O_NOCTTY", 0))
        except OSError as error:
            raise _not_opened(path, error) from error
        if not stat.S_ISCHR(os.fstat(handle).st_mode):
            os.close(handle)
            message = f"{path} is no board but a file; name the device, or play without one."
            raise BoardLost(message)
        return cls(path, handle)

    def write(self, data: bytes) -> None:
        try:
            os.write(self._handle, data)
        except OSError as error:
            raise _gone(self._path, error) from error

    def read(self) -> bytes:
        try:
            ready, _, _ = select.select([self._handle], [], [], _WAIT_S)
            came = os.read(self._handle, _MOST_BYTES) if ready else None
        except (OSError, ValueError) as error:
            raise _gone(self._path, error) from error
        if came == b"":
            raise _gone(self._path, "end of file")
        return came or b""

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _not_opened(path: Path, error: OSError | ValueError) -> BoardLost:
    reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
    return BoardLost(f"The board at {path} can't be opened ({reason}): {_INSTEAD}.")


def _gone(path: object, error: object) -> BoardLost:
    return BoardLost(f"The board at {path} does not answer any more ({error}): {_INSTEAD}.")
