"""A whole game by keyboard alone, as the real screen reader Orca tells it."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.english import ENGLISH, TEXT, text
from tests.web.browser.house import FLAGS, House, opened, person
from tests.web.browser.orca_session import Orca, missing, orca_listening
from voice_chess.game.results import Result
from voice_chess.laws.position import Position
from voice_chess.speech.generation.styles import USUAL
from voice_chess.speech.generation.wording import move_words, refused_words, result_words

ABSENT = missing()
WRONG_COUNTS = ("row 7", "row 8", "9 rows", "9 columns")
"""What a board with a frame, or one that begins with rank 8, is counted as."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.alone,
    pytest.mark.orca,
    pytest.mark.skipif(bool(ABSENT), reason=f"Orca is not heard: no {', '.join(ABSENT)}"),
]


@dataclass
class Table:
    """White before the screen reader, Black in a browser of their own."""

    orca: Orca
    white: Page
    black: Page
    position: Position

    def spoken(self, uci: str) -> str:
        """How this move is read back to who has chosen no style; the game goes on after it."""
        words = move_words(uci, self.position, ENGLISH, USUAL)
        self.position = self.position.played(uci)
        return words

    def await_moves(self, count: int) -> None:
        for page in (self.white, self.black):
            expect(page.locator("#moves .move")).to_have_count(count)

    def black_answers(self, uci: str, count: int) -> str:
        """Black moves elsewhere; how their move is announced."""
        san = self.position.san(uci)
        self.orca.note(f"Black plays {san}")
        self.black.locator("#line-text").fill(san)
        self.black.locator("#line-text").press("Enter")
        self.await_moves(count)
        return self.spoken(uci)


ON_THE_TURN = """() => {
  const { x, y } = document.getElementById("turn").getBoundingClientRect();
  const above = window.outerHeight - window.innerHeight;
  return [Math.round(window.screenX + x + 5), Math.round(window.screenY + above + y + 5)];
}"""
"""Where on the screen the page tells whose turn it is: words, and nothing to press."""


@pytest.fixture
def table(
    playwright: Playwright,
    chromium: str,
    browser: Browser,
    house: House,
    tmp_path: Path,
) -> Iterator[Table]:
    links = house.arrange(
        white={"name": "Viktor", "interface": "en", "language": "en"},
        black={"name": "Anna", "interface": "en", "language": "en"},
    )
    with orca_listening(tmp_path / "desktop") as orca:
        window = playwright.chromium.launch(
            executable_path=chromium,
            headless=False,
            args=[*FLAGS, "--force-renderer-accessibility", "--start-maximized"],
            env=dict(orca.environment),
        )
        white = opened(
            window.new_context(no_viewport=True, reduced_motion="reduce"), links["white"]
        )
        black = opened(person(browser), links["black"])
        yield Table(orca=orca, white=white, black=black, position=Position.start())
        window.close()
    if kept := os.environ.get("ORCA_TRANSCRIPT"):
        Path(kept).write_text(orca.told(), encoding="utf-8")


def test_a_game_by_keyboard_is_told_by_orca(table: Table) -> None:
    orca, white = table.orca, table.white
    expect(white.locator("#turn")).to_contain_text("to move")

    # Nothing has been pressed yet.
    orca.hear("Your seat: Viktor (White)", "to move")

    _enters_the_page(table)
    _plays_by_the_line(table)
    _asks_and_is_refused(table)
    _plays_on_the_board(table)
    _comes_to_mate(table)


def _enters_the_page(table: Table) -> None:
    orca = table.orca
    # Not into the board: there the key would lead to its first square.
    orca.click(*table.white.evaluate(ON_THE_TURN))
    orca.rest()
    orca.press("ctrl+Home")

    orca.hear("Viktor (White) \N{EN DASH} Anna (Black) heading level 1")

    orca.press("Tab")
    orca.hear(f"{TEXT['line']} entry", TEXT["line-how"], "Focus mode")


def _plays_by_the_line(table: Table) -> None:
    orca = table.orca
    orca.type("e4")
    orca.press("Return")
    orca.hear(table.spoken("e2e4"))
    table.await_moves(1)

    orca.hear(table.black_answers("e7e5", 2))


def _asks_and_is_refused(table: Table) -> None:
    """The field keeps what was refused, chosen, so that the next thing typed replaces it."""
    orca = table.orca
    orca.type("Ra3")
    orca.press("Return")
    rook = refused_words("a1a3", table.position, ENGLISH)
    orca.hear(ENGLISH.phrase("NotALegalMove", move=rook, reason="").strip())

    assert table.white.locator("#line-text").input_value() == "Ra3"

    orca.type("clock")
    orca.press("Return")

    orca.hear("minutes")


def _plays_on_the_board(table: Table) -> None:
    orca, white = table.orca, table.white
    _walks(table, "Tab", TEXT["line-send"])
    # Before it says so, its arrow keys read the page and never reach the board.
    entered = _walks(table, "Tab", "8 rows 8 columns", "Focus mode")
    up = _walks(table, "Up", "e2, empty. row 2")

    assert not any(count in entered + up for count in WRONG_COUNTS)

    _walks(table, "Down", "e1, white king. row 1")
    _walks(table, "Down", TEXT["board-edge"])
    _walks(table, "Right", "f1, white bishop. column 6")
    _walks(table, "Return", text("chosen", square="f1, white bishop"))
    orca.press("Up", "Up", "Left", "Left", "Left")
    _walks(table, "Up", f"c4, empty, {TEXT['possible']}. row 4")
    _walks(table, "Return", table.spoken("f1c4"))
    table.await_moves(3)

    expect(white.locator("[data-square=c4]")).to_have_attribute("data-piece", "B")
    orca.hear(table.black_answers("b8c6", 4))
    assert white.evaluate("document.activeElement.dataset.square") == "c4"


def _comes_to_mate(table: Table) -> None:
    """A mate is asked about, since it can't be taken back."""
    orca = table.orca
    _walks(table, "shift+Tab", TEXT["line-send"])
    _walks(table, "shift+Tab", TEXT["line"], "Focus mode")
    orca.type("Qh5")
    orca.press("Return")
    orca.hear(table.spoken("d1h5"))
    table.await_moves(5)
    orca.hear(table.black_answers("g8f6", 6))
    orca.type("Qxf7")
    orca.press("Return")
    orca.hear(ENGLISH.phrase("confirm:checkmate", move=table.spoken("h5f7")))
    orca.type("yes")
    orca.press("Return")
    won = result_words(Result.WHITE_WINS, ENGLISH)
    orca.hear(won, ENGLISH.phrase("end:checkmate"))

    expect(table.white.locator("#turn")).to_contain_text(won)


def _walks(table: Table, key: str, *wanted: str) -> str:
    """One key, and what it leads to."""
    table.orca.press(key)
    return table.orca.hear(*wanted)
