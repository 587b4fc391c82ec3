"""Voices that were enrolled from pages: under their key alone, over a restart, deleted for good."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.cli.test_enrol import KNIGHT, PAWN, READ, spoken
from voice_chess.adapters.documents.record_files import unfinished_of
from voice_chess.adapters.recognition import voice_files
from voice_chess.adapters.recognition.enrolled_voices import MOST_VOICES, UNUSED_S, EnrolledVoices
from voice_chess.adapters.recognition.exact_recognizer import ExactModel
from voice_chess.adapters.recognition.recognizer_pool import RecognizerPool
from voice_chess.adapters.recognition.voice_files import FOLDER, digest_of
from voice_chess.decoding.adaptation import Adaptation
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.voice_fit import FEWEST, Fit, SpokenExample, Tried
from voice_chess.laws.position import Position
from voice_chess.session.listening.enrolled_voice import AnnouncedSound
from voice_chess.session.ports import JournalLost, Recognizer
from voice_chess.settings import Settings

MODELS = Settings.from_environment().models
KEY, OTHER = "k" * 32, "o" * 32
READINGS = [
    SpokenExample(words=tuple(text.split()), sound=spoken(text).astype(np.float32))
    for text in READ[:FEWEST]
]
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not (MODELS / "fide-de").is_dir(), reason=f"no model in {MODELS}"),
]


@pytest.fixture(scope="module")
def ears() -> RecognizerPool:
    return RecognizerPool(MODELS)


@pytest.fixture(scope="module")
def once_read(ears: RecognizerPool, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is kept of somebody who was enrolled; to learn a voice takes a second and a half."""
    folder = tmp_path_factory.mktemp("read")
    EnrolledVoices(folder, ears).enrol(KEY, "de", READINGS)
    return folder


@pytest.fixture
def _enrolled(once_read: Path, tmp_path: Path) -> None:
    """Before the server starts, the owner of the key was enrolled."""
    shutil.copytree(once_read, tmp_path, dirs_exist_ok=True)


@pytest.fixture
def opened(tmp_path: Path, ears: RecognizerPool) -> Callable[[], EnrolledVoices]:
    """The same folder, as a server finds it when it starts."""
    return lambda: EnrolledVoices(tmp_path, ears)


def words(recognizer: Recognizer) -> str:
    recognizer.expect(Grammar(phrases=(PAWN, KNIGHT)))
    heard = recognizer.hear(spoken(PAWN).tobytes() + bytes(32_000))
    assert heard is not None
    return " ".join(heard.hypotheses[0].words) if heard.hypotheses else ""


def deafened(folder: Path, ears: RecognizerPool) -> None:
    """Whatever this voice's own ear hears now, it is not what was said."""
    (path,) = (folder / FOLDER).iterdir()
    model = ears.model("de")
    assert isinstance(model, ExactModel)
    nothing = Adaptation.none(model.acoustic.networks[0])
    changes = tuple(replace(nothing, gain=nothing.gain - 1) for _ in model.acoustic.networks)
    own = voice_files.read(folder, path.stem)
    fit = Fit(adaptations=changes, tried=Tried(examples=24))
    voice_files.write(folder, replace(own, fit=fit, model=digest_of(model.acoustic)))


def test_a_voice_is_kept_over_a_restart_under_a_digest_of_its_key(
    tmp_path: Path, opened: Callable[[], EnrolledVoices]
) -> None:
    enrolled = opened().enrol(KEY, "de", READINGS)
    again = opened().voice(KEY)

    assert enrolled == again
    assert again is not None
    assert again.examples == FEWEST
    assert again.tried.right_after >= again.tried.right_before
    assert not again.learns
    assert opened().voice(OTHER) is None
    assert not [path for path in (tmp_path / FOLDER).iterdir() if KEY in path.name]


@pytest.mark.usefixtures("_enrolled")
def test_only_who_has_the_key_is_heard_by_the_own_ear(
    tmp_path: Path, ears: RecognizerPool, opened: Callable[[], EnrolledVoices]
) -> None:
    deafened(tmp_path, ears)

    assert words(opened().recognizer("de", OTHER)) == PAWN
    assert words(opened().recognizer("de", KEY)) != PAWN


@pytest.mark.usefixtures("_enrolled")
def test_what_is_deleted_leaves_nothing_behind(
    tmp_path: Path, opened: Callable[[], EnrolledVoices]
) -> None:
    voices = opened()
    voices.delete(OTHER)
    assert voices.voice(KEY) is not None

    voices.delete(KEY)

    assert not list((tmp_path / FOLDER).iterdir())
    assert voices.voice(KEY) is None


