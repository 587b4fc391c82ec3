"""Whichever way an archive is damaged, each of its readers says so in words of its own."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from voice_chess.adapters.recognition import voice_files
from voice_chess.adapters.recognition.voice_files import OwnEar, VoiceFileDamaged
from voice_chess.adapters.storage.signed_archive import ArchiveSeal, checked
from voice_chess.decoding.head_file import read_head, write_head
from voice_chess.decoding.kaldi_file import DamagedNetwork
from voice_chess.decoding.network import Layer
from voice_chess.decoding.voice_fit import Fit, SpokenExample, Tried
from voice_chess.languages.language import load_language
from voice_chess.records import ebraille
from voice_chess.records.scoresheet import BadRecord, Header, Noted, Scoresheet, Terms

Damage = Callable[[bytes], bytes]
NAME = "Ida"
NO_WORDS = np.ones((2, 2), np.float32)
LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"


def with_number(sign: bytes, place: int, number: int, size: int = 2) -> Damage:
    """Put a number at this place behind each such sign of the zip format."""

    def damaged(data: bytes) -> bytes:
        found = bytearray(data)
        start = data.find(sign)
        while start >= 0:
            found[start + place : start + place + size] = number.to_bytes(size, "little")
            start = data.find(sign, start + 1)
        return bytes(found)

    return damaged


def packed_by(method: int) -> Damage:
    """Name another way of packing, as one wrong byte does."""
    local, central = with_number(LOCAL, 8, method), with_number(CENTRAL, 10, method)
    return lambda data: central(local(data))


DAMAGES: dict[str, Damage] = {
    "cut off": lambda data: data[: len(data) // 2],
    "packed by bzip2": packed_by(zipfile.ZIP_BZIP2),
    "packed by LZMA": packed_by(zipfile.ZIP_LZMA),
    "packed by something unknown": packed_by(77),
    "locked": with_number(CENTRAL, 8, 1),
    "beyond the end": with_number(CENTRAL, 42, 0x7FFF_FFFF, 4),
    "before the start": with_number(END, 16, 0x7FFF_FFFF, 4),
    "names that are no text": lambda data: with_number(CENTRAL, 8, 0x800)(
        with_number(CENTRAL, 46, 0xFF, 1)(data)
    ),
}


def signed(folder: Path) -> tuple[Path, Callable[[], object]]:
    path = folder / "record.zip"
    with path.open("wb") as file:
        ArchiveSeal(bytes(32)).write(file, {}, [("a", b"1. e4 *\n" * 50)])

    def read() -> None:
        if checked(path).faults:
            raise BadRecord

    return path, read


def sheet(folder: Path) -> tuple[Path, Callable[[], object]]:
    path = folder / "game.ebrl"
    game = Scoresheet.of_moves([Noted(uci="e2e4")], header=Header(), terms=Terms())
    path.write_bytes(ebraille.written(game, load_language("en")))
    return path, lambda: ebraille.text_of(path.read_bytes())


def head(folder: Path) -> tuple[Path, Callable[[], object]]:
    path = folder / "head.npz"
    layer = Layer(offsets=(0,), weight=NO_WORDS, bias=NO_WORDS[0], is_rectified=False)
    write_head(path, [layer], NO_WORDS[0])
    return path, lambda: read_head(path)


def voice(folder: Path) -> tuple[Path, Callable[[], object]]:
    reading = SpokenExample(words=("ja",), sound=np.arange(800, dtype=np.float32))
    fit = Fit(adaptations=(), tried=Tried(examples=1, right_before=1, right_after=1))
    ear = OwnEar(name=NAME, model="", readings=(reading,), fit=fit)
    return voice_files.write(folder, ear), lambda: voice_files.read(folder, NAME)


READERS = {"signed": signed, "sheet": sheet, "head": head, "voice": voice}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("reader", READERS)
def test_each_reader_tells_that_its_archive_is_damaged(
    reader: str, damage: str, tmp_path: Path
) -> None:
    path, read = READERS[reader](tmp_path)
    read()
    path.write_bytes(DAMAGES[damage](path.read_bytes()))

    with pytest.raises((BadRecord, DamagedNetwork, VoiceFileDamaged)):
        read()


@pytest.mark.parametrize("header", ["{'descr': '<i2', 'shape': (", "{1: 2, b'a': 3, 'shape': 4}"])
@pytest.mark.parametrize("reader", ["head", "voice"])
def test_an_array_whose_head_is_no_head_is_told(reader: str, header: str, tmp_path: Path) -> None:
    """It comes out of the archive as it went in: whoever packed it wrote it so."""
    path, read = READERS[reader](tmp_path)
    text = header.ljust(117).encode() + b"\n"
    array = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as before:
        names = before.namelist()
    with zipfile.ZipFile(path, "w") as after:
        for name in names:
            after.writestr(name, array)

    with pytest.raises((DamagedNetwork, VoiceFileDamaged)):
        read()
