"""Kaldi finds a state by its numbers alone, so the numbering has no gaps and no doubles."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from voice_chess.acoustics.lexicon import LONG_PHONES, Lexicon, load_lexicon
from voice_chess.acoustics.phones import (
    GARBAGE_PDF,
    GARBAGE_STATES,
    SILENCE_PDF,
    Inventory,
)

PHONES = ("a", "a:", "aI", "b", "d", "r", "S", "@")
ways = st.lists(st.sampled_from(PHONES), min_size=1, max_size=5).map(tuple)
names = st.text("abcdefgh", min_size=1, max_size=4)


@st.composite
def lexicons(draw: st.DrawFn) -> Lexicon:
    heard = draw(
        st.dictionaries(names, st.lists(ways, min_size=1, max_size=3).map(tuple), min_size=1)
    )
    said = draw(st.dictionaries(names.filter(lambda name: name not in heard), ways))
    return Lexicon(heard=heard, said=said)


@given(lexicons())
@settings(max_examples=40)
def test_phones_and_transitions_are_counted_without_gaps(lexicon: Lexicon) -> None:
    inventory = Inventory(lexicon)

    assert [phone.id for phone in inventory.phones] == list(range(1, len(inventory.phones) + 1))
    assert len({phone.name for phone in inventory.phones}) == len(inventory.phones)
    ids = [i for t in inventory.transitions for i in (t.self_loop, t.forward)]
    assert ids == list(range(1, len(ids) + 1))


@given(lexicons())
@settings(max_examples=40)
def test_transitions_are_sorted_by_phone_and_state(lexicon: Lexicon) -> None:
    inventory = Inventory(lexicon)
    places = [(t.phone, t.state) for t in inventory.transitions]

    assert all(before < after for before, after in pairwise(places))
    assert set(inventory.by_state) == set(places)
    for t in inventory.transitions:
        assert inventory.by_state[t.phone, t.state] is t
        assert inventory.phones[t.phone - 1].pdfs[t.state] == t.pdf


@given(lexicons())
@settings(max_examples=40)
def test_every_output_of_the_network_is_some_state_and_no_other(lexicon: Lexicon) -> None:
    inventory = Inventory(lexicon)

    assert {t.pdf for t in inventory.transitions} == set(range(inventory.pdf_count))


@given(lexicons())
@settings(max_examples=40)
def test_every_word_has_states_of_its_own(lexicon: Lexicon) -> None:
    inventory = Inventory(lexicon)
    plain = {pdf for pdfs in inventory.plain_pdfs.values() for pdf in pdfs}
    own = [pdf for word in lexicon.words for pdf in inventory.word_pdfs(word)]

    assert len(set(own)) == len(own)
    assert not set(own) & (plain | {SILENCE_PDF, GARBAGE_PDF})


@given(lexicons())
@settings(max_examples=40)
def test_a_word_has_the_states_of_its_first_pronunciation(lexicon: Lexicon) -> None:
    inventory = Inventory(lexicon)
    for word, (first, *_) in lexicon.heard.items():
        states = [2 if phone in LONG_PHONES else 1 for phone in first]

        assert [len(phone.pdfs) for phone in inventory.word_phones[word]] == states


def test_the_edges_of_words_are_told(inventory: Inventory) -> None:
    edges = {w: [p.boundary for p in inventory.word_phones[w]] for w in ("ja", "a", "acht")}

    assert edges == {
        "ja": ["begin", "end"],
        "a": ["singleton"],
        "acht": ["begin", "internal", "end"],
    }
    assert inventory.silence.boundary == "nonword"
    assert inventory.garbage.boundary == "singleton"


def test_silence_comes_first_and_garbage_lasts(inventory: Inventory) -> None:
    assert (inventory.silence.id, inventory.silence.pdfs) == (1, (SILENCE_PDF,))
    assert (inventory.garbage.id, inventory.garbage.pdfs) == (2, (GARBAGE_PDF,) * GARBAGE_STATES)


def test_the_real_lexicon_stays_small_enough_for_the_network() -> None:
    inventory = Inventory(load_lexicon())

    assert 500 < inventory.pdf_count < 2_000
    assert len(inventory.word_phones) == len(inventory.lexicon.words)
