"""A correction that is not legal is refused with its reason, to the ear of a table."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.german import GERMAN, by_ear, german
from tests.stage.by_sound import Said, SoundTable
from tests.stage.usual import IN_GERMAN
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.settings import Settings

MODEL = model_of(GERMAN, Settings.from_environment().models)
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}"),
]


@pytest.mark.parametrize("voice", ["de", "de+f3", "de+m3"])
@pytest.mark.parametrize("move", ["Ne5", "Ke2"])
def test_a_correction_that_is_not_legal_is_never_ignored(
    move: str, voice: str, tmp_path: Path
) -> None:
    table = SoundTable(folder=tmp_path, model=load_model(MODEL), voices={"white": voice})
    table.settings = replace(IN_GERMAN, press="command")
    lines = (by_ear("Nf3"), by_ear(f"no {move}"))
    table.hold([Said(by="white", words=words) for words in lines])

    refused, asked = table.answers[-1][1]
    assert asked == german("Listening")
    assert refused != german("NotUnderstood")
    assert table.game.turn.announcement is not None
    assert table.game.turn.announcement.uci == "g1f3"
