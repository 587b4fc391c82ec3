"""Objections to touch-move: in time, ruled on by the arbiter, lost by touching a piece oneself."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from tests.arbiter.asked import followed, made
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import ClocksStarted, StartClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, OfferDraw
from voice_chess.game.game_end import EndGame, GameEnded, Resign
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import ExecuteMove
from voice_chess.game.objections import (
    ObjectionRaised,
    ObjectionRejected,
    ObjectionUpheld,
    ObjectToRelease,
    ObjectToTouch,
    RuleOnObjection,
)
from voice_chess.game.phases import InPlay, Objecting
from voice_chess.game.quickplay import ClaimQuickplay, RuleOnQuickplay
from voice_chess.game.refusals import (
    BadField,
    NothingToObjectTo,
    NothingToRuleOn,
    NotYourRole,
    ObjectionLost,
    ReleasedPieceStays,
    RulingAwaited,
    TouchedPieceMustMove,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Seat, Setup, Table
from voice_chess.game.touch import Adjust, PiecesTouched, SetPieceDown, TouchPieces
from voice_chess.laws.edition import edition, known_editions
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
EDITIONS = known_editions()
ANSWERED_BEFORE_THE_PRESS = [
    each for each in EDITIONS if edition(each).rules.hands.may_answer_before_press
]
WATCHED = Occasion(has_arbiter=True, games_per_arbiter=1)


def at(edition_id: str = "2009", *, customs: Customs | None = None) -> Table:
    return Table(
        control=TimeControl.parsed("90+30"),
        edition=edition_id,
        customs=customs or Customs(),
        occasion=WATCHED,
    )


def touched(square: str, at_ms: int = 2_000, by: Role = BLACK) -> TouchPieces:
    return TouchPieces(by=by, at_ms=at_ms, squares=(square,))


def objection(*squares: str, at_ms: int = 3_000, by: Role = BLACK) -> ObjectToTouch:
    return ObjectToTouch(by=by, at_ms=at_ms, squares=squares)


def release(uci: str, at_ms: int = 3_000, by: Role = BLACK) -> ObjectToRelease:
    return ObjectToRelease(by=by, at_ms=at_ms, uci=uci)


def ruled(is_upheld: bool, at_ms: int = 4_000) -> RuleOnObjection:
    return RuleOnObjection(by=ARBITER, at_ms=at_ms, is_upheld=is_upheld)


@pytest.mark.law("objection-lost")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_an_objection_stops_the_clocks_and_waits_for_the_arbiter(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id), made("e2e4"))

    ruling = decide(game, objection("g1"))

    because = edition(edition_id).cite(Topic.TOUCH_MOVE)
    raised = ObjectionRaised(
        white=False, touched=("g1",), released=None, because=because, at_ms=3_000
    )
    assert ruling == (raised,)
    after = followed(game, ruling)
    assert not after.clock.is_running
    assert after.phase == Objecting(white=False, touched=("g1",), released=None)
    answer = made("e7e5", 3_500, BLACK)[0]
    assert decide(after, answer) == RulingAwaited(because=because)
    to_release = followed(game, decide(game, release("g1h3")))
    released = edition(edition_id).cite(Topic.RELEASED)
    assert decide(to_release, answer) == RulingAwaited(because=released)


@pytest.mark.law("objection-lost", "touch-own")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_upheld_it_takes_the_move_back_and_the_touched_piece_must_move(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id), (*made("e2e4"), objection("g1")))

    ruling = decide(game, ruled(is_upheld=True))

    assert isinstance(ruling, tuple)
    kinds = [ObjectionUpheld, PositionRestored, PiecesTouched]
    assert [type(event) for event in ruling] == kinds
    cited = {event.because.article for event in ruling[:2] if hasattr(event, "because")}
    assert cited == {"4.3"}, "no pieces were displaced (7.5)"
    after = followed(game, ruling)
    assert after.position.moves == ()
    assert not after.clock.is_running
    after = followed(after, decide(after, StartClocks(by=ARBITER, at_ms=5_000)))
    assert isinstance(decide(after, made("e2e4", 6_000)[0]), TouchedPieceMustMove)
    assert isinstance(decide(after, made("g1f3", 6_000)[0]), tuple)


@pytest.mark.law("touch-king-rook")
@pytest.mark.parametrize("edition_id", [pytest.param(each, id=f"{each} 4.4") for each in EDITIONS])
def test_of_a_king_and_a_rook_the_article_on_castling_by_touch_is_cited(
    edition_id: str, play: Play
) -> None:
    may_castle = replace(at(edition_id), setup=Setup(fen="4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"))
    game = play(may_castle, made("e2e4"))
    ruling = decide(game, objection("e1", "h1"))
    waiting = followed(game, ruling)
    upheld = decide(waiting, ruled(is_upheld=True))

    assert isinstance(ruling, tuple)
    assert isinstance(upheld, tuple)
    awaited = decide(waiting, made("e8e7", 3_500, BLACK)[0])
    assert isinstance(awaited, RulingAwaited)
    cited = [*ruling, *upheld[:2], awaited]
    assert {each.because.article for each in cited if hasattr(each, "because")} == {"4.4"}


@pytest.mark.law("objection-lost")
def test_rejected_it_leaves_everything_and_the_clock_runs_on(play: Play) -> None:
    before = play(at(), made("e2e4"))
    game = followed(before, decide(before, objection("g1")))

    ruling = decide(game, ruled(is_upheld=False))

    because = edition("2009").cite(Topic.TOUCH_MOVE)
    assert ruling == (
        ObjectionRejected(white=False, because=because, at_ms=4_000),
        ClocksStarted(at_ms=4_000),
    )
    after = followed(game, ruling)
    assert after.position == before.position
    assert after.clock.left_ms(white=False, at_ms=5_000) == 5_400_000 - 3_000


@pytest.mark.law("touch-own")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=lambda id_: f"{id_} 4.3")
def test_where_no_arbiter_can_rule_the_objector_takes_the_objection_back(
    edition_id: str, play: Play
) -> None:
    before = play(replace(at(edition_id), occasion=Occasion()), made("e2e4"))
    game = followed(before, decide(before, objection("g1")))
    because = edition(edition_id).cite(Topic.TOUCH_MOVE)
    awaited = RulingAwaited(may_be_withdrawn=True, because=because)

    assert decide(game, made("e7e5", 3_500, BLACK)[0]) == awaited
    assert decide(game, StartClocks(by=WHITE, at_ms=4_000)) == awaited
    ruling = decide(game, StartClocks(by=BLACK, at_ms=4_000))
    assert ruling == (
        ObjectionRejected(white=False, is_withdrawn=True, because=because, at_ms=4_000),
        ClocksStarted(at_ms=4_000),
    )
    assert followed(game, ruling).position == before.position


@pytest.mark.law("touch-own")
@pytest.mark.parametrize("by", [BLACK, WHITE, ARBITER])
def test_2009_4_3_where_an_arbiter_is_there_nobody_starts_the_clocks_before_the_ruling(
    by: Role, play: Play
) -> None:
    before = play(at(), made("e2e4"))
    game = followed(before, decide(before, objection("g1")))

    refused = NotYourRole if by.is_player else RulingAwaited
    assert isinstance(decide(game, StartClocks(by=by, at_ms=4_000)), refused)


@pytest.mark.law("objection-lost")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_who_has_touched_a_piece_himself_objects_too_late(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), (*made("e2e4"), touched("g8")))

    ruling = decide(game, objection("g1"))

    assert ruling == ObjectionLost(because=edition(edition_id).cite(Topic.OBJECTION_LOST))


@pytest.mark.law("objection-lost")
@pytest.mark.parametrize("edition_id", ANSWERED_BEFORE_THE_PRESS)
def test_who_has_touched_a_piece_before_the_press_objects_too_late(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id), (made("e2e4")[0], touched("g8", 1_200)))

    ruling = decide(game, objection("g1", at_ms=1_500))

    assert ruling == ObjectionLost(because=edition(edition_id).cite(Topic.OBJECTION_LOST))


@pytest.mark.law("objection-lost")
@pytest.mark.parametrize(
    ("edition_id", "is_lost"), list(zip(EDITIONS, (False, True, True, True), strict=True))
)
def test_whether_touching_costs_the_objection_to_a_released_piece_too(
    edition_id: str, is_lost: bool, play: Play
) -> None:
    game = play(at(edition_id), (*made("e2e4"), touched("g8")))

    ruling = decide(game, release("e2e3"))

    assert isinstance(ruling, ObjectionLost) == is_lost
    assert isinstance(ruling, tuple) != is_lost


@pytest.mark.law("objection-lost")
def test_only_putting_a_piece_straight_does_not_cost_it(play: Play) -> None:
    adjusted = (*made("e2e4"), Adjust(by=BLACK, at_ms=1_500), touched("g8"))

    assert isinstance(decide(play(at(), adjusted), objection("g1")), tuple)


@pytest.mark.law("objection-lost", "blind-touch")
@pytest.mark.parametrize(
    ("customs", "is_lost"),
    [(Customs(), True), (Customs(execution="reported"), False)],
    ids=["hands are assumed", "hands are reported"],
)
def test_an_announcement_costs_it_only_where_it_moves_the_hand(
    customs: Customs, is_lost: bool, play: Play
) -> None:
    announced, press = made("e2e4")
    executed = ExecuteMove(by=WHITE, at_ms=1_000)
    answer = made("e7e5", 2_000, BLACK)[0]
    is_reported = customs.execution == "reported"
    white = (announced, executed, press) if is_reported else (announced, press)
    game = play(at(customs=customs), (*white, answer))

    ruling = decide(game, objection("g1"))

    assert isinstance(ruling, ObjectionLost) == is_lost


@pytest.mark.law("objection-lost")
def test_a_piece_just_touched_by_the_mover_is_objected_to_while_they_still_move(
    play: Play,
) -> None:
    game = play(at(), (made("e2e4")[0],))

    game = followed(game, decide(game, objection("g1", at_ms=1_500)))
    game = followed(game, decide(game, ruled(is_upheld=True)))

    assert game.clock.is_running
    assert game.turn.announcement is None
    assert isinstance(decide(game, made("e2e4", 5_000)[0]), TouchedPieceMustMove)


@pytest.mark.law("objection-lost", "released-capture")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_released_piece_that_went_on_is_brought_back(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), (*made("e2e4"), release("e2e3")))

    game = followed(game, decide(game, ruled(is_upheld=True)))

    assert game.position.moves == ()
    game = followed(game, decide(game, StartClocks(by=ARBITER, at_ms=5_000)))
    refused = decide(game, made("e2e4", 6_000)[0])
    assert isinstance(refused, ReleasedPieceStays)
    assert refused.allowed == ("e2e3",)


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (objection("e2"), NothingToObjectTo),
        (objection("a1"), NothingToObjectTo),
        (objection("z9"), BadField),
        (objection(), BadField),
        (release("e2e4"), NothingToObjectTo),
        (release("e2e5"), NothingToObjectTo),
        (release("e4"), BadField),
        (objection("g1", by=ARBITER), NotYourRole),
    ],
    ids=[
        "the touched piece did move",
        "it could not move",
        "no square",
        "nothing",
        "the released piece stayed",
        "it could not stay there",
        "no move",
        "the arbiter objects to nothing",
    ],
)
def test_what_is_no_breach_is_not_put_before_the_arbiter(
    command: Command, refusal: type, play: Play
) -> None:
    assert isinstance(decide(play(at(), made("e2e4")), command), refusal)


@pytest.mark.law("touch-nothing-possible")
@pytest.mark.parametrize("edition_id", [pytest.param(each, id=f"{each} 4.5") for each in EDITIONS])
@pytest.mark.parametrize(
    ("squares", "topic"),
    [
        (("a1",), Topic.TOUCH_FREE),
        (("a1", "d8"), Topic.TOUCH_FREE),
        (("e2",), Topic.TOUCH_MOVE),
        (("a1", "e2"), Topic.TOUCH_MOVE),
    ],
    ids=["one piece", "two pieces", "a piece that moved", "one of two that moved"],
)
def test_where_nothing_touched_could_move_the_article_that_leaves_the_choice_free_is_cited(
    edition_id: str, squares: tuple[str, ...], topic: Topic, play: Play
) -> None:
    refused = decide(play(at(edition_id), made("e2e4")), objection(*squares))

    assert isinstance(refused, NothingToObjectTo)
    assert refused.because == edition(edition_id).cite(topic)


@pytest.mark.parametrize(
    ("square", "ruling"),
    [("a1", NothingToObjectTo), ("e7", NothingToObjectTo), ("g1", tuple)],
    ids=["an own piece that cannot move", "a piece that cannot be taken", "one that must move"],
)
def test_before_the_mover_has_moved_a_touch_matters_if_it_binds_them(
    square: str, ruling: type, play: Play
) -> None:
    assert isinstance(decide(play(at(), ()), objection(square)), ruling)


@pytest.mark.law("assistant-claims")
def test_a_blind_players_assistant_tells_of_the_sighted_players_touching(play: Play) -> None:
    table = Table(
        control=TimeControl.parsed("90+30"), black=Seat(is_blind=True, has_assistant=True)
    )
    game = play(table, made("e2e4"))

    assert isinstance(decide(game, objection("g1", by=Role.ASSISTANT_BLACK)), tuple)


@pytest.mark.law("rapid-touch")
@pytest.mark.parametrize(
    ("edition_id", "must_be_asked"),
    [
        pytest.param("2005", True, id="2005 B.5"),
        pytest.param("2009", True, id="2009 A.4.b"),
        ("2018", False),
        ("2023", False),
    ],
)
def test_in_unwatched_rapid_touching_is_ruled_on_at_a_players_request(
    edition_id: str, must_be_asked: bool, play: Play
) -> None:
    crowd = Occasion(has_arbiter=True, games_per_arbiter=20)
    table = Table(control=TimeControl.parsed("20+0"), edition=edition_id, occasion=crowd)
    game = play(table, ())
    seen = decide(game, touched("g1", by=ARBITER))
    let_go = decide(game, SetPieceDown(by=ARBITER, at_ms=500, uci="g1f3"))
    after = followed(game, decide(game, made("e2e4")[0]))
    after = followed(after, decide(after, made("e2e4")[1]))

    assert isinstance(seen, NotYourRole) == must_be_asked
    assert isinstance(let_go, NotYourRole) == must_be_asked
    assert isinstance(decide(after, objection("g1")), tuple)


def test_what_the_arbiter_put_off_stays_put_off(play: Play) -> None:
    table = Table(control=TimeControl.parsed("20+0"), occasion=WATCHED)
    late = 1_200_000 - 60_000
    quickplay = (
        ClaimQuickplay(by=WHITE, at_ms=late, ground="cannot-win"),
        RuleOnQuickplay(by=ARBITER, at_ms=late, outcome="postpone"),
        *made("e2e4", late),
        objection("g1", at_ms=late),
        ruled(is_upheld=False, at_ms=late),
    )

    game = play(table, quickplay)
    assert (game.phase, game.postponed) == (InPlay(), (True,))


def test_clocks_stopped_to_object_run_again_after_it(play: Play) -> None:
    stopped = StopClocks(by=BLACK, at_ms=2_000, why="claim")
    game = play(at(), (*made("e2e4"), stopped, objection("g1"), ruled(is_upheld=False)))

    assert game.phase == InPlay()
    assert game.clock.is_running


def test_nobody_rules_on_what_nobody_objects_to(play: Play) -> None:
    ruling = decide(play(at(), ()), ruled(is_upheld=True))

    assert ruling == NothingToRuleOn(because=edition("2009").cite(Topic.ARBITER_LIMITS))


@pytest.mark.parametrize(
    "command",
    [
        Resign(by=WHITE, at_ms=4_000),
        EndGame(by=ARBITER, at_ms=4_000, result=Result.DRAW, reason=EndReason.ARBITER),
    ],
)
def test_a_game_may_end_while_an_objection_waits(command: Command, play: Play) -> None:
    game = play(at(), (*made("e2e4"), objection("g1")))

    assert followed(game, decide(game, command)).is_over


@pytest.mark.law("agreed-draw", "offer-binding")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 5.2.c", "2009 5.2.c"])
def test_the_players_may_agree_on_a_draw_while_the_arbiter_looks_into_an_objection(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id), (*made("e2e4"), objection("g1")))
    assert isinstance(game.phase, Objecting)

    game = followed(game, decide(game, OfferDraw(by=WHITE, at_ms=3_500)))
    accepted = decide(game, AcceptDraw(by=BLACK, at_ms=3_600))

    assert isinstance(accepted, tuple)
    assert isinstance(accepted[-1], GameEnded)
    assert accepted[-1].because == edition(edition_id).cite(Topic.AGREEMENT)
    for is_upheld in (True, False):
        after = followed(game, decide(game, ruled(is_upheld)))
        assert isinstance(decide(after, AcceptDraw(by=BLACK, at_ms=5_000)), tuple)
