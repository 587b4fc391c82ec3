"""Scoresheets the players keep themselves: when they must write, complete, reconstruct and sign."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from tests.arbiter.asked import followed, made
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal as Seal
from voice_chess.game.adjournment import OpenEnvelope, Resume, SealMove
from voice_chess.game.clocks import (
    AddTime,
    BeginNextPeriod,
    ClocksStopped,
    PeriodBegun,
    StartClocks,
    StopClocks,
)
from voice_chess.game.commands import Command
from voice_chess.game.draws import ClaimDraw, DeclineDraw, OfferDraw
from voice_chess.game.game_end import EndGame, Resign
from voice_chess.game.information import AskInformation, Inform
from voice_chess.game.irregularities import GoBack
from voice_chess.game.moves import AnnounceMove, MoveAnnounced, MoveCompleted, PressClock
from voice_chess.game.refusals import (
    BadField,
    GameNotOver,
    NothingToRecord,
    NothingToRuleOn,
    NotInAdvance,
    NotYetRecorded,
    NotYourMove,
    NotYourRole,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import (
    CompleteScore,
    GameReconstructed,
    MoveRecorded,
    ReconstructGame,
    RecordMove,
    ResultSettled,
    RuleOnResult,
    ScoreCompleted,
    ScoreSigned,
    SignScore,
    Source,
)
from voice_chess.game.state import About, Game, are_complete
from voice_chess.game.table import Customs, Occasion, Role, ScoreMedium, Seat, Setup, Table
from voice_chess.game.touch import SetPieceDown
from voice_chess.laws.edition import edition, known_editions
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
EDITIONS = known_editions()
WRITTEN = Customs(recording="reported", charge_until="press")
CLAIMED = Customs(recording="reported", charge_until="press", flag_mode="claim")
ARBITER_THERE = Occasion(has_arbiter=True, games_per_arbiter=1)
ON_PAPER = Seat(score_medium="paper")
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")


def at(edition_id: str = "2009", control: str = "90+0", *, has_arbiter: bool = False) -> Table:
    return Table(
        control=TimeControl.parsed(control),
        edition=edition_id,
        white=ON_PAPER,
        black=ON_PAPER,
        customs=WRITTEN,
        occasion=ARBITER_THERE if has_arbiter else Occasion(),
    )


def wrote(*, by: Role = WHITE, at_ms: int = 2_000) -> RecordMove:
    return RecordMove(by=by, at_ms=at_ms)


def after(game: Game, *commands: Command) -> Game:
    for command in commands:
        game = followed(game, decide(game, command))
    return game


@pytest.mark.law("record-moves")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_ones_own_last_move_is_written_before_the_next(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), (*made("e2e4"), *made("e7e5", 2_000, BLACK)))
    following = made("g1f3", 3_000)[0]

    unwritten = decide(game, following)

    because = edition(edition_id).cite(Topic.RECORDING)
    assert unwritten == NotYetRecorded(because=because)
    written = after(game, wrote())
    announced = MoveAnnounced(white=True, uci="g1f3", at_ms=3_000)
    assert decide(written, following) == (announced,)


@pytest.mark.law("record-moves")
def test_nor_does_the_hand_make_the_next_move_before_that(play: Play) -> None:
    game = play(at(), (*made("e2e4"), *made("e7e5", 2_000, BLACK)))
    down = SetPieceDown(by=WHITE, at_ms=3_000, uci="g1f3")

    assert isinstance(decide(game, down), NotYetRecorded)
    assert isinstance(decide(after(game, wrote()), down), tuple)


@pytest.mark.law("record-moves")
def test_one_may_answer_before_writing_the_opponents_move(play: Play) -> None:
    game = play(at(), made("e2e4"))

    assert isinstance(decide(game, made("e7e5", 2_000, BLACK)[0]), tuple)


@pytest.mark.law("record-moves")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_no_move_is_written_in_advance(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), ())

    ruling = decide(game, wrote())

    assert ruling == NotInAdvance(because=edition(edition_id).cite(Topic.RECORDING))


@pytest.mark.law("record-moves")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_who_reports_twice_is_told_that_the_score_is_complete(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), (*made("e2e4"), wrote()))

    ruling = decide(game, wrote(at_ms=3_000))

    assert ruling == NothingToRecord(because=edition(edition_id).cite(Topic.RECORDING))


@pytest.mark.law("record-moves")
def test_one_report_is_of_all_moves_made_so_far(play: Play) -> None:
    game = play(at(), (*made("e2e4"), *made("e7e5", 2_000, BLACK), wrote(at_ms=3_000)))

    assert game.scores.white.moves == ("e2e4", "e7e5")
    assert game.scores.black.moves == ()


@pytest.mark.law("record-moves")
def test_moves_made_before_the_game_came_here_need_no_report(play: Play) -> None:
    table = replace(at(), setup=Setup(moves=("e2e4", "e7e5")))

    game = play(table, ())

    assert isinstance(decide(game, made("g1f3")[0]), tuple)


@pytest.mark.law("record-moves", "signing")
def test_the_last_move_may_be_written_after_the_game(play: Play) -> None:
    game = play(at(), (*made("e2e4"), Resign(by=BLACK, at_ms=2_000)))

    written = after(game, wrote(at_ms=3_000))

    assert written.scores.white.moves == ("e2e4",)
    assert isinstance(decide(written, wrote(at_ms=4_000)), NothingToRecord)


@pytest.mark.law("blind-score")
@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("medium", ["program", "recording"])
def test_announcing_records_the_moves_of_who_keeps_their_score_in_sound(
    edition_id: str, medium: ScoreMedium, play: Play
) -> None:
    table = replace(at(edition_id), white=Seat(is_blind=True, score_medium=medium))
    game = play(table, (*made("e2e4"), *made("e7e5", 2_000, BLACK)))

    assert isinstance(decide(game, made("g1f3", 3_000)[0]), tuple)
    assert isinstance(decide(game, wrote(at_ms=3_000)), NothingToRecord)


@pytest.mark.law("record-moves", "blind-score")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_the_sighted_opponent_of_a_blind_player_writes_nevertheless(
    edition_id: str, play: Play
) -> None:
    table = replace(at(edition_id), white=Seat(is_blind=True))
    moves = [*made("e2e4"), *made("e7e5", 2_000, BLACK), *made("g1f3", 3_000)]
    game = play(table, moves)

    refused = decide(game, made("b8c6", 4_000, BLACK)[0])

    assert refused == NotYetRecorded(because=edition(edition_id).cite(Topic.RECORDING))
    written = after(game, wrote(by=BLACK, at_ms=4_000))
    assert isinstance(decide(written, made("b8c6", 5_000, BLACK)[0]), tuple)


@pytest.mark.law("record-moves")
def test_a_move_that_stands_on_the_board_may_be_written_before_the_press(play: Play) -> None:
    game = play(at(), (made("e2e4")[0],))

    assert decide(game, wrote()) == (
        MoveRecorded(white=True, uci="e2e4", with_offer=False, at_ms=2_000),
    )
    corrected = after(game, wrote(), made("d2d4", 2_500)[0])
    assert corrected.scores.white.moves == ()


@pytest.mark.law("record-moves", "repetition-intended")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_move_to_claim_with_is_written_with_the_claim(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), ())

    claim = ClaimDraw(by=WHITE, at_ms=1_000, kind="repetition", uci="g1f3")

    assert isinstance(decide(game, wrote(at_ms=500)), NotInAdvance)
    assert isinstance(decide(game, claim), tuple)


@pytest.mark.law("record-moves", "sealing")
def test_a_sealed_move_is_written_for_the_envelope(play: Play) -> None:
    game = play(at(), (Seal(by=WHITE, at_ms=500, resumption="tomorrow"),))

    assert isinstance(decide(game, wrote(at_ms=600)), NotInAdvance)
    assert isinstance(decide(game, SealMove(by=WHITE, at_ms=600, text="Nf3")), tuple)


WRITTEN_BELOW = {"2005 8.1": "2005", "2009 8.1": "2009", "2018 8.1": "2018", "2023 8.1": "2023"}
by_article = pytest.mark.parametrize("edition_id", WRITTEN_BELOW.values(), ids=WRITTEN_BELOW)


@pytest.mark.law("record-moves", "sealing")
@by_article
@pytest.mark.parametrize(
    "sealed",
    [
        SealMove(by=WHITE, at_ms=6_000, text="Nf3"),
        AnnounceMove(by=WHITE, at_ms=6_000, uci="g1f3"),
    ],
)
def test_the_sealed_move_is_written_below_ones_last_one(
    sealed: Command, edition_id: str, play: Play
) -> None:
    before = (*made("e2e4"), *made("e7e5", 2_000, BLACK))
    game = play(at(edition_id), (*before, Seal(by=WHITE, at_ms=3_000, resumption="tomorrow")))

    because = edition(edition_id).cite(Topic.RECORDING)
    assert decide(game, sealed) == NotYetRecorded(because=because)
    assert isinstance(decide(after(game, wrote(at_ms=4_000)), sealed), tuple)


@pytest.mark.law("record-moves", "repetition-intended")
@by_article
def test_so_is_a_move_to_claim_with_but_a_claim_by_the_position_is_not_written(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id), (*made("e2e4"), *made("e7e5", 2_000, BLACK)))
    by_position = ClaimDraw(by=WHITE, at_ms=3_000, kind="fifty")
    with_move = replace(by_position, uci="g1f3")

    because = edition(edition_id).cite(Topic.RECORDING)
    assert decide(game, with_move) == NotYetRecorded(because=because)
    assert isinstance(decide(after(game, wrote()), with_move), tuple)
    assert isinstance(decide(game, by_position), tuple)


@pytest.mark.law("record-moves", "claim-wrong")
@by_article
def test_a_move_claimed_with_in_vain_needs_no_report(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), (*made("e2e4"), *made("e7e5", 2_000, BLACK), wrote()))
    claim = ClaimDraw(by=WHITE, at_ms=3_000, kind="fifty", uci="g1f3")

    claimed = after(game, claim, PressClock(by=WHITE, at_ms=4_000))

    assert claimed.scores.white.moves == ("e2e4", "e7e5", "g1f3")
    replied = after(claimed, wrote(by=BLACK, at_ms=5_000), *made("b8c6", 5_000, BLACK))
    assert isinstance(decide(replied, made("f1c4", 6_000)[0]), tuple)


@pytest.mark.law("record-moves", "sealing")
@by_article
def test_a_move_from_the_envelope_needs_no_report(edition_id: str, play: Play) -> None:
    adjourned = play(
        at(edition_id),
        (
            *made("e2e4"),
            *made("e7e5", 2_000, BLACK),
            wrote(),
            Seal(by=WHITE, at_ms=3_000, resumption="tomorrow"),
            SealMove(by=WHITE, at_ms=4_000, text="Nf3"),
            StopClocks(by=WHITE, at_ms=5_000),
        ),
    )
    here = Resume(by=WHITE, at_ms=6_000, white_here=True, black_here=True)

    opened = after(adjourned, here, OpenEnvelope(by=BLACK, at_ms=7_000, uci="g1f3"))

    assert opened.scores.white.moves == ("e2e4", "e7e5", "g1f3")
    assert opened.scores.black.moves == ()


def test_who_was_let_off_writing_has_not_written_all_for_a_claim(play: Play) -> None:
    game = play(at(control="4+0"), (*made("e2e4"), *made("e7e5", 2_000, BLACK)))

    claimed = after(game, ClaimDraw(by=WHITE, at_ms=3_000, kind="fifty", uci="g1f3"))

    assert claimed.scores.white.moves == ()


@pytest.mark.law("offer-written")
@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("by", [WHITE, BLACK])
def test_both_write_the_offer_beside_the_move(edition_id: str, by: Role, play: Play) -> None:
    said, press = made("e2e4")
    game = play(at(edition_id), (said, OfferDraw(by=WHITE, at_ms=1_000), press))

    ruling = decide(game, wrote(by=by))

    is_white = by is WHITE
    assert ruling == (MoveRecorded(white=is_white, uci="e2e4", with_offer=True, at_ms=2_000),)


@pytest.mark.law("record-moves")
def test_what_was_written_past_a_position_put_back_is_struck_out(play: Play) -> None:
    game = play(at(), (*made("e2e4"), wrote(), *made("e7e5", 2_000, BLACK)))

    back = after(game, GoBack(by=ARBITER, at_ms=3_000, moves_kept=0))

    assert back.scores.white.moves == ()


def test_where_the_program_keeps_the_scores_nobody_reports_writing(play: Play) -> None:
    game = play(Table(control=TimeControl.parsed("90+0")), made("e2e4"))

    assert isinstance(decide(game, wrote()), NothingToRecord)


@pytest.mark.law("assistant-records")
def test_an_assistant_writes_for_the_blind_player(play: Play) -> None:
    table = Table(
        control=TimeControl.parsed("90+0"),
        customs=WRITTEN,
        white=Seat(is_blind=True, has_assistant=True, score_medium="braille"),
    )
    game = play(table, made("e2e4"))

    assert isinstance(decide(game, wrote(by=Role.ASSISTANT_WHITE)), tuple)
    assert isinstance(decide(game, wrote(by=Role.ASSISTANT_BLACK)), NotYourRole)


LATE_MS = 90 * 60_000 - 299_000


@pytest.mark.law("record-exempt")
@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize(
    ("control", "at_ms", "must"),
    [("90+0", LATE_MS, False), ("90+0", LATE_MS - 1_000, True), ("90+30", LATE_MS, True)],
    ids=["under five minutes", "at five minutes", "with thirty seconds a move"],
)
def test_short_of_time_nobody_must_write(
    edition_id: str, control: str, at_ms: int, must: bool, play: Play
) -> None:
    game = play(at(edition_id, control), (*made("e2e4", 0), *made("e7e5", 0, BLACK)))

    ruling = decide(game, made("g1f3", at_ms)[0])

    assert isinstance(ruling, NotYetRecorded) == must


@pytest.mark.law("record-exempt")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_once_let_off_one_is_so_to_the_end_of_the_period(edition_id: str, play: Play) -> None:
    gift = AddTime(by=ARBITER, at_ms=LATE_MS, white=True, ms=120_000)
    game = play(at(edition_id), (*made("e2e4", 0), *made("e7e5", 0, BLACK), gift))

    assert isinstance(decide(game, made("g1f3", LATE_MS)[0]), tuple)


@pytest.mark.law("rapid-unrecorded")
@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("control", ["20+0", "5+0"])
def test_in_rapid_and_blitz_nobody_must_write(edition_id: str, control: str, play: Play) -> None:
    moves = (*made("e2e4"), *made("e7e5", 2_000, BLACK))
    game = play(at(edition_id, control), moves)

    assert isinstance(decide(game, made("g1f3", 3_000)[0]), tuple)


def shuffled(times: tuple[int, int], *, writes: tuple[Role, ...] = ()) -> list[Command]:
    """White's first move at the first time, all else at the second, past both time controls."""
    white_ms, black_ms = times
    moves: list[Command] = []
    for ply, uci in enumerate(KNIGHTS):
        by, at_ms = (BLACK if ply % 2 else WHITE), (black_ms if ply else white_ms)
        moves += made(uci, at_ms, by)
        for writer in writes:
            moves.append(wrote(by=writer, at_ms=at_ms))
    return moves


