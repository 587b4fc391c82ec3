"""Boards that feel their pieces, by the name of their kind and their device: dgt:/dev/ttyUSB0.

At a seat of the play server the player's browser has the line; only its decoder is here then.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from voice_chess.adapters.boards.chessnut_board import ChessnutBoard, ChessnutDecoder
from voice_chess.adapters.boards.dgt_board import DgtBoard, DgtDecoder
from voice_chess.session.ports import BoardDecoder, BoardKind, BoardLost, BoardSensor

TURNED = ",turned"
"""Behind a device: Black sits at the lower edge of the board."""


class _Kind(Protocol):
    def __call__(self, path: Path, *, is_turned: bool) -> BoardSensor: ...


class _Decoding(Protocol):
    def __call__(self, *, is_turned: bool) -> BoardDecoder: ...


KINDS: Mapping[BoardKind, _Kind] = {"dgt": DgtBoard, "chessnut": ChessnutBoard}
DECODERS: Mapping[BoardKind, _Decoding] = {"dgt": DgtDecoder, "chessnut": ChessnutDecoder}


def sensor(named: str) -> BoardSensor:
    """The board of this kind at this device; it is looked for when it is asked. `BoardLost`."""
    name, colon, device = named.partition(":")
    kind = next((known for known in KINDS if known == name), None)
    is_turned = device.endswith(TURNED)
    path = device.removesuffix(TURNED)
    if not colon or kind is None or not path:
        message = f"No board is called {named!r}: say {' or '.join(KINDS)}, a colon, the device."
        raise BoardLost(message)
    return KINDS[kind](Path(path), is_turned=is_turned)
