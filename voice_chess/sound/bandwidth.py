"""Whether a microphone passes high tones, or only as much as a telephone does.

A headset that sends its sound over an old Bluetooth profile samples it 8,000 times per second, so
that nothing above 4 kHz is left. Much of what tells b, d, e and g apart lies there, while names
such as Bella and David are heard as well as ever.
"""

from math import log10

import numpy as np
import numpy.typing as npt

from voice_chess.sound.loudness import FRAME
from voice_chess.sound.sampling import SAMPLE_RATE

_HIGH_HZ, _LEAST_HZ, _MOST_HZ = 4_400, 300, 3_300
NARROW_DB = -42.0
"""Power above 4.4 kHz in relation to that of a telephone's band, below which a sound is narrow.

Of 660 announcements by people and voices, no one was below -37 dB, and of 332 single words no one
below -40; eight of ten English digits sampled at 8 kHz were below -50.
"""

_WINDOW = np.hanning(FRAME)
_FREQUENCIES = np.fft.rfftfreq(FRAME, 1 / SAMPLE_RATE)
_HIGH = _FREQUENCIES >= _HIGH_HZ
_TELEPHONE = (_FREQUENCIES > _LEAST_HZ) & (_FREQUENCIES < _MOST_HZ)


def is_narrow(sound: npt.NDArray[np.float32]) -> bool:
    """Return whether nothing of a sound at 16 kHz lies above what a telephone passes.

    Silence is not narrow.
    """
    frames = sound[: len(sound) // FRAME * FRAME].reshape(-1, FRAME)
    power = (np.abs(np.fft.rfft(frames * _WINDOW, axis=1)) ** 2).sum(axis=0)
    low = float(power[_TELEPHONE].sum())
    return low > 0 and 10 * log10(float(power[_HIGH].sum()) / low + 1e-12) < NARROW_DB