BOTH_LATE = (3_600_000 - 200_000, 2 * (3_600_000 - 200_000))
CONTROL = "60/2+30/G"


@pytest.mark.law("both-exempt")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_when_nobody_wrote_the_arbiter_stops_the_clocks_at_the_time_control(
    edition_id: str, play: Play
) -> None:
    moves = shuffled(BOTH_LATE)
    game = play(at(edition_id, CONTROL, has_arbiter=True), moves[:-1])

    ruling = decide(game, moves[-1])

    assert isinstance(ruling, tuple)
    assert [type(event) for event in ruling] == [MoveCompleted, ClocksStopped]
    because = edition(edition_id).cite(Topic.RECORDING_COMPLETION)
    assert getattr(ruling[1], "because", None) == because
    stopped = followed(game, ruling)
    go_on = StartClocks(by=ARBITER, at_ms=9_000_000)
    assert decide(stopped, go_on) == NotYetRecorded(what="scores", because=because)
    filled: tuple[Command, ...] = (
        CompleteScore(by=WHITE, at_ms=9_000_000, source="arbiter"),
        CompleteScore(by=BLACK, at_ms=9_000_000, source="opponent"),
    )
    complete = after(stopped, *filled)
    assert are_complete(complete.scores)
    assert after(complete, go_on).clock.is_running


