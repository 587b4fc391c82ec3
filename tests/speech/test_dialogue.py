"""Whose turn it is to speak: the whole table of states and cues."""

from collections import deque

import pytest

from voice_chess.speech.dialogue import NEXT, PASSING, PENDING, Cue, Turn, following

WALK = [(turn, cue) for turn in Turn for cue in Cue]


@pytest.mark.parametrize(("turn", "cue"), WALK)
def test_every_cue_leads_somewhere(turn: Turn, cue: Cue) -> None:
    assert following(turn, cue) in Turn


def test_nothing_else_stands_in_the_table() -> None:
    assert {(turn, cue) for turn, cues in NEXT.items() for cue in cues} == set(WALK)


@pytest.mark.parametrize("start", Turn)
def test_every_state_is_reached_from_every_other(start: Turn) -> None:
    reached, waiting = {start}, deque([start])
    while waiting:
        turn = waiting.popleft()
        found = {following(turn, cue) for cue in Cue} - reached
        reached |= found
        waiting.extend(found)

    assert reached == set(Turn)


@pytest.mark.parametrize("turn", Turn)
def test_a_lost_device_makes_everybody_wait(turn: Turn) -> None:
    assert following(turn, Cue.DEVICE_LOST) is Turn.WAITING


@pytest.mark.parametrize("turn", sorted(set(Turn) - PENDING))
def test_whoever_begins_to_speak_is_heard(turn: Turn) -> None:
    assert following(turn, Cue.BARGE_IN) is Turn.HEARD


@pytest.mark.parametrize("turn", sorted(PENDING))
@pytest.mark.parametrize("cue", [Cue.ASIDE, Cue.NOT_UNDERSTOOD, Cue.BARGE_IN, Cue.HALTED])
def test_a_question_outlives_what_does_not_answer_it(turn: Turn, cue: Cue) -> None:
    assert following(turn, cue) is turn


@pytest.mark.parametrize("turn", Turn)
def test_what_cannot_be_undone_is_confirmed_from_wherever_it_is_said(turn: Turn) -> None:
    assert following(turn, Cue.GRAVE) is Turn.CONFIRMING


def test_silence_confirms_nothing() -> None:
    assert following(Turn.CONFIRMING, Cue.SILENCE) is Turn.LISTENING


@pytest.mark.parametrize("turn", sorted(PASSING))
def test_when_nobody_speaks_any_more_the_program_listens_or_waits(turn: Turn) -> None:
    assert following(turn, Cue.SILENCE) is Turn.LISTENING
    assert following(turn, Cue.HALTED) is Turn.WAITING


def test_silence_puts_no_stopped_clock_right() -> None:
    assert following(Turn.WAITING, Cue.SILENCE) is Turn.WAITING
