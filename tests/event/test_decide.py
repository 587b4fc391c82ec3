"""A competition is run by commands; what can't be so is refused, and changes nothing."""

from dataclasses import replace

import pytest

from tests.event.organised import TERMS, Organised, entries, organised
from voice_chess.event.boards import Board
from voice_chess.event.commands import (
    ChangeTerms,
    CorrectPlayer,
    EnterPlayers,
    ForbidPair,
    GrantBye,
    MakeCompetition,
    NewEntrant,
    PairRound,
    RankPlayers,
    ReadmitPlayer,
    RuleResult,
    StartRound,
    TakeAppeals,
    TakeResult,
    UndoLast,
    WithdrawPlayer,
)
from voice_chess.event.competition import BoardResult, Person
from voice_chess.event.evolve import replayed
from voice_chess.event.field_of_players import MOST_PLAYERS
from voice_chess.event.identity import Identity
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.results import ReportedResult
from voice_chess.event.standings import standings
from voice_chess.event.terms import CompetitionTerms, Official, Play, System

# Article 9.1 of 2005, unlike 9.1.a of 2009, lets no event forbid draws by agreement.
EARLY = Play(edition="2005", time="15+10")


def boards_of(event: Organised) -> list[tuple[int, int | None]]:
    assert event.now.current is not None
    return [(board.white, board.black) for board in event.now.current.boards]


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (replace(TERMS, name=""), Reason.NAME_MISSING),
        (replace(TERMS, rounds=0), Reason.ROUNDS_WRONG),
        (replace(TERMS, rounds=100), Reason.ROUNDS_WRONG),
        (replace(TERMS, delay_minutes=61), Reason.DELAY_WRONG),
        (replace(TERMS, tie_breaks=("BH", "XX")), Reason.TIE_BREAK_UNKNOWN),
        (replace(TERMS, first_day="21.11.2026"), Reason.DAY_WRONG),
        (replace(TERMS, last_day="2026-11-20"), Reason.DAYS_SWAPPED),
        (replace(TERMS, play=Play(edition="1066", time="15+10")), Reason.EDITION_UNKNOWN),
        (replace(TERMS, play=replace(EARLY, no_agreed_draw_before_move=30)), Reason.NO_BAN),
        (replace(TERMS, play=replace(EARLY, has_agreed_draws=False)), Reason.NO_BAN),
        (replace(TERMS, play=Play(edition="2023", time="soon")), Reason.TIME_WRONG),
        (replace(TERMS, play=Play(edition="2023", time=" ")), Reason.TIME_MISSING),
        (replace(TERMS, name="Spring\nOpen"), Reason.NAME_MISSING),
        (replace(TERMS, first_day="20261121"), Reason.DAY_WRONG),
        (replace(TERMS, official=Official(city="x" * 61)), Reason.NAME_MISSING),
        (replace(TERMS, official=Official(deputies=("Anna", "Be\trt"))), Reason.NAME_MISSING),
        (replace(TERMS, official=Official(federation="Ger")), Reason.FEDERATION_WRONG),
        (replace(TERMS, official=Official(round_days=("21.11.",))), Reason.DAY_WRONG),
        (replace(TERMS, official=Official(round_days=6 * ("2026-11-21",))), Reason.TOO_MANY_DAYS),
    ],
)
def test_terms_that_cannot_be_are_refused(terms: CompetitionTerms, reason: Reason) -> None:
    event = Organised()

    assert event.refused(MakeCompetition(at_ms=1, terms=terms, arbiter="")) is reason


def test_players_get_the_numbers_that_follow() -> None:
    event = organised(3)

    event.done(EnterPlayers(at_ms=1, entries=entries(["Late"])))

    assert [each.number for each in event.now.competitors] == [1, 2, 3, 4]
    assert event.now.by_place["place-Late"].number == 4


def test_behind_the_highest_number_there_may_be_the_free_ones_follow() -> None:
    event = organised(3)
    last = (replace(entries(["Last"])[0], number=MOST_PLAYERS),)
    event.done(EnterPlayers(at_ms=1, entries=last))

    event.done(EnterPlayers(at_ms=1, entries=entries(["Late", "Later"])))

    assert [each.number for each in event.now.competitors] == [1, 2, 3, 4, 5, MOST_PLAYERS]


