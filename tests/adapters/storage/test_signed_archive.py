"""A signed archive: whole as it was made, and whatever was done to it since is told."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from voice_chess.adapters.storage.signed_archive import (
    KEY,
    MANIFEST,
    SIGNATURE,
    ArchiveSeal,
    checked,
)

SEAL, OTHER = ArchiveSeal(bytes(range(32))), ArchiveSeal(bytes(32))
FILES = {"a/game.pgn": b"1. e4 *\n", "a/sounds/001w-e4.wav": bytes(5_000), "empty": b""}
Entries = dict[str, bytes]


def archive(path: Path, seal: ArchiveSeal = SEAL) -> Path:
    with path.open("wb") as file:
        seal.write(file, {"name": "Žilina"}, FILES.items())
    return path


def changed(path: Path, change: Callable[[Entries], object]) -> Path:
    """The same archive with other contents."""
    with zipfile.ZipFile(path) as before:
        entries = {name: before.read(name) for name in before.namelist()}
    change(entries)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as after:
        for name, content in entries.items():
            after.writestr(name, content)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return archive(tmp_path / "record.zip")


@pytest.mark.parametrize("known", [None, SEAL.public_key])
def test_what_nobody_touched_is_whole(path: Path, known: bytes | None) -> None:
    found = checked(path, known)

    assert found.faults == ()
    assert found.about == {"name": "Žilina"}
    assert found.files == tuple(FILES)


def test_any_zip_program_reads_it(path: Path) -> None:
    with zipfile.ZipFile(path) as opened:
        assert opened.testzip() is None
        assert {name: opened.read(name) for name in FILES} == FILES


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (lambda e: e.update({"a/game.pgn": b"1. d4 *\n"}), ["a/game.pgn is not as it was signed."]),
        (lambda e: e.update({"empty": b"x"}), ["empty is not as it was signed."]),
        (lambda e: e.pop("empty"), ["empty is missing."]),
        (lambda e: e.update({"b": b""}), ["b was added: it is not in the manifest."]),
        (
            lambda e: (e.pop("empty"), e.update({"b": b"", "a/game.pgn": b""})),
            [
                "b was added: it is not in the manifest.",
                "a/game.pgn is not as it was signed.",
                "empty is missing.",
            ],
        ),
        (lambda e: e.pop(SIGNATURE), ["manifest.sig is missing, so nothing can be checked."]),
        (lambda e: e.pop(MANIFEST), ["manifest.json is missing, so nothing can be checked."]),
        (lambda e: e.pop(KEY), ["key.pem is missing, so nothing can be checked."]),
        (
            lambda e: e.update({KEY: OTHER.public_key}),
            ["The signature does not fit: manifest.json or the key was changed."],
        ),
        (
            lambda e: e.update({MANIFEST: e[MANIFEST].replace(b"5000", b"5001")}),
            ["The signature does not fit: manifest.json or the key was changed."],
        ),
    ],
)
def test_each_change_is_told(
    path: Path, change: Callable[[Entries], object], faults: list[str]
) -> None:
    assert list(checked(changed(path, change)).faults) == faults


@pytest.mark.parametrize("name", [SIGNATURE, KEY])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"no key"])
def test_rubbish_in_place_of_key_or_signature_is_told(
    path: Path, name: str, content: bytes
) -> None:
    (fault,) = checked(changed(path, lambda e: e.update({name: content}))).faults

    assert fault.startswith(("Manifest, signature or key can't be read", "The signature does not"))


@pytest.mark.parametrize("manifest", [{}, [], {"format": "other", "about": {}, "files": {}}])
def test_a_signed_manifest_of_another_kind_is_told(path: Path, manifest: object) -> None:
    def sign(entries: Entries) -> None:
        written = json.dumps(manifest).encode()
        entries[MANIFEST] = written
        entries[SIGNATURE] = SEAL.signature(written)

    (fault,) = checked(changed(path, sign)).faults

    assert fault.startswith("Manifest, signature or key can't be read")


def test_another_server_s_record_is_not_the_one_that_was_wanted(tmp_path: Path) -> None:
    made_again = archive(tmp_path / "forged.zip", OTHER)

    (fault,) = checked(made_again, SEAL.public_key).faults

    assert fault.startswith("It was signed by the key ")
    assert "not by the one that was named" in fault


def test_what_is_no_archive_is_told(tmp_path: Path) -> None:
    path = tmp_path / "record.zip"
    path.write_bytes(b"no zip")

    (fault,) = checked(path).faults

    assert fault.startswith("It can't be read: it is no zip archive, or damaged")


def test_wherever_a_byte_is_damaged_something_is_told(path: Path) -> None:
    """Or nothing that counts is: the times of the entries are in no file."""
    whole = path.read_bytes()
    unnoticed: list[int] = []
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        found = checked(path)
        if not found.faults:
            unnoticed.append(place)
            with zipfile.ZipFile(path) as opened:
                assert {name: opened.read(name) for name in FILES} == FILES
    assert len(unnoticed) < len(whole) / 2


def test_a_name_whose_letters_are_damaged_is_told(tmp_path: Path) -> None:
    path = tmp_path / "record.zip"
    with path.open("wb") as file:
        SEAL.write(file, {}, [("\u017dilina.pgn", b"1. e4 *\n")])
    path.write_bytes(path.read_bytes().replace("\u017d".encode(), b"\xff\xff"))

    (fault,) = checked(path).faults

    assert fault.startswith("It can't be read: it is no zip archive, or damaged")


def test_no_more_is_unpacked_than_was_signed(path: Path) -> None:
    bomb = changed(path, lambda e: e.update({"empty": bytes(200_000_000)}))

    assert checked(bomb).faults == ("empty is not as it was signed.",)