@pytest.mark.usefixtures("_enrolled")
def test_announcements_become_examples_only_with_consent_and_in_the_words_that_were_said(
    opened: Callable[[], EnrolledVoices],
) -> None:
    voices = opened()
    sound = spoken(PAWN).astype(np.float32)
    said = AnnouncedSound(before=Position.start(), uci="e2e4", sound=sound)
    answered = replace(said, sound=spoken("ja").astype(np.float32))

    assert voices.learn(KEY, "de", [said]) == 0
    assert voices.agree(OTHER, learns=True) is None
    agreed = voices.agree(KEY, learns=True)
    assert agreed is not None
    assert agreed.learns
    assert voices.learn(KEY, "de", [said, answered]) == 1
    kept = voices.voice(KEY)
    assert kept is not None
    assert (kept.examples, kept.learns) == (FEWEST + 1, True)
    assert voices.learn(OTHER, "de", [said]) == 0


@pytest.mark.usefixtures("_enrolled")
def test_who_reads_again_has_agreed_still_and_is_learnt_anew(
    opened: Callable[[], EnrolledVoices],
) -> None:
    voices = opened()
    voices.agree(KEY, learns=True)

    again = voices.enrol(KEY, "de", READINGS)

    assert again is not None
    assert (again.examples, again.learns) == (FEWEST, True)


@pytest.mark.usefixtures("_enrolled")
def test_what_nobody_uses_for_a_year_is_deleted_and_a_table_keeps_its_voices(
    tmp_path: Path, opened: Callable[[], EnrolledVoices]
) -> None:
    (path,) = (tmp_path / FOLDER).iterdir()
    anna, unfinished = path.with_name("anna.npz"), unfinished_of(path)
    for copy in (anna, unfinished):
        copy.write_bytes(path.read_bytes())
    for each in (path, anna, unfinished):
        os.utime(each, (0, each.stat().st_mtime - UNUSED_S - 60))

    assert opened().voice(KEY) is None
    assert list((tmp_path / FOLDER).iterdir()) == [anna]


@pytest.mark.usefixtures("_enrolled")
def test_who_uses_a_voice_keeps_it(tmp_path: Path, opened: Callable[[], EnrolledVoices]) -> None:
    (path,) = (tmp_path / FOLDER).iterdir()
    voices = opened()
    os.utime(path, (0, 0))
    voices.recognizer("de", KEY)

    assert opened().voice(KEY) is not None


@pytest.mark.usefixtures("_enrolled")
def test_where_too_many_are_kept_nobody_new_is(
    tmp_path: Path, opened: Callable[[], EnrolledVoices]
) -> None:
    voices = opened()
    for number in range(MOST_VOICES - 1):
        (tmp_path / FOLDER / f"{number}.npz").touch()

    assert voices.enrol(OTHER, "de", READINGS) is None
    assert voices.enrol(KEY, "de", READINGS) is not None


@pytest.mark.usefixtures("_enrolled")
def test_a_damaged_file_spoils_no_game_and_is_replaced_by_the_next_reading(
    tmp_path: Path, opened: Callable[[], EnrolledVoices]
) -> None:
    voices = opened()
    (path,) = (tmp_path / FOLDER).iterdir()
    path.write_bytes(b"something else")

    assert words(voices.recognizer("de", KEY)) == PAWN
    damaged = voices.voice(KEY)
    assert damaged is not None
    assert damaged.examples == 0
    again = voices.enrol(KEY, "de", READINGS)
    assert again is not None
    assert again.examples == FEWEST


@pytest.mark.usefixtures("_enrolled")
def test_a_voice_of_a_newer_version_spoils_no_game_and_nothing_replaces_it(
    tmp_path: Path, opened: Callable[[], EnrolledVoices], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voice_files, "_VERSION", 2)
    opened().agree(KEY, learns=True)
    monkeypatch.undo()
    (path,) = (tmp_path / FOLDER).iterdir()
    newer, voices = path.read_bytes(), opened()

    assert words(voices.recognizer("de", KEY)) == PAWN
    assert voices.voice(KEY) is None
    with pytest.raises(JournalLost, match="newer version"):
        voices.enrol(KEY, "de", READINGS)
    with pytest.raises(JournalLost, match="newer version"):
        voices.agree(KEY, learns=False)
    assert path.read_bytes() == newer


def test_what_another_recogniser_hears_is_not_learnt(tmp_path: Path) -> None:
    voices = EnrolledVoices(tmp_path, RecognizerPool(MODELS, "vosk"))

    assert not voices.learns_voices("de")
    assert voices.enrol(KEY, "de", READINGS) is None
