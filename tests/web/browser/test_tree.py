"""What a screen reader finds on each page, in order: compared with trees kept beside this test.

With UPDATES_TREES=1 in the environment the trees are written anew; read what has changed.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.english import TEXT, opening, says
from tests.web.browser.house import House, opened, seated, types

pytestmark = pytest.mark.slow

TREES = Path(__file__).parent / "trees"
CLOCK = re.compile(r"\d+:\d\d(:\d\d)?(\.\d)?")
CLOCK_WANTED = r"[\d:.]+"
SQUARES = re.compile(r"^( *)- row .*:\n(?:\1  .*\n)+", re.MULTILINE)
ADDRESS = re.compile(r"^ *- /url: .*\n", re.MULTILINE)
EMPTIED = re.compile(r"^( *)(- .*):$(?=\n(?!\1 )|\n?\Z)", re.MULTILINE)
"""An element whose children were all left out."""

LINE = re.compile(r"""( *)- '?(\w+)(: | )"?(.*?)"?'?(:?)""")
SPECIAL = re.compile(r"([.*+?^$(){}|\[\]/\\])")


def compare(page: Page, name: str, *, of: str = "main", squares: bool = False) -> None:
    """The page's tree with the kept one, clocks' digits apart; the squares of the board once."""
    kept = TREES / f"{name}.yml"
    if os.environ.get("UPDATES_TREES"):
        kept.write_text(_written(page.locator(of).aria_snapshot(), squares=squares), "utf-8")
    expect(page.locator(of)).to_match_aria_snapshot(kept.read_text("utf-8"))


def _written(tree: str, *, squares: bool) -> str:
    """A tree to be kept: without addresses, with any digits for a clock's."""
    tree = ADDRESS.sub("", f"{tree}\n")
    if not squares:
        tree = SQUARES.sub("", tree)
    return "\n".join(map(_line, EMPTIED.sub(r"\1\2", tree).splitlines())) + "\n"


def _line(line: str) -> str:
    """A name or text with a clock in it becomes a regular expression."""
    if not CLOCK.search(line) or "- textbox" in line:
        return line
    found = LINE.fullmatch(line)
    assert found is not None, line
    indent, role, gap, text, end = found.groups()
    wanted = CLOCK_WANTED.join(SPECIAL.sub(r"\\\1", part) for part in CLOCK.split(text)[::3])
    quoted = f"{role}: '/{wanted}/'" if gap == ": " else f"'{role} /{wanted}/'{end}"
    return f"{indent}- {quoted}"


def test_the_way_in(context: BrowserContext, house: House) -> None:
    page = context.new_page()
    page.goto(f"{house.address}/?lang=en")

    compare(page, "way-in", of="body")

    page.goto(f"{house.address}/friend?lang=en")

    compare(page, "friend")


def test_the_organisers_page(context: BrowserContext, house: House) -> None:
    page = opened(context, f"{house.address}/enter#{house.token}")
    page.locator("#edition option").first.wait_for(state="attached")
    page.locator("#games").evaluate("games => games.replaceChildren()")

    compare(page, "organiser")


def test_a_players_page_to_move(context: BrowserContext, house: House) -> None:
    compare(seated(context, house)["white"], "player-to-move", squares=True)


def test_a_players_page_not_to_move(context: BrowserContext, house: House) -> None:
    pages = seated(context, house)
    types(pages["white"], "e4")
    expect(pages["white"].locator("#moves .move")).to_have_count(1)
    expect(pages["white"].locator("#turn")).to_contain_text("Anna")

    compare(pages["white"], "player-not-to-move")


def test_a_players_page_when_the_game_is_over(context: BrowserContext, house: House) -> None:
    pages = seated(context, house)
    types(pages["white"], "e4")
    expect(pages["black"].locator("#moves .move")).to_have_count(1)
    types(pages["black"], says("resign"))
    pages["black"].get_by_role("button", name=TEXT["do:yes"], exact=True).click()
    expect(pages["white"].locator("#times-table tbody tr")).to_have_count(1)

    compare(pages["white"], "player-game-over")


def test_the_peg_board(context: BrowserContext, house: House) -> None:
    white = seated(context, house, customs={"execution": "reported"})["white"]
    white.locator("#hands summary").click()
    types(white, "e4")
    expect(white.locator("#turn")).to_contain_text(opening("announced"))
    white.get_by_role("button", name=TEXT["do:steps"]).click()
    expect(white.locator("#hands-list li")).not_to_have_count(0)

    compare(white, "peg-board", of="#hands")


def test_the_arbiters_page_with_a_claim(context: BrowserContext, house: House) -> None:
    pages = dict(seated(context, house, edition="2009", time="2", customs={"flags": "claim"}))
    types(pages["white"], "e4")
    expect(pages["white"].locator("#moves .move")).to_have_count(1)
    black = pages["black"]
    black.locator("summary", has_text=TEXT["do-more"]).click()
    black.get_by_role("button", name=TEXT["do:claim:no-effort"]).click()
    black.get_by_role("button", name=TEXT["do:yes"], exact=True).click()
    expect(pages["arbiter"].locator(".card.waiting")).to_be_visible()

    compare(pages["arbiter"], "arbiter-with-a-claim")


def test_the_spectators_page(context: BrowserContext, house: House) -> None:
    compare(seated(context, house)["spectator"], "spectator")
