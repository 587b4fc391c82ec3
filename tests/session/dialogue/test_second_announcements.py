"""Who has announced a move and says another one hears of their own move, not of the opponent's."""

import pytest

from tests.german import GERMAN, german, says
from tests.stage.apart import Apart
from tests.stage.usual import BLIND, BY_COMMAND
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.outputs import Reply
from voice_chess.speech.generation.styles import USUAL
from voice_chess.speech.generation.wording import move_words

ANNOUNCED = german("resumed:announced", move=move_words("e2e4", Position.start(), GERMAN, USUAL))


@pytest.mark.parametrize("channel", ["types", "says"])
@pytest.mark.parametrize("move", ["d4", "Sf3", "e5", "Dh5", "e4"])
def test_another_move_of_the_mover_reminds_them_of_the_one_that_is_not_pressed(
    move: str, channel: str
) -> None:
    stage = Apart(BLIND, settings=BY_COMMAND)
    stage.types("e4", Role.WHITE)
    stage.fetch()
    if channel == "types":
        stage.types(move, Role.WHITE)
    else:
        spoken = {
            "d4": "david vier",
            "Sf3": "springer felix drei",
            "e5": "eva fünf",
            "e4": "eva vier",
        }
        stage.says(spoken.get(move, "dame hektor fünf"), Role.WHITE)

    replies = [each for each in stage.fetch() if isinstance(each, Reply)]
    assert [(each.listener, each.text) for each in replies] == [(Role.WHITE, ANNOUNCED)]
    assert stage.game.turn.announcement is not None
    assert stage.game.turn.announcement.uci == "e2e4"


def test_a_correction_replaces_the_move_as_before() -> None:
    stage = Apart(BLIND, settings=BY_COMMAND)
    stage.types("e4", Role.WHITE)
    stage.types(f"{says('correction')} d4", Role.WHITE)

    assert stage.game.turn.announcement is not None
    assert stage.game.turn.announcement.uci == "d2d4"


def test_the_opponent_still_hears_that_a_move_of_theirs_is_not_legal() -> None:
    stage = Apart(BLIND, settings=BY_COMMAND)
    stage.types("e4", Role.WHITE)
    stage.fetch()
    stage.types("e7e4", Role.BLACK)

    assert ANNOUNCED not in stage.told(Role.BLACK)
