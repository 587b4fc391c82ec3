"""Whole conversations at the board: what is heard and answered, and the game that comes of it."""

import pytest

from tests.session.stage import SCRIPTS, staged
from tests.session.table_stage import GAME
from voice_chess.game.evolve import replay
from voice_chess.records.score_keeping import scoresheet_of


@pytest.mark.parametrize("name", sorted(path.stem for path in SCRIPTS.glob("*.toml")))
def test_conversation(name: str) -> None:
    played = staged(name)
    script = played.script

    session = played.play()
    sheet = scoresheet_of(played.journal.read(GAME))
    offers = [ply for ply, entry in enumerate(sheet.entries, start=1) if entry.draw_offered]
    _, *answers = played.answers()
    wanted = [turn.get("answer") for turn in script["turn"]]
    found = [
        None if hoped is None else answer for hoped, answer in zip(wanted, answers, strict=False)
    ]

    assert found == wanted[: len(found)]
    assert list(sheet.moves) == script["moves"].split()
    assert sheet.result == script.get("result", "*")
    assert offers == script.get("draw_offered_at", [])
    assert played.speaker.signals == script.get("signals", [])
    assert replay(played.journal.read(GAME)) == session.game
