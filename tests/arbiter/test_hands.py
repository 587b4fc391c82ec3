"""Pieces set down and let go, presses without a move, moves made with both hands."""

from collections.abc import Callable, Iterable

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import TimeAdded
from voice_chess.game.commands import Command
from voice_chess.game.draws import DrawDeclined, OfferDraw
from voice_chess.game.game_end import GameEnded
from voice_chess.game.irregularities import (
    ClockPressedWrongly,
    IllegalMoveCompleted,
    ReportTwoHands,
)
from voice_chess.game.moves import AnnounceMove, ExecuteMove, MoveAnnounced, PressClock
from voice_chess.game.refusals import (
    BadField,
    HandsNotCounted,
    HandsOutOfTime,
    HandsRuledOn,
    NothingAnnounced,
    NotYourMove,
    NotYourRole,
    ReleasedPieceStays,
    TooLateToCorrect,
    TouchedPieceMustMove,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Seat, Setup, Table
from voice_chess.game.touch import PieceSetDown, PiecesTouched, SetPieceDown, TouchPieces
from voice_chess.laws.edition import edition, known_editions
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
CONTROL = TimeControl.parsed("90+30")
EDITIONS = known_editions()
COUNTED = Customs(illegal_policy="count")
WATCHED = Occasion(has_arbiter=True, games_per_arbiter=1)
CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
ONE_SIDE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1"
PROMOTE = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
TAKE = "4k3/8/8/3p1n2/4P3/2N5/8/4K3 w - - 0 1"
LAST_PAWN = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"


def at(
    edition_id: str = "2009", fen: str | None = None, *, customs: Customs | None = None
) -> Table:
    return Table(
        control=CONTROL,
        edition=edition_id,
        setup=Setup(fen=fen) if fen else Setup(),
        customs=customs or Customs(),
        occasion=WATCHED,
    )


def counting(edition_id: str, fen: str | None = None) -> Table:
    return at(edition_id, fen, customs=COUNTED)


def down(uci: str, at_ms: int = 500, by: Role = WHITE, *, let_go: bool = True) -> SetPieceDown:
    return SetPieceDown(by=by, at_ms=at_ms, uci=uci, is_let_go=let_go)


def said(uci: str, at_ms: int = 1_000, by: Role = WHITE) -> AnnounceMove:
    return AnnounceMove(by=by, at_ms=at_ms, uci=uci)


def pressed(at_ms: int = 2_000, by: Role = WHITE) -> PressClock:
    return PressClock(by=by, at_ms=at_ms)


@pytest.mark.law("released-capture")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_piece_let_go_on_its_square_is_the_move(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), (down("g1f3"),))

    other = decide(game, said("g1h3"))

    because = edition(edition_id).cite(Topic.RELEASED)
    assert other == ReleasedPieceStays(uci="g1f3", allowed=("g1f3",), because=because)
    assert decide(game, said("g1f3")) == (MoveAnnounced(white=True, uci="g1f3", at_ms=1_000),)


@pytest.mark.law("released-capture")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_capture_is_made_when_the_capturing_piece_is_let_go(edition_id: str, play: Play) -> None:
    lifted = TouchPieces(by=WHITE, at_ms=300, squares=("d5", "c3"))
    held = play(at(edition_id, TAKE), (lifted, down("c3d5", let_go=False)))
    let_go = play(at(edition_id, TAKE), (down("e4d5"),))

    assert isinstance(decide(held, said("c3d5")), tuple)
    assert isinstance(decide(held, said("e4d5")), TouchedPieceMustMove)
    assert isinstance(decide(let_go, said("c3d5")), ReleasedPieceStays)


def test_a_piece_set_down_and_still_held_is_only_touched(play: Play) -> None:
    game = play(at(), ())

    held = decide(game, down("g1f3", let_go=False))

    assert held == (PiecesTouched(white=True, squares=("g1",), at_ms=500),)
    assert isinstance(decide(followed(game, held), said("g1h3")), tuple)


def test_what_the_piece_cannot_do_leaves_it_touched(play: Play) -> None:
    game = play(at(), (down("g1g3"),))

    assert game.turn.released is None
    refused = decide(game, said("e2e4"))
    assert isinstance(refused, TouchedPieceMustMove)
    assert refused.allowed == ("g1h3", "g1f3")


@pytest.mark.law("released-castling", "touch-king-rook")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_king_let_go_two_squares_on_must_castle_there(edition_id: str, play: Play) -> None:
    game = play(at(edition_id, CASTLE), (down("e1g1"),))

    for other in ("e1f1", "e1c1", "h1g1", "e2e4"):
        refused = decide(game, said(other))
        assert isinstance(refused, ReleasedPieceStays)
        assert refused.allowed == ("e1g1",)
    assert isinstance(decide(game, said("e1g1")), tuple)


