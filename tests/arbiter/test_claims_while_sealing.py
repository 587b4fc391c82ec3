"""Claims that a player has while a game is being adjourned: of a draw, and of the other's time."""

from collections.abc import Callable, Iterable

import pytest

from tests.arbiter.asked import followed, made
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import (
    AskToSeal,
    MoveSealed,
    OpenEnvelope,
    Resume,
    SealMove,
)
from voice_chess.game.clocks import ClaimFlag, StopClocks, TimeAdded
from voice_chess.game.commands import Command
from voice_chess.game.draws import (
    AcceptDraw,
    ClaimDraw,
    ClaimRejected,
    ClaimUpheld,
    DeclineDraw,
)
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import AnnounceMove, MoveCompleted
from voice_chess.game.phases import Adjourned, AwaitingRuling, Sealing
from voice_chess.game.quickplay import (
    ClaimQuickplay,
    QuickplayOutcome,
    RequestIncrement,
    RuleOnIncrement,
    RuleOnQuickplay,
)
from voice_chess.game.refusals import ClaimLost, FlagHasNotFallen, NotYourMove, TooLateToCorrect
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Table

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
MINUTE, HOUR = 60_000, 3_600_000
SHUFFLED = ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1")
"""The first position returns for the third time when Black's knight goes back once more."""
ASKED = AskToSeal(by=ARBITER, at_ms=5_000, resumption="tomorrow")
WITH_NG8 = ClaimDraw(by=BLACK, at_ms=6_000, kind="repetition", uci="f6g8")
OF_NOTHING = ClaimDraw(by=BLACK, at_ms=6_000, kind="fifty")
WITH_NE4 = ClaimDraw(by=BLACK, at_ms=6_000, kind="fifty", uci="f6e4")
CLOSED = StopClocks(by=BLACK, at_ms=9_000)
each_edition = pytest.mark.parametrize("edition_id", ["2005", "2009", "2018", "2023"])


def table(edition_id: str = "2009", *, flags_are_claimed: bool = False) -> Table:
    return Table(
        control=TimeControl.parsed("90+0"),
        edition=edition_id,
        customs=Customs(
            flag_mode="claim" if flags_are_claimed else "automatic", charge_until="press"
        ),
        occasion=Occasion(has_arbiter=True),
    )


def moves(*ucis: str) -> tuple[Command, ...]:
    pairs = [made(uci, by=(WHITE, BLACK)[index % 2]) for index, uci in enumerate(ucis)]
    return tuple(command for pair in pairs for command in pair)


def sealing(play: Play, edition_id: str = "2009", *more: Command) -> Game:
    return play(table(edition_id), (*moves(*SHUFFLED), ASKED, *more))


@each_edition
@pytest.mark.law("repetition-intended", "claim-right", "sealing")
def test_who_is_asked_to_seal_still_has_the_move_and_may_claim_a_draw_with_it(
    edition_id: str, play: Play
) -> None:
    ruling = decide(sealing(play, edition_id), WITH_NG8)

    assert isinstance(ruling, tuple), ruling
    claimed, end = ruling
    assert isinstance(claimed, ClaimUpheld)
    assert isinstance(end, GameEnded)
    assert (end.result, end.reason) == (Result.DRAW, EndReason.REPETITION)


@each_edition
@pytest.mark.law("claim-wrong", "sealing")
def test_the_move_that_a_wrong_claim_rests_on_is_the_sealed_one(
    edition_id: str, play: Play
) -> None:
    game = sealing(play, edition_id, SealMove(by=BLACK, at_ms=5_500, text="Rg8"))

    ruling = decide(game, WITH_NE4)

    assert isinstance(ruling, tuple), ruling
    kinds = [type(event) for event in ruling]
    assert kinds[:2] == [ClaimRejected, TimeAdded]
    assert kinds[-1] is MoveSealed
    after = followed(game, ruling)
    assert isinstance(after.phase, Sealing)
    assert (after.phase.text, after.phase.is_made) == ("f6e4", True)
    # It is not announced: nobody's time is free until the envelope is closed.
    assert after.turn.announcement is None
    other = SealMove(by=BLACK, at_ms=7_000, text="Rg8")
    assert isinstance(decide(after, other), TooLateToCorrect)
    closed = followed(after, decide(after, CLOSED))
    assert isinstance(closed.phase, Adjourned)
    assert closed.phase.envelope.text == "f6e4"


