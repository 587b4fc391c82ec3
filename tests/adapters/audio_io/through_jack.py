"""A program for test_live_sound: speaks into a loudspeaker, hears it by a microphone, tells JSON.

PortAudio chooses its sound server when it is loaded, so this needs a process of its own, started
with JACK_DEFAULT_SERVER. Its one argument is the process id of the server, which it kills last.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np

from voice_chess.adapters.audio_io.loudspeaker import Loudspeaker
from voice_chess.adapters.audio_io.microphone import LiveMicrophone
from voice_chess.adapters.audio_io.sound_sinks import MemorySink, Tee
from voice_chess.adapters.synthesis.espeak import Delivery
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker
from voice_chess.compose.device_list import device_lines
from voice_chess.session.ports import MicrophoneLost, SpeakerLost

SENTENCE = "Springer Gustav eins Felix drei"
LOUD = 50
ALIKE = 0.999
LONG = "Läufer Gustav fünf, Dame David vier, Turm Anna acht, kurze Rochade, Bauer Eva vier"


def jack(tool: str, *arguments: str) -> list[str]:
    program = shutil.which(tool) or tool
    answer = subprocess.run(
        [program, *arguments], capture_output=True, text=True, timeout=600, check=False
    )
    return answer.stdout.split()


def connected(of: str, kind: str) -> None:
    """Lead what the loudspeaker plays into the microphone."""
    plays = next(port for port in jack("jack_lsp") if of in port)
    hears = next(port for port in jack("jack_lsp") if kind in port)
    jack("jack_connect", plays, hears)


class Listener:
    """Whoever takes the microphone's blocks, and when it was lost."""

    def __init__(self, microphone: LiveMicrophone) -> None:
        self.blocks: list[bytes] = []
        self.lost = ""
        self._microphone = microphone
        self.thread = threading.Thread(target=self._listen)
        self.thread.start()

    def hears_on(self, samples: int) -> None:
        """Wait until so much more was heard."""
        enough = len(self.samples()) + samples
        while len(self.samples()) < enough and not self.lost:
            time.sleep(0.01)

    def hears_a_voice(self) -> None:
        """Wait until somebody speaks."""
        begun = len(self.samples())
        while not (np.abs(self.samples()[begun:]) > LOUD).any():
            time.sleep(0.01)

    def samples(self) -> np.ndarray:
        return np.frombuffer(b"".join(self.blocks), "<i2").astype(float)

    def _listen(self) -> None:
        try:
            for block in self._microphone.blocks():
                self.blocks.append(block)
        except MicrophoneLost as lost:
            self.lost = str(lost)


def likeness(heard: np.ndarray, said: np.ndarray) -> float:
    """Correlation at the place where what was said is best found in what was heard."""
    size = 1 << (len(heard) + len(said)).bit_length()
    found = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(np.fft.rfft(said, size)), size)
    at = int(found[: len(heard)].argmax())
    part = heard[at : at + len(said)]
    return float(np.corrcoef(part, said[: len(part)])[0, 1])


def best_round_trip(listener: Listener, loudspeaker: Loudspeaker) -> dict[str, float]:
    """A busy machine may lose a block of sound on the way; a broken program loses one each time."""
    found = round_trip(listener, loudspeaker)
    for _ in range(9):
        if found["likeness"] > ALIKE:
            break
        found = round_trip(listener, loudspeaker)
    return found


def round_trip(listener: Listener, loudspeaker: Loudspeaker) -> dict[str, float]:
    memory = MemorySink()
    speaker = Pyttsx3Speaker(Tee([loudspeaker, memory]), Delivery())
    began = time.monotonic()
    lasted_ms = speaker.say(SENTENCE)
    took_ms = 1_000 * (time.monotonic() - began)
    listener.hears_on(4_800)
    said = np.frombuffer(memory.uttered[0].samples, "<i2").astype(float)
    return {
        "lasted_ms": lasted_ms,
        "took_ms": took_ms,
        "likeness": likeness(listener.samples(), said),
    }


def barge_in(listener: Listener, speaker: Pyttsx3Speaker) -> dict[str, float]:
    """Somebody stops a long sentence once half a second of it was heard."""
    begun = len(listener.samples())
    stopped: list[int] = []

    def stop() -> None:
        listener.hears_a_voice()
        heard = len(listener.samples())
        listener.hears_on(8_000)
        stopped.append(heard + 8_000)
        speaker.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    lasted_ms = speaker.say(LONG)
    stopper.join()
    listener.hears_on(8_000)
    loud = np.flatnonzero(np.abs(listener.samples()[stopped[0] :]) > LOUD)
    memory = MemorySink()
    return {
        "lasted_ms": lasted_ms,
        "said_before_ms": (stopped[0] - begun) / 16,
        "silent_after_ms": int(loud[-1]) / 16 if len(loud) else 0.0,
        "whole_ms": Pyttsx3Speaker(memory, Delivery()).say(LONG),
    }


class Killer(MemorySink):
    """Kills the sound server when this much was spoken."""

    def __init__(self, server: int) -> None:
        super().__init__()
        self._server: int | None = server

    def write(self, samples: bytes) -> None:
        super().write(samples)
        if self._server is not None and len(self._samples) > 16_000:
            os.kill(self._server, signal.SIGKILL)
            self._server = None


def pulled_out(server: int, loudspeaker: Loudspeaker, listener: Listener) -> dict[str, object]:
    """The sound server is killed in the middle of a sentence."""
    speaker = Pyttsx3Speaker(Tee([loudspeaker, Killer(server)]), Delivery())
    sentences = []
    for text in (LONG, SENTENCE):
        try:
            speaker.say(text)
        except SpeakerLost as lost:
            sentences.append(str(lost))
    listener.thread.join()
    return {
        "speaker": sentences,
        "microphone": listener.lost,
    }


def main() -> None:
    loudspeaker, microphone = Loudspeaker(), LiveMicrophone()
    connected(":out_0", ":in_0")
    listener = Listener(microphone)
    speaker = Pyttsx3Speaker(loudspeaker, Delivery())
    told: dict[str, object] = {
        "devices": device_lines(),
        "round_trip": best_round_trip(listener, loudspeaker),
        "barge_in": barge_in(listener, speaker),
        "after_it_ms": speaker.say(SENTENCE),
        "pulled_out": pulled_out(int(sys.argv[1]), loudspeaker, listener),
    }
    microphone.close()
    loudspeaker.close()
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
