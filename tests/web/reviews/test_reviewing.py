"""A game that is over is looked at again by its seats and the organiser, and not too early."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlencode

import pytest

from tests.english import english
from tests.german import GERMAN
from tests.review.games import game_of, thought
from tests.stage.play import FOOLS_MATE, mated, play
from tests.stage.ports import NoEngines
from tests.web.reviews.played_game import PlayedGame, played
from tests.web.stage import Stage, staged
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation
from voice_chess.session.ports import OpponentLost
from voice_chess.session.review.analysis import TooManyWait
from voice_chess.web.reviews.review_views import review_view
from voice_chess.web.reviews.reviews import Reviews
from voice_chess.web.routes.records import DOCUMENTS

PAGE = {"accept": "text/html"}
ENGLISH = {"language": "en", "interface": "en"}


@dataclass
class Seer(NoEngines):
    """Finds that Black is better by a pawn for each of White's pawn moves; waits when told to."""

    may_go: threading.Event = field(default_factory=threading.Event)
    fails: bool = False

    def are_there(self) -> bool:
        return True

    def name(self) -> str:
        return "Seer 1"

    def evaluate(self, position: Position) -> Evaluation:
        assert self.may_go.wait(60)
        if self.fails:
            message = "It is gone."
            raise OpponentLost(message)
        made = (len(position.moves) + 1) // 2
        return thought(-150 * made, "e2e4" if position.white_to_move else "d7d5")


@pytest.fixture
def seer() -> Seer:
    seer = Seer()
    seer.may_go.set()
    return seer


@pytest.fixture
def stage(tmp_path: Path, seer: Seer) -> Iterator[Stage]:
    with staged(tmp_path, engines=seer) as stage:
        yield stage


@pytest.fixture
def seats(stage: Stage) -> PlayedGame:
    return played(stage, arbiter="new")


def test_the_game_is_told_move_by_move_with_times_and_positions(seats: PlayedGame) -> None:
    game = seats.get("white", "/game").json()
    last = game["moves"][-1]

    assert (game["white"], game["black"], game["result"]) == ("Ida", "Uwe", "0-1")
    assert (last["number"], last["colour"], last["written"]) == (2, "black", "Qh4#")
    assert last["told"].startswith("2, Black: queen")
    assert "queen Hector four" in last["position"]
    assert last["left_ms"] + last["spent_ms"] >= 300_000
    assert game["opening"]["name"] == "Barnes Opening: Fool's Mate"


@pytest.mark.parametrize(
    ("language_id", "own_name"), [("de", "Spanische Partie"), ("en", ""), ("cs", "Španělská hra")]
)
def test_an_opening_is_named_in_the_language_of_the_review_and_in_english(
    language_id: str, own_name: str
) -> None:
    game = game_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *")
    opening = review_view(game, load_language(language_id)).opening

    assert opening is not None
    assert (opening.name, opening.own_name) == ("Ruy Lopez: Morphy Defense", own_name)


def test_every_way_in_has_its_page(seats: PlayedGame, stage: Stage) -> None:
    answers = [seats.get(role, accept="text/html") for role in ("white", "spectator", "arbiter")]
    answers.append(stage.organise("GET", f"/games/{seats.game}/review"))

    assert [answer.status_code for answer in answers] == [200] * 4
    named = (GERMAN.review["players"].format(white="Ida", black="Uwe"), "Ida against Uwe")
    assert all(any(words in answer.text for words in named) for answer in answers)


def test_the_page_is_in_the_language_of_whoever_reads_it(seats: PlayedGame) -> None:
    assert "Where did I go wrong?" in seats.get("white").text
    assert 'lang="pl"' in seats.get("spectator", "?lang=pl").text


def test_examples_of_questions_are_written_with_the_capitals_of_their_language(
    stage: Stage,
) -> None:
    page = played(stage, black={"language": "de"}).get("black", **PAGE).text

    assert '<span lang="de">nächster Fehler, was war besser, beste Zugfolge</span>' in page


