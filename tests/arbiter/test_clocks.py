"""Flags, lateness, stopping clocks, and what the arbiter does to time and result."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import get_args

import pytest

from tests.arbiter.asked import followed, made
from voice_chess.arbiter.decide import decide
from voice_chess.arbiter.ruling import Ruling
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import SealMove
from voice_chess.game.clocks import (
    AddTime,
    ClaimFlag,
    FlagFell,
    PassTime,
    SetClocks,
    StartClocks,
    StopClocks,
    TimeAdded,
    TimeDeducted,
    TimeReason,
)
from voice_chess.game.commands import Command
from voice_chess.game.draws import OfferDraw
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.game_end import EndGame, GameEnded, Resign, RuleOnMatingChance
from voice_chess.game.irregularities import GoBack
from voice_chess.game.moves import AnnounceMove, ExecuteMove, PressClock, RepeatMove
from voice_chess.game.penalties import PlayerWarned, Warn
from voice_chess.game.phases import InPlay, Over
from voice_chess.game.refusals import (
    BadField,
    BothFlagsDown,
    ClocksAreRunning,
    ClocksAreStopped,
    FlagHasNotFallen,
    GameAlreadyStarted,
    GameIsOver,
    GameNotStarted,
    NotAdjourned,
    NothingToRuleOn,
    NotYourRole,
    TooLateToCorrect,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import RecordMove
from voice_chess.game.setup import ArrangeGame, Arrive, GameArranged, StartGame
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import (
    Customs,
    Occasion,
    Role,
    ScoreMedium,
    Seat,
    Setup,
    Table,
)
from voice_chess.game.touch import TouchPieces
from voice_chess.laws.edition import edition
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
MINUTE = TimeControl.parsed("1+0")


def table(
    edition_id: str = "2009",
    *,
    control: TimeControl = MINUTE,
    fen: str | None = None,
    customs: Customs | None = None,
    occasion: Occasion | None = None,
) -> Table:
    return Table(
        control=control,
        edition=edition_id,
        setup=Setup(fen=fen) if fen else Setup(),
        customs=customs or Customs(),
        occasion=occasion or Occasion(),
    )


@pytest.mark.law("white-starts")
def test_the_flag_falls_at_its_own_time_not_when_it_was_noticed(play: Play) -> None:
    ruling = decide(play(table(), ()), PassTime(by=ARBITER, at_ms=60_250))

    assert isinstance(ruling, tuple)
    assert ruling[0] == FlagFell(white=True, at_ms=60_000)
    assert isinstance(ruling[1], GameEnded)
    assert (ruling[1].result, ruling[1].at_ms) == (Result.BLACK_WINS, 60_000)


@pytest.mark.parametrize(("at_ms", "has_fallen"), [(59_999, False), (60_000, True)])
def test_the_last_millisecond_decides(at_ms: int, has_fallen: bool, play: Play) -> None:
    assert bool(decide(play(table(), ()), PassTime(by=ARBITER, at_ms=at_ms))) == has_fallen


def test_a_move_after_the_flag_is_too_late(play: Play) -> None:
    ruling = decide(play(table(), ()), AnnounceMove(by=WHITE, at_ms=60_001, uci="e2e4"))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], FlagFell)


def test_a_move_announced_before_the_flag_counts_when_pressed_after_it(play: Play) -> None:
    game = play(table(), made("e2e4", 59_900)[:1])

    game = followed(game, decide(game, PressClock(by=WHITE, at_ms=61_000)))

    assert game.position.moves == ("e2e4",)
    assert game.clock.sides.white.left_ms == 100


@pytest.mark.law("press")
@pytest.mark.parametrize(
    ("edition_id", "article"),
    [("2005", "6.8.a"), ("2009", "6.7.a"), ("2018", "6.2.1"), ("2023", "6.2.1")],
    ids=str,
)
def test_who_announces_at_the_last_second_and_does_not_press_loses_on_time(
    edition_id: str, article: str, play: Play
) -> None:
    at = table(edition_id, customs=Customs(illegal_policy="refuse", understanding_ms=5_000))
    game = play(at, made("e2e4", 59_000)[:1])

    assert edition(edition_id).cite(Topic.PRESS).article == article
    assert decide(game, PassTime(by=ARBITER, at_ms=64_999)) == ()
    ruling = decide(game, PressClock(by=WHITE, at_ms=3_659_000))
    assert isinstance(ruling, tuple)
    assert ruling[0] == FlagFell(white=True, at_ms=65_000)
    assert isinstance(ruling[1], GameEnded)
    assert ruling[1].result is Result.BLACK_WINS


def test_where_flags_are_claimed_a_move_that_is_being_understood_is_in_time(play: Play) -> None:
    game = play(table(customs=Customs(flag_mode="claim")), made("e2e4", 59_000)[:1])

    assert isinstance(decide(game, ClaimFlag(by=BLACK, at_ms=65_000)), FlagHasNotFallen)
    assert isinstance(decide(game, ClaimFlag(by=BLACK, at_ms=70_000)), tuple)


def test_where_one_pays_to_the_press_the_press_must_come_in_time(play: Play) -> None:
    customs = Customs(charge_until="press")
    game = play(table(customs=customs), made("e2e4", 59_900)[:1])

    ruling = decide(game, PressClock(by=WHITE, at_ms=61_000))

    assert isinstance(ruling, tuple)
    assert ruling[0] == FlagFell(white=True, at_ms=60_000)


@pytest.mark.law("time-lost")
@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("4k1n1/8/8/8/8/8/8/3QK3 w - - 0 1", Result.DRAW),
        ("4k1n1/8/8/8/8/8/8/3RK3 w - - 0 1", Result.BLACK_WINS),
        ("4k1b1/8/8/8/8/8/8/3NK3 w - - 0 1", Result.BLACK_WINS),
        ("4k1b1/8/8/8/8/8/8/3RK3 w - - 0 1", Result.DRAW),
        ("4k3/p7/8/8/8/8/8/3QK3 w - - 0 1", Result.BLACK_WINS),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", Result.DRAW),
    ],
)
def test_a_fallen_flag_loses_only_to_a_side_that_can_mate(
    fen: str, result: Result, play: Play
) -> None:
    ruling = decide(play(table(fen=fen), ()), PassTime(by=ARBITER, at_ms=60_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[1], GameEnded)
    assert (ruling[1].result, ruling[1].reason) == (result, EndReason.FLAG_FALL)


TAKES_THE_LAST_PAWN = "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1"
BOARD_ARTICLES = {"2005": "6.10", "2009": "6.9", "2018": "6.9", "2023": "6.9"}


@pytest.mark.law("time-lost")
@pytest.mark.parametrize(
    "edition_id",
    BOARD_ARTICLES,
    ids=lambda edition_id: f"{edition_id} {BOARD_ARTICLES[edition_id]}",
)
@pytest.mark.parametrize(
    "customs",
    [
        Customs(charge_until="press"),
        Customs(charge_until="press", execution="reported"),
    ],
    ids=["said", "reported as made"],
)
def test_mating_chances_are_those_of_the_position_on_the_board(
    customs: Customs, edition_id: str, play: Play
) -> None:
    made: tuple[Command, ...] = (AnnounceMove(by=WHITE, at_ms=50_000, uci="d1d2"),)
    if customs.execution == "reported":
        made = (*made, ExecuteMove(by=WHITE, at_ms=51_000))
    at = table(edition_id, fen=TAKES_THE_LAST_PAWN, customs=customs)

    before = decide(play(at, ()), PassTime(by=ARBITER, at_ms=60_000))
    after = decide(play(at, made), PassTime(by=ARBITER, at_ms=60_000))

    assert [_result(ruling) for ruling in (before, after)] == [Result.BLACK_WINS, Result.DRAW]


def _result(ruling: object) -> Result:
    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded)
    return ruling[-1].result


@pytest.mark.law("time-lost", "blind-execution")
def test_2009_e_2_3_a_move_that_is_only_said_stands_on_no_board(play: Play) -> None:
    customs = Customs(charge_until="press", execution="reported")
    said = AnnounceMove(by=WHITE, at_ms=50_000, uci="d1d2")
    game = play(table(fen=TAKES_THE_LAST_PAWN, customs=customs), (said,))

    ruling = decide(game, PassTime(by=ARBITER, at_ms=60_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded)
    assert ruling[-1].result is Result.BLACK_WINS


CLAIMED = Customs(flag_mode="claim", charge_until="press")


@pytest.mark.law("rapid-flag")
def test_where_flags_are_claimed_time_alone_ends_nothing(play: Play) -> None:
    game = play(table(customs=CLAIMED), ())

    assert decide(game, PassTime(by=ARBITER, at_ms=90_000)) == ()
    ruling = decide(game, ClaimFlag(by=BLACK, at_ms=90_000))
    assert isinstance(ruling, tuple)
    assert ruling[0] == FlagFell(white=True, at_ms=60_000)


@pytest.mark.law("flag-noticed")
def test_the_arbiter_may_see_the_flag(play: Play) -> None:
    at = table(control=TimeControl.parsed("90+0"), customs=CLAIMED)

    ruling = decide(play(at, ()), ClaimFlag(by=ARBITER, at_ms=5_400_900))

    assert isinstance(ruling, tuple)
    assert ruling[0] == FlagFell(white=True, at_ms=5_400_000)


@pytest.mark.parametrize(
    ("edition_id", "watched", "may_tell"),
    [
        ("2005", True, False),
        ("2005", False, False),
        ("2009", True, True),
        ("2009", False, False),
        ("2018", False, True),
    ],
)
def test_in_rapid_the_arbiter_tells_of_a_flag_where_the_edition_lets_him(
    edition_id: str, watched: bool, may_tell: bool, play: Play
) -> None:
    occasion = Occasion(has_arbiter=True, games_per_arbiter=3 if watched else 30)
    at = table(edition_id, control=TimeControl.parsed("20+0"), customs=CLAIMED, occasion=occasion)

    ruling = decide(play(at, ()), ClaimFlag(by=ARBITER, at_ms=1_200_000))

    assert isinstance(ruling, tuple) == may_tell
    assert isinstance(ruling, NotYourRole) != may_tell


BLIND_HELPED = Seat(is_blind=True, has_assistant=True)
BLIND_ALONE = Seat(is_blind=True)
SIGHTED_HELPED = Seat(has_assistant=True)
AIDE = Role.ASSISTANT_WHITE
DUTIES: list[Command] = [
    AnnounceMove(by=AIDE, at_ms=1_000, uci="e2e4"),
    ExecuteMove(by=AIDE, at_ms=1_000),
    PressClock(by=AIDE, at_ms=1_000),
    TouchPieces(by=AIDE, at_ms=1_000, squares=("e2",)),
    RepeatMove(by=AIDE, at_ms=1_000, uci="e7e5"),
    ClaimFlag(by=AIDE, at_ms=1_000),
]


@pytest.mark.law(
    "assistant-moves", "assistant-records", "assistant-claims", "clock-helper", "sighted-assistant"
)
@pytest.mark.parametrize("command", DUTIES, ids=lambda command: type(command).__name__)
@pytest.mark.parametrize(
    ("seats", "duties"),
    [
        ((BLIND_HELPED, Seat()), 6),
        ((BLIND_ALONE, Seat()), 0),
        ((SIGHTED_HELPED, BLIND_ALONE), 3),
        ((SIGHTED_HELPED, BLIND_HELPED), 1),
        ((SIGHTED_HELPED, Seat()), 1),
    ],
    ids=[
        "a blind player's assistant",
        "no assistant",
        "a sighted player's, the blind one alone",
        "a sighted player's beside a blind player's",
        "a sighted player's against a sighted one",
    ],
)
def test_an_assistant_has_the_duties_the_laws_give_him(
    seats: tuple[Seat, Seat], duties: int, command: Command, play: Play
) -> None:
    white, black = seats
    game = play(Table(control=MINUTE, white=white, black=black), ())

    is_let = not isinstance(decide(game, command), NotYourRole)

    of_a_sighted_player = {1: (PressClock,), 3: (AnnounceMove, ExecuteMove, RepeatMove)}
    assert is_let == (
        duties == len(DUTIES) or isinstance(command, of_a_sighted_player.get(duties, ()))
    )


@pytest.mark.law("clock-helper", "record-moves")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 6.8.d, 8.1", "2009 6.7.d, 8.1"])
def test_a_sighted_players_assistant_presses_and_writes_for_who_can_do_neither(
    edition_id: str, play: Play
) -> None:
    reported = Customs(recording="reported")
    on_paper = replace(SIGHTED_HELPED, score_medium="paper")
    at = replace(table(edition_id, customs=reported, control=LONG), white=on_paper)
    game = play(
        at,
        (
            AnnounceMove(by=WHITE, at_ms=1_000, uci="e2e4"),
            PressClock(by=AIDE, at_ms=2_000),
            RecordMove(by=AIDE, at_ms=3_000),
        ),
    )

    assert game.position.moves == game.scores.white.moves == ("e2e4",)
    offer = OfferDraw(by=AIDE, at_ms=4_000)
    assert isinstance(decide(game, offer), NotYourRole)


@pytest.mark.law("rapid-win-on-time")
@pytest.mark.parametrize(("by", "at_ms"), [(BLACK, 59_999), (WHITE, 90_000)])
def test_a_claim_needs_the_opponents_flag_down(by: Role, at_ms: int, play: Play) -> None:
    ruling = decide(play(table(customs=CLAIMED), ()), ClaimFlag(by=by, at_ms=at_ms))

    because = edition("2009").cite(Topic.WIN_ON_TIME)
    assert ruling == FlagHasNotFallen(white=by is BLACK, because=because)


@pytest.mark.law("flag-noticed", "rapid-win-on-time")
@pytest.mark.parametrize(
    ("edition_id", "games", "article"),
    [
        pytest.param("2005", 1, "B.8", id="2005 B.8"),
        pytest.param("2009", 1, "6.8", id="2009 6.8"),
        pytest.param("2009", 20, "A.4.d.2", id="2009 A.4.d.2"),
    ],
)
def test_a_claim_of_a_flag_that_has_not_fallen_cites_what_such_a_claim_needs(
    edition_id: str, games: int, article: str, play: Play
) -> None:
    occasion = Occasion(has_arbiter=True, games_per_arbiter=games)
    control = TimeControl.parsed("20+0")
    rapid = table(edition_id, control=control, customs=CLAIMED, occasion=occasion)

    refusal = decide(play(rapid, ()), ClaimFlag(by=BLACK, at_ms=1_000))

    assert isinstance(refusal, FlagHasNotFallen)
    assert refusal.because.article == article


@pytest.mark.law("both-flags-last", "rapid-both-flags")
def test_with_both_flags_down_in_the_last_period_the_game_is_drawn(play: Play) -> None:
    game = play(table(customs=CLAIMED), made("e2e4", 61_000))

    ruling = decide(game, ClaimFlag(by=WHITE, at_ms=121_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert (ruling[0].result, ruling[0].reason) == (Result.DRAW, EndReason.BOTH_FLAGS)


BOTH_ARTICLES = {"2005": "6.12", "2009": "6.11", "2018": "III.3.1", "2023": "III.3.1"}
SLOW = TimeControl.parsed("90+0")
SLOW_MS = 5_400_000


@pytest.mark.law("both-flags-last", "time-lost")
@pytest.mark.parametrize("by", [WHITE, BLACK, ARBITER])
@pytest.mark.parametrize(
    "edition_id", BOTH_ARTICLES, ids=lambda edition_id: f"{edition_id} {BOTH_ARTICLES[edition_id]}"
)
def test_with_both_flags_down_who_fell_first_has_lost_if_that_is_known(
    edition_id: str, by: Role, play: Play
) -> None:
    at = table(edition_id, control=SLOW, customs=CLAIMED)
    game = play(at, made("e2e4", SLOW_MS + 1_000))

    ruling = decide(game, ClaimFlag(by=by, at_ms=3 * SLOW_MS))

    assert isinstance(ruling, tuple)
    assert ruling[0] == FlagFell(white=True, at_ms=SLOW_MS)
    assert isinstance(ruling[1], GameEnded)
    assert (ruling[1].result, ruling[1].reason) == (Result.BLACK_WINS, EndReason.FLAG_FALL)


@pytest.mark.law("both-flags-last")
@pytest.mark.parametrize(
    "edition_id", BOTH_ARTICLES, ids=lambda edition_id: f"{edition_id} {BOTH_ARTICLES[edition_id]}"
)
def test_two_flags_that_fell_at_the_same_moment_draw(edition_id: str, play: Play) -> None:
    none_left = SetClocks(by=ARBITER, at_ms=1_000, white_ms=9_000, black_ms=0)
    at = table(edition_id, control=SLOW, customs=CLAIMED)
    game = play(at, (none_left, *made("e2e4", 10_000)))

    ruling = decide(game, ClaimFlag(by=WHITE, at_ms=20_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert (ruling[0].result, ruling[0].reason) == (Result.DRAW, EndReason.BOTH_FLAGS)


@pytest.mark.law("rapid-flag", "rapid-both-flags")
@pytest.mark.parametrize(
    ("edition_id", "may_tell", "drawn_by"),
    [
        pytest.param("2005", False, "B.9", id="2005 B.7, B.9"),
        pytest.param("2009", True, "A.4.d.3", id="2009 A.4.d.1, A.4.d.3"),
    ],
)
def test_in_rapid_an_arbiter_tells_that_both_flags_are_down_where_they_may(
    edition_id: str, may_tell: bool, drawn_by: str, play: Play
) -> None:
    unwatched = Occasion(has_arbiter=True, games_per_arbiter=30)
    rapid = TimeControl.parsed("20+0")
    at = table(edition_id, control=rapid, customs=CLAIMED, occasion=unwatched)
    game = play(at, made("e2e4", 1_201_000))

    told = decide(game, ClaimFlag(by=ARBITER, at_ms=2_500_000))
    claimed = decide(game, ClaimFlag(by=WHITE, at_ms=2_500_000))

    assert isinstance(told, NotYourRole) != may_tell
    assert isinstance(claimed, tuple)
    assert isinstance(claimed[0], GameEnded)
    assert claimed[0].reason is EndReason.BOTH_FLAGS
    assert claimed[0].because.article == drawn_by
    if isinstance(told, NotYourRole):
        assert told.because.article == "B.7"


@pytest.mark.law("both-flags-early")
@pytest.mark.parametrize(
    "edition_id", BOTH_ARTICLES, ids=lambda edition_id: f"{edition_id} {BOTH_ARTICLES[edition_id]}"
)
def test_with_both_flags_down_before_the_last_period_the_game_goes_on(
    edition_id: str, play: Play
) -> None:
    none_left = SetClocks(by=ARBITER, at_ms=1_000, white_ms=9_000, black_ms=0)
    at = table(edition_id, control=TimeControl.parsed("90/40+30/G"), customs=CLAIMED)
    game = play(at, (none_left, *made("e2e4", 10_000)))

    ruling = decide(game, ClaimFlag(by=WHITE, at_ms=20_000))

    assert ruling == BothFlagsDown(because=edition(edition_id).cite(Topic.BOTH_FLAGS))


@pytest.mark.law("rapid-both-flags")
@pytest.mark.parametrize("control", ["10/20+10/G", "1/40+1/G"], ids=["rapid", "blitz"])
@pytest.mark.parametrize(
    ("edition_id", "article"),
    [
        pytest.param("2005", "B.9", id="2005 B.9"),
        pytest.param("2009", "A.4.d.3", id="2009 A.4.d.3"),
    ],
)
def test_in_rapid_and_blitz_two_flags_draw_in_any_period(
    edition_id: str, article: str, control: str, play: Play
) -> None:
    parsed = TimeControl.parsed(control)
    first_ms = parsed.periods[0].base_ms
    at = table(edition_id, control=parsed, customs=CLAIMED)
    game = play(at, made("e2e4", first_ms + 1_000))

    ruling = decide(game, ClaimFlag(by=WHITE, at_ms=2 * first_ms + 2_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert (ruling[0].result, ruling[0].because.article) == (Result.DRAW, article)


RECORDED = Customs(arrivals="recorded")
LONG = TimeControl.parsed("120+0")


@pytest.mark.law("late")
@pytest.mark.parametrize(
    ("edition_id", "at_ms", "is_lost"),
    [
        ("2005", 3_600_000, False),
        ("2005", 3_600_001, True),
        ("2009", 0, False),
        ("2009", 1_000, True),
        ("2018", 1_000, True),
        ("2023", 1_000, True),
    ],
)
def test_lateness_loses_when_the_edition_says(
    edition_id: str, at_ms: int, is_lost: bool, play: Play
) -> None:
    at = table(edition_id, control=LONG, customs=RECORDED)
    game = play(at, (Arrive(by=WHITE, at_ms=0),))

    ruling = decide(game, Arrive(by=BLACK, at_ms=at_ms))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded) == is_lost
    if isinstance(ruling[0], GameEnded):
        assert ruling[0].result is Result.WHITE_WINS
        assert ruling[0].because.topic is Topic.LATENESS


def test_the_event_may_allow_more_time_to_arrive(play: Play) -> None:
    occasion = Occasion(lateness_ms=900_000)
    at = table(control=LONG, customs=RECORDED, occasion=occasion)
    game = play(at, (Arrive(by=WHITE, at_ms=0), Arrive(by=BLACK, at_ms=900_000)))

    assert game.attendance.here.black


@pytest.mark.law("late", "interruption")
@pytest.mark.parametrize(
    ("edition_id", "by", "is_waited_for"),
    [
        pytest.param("2005", ARBITER, True, id="2005 6.7, the arbiter decides to wait"),
        pytest.param("2005", WHITE, False, id="2005 6.7, no player does"),
        pytest.param("2009", ARBITER, True, id="2009 6.12.a, the arbiter interrupts the game"),
    ],
)
def test_nobody_comes_too_late_while_the_arbiter_has_stopped_the_clocks(
    edition_id: str, by: Role, is_waited_for: bool, play: Play
) -> None:
    judged = Occasion(has_arbiter=True, lateness_ms=3_600_000)
    at = table(edition_id, control=LONG, customs=RECORDED, occasion=judged)
    half, hour = 1_800_000, 3_600_000
    game = play(at, (Arrive(by=WHITE, at_ms=0), StopClocks(by=by, at_ms=half)))

    later = decide(game, PassTime(by=ARBITER, at_ms=2 * hour))

    assert isinstance(later, tuple)
    assert (later == ()) == is_waited_for
    if is_waited_for:
        game = followed(game, decide(game, StartClocks(by=ARBITER, at_ms=2 * hour)))
        assert decide(game, PassTime(by=ARBITER, at_ms=2 * hour + half)) == ()
        too_late = PassTime(by=ARBITER, at_ms=2 * hour + half + 1)
        ended = followed(game, decide(game, too_late)).phase
        assert isinstance(ended, Over)
        assert ended.reason is EndReason.LATENESS


@pytest.mark.law("nobody-there")
def test_both_lose_when_neither_comes(play: Play) -> None:
    game = play(table(control=LONG, customs=RECORDED), ())

    ruling = decide(game, PassTime(by=ARBITER, at_ms=1))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert ruling[0].result is Result.BOTH_LOSE


HOUR_TO_COME = Occasion(lateness_ms=3_600_000)


@pytest.mark.law("nobody-there", "sealer-absent")
@pytest.mark.parametrize("edition_id", ["2005 6.7", "2009 6.6.a", "2018 6.7.1", "2023 6.7.1"])
def test_nobody_seals_a_reply_to_who_has_not_come_to_the_first_session(
    edition_id: str, play: Play
) -> None:
    """That is for the resumption of an adjourned game."""
    recorded = Customs(arrivals="recorded")
    control = TimeControl.parsed("90+0")
    at = table(
        edition_id.split(maxsplit=1)[0], control=control, customs=recorded, occasion=HOUR_TO_COME
    )
    game = play(at, (Arrive(by=WHITE, at_ms=0),))

    ruling = decide(game, SealMove(by=WHITE, at_ms=1_000, text="e4"))

    assert isinstance(ruling, NotAdjourned)


@pytest.mark.law("nobody-there")
@pytest.mark.parametrize("edition_id", ["2005", "2009", "2018", "2023"])
def test_with_nobody_there_white_loses_the_time_until_they_come(
    edition_id: str, play: Play
) -> None:
    recorded = Customs(arrivals="recorded")
    at = table(
        edition_id,
        control=TimeControl.parsed("90+0"),
        customs=recorded,
        occasion=HOUR_TO_COME,
    )

    game = play(at, (Arrive(by=BLACK, at_ms=300_000), Arrive(by=WHITE, at_ms=600_000)))

    assert game.clock.left_ms(white=True, at_ms=600_000) == 5_400_000 - 600_000
    assert game.clock.left_ms(white=False, at_ms=600_000) == 5_400_000


ENDS_OF_A_GAME: dict[str, tuple[str, Command, Result]] = {
    "mate": (
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        AnnounceMove(by=WHITE, at_ms=61_000, uci="a1a8"),
        Result.WHITE_WINS,
    ),
    "stalemate": (
        "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
        AnnounceMove(by=WHITE, at_ms=61_000, uci="g5g6"),
        Result.DRAW,
    ),
    "dead position": (
        "8/8/8/4k3/8/8/4r3/4K3 w - - 0 1",
        AnnounceMove(by=WHITE, at_ms=61_000, uci="e1e2"),
        Result.DRAW,
    ),
    "resignation": (
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        Resign(by=BLACK, at_ms=61_000),
        Result.WHITE_WINS,
    ),
}


@pytest.mark.law("flag-noticed", "press")
@pytest.mark.parametrize("edition_id", ["2005 6.9", "2009 6.8", "2018 6.8", "2023 6.8"])
def test_a_move_announced_after_the_flag_has_fallen_does_not_raise_it(
    edition_id: str, play: Play
) -> None:
    """Only what is said before it has free time, while it is being understood."""
    customs = Customs(flag_mode="claim", charge_until="announcement", understanding_ms=10_000)
    at = table(edition_id.split(maxsplit=1)[0], control=TimeControl.parsed("1+0"), customs=customs)
    game = play(at, (AnnounceMove(by=WHITE, at_ms=61_000, uci="e2e4"),))

    ruling = decide(game, ClaimFlag(by=BLACK, at_ms=62_000))

    assert isinstance(ruling, tuple)
    assert ruling[0] == FlagFell(white=True, at_ms=60_000)


@pytest.mark.law("time-lost")
@pytest.mark.parametrize("edition_id", ["2005", "2009", "2018", "2023"])
@pytest.mark.parametrize("end", ENDS_OF_A_GAME)
def test_a_flag_nobody_has_claimed_yet_does_not_undo_the_end_of_a_game(
    edition_id: str, end: str, play: Play
) -> None:
    fen, command, result = ENDS_OF_A_GAME[end]
    at = replace(table(edition_id, customs=CLAIMED), setup=Setup(fen=fen))

    made = () if end == "resignation" else (ExecuteMove(by=WHITE, at_ms=61_000),)
    game = play(at, (command, *made))

    assert isinstance(game.phase, Over)
    assert game.phase.result is result
    assert isinstance(decide(game, ClaimFlag(by=BLACK, at_ms=62_000)), GameIsOver)


@pytest.mark.law("time-lost")
def test_a_mate_that_stands_before_the_flag_is_claimed_is_kept_as_of_when_it_was_made(
    play: Play,
) -> None:
    at = table(fen="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", customs=CLAIMED)
    game = play(at, (AnnounceMove(by=WHITE, at_ms=65_000, uci="a1a8"),))

    ruling = decide(game, ClaimFlag(by=BLACK, at_ms=66_000))

    assert isinstance(ruling, tuple)
    assert [event.at_ms for event in ruling] == [65_000, 65_000]
    assert isinstance(ruling[-1], GameEnded)
    assert ruling[-1].reason is EndReason.CHECKMATE


LAST_MOVES: dict[str, tuple[str, str, str, Result]] = {
    "mate": ("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", "g8h8", "a1a8", Result.WHITE_WINS),
    "stalemate": ("8/5K1k/8/6Q1/8/8/8/8 b - - 0 1", "h7h8", "g5g6", Result.DRAW),
    "dead position": ("8/8/8/4k3/8/8/r7/4K3 b - - 0 1", "a2e2", "e1e2", Result.DRAW),
}


@pytest.mark.law("time-lost", "both-flags-last")
@pytest.mark.parametrize("made_at_ms", [210_000, 400_000], ids=["opponent's flag", "both flags"])
@pytest.mark.parametrize("edition_id", ["2005", "2009", "2018", "2023"])
@pytest.mark.parametrize("end", LAST_MOVES)
def test_no_flag_is_claimed_any_more_once_the_move_that_ends_the_game_is_made(
    edition_id: str, end: str, made_at_ms: int, play: Play
) -> None:
    fen, blacks, whites, result = LAST_MOVES[end]
    at = replace(table(edition_id, customs=CLAIMED), setup=Setup(fen=fen))
    last = AnnounceMove(by=WHITE, at_ms=made_at_ms, uci=whites)
    game = play(at, (*made(blacks, 200_000, by=BLACK), last))

    ruling = decide(game, ClaimFlag(by=WHITE, at_ms=made_at_ms + 1_000))

    assert isinstance(ruling, tuple), ruling
    assert isinstance(ruling[-1], GameEnded)
    assert (ruling[-1].result, ruling[-1].at_ms) == (result, made_at_ms)
    assert ruling[-1].reason not in (EndReason.FLAG_FALL, EndReason.BOTH_FLAGS)


def test_whoever_is_there_does_not_come_again(play: Play) -> None:
    ruling = decide(play(table(), ()), Arrive(by=WHITE, at_ms=5))

    assert isinstance(ruling, GameAlreadyStarted)


@pytest.mark.law("interruption", "stop-for-arbiter", "displaced")
def test_stopped_clocks_let_no_time_pass_and_no_move_be_made(play: Play) -> None:
    game = play(table(), (StopClocks(by=WHITE, at_ms=10_000),))

    assert decide(game, PassTime(by=ARBITER, at_ms=900_000)) == ()
    refused = decide(game, AnnounceMove(by=WHITE, at_ms=11_000, uci="e2e4"))
    assert refused == ClocksAreStopped(because=edition("2009").cite(Topic.STOPPING_CLOCKS))
    assert isinstance(decide(game, StopClocks(by=BLACK, at_ms=12_000)), ClocksAreStopped)


def test_started_again_the_same_clock_runs_on(play: Play) -> None:
    game = play(table(), (StopClocks(by=WHITE, at_ms=10_000), StartClocks(by=WHITE, at_ms=50_000)))

    assert game.flag_falls_at_ms == 100_000
    assert isinstance(decide(game, StartClocks(by=WHITE, at_ms=51_000)), ClocksAreRunning)


@pytest.mark.law("restart")
def test_with_an_arbiter_they_alone_start_the_clocks_again(play: Play) -> None:
    game = play(table(occasion=Occasion(has_arbiter=True)), (StopClocks(by=WHITE, at_ms=10_000),))

    assert isinstance(decide(game, StartClocks(by=WHITE, at_ms=11_000)), NotYourRole)
    assert isinstance(decide(game, StartClocks(by=ARBITER, at_ms=11_000)), tuple)


@pytest.mark.law("resigning")
def test_resigning_loses(play: Play) -> None:
    ruling = decide(play(table(), ()), Resign(by=BLACK, at_ms=1_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[1], GameEnded)
    assert (ruling[1].result, ruling[1].reason) == (Result.WHITE_WINS, EndReason.RESIGNATION)


@pytest.mark.law("resigning")
@pytest.mark.parametrize(
    ("who", "played"),
    [(BLACK, ("e2e4",)), (WHITE, ())],
    ids=["answering it", "instead of pressing"],
)
def test_the_move_that_is_resigned_to_is_part_of_the_game(
    who: Role, played: tuple[str, ...], play: Play
) -> None:
    game = play(table(), (AnnounceMove(by=WHITE, at_ms=1_000, uci="e2e4"),))

    ended = game
    ruling = decide(game, Resign(by=who, at_ms=2_000))
    assert isinstance(ruling, tuple)
    for event in ruling:
        ended = evolve(ended, event)

    assert ended.is_over
    assert ended.position.moves == played


@pytest.mark.parametrize(
    ("edition_id", "result"),
    [("2009", Result.BLACK_WINS), ("2018", Result.BLACK_WINS), ("2023", Result.DRAW)],
)
def test_resigning_to_a_bare_king(edition_id: str, result: Result, play: Play) -> None:
    at = table(edition_id, fen="4k3/8/8/8/8/8/8/3QK3 w - - 0 1")

    ruling = decide(play(at, ()), Resign(by=WHITE, at_ms=1_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[1], GameEnded)
    assert ruling[1].result is result


@pytest.mark.law("dead-position", "dead-again", "resigning")
@pytest.mark.parametrize("edition_id", ["2005", "2009", "2018"])
def test_nobody_loses_what_nobody_can_win_any_more(edition_id: str, play: Play) -> None:
    at = table(edition_id, fen="5bk1/1p2p1p1/4P1P1/8/8/4p1p1/1P2P1P1/5BK1 w - - 0 1")

    ruling = decide(play(at, ()), Resign(by=WHITE, at_ms=1_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[1], GameEnded)
    assert (ruling[1].result, ruling[1].reason) == (Result.DRAW, EndReason.DEAD_POSITION)
    assert ruling[1].because == edition(edition_id).cite(Topic.DEAD_POSITION)


@pytest.mark.law("penalty-more-time", "penalty-less-time", "outside-disturbance")
def test_the_arbiter_gives_and_takes_time(play: Play) -> None:
    game = play(table(), ())

    given = decide(game, AddTime(by=ARBITER, at_ms=1_000, white=True, ms=120_000))
    taken = decide(game, AddTime(by=ARBITER, at_ms=1_000, white=True, ms=-30_000))

    because = edition("2009").cite(Topic.PENALTIES)
    assert given == (TimeAdded(white=True, ms=120_000, because=because, at_ms=1_000),)
    assert taken == (TimeDeducted(white=True, ms=30_000, because=because, at_ms=1_000),)
    assert followed(game, taken).flag_falls_at_ms == 30_000


@pytest.mark.parametrize(("ms", "ruling"), [(-1, TimeDeducted), (0, BadField), (1, TimeAdded)])
def test_a_change_of_time_is_at_least_a_millisecond(ms: int, ruling: type, play: Play) -> None:
    ruled = decide(play(table(), ()), AddTime(by=ARBITER, at_ms=1_000, white=True, ms=ms))

    (found,) = ruled if isinstance(ruled, tuple) else (ruled,)
    assert isinstance(found, ruling)


@pytest.mark.law("displaced")
@pytest.mark.parametrize(
    ("edition_id", "article"),
    [("2005", "7.3"), ("2009", "7.3"), ("2018", "7.4"), ("2023", "7.4")],
)
def test_the_time_of_putting_pieces_back_is_taken_from_who_displaced_them(
    edition_id: str, article: str, play: Play
) -> None:
    """Nobody's clock ran while the arbiter was asked, so they charge it."""
    halted = (
        StopClocks(by=BLACK, at_ms=10_000, why="displaced-pieces"),
        AddTime(by=ARBITER, at_ms=40_000, white=False, ms=-30_000, why="displaced-pieces"),
        StartClocks(by=ARBITER, at_ms=41_000),
    )
    game = play(table(edition_id, occasion=Occasion(has_arbiter=True)), ())
    events: list[Event] = []
    for command in halted:
        ruling = decide(game, command)
        assert isinstance(ruling, tuple)
        events += ruling
        game = followed(game, ruling)

    (charged,) = (event for event in events if isinstance(event, TimeDeducted))
    assert (charged.white, charged.ms, charged.because.article) == (False, 30_000, article)
    left = game.both_left_ms(41_000)
    assert left.black == left.white + 10_000 - 30_000


