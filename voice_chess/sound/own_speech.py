"""Takes the program's own speech out of what a microphone hears, and leaves what players say.

The echo canceller leaves a little of the program over. That is still speech, so it may not reach
the ear: while the program sounds, only what is clearly louder than the rest that the canceller
usually leaves is a player, and everything else is turned down to the room's own noise.

At first, and where the way from the loudspeaker to the microphone changes, the canceller can't be
relied on. Then the sound is returned as it was heard, and `is_clean` says that it may hold the
program's speech.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np

from voice_chess.sound.echo_canceller import REACH_MS, EchoCanceller
from voice_chess.sound.loudness import FRAME_MS
from voice_chess.sound.noise_floor import quantile
from voice_chess.sound.sampling import Waveform
from voice_chess.sound.watermark import WINDOW, is_own_voice

_PLAYED = 30.0
"""A louder frame, as root mean square in 16-bit units, is the program; 60 dB below full scale."""

_SOUNDS_FRAMES = 600 // FRAME_MS
"""For so long after the program's last word the canceller still works; an echo is over then."""

_UNSURE_FRAMES = 1_200 // FRAME_MS
"""For so long sound may hold an echo that the canceller does not take away."""

_FADES = 10 ** (-1.2 / 10)
"""An echo's power from one frame to the next; that of a hall falls by 60 dB in a second."""

_ECHO_FRAMES = REACH_MS // FRAME_MS
_JUDGED_FRAMES = 3_000 // FRAME_MS
_ENOUGH_FRAMES = 1_500 // FRAME_MS
_SURE_DB = -12.0
"""If half of the frames leave at most this much of the echo, the canceller is relied on."""

_USELESS_DB = -2.0
"""A canceller that leaves this much has learnt another way than the present one."""

_USUAL = 0.95
_ABOVE_DB = 8.0
"""A player is this much louder than the level below which 19 of 20 frames stay."""

_LEAST_USUAL_DB = -22.0
"""However well an echo was predicted, it will be predicted worse when somebody moves."""

_ABOVE_ROOM_DB = 10.0
_ONSET, _ONSET_WINDOW = 4, 6
"""This many loud frames of the latest make a player: a click is shorter."""

_BEFORE_FRAMES = 160 // FRAME_MS
"""Weak sounds before the first loud frame belong to the word."""

_PAUSE_FRAMES = 300 // FRAME_MS
"""A player who pauses for longer has to be louder than the rest once more."""

_WORD_FRAMES = 1_000 // FRAME_MS
_SYLLABLE_FRAMES = 200 // FRAME_MS
_HIDDEN_DB = 3.0
"""A player whose first syllable is not this much above what was needed within the second before may
have begun earlier, with a weaker sound that the echo hid."""

_LONGEST_FRAMES = 3_000 // FRAME_MS
"""Whatever is louder than usual for longer is no player: the way has changed."""

_CARRIED = 0.8
_ALIKE = 0.35
"""A player's speech has hardly anything in common with an echo; of one that was predicted with a
wrong loudness, sign or delay the rest has 0.6 or more."""

_ASTRAY_FRAMES = 100 // FRAME_MS
_FLOOR_FRAMES = 100
_FLOOR = 0.2


@dataclass(frozen=True, slots=True)
class _Rest:
    """A frame that waits for what follows it, as it is and turned down to the room's noise."""

    frame: Waveform
    turned_down: Waveform


