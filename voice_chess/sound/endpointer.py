"""Finds where a near talker's utterance begins and ends, by its level above the room's.

An utterance opens when several frames within a short window are clearly louder than the room. While
it is open, the talker's level is estimated from its loudest frames. A threshold between that level
and the room's decides which frames are speech, so quieter talkers farther away count as part of the
room. The longer the silence after the last speech, the more kinds of utterance may be over: first
settled ones, then complete ones, then all that were not only begun, at last any.
"""

from collections import deque
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import numpy.typing as npt

from voice_chess.sound.loudness import FRAME, near
from voice_chess.sound.noise_floor import Background, Spectrum, quantile, spectrum_of
from voice_chess.sound.sampling import SAMPLE_RATE

FRAMES_PER_S = SAMPLE_RATE // FRAME

ALREADY_SPEAKING = 2
"""Speech so few frames after missed sound was going on already: nobody replies so fast."""

_BEGUN_FRAMES, _BEGUN_WINDOW = 2, 3
"""This many loud frames among the latest may be the beginning of speech; a click has no more."""

QUIET_DB = 25.0
"""A talker this many decibels above the room counts as being in a quiet one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpointing:
    """The rules for speech and its end. Levels are in decibels, times in frames of 20 ms."""

    quietest: float = -58.0
    """Below this level, in dB of full scale, no speech begins."""
    onset_frames: int = 6
    """An utterance begins with this many loud frames within `onset_window`: clicks are shorter."""
    onset_window: int = 10
    onset_above_floor: float = 6.0
    share: float = 0.6
    """How far below the talker speech may fall, as a share of the distance down to the floor."""
    least_drop: float = 6.0
    most_drop: float = 26.0
    pre_roll: int = 15
    settled_after: int = 9
    """Silence after which an utterance may be over if no longer one begins with it."""
    origin_after: int = 12
    """The same if it names a square alone, from which people may mean to move, if wrongly: their
    pause before the other square is longer than 180 ms more often than 240."""
    end_after: int = 22
    """Silence after which a complete utterance may be over."""
    give_up_after: int = 40
    """Silence after which an utterance is over, complete or not, unless it was only begun."""
    give_up_in_noise: int = 55
    """The same in noise, which covers weak sounds and so makes a pause seem longer."""
    begun_until: int = 65
    """Silence after which any utterance is over."""
    longest: int = 15 * FRAMES_PER_S
    tried: int = 5
    """An open utterance is decoded again only until that amounts to this many times its length: if
    other people talk, its end seems to come again and again."""


ONE_AFTER_THE_OTHER = Endpointing(give_up_in_noise=40)
"""For a recording of a game: nobody waits for a reply, and the next announcement comes soon."""


@dataclass(slots=True)
class Endpointer:
    """Takes sound in frames, and keeps the open utterance, if any, and the silence at its end."""

    rules: Endpointing = field(default_factory=Endpointing)
    position: int = 0
    """Number of samples taken in all."""
    _frames: deque[npt.NDArray[np.float32]] = field(default_factory=deque)
    _levels: list[float] = field(default_factory=list)
    _spectra: deque[Spectrum] = field(default_factory=deque)
    _background: Background = field(default_factory=Background)
    is_open: bool = False
    """True from the onset of speech to its end."""
    _floor: float = -70.0
    _talker: float = 0.0
    _first: int = 0
    _last: int = 0
    _torn_before: int = 0
    """Speech that begins before this sample goes on from speech that was cut off or missed."""

    @property
    def silent_frames(self) -> int:
        """Number of frames since the talker's last speech."""
        return len(self._levels) - 1 - self._last

    @property
    def frames(self) -> int:
        """Number of frames of the open utterance, including pre-roll."""
        return len(self._levels)

    @property
    def start_sample(self) -> int:
        """Position of the first sample of the open utterance, including pre-roll."""
        return self.position - len(self._levels) * FRAME

    @property
    def speech_end_sample(self) -> int:
        """Position of the sample at which speech last ended."""
        return self.start_sample + (self._last + 1) * FRAME

    def take(
        self, frame: npt.NDArray[np.float32], kept: npt.NDArray[np.float32] | None = None
    ) -> None:
        """Take one frame of 320 samples in the range of 16-bit integers.

        `kept`: the same without what disturbs recognition, which is kept in place of it.
        """
        spectrum = spectrum_of(frame)
        level = self._background.level(spectrum)
        self.position += FRAME
        self._frames.append(frame if kept is None else kept)
        self._levels.append(level)
        self._spectra.append(spectrum)
        if not self.is_open:
            self._learn(spectrum)
            self._open_if_loud()
        if self.is_open:
            self._find_talker()
        else:
            while len(self._frames) > self.rules.pre_roll + self.rules.onset_window:
                self._frames.popleft()
                self._levels.pop(0)
                self._spectra.popleft()

    def _learn(self, spectrum: Spectrum) -> None:
        """Learn the room's sound from a frame in which nobody near talks."""
        if self._background.hears(spectrum):
            self._levels = self._background.levels(self._spectra)

    def _open_if_loud(self) -> None:
        self._floor = max(-75.0, self._background.floor())
        if self._loud_among(self.rules.onset_window) >= self.rules.onset_frames:
            self.is_open = True

    def _loud_among(self, latest: int) -> int:
        """Return how many of the latest frames are clearly louder than the room."""
        rules = self.rules
        threshold = max(rules.quietest, self._floor + rules.onset_above_floor)
        return sum(level > threshold for level in self._levels[-latest:])

    @property
    def may_be_opening(self) -> bool:
        """Whether the latest sound may be the beginning of an utterance, too short to tell yet."""
        return not self.is_open and self._loud_among(_BEGUN_WINDOW) >= _BEGUN_FRAMES

    def _find_talker(self) -> None:
        """Find the talker's first and last frame; a single loud frame counts as a click."""
        levels = np.array(self._levels)
        self._talker = near(levels)
        loud = levels > self._threshold(levels, self._talker)
        pairs = np.flatnonzero(loud[1:] & loud[:-1])
        self._first, self._last = (int(pairs[0]), int(pairs[-1]) + 1) if len(pairs) else (0, 0)

    def _threshold(self, levels: npt.NDArray[np.float64], talker: float) -> float:
        """Return the level above which a frame is the talker, and below which it is the room."""
        rules = self.rules
        floor = max(self._floor, quantile(levels, 0.1))
        drop = min(max((talker - floor) * rules.share, rules.least_drop), rules.most_drop)
        return talker - drop

    @property
    def is_torn(self) -> bool:
        """Whether the open utterance is probably the rest of speech that was cut off or missed."""
        return self.start_sample + self._first * FRAME < self._torn_before

    @property
    def may_be_over(self) -> bool:
        """Whether the silence is long enough to end a settled utterance."""
        return self._is_silent_for(self.rules.settled_after)

    @property
    def may_be_over_at_an_origin(self) -> bool:
        """Whether the silence is long enough to end a settled utterance of a square alone."""
        return self._is_silent_for(self.rules.origin_after)

    @property
    def is_long_silent(self) -> bool:
        """Whether the silence is long enough to end a complete utterance."""
        return self._is_silent_for(self.rules.end_after)

    @property
    def is_given_up(self) -> bool:
        """Whether the silence is too long for any utterance except one that was only begun."""
        return self._is_silent_for(self._given_up_after)

    def goes_on_from(self, sample: int) -> bool:
        """Return whether the silence since that sample is still short enough to continue."""
        return self.position - sample < self._given_up_after * FRAME

    @property
    def _given_up_after(self) -> int:
        rules = self.rules
        noise = max(self._floor, self._background.steady_dbfs)
        is_quiet = self._talker - noise >= QUIET_DB
        return rules.give_up_after if is_quiet else rules.give_up_in_noise

    @property
    def must_be_over(self) -> bool:
        """Whether the silence is too long for any utterance."""
        return self._is_silent_for(self.rules.begun_until)

    @property
    def is_too_long(self) -> bool:
        """Whether the open utterance has reached the greatest length allowed."""
        return self.is_open and len(self._levels) >= self.rules.longest

    def _is_silent_for(self, frames: int) -> bool:
        return self.is_open and self.silent_frames >= frames

    @property
    def room_is_steady(self) -> bool:
        """Whether the room's noise under the talker only hisses or hums."""
        return self._background.is_steady

    @property
    def room_dbfs(self) -> float:
        """The level of the room's quieter moments, in dB of full scale."""
        return self._floor

    def utterance(self) -> npt.NDArray[np.float32]:
        """Return the open utterance's sound so far, from shortly before its first loud frame."""
        sound = np.concatenate(self._frames)
        return sound[max(0, self._first - self.rules.pre_roll) * FRAME :]

    def sound_from(self, frame: int) -> list[npt.NDArray[np.float32]]:
        """Return the open utterance's frames from number `frame` on, counted from its first."""
        return list(islice(self._frames, frame, None))

    def close(self, *, unheard: int = 0) -> None:
        """Forget the utterance, and learn the room's sound from its quiet frames.

        `unheard`: the number of samples after it that are skipped. An utterance that has become too
        long is cut off: what follows at once may be the rest of an announcement.
        """
        if self.is_too_long:
            still_one = self.rules.begun_until - self.silent_frames
            self._torn_before = self.position + still_one * FRAME
        self.position += unheard
        levels = np.array(self._levels)
        threshold = self._threshold(levels, near(levels)) if self._levels else 0.0
        for level, spectrum in zip(self._levels, self._spectra, strict=True):
            if level < threshold:
                self._background.hears(spectrum)
        self._frames.clear()
        self._levels.clear()
        self._spectra.clear()
        self.is_open = False

    def miss(self, *, is_cut_off: bool = True) -> None:
        """Note that sound before the next frame was missed, and with it a part of an utterance.

        Without `is_cut_off` nobody spoke in it, so that the next utterance is whole.
        """
        self._torn_before = self.position + (ALREADY_SPEAKING * FRAME if is_cut_off else 0)