@pytest.mark.law("outside-disturbance", "times-after-restoring")
@pytest.mark.parametrize("edition_id", ["2005", "2009", "2018", "2023"])
@pytest.mark.parametrize(
    ("why", "topic"),
    [
        ("penalty", Topic.PENALTIES),
        ("disturbance", Topic.EXTERNAL_DISTURBANCE),
        ("displaced-pieces", Topic.DISPLACED_PIECES),
        ("restored", Topic.CLOCK_RESTORED),
    ],
)
def test_time_given_cites_what_it_is_given_for(
    edition_id: str, why: TimeReason, topic: Topic, play: Play
) -> None:
    game = play(table(edition_id), ())

    ruling = decide(game, AddTime(by=ARBITER, at_ms=1_000, white=True, ms=5_000, why=why))

    because = edition(edition_id).cite(topic)
    assert ruling == (TimeAdded(white=True, ms=5_000, because=because, at_ms=1_000),)


@pytest.mark.law("clock-helper", "record-helper")
@pytest.mark.parametrize(
    ("edition_id", "is_adjusted"),
    [("2005", True), ("2009", True), ("2018", False), ("2023", False)],
)
@pytest.mark.parametrize(
    ("why", "topic"), [("clock-helper", Topic.CLOCK_ASSISTANT), ("scribe", Topic.SCRIBE)]
)
def test_an_assistants_help_weighs_on_a_disabled_players_clock_in_earlier_editions_only(
    edition_id: str, is_adjusted: bool, why: TimeReason, topic: Topic, play: Play
) -> None:
    game = play(replace(table(edition_id), white=BLIND_HELPED, black=SIGHTED_HELPED), ())

    def adjusted(*, white: bool) -> object:
        return decide(game, AddTime(by=ARBITER, at_ms=1_000, white=white, ms=-5_000, why=why))

    because = edition(edition_id).cite(topic)
    taken = TimeDeducted(white=True, ms=5_000, because=because, at_ms=1_000)
    refused = BadField(field="why", problem="not-for-a-disability", because=because)
    assert adjusted(white=True) == ((taken,) if is_adjusted else refused)
    assert isinstance(adjusted(white=False), tuple)


