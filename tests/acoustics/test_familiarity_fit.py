"""The line between announcements and other sounds is found again from samples of both."""

import numpy as np
import pytest

from voice_chess.acoustics.familiarity_fit import Sample, fit


def samples(rng: np.random.Generator, *, is_ours: bool, above: float) -> list[Sample]:
    made = []
    for _ in range(400):
        words, frames = int(rng.integers(1, 7)), float(rng.uniform(20, 90))
        expected = 2.0 - 5.0 * words - 0.2 * frames
        likelihood = expected + above + rng.normal(0, 1.5)
        made.append(Sample(log_likelihood=likelihood, words=words, frames=frames, is_ours=is_ours))
    return made


def test_the_line_lies_between_the_two_kinds() -> None:
    rng = np.random.default_rng(3)
    ours, others = (samples(rng, is_ours=o, above=4.0 if o else -4.0) for o in (True, False))

    line = fit([*ours, *others])

    assert line.word == pytest.approx(-5.0, abs=0.7)
    assert line.frame == pytest.approx(-0.2, abs=0.06)
    assert line.slope > 0
    on_the_line = 2.0 - 5.0 * 3 - 0.2 * 50
    assert line.offset + 3 * line.word + 50 * line.frame == pytest.approx(on_the_line, abs=1.5)


def test_how_many_there_are_of_a_kind_does_not_move_the_line() -> None:
    rng = np.random.default_rng(3)
    ours, others = (samples(rng, is_ours=o, above=3.0 if o else -3.0) for o in (True, False))

    even, uneven = fit([*ours, *others]), fit([*ours, *others[:80]])

    at = 3 * even.word + 50 * even.frame + even.offset
    assert 3 * uneven.word + 50 * uneven.frame + uneven.offset == pytest.approx(at, abs=1.0)


def test_one_kind_alone_tells_nothing() -> None:
    with pytest.raises(ValueError, match="both"):
        fit(samples(np.random.default_rng(0), is_ours=True, above=0.0))
