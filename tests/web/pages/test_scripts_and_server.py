"""What the scripts of pages repeat of the server's limits and kinds is what the server has."""

import re

import pytest

from voice_chess.adapters.boards.board_kinds import DECODERS
from voice_chess.session.ports import BOARDS
from voice_chess.web.live.connection import CLOSE_CODES
from voice_chess.web.messages import wire
from voice_chess.web.pages.page_files import read_static
from voice_chess.web.reviews import page_findings

_SCRIPTS = {name: source.decode() for name, source in read_static().items() if name.endswith(".js")}
LIMITS = (
    ("settings.js", "MOST_WARNINGS", wire.MOST_WARNINGS),
    ("settings.js", "LEAST_MS", wire.LEAST_WARNING_MS),
    ("settings.js", "LONGEST_MS", wire.LONGEST_WARNING_MS),
    ("connection.js", "PROTOCOL", wire.PROTOCOL),
    ("connection.js", "MOST_COUNTS", wire.MOST_COUNTS),
    ("news.js", "TOO_MANY", CLOSE_CODES["too-many"]),
    ("review-engine.js", "LONGEST_LINE", page_findings.LONGEST_LINE),
)


def number_in(script: str, name: str) -> int:
    """Return a script's constant that is a number, or a product of numbers."""
    (written,) = re.findall(rf"^const {name} = ([\d_ *]+);", _SCRIPTS[script], re.MULTILINE)
    product = 1
    for factor in written.split("*"):
        product *= int(factor)
    return product


@pytest.mark.parametrize(("script", "name", "limit"), LIMITS)
def test_a_script_keeps_to_the_limit_of_the_server(script: str, name: str, limit: int) -> None:
    assert number_in(script, name) == limit, f"change {name} in static/{script}, too"


def test_a_page_can_open_a_line_to_every_board_that_it_offers() -> None:
    (lines,) = re.findall(
        r"LINES = \{(.*?)^\};", _SCRIPTS["board-lines.js"], re.DOTALL | re.MULTILINE
    )
    opened = re.findall(r"^  ([\w-]+): \{", lines, re.MULTILINE)

    assert opened == [*BOARDS] == [*DECODERS], "static/board-lines.js opens the line to a board"


def test_a_page_knows_every_close_code_that_ends_its_seat() -> None:
    (told,) = re.findall(r"const FINAL = \{(.*?)\};", _SCRIPTS["connection.js"])
    final = {name: int(code) for code, name in re.findall(r'(\d+): "([\w-]+)"', told)}

    assert final == {name: CLOSE_CODES[name] for name in final}