def test_who_has_no_assistant_is_not_charged_for_one(play: Play) -> None:
    charge = AddTime(by=ARBITER, at_ms=1_000, white=True, ms=-5_000, why="clock-helper")

    ruling = decide(play(table(), ()), charge)

    assert isinstance(ruling, BadField)
    assert ruling.problem == "no-assistant"


@pytest.mark.law("clock-helper")
def test_2018_a_player_who_hears_badly_is_not_charged_for_help_either(play: Play) -> None:
    deaf = Seat(is_hearing_impaired=True, has_assistant=True)
    game = play(replace(table("2018"), white=deaf), ())

    ruling = decide(
        game, AddTime(by=ARBITER, at_ms=1_000, white=True, ms=-5_000, why="clock-helper")
    )

    assert isinstance(ruling, BadField)
    assert ruling.problem == "not-for-a-disability"


@pytest.mark.parametrize(
    ("moves", "ruling"), [((0, 0), tuple), ((0, -1), BadField), ((-1, 0), BadField)]
)
def test_no_counter_of_moves_is_set_below_zero(
    moves: tuple[int, int], ruling: type, play: Play
) -> None:
    command = SetClocks(by=ARBITER, at_ms=5_000, white_ms=40_000, black_ms=50_000, moves=moves)

    assert isinstance(decide(play(table(), ()), command), ruling)


