"""Connections that are lost: in the middle of a word, and with the server under three browsers."""

import signal
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.german import PAGE, by_ear, german, in_words, says
from tests.stage.by_sound import RATE, speech_of
from tests.web.browser.boards import await_board, click_move
from tests.web.browser.cable import cabled
from tests.web.browser.conftest import MODELS
from tests.web.browser.fake_microphone import speaker
from tests.web.browser.house import PATIENCE_MS, House, opened, person, types
from tests.web.server.process import DYING, Server
from voice_chess.laws.position import Position

pytestmark = pytest.mark.slow

DEMO = Path(__file__).parents[3] / "audio" / "demo"
VOICE = "de+f2"
SLIP = by_ear("Nc3")
TALK = by_ear("Nc3 no Nf3 no Nc3 no Pe3")
"""Said in one breath; its beginning alone would be a move."""

SOUND_LOST = PAGE["microphone-lost"].rpartition("}")[2].strip()
START_S = 15 * 60
TOLERANCE_S = 1
"""A display shows whole seconds."""

WITHOUT_SERVER_S = 5
_HAS_FALLEN = """
([colour, seconds]) => {
  const shown = document.querySelector(`#clock-${colour} .digits`).textContent.split(":");
  return 60 * shown[0] + Number(shown[1]) <= seconds;
}
"""
AFTER_E4 = Position.start().played("e2e4")


def seconds_left(page: Page, colour: str) -> int:
    """What a page's clock shows."""
    minutes, seconds = page.locator(f"#clock-{colour} .digits").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def spoken(words: str, file: Path) -> int:
    """Said in one breath, and how many milliseconds long."""
    sound = speech_of(words, VOICE)
    soundfile.write(file, sound.astype(np.int16), RATE)
    return len(sound) * 1_000 // RATE


@pytest.mark.model
@pytest.mark.skipif(not (MODELS / "fide-de").is_dir(), reason="no acoustic model of ours")
def test_half_an_announcement_is_no_move_and_can_be_said_again(
    playwright: Playwright, headless: str, browser: Browser, house: House, tmp_path: Path
) -> None:
    half_ms = spoken(SLIP, tmp_path / "slip.wav")
    spoken(TALK, tmp_path / "talk.wav")
    links = house.arrange(time="15")
    with speaker(playwright, headless) as viktor, cabled(house.address) as cable:
        white = opened(viktor.context, links["white"].replace(house.address, cable.address))
        before_s = time.monotonic()
        black = opened(person(browser), links["black"])
        microphone, connection = (
            white.locator(f"#{it}") for it in ("microphone-state", "connection")
        )
        expect(white.locator("#clock-white .runs")).to_be_visible()
        begun_s = time.monotonic()
        white.get_by_role("button", name=PAGE["microphone-open"]).click()
        expect(microphone).to_have_text(PAGE["microphone:listening"])
        viktor.begin_to_say(white, tmp_path / "talk.wav", half_ms)
        expect(microphone).to_have_text(PAGE["microphone:speech"])
        cable.pull()

        expect(connection).to_have_text(PAGE["connection:lost"])
        expect(white.locator("#microphone-lost")).to_contain_text(SOUND_LOST)
        expect(white.locator("#alert")).to_contain_text(SOUND_LOST)
        expect(black.locator("#clock-white .here")).to_be_hidden()

        cable.plug()
        expect(connection).to_have_text(PAGE["connection:open"])
        expect(microphone).to_have_text(PAGE["microphone:listening"])
        expect(black.locator("#clock-white .here")).to_be_visible()
        for page in (white, black):
            least_s = time.monotonic() - begun_s - TOLERANCE_S
            # A busy browser shows each second when it gets to it.
            fallen = ["white", START_S - least_s]
            page.wait_for_function(_HAS_FALLEN, arg=fallen, timeout=PATIENCE_MS)
            used_s = START_S - seconds_left(page, "white")
            assert used_s <= time.monotonic() - before_s + TOLERANCE_S

        viktor.say(white, DEMO / "01-white.flac")
        await_board(AFTER_E4, white, black)
        expect(black.locator("#clock-black .runs")).to_be_visible()
        for page in (white, black):
            expect(page.locator("#moves .move")).to_have_count(1)
            expect(page.locator("#said")).not_to_contain_text(in_words("c"))


def test_a_dead_line_is_noticed_and_the_move_is_played_once(browser: Browser, house: House) -> None:
    links = house.arrange(time="15")
    with cabled(house.address) as cable:
        white = opened(person(browser), links["white"].replace(house.address, cable.address))
        black = opened(person(browser), links["black"])
        expect(white.locator("#clock-white .runs")).to_be_visible()
        cable.hold()
        click_move(white, "e2e4")
        expect(white.locator("#connection")).to_have_text(PAGE["connection:lost"])
        cable.release()

        expect(white.locator("#connection")).to_have_text(PAGE["connection:open"])
        await_board(AFTER_E4, white, black)
        expect(black.locator("#moves .move")).to_have_count(1)


