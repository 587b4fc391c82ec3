"""The key of a headset reaches the page as it does on a desktop: through the session's bus."""

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.english import TEXT, english, in_words, opening
from tests.waiting import waited
from tests.web.browser.house import ENGLISH, FLAGS, House, opened, person, types, unfold

pytestmark = pytest.mark.slow

PROGRAMS = ("dbus-daemon", "dbus-send")
NAMES = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames")
KEY = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player.PlayPause")
_LONGEST_S = 60


class Desktop:
    """A session's bus, on which media keys go to whatever plays."""

    def __init__(self, address: str) -> None:
        self.address = address

    @property
    def players(self) -> list[str]:
        told = self._send(*NAMES).split('"')
        return [name for name in told if name.startswith("org.mpris.MediaPlayer2.")]

    def press_the_key(self) -> None:
        (player,) = self.players
        self._send(player, *KEY)

    def _send(self, to: str, path: str, method: str) -> str:
        command = ["dbus-send", f"--bus={self.address}", "--print-reply", f"--dest={to}"]
        sent = subprocess.run(
            [*command, path, method], capture_output=True, text=True, check=True, timeout=_LONGEST_S
        )
        return sent.stdout


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        pytest.skip(f"no key of a headset is pressed: {', '.join(missing)} not installed")
    with subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as bus:
        assert bus.stdout is not None
        yield Desktop(bus.stdout.readline().strip())
        bus.terminate()


@pytest.fixture
def pages(
    playwright: Playwright, chromium: str, desktop: Desktop, house: House
) -> Iterator[tuple[Page, Page]]:
    """White's and Black's, at a table where the players press their clocks themselves."""
    links = house.arrange(white=ENGLISH, black=ENGLISH, customs={"press": "command"})
    browser = playwright.chromium.launch(
        executable_path=chromium,
        args=[*FLAGS],
        env={**os.environ, "DBUS_SESSION_BUS_ADDRESS": desktop.address},
    )
    white, black = (opened(person(browser), links[role]) for role in ("white", "black"))
    expect(white.locator("#turn")).to_contain_text(opening("to-move", side=""))
    yield white, black
    browser.close()


def switch(page: Page, *, on: bool) -> None:
    unfold(page)
    page.get_by_role("checkbox", name=TEXT["settings-headset"]).set_checked(on)


def test_it_presses_the_clock_and_else_says_again(
    pages: tuple[Page, Page], desktop: Desktop
) -> None:
    white, black = pages
    switch(white, on=True)
    waited(lambda: desktop.players != [])
    white.wait_for_function("() => navigator.mediaSession.playbackState === 'playing'")
    types(white, "e4")
    expect(white.get_by_role("button", name=TEXT["do:press"])).to_be_visible()
    desktop.press_the_key()
    expect(black.locator("#clock-black")).to_have_class("clock running")
    types(black, "e5")
    types(black, "press")
    expect(white.locator("#clock-white")).to_have_class("clock running")
    desktop.press_the_key()

    expect(white.locator("#reply")).to_have_text(english("MoveAnnounced", move=in_words("Pe5")))

    white.reload()
    expect(white.locator("#connection")).to_have_attribute("data-state", "open")
    said = white.locator("#said li")
    kept = said.count()
    white.locator("#line-text").press("Tab")
    white.wait_for_function("() => navigator.mediaSession.playbackState === 'playing'")
    desktop.press_the_key()

    expect(said).to_have_count(kept + 1)


def test_it_is_left_to_other_programs_until_it_is_wanted(
    pages: tuple[Page, Page], desktop: Desktop
) -> None:
    white, _ = pages
    assert desktop.players == []

    switch(white, on=True)
    waited(lambda: desktop.players != [])
    switch(white, on=False)
    said = white.locator("#said li").count()
    desktop.press_the_key()
    types(white, "clock")

    expect(white.locator("#said li")).to_have_count(said + 1)
    assert white.evaluate("navigator.mediaSession.playbackState") == "none"
