"""Adjournment: sealing, the envelope, and play taken up again with whoever is there."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import (
    AdjournEarly,
    AskToSeal,
    EnvelopeOpened,
    GameAdjourned,
    MoveSealed,
    OpenEnvelope,
    Resume,
    SealerTooLate,
    SealMove,
)
from voice_chess.game.clocks import ClocksSet, PassTime, SetClocks, StartClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, ClaimDraw, DrawDeclined, DrawOfferStands, OfferDraw
from voice_chess.game.envelope import Envelope
from voice_chess.game.game_end import EndGame, GameEnded, Resign
from voice_chess.game.moves import AnnounceMove, ExecuteMove, MoveCompleted, PressClock
from voice_chess.game.phases import Adjourned, InPlay, Resuming, Sealing
from voice_chess.game.refusals import (
    BadField,
    EnvelopeStaysShut,
    EnvelopeStillOpen,
    GameIsAdjourned,
    NotAdjourned,
    NotALegalMove,
    NothingSealed,
    NotYourMove,
    NotYourRole,
    Refusal,
    SessionLastsLonger,
    TooLateToCorrect,
    TouchedPieceMustMove,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.setup import Arrive, PlayerArrived
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Seat, Setup, Table
from voice_chess.game.touch import SetPieceDown, TouchPieces
from voice_chess.laws.edition import edition
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
JUDGED = Occasion(has_arbiter=True)
HOUR = 3_600_000
BACK = 100 * HOUR


def table(edition_id: str = "2009", fen: str | None = None, white: Seat | None = None) -> Table:
    return Table(
        control=TimeControl.parsed("90+0"),
        edition=edition_id,
        setup=Setup(fen=fen) if fen else Setup(),
        occasion=JUDGED,
        white=white or Seat(),
    )


ASKED = AskToSeal(by=ARBITER, at_ms=1_000_000, resumption="tomorrow at ten, room 2")
E4 = SealMove(by=WHITE, at_ms=1_060_000, text="e4")
CLOSED = StopClocks(by=WHITE, at_ms=1_100_000)
SEALED = (ASKED, E4, CLOSED)


def resumed(at_ms: int = BACK, *, white: bool = True, black: bool = True) -> Resume:
    return Resume(by=ARBITER, at_ms=at_ms, white_here=white, black_here=black)


def opened(uci: str | None = "e2e4", at_ms: int = BACK, *, was_lost: bool = False) -> OpenEnvelope:
    return OpenEnvelope(by=ARBITER, at_ms=at_ms, uci=uci, was_lost=was_lost)


def late(at_ms: int) -> EndGame:
    """White's lateness, declared to have lost the game."""
    result, reason = Result.BLACK_WINS, EndReason.LATENESS
    return EndGame(by=ARBITER, at_ms=at_ms, result=result, reason=reason)


def ending(ruling: object) -> GameEnded:
    assert isinstance(ruling, tuple), ruling
    assert isinstance(ruling[-1], GameEnded)
    return ruling[-1]


@pytest.mark.law("sealing")
def test_the_sealed_move_may_be_changed_until_the_clock_is_stopped(play: Play) -> None:
    changed = SealMove(by=WHITE, at_ms=1_080_000, text="d4")
    game = play(table(), (ASKED, E4, changed, CLOSED))

    assert isinstance(game.phase, Adjourned)
    assert game.phase.envelope.text == "d4"
    assert not game.clock.is_running
    assert isinstance(decide(game, E4), GameIsAdjourned)


@pytest.mark.law("sealing")
@pytest.mark.parametrize(
    ("bound", "held"), [(None, "e4"), ("locked e4", "locked e4")], ids=["as-written", "bound"]
)
def test_2009_g_1_a_the_envelope_holds_the_move_that_was_bound_to_it_or_else_as_written(
    bound: str | None, held: str, play: Play
) -> None:
    game = play(table(), (ASKED, E4, replace(CLOSED, sealed=bound)))

    assert isinstance(game.phase, Adjourned)
    assert game.phase.envelope.text == held


@pytest.mark.law("sealing")
@pytest.mark.parametrize(
    ("sealed", "refusal"), [((), NothingSealed), ((E4,), EnvelopeStillOpen)], ids=["none", "one"]
)
def test_before_the_envelope_is_closed_nobody_is_told_that_the_game_is_adjourned(
    sealed: tuple[Command, ...], refusal: type[Refusal], play: Play
) -> None:
    game = play(table(), (ASKED, *sealed))

    assert isinstance(decide(game, opened()), refusal)


