"""Illegal moves that were completed: every cell of the table of editions and speeds."""

from collections.abc import Callable, Iterable

import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.commands import (
    AnnounceMove,
    ClaimIllegalMove,
    Command,
    GoBack,
    PressClock,
    StartClocks,
)
from voice_chess.game.endings import EndReason, Result
from voice_chess.game.events import (
    GameEnded,
    IllegalMoveCompleted,
    MoveCompleted,
    PositionRestored,
    TimeAdded,
)
from voice_chess.game.evolve import evolve
from voice_chess.game.refusals import (
    NoIllegalMove,
    NotALegalMove,
    NotYourMove,
    NotYourRole,
    TouchedPieceMustMove,
)
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Setup, Table
from voice_chess.laws.edition import Topic, edition

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
SPEEDS = {"standard": "90+0", "rapid": "20+0", "blitz": "5+0"}
WATCHED = Occasion(has_arbiter=True, games_per_arbiter=1)
UNWATCHED = Occasion(has_arbiter=True, games_per_arbiter=20)
SAFE = "4k3/8/8/8/8/8/8/3RK3 w - - 0 1"


def table(edition_id: str, game: str, fen: str | None = None) -> Table:
    speed, _, unsupervised = game.partition("-")
    return Table(
        control=TimeControl.parsed(SPEEDS[speed]),
        edition=edition_id,
        setup=Setup(fen=fen) if fen else Setup(),
        customs=Customs(illegal_policy="count"),
        occasion=UNWATCHED if unsupervised else WATCHED,
    )


def illegal(at_ms: int, uci: str = "e2e5", by: Role = WHITE) -> tuple[Command, Command]:
    return AnnounceMove(by=by, at_ms=at_ms, uci=uci), PressClock(by=by, at_ms=at_ms)


def followed(game: Game, ruling: object) -> Game:
    assert isinstance(ruling, tuple), ruling
    for event in ruling:
        game = evolve(game, event)
    return game


SEEN_AT_ONCE = [
    ("2005", "standard", 3, 120),
    ("2009", "standard", 3, 120),
    ("2009", "rapid", 3, 120),
    ("2009", "blitz", 3, 120),
    ("2018", "standard", 2, 120),
    ("2018", "rapid", 2, 120),
    ("2018", "rapid-unsupervised", 2, 120),
    ("2018", "blitz", 2, 60),
    ("2018", "blitz-unsupervised", 2, 60),
    ("2023", "standard", 2, 120),
    ("2023", "rapid", 2, 60),
    ("2023", "rapid-unsupervised", 2, 60),
    ("2023", "blitz", 2, 60),
    ("2023", "blitz-unsupervised", 2, 60),
]


@pytest.mark.law("illegal-move-price", "rapid-otherwise", "blitz-otherwise")
@pytest.mark.parametrize(("edition_id", "game", "to_lose", "bonus_s"), SEEN_AT_ONCE)
def test_an_illegal_move_costs_time_and_in_the_end_the_game(
    edition_id: str, game: str, to_lose: int, bonus_s: int, play: Play
) -> None:
    at = play(table(edition_id, game), ())
    for count in range(1, to_lose + 1):
        said, press = illegal(1_000 * count)
        at = followed(at, decide(at, said))
        ruling = decide(at, press)
        assert isinstance(ruling, tuple)
        assert isinstance(ruling[0], IllegalMoveCompleted)
        assert ruling[0].count == count
        if count < to_lose:
            assert isinstance(ruling[1], TimeAdded)
            assert (ruling[1].white, ruling[1].ms) == (False, bonus_s * 1_000)
            assert ruling[1].because == edition(edition_id).cite(Topic.ILLEGAL_MOVE_PENALTY)
        at = followed(at, ruling)

    assert isinstance(ruling, tuple)
    assert ruling[-1] == GameEnded(
        result=Result.BLACK_WINS,
        reason=EndReason.ILLEGAL_MOVE,
        because=edition(edition_id).cite(Topic.ILLEGAL_MOVE_PENALTY),
        at_ms=1_000 * to_lose,
    )
    assert at.position.moves == ()


@pytest.mark.parametrize(
    ("edition_id", "result"),
    [("2005", Result.BLACK_WINS), ("2009", Result.DRAW), ("2018", Result.DRAW)],
)
def test_the_last_illegal_move_against_a_bare_king(
    edition_id: str, result: Result, play: Play
) -> None:
    at = play(table(edition_id, "standard", SAFE), ())
    while not at.is_over:
        for command in illegal(1_000, "d1e2"):
            at = followed(at, decide(at, command))

    assert getattr(at.phase, "result", None) is result


@pytest.mark.law("illegal-move")
def test_the_replacement_is_made_with_the_same_piece(play: Play) -> None:
    at = play(table("2009", "standard"), illegal(1_000, "g1g3"))

    refused = decide(at, AnnounceMove(by=WHITE, at_ms=2_000, uci="e2e4"))

    assert isinstance(refused, TouchedPieceMustMove)
    assert refused.allowed == ("g1h3", "g1f3")
    assert isinstance(decide(at, AnnounceMove(by=WHITE, at_ms=2_000, uci="g1f3")), tuple)


def test_a_piece_that_cannot_move_leaves_the_choice_free(play: Play) -> None:
    at = play(table("2009", "standard"), illegal(1_000, "f1b5"))

    assert isinstance(decide(at, AnnounceMove(by=WHITE, at_ms=2_000, uci="e2e4")), tuple)


