"""The quickplay finish: claimed in the last two minutes, given, put off or rejected."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import get_args

import pytest

from tests.arbiter.asked import followed, made
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume, SealMove
from voice_chess.game.clocks import AddTime, FlagFell, PassTime, StopClocks, TimeAdded
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw
from voice_chess.game.game_end import EndGame, GameEnded, Resign, RuleOnMatingChance
from voice_chess.game.moves import AnnounceMove, MoveCompleted, PressClock
from voice_chess.game.penalties import Expel, Warn
from voice_chess.game.phases import AwaitingRuling
from voice_chess.game.quickplay import (
    ClaimQuickplay,
    QuickplayClaimed,
    QuickplayGround,
    QuickplayOutcome,
    QuickplayPostponed,
    QuickplayRejected,
    QuickplayReopened,
    RuleOnQuickplay,
)
from voice_chess.game.refusals import (
    GroundMissing,
    NoQuickplayFinish,
    NothingToRuleOn,
    NotYourMove,
    RulingAwaited,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Setup, Table
from voice_chess.laws.edition import edition
from voice_chess.laws.position import ORDINARY_START
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
JUDGED = Occasion(has_arbiter=True, games_per_arbiter=1)
LATE_MS = 5_400_000 - 100_000


def table(edition_id: str = "2009", control: str = "90+0", occasion: Occasion = JUDGED) -> Table:
    return Table(control=TimeControl.parsed(control), edition=edition_id, occasion=occasion)


def claim(at_ms: int = LATE_MS, by: Role = WHITE) -> ClaimQuickplay:
    return ClaimQuickplay(by=by, at_ms=at_ms, ground="no-effort")


def ruled(outcome: QuickplayOutcome, at_ms: int = LATE_MS + 1_000) -> RuleOnQuickplay:
    return RuleOnQuickplay(by=ARBITER, at_ms=at_ms, outcome=outcome)


def test_a_claim_stops_the_clocks_and_asks_the_arbiter(play: Play) -> None:
    game = play(table(), ())
    ruling = decide(game, claim())

    because = edition("2009").cite(Topic.QUICKPLAY_FINISH)
    assert ruling == (
        QuickplayClaimed(white=True, ground="no-effort", because=because, at_ms=LATE_MS),
    )
    game = followed(game, ruling)
    assert not game.clock.is_running
    assert decide(game, PassTime(by=ARBITER, at_ms=9_000_000)) == ()
    said = decide(game, AnnounceMove(by=WHITE, at_ms=LATE_MS + 1, uci="e2e4"))
    assert said == RulingAwaited(because=because)
    other = decide(game, RuleOnMatingChance(by=ARBITER, at_ms=LATE_MS + 1, can_mate=True))
    assert isinstance(other, RulingAwaited)


@pytest.mark.law("quickplay-draw", "stop-for-arbiter")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=lambda id_: f"{id_} 10.2")
def test_a_claimant_may_have_stopped_the_clocks_and_called_the_arbiter(
    edition_id: str, play: Play
) -> None:
    game = play(table(edition_id), (StopClocks(by=WHITE, at_ms=LATE_MS),))

    ruling = decide(game, claim(LATE_MS + 60_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], QuickplayClaimed)
    assert isinstance(decide(followed(game, ruling), ruled("draw", LATE_MS + 90_000)), tuple)


@pytest.mark.law("quickplay-phase")
@pytest.mark.parametrize(
    ("control", "at_ms", "is_heard"),
    [
        ("90+0", 5_400_000 - 120_000, False),
        ("90+0", 5_400_000 - 119_999, True),
        ("90+0", 5_399_999, True),
        ("90/40+30/G", 5_400_000 - 100_000, False),
        ("20+0", 1_200_000 - 100_000, True),
    ],
)
def test_the_claim_needs_the_last_period_and_little_time(
    control: str, at_ms: int, is_heard: bool, play: Play
) -> None:
    ruling = decide(play(table(control=control), ()), claim(at_ms))

    assert isinstance(ruling, tuple) == is_heard
    assert isinstance(ruling, NoQuickplayFinish) != is_heard


@pytest.mark.law("quickplay-draw")
@pytest.mark.parametrize(
    ("control", "ms"), [("90+0", 120_000), ("20+0", 120_000), ("90/40+30/G", None)]
)
@pytest.mark.parametrize("edition_id", ["2005", "2009"])
def test_who_claims_too_early_is_told_how_little_time_it_needs(
    edition_id: str, control: str, ms: int | None, play: Play
) -> None:
    ruling = decide(play(table(edition_id, control=control), ()), claim(1_000))

    assert ruling == NoQuickplayFinish(
        ms=ms, because=edition(edition_id).cite(Topic.QUICKPLAY_FINISH)
    )


@pytest.mark.law("quickplay-draw")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=lambda id_: f"{id_} 10.2")
def test_who_claims_once_their_time_is_up_is_told_that_it_is_too_late(
    edition_id: str, play: Play
) -> None:
    """Where only a claim of the flag ends the game, it goes on until then."""
    claimed = replace(table(edition_id), customs=Customs(flag_mode="claim"))

    ruling = decide(play(claimed, ()), claim(5_400_000))

    assert ruling == NoQuickplayFinish(
        ms=0, because=edition(edition_id).cite(Topic.QUICKPLAY_FINISH)
    )


@pytest.mark.law("quickplay-draw")
@pytest.mark.parametrize(
    ("at_ms", "left_ms"), [(LATE_MS, 105_000), (5_400_000 + 2_000, 3_000)], ids=["early", "late"]
)
def test_2009_10_2_the_time_that_is_free_after_an_announcement_is_the_claimants(
    at_ms: int, left_ms: int, play: Play
) -> None:
    announced = AnnounceMove(by=WHITE, at_ms=at_ms - 5_000, uci="e2e4")
    game = play(table(), (announced,))

    assert game.left_ms(white=True, at_ms=at_ms) == left_ms
    assert isinstance(decide(game, claim(at_ms)), tuple)


@pytest.mark.law("blitz-exceptions")
@pytest.mark.parametrize(
    ("edition_id", "games", "is_heard"),
    [("2005", 1, False), ("2009", 1, True), ("2009", 20, False), ("2018", 1, False)],
)
def test_blitz_knows_it_only_where_the_edition_says_so(
    edition_id: str, games: int, is_heard: bool, play: Play
) -> None:
    occasion = Occasion(has_arbiter=True, games_per_arbiter=games)
    game = play(table(edition_id, "5+0", occasion), ())

    assert isinstance(decide(game, claim(240_000)), tuple) == is_heard


@pytest.mark.law("blitz-otherwise", "blitz-exceptions")
@pytest.mark.parametrize(
    ("edition_id", "article"),
    [("2005", "C.2"), ("2009", "B.3.b")],
    ids=lambda value: value,
)
@pytest.mark.parametrize("has_arbiter", [True, False])
def test_in_blitz_the_article_is_cited_that_excludes_it_there(
    edition_id: str, article: str, *, has_arbiter: bool, play: Play
) -> None:
    occasion = Occasion(has_arbiter=has_arbiter, games_per_arbiter=20)

    refusal = decide(play(table(edition_id, "5+0", occasion), ()), claim(240_000))

    assert isinstance(refusal, NoQuickplayFinish)
    assert refusal.because.article == article


@pytest.mark.parametrize(("edition_id", "is_heard"), [("2009", True), ("2018", False)])
def test_with_an_increment_only_the_older_editions_know_it(
    edition_id: str, is_heard: bool, play: Play
) -> None:
    game = play(table(edition_id, "90+30"), ())

    assert isinstance(decide(game, claim()), tuple) == is_heard


def test_only_the_player_on_move_may_claim(play: Play) -> None:
    assert isinstance(decide(play(table(), ()), claim(by=BLACK)), NotYourMove)


@pytest.mark.law("quickplay-draw")
def test_the_arbiter_may_give_the_draw(play: Play) -> None:
    game = play(table(), (claim(),))

    ruling = decide(game, ruled("draw"))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert (ruling[0].result, ruling[0].reason) == (Result.DRAW, EndReason.QUICKPLAY_FINISH)
    assert followed(game, ruling).is_over


@pytest.mark.law("quickplay-rejected")
def test_a_rejected_claim_gives_the_opponent_two_minutes(play: Play) -> None:
    game = play(table(), (claim(),))

    ruling = decide(game, ruled("reject"))

    because = edition("2009").cite(Topic.QUICKPLAY_FINISH)
    at_ms = LATE_MS + 1_000
    assert ruling == (
        QuickplayRejected(white=True, because=because, at_ms=at_ms),
        TimeAdded(white=False, ms=120_000, because=because, at_ms=at_ms),
    )
    game = followed(game, ruling)
    assert game.flag_falls_at_ms == at_ms + 100_000


@pytest.mark.parametrize("gives_time", [True, False])
def test_a_ruling_put_off_may_give_the_opponent_time(gives_time: bool, play: Play) -> None:
    game = play(table(), (claim(),))
    command = RuleOnQuickplay(by=ARBITER, at_ms=LATE_MS, outcome="postpone", gives_time=gives_time)

    ruling = decide(game, command)

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], QuickplayPostponed)
    assert (len(ruling) == 2) == gives_time


@pytest.mark.law("quickplay-postponed")
@pytest.mark.parametrize(
    ("outcome", "result"), [("draw", Result.DRAW), ("reject", Result.BLACK_WINS)]
)
def test_a_ruling_put_off_is_given_after_the_flag(
    outcome: QuickplayOutcome, result: Result, play: Play
) -> None:
    game = play(table(), (claim(), ruled("postpone")))

    fallen = decide(game, PassTime(by=ARBITER, at_ms=9_000_000))
    assert isinstance(fallen, tuple)
    assert [type(event) for event in fallen] == [FlagFell, QuickplayReopened]
    game = followed(game, fallen)

    assert isinstance(decide(game, ruled("postpone", 9_000_000)), NothingToRuleOn)
    ruling = decide(game, ruled(outcome, 9_000_000))
    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert ruling[0].result is result


LATER = {"2005": "10.2.b", "2009": "10.2.b", "2018": "III.5.2", "2023": "III.5.2"}
LATER_MS = LATE_MS + 50_000


@pytest.mark.law("quickplay-postponed")
@pytest.mark.parametrize(
    "edition_id", LATER, ids=lambda edition_id: f"{edition_id} {LATER[edition_id]}"
)
def test_a_ruling_put_off_may_be_given_later_in_the_game(edition_id: str, play: Play) -> None:
    said = AnnounceMove(by=WHITE, at_ms=LATE_MS + 5_000, uci="e2e4")
    press = PressClock(by=WHITE, at_ms=LATE_MS + 5_000)
    game = play(table(edition_id), (claim(), ruled("postpone"), said, press))

    drawn = decide(game, ruled("draw", LATER_MS))

    assert isinstance(drawn, tuple)
    assert isinstance(drawn[0], GameEnded)
    assert drawn[0].reason is EndReason.QUICKPLAY_FINISH
    assert isinstance(decide(game, ruled("postpone", LATER_MS)), NothingToRuleOn)


@pytest.mark.law("quickplay-postponed", "quickplay-rejected")
def test_2009_10_2_c_a_claim_rejected_later_leaves_play_as_it_is_and_is_settled(
    play: Play,
) -> None:
    game = play(table(), (claim(), ruled("postpone")))
    falls_ms = game.flag_falls_at_ms

    game = followed(game, decide(game, ruled("reject", LATER_MS)))

    assert game.flag_falls_at_ms == falls_ms
    assert isinstance(decide(game, ruled("draw", LATER_MS + 1_000)), NothingToRuleOn)
    fallen = decide(game, PassTime(by=ARBITER, at_ms=9_000_000))
    assert isinstance(fallen, tuple)
    assert [type(event) for event in fallen] == [FlagFell, GameEnded]


def of_both() -> tuple[Command, ...]:
    """White's claim is put off, and Black's, made instead of the next move, is rejected."""
    moved_ms = LATE_MS + 5_000
    claimed_ms = moved_ms + LATE_MS
    return (
        claim(),
        replace(ruled("postpone"), gives_time=False),
        AnnounceMove(by=WHITE, at_ms=moved_ms, uci="e2e4"),
        PressClock(by=WHITE, at_ms=moved_ms),
        claim(claimed_ms, by=BLACK),
        ruled("reject", claimed_ms + 1_000),
    )


@pytest.mark.law("quickplay-postponed", "quickplay-rejected")
@pytest.mark.parametrize(
    "edition_id", LATER, ids=lambda edition_id: f"{edition_id} {LATER[edition_id]}"
)
def test_what_was_put_off_waits_while_the_other_side_claims_and_is_rejected(
    edition_id: str, play: Play
) -> None:
    game = play(table(edition_id), of_both())

    assert game.clock.is_running
    assert game.postponed == (True,)


@pytest.mark.law("quickplay-postponed")
def test_2009_10_2_b_of_two_that_were_put_off_the_earlier_is_ruled_on_first(play: Play) -> None:
    *given, rejected = of_both()
    game = play(table(), (*given, ruled("postpone", rejected.at_ms)))
    assert game.postponed == (True, False)

    ruling = decide(game, ruled("reject", rejected.at_ms + 1_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], QuickplayRejected)
    assert ruling[0].white
    assert followed(game, ruling).postponed == (False,)


@pytest.mark.law("quickplay-postponed")
def test_2009_10_2_b_what_was_put_off_outlasts_an_adjournment(play: Play) -> None:
    at = LATE_MS + 6_000
    game = play(
        table(),
        (
            claim(),
            ruled("postpone"),
            AskToSeal(by=ARBITER, at_ms=at, resumption="tomorrow"),
            SealMove(by=WHITE, at_ms=at, text="e2e4"),
            StopClocks(by=WHITE, at_ms=at),
            Resume(by=ARBITER, at_ms=at),
            OpenEnvelope(by=ARBITER, at_ms=at, uci="e2e4"),
        ),
    )

    assert game.postponed == (True,)


@pytest.mark.law("no-arbiter-claim")
def test_a_finish_the_arbiter_declares_cites_what_it_rests_on(play: Play) -> None:
    drawn = EndGame(by=ARBITER, at_ms=1, result=Result.DRAW, reason=EndReason.QUICKPLAY_FINISH)
    for occasion, topic in (
        (JUDGED, Topic.QUICKPLAY_FINISH),
        (Occasion(has_arbiter=False), Topic.QUICKPLAY_WITHOUT_ARBITER),
    ):
        ruling = decide(play(table(occasion=occasion), ()), drawn)

        assert isinstance(ruling, tuple)
        assert isinstance(ruling[0], GameEnded)
        assert ruling[0].because == edition("2009").cite(topic)


@pytest.mark.law("resigning", "penalty-warning", "penalty-expulsion", "penalty-less-time")
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(Resign(by=WHITE, at_ms=LATER_MS), id="2009 5.1.b"),
        pytest.param(Resign(by=BLACK, at_ms=LATER_MS), id="2009 5.1.b, the opponent"),
        pytest.param(Warn(by=ARBITER, at_ms=LATER_MS, white=True), id="2009 13.4.a"),
        pytest.param(AddTime(by=ARBITER, at_ms=LATER_MS, white=True, ms=-9_000), id="2009 13.4.c"),
        pytest.param(Expel(by=ARBITER, at_ms=LATER_MS, white=True), id="2009 13.4.g"),
    ],
)
def test_while_the_arbiter_thinks_about_a_claim_a_player_may_resign_and_be_penalised(
    command: Command, play: Play
) -> None:
    game = play(table(), (claim(),))

    ruling = decide(game, command)

    assert isinstance(ruling, tuple), ruling
    assert followed(game, ruling).is_over == isinstance(command, Resign)


def test_the_opponent_may_take_the_claim_as_the_offer_it_is(play: Play) -> None:
    ruling = decide(play(table(), (claim(),)), AcceptDraw(by=BLACK, at_ms=LATE_MS + 500))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded)
    assert ruling[-1].reason is EndReason.AGREEMENT


@pytest.mark.law("claim-is-offer", "quickplay-rejected", "quickplay-postponed")
@pytest.mark.parametrize(("edition_id", "article"), [("2005", "9.1.c"), ("2009", "9.1.b.3")])
@pytest.mark.parametrize("outcome", ["reject", "postpone"])
def test_a_claim_that_was_not_granted_stays_an_offer_until_the_opponent_moves(
    outcome: QuickplayOutcome, edition_id: str, article: str, play: Play
) -> None:
    game = play(table(edition_id), (claim(), ruled(outcome)))
    moved = play(table(edition_id), (claim(), ruled(outcome), *made("e2e4", LATE_MS + 2_000)))
    replied = followed(moved, decide(moved, made("e7e5", LATE_MS + 4_000, BLACK)[0]))
    after_the_reply = followed(replied, decide(replied, made("e7e5", LATE_MS + 5_000, BLACK)[1]))

    for at, is_open in ((game, True), (moved, True), (after_the_reply, False)):
        ruling = decide(at, AcceptDraw(by=BLACK, at_ms=LATE_MS + 6_000))
        assert isinstance(ruling, tuple) == is_open, article


@pytest.mark.law("no-arbiter-claim", "no-arbiter-means", "no-arbiter-effort")
def test_without_an_arbiter_the_claim_ends_play_and_waits_for_one(play: Play) -> None:
    game = play(table(occasion=Occasion()), (claim(),))

    assert isinstance(decide(game, ruled("postpone")), NothingToRuleOn)
    ruling = decide(game, ruled("draw"))
    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameEnded)
    assert ruling[0].because == edition("2009").cite(Topic.QUICKPLAY_WITHOUT_ARBITER)


LONE_BLACK_KING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
WITHOUT_ONE = {"2005": "D.1", "2009": "D.1", "2018": "III.6", "2023": "III.6"}


@pytest.mark.law("no-arbiter-claim")
@pytest.mark.parametrize(
    ("fen", "result"),
    [
        pytest.param(ORDINARY_START, Result.BLACK_WINS, id="lost"),
        pytest.param(LONE_BLACK_KING, Result.DRAW, id="drawn: no mate"),
    ],
)
@pytest.mark.parametrize(
    "edition_id", WITHOUT_ONE, ids=lambda edition_id: f"{edition_id} {WITHOUT_ONE[edition_id]}"
)
def test_a_claim_that_ended_play_and_is_rejected_has_lost_if_the_opponent_can_mate(
    edition_id: str, fen: str, result: Result, play: Play
) -> None:
    given = replace(table(edition_id, occasion=Occasion()), setup=Setup(fen=fen))
    game = play(given, (claim(),))

    ruling = decide(game, ruled("reject"))

    assert isinstance(ruling, tuple)
    rejected, ended = ruling
    assert isinstance(rejected, QuickplayRejected)
    assert isinstance(ended, GameEnded)
    assert (ended.result, ended.reason) == (result, EndReason.QUICKPLAY_FINISH)
    is_drawn = result is Result.DRAW
    topic = Topic.FLAG_FALL if is_drawn else Topic.QUICKPLAY_WITHOUT_ARBITER
    assert ended.because == edition(edition_id).cite(topic)
    assert ended.told_with == ("lack-of-mate" if is_drawn else "")
    over = followed(game, ruling)
    assert over.is_over
    assert not over.clock.is_running


@pytest.mark.law("no-arbiter-claim", "time-lost")
def test_2009_6_9_after_a_wrong_claim_the_arbiter_may_find_that_no_mate_is_possible(
    play: Play,
) -> None:
    reason = EndReason.QUICKPLAY_FINISH
    asked = AwaitingRuling(question="mating-chance", white=False, reason=reason)
    game = replace(play(table(occasion=Occasion()), (claim(),)), phase=asked)

    ruling = decide(game, RuleOnMatingChance(by=ARBITER, at_ms=LATER_MS, can_mate=False))

    assert isinstance(ruling, tuple)
    (ended,) = ruling
    assert isinstance(ended, GameEnded)
    assert (ended.result, ended.because.article) == (Result.DRAW, "6.9")
    assert ended.told_with == "lack-of-mate"


@pytest.mark.law("no-arbiter-claim", "resigning")
@pytest.mark.parametrize("by", [WHITE, BLACK])
@pytest.mark.parametrize(
    "edition_id", WITHOUT_ONE, ids=lambda edition_id: f"{edition_id} {WITHOUT_ONE[edition_id]}"
)
def test_a_claim_that_has_ended_the_game_leaves_nothing_to_resign(
    edition_id: str, by: Role, play: Play
) -> None:
    game = play(table(edition_id, occasion=Occasion()), (claim(),))

    refusal = decide(game, Resign(by=by, at_ms=LATER_MS))

    because = edition(edition_id).cite(Topic.QUICKPLAY_WITHOUT_ARBITER)
    assert refusal == RulingAwaited(because=because)


@pytest.mark.law("no-arbiter-claim", "claim-is-offer")
def test_2009_9_1_b_3_without_an_arbiter_too_the_claim_is_an_offer_that_can_be_accepted(
    play: Play,
) -> None:
    game = play(table(occasion=Occasion()), (claim(),))

    ruling = decide(game, AcceptDraw(by=BLACK, at_ms=LATER_MS))

    assert followed(game, ruling).is_over


def test_without_an_arbiter_the_claim_cites_its_own_appendix(play: Play) -> None:
    ruling = decide(play(table("2005", occasion=Occasion()), ()), claim())

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], QuickplayClaimed)
    assert ruling[0].because.article == "D.1"


@pytest.mark.law("no-arbiter-claim", "no-arbiter-means", "no-arbiter-effort")
@pytest.mark.parametrize(
    ("edition_id", "article"),
    [("2005", "D.1"), ("2009", "D.1"), ("2018", "III.6"), ("2023", "III.6")],
)
def test_without_an_arbiter_the_claim_needs_its_ground(
    edition_id: str, article: str, play: Play
) -> None:
    game = play(table(edition_id, occasion=Occasion()), ())
    bare = ClaimQuickplay(by=WHITE, at_ms=LATE_MS)

    refusal = decide(game, bare)

    assert isinstance(refusal, GroundMissing)
    assert refusal.because.article == article
    for ground in get_args(QuickplayGround):
        ruling = decide(game, replace(bare, ground=ground))
        assert isinstance(ruling, tuple)
        assert isinstance(ruling[0], QuickplayClaimed)
        assert (ruling[0].ground, ruling[0].because.article) == (ground, article)
    assert isinstance(decide(play(table(edition_id), ()), bare), tuple)


WITHOUT_ARBITER = [
    pytest.param("2005", id="2005 D.1"),
    pytest.param("2009", id="2009 D.1"),
    pytest.param("2018", id="2018 III.6.1"),
    pytest.param("2023", id="2023 III.6.1"),
]
BLACKS_CLAIM = ClaimQuickplay(by=BLACK, at_ms=LATE_MS + 2_000, ground="cannot-win")


def blacks_turn_is_over(at_ms: int = LATE_MS) -> tuple[Command, ...]:
    """White and Black have moved, and Black was slow."""
    return (
        *made("e2e4", 1_000),
        AnnounceMove(by=BLACK, at_ms=at_ms, uci="e7e5"),
        PressClock(by=BLACK, at_ms=at_ms),
    )


@pytest.mark.law("no-arbiter-claim")
@pytest.mark.parametrize("edition_id", WITHOUT_ARBITER)
def test_without_an_arbiter_a_player_claims_on_the_opponents_move_too(
    edition_id: str, play: Play
) -> None:
    game = play(table(edition_id, occasion=Occasion()), blacks_turn_is_over())

    ruling = decide(game, BLACKS_CLAIM)

    assert isinstance(ruling, tuple)
    assert ruling == (
        QuickplayClaimed(
            white=False,
            ground="cannot-win",
            because=edition(edition_id).cite(Topic.QUICKPLAY_WITHOUT_ARBITER),
            at_ms=BLACKS_CLAIM.at_ms,
        ),
    )
    ended = decide(followed(game, ruling), ruled("draw", LATE_MS + 3_000))
    assert isinstance(ended, tuple)
    assert isinstance(ended[0], GameEnded)


@pytest.mark.law("no-arbiter-claim")
@pytest.mark.parametrize("edition_id", WITHOUT_ARBITER)
def test_without_an_arbiter_the_time_of_the_claimant_counts(edition_id: str, play: Play) -> None:
    game = play(table(edition_id, occasion=Occasion()), blacks_turn_is_over(5_000))

    assert isinstance(decide(game, BLACKS_CLAIM), NoQuickplayFinish)


@pytest.mark.law("no-arbiter-claim")
@pytest.mark.parametrize("edition_id", WITHOUT_ARBITER)
def test_a_claim_on_the_opponents_move_completes_what_they_have_made(
    edition_id: str, play: Play
) -> None:
    said = AnnounceMove(by=WHITE, at_ms=LATE_MS + 1_000, uci="g1f3")
    game = play(table(edition_id, occasion=Occasion()), (*blacks_turn_is_over(), said))

    ruling = decide(game, BLACKS_CLAIM)

    assert isinstance(ruling, tuple)
    assert [type(event) for event in ruling] == [MoveCompleted, QuickplayClaimed]
    assert followed(game, ruling).position.moves[-1] == "g1f3"


def test_nobody_rules_on_a_claim_that_was_not_made(play: Play) -> None:
    assert isinstance(decide(play(table(), ()), ruled("draw")), NothingToRuleOn)
