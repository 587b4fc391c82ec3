"""People are made of recordings by an ear that knows our words: the model that is shipped."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)
pytest.importorskip("torch", reason=TRAIN)
import soundfile

from voice_chess.acoustics.build import Build
from voice_chess.acoustics.corpus import load
from voice_chess.acoustics.engines.engine import Spoken
from voice_chess.acoustics.engines.espeak import EspeakEngine
from voice_chess.acoustics.fine_tuning import taken_up
from voice_chess.acoustics.lexicon import load_lexicon
from voice_chess.acoustics.people import Talker
from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF, Inventory
from voice_chess.acoustics.recorded_people import Listener, people, said_by
from voice_chess.settings import Settings

INVENTORY = Inventory(load_lexicon())
MODEL = Settings.from_environment().models / "fide-de"
VOICE = "de+m3"
SAID = {
    "4": "f i: r",
    "d": "d e:",
    "3": "d r i:",
    "y": "aI",
    "7": "z e: v @ n",
    "a": "S v E s t 3",
}
"""What is said under each label; the last belies it."""

pytestmark = pytest.mark.skipif(
    EspeakEngine().missing() is not None, reason=str(EspeakEngine().missing())
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One voice that says Dutch numbers and letters, and something else in a letter's place."""
    made = tmp_path_factory.mktemp("recordings")
    engine = EspeakEngine()
    voice = next(v for v in engine.voices() if v.id == VOICE)
    lines = ["file\tlanguage\tspeaker\tsaid\tkind\tlicence\tseconds"]
    requests = [Spoken(words=(phones,), voice=voice) for phones in SAID.values()]
    for label, audio in zip(SAID, engine.speak(requests), strict=True):
        soundfile.write(made / f"{label}.ogg", audio.samples, audio.sample_rate)
        lines.append(f"{label}.ogg\tnl\tKlatt\t{label}\talphabet\tGPL\t1.00")
    (made / "manifest.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    return made


@pytest.fixture(scope="module")
def person(folder: Path) -> Talker:
    network, shares = taken_up(MODEL, INVENTORY.pdf_count)
    (only,) = people(folder, "de", Listener(network, shares, INVENTORY), np.random.default_rng(1))
    return only


def states(person: Talker) -> Mapping[str, list[int]]:
    """The states of the first take of each word, without silence."""
    return {
        word: [s.pdf for s in takes[0].segments or () if s.pdf != SILENCE_PDF]
        for word, takes in person.takes.items()
    }


def test_words_are_taken_with_their_states(person: Talker) -> None:
    found = states(person)

    assert found["vier"] == list(INVENTORY.word_pdfs("vier"))
    assert found["d"] == list(INVENTORY.word_pdfs("d"))


def test_a_word_that_nobody_said_is_joined_from_sounds(person: Talker) -> None:
    assert states(person)["drei"] == list(INVENTORY.word_pdfs("drei"))


def test_a_label_that_the_sound_belies_is_not_believed(person: Talker) -> None:
    assert "a" not in person.takes


def test_what_is_no_word_of_ours_is_kept_as_strange(person: Talker) -> None:
    assert len(person.others) == 2  # the seven and the y; the three is close to a word of ours


def test_a_share_holds_strings_of_own_words_and_of_strange_ones(person: Talker) -> None:
    said = said_by(person, np.random.default_rng(1), per_word=3, strings=2.0)

    own = [u for u in said if u.words]
    assert len(own) == 3 * len(person.takes)
    assert len(said) - len(own) == 2 * len(person.others)
    assert {s.pdf for u in said if not u.words for s in u.segments or ()} <= {
        GARBAGE_PDF,
        SILENCE_PDF,
    }


def test_a_build_keeps_what_its_people_say(folder: Path, tmp_path: Path) -> None:
    build = Build(tmp_path, people=folder, processes=1)
    network, shares = taken_up(MODEL, INVENTORY.pdf_count)

    build.record(folder, network, shares)

    (kept, rounds), *more = build.sources(aligned=True)
    assert (kept.name, rounds, more) == ("people-nl-Klatt.npz", build.amounts.people_rounds, [])
    assert any(w.word == "vier" for u in load(kept) for w in u.words)
