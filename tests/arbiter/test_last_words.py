"""What once was said stands: offers, claims and rulings; how an arbiter makes it stand."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume, SealMove
from voice_chess.game.clocks import (
    AddTime,
    ClocksSet,
    ClocksStarted,
    SetClocks,
    StopClocks,
    TimeAdded,
)
from voice_chess.game.commands import Command
from voice_chess.game.draws import (
    AcceptDraw,
    ClaimDraw,
    ClaimRejected,
    DeclineDraw,
    DrawOffered,
    OfferDraw,
)
from voice_chess.game.game_end import EndGame, GameEnded
from voice_chess.game.moves import AnnounceMove, CorrectSlip, ExecuteMove, MoveCompleted, PressClock
from voice_chess.game.penalties import PlayerWarned, Warn
from voice_chess.game.phases import Adjourned
from voice_chess.game.quickplay import ClaimQuickplay, QuickplayOutcome, RuleOnQuickplay
from voice_chess.game.refusals import (
    ClaimLost,
    DrawAlreadyOffered,
    GameIsOver,
    NoDrawOffered,
    NothingAnnounced,
    NothingToRuleOn,
    NotYetExecuted,
    NotYourMove,
    NotYourRole,
    OwnDrawOffer,
    Refusal,
    ReleasedPieceStays,
    TooLateToCorrect,
    TouchedPieceMustMove,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Seat, Setup, Table
from voice_chess.game.touch import Adjust, PiecesTouched, SetPieceDown, TouchPieces
from voice_chess.laws.edition import edition
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
JUDGED = Occasion(has_arbiter=True, games_per_arbiter=1)
BUSY = Occasion(has_arbiter=True, games_per_arbiter=9)
EDITIONS = ("2005", "2009", "2018", "2023")
WITH_QUICKPLAY = ("2005", "2009")
LATE_MS = 5_400_000 - 100_000


def table(edition_id: str = "2009", control: str = "90+0", occasion: Occasion = JUDGED) -> Table:
    return Table(control=TimeControl.parsed(control), edition=edition_id, occasion=occasion)


def said(uci: str, at_ms: int, by: Role) -> AnnounceMove:
    return AnnounceMove(by=by, at_ms=at_ms, uci=uci)


def pressed(at_ms: int, by: Role) -> PressClock:
    return PressClock(by=by, at_ms=at_ms)


def moves(*ucis: str) -> list[Command]:
    """Each move announced and pressed at once, one a second, White first."""
    return [
        command
        for index, uci in enumerate(ucis)
        for command in made_at(1_000 * (index + 1), uci, by=BLACK if index % 2 else WHITE)
    ]


def made_at(at_ms: int, uci: str, by: Role = WHITE) -> tuple[Command, ...]:
    return said(uci, at_ms, by), pressed(at_ms, by)


# Offers and claims.


@pytest.mark.law("offer-binding")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_an_offer_has_no_room_for_a_condition(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), (*moves("e2e4", "e7e5"), said("g1f3", 3_000, WHITE)))
    offer = OfferDraw(by=WHITE, at_ms=4_000, in_words="remis, but only if I keep the pawn")

    ruling = decide(game, offer)

    assert ruling == (DrawOffered(white=True, is_timely=True, at_ms=4_000),)


@pytest.mark.law("offer-binding")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_who_has_offered_a_draw_cannot_withdraw_the_offer(edition_id: str, play: Play) -> None:
    offer = OfferDraw(by=WHITE, at_ms=3_000)
    game = play(table(edition_id), (*moves("e2e4", "e7e5"), offer, *made_at(4_000, "g1f3")))

    assert isinstance(decide(game, DeclineDraw(by=WHITE, at_ms=5_000)), OwnDrawOffer)
    assert isinstance(decide(game, replace(offer, at_ms=5_100)), DrawAlreadyOffered)
    agreed = decide(game, AcceptDraw(by=BLACK, at_ms=60_000))
    assert isinstance(agreed, tuple)
    assert isinstance(agreed[-1], GameEnded)
    assert agreed[-1].reason is EndReason.AGREEMENT


@pytest.mark.law("offer-binding")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_only_the_one_who_was_offered_a_draw_ends_the_offer(edition_id: str, play: Play) -> None:
    """The offerer's own touching and slip of the tongue leave it standing."""
    offer = OfferDraw(by=WHITE, at_ms=1_100)
    slip = CorrectSlip(by=WHITE, at_ms=1_200, uci="d2d4")
    game = play(table(edition_id), (said("e2e4", 1_000, WHITE), offer, slip, pressed(2_000, WHITE)))

    assert game.turn.offer_by_white is True
    declined = followed(game, decide(game, DeclineDraw(by=BLACK, at_ms=3_000)))
    assert isinstance(decide(declined, AcceptDraw(by=BLACK, at_ms=4_000)), NoDrawOffered)


