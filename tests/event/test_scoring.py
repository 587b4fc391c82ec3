"""Points are counted as everywhere; a report that counts otherwise is read, and not paired."""

import pytest

from tests.event.reports import FOUR, event
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.scoring import check_scoring


@pytest.mark.parametrize(
    "line",
    [
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5",
        "BBW  1.0",
        "XXS W=1.0 D=0.5 PAB=1.0 HPB=0.5",
    ],
)
def test_the_usual_points_may_be_told(line: str) -> None:
    check_scoring(event(FOUR, line))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("162  W 3.0", "Line 1, points of W: 3.0 is not usual, and only usual points can be."),
        ("162  W 1.0    P 0.5", "Line 1, points of P: 0.5 is not usual"),
        ("BBD  0.0", "Line 1, points of BBD: 0.0 is not usual"),
        ("BBW", "Line 1, points of BBW:  is not usual"),
        (f"BBW {'9' * 5_000}.0", "Line 1, points of BBW: 999"),
        ("XXS W=3 D=1", "Line 1, points of W: 3 is not usual"),
        ("299     -0.5          001", "Line 1, abnormal points: they would change scores"),
    ],
)
def test_other_points_are_refused_with_their_line(line: str, told: str) -> None:
    with pytest.raises(BadEvent) as complaint:
        check_scoring(event(FOUR, line))

    assert str(complaint.value).startswith(told)
