"""A game that is over leaves memory once nobody looks at it, and comes back whole."""

import gc
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unsearched import unsearched
from tests.waiting import waited
from tests.web.events.event_stage import made
from tests.web.live.test_rematch import next_seat, resigned, until_state, view
from tests.web.reviews.played_game import played
from tests.web.stage import Seat, Stage, staged
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.games.engine_player import EnginePlayer
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.games.live_game import LiveGame
from voice_chess.session.games.seat import SeatParticipant
from voice_chess.session.ledger import Happening
from voice_chess.session.ports import JournalLost
from voice_chess.web.live.desks import Desk
from voice_chess.web.pages.view_models import GameViews

pytestmark = pytest.mark.usefixtures("engines")

OF_A_GAME = (
    *(GameTask, LiveGame, SeatParticipant, Conversation, Replies, Happening),
    *(Desk, GameViews, EnginePlayer),
)
"""What memory holds of an open game."""
_LETS_GO_S = 20.0


def look(stage: Stage, times: int = 2) -> set[str]:
    """The games that are open once it was looked so often at what is over."""
    assert stage.client.portal is not None
    for _ in range(times):
        stage.client.portal.call(stage.hall.games_over.look)
    return set(stage.hall.lobby.running)


def open_ones(stage: Stage) -> set[str]:
    return set(stage.hall.lobby.running)


def settles(holds: Callable[[], bool]) -> bool:
    """Within some seconds: a page that was closed still gets up, in the server's loop."""
    ends_s = time.monotonic() + _LETS_GO_S
    while time.monotonic() < ends_s and not holds():
        time.sleep(0.02)
    return holds()


def is_gone(stage: Stage, game: str) -> bool:
    return settles(lambda: game not in look(stage))


def of_games(*, search: bool = True) -> list[object]:
    """By type alone: other things there warn when they are asked what they are."""
    if search:
        gc.collect()
    return [each for each in gc.get_objects() if type(each) in OF_A_GAME]


def in_memory(*, besides: list[object], search: bool = True) -> Counter[str]:
    """How many of each kind there are; other tests in this process may have left some."""
    others = {id(each) for each in besides}
    found = of_games(search=search)
    return Counter(type(each).__name__ for each in found if id(each) not in others)


def given_up(stage: Stage, way: str = "friend", **wanted: object) -> tuple[str, dict[str, Seat]]:
    """A game that White has given up, whose pages are closed."""
    seats = stage.begin(way, **wanted)
    with stage.at(*(seats[role] for role in ("white", "black") if role in seats)) as pages:
        return resigned(pages[0]), seats


@pytest.mark.parametrize("way", ["friend", "computer"])
def test_a_game_that_is_over_needs_no_search_for_garbage(stage: Stage, way: str) -> None:
    others = of_games()
    with unsearched():
        game, _ = given_up(stage, way)
        assert is_gone(stage, game)

        assert settles(lambda: not in_memory(besides=others, search=False))


def test_a_game_that_left_memory_is_still_known_as_over(stage: Stage) -> None:
    game, _ = given_up(stage)
    assert is_gone(stage, game)

    assert stage.client.portal is not None
    stage.client.portal.call(stage.hall.lobby.note_finished)

    assert game in stage.hall.lobby.means.register.finished()


def test_a_spectator_who_has_left_needs_no_search_for_garbage(stage: Stage) -> None:
    seats = stage.begin()
    with stage.at(seats["white"]):
        others = of_games()
        with unsearched():
            with stage.at(seats["spectator"]):
                assert in_memory(besides=others, search=False)["SeatParticipant"] == 1

            assert settles(lambda: not in_memory(besides=others, search=False))


@pytest.mark.slow
def test_memory_does_not_grow_with_games_that_are_over(stage: Stage) -> None:
    others = of_games()
    for way in ("friend", "computer"):
        game, _ = given_up(stage, way)
        assert is_gone(stage, game)
    assert settles(lambda: in_memory(besides=others)["GameTask"] == 0)
    before = in_memory(besides=others)

    for way in ("friend", "friend", "friend", "computer"):
        game, _ = given_up(stage, way)
        assert is_gone(stage, game)

    assert settles(lambda: in_memory(besides=others) == before)


def test_it_stays_for_a_while_after_its_pages_are_closed(stage: Stage) -> None:
    game, _ = given_up(stage)
    assert settles(lambda: stage.hall.is_empty(game))
    look(stage, times=1)

    assert game in look(stage, times=1) or game in open_ones(stage)
    assert is_gone(stage, game)