def test_what_is_told_of_a_player_is_corrected_in_the_middle_of_a_round_and_undone() -> None:
    event = organised(4)
    event.pair()
    event.start()
    better = Person(name="Anna Nowak", rating=1850, identity=Identity(fide_number="1120034"))

    event.done(CorrectPlayer(at_ms=1, player=2, person=better))

    assert event.now.by_number[2].person == better
    assert event.now.by_number[2].place == "place-P2"
    event.done(UndoLast(at_ms=1))
    assert event.now.by_number[2].person.name == "P2"


@pytest.mark.parametrize(
    ("player", "person", "reason"),
    [
        (9, Person(name="Anna"), Reason.NO_SUCH_PLAYER),
        (1, Person(name=""), Reason.NAME_MISSING),
        (1, Person(name="An\nna"), Reason.NAME_MISSING),
        (1, Person(name="\u200b"), Reason.NAME_MISSING),
        (1, Person(name="\u2800 \u3164"), Reason.NAME_MISSING),
        (1, Person(name="Anna", rating=4_000), Reason.RATING_WRONG),
        (1, Person(name="Anna", identity=Identity(birth="1990/31/05")), Reason.BIRTH_WRONG),
        (1, Person(name="Anna", identity=Identity(sex="q")), Reason.SEX_WRONG),
        (1, Person(name="Anna", identity=Identity(title="XM")), Reason.TITLE_WRONG),
        (1, Person(name="Anna", identity=Identity(federation="GERMANY")), Reason.FEDERATION_WRONG),
        (1, Person(name="Anna", identity=Identity(fide_number="x1")), Reason.FIDE_NUMBER_WRONG),
    ],
)
def test_a_correction_that_cannot_be_is_refused(
    player: int, person: Person, reason: Reason
) -> None:
    command = CorrectPlayer(at_ms=1, player=player, person=person)

    assert organised(3).refused(command) is reason


def test_one_wrong_player_keeps_all_of_a_list_out() -> None:
    event = organised(2)
    known, new = entries(["Known", "New"])
    wrong = (new, replace(known, number=2, line=7))

    refusal = event.do(EnterPlayers(at_ms=1, entries=wrong))

    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.line, refusal.field) == (Reason.NUMBER_TWICE, 7, "number")
    assert len(event.now.competitors) == 2


@pytest.mark.parametrize(
    ("name", "identity", "reason"),
    [
        ("jan", Identity(), Reason.NAME_TWICE),
        ("Eva  Maria", Identity(fide_number="12"), Reason.NAME_TWICE),
        ("A\N{COMBINING RING ABOVE}sa", Identity(), Reason.NAME_TWICE),
        ("Eva Maria", Identity(birth="1990"), None),
        ("Jan", Identity(fide_number="12"), None),
        ("Somebody Else", Identity(fide_number="11"), Reason.FIDE_NUMBER_TWICE),
    ],
)
def test_nobody_is_entered_twice_unless_told_apart_from_their_namesake(
    name: str, identity: Identity, reason: Reason | None
) -> None:
    event = organised(2)
    known = (
        ("Jan", Identity(fide_number="11")),
        ("Eva Maria", Identity(birth="1991")),
        ("\N{LATIN CAPITAL LETTER A WITH RING ABOVE}sa", Identity()),
    )
    entered = [entry_of(each, its) for each, its in known]
    event.done(EnterPlayers(at_ms=_NOW_MS, entries=tuple(entered)))
    new = replace(entry_of(name, identity), place="new", line=7)

    refusal = event.do(EnterPlayers(at_ms=_NOW_MS, entries=(new,)))

    found = (refusal.reason, refusal.line) if isinstance(refusal, Refusal) else None
    assert found == (None if reason is None else (reason, 7))


def entry_of(name: str, identity: Identity) -> NewEntrant:
    return NewEntrant(person=Person(name=name, identity=identity), place=f"place-{name}")


_NOW_MS = 1_795_000_000_000
"""In 2026: nobody was born later."""


def test_a_correction_makes_no_two_players_alike() -> None:
    event = organised(2)

    corrected = CorrectPlayer(at_ms=1, player=2, person=Person(name="P1"))

    assert event.refused(corrected) is Reason.NAME_TWICE


