"""Whom nobody understands time and again, the arbiter is shown; nobody else is."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.german import by_ear
from tests.stage.page import Message, Page, Seats
from tests.stage.ports import ScriptedEars
from tests.web.stage import staged

FITS_NOTHING = by_ear("NN33")
ALMOST = f"[unk] {by_ear('3')}"
CHATTER = "[unk] [unk]"
MOVE = by_ear("e4")


@contextmanager
def seated(folder: Path, lines: list[str]) -> Iterator[Seats]:
    with staged(folder, ScriptedEars(lines)) as stage:
        links = stage.arrange(arbiter="new", white={"is_blind": True})
        with stage.seats(links) as (white, black, arbiter):
            white.until(lambda m: m["type"] == "game")
            white.open_microphone()
            yield white, black, arbiter


def shown(page: Page) -> list[list[str]]:
    """Who was hard to hear, each time when the page was shown something else of it."""
    told = [m["game"]["state"]["hard_to_hear"] for m in page.came if m["type"] == "game"]
    return [now for before, now in zip([[], *told], told, strict=False) if now != before]


def is_heard(message: Message) -> bool:
    return bool(message.get("name") == "move-announced")


@pytest.mark.parametrize("words", [FITS_NOTHING, ALMOST])
def test_an_arbiter_sees_who_is_not_understood_three_times_until_they_are(
    tmp_path: Path, words: str
) -> None:
    with seated(tmp_path, [words, words, words, MOVE]) as (white, black, arbiter):
        for _ in range(4):
            white.speak()
        for page in (white, black, arbiter):
            page.event("move-announced")
            page.until(lambda m: m["type"] == "game")

        assert shown(arbiter) == [["white"], []]
        assert shown(white) == shown(black) == []


@pytest.mark.parametrize(
    "lines", [[FITS_NOTHING, FITS_NOTHING, MOVE], [CHATTER, CHATTER, CHATTER, MOVE]]
)
def test_two_times_are_not_enough_and_talk_does_not_count(tmp_path: Path, lines: list[str]) -> None:
    with seated(tmp_path, lines) as (white, _, arbiter):
        for _ in range(len(lines)):
            white.speak()
        arbiter.until(is_heard)
        arbiter.until(lambda m: m["type"] == "game")

        assert shown(arbiter) == []


def test_whoever_types_instead_gets_through(tmp_path: Path) -> None:
    with seated(tmp_path, [FITS_NOTHING] * 3) as (white, _, arbiter):
        for _ in range(3):
            white.speak()
        arbiter.until(lambda m: m["type"] == "game" and m["game"]["state"]["hard_to_hear"])
        white.move("e2e4", 0)
        arbiter.until(is_heard)
        arbiter.until(lambda m: m["type"] == "game")

        assert shown(arbiter) == [["white"], []]
