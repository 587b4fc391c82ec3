"""A game that was broken off at the table: what is told, what is charged, what starts the clock."""

from dataclasses import replace

import pytest

from tests.german import CONTINUE, NUMBERS, PRESS, german, in_words, minutes, says
from tests.session.games.test_full_disk import OnDisk
from tests.stage.around_table import AroundTable
from tests.stage.scripted_game import GAME
from tests.stage.usual import BLIND, IN_GERMAN
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.table import Occasion
from voice_chess.languages.language import known_languages, load_language
from voice_chess.speech.generation.sentence import phrase

WITH_ARBITER = replace(BLIND, occasion=Occasion(has_arbiter=True))
WAIT = german("resumed:wait", command=CONTINUE)


def resumed(table: OnDisk, *script: str | int) -> list[str]:
    """What is said from the next start on."""
    table.speaker.said.clear()
    table.play(*script)
    return table.speaker.said


def test_the_thinking_time_before_a_kill_is_not_given_back() -> None:
    table = OnDisk()
    table.play("e4", PRESS, "e5", PRESS, 20_000)
    table.time.passed(3_600_000)
    session = table.play()

    assert (
        900_000 + 10_000 - 35_000
        < session.game.clock.sides.white.left_ms
        < 900_000 + 10_000 - 19_000
    )
    assert not session.game.clock.is_running


def test_turn_last_move_and_both_clocks_are_told_and_the_clock_waits() -> None:
    table = OnDisk()
    table.play("e4", PRESS, 3_000)
    said = resumed(table, 60_000)

    assert said[:3] == [
        german("move-number", number=NUMBERS[1]),
        german("whose-turn", "black"),
        german("last-move", "white", move=in_words("Pe2, e4")),
    ]
    assert said[3].startswith(f"{says('black')} {minutes(14)}")
    assert said[4:] == [WAIT]


def test_a_move_that_was_announced_and_not_pressed_is_told() -> None:
    table = OnDisk()
    table.play("e4")

    assert german("resumed:announced", move=in_words("Pe4")) in resumed(table)


def test_nobody_hears_of_a_mistake() -> None:
    table = OnDisk()
    table.play("e4", PRESS)

    fault = german("ProgramError").partition(".")[0]
    assert not any(fault in text for text in resumed(table, CONTINUE))


def test_the_word_starts_the_clock_and_play_goes_on() -> None:
    table = OnDisk()
    table.play("e4", PRESS)
    said = resumed(table, 600_000, "e5", CONTINUE, "e5", PRESS)
    events = [type(event) for event in table.journal.read(GAME)]

    assert german("ClocksStarted") in said
    assert events.count(ClocksStopped) == events.count(ClocksStarted) == 1


@pytest.mark.parametrize("language", known_languages())
def test_the_word_that_is_named_is_the_one_that_is_understood(language: str) -> None:
    spoken = load_language(language)
    word = spoken.written("continue")

    assert word in phrase("resumed:wait", spoken, command=word).text


def test_at_an_arbiters_table_it_is_told_that_the_word_is_the_arbiters() -> None:
    """In their mouth it starts the clock; the players' own word is refused there."""
    table = AroundTable(WITH_ARBITER)
    table.play("e4")
    session = table.play(CONTINUE, says("arbiter continue"))

    assert german("resumed:wait", command=says("arbiter continue")) in table.said
    assert table.answer_to(CONTINUE) == [german("NotYourRole:arbiter")]
    assert session.game.clock.is_running


def test_a_move_that_waited_for_its_press_is_pressed_once_the_clock_runs() -> None:
    table = OnDisk()
    table.play("e4")
    table.settings = IN_GERMAN
    said = resumed(table, 30_000, CONTINUE, 5_000)

    assert table.game.position.moves == ("e2e4",)
    assert said[-1] == german("ClocksStarted")