@pytest.mark.law("claim-binding")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_claim_is_judged_at_once_and_so_never_withdrawn(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), moves("e2e4", "e7e5"))
    claim = ClaimDraw(by=WHITE, at_ms=5_000, kind="repetition", uci="g1f3")

    ruling = decide(game, claim)

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], ClaimRejected)
    assert any(isinstance(event, TimeAdded) and not event.white for event in ruling)
    game = followed(game, ruling)
    assert isinstance(decide(game, said("d2d4", 6_000, WHITE)), Refusal)
    made = decide(game, pressed(6_000, WHITE))
    assert isinstance(made, tuple)
    assert isinstance(made[0], MoveCompleted)
    assert made[0].uci == "g1f3"


@pytest.mark.law("claim-binding")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_who_claims_may_stop_both_clocks_and_a_wrong_claim_starts_them(
    edition_id: str, play: Play
) -> None:
    stop = StopClocks(by=WHITE, at_ms=5_000, why="claim")
    game = play(table(edition_id), (*moves("e2e4", "e7e5"), stop))
    assert not game.clock.is_running

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=6_000, kind="fifty"))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], ClocksStarted)
    assert followed(game, ruling).clock.is_running


@pytest.mark.law("claim-lost")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_who_has_announced_a_move_claims_no_more(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), (said("e2e4", 1_000, WHITE), pressed(1_500, WHITE)))

    assert isinstance(
        decide(game, ClaimDraw(by=WHITE, at_ms=2_000, kind="fifty")), ClaimLost | NotYourMove
    )


# What the arbiter has ruled on a quickplay finish.


def ruled(outcome: QuickplayOutcome, at_ms: int = LATE_MS + 1_000) -> RuleOnQuickplay:
    return RuleOnQuickplay(by=ARBITER, at_ms=at_ms, outcome=outcome)


CLAIM = ClaimQuickplay(by=WHITE, at_ms=LATE_MS, ground="no-effort")
AFTERWARDS: tuple[Command, ...] = (
    replace(CLAIM, at_ms=LATE_MS + 2_000),
    ruled("reject", LATE_MS + 2_000),
    ruled("postpone", LATE_MS + 2_000),
)


@pytest.mark.law("quickplay-final")
@pytest.mark.parametrize("edition_id", WITH_QUICKPLAY)
def test_a_draw_once_given_is_final(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), (CLAIM, ruled("draw")))

    for command in AFTERWARDS:
        assert isinstance(decide(game, command), GameIsOver)


