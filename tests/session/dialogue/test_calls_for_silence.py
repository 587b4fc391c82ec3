"""Words that ask for silence cut the program's speech, and stop no clock, whoever says them.

An arbiter stops the clocks by "stop"; "quiet" they also say to the people in the hall.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import BLIND
from tests.wording import Wording
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.table import Occasion, Role
from voice_chess.languages.language import known_languages
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.outputs import Hushed
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.commands import COMMANDS, QUIET

LED = replace(BLIND, occasion=Occasion(has_arbiter=True))
HEARD = ["cs", "en", "it", "pl", "sr", "sr-cyrl"]
"""The languages whose recogniser has learnt such a word."""


def calls(wording: Wording) -> list[str]:
    language = wording.language
    return [*language.asked.get(QUIET, ()), *language.typed[QUIET]]


@pytest.mark.parametrize("language_id", known_languages())
def test_an_arbiter_who_calls_for_silence_at_a_table_stops_no_clock(language_id: str) -> None:
    wording = Wording(language_id)
    settings = TableSettings(language=wording.language, press="command")
    arbiter = wording.says("arbiter")
    for words in calls(wording):
        table = AroundTable(LED, settings=settings)
        table.play("e4", wording.says("press"), f"{arbiter}: {words}", f"{arbiter}: {words}")

        assert table.of(ClocksStopped) == [], words
        assert table.answers[-1][1] == [], words


def by_line(seats: Apart, words: str) -> None:
    seats.types(words, Role.ARBITER)


def by_voice(seats: Apart, words: str) -> None:
    seats.says(Utterance(words), Role.ARBITER)


@pytest.mark.parametrize("way", [by_line, by_voice])
@pytest.mark.parametrize("language_id", known_languages())
def test_at_a_seat_it_silences_their_own_page_alone(
    language_id: str, way: Callable[[Apart, str], None]
) -> None:
    wording = Wording(language_id)
    settings = TableSettings(language=wording.language, press="command")
    seats = Apart(LED, settings=settings)
    seats.play("e4", wording.says("press"))
    seats.fetch()
    for words in calls(wording):
        way(seats, words)

        assert [each.listener for each in seats.fetch() if isinstance(each, Hushed)] == [
            Role.ARBITER
        ], words
    assert seats.game.clock.is_running


@pytest.mark.parametrize("language_id", known_languages())
def test_a_players_call_is_their_stop(language_id: str) -> None:
    wording = Wording(language_id)
    seats = Apart(LED, settings=TableSettings(language=wording.language, press="command"))
    for words in (*calls(wording), wording.says("stop")):
        seats.fetch()
        seats.types(words, Role.WHITE)

        assert len([each for each in seats.fetch() if isinstance(each, Hushed)]) == 1, words


@pytest.mark.parametrize("language_id", HEARD)
def test_the_word_is_listened_for(language_id: str) -> None:
    language = Wording(language_id).language
    expected = Expectation(position=Position.start(), commands=COMMANDS)

    assert set(language.asked[QUIET]) <= set(expected.grammar(language).phrases)


def test_an_arbiters_stop_stops_the_clocks() -> None:
    wording = Wording("de")
    table = AroundTable(LED)
    table.play("e4", wording.says("press"), wording.says("arbiter: stop"))

    assert len(table.of(ClocksStopped)) == 1
