"""What a page looks like, as numbers: its pixels, and how far two of them stand apart."""

import io

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import FloatRect, Page

Luminances = npt.NDArray[np.float64]
"""Of each pixel, rows first, from 0 for black to 1 for white, as WCAG 2.2 reckons them."""

_SHARES = np.arange(256) / 255
_LINEAR = np.where(_SHARES <= 0.04045, _SHARES / 12.92, ((_SHARES + 0.055) / 1.055) ** 2.4)
_WEIGHTS = np.array([0.2126, 0.7152, 0.0722])


def luminances(page: Page, box: FloatRect | None = None) -> Luminances:
    """Of the part of the page that is on the screen, or of this box of it."""
    picture = page.screenshot(clip=box, animations="disabled", caret="hide")
    with Image.open(io.BytesIO(picture)) as image:
        return np.asarray(_LINEAR[np.asarray(image.convert("RGB"))] @ _WEIGHTS)


def contrast(one: Luminances, other: Luminances) -> Luminances:
    """Of each pixel and its counterpart, from 1 for equal ones to 21 for black and white."""
    return (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
