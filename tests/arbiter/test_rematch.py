"""Another game with the colours swapped: proposed after the end, accepted or declined."""

from collections.abc import Callable, Iterable

import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.arbiter.ruling import Ruling
from voice_chess.clock.time_control import TimeControl
from voice_chess.game import agreements
from voice_chess.game.agreements import (
    AcceptRematch,
    DeclineRematch,
    ProposeRematch,
    RematchAccepted,
    RematchDeclined,
    RematchProposed,
)
from voice_chess.game.commands import Command
from voice_chess.game.game_end import Resign
from voice_chess.game.refusals import (
    AlreadyProposed,
    GameIsOver,
    GameNotOver,
    NotAtThisTable,
    NothingProposed,
    OwnProposal,
)
from voice_chess.game.state import Game
from voice_chess.game.table import Occasion, Role, Table

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK = Role.WHITE, Role.BLACK
CONTROL = TimeControl.parsed("5+3")
AMONG_FRIENDS = Table(control=CONTROL, occasion=Occasion(has_rematches=True))
RESIGNED = Resign(by=WHITE, at_ms=1_000)


def proposal(by: Role) -> ProposeRematch:
    return ProposeRematch(by=by, at_ms=2_000)


def ruled(game: Game, kind: type[agreements.Commands], by: Role) -> Ruling:
    return decide(game, kind(by=by, at_ms=3_000))


@pytest.fixture
def proposed(play: Play) -> Game:
    """White has resigned, and proposes another game."""
    return play(AMONG_FRIENDS, [RESIGNED, proposal(WHITE)])


def test_either_player_may_propose_it_once_the_game_is_over(play: Play) -> None:
    over = play(AMONG_FRIENDS, [RESIGNED])

    for role in (WHITE, BLACK):
        told = RematchProposed(white=role is WHITE, at_ms=3_000)
        assert ruled(over, ProposeRematch, role) == (told,)


def test_nobody_proposes_it_while_the_game_goes_on(play: Play) -> None:
    assert isinstance(ruled(play(AMONG_FRIENDS, []), ProposeRematch, WHITE), GameNotOver)


def test_the_other_accepts_it(proposed: Game) -> None:
    assert ruled(proposed, AcceptRematch, BLACK) == (RematchAccepted(white=False, at_ms=3_000),)


def test_whoever_proposes_the_same_has_accepted(proposed: Game) -> None:
    assert ruled(proposed, ProposeRematch, BLACK) == (RematchAccepted(white=False, at_ms=3_000),)


def test_the_other_declines_it_and_may_propose_one_later(play: Play) -> None:
    declined = DeclineRematch(by=BLACK, at_ms=3_000)
    game = play(AMONG_FRIENDS, [RESIGNED, proposal(WHITE), declined])

    assert game.proposed is None
    assert isinstance(ruled(game, AcceptRematch, WHITE), NothingProposed)
    assert ruled(game, ProposeRematch, BLACK) == (RematchProposed(white=False, at_ms=3_000),)


def test_nobody_accepts_their_own_proposal_or_makes_it_twice(proposed: Game) -> None:
    assert isinstance(ruled(proposed, AcceptRematch, WHITE), OwnProposal)
    assert isinstance(ruled(proposed, ProposeRematch, WHITE), AlreadyProposed)


def test_whoever_has_proposed_it_may_think_better_of_it(proposed: Game) -> None:
    assert ruled(proposed, DeclineRematch, WHITE) == (RematchDeclined(white=True, at_ms=3_000),)


def test_once_agreed_on_nothing_is_left_to_propose(play: Play) -> None:
    accepted = AcceptRematch(by=BLACK, at_ms=3_000)
    game = play(AMONG_FRIENDS, [RESIGNED, proposal(WHITE), accepted])

    for kind in (ProposeRematch, AcceptRematch, DeclineRematch):
        assert isinstance(ruled(game, kind, BLACK), AlreadyProposed)


@pytest.mark.parametrize(
    "occasion",
    [Occasion(), Occasion(has_arbiter=True), Occasion(has_arbiter=True, has_rematches=True)],
)
def test_there_is_none_in_a_competition(play: Play, occasion: Occasion) -> None:
    over = play(Table(control=CONTROL, occasion=occasion), [RESIGNED])

    assert isinstance(ruled(over, ProposeRematch, WHITE), NotAtThisTable)


def test_the_result_stays_what_it_was(play: Play, proposed: Game) -> None:
    before = play(AMONG_FRIENDS, [RESIGNED])

    assert proposed.clock == before.clock
    assert proposed.position == before.position
    assert isinstance(decide(proposed, Resign(by=BLACK, at_ms=9_000)), GameIsOver)