@pytest.mark.law("both-exempt")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 8.5.a", "2009 8.5.a"])
def test_clocks_that_stand_for_the_scores_are_stopped_once_whatever_is_said_meanwhile(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id, CONTROL, has_arbiter=True), shuffled(BOTH_LATE))
    meanwhile: tuple[Command, ...] = (
        OfferDraw(by=WHITE, at_ms=9_000_000),
        DeclineDraw(by=BLACK, at_ms=9_001_000),
        AskInformation(by=WHITE, at_ms=9_002_000, about="time"),
        CompleteScore(by=BLACK, at_ms=9_003_000, source="arbiter"),
    )

    for command in meanwhile:
        ruling = decide(game, command)
        assert isinstance(ruling, tuple)
        assert ClocksStopped not in {type(event) for event in ruling}
        game = followed(game, ruling)

    assert isinstance(decide(game, StartClocks(by=ARBITER, at_ms=9_004_000)), NotYetRecorded)


@pytest.mark.law("record-exempt", "both-exempt", "one-exempt")
@pytest.mark.parametrize("writes", [(), (WHITE,)], ids=["nobody wrote", "White wrote"])
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 8.4, 8.5", "2009 8.4, 8.5"])
def test_who_is_still_short_of_time_goes_on_when_the_opponent_has_passed_the_time_control(
    edition_id: str, writes: tuple[Role, ...], play: Play
) -> None:
    moves = shuffled(BOTH_LATE, writes=writes)
    last_of_white = moves.index(made(KNIGHTS[2], BOTH_LATE[1], WHITE)[1])
    game = play(at(edition_id, CONTROL, has_arbiter=True), moves[: last_of_white + 1])

    announced = decide(game, made(KNIGHTS[3], BOTH_LATE[1], BLACK)[0])

    assert game.clock.sides.white.period == 1
    assert game.clock.is_running
    assert isinstance(announced, tuple)