def test_of_two_who_are_kept_apart_the_unknown_one_is_named() -> None:
    event = organised(2)

    for one, other, field in ((7, 1, "player"), (1, 7, "other")):
        refusal = event.do(ForbidPair(at_ms=1, one=one, other=other))

        assert isinstance(refusal, Refusal)
        assert (refusal.reason, refusal.field) == (Reason.NO_SUCH_PLAYER, field)


def test_players_are_ranked_by_rating_before_the_first_round_only() -> None:
    event = organised(3)
    event.done(EnterPlayers(at_ms=1, entries=entries(["Best"], rating=2_000)))
    event.done(ForbidPair(at_ms=1, one=1, other=4))

    event.done(RankPlayers(at_ms=1))

    assert [each.person.name for each in event.now.competitors] == ["Best", "P1", "P2", "P3"]
    assert event.now.forbidden == ((2, 1),)
    event.pair()
    assert event.refused(RankPlayers(at_ms=1)) is Reason.BEGUN


def test_a_round_is_paired_started_and_over_when_all_results_are_there() -> None:
    event = organised(4)

    event.pair()
    assert boards_of(event) == [(1, 3), (4, 2)]
    event.start()
    event.take("1-1", BoardResult.WHITE_WINS)
    assert event.now.rounds_over == 0
    event.take("1-2", BoardResult.DRAW)

    assert event.now.rounds_over == 1
    first = standings(event.now.report, 1)[0]
    assert (first.player.number, first.quarters) == (1, 4)


def test_the_next_round_waits_for_every_result() -> None:
    event = organised(4)
    event.pair()
    event.start()
    event.take("1-1", BoardResult.WHITE_WINS)

    reason = event.refused(PairRound(at_ms=1, boards=()))

    assert reason is Reason.RESULT_MISSING


def test_a_result_of_a_game_is_written_once() -> None:
    event = organised(2)
    event.pair()
    event.start()
    event.take("1-1", BoardResult.DRAW)
    written = len(event.written)

    event.take("1-1", BoardResult.DRAW)

    assert len(event.written) == written


def test_the_arbiters_result_stands_whatever_the_game_brings() -> None:
    event = organised(2)
    event.pair()
    event.start()
    event.rule(1, BoardResult.BLACK_BY_FORFEIT, "White did not come")

    event.take("1-1", BoardResult.WHITE_WINS)

    board = event.now.board(1, 1)
    assert board is not None
    assert (board.result, board.reason) == (BoardResult.BLACK_BY_FORFEIT, "White did not come")


def test_without_the_arbiters_result_that_of_the_game_is_back() -> None:
    event = organised(2)
    event.pair()
    event.start()
    event.rule(1, BoardResult.DRAW)
    event.take("1-1", BoardResult.WHITE_WINS)

    event.done(UndoLast(at_ms=2))

    board = event.now.board(1, 1)
    assert board is not None
    assert board.result is BoardResult.WHITE_WINS


def test_a_result_needs_a_reason_a_board_and_a_round() -> None:
    event = organised(5)
    event.play_round()
    ruling = RuleResult(at_ms=1, round=1, board=1, result=BoardResult.DRAW, reason="seen")

    assert event.refused(replace(ruling, reason=" ")) is Reason.REASON_MISSING
    assert event.refused(replace(ruling, board=9)) is Reason.NO_SUCH_BOARD
    assert event.refused(replace(ruling, board=3)) is Reason.NO_SUCH_BOARD
    assert event.refused(replace(ruling, round=2)) is Reason.NO_SUCH_ROUND


def late_ruling(result: BoardResult, board: int = 1) -> RuleResult:
    return RuleResult(at_ms=2, round=1, board=board, result=result, reason="appeal")


def test_a_result_corrected_late_counts_in_the_standings_and_leaves_the_pairings() -> None:
    event = organised(4)
    event.play_round()
    event.pair()
    event.start()
    assert event.now.current is not None
    first, paired_so = event.now.rounds[0].boards[0], event.now.current

    event.done(late_ruling(BoardResult.BLACK_WINS))

    assert event.now.current == paired_so
    points = {each.player.number: each.quarters for each in standings(event.now.report, 1, ())}
    assert (points[first.white], points[first.black or 0]) == (0, 4)


