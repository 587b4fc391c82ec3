"""Under five minutes without a good increment nobody must write."""

import pytest

from voice_chess.laws.edition import Speed, edition, known_editions
from voice_chess.laws.recording import must_record


@pytest.mark.law("record-exempt", "rapid-unrecorded")
@pytest.mark.parametrize("edition_id", known_editions())
@pytest.mark.parametrize(
    ("case", "must"),
    [
        (("standard", 301, 0, False), True),
        (("standard", 300, 0, False), True),
        (("standard", 299, 0, False), False),
        (("standard", 299, 29, False), False),
        (("standard", 299, 30, False), True),
        (("standard", 10, 30, False), True),
        (("standard", 400, 0, True), False),
        (("rapid", 900, 0, False), False),
        (("blitz", 200, 0, False), False),
    ],
)
def test_who_must_write(edition_id: str, case: tuple[Speed, int, int, bool], must: bool) -> None:
    speed, left_s, increment_s, was_exempt = case

    answer = must_record(
        edition(edition_id),
        speed=speed,
        left_ms=left_s * 1_000,
        increment_ms=increment_s * 1_000,
        was_exempt=was_exempt,
    )

    assert answer == must
