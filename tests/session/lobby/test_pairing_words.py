"""What a player hears about the round that was paired last."""

import pytest

from tests.english import ENGLISH, NUMBERS, english
from tests.event.organised import Organised, organised
from voice_chess.event.commands import GrantBye, WithdrawPlayer
from voice_chess.event.competition import BoardResult
from voice_chess.event.terms import System
from voice_chess.session.lobby.pairing_words import pairing_words


def heard(event: Organised, number: int) -> str:
    return pairing_words(event.now, number, ENGLISH).text


def told(name: str, round_: int = 1) -> str:
    return english(name, round=NUMBERS[round_])


def test_whoever_has_a_half_point_bye_hears_of_the_half_point() -> None:
    event = organised(5)
    event.done(GrantBye(at_ms=1, player=5, round=1))
    event.done(WithdrawPlayer(at_ms=2, player=4))
    event.pair()

    assert heard(event, 5) == told("pairing:half")
    assert heard(event, 4) == told("pairing:away")
    assert told("pairing:bye") in {heard(event, number) for number in (1, 2, 3)}


def test_in_a_knock_out_who_has_no_opponent_hears_whether_they_are_through_or_out() -> None:
    event = organised(3, System.KNOCK_OUT, rounds=2)
    event.pair()
    assert heard(event, 1) == told("pairing:through")
    event.rule(1, BoardResult.WHITE_WINS)
    loser = event.now.rounds[0].boards[0].black
    event.pair()

    assert loser is not None
    assert heard(event, loser) == told("pairing:out", 2)
    assert heard(event, 1).startswith("Round two, board one")


@pytest.mark.parametrize(
    ("result", "has_game"), [(BoardResult.WHITE_WINS, True), (BoardResult.WHITE_BY_FORFEIT, False)]
)
def test_a_game_that_was_played_on_other_boards_is_a_game(
    result: BoardResult, *, has_game: bool
) -> None:
    event = organised(2)
    event.pair()
    event.rule(1, result)
    white = event.now.rounds[0].boards[0].white

    assert (heard(event, white) == told("pairing:bye")) is not has_game