@pytest.mark.law("sealing")
def test_an_arbiter_halts_the_sealing_and_their_word_lets_the_clock_run_again(play: Play) -> None:
    halted = StopClocks(by=ARBITER, at_ms=1_010_000)
    game = play(table(), (ASKED, halted))

    assert isinstance(game.phase, Sealing)
    assert not game.clock.is_running

    again = play(table(), (ASKED, halted, StartClocks(by=ARBITER, at_ms=9_000_000)))

    assert isinstance(again.phase, Sealing)
    assert again.clock.is_running
    assert again.clock.left_ms(white=True, at_ms=9_010_000) == 90 * 60_000 - 1_020_000


@pytest.mark.law("sealing")
def test_who_is_asked_to_seal_with_the_clocks_stopped_writes_on_their_own_time_again(
    play: Play,
) -> None:
    stopped = StopClocks(by=ARBITER, at_ms=900_000)
    game = play(table(), (stopped, ASKED, StartClocks(by=ARBITER, at_ms=1_000_000), E4, CLOSED))

    assert isinstance(game.phase, Adjourned)
    assert game.phase.envelope.left_ms == (90 * 60_000 - 1_000_000, 90 * 60_000)


@pytest.mark.law(
    "envelope-names",
    "envelope-position",
    "envelope-times",
    "envelope-sealer",
    "envelope-offer",
    "envelope-when",
    "envelope-kept",
)
def test_the_envelope_bears_all_that_is_written_on_it(play: Play) -> None:
    offer = OfferDraw(by=WHITE, at_ms=1_090_000)
    game = play(table(), (ASKED, E4, offer))

    ruling = decide(game, CLOSED)

    assert ruling == (
        GameAdjourned(
            envelope=Envelope(
                sealed_by_white=True,
                text="e4",
                fen=game.position.fen,
                move_number=1,
                left_ms=(5_400_000 - 1_100_000, 5_400_000),
                offer_by_white=True,
                resumption="tomorrow at ten, room 2",
            ),
            because=edition("2009").cite(Topic.ENVELOPE),
            at_ms=1_100_000,
        ),
    )


def test_an_empty_envelope_is_not_closed(play: Play) -> None:
    assert isinstance(decide(play(table(), (ASKED,)), CLOSED), NothingSealed)


def test_nothing_written_is_no_move(play: Play) -> None:
    blank = SealMove(by=WHITE, at_ms=1_060_000, text="  ")

    assert isinstance(decide(play(table(), (ASKED,)), blank), BadField)


@pytest.mark.parametrize(
    "command",
    [
        SealMove(by=BLACK, at_ms=1_060_000, text="e5"),
        StopClocks(by=BLACK, at_ms=1_060_000),
        AnnounceMove(by=BLACK, at_ms=1_060_000, uci="e7e5"),
    ],
)
def test_only_the_player_on_move_seals(command: Command, play: Play) -> None:
    assert isinstance(decide(play(table(), (ASKED, E4)), command), NotYourMove)


def test_a_move_made_on_the_board_is_the_sealed_one(play: Play) -> None:
    made = AnnounceMove(by=WHITE, at_ms=1_050_000, uci="g1f3")
    game = play(table(), (ASKED, made))

    assert isinstance(decide(game, E4), TooLateToCorrect)
    assert isinstance(decide(game, made), TooLateToCorrect)
    ruling = decide(game, CLOSED)
    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], GameAdjourned)
    assert ruling[0].envelope.text == "g1f3"


@pytest.mark.law("sealing", "touch-own")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 A.1.a", "2009 G.1.a"])
@pytest.mark.parametrize(
    ("uci", "refusal"),
    [("Nf3", BadField), ("e2e5", NotALegalMove), ("d2d4", TouchedPieceMustMove), ("e2e4", tuple)],
)
def test_on_the_board_it_must_be_a_move_that_could_be_made_in_play(
    uci: str, refusal: type, edition_id: str, play: Play
) -> None:
    touched = TouchPieces(by=WHITE, at_ms=900_000, squares=("e2",))
    game = play(table(edition_id), (touched, ASKED))

    assert isinstance(decide(game, AnnounceMove(by=WHITE, at_ms=1_050_000, uci=uci)), refusal)


