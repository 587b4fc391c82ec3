"""Who asks for an earlier move is told it, and their own pages alone show the board of then."""

from pathlib import Path

import pytest

from tests.german import NUMBERS, by_ear, german, in_words
from tests.stage.page import Message, Page
from tests.stage.ports import ScriptedEars
from tests.web.stage import Stage, staged

TYPED = {"type": "line", "text": ",M 1"}
PRESSED = {"type": "ask", "name": "go-to-move", "args": ["1", "white"]}


def shown(page: Page) -> list[int]:
    """Behind how many half-moves, until now."""
    page.ask(type="ask", name="whose-turn")
    return [message["ply"] for message in page.came if message["type"] == "show-move"]


@pytest.mark.parametrize("message", [TYPED, PRESSED])
def test_all_pages_of_the_seat_show_it_and_no_others(stage: Stage, message: Message) -> None:
    links = stage.arrange()
    with (
        stage.page(links["white"]) as white,
        stage.page(links["white"]) as second,
        stage.page(links["black"]) as black,
    ):
        white.ask(type="move", uci="e2e4", ply=0)
        black.ask(**message)
        black.ask(type="ask", name="go-to-now")
        white.ask(**message)
        found = [shown(page) for page in (white, second, black)]
        told = [said["text"] for said in white.came if said["type"] == "said"]

    assert found == [[1], [1], [1, 1]]
    number, move = german("move-number", number=NUMBERS[1]), in_words("Pe2, e4")
    assert f"{number} {german('last-move', 'white', move=move)}" in told


def test_a_move_that_was_not_made_leads_nowhere(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.ask(type="move", uci="e2e4", ply=0)
        white.ask(type="ask", name="go-to-move", args=["40"])

        assert shown(white) == []


@pytest.mark.parametrize("args", [[], ["0"], ["1", "both"], ["1000"], ["1", "white", "black"]])
def test_other_arguments_are_none(stage: Stage, args: list[str]) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white:
        white.send(type="ask", key="look-back-1", name="go-to-move", args=args)

        assert white.next("problem")["code"] == "malformed"


def test_it_can_be_spoken(tmp_path: Path) -> None:
    with staged(tmp_path, ScriptedEars([by_ear("go-to-move 1")])) as stage:
        links = stage.arrange()
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            white.ask(type="move", uci="e2e4", ply=0)
            white.open_microphone()
            white.speak()
            ply = white.next("show-move")["ply"]
            others = shown(black)

    assert ply == 1
    assert others == []