@pytest.mark.law("released-castling", "touch-castling-illegal")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_where_castling_there_is_illegal_the_king_moves_otherwise(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id, ONE_SIDE), (down("e1g1"),))

    refused = decide(game, said("e2e4"))

    assert isinstance(refused, TouchedPieceMustMove)
    assert set(refused.allowed) == {"e1f1", "e1d1", "e1c1"}


@pytest.mark.law("released-castling", "touch-rook-king")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_rook_let_go_first_has_moved_and_the_king_stays(edition_id: str, play: Play) -> None:
    game = play(at(edition_id, CASTLE), (down("h1f1"),))

    refused = decide(game, said("e1g1"))

    assert isinstance(refused, ReleasedPieceStays)
    assert refused.allowed == ("h1f1",)


@pytest.mark.law("released-promotion", "promotion-choice")
@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("let_go", [True, False])
def test_the_choice_is_final_when_the_new_piece_touches_its_square(
    edition_id: str, let_go: bool, play: Play
) -> None:
    game = play(at(edition_id, PROMOTE), (down("a7a8r", let_go=let_go),))

    refused = decide(game, said("a7a8q"))

    assert isinstance(refused, ReleasedPieceStays)
    assert refused.allowed == ("a7a8r",)
    assert isinstance(decide(game, down("a7a8q", 600)), ReleasedPieceStays)


@pytest.mark.law("released-promotion")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_pawn_let_go_on_the_last_rank_leaves_the_choice_of_the_piece(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id, PROMOTE), (down("a7a8"),))

    assert all(isinstance(decide(game, said(f"a7a8{piece}")), tuple) for piece in "qrbn")
    refused = decide(game, said("a7b8q"))
    assert isinstance(refused, ReleasedPieceStays)
    assert set(refused.allowed) == {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}
    assert isinstance(decide(game, down("a7a8n", 600)), tuple)


@pytest.mark.law("mate-wins")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_mating_piece_let_go_ends_the_game_without_a_press(edition_id: str, play: Play) -> None:
    game = play(at(edition_id, LAST_PAWN), ())

    held = followed(game, decide(game, down("a1a8", let_go=False)))
    mated = followed(game, decide(game, down("a1a8")))

    assert not held.is_over
    assert mated.is_over
    assert getattr(mated.phase, "reason", None) is EndReason.CHECKMATE


@pytest.mark.law("blind-execution", "blind-touch")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_blind_players_piece_in_another_hole_is_only_touched_before_they_announce(
    edition_id: str, play: Play
) -> None:
    blind = Table(control=CONTROL, edition=edition_id, white=Seat(is_blind=True))
    game = play(blind, ())

    ruling = decide(game, down("g1f3"))

    assert ruling == (PiecesTouched(white=True, squares=("g1",), at_ms=500),)
    assert isinstance(decide(followed(game, ruling), said("g1h3")), tuple)


@pytest.mark.law("draw-offer")
def test_setting_a_piece_down_declines_the_offer(play: Play) -> None:
    offered = (said("e2e4"), OfferDraw(by=WHITE, at_ms=1_500), pressed())
    game = play(at(), offered)

    ruling = decide(game, down("e7e5", 3_000, BLACK))

    assert ruling == (
        DrawDeclined(white=False, by="touch", at_ms=3_000),
        PieceSetDown(white=False, uci="e7e5", at_ms=3_000),
    )


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (down("e7e5", by=BLACK), NotYourMove),
        (down("e7e5"), BadField),
        (down("e4e5"), BadField),
        (down("Nf3"), BadField),
        (down("g1f3", by=Role.SPECTATOR), NotYourRole),
    ],
)
def test_only_the_mover_sets_their_own_pieces_down(
    command: SetPieceDown, refusal: type, play: Play
) -> None:
    assert isinstance(decide(play(at(), ()), command), refusal)


def test_what_stands_cannot_be_set_down_elsewhere(play: Play) -> None:
    done = (said("e2e4"), ExecuteMove(by=WHITE, at_ms=1_500))
    game = play(at(customs=Customs(execution="reported")), done)

    ruling = decide(game, down("d2d4", 1_600))

    assert ruling == TooLateToCorrect(because=edition("2009").cite(Topic.RELEASED))


@pytest.mark.law("empty-press")
@pytest.mark.parametrize("edition_id", ["2018", "2023"])
def test_a_press_without_a_move_counts_as_an_illegal_one(edition_id: str, play: Play) -> None:
    game = play(counting(edition_id), ())

    first = decide(game, pressed(1_000))

    assert isinstance(first, tuple)
    because = edition(edition_id).cite(Topic.EMPTY_PRESS)
    assert first[0] == ClockPressedWrongly(
        white=True, how="without-move", count=1, because=because, at_ms=1_000
    )
    assert isinstance(first[1], TimeAdded)
    assert (first[1].white, first[1].ms) == (False, 120_000)
    after = followed(game, first)
    assert after.white_to_move
    second = decide(after, pressed(2_000))
    assert isinstance(second, tuple)
    assert isinstance(second[-1], GameEnded)
    assert second[-1].result is Result.BLACK_WINS


