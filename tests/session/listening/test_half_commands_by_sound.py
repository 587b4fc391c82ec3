"""Half a command is said, and after the question the rest of it, to the ear of a table."""

from pathlib import Path

import pytest

from tests.german import GERMAN, german, in_words, says
from tests.stage.by_sound import Said, SoundTable
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.game.moves import MoveAnnounced
from voice_chess.settings import Settings

MODEL = model_of(GERMAN, Settings.from_environment().models)
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}"),
]


@pytest.mark.parametrize("half", ["what-is-on", "where-is-own", "scan-rank"])
def test_what_is_said_after_the_question_is_the_rest(half: str, tmp_path: Path) -> None:
    rest = {
        "what-is-on": in_words("e2"),
        "where-is-own": in_words("N"),
        "scan-rank": says("rank:2"),
    }
    table = SoundTable(folder=tmp_path, model=load_model(MODEL), voices={"white": "de+announcer"})
    said = (says(half), rest[half], in_words("e4"))
    table.hold([Said(by="white", words=words.lower()) for words in said])

    start = GERMAN.displayed(says(half).lower())
    (_, *answers) = table.answers
    assert answers[0][1] == [german("ask:rest", start=start)]
    assert len(answers[1][1]) == 1
    assert answers[2][1] != answers[1][1]
    assert [one.uci for one in table.of(MoveAnnounced)] == ["e2e4"]
