"""Calls of sound devices, each with a time limit: one that hangs costs a thread, not the game.

When a sound server dies, stopping or closing a stream can wait for ever for a callback that never
comes (measured with JACK: stop, abort and the end of the library, each time). Such a call is
abandoned in its thread, and its copy of PortAudio with it: the next caller gets a fresh copy of
the library, which does not know the dead server and finds the one that was started since.
"""

import atexit
import ctypes.util
import importlib
import queue
import shutil
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

Answer = TypeVar("Answer")

PATIENCE_S = 5.0
"""Longer than a working device takes to open, in s; a Bluetooth earphone needs two."""

_changing = threading.RLock()
"""Held while the library is loaded or replaced: a microphone and a loudspeaker lose their sound
server at the same moment, in two threads."""
_counting = threading.Lock()
_in_use: Counter[int] = Counter()
"""How many streams are open in each copy of the module, by its id."""
_left_behind: set[int] = set()
_NAME = "sounddevice"
_LIBRARY = "portaudio"
_ALSA = "libasound.so.2"
_LAST_CALL_S = 1.0
_NO_ANSWER = "it does not answer"


class Hangs(Exception):
    """The call did not return in time and was abandoned."""


def answered(call: Callable[[], Answer], within_s: float = PATIENCE_S) -> Answer:
    """Return or raise what the call does. Raises `Hangs` if it does neither in time."""
    used = sys.modules.get(_NAME)
    came: queue.SimpleQueue[tuple[Answer | None, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            came.put((call(), None))
        except BaseException as error:  # noqa: BLE001 - raised again where it was asked for
            came.put((None, error))

    threading.Thread(target=run, name="sound device", daemon=True).start()
    try:
        answer, error = came.get(timeout=within_s)
    except queue.Empty:
        _leave_behind(used)
        raise Hangs(_NO_ANSWER) from None
    if error is not None:
        raise error
    return answer  # type: ignore[return-value] # None only where the call returns it


def library() -> Any:
    """Return the sounddevice module, with a fresh PortAudio if the last one was abandoned.

    Raises what its import raises, and `Hangs`.
    """
    with _changing:
        module = sys.modules.get(_NAME)
        if module is None:
            # Importing it loads PortAudio, which looks for devices.
            module = answered(lambda: importlib.import_module(_NAME))
            _end_without_waiting(module)
            keep_alsa_quiet()
        return module


def keep_alsa_quiet() -> None:
    """Keep ALSA from writing on the players' terminal, as at each gap in the sound.

    A screen reader would read that between their moves. What fails is reported in our own words.
    """
    with suppress(OSError, AttributeError):  # another system, or one without ALSA
        # A function of C that does nothing with the message: one of Python's could be called by
        # the device's thread when Python has ended.
        ctypes.CDLL(_ALSA).snd_lib_error_set_handler(ctypes.CDLL(None).labs)


def opened_in(module: Any) -> None:
    """Note that this copy of the module has an open stream, so that `renew` does not end it."""
    with _counting:
        _in_use[id(module)] += 1


def closed_in(module: Any) -> None:
    """Note that a stream of this copy is closed: a device that is tried in vain costs no copy."""
    with _counting:
        _in_use[id(module)] -= 1


def renew() -> None:
    """Let the next caller see the devices that are connected now. Raises `Hangs`."""
    with _changing:
        module = sys.modules.get(_NAME)
        if module is None:
            return
        if _in_use[id(module)]:
            _leave_behind(module)
        elif hasattr(module, "_initialize"):
            anew = (module._terminate, module._initialize)  # noqa: SLF001 - no public way
            answered(lambda: [call() for call in anew])


def _leave_behind(used: Any) -> None:
    """Abandon the module with its open streams; the next caller gets another copy.

    `used` is the module that hangs, or None if that happened while it was loaded. If another thread
    has abandoned it before, nothing is left to do.
    """
    with _changing:
        module = sys.modules.get(_NAME)
        if module is None or (used is not None and module is not used):
            return
        _left_behind.add(id(module))
        path = _path_of(module)
        if path is not None:
            with suppress(OSError):
                _replace(module, _copy_of(path))


def _replace(module: Any, library: Path) -> None:
    """Load the module once more, with this copy of PortAudio."""
    sys.modules.pop(_NAME, None)
    with _found_as(library), suppress(Exception):
        # Without `answered`: a hanging import must not be abandoned as this one was.
        importing = threading.Thread(target=importlib.import_module, args=(_NAME,), daemon=True)
        importing.start()
        importing.join(PATIENCE_S)
    fresh = sys.modules.get(_NAME)
    if fresh is not None and fresh is not module:
        _end_without_waiting(fresh)


def _path_of(module: Any) -> Path | None:
    """Return the path of the library that the module has loaded, or None if it can't be found."""
    if not hasattr(module, "_libname"):
        return None
    named = Path(str(module._libname))  # noqa: SLF001 - no other way leads there
    if named.is_absolute() and named.is_file():
        return named
    with suppress(OSError):
        for line in Path("/proc/self/maps").read_text("utf-8").splitlines():
            if f"lib{_LIBRARY}" in line:
                return Path(line.split(maxsplit=5)[-1])
    return None


def _copy_of(path: Path) -> Path:
    """Copy the library to a name of its own, so that the system loads it once more."""
    folder = Path(tempfile.mkdtemp(prefix="voice-chess-sound-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(shutil.copy(path, folder))


@contextmanager
def _found_as(path: Path) -> Iterator[None]:
    """Make `ctypes` name this library, because sounddevice asks it where PortAudio is."""
    find = ctypes.util.find_library
    ctypes.util.find_library = lambda name: str(path) if _LIBRARY in name else find(name)
    try:
        yield
    finally:
        ctypes.util.find_library = find


def _end_without_waiting(module: Any) -> None:
    """Let PortAudio end with Python, for a limited time, unless its sound server died before."""
    at_exit = getattr(module, "_exit_handler", None)
    if at_exit is None:
        return
    atexit.unregister(at_exit)

    def end() -> None:
        if id(module) in _left_behind:
            return
        ending = threading.Thread(target=at_exit, daemon=True)
        ending.start()
        ending.join(_LAST_CALL_S)

    atexit.register(end)
