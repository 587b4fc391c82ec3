"""Whole events, each round paired by the command line from its report, and judged by hand."""

from pathlib import Path

import pytest

from tests.event.rules_by_hand import broken_rules, read_before
from tests.event.whole_events import WholeEvent, can_be_paired
from tests.thoroughness import enough
from voice_chess.cli.command_line import main
from voice_chess.event.boards import Board
from voice_chess.event.entrants import Round
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.trf_writing import report_before


def pair(round_: Round, path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    path.write_text(report_before(round_), "utf-8")
    code = main(["event", "pair", str(path), "--round", str(round_.number)])
    told = capsys.readouterr()
    return code, told.out, told.err


def read_pairs(printed: str) -> list[tuple[int, int | None]]:
    lines = (line.split() for line in printed.splitlines())
    return [(int(white), None if black == "-" else int(black)) for white, black in lines]


def play(event: WholeEvent, path: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """To the end, or until nobody could pair it; how many rounds were paired."""
    for number in range(1, event.rounds + 1):
        try:
            round_ = event.next_round(number)
        except BadEvent:
            return number - 1
        code, printed, told = pair(round_, path, capsys)
        if code:
            assert (code, printed, len(told.splitlines())) == (2, "", 1)
            assert not can_be_paired(round_), path.read_text("utf-8")
            return number - 1
        pairs = read_pairs(printed)

        broken = list(broken_rules(read_before(path.read_text("utf-8"), number), pairs))

        assert broken == [], path.read_text("utf-8")
        event.play(tuple(Board(white=white, black=black) for white, black in pairs))
    return event.rounds


KINDS = [(12, 0, False), (13, 5, False), (12, 0, True), (13, 3, True), (5, 2, False)]
"""The most players, how many pairs are kept apart, and whether it is accelerated."""


@pytest.mark.parametrize(("most", "apart", "is_baku"), KINDS)
def test_no_round_breaks_a_rule_whatever_happens_in_an_event(
    most: int, apart: int, is_baku: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = [
        play(
            WholeEvent(seed, most, kept_apart=apart, is_baku=is_baku),
            tmp_path / "event.trf",
            capsys,
        )
        for seed in range(12)
    ]

    assert sum(played) >= len(played)


@pytest.mark.slow
def test_a_hundred_events_and_more_break_no_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in range(100, 100 + enough(120)):
        most, apart, is_baku = (*KINDS, (40, 8, bool(seed % 2)))[seed % (len(KINDS) + 1)]
        event = WholeEvent(seed, most, kept_apart=apart, is_baku=is_baku)
        play(event, tmp_path / "event.trf", capsys)


def told(*rows: str) -> str:
    """Reports in which a rule could be broken: three rounds of four players, White on the left."""
    return "".join(f"{row}\n" for row in ("XXR 3", "XXC white1", *rows))


def row(number: int, *cells: str) -> str:
    return f"001 {number:4}".ljust(91) + "".join(f"{cell:10}" for cell in cells)


REPORT = told(
    row(1, "   2 w 1", "   3 w 1"),
    row(2, "   1 b 0", "   4 b 1"),
    row(3, "   4 w 1", "   1 b 0"),
    row(4, "   3 b 0", "   2 w 0"),
    row(5, "0000 - U", "0000 - Z"),
)


@pytest.mark.parametrize(
    ("pairs", "broken"),
    [
        ([(2, 1), (3, 4), (5, None)], "2 and 1 met before"),
        ([(1, 4), (3, 2), (5, None)], "1 and 4 have each other's colours"),
        ([(4, 1), (2, 3), (5, None)], "5 gets another point without a game"),
        ([(4, 1), (2, 3)], "not everybody once: [1, 2, 3, 4]"),
        ([(4, 1), (5, 2), (5, 3)], "not everybody once: [1, 2, 3, 4, 5, 5]"),
    ],
)
def test_the_judge_sees_what_is_broken(pairs: list[tuple[int, int | None]], broken: str) -> None:
    assert broken in list(broken_rules(read_before(REPORT, 3), pairs))


def test_the_judge_sees_a_third_game_with_one_colour() -> None:
    longer = REPORT.replace("XXR 3", "XXR 4")

    found = list(broken_rules(read_before(longer, 3), [(1, 4), (2, 5), (3, None)]))

    assert "1 has w a third time" in found
