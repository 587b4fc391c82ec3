"""A game begun wrongly, reported while it may still be, and what each edition makes of it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.arbiter.wrong_start import topic_of
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import (
    ClockReason,
    ClocksSet,
    ClocksStopped,
    SetClocks,
    StartClocks,
)
from voice_chess.game.commands import Command
from voice_chess.game.game_end import GameEnded
from voice_chess.game.irregularities import FaultFound, ReportFault
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.refusals import BadField, NotYourRole, TooLateToCorrect
from voice_chess.game.results import EndReason, Result
from voice_chess.game.setup import ArrangeGame, GameArranged
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Occasion, Role, Setup, Table
from voice_chess.laws.chess960 import starting_position
from voice_chess.laws.edition import edition, known_editions
from voice_chess.laws.irregularities import Fault
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
EDITIONS = known_editions()
CROWDED = Occasion(has_arbiter=True, games_per_arbiter=20)


def at(edition_id: str, control: str = "90+30") -> Table:
    return Table(control=TimeControl.parsed(control), edition=edition_id, occasion=CROWDED)


def moves_by_both(count: int) -> tuple[Command, ...]:
    """Pawns step forward on both sides, so that nothing is repeated."""
    pawns = [f"{file}{start}{file}{end}" for file in "abcdefgh" for start, end in ("23", "34")]
    answers = [f"{file}{start}{file}{end}" for file in "abcdefgh" for start, end in ("76", "65")]
    commands: list[Command] = []
    for index in range(count):
        for uci, by in ((pawns[index], WHITE), (answers[index], BLACK)):
            commands += (AnnounceMove(by=by, at_ms=0, uci=uci), PressClock(by=by, at_ms=0))
    return tuple(commands)


def report(fault: Fault, by: Role = ARBITER) -> ReportFault:
    return ReportFault(by=by, at_ms=1_000, fault=fault)


@pytest.mark.law("wrong-start")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_wrong_first_position_annuls_the_game(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), moves_by_both(4))

    ruling = decide(game, report("wrong-position"))

    because = edition(edition_id).cite(Topic.WRONG_START)
    ended = GameEnded(
        result=Result.VOID, reason=EndReason.WRONG_START, because=because, at_ms=1_000
    )
    assert ruling == (ended,)


@pytest.mark.law("wrong-start")
@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("by", [WHITE, BLACK])
def test_no_player_annuls_a_game_alone_where_there_is_no_arbiter(
    edition_id: str, by: Role, play: Play
) -> None:
    table = replace(at(edition_id), occasion=Occasion(has_arbiter=False))

    ruling = decide(play(table, moves_by_both(4)), report("wrong-position", by))

    because = edition(edition_id).cite(Topic.WRONG_START)
    assert ruling == NotYourRole(role=by, hint="arbiter", because=because)


@pytest.mark.law("turned-board")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_turned_board_is_noted_and_the_game_goes_on(edition_id: str, play: Play) -> None:
    ruling = decide(play(at(edition_id), moves_by_both(4)), report("turned-board"))

    because = edition(edition_id).cite(Topic.TURNED_BOARD)
    assert ruling == (FaultFound(fault="turned-board", because=because, at_ms=1_000),)


@pytest.mark.law("reversed-colours")
@pytest.mark.parametrize(
    ("edition_id", "moves", "is_annulled"),
    [
        ("2005", 1, False),
        ("2009", 1, False),
        ("2018", 9, True),
        ("2018", 10, False),
        ("2023", 9, True),
        ("2023", 10, False),
    ],
)
def test_reversed_colours_annul_only_before_the_tenth_move_of_later_editions(
    edition_id: str, moves: int, is_annulled: bool, play: Play
) -> None:
    ruling = decide(play(at(edition_id), moves_by_both(moves)), report("reversed-colours"))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded if is_annulled else FaultFound)
    assert getattr(ruling[0], "because", None) == edition(edition_id).cite(Topic.REVERSED_COLOURS)


@pytest.mark.law("rapid-setup")
@pytest.mark.parametrize("fault", ["wrong-position", "turned-board", "wrong-clock"])
@pytest.mark.parametrize(("edition_id", "limit"), list(zip(EDITIONS, (3, 3, 10, 10), strict=True)))
def test_in_rapid_complaints_end_after_so_many_moves(
    edition_id: str, limit: int, fault: Fault, play: Play
) -> None:
    in_time = play(at(edition_id, "20+0"), moves_by_both(limit - 1))
    late = play(at(edition_id, "20+0"), moves_by_both(limit))

    assert isinstance(decide(in_time, report(fault)), tuple)
    because = edition(edition_id).cite(Topic.SETUP_COMPLAINTS)
    assert decide(late, report(fault)) == TooLateToCorrect(because=because)


@pytest.mark.law("rapid-setup")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_king_set_up_wrongly_does_not_castle(edition_id: str, play: Play) -> None:
    swapped = Setup(fen="6k1/8/8/8/8/8/8/R2KQ2R w - - 0 1")
    table = Table(control=TimeControl.parsed("20+0"), edition=edition_id, setup=swapped)
    with_rights = replace(table, setup=Setup(fen="6k1/8/8/8/8/8/8/R2KQ2R w KQ - 0 1"))
    game = play(table, ())

    assert not any(game.position.facts(uci).castling for uci in game.position.legal_moves)
    arranged = decide(nothing_arranged(), ArrangeGame(by=WHITE, at_ms=0, table=with_rights))
    assert isinstance(arranged, BadField)
    assert arranged.problem == "impossible-position"


@pytest.mark.law("chess960")
@pytest.mark.parametrize(
    ("edition_id", "is_known"),
    [("2005", False), ("2009", True), ("2018", True), ("2023", True)],
    ids=["2005 has no rules", "2009 F.1", "2018 II.1", "2023 II.1"],
)
def test_chess960_is_played_by_editions_that_have_rules_for_it(
    edition_id: str, is_known: bool
) -> None:
    setup = Setup(fen=starting_position(5).start_fen, chess960=True)
    table = Table(control=TimeControl.parsed("90+30"), edition=edition_id, setup=setup)
    because = nothing_arranged().edition.cite(Topic.START)
    ruling = decide(nothing_arranged(), ArrangeGame(by=WHITE, at_ms=0, table=table))

    refused = BadField(field="chess960", problem="no-chess960", because=because)
    assert ruling == ((GameArranged(table=table, at_ms=0),) if is_known else refused)


def test_with_an_arbiter_they_alone_find_faults(play: Play) -> None:
    watched = play(at("2009"), ())
    alone = play(Table(control=TimeControl.parsed("90+30")), ())

    assert isinstance(decide(watched, report("turned-board", WHITE)), NotYourRole)
    assert isinstance(decide(alone, report("turned-board", WHITE)), tuple)


@pytest.mark.law("clock-set-wrong", "clock-faulty")
@pytest.mark.parametrize(
    ("edition_id", "article"),
    list(zip(EDITIONS, ("6.11", "6.10.b", "6.10.2", "6.10.2"), strict=True)),
)
def test_a_wrong_setting_is_put_right_with_its_move_counters(
    edition_id: str, article: str, play: Play
) -> None:
    control = "90/40+30/G"
    game = play(Table(control=TimeControl.parsed(control), edition=edition_id), moves_by_both(2))
    right = SetClocks(
        by=ARBITER,
        at_ms=1_000,
        white_ms=60_000,
        black_ms=70_000,
        why="wrong-setting",
        moves=(12, 11),
    )

    ruling = decide(game, right)

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], ClocksSet)
    assert ruling[0].because.article == article
    assert (ruling[0].white_ms, ruling[0].black_ms, ruling[0].moves) == (60_000, 70_000, (12, 11))


SET_WRONGLY = {"2005": "6.11", "2009": "6.10.b", "2018": "6.10.2", "2023": "6.10.2"}


@pytest.mark.law("clock-set-wrong", "interruption")
@pytest.mark.parametrize("by", [ARBITER, WHITE], ids=["the arbiter", "a player without one"])
@pytest.mark.parametrize("edition_id", SET_WRONGLY, ids=lambda each: f"{each} {SET_WRONGLY[each]}")
def test_clocks_that_were_set_wrongly_are_stopped_at_once_to_be_set(
    edition_id: str, by: Role, play: Play
) -> None:
    occasion = Occasion(has_arbiter=by is ARBITER)
    game = play(replace(at(edition_id), occasion=occasion), moves_by_both(2))

    ruling = decide(game, report("wrong-clock", by))

    because = edition(edition_id).cite(topic_of(game, "wrong-clock"))
    assert because.article == SET_WRONGLY[edition_id]
    assert ruling == (
        FaultFound(fault="wrong-clock", because=because, at_ms=1_000),
        ClocksStopped(by=by, why="irregularity", because=because, at_ms=1_000),
    )
    stopped = followed(game, ruling)
    assert decide(stopped, report("wrong-clock", by)) == ruling[:1]
    assert followed(stopped, decide(stopped, StartClocks(by=by, at_ms=2_000))).clock.is_running


@pytest.mark.law("times-after-restoring", "rapid-setup")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_late_complaint_of_the_setting_is_refused_but_a_restored_clock_is_set(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id, "20+0"), moves_by_both(10))

    def setting(why: ClockReason) -> SetClocks:
        return SetClocks(by=ARBITER, at_ms=1, white_ms=1, black_ms=1, why=why)

    assert isinstance(decide(game, setting("wrong-setting")), TooLateToCorrect)
    restored = decide(game, setting("restored"))
    assert isinstance(restored, tuple)
    because = edition(edition_id).cite(Topic.CLOCK_RESTORED)
    assert getattr(restored[0], "because", None) == because


def test_no_counter_goes_below_nothing(play: Play) -> None:
    game = play(at("2009"), ())
    wrong = SetClocks(by=ARBITER, at_ms=1, white_ms=1, black_ms=1, moves=(0, -1))

    ruling = decide(game, wrong)

    assert isinstance(ruling, BadField)
    assert ruling.field == "moves"
