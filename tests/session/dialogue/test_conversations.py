"""Whole conversations at the board: what is heard and answered, and the game that comes of it."""

import pytest

from tests.stage.usual import GAME
from tests.stage.written import NAMES, Conversation
from voice_chess.records.score_keeping import scoresheet_of


@pytest.mark.parametrize("name", NAMES)
def test_conversation(name: str) -> None:
    conversation = Conversation.named(name)
    played = conversation.around_table()

    session = played.play(*conversation.script)
    sheet = scoresheet_of(played.journal.read(GAME))
    offers = [ply for ply, entry in enumerate(sheet.entries, start=1) if entry.draw_offered]
    _, *answers = played.answers
    wanted = [turn.get("answer") for turn in conversation.written["turn"]]
    found = [
        None if hoped is None else answer
        for hoped, (_, answer) in zip(wanted, answers, strict=False)
    ]

    assert found == wanted[: len(found)]
    assert list(sheet.moves) == conversation.written["moves"].split()
    assert sheet.result == conversation.written.get("result", "*")
    assert offers == conversation.written.get("draw_offered_at", [])
    assert played.speaker.signals == conversation.written.get("signals", [])
    assert played.game == session.game
