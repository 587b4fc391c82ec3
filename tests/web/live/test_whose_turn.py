"""At a seat, too, a sound tells that it is one's own turn, and none does once nobody is to move."""

from pathlib import Path

import pytest

from tests.german import by_ear
from tests.stage.page import Page
from tests.stage.ports import ScriptedEars
from tests.web.stage import staged

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


def turns(page: Page) -> int:
    """How often this page was told that it is its turn."""
    return sum(m["type"] == "signal" and m["name"] == "your-turn" for m in page.came)


@pytest.mark.parametrize(
    ("fen", "words", "told", "counts"),
    [
        (None, [by_ear("e4")], "move-completed", (0, 1)),
        (MATE_IN_ONE, [by_ear("Ra8 mate"), by_ear("yes")], "game-ended", (0, 0)),
    ],
    ids=["a move goes on", "a mate ends the game"],
)
def test_a_spoken_move_makes_it_the_others_turn_unless_it_ends_the_game(
    tmp_path: Path, fen: str | None, words: list[str], told: str, counts: tuple[int, int]
) -> None:
    with staged(tmp_path, ScriptedEars(words)) as stage:
        links = stage.arrange(white={"is_blind": True}, **({} if fen is None else {"fen": fen}))
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            white.until(lambda m: m["type"] == "game")
            white.open_microphone()
            for _ in words:
                white.speak()
                white.until(lambda m: m["type"] in ("said", "happened"))
            if told == "move-completed":
                white.ask(type="ask", name="press")
            else:
                white.event(told)
                white.next("game")
            black.event(told)
            black.next("game")

            assert (turns(white), turns(black)) == counts


def test_a_move_that_is_told_and_completed_at_once_needs_no_sound(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange()
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            white.ask(type="line", text="e4")
            black.event("move-completed")
            black.next("game")

            assert turns(black) == 0