@pytest.mark.law("clock-faulty")
def test_the_arbiter_sets_the_clocks(play: Play) -> None:
    game = play(table(), ())

    ruling = decide(game, SetClocks(by=ARBITER, at_ms=5_000, white_ms=40_000, black_ms=50_000))

    assert followed(game, ruling).flag_falls_at_ms == 45_000


def test_negative_times_are_told_by_their_field(play: Play) -> None:
    game = play(table(), ())

    early = decide(game, PassTime(by=ARBITER, at_ms=-1))
    clocks = decide(game, SetClocks(by=ARBITER, at_ms=5, white_ms=1, black_ms=-1))

    assert isinstance(early, BadField)
    assert isinstance(clocks, BadField)
    assert (early.field, clocks.field) == ("at_ms", "black_ms")


@pytest.mark.law("times-after-restoring", "moved-pieces")
def test_going_back_restores_position_and_turn_with_clocks_at_rest(play: Play) -> None:
    game = play(table(), (*made("e2e4", 1_000), *made("e7e5", 2_000, BLACK)))

    game = followed(game, decide(game, GoBack(by=ARBITER, at_ms=3_000, moves_kept=1)))

    assert game.position.moves == ("e2e4",)
    assert not game.clock.is_running
    assert game.phase == InPlay(halted=(ARBITER, "irregularity"))
    assert (game.clock.white_to_move, game.clock.sides.black.moves) == (False, 0)


