"""Lines in the words of Lichess' box, from a seat in any language."""

import pytest

from tests.german import MINUTES, german, in_words
from tests.web.stage import Stage

KNIGHTS = "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1"
"""Both of them reach e4."""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("p N", in_words("c3")),
        ("p k", in_words("e8")),
        ("s g", in_words("g3")),
        ("s 3", german("N:white")),
        ("s g3", german("N:white")),
        ("/clock", MINUTES),
        ("last", german("last-move:none")),
    ],
)
def test_a_line_of_lichess_is_answered_in_the_language_of_the_seat(
    stage: Stage, line: str, told: str
) -> None:
    links = stage.arrange(fen=KNIGHTS)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        answer = white.ask(type="line", text=line)

        assert answer["is_accepted"]
        assert told.casefold() in white.texts()[-1].casefold()
        assert white.texts()[-1] not in black.texts()


def test_resigning_in_its_word_is_asked_about(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.ask(type="line", text="resign")

        assert [m["kind"] for m in white.came if m["type"] == "said"][-1] == "question"


def test_a_letter_is_the_reply_to_a_question_before_it_is_a_command(stage: Stage) -> None:
    links = stage.arrange(fen=KNIGHTS)

    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.ask(type="line", text=in_words("Ne4"))
        asked = [m for m in white.came if m["type"] == "said"][-1]
        white.ask(type="line", text="c")

    assert asked["kind"] == "question"
    assert white.texts()[-1] == german("MoveAnnounced", move=in_words("Nce4"))
