"""A board that feels its pieces is joined to a browser: a fake line, the real page and server."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.adapters.boards.test_chessnut_board import report
from tests.adapters.boards.test_dgt_board import change, dump
from tests.english import TEXT, english
from tests.web.browser.axe import faults
from tests.web.browser.boards import await_board
from tests.web.browser.house import House, complaints, opened, person, seated, types
from voice_chess.laws.position import Position
from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import PegBoard

pytestmark = pytest.mark.slow

START = PegBoard.from_fen(Position.start().fen)

SERIAL = """
window.board = { sent: [], isClosed: false };
const port = {
  async open(how) {
    if (board.isOpen) throw new DOMException("", "InvalidStateError");
    board.isOpen = true;
    board.how = how;
    this.begin();
    this.writable = new WritableStream({ write(bytes) { board.sent.push(...bytes); } });
  },
  begin() {
    this.readable = new ReadableStream({ start(line) { board.line = line; } });
  },
  async close() { Object.assign(board, { isClosed: true, isOpen: false }); },
};
const requestPort = async () => {
  if (board.isRefused) throw new DOMException("", "NotFoundError");
  return port;
};
Object.defineProperty(navigator, "serial", { value: { requestPort }, configurable: true });
window.feel = (bytes) => board.line.enqueue(Uint8Array.from(bytes));
window.garble = () => {
  const { line } = board;
  port.begin();
  line.error(new DOMException("", "FramingError"));
};
window.unplug = () => {
  port.readable = null;
  board.line.error(new DOMException("", "NetworkError"));
};
"""
HID = """
window.board = { sent: [], isClosed: false };
const device = Object.assign(new EventTarget(), {
  opened: false,
  async open() { this.opened = true; },
  async close() { board.isClosed = true; },
  async sendReport(id, bytes) { board.sent.push(id, ...bytes); },
});
const requestDevice = async ({ filters }) => {
  board.filters = filters;
  return [device];
};
const hid = Object.assign(new EventTarget(), { requestDevice });
Object.defineProperty(navigator, "hid", { value: hid, configurable: true });
window.feel = ([reportId, ...bytes]) => {
  const data = new DataView(Uint8Array.from(bytes).buffer);
  device.dispatchEvent(Object.assign(new Event("inputreport"), { reportId, data }));
};
window.unplug = () => hid.dispatchEvent(Object.assign(new Event("disconnect"), { device }));
"""
NOTHING = """
for (const name of ["serial", "hid"]) {
  delete Navigator.prototype[name];
}
"""


def at_the_board(browser: Browser, house: House, line: str, **wanted: object) -> tuple[Page, Page]:
    """White's page, whose browser has this line, and Black's."""
    theirs = person(browser)
    theirs.add_init_script(line)
    pages = seated(theirs, house, **wanted)
    page = pages["white"]
    page.bring_to_front()
    page.locator("#own-board summary").click()
    return page, pages["black"]


def joined(page: Page, kind: str, asked: Iterable[int]) -> None:
    page.locator(f"[data-line={kind}]").click()
    page.wait_for_function("(asked) => `${board.sent}` === `${asked}`", arg=[*asked])


def feel(page: Page, data: bytes) -> None:
    page.evaluate("(bytes) => feel(bytes)", [*data])


def stands(page: Page, state: str) -> None:
    expect(page.locator("#own-board-state")).to_have_text(TEXT[f"own-board:{state}"])


@pytest.mark.firefox
def test_a_dgt_board_plays_through_the_serial_line(browser: Browser, house: House) -> None:
    white, black = at_the_board(browser, house, SERIAL)
    joined(white, "dgt", b"\x40\x42\x44")
    feel(white, dump(START))
    stands(white, "level")
    feel(white, change("e2", None))
    feel(white, change("e4", "P"))
    await_board(Position.start().played("e2e4"), white, black)
    types(black, "e5")
    stands(white, "differs")
    feel(white, change("e7", None) + change("e5", "p"))
    stands(white, "level")

    assert white.evaluate("board.how") == {"baudRate": 9_600}
    assert faults(white, "Player: a board that feels its pieces") == []

    white.get_by_role("button", name=TEXT["own-board-close"]).click()
    stands(white, "off")

    assert white.evaluate("board.isClosed")
    assert complaints(white) == complaints(black) == []


def test_a_chessnut_board_plays_by_its_reports(browser: Browser, house: House) -> None:
    white, black = at_the_board(browser, house, HID)
    joined(white, "chessnut", b"\x21\x01\x00")
    for board in (START, made(START, "g1f3")):
        for _ in range(3):
            feel(white, report(board))
        stands(white, "level")
    await_board(Position.start().played("g1f3"), white, black)

    assert white.evaluate("board.filters") == [{"vendorId": 0x2D80, "usagePage": 0xFF00}]
    assert complaints(white) == complaints(black) == []


def test_a_board_that_is_unplugged_is_told_of_and_can_be_connected_again(
    browser: Browser, house: House
) -> None:
    white, _ = at_the_board(browser, house, SERIAL)
    joined(white, "dgt", b"\x40\x42\x44")
    feel(white, dump(START))
    stands(white, "level")
    white.evaluate("unplug()")
    stands(white, "lost")
    expect(white.locator("#reply")).to_contain_text(english("BoardLost", "white"))
    joined(white, "dgt", b"\x40\x42\x44" * 2)
    feel(white, dump(START))

    stands(white, "level")


def test_who_connects_a_board_hears_how_it_stands_and_that_it_is_disconnected(
    browser: Browser, house: House
) -> None:
    white, _ = at_the_board(browser, house, SERIAL)
    joined(white, "dgt", b"\x40\x42\x44")
    feel(white, dump(START))
    expect(white.locator("#status")).to_contain_text(TEXT["own-board:level"])

    types(white, "e4")
    stands(white, "differs")
    expect(white.locator("#status")).not_to_contain_text(TEXT["own-board:differs"])

    white.get_by_role("button", name=TEXT["own-board-close"]).press("Enter")
    expect(white.locator("#own-board summary")).to_be_focused()
    expect(white.locator("#status")).to_contain_text(TEXT["own-board:off"])


def test_a_damaged_byte_does_not_end_the_line(browser: Browser, house: House) -> None:
    white, black = at_the_board(browser, house, SERIAL)
    joined(white, "dgt", b"\x40\x42\x44")
    feel(white, dump(START))
    stands(white, "level")
    white.evaluate("garble()")
    feel(white, change("e2", None) + change("e4", "P"))

    await_board(Position.start().played("e2e4"), white, black)


def test_who_chooses_no_board_is_told_so(browser: Browser, house: House) -> None:
    white, _ = at_the_board(browser, house, SERIAL)
    white.evaluate("board.isRefused = true")
    white.locator("[data-line=dgt]").click()

    stands(white, "denied")
    expect(white.locator("#alert")).to_contain_text(TEXT["own-board:denied"])


def test_a_browser_without_lines_says_so(context: BrowserContext, house: House) -> None:
    context.add_init_script(NOTHING)
    links = house.arrange(white={"interface": "en", "language": "en"})
    page = opened(context, links["white"])
    page.locator("#own-board summary").click()

    stands(page, "unknown")
    expect(page.locator("[data-line]").filter(visible=True)).to_have_count(0)