def test_it_stays_while_somebody_has_a_page_of_it(stage: Stage) -> None:
    seats = stage.begin()
    with stage.at(seats["white"], seats["black"]) as (white, _):
        game = resigned(white)
        kept = look(stage, times=4)

    assert game in kept
    assert is_gone(stage, game)


def test_a_public_game_that_another_server_has_deleted_is_not_found(stage: Stage) -> None:
    game, _ = given_up(stage, is_public=True)
    assert is_gone(stage, game)
    stage.hall.lobby.means.register.delete(game)

    assert stage.client.post("/watch", json={"game": game}).status_code == 404


def test_it_stays_while_somebody_asks_for_it(stage: Stage) -> None:
    game, seats = given_up(stage)
    assert settles(lambda: stage.hall.is_empty(game))
    for _ in range(4):
        view(stage, seats["white"])
        assert game in look(stage, times=1)


def test_a_game_that_goes_on_stays_without_anybody(stage: Stage) -> None:
    seats = stage.begin()
    with stage.at(seats["white"], seats["black"]) as (white, _):
        white.move("e2e4", 0)
    game = view(stage, seats["white"])["game"]["game"]
    assert settles(lambda: stage.hall.is_empty(game))

    assert game in look(stage, times=4)


def test_who_opens_their_seat_again_finds_the_game(stage: Stage) -> None:
    game, seats = given_up(stage)
    before = view(stage, seats["white"])
    assert is_gone(stage, game)

    with stage.at(seats["white"]) as (white,):
        (found,) = white.came[-1]["games"]
        events = [message for message in white.came if message["type"] == "happened"]

    assert found["state"]["result"] == "0-1"
    assert events == [] or events[0]["is_past"]
    after = view(stage, seats["white"])
    for seen in (before, after):
        del seen["game"]["clock"]["at_ms"]
    assert after == before


def test_it_is_reviewed_and_taken_home(stage: Stage) -> None:
    seats = played(stage, arbiter="new")
    assert is_gone(stage, seats.game)
    told = seats.get("white", "/game").json()
    assert is_gone(stage, seats.game)
    path, headers = stage.seat(seats.links["white"])
    sheet = stage.client.get(f"{path}/games/{seats.game}/records/game.pgn", headers=headers)

    assert told["moves"][-1]["written"] == "Qh4#"
    assert "Qh4#" in sheet.text


@pytest.mark.parametrize("way", ["friend", "computer"])
def test_another_game_is_asked_for_after_it_was_away(stage: Stage, way: str) -> None:
    game, seats = given_up(stage, way)
    assert is_gone(stage, game)

    with stage.at(*(seats[role] for role in ("white", "black") if role in seats)) as pages:
        pages[0].ask(type="ask", name="rematch")
        for other in pages[1:]:
            until_state(other, "white")
            other.ask(type="ask", name="accept")
        until_state(pages[0], "agreed")
    assert is_gone(stage, game)
    own = view(stage, next_seat(stage, seats["white"], game))

    assert own["seat"]["role"] == "black"


def test_an_arbiter_rules_on_it_after_it_was_away(stage: Stage) -> None:
    links = stage.arrange(arbiter="new", time="5+3", edition="2023")
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.resign()
    game = links["game"]["id"]
    assert is_gone(stage, game)

    with stage.page(links["arbiter"]) as arbiter:
        arbiter.ask(type="rule", ruling={"ruling": "expel", "colour": "black"}, reason="noise")
        arbiter.ask(type="ask", name="yes")
        happened = [message for message in arbiter.came if message["type"] == "happened"]

    ruled = [message["name"] for message in happened if not message["is_past"]]
    assert ruled[0] == "player-expelled"
    assert is_gone(stage, game)


def test_public_games_are_still_listed_and_watched(stage: Stage) -> None:
    game, _ = given_up(stage, is_public=True, name="Ann", time="5+3")
    later, _ = given_up(stage, is_public=True)
    hidden, _ = given_up(stage)
    for each in (game, later, hidden):
        assert is_gone(stage, each)

    shown = stage.client.get("/watch/games").json()
    refused = stage.client.post("/watch", json={"game": hidden})
    entered = stage.client.post("/watch", json={"game": game})
    stage.client.cookies.clear()

    assert {each["game"] for each in shown} == {game, later}
    assert next(each for each in shown if each["game"] == game)["white"] == "Ann"
    assert {each["result"] for each in shown} == {"0-1"}
    assert (refused.status_code, entered.status_code) == (404, 201)
    assert len(stage.client.get("/watch/games").json()) == 2


def test_the_organisers_list_opens_none_of_them(stage: Stage) -> None:
    game, _ = given_up(stage)
    before = stage.organise("GET", "/games").json()
    assert is_gone(stage, game)
    remembered = stage.organise("GET", "/games").json()
    stage.hall.games_over.forget(game)
    read_again = stage.organise("GET", "/games").json()

    assert before == remembered == read_again
    assert game not in open_ones(stage)


