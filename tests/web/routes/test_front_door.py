"""The front door: games that visitors begin without an organiser, and what bounds them."""

import gc
import time
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from httpx2 import Response
from markupsafe import escape

from tests.web.stage import Stage, cookie_of, staged
from voice_chess.game.table import Role
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.edition import known_editions
from voice_chess.web.live import guests
from voice_chess.web.pages.view_models import GameViews

WAYS = ("friend", "watch", "organise", "code")
AS_A_BROWSER = {"accept": "text/html"}
LETS_GO_S = 5

Links: TypeAlias = dict[str, dict[str, str]]


@pytest.fixture
def shut(tmp_path: Path) -> Iterator[Stage]:
    """A server whose owner lets nobody but the organiser begin games."""
    with staged(tmp_path, admits_guests=False) as stage:
        yield stage


def begun(stage: Stage, **wanted: object) -> Response:
    """What a visitor gets who wants to play a friend; their cookie stays out of the client."""
    answer = stage.client.post("/friend", json=wanted)
    stage.client.cookies.clear()
    return answer


def links_of(answer: Response) -> Links:
    assert answer.status_code == 201, answer.text
    return {link["role"]: link for link in answer.json()["links"]}


@pytest.fixture
def first(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Links:
    """A guest's game, forgotten at once, on a server that has room for one."""
    monkeypatch.setattr(guests, "FORGOTTEN_MS", -1)
    stage.hall.guests.most_games = 1
    return links_of(begun(stage))


def settled_of(stage: Stage) -> Any:
    (settled,) = stage.hall.lobby.means.register.games().values()
    return settled


@pytest.mark.parametrize("language_id", known_languages())
def test_the_front_page_tells_in_two_sentences_what_this_is(stage: Stage, language_id: str) -> None:
    text = load_language(language_id).interface

    page = stage.client.get("/", headers={"accept-language": language_id}).text

    assert escape(text["front-what"]) in page
    assert text["front-what"].count(". ") == 1
    assert f"<h1>{text['site']}</h1>" in page
    assert [way for way in WAYS if escape(text[f"way:{way}"]) not in page] == []


def test_a_language_chosen_by_hand_lasts_on_the_next_page(stage: Stage) -> None:
    assert 'href="/friend?lang=pl"' in stage.client.get("/?lang=pl").text
    assert 'href="/friend"' in stage.client.get("/", headers={"accept-language": "pl"}).text


def test_a_visitor_begins_a_game_and_sits_at_their_own_seat(stage: Stage) -> None:
    answer = begun(stage, name="Anna", colour="black", language="en", time="5+3")
    cookie = cookie_of(answer.headers["set-cookie"])
    path = answer.json()["path"]

    view = stage.client.get(f"{path}/view", headers={"cookie": cookie}).json()
    game = stage.client.get(f"{path}/games/{view['games'][0]}", headers={"cookie": cookie}).json()

    assert answer.json()["role"] == view["role"] == "black"
    assert (view["language"], view["interface"]) == ("en", "en")
    assert game["black"]["name"] == "Anna"
    assert game["customs"]["time"] == "300+3"
    assert game["customs"]["edition"] == known_editions()[-1]


def test_the_friend_enters_with_their_words_and_the_game_begins(stage: Stage) -> None:
    answer = begun(stage, colour="white", friends_name="Viktor", friends_language="cs")
    links = links_of(answer)

    with stage.at(stage.entered(answer)) as (white,):
        path, _ = stage.enter(code=links["black"]["code"])
        with stage.page(links["black"]) as black:
            black.until(lambda m: m["type"] == "game" and m["game"]["state"]["phase"] == "in-play")
            assert white.move("e2e4", 0)["is_accepted"]

    assert path == f"/seats/{links['black']['seat']}"
    assert stage.client.get("/").status_code == 200


def test_a_visitor_opens_no_seat_but_their_own(stage: Stage) -> None:
    answer = begun(stage, colour="white")
    cookie = {"cookie": cookie_of(answer.headers["set-cookie"])}
    other = links_of(answer)["black"]["seat"]

    assert stage.client.get(f"/seats/{other}/view", headers=cookie).status_code == 403
    assert stage.client.get("/organiser/games", headers=cookie).status_code == 403


def test_the_lot_gives_either_colour(stage: Stage) -> None:
    stage.hall.guests.begun.most = 100

    assert {begun(stage, colour="lot").json()["role"] for _ in range(40)} == {"white", "black"}


def test_whoever_is_blind_is_spoken_to_by_the_server(stage: Stage) -> None:
    answer = begun(stage, colour="white", is_blind=True)
    chair = stage.hall.lobby.means.register.chair(links_of(answer)["white"]["seat"])

    assert chair is not None
    assert chair.preferences.speech == "server"


@pytest.mark.parametrize(
    ("time", "code"),
    [
        ("", "no-time"),
        (" ", "no-time"),
        ("not a time", "bad-time"),
        ("0+0", "bad-time"),
        ("5+", "bad-time"),
        ("9999+1", "bad-time"),
    ],
)
def test_a_time_that_is_none_is_told_at_its_field_and_costs_nothing(
    stage: Stage, time: str, code: str
) -> None:
    answers = [begun(stage, time=time) for _ in range(15)]

    assert {answer.status_code for answer in answers} == {422}
    assert answers[-1].json()["code"] == code
    assert answers[-1].json()["field"] == "time"
    assert begun(stage).status_code == 201


def test_a_language_that_is_not_known_begins_nothing(stage: Stage) -> None:
    assert begun(stage, language="xx").json()["code"] == "bad-game"
    assert not stage.hall.lobby.means.register.games()


def test_one_place_begins_ten_games_at_once_and_no_more(stage: Stage) -> None:
    statuses = [begun(stage).status_code for _ in range(12)]

    assert statuses == [201] * 10 + [429] * 2


def test_there_are_never_more_guests_games_than_the_server_bears(stage: Stage) -> None:
    stage.hall.guests.most_games = 2

    answers = [begun(stage) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 503]
    assert answers[-1].json()["code"] == "full"


def test_a_forgotten_game_makes_room_and_is_found_again(stage: Stage, first: Links) -> None:
    kept = set(stage.hall.lobby.running)

    assert begun(stage).status_code == 201
    assert not kept & set(stage.hall.lobby.running)

    with stage.page(first["white"]) as white:
        assert white.came[-1]["games"][0]["game"] in kept
    assert kept <= set(stage.hall.lobby.running)


def test_nothing_is_kept_in_memory_of_a_game_that_was_put_away(stage: Stage, first: Links) -> None:
    others = views_in_memory()
    with stage.page(first["white"]):
        task = weakref.ref(next(iter(stage.hall.lobby.running.values())))
        views = [weakref.ref(each) for each in views_in_memory() if each not in others]
    begun(stage)

    assert views
    assert none_is_left([task, *views])


def none_is_left(kept: Sequence[weakref.ref[Any]]) -> bool:
    """Within some seconds: the server's loop, in a thread of its own, may just be done with one."""
    ends_s = time.monotonic() + LETS_GO_S
    while time.monotonic() < ends_s:
        gc.collect()
        if all(each() is None for each in kept):
            return True
        time.sleep(0.05)
    return False


def views_in_memory() -> list[GameViews]:
    """Of all games of this process: other tests may have left some behind.

    Asked for its type alone: other things there warn when they are asked what they are.
    """
    return [each for each in gc.get_objects() if type(each) is GameViews]


def test_a_game_that_somebody_sits_at_is_not_put_away(stage: Stage, first: Links) -> None:

    with stage.page(first["white"]):
        assert begun(stage).json()["code"] == "full"


def test_an_organisers_games_are_no_guests(stage: Stage) -> None:
    stage.hall.guests.most_games = 1
    stage.arrange()

    assert begun(stage).status_code == 201


def test_where_the_door_is_shut_only_the_organiser_begins_games(shut: Stage) -> None:
    page = shut.client.get("/?lang=en").text

    assert begun(shut).json()["code"] == "closed"
    assert 'href="/friend' not in page
    assert load_language("en").interface["problem:closed"] in page
    assert 'id="begin"' not in shut.client.get("/friend").text
    assert shut.arrange()["white"]["code"]


def test_a_foreign_page_begins_no_game(stage: Stage) -> None:
    answer = stage.client.post("/friend", json={}, headers={"origin": "https://evil.example"})

    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    assert not stage.hall.lobby.means.register.games()


def test_only_games_whose_players_allow_it_can_be_watched(stage: Stage) -> None:
    begun(stage, name="Secret")
    hidden = next(iter(stage.hall.lobby.running))
    begun(stage, name="Anna", colour="white", is_public=True)

    (shown,) = stage.client.get("/watch/games").json()
    refused = stage.client.post("/watch", json={"game": hidden})
    entered = stage.client.post("/watch", json={"game": shown["game"]})

    assert (shown["white"], shown["time"], shown["moves"]) == ("Anna", "900+10", 0)
    assert refused.status_code == 404
    assert entered.json()["role"] == Role.SPECTATOR
    assert stage.client.get(entered.json()["path"], headers=AS_A_BROWSER).status_code == 200


def test_a_game_that_is_over_is_shown_with_its_result(stage: Stage) -> None:
    answer = begun(stage, colour="white", is_public=True, language="en")
    links = links_of(answer)
    with stage.page(links["black"]) as black, stage.page(links["white"]) as white:
        white.resign()
        black.until(lambda m: m["type"] == "game" and m["game"]["state"]["phase"] == "over")

    (shown,) = stage.client.get("/watch/games").json()

    assert shown["result"] == "0-1"


def test_the_organisers_page_asks_a_stranger_for_the_code(stage: Stage) -> None:
    page = stage.client.get("/organiser?lang=en", headers=AS_A_BROWSER)

    assert page.status_code == 403
    assert load_language("en").interface["organiser-how"] in page.text
    assert 'id="code"' in page.text


@pytest.mark.parametrize("name", ["\u200b", "\u2800\u3164", " \u2060 "])
def test_a_name_that_nobody_can_see_is_none(name: str, stage: Stage) -> None:
    begun(stage, name=name, colour="white", is_public=True)

    (shown,) = stage.client.get("/watch/games").json()

    assert shown["white"] == ""


def test_a_game_knows_that_a_guest_has_begun_it(stage: Stage) -> None:
    begun(stage)

    assert settled_of(stage).by_guest
    assert not settled_of(stage).is_public
