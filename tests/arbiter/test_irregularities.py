"""Illegal moves that were completed: every cell of the table of editions and speeds."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from tests.arbiter.asked import followed, made
from voice_chess.arbiter.decide import decide
from voice_chess.by_color import both
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import PassTime, StartClocks, TimeAdded
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, OfferDraw
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded, RulingAsked
from voice_chess.game.irregularities import (
    ClaimIllegalMove,
    CorrectionProposed,
    GoBack,
    IllegalMoveCompleted,
    PositionRestored,
    TakeBackTogether,
)
from voice_chess.game.moves import AnnounceMove, ExecuteMove, MoveCompleted, PressClock
from voice_chess.game.refusals import (
    AlreadyProposed,
    ClaimLost,
    NoIllegalMove,
    NotALegalMove,
    NotAtThisTable,
    NotYourMove,
    NotYourRole,
    OwnDrawOffer,
    ReleasedPieceStays,
    TouchedPieceMustMove,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Setup, Table
from voice_chess.game.touch import SetPieceDown, TouchPieces
from voice_chess.laws.edition import edition
from voice_chess.laws.topics import Topic

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


SEEN_AT_ONCE = [
    ("2005", "standard", 3, 120),
    ("2009", "standard", 3, 120),
    ("2009", "rapid", 3, 120),
    ("2009", "blitz", 3, 120),
    ("2018", "standard", 2, 120),
    ("2018", "rapid", 2, 120),
    ("2018", "blitz", 2, 60),
    ("2023", "standard", 2, 120),
    ("2023", "rapid", 2, 60),
    ("2023", "blitz", 2, 60),
]


@pytest.mark.law("illegal-move", "times-after-restoring", "rapid-illegal", "moves-in-time")
@pytest.mark.parametrize(("edition_id", "article"), [("2005", "6.14"), ("2009", "6.13")])
def test_the_move_in_place_of_an_illegal_one_earns_no_second_increment(
    edition_id: str, article: str, play: Play
) -> None:
    with_increment = replace(
        table(edition_id, "rapid-unsupervised"), control=TimeControl.parsed("15+10")
    )
    claimed = ClaimIllegalMove(by=BLACK, at_ms=2_000)
    start = StartClocks(by=ARBITER, at_ms=2_000)

    at = play(with_increment, (*illegal(1_000), claimed, start, *made("e2e4", 2_000)))

    assert at.edition.cite(Topic.CLOCK_RESTORED).article == article
    assert at.left_ms(white=True, at_ms=2_000) == 909_000, "15 minutes, ten seconds, less one"


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


LEFT_TO_CLAIM_AT = {
    ("2005", "rapid"): "B.6",
    ("2005", "rapid-unsupervised"): "B.6",
    ("2005", "blitz"): "C.3",
    ("2005", "blitz-unsupervised"): "C.3",
    ("2009", "rapid-unsupervised"): "A.4.c",
    ("2009", "blitz-unsupervised"): "B.3.c",
}
LEFT_TO_CLAIM = [
    pytest.param(*at, id=f"{at[0]} {article}, {at[1]}") for at, article in LEFT_TO_CLAIM_AT.items()
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
    refusal = decide(at, ClaimIllegalMove(by=ARBITER, at_ms=2_000))
    assert isinstance(refusal, NotYourRole)
    assert refusal.because.article == LEFT_TO_CLAIM_AT[edition_id, game]


@pytest.mark.law("blitz-illegal")
@pytest.mark.parametrize(("edition_id", "game"), LEFT_TO_CLAIM)
def test_a_claim_takes_it_back_or_wins(edition_id: str, game: str, play: Play) -> None:
    at = play(table(edition_id, game), illegal(1_000))

    ruling = decide(at, ClaimIllegalMove(by=BLACK, at_ms=2_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], PositionRestored)
    assert isinstance(ruling[1], IllegalMoveCompleted)
    last = ruling[2]
    assert isinstance(last, GameEnded if game.startswith("blitz") else TimeAdded)
    price = LEFT_TO_CLAIM_AT[edition_id, game] if game.startswith("blitz") else "7.4.b"
    assert last.because.article == price


@pytest.mark.parametrize("edition_id", ["2005", "2009"])
def test_a_blitz_claim_without_a_way_to_mate_draws(edition_id: str, play: Play) -> None:
    at = play(table(edition_id, "blitz-unsupervised", SAFE), illegal(1_000, "d1e2"))

    ruling = decide(at, ClaimIllegalMove(by=BLACK, at_ms=2_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded)
    assert ruling[-1].result is Result.DRAW


SAVED = [
    pytest.param("2005", "blitz-unsupervised", 1, id="2005 C.3"),
    pytest.param("2009", "standard", 3, id="2009 7.4.b"),
    pytest.param("2009", "blitz-unsupervised", 1, id="2009 B.3.c"),
    pytest.param("2018", "standard", 2, id="2018 7.5.5"),
    pytest.param("2023", "standard", 2, id="2023 7.5.5"),
]


@pytest.mark.law("illegal-move-price", "blitz-illegal")
@pytest.mark.parametrize(("edition_id", "game", "number"), SAVED)
def test_a_draw_by_an_illegal_move_tells_that_the_opponent_could_not_have_mated(
    edition_id: str, game: str, number: int, play: Play
) -> None:
    at = play(table(edition_id, game, SAFE), ())
    commands: list[Command] = [*illegal(1_000, "d1e2") * number]
    if game.startswith("blitz"):
        commands.append(ClaimIllegalMove(by=BLACK, at_ms=2_000))

    events: list[Event] = []
    for command in commands:
        ruling = decide(at, command)
        at = followed(at, ruling)
        assert isinstance(ruling, tuple)
        events += ruling

    assert isinstance(events[-1], GameEnded)
    assert events[-1].result is Result.DRAW
    assert events[-1].told_with == "lack-of-mate"


@pytest.mark.law("rapid-illegal", "blitz-illegal")
@pytest.mark.parametrize(("edition_id", "game"), LEFT_TO_CLAIM)
def test_after_ones_own_move_it_is_too_late_to_claim(
    edition_id: str, game: str, play: Play
) -> None:
    at = play(table(edition_id, game), (*illegal(1_000), *illegal(2_000, "g8f6", BLACK)))

    refusal = decide(at, ClaimIllegalMove(by=BLACK, at_ms=3_000))
    assert isinstance(refusal, ClaimLost)
    assert refusal.because.article == LEFT_TO_CLAIM_AT[edition_id, game]
    assert isinstance(decide(at, ClaimIllegalMove(by=WHITE, at_ms=3_000)), NoIllegalMove)
    assert at.position.moves == ("e2e5", "g8f6")


def test_a_claim_while_the_opponent_has_the_move_is_out_of_turn(play: Play) -> None:
    at = play(table("2005", "blitz"), ())

    assert isinstance(decide(at, ClaimIllegalMove(by=BLACK, at_ms=3_000)), NotYourMove)


def test_an_announced_answer_accepts_the_illegal_move(play: Play) -> None:
    answer = illegal(2_000, "g8f6", BLACK)[0]
    at = play(table("2005", "blitz"), (*illegal(1_000), answer))

    assert isinstance(decide(at, ClaimIllegalMove(by=BLACK, at_ms=3_000)), ClaimLost)


ANSWERS_BY_HAND: dict[str, tuple[Command, ...]] = {
    "said": (AnnounceMove(by=BLACK, at_ms=2_000, uci="g8f6"),),
    "touched": (TouchPieces(by=BLACK, at_ms=2_000, squares=("g8",)),),
    "let go": (SetPieceDown(by=BLACK, at_ms=2_000, uci="g8f6"),),
    "said and made": (
        AnnounceMove(by=BLACK, at_ms=2_000, uci="g8f6"),
        ExecuteMove(by=BLACK, at_ms=2_500),
    ),
}


@pytest.mark.law("rapid-illegal", "blitz-illegal", "blind-execution-announced")
@pytest.mark.parametrize("answer", ANSWERS_BY_HAND)
@pytest.mark.parametrize(("edition_id", "game"), LEFT_TO_CLAIM)
def test_where_hands_are_told_words_and_touches_leave_the_claim_and_a_move_loses_it(
    edition_id: str, game: str, answer: str, play: Play
) -> None:
    at = table(edition_id, game)
    at = replace(at, customs=replace(at.customs, execution="reported"))
    said, pressed = illegal(1_000)
    made = ExecuteMove(by=WHITE, at_ms=1_000)
    answered = play(at, (said, made, pressed, *ANSWERS_BY_HAND[answer]))

    ruling = decide(answered, ClaimIllegalMove(by=BLACK, at_ms=3_000))

    assert isinstance(ruling, tuple) == (answer in ("said", "touched"))
    assert isinstance(ruling, ClaimLost) == (answer in ("let go", "said and made"))


OPENED = (*made("e2e4"), *made("e7e5", by=BLACK))
OFFER_AT = {"2005": "9.1.a", "2009": "9.1.b.1", "2018": "9.1.2.1", "2023": "9.1.2.1"}


@pytest.mark.law("offer-binding", "rapid-illegal")
@pytest.mark.parametrize(
    "edition_id",
    OFFER_AT,
    ids=[f"{edition_id} {article}" for edition_id, article in OFFER_AT.items()],
)
def test_an_offer_made_with_an_illegal_move_stands_when_the_move_goes_back(
    edition_id: str, play: Play
) -> None:
    said, pressed = illegal(1_000, "d2d5")
    offer = OfferDraw(by=WHITE, at_ms=1_000)
    claim = ClaimIllegalMove(by=BLACK, at_ms=2_000)
    at = play(table(edition_id, "rapid-unsupervised"), (*OPENED, said, offer, pressed, claim))

    accepted = decide(at, AcceptDraw(by=BLACK, at_ms=3_000))
    own = decide(at, AcceptDraw(by=WHITE, at_ms=3_000))

    assert at.position.moves == ("e2e4", "e7e5")
    assert isinstance(accepted, tuple)
    assert isinstance(accepted[-1], GameEnded)
    assert accepted[-1].reason is EndReason.AGREEMENT
    assert isinstance(own, OwnDrawOffer)


@pytest.mark.law("offer-binding")
@pytest.mark.parametrize(
    "edition_id",
    OFFER_AT,
    ids=[f"{edition_id} {article}" for edition_id, article in OFFER_AT.items()],
)
def test_an_offer_stands_when_the_arbiter_puts_the_position_back(
    edition_id: str, play: Play
) -> None:
    said, pressed = made("d2d4")
    offer = OfferDraw(by=WHITE, at_ms=1_000)
    back = GoBack(by=ARBITER, at_ms=2_000, moves_kept=2)
    at = play(table(edition_id, "standard"), (*OPENED, said, offer, pressed, back))

    assert isinstance(decide(at, AcceptDraw(by=BLACK, at_ms=3_000)), tuple)


def test_a_legal_move_gives_nothing_to_claim(play: Play) -> None:
    at = play(table("2005", "blitz"), illegal(1_000, "e2e4"))

    assert isinstance(decide(at, ClaimIllegalMove(by=BLACK, at_ms=2_000)), NoIllegalMove)


SEEN_OR_CLAIMED = [
    ("2018", "rapid-unsupervised", 120),
    ("2018", "blitz-unsupervised", 60),
    ("2023", "rapid-unsupervised", 60),
    ("2023", "blitz-unsupervised", 60),
]


@pytest.mark.law("rapid-illegal", "blitz-as-rapid")
@pytest.mark.parametrize(("edition_id", "game", "bonus_s"), SEEN_OR_CLAIMED)
@pytest.mark.parametrize("by", [BLACK, ARBITER])
def test_later_editions_let_arbiter_and_opponent_tell_of_it(
    edition_id: str, game: str, bonus_s: int, by: Role, play: Play
) -> None:
    at = play(table(edition_id, game), illegal(1_000))
    assert at.position.moves == ("e2e5",)

    first = decide(at, ClaimIllegalMove(by=by, at_ms=2_000))

    assert isinstance(first, tuple)
    assert isinstance(first[1], IllegalMoveCompleted)
    assert isinstance(first[2], TimeAdded)
    assert (first[2].white, first[2].ms) == (False, bonus_s * 1_000)
    again = followed(at, first)
    for command in (StartClocks(by=ARBITER, at_ms=3_000), *illegal(4_000)):
        again = followed(again, decide(again, command))
    second = decide(again, ClaimIllegalMove(by=by, at_ms=5_000))
    assert isinstance(second, tuple)
    assert isinstance(second[-1], GameEnded)
    assert second[-1].result is Result.BLACK_WINS


@pytest.mark.law("rapid-illegal")
@pytest.mark.parametrize(("edition_id", "game", "_bonus"), SEEN_OR_CLAIMED)
def test_told_of_by_nobody_it_stands_after_the_next_move(
    edition_id: str, game: str, _bonus: int, play: Play
) -> None:
    at = play(table(edition_id, game), (*illegal(1_000), *illegal(2_000, "g8f6", BLACK)))

    ruling = decide(at, ClaimIllegalMove(by=ARBITER, at_ms=3_000))

    assert ruling == NoIllegalMove(because=edition(edition_id).cite(Topic.ILLEGAL_ON_CLAIM))
    assert at.position.moves == ("e2e5", "g8f6")


PAWN_LEFT = "7k/P7/8/8/8/8/8/K7 w - - 0 1"


AGREED = [
    ("2005", "rapid", False),
    ("2005", "blitz", False),
    ("2009", "rapid-unsupervised", False),
    ("2009", "blitz-unsupervised", True),
    ("2018", "rapid-unsupervised", True),
    ("2018", "blitz-unsupervised", True),
    ("2023", "rapid-unsupervised", True),
    ("2023", "blitz-unsupervised", True),
]


@pytest.mark.law("blitz-illegal", "rapid-illegal")
@pytest.mark.parametrize(("edition_id", "game", "may_agree"), AGREED)
def test_after_the_next_move_it_goes_back_only_if_both_players_agree(
    edition_id: str, game: str, may_agree: bool, play: Play
) -> None:
    at = play(table(edition_id, game), (*illegal(1_000), *illegal(2_000, "g8f6", BLACK)))

    proposed = decide(at, TakeBackTogether(by=BLACK, at_ms=3_000, moves_kept=0))

    because = edition(edition_id).cite(Topic.AGREED_CORRECTION)
    if not may_agree:
        assert proposed == NotAtThisTable(because=because)
        return
    assert proposed == (CorrectionProposed(white=False, moves_kept=0, at_ms=3_000),)
    at = followed(at, proposed)
    again = decide(at, TakeBackTogether(by=BLACK, at_ms=3_500, moves_kept=0))
    assert again == AlreadyProposed(because=because)
    at = followed(at, decide(at, TakeBackTogether(by=WHITE, at_ms=4_000, moves_kept=0)))
    assert at.position.moves == ()
    nothing = decide(at, TakeBackTogether(by=WHITE, at_ms=5_000, moves_kept=0))
    assert nothing == NoIllegalMove(is_about_last=False, because=because)
    assert at.illegal_moves == both(0)
    assert at.clock.is_running


@pytest.mark.law("rapid-illegal")
def test_a_legal_move_is_not_taken_back_by_agreement(play: Play) -> None:
    at = play(table("2018", "blitz-unsupervised"), illegal(1_000, "e2e4"))

    ruling = decide(at, TakeBackTogether(by=BLACK, at_ms=2_000, moves_kept=0))

    assert isinstance(ruling, NoIllegalMove)


IMPOSSIBLE = {
    "a pawn stays on the last rank": (PAWN_LEFT, "a7a8", "h8h7", True),
    "the kings are out of check": (
        "4r1k1/4n3/8/8/8/8/4R3/4K3 w - - 0 1",
        "e2g2",
        "e7g6",
        False,
    ),
    "the checking rook is taken": ("k3r3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h8", "e8h8", False),
}


@pytest.mark.law("beyond-play")
@pytest.mark.parametrize(("edition_id", "game", "_bonus"), SEEN_OR_CLAIMED)
@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_an_impossible_position_waits_for_one_move_more(
    edition_id: str, game: str, _bonus: int, case: str, play: Play
) -> None:
    fen, wrong, answer, is_drawn = IMPOSSIBLE[case]
    at = play(table(edition_id, game, fen), illegal(1_000, wrong))
    assert at.position.moves == (wrong,)

    said, pressed = illegal(2_000, answer, BLACK)
    at = followed(at, decide(at, said))
    ruling = decide(at, pressed)
    at = followed(at, ruling)

    assert at.is_over == is_drawn
    if is_drawn:
        assert isinstance(ruling, tuple)
        assert isinstance(ruling[-1], GameEnded)
        assert ruling[-1].told_with == ""  # Anybody could still mate.
        assert getattr(at.phase, "result", None) is Result.DRAW
        because = edition(edition_id).cite(Topic.BEYOND_PLAY)
        assert getattr(at.phase, "because", None) == because


@pytest.mark.law("beyond-play")
def test_a_flag_that_falls_meanwhile_goes_to_the_arbiter(play: Play) -> None:
    at = play(table("2018", "blitz-unsupervised", PAWN_LEFT), illegal(1_000, "a7a8"))

    ruling = decide(at, PassTime(by=ARBITER, at_ms=900_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], RulingAsked)


UNFINISHED_TAKEN_BACK = [
    (edition_id, kind)
    for edition_id in ("2005", "2009")
    for kind in ("standard", "rapid", "rapid-unsupervised")
] + [("2009", "blitz")]
UNFINISHED_QUEENED = [
    (edition_id, kind) for edition_id in ("2018", "2023") for kind in ("standard", "rapid", "blitz")
]
TWO_WAYS = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.law("unfinished-promotion", "promotion", "rapid-illegal")
@pytest.mark.parametrize(("edition_id", "game"), UNFINISHED_TAKEN_BACK)
def test_a_pawn_left_on_the_last_rank_is_put_back(edition_id: str, game: str, play: Play) -> None:
    at = play(table(edition_id, game, TWO_WAYS), ())
    at = followed(at, decide(at, illegal(1_000, "a7a8")[0]))

    ruling = decide(at, PressClock(by=WHITE, at_ms=1_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], IllegalMoveCompleted)
    assert ruling[0].because == edition(edition_id).cite(Topic.UNFINISHED_PROMOTION)
    assert followed(at, ruling).position.moves == ()


@pytest.mark.law("illegal-move")
@pytest.mark.parametrize(
    ("edition_id", "may_take"), [("2005", True), ("2009", False)], ids=["4.3 alone", "4.6 too"]
)
def test_whether_the_pawn_let_go_there_may_still_go_elsewhere(
    edition_id: str, may_take: bool, play: Play
) -> None:
    at = play(table(edition_id, "standard", TWO_WAYS), illegal(1_000, "a7a8"))

    elsewhere = decide(at, AnnounceMove(by=WHITE, at_ms=2_000, uci="a7b8q"))

    assert isinstance(elsewhere, tuple) == may_take
    assert isinstance(elsewhere, ReleasedPieceStays) != may_take
    assert isinstance(decide(at, AnnounceMove(by=WHITE, at_ms=2_000, uci="a7a8r")), tuple)


@pytest.mark.law("unfinished-promotion")
@pytest.mark.parametrize(("edition_id", "game"), UNFINISHED_QUEENED)
def test_later_editions_make_it_a_queen_and_count_it(
    edition_id: str, game: str, play: Play
) -> None:
    at = play(table(edition_id, game, TWO_WAYS), ())
    at = followed(at, decide(at, illegal(1_000, "a7a8")[0]))

    ruling = decide(at, PressClock(by=WHITE, at_ms=1_000))

    assert isinstance(ruling, tuple)
    assert [type(event) for event in ruling] == [IllegalMoveCompleted, MoveCompleted, TimeAdded]
    after = followed(at, ruling)
    assert after.position.moves == ("a7a8q",)
    assert (tuple(after.illegal_moves), after.white_to_move) == ((1, 0), False)
    assert after.clock.is_running


@pytest.mark.law("unfinished-promotion")
@pytest.mark.parametrize("edition_id", ["2018", "2023"])
def test_told_of_afterwards_it_becomes_a_queen_without_time_won_or_lost(
    edition_id: str, play: Play
) -> None:
    at = table(edition_id, "blitz-unsupervised", TWO_WAYS)
    game = play(replace(at, control=TimeControl.parsed("3+2")), illegal(1_000, "a7a8"))
    before = [game.clock.left_ms(white=white, at_ms=5_000) for white in (True, False)]

    after = followed(game, decide(game, ClaimIllegalMove(by=BLACK, at_ms=5_000)))

    assert after.position.moves == ("a7a8q",)
    left = [after.clock.left_ms(white=white, at_ms=5_000) for white in (True, False)]
    assert left == [before[0], before[1] + 60_000]
    assert after.clock.is_running


@pytest.mark.law("illegal-move")
def test_a_piece_taken_wrongly_was_touched_too(play: Play) -> None:
    fen = "4k3/8/8/3p4/8/2B1P3/8/4K3 w - - 0 1"
    at = play(table("2009", "standard", fen), illegal(1_000, "c3d5"))

    assert at.turn.touched == ("c3", "d5")


@pytest.mark.law("aim-is-mate")
@pytest.mark.parametrize("edition_id", ["2005", "2009", "2018", "2023"])
@pytest.mark.parametrize("game", ["standard", "rapid-unsupervised", "blitz-unsupervised"])
def test_a_captured_king_is_an_illegal_move_seen_at_once(
    edition_id: str, game: str, play: Play
) -> None:
    at = play(table(edition_id, game, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), ())
    at = followed(at, decide(at, illegal(1_000, "d1e8")[0]))

    ruling = decide(at, PressClock(by=WHITE, at_ms=1_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], IllegalMoveCompleted)
    assert followed(at, ruling).position.piece_at("e8") == "k"


@pytest.mark.law("aim-is-mate", "illegal-move")
@pytest.mark.parametrize("edition_id", ["2005 7.4.a", "2009 7.4.a", "2018 7.5.1", "2023 7.5.1"])
def test_a_king_left_in_check_that_is_captured_is_put_back(edition_id: str, play: Play) -> None:
    """Who captures it has an illegal move of their own, instead of claiming the opponent's."""
    fen = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"
    edition_id = edition_id.partition(" ")[0]
    at = play(table(edition_id, "blitz-unsupervised", fen), illegal(1_000, "e8e7", BLACK))

    for command in illegal(2_000, "e2e7"):
        at = followed(at, decide(at, command))

    assert at.position.piece_at("e7") == "k"
    assert at.illegal_moves.white == 1


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


LEFT_EVEN_THEN = [
    pytest.param("2005", "blitz", id="2005 C.2"),
    pytest.param("2005", "blitz-unsupervised", id="2005 C.2, nobody watching"),
    pytest.param("2009", "blitz-unsupervised", id="2009 B.3.b"),
]


@pytest.mark.law("blitz-otherwise", "blitz-exceptions", "blitz-illegal")
@pytest.mark.parametrize(
    ("fen", "uci"),
    [("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2g2"), (PAWN_LEFT, "a7a8")],
    ids=["both kings in check", "a pawn not promoted"],
)
@pytest.mark.parametrize(("edition_id", "game"), LEFT_EVEN_THEN)
def test_in_blitz_nobody_steps_in_before_somebody_claims(
    edition_id: str, game: str, fen: str, uci: str, play: Play
) -> None:
    at = play(table(edition_id, game, fen), illegal(1_000, uci))

    assert not at.is_over
    assert at.position.moves == (uci,)
    won = followed(at, decide(at, ClaimIllegalMove(by=BLACK, at_ms=2_000)))
    assert won.is_over


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