@pytest.mark.law("sealed-illegal")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 A.8.c", "2009 G.8.c"])
def test_where_illegal_moves_count_one_made_on_the_board_is_sealed(
    edition_id: str, play: Play
) -> None:
    counting = replace(table(edition_id), customs=Customs(illegal_policy="count"))
    made = AnnounceMove(by=WHITE, at_ms=1_050_000, uci="e2e5")
    game = play(counting, (ASKED, made, CLOSED, resumed()))

    assert ending(decide(game, opened("e2e5"))).reason is EndReason.SEALED_MOVE


def test_so_is_a_move_already_announced(play: Play) -> None:
    said = AnnounceMove(by=WHITE, at_ms=900_000, uci="g1f3")

    ruling = decide(play(table(), (said,)), ASKED)

    assert isinstance(ruling, tuple)
    assert ruling[1] == MoveSealed(white=True, text="g1f3", is_made=True, at_ms=1_000_000)


SAID = AnnounceMove(by=WHITE, at_ms=900_000, uci="g1f3")
BEFORE_SEALING: dict[str, tuple[tuple[Command, ...], str | None]] = {
    "only said": ((SAID,), None),
    "said and made": ((SAID, ExecuteMove(by=WHITE, at_ms=950_000)), "g1f3"),
    "let go": ((SetPieceDown(by=WHITE, at_ms=900_000, uci="g1f3"),), "g1f3"),
    "to be made after a wrong claim": (
        (ClaimDraw(by=WHITE, at_ms=900_000, kind="fifty", uci="g1f3"),),
        "g1f3",
    ),
}


@pytest.mark.law("sealing", "blind-execution-inserted")
@pytest.mark.parametrize("before", BEFORE_SEALING)
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 A.1.a", "2009 G.1.a"])
def test_where_hands_are_told_only_a_move_that_is_made_is_the_sealed_one(
    edition_id: str, before: str, play: Play
) -> None:
    done, sealed_uci = BEFORE_SEALING[before]
    reported = replace(table(edition_id), customs=Customs(execution="reported"))

    game = play(reported, (*done, ASKED))

    assert isinstance(game.phase, Sealing)
    assert game.phase.text == sealed_uci
    changed = decide(game, SealMove(by=WHITE, at_ms=1_060_000, text="d4"))
    assert isinstance(changed, tuple) == (sealed_uci is None)


@pytest.mark.law("sealing-early")
def test_who_adjourns_early_pays_for_the_rest_of_the_session(play: Play) -> None:
    early = AdjournEarly(
        by=WHITE, at_ms=1_000_000, resumption="tomorrow", session_ends_at_ms=3_000_000
    )
    game = play(table(), (early, E4, CLOSED))

    assert isinstance(game.phase, Adjourned)
    assert game.phase.envelope.left_ms == (2_400_000, 5_400_000)


@pytest.mark.law("sealing-early")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 A.1.b", "2009 G.1.b"])
def test_who_has_stopped_the_clocks_to_adjourn_early_pays_all_the_same(
    edition_id: str, play: Play
) -> None:
    stopped = StopClocks(by=WHITE, at_ms=900_000)
    early = AdjournEarly(
        by=WHITE, at_ms=1_000_000, resumption="tomorrow", session_ends_at_ms=3_000_000
    )
    game = play(table(edition_id), (stopped, early, E4, CLOSED))

    assert isinstance(game.phase, Adjourned)
    assert game.phase.envelope.left_ms == (5_400_000 - 900_000 - 2_000_000, 5_400_000)


@pytest.mark.law("sealing-early")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 A.1.b", "2009 G.1.b"])
@pytest.mark.parametrize("before", [(), (StopClocks(by=WHITE, at_ms=900_000),)])
def test_nobody_adjourns_early_whose_time_ends_before_the_session(
    before: tuple[Command, ...], edition_id: str, play: Play
) -> None:
    game = play(table(edition_id), before)
    lasts_ms = game.clock.left_ms(white=True, at_ms=1_000_000)

    for more_ms, is_taken in ((-1, True), (0, False), (600_000, False)):
        early = AdjournEarly(
            by=WHITE,
            at_ms=1_000_000,
            resumption="tomorrow",
            session_ends_at_ms=1_000_000 + lasts_ms + more_ms,
        )
        ruling = decide(game, early)

        assert isinstance(ruling, tuple) == is_taken
        assert isinstance(ruling, SessionLastsLonger) != is_taken


