"""Speeds up or slows down whole batches of sound, on their device."""

import math

import torch
from torch import nn

from voice_chess.acoustics.augment import PHASES

CROSSINGS = 12
"""Zero crossings of the sinc on each side of a sample."""
PASSED = 0.97
"""The share of the frequencies common to both rates that the filter passes."""


def at_speed(sounds: torch.Tensor, down: int) -> torch.Tensor:
    """Make `PHASES` samples from each `down`: shorter and higher if `down` is more."""
    if down == PHASES:
        return sounds
    cut = min(1.0, PHASES / down) * PASSED
    width = math.ceil(CROSSINGS / cut)
    at = torch.arange(PHASES, device=sounds.device, dtype=torch.float64) * down / PHASES
    away = torch.arange(-width, down + width + 1, device=sounds.device) - at[:, None]
    window = torch.where(away.abs() < width, torch.cos(math.pi * away / (2 * width)) ** 2, 0.0)
    kernels = (cut * torch.sinc(cut * away) * window).float()[:, None]
    padded = nn.functional.pad(sounds, (width, down + width + 1))
    found = nn.functional.conv1d(padded[:, None], kernels, stride=down)
    length = round(sounds.shape[1] * PHASES / down)
    return found.transpose(1, 2).reshape(len(sounds), -1)[:, :length]