@pytest.mark.law("quickplay-final")
@pytest.mark.parametrize("edition_id", WITH_QUICKPLAY)
def test_a_rejection_once_given_is_final(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), (CLAIM, ruled("reject")))

    for outcome in ("draw", "reject", "postpone"):
        again = decide(game, ruled(outcome, LATE_MS + 2_000))
        assert isinstance(again, NothingToRuleOn)


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize("by", [Role.WHITE, Role.BLACK, Role.SPECTATOR])
@pytest.mark.parametrize("outcome", ["draw", "reject", "postpone"])
def test_no_player_changes_what_was_ruled_on_a_quickplay_finish(
    outcome: QuickplayOutcome, by: Role, play: Play
) -> None:
    game = play(table(), (CLAIM, ruled(outcome)))
    appeals = (
        replace(ruled("draw", LATE_MS + 2_000), by=by),
        replace(ruled("reject", LATE_MS + 2_000), by=by),
        EndGame(by=by, at_ms=LATE_MS + 2_000, result=Result.DRAW, reason=EndReason.PENALTY),
    )

    for appeal in appeals:
        assert isinstance(decide(game, appeal), NotYourRole | GameIsOver)


# Disturbing, and how an arbiter enforces what they decide.


@pytest.mark.law("disturbing", "arbiter-enforces")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_who_disturbs_with_offers_is_warned_pays_and_loses_in_the_end(
    edition_id: str, play: Play
) -> None:
    because = edition(edition_id).cite(Topic.PENALTIES)
    offers: list[Command] = []
    for at_ms in (1_000, 3_000):
        offers += [OfferDraw(by=WHITE, at_ms=at_ms), DeclineDraw(by=BLACK, at_ms=at_ms + 1_000)]
    game = play(table(edition_id), offers)

    warned = decide(game, Warn(by=ARBITER, at_ms=5_000, white=True))
    assert warned == (PlayerWarned(white=True, because=because, at_ms=5_000),)
    game = followed(game, warned)
    paid = decide(game, AddTime(by=ARBITER, at_ms=6_000, white=False, ms=120_000))
    assert paid == (TimeAdded(white=False, ms=120_000, because=because, at_ms=6_000),)
    before_ms = game.clock.left_ms(white=False, at_ms=6_000)
    game = followed(game, paid)
    assert game.clock.left_ms(white=False, at_ms=6_000) == before_ms + 120_000
    lost = decide(
        game,
        EndGame(by=ARBITER, at_ms=7_000, result=Result.BLACK_WINS, reason=EndReason.DISOBEDIENCE),
    )
    game = followed(game, lost)
    assert game.is_over
    assert isinstance(decide(game, OfferDraw(by=WHITE, at_ms=8_000)), GameIsOver)


@pytest.mark.law("disturbing", "arbiter-enforces")
@pytest.mark.parametrize("by", [Role.WHITE, Role.BLACK, Role.SPECTATOR])
def test_nobody_but_the_arbiter_penalises(by: Role, play: Play) -> None:
    game = play(table(), ())
    penalties = (
        Warn(by=by, at_ms=1_000, white=True),
        AddTime(by=by, at_ms=1_000, white=True, ms=60_000),
        EndGame(by=by, at_ms=1_000, result=Result.BLACK_WINS, reason=EndReason.PENALTY),
    )

    for penalty in penalties:
        assert isinstance(decide(game, penalty), NotYourRole)


# The envelope, and the clock when the game goes on.


