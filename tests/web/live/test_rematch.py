"""After a game: another one with the colours swapped, by every channel, also after a restart."""

from pathlib import Path

import pytest

from tests.german import german
from tests.stage.page import Message, Page
from tests.stage.ports import ScriptedEars, ScriptedEngines
from tests.web.stage import Seat, Stage, staged
from voice_chess.languages.language import known_languages, load_language

pytestmark = pytest.mark.usefixtures("engines")


def resigned(page: Page) -> str:
    """The game that this player has given up."""
    page.ask(type="ask", name="resign")
    page.send(type="ask", name="yes")
    game: str = until_state(page, "possible")["game"]["game"]
    return game


def until_state(page: Page, rematch: str) -> Message:
    """The game as it is shown, as soon as this much is agreed on."""

    def is_there(message: Message) -> bool:
        return message["type"] == "game" and bool(message["game"]["state"]["rematch"] == rematch)

    shown = [message for message in page.came if message["type"] == "game"]
    return shown[-1] if shown and is_there(shown[-1]) else page.until(is_there)


def next_seat(stage: Stage, seat: Seat, game: str) -> Seat:
    """Where the way from a game that is over leads."""
    path, headers = seat
    asked = stage.client.post(f"{path}/games/{game}/rematch", json={}, headers=headers)
    return stage.entered(asked)


def view(stage: Stage, seat: Seat) -> Message:
    """Who sits there, and the only game of that seat as it is seen from there."""
    path, headers = seat
    found = stage.client.get(f"{path}/view", headers=headers).json()
    (game,) = found["games"]
    answer = stage.client.get(f"{path}/games/{game}", headers=headers)
    return {"seat": found, "game": answer.json()}


def test_both_are_led_to_a_game_with_the_colours_swapped(stage: Stage) -> None:
    seats = stage.begin(name="Ann", friends_name="Ben", time="5+3")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        game = resigned(white)
        white.ask(type="ask", name="rematch")
        until_state(black, "white")
        black.ask(type="ask", name="accept")
        until_state(white, "agreed")
    own, other = (view(stage, next_seat(stage, seats[role], game)) for role in ("white", "black"))

    assert (own["seat"]["role"], other["seat"]["role"]) == ("black", "white")
    assert own["game"]["game"] == other["game"]["game"] != game
    assert (own["game"]["white"]["name"], own["game"]["black"]["name"]) == ("Ben", "Ann")
    assert own["game"]["customs"] == view(stage, seats["white"])["game"]["customs"]


@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_typed_in_every_language(stage: Stage, language_id: str) -> None:
    language = load_language(language_id)
    forms = (*language.words["rematch"], *language.typed.get("rematch", ()))
    seats = stage.begin(language=language_id, friends_language=language_id)
    with stage.at(seats["white"], seats["black"]) as (white, black):
        resigned(white)
        for form in forms:
            white.ask(type="line", text=form)
            until_state(black, "white")
            black.ask(type="line", text=language.say("decline"))
            until_state(white, "possible")
        white.ask(type="line", text=",G")
        until_state(black, "white")
        black.ask(type="line", text=language.say("accept"))
        until_state(white, "agreed")


def test_both_are_told_who_offers_it_and_what_came_of_it(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        resigned(white)
        white.ask(type="ask", name="rematch")
        until_state(black, "white")
        black.ask(type="ask", name="rematch")
        until_state(white, "agreed")

    told = ["White offers another game.", "A new game, colours swapped."]
    assert white.texts()[-2:] == black.texts()[-2:] == told


def test_declining_leaves_the_game_as_it_was(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        game = resigned(white)
        white.ask(type="ask", name="rematch")
        until_state(black, "white")
        black.ask(type="ask", name="decline")
        until_state(white, "possible")
    path, headers = seats["white"]
    answer = stage.client.post(f"{path}/games/{game}/rematch", json={}, headers=headers)

    assert white.texts()[-1] == "Black: no other game."
    assert answer.status_code == 404


def test_the_computer_accepts_at_once_and_begins_with_white(stage: Stage) -> None:
    seats = stage.begin("computer")
    with stage.at(seats["white"]) as (white,):
        game = resigned(white)
        white.ask(type="line", text="rematch")
        until_state(white, "agreed")
    seat = next_seat(stage, seats["white"], game)
    with stage.at(seat) as (black,):
        made = black.until(lambda m: m["type"] == "game" and len(m["game"]["moves"]) == 1)

    assert made["game"]["white"]["name"].startswith("Tiny 1")
    assert made["game"]["state"]["to_move"] == "black"


def test_spectators_are_led_there_too(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        game = resigned(white)
        white.ask(type="ask", name="rematch")
        black.ask(type="ask", name="rematch")
        until_state(white, "agreed")
    roles = [view(stage, next_seat(stage, seat, game))["seat"]["role"] for seat in seats.values()]

    assert roles == ["black", "white", "spectator"]


def test_whoever_comes_twice_finds_the_same_game(stage: Stage) -> None:
    seats = stage.begin()
    with stage.at(seats["white"], seats["black"]) as (white, black):
        game = resigned(white)
        white.ask(type="ask", name="rematch")
        black.ask(type="ask", name="rematch")
        until_state(white, "agreed")
    paths = {next_seat(stage, seats["white"], game)[0] for _ in range(3)}

    assert len(paths) == 1


@pytest.mark.parametrize("is_agreed_before", [True, False])
def test_nothing_is_lost_at_a_restart(tmp_path: Path, *, is_agreed_before: bool) -> None:
    with staged(tmp_path) as stage:
        seats = stage.begin()
        with stage.at(seats["white"], seats["black"]) as (white, black):
            game = resigned(white)
            white.ask(type="ask", name="rematch")
            until_state(black, "white")
            if is_agreed_before:
                black.ask(type="ask", name="accept")
    with staged(tmp_path) as stage:
        if not is_agreed_before:
            with stage.at(seats["white"], seats["black"]) as (white, black):
                black.ask(type="ask", name="accept")
                until_state(white, "agreed")
        role = view(stage, next_seat(stage, seats["white"], game))["seat"]["role"]

    assert role == "black"


def test_the_computer_s_game_over_before_a_restart_has_one_too(tmp_path: Path) -> None:
    with staged(tmp_path, engines=ScriptedEngines()) as stage:
        seats = stage.begin("computer")
        with stage.at(seats["white"]) as (white,):
            resigned(white)
    with (
        staged(tmp_path, engines=ScriptedEngines()) as stage,
        stage.at(seats["white"]) as (white,),
    ):
        white.ask(type="ask", name="rematch")
        until_state(white, "agreed")


def test_an_organised_game_has_none(stage: Stage) -> None:
    links = stage.arrange(arbiter="new", language="en", white={"language": "en"})
    with stage.seats(links) as (white, _, _):
        white.ask(type="ask", name="resign")
        white.send(type="ask", name="yes")
        until = white.until(lambda m: m["type"] == "game" and m["game"]["state"]["phase"] == "over")
        white.ask(type="ask", name="rematch")

    assert until["game"]["state"]["rematch"] is None
    assert white.texts()[-1] == "Not in this game."


def test_it_is_heard_once_the_game_is_over(tmp_path: Path) -> None:
    with staged(tmp_path, ScriptedEars([load_language("de").say("rematch")])) as stage:
        seats = stage.begin(language="de")
        with stage.at(seats["white"], seats["black"]) as (white, black):
            resigned(white)
            white.open_microphone()
            white.speak()
            until_state(black, "white")

    assert black.texts()[-1] == german("RematchProposed", "white")