def test_the_next_pairing_uses_the_corrected_result() -> None:
    def second_pairs(*, is_corrected: bool) -> set[frozenset[int]]:
        event = organised(8, rounds=3)
        event.play_round()
        event.play_round()
        if is_corrected:
            event.done(late_ruling(BoardResult.BLACK_WINS))
        event.pair()
        assert event.now.current is not None
        return {frozenset(board.players) for board in event.now.current.boards}

    assert second_pairs(is_corrected=True) != second_pairs(is_corrected=False)


def test_a_late_correction_is_undone_after_the_next_round_has_started() -> None:
    event = organised(4)
    event.play_round()
    event.pair()
    event.start()
    before = event.now
    event.done(late_ruling(BoardResult.DRAW))
    assert event.now.corrected == {(1, 1)}

    event.done(UndoLast(at_ms=3))

    assert event.now == replace(before, corrected=frozenset({(1, 1)})), "players hear of it"
    assert event.refused(UndoLast(at_ms=4)) is Reason.NOTHING_TO_UNDO


def test_a_correction_is_news_until_the_next_round_is_paired() -> None:
    event = organised(4)
    event.play_round()
    event.play_round()
    event.done(late_ruling(BoardResult.DRAW))

    event.pair()

    assert event.now.corrected == frozenset()


def test_a_result_that_a_game_gets_late_counts_but_losing_it_does_not() -> None:
    """Standings without it would fall back to the round before, and no round could be paired."""
    event = organised(4)
    event.play_round()
    event.pair()

    gone = TakeResult(at_ms=2, game_id="1-1", result=None)
    assert event.refused(gone) is Reason.RESULT_FIXED
    event.take("1-1", BoardResult.DRAW)

    board = event.now.board(1, 1)
    assert board is not None
    assert board.result is BoardResult.DRAW


def first_result(event: Organised) -> BoardResult | None:
    return event.now.rounds[0].boards[0].result


@pytest.mark.parametrize("later_rounds", [0, 1])
def test_a_result_stated_at_the_board_is_undone_though_the_game_keeps_it(
    later_rounds: int,
) -> None:
    event = organised(4)
    event.play_round(BoardResult.DRAW)
    for _ in range(later_rounds):
        event.pair()
        event.start()
    stated = TakeResult(at_ms=7, game_id="1-1", result=BoardResult.BLACK_WINS, is_ruled=True)
    event.done(stated)
    assert first_result(event) is BoardResult.BLACK_WINS
    assert event.history
    assert event.history.last_of_arbiter

    event.done(UndoLast(at_ms=8, made_at_ms=7))

    assert event.do(replace(stated, at_ms=9)) == ()
    assert first_result(event) is BoardResult.DRAW
    assert event.refused(UndoLast(at_ms=10)) is Reason.NOTHING_TO_UNDO
    assert replayed(event.written) == event.history
    event.done(replace(stated, at_ms=10, is_stated_again=True))
    assert first_result(event) is BoardResult.BLACK_WINS
    event.done(UndoLast(at_ms=10, made_at_ms=10))
    assert first_result(event) is BoardResult.DRAW
    event.done(TakeResult(at_ms=11, game_id="1-1", result=BoardResult.WHITE_WINS, is_ruled=True))
    assert first_result(event) is BoardResult.WHITE_WINS


def test_a_result_stated_at_the_board_stays_undone_when_the_change_before_it_is_undone() -> None:
    event = organised(4)
    event.play_round(BoardResult.DRAW)
    event.done(RuleResult(at_ms=2, round=1, board=2, result=BoardResult.BLACK_WINS, reason="seen"))
    event.done(
        TakeResult(at_ms=3, game_id="1-1", result=BoardResult.BLACK_WINS, is_ruled=True),
    )

    event.done(UndoLast(at_ms=4))
    event.done(UndoLast(at_ms=5))

    assert [board.result for board in event.now.rounds[0].boards] == [BoardResult.DRAW] * 2


def test_a_result_that_both_players_sign_is_no_change_of_the_arbiters() -> None:
    event = organised(4)
    event.play_round(BoardResult.DRAW)
    event.take("1-1", BoardResult.BLACK_WINS)

    assert event.refused(UndoLast(at_ms=3)) is Reason.NOTHING_TO_UNDO


