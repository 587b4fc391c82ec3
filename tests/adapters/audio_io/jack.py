"""A JACK server without a sound card, for tests, which leaves JACK's register in order.

JACK keeps one register for the machine, with places for eight servers. One that was killed keeps
its place until another of the same name begins; where all are taken, no server begins at all.
"""

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from ctypes.util import find_library
from pathlib import Path

from tests.waiting import waited

Server = subprocess.Popen[bytes]

SHARED = Path("/dev/shm")  # noqa: S108 - JACK's own place
_NAME = "voice-chess-{process}-{what}"
_OURS = re.compile(rb"voice-chess-\d+-\w+")
_QUICK_RATE = 16_000
_READY_WITHIN_S = 120


def missing() -> str:
    """Which program or library is not there, if one is."""
    lacks = ["jackd2"] if shutil.which("jackd") is None else []
    return " ".join(lacks + (["libportaudio2"] if find_library("portaudio") is None else []))


def surroundings(name: str) -> dict[str, str]:
    """The environment of a program that is to find this server."""
    return os.environ | {"JACK_NO_AUDIO_RESERVATION": "1", "JACK_DEFAULT_SERVER": name}


def started(name: str, sample_rate: int) -> Server:
    """A server that is ready."""
    command = f"jackd -r -n {name} -d dummy -r {sample_rate} -p {sample_rate // 50} -C 1 -P 1"
    server = subprocess.Popen(
        command.split(),
        env=surroundings(name),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    waited(lambda: _is_ready(name) or server.poll() is not None, _READY_WITHIN_S)
    assert server.poll() is None, "no server began: are all places of JACK's register taken?"
    return server


def _is_ready(name: str) -> bool:
    # Told to wait, the program looks once a second.
    looking = ["jack_wait", "-s", name, "-c"]
    answer = subprocess.run(looking, env=surroundings(name), capture_output=True, check=True)
    return answer.stdout == b"running\n"


@contextlib.contextmanager
def running(name: str, sample_rate: int) -> Iterator[Server]:
    """Such a server, killed at the end if it still runs."""
    with started(name, sample_rate) as server:
        try:
            yield server
        finally:
            server.kill()


@contextlib.contextmanager
def named(what: str) -> Iterator[str]:
    """The name of a server of this process, which may be killed: its place is given back."""
    for left in registered():
        if not Path("/proc", left.split("-")[2]).exists():
            _give_back(left)
    name = _NAME.format(process=os.getpid(), what=what)
    try:
        yield name
    finally:
        _give_back(name)


def registered() -> set[str]:
    """Servers of tests in the register, also of tests that are no more."""
    register = SHARED / "jack-shm-registry"
    kept = _OURS.finditer(register.read_bytes()) if register.exists() else ()
    return {found[0].decode() for found in kept}


def _give_back(name: str) -> None:
    with started(name, _QUICK_RATE) as server:
        server.terminate()
    for pattern in (f"jack_sem.*_{name}_*", f"jack_{name}_*"):
        for left in SHARED.glob(pattern):
            left.unlink()
