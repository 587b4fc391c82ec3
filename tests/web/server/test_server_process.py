"""A real server: what it prints, how it ends, and that a power cut costs no move and no time."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.server.process import Server
from voice_chess.cli.command_line import main

pytestmark = pytest.mark.slow


def test_it_prints_one_link_and_six_words_for_the_organiser(tmp_path: Path) -> None:
    server = Server(tmp_path)
    told = server.start()
    server.end(signal.SIGTERM)

    assert told.count("/enter#") == 1
    assert len(told.rpartition("words: ")[2].split()) == 6


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_to_have_been_told_to_end_is_a_success_and_to_be_interrupted_is_none(
    how: signal.Signals, code: int, tmp_path: Path
) -> None:
    server = Server(tmp_path)
    server.start()

    assert server.end(how) == code


def test_a_killed_server_goes_on_with_every_move_and_the_right_clocks(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server:
        seats = server.arrange(time="15")
        with server.page(seats["white"]) as white, server.page(seats["black"]):
            white.until(lambda m: m["type"] == "game")
            began_s = time.monotonic()
            assert white.ask(type="move", uci="e2e4", ply=0)["is_accepted"]
            time.sleep(2.5)
            seen = white.state()["seq"]
            server.end(signal.SIGKILL)
            before_s = time.monotonic() - began_s
            with pytest.raises(ConnectionClosed):
                white.until(lambda _: False)
        time.sleep(before_s + 5)  # longer than all the rest: none of it may be charged
        restarted_s = time.monotonic()
        server.start()
        with (
            server.page(seats["white"], since={white.state()["game"]: seen}) as white,
            server.page(seats["black"]) as black,
        ):
            again = black.until(
                lambda m: m["type"] == "game" and m["game"]["clock"]["runs"] == "black"
            )["game"]
            after_s = time.monotonic() - restarted_s
            done = black.ask(type="move", uci="e7e5", ply=1)
            white.ask(type="ask", name="whose-turn")
            missed = [m["name"] for m in white.came if m["type"] == "happened"]

    used_ms = 15 * 60_000 - again["clock"]["black_ms"]
    assert done["is_accepted"]
    assert missed[:2] == ["clocks-stopped", "clocks-started"]
    assert 1_000 < used_ms < 1_000 * (before_s + after_s)


def test_a_page_that_reads_late_gets_everything_in_order(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        seats = server.arrange()
        with (
            server.page(seats["white"]) as white,
            server.page(seats["black"]) as black,
            server.page(seats["spectator"]) as slow,
        ):
            white.until(lambda m: m["type"] == "game")
            moves = ("g1f3", "g8f6", "f3g1", "f6g8")
            played = [
                side.ask(type="move", uci=uci, ply=ply)["type"]
                for ply, (side, uci) in enumerate(zip((white, black) * 2, moves, strict=True))
            ]
            last = white.state()["seq"]
            slow.until(lambda m: m["type"] == "happened" and m["seq"] == last)
            seqs = [m["seq"] for m in slow.came if m["type"] == "happened"]

    assert played == ["done"] * 4
    assert seqs == list(range(1, last + 1))


def test_check_tells_what_works_and_what_does_not(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.pem"
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "voice_chess", "serve", "--check", "--data", str(tmp_path)),
            *("--cert", str(nowhere), "--key", str(nowhere)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 1
    assert "ok    database" in checked.stdout
    assert "ok    speech" in checked.stdout
    assert "FAIL  certificate" in checked.stdout


def test_a_port_that_is_taken_is_one_clear_sentence(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        second = subprocess.run(
            [
                *(sys.executable, "-m", "voice_chess", "serve"),
                *("--port", str(server.port), "--data", str(tmp_path / "other")),
            ],
            capture_output=True,
            text=True,
            check=False,
        )

    assert second.returncode == 2
    assert "choose another --port" in second.stderr
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--host", "192.0.2.1"), "choose another --host"),
        (("--port", "99999"), "argument --port: '99999' is not a whole number from 0 to 65535"),
        (
            ("--engine", "/nowhere/fish"),
            "There is no engine '/nowhere/fish': name one that is there with --engine PATH.",
        ),
        (("--engine", "true"), "does not answer as a UCI engine does (engine process died"),
        (("--database", "postgresql://127.0.0.1:1/chess"), "The database chess on 127.0.0.1"),
    ],
    ids=["host", "port", "engine", "no engine", "database"],
)
def test_what_cannot_be_had_is_told_by_its_option_and_no_folder_is_made(
    options: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"

    assert main(["serve", "--data", str(data), "--port", "0", *options]) == 2
    assert told in capsys.readouterr().err
    assert not data.exists()


def test_openapi_and_socket_schema_are_served(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        described = httpx2.get(f"{server.address}/schema/socket.json", timeout=600).json()

    assert json.dumps(described)
    assert described["protocol"] == 1
