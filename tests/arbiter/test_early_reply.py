"""A move answered before its clock was pressed: by the editions that allow it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, ClaimDraw, ClaimUpheld, DrawDeclined, OfferDraw
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import (
    AnnounceMove,
    CorrectSlip,
    ExecuteMove,
    MoveAnnounced,
    MoveAnswered,
    MoveCompleted,
    MoveExecuted,
    PressClock,
)
from voice_chess.game.refusals import (
    NoDrawOffered,
    NotALegalMove,
    NotYourMove,
    TooLateToCorrect,
    TouchedPieceMustMove,
)
from voice_chess.game.results import EndReason
from voice_chess.game.state import Game, PendingMove
from voice_chess.game.table import Customs, Role, Setup, Table
from voice_chess.game.touch import Adjust, AdjustmentAnnounced, PiecesTouched, TouchPieces
from voice_chess.laws.edition import known_editions

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK = Role.WHITE, Role.BLACK
WITHOUT_IT, WITH_IT = ("2009",), ("2005", "2018", "2023")
PRESSED = Customs(execution="reported", charge_until="press")


def table(edition_id: str = "2018", customs: Customs = PRESSED) -> Table:
    return Table(control=TimeControl.parsed("90+0"), edition=edition_id, customs=customs)


def said(by: Role, uci: str, at_ms: int) -> AnnounceMove:
    return AnnounceMove(by=by, at_ms=at_ms, uci=uci)


MADE: tuple[Command, ...] = (said(WHITE, "e2e4", 1_000), ExecuteMove(by=WHITE, at_ms=1_500))
ANSWERED: tuple[Command, ...] = (*MADE, said(BLACK, "e7e5", 3_000))


@pytest.mark.law("press-after-answer", "alternate-moves")
@pytest.mark.parametrize("edition_id", known_editions())
def test_who_answers_before_the_press_is_heard_where_the_edition_lets_him(
    edition_id: str, play: Play
) -> None:
    ruling = decide(play(table(edition_id), MADE), said(BLACK, "e7e5", 3_000))

    if edition_id in WITHOUT_IT:
        assert isinstance(ruling, NotYourMove)
    else:
        assert ruling == (MoveAnswered(white=False, uci="e7e5", at_ms=3_000),)


@pytest.mark.law("press-after-answer")
@pytest.mark.parametrize("edition_id", WITH_IT)
def test_the_mover_may_still_press_and_pays_until_then(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), ANSWERED)
    assert game.clock.white_to_move

    ruling = decide(game, PressClock(by=WHITE, at_ms=10_000))

    assert ruling == (
        MoveCompleted(white=True, uci="e2e4", at_ms=10_000, charged_until_ms=10_000),
        MoveAnnounced(white=False, uci="e7e5", at_ms=10_000),
        MoveExecuted(white=False, uci="e7e5", at_ms=10_000),
    )
    game = followed(game, ruling)
    assert game.clock.sides.white.left_ms == 5_390_000
    assert not game.white_to_move
    game = followed(game, decide(game, PressClock(by=BLACK, at_ms=11_000)))
    assert game.position.moves == ("e2e4", "e7e5")
    assert game.clock.sides.black.left_ms == 5_399_000


@pytest.mark.law("next-move-made")
@pytest.mark.parametrize("edition_id", WITH_IT)
def test_the_movers_next_move_completes_the_one_before(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), ANSWERED)

    game = followed(game, decide(game, said(WHITE, "g1f3", 20_000)))

    assert game.position.moves == ("e2e4", "e7e5")
    assert game.white_to_move
    assert game.turn.announcement == PendingMove(uci="g1f3", at_ms=20_000)
    assert game.clock.sides.white.left_ms == 5_380_000
    assert game.clock.sides.black.left_ms == 5_400_000


@pytest.mark.law("next-move-made")
def test_a_next_move_that_cannot_be_completes_nothing(play: Play) -> None:
    game = play(table(), ANSWERED)

    assert isinstance(decide(game, said(WHITE, "e4e5", 20_000)), NotALegalMove)
    assert game.position.moves == ()


@pytest.mark.law("next-move-made")
def test_without_an_answer_there_is_no_next_move(play: Play) -> None:
    ruling = decide(play(table(), MADE), said(WHITE, "g1f3", 3_000))

    assert isinstance(ruling, TooLateToCorrect)


@pytest.mark.parametrize("customs", [PRESSED, replace(PRESSED, illegal_policy="count")])
def test_an_answer_must_be_legal_once_the_move_is_made(customs: Customs, play: Play) -> None:
    game = play(table(customs=customs), MADE)

    assert isinstance(decide(game, said(BLACK, "e7e4", 3_000)), NotALegalMove)


def test_nobody_answers_what_was_only_announced(play: Play) -> None:
    game = play(table(), MADE[:1])

    assert isinstance(decide(game, said(BLACK, "e7e5", 3_000)), NotYourMove)


def test_an_answer_declines_the_offer_it_passes_over(play: Play) -> None:
    offered = play(table(), (*MADE, OfferDraw(by=WHITE, at_ms=2_000)))

    ruling = decide(offered, said(BLACK, "e7e5", 3_000))

    assert isinstance(ruling, tuple)
    assert ruling[0] == DrawDeclined(white=False, by="move", at_ms=3_000)


@pytest.mark.law("press-after-answer", "mate-wins")
def test_an_answer_that_mates_ends_the_game_at_once(play: Play) -> None:
    fools = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
    game = play(
        replace(table(), setup=Setup(fen=fools)),
        (said(WHITE, "g2g4", 1_000), ExecuteMove(by=WHITE, at_ms=1_500)),
    )

    ruling = decide(game, said(BLACK, "d8h4", 3_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded)
    assert ruling[-1].reason is EndReason.CHECKMATE
    assert followed(game, ruling).position.moves == ("g2g4", "d8h4")


ON_MOVE_IDS = {"2005": "2005 1.1", "2018": "2018 1.3", "2023": "2023 1.3"}
TOUCH = TouchPieces(by=BLACK, at_ms=3_000, squares=("g8",))


@pytest.mark.law("alternate-moves", "having-the-move", "touch-own")
@pytest.mark.parametrize("edition_id", WITH_IT, ids=ON_MOVE_IDS.get)
def test_a_piece_touched_before_the_press_binds_the_answer(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), MADE)

    assert decide(game, TOUCH) == (PiecesTouched(white=False, squares=("g8",), at_ms=3_000),)
    touched = play(table(edition_id), (*MADE, TOUCH))
    assert isinstance(decide(touched, said(BLACK, "e7e5", 4_000)), TouchedPieceMustMove)
    assert isinstance(decide(touched, said(BLACK, "g8f6", 4_000)), tuple)
    pressed = play(table(edition_id), (*MADE, TOUCH, PressClock(by=WHITE, at_ms=5_000)))
    assert pressed.turn.touched == ("g8",)
    assert isinstance(decide(pressed, said(BLACK, "e7e5", 6_000)), TouchedPieceMustMove)


@pytest.mark.law("alternate-moves")
def test_2009_1_1_nobody_is_on_move_before_the_press_that_completes_the_other_move(
    play: Play,
) -> None:
    game = play(table("2009"), MADE)

    assert isinstance(decide(game, TOUCH), NotYourMove)
    assert isinstance(decide(game, Adjust(by=BLACK, at_ms=3_000)), NotYourMove)


@pytest.mark.law("alternate-moves", "adjust")
def test_2005_4_2_who_is_on_move_may_adjust_before_the_press(play: Play) -> None:
    adjust = Adjust(by=BLACK, at_ms=2_500)
    ruling = decide(play(table("2005"), MADE), adjust)
    adjusting = play(table("2005"), (*MADE, adjust, TOUCH))

    assert ruling == (AdjustmentAnnounced(white=False, at_ms=2_500),)
    assert isinstance(decide(adjusting, said(BLACK, "e7e5", 4_000)), tuple)


@pytest.mark.law("draw-offer")
def test_2005_9_1_a_a_touch_before_the_press_declines_the_offer(play: Play) -> None:
    offered = play(table("2005"), (*MADE, OfferDraw(by=WHITE, at_ms=2_000)))

    ruling = decide(offered, TOUCH)

    assert isinstance(ruling, tuple)
    assert ruling[0] == DrawDeclined(white=False, by="touch", at_ms=3_000)


ASSUMED = Customs(charge_until="press")


@pytest.mark.law("alternate-moves", "slip-of-the-tongue")
def test_2005_f_2_6_a_slip_that_was_answered_is_not_corrected_any_more(play: Play) -> None:
    answered = (said(WHITE, "e2e4", 1_000), said(BLACK, "e7e5", 3_000))
    game = play(table("2005", ASSUMED), answered)

    slip = decide(game, CorrectSlip(by=WHITE, at_ms=4_000, uci="d2d4"))

    assert isinstance(slip, TooLateToCorrect)


@pytest.mark.law("mate-wins", "slip-of-the-tongue")
def test_2005_f_2_6_a_mate_in_words_alone_waits_for_both_presses(play: Play) -> None:
    fools = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
    answered = (said(WHITE, "g2g4", 1_000), said(BLACK, "d8h4", 3_000))
    game = play(replace(table("2005", ASSUMED), setup=Setup(fen=fools)), answered)

    game = followed(game, decide(game, PressClock(by=WHITE, at_ms=4_000)))
    assert not game.is_over
    game = followed(game, decide(game, PressClock(by=BLACK, at_ms=5_000)))
    assert game.is_over


DANCED = ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1")
CLAIM_ARTICLES = {"2005": "9.2.b", "2009": "9.2.b", "2018": "9.2.1.2", "2023": "9.2.1.2"}


def danced() -> Iterator[Command]:
    """Each move is made and pressed; Black's last, which repeats the start, is made only."""
    for ply, uci in enumerate((*DANCED, "f6g8")):
        by, at_ms = (BLACK if ply % 2 else WHITE), 1_000 * (ply + 1)
        yield said(by, uci, at_ms)
        yield ExecuteMove(by=by, at_ms=at_ms)
        if ply < len(DANCED):
            yield PressClock(by=by, at_ms=at_ms)


