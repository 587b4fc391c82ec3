"""A file that is said to be safe survives a power cut, together with its name."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from voice_chess.adapters.documents.record_files import write_whole
from voice_chess.adapters.storage.kept_secret import kept_secret

WRITES: dict[str, Callable[[Path], object]] = {
    "a record": lambda path: write_whole(path, b"1. e4 *\n"),
    "a secret": kept_secret,
}


@pytest.mark.skipif(os.name != "posix", reason="only POSIX systems can wait for a folder")
@pytest.mark.parametrize("what", WRITES)
def test_the_folder_is_on_disk_once_the_file_has_its_name(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, steps = tmp_path / "kept", list[str]()
    fsync, replace = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        is_folder = os.path.samestat(os.fstat(descriptor), tmp_path.stat())
        steps.append("folder" if is_folder else "file")
        fsync(descriptor)

    def renamed(before: Path, after: Path) -> None:
        steps.append("name")
        replace(before, after)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    WRITES[what](path)

    assert steps == ["file", "name", "folder"]


@pytest.mark.skipif(os.name != "posix", reason="only POSIX systems can wait for a folder")
def test_a_file_system_that_can_not_wait_for_folders_keeps_records_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsync = os.fsync

    def refused_for_folders(descriptor: int) -> None:
        if os.path.samestat(os.fstat(descriptor), tmp_path.stat()):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", refused_for_folders)

    assert write_whole(tmp_path / "kept", b"1. e4 *\n").read_bytes() == b"1. e4 *\n"
