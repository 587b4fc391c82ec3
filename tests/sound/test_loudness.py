"""How loud the near talker is, and what lies below."""

import numpy as np

from voice_chess.sound.loudness import AROUND, decibels_below


def test_a_short_drop_in_a_word_is_near_and_a_long_one_is_not() -> None:
    levels = np.full(100, 1_000, np.float32)
    levels[20 : 20 + 2 * AROUND] = 10
    levels[50:] = 100

    below = decibels_below(levels)

    assert np.allclose(below[: 50 + AROUND], 0, atol=1e-3)
    assert np.allclose(below[50 + AROUND :], 20, atol=1e-3)


def test_silence_is_as_near_as_anything_where_nothing_else_is() -> None:
    assert np.allclose(decibels_below(np.zeros(20, np.float32)), 0)
