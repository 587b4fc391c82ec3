"""A move given while the opponent is on move: read back, cancelled, played, or told why not."""

from pathlib import Path

import pytest

from tests.german import by_ear, german, in_words
from tests.stage.page import Page
from tests.stage.play import play
from tests.stage.ports import ScriptedEars, ScriptedEngines
from tests.web.stage import Stage, staged
from voice_chess.languages.language import known_languages, load_language


def switched_on(page: Page) -> None:
    page.tell("prefer", premoves=True)
    assert page.next("seat")["seat"]["premoves"]
    page.next("game")


def waiting(page: Page) -> str | None:
    """The move that waits, as the page shows it."""
    state = [m for m in page.came if m["type"] == "game"][-1]["game"]["state"]
    return None if state["premove"] is None else str(state["premove"]["uci"])


@pytest.mark.parametrize("line", ["e5", "e7e5", "pawn eva five"])
def test_a_typed_move_waits_and_is_played_once_the_opponent_has_pressed(
    stage: Stage, line: str
) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        switched_on(black)
        black.ask(type="line", text=line)
        assert black.texts()[-1] == "Then: pawn Eva five."
        assert waiting(black) == "e7e5"
        white.move("e2e4", 0)
        game = black.after(2)

    assert game["state"]["to_move"] == "white"
    assert game["state"]["premove"] is None
    assert black.texts()[-1] == "Pawn Eva five."


@pytest.mark.parametrize(
    ("start", "line", "told", "shown"),
    [
        (
            "4k3/8/8/8/8/8/4P3/3QK3 b - - 0 1",
            "Qa4",
            "queen Anna four",
            "queen David one, Anna four",
        ),
        (
            "6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1",
            "Ra8",
            "rook Anna eight",
            "rook Anna one, Anna eight",
        ),
    ],
)
def test_nothing_is_said_of_a_check_that_the_opponent_has_yet_to_allow(
    stage: Stage, start: str, line: str, told: str, shown: str
) -> None:
    seats = stage.begin(friends_language="en", language="en", goes_on={"fen": start})
    with stage.at(seats["white"], seats["black"]) as (white, _):
        switched_on(white)
        white.ask(type="line", text=line)
        state = [m for m in white.came if m["type"] == "game"][-1]["game"]["state"]

    assert white.texts()[-1] == f"Then: {told}."
    assert (state["premove"]["san"], state["premove"]["words"]) == (line, shown)


def test_a_move_on_the_board_waits_too_and_the_page_shows_what_may_be_meant(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        switched_on(black)
        shown = [m for m in black.came if m["type"] == "game"][-1]["game"]["state"]
        black.move("g8f6", 0)
        white.move("d2d4", 0)
        game = black.after(2)

    assert "g8f6" in shown["legal"]
    assert shown["legal_ply"] == 0
    assert game["moves"][-1]["uci"] == "g8f6"


def test_it_costs_no_time(stage: Stage) -> None:
    seats = stage.begin(friends_language="en", time="5+0")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        switched_on(black)
        black.move("g8f6", 0)
        white.move("d2d4", 0)
        game = black.after(2)

    assert game["clock"]["black_ms"] == 5 * 60_000


def test_it_is_heard(tmp_path: Path) -> None:
    with staged(tmp_path, ScriptedEars([by_ear("Nf6")])) as stage:
        seats = stage.begin()
        with stage.at(seats["white"], seats["black"]) as (white, black):
            switched_on(black)
            black.open_microphone()
            black.speak()
            black.until(lambda m: m["type"] == "said")
            white.move("d2d4", 0)
            game = black.after(2)

    assert german("premove", move=in_words("Nf6")) in black.texts()
    assert game["moves"][-1]["uci"] == "g8f6"


def test_it_is_known_to_its_own_seat_alone(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        switched_on(black)
        black.move("g8f6", 0)
        white.ask(type="ask", name="whose-turn")

    assert black.texts()[-1] == "Then: knight Felix six."
    assert not [text for text in white.texts() if "Felix" in text]
    assert waiting(white) is None


@pytest.mark.parametrize("language_id", known_languages())
def test_a_word_or_key_cancels_it_in_every_language(stage: Stage, language_id: str) -> None:
    language = load_language(language_id)
    cancelled = language.phrase("NothingThen")
    seats = stage.begin(friends_language=language_id)
    with stage.at(seats["white"], seats["black"]) as (_, black):
        switched_on(black)
        for line in (language.say("take-back"), language.say("no"), ",z"):
            black.move("g8f6", 0)
            black.ask(type="line", text=line)
            assert black.texts()[-1] == cancelled
            assert waiting(black) is None


def test_another_move_takes_its_place(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        switched_on(black)
        black.move("g8f6", 0)
        black.move("e7e5", 0)
        white.move("e2e4", 0)
        game = black.after(2)

    assert game["moves"][-1]["uci"] == "e7e5"


def test_one_that_is_not_legal_any_more_is_told_and_not_played(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        switched_on(black)
        play(white, black, "e2e4", "d7d5", "g1f3")
        white.after(3)
        black.move("d5e4", 3)
        black.after(4)
        black.move("e4f3", 4)
        white.move("f3g5", 4)
        said = black.until(lambda m: m["type"] == "said" and m["kind"] == "refusal")
        black.next("game")

    assert said["text"] == "Pawn Eva four, Felix three: there is nothing to take."
    assert waiting(black) is None


def test_one_that_can_never_be_is_refused_at_once(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (_, black):
        switched_on(black)
        done = black.ask(type="line", text="e7e4")

    assert not done["is_accepted"]
    assert waiting(black) is None


def test_a_piece_that_may_be_taken_is_taken_back(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        switched_on(black)
        play(white, black, "e2e4", "d7d5")
        white.after(2)
        black.move("d8d5", 2)
        white.move("e4d5", 2)
        game = black.after(4)

    assert game["moves"][-1]["uci"] == "d8d5"


def test_mate_is_asked_about_as_always(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        switched_on(black)
        play(white, black, "f2f3", "e7e5")
        white.after(2)
        black.move("d8h4", 2)
        white.move("g2g4", 2)
        asked = black.until(lambda m: m["type"] == "said" and m["kind"] == "question")
        black.send(type="ask", name="yes")
        over = black.until(lambda m: m["type"] == "game" and m["game"]["state"]["phase"] == "over")

    assert asked["text"].startswith("Queen Hector four")
    assert over["game"]["state"]["result"] == "0-1"


def test_unless_switched_on_a_move_comes_too_early(stage: Stage) -> None:
    seats = stage.begin(friends_language="en")
    with stage.at(seats["white"], seats["black"]) as (_, black):
        done = black.move("e7e5", 0)

    assert not done["is_accepted"]
    assert black.texts()[-1] == "It is not your move."


def test_where_an_arbiter_leads_the_event_there_is_none(stage: Stage) -> None:
    links = stage.arrange(arbiter="new", language="en", black={"language": "en"})
    with stage.page(links["white"]), stage.page(links["black"]) as black:
        switched_on(black)
        done = black.move("e7e5", 0)

    assert not done["is_accepted"]
    assert waiting(black) is None


def test_against_the_computer_it_is_played_as_well(tmp_path: Path) -> None:
    engines = ScriptedEngines(moves=["e2e4", "d2d4"])
    with staged(tmp_path, engines=engines) as stage:
        seats = stage.begin("computer", colour="black")
        with stage.at(seats["black"]) as (black,):
            switched_on(black)
            black.after(1)
            black.move("e7e5", 1)
            game = black.after(3)

    assert game["state"]["to_move"] == "black"
