"""Whoever asks is told how many moves they have left until the time control, and nobody else is."""

from dataclasses import replace

import pytest

from tests.german import PRESS, german
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND, BY_COMMAND
from tests.wording import Wording
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Role
from voice_chess.languages.language import known_languages
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.commands import TO_CONTROL
from voice_chess.speech.counting import counted, number_words

FORTY_MOVES = replace(BLIND, control=TimeControl.parsed("90/40+30+10"))
QUESTION = "Wie viele Züge bis zur Zeitkontrolle?"


@pytest.mark.parametrize("language_id", known_languages())
def test_at_a_table_the_moves_left_are_told_in_every_language(language_id: str) -> None:
    wording = Wording(language_id)
    table = AroundTable(
        FORTY_MOVES, settings=TableSettings(language=wording.language, press="command")
    )
    asked = wording.language.typed[TO_CONTROL][0]
    table.play(asked)

    moves, forty = (counted(40, "moves", wording.language), number_words(40, wording.language))
    assert table.answer_to(asked) == [wording.sentence(TO_CONTROL, moves=moves, number=forty)]


def test_at_a_seat_each_player_is_told_their_own_and_alone() -> None:
    seats = Apart(FORTY_MOVES, settings=BY_COMMAND)
    for line in ("e4", PRESS):
        seats.types(line)
    seats.fetch()
    for role in (Role.WHITE, Role.BLACK):
        seats.types(QUESTION, role)

    assert [(reply.listener, reply.text) for reply in seats.replies()] == [
        (Role.WHITE, german(TO_CONTROL, moves="neununddreißig Züge", number="vierzig")),
        (Role.BLACK, german(TO_CONTROL, moves="vierzig Züge", number="vierzig")),
    ]


def test_in_a_game_of_one_period_there_is_none_to_come() -> None:
    table = AroundTable()
    table.play(QUESTION)

    assert table.answer_to(QUESTION) == [german("moves-to-control:none")]