@pytest.mark.parametrize("moves_kept", [-1, 1])
def test_no_going_back_to_moves_nobody_made(moves_kept: int, play: Play) -> None:
    ruling = decide(play(table(), ()), GoBack(by=ARBITER, at_ms=3, moves_kept=moves_kept))

    assert isinstance(ruling, BadField)
    assert ruling.field == "moves_kept"


@pytest.mark.law("both-disobey")
def test_the_arbiter_may_declare_the_result(play: Play) -> None:
    command = EndGame(by=ARBITER, at_ms=1, result=Result.BOTH_LOSE, reason=EndReason.DISOBEDIENCE)

    game = play(table(), ())
    game = followed(game, decide(game, command))

    assert game.is_over
    assert isinstance(decide(game, OfferDraw(by=WHITE, at_ms=2)), GameIsOver)


@pytest.mark.law(
    "wrong-start", "reversed-colours", "telephones", "disobedience", "position-lost", "penalty-loss"
)
@pytest.mark.parametrize(
    ("reason", "result", "topic"),
    [
        (EndReason.DISOBEDIENCE, Result.DRAW, Topic.DISOBEDIENCE),
        (EndReason.DEVICE, Result.DRAW, Topic.DEVICES),
        (EndReason.WRONG_START, Result.VOID, Topic.WRONG_START),
        (EndReason.POSITION_LOST, Result.VOID, Topic.POSITION_LOST),
        (EndReason.PENALTY, Result.DRAW, Topic.PENALTIES),
        (EndReason.DEAD_POSITION, Result.DRAW, Topic.DEAD_POSITION),
    ],
)
def test_a_declared_result_cites_what_it_rests_on(
    reason: EndReason, result: Result, topic: Topic, play: Play
) -> None:
    command = EndGame(by=ARBITER, at_ms=1, result=result, reason=reason)

    ruling = decide(play(table(), ()), command)

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert ruling[0].because == edition("2009").cite(topic)