LEFT_TO_CLAIM = [
    ("2005", "rapid"),
    ("2005", "rapid-unsupervised"),
    ("2005", "blitz"),
    ("2005", "blitz-unsupervised"),
    ("2009", "rapid-unsupervised"),
    ("2009", "blitz-unsupervised"),
]


@pytest.mark.law("rapid-illegal", "blitz-as-rapid")
@pytest.mark.parametrize(("edition_id", "game"), LEFT_TO_CLAIM)
def test_where_only_the_opponent_may_claim_the_move_stands_meanwhile(
    edition_id: str, game: str, play: Play
) -> None:
    at = play(table(edition_id, game), illegal(1_000))

    assert at.position.moves == ("e2e5",)
    assert at.position.piece_at("e5") == "P"
    assert not at.white_to_move
    assert isinstance(decide(at, ClaimIllegalMove(by=ARBITER, at_ms=2_000)), NotYourRole)


@pytest.mark.law("blitz-illegal")
@pytest.mark.parametrize(("edition_id", "game"), LEFT_TO_CLAIM)
def test_a_claim_takes_it_back_or_wins(edition_id: str, game: str, play: Play) -> None:
    at = play(table(edition_id, game), illegal(1_000))

    ruling = decide(at, ClaimIllegalMove(by=BLACK, at_ms=2_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], PositionRestored)
    assert isinstance(ruling[1], IllegalMoveCompleted)
    last = GameEnded if game.startswith("blitz") else TimeAdded
    assert isinstance(ruling[2], last)


@pytest.mark.parametrize("edition_id", ["2005", "2009"])
def test_a_blitz_claim_without_a_way_to_mate_draws(edition_id: str, play: Play) -> None:
    at = play(table(edition_id, "blitz-unsupervised", SAFE), illegal(1_000, "d1e2"))

    ruling = decide(at, ClaimIllegalMove(by=BLACK, at_ms=2_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded)
    assert ruling[-1].result is Result.DRAW


def test_after_ones_own_move_it_is_too_late_to_claim(play: Play) -> None:
    at = play(table("2005", "blitz"), (*illegal(1_000), *illegal(2_000, "g8f6", BLACK)))

    assert isinstance(decide(at, ClaimIllegalMove(by=BLACK, at_ms=3_000)), NotYourMove)
    assert isinstance(decide(at, ClaimIllegalMove(by=WHITE, at_ms=3_000)), NoIllegalMove)
    assert at.position.moves == ("e2e5", "g8f6")


def test_an_announced_answer_accepts_the_illegal_move(play: Play) -> None:
    answer = illegal(2_000, "g8f6", BLACK)[0]
    at = play(table("2005", "blitz"), (*illegal(1_000), answer))

    assert isinstance(decide(at, ClaimIllegalMove(by=BLACK, at_ms=3_000)), NoIllegalMove)


def test_a_legal_move_gives_nothing_to_claim(play: Play) -> None:
    at = play(table("2005", "blitz"), illegal(1_000, "e2e4"))

    assert isinstance(decide(at, ClaimIllegalMove(by=BLACK, at_ms=2_000)), NoIllegalMove)


@pytest.mark.parametrize(
    ("fen", "uci"),
    [
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1e8"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8"),
        ("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2g2"),
    ],
    ids=["a king captured", "a pawn not promoted", "both kings in check"],
)
def test_the_arbiter_steps_in_where_no_game_can_go_on(fen: str, uci: str, play: Play) -> None:
    at = play(table("2005", "rapid", fen), ())
    said = decide(at, AnnounceMove(by=WHITE, at_ms=1_000, uci=uci))
    if isinstance(said, tuple):
        at = followed(at, said)
        ruling = decide(at, PressClock(by=WHITE, at_ms=1_000))
        assert isinstance(ruling, tuple)
        assert isinstance(ruling[0], IllegalMoveCompleted)
    else:
        assert uci == "a7a8", "only a missing promotion piece is asked for at once"


@pytest.mark.parametrize("uci", ["e4e5", "e7e5", "a1a2"])
def test_what_hands_cannot_do_is_not_even_an_illegal_move(uci: str, play: Play) -> None:
    at = play(table("2005", "blitz"), ())

    said = decide(at, AnnounceMove(by=WHITE, at_ms=1_000, uci=uci))

    assert isinstance(said, NotALegalMove)


def test_a_king_left_in_check_cannot_be_captured(play: Play) -> None:
    fen = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
    at = play(table("2005", "blitz", fen), illegal(1_000, "e2c3"))

    assert "e8e1" not in at.position.legal_moves
    assert not at.position.is_legal("e8e1")


def test_going_back_past_an_illegal_move_keeps_what_was_before(play: Play) -> None:
    game = (*illegal(1_000), *illegal(2_000, "g8f6", BLACK), *illegal(3_000, "d2d4"))
    at = play(table("2005", "blitz"), game)

    at = followed(at, decide(at, GoBack(by=ARBITER, at_ms=4_000, moves_kept=2)))

    assert at.position.moves == ("e2e5", "g8f6")
    assert at.position.piece_at("e5") == "P"
    at = followed(at, decide(at, StartClocks(by=ARBITER, at_ms=5_000)))
    ruling = decide(at, AnnounceMove(by=WHITE, at_ms=6_000, uci="d2d4"))
    assert isinstance(ruling, tuple)
    at = followed(at, ruling)
    done = decide(at, PressClock(by=WHITE, at_ms=6_000))
    assert isinstance(done, tuple)
    assert isinstance(done[0], MoveCompleted)