@pytest.mark.law("envelope-number")
@pytest.mark.parametrize(
    ("made", "number", "fen"),
    [
        ((), 1, None),
        (("e2e4",), 1, None),
        (("e2e4", "e7e5"), 2, None),
        (("e2e4", "e7e5", "g1f3"), 2, None),
        (("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"), 4, None),
        ((), 57, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 57"),
    ],
)
def test_the_envelope_bears_the_number_of_the_sealed_move(
    made: tuple[str, ...], number: int, fen: str | None, play: Play
) -> None:
    by = BLACK if len(made) % 2 else WHITE
    sealed = "e7" if fen else ""
    game = play(
        replace(table(), setup=Setup(fen=fen) if fen else Setup()),
        (
            *moves(*made),
            AskToSeal(by=ARBITER, at_ms=100_000, resumption="tomorrow"),
            SealMove(by=by, at_ms=110_000, text=sealed or "c4"),
            StopClocks(by=by, at_ms=120_000),
        ),
    )

    assert isinstance(game.phase, Adjourned)
    assert game.phase.envelope.move_number == number


HOUR = 3_600_000
ADJOURNED: tuple[Command, ...] = (
    AskToSeal(by=ARBITER, at_ms=1_000_000, resumption="tomorrow"),
    SealMove(by=WHITE, at_ms=1_060_000, text="e4"),
    StopClocks(by=WHITE, at_ms=1_100_000),
    Resume(by=ARBITER, at_ms=30 * HOUR),
)
SET_RIGHT = SetClocks(
    by=ARBITER, at_ms=30 * HOUR, white_ms=4_000_000, black_ms=5_000_000, why="wrong-setting"
)


@pytest.mark.law("clock-at-resumption")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_clock_wrong_at_resumption_is_put_right_by_its_own_article(
    edition_id: str, play: Play
) -> None:
    game = play(table(edition_id), ADJOURNED)

    ruling = decide(game, SET_RIGHT)

    assert ruling == (
        ClocksSet(
            white_ms=4_000_000,
            black_ms=5_000_000,
            moves=None,
            because=edition(edition_id).cite(Topic.RESUMPTION_CLOCK),
            at_ms=30 * HOUR,
        ),
    )
    game = followed(game, ruling)
    game = followed(game, decide(game, OpenEnvelope(by=ARBITER, at_ms=30 * HOUR, uci="e2e4")))
    assert game.clock.left_ms(white=False, at_ms=30 * HOUR) == 5_000_000


@pytest.mark.law("clock-at-resumption")
def test_a_clock_at_resumption_is_put_right_though_many_moves_were_made(play: Play) -> None:
    """Where a wrong setting is told too late after three moves, that counts from the start."""
    fast = Table(control=TimeControl.parsed("30+0"), occasion=BUSY)
    made = moves("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6")
    played = play(fast, made)
    resumed = play(fast, (*made, *ADJOURNED))

    assert isinstance(decide(played, replace(SET_RIGHT, at_ms=9_000)), TooLateToCorrect)
    assert isinstance(decide(resumed, SET_RIGHT), tuple)


# Hands: what is legal when let go, what is executed, what "j'adoube" protects.


@pytest.mark.law("released-legal")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_piece_let_go_where_it_may_not_go_has_made_no_move(edition_id: str, play: Play) -> None:
    seen = table(edition_id)
    illegal = play(seen, (SetPieceDown(by=WHITE, at_ms=500, uci="g1g3"),))
    stuck = play(seen, (SetPieceDown(by=WHITE, at_ms=500, uci="a1a3"),))
    legal = play(seen, (SetPieceDown(by=WHITE, at_ms=500, uci="g1f3"),))

    assert isinstance(decide(illegal, said("e2e4", 1_000, WHITE)), TouchedPieceMustMove)
    assert isinstance(decide(illegal, said("g1h3", 1_000, WHITE)), tuple)
    assert isinstance(decide(stuck, said("e2e4", 1_000, WHITE)), tuple)
    assert isinstance(decide(legal, said("g1h3", 1_000, WHITE)), ReleasedPieceStays)


@pytest.mark.law("blind-execution-inserted", "blind-execution")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_blind_players_clock_waits_for_the_piece_in_its_new_hole(
    edition_id: str, play: Play
) -> None:
    blind = replace(
        table(edition_id), white=Seat(is_blind=True), customs=Customs(execution="reported")
    )
    announced = play(blind, (said("e2e4", 1_000, WHITE),))
    executed = play(blind, (said("e2e4", 1_000, WHITE), ExecuteMove(by=WHITE, at_ms=1_500)))

    assert decide(announced, pressed(2_000, WHITE)) == NotYetExecuted(
        uci="e2e4", because=edition(edition_id).cite(Topic.EXECUTION)
    )
    assert isinstance(decide(executed, pressed(2_000, WHITE)), tuple)


@pytest.mark.law("blind-execution-announced")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_blind_players_piece_in_another_hole_is_no_move_before_it_is_announced(
    edition_id: str, play: Play
) -> None:
    blind = replace(table(edition_id), white=Seat(is_blind=True))
    inserted = SetPieceDown(by=WHITE, at_ms=500, uci="g1f3")

    ruling = decide(play(blind, ()), inserted)

    assert ruling == (PiecesTouched(white=True, squares=("g1",), at_ms=500),)
    game = play(blind, (inserted,))
    assert decide(game, pressed(800, WHITE)) == NothingAnnounced(
        because=edition(edition_id).cite(Topic.EXECUTION)
    )
    assert isinstance(decide(game, said("g1h3", 1_000, WHITE)), tuple)


ADJUST_ARTICLES = {"2005": "4.2", "2009": "4.2", "2018": "4.2.1", "2023": "4.2.1"}
PUT_STRAIGHT = (
    Adjust(by=WHITE, at_ms=100),
    TouchPieces(by=WHITE, at_ms=200, squares=("g1",)),
    TouchPieces(by=WHITE, at_ms=300, squares=("b1", "e7")),
)


@pytest.mark.law("adjust")
@pytest.mark.parametrize(
    "edition_id", EDITIONS, ids=lambda edition_id: f"{edition_id} {ADJUST_ARTICLES[edition_id]}"
)
def test_one_jadoube_is_enough_for_several_pieces(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), PUT_STRAIGHT)

    assert game.turn.touched == ()
    assert isinstance(decide(game, said("e2e4", 1_000, WHITE)), tuple)


