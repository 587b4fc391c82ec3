"""Helpers for boards on pages: waiting for a position, and moving with the mouse."""

from playwright.sync_api import Page, expect

from tests.web.browser.house import PATIENCE_MS
from voice_chess.laws.position import Position

_IS_SHOWN = """
(wanted) => Object.entries(wanted).every(
  ([square, piece]) => document.querySelector(`[data-square=${square}]`).dataset.piece === piece,
)
"""
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def await_board(position: Position, *pages: Page) -> None:
    """Wait until these pages show the whole position."""
    wanted = {square: position.piece_at(square) or "" for square in SQUARES}
    for page in pages:
        page.wait_for_function(_IS_SHOWN, arg=wanted, timeout=PATIENCE_MS)


def click_move(page: Page, uci: str) -> None:
    """Click a move's two squares, once the page allows it."""
    start, target = (page.locator(f"[data-square={square}]") for square in (uci[:2], uci[2:4]))
    page.locator(f"[data-square={uci[:2]}].movable").wait_for()
    start.click()
    expect(start).to_have_attribute("aria-selected", "true")
    target.click()
