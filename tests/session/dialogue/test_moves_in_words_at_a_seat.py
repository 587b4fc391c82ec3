"""At a seat a move in words is corrected, pressed and paid for as at the table."""

from dataclasses import replace

import pytest

from tests.german import GERMAN, YES, german, says, seconds
from tests.stage.apart import Apart
from tests.stage.usual import IN_GERMAN
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.phases import Over
from voice_chess.game.results import EndReason
from voice_chess.game.table import Customs, Occasion, Role, Seat, Setup, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.games.chairs import Press
from voice_chess.session.outputs import Noticed
from voice_chess.session.table_settings import Grace
from voice_chess.speech.counting import number_words

MATE = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
TABLE = Table(control=TimeControl.parsed("1+0"), white=Seat(is_blind=True))
ASSISTED = replace(TABLE, white=Seat(is_blind=True, has_assistant=True))


def floor_at(table: Table, press: Press = "auto") -> Apart:
    """Who types has five seconds to correct a slip."""
    settings = replace(IN_GERMAN, press=press, grace=Grace(written_ms=5_000))
    return Apart(table, settings=settings)


def ending_of(apart: Apart) -> EndReason | None:
    phase = apart.game.phase
    return phase.reason if isinstance(phase, Over) else None


@pytest.mark.law("slip-of-the-tongue")
@pytest.mark.parametrize("press", ["auto", "command"])
def test_2009_e_2_6_a_misspoken_mate_is_corrected_before_the_press(press: Press) -> None:
    floor = floor_at(replace(TABLE, setup=Setup(fen=MATE)), press)

    for line in (says("piece:R a8"), YES, says("correction piece:R a7")):
        floor.types(line)

    announced = floor.game.turn.announcement
    assert announced is not None
    assert announced.uci == "a1a7"
    assert ending_of(floor) is None


@pytest.mark.law("mate-wins", "press")
@pytest.mark.parametrize("press", ["auto", "command"])
def test_2009_6_7_a_a_mate_needs_no_press(press: Press) -> None:
    floor = floor_at(replace(TABLE, setup=Setup(fen=MATE)), press)

    for line in (says("piece:R a8"), YES):
        floor.types(line)
    assert ending_of(floor) is None
    floor.wait(8_000)

    assert ending_of(floor) is EndReason.CHECKMATE


@pytest.mark.law("press")
@pytest.mark.parametrize(("waits_ms", "ending"), [(69_000, None), (70_000, EndReason.FLAG_FALL)])
def test_2009_6_7_a_who_announces_and_does_not_press_has_ten_seconds_more(
    waits_ms: int, ending: EndReason | None
) -> None:
    floor = floor_at(TABLE, "command")
    floor.wait(50_000)
    floor.types("e4")

    floor.wait(waits_ms - 50_000)

    assert ending_of(floor) is ending


@pytest.mark.law("assistant-announces", "assistant-moves")
@pytest.mark.parametrize("is_typed", [True, False], ids=["in words", "on the page"])
def test_2009_e_2_9_b_an_assistant_tells_the_sighted_opponents_answer(is_typed: bool) -> None:
    floor = floor_at(ASSISTED)
    floor.types("e4")

    by = Role.ASSISTANT_WHITE
    if is_typed:
        floor.types("e5", by)
    else:
        floor.wait(8_000)
        floor.moves("e7e5", by)

    announced = floor.game.turn.announcement
    assert announced is not None
    assert (announced.uci, announced.told_by) == ("e7e5", by)
    floor.wait(8_000)
    assert floor.game.position.moves == ("e2e4", "e7e5")


def told_at_the_start(table: Table, language_id: str = "de") -> list[str]:
    language = load_language(language_id)
    noticed = [told for told in Apart(table).at_first if isinstance(told, Noticed)]
    return [told.make(language).text for told in noticed]


@pytest.mark.law("press", "rapid-flag")
def test_where_the_house_wins_over_a_clause_it_is_told_at_the_start() -> None:
    by_the_laws = Customs(charge_until="press", flag_mode="claim")

    assert told_at_the_start(TABLE) == [
        german("house:understanding", time=seconds(10)),
        german("house:flag"),
    ]
    assert told_at_the_start(replace(TABLE, customs=by_the_laws)) == []
    standard = replace(TABLE, control=TimeControl.parsed("90+30"))
    assert len(told_at_the_start(standard)) == 1
    modern = replace(TABLE, edition="2018")
    assert len(told_at_the_start(modern)) == 1


@pytest.mark.law("early-draw-ban")
@pytest.mark.parametrize(
    ("edition_id", "occasion", "expected"),
    [
        ("2009", Occasion(no_agreed_draw_before_move=30), ["DrawNotYetAllowed"]),
        ("2009", Occasion(has_agreed_draws=False), ["NoAgreedDraws"]),
        ("2005", Occasion(no_agreed_draw_before_move=30, has_agreed_draws=False), []),
    ],
    ids=["2009:9.1.a early", "2009:9.1.a at all", "2005 has no such rule"],
)
def test_where_a_draw_is_not_the_players_alone_it_is_told_at_the_start(
    edition_id: str, occasion: Occasion, expected: list[str]
) -> None:
    by_the_laws = Customs(charge_until="press", flag_mode="claim")
    table = replace(TABLE, edition=edition_id, customs=by_the_laws, occasion=occasion)

    assert told_at_the_start(table) == [
        german(name, number=number_words(30, GERMAN)) for name in expected
    ]


@pytest.mark.parametrize("language_id", known_languages())
def test_every_language_tells_it(language_id: str) -> None:
    assert len(set(told_at_the_start(TABLE, language_id))) == 2
