"""A round is paired by the command line, and a report that can't be so is one sentence."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.event.organised import organised
from tests.event.reports import FOUR, report
from tests.wording import Wording
from voice_chess.cli.command_line import main
from voice_chess.compose import pairing
from voice_chess.event.commands import RuleResult
from voice_chess.event.competition import BoardResult
from voice_chess.event.trf_lines import written_26

PATIENCE_S = 120
FAKE = "#!/bin/sh\nprintf '2\\n4 1\\n2 3\\n' > \"$4\"\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "event.trf"
    path.write_text(report(FOUR, "XXR 3"), "utf-8")
    return path


def pair(path: Path, number: object, *more: str) -> int:
    return main(["event", "pair", str(path), "--round", str(number), *more])


def test_a_report_whose_names_would_be_others_elsewhere_is_refused(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(file.read_text("utf-8").replace("Player 2", "Dvořák  ").encode("cp1250"))

    assert main(["event", "convert", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(
        r"voice-chess: Line \d: .* save the file as UTF-8, or name .*\.\n", told.err
    )


@pytest.mark.parametrize("what", ["/dev/zero", "huge.trf"])
def test_what_is_larger_than_any_report_is_refused_before_it_fills_the_memory(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (tmp_path / "huge.trf").open("wb") as file:
        file.truncate(1 << 40)

    assert main(["event", "standings", str(tmp_path / what)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "is larger than any report of an event: name another file." in line


def test_a_line_for_each_board_has_white_and_black(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pair(file, 3) == 0
    told = capsys.readouterr()
    assert told.out == "3 2\n1 4\n"
    assert told.err == ""


def test_a_bye_has_a_dash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "five.trf"
    path.write_text(report(((),) * 5, "XXR 4"), "utf-8")

    assert pair(path, 1, "--initial-colour", "black") == 0
    assert capsys.readouterr().out == "3 1\n2 4\n5 -\n"


def test_later_rounds_and_results_change_nothing(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (("3w1", "2b=", "4w "), ("4b1", "1w=", "3b "), ("1b0", "4w1", "2w "), ())
    longer = tmp_path / "longer.trf"
    longer.write_text(report((*rows[:3], ("2w0", "3b0", "1b ")), "XXR 3"), "utf-8")

    assert pair(file, 3) == pair(longer, 3) == 0
    assert capsys.readouterr().out == 2 * "3 2\n1 4\n"


def test_a_forfeit_corrected_after_the_two_met_again_does_not_stop_the_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = organised(4, rounds=5)
    held.pair()
    for board in (1, 2):
        held.rule(board, BoardResult.WHITE_BY_FORFEIT)
    for _ in (2, 3):
        held.play_round()
    held.done(RuleResult(at_ms=1, round=1, board=1, result=BoardResult.DRAW, reason="was played"))
    path = tmp_path / "event.trf"
    path.write_text(written_26(held.now.report), "utf-8")
    held.pair()

    assert pair(path, 4) == 0
    told = capsys.readouterr()
    boards = held.now.rounds[-1].boards
    assert told.out == "".join(f"{board.white} {board.black}\n" for board in boards)
    assert re.fullmatch(
        r"Line \d+, round 3, opponent: 1 and 3 had already met in round 1\..*\n", told.err
    )


def test_points_that_are_no_sum_are_told_and_the_rounds_count(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(file.read_text("utf-8").replace(" 1.5    1", " 2.5    1"), "utf-8")

    assert pair(file, 3) == 0
    told = capsys.readouterr()
    assert told.out == "3 2\n1 4\n"
    assert told.err == (
        "Line 2, points (columns 81 to 84): they are not the sum of the rounds; the rounds count.\n"
    )


def test_what_is_told_about_a_report_is_told_in_the_language_chosen(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(file.read_text("utf-8").replace(" 1.5    1", " 2.5    1"), "utf-8")

    assert pair(file, 3, "--language", "pl") == 0
    assert pair(file, 4, "--language", "it") == 2
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "Wiersz 2, punkty (kolumny od 81 do 84): nie są sumą rund; liczą się rundy."
    assert told[-1] == "voice-chess: Non c'è il turno 4: l'ultimo è il turno 3."


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("001    2", "001    1", "Line 3, starting number (columns 5 to 8): 1 stands in line 2"),
        ("   3 w 1", "   9 w 1", "Line 2, round 1, opponent: there is no player 9."),
        ("   3 w 1", "   3 w =", "Line 2, round 1, result: "),
        ("   3 w 1", "   3 w x", "Line 2, round 1, result: 'x' is no result."),
        ("XXR 3", "XXR 2", "There is no round 3: the last one is round 2."),
        ("XXR 3", "XXR", "Line 1, number of rounds: '' is no number of rounds."),
        ("XXR 3", "hello", "Line 1, code (columns 1 to 3): 'hell' begins no line of a report."),
        ("XXR 3", "XXP 1 2 3 4", "The rules allow no pairing of round 3: "),
    ],
)
def test_bad_input_is_one_sentence_with_line_and_field(
    file: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, told: str
) -> None:
    more = "XXR 3\n" if new.startswith("XXP") else ""
    file.write_text(file.read_text("utf-8").replace(old, new, 1) + more, "utf-8")

    assert pair(file, 3) == 2
    printed = capsys.readouterr()
    (line,) = printed.err.splitlines()
    assert printed.out == ""
    assert line.startswith(f"voice-chess: {told}")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["event", "pair", "FILE"], "Which round? Name it with --round N."),
        (
            ["event", "pair", "FILE", "--round", "0"],
            "argument --round: '0' is not a whole number from 1 to 999",
        ),
        (
            ["event", "pair", "FILE", "--round", "x"],
            "argument --round: 'x' is not a whole number from 1 to 999",
        ),
        (["event", "pair", "absent.trf", "--round", "1"], "absent.trf can't be used: "),
        (["event", "standings", "FILE", "--tie-breaks", "BH,ELO"], "There is no tie-break ELO;"),
        (["event", "standings", "FILE", "--round", "3"], "The file tells nothing of games in"),
        (["event", "berger", "1"], "A round robin is for 2 to 999 players, and '1' is not."),
        (["event", "berger", "many"], "A round robin is for 2 to 999 players, and 'many' is not."),
        (
            ["event", "pair", "FILE", "--round", "1", "--pairing-program", "/no/such/program"],
            "There is no program /no/such/program: name another with --pairing-program.",
        ),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert main([str(file) if each == "FILE" else each for each in arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"voice-chess: {told}")


def test_the_tables_of_a_round_robin_are_headed_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["event", "berger", "3", "--language", "de"]) == 0

    heads = capsys.readouterr().out.split("\n\n")
    rounds = [
        Wording("de").language.interface["event-round-head"].format(round=n) for n in (1, 2, 3)
    ]
    assert [head.splitlines()[0] for head in heads if head] == rounds


ACTIONS = ("pair", "standings", "berger", "check", "convert")
TAKEN_BY = {
    ("--round", "1"): ("pair", "standings"),
    ("--tie-breaks", "none"): ("standings",),
    ("--initial-colour", "white"): ("pair",),
    ("--acceleration", "none"): ("pair",),
    ("--pairing-program", "absent"): ("pair",),
    ("--trf", "26"): ("convert",),
    ("--key", "key.pem"): ("check",),
}


@pytest.mark.parametrize(
    ("action", "option"),
    [
        (each, option)
        for option, takers in TAKEN_BY.items()
        for each in ACTIONS
        if each not in takers
    ],
)
def test_an_option_that_an_action_has_no_use_for_is_refused(
    action: str, option: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["event", action, "6", *option]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (f"voice-chess: event {action} has no use for {option[0]}: leave it away.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="the fake is a shell script")
def test_another_program_may_pair(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "fakePairings"
    program.write_text(FAKE, "utf-8")
    program.chmod(0o755)

    assert pair(file, 3, "--pairing-program", str(program)) == 0
    assert capsys.readouterr().out == "2 3\n4 1\n"


def test_a_program_that_pairs_nothing_is_told_with_what_it_said(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "cat"
    program.write_text('#!/bin/sh\necho "cat: unrecognised option $1" >&2\nexit 1\n', "utf-8")
    program.chmod(0o755)

    assert pair(file, 3, "--pairing-program", str(program)) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    assert line.startswith("voice-chess: cat gave no pairing of round 3 (it ended with the code 1,")
    assert line.endswith("and said: cat: unrecognised option --dutch")

    assert pair(file, 3, "--pairing-program", str(program), "--language", "it") == 2
    (line,) = capsys.readouterr().err.splitlines()
    begin = Wording("it").text("event-report:pairer-failed", name="cat", round=3, why="", said="")
    assert line.startswith(f"voice-chess: {begin.partition('(')[0]}")


def test_many_players_are_paired_in_a_process_of_its_own(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pairing, "AT_ONCE", 3)

    assert pair(file, 3) == 0
    told = capsys.readouterr()
    assert told.out == "3 2\n1 4\n"
    assert told.err.splitlines()[0] == "Pairing 4 players takes a while; Ctrl-C ends it."


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_an_interrupt_ends_the_pairing_of_many_without_a_trace(tmp_path: Path) -> None:
    """As the terminal does it: the whole group of processes is interrupted."""
    rows = tuple((f"{(n + 200) % 400 + 1}{'wb'[n >= 200]}=",) for n in range(400))
    path = tmp_path / "many.trf"
    path.write_text(report(rows, "XXR 9"), "utf-8")
    # Tests that a shell runs in the background inherit that interrupts are ignored.
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "voice_chess", "event", "pair", str(path), "--round", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    signal.signal(signal.SIGINT, inherited)
    assert process.stderr is not None
    begun = process.stderr.readline()

    os.killpg(process.pid, signal.SIGINT)
    out, told = process.communicate(timeout=PATIENCE_S)

    assert begun == "Pairing 400 players takes a while; Ctrl-C ends it.\n"
    assert (process.returncode, out, told.strip()) == (130, "", "")


def test_standings_are_a_line_for_each_player(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["event", "standings", str(file), "--tie-breaks", "bh,de,win"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Place  Number  Name      Points  BH   WIN",
        "1      1       Player 1  1.5     2.5  1",
        "2      2       Player 2  1.5     1.5  1",
        "3      3       Player 3  1       1.5  1",
        "4      4       Player 4  0       2.5  0",
    ]


def test_the_heads_of_standings_are_those_of_the_pages_in_each_language(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["event", "standings", str(file), "--tie-breaks", "bh,de,win", "--language", "pl"]

    assert main(told) == 0
    heads = Wording("pl")
    names = ("event-place", "event-field:number", "event-field:name", "event-points-head")
    first = capsys.readouterr().out.splitlines()[0]
    assert re.split(r"\s{2,}", first) == [*map(heads.text, names), "BH", "WIN"]


def test_a_match_that_ends_level_has_two_first_places(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = (("2w1", "2b0"), ("1b0", "1w1"))
    file.write_text(report(match, "192 CUSTOM_ROUNDROBIN"), "utf-8")

    assert main(["event", "standings", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Place  Number  Name      Points",
        "1      1       Player 1  1",
        "1      2       Player 2  1",
    ]


@pytest.mark.parametrize("kind", ["192 CUSTOM_KNOCKOUT", "092 Individual: Knock-out"])
def test_who_loses_in_the_same_round_of_a_knock_out_shares_a_place_in_its_report_too(
    kind: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command told them apart by tie-breaks, which the event itself has none of."""
    knock_out = (("4w1", "2b1"), ("3w1", "1w0"), ("2b0", "Z"), ("1b0", "Z"))
    file.write_text(report(knock_out, kind), "utf-8")

    assert main(["event", "standings", str(file)]) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["1", "1"],
        ["2", "2"],
        ["3", "3"],
        ["3", "4"],
    ]