def test_in_a_knock_out_a_late_correction_leaves_the_winner() -> None:
    event = organised(4, System.KNOCK_OUT, rounds=2)
    event.play_round()
    event.pair()

    assert event.refused(late_ruling(BoardResult.BLACK_WINS)) is Reason.RESULT_FIXED
    event.done(late_ruling(BoardResult.WHITE_BY_FORFEIT))


def test_changes_are_undone_from_the_last_one_back_to_the_start_of_the_round() -> None:
    event = organised(4)
    event.play_round()
    event.done(WithdrawPlayer(at_ms=1, player=4))
    event.done(GrantBye(at_ms=1, player=3, round=2))
    event.pair()

    for _ in range(3):
        event.done(UndoLast(at_ms=2))

    assert event.now.by_number[4].absent == frozenset()
    assert event.now.by_number[3].byes == frozenset()
    assert event.refused(UndoLast(at_ms=2)) is Reason.NOTHING_TO_UNDO


def test_what_was_undone_stays_undone_when_the_journal_is_read() -> None:
    event = organised(4)
    event.pair()
    event.done(UndoLast(at_ms=1))
    event.done(UndoLast(at_ms=1))

    again = replayed(event.written)

    assert again == event.history
    assert again is not None
    assert again.competition.competitors == ()


def test_a_pairing_can_be_undone_until_its_round_is_started() -> None:
    event = organised(4)
    event.pair()
    event.done(UndoLast(at_ms=1))
    assert event.now.rounds == ()

    event.pair()
    event.start()
    assert event.refused(UndoLast(at_ms=1)) is Reason.NOTHING_TO_UNDO


def test_nobody_withdraws_from_a_game_that_goes_on() -> None:
    event = organised(4)
    event.pair()
    event.start()

    assert event.refused(WithdrawPlayer(at_ms=1, player=1)) is Reason.IN_PLAY
    event.take("1-1", BoardResult.WHITE_WINS)
    event.done(WithdrawPlayer(at_ms=1, player=1))
    assert event.refused(WithdrawPlayer(at_ms=1, player=1)) is Reason.AWAY_ALREADY


@pytest.mark.law("penalty-rounds")
def test_who_has_withdrawn_is_not_paired_even_in_rounds_added_later_until_readmitted() -> None:
    event = organised(4, rounds=1)
    event.play_round()
    event.done(WithdrawPlayer(at_ms=1, player=2))
    event.done(ChangeTerms(at_ms=1, terms=replace(TERMS, rounds=3)))
    event.pair()
    assert 2 not in {number for board in boards_of(event) for number in board}

    event.done(UndoLast(at_ms=1))
    event.done(ReadmitPlayer(at_ms=1, player=2))
    event.pair()
    assert 2 in {number for board in boards_of(event) for number in board}
    assert event.refused(ReadmitPlayer(at_ms=1, player=2)) is Reason.NOT_AWAY


def test_a_late_player_has_no_points_for_rounds_before() -> None:
    event = organised(4)
    event.play_round()

    event.done(EnterPlayers(at_ms=1, entries=entries(["Late"])))
    event.pair()

    late = event.now.report.by_number[5]
    assert late.cells[0] is not None
    assert late.cells[0].result is ReportedResult.ZERO_BYE
    assert 5 in {number for board in boards_of(event) for number in board}


def test_a_half_point_bye_is_for_a_round_to_come_once() -> None:
    event = organised(5)
    event.done(GrantBye(at_ms=1, player=5, round=2))

    assert event.refused(GrantBye(at_ms=1, player=5, round=2)) is Reason.BYE_ALREADY
    assert event.refused(GrantBye(at_ms=1, player=5, round=6)) is Reason.NO_SUCH_ROUND
    assert event.refused(GrantBye(at_ms=1, player=6, round=2)) is Reason.NO_SUCH_PLAYER
    event.play_round()
    event.play_round()
    assert event.refused(GrantBye(at_ms=1, player=5, round=2)) is Reason.PAIRED_ALREADY
    cell = event.now.report.by_number[5].cells[1]
    assert cell is not None
    assert cell.result is ReportedResult.HALF_BYE