@pytest.mark.law("repetition-appeared", "alternate-moves", "press-after-answer")
@pytest.mark.parametrize(
    "edition_id",
    known_editions(),
    ids=lambda edition_id: f"{edition_id} {CLAIM_ARTICLES[edition_id]}",
)
def test_who_has_the_move_before_the_press_may_claim_on_the_position(
    edition_id: str, play: Play
) -> None:
    game = play(table(edition_id), danced())

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="repetition"))

    if edition_id in WITHOUT_IT:
        assert isinstance(ruling, NotYourMove)
        return
    assert isinstance(ruling, tuple)
    assert [type(event) for event in ruling] == [MoveCompleted, ClaimUpheld, GameEnded]
    answered = followed(game, decide(game, said(WHITE, "e2e4", 8_500)))
    late = decide(answered, ClaimDraw(by=WHITE, at_ms=9_000, kind="repetition"))
    assert isinstance(late, NotYourMove)


@pytest.mark.law("repetition-appeared")
@pytest.mark.parametrize("edition_id", known_editions())
def test_nobody_claims_on_a_position_that_is_so_far_only_announced(
    edition_id: str, play: Play
) -> None:
    in_words = (each for each in danced() if not isinstance(each, ExecuteMove))
    game = play(table(edition_id, Customs()), in_words)

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="repetition"))

    assert isinstance(ruling, NotYourMove)


@pytest.mark.law("offer-binding")
def test_who_passed_an_offer_over_in_words_accepts_it_no_more_once_they_are_answered(
    play: Play,
) -> None:
    offered = (
        said(WHITE, "d2d4", 500),
        PressClock(by=WHITE, at_ms=600),
        said(BLACK, "d7d5", 700),
        OfferDraw(by=BLACK, at_ms=800),
        PressClock(by=BLACK, at_ms=900),
    )
    game = play(table(customs=Customs()), (*offered, said(WHITE, "e2e4", 1_000)))
    accepts = AcceptDraw(by=WHITE, at_ms=2_000)

    after = followed(game, decide(game, said(BLACK, "e7e5", 1_500)))

    assert isinstance(decide(game, accepts), tuple)
    assert isinstance(decide(after, accepts), NoDrawOffered)