@pytest.mark.parametrize("reason", [EndReason.DEAD_POSITION, EndReason.QUICKPLAY_FINISH])
def test_what_is_drawn_by_the_laws_is_not_declared_won(reason: EndReason, play: Play) -> None:
    won = EndGame(by=ARBITER, at_ms=1, result=Result.WHITE_WINS, reason=reason)

    ruling = decide(play(table(), ()), won)

    assert isinstance(ruling, BadField)
    assert ruling.field == "result"


@pytest.mark.law("both-disobey", "disobedience")
@pytest.mark.parametrize(
    ("edition_id", "of_one", "of_both"),
    [("2005", "12.8", "12.9"), ("2009", "12.8", "12.9"), ("2018", "11.7", "11.8")],
    ids=["2005 12.9", "2009 12.9", "2018 11.8"],
)
def test_a_game_that_both_lose_by_disobedience_cites_the_article_on_both(
    edition_id: str, of_one: str, of_both: str, play: Play
) -> None:
    cited = {}
    for result in (Result.WHITE_WINS, Result.BOTH_LOSE):
        end = EndGame(by=ARBITER, at_ms=1, result=result, reason=EndReason.DISOBEDIENCE)
        ruling = decide(play(table(edition_id), ()), end)
        assert isinstance(ruling, tuple)
        assert isinstance(ruling[-1], GameEnded)
        cited[result] = ruling[-1].because.article

    assert cited == {Result.WHITE_WINS: of_one, Result.BOTH_LOSE: of_both}


