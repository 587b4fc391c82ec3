"""Words joined from one person's sounds: which sounds are taken, and where each of them ends."""

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)
pytest.importorskip("torch", reason=TRAIN)

from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.acoustics.joined_sounds import (
    Spelling,
    joined_word,
    pieces_for,
    spelling_of,
    words_of,
)
from voice_chess.acoustics.lexicon import load_lexicon
from voice_chess.acoustics.people import load_table
from voice_chess.acoustics.phones import SILENCE_PDF, Inventory
from voice_chess.acoustics.plan import SaidWord

INVENTORY = Inventory(load_lexicon())
TABLE = load_table("de")
TENTH = 1_600
"""Samples of a tenth of a second, the length of every sound here."""


def spelling(phones: str, level: int = 1_000) -> Spelling:
    names = tuple(phones.split())
    return Spelling(
        samples=np.full(TENTH * len(names), level, np.int16),
        phones=names,
        edges=tuple(TENTH * n for n in range(len(names) + 1)),
    )


def chance() -> np.random.Generator:
    return np.random.default_rng(1)


def test_neighbouring_sounds_stay_together() -> None:
    own = [spelling("f"), spelling("f i:"), spelling("i: r"), spelling("r")]

    pieces = pieces_for(("f", "i:", "r"), own, TABLE, chance())

    assert pieces is not None
    assert [[p.spelling.phones[p.first : p.first + p.count] for p in own] for own in pieces] == [
        [("f", "i:")],
        [],
        [("r",)],
    ]


def test_a_sound_that_is_lacking_is_put_together_from_others() -> None:
    own = [spelling("a:"), spelling("i:"), spelling("E n"), spelling("E s")]

    pieces = pieces_for(("aI", "n", "s"), own, TABLE, chance())

    assert pieces is not None
    assert [len(parts) for parts in pieces] == [2, 1, 1]


def test_a_word_whose_sounds_are_lacking_is_not_made() -> None:
    assert joined_word("eins", [spelling("a:")], INVENTORY, TABLE, chance()) is None


def test_the_states_of_a_joined_word_are_its_own_and_end_with_its_sounds() -> None:
    own = [spelling("d r i:"), spelling("aI")]

    word = joined_word("drei", own, INVENTORY, TABLE, chance())

    assert word is not None
    segments = word.segments or ()
    assert [s.pdf for s in segments] == list(INVENTORY.word_pdfs("drei"))
    assert segments[-1].end == len(word.samples)
    assert [s.end / TENTH for s in segments] == pytest.approx([1.0, 2.0, 2.425, 2.85], abs=0.02)


def test_another_way_is_taken_where_a_person_lacks_the_first() -> None:
    own = [spelling("z I k s")]

    word = joined_word("sechs", [*own, spelling("E n")], INVENTORY, TABLE, chance())

    assert word is not None
    assert word.words == (SaidWord(word="sechs", pronunciation=("z", "E", "k", "s")),)


def test_drawn_out_sounds_are_shortened() -> None:
    long = Spelling(samples=np.full(16_000, 1_000, np.int16), phones=("aI",), edges=(0, 16_000))

    word = joined_word("drei", [spelling("d r"), long], INVENTORY, TABLE, chance())

    assert word is not None
    assert len(word.samples) < 4 * TENTH


def test_every_word_that_can_be_joined_is_made() -> None:
    made = words_of([spelling("f i: r"), spelling("n aI n"), spelling("s")], INVENTORY, TABLE,
                    chance(), takes=2)  # fmt: skip

    assert {word: len(takes) for word, takes in made.items()} == {
        "eins": 2,
        "vier": 2,
        "fünf": 2,
    }


def test_the_edges_of_a_recording_are_those_of_its_states() -> None:
    pdfs = [pdf for phone in ("d", "i:") for pdf in INVENTORY.plain_pdfs[phone]]
    ends = [900, 1_400, 2_000]
    segments = (
        Segment(pdf=SILENCE_PDF, end=500),
        *(Segment(pdf=pdf, end=end) for pdf, end in zip(pdfs, ends, strict=True)),
        Segment(pdf=SILENCE_PDF, end=2_600),
    )
    said = Utterance(samples=np.zeros(2_600, np.int16), words=(), segments=segments)

    assert spelling_of(said, INVENTORY, ("d", "i:")).edges == (500, 900, 2_000)


def test_a_recording_whose_sounds_were_not_all_found_is_refused() -> None:
    said = Utterance(
        samples=np.zeros(900, np.int16), words=(), segments=(Segment(pdf=SILENCE_PDF, end=900),)
    )

    with pytest.raises(ValueError, match="d i:"):
        spelling_of(said, INVENTORY, ("d", "i:"))
