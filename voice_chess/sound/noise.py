"""Makes noise of any colour."""

import numpy as np

from voice_chess.sound.waveform import Waveform


def coloured(length: int, rng: np.random.Generator, slope: float) -> Waveform:
    """Return noise of unit level whose power falls as frequency to the power `slope`: 1 is pink."""
    size = 1 << max(4, (length - 1).bit_length())
    spectrum = np.fft.rfft(rng.standard_normal(size))
    frequency = np.arange(len(spectrum))
    frequency[0] = 1
    spectrum *= frequency ** (-slope / 2)
    spectrum[:3] = 0
    noise = np.fft.irfft(spectrum)[:length]
    unit: Waveform = (noise / (noise.std() + 1e-9)).astype(np.float32)
    return unit
