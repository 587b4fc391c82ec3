"""Players who each listen to a device of their own are repeated what they heard themselves."""

from dataclasses import replace

from tests.german import german, says
from tests.stage.around_table import AroundTable
from tests.stage.usual import BY_COMMAND
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.session.table_settings import Room

APART = replace(BY_COMMAND, room=Room(have_own_channels=True, hears_itself=False))


def told_to_black(*lines: str) -> list[str]:
    """What Black alone was told."""
    table = AroundTable(settings=APART)
    table.play(*lines)
    return [
        seen.text for seen in table.seen if isinstance(seen, AnswerSpoken) and seen.to == "black"
    ]


def by(side: str, command: str) -> str:
    return f"{says(side)}: {says(command)}"


def test_nobody_is_repeated_what_only_the_opponent_was_told() -> None:
    told = told_to_black(by("white", "own-clock"), by("black", "repeat"))

    assert told[-1] == german("GameStarted", "white")


def test_after_the_opponents_question_they_are_repeated_their_own_answer() -> None:
    first, again = told_to_black(
        by("black", "move-number"), by("white", "own-clock"), by("black", "repeat")
    )

    assert first == again


def test_nobody_is_told_why_the_opponents_move_was_refused() -> None:
    assert told_to_black("Dh5", by("black", "why")) == [german("why:none")]