VOID_BY = [
    pytest.param("2005", EndReason.WRONG_START, "7.1.a", id="2005 7.1.a"),
    pytest.param("2005", EndReason.POSITION_LOST, "A.11.b", id="2005 A.11.b"),
    pytest.param("2009", EndReason.WRONG_START, "7.1.a", id="2009 7.1.a"),
    pytest.param("2009", EndReason.POSITION_LOST, "G.11.b", id="2009 G.11.b"),
    pytest.param("2018", EndReason.WRONG_START, "7.2.1", id="2018 7.2.1"),
    pytest.param("2023", EndReason.WRONG_START, "7.2.1", id="2023 7.2.1"),
]


@pytest.mark.law("wrong-start", "position-lost")
@pytest.mark.parametrize("result", [Result.WHITE_WINS, Result.DRAW, Result.BOTH_LOSE])
@pytest.mark.parametrize(("edition_id", "reason", "article"), VOID_BY)
def test_a_game_that_is_void_by_the_laws_is_declared_neither_won_nor_drawn_nor_lost(
    edition_id: str, reason: EndReason, article: str, result: Result, play: Play
) -> None:
    """A new one is played."""
    game = play(table(edition_id), ())

    refused = decide(game, EndGame(by=ARBITER, at_ms=1, result=result, reason=reason))
    void = decide(game, EndGame(by=ARBITER, at_ms=1, result=Result.VOID, reason=reason))

    assert isinstance(refused, BadField)
    assert (refused.field, refused.because.article) == ("result", article)
    assert isinstance(void, tuple)
    assert isinstance(void[-1], GameEnded)


BARE_BLACK_KING = "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1"


def sounded(edition_id: str, play: Play, fen: str, points: tuple[int, int] | None = None) -> Ruling:
    """White's device, declared to have lost."""
    end = EndGame(
        by=ARBITER, at_ms=1, result=Result.BLACK_WINS, reason=EndReason.DEVICE, half_points=points
    )
    return decide(play(table(edition_id, fen=fen), ()), end)


@pytest.mark.law("telephones")
@pytest.mark.parametrize(
    ("edition_id", "score"), [("2005", None), ("2009", (0, 1)), ("2018", None), ("2023", None)]
)
def test_whoever_cannot_mate_scores_half_a_point_for_a_device_where_the_edition_says_so(
    edition_id: str, score: tuple[int, int] | None, play: Play
) -> None:
    ruling = sounded(edition_id, play, BARE_BLACK_KING)

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert (ruling[0].result, ruling[0].half_points) == (Result.BLACK_WINS, score)
    assert ruling[0].because == edition(edition_id).cite(Topic.DEVICES)


