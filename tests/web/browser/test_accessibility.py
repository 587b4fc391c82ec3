"""No page and no state of one has a fault that axe finds, at WCAG 2.2 AA and best practice."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.english import TEXT, says
from tests.web.browser.axe import ALL_SORTS, COLOURS, WORDS, faults, faults_in_every_look
from tests.web.browser.house import (
    ANNA,
    VIKTOR,
    House,
    agrees,
    complaints,
    entered,
    seated,
    types,
    unfold,
)
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.languages.language import known_languages
from voice_chess.web.pages.rendering import tag_of

pytestmark = pytest.mark.slow


KEEPS_SOCKETS = """
const Real = WebSocket;
window.sockets = [];
window.WebSocket = class extends Real {
  constructor(...given) { super(...given); window.sockets.push(this); }
};
"""
CUT = """
window.WebSocket = class { send() {} close() {} };
window.sockets.at(-1).close();
"""
"""Cuts the line; the next one never gets through."""

SILENT_MICROPHONE = """
navigator.mediaDevices.getUserMedia = async () =>
  new AudioContext().createMediaStreamDestination().stream;
"""
REFUSED_MICROPHONE = """
navigator.mediaDevices.getUserMedia = async () => {
  throw new DOMException("", "NotAllowedError");
};
"""


@pytest.mark.firefox
def test_the_way_in(own_desk: BrowserContext, house: House) -> None:
    page = own_desk.new_page()
    page.goto(f"{house.address}/?lang=pl")

    assert faults_in_every_look(page, "Way in") == []

    page.locator("#code").fill("anna")
    page.keyboard.press("Enter")
    expect(page.locator("#code-problem")).to_be_visible()

    assert [fault for fault in faults(page, "Way in: wrong code") if "403" not in fault] == []

    page.goto(f"{house.address}/enter")

    assert faults_in_every_look(page, "Way in alone") == []


@pytest.mark.firefox
def test_a_game_with_a_friend(own_desk: BrowserContext, house: House) -> None:
    page = own_desk.new_page()
    page.goto(f"{house.address}/friend?lang=de")

    assert faults_in_every_look(page, "Friend") == []

    page.locator("#time").select_option("own")
    page.locator("#own-time").fill("often")
    page.keyboard.press("Enter")
    expect(page.locator("#own-time-problem")).to_be_visible()

    told = faults_in_every_look(page, "Friend: no time control")
    assert [fault for fault in told if "422" not in fault] == []

    page.locator("#own-time").fill("5+3")
    page.keyboard.press("Enter")
    expect(page.locator("#links .link")).to_have_count(3)

    assert faults_in_every_look(page, "Friend: links") == []


@pytest.mark.firefox
def test_a_game_against_the_computer(
    own_desk: BrowserContext, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = own_desk.new_page()
    for is_there in (True, False):
        monkeypatch.setattr(EnginePool, "are_there", lambda _, found=is_there: found)
        page.goto(f"{house.address}/computer?lang=de")

        assert faults_in_every_look(page, f"Computer, engine there: {is_there}") == []


def test_games_to_watch(own_desk: BrowserContext, house: House) -> None:
    page = own_desk.new_page()
    page.goto(f"{house.address}/watch?lang=pl")
    expect(page.locator("#games-none")).to_be_visible()

    assert faults(page, "Watch: no game") == []

    house.api.post("/friend", data={"is_public": True}, headers={"origin": house.address})
    page.locator("#refresh").click()
    expect(page.locator("#games .card")).to_have_count(1)

    assert faults_in_every_look(page, "Watch: a game") == []


def test_a_page_that_is_not_there(own_desk: BrowserContext, house: House) -> None:
    page = own_desk.new_page()
    page.goto(f"{house.address}/organiser?lang=de")

    assert faults_in_every_look(page, "Page that is not there") == []


def test_the_documentation(own_desk: BrowserContext, house: House) -> None:
    page = own_desk.new_page()
    page.goto(f"{house.address}/docs")

    assert faults_in_every_look(page, "Documentation") == []

    for link in page.locator("main li a").all_text_contents():
        page.goto(f"{house.address}/docs/{link}")

        for options in (WORDS, COLOURS):
            assert faults(page, f"Documentation: {link}", options) == []

    page.goto(f"{house.address}/docs/{ALL_SORTS}")

    assert faults_in_every_look(page, f"Documentation: {ALL_SORTS}") == []

    page.goto(f"{house.address}/docs/comands")

    told = faults(page, "Documentation: no such topic")
    assert [fault for fault in told if "404" not in fault] == []


def test_the_organisers_page(own_desk: BrowserContext, house: House) -> None:
    page = entered(own_desk, f"{house.address}/enter#{house.token}")
    page.locator("#edition option").first.wait_for(state="attached")

    assert faults(page, "Organiser") == []

    page.locator("#starts").select_option("at")
    page.locator("#white-name").fill("Viktor")
    page.locator("#fen").fill("nothing")
    page.locator("#new > p > [type=submit]").click()
    expect(page.locator("#fen-problem")).to_be_visible()
    expect(page.locator("#fen")).to_be_focused()

    told = faults(page, "Organiser: wrong position, fixed time")
    assert [fault for fault in told if "422" not in fault] == []

    complaints(page).clear()
    page.locator("#fen").fill("")
    page.locator("#new > p > [type=submit]").click()
    expect(page.locator("#links .link")).to_have_count(3)
    expect(page.locator("#games .card")).not_to_have_count(0)

    assert faults_in_every_look(page, "Organiser: game with its links") == []


@pytest.mark.firefox
def test_a_players_page_before_and_during_their_move(
    own_desk: BrowserContext, house: House
) -> None:
    links = house.arrange(white=VIKTOR, black=ANNA)
    white = entered(own_desk, links["white"])

    assert faults(white, "Player: alone") == []

    black = entered(own_desk, links["black"])
    expect(white.locator("#turn")).to_contain_text(TEXT["side:white"])

    assert faults_in_every_look(black, "Player: opponent to move") == []

    white.locator("[data-square=g1]").click()

    assert faults_in_every_look(white, "Player: piece chosen") == []


@pytest.mark.firefox
def test_an_earlier_position(own_desk: BrowserContext, house: House) -> None:
    pages = seated(own_desk, house)
    white, black = pages["white"], pages["black"]
    types(white, "e4")
    expect(black.locator("#moves .move")).to_have_count(1)
    types(black, "d5")
    expect(white.locator("#moves .move")).to_have_count(2)
    types(white, "exd5")
    expect(white.locator("#moves .move")).to_have_count(3)
    white.locator("#moves [data-ply='1']").click()
    expect(white.locator("#past")).to_be_visible()

    assert faults_in_every_look(white, "Player: earlier position, a pawn taken") == []


@pytest.mark.firefox
def test_questions_refusals_and_offers(own_desk: BrowserContext, house: House) -> None:
    pages = seated(own_desk, house, customs={"press": "command", "must_repeat": True})
    white, black = pages["white"], pages["black"]
    types(white, "e5")
    expect(white.locator("#reply")).to_have_attribute("data-kind", "refusal")

    assert faults(white, "Player: move refused") == []

    types(white, says("resign"))
    expect(white.get_by_role("button", name=TEXT["do:yes"], exact=True)).to_be_visible()

    assert faults(white, "Player: asked whether they resign") == []

    types(white, "no")
    types(white, "e4")
    expect(white.get_by_role("button", name=TEXT["do:press"])).to_be_visible()

    assert faults(white, "Player: move announced") == []

    types(white, says("offer-draw"))
    white.get_by_role("button", name=TEXT["do:press"]).click()
    expect(black.get_by_role("button", name=TEXT["do:accept"])).to_be_visible()
    expect(black.get_by_role("button", name=TEXT["do:repetition"])).to_be_visible()

    assert faults_in_every_look(black, "Player: draw offered, move to be repeated") == []


@pytest.mark.firefox
def test_the_choice_of_a_piece(own_desk: BrowserContext, house: House) -> None:
    white = seated(own_desk, house, fen="7k/P7/8/8/8/8/8/K7 w - - 0 1")["white"]
    white.locator("[data-square=a7].movable").click()
    white.locator("[data-square=a8]").click()
    expect(white.get_by_role("dialog")).to_be_visible()

    assert faults_in_every_look(white, "Player: promotion") == []


def test_a_lost_connection(own_desk: BrowserContext, house: House) -> None:
    own_desk.add_init_script(KEEPS_SOCKETS)
    white = seated(own_desk, house)["white"]
    white.evaluate(CUT)
    expect(white.locator("#connection")).to_contain_text("lost")

    assert faults(white, "Player: connection lost") == []


@pytest.mark.parametrize(
    ("microphone", "state"),
    [(SILENT_MICROPHONE, "listening"), (REFUSED_MICROPHONE, "denied")],
)
def test_the_microphone(
    own_desk: BrowserContext, house: House, microphone: str, state: str
) -> None:
    own_desk.add_init_script(microphone)
    white = seated(own_desk, house, white={"interface": "en", "language": "de"})["white"]
    if white.evaluate("fetch(location + '/view').then((seen) => seen.json())")["hears"] is False:
        pytest.skip("no acoustic model of German: the server can't listen")
    white.get_by_role("button", name=TEXT["microphone-open"]).click()
    expect(white.locator("#microphone-state")).to_have_attribute("data-state", state)

    assert faults(white, f"Player: microphone {state}") == []


def test_reading_for_an_own_voice(own_desk: BrowserContext, house: House) -> None:
    own_desk.add_init_script(SILENT_MICROPHONE)
    white = seated(own_desk, house, white={"interface": "en", "language": "de"})["white"]
    if white.evaluate("fetch(location + '/view').then((seen) => seen.json())")["hears"] is False:
        pytest.skip("no acoustic model of German: the server can't listen")
    white.locator("#own-voice summary").click()
    white.get_by_role("button", name=TEXT["own-voice-begin"]).click()
    expect(white.locator("#reading-word")).to_contain_text("Anna")

    assert faults_in_every_look(white, "Player: reading for an own voice") == []


def test_the_peg_board(own_desk: BrowserContext, house: House) -> None:
    white = seated(own_desk, house, customs={"execution": "reported", "boards": 2})["white"]
    unfold(white)
    types(white, "e4")
    expect(white.locator("[data-square=e4][data-piece=P]")).to_be_attached()
    white.get_by_role("button", name=TEXT["do:steps"]).click()
    expect(white.locator("#hands-list li")).not_to_have_count(0)

    assert faults_in_every_look(white, "Player: peg board with steps") == []


def test_an_arbiter_with_a_claim_and_the_end_of_the_game(
    own_desk: BrowserContext, house: House
) -> None:
    pages = dict(seated(own_desk, house, edition="2009", time="4", customs={"flags": "claim"}))
    white, black, arbiter = pages["white"], pages["black"], pages["arbiter"]
    expect(arbiter.locator("#ruling-game")).to_contain_text("Viktor")

    assert faults(arbiter, "Arbiter: nothing waits") == []

    types(white, "e4")
    expect(black.locator("#moves .move")).to_have_count(1)
    types(black, "arbiter")
    agrees(black)
    expect(arbiter.locator(".card.waiting")).to_be_visible()

    assert faults_in_every_look(arbiter, "Arbiter: called") == []
    assert faults(white, "Player: game halted") == []

    arbiter.locator("#reason").fill("Agreed")
    arbiter.locator("[data-ruling=end-game] [name=result]").select_option("1/2-1/2")
    arbiter.locator("[data-ruling=end-game] button").click()
    agrees(arbiter)
    for role in ("white", "arbiter", "spectator"):
        expect(pages[role].locator("#times-table tbody tr")).to_have_count(1)

        assert faults_in_every_look(pages[role], f"{role.title()}: game over, chart, table") == []


def test_a_sealed_move(own_desk: BrowserContext, house: House) -> None:
    pages = seated(own_desk, house)
    white, arbiter = pages["white"], pages["arbiter"]
    arbiter.locator("#passphrase-text").fill("whistle")
    arbiter.locator("#passphrase button").click()
    arbiter.locator("[data-ruling=ask-to-seal] [name=resumption]").fill("Sunday, ten o'clock")
    arbiter.locator("[data-ruling=ask-to-seal] button").click()
    expect(white.locator("#turn")).to_contain_text("sealed")

    assert faults(white, "Player: move to be sealed") == []
    assert faults(arbiter, "Arbiter: move being sealed") == []

    types(white, "sealed move e4")
    white.locator("#wanted [data-ask=press]").click()
    for role in ("white", "arbiter"):
        expect(pages[role].locator("#envelope")).to_contain_text("Sunday")

        assert faults_in_every_look(pages[role], f"{role.title()}: envelope closed") == []

    arbiter.locator("[data-ruling=resume] button").click()
    expect(arbiter.locator(".card").first).to_contain_text(TEXT["phase:resuming"])
    arbiter.locator("#passphrase-text").fill("whistle")
    arbiter.locator("#passphrase button").click()
    arbiter.locator("[data-ruling=open-envelope] button").click()
    for role in ("white", "arbiter"):
        expect(pages[role].locator("#moves .move")).to_have_count(1)
        expect(pages[role].locator("#envelope-none")).to_be_visible()

        assert faults(pages[role], f"{role.title()}: envelope opened") == []


def test_the_spectators_page(own_desk: BrowserContext, house: House) -> None:
    page = seated(own_desk, house)["spectator"]

    assert faults_in_every_look(page, "Spectator") == []


def test_an_assistants_page(own_desk: BrowserContext, house: House) -> None:
    blind = {**VIKTOR, "is_blind": True, "has_assistant": True}
    pages = seated(own_desk, house, white=blind)

    for role in ("assistant-white", "white", "black", "spectator", "arbiter"):
        expect(pages[role].get_by_role("heading", name=TEXT["duties"])).to_be_visible()
    assert faults_in_every_look(pages["assistant-white"], "Assistant") == []


@pytest.mark.parametrize("language", known_languages())
def test_every_language_of_the_pages(own_desk: BrowserContext, house: House, language: str) -> None:
    """The way in, and every seat of a game that speaks another language than its page."""
    page = own_desk.new_page()
    for path in ("", "enter", "friend", "computer", "watch", "import"):
        page.goto(f"{house.address}/{path}?lang={language}")

        assert faults(page, f"Way in, /{path}, {language}", WORDS) == []

    side = {"interface": language, "language": "de", "has_assistant": True}
    links = house.arrange(white=side, black=side, arbiter="new", language=language)
    for role in ("white", "assistant-white", "arbiter", "spectator"):
        page = entered(own_desk, links[role])

        assert page.locator("html").get_attribute("lang") == tag_of(language)
        assert faults(page, f"{role.title()}, {language}", WORDS) == []