def test_a_game_that_was_away_can_be_deleted(stage: Stage) -> None:
    game, seats = given_up(stage, is_public=True)
    assert is_gone(stage, game)

    assert stage.organise("DELETE", f"/games/{game}").status_code == 204
    assert stage.organise("GET", "/games").json() == []
    assert stage.client.get("/watch/games").json() == []
    assert stage.client.get(f"{seats['white'][0]}/view", headers=seats["white"][1]).is_error


def test_after_a_restart_it_is_not_opened(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        game, seats = given_up(stage)
        assert is_gone(stage, game)
    with staged(tmp_path) as stage:
        assert open_ones(stage) == set()
        assert view(stage, seats["white"])["game"]["state"]["result"] == "0-1"


def test_after_a_restart_public_games_that_ended_are_still_listed(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        earlier, _ = given_up(stage, is_public=True)
        assert is_gone(stage, earlier)
        later, _ = given_up(stage, is_public=True)
        assert is_gone(stage, later)
        before = stage.client.get("/watch/games").json()
    with staged(tmp_path) as stage:
        assert settles(lambda: stage.client.get("/watch/games").json() == before)
        entered = stage.client.post("/watch", json={"game": earlier})

        assert [each["game"] for each in before] == [later, earlier]
        assert entered.status_code == 201


def test_without_storage_it_stays(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object, **_more: object) -> None:
        raise JournalLost

    with monkeypatch.context() as broken:
        broken.setattr(stage.hall.lobby.means.register, "finish", lost)
        game, _ = given_up(stage)
        assert settles(lambda: stage.hall.is_empty(game))
        look(stage, times=1)
        with pytest.raises(JournalLost):
            look(stage)
        assert game in open_ones(stage)

    assert is_gone(stage, game)


@pytest.mark.parametrize(("delay", "leaves"), [(0, True), (15, False)])
def test_a_board_of_an_event_leaves_once_its_end_is_no_secret(
    stage: Stage, delay: int, *, leaves: bool
) -> None:
    event = made(stage, "Anna", "Bert", system="match", delay_minutes=delay)
    event.done("/pairing")
    event.done("/start")
    event.play(1, 2, white_wins=False)
    (game,) = open_ones(stage)
    watched = event.watched()

    if leaves:
        assert is_gone(stage, game)
    else:
        assert game in look(stage, times=4)
    state = event.state()["rounds"][0]["boards"][0]

    assert (state["result"], state["phase"]) == ("0-1", "over")
    assert event.watched() == watched
    event.done("/results", {"round": 1, "board": 1, "result": "1/2-1/2", "reason": "agreed"})
    assert event.state()["rounds"][0]["boards"][0]["result"] == "1/2-1/2"


def test_a_board_that_was_settled_and_never_played_leaves_and_is_back_once_that_is_undone(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as stage:
        event = made(stage, "Anna", "Bert", "Cleo", "Dora")
        event.done("/pairing")
        event.done("/start")
        event.done("/results", {"round": 1, "board": 1, "result": "+/-", "reason": "not there"})
        first, second = event.state()["rounds"][0]["boards"]
        settled, other, white, black = first["game"], second["game"], first["white"], first["black"]

        assert settles(lambda: look(stage) == {other})
        assert event.state()["rounds"][0]["boards"][0]["result"] == "+/-"
        finished = stage.hall.lobby.means.register.finished()

        event.done("/undoing")
        kept = look(stage, times=4)
        assert finished == {settled}
        assert kept == {settled, other}
        event.play(white, black, white_wins=True)
        assert event.state()["rounds"][0]["boards"][0]["result"] == "1-0"
        assert look(stage, times=4) == {other}


def test_a_board_that_was_settled_while_it_is_played_stays(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    (game,) = open_ones(stage)
    with event.board(1, 2) as (white, _):
        white.event("game-started")
    event.done("/results", {"round": 1, "board": 1, "result": "+/-", "reason": "fair play"})
    assert settles(lambda: stage.hall.is_empty(game))

    assert game in look(stage, times=4)


def test_the_next_round_is_paired_without_the_games_of_the_last(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert", system="match")
    for number in (1, 2):
        event.done("/pairing")
        event.done("/start")
        white, black = (1, 2) if number == 1 else (2, 1)
        event.play(white, black, white_wins=number == 1)
        waited(lambda: look(stage) == set())

    assert [each["boards"][0]["phase"] for each in event.state()["rounds"]] == ["over", "over"]
