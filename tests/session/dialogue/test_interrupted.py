"""Who interrupts an answer hears no more of it, and is answered again when they have spoken."""

from tests.german import says
from tests.stage.around_table import AroundTable
from tests.stage.usual import BY_COMMAND
from voice_chess.adapters.simulation.memory_sound import MemorySpeaker

LONG = says("position")


def said(*lines: str, was_cut: bool = False) -> list[str]:
    speaker = MemorySpeaker(was_cut=was_cut)
    AroundTable(settings=BY_COMMAND, speaker=speaker).play(*lines)
    return speaker.said


def test_what_is_left_of_an_interrupted_answer_is_not_said() -> None:
    assert len(said(LONG, was_cut=True)) < len(said(LONG))


def test_the_next_input_is_answered_again() -> None:
    before, after = said(LONG, was_cut=True), said(LONG, says("own-clock"), was_cut=True)

    assert len(after) == len(before) + 1