WHITE_LATE = (3_600_000 - 200_000, 3_600_000 - 100_000)


def one_exempt(play: Play, edition_id: str) -> Game:
    """White was short of time and did not write, Black wrote everything; Black has the move."""
    moves = shuffled(WHITE_LATE, writes=(BLACK,))
    return play(at(edition_id, CONTROL, has_arbiter=True), moves)


@pytest.mark.law("one-exempt")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_who_did_not_write_completes_their_score_before_their_next_move(
    edition_id: str, play: Play
) -> None:
    game = one_exempt(play, edition_id)

    refused = decide(game, made("g1f3", WHITE_LATE[1])[0])

    because = edition(edition_id).cite(Topic.RECORDING_COMPLETION)
    assert refused == NotYetRecorded(what="score", because=because)
    copied = CompleteScore(by=WHITE, at_ms=WHITE_LATE[1], source="opponent")
    assert decide(game, copied) == (
        ScoreCompleted(white=True, source="opponent", at_ms=WHITE_LATE[1]),
    )
    assert isinstance(decide(after(game, copied), made("g1f3", WHITE_LATE[1])[0]), tuple)


@pytest.mark.law("one-exempt", "arbiter-silent")
@pytest.mark.parametrize("about", ["time", "moves"])
def test_meanwhile_the_arbiter_may_tell_them_times_and_the_number_of_moves(
    about: About, play: Play
) -> None:
    game = one_exempt(play, "2009")
    told = Inform(by=ARBITER, at_ms=WHITE_LATE[1], about=about)
    copied = CompleteScore(by=WHITE, at_ms=WHITE_LATE[1], source="opponent")

    assert isinstance(decide(game, told), tuple)
    assert isinstance(decide(after(game, copied), told), NotYourRole)


