"""A player's own board at a seat: the movements of a move, and what differs."""

from tests.german import german, in_words
from tests.web.stage import Stage


def test_the_movements_of_the_opponents_announced_move_are_told(stage: Stage) -> None:
    links = stage.arrange(customs={"press": "command"})
    path, headers = stage.seat(links["black"])
    steps = f"{path}/games/{links['game']['id']}/steps"

    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.ask(type="line", text="Sf3")
        told = stage.client.get(f"{steps}/1", headers=headers)
        none = stage.client.get(f"{steps}/2", headers=headers)

    assert told.json() == [
        german("step:Lift", piece=in_words("N"), square=in_words("g1")),
        german("step:Insert", piece=in_words("N"), square=in_words("f3")),
    ]
    assert none.status_code == 404


def test_a_board_that_differs_is_told_hole_by_hole_and_put_right(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])
    board = f"{path}/games/{links['game']['id']}/board"
    one_pawn_ahead = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    as_it_is = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

    wrong = stage.client.get(board, params={"placement": one_pawn_ahead}, headers=headers).json()
    right = stage.client.get(board, params={"placement": as_it_is}, headers=headers).json()
    bad = stage.client.get(board, params={"placement": "8/8"}, headers=headers)

    assert len(wrong["differences"]) == 2
    assert wrong["steps"][0] == german("step:Lift", piece=in_words("P"), square=in_words("e4"))
    assert right == {"differences": [], "steps": []}
    assert bad.status_code == 422