def test_a_typed_move_that_waited_is_not_played_where_its_player_has_gone_on_meanwhile(
    browser: Browser, house: House
) -> None:
    """They went on at another device; the same words are a legal move in the position now."""
    links = house.arrange(time="15")
    with cabled(house.address) as cable:
        white = opened(person(browser), links["white"].replace(house.address, cable.address))
        telephone = opened(person(browser), links["white"])
        black = opened(person(browser), links["black"])
        expect(white.locator("#clock-white .runs")).to_be_visible()
        cable.pull()
        expect(white.locator("#connection")).to_have_text(PAGE["connection:lost"])
        for _ in range(2):
            types(white, in_words("e4"))
        click_move(telephone, "d2d4")
        click_move(black, "d7d5")
        position = Position.start().played("d2d4").played("d7d5")
        await_board(position, telephone, black)
        cable.plug()

        expect(white.locator("#reply")).to_have_text(PAGE["problem:stale"])
        await_board(position, white, telephone, black)
        cable.pull()
        expect(white.locator("#connection")).to_have_text(PAGE["connection:lost"])
        types(white, in_words("e4"))
        cable.plug()
        await_board(position.played("e2e4"), white, telephone, black)


def test_a_dead_line_is_noticed_by_who_only_waits(browser: Browser, house: House) -> None:
    """They ask for nothing; their opponent is told that they are gone, and that they are back."""
    links = house.arrange(time="15")
    with cabled(house.address) as cable:
        white = opened(person(browser), links["white"].replace(house.address, cable.address))
        black = opened(person(browser), links["black"])
        click_move(white, "e2e4")
        await_board(AFTER_E4, white, black)
        cable.hold()

        expect(white.locator("#connection")).to_have_text(PAGE["connection:lost"])
        expect(black.locator("#reply")).to_have_text(german("left:opponent"))
        expect(black.locator("#clock-white .here")).to_be_hidden()
        cable.release()

        expect(white.locator("#connection")).to_have_text(PAGE["connection:open"])
        expect(black.locator("#reply")).to_have_text(german("back:opponent"))


def test_three_pages_outlive_their_server(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        links = server.links(time="15")
        pages = [
            opened(person(browser), f"{server.address}{links[role]}")
            for role in ("white", "black", "spectator")
        ]
        white, black, spectator = pages
        click_move(white, "e2e4")
        await_board(AFTER_E4, *pages)
        server.end(signal.SIGKILL)
        left_s = seconds_left(black, "black")
        for page in pages:
            expect(page.locator("#connection")).to_have_text(PAGE["connection:lost"])
        without = ["black", left_s - WITHOUT_SERVER_S]
        black.wait_for_function(_HAS_FALLEN, arg=without, timeout=PATIENCE_MS)
        restarted_s = time.monotonic()
        server.start()

        for page in pages:
            expect(page.locator("#connection")).to_have_text(PAGE["connection:open"])
            expect(page.locator("#clock-black .runs")).to_be_visible()
            charged_s = left_s - seconds_left(page, "black")
            assert charged_s <= time.monotonic() - restarted_s + TOLERANCE_S
        await_board(AFTER_E4, *pages)

        position = AFTER_E4
        for mover, uci in ((black, "e7e5"), (white, "g1f3")):
            click_move(mover, uci)
            position = position.played(uci)
            await_board(position, *pages)
        expect(spectator.locator("#moves .move")).to_have_count(3)


def test_an_order_that_its_server_died_of_is_repeated_by_the_page_and_done_once(
    browser: Browser, tmp_path: Path
) -> None:
    """Time was added, and the server is killed before it says so."""
    with Server(tmp_path, program=DYING) as server:
        links = server.links(time="15", arbiter="new")
        white, black, arbiter = (
            opened(person(browser), f"{server.address}{links[role]}")
            for role in ("white", "black", "arbiter")
        )
        expect(white.locator("#clock-white .runs")).to_be_visible()
        types(arbiter, says("add-time black 5 minutes"))
        expect(arbiter.locator("#connection")).to_have_text(PAGE["connection:lost"])
        server.end(signal.SIGKILL)
        server.program = Server.program
        server.start()

        expect(arbiter.locator("#connection")).to_have_text(PAGE["connection:open"])
        expect(arbiter.locator("#line-text")).to_have_value("")
        expect(arbiter.locator(".card-clocks")).to_contain_text(f"{PAGE['side:black']} 20:00")
        for page in (white, black):
            expect(page.locator("#clock-black .digits")).to_have_text("20:00")