@pytest.mark.law("one-exempt")
def test_they_may_complete_it_from_memory_instead(play: Play) -> None:
    game = one_exempt(play, "2009")

    whole = after(game, wrote(at_ms=WHITE_LATE[1]))

    assert whole.scores.white.moves == KNIGHTS
    assert isinstance(decide(whole, made("g1f3", WHITE_LATE[1])[0]), tuple)


@pytest.mark.law("one-exempt", "blind-score")
def test_the_score_that_the_program_keeps_is_complete_for_who_did_not_write(play: Play) -> None:
    table = replace(at("2009", CONTROL, has_arbiter=True), black=Seat(is_blind=True))
    game = play(table, shuffled(WHITE_LATE))
    copied = CompleteScore(by=WHITE, at_ms=WHITE_LATE[1], source="opponent")

    assert isinstance(decide(game, made("g1f3", WHITE_LATE[1])[0]), NotYetRecorded)
    assert isinstance(decide(after(game, copied), made("g1f3", WHITE_LATE[1])[0]), tuple)


@pytest.mark.law("one-exempt")
def test_the_opponents_scoresheet_is_used_on_ones_own_move_only(play: Play) -> None:
    moves = shuffled(WHITE_LATE, writes=(BLACK,))
    game = play(at("2009", CONTROL, has_arbiter=True), moves[:-3])
    assert not game.white_to_move

    ruling = decide(game, CompleteScore(by=WHITE, at_ms=WHITE_LATE[1], source="opponent"))

    because = edition("2009").cite(Topic.RECORDING_COMPLETION)
    assert ruling == NotYourMove(because=because)


