"""Whole conversations: what is heard and answered, and the game that comes of it."""

import pytest

from tests.stage.scripted_game import GAME, ScriptedGame
from tests.stage.written import NAMES, Conversation
from voice_chess.game.evolve import replay
from voice_chess.records.score_keeping import scoresheet_of

every_one = pytest.mark.parametrize("name", NAMES)


def check_as_written(conversation: Conversation, stage: ScriptedGame) -> None:
    sheet = scoresheet_of(stage.journal.read(GAME))
    offers = [ply for ply, entry in enumerate(sheet.entries, start=1) if entry.draw_offered]
    _, *answers = stage.answers
    wanted = [turn.get("answer") for turn in conversation.turns]
    found = [
        None if hoped is None else answer
        for hoped, (_, answer) in zip(wanted, answers, strict=False)
    ]

    assert found == wanted[: len(found)]
    assert list(sheet.moves) == conversation.written["moves"].split()
    assert sheet.result == conversation.written.get("result", "*")
    assert offers == conversation.written.get("draw_offered_at", [])


@every_one
def test_a_conversation_around_one_table(name: str) -> None:
    conversation = Conversation(name)
    played = conversation.around_table()
    session = played.play(*conversation.script)

    check_as_written(conversation, played)
    assert played.speaker.signals == conversation.written.get("signals", [])
    assert played.game == session.game


@every_one
def test_the_same_at_seats_of_their_own(name: str) -> None:
    conversation = Conversation(name, is_apart=True)
    apart = conversation.apart()
    apart.play(*conversation.script)

    check_as_written(conversation, apart)
    assert apart.game == replay(apart.journal.read(GAME))
