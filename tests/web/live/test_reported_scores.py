"""Where players report what they write, each page knows whether a report is awaited from it."""

import pytest

from tests.web.stage import Stage

LONG: dict[str, object] = {
    "time": "90+30",
    "customs": {"recording": "reported"},
    "white": {"is_blind": True},
    "black": {"score": "paper"},
}


@pytest.mark.law("record-moves", "blind-score")
def test_a_report_is_awaited_from_who_writes_by_hand(stage: Stage) -> None:
    links = stage.arrange(**LONG)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        seen, own = black.after(1), white.after(1)
        reported = black.ask(type="ask", name="written")["is_accepted"]
        black.ask(type="ask", name="whose-turn")

    assert seen["customs"]["recording"] == "reported"
    assert (seen["state"]["must_record_now"], own["state"]["must_record_now"]) == (True, False)
    assert reported
    assert not black.state()["state"]["must_record_now"]


@pytest.mark.law("record-moves")
def test_the_last_move_can_be_reported_after_the_game(stage: Stage) -> None:
    links = stage.arrange(**LONG)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        white.resign()
        black.event("game-ended")
        reported = black.ask(type="ask", name="written")["is_accepted"]

    assert reported


@pytest.mark.law("rapid-unrecorded")
def test_in_rapid_games_no_report_is_awaited(stage: Stage) -> None:
    links = stage.arrange(**LONG | {"time": "15+10"})

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        seen = black.after(1)

    assert not seen["state"]["must_record_now"]


@pytest.mark.parametrize("score", ["program", "recording"])
def test_a_game_in_which_nobody_writes_by_hand_has_nothing_to_report(
    score: str, stage: Stage
) -> None:
    wanted = {"customs": {"recording": "reported"}, "white": {"score": score}}

    answer = stage.organise("POST", "/games", wanted)

    assert (answer.json()["code"], answer.json()["field"]) == ("no-sheet", "recording")
