"""A reviewed game goes on from any of its positions, with its moves as the new game's history."""

from typing import Any

import pytest

from tests.german import NUMBERS, german, in_words
from tests.review.games import SCHOLARS_MATE
from tests.web.stage import Stage
from voice_chess.laws.position import Position

pytestmark = pytest.mark.usefixtures("engines")

PAGE = {"accept": "text/html"}
TWO_MOVES = ["e2e4", "e7e5"]
AFTER_E4 = Position.start().played("e2e4")


@pytest.fixture
def stage(stage: Stage) -> Stage:
    stage.hall.presence.stays_away_ms = 1
    return stage


def imported(stage: Stage) -> str:
    path: str = stage.client.post("/import", json={"pgn": SCHOLARS_MATE}).json()["path"]
    return path


def way_on(
    stage: Stage, ply: int, to: str, headers: dict[str, str] = PAGE, *, best: str | None = None
) -> Any:
    begins = "" if best is None else f"&best={best}"
    address = f"{imported(stage)}/go-on?to={to}&ply={ply}&lang=en{begins}"
    return stage.client.get(address, headers=headers, follow_redirects=False)


def test_the_way_leads_to_a_page_that_tells_where_the_game_goes_on(stage: Stage) -> None:
    found = way_on(stage, 2, "friend")
    page = stage.client.get(found.headers["location"], headers=PAGE)

    assert found.headers["location"] == "/friend?moves=e2e4,e7e5&lang=en"
    assert "The game continues after move 1, Black: Pawn Eva seven, Eva five." in page.text
    assert 'name="start"' not in page.text


def test_it_goes_on_with_the_best_move_where_that_is_wanted(stage: Stage) -> None:
    found = way_on(stage, 2, "computer", best="g1f3")
    page = stage.client.get(found.headers["location"], headers=PAGE)

    assert found.headers["location"] == "/computer?moves=e2e4,e7e5,g1f3&lang=en"
    assert "The game continues after move 2, White" in page.text


@pytest.mark.parametrize("best", ["e2e4", "g1g3", "nonsense"])
def test_a_move_that_cannot_be_made_begins_no_game(stage: Stage, best: str) -> None:
    assert way_on(stage, 2, "computer", best=best).status_code == 422


def test_from_the_starting_position_it_is_a_new_game(stage: Stage) -> None:
    assert way_on(stage, 0, "computer").headers["location"] == "/computer?lang=en"


def test_the_organiser_finds_the_players_names_there(stage: Stage) -> None:
    found = way_on(stage, 1, "organiser").headers["location"]
    headers = {"cookie": stage.organiser, **PAGE}
    page = stage.client.get(found, headers=headers).text

    assert 'value="Ida"' in page
    assert "The game continues after move 1, White" in page


@pytest.mark.parametrize("ply", [7, 8])
def test_behind_its_mate_or_its_end_no_game_goes_on(stage: Stage, ply: int) -> None:
    answer = way_on(stage, ply, "friend", headers={})

    assert (answer.status_code, answer.json()["code"]) == (422, "bad-position")
    moves = stage.client.get(f"{imported(stage)}/game").json()["moves"]
    assert [move["goes_on"] for move in moves] == [True] * 6 + [False]


def test_two_people_go_on_and_the_record_has_the_whole_game(stage: Stage) -> None:
    before = {"moves": TWO_MOVES}
    answer = stage.client.post("/friend", json={"goes_on": before, "colour": "white"})
    stage.client.cookies.clear()
    links = {link["role"]: link for link in answer.json()["links"]}
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.until(lambda message: message["type"] == "game")
        done = white.move("g1f3", 2)
        told = white.texts()
    (task,) = stage.hall.lobby.running.values()

    assert done["is_accepted"]
    goes_on = german("house:goes-on", "black", number=NUMBERS[1], move=in_words("Pe7, e5"))
    assert goes_on in told
    assert task.seated.game.on_the_board.moves == ("e2e4", "e7e5", "g1f3")


def test_the_computer_goes_on_whoever_is_to_move(stage: Stage) -> None:
    before = {"moves": ["e2e4"]}
    with stage.against_the_computer(goes_on=before, colour="white") as page:
        game = page.after(2)

    assert (game["moves_from"], game["moves"][0]["uci"]) == (1, min(AFTER_E4.legal_moves))


def test_an_organiser_arranges_a_game_that_goes_on(stage: Stage) -> None:
    links = stage.arrange(moves=TWO_MOVES)
    view = stage.hall.lobby.running[links["game"]["id"]].seated.game

    assert view.position.moves == tuple(TWO_MOVES)


@pytest.mark.parametrize(
    "before",
    [{"moves": ["e2e5"]}, {"fen": "nonsense"}, {"moves": ["f2f3", "e7e5", "g2g4", "d8h4"]}],
)
def test_what_no_game_can_go_on_from_is_refused(stage: Stage, before: dict[str, Any]) -> None:
    answer = stage.client.post("/friend", json={"goes_on": before})

    assert (answer.status_code, answer.json()["code"]) == (422, "bad-position")


@pytest.mark.parametrize("query", ["moves=e2e5", "moves=hello", "fen=nonsense"])
def test_an_address_that_names_no_position_is_told_so_on_a_page(stage: Stage, query: str) -> None:
    answer = stage.client.get(f"/friend?{query}&lang=en", headers=PAGE)

    assert answer.status_code == 422
    assert "No game can be played from that position." in answer.text


def test_a_position_without_its_moves_is_told_plainly(stage: Stage) -> None:
    address = "/friend?fen=7k/8/8/8/8/8/8/KQ6 w - - 0 1&lang=en"
    page = stage.client.get(address, headers=PAGE).text

    assert "without the moves before it: White: king Anna one, queen Bella one. Black: king" in page
