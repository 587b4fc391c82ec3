"""What waited for a connection counts only in the position that it was meant for."""

import pytest

from tests.german import in_words, says
from tests.stage.page import Message
from tests.web.stage import Stage

LATE: dict[str, Message] = {
    "a typed move": {"type": "line", "text": in_words("Nf3")},
    "an offer": {"type": "ask", "name": "offer-draw"},
    "a report of hands": {"type": "hands", "did": "touched", "squares": ["g1"]},
}
KEY = "page-0001"


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
def test_what_waited_while_its_player_went_on_at_another_page_is_stale(
    late: Message, stage: Stage
) -> None:
    links = stage.arrange()
    with (
        stage.page(links["white"]) as telephone,
        stage.page(links["black"]) as black,
    ):
        telephone.move("d2d4", 0)
        black.move("d7d5", 1)
        with stage.page(links["white"]) as back:
            answer = back.ask(**late, seen_ply=0)
            back.ask(type="ask", name="clock")
            names = [m["name"] for m in back.came if m["type"] == "happened"]

    assert (answer["type"], answer["code"]) == ("problem", "stale")
    assert names.count("move-announced") == 2
    assert not {"draw-offered", "piece-touched"} & set(names)


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
def test_what_waited_and_finds_the_position_that_it_was_meant_for_is_done(
    late: Message, stage: Stage
) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("d2d4", 0)
        black.move("d7d5", 1)
        answer = white.ask(**late, seen_ply=2)

    assert answer["is_accepted"]


def test_a_correction_that_waited_finds_the_announced_move(stage: Stage) -> None:
    links = stage.arrange(customs={"press": "command"})
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.ask(type="line", text=in_words("e4"))
        white.ask(type="line", text=f"{says('no')} {in_words('d4')}", seen_ply=1)
        said = [m["move"]["uci"] for m in white.came if m["type"] == "happened" and m["move"]]

    assert said == ["e2e4", "d2d4"]


def test_a_typed_move_that_was_made_is_no_stale_one_when_it_is_repeated(stage: Stage) -> None:
    links = stage.arrange()
    line = {"type": "line", "text": in_words("e4"), "key": KEY}
    with stage.page(links["black"]) as black:
        with stage.page(links["white"]) as white:
            white.ask(**line)
        with stage.page(links["white"]) as white:
            again = white.ask(**line, seen_ply=0)
        black.move("e7e5", 1)

    assert (again["type"], again["is_accepted"], again["is_repetition"]) == ("done", True, True)
