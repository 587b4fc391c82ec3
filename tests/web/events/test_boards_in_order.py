"""An arbiter with all boards of a round is told which board each game is played at."""

from tests.web.events.event_stage import made
from tests.web.stage import Stage


def test_each_game_of_a_round_has_the_number_of_its_board(stage: Stage) -> None:
    event = made(stage, *(f"Player {number}" for number in range(1, 7)))
    event.done("/pairing")
    boards = event.done("/start")["rounds"][-1]["boards"]

    with event.at_board(event.arbiter) as arbiter:
        (welcome,) = (message for message in arbiter.came if message["type"] == "welcome")

    shown = {game["game"]: game["board"] for game in welcome["games"]}
    assert shown == {board["game"]: board["board"] for board in boards}


def test_a_board_whose_result_the_arbiter_has_set_is_shown_with_it(stage: Stage) -> None:
    """Its game goes on, if anybody plays; nobody is missing there any more."""
    event = made(stage, *(f"Player {number}" for number in range(1, 5)))
    event.done("/pairing")
    first, second = event.done("/start")["rounds"][-1]["boards"]
    settled = {"round": 1, "board": first["board"], "result": "+/-", "reason": "nobody came"}

    with event.at_board(event.arbiter) as arbiter, event.at_board(event.links[2]) as player:
        event.done("/results", settled)
        shown = arbiter.until(
            lambda m: m["type"] == "game" and m["game"]["state"]["event_result"] == "+/-"
        )
        event.done("/undoing", {"made_at_ms": event.state()["undo_made_at_ms"]})
        arbiter.until(
            lambda m: (
                m["type"] == "game"
                and m["game"]["game"] == first["game"]
                and m["game"]["state"]["event_result"] is None
            )
        )
        event.done("/results", settled)
    with event.at_board(event.arbiter) as again:
        (welcome,) = (message for message in again.came if message["type"] == "welcome")

    assert shown["game"]["game"] == first["game"]
    results = {game["game"]: game["state"]["event_result"] for game in welcome["games"]}
    assert results == {first["game"]: "+/-", second["game"]: None}
    assert player.state()["state"]["event_result"] is None


def test_a_game_outside_events_has_no_board_number(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white:
        assert white.state()["board"] is None