@pytest.mark.parametrize("edition_id", ["2018", "2023"])
def test_illegal_moves_and_wrong_presses_are_counted_together(edition_id: str, play: Play) -> None:
    game = play(counting(edition_id), (said("e2e5"), pressed()))

    ruling = decide(game, pressed(3_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], ClockPressedWrongly)
    assert ruling[0].count == 2
    assert isinstance(ruling[-1], GameEnded)


@pytest.mark.law("empty-press")
@pytest.mark.parametrize("edition_id", ["2018", "2023"])
def test_a_wrong_press_against_a_bare_king_only_draws(edition_id: str, play: Play) -> None:
    game = play(counting(edition_id, "4k3/8/8/8/8/8/8/3RK3 w - - 0 1"), (pressed(1_000),))

    ruling = decide(game, pressed(2_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded)
    assert ruling[-1].result is Result.DRAW


@pytest.mark.parametrize(
    ("edition_id", "customs"),
    [("2005", COUNTED), ("2009", COUNTED), ("2018", Customs()), ("2023", Customs())],
    ids=EDITIONS,
)
def test_elsewhere_a_press_without_a_move_is_refused(
    edition_id: str, customs: Customs, play: Play
) -> None:
    game = play(at(edition_id, customs=customs), ())

    because = edition(edition_id).cite(Topic.PRESS)
    assert decide(game, pressed()) == NothingAnnounced(because=because)


def test_a_move_made_and_not_announced_is_no_empty_press(play: Play) -> None:
    game = play(counting("2018"), (down("e2e4"),))

    assert isinstance(decide(game, pressed()), NothingAnnounced)


@pytest.mark.law("unfinished-promotion")
@pytest.mark.parametrize(
    ("edition_id", "stands"), list(zip(EDITIONS, ("", "", "Q", "Q"), strict=True))
)
def test_a_pawn_let_go_and_pressed_over_is_an_unfinished_promotion(
    edition_id: str, stands: str, play: Play
) -> None:
    game = play(counting(edition_id, PROMOTE), (down("a7a8"),))

    ruling = decide(game, pressed())

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], IllegalMoveCompleted)
    assert (followed(game, ruling).position.piece_at("a8") or "") == stands


@pytest.mark.law("two-hands")
@pytest.mark.parametrize("edition_id", ["2018", "2023"])
def test_two_hands_count_as_an_illegal_move_and_the_move_stays(edition_id: str, play: Play) -> None:
    game = play(at(edition_id), (said("e2e4"), pressed()))
    report = ReportTwoHands(by=ARBITER, at_ms=3_000)

    ruling = decide(game, report)

    assert isinstance(ruling, tuple)
    because = edition(edition_id).cite(Topic.TWO_HANDS)
    assert ruling[0] == ClockPressedWrongly(
        white=True, how="two-hands", count=1, because=because, at_ms=3_000
    )
    assert isinstance(ruling[1], TimeAdded)
    after = followed(game, ruling)
    assert after.position.moves == ("e2e4",)
    assert decide(after, report) == HandsRuledOn(because=because)


@pytest.mark.law("two-hands", "empty-press")
@pytest.mark.parametrize("edition_id", ["2018 7.5.4", "2023 7.5.4"])
def test_an_empty_press_of_the_opponent_brings_no_second_ruling_on_two_hands(
    edition_id: str, play: Play
) -> None:
    report = ReportTwoHands(by=ARBITER, at_ms=3_000)
    laws = edition(edition_id.split(maxsplit=1)[0])
    done = (said("e2e4"), pressed(), report, pressed(4_000, BLACK))

    game = play(counting(laws.id), done)

    assert game.illegal_moves.pair == (1, 1)
    again = decide(game, ReportTwoHands(by=ARBITER, at_ms=5_000))
    assert again == HandsRuledOn(because=laws.cite(Topic.TWO_HANDS))


@pytest.mark.parametrize("edition_id", ["2018", "2023"])
def test_two_hands_are_told_of_before_the_answer(edition_id: str, play: Play) -> None:
    answered = (said("e2e4"), pressed(), said("e7e5", 2_500, BLACK))
    not_pressed = (said("e2e4"),)
    report = ReportTwoHands(by=ARBITER, at_ms=3_000)

    for moves in (answered, not_pressed, ()):
        assert isinstance(decide(play(at(edition_id), moves), report), HandsOutOfTime)


@pytest.mark.law("one-hand")
@pytest.mark.parametrize("edition_id", ["2005", "2009"])
def test_earlier_editions_leave_two_hands_to_the_arbiters_penalties(
    edition_id: str, play: Play
) -> None:
    game = play(at(edition_id), (said("e2e4"), pressed()))

    ruling = decide(game, ReportTwoHands(by=ARBITER, at_ms=3_000))

    assert ruling == HandsNotCounted(because=edition(edition_id).cite(Topic.ONE_HAND))
