"""Moves taken back by agreement: a custom of the table, of which the Laws know nothing."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.arbiter.ruling import Ruling
from voice_chess.clock.time_control import TimeControl
from voice_chess.game import agreements
from voice_chess.game.agreements import (
    AcceptTakeback,
    DeclineTakeback,
    ProposeTakeback,
    TakebackDeclined,
    TakebackProposed,
)
from voice_chess.game.clocks import ClocksStarted, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.draws import OfferDraw
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.refusals import (
    AlreadyProposed,
    ClocksAreStopped,
    NotAtThisTable,
    NothingProposed,
    NothingToTakeBack,
    OwnProposal,
)
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Table

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK = Role.WHITE, Role.BLACK
AGREED = Table(control=TimeControl.parsed("5+3"), customs=Customs(takebacks=True))
LINE = ("e2e4", "e7e5", "g1f3")
"""Played at one move a second, from the first second on."""


def moves(*ucis: str) -> list[Command]:
    """Each announced and pressed a second after the one before."""
    made: list[Command] = []
    for number, uci in enumerate(ucis, start=1):
        by = WHITE if number % 2 else BLACK
        at_ms = number * 1_000
        made += [AnnounceMove(by=by, at_ms=at_ms, uci=uci), PressClock(by=by, at_ms=at_ms)]
    return made


def asked(by: Role) -> ProposeTakeback:
    return ProposeTakeback(by=by, at_ms=5_000)


def granted(by: Role) -> AcceptTakeback:
    return AcceptTakeback(by=by, at_ms=6_000)


def ruled(game: Game, kind: type[agreements.Commands], by: Role) -> Ruling:
    return decide(game, kind(by=by, at_ms=6_000))


def test_whoever_has_just_moved_takes_back_that_move_alone(play: Play) -> None:
    game = play(AGREED, [*moves(*LINE), asked(WHITE), granted(BLACK)])

    assert game.position.moves == LINE[:2]
    assert game.white_to_move


def test_whoever_is_on_move_takes_back_their_move_and_the_reply_to_it(play: Play) -> None:
    game = play(AGREED, [*moves(*LINE), asked(BLACK), granted(WHITE)])

    assert game.position.moves == LINE[:1]
    assert not game.white_to_move


def test_a_move_announced_and_not_pressed_goes_with_them(play: Play) -> None:
    announced = AnnounceMove(by=BLACK, at_ms=4_000, uci="b8c6")
    game = play(AGREED, [*moves(*LINE), announced, asked(WHITE), granted(BLACK)])

    assert game.position.moves == LINE[:2]
    assert game.turn.announcement is None


def test_the_clocks_keep_their_times_and_the_asker_pays_from_then_on(play: Play) -> None:
    before = play(AGREED, [*moves(*LINE), asked(WHITE)])
    after = play(AGREED, [*moves(*LINE), asked(WHITE), granted(BLACK)])

    for white in (True, False):
        left_ms = before.left_ms(white=white, at_ms=6_000)
        assert after.left_ms(white=white, at_ms=6_000) == left_ms
    assert after.clock.is_running
    assert after.left_ms(white=True, at_ms=7_000) == after.left_ms(white=True, at_ms=6_000) - 1_000
    assert after.left_ms(white=False, at_ms=7_000) == after.left_ms(white=False, at_ms=6_000)


def test_moves_are_counted_anew_for_the_time_control(play: Play) -> None:
    table = replace(AGREED, control=TimeControl.parsed("90/2+30+30"))
    game = play(table, [*moves("e2e4", "e7e5"), asked(WHITE), granted(BLACK)])

    assert (game.clock.sides.white.moves, game.clock.sides.black.moves) == (0, 0)


def test_play_goes_on_from_there(play: Play) -> None:
    other: list[Command] = [
        AnnounceMove(by=WHITE, at_ms=7_000, uci="f1c4"),
        PressClock(by=WHITE, at_ms=7_000),
    ]
    game = play(AGREED, [*moves(*LINE), asked(WHITE), granted(BLACK), *other])

    assert game.position.moves == (*LINE[:2], "f1c4")
    assert game.turn.takeback is None


def test_declining_leaves_everything_as_it_was(play: Play) -> None:
    game = play(AGREED, [*moves(*LINE), asked(WHITE)])

    assert ruled(game, DeclineTakeback, BLACK) == (TakebackDeclined(white=False, at_ms=6_000),)

    game = play(AGREED, [*moves(*LINE), asked(WHITE), DeclineTakeback(by=BLACK, at_ms=6_000)])
    assert game.position.moves == LINE
    assert game.proposed is None


def test_a_move_declines_it(play: Play) -> None:
    game = play(AGREED, [*moves(*LINE), asked(WHITE)])
    ruling = decide(game, AnnounceMove(by=BLACK, at_ms=6_000, uci="b8c6"))

    assert isinstance(ruling, tuple)
    assert ruling[0] == TakebackDeclined(white=False, at_ms=6_000)


def test_nobody_grants_their_own_wish_or_has_two(play: Play) -> None:
    game = play(AGREED, [*moves(*LINE), asked(WHITE)])

    assert isinstance(ruled(game, AcceptTakeback, WHITE), OwnProposal)
    assert isinstance(ruled(game, ProposeTakeback, BLACK), AlreadyProposed)


def test_nothing_is_granted_that_nobody_asked_for(play: Play) -> None:
    game = play(AGREED, moves(*LINE))

    for kind in (AcceptTakeback, DeclineTakeback):
        assert isinstance(ruled(game, kind, BLACK), NothingProposed)


@pytest.mark.parametrize(("made", "by"), [((), WHITE), ((), BLACK), (("e2e4",), BLACK)])
def test_who_has_not_moved_yet_takes_nothing_back(
    play: Play, made: tuple[str, ...], by: Role
) -> None:
    assert isinstance(ruled(play(AGREED, moves(*made)), ProposeTakeback, by), NothingToTakeBack)


@pytest.mark.parametrize(
    ("customs", "occasion"),
    [(Customs(), Occasion()), (Customs(takebacks=True), Occasion(has_arbiter=True))],
)
def test_there_is_none_unless_the_table_has_settled_it(
    play: Play, customs: Customs, occasion: Occasion
) -> None:
    game = play(replace(AGREED, customs=customs, occasion=occasion), moves(*LINE))

    assert isinstance(ruled(game, ProposeTakeback, WHITE), NotAtThisTable)


def test_there_is_none_while_the_clocks_stand(play: Play) -> None:
    stopped = StopClocks(by=WHITE, at_ms=4_000)

    game = play(AGREED, [*moves(*LINE), stopped])

    assert isinstance(ruled(game, ProposeTakeback, WHITE), ClocksAreStopped)


def test_an_offer_of_a_draw_is_replied_to_first(play: Play) -> None:
    offered = OfferDraw(by=WHITE, at_ms=4_000)
    game = play(AGREED, [*moves(*LINE), asked(WHITE)])

    assert game.proposed == "takeback"
    assert play(AGREED, [*moves(*LINE), offered, asked(WHITE)]).proposed is None


def test_what_was_agreed_on_is_written_as_a_position_put_back(play: Play) -> None:
    game = play(AGREED, [*moves(*LINE), asked(WHITE)])
    ruling = ruled(game, AcceptTakeback, BLACK)

    assert isinstance(ruling, tuple)
    assert [type(event) for event in ruling[1:]] == [PositionRestored, ClocksStarted]
    proposal = ruled(play(AGREED, moves(*LINE)), ProposeTakeback, WHITE)
    assert proposal == (TakebackProposed(white=True, moves_kept=2, at_ms=6_000),)
