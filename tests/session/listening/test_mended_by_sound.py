"""Hesitations, words said twice and corrections in the same breath, to the ear of a table."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.german import GERMAN
from tests.stage.by_sound import Said, SoundTable
from tests.stage.usual import IN_GERMAN
from tests.wording import Wording
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.game.moves import MoveAnnounced
from voice_chess.languages.language import Language, load_language
from voice_chess.session.evidence import UtteranceHeard
from voice_chess.settings import Settings

MODELS = Settings.from_environment().models
MODEL = model_of(GERMAN, MODELS)
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}"),
]


def heard(
    words: str, folder: Path, language: Language = GERMAN, voice: str = "de"
) -> tuple[list[str], list[str]]:
    """The moves that were announced, and what was most probably meant by each utterance."""
    model = load_model(model_of(language, MODELS))
    table = SoundTable(folder=folder, model=model, voices={"white": voice})
    table.settings = replace(IN_GERMAN, language=language)
    table.hold([Said(by="white", words=words)])
    assert table.spoken == [words]
    return (
        [one.uci for one in table.of(MoveAnnounced)],
        [one.readings[0].meaning for one in table.seen if isinstance(one, UtteranceHeard)],
    )


@pytest.mark.parametrize(
    ("words", "uci"),
    [
        ("springer springer felix drei", "g1f3"),
        ("felix felix drei", "f2f3"),
        ("springer ähm felix drei", "g1f3"),
        ("springer felix ähm drei", "g1f3"),
        ("felix drei nein felix vier", "f2f4"),
    ],
)
def test_a_move_is_heard_however_it_was_reached(words: str, uci: str, tmp_path: Path) -> None:
    announced, _ = heard(words, tmp_path)

    assert announced == [uci]


@pytest.mark.parametrize(
    "words",
    [
        "springer felix drei nein",
        "springer felix drei nein springer cesar drei",
        "springer felix wiederholen",
    ],
)
def test_what_was_taken_back_or_broken_off_is_not_played(words: str, tmp_path: Path) -> None:
    announced, _ = heard(words, tmp_path)

    assert announced == []


@pytest.mark.parametrize("voice", ["de", "de+Andy", "de+edward2"])
def test_a_no_between_people_is_no_beginning_and_the_move_behind_it_is_heard(
    voice: str, tmp_path: Path
) -> None:
    table = SoundTable(folder=tmp_path, model=load_model(MODEL), voices={"white": voice})
    table.hold([Said(by="white", words=words) for words in ("nein", "springer felix drei")])

    assert [one.uci for one in table.of(MoveAnnounced)] == ["g1f3"]


def test_a_command_that_ends_like_a_move_is_no_move(tmp_path: Path) -> None:
    """The end of the word for "repeat" sounds like the Italian three."""
    announced, meant = heard("cavallo felix ripetere", tmp_path, load_language("it"), "it")

    assert announced == []
    assert meant == ["repeat"]


@pytest.mark.parametrize(
    ("language_id", "voice"), [("de", "de"), ("en", "en-us"), ("cs", "cs"), ("sr", "sr")]
)
@pytest.mark.parametrize(
    "lines", [("Nf5", "correction Nf3"), ("Nf5", "no Nf3"), ("Nf5", "no N", "f3")]
)
def test_what_corrects_an_illegal_announcement_is_heard_as_a_move(
    lines: tuple[str, ...], language_id: str, voice: str, tmp_path: Path
) -> None:
    wording = Wording(language_id)
    model = load_model(model_of(wording.language, MODELS))
    table = SoundTable(folder=tmp_path, model=model, voices={"white": voice})
    table.settings = replace(IN_GERMAN, language=wording.language)

    table.hold([Said(by="white", words=wording.by_ear(line)) for line in lines])

    assert [one.uci for one in table.of(MoveAnnounced)] == ["g1f3"]