class OwnSpeech:
    """The program's speech at one microphone, frame by frame; frames have 320 samples at 16 kHz."""

    def __init__(self) -> None:
        self.is_clean = True
        """Whether the sound returned last surely holds nothing that the program has said."""
        self.is_cut_off = False
        """Whether the sound returned last may begin in the middle of what a player says."""
        self._canceller = EchoCanceller()
        self._since_played = _UNSURE_FRAMES
        self._echo = 0.0
        """The power of the echo, which fades at least as slowly as that of a hall."""
        self._played: deque[float] = deque(maxlen=_ECHO_FRAMES)
        self._returned: deque[float] = deque(maxlen=_JUDGED_FRAMES)
        """Which share of the loudest sound on its way has returned, in the latest frames."""
        self._left: deque[float] = deque(maxlen=_JUDGED_FRAMES)
        """How much of the echo was left over in the latest frames without players, in dB."""
        self._loud: deque[bool] = deque(maxlen=_ONSET_WINDOW)
        self._loud_frames = 0
        self._since_player = _PAUSE_FRAMES
        self._alike = np.zeros(3)
        """The mean product of the rest and the echo, and the power of each."""
        self._recent = np.zeros(WINDOW, np.float32)
        self._astray_frames = 0
        self._speaks_frames = 0
        """For how long a player has spoken."""
        self._powers: deque[float] = deque(maxlen=_ONSET_WINDOW + _SYLLABLE_FRAMES)
        self._hidden = 0.0
        """The most power that a player could have had, before this one spoke, unheard."""
        self._needed: deque[float] = deque(maxlen=_WORD_FRAMES)
        """How loud a player had to be in the latest frames, as power."""
        self._waiting: deque[_Rest] = deque()
        self._floor: deque[float] = deque((1.0,), maxlen=_FLOOR_FRAMES)

    @property
    def is_sure(self) -> bool:
        """Whether the canceller has proved that it takes the program's speech away."""
        usual = self._usually_left
        return usual is not None and usual <= _SURE_DB

    @property
    def _usually_left(self) -> float | None:
        """How much of the echo half of the frames leave, in dB; None before that is known."""
        return quantile(self._left, 0.5) if len(self._left) >= _ENOUGH_FRAMES else None

    def start_again(self) -> None:
        """Learn the way from the loudspeaker to the microphone anew, because it has changed."""
        self._canceller = EchoCanceller()
        self._left.clear()
        self._returned.clear()

    def take(self, heard: Waveform, played: Waveform) -> list[Waveform]:
        """Take what was heard and what was played meanwhile; return frames to listen to.

        Frames are returned in their order, sometimes none and later several.
        """
        self.is_cut_off = False
        power = _power(played)
        self._since_played = 0 if power > _PLAYED**2 else self._since_played + 1
        if self._since_played < _SOUNDS_FRAMES:
            self._played.append(power)
            rest, echo = self._canceller.take(heard, played)
            left = _power(rest)
            self._compare(rest, echo, left)
            if self.is_sure:
                self.is_clean = True
                return self._players(rest, left)
            self._judge(left)
            usual = self._usually_left
            if usual is not None and usual > _USELESS_DB:
                self.start_again()
        elif self._since_played >= _UNSURE_FRAMES or self.is_sure:
            self._floor.append(_power(heard))
            self.is_clean = True
            return [*self._all_waiting(), heard]
        self.is_clean = False
        return [*self._all_waiting(), heard]

    def _players(self, rest: Waveform, power: float) -> list[Waveform]:
        """Return what has waited long enough, turned down where no player speaks."""
        self._listen_for_player(rest, power)
        softer = np.float32(min(1.0, np.sqrt(self._room / (power + 1.0))))
        self._waiting.append(_Rest(rest, rest * softer))
        if self._since_player < _PAUSE_FRAMES:
            return self._all_waiting(as_heard=True)
        return [self._waiting.popleft().turned_down] if len(self._waiting) > _BEFORE_FRAMES else []

    def _listen_for_player(self, rest: Waveform, power: float) -> None:
        """Find out whether a player speaks, and whether their beginning may have been hidden."""
        needed = self._power_of_player()
        self._powers.append(power)
        self._needed.append(needed)
        is_loud = self._is_loud(rest, power, needed)
        self._loud.append(is_loud)
        has_begun = is_loud and sum(self._loud) >= _ONSET
        speaks = has_begun or (is_loud and self._since_player < _PAUSE_FRAMES)
        self._since_player = 0 if speaks else self._since_player + 1
        self._speaks_frames = self._speaks_frames + 1 if self._since_player < _PAUSE_FRAMES else 0
        if self._speaks_frames == 1:
            self._hidden = max(self._needed)
        if self._speaks_frames == _SYLLABLE_FRAMES:
            self.is_cut_off = _decibels(max(self._powers), self._hidden) < _HIDDEN_DB

    def _is_loud(self, rest: Waveform, power: float, needed: float) -> bool:
        """Return whether a frame may be a player's; learn from it what it says of the echo."""
        self._recent = np.concatenate((self._recent[len(rest) :], rest))
        is_loud = power > needed and not self._is_astray
        if is_loud and self._since_player >= _PAUSE_FRAMES:
            is_loud = not is_own_voice(self._recent)
        self._loud_frames = self._loud_frames + 1 if is_loud else 0
        self._astray_frames = self._astray_frames + 1 if power > needed and not is_loud else 0
        if self._astray_frames > _ASTRAY_FRAMES or self._loud_frames > _LONGEST_FRAMES:
            self.start_again()
        if not is_loud:
            self._judge(power)
        return is_loud

    @property
    def _room(self) -> float:
        """The power of the room's own noise."""
        return quantile(self._floor, _FLOOR)

    def _compare(self, rest: Waveform, echo: Waveform, left: float) -> None:
        """Take an echo and what it leaves, whose power is `left`.

        Where a word begins or ends, the canceller may be wrong by the whole of a weak echo, so an
        echo counts as not much weaker than the loudest sound that may still be on its way.
        """
        power = _power(echo)
        loudest = max(self._played)
        if loudest > _PLAYED**2:
            self._returned.append(power / loudest)
        on_its_way = quantile(self._returned, 0.5) * loudest if self._returned else 0.0
        self._echo = max(power, on_its_way, self._echo * _FADES)
        products = np.array([_mean_product(rest, echo), left, power])
        self._alike = _CARRIED * self._alike + (1 - _CARRIED) * products

    @property
    def _is_astray(self) -> bool:
        """Whether the rest resembles the echo, as it does where the way has changed."""
        common, rest, echo = self._alike.tolist()
        return bool(abs(common) > _ALIKE * np.sqrt(rest * echo))

    def _judge(self, power: float) -> None:
        """Keep how much was left of an echo that is louder than the room."""
        if self._echo > 10 ** (_ABOVE_ROOM_DB / 10) * self._room:
            self._left.append(_decibels(max(power - self._room, 0.0), self._echo))

    def _power_of_player(self) -> float:
        """Return the least power of a frame that is a player's."""
        usual = max(_LEAST_USUAL_DB, quantile(self._left, _USUAL))
        above_room = self._room * 10 ** (_ABOVE_ROOM_DB / 10)
        return max(above_room, self._echo * 10 ** ((usual + _ABOVE_DB) / 10))

    def _all_waiting(self, *, as_heard: bool = False) -> list[Waveform]:
        frames = [one.frame if as_heard else one.turned_down for one in self._waiting]
        self._waiting.clear()
        return frames


def _power(frame: Waveform) -> float:
    return _mean_product(frame, frame)


def _mean_product(one: Waveform, other: Waveform) -> float:
    return float(np.mean(one.astype(np.float64) * other))


def _decibels(power: float, other: float) -> float:
    return float(10 * np.log10((power + 1e-9) / (other + 1e-9)))