@pytest.mark.law("adjust")
@pytest.mark.parametrize(
    "bound",
    [
        TouchPieces(by=ARBITER, at_ms=400, squares=("b1",)),
        SetPieceDown(by=WHITE, at_ms=400, uci="b1c3", is_let_go=False),
    ],
    ids=["2009 4.2, the arbiter has seen it", "2009 4.2, a piece is moved"],
)
def test_jadoube_protects_none_that_is_touched_to_be_moved(bound: Command, play: Play) -> None:
    judged = replace(table("2009"), occasion=Occasion(has_arbiter=True, games_per_arbiter=1))
    game = play(judged, (*PUT_STRAIGHT, bound))

    refused = decide(game, said("e2e4", 1_000, WHITE))

    assert isinstance(refused, TouchedPieceMustMove)
    assert set(refused.allowed) == {"b1a3", "b1c3"}
    assert not game.turn.is_adjusting


@pytest.mark.law("adjust")
def test_2009_4_2_who_says_a_move_has_done_with_putting_straight(play: Play) -> None:
    said_then_touched = (
        Adjust(by=WHITE, at_ms=100),
        said("e2e4", 200, WHITE),
        TouchPieces(by=WHITE, at_ms=300, squares=("g1",)),
    )

    assert play(table("2009"), said_then_touched).turn.touched == ("g1",)


@pytest.mark.law("adjust")
def test_jadoube_of_this_move_does_not_reach_the_next(play: Play) -> None:
    later = TouchPieces(by=WHITE, at_ms=4_000, squares=("b1",))
    game = play(table(), (Adjust(by=WHITE, at_ms=100), *moves("e2e4", "e7e5"), later))

    assert isinstance(decide(game, said("d2d4", 5_000, WHITE)), TouchedPieceMustMove)


@pytest.mark.law("rapid-otherwise", "blitz-otherwise")
@pytest.mark.parametrize(
    ("control", "games", "is_supervised"),
    [("30+0", 1, True), ("30+0", 3, True), ("30+0", 4, False), ("5+0", 1, True), ("5+0", 2, False)],
)
def test_in_2009_an_arbiter_supervises_three_rapid_games_or_one_of_blitz(
    control: str, games: int, is_supervised: bool, play: Play
) -> None:
    occasion = Occasion(has_arbiter=True, games_per_arbiter=games)

    game = play(table("2009", control, occasion), ())

    assert game.is_supervised == is_supervised