@pytest.mark.parametrize(
    ("by", "ends_at_ms", "refusal"), [(BLACK, 3_000_000, NotYourMove), (WHITE, 5, BadField)]
)
def test_early_adjournment_is_for_the_player_on_move_and_before_the_end(
    by: Role, ends_at_ms: int, refusal: type, play: Play
) -> None:
    early = AdjournEarly(
        by=by, at_ms=1_000_000, resumption="tomorrow", session_ends_at_ms=ends_at_ms
    )

    assert isinstance(decide(play(table(), ()), early), refusal)


def test_the_flag_may_fall_while_sealing(play: Play) -> None:
    ruling = decide(play(table(), (ASKED, E4)), PassTime(by=ARBITER, at_ms=5_400_000))

    assert ending(ruling).reason is EndReason.FLAG_FALL


@pytest.mark.law("assistant-adjourns")
def test_an_assistant_sees_to_the_formalities(play: Play) -> None:
    aide = Role.ASSISTANT_WHITE
    seat = Seat(is_blind=True, has_assistant=True)
    formal = (
        ASKED,
        SealMove(by=aide, at_ms=1_060_000, text="e4"),
        StopClocks(by=aide, at_ms=1_100_000),
    )

    assert isinstance(play(table(white=seat), formal).phase, Adjourned)


BLACKS_OFFER = OfferDraw(by=BLACK, at_ms=1_040_000)
OFFERED_BEFORE = [
    pytest.param("2005", id="2005 A.2.f, A.4"),
    pytest.param("2009", id="2009 G.2.f, G.4"),
]


@pytest.mark.law("envelope-offer", "offer-after-sealing", "draw-offer")
@pytest.mark.parametrize("edition_id", OFFERED_BEFORE)
def test_a_move_that_is_only_written_declines_no_offer_and_the_resumption_tells_it(
    edition_id: str, play: Play
) -> None:
    game = play(table(edition_id), (ASKED, BLACKS_OFFER, E4, CLOSED))
    ruling = decide(game, resumed())

    assert isinstance(ruling, tuple)
    assert ruling[1:] == (DrawOfferStands(white=False, at_ms=BACK),)
    going_on = followed(game, ruling)
    in_play = followed(going_on, decide(going_on, opened()))
    accepted = decide(in_play, AcceptDraw(by=WHITE, at_ms=BACK + 1))
    assert followed(in_play, accepted).is_over


@pytest.mark.law("envelope-offer", "sealing", "draw-offer")
@pytest.mark.parametrize("edition_id", OFFERED_BEFORE)
def test_a_move_made_on_the_board_in_place_of_a_sealed_one_declines_the_offer(
    edition_id: str, play: Play
) -> None:
    game = play(table(edition_id), (ASKED, BLACKS_OFFER))
    ruling = decide(game, AnnounceMove(by=WHITE, at_ms=1_050_000, uci="e2e4"))

    assert isinstance(ruling, tuple)
    declined, sealed = ruling
    assert declined == DrawDeclined(white=True, by="move", at_ms=1_050_000)
    assert isinstance(sealed, MoveSealed)
    made = followed(game, ruling)
    adjourned = followed(made, decide(made, CLOSED))
    assert isinstance(adjourned.phase, Adjourned)
    assert adjourned.phase.envelope.offer_by_white is None
    going_on = decide(adjourned, resumed())
    assert isinstance(going_on, tuple)
    assert len(going_on) == 1


@pytest.mark.law("offer-after-sealing", "ended-before-resuming")
def test_offers_and_resignations_count_while_the_game_rests(play: Play) -> None:
    offered = play(table(), (*SEALED, OfferDraw(by=BLACK, at_ms=2_000_000)))

    accepted = decide(offered, AcceptDraw(by=WHITE, at_ms=90 * HOUR))
    resigned = decide(offered, Resign(by=WHITE, at_ms=90 * HOUR))

    assert ending(accepted).reason is EndReason.AGREEMENT
    assert ending(resigned).reason is EndReason.RESIGNATION


def test_no_time_passes_while_the_game_rests(play: Play) -> None:
    assert decide(play(table(), SEALED), PassTime(by=ARBITER, at_ms=BACK)) == ()


