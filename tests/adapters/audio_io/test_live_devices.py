"""Microphone and loudspeaker on a device that does what a test wants: odd rates, losses, stalls."""

import gc
import logging
import sys
import threading
import time
import weakref
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.german import GERMAN, german
from voice_chess.adapters.audio_io import portaudio
from voice_chess.adapters.audio_io.earcons import samples_of
from voice_chess.adapters.audio_io.loudspeaker import Loudspeaker
from voice_chess.adapters.audio_io.microphone import LiveMicrophone
from voice_chess.adapters.synthesis import live_voices
from voice_chess.adapters.synthesis.espeak_driver import Driver
from voice_chess.adapters.synthesis.failover_speaker import Home
from voice_chess.adapters.synthesis.live_voices import all_tried
from voice_chess.session.ports import MicrophoneLost, SpeakerLost
from voice_chess.sound.sampling import BYTES_PER_MS


class PortAudioError(Exception):
    pass


class Stream:
    """A device that calls back when the test says so."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
        self.active = False
        self.latency = 0.01

    def start(self) -> None:
        self.active = True

    def stop(self) -> None:
        self.active = False

    abort = close = stop


class Playing(Stream):
    """One that calls back all the time."""

    def start(self) -> None:
        super().start()
        threading.Thread(target=self._play, daemon=True).start()

    def _play(self) -> None:
        while self.active:
            played(self, 1)
            time.sleep(0.001)


class Device:
    """Stands for sounddevice with one device of one rate."""

    def __init__(self, rate: int) -> None:
        self.rate = rate
        self.kind: type[Stream] = Stream
        self.streams: list[Stream] = []
        self.left_to_open = 100
        """How many streams it opens until it is busy."""

    def module(self) -> Any:
        return SimpleNamespace(
            PortAudioError=PortAudioError,
            RawInputStream=self._opened,
            RawOutputStream=self._opened,
            check_input_settings=self._checked,
            check_output_settings=self._checked,
            query_devices=lambda *asked: self._details if asked else [self._details],
        )

    @property
    def _details(self) -> dict[str, object]:
        return {"default_samplerate": float(self.rate), "index": 0, "max_output_channels": 1}

    def _opened(self, **settings: Any) -> Stream:
        if not self.left_to_open:
            message = "Device unavailable"
            raise PortAudioError(message)
        self.left_to_open -= 1
        self.streams.append(self.kind(**settings))
        return self.streams[-1]

    def _checked(self, *, samplerate: int, **_: Any) -> None:
        if samplerate != self.rate:
            message = "Invalid sample rate"
            raise PortAudioError(message)


Plug = Callable[[int], Device]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Plug:
    def plugged(rate: int) -> Device:
        device = Device(rate)
        monkeypatch.setitem(sys.modules, "sounddevice", device.module())
        return device

    return plugged


def capture(stream: Stream, samples: bytes, *, overflow: bool = False) -> None:
    status = SimpleNamespace(input_overflow=overflow)
    stream.settings["callback"](samples, len(samples) // 2, None, status)


def played(stream: Stream, blocks: int) -> bytes:
    """What the device takes when it asks this many times for 20 ms."""
    taken = bytearray()
    for _ in range(blocks):
        wanted = bytearray(b"\x7f" * (2 * stream.settings["blocksize"]))
        stream.settings["callback"](memoryview(wanted), len(wanted) // 2, None, None)
        taken += wanted
    return bytes(taken)


def test_a_microphone_gives_what_comes_block_by_block(plug: Plug) -> None:
    device = plug(16_000)
    live = LiveMicrophone()
    capture(device.streams[0], b"\x01\x00" * 320)
    capture(device.streams[0], b"\x02\x00" * 320)
    blocks = live.blocks()

    assert [next(blocks), next(blocks)] == [b"\x01\x00" * 320, b"\x02\x00" * 320]
    assert device.streams[0].settings["samplerate"] == 16_000
    assert device.streams[0].settings["blocksize"] == 320


def test_a_microphone_of_another_rate_is_heard_at_ours(plug: Plug) -> None:
    device = plug(48_000)
    live = LiveMicrophone()
    tone = 8_000 * np.sin(2 * np.pi * 440 * np.arange(48_000) / 48_000)
    samples = tone.astype("<i2").tobytes()
    for start in range(0, len(samples), 1_920):
        capture(device.streams[0], samples[start : start + 1_920])
    blocks = live.blocks()
    heard = np.frombuffer(b"".join(next(blocks) for _ in range(50)), "<i2")
    wanted = 8_000 * np.sin(2 * np.pi * 440 * np.arange(len(heard)) / 16_000)

    assert device.streams[0].settings["blocksize"] == 960
    assert len(heard) > 15_500
    np.testing.assert_allclose(heard[300:], wanted[300:], atol=3)


def test_lost_sound_is_counted_and_reported(plug: Plug, caplog: pytest.LogCaptureFixture) -> None:
    device = plug(16_000)
    live = LiveMicrophone()
    capture(device.streams[0], bytes(640), overflow=True)
    for _ in range(1_510):  # more than half a minute, and nobody takes them
        capture(device.streams[0], bytes(640))
    live.close()

    assert live.overflows == 1 + 11
    with caplog.at_level(logging.WARNING):
        assert "microphone overflows=12" in caplog.text


def test_closing_ends_the_blocks(plug: Plug) -> None:
    device = plug(16_000)
    live = LiveMicrophone()
    capture(device.streams[0], bytes(640))
    threading.Timer(0.1, live.close).start()

    assert len(list(live.blocks())) == 1


def test_a_microphone_that_stops_by_itself_is_lost_at_once(plug: Plug) -> None:
    device = plug(16_000)
    live = LiveMicrophone()
    capture(device.streams[0], bytes(640))
    device.streams[0].settings["finished_callback"]()
    blocks = live.blocks()
    next(blocks)

    with pytest.raises(MicrophoneLost, match="was it pulled out"):
        next(blocks)


def test_a_microphone_that_falls_silent_is_lost(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portaudio, "WAIT_S", 0.005)
    device = plug(16_000)

    with pytest.raises(MicrophoneLost, match="was it pulled out"):
        next(LiveMicrophone().blocks())
    assert not device.streams[0].active


def test_a_busy_microphone_is_one_sentence(plug: Plug) -> None:
    plug(16_000).left_to_open = 0

    with pytest.raises(MicrophoneLost, match=r"can't be opened \(Device unavailable\)"):
        LiveMicrophone()


def test_a_loudspeaker_plays_silence_until_there_is_something(plug: Plug) -> None:
    device = plug(16_000)
    live = Loudspeaker()
    before = played(device.streams[0], 2)
    live.begin("Anna")
    live.write(b"\x05\x00" * 400)

    assert before == bytes(1_280)
    assert played(device.streams[0], 2) == b"\x05\x00" * 400 + bytes(480)


def test_a_loudspeaker_of_another_rate_is_given_its_own(plug: Plug) -> None:
    device = plug(44_100)
    live = Loudspeaker()
    live.begin("Anna")
    writer = threading.Thread(target=live.write, args=(b"\x00\x10" * 8_000,))
    writer.start()
    heard = b""
    while writer.is_alive():
        heard += played(device.streams[0], 1)
    ending = threading.Thread(target=live.end, kwargs={"cut": False})
    ending.start()
    while ending.is_alive():
        heard += played(device.streams[0], 1)
    loud = np.frombuffer(heard, "<i2") > 2_000

    assert loud.sum() / 44_100 == pytest.approx(0.5, abs=0.01)


def test_a_cut_utterance_is_dropped_at_once(plug: Plug) -> None:
    device = plug(16_000)
    live = Loudspeaker()
    live.begin("Anna")
    live.write(b"\x05\x00" * 1_600)
    live.end(cut=True)

    assert not device.streams[0].active
    live.begin("Bella")
    assert device.streams[0].active
    assert played(device.streams[0], 1) == bytes(640)


def test_a_loudspeaker_that_takes_nothing_is_lost_and_opened_anew(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portaudio, "WAIT_S", 0.005)
    device = plug(16_000)
    live = Loudspeaker()
    live.begin("Anna")

    with pytest.raises(SpeakerLost, match="was it pulled out"):
        live.write(bytes(6_400))
    live.end(cut=True)
    live.begin("Bella")
    assert len(device.streams) == 2
    assert device.streams[1].active


def test_a_busy_loudspeaker_is_one_sentence(plug: Plug) -> None:
    plug(16_000).left_to_open = 0

    with pytest.raises(SpeakerLost, match=r"can't be opened \(Device unavailable\)"):
        Loudspeaker()


@pytest.mark.parametrize("opens", [Loudspeaker, LiveMicrophone])
def test_a_stream_stays_for_its_device_to_call_until_it_is_closed(
    plug: Plug, opens: type[Loudspeaker | LiveMicrophone]
) -> None:
    """PortAudio would call what Python has freed, and end the process."""
    device = plug(16_000)
    opens().close()
    opens()
    closed, forgotten = map(weakref.ref, device.streams)
    device.streams.clear()
    gc.collect()

    assert closed() is None
    assert forgotten() is not None


def test_of_two_devices_one_is_not_held_while_the_other_is_away(plug: Plug) -> None:
    """They are looked for every few seconds: each look would open one more stream."""
    device = plug(16_000)
    device.kind, device.left_to_open = Playing, 1

    with pytest.raises(SpeakerLost, match="Device unavailable"):
        all_tried((1, 2))

    assert not any(stream.active for stream in device.streams)


def test_where_speech_itself_fails_a_sound_is_heard_until_it_is_back(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug(16_000).kind = Playing
    monkeypatch.setattr(live_voices, "Home", partial(Home, every_s=0.01))
    is_back = threading.Event()
    words = german("SpeakerBack")
    speaker = live_voices.lasting(None, GERMAN, is_back.set)
    lasts_ms = speaker.say(words)
    with monkeypatch.context() as broken:
        broken.setattr(Driver, "_samples_delivered", lambda *_: True)
        with pytest.raises(SpeakerLost, match="made no sound"):
            speaker.say(words)
        sounds_ms = [speaker.say(words), speaker.say(words)]
        assert not is_back.is_set()

    assert is_back.wait(30)
    assert speaker.say(words) == pytest.approx(lasts_ms, abs=50)
    assert sounds_ms == 2 * [2 * len(samples_of("refused")) // BYTES_PER_MS]
