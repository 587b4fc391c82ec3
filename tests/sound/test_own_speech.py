"""The program's own speech is taken out of what a microphone hears; players stay in it."""

from dataclasses import dataclass

import numpy as np
import pytest

from tests.stage.by_sound import speech_of
from tests.stage.echoing_room import echo
from voice_chess.sound.echo_canceller import EchoCanceller
from voice_chess.sound.loudness import FRAME, FRAME_MS
from voice_chess.sound.own_speech import OwnSpeech
from voice_chess.sound.sampling import SAMPLES_PER_MS, Waveform

PROGRAM, PLAYER = "de", "de+f2"
GREETING = "Guten Tag. Weiß ist am Zug. Sagen Sie Ihren Zug, oder fragen Sie mich nach der Uhr."
LONG = "Weiß hat noch dreiundzwanzig Minuten und zwölf Sekunden, Schwarz siebzehn Minuten."
ANNOUNCEMENT = "Springer Felix drei"
HISS = 10.0
ROOMS = [(200, 40), (400, 120), (800, 200)]
"""How long the room echoes, and how late the devices are, in ms."""
SMALLER_ROOMS = [(200, 40), (400, 120), (500, 200)]


@dataclass(frozen=True, kw_only=True)
class Heard:
    """What is left of a stretch of sound, frame by frame, and what was known of it."""

    levels: Waveform
    are_clean: list[bool]
    are_cut_off: list[bool]
    is_sure: bool

    @property
    def loud(self) -> int:
        """How many frames are louder than the room."""
        return int((self.levels > 4 * HISS).sum())


def silence(ms: int) -> Waveform:
    return np.zeros(ms * SAMPLES_PER_MS, np.float32)


def spoken(words: str, voice: str) -> Waveform:
    return np.asarray(speech_of(words, voice), np.float32)


def through_air(played: Waveform, lasts_ms: int, late_ms: int) -> Waveform:
    """Return what a microphone hears of a loudspeaker."""
    heard = np.convolve(played, echo(lasts_ms))[: len(played)]
    return np.concatenate((silence(late_ms), heard))[: len(played)].astype(np.float32)


def hiss(count: int) -> Waveform:
    return np.random.default_rng(1).normal(0, HISS, count).astype(np.float32)


def listened(speech: OwnSpeech, heard: Waveform, played: Waveform) -> Heard:
    frames: list[Waveform] = []
    clean: list[bool] = []
    cut_off: list[bool] = []
    for start in range(0, len(heard) - FRAME + 1, FRAME):
        frames += speech.take(heard[start : start + FRAME], played[start : start + FRAME])
        clean.append(speech.is_clean)
        cut_off.append(speech.is_cut_off)
    levels = np.array([np.sqrt(np.mean(frame**2)) for frame in frames], np.float32)
    return Heard(levels=levels, are_clean=clean, are_cut_off=cut_off, is_sure=speech.is_sure)


def greeted(lasts_ms: int, late_ms: int) -> OwnSpeech:
    """Return the speech of a program that has greeted the players, and read back two moves."""
    speech = OwnSpeech()
    words = [spoken(text, PROGRAM) for text in (GREETING, "Bauer Emil vier.", "Dame Dora zwei.")]
    played = np.concatenate([part for said in words for part in (silence(1_000), said)])
    played = np.concatenate((played, silence(1_500)))
    listened(speech, through_air(played, lasts_ms, late_ms) + hiss(len(played)), played)
    return speech


def over_it(player: Waveform, lasts_ms: int, late_ms: int, louder: float) -> Heard:
    """Return what is left when a player speaks half a second after the program has begun.

    `louder`: how many times louder the player is, at the microphone.
    """
    program = np.concatenate((spoken(LONG, PROGRAM), silence(1_500)))
    heard = through_air(program, lasts_ms, late_ms)
    player = player * np.float32(louder * np.abs(heard).max() / np.abs(player).max())
    begin = (500 + late_ms) * SAMPLES_PER_MS
    heard[begin : begin + len(player)] += player
    return listened(greeted(lasts_ms, late_ms), heard + hiss(len(heard)), program)


