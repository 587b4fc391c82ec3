"""Whose turn it is to speak: the whole table of states and cues."""

from collections import deque

import pytest

from voice_chess.speech.dialogue import NEXT, PASSING, PENDING, Cue, DialogueState

WALK = [(turn, cue) for turn in DialogueState for cue in Cue]


@pytest.mark.parametrize(("turn", "cue"), WALK)
def test_every_cue_leads_somewhere(turn: DialogueState, cue: Cue) -> None:
    assert NEXT[turn][cue] in DialogueState


def test_nothing_else_stands_in_the_table() -> None:
    assert {(turn, cue) for turn, cues in NEXT.items() for cue in cues} == set(WALK)


@pytest.mark.parametrize("start", DialogueState)
def test_every_state_is_reached_from_every_other(start: DialogueState) -> None:
    reached, waiting = {start}, deque([start])
    while waiting:
        turn = waiting.popleft()
        found = {NEXT[turn][cue] for cue in Cue} - reached
        reached |= found
        waiting.extend(found)

    assert reached == set(DialogueState)


@pytest.mark.parametrize("turn", DialogueState)
def test_a_lost_device_makes_everybody_wait(turn: DialogueState) -> None:
    assert NEXT[turn][Cue.DEVICE_LOST] is DialogueState.WAITING


@pytest.mark.parametrize("turn", sorted(set(DialogueState) - PENDING))
def test_whoever_begins_to_speak_is_heard(turn: DialogueState) -> None:
    assert NEXT[turn][Cue.BARGE_IN] is DialogueState.HEARD


@pytest.mark.parametrize("turn", sorted(PENDING))
@pytest.mark.parametrize("cue", [Cue.ASIDE, Cue.NOT_UNDERSTOOD, Cue.BARGE_IN, Cue.HALTED])
def test_a_question_outlives_what_does_not_answer_it(turn: DialogueState, cue: Cue) -> None:
    assert NEXT[turn][cue] is turn


@pytest.mark.parametrize("turn", DialogueState)
def test_what_cannot_be_undone_is_confirmed_from_wherever_it_is_said(turn: DialogueState) -> None:
    assert NEXT[turn][Cue.GRAVE] is DialogueState.CONFIRMING


def test_silence_confirms_nothing() -> None:
    assert NEXT[DialogueState.CONFIRMING][Cue.SILENCE] is DialogueState.LISTENING


@pytest.mark.parametrize("turn", sorted(PASSING))
def test_when_nobody_speaks_any_more_the_program_listens_or_waits(turn: DialogueState) -> None:
    assert NEXT[turn][Cue.SILENCE] is DialogueState.LISTENING
    assert NEXT[turn][Cue.HALTED] is DialogueState.WAITING


def test_silence_puts_no_stopped_clock_right() -> None:
    assert NEXT[DialogueState.WAITING][Cue.SILENCE] is DialogueState.WAITING
