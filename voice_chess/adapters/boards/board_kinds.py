"""Boards that feel their pieces, by the name of their kind and their device: dgt:/dev/ttyUSB0.

At a seat of the play server the player's browser has the line, and only the decoder is used here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from voice_chess.adapters.boards.chessnut_board import ChessnutDecoder
from voice_chess.adapters.boards.dgt_board import RATE, DgtDecoder
from voice_chess.adapters.boards.serial_line import DeviceLine, Line, SerialLine, told
from voice_chess.session.ports import BoardDecoder, BoardKind, BoardLost
from voice_chess.tactile.sensing import Felt

TURNED = ",turned"
"""The ending of a device's name if Black sits at the lower edge of the board."""


class _Decoding(Protocol):
    def __call__(self, *, is_turned: bool) -> BoardDecoder: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """How to open the line to a kind of board, and the decoder for it."""

    line: Callable[[Path], Line]
    decoder: _Decoding


KINDS: Mapping[BoardKind, _Kind] = {
    "dgt": _Kind(line=partial(SerialLine.opened, rate=RATE), decoder=DgtDecoder),
    "chessnut": _Kind(line=DeviceLine.opened, decoder=ChessnutDecoder),
}
DECODERS: Mapping[BoardKind, _Decoding] = {name: kind.decoder for name, kind in KINDS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOnLine:
    """`BoardSensor` at a device of this computer; `is_turned`: Black sits at its lower edge."""

    kind: BoardKind
    path: Path
    is_turned: bool = False

    def find(self) -> None:
        """Raise `BoardLost` if its device can't be opened."""
        KINDS[self.kind].line(self.path).close()

    def happenings(self) -> Iterator[Felt]:
        kind = KINDS[self.kind]
        yield from told(kind.line(self.path), kind.decoder(is_turned=self.is_turned))


def sensor(named: str) -> BoardOnLine:
    """Return the board of that name; its device is opened on use. Raises `BoardLost`."""
    name, colon, device = named.partition(":")
    kind = next((known for known in KINDS if known == name), None)
    is_turned = device.endswith(TURNED)
    path = device.removesuffix(TURNED)
    if not colon or kind is None or not path:
        message = f"No board is called {named!r}: say {' or '.join(KINDS)}, a colon, the device."
        raise BoardLost(message)
    return BoardOnLine(kind=kind, path=Path(path), is_turned=is_turned)