@pytest.mark.law("resumed-position", "replier-present")
def test_play_goes_on_with_the_sealed_move_and_the_times_of_then(play: Play) -> None:
    game = play(table(), (*SEALED, resumed()))
    assert game.position.moves == ()
    assert not game.clock.is_running

    game = followed(game, decide(game, opened()))

    assert game.position.moves == ("e2e4",)
    assert game.phase == InPlay()
    assert game.clock.left_ms(white=True, at_ms=BACK) == 5_400_000 - 1_100_000
    assert game.clock.left_ms(white=False, at_ms=BACK + 60_000) == 5_400_000 - 60_000


@pytest.mark.law("replier-absent", "envelope-opened")
def test_the_envelope_stays_shut_while_who_must_answer_is_missing(play: Play) -> None:
    game = play(table(), (*SEALED, resumed(black=False)))

    shut = EnvelopeStaysShut(because=edition("2009").cite(Topic.ENVELOPE_OPENED))
    assert shut.because.article == "G.7"
    assert decide(game, opened()) == shut
    assert game.clock.left_ms(white=False, at_ms=BACK + 600_000) == 4_800_000

    game = followed(game, decide(game, Arrive(by=BLACK, at_ms=BACK + 600_000)))
    assert not game.clock.is_running
    game = followed(game, decide(game, opened(at_ms=BACK + 700_000)))
    assert game.clock.left_ms(white=False, at_ms=BACK + 700_000) == 4_800_000
    assert not game.white_to_move


@pytest.mark.law("sealed-ambiguous", "sealed-meaningless", "sealed-illegal")
@pytest.mark.parametrize("uci", [None, "e2e5"])
def test_a_sealed_move_that_cannot_be_played_loses(uci: str | None, play: Play) -> None:
    game = play(table(), (*SEALED, resumed()))

    ruling = decide(game, opened(uci))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], EnvelopeOpened)
    end = ending(ruling)
    assert (end.result, end.reason) == (Result.BLACK_WINS, EndReason.SEALED_MOVE)
    assert end.because == edition("2009").cite(Topic.SEALED_MOVE_BAD)


def test_but_draws_when_the_opponent_cannot_mate(play: Play) -> None:
    game = play(table(fen="4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), (*SEALED, resumed()))

    assert ending(decide(game, opened(None))).result is Result.DRAW


@pytest.mark.law("late-at-resumption")
@pytest.mark.parametrize(
    ("edition_id", "late_ms", "is_lost"),
    [("2005", HOUR, False), ("2005", HOUR + 1, True), ("2009", HOUR + 1, True), ("2018", 1, True)],
)
def test_who_comes_too_late_loses(edition_id: str, late_ms: int, is_lost: bool, play: Play) -> None:
    game = play(table(edition_id), (*SEALED, resumed(black=False)))

    ruling = decide(game, Arrive(by=BLACK, at_ms=BACK + late_ms))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded) == is_lost
    if is_lost:
        assert ending(ruling).because == edition(edition_id).cite(Topic.RESUMPTION_LATENESS)
        assert ending(ruling).result is Result.WHITE_WINS


DEFAULT_TIMES = [
    pytest.param("2005", 900_000, HOUR, id="2005 A.10"),
    pytest.param("2009", 0, HOUR, id="2009 G.10"),
    pytest.param(
        "2009", 2 * HOUR, HOUR, id="2009 G.10 where the event is patient at the beginning"
    ),
    pytest.param("2018", 900_000, 900_000, id="2018 I.10 has the default time"),
    pytest.param("2023", 900_000, 900_000, id="2023 I.10 has the default time"),
]


@pytest.mark.law("late-at-resumption")
@pytest.mark.parametrize(("edition_id", "at_the_beginning_ms", "allowed_ms"), DEFAULT_TIMES)
def test_what_an_event_allows_at_the_beginning_is_not_the_hour_of_a_resumption(
    edition_id: str, at_the_beginning_ms: int, allowed_ms: int, play: Play
) -> None:
    at = replace(
        table(edition_id), occasion=Occasion(has_arbiter=True, lateness_ms=at_the_beginning_ms)
    )
    game = play(at, (*SEALED, resumed(black=False)))

    in_time = decide(game, Arrive(by=BLACK, at_ms=BACK + allowed_ms))
    too_late = decide(game, Arrive(by=BLACK, at_ms=BACK + allowed_ms + 1))

    assert in_time == (PlayerArrived(white=False, at_ms=BACK + allowed_ms),)
    assert ending(too_late).reason is EndReason.LATENESS


ON_THE_WAY_BACK: dict[str, tuple[Command, ...]] = {
    "before the resumption": SEALED,
    "before the envelope is opened": (*SEALED, resumed(white=False)),
    "behind the sealed move": (*SEALED, resumed(), opened()),
}


@pytest.mark.law("late-at-resumption", "late")
@pytest.mark.parametrize("when", ON_THE_WAY_BACK)
@pytest.mark.parametrize("edition_id", ["2005 A.10", "2009 G.10", "2018 I.10", "2023 I.10"])
def test_lateness_that_an_arbiter_declares_cites_the_resumption_once_a_game_was_adjourned(
    edition_id: str, when: str, play: Play
) -> None:
    number, article = edition_id.split()
    game = play(table(number), ON_THE_WAY_BACK[when])

    end = ending(decide(game, late(BACK)))

    assert end.because.article == article


@pytest.mark.law("late")
@pytest.mark.parametrize("edition_id", ["2005 6.7", "2009 6.6.a", "2018 6.7.1", "2023 6.7.1"])
def test_lateness_that_an_arbiter_declares_is_else_that_of_the_beginning(
    edition_id: str, play: Play
) -> None:
    number, article = edition_id.split()

    end = ending(decide(play(table(number), ()), late(1_000)))

    assert end.because.article == article


@pytest.mark.law("late-but-mated", "late-but-drawn")
@pytest.mark.parametrize(
    ("fen", "uci", "result"),
    [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", Result.WHITE_WINS),
        ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "g5g6", Result.DRAW),
        ("8/8/8/4k3/8/8/4r3/4K3 w - - 0 1", "e1e2", Result.DRAW),
    ],
)
def test_an_absent_sealer_is_helped_by_a_move_that_ends_the_game(
    fen: str, uci: str, result: Result, play: Play
) -> None:
    game = play(table(fen=fen), (*SEALED, resumed(white=False)))

    assert ending(decide(game, opened(uci))).result is result


