"""What is urgent cuts what was said before it, and nothing that came with it."""

from tests.german import german, says
from tests.web.stage import Stage


def test_of_the_customs_of_a_table_none_cuts_the_one_before(stage: Stage) -> None:
    links = stage.arrange(time="5+3", customs={"press": "auto", "flags": "automatic"})
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.event("game-started")
        told = [m["is_urgent"] for m in white.came if m.get("kind") == "notice"]

    assert len(told) > 1
    assert told == [True] + [False] * (len(told) - 1)


def test_a_question_that_is_asked_again_does_not_cut_why(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.ask(type="line", text=says("resign"))
        white.ask(type="line", text="xyz")
        told = [(m["text"], m["is_urgent"]) for m in white.came if m["type"] == "said"]

    assert told[-2:] == [(german("NotUnderstood"), True), (german("confirm:resign"), False)]
