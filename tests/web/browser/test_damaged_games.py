"""The organiser's page shows what could be read of a damaged game, gives it away, and deletes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.english import TEXT, text
from tests.web.browser.axe import faults_as_it_is
from tests.web.browser.conftest import MODELS
from tests.web.browser.house import entered, housed
from tests.web.spoiling import MOVES, spoilt
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.setup import GameArranged
from voice_chess.records import pgn

pytestmark = pytest.mark.slow


@pytest.fixture
def spoilt_games(tmp_path: Path) -> tuple[tuple[str, int], str]:
    """One that is damaged at its third move, with the number of that entry; one at its first."""
    readable = spoilt(tmp_path, MoveCompleted, 2)
    nothing, _ = spoilt(tmp_path, GameArranged)
    return readable, nothing


@pytest.fixture
def organiser(
    context: BrowserContext,
    playwright: Playwright,
    spoilt_games: tuple[tuple[str, int], str],
    tmp_path: Path,
) -> Iterator[Page]:
    assert spoilt_games
    with housed(playwright, tmp_path, MODELS) as house:
        page = entered(context, f"{house.address}/enter#{house.token}")
        page.goto(f"{house.address}/organiser?lang=en")
        yield page


def test_what_could_be_read_is_shown_and_taken_away(
    organiser: Page, spoilt_games: tuple[tuple[str, int], str]
) -> None:
    (game, number), nothing = spoilt_games
    cards = organiser.locator("#damaged > .card")
    expect(cards).to_have_count(2)
    readable, unreadable = cards.nth(0), cards.nth(1)

    expect(readable.get_by_role("heading")).to_have_text("Anna – Viktor")
    for told in (
        text("damaged-game", game=game),
        "5 min + 3 s",
        text("damaged-moves", count=1),
        text("damaged-from", number=number),
    ):
        expect(readable).to_contain_text(told)
    expect(unreadable.get_by_role("heading")).to_have_text(text("damaged-game", game=nothing))
    expect(unreadable).to_contain_text(TEXT["damaged-nothing"])
    expect(unreadable.get_by_role("link")).to_have_count(0)
    assert faults_as_it_is(organiser, "Organiser: two games are damaged") == []

    take = text("damaged-take-of", game="Anna – Viktor")
    with organiser.expect_download() as downloading:
        readable.get_by_role("link", name=take, exact=True).press("Enter")
    sheet = pgn.read(downloading.value.path().read_text("utf-8"))
    assert (sheet.moves, sheet.result) == (MOVES[:2], "*")


def test_a_damaged_game_is_deleted_by_the_names_that_could_be_read(organiser: Page) -> None:
    expect(organiser.locator("#damaged > .card")).to_have_count(2)
    line = organiser.get_by_label(TEXT["delete-line"])
    line.fill("delete anna viktor")
    line.press("Enter")
    asked = text("delete-question", game="Anna – Viktor")
    expect(organiser.get_by_role("dialog", name=asked)).to_be_visible()
    organiser.keyboard.press("Tab")
    organiser.keyboard.press("Enter")

    expect(organiser.locator("#damaged > .card")).to_have_count(1)
    expect(organiser.locator("#damaged")).not_to_contain_text("Viktor")


def test_a_damaged_game_without_names_is_deleted_by_its_name_in_the_log(
    organiser: Page, spoilt_games: tuple[tuple[str, int], str]
) -> None:
    name = text("damaged-game", game=spoilt_games[1])
    organiser.get_by_label(TEXT["delete-line"]).fill(f"delete {spoilt_games[1]}")
    expect(organiser.locator("#damaged > .card")).to_have_count(2)
    organiser.keyboard.press("Enter")
    expect(organiser.get_by_role("dialog", name=text("delete-question", game=name))).to_be_visible()
    organiser.keyboard.press("Tab")
    organiser.keyboard.press("Enter")

    expect(organiser.locator("#damaged > .card")).to_have_count(1)
    expect(organiser.locator("#damaged")).to_contain_text("Anna")