LATE = [
    pytest.param("2005", HOUR + 1, id="2005 A.10.a"),
    pytest.param("2009", HOUR + 1, id="2009 G.10.a"),
    pytest.param("2018", 1, id="2018 I.10"),
    pytest.param("2023", 1, id="2023 I.10"),
]
ENVELOPES = {
    "mates": ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", Result.WHITE_WINS, EndReason.CHECKMATE),
    "stalemates": ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "g5g6", Result.DRAW, EndReason.STALEMATE),
    "kills": ("8/8/8/4k3/8/8/4r3/4K3 w - - 0 1", "e1e2", Result.DRAW, EndReason.DEAD_POSITION),
    "goes on": ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a7", Result.BLACK_WINS, EndReason.LATENESS),
}


@pytest.mark.law("late-but-mated", "late-but-drawn", "late-at-resumption")
@pytest.mark.parametrize("envelope", ENVELOPES)
@pytest.mark.parametrize(("edition_id", "late_ms"), LATE)
def test_of_a_sealer_who_comes_too_late_the_envelope_is_opened_first(
    edition_id: str, late_ms: int, envelope: str, play: Play
) -> None:
    fen, uci, result, reason = ENVELOPES[envelope]
    game = play(table(edition_id, fen=fen), (*SEALED, resumed(white=False)))

    waiting = followed(game, decide(game, PassTime(by=ARBITER, at_ms=BACK + late_ms)))
    assert isinstance(waiting.phase, Resuming)
    end = ending(decide(waiting, opened(uci, BACK + late_ms + 1)))

    assert (end.result, end.reason) == (result, reason)


@pytest.mark.law("late-at-resumption", "late-but-mated")
@pytest.mark.parametrize(
    ("uci", "result"), [("a1a8", Result.WHITE_WINS), ("a1a7", Result.BLACK_WINS)]
)
def test_2009_g_10_coming_after_the_hour_helps_no_more_and_the_envelope_does(
    uci: str, result: Result, play: Play
) -> None:
    fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
    game = play(table(fen=fen), (*SEALED, resumed(white=False)))

    game = followed(game, decide(game, Arrive(by=WHITE, at_ms=BACK + HOUR + 1)))

    assert game.attendance.here.white
    assert ending(decide(game, opened(uci, BACK + HOUR + 9))).result is result


@pytest.mark.law("late-at-resumption")
def test_2009_g_10_the_envelope_may_be_opened_at_the_very_moment(play: Play) -> None:
    game = play(table(), (*SEALED, resumed(white=False)))

    ruling = decide(game, opened(at_ms=BACK + HOUR + 1))

    assert isinstance(ruling, tuple)
    assert [type(event) for event in ruling] == [
        SealerTooLate,
        EnvelopeOpened,
        MoveCompleted,
        GameEnded,
    ]