@pytest.mark.law("claim-wrong", "claim-is-offer", "envelope-offer")
def test_after_a_wrong_claim_by_the_position_the_sealing_goes_on_and_the_claim_is_an_offer(
    play: Play,
) -> None:
    game = sealing(play, "2009", OF_NOTHING)

    assert isinstance(game.phase, Sealing)
    assert game.clock.is_running
    for command in (SealMove(by=BLACK, at_ms=8_000, text="Rg8"), CLOSED):
        game = followed(game, decide(game, command))
    assert isinstance(game.phase, Adjourned)
    assert game.phase.envelope.offer_by_white is False
    agreed = decide(game, AcceptDraw(by=WHITE, at_ms=HOUR))
    assert isinstance(agreed, tuple)
    assert isinstance(agreed[-1], GameEnded)


@pytest.mark.law("claim-wrong", "resumed-position")
def test_a_sealed_move_that_a_wrong_claim_rests_on_is_played_at_the_resumption(play: Play) -> None:
    resumed = Resume(by=ARBITER, at_ms=HOUR)
    game = sealing(play, "2009", WITH_NE4, CLOSED, resumed)

    ruling = decide(game, OpenEnvelope(by=ARBITER, at_ms=HOUR, uci="f6e4"))

    assert isinstance(ruling, tuple)
    assert [event.uci for event in ruling if isinstance(event, MoveCompleted)] == ["f6e4"]


@pytest.mark.law("claim-lost", "sealing")
def test_who_has_made_the_sealed_move_on_the_board_claims_no_more(play: Play) -> None:
    on_the_board = AnnounceMove(by=BLACK, at_ms=5_500, uci="f6g8")
    game = sealing(play, "2009", on_the_board)

    assert isinstance(decide(game, WITH_NG8), ClaimLost)


@pytest.mark.law("repetition-appeared")
def test_only_who_is_on_move_claims_a_draw_while_the_other_seals(play: Play) -> None:
    claim = ClaimDraw(by=WHITE, at_ms=6_000, kind="repetition")

    assert isinstance(decide(sealing(play), claim), NotYourMove)


@each_edition
@pytest.mark.parametrize("by", [WHITE, ARBITER])
@pytest.mark.law("flag-noticed", "sealing")
def test_a_flag_that_falls_while_its_owner_seals_may_be_claimed_and_seen(
    by: Role, edition_id: str, play: Play
) -> None:
    game = play(table(edition_id, flags_are_claimed=True), (*moves("e2e4"), ASKED))

    assert isinstance(decide(game, ClaimFlag(by=by, at_ms=80 * MINUTE)), FlagHasNotFallen)
    ruling = decide(game, ClaimFlag(by=by, at_ms=91 * MINUTE))

    assert isinstance(ruling, tuple), ruling
    end = ruling[-1]
    assert isinstance(end, GameEnded)
    assert (end.result, end.reason) == (Result.WHITE_WINS, EndReason.FLAG_FALL)


@pytest.mark.parametrize("edition_id", ["2005", "2009"])
@pytest.mark.law("flag-noticed", "replier-absent")
def test_of_a_replier_who_has_not_come_the_fallen_flag_may_be_claimed(
    edition_id: str, play: Play
) -> None:
    late_ms = 89 * MINUTE
    absent = (
        *made("e2e4", at_ms=late_ms),
        AskToSeal(by=ARBITER, at_ms=late_ms, resumption="tomorrow"),
        SealMove(by=BLACK, at_ms=late_ms, text="e5"),
        StopClocks(by=BLACK, at_ms=late_ms),
        Resume(by=ARBITER, at_ms=10 * HOUR, white_here=False),
    )
    game = play(table(edition_id, flags_are_claimed=True), absent)

    ruling = decide(game, ClaimFlag(by=BLACK, at_ms=10 * HOUR + 2 * MINUTE))

    assert isinstance(ruling, tuple), ruling
    end = ruling[-1]
    assert isinstance(end, GameEnded)
    assert (end.result, end.reason) == (Result.BLACK_WINS, EndReason.FLAG_FALL)


