"""What a loudspeaker plays is found again in what a microphone hears, whatever the devices do."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.stage.by_sound import speech_of
from voice_chess.adapters.audio_io.echo_free_microphone import EchoFreeMicrophone
from voice_chess.adapters.audio_io.played_sound import PlayedSound
from voice_chess.sound.resampler import resampled
from voice_chess.sound.sampling import SAMPLE_RATE, Waveform, as_pcm

BLOCK_S = 0.02
LATE_S = 0.15
SAYS = "Weiß hat noch dreiundzwanzig Minuten, Schwarz siebzehn. Sagen Sie Ihren Zug."


def pcm(samples: Waveform) -> bytes:
    return as_pcm(samples).tobytes()


def program() -> Waveform:
    said = np.asarray(speech_of(SAYS, "de"), np.float32)
    return np.concatenate((np.zeros(SAMPLE_RATE, np.float32), said, np.zeros(8_000, np.float32)))


class Devices:
    """A loudspeaker and a microphone that hears it a little later, block by block."""

    def __init__(self, played: PlayedSound, rate: int = SAMPLE_RATE, jitter_s: float = 0.0) -> None:
        self._played = played
        self._rate = rate
        self._chance = np.random.default_rng(1)
        self._jitter_s = jitter_s
        self.lost_at: float | None = None
        """When the microphone loses a second of sound, if it does."""

    def timed_blocks(self) -> Iterator[tuple[bytes, float]]:
        sound = np.tile(program(), 4)
        given: Waveform = resampled(sound, SAMPLE_RATE, self._rate).astype(np.float32)
        late = np.concatenate((np.zeros(round(LATE_S * SAMPLE_RATE), np.float32), sound))
        heard: Waveform = (late / 2 + self._chance.normal(0, 10, len(late))).astype(np.float32)
        for number in range(int(len(sound) / SAMPLE_RATE / BLOCK_S)):
            begin_s = number * BLOCK_S
            late_s = self._chance.uniform(0, self._jitter_s)
            first, last = round(begin_s * self._rate), round((begin_s + BLOCK_S) * self._rate)
            self._played.add(pcm(given[first:last]), self._rate, begin_s + late_s)
            end_s = begin_s + BLOCK_S
            if self.lost_at is not None and self.lost_at <= begin_s < self.lost_at + 1:
                continue
            first = round(begin_s * SAMPLE_RATE)
            yield pcm(heard[first : first + 320]), end_s + self._chance.uniform(0, self._jitter_s)


def levels_by_second(devices: Devices, played: PlayedSound) -> tuple[list[float], bytes]:
    """Return how loud each second of the microphone's sound is, and what was overheard."""
    overheard: list[bytes] = []
    microphone = EchoFreeMicrophone(devices, played, overheard.append)  # type: ignore[arg-type] # blocks with their times are all it needs
    heard = np.frombuffer(b"".join(microphone.blocks()), "<i2").astype(float)
    seconds = heard[: len(heard) // SAMPLE_RATE * SAMPLE_RATE].reshape(-1, SAMPLE_RATE)
    return np.abs(seconds).max(axis=1).tolist(), b"".join(overheard)


@pytest.mark.parametrize("rate", [16_000, 44_100, 48_000])
@pytest.mark.parametrize("jitter_s", [0.0, 0.015])
def test_after_a_sentence_the_program_is_no_longer_heard(rate: int, jitter_s: float) -> None:
    played = PlayedSound()
    levels, _ = levels_by_second(Devices(played, rate, jitter_s), played)

    assert max(levels[:6]) > 2_000
    assert max(levels[12:]) < 100


def test_only_clean_sound_is_overheard() -> None:
    played = PlayedSound()
    _, overheard = levels_by_second(Devices(played), played)

    assert len(overheard) > 10 * SAMPLE_RATE
    assert np.abs(np.frombuffer(overheard, "<i2")).max() < 100


def test_where_sound_was_lost_the_program_is_not_overheard() -> None:
    played = PlayedSound()
    devices = Devices(played)
    devices.lost_at = 11.0
    _, overheard = levels_by_second(devices, played)

    assert np.abs(np.frombuffer(overheard, "<i2")).max() < 100


def test_what_is_played_is_found_by_its_time() -> None:
    played = PlayedSound()
    played.add(pcm(np.full(320, 7.0, np.float32)), SAMPLE_RATE, 5.0)
    played.add(pcm(np.full(320, 8.0, np.float32)), SAMPLE_RATE, 5.02)

    place = played.place_at(5.02)
    assert played.read(place - 2, 4).tolist() == [7.0, 7.0, 8.0, 8.0]


def test_a_device_that_stood_still_has_played_silence() -> None:
    played = PlayedSound()
    played.add(pcm(np.full(320, 7.0, np.float32)), SAMPLE_RATE, 5.0)
    played.add(pcm(np.full(320, 8.0, np.float32)), SAMPLE_RATE, 6.0)

    place = played.place_at(6.0)
    assert played.read(place - 1, 2).tolist() == [0.0, 8.0]
    assert played.read(played.place_at(5.0), 1).tolist() == [7.0]


def test_what_is_not_played_yet_is_silent() -> None:
    assert not PlayedSound().read(100, 50).any()
