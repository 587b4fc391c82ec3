"""Draws random numbers for whole batches at once, on the batches' device."""

import torch


class BatchChance:
    """The random numbers of one seed."""

    def __init__(self, on: torch.device, seed: int) -> None:
        self.on = on
        self._generator = torch.Generator(on).manual_seed(seed)

    def uniform(self, low: float, high: float, *shape: int) -> torch.Tensor:
        """Return numbers between `low` and `high`, all equally likely."""
        return low + (high - low) * torch.rand(*shape, device=self.on, generator=self._generator)

    def normal(self, *shape: int) -> torch.Tensor:
        """Return normally distributed numbers of mean 0 and variance 1."""
        return torch.randn(*shape, device=self.on, generator=self._generator)

    def whole(self, low: int, high: int, *shape: int) -> torch.Tensor:
        """Return whole numbers from `low` to below `high`."""
        return torch.randint(low, high, shape, device=self.on, generator=self._generator)

    def happens(self, share: float, count: int) -> torch.Tensor:
        """Return flags (count, 1), each True with probability `share`."""
        return self.uniform(0, 1, count, 1) < share
