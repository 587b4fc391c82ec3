"""A sound server without a card, for tests: sinks that can be heard, one that is the microphone."""

import contextlib
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tests.waiting import waited

RATE = 16_000
MOUTH = "mouth"
"""What is played into this sink, the microphone hears."""

_LOUD = 8
_FORMAT = ("--raw", "--format=s16le", f"--rate={RATE}", "--channels=1", "--latency-msec=10")
_ALSA = "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\n"
_SINK = 'pcm.{name} {{ type pulse device "{name}" hint {{ show on description "{name}" }} }}\n'

Samples = npt.NDArray[np.int16]


def missing() -> str:
    """Which program or library is not there, if one is."""
    programs = [
        name for name in ("pulseaudio", "pactl", "parec", "paplay") if not shutil.which(name)
    ]
    plugin = any(Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so"))
    return " ".join(programs) or ("" if plugin else "libasound2-plugins")


@dataclass
class Capture:
    """Everything that one sink has played, and when."""

    process: "subprocess.Popen[bytes]"
    _heard: bytearray = field(default_factory=bytearray)
    _began: float = float("inf")

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Once its recorder was told to end: nobody closes what is still being read."""
        self.process.wait(120)
        self._thread.join()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def _listen(self) -> None:
        out = self.process.stdout
        assert out is not None
        while data := os.read(out.fileno(), 4_096):
            self._heard += data
            # Whatever comes late comes late by chance: the earliest is nearest to the truth.
            self._began = min(self._began, time.monotonic() - len(self._heard) / 2 / RATE)

    @property
    def is_running(self) -> bool:
        return len(self._heard) > 0

    def since(self, moment: float) -> Samples:
        """What was played from this moment on."""
        first = max(0, round((moment - self._began) * RATE))
        return np.frombuffer(bytes(self._heard[: len(self._heard) // 2 * 2]), "<i2")[first:]

    def loud_s(self, moment: float) -> npt.NDArray[np.float64]:
        """When it was loud, in seconds after this moment."""
        return np.flatnonzero(np.abs(self.since(moment).astype(int)) > _LOUD) / RATE

    def has_run_for(self, seconds: float) -> None:
        """Wait until so much more was played."""
        enough = len(self._heard) + 2 * round(seconds * RATE)
        waited(lambda: len(self._heard) >= enough)

    def is_quiet_for(self, seconds: float) -> bool:
        """It has been silent for so long."""
        heard = self.since(time.monotonic() - seconds).astype(int)
        return len(heard) > 0 and int(np.abs(heard).max()) <= _LOUD


@dataclass
class Pulse:
    """The server: who plays by PortAudio in these surroundings, plays here."""

    surroundings: dict[str, str]
    captures: dict[str, Capture] = field(default_factory=dict)

    def say(self, samples: Samples) -> None:
        """Speak into the microphone; returns when all was heard."""
        command = ("paplay", *_FORMAT, f"--device={MOUTH}")
        subprocess.run(
            command, input=samples.tobytes(), env=self.surroundings, timeout=300, check=True
        )

    def pull_out(self, sink: str) -> None:
        """The device takes no more sound; one that is unloaded would be replaced by another."""
        self.control("suspend-sink", sink, "1")

    def control(self, *order: str) -> None:
        subprocess.run(
            ("pactl", *order),
            env=self.surroundings,
            timeout=600,
            check=True,
        )


def server(
    folder: Path, sinks: Sequence[str]
) -> tuple[dict[str, str], Callable[[], "subprocess.Popen[bytes]"]]:
    """In which surroundings a server with these sinks is found, and how it is started."""
    socket = folder / "pulse.socket"
    config = _ALSA + "".join(_SINK.format(name=n) for n in sinks)
    (folder / "alsa.conf").write_text(config)
    surroundings = os.environ | {
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(folder),
        "PULSE_SERVER": f"unix:{socket}",
        "ALSA_CONFIG_PATH": str(folder / "alsa.conf"),
    }
    modules = [f"module-native-protocol-unix socket={socket} auth-anonymous=1"]
    modules += [f"module-null-sink sink_name={name}" for name in (*sinks, MOUTH)]
    loads = [word for module in modules for word in ("-L", module)]
    command = ("pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1")

    def started() -> "subprocess.Popen[bytes]":
        # One that was killed has left its own behind.
        socket.unlink(missing_ok=True)
        daemon = subprocess.Popen((*command, *loads), env=surroundings, stderr=subprocess.DEVNULL)
        waited(socket.exists)
        return daemon

    return surroundings, started


@contextlib.contextmanager
def pulse(folder: Path, sinks: Sequence[str]) -> Iterator[Pulse]:
    """A server with these sinks, the first of which is the system's choice."""
    surroundings, started = server(folder, sinks)
    with started() as daemon:
        found = Pulse(surroundings=surroundings)
        try:
            found.control("set-default-sink", sinks[0])
            found.control("set-default-source", f"{MOUTH}.monitor")
            for name in (*sinks, MOUTH):
                command = ("parec", *_FORMAT, f"--device={name}.monitor")
                recorder = subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE)
                found.captures[name] = Capture(recorder)
            waited(lambda: all(capture.is_running for capture in found.captures.values()))
            yield found
        finally:
            captures = found.captures.values()
            for process in (*(capture.process for capture in captures), daemon):
                process.terminate()
            for capture in captures:
                capture.end()


def playing(found: Pulse, data: Path, *options: str) -> "subprocess.Popen[str]":
    """`voice-chess play` with the microphone and loudspeakers of the server."""
    return running(found, "play", "--verbose", "--data", str(data), *options)


def running(found: Pulse, *arguments: str) -> "subprocess.Popen[str]":
    """`voice-chess` with these arguments, with the microphone and loudspeakers of the server."""
    return subprocess.Popen(
        (sys.executable, "-u", "-m", "voice_chess", *arguments),
        env=found.surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