def test_an_echo_is_predicted_once_some_of_it_was_heard() -> None:
    played = np.concatenate([spoken(GREETING, PROGRAM), spoken(LONG, PROGRAM)])
    heard = through_air(played, 300, 60)
    canceller, left = EchoCanceller(), []
    for start in range(0, len(heard) - FRAME + 1, FRAME):
        rest, _ = canceller.take(heard[start : start + FRAME], played[start : start + FRAME])
        left.append(rest)
    later = slice(len(heard) // 2, len(left) * FRAME)
    left_over, before = np.concatenate(left)[later], heard[later]

    assert 10 * np.log10((left_over**2).mean() / (before**2).mean()) < -15


def test_a_player_beside_an_echo_is_left_as_they_are() -> None:
    played = np.concatenate([spoken(GREETING, PROGRAM), spoken(LONG, PROGRAM)])
    player = np.zeros_like(played)
    said = spoken(ANNOUNCEMENT, PLAYER)
    begin = len(spoken(GREETING, PROGRAM)) + 8_000
    player[begin : begin + len(said)] = said
    heard = through_air(played, 300, 60) + player
    canceller, left = EchoCanceller(), []
    for start in range(0, len(heard) - FRAME + 1, FRAME):
        rest, _ = canceller.take(heard[start : start + FRAME], played[start : start + FRAME])
        left.append(rest)
    rest = np.concatenate(left)[begin : begin + len(said)]

    assert np.corrcoef(rest, said)[0, 1] > 0.97


def test_nothing_is_sure_before_the_program_has_spoken() -> None:
    assert not OwnSpeech().is_sure


def test_sound_in_which_the_program_does_not_speak_is_clean_and_unchanged() -> None:
    speech, sound = OwnSpeech(), hiss(50 * FRAME)
    for start in range(0, len(sound), FRAME):
        frame = sound[start : start + FRAME]
        (heard,) = speech.take(frame, np.zeros(FRAME, np.float32))
        assert speech.is_clean
        assert (heard == frame).all()


def test_the_first_words_of_the_program_are_not_called_clean() -> None:
    played = spoken(GREETING, PROGRAM)[: 1_000 * SAMPLES_PER_MS]
    heard = listened(OwnSpeech(), through_air(played, 300, 60), played)

    assert not any(heard.are_clean[-20:])


def program_alone(lasts_ms: int, late_ms: int) -> Heard:
    speech = greeted(lasts_ms, late_ms)
    played = np.concatenate((spoken(LONG, PROGRAM), silence(2_000)))
    return listened(speech, through_air(played, lasts_ms, late_ms) + hiss(len(played)), played)


@pytest.mark.parametrize(("lasts_ms", "late_ms"), ROOMS)
def test_the_program_alone_is_not_heard(lasts_ms: int, late_ms: int) -> None:
    """In the room that echoes most, one sentence in thirty stays, but is not called clean."""
    tries = [program_alone(lasts_ms, late_ms) for _ in range(3)]

    assert all(heard.is_sure for heard in tries)
    assert any(all(heard.are_clean) for heard in tries)
    assert all(heard.loud <= heard.are_clean.count(False) for heard in tries)


@pytest.mark.parametrize(("lasts_ms", "late_ms"), SMALLER_ROOMS)
@pytest.mark.parametrize("louder", [1.0, 2.0])
def test_a_player_is_heard_over_the_program(lasts_ms: int, late_ms: int, louder: float) -> None:
    player = spoken(ANNOUNCEMENT, PLAYER)
    loud = np.sqrt((player[: len(player) // FRAME * FRAME].reshape(-1, FRAME) ** 2).mean(axis=1))
    heard = over_it(player, lasts_ms, late_ms, louder)

    assert heard.loud >= int((loud > loud.max() / 4).sum())
    assert not any(heard.are_cut_off)


def test_a_player_whose_beginning_may_be_hidden_is_cut_off() -> None:
    """The synthesiser's noise is another each time, and one in forty is heard whole."""
    tries = (over_it(spoken(ANNOUNCEMENT, PLAYER), 800, 200, 0.5) for _ in range(3))

    assert any(any(heard.are_cut_off) for heard in tries)


def test_where_the_way_has_changed_the_sound_may_hold_the_program() -> None:
    speech = greeted(300, 60)
    played = np.concatenate([spoken(text, PROGRAM) for text in (LONG, LONG)])
    moved = listened(speech, through_air(played, 500, 300) + hiss(len(played)), played)
    unsure = moved.are_clean.index(False)

    assert unsure * FRAME_MS <= 4_000
