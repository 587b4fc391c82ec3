"""Tells a player's first sound from the room's echo of the program's last word.

An echo only fades. If the sound has faded for a while and then rises clearly and stays up, somebody
has begun to speak after the program had ended. If it fades into silence, nobody has spoken at all.
In both cases the next utterance is whole. Otherwise somebody may have spoken before the program
ended, when they could not be heard.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from voice_chess.sound.loudness import FRAME, FRAME_BYTES, FRAME_MS, frame_levels
from voice_chess.sound.watermark import WINDOW, is_own_voice

_LONGEST_FRAMES = 50
"""The longest echo that is waited for, 1 s; the echo of a hall is faint after 0.8 s."""

_FADES_FRAMES = 5
"""Speech within 100 ms has probably begun before the program ended, and was not heard then."""

_FADES_DB = 10.0
_STILL_FADES_DB = 2.0
"""The echo of a hall falls by more from one tenth of a second to the next."""

_WAVERS_DB = 4.0
"""An echo wavers by less from one frame to another; a syllable rises by more."""

_RISES_DB = 10.0
_STAYS_FRAMES = 3
"""This many loud frames in a row are speech: a click of a clock is shorter."""

_Levels = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Onward:
    """The sound from which on to listen; `is_cut_off`: it may begin in the middle of speech."""

    samples: bytes
    is_cut_off: bool


class Fading:
    """The sound since the program's last word, until it is clear from where on to listen."""

    def __init__(self, echo_ms: int) -> None:
        """`echo_ms` is the least time for which the room echoes."""
        self._echo_frames = echo_ms // FRAME_MS
        self._heard = b""

    def take(self, samples: bytes) -> Onward | None:
        """Take sound of any length; return from where on to listen once that is clear."""
        self._heard += samples
        count = len(self._heard) // FRAME_BYTES
        sound = np.frombuffer(self._heard, "<i2", count * FRAME).astype(np.float32)
        levels = 20 * np.log10(np.maximum(frame_levels(sound), np.float32(1.0)))
        # A loudspeaker may be later than it says: then the program is speaking still.
        is_player = count > 0 and not is_own_voice(sound[-WINDOW:])
        faintest, risen = _faded(levels)
        if is_player and faintest + 1 >= _FADES_FRAMES and _speaks(levels, faintest):
            return self._from(faintest, is_cut_off=False)
        if count < self._echo_frames + _STAYS_FRAMES:
            return None
        if count < _LONGEST_FRAMES and (
            _still_fades(levels) if risen is None else count - risen < _FADES_FRAMES
        ):
            return None
        if is_player and risen is None and levels[:3].max() - levels[faintest] >= _FADES_DB:
            return self._from(faintest, is_cut_off=False)
        return self._from(self._echo_frames, is_cut_off=True)

    def _from(self, frame: int, *, is_cut_off: bool) -> Onward:
        return Onward(samples=self._heard[frame * FRAME_BYTES :], is_cut_off=is_cut_off)


def _faded(levels: _Levels) -> tuple[int, int | None]:
    """Return the frame until which the sound faded, and the one that rose first, if any did."""
    faintest = 0
    for number, level in enumerate(levels):
        if level <= levels[faintest]:
            faintest = number
        elif level > levels[faintest] + _WAVERS_DB:
            return faintest, number
    return faintest, None


def _speaks(levels: _Levels, faintest: int) -> bool:
    """Return whether the sound rises after this frame and stays up."""
    is_loud = levels[faintest + 1 :] >= levels[faintest] + _RISES_DB
    return bool(
        len(is_loud) >= _STAYS_FRAMES
        and np.convolve(is_loud, np.ones(_STAYS_FRAMES)).max() >= _STAYS_FRAMES
    )


def _still_fades(levels: _Levels) -> bool:
    before, now = levels[-2 * _FADES_FRAMES : -_FADES_FRAMES], levels[-_FADES_FRAMES:]
    return bool(before.mean() - now.mean() >= _STILL_FADES_DB)