@pytest.mark.parametrize("source", ["opponent", "arbiter"])
def test_nobody_copies_from_a_score_that_is_not_complete(source: Source, play: Play) -> None:
    moves = shuffled(BOTH_LATE)
    game = play(at("2009", CONTROL), moves)

    ruling = decide(game, CompleteScore(by=WHITE, at_ms=BOTH_LATE[1], source=source))

    assert isinstance(ruling, BadField)
    assert ruling.field == "source"


def test_a_score_that_is_not_owed_needs_no_completion(play: Play) -> None:
    ruling = decide(play(at(), ()), CompleteScore(by=WHITE, at_ms=1, source="opponent"))

    assert isinstance(ruling, NothingToRecord)


@pytest.mark.law("no-score")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_without_any_complete_score_the_game_is_reconstructed(edition_id: str, play: Play) -> None:
    stopped = play(at(edition_id, CONTROL, has_arbiter=True), shuffled(BOTH_LATE))
    at_ms = BOTH_LATE[1] + 60_000

    ruling = decide(stopped, ReconstructGame(by=ARBITER, at_ms=at_ms))

    assert isinstance(ruling, tuple)
    noted = ruling[0]
    assert isinstance(noted, GameReconstructed)
    assert (noted.fen, noted.moves) == (stopped.position.fen, 4)
    assert noted.left_ms == (
        stopped.clock.left_ms(white=True, at_ms=at_ms),
        stopped.clock.left_ms(white=False, at_ms=at_ms),
    )
    assert noted.white_to_move == stopped.white_to_move
    assert noted.because == edition(edition_id).cite(Topic.RECONSTRUCTION)
    assert are_complete(followed(stopped, ruling).scores)


def test_no_reconstruction_while_one_score_is_complete(play: Play) -> None:
    ruling = decide(one_exempt(play, "2009"), ReconstructGame(by=ARBITER, at_ms=WHITE_LATE[1]))

    assert ruling == NothingToRecord(because=edition("2009").cite(Topic.RECONSTRUCTION))


@pytest.mark.law("unproved")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_what_no_score_proves_lets_the_next_period_begin(edition_id: str, play: Play) -> None:
    table = Table(
        control=TimeControl.parsed(CONTROL),
        edition=edition_id,
        white=ON_PAPER,
        black=ON_PAPER,
        customs=CLAIMED,
        occasion=ARBITER_THERE,
    )
    game = play(table, made("e2e4", 1_000))
    at_ms = 3_601_001

    ruling = decide(game, BeginNextPeriod(by=ARBITER, at_ms=at_ms))

    because = edition(edition_id).cite(Topic.RECORDING_UNPROVED)
    assert ruling == (PeriodBegun(because=because, at_ms=at_ms),)
    begun = followed(game, ruling)
    assert [begun.clock.sides.of(white=white).period for white in (True, False)] == [1, 1]
    assert begun.clock.left_ms(white=False, at_ms=at_ms) == 1_800_000
    assert not begun.clock.has_flag_down(white=False, at_ms=at_ms)
    assert isinstance(decide(begun, BeginNextPeriod(by=ARBITER, at_ms=at_ms)), NothingToRecord)


