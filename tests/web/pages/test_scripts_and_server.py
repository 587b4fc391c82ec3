"""What scripts and forms of pages repeat of the server is what the server has."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from voice_chess import web
from voice_chess.adapters.boards.board_kinds import DECODERS
from voice_chess.event.field_of_players import HIGHEST_RATING, MOST_PLAYERS
from voice_chess.event.identity import LONGEST_NUMBER
from voice_chess.event.terms import LONGEST_NAME, MOST_MINUTES_LATER, MOST_ROUNDS
from voice_chess.session.ports import BOARDS
from voice_chess.web.live.connection import CLOSE_CODES
from voice_chess.web.messages import declarations, rest, rulings, wire
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
    ("import.js", "MOST_BYTES", rest.LONGEST_GAME),
)


def most(body: type[BaseModel], field: str) -> int:
    """Return the most characters of a text, or the greatest number, that the server takes."""
    schema = body.model_json_schema()["properties"][field]
    (limit,) = [
        kind[key]
        for kind in schema.get("anyOf", [schema])
        for key in ("maxLength", "maximum")
        if key in kind
    ]
    return int(limit)


_NAME = most(rest.NewPlayer, "name")
_TIME = most(rest.NewGame, "time")
_MOVES = most(rulings.PutBack, "moves_kept")
FIELDS = {
    "name": _NAME,
    "friends-name": _NAME,
    "{{ colour }}-name": _NAME,
    "time": _TIME,
    "own-time": _TIME,
    "fen": most(rest.NewGame, "fen"),
    "no-draw": most(rest.NewGame, "no_agreed_draw_before_move"),
    "lateness": most(rest.Beginning, "lateness_minutes"),
    "sentence": most(rest.TypedWish, "text"),
    "line-text": wire.LONGEST_LINE,
    "reason": wire.LONGEST_LINE,
    "observation": most(declarations.Observation, "text"),
    "hands-placement": most(declarations.BoardDiffers, "placement"),
    "passphrase-text": most(wire.Passphrase, "text"),
    "resumption": most(rulings.AskedToSeal, "resumption"),
    "moves_kept": _MOVES,
    "white_counter": _MOVES,
    "black_counter": _MOVES,
    "player-name": LONGEST_NAME,
    "city": LONGEST_NAME,
    "chief-arbiter": LONGEST_NAME,
    "rounds": MOST_ROUNDS,
    "round": MOST_ROUNDS,
    "of-round": MOST_ROUNDS,
    "delay": MOST_MINUTES_LATER,
    "rating": HIGHEST_RATING,
    "who": MOST_PLAYERS,
    "other": MOST_PLAYERS,
    "fide-number": LONGEST_NUMBER,
}
"""The limit of the server for what is entered into a field of a form."""
READ_BY_THE_PAGE = {
    *("deleting-text", "narrow-name", "start-number", "set-warnings", "set-behind", "tie-breaks"),
    *("board", "birth", "federation", "player-federation"),
}
"""Fields whose text is no text of a message, or whose form alone says how long it can be."""
LIMITED = [
    (path.name, name, int(limit))
    for path in sorted((Path(web.__file__).parent / "templates").glob("*.html"))
    for name, between, limit in re.findall(
        r'<input (?:id|name)="([^"]+)"((?:(?!<input )[^\n])*?) max(?:length)?="(\d+)"',
        path.read_text("utf-8"),
    )
    if "pattern=" not in between and name not in READ_BY_THE_PAGE
]


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


@pytest.mark.parametrize(("page", "name", "limit"), LIMITED)
def test_a_field_of_a_form_keeps_to_the_limit_of_the_server(
    page: str, name: str, limit: int
) -> None:
    assert limit == FIELDS[name], f"change {name} in templates/{page}, too"


def test_the_field_for_warnings_holds_as_many_and_as_long_times_as_there_can_be() -> None:
    settings = (Path(web.__file__).parent / "templates" / "settings.html").read_text("utf-8")
    (limit,) = re.findall(r'name="warnings" maxlength="(\d+)"', settings)
    longest = ", ".join(["5:59:59"] * wire.MOST_WARNINGS)

    assert len(longest) <= int(limit)


def test_every_limit_of_the_server_has_its_field() -> None:
    assert {name for _, name, _ in LIMITED} == set(FIELDS)


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
