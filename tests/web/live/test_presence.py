"""Whoever waits for a player who has left is told so, and told when they are back."""

import asyncio

import pytest

from tests.stage.page import Message, Page
from tests.web.stage import Stage
from voice_chess.game.table import Role
from voice_chess.languages.language import known_languages, load_language
from voice_chess.web.live.presence import Presence

BOTH = frozenset({Role.WHITE, Role.BLACK})
ALONE = frozenset({Role.WHITE})


@pytest.fixture
def hasty(stage: Stage) -> Stage:
    """Nobody is waited for before it is told that they have left."""
    stage.hall.presence.stays_away_ms = 1
    return stage


def notice(page: Page) -> str:
    said: Message = page.until(lambda m: m["type"] == "said" and m["kind"] == "notice")
    return str(said["text"])


@pytest.mark.parametrize("language_id", known_languages())
def test_the_opponent_and_who_looks_on_are_told(hasty: Stage, language_id: str) -> None:
    links = hasty.arrange(
        white={"language": language_id}, black={"name": "Anna"}, language=language_id
    )
    language = load_language(language_id)

    with hasty.page(links["white"]) as white, hasty.page(links["spectator"]) as spectator:
        with hasty.page(links["black"]):
            # What the house has set is told as notices too, before the game begins.
            for waiting in (white, spectator):
                waiting.until(lambda m: m["type"] == "game")
        left = notice(white), notice(spectator)
        with hasty.page(links["black"]) as black:
            back = notice(white), notice(spectator)
            black.ask(type="ask", name="whose-turn")

    name = hasty.hall.lobby.running[links["game"]["id"]].seated.game.table.black.name
    assert left[0] == language.phrase("left:opponent")
    assert left[1] == language.phrase("left:black-named", name=name)
    assert back[0] == language.phrase("back:opponent")
    assert back[1] == language.phrase("back:black-named", name=name)
    assert not {*left, *back} & {*black.texts()}
    # It once cut that somebody's own board was lost.
    told_of_them = [m for m in white.came if m.get("text") in (left[0], back[0])]
    assert [m["is_urgent"] for m in told_of_them] == [False, False]


@pytest.mark.law("assistant-moves", "assistant-announces")
@pytest.mark.parametrize("language_id", known_languages())
def test_of_an_assistant_whose_line_breaks_everybody_else_is_told(
    hasty: Stage, language_id: str
) -> None:
    """A blind player whose moves they make would wait for them, and their opponent, too."""
    blind = {"language": language_id, "is_blind": True, "has_assistant": True}
    links = hasty.arrange(
        white=blind, black={"language": language_id}, arbiter="new", language=language_id
    )
    phrase = load_language(language_id).phrase

    with hasty.seats(links) as pages:
        with hasty.page(links["assistant-white"]):
            for page in pages:
                page.until(lambda m: m["type"] == "people" and "assistant-white" in m["here"])
        left = [notice(page) for page in pages]
        with hasty.page(links["assistant-white"]):
            back = [notice(page) for page in pages]

    for told_of, what in ((left, "left"), (back, "back")):
        own, other = (phrase(f"{what}:{who}") for who in ("own-assistant", "assistant-white"))
        assert told_of == [own, other, other]


def told(*steps: frozenset[Role], is_over: bool = False, stays_away_ms: int = 1) -> list[str]:
    """What is told where these are there, one after the other."""
    heard: list[str] = []

    async def play() -> None:
        presence = Presence(lambda _, gone, __: heard.append(gone.value), stays_away_ms)
        for here in steps:
            presence.changed("game", here, {}, is_over=is_over)
            if stays_away_ms <= 1:
                await asyncio.sleep(0.01)
        presence.close()
        await asyncio.sleep(0.01)

    asyncio.run(play())
    return heard


def test_a_page_that_is_loaded_anew_has_not_left() -> None:
    assert told(BOTH, ALONE, BOTH, stays_away_ms=60_000) == []


def test_who_has_never_come_has_not_left() -> None:
    assert told(ALONE, ALONE) == []


def test_each_going_and_coming_is_told_once() -> None:
    assert told(BOTH, ALONE, ALONE, BOTH, BOTH) == ["black", "black"]


def test_who_goes_when_the_game_is_over_is_not_missed() -> None:
    assert told(BOTH, ALONE, is_over=True) == []


def test_nobody_is_told_when_the_server_ends() -> None:
    assert told(BOTH, frozenset(), stays_away_ms=5) == []


@pytest.mark.parametrize(("away_ms", "notices"), [(2_000, []), (5_000, ["black"])])
def test_a_page_may_be_away_for_as_long_as_loading_it_anew_takes(
    away_ms: int, notices: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    async def play() -> None:
        loop = asyncio.get_running_loop()
        presence = Presence(lambda _, gone, __: heard.append(gone.value))
        presence.changed("game", BOTH, {}, is_over=False)
        presence.changed("game", ALONE, {}, is_over=False)
        later_s = loop.time() + away_ms / 1_000
        monkeypatch.setattr(loop, "time", lambda: later_s)
        for _ in range(3):
            await asyncio.sleep(0)

    asyncio.run(play())

    assert heard == notices