def test_those_who_may_not_meet_do_not() -> None:
    event = organised(4)
    event.done(ForbidPair(at_ms=1, one=1, other=3))

    assert event.refused(ForbidPair(at_ms=1, one=3, other=1)) is Reason.FORBIDDEN_ALREADY
    assert event.refused(ForbidPair(at_ms=1, one=2, other=2)) is Reason.SAME_PLAYER
    event.pair()
    assert {1, 3} not in [set(board) for board in boards_of(event)]


def test_a_pairing_by_hand_that_the_rules_forbid_is_refused_with_the_rule() -> None:
    event = organised(4)
    event.play_round()
    again = (Board(white=3, black=1), Board(white=2, black=4))

    refusal = event.do(PairRound(at_ms=1, boards=again))

    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.PAIRING_FORBIDDEN
    assert str(refusal.because) == "3 and 1 have played each other already"


def test_a_round_is_started_once_and_only_when_it_is_paired() -> None:
    event = organised(2)

    assert event.refused(StartRound(at_ms=1, games=())) is Reason.NOT_PAIRED
    event.pair()
    event.start()
    assert event.refused(StartRound(at_ms=1, games=())) is Reason.STARTED_ALREADY


def test_a_game_of_nobody_here_has_no_result_here() -> None:
    event = organised(2)

    reason = event.refused(TakeResult(at_ms=1, game_id="x", result=BoardResult.DRAW))

    assert reason is Reason.NO_SUCH_BOARD


def test_the_system_stays_once_a_round_is_paired() -> None:
    event = organised(2)
    event.pair()
    other = replace(TERMS, system=System.ROUND_ROBIN)

    assert event.refused(ChangeTerms(at_ms=1, terms=other)) is Reason.BEGUN


def test_in_a_round_robin_everybody_meets_everybody_and_twice_with_either_colour() -> None:
    event = organised(4, System.ROUND_ROBIN, rounds=6)
    met: list[tuple[int, int | None]] = []

    for _ in range(6):
        event.play_round()
        met += boards_of(event)

    assert len(set(met)) == len(met) == 12
    assert event.refused(PairRound(at_ms=1, boards=())) is Reason.NO_MORE_ROUNDS


def test_a_round_robin_has_as_many_rounds_as_its_table() -> None:
    event = organised(5, System.ROUND_ROBIN, rounds=4)

    assert event.refused(PairRound(at_ms=1, boards=())) is Reason.ROUNDS_DO_NOT_FIT


def test_who_leaves_a_round_robin_loses_without_a_game() -> None:
    event = organised(4, System.ROUND_ROBIN, rounds=3)
    event.play_round()
    event.done(WithdrawPlayer(at_ms=1, player=1))

    event.pair()

    assert event.now.current is not None
    board = event.now.current.board_of(1)
    assert board is not None
    winner = event.now.by_number[board.winner or 0]
    assert winner.number != 1
    assert not board.is_open
    event.start()
    entered = event.refused(EnterPlayers(at_ms=1, entries=entries(["Late"])))
    assert entered is Reason.NO_LATE_ENTRY


def test_in_a_match_two_players_have_white_in_turns() -> None:
    event = organised(2, System.MATCH, rounds=3)
    seen: list[tuple[int, int | None]] = []

    for _ in range(3):
        event.play_round()
        seen += boards_of(event)

    assert seen == [(1, 2), (2, 1), (1, 2)]


def test_who_is_free_in_a_round_robin_has_no_point_for_it() -> None:
    event = organised(3, System.ROUND_ROBIN, rounds=3)
    event.play_round(BoardResult.DRAW)

    points = {each.player.number: each.quarters / 4 for each in standings(event.now.report, 1)}

    assert points == {1: 0, 2: 0.5, 3: 0.5}


def test_a_match_is_for_two() -> None:
    event = organised(3, System.MATCH, rounds=3)

    assert event.refused(PairRound(at_ms=1, boards=())) is Reason.TOO_FEW_PLAYERS


def test_a_knock_out_goes_on_with_its_winners_and_the_best_have_byes() -> None:
    event = organised(6, System.KNOCK_OUT, rounds=3)
    event.pair()
    first = {frozenset(board) for board in boards_of(event)}
    assert first == {
        frozenset({1, None}),
        frozenset({2, None}),
        frozenset({4, 5}),
        frozenset({3, 6}),
    }

    event.start()
    for board in event.now.rounds[0].boards:
        if board.is_open:
            event.rule(board.number, BoardResult.WHITE_WINS)
    left = {board.winner for board in event.now.rounds[0].boards}
    event.pair()

    assert {number for board in boards_of(event) for number in board} == left


