"""A pairing program is asked by a report and answers by pairs; whatever else it does is told."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.event.reports import event
from tests.waiting import waited
from tests.wording import Wording
from voice_chess.adapters.events.pairing_program import PairingProgram
from voice_chess.event.boards import Board
from voice_chess.event.entrants import Round, round_to_pair
from voice_chess.event.pairing import PairerLost
from voice_chess.languages.language import load_language

FAKE = Path(__file__).with_name("pairing_program.py")
FIVE = (("U",), ("4w1",), ("5b1",), ("2b0",), ("3w0",))
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fake is a shell script")


def second_round() -> Round:
    return round_to_pair(event(FIVE, "XXR 3"), 2)


def program(folder: Path, mode: str, name: str = "fakePairings") -> Path:
    """The fake program, as one that can be run by its path."""
    path = folder / name
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FAKE}" {mode} "$@"\n', "utf-8")
    path.chmod(0o755)
    return path


def not_at_all(seconds: int) -> None:
    del seconds


def test_pairs_and_colours_are_those_of_the_program(tmp_path: Path) -> None:
    pairer = PairingProgram(program(tmp_path, "pairs"), not_at_all)

    assert pairer.boards(second_round()) == (
        Board(white=1, black=2),
        Board(white=3, black=4),
        Board(white=5, black=None),
    )
    assert pairer.allots_colours


def run_by_java(folder: Path, mode: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that a Java of ours runs as the fake program."""
    java = folder / "java"
    java.write_text(
        f'#!/bin/sh\n[ "$1" = -jar ] && shift 2 && '
        f'exec "{sys.executable}" "{FAKE}" {mode} --dutch "$@"\n'
    )
    java.chmod(0o755)
    jar = folder / "javafo.jar"
    jar.touch()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return jar


def test_java_runs_what_ends_with_jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jar = run_by_java(tmp_path, "pairs", monkeypatch)

    assert len(PairingProgram(jar, not_at_all).boards(second_round())) == 3


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        (
            "none-allowed",
            (
                "(it ended with the code 1, by which bbpPairings means that none is allowed), "
                "and said nothing."
            ),
        ),
        ("complains", "(it ended with the code 3), and said: Invalid line in the report"),
        ("silent", "(it wrote no list of pairs), and said nothing."),
        ("no-list", "(it wrote no list of pairs), and said nothing."),
        ("wrong-count", "(it wrote no list of pairs), and said nothing."),
        ("one-number", "(it wrote no list of pairs), and said nothing."),
        ("crashes", "(it was ended by SIGABRT), and said nothing."),
        ("endless", "(it wrote no list of pairs), and said nothing."),
        ("deletes-folder", "(it wrote no list of pairs), and said nothing."),
    ],
)
def test_a_program_that_fails_is_told_in_one_sentence(tmp_path: Path, mode: str, told: str) -> None:
    pairer = PairingProgram(program(tmp_path, mode), not_at_all)

    with pytest.raises(PairerLost) as complaint:
        pairer.boards(second_round())

    assert str(complaint.value) == f"fakePairings gave no pairing of round 2 {told}"


def test_a_program_that_pairs_against_the_rules_is_told(tmp_path: Path) -> None:
    """It does not mean that there is no pairing."""
    pairer = PairingProgram(program(tmp_path, "forbidden"), not_at_all)

    with pytest.raises(PairerLost) as complaint:
        pairer.boards(second_round())

    assert str(complaint.value) == (
        "fakePairings has paired round 2 against the rules: 2 and 4 have played each other already."
    )


def test_a_program_that_fails_is_told_in_any_language(tmp_path: Path) -> None:
    """Only its own words are as it wrote them."""
    pairer = PairingProgram(program(tmp_path, "complains"), not_at_all)
    polish = Wording("pl")

    with pytest.raises(PairerLost) as complaint:
        pairer.boards(second_round())

    assert complaint.value.fault.told(load_language("pl")) == polish.text(
        "event-report:pairer-failed",
        name="fakePairings",
        round=2,
        why=polish.text("event-report:pairer-code", code=3),
        said="Invalid line in the report",
    )


def test_a_program_that_has_written_its_pairs_is_not_waited_for_by_what_it_started(
    tmp_path: Path,
) -> None:
    """What a script leaves behind keeps the output open."""
    path = program(tmp_path, "pairs")
    started = tmp_path / "started"
    script = path.read_text("utf-8").replace("exec", f"sleep 600 & echo $! >{started}\n")
    path.write_text(script, "utf-8")

    assert len(PairingProgram(path, not_at_all).boards(second_round())) == 3
    waited(lambda: has_ended(int(started.read_text("utf-8"))))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("absent", "There is no program {}: name another with --pairing-program."),
        ("absent.jar", "There is no Java on this computer to run {}: name another program with"),
    ],
)
def test_a_program_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    path = tmp_path / name

    with pytest.raises(PairerLost) as complaint:
        PairingProgram(path, not_at_all)

    assert str(complaint.value).startswith(told.format(path))


def test_a_java_that_fails_is_not_taken_for_a_round_without_a_pairing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends with 1 as well where its file is damaged."""
    pairer = PairingProgram(run_by_java(tmp_path, "none-allowed", monkeypatch), not_at_all)

    with pytest.raises(
        PairerLost,
        match=r"javafo\.jar gave no pairing of round 2 \(it ended with the code 1\), and said",
    ):
        pairer.boards(second_round())


@pytest.mark.parametrize("name", ["fakePairings", "./fakePairings"])
def test_a_program_of_this_folder_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """`./` before it is lost in a `Path`, and the shell's search path doesn't have it."""
    program(tmp_path, "pairs")
    monkeypatch.chdir(tmp_path)

    assert len(PairingProgram(Path(name), not_at_all).boards(second_round())) == 3


def test_a_folder_is_not_taken_for_a_program_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sh").mkdir()
    monkeypatch.chdir(tmp_path)

    with pytest.raises(PairerLost, match="There is no program sh: name another"):
        PairingProgram(Path("sh"), not_at_all)


def test_a_file_that_may_not_be_run_is_told(tmp_path: Path) -> None:
    path = program(tmp_path, "pairs")
    path.chmod(0o644)

    with pytest.raises(PairerLost, match="fakePairings is no program that may be run: chmod"):
        PairingProgram(path, not_at_all)


def test_what_is_no_program_is_told(tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_text("#!/nowhere/at/all\n")
    path.chmod(0o755)

    with pytest.raises(PairerLost, match="broken can't be run: "):
        PairingProgram(path, not_at_all).boards(second_round())


def has_ended(process: int) -> bool:
    """Whether this process runs no more; one whose end nobody has noticed counts as ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def interrupting() -> Callable[[int], None]:
    def waited(seconds: int) -> None:
        del seconds
        raise KeyboardInterrupt

    return waited


def test_an_interrupt_ends_the_program_and_what_it_has_started(tmp_path: Path) -> None:
    path = program(tmp_path, "slow")
    started = tmp_path / "started"
    script = path.read_text("utf-8").replace("exec", f"sleep 600 & echo $! >{started}; wait\n")
    path.write_text(script, "utf-8")

    with pytest.raises(KeyboardInterrupt):
        PairingProgram(path, interrupting()).boards(second_round())
    waited(lambda: has_ended(int(started.read_text("utf-8"))))