@pytest.mark.parametrize(
    ("asked", "path", "body"),
    [("look_at", "/analysis", {}), ("judge", "/tried", {"ply": 0, "tried": "a2a3"})],
    ids=["the whole game", "a move of one's own"],
)
def test_where_too_many_wait_for_the_engine_already_its_reader_is_told_so(
    asked: str,
    path: str,
    body: dict[str, object],
    seats: PlayedGame,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuses(*_: object) -> NoReturn:
        raise TooManyWait

    monkeypatch.setattr(Reviews, asked, refuses)
    answer = seats.post("white", path, body)

    assert (answer.status_code, answer.json()["code"]) == (503, "engine-busy")


def test_mistakes_are_found_by_the_engine_and_told(seats: PlayedGame) -> None:
    before = seats.get("white", "/analysis").json()
    found = seats.analysed()

    assert (before["state"], before["done"], before["all"]) == ("none", 0, 5)
    assert (found["state"], found["done"], found["engine"]) == ("done", 5, "Seer 1")
    assert [(one["ply"], one["verdict"]) for one in found["mistakes"]] == [
        (1, "mistake"),
        (3, "mistake"),
    ]
    assert found["mistakes"][0]["told"].startswith("Mistake. Better was pawn Eva four.")
    assert found["evaluations"][-1]["told"] == "Checkmate."
    assert found["evaluations"][1]["line"] == ["d5"]


def test_what_was_found_is_there_for_every_seat(seats: PlayedGame) -> None:
    seats.analysed("white")

    assert seats.get("spectator", "/analysis").json()["state"] == "done"


def test_how_far_the_engine_is_can_be_seen(seats: PlayedGame, seer: Seer) -> None:
    seer.may_go.clear()
    begun = seats.post("white", "/analysis")
    seer.may_go.set()

    assert begun.status_code == 202
    assert begun.json()["state"] in ("waiting", "running")


def test_an_engine_that_fails_leaves_the_page_whole(seats: PlayedGame, seer: Seer) -> None:
    seer.fails = True
    found = seats.analysed()

    assert (found["state"], found["done"]) == ("failed", 1)
    assert seats.get("white", "/game").status_code == 200


def test_without_an_engine_the_game_is_looked_at_all_the_same(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        seats = played(stage)
        page, state = seats.get("white"), seats.get("white", "/analysis").json()["state"]
        refused = seats.post("white", "/analysis")

        assert "There is no chess engine here" in page.text
        assert state == "no-engine"
        assert (refused.status_code, refused.json()["code"]) == (409, "no-engine")
        assert len(seats.get("white", "/game").json()["moves"]) == 4


@pytest.mark.parametrize("path", ["", "/game", "/analysis", "/answers?ply=0&line=next"])
@pytest.mark.parametrize("role", ["white", "spectator", "arbiter"])
def test_a_game_in_play_is_locked(stage: Stage, role: str, path: str) -> None:
    seats = PlayedGame(stage, stage.arrange(arbiter="new"))
    answer = seats.get(role, path)

    assert (answer.status_code, answer.json()["code"]) == (409, "in-play")


def test_the_engine_looks_at_no_game_in_play(stage: Stage) -> None:
    seats = PlayedGame(stage, stage.arrange())
    by_player = seats.post("white", "/analysis")
    by_organiser = stage.organise("POST", f"/games/{seats.game}/review/analysis")

    for answer in (by_player, by_organiser):
        assert (answer.status_code, answer.json()["code"]) == (409, "in-play")


def test_who_wants_the_page_too_early_reads_why(stage: Stage) -> None:
    seats = PlayedGame(stage, stage.arrange(white={"interface": "en"}))
    answer = seats.get("white", accept="text/html", **{"accept-language": "en"})

    assert answer.status_code == 409
    assert "locked while a game of yours is in play" in answer.text


def test_an_arbiter_reviews_what_is_over_while_another_game_goes_on(stage: Stage) -> None:
    seats = played(stage, arbiter="new")
    arbiter = seats.links["arbiter"]["seat"]
    stage.arrange(arbiter=arbiter)

    assert seats.get("arbiter", "/game").status_code == 200


def test_nobody_looks_at_the_game_of_others(seats: PlayedGame, stage: Stage) -> None:
    other = played(stage)
    path, headers = stage.seat(other.links["white"])
    foreign = stage.client.get(f"{path}/games/{seats.game}/review/game", headers=headers)
    unknown = stage.organise("GET", "/games/zzzz/review/game")
    without = stage.client.get(f"/organiser/games/{seats.game}/review/game")

    assert [answer.status_code for answer in (foreign, unknown, without)] == [404, 404, 403]


@pytest.mark.parametrize(
    ("asked", "ply", "told"),
    [
        ("ply=3&line=next", 4, "2, Black: queen"),
        ("ply=0&line=2...", 4, "2, Black: queen"),
        ("ply=4&line=what is on h4", 4, "Hector four: black queen."),
        ("ply=4&name=what-is-on&args=h4", 4, "Hector four: black queen."),
        ("ply=0&name=legal-moves&args=g1", 0, "Felix three"),
        ("ply=9999&line=repeat", 4, "2, Black: queen"),
    ],
)
def test_questions_are_answered_for_the_position_shown(
    seats: PlayedGame, asked: str, ply: int, told: str
) -> None:
    answer = seats.get("white", f"/answers?{asked}").json()

    assert answer["ply"] == ply
    assert told in " ".join(answer["told"])


def test_moves_of_ones_own_are_shown_asked_about_and_taken_back(seats: PlayedGame) -> None:
    first = seats.get("white", "/answers?ply=2&line=Nc3").json()
    second = seats.get("white", "/answers?ply=2&tried=b1c3&line=e4").json()
    asked = seats.get("white", "/answers?ply=2&tried=b1c3+e5e4&name=what-is-on&args=c3").json()
    back = seats.get("white", "/answers?ply=2&tried=b1c3&line=back").json()

    assert (first["ply"], first["tried"]["moves"]) == (2, ["b1c3"])
    assert (first["tried"]["written"], first["tried"]["told"]) == ("2. Nc3", "Knight Cesar three.")
    assert second["tried"]["moves"] == ["b1c3", "e5e4"]
    assert second["tried"]["fen"].startswith("rnbqkbnr/pppp1ppp/8/8/4p3/2N2P2/")
    assert asked["told"] == ["Cesar three: white knight."]
    assert (back["ply"], back["tried"]) == (2, None)
    assert "1, Black: pawn Eva five." in back["told"]


@pytest.mark.parametrize("tried", ["e7e5", "b1c3+b1c3", "nonsense", "b1c3+e5d6"])
def test_no_move_is_tried_that_is_not_legal_there(seats: PlayedGame, tried: str) -> None:
    assert seats.get("white", f"/answers?ply=2&tried={tried}&line=back").status_code == 422


def said(answer: Any) -> str:
    """What a voice of these tests has said: its sound is its text."""
    assert answer.headers["content-type"] == "audio/wav"
    text: str = answer.content[44:].decode("utf-16-le")
    return text


@pytest.mark.parametrize("role", ["white", "spectator", "arbiter"])
def test_the_servers_voice_says_what_is_told_of_a_position(seats: PlayedGame, role: str) -> None:
    told = said(seats.get(role, "/spoken?ply=4"))

    assert "2, Black: queen Hector four checkmate." in told
    assert "Black wins" in told


def test_the_servers_voice_says_the_answers_too(seats: PlayedGame) -> None:
    asked = "/spoken?ply=4&name=what-is-on&args=h4"
    assert said(seats.get("white", asked)) == "Hector four: black queen."
    assert "1, White" in said(seats.get("white", "/spoken?ply=4&line=1"))


def test_where_the_server_speaks_at_a_seat_it_speaks_in_its_review(stage: Stage) -> None:
    seats = played(stage, white={"is_blind": True})
    spoken = [seats.get(role, accept="text/html").text for role in ("white", "black")]

    assert ['data-aloud="yes"' in page for page in spoken] == [True, False]


@pytest.mark.parametrize(
    "asked", ["ply=0", "ply=0&name=resign", "ply=0&name=clock", "ply=0&name=what-is-on&args=z9"]
)
def test_what_is_no_question_is_refused(seats: PlayedGame, asked: str) -> None:
    assert seats.get("white", f"/answers?{asked}").status_code == 422


def test_what_an_arbiter_ruled_is_told_on_the_page_and_in_the_records_taken_home(
    stage: Stage,
) -> None:
    links = stage.arrange(white=ENGLISH, black=ENGLISH, arbiter="new", language="en")
    seats = PlayedGame(stage, links)
    pages = (stage.page(links[role]) for role in ("white", "black", "arbiter"))
    with ExitStack() as opened:
        white, black, arbiter = (opened.enter_context(page) for page in pages)
        play(white, black, *FOOLS_MATE[:2])
        arbiter.ask(type="rule", ruling={"ruling": "warn", "colour": "white"})
        mated(white, black, after=2)
    told = english("PlayerWarned", "white")
    ruled = [move["ruled"] for move in seats.get("white", "/game").json()["moves"]]

    assert ruled == ["", told, "", ""]
    assert told in said(seats.get("white", "/spoken?ply=2"))
    assert told in " ".join(seats.get("white", "/answers?ply=2&line=remarks").json()["told"])
    assert told in " ".join(seats.get("white", "/records/scoresheet.txt").text.split())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_everything_can_be_taken_home_from_the_review(
    seats: PlayedGame, stage: Stage, name: str
) -> None:
    seat = seats.get("white", f"/records/{name}")
    organiser = stage.organise("GET", f"/games/{seats.game}/review/records/{name}")

    assert (seat.status_code, organiser.status_code) == (200, 200)
    assert len(seat.content) > 100
    assert seats.get("white", "/records/other.txt").status_code == 404


def test_a_finished_game_that_was_public_is_found_again_and_looked_at(stage: Stage) -> None:
    answer = stage.client.post("/friend", json={"is_public": True, "colour": "white"})
    stage.client.cookies.clear()
    links = {link["role"]: link for link in answer.json()["links"]}
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        mated(white, black)
    (shown,) = stage.client.get("/watch/games").json()
    seat = stage.client.post("/watch", json={"game": shown["game"]})

    assert shown["result"] == "0-1"
    assert stage.client.get(f"{seat.json()['path']}/games/{shown['game']}/review").is_success


def tries(seats: PlayedGame, ply: int, tried: str, **also: object) -> Any:
    seat, own = seats.stage.seat(seats.links["white"])
    address = f"{seat}/games/{seats.game}/review/tried"
    body = {"ply": ply, "tried": tried, **also}
    return seats.stage.client.post(address, json=body, headers=own)


def test_the_engine_looks_behind_moves_of_ones_own(seats: PlayedGame) -> None:
    seats.analysed()
    judged = tries(seats, 0, "a2a3").json()
    asked = {"ply": "0", "tried": "a2a3"}
    answers = [
        seats.get("white", f"/answers?{urlencode({**asked, 'line': line})}").json()["told"]
        for line in ("evaluation", "best line")
    ]
    spoken = seats.get("white", f"/spoken?{urlencode({**asked, 'name': 'own-move'})}")

    assert judged == {
        "told": ["Mistake.", "Black is ahead by 1.5 pawns."],
        "sign": "\N{MINUS SIGN}1.5",
        "standing": "Black is ahead by 1.5 pawns.",
        "chances": 36.5,
    }
    assert answers == [
        ["Black is ahead by 1.5 pawns. Best is pawn David five."],
        ["Best line: pawn David five."],
    ]
    assert "Mistake. Black is ahead" in spoken.content[44:].decode("utf-16-le")


def test_where_play_is_over_behind_them_no_engine_is_asked(seats: PlayedGame, seer: Seer) -> None:
    seer.fails = True

    assert tries(seats, 3, "d8h4").json()["told"][-1] == "Checkmate."
    assert tries(seats, 0, "a2a3").json()["code"] == "no-engine"


@pytest.mark.parametrize(("ply", "tried"), [(0, "e2e5"), (0, "abcd"), (0, ""), (-1, "e2e4")])
def test_only_moves_that_can_be_made_there_are_looked_behind(
    seats: PlayedGame, ply: int, tried: str
) -> None:
    assert tries(seats, ply, tried).status_code == 422


def test_moves_of_ones_own_are_looked_behind_while_the_engine_goes_through_a_game(
    seats: PlayedGame, seer: Seer
) -> None:
    """Somebody waits for them; they come before what is left of the game."""
    seer.may_go.clear()
    seats.post("white", "/analysis")
    waiting = seats.stage.hall.reviews.judge(Position.start().played("a2a3"))
    seer.may_go.set()

    assert waiting.result(60) == thought(-150, "d7d5")


def test_nobody_has_more_moves_judged_than_they_could_try(seats: PlayedGame) -> None:
    # On a busy machine the requests come more slowly, and some of the allowance comes back.
    answers = (tries(seats, 0, "a2a3").status_code for _ in range(60))

    assert next(answers) == 200
    assert 429 in answers
