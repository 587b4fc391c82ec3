"""Cepstra of whole batches on the device, of longer and shorter vocal tracts than recorded.

A vocal tract is made longer or shorter by taking the frequencies of a spectrum for others, as
normalisation of speakers does it the other way round (Jaitly and Hinton, 2013).
"""

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from voice_chess.acoustics.batch_chance import BatchChance
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
"""What frequencies are multiplied by."""
AS_IT_IS = len(WARPS) // 2
"""The place of the warp that changes nothing."""
WARPED = 0.7
"""The share of utterances whose vocal tract is drawn."""
BENT_HZ = 6_000.0
"""Above, frequencies are warped less and less, so that the highest stays."""

DRIFT = 0.8
"""How far the log bands of half of the utterances drift at most, as standard deviation."""
DRIFTING = 0.5
DRIFT_FRAMES = 25
DRIFT_BANDS = 6
"""So slowly over time, and so evenly over the bands, do they drift."""

MASK_FRAMES = 110
"""Of so many frames one short span is hidden."""


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
        """Cepstra (batch, frames, coefficients) of vocal tracts and with drifts as they come."""
        count, chance = len(sounds), self.chance
        any_warp = chance.whole(0, len(WARPS), count)
        which = torch.where(chance.happens(WARPED, count)[:, 0], any_warp, AS_IT_IS)
        logs = self._log_bands(sounds, which)
        drifted: torch.Tensor = (logs + self._drift(count, logs.shape[1])) @ self._cosines
        return drifted

    def plain(self, sounds: torch.Tensor, warp: int = AS_IT_IS) -> torch.Tensor:
        """The same, of one of the `WARPS` and without drift."""
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
        """Slow changes of the log bands: a talker who turns, a codec, a hand on a headset."""
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
    """What the frequencies of a spectrum are taken for."""
    hertz = np.arange(SIZE // 2 + 1) * SAMPLE_RATE / SIZE
    highest = SAMPLE_RATE / 2
    steep = (highest - BENT_HZ * warp) / (highest - BENT_HZ)
    return np.where(hertz < BENT_HZ, hertz * warp, highest - steep * (highest - hertz))


def hidden(
    rows: torch.Tensor, std: torch.Tensor, amount: float, chance: BatchChance
) -> torch.Tensor:
    """As `train.masked`: short spans replaced by the mean, the rest shifted and shaken."""
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
