"""Games that are over lie in the register until somebody asks for them."""

from pathlib import Path

from tests.stage.page import Message
from tests.web.stage import Stage, staged


def resigned(stage: Stage) -> dict[str, dict[str, str]]:
    """A game that Black has given up, noted as finished."""
    links = stage.arrange()
    with stage.page(links["white"]), stage.page(links["black"]) as black:
        black.resign()
    assert stage.client.portal is not None
    stage.client.portal.call(stage.hall.lobby.note_finished)
    return links


def views(message: Message) -> list[str]:
    return [game["state"]["result"] for game in message["games"]]


def test_a_finished_game_is_not_opened_at_the_start(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        over = resigned(stage)["game"]["id"]
        going_on = stage.arrange()["game"]["id"]
    with staged(tmp_path) as stage:
        opened = set(stage.hall.lobby.running)

    assert opened == {going_on}
    assert over not in opened


def test_a_finished_game_is_shown_to_who_asks_for_it(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = resigned(stage)
    with staged(tmp_path) as stage, stage.page(links["white"]) as white:
        welcome = white.came[-1]

    assert views(welcome) == ["1-0"]


def test_the_organiser_sees_finished_games_too(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        over = resigned(stage)["game"]["id"]
        going_on = stage.arrange()["game"]["id"]
    with staged(tmp_path) as stage:
        rows = stage.organise("GET", "/games").json()

    assert [(row["game"], row["result"]) for row in rows] == [(over, "1-0"), (going_on, None)]


def test_finished_games_are_no_load_of_their_arbiter(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        first = stage.arrange(arbiter="new", time="3+2", edition="2018")
        with stage.page(first["white"]), stage.page(first["black"]) as black:
            black.resign()
        assert stage.client.portal is not None
        stage.client.portal.call(stage.hall.lobby.note_finished)
    with staged(tmp_path) as stage:
        seat = first["arbiter"]["seat"]
        stage.arrange(arbiter=seat, time="3+2", edition="2018")
        rows = stage.organise("GET", "/games").json()

    assert [row["customs"]["is_supervised"] for row in rows] == [True, True]
