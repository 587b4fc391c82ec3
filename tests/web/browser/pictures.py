"""`python -m tests.web.browser.pictures FOLDER`: takes pictures of each page in each look."""

import shutil
import sys
import tempfile
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.web.browser.axe import DESK, LOOKS, PLAIN, SMALL
from tests.web.browser.house import (
    CHROMIUM,
    FLAGS,
    VIKTOR,
    House,
    agrees,
    housed,
    opened,
    person,
    seated,
    types,
)
from voice_chess.settings import Settings

PHONE: ViewportSize = {"width": 375, "height": 667}
OPENING = ("e4", "e5", "Nf3", "Nc6", "Bb5")


@dataclass(frozen=True, slots=True)
class Album:
    """A folder for NAME.png, NAME-LOOK.png, NAME-phone.png, and NAME-400.png (400 per cent)."""

    folder: Path

    def take(self, page: Page, name: str) -> None:
        """Take pictures of the whole page, however long it is."""
        page.set_viewport_size(DESK)
        self._shoot(page, name)
        for look, media in LOOKS.items():
            page.emulate_media(**media)
            self._shoot(page, f"{name}-{look.replace(', ', '-').replace(' ', '-')}")
        page.emulate_media(**PLAIN)
        page.set_viewport_size(PHONE)
        self._shoot(page, f"{name}-phone")
        page.set_viewport_size(SMALL)
        self._shoot(page, f"{name}-400")
        page.set_viewport_size(DESK)

    def _shoot(self, page: Page, name: str) -> None:
        page.screenshot(path=self.folder / f"{name}.png", full_page=True)


def photograph(album: Album, context: BrowserContext, house: House) -> None:
    """Photograph the public pages, the organiser's page, and a game's seats in play and after."""
    way_in = context.new_page()
    way_in.goto(f"{house.address}/?lang=en")
    album.take(way_in, "way-in")
    for path in ("friend", "computer", "watch", "enter", "docs", "docs/announcing"):
        way_in.goto(f"{house.address}/{path}")
        album.take(way_in, path.replace("/", "-"))
    organiser = opened(context, f"{house.address}/enter#{house.token}")
    organiser.locator("#edition option").first.wait_for(state="attached")
    blind = {**VIKTOR, "is_blind": True, "has_assistant": True}
    pages = seated(context, house, white=blind, customs={"press": "auto"})
    for ply, words in enumerate(OPENING):
        types(pages["black" if ply % 2 else "white"], words)
        for page in (pages["white"], pages["black"]):
            expect(page.locator("#moves .move")).to_have_count(ply + 1)
    for role, page in pages.items():
        album.take(page, role)
    album.take(organiser, "organiser")
    arbiter = pages["arbiter"].locator("form[data-ruling=end-game]")
    arbiter.locator("select[name=result]").select_option("1/2-1/2")
    arbiter.get_by_role("button").click()
    agrees(pages["arbiter"])
    expect(pages["white"].locator("#times-table tbody tr")).to_have_count(len(OPENING))
    album.take(pages["white"], "white-over")
    pages["white"].locator("#review a").click()
    pages["white"].locator("#moves .step").last.click()
    album.take(pages["white"], "review")


def main(arguments: list[str]) -> int:
    """Take all pictures; return 2 if no browser is installed."""
    parser = ArgumentParser(prog="python -m tests.web.browser.pictures", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder: Path = parser.parse_args(arguments).folder
    browser = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if browser is None:
        sys.stderr.write(f"None of {', '.join(CHROMIUM)} is installed\n")
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    models = Settings.from_environment().models
    with (
        tempfile.TemporaryDirectory() as data,
        sync_playwright() as playwright,
        housed(playwright, Path(data), models) as house,
        playwright.chromium.launch(executable_path=browser, args=[*FLAGS]) as chromium,
    ):
        photograph(Album(folder), person(chromium, viewport=DESK), house)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