@pytest.mark.law("late-at-resumption")
def test_2009_g_10_both_lose_when_neither_comes_and_the_envelope_does_not_end_it(
    play: Play,
) -> None:
    game = play(table(), (*SEALED, resumed(white=False, black=False)))

    game = followed(game, decide(game, PassTime(by=ARBITER, at_ms=BACK + HOUR + 1)))

    assert ending(decide(game, opened(at_ms=BACK + HOUR + 2))).result is Result.BOTH_LOSE


@pytest.mark.law("late-but-timeout")
def test_the_player_who_is_there_may_lose_on_time_first(play: Play) -> None:
    short = Table(control=TimeControl.parsed("30+0"), occasion=JUDGED)
    game = play(short, (*SEALED, resumed(white=False), opened()))

    end = ending(decide(game, PassTime(by=ARBITER, at_ms=BACK + 2 * HOUR)))

    assert (end.result, end.reason) == (Result.WHITE_WINS, EndReason.FLAG_FALL)


ANSWERED = (
    *SEALED,
    resumed(white=False),
    opened(),
    SealMove(by=BLACK, at_ms=BACK + 60_000, text="e5"),
    StopClocks(by=BLACK, at_ms=BACK + 120_000),
)


@pytest.mark.law("sealer-absent")
def test_an_answer_may_be_sealed_for_a_player_who_has_not_come(play: Play) -> None:
    game = play(table(), ANSWERED)

    assert game.clock.left_ms(white=False, at_ms=BACK + 9 * HOUR) == 5_400_000 - 120_000
    assert game.clock.left_ms(white=True, at_ms=BACK + 180_000) == 5_400_000 - 1_160_000
    assert isinstance(decide(game, opened("e7e5", BACK + 180_000)), EnvelopeStaysShut)

    game = followed(game, decide(game, Arrive(by=WHITE, at_ms=BACK + 180_000)))
    game = followed(game, decide(game, opened("e7e5", BACK + 200_000)))
    assert game.position.moves == ("e2e4", "e7e5")
    assert game.clock.left_ms(white=True, at_ms=BACK + 210_000) == 5_400_000 - 1_170_000


def test_a_sealed_answer_gives_nobody_more_time_to_come(play: Play) -> None:
    game = play(table(), ANSWERED)

    end = ending(decide(game, PassTime(by=ARBITER, at_ms=BACK + HOUR + 1)))

    assert (end.result, end.reason) == (Result.BLACK_WINS, EndReason.LATENESS)


def test_with_both_there_nobody_seals_their_answer(play: Play) -> None:
    game = play(table(), (*SEALED, resumed(), opened()))

    seal = SealMove(by=BLACK, at_ms=BACK + 60_000, text="e5")
    assert isinstance(decide(game, seal), NotAdjourned)


def test_an_absent_sealer_loses_when_the_hour_is_over(play: Play) -> None:
    game = play(table(), (*SEALED, resumed(white=False), opened()))

    end = ending(decide(game, PassTime(by=ARBITER, at_ms=BACK + HOUR + 1)))

    assert (end.result, end.reason) == (Result.BLACK_WINS, EndReason.LATENESS)


@pytest.mark.law("envelope-lost")
def test_of_a_lost_envelope_the_stated_move_is_played(play: Play) -> None:
    game = play(table(), (*SEALED, resumed()))

    ruling = decide(game, opened("d2d4", was_lost=True))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], EnvelopeOpened)
    assert ruling[0].because == edition("2009").cite(Topic.ENVELOPE_LOST)
    assert isinstance(ruling[1], MoveCompleted)
    assert isinstance(decide(game, opened("e2e5", was_lost=True)), NotALegalMove)
    assert isinstance(decide(game, opened(None, was_lost=True)), BadField)


def test_a_wrong_clock_is_put_right_before_play_goes_on(play: Play) -> None:
    game = play(table(), (*SEALED, resumed()))
    right = SetClocks(by=ARBITER, at_ms=BACK, white_ms=4_000_000, black_ms=5_000_000)

    game = followed(game, decide(game, right))
    game = followed(game, decide(game, opened()))

    assert game.clock.left_ms(white=False, at_ms=BACK) == 5_000_000


