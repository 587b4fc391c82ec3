"""The opponent says the move after the mover: rightly by one action; a difference both are told."""

import pytest

from tests.german import german, in_words
from tests.stage.page import Page
from tests.web.stage import Stage

RULES: dict[str, object] = {"customs": {"must_repeat": True}, "black": {"language": "en"}}


def repeated(page: Page) -> dict[str, object]:
    """The event as it came to this page, now or before."""
    before = [m for m in page.came if m.get("name") == "move-repeated"]
    return before[-1] if before else page.event("move-repeated")


@pytest.mark.parametrize("line", ["d4", "d2d4", "pawn david four"])
def test_a_wrong_repetition_is_told_to_both_at_once_and_play_waits(stage: Stage, line: str) -> None:
    links = stage.arrange(**RULES)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        owed = black.until(lambda m: m["type"] == "game" and m["game"]["moves"])["game"]
        black.ask(type="line", text=line)
        told = (repeated(white), repeated(black))
        still = black.move("e7e5", 1)["is_accepted"]
        right = black.ask(type="ask", name="repetition")["is_accepted"]
        moved = black.move("e7e5", 1)["is_accepted"]

    assert owed["state"]["must_repeat_now"]
    assert told[0]["seq"] == told[1]["seq"]
    assert [one["text"] for one in told] == [
        german("MoveRepeated:wrong", move=in_words("Pd2, d4")),
        "Repeated wrongly: pawn David two, David four.",
    ]
    assert (still, right, moved) == (False, True, True)


@pytest.mark.parametrize("line", ["e4", "e2e4", "pawn eva four"])
def test_a_right_repetition_in_their_own_words_lets_play_go_on(stage: Stage, line: str) -> None:
    links = stage.arrange(**RULES)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        black.ask(type="line", text=line)
        came = repeated(white)
        moved = black.move("e7e5", 1)["is_accepted"]

    assert came["text"] is None
    assert moved


def test_a_move_of_their_own_is_no_repetition(stage: Stage) -> None:
    links = stage.arrange(**RULES)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        moved = black.ask(type="line", text="e5")["is_accepted"]
        white.ask(type="ask", name="whose-turn")

    assert not moved
    assert not any(m.get("name") == "move-repeated" for m in white.came)
