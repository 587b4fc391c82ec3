"""Measures the look of a page: the luminance of its pixels, and the contrast between pixels."""

import io

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import FloatRect, Page

Luminances = npt.NDArray[np.float64]
"""The relative luminance of each pixel (WCAG 2.2), from 0 for black to 1 for white, row by row."""

_SHARES = np.arange(256) / 255
_LINEAR = np.where(_SHARES <= 0.04045, _SHARES / 12.92, ((_SHARES + 0.055) / 1.055) ** 2.4)
_WEIGHTS = np.array([0.2126, 0.7152, 0.0722])


def luminances(page: Page, box: FloatRect | None = None) -> Luminances:
    """Return the luminances of the visible part of the page, or of a box in it."""
    picture = page.screenshot(clip=box, animations="disabled", caret="hide")
    with Image.open(io.BytesIO(picture)) as image:
        return np.asarray(_LINEAR[np.asarray(image.convert("RGB"))] @ _WEIGHTS)


def contrast(one: Luminances, other: Luminances) -> Luminances:
    """Return the contrast of each two pixels, from 1 for equal ones to 21 for black and white."""
    return (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
