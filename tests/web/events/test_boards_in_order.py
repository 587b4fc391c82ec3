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


def test_a_game_outside_events_has_no_board_number(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white:
        assert white.state()["board"] is None
