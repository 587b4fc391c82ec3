"""Chance for whole batches at once, on the device where they are."""

import torch


class BatchChance:
    """Draws of one seed."""

    def __init__(self, on: torch.device, seed: int) -> None:
        self.on = on
        self._generator = torch.Generator(on).manual_seed(seed)

    def uniform(self, low: float, high: float, *shape: int) -> torch.Tensor:
        """Anything between the two, all equally likely."""
        return low + (high - low) * torch.rand(*shape, device=self.on, generator=self._generator)

    def normal(self, *shape: int) -> torch.Tensor:
        """Of mean 0 and variance 1."""
        return torch.randn(*shape, device=self.on, generator=self._generator)

    def whole(self, low: int, high: int, *shape: int) -> torch.Tensor:
        """Whole numbers from `low` to below `high`."""
        return torch.randint(low, high, shape, device=self.on, generator=self._generator)

    def happens(self, share: float, count: int) -> torch.Tensor:
        """True for this share of the rows (count, 1)."""
        return self.uniform(0, 1, count, 1) < share
