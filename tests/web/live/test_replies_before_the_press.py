"""A reply made at a seat before the opponent has pressed, in editions that allow it."""

import pytest

from tests.english import english
from tests.stage.page import Message, Page
from tests.web.stage import Stage

ENGLISH = {"language": "en"}
BY_HAND = {"white": ENGLISH, "black": ENGLISH, "customs": {"press": "command"}, "time": "90"}


def shown(page: Page) -> Message:
    """Return where play stands as the page shows it now."""
    page.ask(type="ask", name="clock")
    state: Message = page.state()["state"]
    return state


def answered(white: Page, black: Page, reply: str = "e5") -> None:
    """White announces a move and does not press; Black replies to it."""
    white.move("e2e4", 0)
    black.event("move-announced")
    assert black.ask(type="line", text=reply)["is_accepted"]
    white.event("move-answered")


@pytest.mark.law("alternate-moves", "next-move-made")
@pytest.mark.parametrize("edition_id", ["2005 1.1", "2018 6.2.1.2"])
@pytest.mark.parametrize("text", ["exd5", "pawn takes david five"])
def test_the_mover_who_goes_on_completes_their_move_and_the_reply(
    stage: Stage, edition_id: str, text: str
) -> None:
    links = stage.arrange(edition=edition_id[:4], **BY_HAND)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        answered(white, black, "d5")
        done = white.ask(type="line", text=text)
        told = white.texts()[-1]
        written = [move["written"] for move in white.after(2)["moves"]]

    assert done["is_accepted"]
    assert told == english("MoveAnnounced", move="pawn Eva takes David five")
    assert written == ["e4", "d5"]


@pytest.mark.law("alternate-moves", "next-move-made")
def test_2005_1_1_the_board_shows_the_reply_and_takes_the_move_after_it(stage: Stage) -> None:
    links = stage.arrange(edition="2005", **BY_HAND)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        black.event("move-announced")
        before = shown(black)
        replied = black.move("e7e5", 1)
        white.event("move-answered")
        state = shown(white)
        stale = white.move("d2d4", 0)
        done = white.move("g1f3", 2)

    assert (before["legal_ply"], "e7e5" in before["legal"]) == (1, True)
    assert replied["is_accepted"]
    assert (state["announced"]["uci"], state["answered"]["uci"]) == ("e2e4", "e7e5")
    assert state["legal_ply"] == 2
    assert "g1f3" in state["legal"]
    assert "e2e4" not in state["legal"]
    assert stale["code"] == "stale"
    assert done["is_accepted"]


@pytest.mark.law("alternate-moves", "slip-of-the-tongue")
@pytest.mark.parametrize("text", ["correction d4", "correction"])
def test_2005_f_2_6_the_mover_hears_that_a_move_replied_to_is_made(stage: Stage, text: str) -> None:
    links = stage.arrange(edition="2005", **BY_HAND)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        answered(white, black)
        done = white.ask(type="line", text=text)

    assert not done["is_accepted"]
    assert white.texts()[-1] == english("TooLateToCorrect:made")


@pytest.mark.law("slip-of-the-tongue")
def test_2005_f_2_6_whoever_replied_may_correct_the_reply_until_the_press(stage: Stage) -> None:
    links = stage.arrange(edition="2005", **BY_HAND)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        answered(white, black)
        done = black.ask(type="line", text="correction c5")
        told = white.event("move-answered")["text"]
        asked = black.ask(type="line", text="correction")
        again = black.ask(type="line", text="e6")
        state = shown(white)

    assert done["is_accepted"]
    assert told == english("MoveAnswered", side="Black", move="pawn Cesar five")
    assert (asked["is_accepted"], again["is_accepted"]) == (True, True)
    assert state["answered"]["uci"] == "e7e6"


@pytest.mark.law("alternate-moves")
def test_2009_1_1_there_is_no_reply_before_the_press(stage: Stage) -> None:
    links = stage.arrange(edition="2009", **BY_HAND)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        black.event("move-announced")
        state = shown(black)
        done = black.ask(type="line", text="e5")

    assert state["legal"] == []
    assert not done["is_accepted"]
    assert black.texts()[-1] == english("NotYourMove")