ROBIN = (("4w1", "3w1", "2w="), ("3w1", "4w1", "1b="), ("2b0", "1b0", "4w+"), ("1b0", "2b0", "3b-"))


def test_who_withdrew_early_from_a_round_robin_can_be_left_out_of_its_standings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "robin.trf"
    file.write_text(report(ROBIN, "192 BERGER_ROUNDROBIN_G1"), "utf-8")

    assert main(["event", "standings", str(file), "--without", "4", "--tie-breaks", "SB"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [(row[0], row[1], *row[4:]) for row in rows] == [
        ("1", "1", "1.5", "0.75"),
        ("1", "2", "1.5", "0.75"),
        ("3", "3", "0", "0"),
        ("-", "4", "0"),
    ]


@pytest.mark.parametrize(
    ("kind", "left_out", "complaint"),
    [
        ("192 BERGER_ROUNDROBIN_G1", "4,9", "There is no player 9 in the report"),
        ("192 FIDE_DUTCH", "4", "--without is for a round robin"),
        ("192 CUSTOM_KNOCKOUT", "4", "--without is for a round robin"),
    ],
)
def test_nobody_else_can_be_left_out_of_standings(
    kind: str, left_out: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "robin.trf"
    file.write_text(report(ROBIN, kind), "utf-8")

    assert main(["event", "standings", str(file), "--without", left_out]) == 2
    assert complaint in capsys.readouterr().err


def test_standings_may_be_those_after_an_earlier_round(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["event", "standings", str(file), "--round", "1", "--tie-breaks", "none"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [(row[0], row[1], row[4]) for row in rows] == [
        ("1", "1", "1"),
        ("1", "2", "1"),
        ("3", "3", "0"),
        ("3", "4", "0"),
    ]


def test_of_a_report_without_a_round_that_is_over_there_are_no_standings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "begun.trf"
    path.write_text(report(((),) * 4, "XXR 3"), "utf-8")

    assert main(["event", "standings", str(path)]) == 2
    assert "No round of this report is over yet" in capsys.readouterr().err


def test_a_round_robin_is_told_round_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["event", "berger", "3"]) == 0
    assert capsys.readouterr().out == (
        "Round 1\n2 3\n1 -\n\nRound 2\n1 2\n3 -\n\nRound 3\n3 1\n2 -\n\n"
    )


def test_standings_are_by_the_tie_breaks_that_the_report_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.trf"
    path.write_text(report(FOUR, "202 WIN,BH/C1"), "utf-8")

    assert main(["event", "standings", str(path)]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[0].split() == ["Place", "Number", "Name", "Points", "WIN", "BH-C1"]
    assert told.err == ""


def test_a_tie_break_of_the_report_that_is_not_known_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.trf"
    path.write_text(report(FOUR, "202 BH/C1,ARO"), "utf-8")

    assert main(["event", "standings", str(path)]) == 0
    told = capsys.readouterr()
    assert "BH-C1" in told.out.splitlines()[0]
    assert told.err == (
        "Line 202 names the tie-break ARO, which is not known here; the usual ones count.\n"
    )


def test_an_event_of_another_system_is_not_paired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.trf"
    path.write_text(report(FOUR, "XXR 3", "192 FIDE_BURSTEIN"), "utf-8")

    assert pair(path, 3) == 2
    assert "Line 192 names FIDE_BURSTEIN" in capsys.readouterr().err


@pytest.mark.parametrize("code", ["FIDE_DUTCH_2017", "FIDE_DUTCH_2017_BAKU"])
def test_rules_of_another_year_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    path = tmp_path / "event.trf"
    path.write_text(report(FOUR, "XXR 3", f"192 {code}"), "utf-8")

    assert pair(path, 3) == 0
    assert capsys.readouterr().err == (
        "Line 192 names the Dutch rules of 2017: the round is paired by those of 2026, "
        "which differ in places.\n"
    )


def test_a_report_is_converted_to_that_of_2026(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["event", "convert", str(file)]) == 0
    assert "142 3\r\n" in capsys.readouterr().out


def test_a_report_is_converted_to_that_of_2016_and_what_is_left_out_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.trf"
    path.write_text(report(FOUR, "142 3", "212 PTS,BH", "202 BH"), "utf-8")

    assert main(["event", "convert", str(path), "--trf", "16"]) == 0
    told = capsys.readouterr()
    assert "XXR 3\n" in told.out
    assert told.err == "TRF16 has no place for what these lines tell: 202, 212.\n"


@pytest.mark.parametrize("line", ["162  W 3.0", "299      0.5  000    2"])
def test_other_points_are_refused_where_points_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    path = tmp_path / "event.trf"
    path.write_text(report(FOUR, "XXR 3", line), "utf-8")

    assert pair(path, 3) == 2
    assert capsys.readouterr().err.startswith("voice-chess: Line 2, ")
    assert main(["event", "convert", str(path)]) == 0
