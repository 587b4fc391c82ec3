"""Who wants it quiet says so, types it or presses the button: their pages cut what they speak."""

import json
from pathlib import Path

import pytest

from tests.german import by_ear, says
from tests.stage.page import Message, Page
from tests.stage.ports import ScriptedEars
from tests.web.stage import Stage, staged
from voice_chess.game.clocks import ClocksStopped

TYPED = {"type": "line", "text": says("stop")}
PRESSED = {"type": "ask", "name": "stop"}


def hushes(page: Page) -> list[Message]:
    """Those that have come up to now."""
    page.ask(type="ask", name="whose-turn")
    came = [message for message in page.came if message["type"] == "hush"]
    return [{"type": hush["type"], "game": hush["game"]} for hush in came]


@pytest.mark.parametrize("message", [TYPED, PRESSED])
def test_all_pages_of_the_seat_are_hushed_and_no_others(stage: Stage, message: Message) -> None:
    links = stage.arrange()
    with (
        stage.page(links["white"]) as white,
        stage.page(links["white"]) as second,
        stage.page(links["black"]) as black,
    ):
        done = white.ask(**message)
        found = [hushes(page) for page in (white, second, black)]

    one = {"type": "hush", "game": links["game"]["id"]}
    assert done["is_accepted"]
    assert found == [[one], [one], []]


def test_it_can_be_spoken(tmp_path: Path) -> None:
    with staged(tmp_path, ScriptedEars([by_ear("stop")])) as stage:
        links = stage.arrange()
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            white.open_microphone()
            white.speak()
            white.next("hush")
            others = hushes(black)

    assert others == []


def test_it_leaves_a_question_as_it_is(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.ask(type="ask", name="resign")
        white.ask(**TYPED)
        white.ask(type="ask", name="yes")
        game = next(m["game"] for m in reversed(white.came) if m["type"] == "game")

    assert game["state"]["phase"] == "over"


def test_a_spectator_hushes_their_own_page_only(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["spectator"]) as one, stage.page(links["spectator"]) as other:
        one.ask(**TYPED)
        found = [len(hushes(page)) for page in (one, other)]

    assert found == [1, 0]


def test_from_an_arbiter_it_is_an_order_to_the_clocks(stage: Stage) -> None:
    links = stage.arrange(arbiter="new")
    with stage.seats(links) as (_, _, arbiter):
        arbiter.ask(**TYPED)
        found = hushes(arbiter)
    events = stage.journal.read(links["game"]["id"])

    assert found == []
    assert isinstance(events[-1], ClocksStopped)


def test_it_is_published(stage: Stage) -> None:
    described = json.dumps(stage.client.get("/schema/socket.json").json())

    assert '"hush"' in described