@pytest.mark.law("telephones")
def test_2009_12_3_b_a_draw_for_a_device_is_scored_as_a_draw(play: Play) -> None:
    end = EndGame(by=ARBITER, at_ms=1, result=Result.DRAW, reason=EndReason.DEVICE)

    ruling = decide(play(table("2009", fen=BARE_BLACK_KING), ()), end)

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert (ruling[0].result, ruling[0].half_points) == (Result.DRAW, None)


@pytest.mark.law("telephones")
def test_2009_12_3_b_the_arbiters_own_points_for_a_device_stand(play: Play) -> None:
    ruling = sounded("2009", play, BARE_BLACK_KING, points=(0, 2))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert ruling[0].half_points == (0, 2)


def test_a_rapid_game_is_not_annulled_after_three_moves_each(play: Play) -> None:
    at = table("2005", control=TimeControl.parsed("20+0"))
    ucis = ("g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5")
    played = [
        command
        for ply, uci in enumerate(ucis)
        for command in made(uci, 1_000 * ply, BLACK if ply % 2 else WHITE)
    ]
    void = EndGame(by=ARBITER, at_ms=9_000, result=Result.VOID, reason=EndReason.WRONG_START)

    assert isinstance(decide(play(at, played[:-2]), void), tuple)
    refused = decide(play(at, played), void)
    assert refused == TooLateToCorrect(because=edition("2005").cite(Topic.SETUP_COMPLAINTS))


@pytest.mark.law("penalty-fewer-points", "penalty-more-points")
@pytest.mark.parametrize("half_points", [(0, 1), (1, 2), (0, 0)])
def test_the_arbiter_may_give_other_points_than_the_result(
    half_points: tuple[int, int], play: Play
) -> None:
    penal = EndGame(
        by=ARBITER,
        at_ms=1,
        result=Result.DRAW,
        reason=EndReason.PENALTY,
        half_points=half_points,
    )

    game = play(table(), ())
    game = followed(game, decide(game, penal))

    assert isinstance(game.phase, Over)
    assert game.phase.half_points == half_points


@pytest.mark.parametrize("half_points", [(3, 0), (0, -1)])
def test_no_more_points_than_a_game_can_give(half_points: tuple[int, int], play: Play) -> None:
    penal = EndGame(
        by=ARBITER,
        at_ms=1,
        result=Result.DRAW,
        reason=EndReason.PENALTY,
        half_points=half_points,
    )

    refused = decide(play(table(), ()), penal)

    assert isinstance(refused, BadField)
    assert refused.field == "half_points"


def test_an_ordinary_ending_scores_what_the_result_gives(play: Play) -> None:
    game = play(table(), ())

    game = followed(game, decide(game, Resign(by=BLACK, at_ms=1_000)))

    assert isinstance(game.phase, Over)
    assert game.phase.half_points == (2, 0)


@pytest.mark.law("points")
@pytest.mark.parametrize(
    ("result", "half_points"),
    [
        (Result.WHITE_WINS, (2, 0)),
        (Result.BLACK_WINS, (0, 2)),
        (Result.DRAW, (1, 1)),
        (Result.BOTH_LOSE, (0, 0)),
    ],
)
def test_a_win_scores_one_point_and_a_draw_a_half(
    result: Result, half_points: tuple[int, int]
) -> None:
    assert result.half_points == half_points


@pytest.mark.law("penalty-warning", "stopped-for-nothing", "breaches")
def test_a_warning_is_recorded(play: Play) -> None:
    ruling = decide(play(table(), ()), Warn(by=ARBITER, at_ms=1, white=True))

    because = edition("2009").cite(Topic.PENALTIES)
    assert ruling == (PlayerWarned(white=True, because=because, at_ms=1),)


def test_a_ruling_nobody_waits_for_is_refused(play: Play) -> None:
    ruling = decide(play(table(), ()), RuleOnMatingChance(by=ARBITER, at_ms=1, can_mate=True))

    assert isinstance(ruling, NothingToRuleOn)


@pytest.mark.law("arbiter-silent", "spectators-silent")
@pytest.mark.parametrize(
    ("command", "topic"),
    [
        (AnnounceMove(by=ARBITER, at_ms=1, uci="e2e4"), Topic.ARBITER_LIMITS),
        (AnnounceMove(by=Role.SPECTATOR, at_ms=1, uci="e2e4"), Topic.SPECTATORS),
        (Resign(by=Role.ASSISTANT_WHITE, at_ms=1), Topic.ASSISTANT),
        (OfferDraw(by=Role.ASSISTANT_BLACK, at_ms=1), Topic.ASSISTANT),
        (Warn(by=WHITE, at_ms=1, white=False), Topic.PENALTIES),
        (ClaimFlag(by=Role.SPECTATOR, at_ms=1), Topic.SPECTATORS),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, Topic) else value.value,
)
def test_what_a_role_may_not_do_is_refused_with_its_article(
    command: Command, topic: Topic, play: Play
) -> None:
    ruling = decide(play(table(), ()), command)

    assert isinstance(ruling, NotYourRole)
    assert (ruling.role, ruling.because) == (command.by, edition("2009").cite(topic))


def test_before_the_start_only_the_table_is_arranged() -> None:
    nothing = nothing_arranged()
    arranged = followed(nothing, decide(nothing, ArrangeGame(by=WHITE, at_ms=0, table=table())))

    assert isinstance(decide(nothing, StartGame(by=WHITE, at_ms=0)), GameNotStarted)
    assert isinstance(decide(arranged, AnnounceMove(by=WHITE, at_ms=0, uci="e2e4")), GameNotStarted)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (table("1851"), "edition"),
        (table(fen="8/8/8/8/8/8/8/8 w - - 0 1"), "setup"),
        (table(fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "setup"),
    ],
)
def test_an_impossible_table_is_told_what_is_wrong(wrong: Table, field: str) -> None:
    ruling = decide(nothing_arranged(), ArrangeGame(by=WHITE, at_ms=0, table=wrong))

    assert isinstance(ruling, BadField)
    assert ruling.field == field


@pytest.mark.law("blind-score")
@pytest.mark.parametrize("medium", get_args(ScoreMedium))
def test_how_a_player_keeps_their_score_is_recorded(medium: ScoreMedium, play: Play) -> None:
    game = play(Table(control=MINUTE, black=Seat(is_blind=True, score_medium=medium)), ())

    assert game.table.black.score_medium == medium


def test_a_table_may_be_arranged_anew_before_the_start() -> None:
    nothing = nothing_arranged()

    ruling = decide(nothing, ArrangeGame(by=ARBITER, at_ms=0, table=table("2005")))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameArranged)


def test_a_game_is_started_once(play: Play) -> None:
    assert isinstance(decide(play(table(), ()), StartGame(by=WHITE, at_ms=9)), GameAlreadyStarted)