def test_in_a_knock_out_somebody_has_to_go_on() -> None:
    event = organised(2, System.KNOCK_OUT, rounds=1)
    event.done(ChangeTerms(at_ms=1, terms=replace(TERMS, system=System.KNOCK_OUT, rounds=2)))
    event.done(EnterPlayers(at_ms=1, entries=entries(["P3", "P4"])))
    event.play_round(BoardResult.DRAW)
    assert event.refused(PairRound(at_ms=1, boards=())) is Reason.NOBODY_GOES_ON

    event.rule(1, BoardResult.WHITE_WINS, "blitz 2-0")
    event.rule(2, BoardResult.BLACK_WINS, "blitz 0-2")
    event.pair()

    assert len(boards_of(event)) == 1


def test_a_knock_out_in_which_nobody_is_left_is_not_paired() -> None:
    event = organised(4, System.KNOCK_OUT, rounds=2)
    event.play_round()
    for board in event.now.rounds[0].boards:
        event.done(WithdrawPlayer(at_ms=1, player=board.white))

    assert event.refused(PairRound(at_ms=1, boards=())) is Reason.TOO_FEW_PLAYERS


def test_a_person_without_a_name_does_not_enter() -> None:
    event = organised(2)
    nameless = replace(entries(["x"])[0], person=Person(name=""))
    overrated = replace(entries(["x"])[0], person=Person(name="x", rating=9_000))

    assert event.refused(EnterPlayers(at_ms=1, entries=(nameless,))) is Reason.NAME_MISSING
    assert event.refused(EnterPlayers(at_ms=1, entries=(overrated,))) is Reason.RATING_WRONG
    assert event.refused(EnterPlayers(at_ms=1, entries=())) is Reason.NOBODY_NAMED


def test_what_is_so_already_is_no_change_and_nothing_to_undo() -> None:
    event = organised(4)
    event.pair()
    person = Person(name="Anna", rating=1850)
    commands = (
        CorrectPlayer(at_ms=1, player=2, person=person),
        ChangeTerms(at_ms=1, terms=replace(TERMS, name="Autumn Open")),
        RuleResult(at_ms=1, round=1, board=1, result=BoardResult.DRAW, reason="agreed"),
    )
    for command in commands:
        first, again = event.do(command), event.do(command)
        assert isinstance(first, tuple)
        assert (len(first), again) == (1, ())

    ranked = organised(2)
    assert ranked.do(RankPlayers(at_ms=1)) == ()


def test_a_change_that_was_undone_is_not_undone_in_another_one() -> None:
    event = organised(4)
    for number in (1, 2):
        event.done(GrantBye(at_ms=number, player=number, round=2))

    event.done(UndoLast(at_ms=3, made_at_ms=2))
    assert event.refused(UndoLast(at_ms=3, made_at_ms=2)) is Reason.CHANGED_MEANWHILE
    assert event.now.by_number[1].away == {2}
    event.done(UndoLast(at_ms=3, made_at_ms=1))
    assert event.now.by_number[1].away == frozenset()


def test_who_has_their_place_already_is_not_entered_once_more() -> None:
    event = organised(2)
    command = EnterPlayers(at_ms=1, entries=entries(["Late", "Later"]))
    event.done(command)
    event.pair()

    assert event.do(command) == ()
    assert len(event.now.competitors) == 4


def test_an_appeal_waits_over_later_pairings_and_what_is_undone() -> None:
    event = organised(4)
    event.play_round()
    event.done(TakeAppeals(at_ms=2, game_id="1-1", waits=True))
    event.pair()
    event.done(UndoLast(at_ms=3))
    assert event.now.appealed == {"1-1"}
    assert event.do(TakeAppeals(at_ms=4, game_id="1-1", waits=True)) == ()

    event.done(TakeAppeals(at_ms=5, game_id="1-1", waits=False))

    assert event.now.appealed == frozenset()
    unknown = TakeAppeals(at_ms=6, game_id="9-9", waits=True)
    assert event.refused(unknown) is Reason.NO_SUCH_BOARD
