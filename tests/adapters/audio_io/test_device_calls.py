"""A sound device whose calls never return stops no game: it is told, and looked for again."""

import ctypes.util
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

from voice_chess.adapters.audio_io import device_calls, portaudio
from voice_chess.adapters.audio_io.device_calls import Hangs, answered
from voice_chess.adapters.audio_io.loudspeaker import Loudspeaker
from voice_chess.adapters.audio_io.microphone import LiveMicrophone
from voice_chess.adapters.audio_io.portaudio import look_anew
from voice_chess.adapters.synthesis.live_voices import all_tried
from voice_chess.compose.device_list import device_lines
from voice_chess.session.ports import MicrophoneLost, SpeakerLost

CALLS = ("open", "start", "stop", "abort", "close", "query", "check")


class PortAudioError(Exception):
    pass


class DeadServer:
    """Stands for sounddevice; the calls in `hanging` never return, those in `refusing` fail."""

    def __init__(self) -> None:
        self.hanging: set[str] = set()
        self.refusing: set[str] = set()
        self.opened = 0
        self.searches: list[str] = []
        """What was done to let PortAudio look for devices again."""
        self._never = threading.Event()

    def call(self, name: str) -> None:
        if name in self.refusing:
            raise PortAudioError
        if name in self.hanging:
            self._never.wait()

    def release(self) -> None:
        self._never.set()

    def module(self) -> Any:
        details = {"default_samplerate": 16_000.0, "index": 0, "name": "ear"}

        def query(*wanted: Any) -> Any:
            self.call("query")
            channels = {"max_input_channels": 1, "max_output_channels": 1}
            return details if wanted else [details | channels]

        return SimpleNamespace(
            PortAudioError=PortAudioError,
            RawInputStream=self._stream,
            RawOutputStream=self._stream,
            check_input_settings=lambda **_: self.call("check"),
            check_output_settings=lambda **_: self.call("check"),
            query_devices=query,
            _terminate=partial(self.searches.append, "end"),
            _initialize=partial(self.searches.append, "begin"),
        )

    def _stream(self, **_: Any) -> "Stream":
        self.call("open")
        self.opened += 1
        return Stream(self)


class Stream:
    """Takes no sound."""

    latency = 0.01
    active = False

    def __init__(self, server: DeadServer) -> None:
        self._server = server

    def __getattr__(self, name: str) -> Any:
        return lambda: self._server.call(name)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[DeadServer]:
    for module, name in ((device_calls, "PATIENCE_S"), (portaudio, "_STOPPING_S")):
        monkeypatch.setattr(module, name, 0.05)
    monkeypatch.setattr(answered, "__defaults__", (0.05,))
    monkeypatch.setattr(portaudio, "WAIT_S", 0.005)
    server = DeadServer()
    monkeypatch.setitem(sys.modules, "sounddevice", server.module())
    yield server
    server.release()


@pytest.mark.parametrize("hanging", CALLS)
def test_no_call_of_a_loudspeaker_hangs(hanging: str, server: DeadServer) -> None:
    live = Loudspeaker()
    server.hanging = {hanging}
    for _ in range(2):
        with pytest.raises(SpeakerLost):
            live.try_out()
        live.end(cut=True)
    live.close()


@pytest.mark.parametrize("hanging", CALLS)
def test_no_call_of_a_microphone_hangs(hanging: str, server: DeadServer) -> None:
    live = LiveMicrophone()
    server.hanging = {hanging}
    live.close()
    if hanging in ("open", "start", "query"):
        with pytest.raises(MicrophoneLost):
            LiveMicrophone()


def test_a_list_of_devices_does_not_hang_either(server: DeadServer) -> None:
    server.hanging = {"query"}

    assert device_lines()[0].startswith("Microphones: none.")


def test_a_loudspeaker_is_taken_again_once_its_server_answers(server: DeadServer) -> None:
    live = Loudspeaker()
    server.hanging = {"stop", "abort", "open"}
    with pytest.raises(SpeakerLost):
        live.begin("eins")
    with pytest.raises(SpeakerLost):
        live.begin("zwei")
    server.hanging = set()
    live.begin("drei")

    assert server.opened == 2


def test_a_microphone_and_a_loudspeaker_that_hang_at_once_get_one_fresh_copy_between_them(
    server: DeadServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two copies loaded side by side confused each other: one of them was the dead library."""
    path, dead = tmp_path / "libportaudio.so", sys.modules["sounddevice"]
    path.touch()
    loaded: list[str | None] = []
    never = threading.Event()

    def load(name: str) -> None:
        sys.modules[name] = server.module()
        never.wait(0.02)
        loaded.append(ctypes.util.find_library("portaudio"))

    monkeypatch.setattr(device_calls, "importlib", SimpleNamespace(import_module=load))
    monkeypatch.setattr(device_calls, "_path_of", lambda _: path)

    def hang(within_s: float) -> None:
        with pytest.raises(Hangs):
            answered(never.wait, within_s)

    threads = [threading.Thread(target=hang, args=(within_s,)) for within_s in (0.05, 0.06)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    never.set()

    assert sys.modules["sounddevice"] is not dead
    assert [Path(str(name)).parent.name.startswith("voice-chess-sound-") for name in loaded] == [
        True
    ]


def test_a_device_that_is_looked_for_in_vain_costs_no_copy_of_the_library_each_time(
    server: DeadServer,
) -> None:
    """Every few seconds a loudspeaker that takes no sound was opened in a copy of its own."""
    for _ in range(2):
        with pytest.raises(SpeakerLost):
            all_tried((None,))
        look_anew(SpeakerLost)

    assert server.opened == 2
    assert server.searches == ["end", "begin"] * 2


def test_a_device_that_does_not_start_is_closed(server: DeadServer) -> None:
    server.refusing = {"start"}
    with pytest.raises(SpeakerLost, match="can't be opened"):
        Loudspeaker()
    look_anew(SpeakerLost)

    assert server.searches


def test_what_plays_is_not_ended_while_another_device_is_looked_for(server: DeadServer) -> None:
    live = Loudspeaker()
    look_anew(SpeakerLost)
    live.close()

    assert not server.searches


def test_who_waits_for_a_call_can_be_told_to_end() -> None:
    never = threading.Event()
    signal_before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            answered(never.wait, 600)
    finally:
        signal.signal(signal.SIGALRM, signal_before)
        never.set()


def test_what_a_call_returns_or_raises_is_handed_on() -> None:
    def fails() -> None:
        raise PortAudioError

    assert answered(lambda: 7) == 7
    assert answered(lambda: None) is None
    with pytest.raises(PortAudioError):
        answered(fails)
    with pytest.raises(Hangs):
        answered(threading.Event().wait, 0.01)


@pytest.mark.parametrize(("first", "is_told"), [("", True), ("keep_alsa_quiet()", False)])
def test_alsa_writes_nothing_on_the_terminal_of_the_players(first: str, *, is_told: bool) -> None:
    if not ctypes.util.find_library("asound"):
        pytest.skip("NOT TESTED: no libasound2 here")
    program = dedent(f"""
        import ctypes
        from voice_chess.adapters.audio_io.device_calls import keep_alsa_quiet

        {first}
        handle = ctypes.c_void_p()
        ctypes.CDLL("libasound.so.2").snd_pcm_open(ctypes.byref(handle), b"nowhere", 0, 0)
    """)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )

    assert ("ALSA lib" in ran.stderr) == is_told