def test_no_period_begins_while_no_flag_is_down(play: Play) -> None:
    ruling = decide(play(at(control=CONTROL), ()), BeginNextPeriod(by=ARBITER, at_ms=1))

    assert isinstance(ruling, NothingToRecord)


def signatures(white: Result, black: Result) -> tuple[Command, Command]:
    return (
        SignScore(by=WHITE, at_ms=2_000, result=white),
        SignScore(by=BLACK, at_ms=3_000, result=black),
    )


@pytest.mark.law("signing")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_result_both_have_signed_stands_even_if_it_is_wrong(edition_id: str, play: Play) -> None:
    over = play(at(edition_id), (Resign(by=BLACK, at_ms=1_000),))
    first, second = signatures(Result.DRAW, Result.DRAW)
    signed = after(over, first)

    ruling = decide(signed, second)

    because = edition(edition_id).cite(Topic.RESULT_SIGNED)
    assert ruling == (
        ScoreSigned(white=False, result=Result.DRAW, at_ms=3_000),
        ResultSettled(result=Result.DRAW, because=because, at_ms=3_000),
    )
    settled = followed(signed, ruling)
    assert getattr(settled.phase, "result", None) is Result.DRAW
    assert getattr(settled.phase, "half_points", None) == (1, 1)
    assert getattr(settled.phase, "reason", None) is EndReason.SIGNED


@pytest.mark.law("signing")
@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("black", [Result.DRAW, Result.WHITE_WINS])
def test_the_arbiter_may_decide_otherwise(edition_id: str, black: Result, play: Play) -> None:
    over = play(at(edition_id), (Resign(by=BLACK, at_ms=1_000),))
    signed = after(over, *signatures(Result.DRAW, black))

    ruling = decide(signed, RuleOnResult(by=ARBITER, at_ms=4_000, result=Result.WHITE_WINS))

    settled = followed(signed, ruling)
    assert getattr(settled.phase, "result", None) is Result.WHITE_WINS
    assert getattr(settled.phase, "half_points", None) == (2, 0)


@pytest.mark.law("signing")
def test_no_signatures_change_a_result_that_the_arbiter_gave_as_a_penalty(play: Play) -> None:
    lost = EndGame(by=ARBITER, at_ms=1_000, result=Result.BLACK_WINS, reason=EndReason.PENALTY)
    over = play(at(has_arbiter=True), (lost,))
    first, second = signatures(Result.DRAW, Result.DRAW)

    assert decide(after(over, first), second) == (
        ScoreSigned(white=False, result=Result.DRAW, at_ms=3_000),
    )


@pytest.mark.law("penalty-loss")
def test_a_penalty_after_the_game_waits_for_no_signature_and_has_points_of_a_game(
    play: Play,
) -> None:
    over = play(at(has_arbiter=True), (Resign(by=BLACK, at_ms=1_000),))

    def penalty(points: tuple[int, int] | None) -> object:
        lost, reason = Result.BLACK_WINS, EndReason.PENALTY
        ruling = RuleOnResult(
            by=ARBITER, at_ms=4_000, result=lost, reason=reason, half_points=points
        )
        return decide(over, ruling)

    assert isinstance(penalty(None), tuple)
    assert isinstance(penalty((0, 1)), tuple)
    assert isinstance(penalty((0, 3)), BadField)


@pytest.mark.law("signing")
def test_signing_what_was_played_settles_nothing_anew(play: Play) -> None:
    over = play(at(), (Resign(by=BLACK, at_ms=1_000),))
    first, second = signatures(Result.WHITE_WINS, Result.WHITE_WINS)
    signed = after(over, first)

    assert decide(signed, second) == (
        ScoreSigned(white=False, result=Result.WHITE_WINS, at_ms=3_000),
    )
    assert isinstance(decide(signed, first), NothingToRecord)


def test_nothing_is_signed_before_the_end_nor_ruled_on_before_both_have_signed(
    play: Play,
) -> None:
    on = play(at(), ())
    over = play(at(), (Resign(by=BLACK, at_ms=1_000),))
    ruling = RuleOnResult(by=ARBITER, at_ms=4_000, result=Result.DRAW)

    assert isinstance(decide(on, signatures(Result.DRAW, Result.DRAW)[0]), GameNotOver)
    assert isinstance(decide(over, ruling), NothingToRuleOn)
