"""A move taken back by agreement, at seats: asked for, granted or not, and rightly recorded."""

from pathlib import Path

import pytest

from tests.german import NUMBERS, german
from tests.stage.page import Message, Page
from tests.stage.play import play
from tests.stage.ports import ScriptedEars, ScriptedEngines
from tests.web.stage import Seat, Stage, staged
from voice_chess.languages.language import known_languages, load_language
from voice_chess.records import pgn

LINE = ("e2e4", "e7e5", "g1f3")


def shown(page: Page, plies: int, by: str | None = None) -> Message:
    """The game with this many half-moves, and this side's wish to go back."""

    def is_so(message: Message) -> bool:
        if message["type"] != "game":
            return False
        game = message["game"]
        count = game["moves_from"] + len(game["moves"])
        return bool(count == plies and game["state"]["takeback_by"] == by)

    return page.until(is_so)


def pgn_of(stage: Stage, seat: Seat, game: str) -> str:
    path, headers = seat
    answer = stage.client.get(f"{path}/games/{game}/records/game.pgn", headers=headers)
    assert answer.status_code == 200
    return str(answer.text)


def test_a_move_goes_back_once_the_other_agrees(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        play(white, black, *LINE)
        white.ask(type="ask", name="propose-takeback")
        game = shown(black, 3, "white")["game"]["game"]
        black.ask(type="ask", name="accept")
        shown(white, 2)
        white.move("f1c4", 2)
        shown(black, 3)
    told = black.texts()
    first = told.index("White asks to go back to move two.")

    assert told[first + 1 : first + 4] == [
        "Accepted by Black.",
        "Back to move two. White to move.",
        "The clock is running.",
    ]
    entries = pgn.read(pgn_of(stage, seats["white"], game)).entries
    assert [entry.san for entry in entries] == ["e4", "e5", "Bc4"]
    assert "Moves taken back: 2. Nf3." in entries[1].comment


@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_typed_in_every_language(stage: Stage, language_id: str) -> None:
    language = load_language(language_id)
    forms = [*language.words["propose-takeback"], *language.typed.get("propose-takeback", ())]
    seats = stage.begin(language=language_id, friends_language=language_id)
    with stage.at(seats["white"], seats["black"]) as (white, black):
        play(white, black, *LINE)
        for line in (*forms, ",Z", "takeback"):
            white.ask(type="line", text=line)
            shown(black, 3, "white")
            black.ask(type="line", text=language.say("decline"))
            shown(white, 3)


def test_declining_leaves_the_game_as_it_is(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        play(white, black, *LINE)
        white.ask(type="ask", name="propose-takeback")
        shown(black, 3, "white")
        black.ask(type="line", text="decline")
        shown(white, 3)

    assert white.texts()[-1] == "Declined by Black."


def test_the_word_back_still_means_what_was_announced_and_not_pressed(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        play(white, black, *LINE)
        white.ask(type="line", text="back")

    assert white.texts()[-1] == "Too late, the clock is pressed."


def test_the_computer_grants_it_at_once(tmp_path: Path) -> None:
    engines = ScriptedEngines(moves=["e7e5", "g8f6"])
    with staged(tmp_path, engines=engines) as stage:
        seats = stage.begin("computer")
        with stage.at(seats["white"]) as (white,):
            white.move("e2e4", 0)
            white.after(2)
            white.ask(type="line", text="takeback")
            shown(white, 0)
            white.move("d2d4", 0)
            game = shown(white, 2)

    assert [move["uci"] for move in game["game"]["moves"]][-1] == "g8f6"


def test_whoever_begins_the_game_may_leave_it_out(stage: Stage) -> None:
    seats = stage.begin(takebacks=False)
    with stage.at(seats["white"], seats["black"]) as (white, black):
        play(white, black, *LINE)
        white.ask(type="ask", name="propose-takeback")

    assert white.texts()[-1] == "Not in this game."


def test_an_organiser_settles_it_for_a_table_without_an_arbiter(stage: Stage) -> None:
    links = stage.arrange(customs={"takebacks": True}, white={"language": "en"})
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        play(white, black, "e2e4")
        white.ask(type="ask", name="propose-takeback")
        shown(black, 1, "white")
        black.ask(type="ask", name="accept")
        shown(white, 0)


def test_it_is_heard_in_german(tmp_path: Path) -> None:
    words = load_language("de").say("propose-takeback")
    with staged(tmp_path, ScriptedEars([words])) as stage:
        seats = stage.begin(language="de")
        with stage.at(seats["white"], seats["black"]) as (white, black):
            play(white, black, *LINE)
            white.open_microphone()
            white.speak()
            shown(black, 3, "white")

    assert black.texts()[-1] == german("TakebackProposed", "white", number=NUMBERS[2])


def test_what_was_asked_before_a_restart_can_still_be_granted(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        seats = stage.begin()
        with stage.at(seats["white"], seats["black"]) as (white, black):
            play(white, black, *LINE)
            white.ask(type="ask", name="propose-takeback")
            shown(black, 3, "white")
    with (
        staged(tmp_path) as stage,
        stage.at(seats["white"], seats["black"]) as (white, black),
    ):
        black.until(lambda m: m["type"] == "game" and m["game"]["clock"]["runs"] is not None)
        black.ask(type="ask", name="accept")
        shown(white, 2)
