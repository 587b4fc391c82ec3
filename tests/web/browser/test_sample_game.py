"""Three browsers and the Laws' sample game: spoken, clicked, ruled upon, drawn, taken home."""

import re
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.german import GERMAN, PAGE
from tests.web.browser.boards import await_board, click_move
from tests.web.browser.conftest import MODELS
from tests.web.browser.fake_microphone import Speaker, speaker
from tests.web.browser.house import House, complaints, opened, person
from voice_chess.adapters.audio_io import sound_files
from voice_chess.adapters.documents import record_files
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.laws.position import Position
from voice_chess.session.listening.recorded_game import transcribed

DEMO = Path(__file__).parents[3] / "audio" / "demo"

SAMPLE = record_files.read_pgn(DEMO / "game.pgn")
SAID = {
    1: ("01-white",),
    2: ("03-white", "04-white"),
    3: ("06-white",),
    4: ("08-white",),
    5: ("10-white",),
    6: ("13-white",),
    7: ("15-white",),
    8: ("17-white",),
    9: ("20-white",),
    10: ("23-white",),
    11: ("25-white", "26-white"),
}
"""White's recordings by the number of the move: what they say in one breath. The second has a slip
of the tongue in it, the last one an offer."""

ANSWERED = {9: "21-white"}
"""Where two pieces reach the square they are asked, and says this."""

ANNOUNCEMENTS = tomllib.loads((DEMO / "announcements.toml").read_text("utf-8"))["announcement"]
WORDS = {
    f"{index:02}-{announcement['by']}": announcement["words"]
    for index, announcement in enumerate(ANNOUNCEMENTS, start=1)
}
COUNTED = {
    **{number: said[-1] for number, said in SAID.items()},
    **ANSWERED,
    11: "25-white",
}.items()
"""The recording that made each move what it is: a correction, an answer, or simply the move."""

MOST_LIKELY = 3
RULED_UPON = 6
REASON = "Das Telefon von Weiß hat geläutet."

pytestmark = [
    pytest.mark.slow,
    pytest.mark.model,
    pytest.mark.skipif(not (MODELS / "fide-de").is_dir(), reason="no acoustic model of ours"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Who takes part, and what could be taken home in the end."""

    white: Page
    black: Page
    arbiter: Page
    records: Path


@pytest.fixture(scope="module")
def scene(
    playwright: Playwright,
    chromium: str,
    browser: Browser,
    house: House,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("scene")
    links = house.arrange(
        white={"name": "Viktor", "is_blind": True},
        black={"name": "Anna"},
        customs={"keeps_sound": True},
        arbiter="new",
    )
    with speaker(playwright, chromium) as viktor:
        white = opened(viktor.context, links["white"])
        scene = Scene(
            white=white,
            black=opened(person(browser), links["black"]),
            arbiter=opened(person(browser), links["arbiter"]),
            records=folder,
        )
        play(scene, viktor)
        take_home(white, folder)
        yield scene


def play(scene: Scene, viktor: Speaker) -> None:
    """The whole game, up to the draw."""
    scene.white.get_by_role("button", name=PAGE["microphone-open"]).click()
    expect(scene.white.locator("#microphone-state")).to_have_text(PAGE["microphone:listening"])
    position = Position.start()
    for number, said in SAID.items():
        viktor.say(scene.white, *(DEMO / f"{name}.flac" for name in said))
        if number in ANSWERED:
            expect(scene.white.locator("#reply")).to_have_attribute("data-kind", "question")
            viktor.say(scene.white, DEMO / f"{ANSWERED[number]}.flac")
        position = position.played(SAMPLE.moves[position.ply])
        await_board(position, scene.white, scene.black)
        if number == RULED_UPON:
            rule(scene)
        if position.ply < len(SAMPLE.moves):
            uci = SAMPLE.moves[position.ply]
            click_move(scene.black, uci)
            position = position.played(uci)
            await_board(position, scene.white, scene.black)
    agree(scene)


def rule(scene: Scene) -> None:
    """The arbiter gives Black two minutes, and says why."""
    form = scene.arbiter.locator("form[data-ruling=add-time]")
    scene.arbiter.get_by_label(PAGE["reason"]).fill(REASON)
    form.get_by_label(PAGE["side"]).select_option("black")
    form.get_by_role("button").click()
    for page in (scene.white, scene.black):
        expect(page.locator("#said")).to_contain_text(REASON)
        expect(page.locator("#clock-black .digits")).to_have_text(re.compile(r"^1[67]:"))


def agree(scene: Scene) -> None:
    scene.black.get_by_role("button", name=PAGE["do:accept"]).click()
    scene.black.get_by_role("button", name=PAGE["do:yes"], exact=True).click()
    expect(scene.white.locator("#turn")).to_contain_text(PAGE["result:1/2-1/2"])


def take_home(page: Page, folder: Path) -> None:
    """Every record that the page offers, under its own name."""
    for record in ("pgn", "text", "braille", "sound"):
        with page.expect_download() as download:
            page.get_by_role("link", name=PAGE[f"record-{record}"]).click()
        download.value.save_as(folder / f"record{Path(download.value.suggested_filename).suffix}")


def test_all_three_are_told_how_it_ended(scene: Scene) -> None:
    for page in (scene.white, scene.black):
        expect(page.locator("#turn")).to_contain_text(PAGE["result:1/2-1/2"])
        expect(page.locator("#moves .move")).to_have_count(len(SAMPLE.moves))
        assert complaints(page) == []
    expect(scene.arbiter.locator("#games .card")).to_contain_text(PAGE["result:1/2-1/2"])
    assert complaints(scene.arbiter) == []


def test_no_sound_was_lost_on_the_way(scene: Scene) -> None:
    expect(scene.white.locator("#microphone-lost")).to_be_hidden()


@pytest.mark.parametrize("suffix", [".pgn", ".txt", ".brf"])
def test_each_record_reads_back_to_the_same_game(scene: Scene, suffix: str) -> None:
    read, _ = record_files.read_any(scene.records / f"record{suffix}", GERMAN)

    assert read.moves == SAMPLE.moves
    assert read.result == "1/2-1/2"
    assert [entry.draw_offered for entry in read.entries][-1]


def test_the_sound_of_each_of_whites_moves_is_what_he_said(scene: Scene) -> None:
    heard = dict(heard_again(scene.records / "record.zip"))

    said = {SAMPLE.entries[2 * number - 2].san: WORDS[name] for number, name in COUNTED}
    assert heard.keys() == said.keys()
    assert [san for san, words in said.items() if words not in heard[san]] == []


def heard_again(archive: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """By the name that each recording has, the likeliest words: no two browsers sound alike."""
    model = load_model(MODELS / "fide-de")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(archive.parent)
        names = packed.namelist()
    for name in names:
        number, _, san = name.removesuffix(".wav").partition("w-")
        before = SAMPLE.final_position.rewound(2 * int(number) - 2).fen
        blocks = sound_files.blocks(archive.parent / name)
        tape = transcribed(model.recognizer(), blocks, GERMAN, Position.from_fen(before))
        likeliest = tape.utterances[0].hypotheses[:MOST_LIKELY]
        yield san, tuple(" ".join(hypothesis.words) for hypothesis in likeliest)
