"""A player counted as absent at a resumption: who acts has come, or whose page opens later."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.german import GERMAN, german
from tests.stage.apart import Apart
from voice_chess.by_color import ByColor
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume, SealMove
from voice_chess.game.clocks import StopClocks
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.phases import InPlay, Resuming
from voice_chess.game.setup import PlayerArrived
from voice_chess.game.table import Customs, Occasion, Role, Table
from voice_chess.session.ledger import Happening
from voice_chess.speech.generation.styles import USUAL

WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
HOUR = 3_600_000
TABLE = Table(
    control=TimeControl.parsed("90+0"),
    customs=Customs(flag_mode="claim"),
    occasion=Occasion(has_arbiter=True),
)


def adjourned() -> Apart:
    """Return a game that was adjourned after Black sealed a move."""
    game = Apart(TABLE)
    for command in (
        AnnounceMove(by=WHITE, at_ms=0, uci="e2e4"),
        PressClock(by=WHITE, at_ms=0),
        AskToSeal(by=ARBITER, at_ms=0, resumption="now"),
        SealMove(by=BLACK, at_ms=0, text="e5"),
        StopClocks(by=BLACK, at_ms=0),
    ):
        assert isinstance(game.live.ask(command), tuple), command
    return game


def resumed(*, absent: Role) -> Apart:
    """Return that game resumed at once, without one of the players."""
    game = adjourned()
    resume = Resume(
        by=ARBITER, at_ms=0, white_here=absent is not WHITE, black_here=absent is not BLACK
    )
    assert isinstance(game.live.ask(resume), tuple)
    return game


def arrivals(game: Apart) -> list[bool]:
    events = [happening.event for happening in game.live.ledger.history]
    return [event.white for event in events if isinstance(event, PlayerArrived)]


def told_to_all(game: Apart) -> list[str]:
    """What everybody has heard since the last time."""
    told = (out for out in game.fetch() if isinstance(out, Happening) and out.is_told)
    return [happening.told(GERMAN, USUAL).text for happening in told]


ACTS: tuple[Callable[[Apart], object], ...] = (
    lambda game: game.types("uhr", by=WHITE),
    lambda game: game.says("uhr", by=WHITE),
    lambda game: game.wants("clock", by=WHITE),
    lambda game: game.moves("g1f3", by=WHITE),
)


@pytest.mark.parametrize("act", ACTS, ids=["types", "speaks", "presses a button", "moves"])
@pytest.mark.law("replier-absent", "late-at-resumption")
def test_the_envelope_is_opened_once_the_replier_has_shown_that_they_are_there(
    act: Callable[[Apart], object],
) -> None:
    game = resumed(absent=WHITE)
    opening = OpenEnvelope(by=ARBITER, at_ms=0, uci="e7e5")
    assert not isinstance(game.live.ask(opening), tuple)

    act(game)

    assert arrivals(game) == [True]
    assert isinstance(game.game.phase, Resuming)
    assert not game.game.clock.is_running
    assert isinstance(game.live.ask(opening), tuple)


@pytest.mark.law("sealer-absent", "late-at-resumption")
def test_a_sealer_who_plays_on_is_not_too_late_when_the_hour_is_over() -> None:
    game = resumed(absent=BLACK)
    game.live.ask(OpenEnvelope(by=ARBITER, at_ms=0, uci="e7e5"))

    game.moves("g1f3", by=WHITE)
    game.wait(20_000)
    game.moves("b8c6", by=BLACK)
    game.wait(20_000)
    game.time.passed(HOUR)
    game.live.look()

    assert arrivals(game) == [False]
    assert isinstance(game.game.phase, InPlay)


@pytest.mark.law("late-at-resumption")
def test_only_the_player_has_come_not_whoever_else_acts() -> None:
    game = resumed(absent=WHITE)

    for role in (BLACK, ARBITER, Role.ASSISTANT_WHITE, Role.SPECTATOR):
        game.types("uhr", by=role)

    assert arrivals(game) == []
    assert game.game.clock.is_running


@pytest.mark.parametrize(
    ("pages", "here"),
    [
        ({ARBITER, WHITE, BLACK}, ByColor(white=True, black=True)),
        ({ARBITER, BLACK}, ByColor(white=False, black=True)),
        ({ARBITER, WHITE}, ByColor(white=True, black=False)),
        ({ARBITER, WHITE, Role.ASSISTANT_BLACK}, ByColor(white=True, black=True)),
        ({ARBITER}, ByColor(white=False, black=False)),
    ],
    ids=["both", "without White", "without Black", "by an assistant", "nobody"],
)
@pytest.mark.parametrize("act", ["types", "says"])
@pytest.mark.law("replier-absent", "sealer-absent")
def test_an_arbiter_who_resumes_a_game_by_a_word_declares_nobody_present_who_is_not_seen(
    pages: set[Role], here: ByColor[bool], act: str
) -> None:
    game = adjourned()
    game.live.came(pages)

    getattr(game, act)("wiederaufnahme", by=ARBITER)

    assert isinstance(game.game.phase, Resuming)
    assert game.game.attendance.here == here
    assert game.game.clock.is_running is not here.white, "White has to reply"


@pytest.mark.parametrize(
    ("words", "here"),
    [
        ("wiederaufnahme weiß", ByColor(white=True, black=False)),
        ("wiederaufnahme schwarz", ByColor(white=False, black=True)),
        ("wiederaufnahme weiß schwarz", ByColor(white=True, black=True)),
    ],
)
@pytest.mark.law("replier-absent", "sealer-absent")
def test_an_arbiter_may_name_who_has_come_whatever_their_pages_show(
    words: str, here: ByColor[bool]
) -> None:
    game = adjourned()
    game.live.came({ARBITER})

    game.types(words, by=ARBITER)

    assert game.game.attendance.here == here


@pytest.mark.parametrize("comes", [WHITE, Role.ASSISTANT_WHITE])
@pytest.mark.law("replier-absent", "assistant-adjourns", "late-at-resumption")
def test_whose_page_or_whose_assistants_opens_after_the_resumption_has_come_and_all_hear_it(
    comes: Role,
) -> None:
    game = adjourned()
    game.live.came({ARBITER, BLACK})
    game.types("wiederaufnahme", by=ARBITER)
    game.fetch()

    game.live.came({ARBITER, BLACK, comes})

    assert arrivals(game) == [True]
    assert not game.game.clock.is_running
    assert told_to_all(game) == [german("PlayerArrived", "white")]


@pytest.mark.parametrize("meanwhile", [{ARBITER}, {ARBITER, Role.ASSISTANT_WHITE, BLACK}])
@pytest.mark.law("replier-absent", "late-at-resumption")
def test_an_assistant_who_was_there_when_the_arbiter_missed_the_player_is_no_sign_of_them(
    meanwhile: set[Role],
) -> None:
    """Their page may be opened anew, as on a phone that wakes."""
    pages = {ARBITER, Role.ASSISTANT_WHITE}
    game = adjourned()
    game.live.came(pages)
    game.types("wiederaufnahme schwarz", by=ARBITER)

    game.live.came(meanwhile)
    game.live.came(pages)

    assert arrivals(game) == []
    assert game.game.clock.is_running


def test_nobody_hears_of_an_arrival_that_nobody_waited_for() -> None:
    game = Apart(replace(TABLE, customs=replace(TABLE.customs, arrivals="recorded")))
    game.fetch()

    game.live.came({WHITE, BLACK})

    assert arrivals(game) == [True, False]
    assert told_to_all(game) == []
