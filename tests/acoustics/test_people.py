"""Recorded people: what their labels mean, and strings of their words; on sounds made by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)
pytest.importorskip("torch", reason=TRAIN)

from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.acoustics.lexicon import load_lexicon
from voice_chess.acoustics.native_lexicon import lexicon_of
from voice_chess.acoustics.people import (
    Talker,
    TalkerRecording,
    announcements,
    by_person,
    garbage_segments,
    is_other,
    load_table,
    read_recordings,
    spoken_part,
    strange_strings,
    word_of,
)
from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF, Inventory
from voice_chess.acoustics.plan import SaidWord
from voice_chess.sound.sampling import SAMPLE_RATE

ROWS = """file\tlanguage\tspeaker\tsaid\tkind\tlicence\tseconds
nl/v.ogg\tnl\tMarina\t4\talphabet\tGPL\t0.50
nl/t.ogg\tnl\tMarina\t2\talphabet\tGPL\t0.50
nl/g.ogg\tnl\tMarina\tG\talphabet\tGPL\t0.50
nl/w.ogg\tnl\tIrina\t\twords\tGPL\t0.50
da/v.ogg\tda\tMaja\t4\talphabet\tGPL\t0.50
"""


@pytest.fixture
def recordings(tmp_path: Path) -> list[TalkerRecording]:
    (tmp_path / "manifest.tsv").write_text(ROWS, "utf-8")
    return read_recordings(tmp_path)


def tone(seconds: float, level: float = 8_000.0) -> np.ndarray:
    t = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return (np.sin(2 * np.pi * 300 * t) * level).astype(np.int16)


def still(seconds: float) -> np.ndarray:
    return np.zeros(int(seconds * SAMPLE_RATE), np.int16)


def take(word: str, pdf: int) -> Utterance:
    sound = tone(0.3)
    return Utterance(
        samples=sound,
        words=(SaidWord(word=word, pronunciation=()),),
        segments=(Segment(pdf=pdf, end=len(sound)),),
    )


def test_a_foreign_number_is_a_german_word_where_it_sounds_like_one(
    recordings: list[TalkerRecording],
) -> None:
    table = load_table("de")

    assert [word_of(r, table) for r in recordings] == ["vier", None, None, None, "vier"]


def test_what_is_close_to_a_word_of_ours_is_no_garbage(recordings: list[TalkerRecording]) -> None:
    table = load_table("de")

    assert [is_other(r, table) for r in recordings] == [False, True, False, True, False]


def test_speakers_of_one_language_are_told_apart(recordings: list[TalkerRecording]) -> None:
    assert {name: len(own) for name, own in by_person(recordings)} == {
        "da Maja": 1,
        "nl Irina": 1,
        "nl Marina": 3,
    }


def test_a_folder_without_a_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_recordings(tmp_path)


def test_each_language_takes_its_own_words_from_the_same_people(
    recordings: list[TalkerRecording],
) -> None:
    letter, number = (
        replace(recordings[0], language=language, said=said)
        for language, said in (("sk", "g"), ("sl", "5"))
    )

    assert [word_of(letter, load_table(each)) for each in ("cs", "pl", "sr", "it")] == [
        *("g", "g", "g"),
        None,
    ]
    assert [word_of(number, load_table(each)) for each in ("cs", "sr")] == [None, "pet"]
    assert not is_other(number, load_table("cs"))


@pytest.mark.parametrize("language", ["cs", "de", "en", "it", "pl", "sr"])
def test_the_table_names_only_words_and_sounds_of_the_lexicon(language: str) -> None:
    table = load_table(language)
    inventory = Inventory(lexicon_of(language))
    words = {word for labels in table.words.values() for word in labels.values()}
    phones = {p for labels in table.sounds.values() for way in labels.values() for p in way}

    assert words | set(table.joined) <= set(inventory.word_phones)
    assert phones <= set(inventory.plain_pdfs)


def test_every_way_of_a_joined_word_has_as_many_sounds_as_the_word() -> None:
    inventory = Inventory(load_lexicon())

    assert all(
        len(way) == len(inventory.word_phones[word])
        for word, ways in load_table("de").joined.items()
        for way in ways
    )


def test_stillness_around_a_word_is_cut_away() -> None:
    part = spoken_part(np.concatenate([still(0.7), tone(0.4), still(0.9)]))

    assert len(part) / SAMPLE_RATE == pytest.approx(0.46, abs=0.03)
    assert np.abs(part).max() == pytest.approx(12_000, rel=0.02)


def test_a_long_pause_between_strange_words_is_silence_and_a_short_one_is_not() -> None:
    sound = np.concatenate([tone(0.3), still(0.1), tone(0.3), still(0.4), tone(0.3)])
    segments = garbage_segments(sound)

    assert [s.pdf for s in segments] == [GARBAGE_PDF, SILENCE_PDF, GARBAGE_PDF]
    assert [s.end / SAMPLE_RATE for s in segments] == pytest.approx([0.7, 1.1, 1.4], abs=0.03)


def test_announcements_join_takes_with_their_states_in_step() -> None:
    person = Talker(name="Marina", takes={"f": [take("f", 10)], "vier": [take("vier", 20)]})

    said = announcements(person, 30, np.random.default_rng(1))

    for utterance in said:
        segments = utterance.segments or ()
        assert segments[-1].end == len(utterance.samples)
        spoken = [s.pdf for s in segments if s.pdf != SILENCE_PDF]
        assert spoken == [{"f": 10, "vier": 20}[w.word or ""] for w in utterance.words]
    assert any([w.word for w in u.words] == ["f", "vier", "f", "vier"] for u in said)


def test_strange_words_hold_no_word() -> None:
    person = Talker(name="Irina", others=[tone(0.3), tone(0.5)])

    said = strange_strings(person, 10, np.random.default_rng(1))

    assert len(said) == 10
    assert all(u.words == () for u in said)
    assert {s.pdf for u in said for s in u.segments or ()} == {GARBAGE_PDF, SILENCE_PDF}


def test_whoever_said_nothing_strange_makes_no_strange_strings() -> None:
    assert strange_strings(Talker(name="Maja"), 5, np.random.default_rng(1)) == []
