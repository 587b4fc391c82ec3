"""A visitor plays the server's engine: it sits like a person, fails like one, and comes back."""

import threading
from pathlib import Path
from typing import Any

import pytest

from tests.stage.page import Message, Page
from tests.stage.ports import ScriptedEngines
from tests.web.stage import Stage, staged
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.engine_levels import LEVELS
from voice_chess.session.ports import Chosen
from voice_chess.web.live import engine_seats

pytestmark = pytest.mark.usefixtures("engines")

ANSWERS = ("draw-declined", "draw-accepted")
AS_A_BROWSER = {"accept": "text/html"}


@pytest.fixture
def stage(stage: Stage) -> Stage:
    stage.hall.presence.stays_away_ms = 1
    return stage


def notice(page: Page, words: str) -> Message:
    return page.until(lambda m: m["type"] == "said" and m["text"] == words)


def test_the_engine_answers_a_move(stage: Stage, engines: ScriptedEngines) -> None:
    engines.moves = ["e7e5"]
    with stage.against_the_computer(colour="white", level="hard") as page:
        page.move("e2e4", 0)
        game = page.after(2)

    assert game["moves"][-1]["uci"] == "e7e5"
    assert game["state"]["to_move"] == "white"
    assert engines.asked[0][1] == LEVELS["hard"]
    assert engines.asked[0][0] <= 15 * 60_000


def test_the_engine_begins_where_it_has_white(stage: Stage) -> None:
    with stage.against_the_computer(colour="black") as page:
        assert page.after(1)["moves"][0]["uci"] == "a2a3"


@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_called_by_its_name_and_level(stage: Stage, language_id: str) -> None:
    level = load_language(language_id).interface["level:medium"]

    with stage.against_the_computer(colour="white", level="medium", language=language_id) as page:
        (game,) = page.came[-1]["games"]

    assert game["black"]["name"] == f"Tiny 1 ({level})"


def test_its_level_is_told_in_the_language_of_the_page(stage: Stage) -> None:
    """A player can speak and hear another language than they read."""
    with stage.against_the_computer(colour="white", level="medium") as page:
        page.tell("prefer", language="de")
        page.move("e2e4", 0)
        game = page.after(2)

    assert game["black"]["name"] == "Tiny 1 (medium)"
    assert game["moves"][-1]["words"].startswith("Bauer")


def called(language_id: str) -> str:
    """Return how readers of this language are told of the engine at its level "medium"."""
    return f"Tiny 1 ({load_language(language_id).interface['level:medium']})"


def test_whoever_changes_their_language_reads_its_level_in_the_new_one(stage: Stage) -> None:
    with stage.against_the_computer(colour="white", level="medium", language="de") as page:
        before = page.state()["black"]["name"]
        page.tell("prefer", interface="cs")
        anew = page.until(lambda m: m["type"] == "game" and m["game"]["black"]["name"] != before)

    assert before == called("de")
    assert anew["game"]["black"]["name"] == called("cs")


def test_each_reader_of_the_lists_finds_its_level_in_their_own_language(stage: Stage) -> None:
    wanted = {"language": "de", "level": "medium", "colour": "white", "is_public": True}
    stage.client.post("/computer", json=wanted)

    for language_id in known_languages():
        (public,) = stage.client.get(f"/watch/games?lang={language_id}").json()
        (own,) = stage.organise("GET", f"/games?lang={language_id}").json()

        assert public["black"] == called(language_id)
        assert own["black"]["name"] == called(language_id)


def test_the_records_and_the_review_name_its_level_in_the_language_of_their_reader(
    stage: Stage,
) -> None:
    seats = stage.begin("computer", level="medium", language="de")
    with stage.at(seats["white"]) as (white,):
        white.resign()
    (game_id,) = stage.hall.lobby.running

    path, entered = seats["white"]

    record = f"{path}/games/{game_id}/records/game.pgn"
    pgn = stage.client.get(record, headers=entered)
    reviewed = stage.organise("GET", f"/games/{game_id}/review/game?lang=pl").json()
    page = stage.organise("GET", f"/games/{game_id}/review?lang=cs").text

    assert f'[Black "{called("de")}"]' in pgn.text
    assert reviewed["black"] == called("pl")
    assert called("cs") in page


def test_spectators_hear_in_their_own_language_which_engine_has_left(
    stage: Stage, engines: ScriptedEngines
) -> None:
    engines.fails.set()
    seats = stage.begin("computer", level="medium", language="de")
    with stage.at(seats["white"], seats["spectator"]) as (white, spectator):
        spectator.tell("prefer", language="it")
        spectator.next("game")
        white.move("e2e4", 0)

        words = load_language("it").phrase("left:black-named", name=called("it"))
        assert notice(spectator, words)


def test_only_the_visitor_and_spectators_have_a_link(stage: Stage) -> None:
    answer = stage.client.post("/computer", json={"colour": "white"})

    assert [link["role"] for link in answer.json()["links"]] == ["white", "spectator"]


