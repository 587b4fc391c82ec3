"""A board that feels its pieces at a seat: its bytes come through the page, its moves count."""

import time
import tomllib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.adapters.boards.test_chessnut_board import report
from tests.adapters.boards.test_dgt_board import ORDER, RECORDED, change, dump
from tests.stage.page import Message, Page
from tests.web.stage import Stage
from voice_chess.adapters.boards.dgt_board import PIECES, SEND_BOARD
from voice_chess.laws.position import Position
from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.web.live import joined_board

START = PegBoard.from_fen(Position.start().fen)
ENGLISH = {"language": "en"}


@pytest.fixture(autouse=True)
def _hands_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here they make their whole movement in one message; only one test waits for long."""
    monkeypatch.setattr(joined_board, "STANDS_S", 0.01)
    monkeypatch.setattr(joined_board, "STANDS_LONG_S", 3_600)


@contextmanager
def players(stage: Stage, **wanted: object) -> Iterator[tuple[Page, Page]]:
    """White's page and Black's, in a game that has begun."""
    links = stage.arrange(white=ENGLISH, black=ENGLISH, language="en", **wanted)
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        black.event("game-started")
        yield white, black


def join(page: Page, kind: str = "dgt", **how: object) -> list[bytes]:
    """What the board must be sent."""
    page.tell("own-board", kind=kind, **how)
    return [b64decode(piece) for piece in page.next("board-asked")["pieces"]]


def feel(page: Page, data: bytes) -> None:
    page.tell("board-bytes", data=b64encode(data).decode())


def stands(page: Page, standing: str | None) -> Message:
    """Until the page shows that the board stands so beside the game."""
    return page.until(lambda m: m["type"] == "game" and m["game"]["state"]["own_board"] == standing)


def set_up(page: Page) -> None:
    """A DGT board with all its pieces on it."""
    join(page)
    feel(page, dump(START))
    stands(page, "level")


def announced(page: Page, uci: str) -> Message:
    return page.until(
        lambda m: (
            m["type"] == "happened" and m["name"] == "move-announced" and m["move"]["uci"] == uci
        )
    )


def replies(page: Page) -> list[str]:
    """What was said to this player alone."""
    return [m["text"] for m in page.came if m["type"] == "said" and m["kind"] != "notice"]


def moved(start: str, target: str, piece: str) -> bytes:
    return change(start, None) + change(target, piece)


def test_the_server_asks_the_board_in_its_own_language(stage: Stage) -> None:
    with players(stage) as (white, _):
        assert join(white) == [b"\x40", b"\x42", b"\x44"]
        assert join(white, "chessnut") == [b"\x21\x01\x00"]


def test_a_board_that_did_not_come_whole_is_asked_for_again(stage: Stage) -> None:
    with players(stage) as (white, _):
        join(white)
        feel(white, dump(START)[:-1] + b"\x0d")

        assert [b64decode(piece) for piece in white.next("board-asked")["pieces"]] == [SEND_BOARD]
        feel(white, dump(START))
        stands(white, "level")


def test_a_move_on_the_board_is_played_and_the_opponents_is_made_on_it(stage: Stage) -> None:
    with players(stage) as (white, black):
        set_up(white)
        feel(white, moved("e2", "e4", "P"))
        announced(black, "e2e4")
        black.move("e7e5", 1)
        stands(white, "differs")
        feel(white, moved("e7", "e5", "p"))
        stands(white, "level")
        feel(white, moved("g1", "f3", "N"))

        assert announced(black, "g1f3")["text"] == "Knight Felix three."


def test_a_real_boards_game_is_played_from_its_seat(stage: Stage) -> None:
    """As it was recorded: White's moves come from the board, Black's are made on it after them."""
    recorded = tomllib.loads(RECORDED.read_text("utf-8"))
    changes = iter(bytes.fromhex(each) for each in recorded["changes"].split())
    board, standing = START, START
    with players(stage) as (white, black):
        set_up(white)
        for ply, uci in enumerate(recorded["moves"].split()[:16]):
            standing, sent = made(standing, uci), b""
            while board != standing:
                place, code = next(changes)
                board = board.with_piece(ORDER[place], PIECES[code])
                sent += change(ORDER[place], PIECES[code])
            if ply % 2:
                assert black.move(uci, ply)["is_accepted"]
                feel(white, sent)
                stands(white, "level")
            else:
                feel(white, sent)
                announced(black, uci)


def test_a_board_that_reports_all_its_holes_plays_too_and_may_be_turned(stage: Stage) -> None:
    with players(stage) as (white, black):
        join(white, "chessnut", is_turned=True)
        feel(white, report(_turned(START)) * 2)
        stands(white, "level")
        feel(white, report(_turned(made(START, "d2d4"))) * 2)

        announced(black, "d2d4")


def test_a_reply_on_the_board_lets_the_opponents_clock_be_pressed(stage: Stage) -> None:
    with players(stage) as (white, black):
        set_up(black)
        white.move("e2e4", 0)
        announced(black, "e2e4")
        feel(black, moved("e2", "e4", "P") + moved("c7", "c5", "p"))

        announced(white, "c7c5")


def test_what_is_taken_back_on_the_board_step_by_step_is_not_played_again(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        set_up(white)
        feel(white, moved("e2", "e4", "P"))
        announced(black, "e2e4")
        black.move("e7e5", 1)
        stands(white, "differs")
        feel(white, moved("e7", "e5", "p"))
        stands(white, "level")
        white.ask(type="ask", name="propose-takeback")
        black.ask(type="ask", name="accept")
        stands(white, "differs")
        feel(white, moved("e5", "e7", "p"))
        time.sleep(0.2)
        feel(white, moved("e4", "e2", "P"))
        state = stands(white, "level")["game"]["state"]

        assert state["announced"] is None


def test_a_piece_on_its_way_is_no_move(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined_board, "STANDS_S", 0.3)
    with players(stage) as (white, black):
        set_up(white)
        feel(white, moved("e2", "e3", "P"))
        feel(white, moved("e3", "e4", "P"))
        announced(black, "e2e4")

        told = [m["move"]["uci"] for m in black.came if m.get("name") == "move-announced"]
        assert told == ["e2e4"]


def test_a_board_that_stands_otherwise_for_long_is_told_hole_by_hole(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_board, "STANDS_LONG_S", 0.05)
    with players(stage) as (white, _):
        set_up(white)
        feel(white, moved("g1", "f4", "N"))
        told = [white.next("said")["text"] for _ in range(2)]

        assert told == [
            "Gustav one: on the board empty, in the game white knight.",
            "Felix four: on the board white knight, in the game empty.",
        ]


def test_a_piece_that_is_held_for_long_is_nobodys_business(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_board, "STANDS_LONG_S", 0.05)
    with players(stage) as (white, black):
        set_up(white)
        feel(white, change("g1", None))
        stands(white, "differs")
        feel(white, change("g1", "N"))
        stands(white, "level")
        feel(white, moved("g1", "f3", "N"))
        announced(black, "g1f3")

        assert replies(white) == []


def test_where_hands_are_reported_the_board_reports_them(stage: Stage) -> None:
    with players(stage, customs={"execution": "reported"}) as (white, black):
        set_up(white)
        white.ask(type="line", text="e4")
        feel(white, change("e2", None))
        black.event("pieces-touched")
        feel(white, change("e4", "P"))

        black.event("move-executed")


def test_another_move_than_the_announced_one_is_told(stage: Stage) -> None:
    with players(stage, customs={"press": "command"}) as (white, _):
        set_up(white)
        white.ask(type="line", text="e4")
        feel(white, moved("d2", "d4", "P"))

        assert white.next("said")["text"] == "On the board: pawn David four."


def test_who_says_that_the_board_differs_is_led_at_once(stage: Stage) -> None:
    with players(stage) as (white, _):
        set_up(white)
        feel(white, change("a2", None))
        stands(white, "differs")
        white.ask(type="ask", name="board-differs")
        for answer in ("none", "black"):
            white.ask(type="line", text=answer)

        assert any("Anna two: on the board empty" in text for text in replies(white))


def test_a_board_that_is_lost_is_told_and_one_that_is_taken_away_is_not(stage: Stage) -> None:
    with players(stage) as (white, _):
        set_up(white)
        white.tell("own-board", kind=None)
        stands(white, None)
        set_up(white)
        white.tell("own-board", kind=None, is_lost=True)
        said = [white.next("said")["text"]]

        assert said == ["The board of White is gone. Continue by voice."]


def test_a_board_that_is_back_after_it_was_lost_is_told(stage: Stage) -> None:
    with players(stage) as (white, _):
        set_up(white)
        white.tell("own-board", kind=None, is_lost=True)
        set_up(white)

        assert replies(white) == [
            "The board of White is gone. Continue by voice.",
            "The board of White is back.",
        ]


@pytest.mark.parametrize("role", ["spectator", "arbiter"])
def test_nobody_else_has_a_board(stage: Stage, role: str) -> None:
    links = stage.arrange(arbiter="new")
    with stage.page(links[role]) as page:
        page.tell("own-board", kind="dgt")

        assert page.next("problem")["code"] == "no-board"


def test_bytes_of_no_board_bad_ones_and_too_many_are_refused(stage: Stage) -> None:
    with players(stage) as (white, _):
        feel(white, b"\x86")
        assert white.next("problem")["code"] == "no-board"

        join(white)
        white.tell("board-bytes", data="====")
        assert white.next("problem")["code"] == "malformed"

        for _ in range(8):
            feel(white, bytes(1_500))
        assert white.next("problem")["code"] == "too-fast"


def _turned(board: PegBoard) -> PegBoard:
    """As it stands when Black sits at the board's lower edge."""
    found = PegBoard()
    for square, opposite in zip(ORDER, ORDER[::-1], strict=True):
        found = found.with_piece(opposite, board.at(square))
    return found