SHORT_OF_TIME_MS = 89 * MINUTE
QUICKPLAY = ClaimQuickplay(by=BLACK, at_ms=SHORT_OF_TIME_MS + 2_000, ground="no-effort")


def sealing_short_of_time(play: Play, edition_id: str) -> Game:
    asked = AskToSeal(by=ARBITER, at_ms=SHORT_OF_TIME_MS, resumption="tomorrow")
    written = SealMove(by=BLACK, at_ms=SHORT_OF_TIME_MS + 1_000, text="e5")
    return play(table(edition_id), (*moves("e2e4"), asked, written))


@pytest.mark.parametrize("edition_id", ["2005", "2009", "2018"])
@pytest.mark.law("quickplay-draw", "sealing")
def test_who_seals_in_the_last_two_minutes_may_claim_that_the_game_is_not_won(
    edition_id: str, play: Play
) -> None:
    game = sealing_short_of_time(play, edition_id)

    claimed = followed(game, decide(game, QUICKPLAY))
    assert isinstance(claimed.phase, AwaitingRuling)
    assert not claimed.clock.is_running
    given = RuleOnQuickplay(by=ARBITER, at_ms=90 * MINUTE, outcome="draw")
    ruling = decide(claimed, given)

    assert isinstance(ruling, tuple), ruling
    assert isinstance(ruling[-1], GameEnded)
    assert ruling[-1].reason is EndReason.QUICKPLAY_FINISH


@pytest.mark.parametrize("outcome", ["postpone", "reject"])
@pytest.mark.law("quickplay-postponed", "quickplay-rejected", "sealing")
def test_after_a_claim_that_ends_nothing_the_sealing_goes_on_with_the_move_written(
    outcome: QuickplayOutcome, play: Play
) -> None:
    game = sealing_short_of_time(play, "2009")
    sealed = game.phase
    ruled = RuleOnQuickplay(by=ARBITER, at_ms=90 * MINUTE, outcome=outcome)

    for command in (QUICKPLAY, ruled):
        game = followed(game, decide(game, command))

    assert game.phase == sealed
    assert game.clock.is_running
    closed = followed(game, decide(game, StopClocks(by=BLACK, at_ms=90 * MINUTE + 5_000)))
    assert isinstance(closed.phase, Adjourned)
    assert closed.phase.envelope.text == "e5"
    assert closed.phase.envelope.offer_by_white is False


@pytest.mark.law("quickplay-increment", "sealing")
def test_who_seals_in_the_last_two_minutes_may_ask_for_an_increment(play: Play) -> None:
    game = sealing_short_of_time(play, "2018")
    asked = RequestIncrement(by=BLACK, at_ms=SHORT_OF_TIME_MS + 2_000)
    refused = RuleOnIncrement(by=ARBITER, at_ms=90 * MINUTE, is_granted=False)
    declined = DeclineDraw(by=WHITE, at_ms=90 * MINUTE)
    sealed = game.phase

    for command in (asked, declined, refused):
        game = followed(game, decide(game, command))

    assert game.phase == sealed


@pytest.mark.law("quickplay-postponed", "sealing")
def test_a_claim_that_was_put_off_is_ruled_on_while_the_claimant_still_seals(play: Play) -> None:
    game = sealing_short_of_time(play, "2009")
    put_off = RuleOnQuickplay(by=ARBITER, at_ms=90 * MINUTE, outcome="postpone")
    rejected = RuleOnQuickplay(by=ARBITER, at_ms=90 * MINUTE + 1_000, outcome="reject")
    sealed = game.phase

    for command in (QUICKPLAY, put_off, rejected):
        game = followed(game, decide(game, command))

    assert game.phase == sealed
    assert game.postponed == ()
    assert game.clock.is_running
