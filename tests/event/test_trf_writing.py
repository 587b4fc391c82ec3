"""What is written for a pairing program reads as the same event before the round."""

from tests.event.reports import FOUR, event
from voice_chess.event.crosscheck import crosscheck
from voice_chess.event.entrants import Round, round_to_pair
from voice_chess.event.trf import read_trf
from voice_chess.event.trf_writing import report_before

ROWS = (("3w1", "2b=", "4w1"), ("4b1", "1w=", "H"), ("1b0", "4w+", ""), ("2w0", "3b-", "1b0"))


def reread(round_: Round) -> Round:
    read = read_trf(report_before(round_))
    crosscheck(read)
    return round_to_pair(read, round_.number)


def test_a_report_before_a_round_tells_the_same_of_everybody() -> None:
    for number in (1, 2, 3):
        round_ = round_to_pair(event(ROWS), number)

        again = reread(round_)

        assert again.entrants == round_.entrants
        assert (again.initial, again.event.rounds) == (round_.initial, round_.event.rounds)


def test_nothing_of_the_round_itself_is_told_but_who_is_away() -> None:
    lines = report_before(round_to_pair(event(ROWS), 3)).splitlines()

    assert [line[111:] for line in lines if line.startswith("001")] == [
        "",
        "0000 - H",
        "0000 - Z",
        "",
    ]


def test_whom_the_organiser_keeps_apart_is_told() -> None:
    text = report_before(round_to_pair(event(FOUR, "XXR 3", "260 003 003 1 4"), 3))

    assert "XXP 1 4\n" in text


def test_points_are_those_before_the_round() -> None:
    lines = report_before(round_to_pair(event(ROWS), 2)).splitlines()

    assert [line[80:84] for line in lines if line.startswith("001")] == [
        " 1.0",
        " 1.0",
        " 0.0",
        " 0.0",
    ]
