"""Computes the features that the model is trained on: the Python twin of `conf/mfcc.conf`."""

import kaldi_native_fbank as knf
import numpy as np
import numpy.typing as npt

from voice_chess.sound.sampling import SAMPLE_RATE

COEFFICIENTS = 20
_MEL_BINS = 40
_LOW_HZ, _HIGH_HZ = 20, 7_600

MFCC_OPTIONS = {
    "sample-frequency": SAMPLE_RATE,
    "use-energy": "false",
    "num-mel-bins": _MEL_BINS,
    "num-ceps": COEFFICIENTS,
    "low-freq": _LOW_HZ,
    "high-freq": _HIGH_HZ,
    "dither": 0,
}
"""Written to `conf/mfcc.conf`; other options keep Kaldi's defaults."""


def mfcc(samples: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return mel cepstra, one row per 10 ms, of 16 kHz samples in the range of 16-bit integers."""
    options = knf.MfccOptions()
    options.frame_opts.samp_freq = SAMPLE_RATE
    options.frame_opts.dither = 0
    options.use_energy = False
    options.num_ceps = COEFFICIENTS
    options.mel_opts.num_bins = _MEL_BINS
    options.mel_opts.low_freq = _LOW_HZ
    options.mel_opts.high_freq = _HIGH_HZ
    online = knf.OnlineMfcc(options)
    online.accept_waveform(SAMPLE_RATE, samples)
    online.input_finished()
    if not online.num_frames_ready:
        return np.zeros((0, COEFFICIENTS), np.float32)
    return np.stack([online.get_frame(n) for n in range(online.num_frames_ready)])
