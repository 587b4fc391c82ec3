"""PortAudio, loaded as late as possible; each failure becomes a sentence on what to do."""

import platform
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from voice_chess.adapters.audio_io.device_calls import (
    Hangs,
    answered,
    closed_in,
    library,
    opened_in,
    renew,
)
from voice_chess.own_command import command_to_install, own_command
from voice_chess.session.ports import Device, PortError
from voice_chess.sound.sampling import SAMPLE_RATE

WAIT_S = 0.1
MOST_WAITS = 20
"""After this many waits in which it gives or takes no sound a device is lost. A program that was
stopped, or a computer that slept, has missed only one of them, as the device may go on at once."""
_STOPPING_S = 1.0
_open: dict[int, tuple[Any, Any]] = {}
"""All streams that are not closed, with the copies of the module that opened them, by their ids.

PortAudio calls a stream's callback until the stream is closed. If Python forgot the stream before,
the callback would be gone, and the call would end the whole process.
"""


def loaded(lost: type[PortError], instead: str) -> Any:
    """Return the sounddevice module. Raises `lost` if PortAudio isn't there.

    `instead` ends the error's sentence: how to go on without it.
    """
    try:
        sounddevice = library()
    except (OSError, ImportError) as error:
        msg = f"The sound library PortAudio is missing: {_remedy()}; or {instead}."
        raise lost(msg) from error
    except Hangs as error:
        raise _dead(lost, instead) from error
    except Exception as error:
        # PortAudioError can't be named before its module is there.
        msg = f"PortAudio does not start ({error}); or {instead}."
        raise lost(msg) from error
    return sounddevice


def found(device: Device, kind: str, lost: type[PortError], instead: str) -> dict[str, Any]:
    """Return PortAudio's details of a device; `kind` is "input" or "output". Raises `lost`."""
    sounddevice = loaded(lost, instead)
    what = {"input": "microphone", "output": "loudspeaker or earphone"}[kind]
    try:
        details: dict[str, Any] = answered(lambda: sounddevice.query_devices(device, kind))
    except (sounddevice.PortAudioError, ValueError, Hangs) as error:
        if device is None:
            msg = f"No {what} is connected: connect one and start again, or {instead}."
        else:
            msg = f"No {what} '{device}' ({error}); see: {own_command()} devices; or {instead}."
        raise lost(msg) from error
    return details


def devices(lost: type[PortError], instead: str) -> Sequence[dict[str, Any]]:
    """Return the details of all devices. Raises `lost`."""
    try:
        known: Sequence[dict[str, Any]] = answered(loaded(lost, instead).query_devices)
    except Hangs as error:
        raise _dead(lost, instead) from error
    return known


def other_outputs(used: Collection[Device], lost: type[PortError], instead: str) -> list[int]:
    """Return indices of output devices not in use, the system's choice first. Raises `lost`."""
    taken: set[int] = set()
    for device in used:
        with suppress(lost):  # a device that is gone can't be offered either
            taken.add(int(found(device, "output", lost, instead)["index"]))
    preferred = int(found(None, "output", lost, instead)["index"])
    able = [
        int(device["index"])
        for device in devices(lost, instead)
        if device["max_output_channels"] > 0
    ]
    return sorted((index for index in able if index not in taken), key=lambda i: i != preferred)


def look_anew(lost: type[PortError]) -> None:
    """Let PortAudio find devices that were connected since its start. Raises `lost`."""
    try:
        renew()
    except Exception as error:
        # PortAudioError can't be named before its module is there.
        raise _dead(lost, "wait") from error


def opened(kind: str, lost: type[PortError], instead: str, **settings: Any) -> Any:
    """Start a raw stream of this kind, "Input" or "Output", and return it. Raises `lost`."""
    sounddevice = loaded(lost, instead)

    def started() -> Any:
        stream = getattr(sounddevice, f"Raw{kind}Stream")(**settings)
        _open[id(stream)] = stream, sounddevice
        opened_in(sounddevice)
        try:
            stream.start()
        except sounddevice.PortAudioError:
            stream.close()
            _forget(stream)
            raise
        return stream

    try:
        stream = answered(started)
    except (sounddevice.PortAudioError, Hangs) as error:
        what = {"Input": "microphone", "Output": "loudspeaker"}[kind]
        msg = f"The {what} can't be opened ({error}): is it free? Try again, or {instead}."
        raise lost(msg) from error
    return stream


def close(stream: Any) -> None:
    """Silence and close a stream; abandon it if its sound server has died."""
    if silence(stream):
        with suppress(Hangs):
            answered(stream.close)
            _forget(stream)


def _forget(stream: Any) -> None:
    _, opener = _open.pop(id(stream), (None, None))
    if opener is not None:
        closed_in(opener)


def silence(stream: Any) -> bool:
    """Stop a stream at once; return False if its sound server has died."""
    try:
        answered(stream.abort, _STOPPING_S)
    except Hangs:
        return False
    return True


def _dead(lost: type[PortError], instead: str) -> PortError:
    return lost(f"The sound system does not answer: start it again; or {instead}.")


def _remedy() -> str:
    if platform.system() == "Linux":
        return "install it (Debian and Ubuntu: apt install libportaudio2)"
    return f"reinstall it with: {command_to_install('--force-reinstall', 'sounddevice')}"


def usable_rate(device: Device, kind: str, lost: type[PortError], instead: str) -> int:
    """Return the program's own rate, or else the device's, in Hz. Raises `lost`."""
    details = found(device, kind, lost, instead)
    sounddevice = loaded(lost, instead)
    check = {
        "input": sounddevice.check_input_settings,
        "output": sounddevice.check_output_settings,
    }[kind]
    own_hz = int(details["default_samplerate"])
    try:
        answered(lambda: check(device=device, channels=1, dtype="int16", samplerate=SAMPLE_RATE))
    except (sounddevice.PortAudioError, Hangs):
        return own_hz
    return SAMPLE_RATE
