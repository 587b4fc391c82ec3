"""Chess960 at the front door: by number or by lot, told at the start, castled and recorded."""

import pytest

from tests.german import german, in_words
from tests.stage.page import Page
from tests.web.stage import Stage
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.chess960 import STARTS, starting_position
from voice_chess.laws.position import Position

pytestmark = pytest.mark.usefixtures("engines")

CASTLES_AT_ONCE = 3
"""King and rook of both sides stand on f and g: short castling is a legal first move."""


def start_of(page: Page) -> tuple[str, bool, int | None]:
    """Where the game begins, whether it is Chess960, and the number of its start."""
    (game,) = next(m for m in page.came if m["type"] == "welcome")["games"]
    return game["start_fen"], game["chess960"], game["chess960_number"]


@pytest.mark.parametrize("number", [0, CASTLES_AT_ONCE, 518, STARTS - 1])
def test_a_game_begins_from_the_start_of_this_number(stage: Stage, number: int) -> None:
    with stage.at(stage.begin(start=number)["white"]) as (white,):
        found = start_of(white)

    assert found == (starting_position(number).start_fen, True, number)


def test_by_lot_it_is_one_of_the_960(stage: Stage) -> None:
    with stage.at(stage.begin(start="lot")["white"]) as (white,):
        fen, is_chess960, number = start_of(white)

    assert is_chess960
    assert number is not None
    assert fen == starting_position(number).start_fen


def test_unless_chosen_it_is_the_ordinary_start(stage: Stage) -> None:
    with stage.at(stage.begin()["white"]) as (white,):
        assert start_of(white) == (Position.start().start_fen, False, None)


@pytest.mark.law("chess960")
@pytest.mark.parametrize(
    ("edition", "told"),
    [("2005", ("no-chess960", "chess960")), ("2009", (None, None))],
    ids=["2005 has no rules", "2009 F.1"],
)
def test_an_organiser_is_told_at_its_field_where_an_edition_has_no_rules_for_it(
    stage: Stage, edition: str, told: tuple[str | None, str | None]
) -> None:
    answer = stage.organise("POST", "/games", {"chess960": True, "edition": edition})

    assert answer.is_success is (told == (None, None))
    assert (answer.json().get("code"), answer.json().get("field")) == told


@pytest.mark.parametrize("number", [-1, STARTS])
def test_a_number_that_is_none_is_told_at_its_field(stage: Stage, number: int) -> None:
    answer = stage.client.post("/friend", json={"start": number})

    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["field"]) == ("bad-start", "start")


def test_the_start_is_told_before_the_clocks_run(stage: Stage) -> None:
    seats = stage.begin(start=CASTLES_AT_ONCE, friends_language="de")
    with stage.at(seats["white"], seats["black"]) as (white, black):
        for page in (white, black):
            page.event("game-started")

    assert white.texts()[0] == (
        "Chess nine sixty. Rank one: bishop, queen, knight, knight, rook, king, rook, bishop."
    )
    told = german("house:start", list=f"{in_words('B')}, {in_words('Q')}, ").removesuffix(".")
    assert black.texts()[0].startswith(told)


@pytest.mark.parametrize("channel", ["said", "sheet", "board"])
@pytest.mark.parametrize("language_id", ["de", "en"])
def test_castling_is_announced_and_recorded(stage: Stage, language_id: str, channel: str) -> None:
    said = load_language(language_id).say("castle:short")
    seats = stage.begin(start=CASTLES_AT_ONCE, language=language_id)
    with stage.at(seats["white"], seats["black"]) as (white, black):
        if channel == "board":
            white.move("f1g1", 0)
        else:
            white.ask(type="line", text=said if channel == "said" else "0-0")
        game = black.after(1)
    path, headers = seats["white"]
    pgn = stage.client.get(f"{path}/games/{game['game']}/records/game.pgn", headers=headers).text
    position = starting_position(CASTLES_AT_ONCE).played("f1g1")

    assert game["fen"] == position.fen
    assert (position.piece_at("g1"), position.piece_at("f1")) == ("K", "R")
    assert [text.rstrip(".").lower() for text in white.texts()][-1] == said
    assert '[Variant "Chess960"]' in pgn
    assert f'[FEN "{starting_position(CASTLES_AT_ONCE).start_fen}"]' in pgn
    assert "1. O-O" in pgn


def test_the_computer_plays_it(stage: Stage) -> None:
    with stage.at(stage.begin("computer", start=CASTLES_AT_ONCE)["white"]) as (white,):
        white.move("f1g1", 0)
        game = white.after(2)

    assert game["chess960"]
    assert len(game["moves"]) + game["moves_from"] == 2


@pytest.mark.parametrize("language_id", known_languages())
def test_it_can_be_chosen_in_every_language(stage: Stage, language_id: str) -> None:
    texts = load_language(language_id).interface
    for way in ("friend", "computer"):
        page = stage.client.get(f"/{way}?lang={language_id}").text
        for start in ("ordinary", "lot", "number"):
            assert f'<option value="{start}">{texts[f"start:{start}"]}</option>' in page
