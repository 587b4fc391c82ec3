"""A player's own file: what was kept is read, what was deleted is gone, damage is told."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.decoding.test_network import model
from tests.decoding.test_network import network as made_up
from voice_chess.adapters.documents.record_files import unfinished_of
from voice_chess.adapters.recognition import voice_files
from voice_chess.adapters.recognition.voice_files import OwnEar, VoiceFileDamaged, digest_of
from voice_chess.decoding.adaptation import Adaptation
from voice_chess.decoding.voice_fit import MOST, Fit, SpokenExample, Tried

NETWORK = made_up()
MODEL = model(NETWORK)


def reading(word: str, level: float = 1_000.0) -> SpokenExample:
    chance = np.random.default_rng(len(word))
    return SpokenExample(
        words=(word,), sound=np.round(chance.normal(0, level, 800)).astype(np.float32)
    )


def ear(*words: str) -> OwnEar:
    width = NETWORK.layers[-1].weight.shape[1]
    change = Adaptation(gain=np.full(width, 0.5, np.float32), offset=np.ones(width, np.float32))
    tried = Tried(examples=24, right_before=20, right_after=22)
    return OwnEar(
        name="Anna Müller",
        model=digest_of(MODEL),
        readings=tuple(map(reading, words)),
        fit=Fit(adaptations=(change,), tried=tried),
    )


def test_what_was_written_is_read(tmp_path: Path) -> None:
    written = replace(ear("ja", "nein"), learns=True)
    voice_files.write(tmp_path, written)

    found = voice_files.read(tmp_path, "anna müller ")

    assert (found.name, found.model, found.learns) == (written.name, written.model, True)
    assert found.fit.tried == written.fit.tried
    assert all(a.is_same_as(b) for a, b in zip(found.readings, written.readings, strict=True))
    assert np.array_equal(found.fit.adaptations[0].gain, written.fit.adaptations[0].gain)
    assert np.array_equal(found.fit.adaptations[0].offset, written.fit.adaptations[0].offset)


def test_nobody_has_agreed_to_learning_unasked() -> None:
    assert not ear("ja").learns


def test_the_latest_examples_are_kept(tmp_path: Path) -> None:
    words = [f"{n}" for n in range(MOST + 5)]
    voice_files.write(tmp_path, ear(*words))

    kept = voice_files.read(tmp_path, "Anna Müller").readings

    assert [each.words[0] for each in kept] == words[5:]


def test_what_is_deleted_leaves_nothing_behind(tmp_path: Path) -> None:
    voice_files.write(tmp_path, ear("ja"))

    assert voice_files.delete(tmp_path, "Anna Müller")
    assert not voice_files.exists(tmp_path, "Anna Müller")
    assert not list((tmp_path / voice_files.FOLDER).iterdir())
    assert not voice_files.delete(tmp_path, "Anna Müller")


def test_what_a_killed_program_left_unfinished_is_deleted_too(tmp_path: Path) -> None:
    path = voice_files.path_of(tmp_path, "Anna Müller")
    path.parent.mkdir()
    unfinished_of(path).write_bytes(b"half a voice")

    assert voice_files.delete(tmp_path, "Anna Müller")
    assert not list(path.parent.iterdir())


@pytest.mark.parametrize("letter", ["a", "ж", "♔"])
def test_the_longest_name_has_a_file_of_its_own(tmp_path: Path, letter: str) -> None:
    names = [letter * 250 + ending for ending in ("a", "b")]
    for name in names:
        voice_files.write(tmp_path, replace(ear("ja"), name=name))

    assert [voice_files.read(tmp_path, name).name for name in names] == names
    assert all(voice_files.exists(tmp_path, name) for name in names)
    assert not voice_files.exists(tmp_path, letter * 250)


@pytest.mark.parametrize("content", [b"", b"no voice", b"PK\x03\x04 half an archive"])
def test_of_a_damaged_file_its_name_is_told_and_what_to_do(tmp_path: Path, content: bytes) -> None:
    path = voice_files.write(tmp_path, ear("ja"))
    path.write_bytes(content)
    told = (
        f"The voice file {path} is damaged or missing (it holds no voice); "
        f"delete it with: voice-chess enrol 'Anna Müller' --delete --data {tmp_path}"
    )

    with pytest.raises(VoiceFileDamaged, match=f"^{re.escape(told)}$"):
        voice_files.read(tmp_path, "Anna Müller")


def test_a_voice_of_a_newer_version_is_no_damage_to_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read as far as it was understood, and written back in the older form."""
    monkeypatch.setattr(voice_files, "_VERSION", 2)
    voice_files.write(tmp_path, ear("ja"))
    monkeypatch.undo()

    with pytest.raises(VoiceFileDamaged, match="newer version of voice-chess"):
        voice_files.read(tmp_path, "Anna Müller")


def test_wherever_a_byte_is_damaged_it_is_told_or_changes_nothing(tmp_path: Path) -> None:
    path = voice_files.write(tmp_path, ear("ja"))
    whole, told = path.read_bytes(), 0
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            (found,) = voice_files.read(tmp_path, "Anna Müller").readings
        except VoiceFileDamaged:
            told += 1
        else:
            assert found.is_same_as(reading("ja"))
    assert told > len(whole) / 2


@pytest.mark.parametrize("name", ["../anna", "a/b", "..", "C:\\anna"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    path = voice_files.write(tmp_path, replace(ear("ja"), name=name))

    assert path.parent == tmp_path / voice_files.FOLDER
    assert voice_files.read(tmp_path, name).name == name


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", b"something else"])
def test_a_damaged_file_is_told_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = voice_files.write(tmp_path, ear("ja"))
    path.write_bytes(content)

    with pytest.raises(VoiceFileDamaged, match="--delete"):
        voice_files.read(tmp_path, "Anna Müller")


def test_an_ear_is_turned_only_for_the_networks_that_it_was_fitted_to() -> None:
    own = ear("ja")

    assert own.adaptations_for(MODEL)
    assert not own.adaptations_for(model(made_up(seed=2)))
