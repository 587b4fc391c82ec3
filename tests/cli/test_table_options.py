"""`play` with an engine, boards and people: what can't be is one sentence, what can is played."""

import io
import os
from pathlib import Path

import pytest

from tests.adapters.engines import uci_script
from tests.german import CONTINUE, NO, PRESS, YES, german, in_words, says
from tests.wording import Wording
from voice_chess.adapters.documents.record_files import read_pgn
from voice_chess.cli.command_line import main

pytestmark = pytest.mark.usefixtures("no_models")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))


PLAY = ["play", "--typed", "--silent"]


def test_another_game_has_the_colours_swapped_and_a_journal_and_records_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(
        monkeypatch, "e4", says("resign"), YES, says("rematch"), YES, "d4", says("resign"), YES, NO
    )

    assert main([*PLAY, "--white", "Anna", "--black", "Bela"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.count(german("rematch", command=says("rematch"))) == 2
    first, second = sorted((tmp_path / "data" / "games").glob("*/game.pgn"))
    assert read_pgn(first).moves == ("e2e4",)
    assert '[White "Anna"]' in first.read_text("utf-8")
    assert read_pgn(second).moves == ("d2d4",)
    assert '[White "Bela"]' in second.read_text("utf-8")
    assert '[Result "1-0"]' in second.read_text("utf-8")


def test_against_an_engine_the_other_side_is_played_and_can_be_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = uci_script.written(tmp_path)
    typed(monkeypatch, says("resign"), YES, says("rematch"), "e5")

    assert main([*PLAY, "--opponent", f"engine:{engine}"]) == 0
    told = capsys.readouterr().out
    _, second = sorted((tmp_path / "data" / "games").glob("*/game.pgn"))
    assert '[White "tiny-engine"]' in second.read_text("utf-8")
    going_on = f"--typed --silent --opponent engine:{engine} --side black"
    assert f"--resume {second.parent.name} {going_on}" in told

    typed(monkeypatch, CONTINUE, says("resign"), YES, NO)
    again = ["--resume", second.parent.name, "--opponent", f"engine:{engine}", "--side", "black"]

    assert main([*PLAY, *again]) == 0
    assert '[Result "1-0"]' in second.read_text("utf-8")


def test_a_game_against_an_engine_is_resumed_against_it_until_a_person_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = uci_script.written(tmp_path)
    typed(monkeypatch, "e4")
    chosen = ["--opponent", f"engine:{engine}", "--think", "0.5"]
    assert main([*PLAY, *chosen]) == 0
    (folder,) = (tmp_path / "data" / "games").iterdir()
    again = [*PLAY, "--resume", folder.name]
    capsys.readouterr()

    typed(monkeypatch, CONTINUE, "d4")
    assert main(again) == 0
    assert (
        capsys.readouterr()
        .out.splitlines()[-1]
        .endswith(f"--opponent engine:{engine} --side white --think 0.5")
    )
    assert read_pgn(folder / "game.pgn").moves == ("e2e4", "a7a5", "d2d4", "a5a4")

    for choice in (["--opponent", "person"], []):
        typed(monkeypatch, CONTINUE, "Sf3", "Sf6")
        assert main([*again, *choice]) == 0
    assert read_pgn(folder / "game.pgn").moves[4:] == ("g1f3", "g8f6")


@pytest.mark.parametrize("kept", ["", "[]", '{"path": null}'])
def test_a_damaged_note_of_the_engine_is_told_with_what_to_say(
    kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "e4")
    assert main([*PLAY]) == 0
    (folder,) = (tmp_path / "data" / "games").iterdir()
    (folder / "engine.json").write_text(kept)
    again = [*PLAY, "--resume", folder.name]

    typed(monkeypatch)
    assert main(again) == 2
    assert "--opponent person" in capsys.readouterr().err
    typed(monkeypatch)
    assert main([*again, "--opponent", "person"]) == 0


def test_what_no_journal_keeps_stands_in_the_command_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine, data = uci_script.written(tmp_path), tmp_path / "our games"
    typed(monkeypatch, "e4")
    table = ["--language", "en", "--opponent", f"engine:{engine}", "--think", "0.5"]

    assert main([*PLAY, *table, "--data", str(data)]) == 0
    (folder,) = (data / "games").iterdir()
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"voice-chess play --resume {folder.name} --typed --silent --language en"
        f" --data '{data}' --opponent engine:{engine} --think 0.5"
    )


def test_a_typed_game_against_an_engine_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = uci_script.written(tmp_path)
    typed(monkeypatch, "e4", "d4", says("resign"), YES)

    assert main([*PLAY, "--opponent", f"engine:{engine}"]) == 0
    told = capsys.readouterr().out
    assert german("MoveAnnounced", move=in_words("Pa5")) in told
    assert "0-1" in told
    (pgn,) = (tmp_path / "data" / "games").glob("*/game.pgn")
    assert read_pgn(pgn).moves[:3] == ("e2e4", "a7a5", "d2d4")
    assert '[Black "tiny-engine"]' in pgn.read_text("utf-8")


def test_who_plays_black_is_moved_against_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = uci_script.written(tmp_path)
    typed(monkeypatch, "e5")

    assert main([*PLAY, "--opponent", f"engine:{engine}", "--side", "black"]) == 0
    assert german("MoveAnnounced", move=in_words("Pa3")) in capsys.readouterr().out


def test_an_adjourned_game_tells_how_to_go_on_and_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    secrets = ("weiss", "schwarz", "schiri")
    lines = ("e4", PRESS, says("adjourn"), YES, says("seal e5"), PRESS)
    typed(monkeypatch, *secrets, *lines)
    day = ["--resumption", "morgen, 10 Uhr"]
    assert main([*PLAY, "--press", "command", "--envelope", *day]) == 0
    told = capsys.readouterr().out
    (folder,) = (tmp_path / "data" / "games").iterdir()
    assert f"voice-chess play --resume {folder.name}" in told

    assert "--envelope" in told
    assert "e7e5" not in told
    journal = b"".join(path.read_bytes() for path in (tmp_path / "data").glob("journal.sqlite*"))
    # With its quotes: the digests of events are hexadecimal, and one may hold e7e5 by chance.
    assert b'"e2e4"' in journal
    assert b"morgen, 10 Uhr" in journal
    assert b'"e7e5"' not in journal

    again = [*PLAY, "--press", "command", "--envelope", "--resume", folder.name]
    typed(monkeypatch, "weiss", "falsch", "", says("white: open-envelope"))
    assert main(again) == 0
    assert german("envelope:shut") in " ".join(capsys.readouterr().out.split())
    typed(monkeypatch, "weiss", "schwarz", "", says("white: open-envelope"), "Sf3", PRESS)
    assert main(again) == 0
    assert read_pgn(folder / "game.pgn").moves == ("e2e4", "e7e5", "g1f3")


@pytest.mark.parametrize(("language", "name"), [("de", "Computer"), ("cs", "Počítač")])
def test_an_engine_that_was_not_named_is_called_the_computer_in_the_games_language(
    language: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wording = Wording(language)
    typed(monkeypatch, wording.says("resign"), wording.says("yes"), wording.says("no"))
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "stockfish").symlink_to(uci_script.written(tmp_path))
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)

    assert main([*PLAY, "--language", language, "--opponent", "engine"]) == 0

    (pgn,) = tmp_path.rglob("game.pgn")
    assert f'[Black "{name}"]' in pgn.read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--opponent", "engine:/nowhere/engine"], "/nowhere/engine"),
        (["--opponent", "human"], "human"),
        (["--strength", "1500"], "--opponent engine"),
        (["--opponent", "engine", "--think", "0"], "thinks for"),
        (["--white-board", "wood:/dev/null"], "live"),
        (["--report-scores"], "--black-score paper"),
        (["--report-scores", "--white-score", "recording"], "--black-score paper"),
    ],
)
def test_what_cannot_sit_at_the_table_is_one_sentence(
    options: list[str],
    named: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed(monkeypatch, "e4")

    assert main([*PLAY, *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert named in line


class KeyboardLines(io.StringIO):
    """Lines of somebody at a keyboard."""

    def isatty(self) -> bool:
        return True


@pytest.mark.law("record-moves")
def test_who_writes_by_hand_reports_each_move_before_the_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reported = ["--report-scores", "--black-score", "paper", "--time", "90+30"]
    opening = ("e4", PRESS, "e5", PRESS, "Sf3", PRESS)
    typed(monkeypatch, *opening, "Sc6", says("written"), "Sf6", PRESS)

    assert main([*PLAY, *reported, "--press", "command", "--data", str(tmp_path)]) == 0

    (pgn,) = tmp_path.rglob("game.pgn")
    assert read_pgn(pgn).moves == ("e2e4", "e7e5", "g1f3", "g8f6")


def test_a_board_that_is_not_there_is_told_before_the_game_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong name was told as a lost board, in a game whose clock ran."""
    monkeypatch.setattr("sys.stdin", KeyboardLines("e4\n"))

    assert main([*PLAY, "--data", str(tmp_path), "--white-board", "dgt:/nowhere/board"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "/nowhere/board can't be opened (No such file or directory)" in line
    assert not list(tmp_path.glob("games/*"))


def test_hands_that_confirm_are_asked_before_the_press(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "e4", PRESS, says("executed"), PRESS)

    assert main([*PLAY, "--hands", "confirm", "--press", "command"]) == 0
    told = capsys.readouterr().out
    first = german("NotYetExecuted", move=in_words("Pe4"))
    assert told.index(first) < told.index(german("whose-turn", "black"))
