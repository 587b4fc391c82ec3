"""Computes cepstra of whole batches on the device, also for longer and shorter vocal tracts.

To change a vocal tract, the frequencies of a spectrum are read as other ones, the reverse of
normalising speakers (Jaitly and Hinton, 2013).
"""

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from voice_chess.acoustics.drawn_sound import BatchChance
from voice_chess.acoustics.train import LEVEL_SHIFT, LONGEST_MASK, SHAKE, SHIFT
from voice_chess.decoding.cepstra import (
    BANDS,
    FAINTEST,
    HOP,
    PREEMPHASIS,
    SIZE,
    WINDOW,
    cosines,
    mel_triangles,
    povey_window,
)
from voice_chess.sound.sampling import SAMPLE_RATE

WARPS = tuple(np.linspace(0.88, 1.12, 9).tolist())
"""The factors by which frequencies are multiplied."""
AS_IT_IS = len(WARPS) // 2
"""The index of the warp that changes nothing."""
WARPED = 0.7
"""The share of utterances whose vocal tract is drawn at random."""
BENT_HZ = 6_000.0
"""Above this, frequencies are warped less and less, so that the highest stays."""

DRIFT = 0.8
"""The greatest standard deviation of the drift of log bands, which half of the utterances have."""
DRIFTING = 0.5
DRIFT_FRAMES = 25
DRIFT_BANDS = 6
"""The drift has one knot in this many frames, and this many knots over the bands."""

MASK_FRAMES = 110
"""One short span is hidden in every this many frames."""


class BatchCepstra:
    """Turns sounds (batch, samples) in the range of 16-bit integers into features."""

    def __init__(self, chance: BatchChance) -> None:
        self.chance = chance
        on = chance.on
        self._window = torch.from_numpy(povey_window()).to(on)
        weights = [mel_triangles(warped(warp)) for warp in WARPS]
        self._weights = torch.from_numpy(np.stack(weights)).to(on)
        self._cosines = torch.from_numpy(cosines()).to(on)

    def drawn(self, sounds: torch.Tensor) -> torch.Tensor:
        """Return cepstra (batch, frames, coefficients) with random vocal tracts and drifts."""
        count, chance = len(sounds), self.chance
        any_warp = chance.whole(0, len(WARPS), count)
        which = torch.where(chance.happens(WARPED, count)[:, 0], any_warp, AS_IT_IS)
        logs = self._log_bands(sounds, which)
        drifted: torch.Tensor = (logs + self._drift(count, logs.shape[1])) @ self._cosines
        return drifted

    def plain(self, sounds: torch.Tensor, warp: int = AS_IT_IS) -> torch.Tensor:
        """Return cepstra with one of the `WARPS`, by its index, and without drift."""
        which = torch.full((len(sounds),), warp, device=self.chance.on)
        cepstra: torch.Tensor = self._log_bands(sounds, which) @ self._cosines
        return cepstra

    def _log_bands(self, sounds: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
        frames = sounds.unfold(1, WINDOW, HOP)
        frames = frames - frames.mean(-1, keepdim=True)
        before = torch.cat([frames[..., :1], frames[..., :-1]], -1)
        emphasised = (frames - float(PREEMPHASIS) * before) * self._window
        power = torch.fft.rfft(emphasised, SIZE).abs() ** 2
        return torch.log(torch.clamp(torch.bmm(power, self._weights[which]), min=FAINTEST))

    def _drift(self, count: int, frames: int) -> torch.Tensor:
        """Return slow changes of the log bands: a turning talker, a codec, a hand on a headset."""
        chance = self.chance
        knots = chance.normal(count, frames // DRIFT_FRAMES + 2, DRIFT_BANDS)
        size = chance.uniform(0, DRIFT, count, 1) * chance.happens(DRIFTING, count)
        drift: torch.Tensor = nn.functional.interpolate(
            (knots * size[..., None])[:, None],
            size=(frames, BANDS),
            mode="bilinear",
            align_corners=True,
        )
        return drift[:, 0]


def warped(warp: float) -> npt.NDArray[np.float64]:
    """Return the frequencies, in hertz, as which the bins of a spectrum are read."""
    hertz = np.arange(SIZE // 2 + 1) * SAMPLE_RATE / SIZE
    highest = SAMPLE_RATE / 2
    steep = (highest - BENT_HZ * warp) / (highest - BENT_HZ)
    return np.where(hertz < BENT_HZ, hertz * warp, highest - steep * (highest - hertz))


def hidden(
    rows: torch.Tensor, std: torch.Tensor, amount: float, chance: BatchChance
) -> torch.Tensor:
    """Do what `train.masked` does: replace short spans by the mean, shift and shake the rest."""
    count, frames, width = rows.shape
    mean = rows.mean(1, keepdim=True)
    times = torch.arange(frames, device=chance.on)
    for _ in range(max(2, round(frames / MASK_FRAMES))):
        begin = chance.whole(0, frames - LONGEST_MASK, count, 1)
        size = chance.whole(0, LONGEST_MASK + 1, count, 1) * chance.happens(amount, count)
        is_hidden = (times >= begin) & (times < begin + size)
        rows = torch.where(is_hidden[..., None], mean, rows)
    shift = chance.normal(count, 1, width)
    shift[..., 0] *= LEVEL_SHIFT
    shake = chance.normal(count, frames, width)
    return rows + amount * std * (SHIFT * shift + SHAKE * shake)
