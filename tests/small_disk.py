"""A small disk for a test that fills it or makes it read-only."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, *, megabytes: int = 1) -> Iterator[Path]:
    """Mount a small disk at this folder; skip the test if mounting is not permitted."""
    folder.mkdir()
    _mount(["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)])
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def made_read_only(folder: Path) -> None:
    """Make a mounted disk read-only, even for root."""
    _mount(["-o", "remount,ro", str(folder)])


def filled(folder: Path) -> Path:
    """Fill the disk, and return the file that takes up the room."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1_024))
        except OSError:
            return ballast


def _mount(words: list[str]) -> None:
    try:
        subprocess.run(["mount", *words], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"NOT TESTED: no small disk can be mounted here ({error})")