CLOCK_AT_RESUMPTION = {"2005": "A.12", "2009": "G.12", "2018": "I.13"}


@pytest.mark.law("clock-at-resumption")
@pytest.mark.parametrize(
    "edition_id", CLOCK_AT_RESUMPTION, ids=lambda id_: f"{id_} {CLOCK_AT_RESUMPTION[id_]}"
)
def test_a_wrong_clock_is_put_right_until_each_has_made_their_first_move(
    edition_id: str, play: Play
) -> None:
    by = {True: WHITE, False: BLACK}
    articles = []
    game = play(table(edition_id), (*SEALED, resumed(), opened()))
    for uci in ("e7e5", "g1f3", "b8c6"):
        ruling = decide(
            game,
            SetClocks(by=ARBITER, at_ms=BACK, white_ms=1, black_ms=1, why="wrong-setting"),
        )
        assert isinstance(ruling, tuple)
        assert isinstance(ruling[0], ClocksSet)
        articles.append(ruling[0].because.article)
        mover = by[game.white_to_move]
        for command in (
            AnnounceMove(by=mover, at_ms=BACK, uci=uci),
            PressClock(by=mover, at_ms=BACK),
        ):
            game = followed(game, decide(game, command))

    resumption = CLOCK_AT_RESUMPTION[edition_id]
    assert [article == resumption for article in articles] == [True, True, False]


@pytest.mark.parametrize("command", [E4, resumed(), opened()])
def test_a_game_that_is_played_is_not_resumed(command: Command, play: Play) -> None:
    assert isinstance(decide(play(table(), ()), command), NotAdjourned)


@pytest.mark.parametrize(
    "command", [PressClock(by=WHITE, at_ms=BACK), AnnounceMove(by=WHITE, at_ms=BACK, uci="e2e4")]
)
def test_no_move_is_made_while_the_envelope_is_shut(command: Command, play: Play) -> None:
    game = play(table(), (*SEALED, resumed()))

    assert isinstance(game.phase, Resuming)
    because = edition("2009").cite(Topic.RESUMPTION)
    assert decide(game, command) == GameIsAdjourned(first="envelope", because=because)


@pytest.mark.law("replier-present")
@pytest.mark.parametrize(
    ("edition_id", "article"), [("2005", "A.1"), ("2009", "G.1")], ids=["2005:A.1", "2009:G.1"]
)
def test_before_the_resumption_the_arbiter_is_told_what_comes_first(
    edition_id: str, article: str, play: Play
) -> None:
    game = play(table(edition_id), SEALED)

    told = [decide(game, StartClocks(by=by, at_ms=BACK)) for by in (ARBITER, WHITE)]

    assert isinstance(told[0], GameIsAdjourned)
    assert (told[0].first, told[0].because.article) == ("resume", article)
    assert isinstance(told[1], NotYourRole)
    assert decide(game, opened()) == told[0]


def test_with_an_arbiter_no_player_opens_the_envelope(play: Play) -> None:
    game = play(table(), (*SEALED, resumed()))

    assert isinstance(decide(game, OpenEnvelope(by=BLACK, at_ms=BACK, uci="e2e4")), NotYourRole)


@pytest.mark.parametrize("uci", ["Nf3", "e2", ""])
def test_a_reading_that_is_no_move_is_told_so(uci: str, play: Play) -> None:
    ruling = decide(play(table(), (*SEALED, resumed())), opened(uci))

    assert isinstance(ruling, BadField)
    assert ruling.field == "uci"


@pytest.mark.law("replier-absent")
@pytest.mark.parametrize(
    ("edition_id", "article"), [("2005", "A.9"), ("2009", "G.9")], ids=["2005:A.9.b", "2009:G.9.b"]
)
@pytest.mark.parametrize(("white", "black"), [(True, False), (False, True)])
def test_without_an_arbiter_no_player_says_that_the_other_has_not_come(
    white: bool, black: bool, edition_id: str, article: str, play: Play
) -> None:
    alone = replace(table(edition_id), occasion=Occasion())
    game = play(alone, (replace(ASKED, by=WHITE), *SEALED[1:]))
    by_white = Resume(by=WHITE, at_ms=BACK, white_here=white, black_here=black)

    refusal = decide(game, by_white)

    assert isinstance(refusal, EnvelopeStaysShut)
    assert refusal.because.article == article
    assert isinstance(decide(game, replace(by_white, white_here=True, black_here=True)), tuple)
