"""Whoever plays the computer where the server has none: their page thinks, the server judges."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.stage.page import Message, Page
from tests.stage.ports import ScriptedEngines
from tests.web.live.test_playing_the_computer import ANSWERS, AS_A_BROWSER
from tests.web.stage import Stage, staged
from voice_chess.adapters.engines.browser_engine import browser_engine
from voice_chess.cli.command import BAD_INPUT
from voice_chess.cli.command_line import main
from voice_chess.compose.server_check import ServerParts, findings
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.session.engine_levels import LEVELS, move_ms, slipped
from voice_chess.session.ports import BrowserEngine, Engines, OpponentLost

TINY = BrowserEngine(name="Tiny 1", script=b"onmessage", program=b"\0asm", licence=b"free")
TEXT = load_language("en").interface


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with giving(tmp_path) as stage:
        yield stage


@contextmanager
def giving(data: Path, engines: Engines | None = None) -> Iterator[Stage]:
    """A server that gives browsers an engine, and may have one of its own."""
    with staged(data, engines=engines) as stage:
        stage.hall.outfit = replace(stage.hall.outfit, browser_engine=TINY)
        yield stage


def found(page: Page, uci: str, ply: int, score: int | None = None) -> None:
    """What the engine in this page has chosen."""
    page.tell("engine-move", uci=uci, ply=ply, score=score)


def wanted_of(page: Page) -> Message:
    """The game as soon as its engine is to move, as this page is told."""

    def wants(message: Message) -> bool:
        return message["type"] == "game" and message["game"]["engine_turn"] is not None

    shown = next(filter(wants, page.came), None) or page.until(wants)
    game: Message = shown["game"]
    return game


def test_the_page_is_asked_for_a_move_of_that_strength_and_what_it_finds_is_made(
    stage: Stage,
) -> None:
    with stage.against_the_computer(colour="white", level="hard") as page:
        page.move("e2e4", 0)
        asked = wanted_of(page)["engine_turn"]
        found(page, "e7e5", 1)
        game = page.after(2)

    assert asked == {"skill": 13, "depth": 9, "move_ms": 1_000}
    assert game["moves"][-1]["uci"] == "e7e5"
    assert game["engine_turn"] is None
    assert game["state"]["to_move"] == "white"


@pytest.mark.parametrize(
    ("left_ms", "increment_ms", "expected"),
    [(600_000, 0, 1_000), (900, 0, 30), (900, 200, 130), (10, 0, 10)],
)
def test_it_thinks_no_longer_than_its_clock_allows(
    left_ms: int, increment_ms: int, expected: int
) -> None:
    assert move_ms(LEVELS["strongest"], left_ms, increment_ms) == expected


def test_its_name_says_where_it_thinks(stage: Stage) -> None:
    with stage.against_the_computer(colour="white", level="medium") as page:
        (game,) = page.came[-1]["games"]

    assert game["black"]["name"] == f"Tiny 1 ({TEXT['level:medium']}, {TEXT['in-browser']})"


def test_a_move_that_is_none_is_refused_and_another_one_taken(stage: Stage) -> None:
    with stage.against_the_computer(colour="white") as page:
        page.move("e2e4", 0)
        wanted_of(page)
        found(page, "e7e4", 1)
        problem = page.next("problem")
        found(page, "e7e5", 1)
        game = page.after(2)

    assert problem["code"] == "malformed"
    assert game["moves"][-1]["uci"] == "e7e5"


def test_what_is_found_for_another_position_comes_too_late_and_is_no_fault(stage: Stage) -> None:
    with stage.against_the_computer(colour="white") as page:
        found(page, "d2d4", 0)
        page.move("e2e4", 0)
        wanted_of(page)
        found(page, "e7e5", 0)
        found(page, "c7c5", 1)
        game = page.after(2)

    assert [move["uci"] for move in game["moves"]][-1] == "c7c5"
    assert not [message for message in page.came if message["type"] == "problem"]


def test_whoever_watches_neither_thinks_nor_moves_for_it(stage: Stage) -> None:
    seats = stage.begin("computer")
    with stage.at(seats["white"], seats["spectator"]) as (page, watching):
        page.move("e2e4", 0)
        wanted_of(page)
        seen = watching.until(lambda m: m["type"] == "game" and m["game"]["moves"])
        found(watching, "e7e5", 1)
        problem = watching.next("problem")

    assert seen["game"]["engine_turn"] is None
    assert problem["code"] == "malformed"


def test_nobody_moves_by_it_where_people_play(stage: Stage) -> None:
    with stage.at(stage.begin()["white"]) as (page,):
        found(page, "e7e5", 0)

        assert page.next("problem")["code"] == "malformed"


@pytest.mark.parametrize(("score", "reply"), [(0, "draw-accepted"), (30, "draw-declined")])
def test_an_offer_is_replied_to_by_what_its_engine_thinks(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, score: int, reply: str
) -> None:
    monkeypatch.setattr("voice_chess.session.engine_levels._OPENING_MOVES", 0)
    with stage.against_the_computer(colour="white") as page:
        page.move("e2e4", 0)
        wanted_of(page)
        found(page, "e7e5", 1)
        page.after(2)
        page.ask(type="line", text="d4 (=)")
        found(page, "e5d4", 3, score)
        told = page.until(lambda m: m["type"] == "happened" and m["name"] in ANSWERS)

    assert told["name"] == reply


def test_it_gives_a_move_back_and_agrees_to_another_game(stage: Stage) -> None:
    with stage.against_the_computer(colour="white") as page:
        page.move("e2e4", 0)
        page.ask(type="ask", name="propose-takeback")
        page.until(lambda m: m["type"] == "happened" and m["name"] == "takeback-accepted")
        page.ask(type="line", text="resign")
        page.ask(type="line", text="yes")
        page.ask(type="ask", name="rematch")
        told = page.until(lambda m: m["type"] == "happened" and m["name"].startswith("rematch-a"))

    assert told["name"] == "rematch-accepted"


def test_after_a_restart_the_page_is_asked_again(tmp_path: Path) -> None:
    with giving(tmp_path) as stage:
        seat = stage.begin("computer", colour="black")["black"]
        with stage.at(seat) as (page,):
            wanted_of(page)
    with giving(tmp_path) as stage, stage.at(seat) as (page,):
        wanted_of(page)
        found(page, "c2c4", 0)

        assert page.after(1)["moves"][0]["uci"] == "c2c4"


def test_a_beginners_engine_slips_in_the_browser_too() -> None:
    start, level = Position.start(), LEVELS["beginner"]
    chance = random.Random(5)
    made = [slipped("e2e4", start, level, chance) for _ in range(200)]

    assert 200 * 0.5 < made.count("e2e4") < 200 * 0.8
    assert set(made) <= set(start.legal_moves)
    assert slipped("e2e4", start, replace(level, slips_percent=0), chance) == "e2e4"


def test_where_the_server_has_an_engine_that_one_plays(tmp_path: Path) -> None:
    engines = ScriptedEngines(moves=["e7e5"])
    with (
        giving(tmp_path, engines) as stage,
        stage.against_the_computer(colour="white") as page,
    ):
        page.move("e2e4", 0)

        assert page.after(2)["moves"][-1]["uci"] == "e7e5"


def test_its_files_come_with_their_licence_and_only_the_worker_may_run_them(stage: Stage) -> None:
    script = stage.client.get("/browser-engine/stockfish.js")
    program = stage.client.get("/browser-engine/stockfish.wasm")
    licence = stage.client.get("/browser-engine/licence.txt")
    page = stage.client.get("/computer?lang=en", headers=AS_A_BROWSER)

    assert (script.content, program.content, licence.text) == (TINY.script, TINY.program, "free")
    assert program.headers["content-type"] == "application/wasm"
    assert "'wasm-unsafe-eval'" in script.headers["content-security-policy"]
    assert "wasm" not in page.headers["content-security-policy"]
    assert 'href="/browser-engine/licence.txt"' in page.text
    assert TEXT["browser-engine-how"] in page.text


def test_where_there_is_none_there_are_no_files_and_the_page_tells_how_to_get_one(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as bare:
        missing = bare.client.get("/browser-engine/stockfish.js")
        page = bare.client.get("/computer?lang=en", headers=AS_A_BROWSER).text

    assert missing.status_code == 404
    assert "<code>voice-chess serve --browser-engine</code>" in page


PACKAGES = {
    "as npm unpacks it": ("package/bin", "stockfish-19-lite-single"),
    "as npm installs it": ("node_modules/stockfish/bin", "stockfish-19-lite-single"),
    "its files alone": ("", "stockfish-19-lite-single"),
    "of an earlier version": ("src", "stockfish-19-lite-single-03e3232"),
}


@pytest.mark.parametrize(("within", "name"), PACKAGES.values(), ids=PACKAGES)
def test_the_newest_is_found_in_the_folder_of_the_package(
    tmp_path: Path, within: str, name: str
) -> None:
    folder = tmp_path / within
    folder.mkdir(parents=True, exist_ok=True)
    older, wrong = "stockfish-9.1-lite-single", "stockfish-20-lite"
    for each in (name, older, wrong):
        (folder / f"{each}.js").write_text(f"script of {each}")
        (folder / f"{each}.wasm").write_text(f"program of {each}")
    (folder / "Copying.txt").write_text("free")

    engine = browser_engine(tmp_path)

    assert engine.name == "Stockfish 19 lite"
    assert engine.script.decode() == f"script of {name}"
    assert engine.program.decode() == f"program of {name}"


def test_without_its_licence_or_its_program_it_is_not_given_to_anybody(tmp_path: Path) -> None:
    (tmp_path / "stockfish-19-lite-single.js").write_text("script")
    with pytest.raises(OpponentLost, match="licence"):
        browser_engine(tmp_path)

    (tmp_path / "Copying.txt").write_text("free")
    with pytest.raises(OpponentLost, match=r"stockfish-19-lite-single\.wasm can't be read"):
        browser_engine(tmp_path)


def test_a_folder_without_one_is_told_before_anybody_is_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--data", str(tmp_path / "data"), "--browser-engine", str(tmp_path)]
    ended = main(["serve", "--port", "0", *given])

    assert ended == BAD_INPUT
    assert "unpack the npm package stockfish" in capsys.readouterr().err


def test_the_check_tells_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stockfish-19-lite-single.js").write_text("script")
    (tmp_path / "stockfish-19-lite-single.wasm").write_text("program")
    (tmp_path / "Copying.txt").write_text("free")
    monkeypatch.setattr(
        "voice_chess.adapters.engines.engine_pool.EnginePool.are_there", lambda _: False
    )
    monkeypatch.setattr("voice_chess.compose.server_check._speech", lambda _: "not tried")
    wanted = ServerParts(
        data=tmp_path, models=tmp_path, cert=None, key=None, browser_engine=tmp_path
    )

    (engine,) = (one for one in findings(wanted) if one.part == "engine")

    assert engine.is_ready
    assert engine.told == "Stockfish 19 lite, in the players' browsers"
