"""A game that was played elsewhere is brought along as PGN and reviewed, but none in play here."""

import json

import pytest

from tests.german import german, in_words
from tests.review.games import SCHOLARS_MATE
from tests.stage.play import play
from tests.web.stage import Stage
from voice_chess.languages.language import load_language
from voice_chess.web.messages.rest import LONGEST_GAME
from voice_chess.web.protection.security import LARGEST_BODY

STOOD = "An illegal move stood here:"
ITALIAN = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6")
ITALIAN_PGN = '[White "Me"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 *'


def test_a_pgn_is_reviewed_like_a_game_of_this_server(stage: Stage) -> None:
    brought = stage.client.post("/import", json={"pgn": SCHOLARS_MATE})
    path = brought.json()["path"]
    page = stage.client.get(f"{path}?lang=en", headers={"accept": "text/html"})
    game = stage.client.get(f"{path}/game?lang=en").json()

    assert (brought.status_code, brought.json()["moves"]) == (201, 7)
    assert "Ida against Uwe" in page.text
    assert game["moves"][3]["spent_ms"] == 65_000
    assert stage.client.get(f"{path}/records/scoresheet.brf").status_code == 200


def test_comments_are_there_to_read_and_left_out_variations_are_counted(stage: Stage) -> None:
    text = "{Friendly} 1. e4 {Best by test} e5 (1... c5) (1... e6) 2. Nf3 *"
    path = stage.client.post("/import", json={"pgn": text}).json()["path"]
    page = stage.client.get(f"{path}?lang=en", headers={"accept": "text/html"})
    game = stage.client.get(f"{path}/game?lang=en").json()
    review = load_language("en").review

    assert game["comment"] == review["comment"].format(text="Friendly")
    assert game["moves"][0]["comment"] == review["comment"].format(text="Best by test")
    assert game["moves"][1]["comment"] == ""
    assert review["variations"].format(count=2) in page.text


def test_long_comments_of_a_long_game_are_there_to_read(stage: Stage) -> None:
    said = "Ово је најдужа партија. " * 100
    moves = " ".join(f"{number}. Nf3 Nf6 {{{said}}} {number + 1}. Ng1 Ng8" for number in (1, 3, 5))
    long_ones = "Nf3 {[%clk 1:00:00.5]} Nf6 {[%clk 1:00:00.5]} Ng1 Ng8 " * 130
    text = f"{moves} {long_ones} *"
    brought = stage.client.post("/import", json={"pgn": text})
    game = stage.client.get(f"{brought.json()['path']}/game?lang=en").json()

    assert len(text.encode()) > LARGEST_BODY
    assert (brought.json()["moves"], brought.json()["left_out"]) == (532, "")
    assert said.strip() in game["moves"][1]["comment"]


def test_a_game_as_long_as_its_page_sends_is_taken(stage: Stage) -> None:
    head, tail = "1. e4 {", "} e5 *"
    text = f"{head}{'x' * (LONGEST_GAME - 2 - len(head + tail))}{tail}"
    brought = stage.client.post("/import", json={"pgn": text})

    assert len(json.dumps(text)) == LONGEST_GAME
    assert (brought.json()["moves"], brought.json()["left_out"]) == (2, "")


@pytest.mark.parametrize(
    "text", ["Nf3 Nf6 Ng1 Ng8 " * 1_000, f"1. a3 {{{STOOD} {'e7e4 ' * 3_000}}} *"]
)
def test_moves_that_nobody_would_live_to_play_are_not_read(stage: Stage, text: str) -> None:
    answer = stage.client.post("/import", json={"pgn": text})

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_a_game_without_names_is_not_headed_by_sides_as_if_they_were_names(stage: Stage) -> None:
    brought = stage.client.post("/import", json={"pgn": "1. e4 e5 *"})
    page = stage.client.get(f"{brought.json()['path']}?lang=en", headers={"accept": "text/html"})

    assert '<h1>A game without names <span class="result"></span></h1>' in page.text


def test_of_a_damaged_file_the_line_is_told_and_what_could_be_read_is_there(stage: Stage) -> None:
    damaged = SCHOLARS_MATE.replace("Qh5", "Qh9")
    brought = stage.client.post("/import?lang=pl", json={"pgn": damaged}).json()

    only = load_language("pl").interface["unread-only"]
    assert brought["left_out"].startswith("Wiersz 7, Qh9: ")
    assert brought["left_out"].endswith(only)
    assert len(stage.client.get(f"{brought['path']}/game").json()["moves"]) == 4


def test_of_several_games_the_first_is_there_and_it_is_told_that_others_follow(
    stage: Stage,
) -> None:
    one = stage.client.post("/import", json={"pgn": SCHOLARS_MATE}).json()
    two = stage.client.post("/import", json={"pgn": f"{SCHOLARS_MATE}\n1. d4 d5 *\n"}).json()

    assert (one["others_follow"], two["others_follow"]) == (False, True)
    assert one["moves"] == two["moves"]


@pytest.mark.parametrize("text", ["", "hello }", '[FEN "nonsense"]\n\n1. e4'])
def test_what_is_no_game_is_refused_with_a_reason(stage: Stage, text: str) -> None:
    answer = stage.client.post("/import", json={"pgn": text})

    assert (answer.status_code, answer.json()["code"]) == (422, "bad-record")
    assert answer.json()["detail"].endswith(".")


def test_a_game_in_play_here_is_not_looked_at_by_way_of_its_pgn(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        play(white, black, *ITALIAN)
        brought = stage.client.post("/import", json={"pgn": ITALIAN_PGN}).json()
        locked = stage.client.post(f"{brought['path']}/analysis")
        other = stage.client.post("/import", json={"pgn": SCHOLARS_MATE}).json()
        open_one = stage.client.get(f"{other['path']}/game")

    assert (locked.status_code, locked.json()["code"]) == (409, "in-play")
    assert open_one.status_code == 200


def test_nobody_finds_a_game_that_was_not_brought(stage: Stage) -> None:
    assert stage.client.get("/reviews/0123456789abcdef/game").status_code == 404


def test_a_place_has_no_more_spoken_than_anybody_listens_to(stage: Stage) -> None:
    path = stage.client.post("/import", json={"pgn": SCHOLARS_MATE}).json()["path"]
    asked = [stage.client.get(f"{path}/spoken?ply=0").status_code for _ in range(100)]

    assert asked[:20] == [200] * 20
    assert 429 in asked


def test_a_question_is_answered_in_the_language_of_the_page(stage: Stage) -> None:
    path = stage.client.post("/import", json={"pgn": SCHOLARS_MATE}).json()["path"]
    asked = f"{path}/answers?ply=7&name=what-is-on&args=f7&lang="
    told = [stage.client.get(asked + lang).json()["told"] for lang in ("en", "de")]

    seen = german("what-is-on", square=in_words("f7"), piece=german("Q:white"))
    assert told == [["Felix seven: white queen."], [seen]]


def test_a_position_by_itself_is_listed_by_pieces_and_answered_by_a_typed_move(
    stage: Stage,
) -> None:
    text = '[SetUp "1"]\n[FEN "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"]\n\n*'
    path = stage.client.post("/import", json={"pgn": text}).json()["path"]
    game = stage.client.get(f"{path}/game?lang=en").json()
    answer = stage.client.get(f"{path}/answers?lang=en&ply=0&line=Ra8").json()

    assert "king" in game["start_position"]
    assert answer["told"][0] == "Rook Anna eight checkmate."
    assert answer["tried"]["fen"].startswith("R5k1/")