@pytest.mark.parametrize("wants_draw", [True, False])
def test_an_offer_is_answered_by_how_it_stands(
    stage: Stage, engines: ScriptedEngines, *, wants_draw: bool
) -> None:
    engines.wants_draw = wants_draw
    with stage.against_the_computer(colour="white") as page:
        # Nobody may agree on a draw before both have moved.
        page.move("e2e4", 0)
        page.after(2)
        page.ask(type="line", text="d4 (=)")
        told = page.until(lambda m: m["type"] == "happened" and m["name"] in ANSWERS)

    assert told["name"] == ANSWERS[wants_draw]


def test_a_whole_game_ends_by_its_mate(stage: Stage, engines: ScriptedEngines) -> None:
    engines.moves = ["e7e5", "d8h4"]
    with stage.against_the_computer(colour="white") as page:
        page.move("f2f3", 0)
        page.after(2)
        page.move("g2g4", 2)
        over = page.until(lambda m: m["type"] == "game" and m["game"]["state"]["phase"] == "over")

    assert over["game"]["state"]["result"] == "0-1"
    assert len(engines.asked) == 2


def test_an_engine_that_fails_is_told_and_plays_on_once_it_is_back(
    stage: Stage, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_seats, "_TRIED_AGAIN_S", (0.05,))
    language = load_language("en")
    engines.fails.set()
    with stage.against_the_computer(colour="white") as page:
        page.move("e2e4", 0)
        left = notice(page, language.phrase("left:opponent"))
        engines.fails.clear()
        back = notice(page, language.phrase("back:opponent"))
        game = page.after(2)

    assert left
    assert back
    assert game["state"]["to_move"] == "white"


def test_an_engine_that_fails_once_is_started_again_at_once(
    stage: Stage, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.hall.presence.stays_away_ms = 60_000
    engines.fails.set()
    real = ScriptedEngines.move

    def fails_once(*given: Any) -> Chosen:
        try:
            return real(*given)
        finally:
            engines.fails.clear()

    monkeypatch.setattr(ScriptedEngines, "move", fails_once)
    with stage.against_the_computer(colour="white") as page:
        page.move("e2e4", 0)
        page.after(2)

    assert len(engines.asked) == 2
    assert load_language("en").phrase("left:opponent") not in page.texts()


def test_the_loop_goes_on_while_an_engine_thinks(
    stage: Stage, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go = threading.Event()
    was_let: list[bool] = []
    real = ScriptedEngines.move

    def thinks_long(*given: Any) -> Chosen:
        was_let.append(may_go.wait(30))
        return real(*given)

    monkeypatch.setattr(ScriptedEngines, "move", thinks_long)
    with stage.against_the_computer(colour="white") as page:
        page.move("e2e4", 0)
        answered = page.ask(type="ask", name="clock")
        may_go.set()
        page.after(2)

    assert answered["is_accepted"]
    assert was_let == [True], "the reply came before the engine's move"
    assert engines.asked


def test_after_a_restart_the_engine_moves_where_it_was_to_move(
    tmp_path: Path, engines: ScriptedEngines
) -> None:
    with staged(tmp_path, engines=engines) as before:
        engines.fails.set()
        seat = before.begin("computer", level="easy")["white"]
        with before.at(seat) as (page,):
            page.move("e2e4", 0)
    engines.fails.clear()

    with (
        staged(tmp_path, engines=engines) as after_it,
        after_it.at(seat) as (page,),
    ):
        game = page.after(2)

    assert game["moves"][-1]["uci"] == "a7a5"
    assert engines.asked[-1][1] == LEVELS["easy"]


def test_a_forgotten_game_against_the_engine_makes_room_too(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voice_chess.web.live.guests.FORGOTTEN_MS", -1)
    stage.hall.guests.most_games = 1
    first = stage.client.post("/computer", json={"colour": "black"})
    (kept,) = stage.hall.lobby.running
    second = stage.client.post("/computer", json={})

    assert (first.status_code, second.status_code) == (201, 201)
    assert kept not in stage.hall.lobby.running
    assert kept not in stage.hall.hub.residents


def test_without_an_engine_the_page_says_so_and_how_to_get_one(tmp_path: Path) -> None:
    with staged(tmp_path) as bare:
        page = bare.client.get("/computer?lang=en", headers=AS_A_BROWSER).text
        refused = bare.client.post("/computer", json={})

    assert "<code>apt install stockfish</code>" in page
    assert 'id="begin"' not in page
    assert (refused.status_code, refused.json()["code"]) == (409, "no-engine")


def test_where_the_door_is_shut_nobody_plays_it(tmp_path: Path, engines: ScriptedEngines) -> None:
    with staged(tmp_path, engines=engines, admits_guests=False) as shut:
        assert shut.client.post("/computer", json={}).json()["code"] == "closed"
        assert 'id="begin"' not in shut.client.get("/computer").text


def test_a_game_against_stockfish(tmp_path: Path) -> None:
    pool = EnginePool()
    if not pool.are_there():
        pytest.skip("no engine is installed")
    try:
        with (
            staged(tmp_path, engines=pool) as real,
            real.against_the_computer(colour="white") as page,
        ):
            # Legal whatever is answered: a bishop at b4 or a queen at a5 gives check.
            for ply, uci in ((0, "e2e4"), (2, "d2d3"), (4, "c2c3")):
                page.move(uci, ply)
                game = page.after(ply + 2)
    finally:
        pool.close()

    assert game["black"]["name"].startswith("Stockfish")
