"""Passes the words of any lexicon to voices: as they are spelt, or in phones that all know."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from voice_chess.acoustics.engines.engine import SPELT, Audio, EngineVoice, Timed
from voice_chess.acoustics.engines.espeak import PHONEMES, READER, in_phonemes
from voice_chess.acoustics.lexicon import Lexicon, unstressed
from voice_chess.acoustics.phones import Inventory
from voice_chess.acoustics.plan import SaidWord
from voice_chess.acoustics.respelling import VOWELS

_LENGTHENED = {"a": "a:", "e": "e:", "E": "E:", "i": "i:", "o": "o:", "O": "o:", "u": "u:"}
"""Stressed vowels made long, for voices that stress long vowels; I and U stay short."""


def handed(said: SaidWord, voice: EngineVoice, lexicon: Lexicon) -> str:
    """Return a word in the form that the voice's engine reads."""
    if voice.system == READER:
        return lexicon.spelling.get(said.pronunciation) or in_phonemes(said.pronunciation)
    if voice.system == SPELT:
        return lexicon.spelling[said.pronunciation]
    return " ".join(phone for group in _common(said, lexicon) for phone in group)


def is_sayable(said: SaidWord, voice: EngineVoice, lexicon: Lexicon) -> bool:
    """Return whether a voice can say a word: it must be readable, and some engines need a vowel."""
    if voice.system == SPELT:
        return lexicon.spelling.get(said.pronunciation, PHONEMES).isalpha()
    phones = {phone for group in _common(said, lexicon) for phone in group}
    return voice.system == READER or bool(phones & VOWELS)


def sayable_ways(word: str, voice: EngineVoice, lexicon: Lexicon) -> tuple[SaidWord, ...]:
    """Return the ways of a word that this voice can say; none for "v" if it needs a vowel."""
    ways = (SaidWord(word=word, pronunciation=way) for way in lexicon.heard[word])
    return tuple(said for said in ways if is_sayable(said, voice, lexicon))


def timed_as(
    words: Sequence[SaidWord], audio: Audio, voice: EngineVoice, lexicon: Lexicon
) -> Audio:
    """Return the audio with the times of common phones converted to the word's own phones."""
    if audio.timing is None or voice.system in {READER, SPELT} or not lexicon.spelling:
        return audio
    timing = tuple(
        _merged(timed, _common(said, lexicon))
        for said, timed in zip(words, audio.timing, strict=True)
    )
    return replace(audio, timing=timing)


def vowel_states(inventory: Inventory) -> frozenset[int]:
    """Return the states of all short vowels, in words and as plain phones."""
    lexicon = inventory.lexicon
    found: set[int] = set()
    named = [*inventory.plain_pdfs.items()]
    firsts = {word: ways[0] for word, ways in lexicon.heard.items()} | dict(lexicon.said)
    for word, way in firsts.items():
        phones = inventory.word_phones[word]
        named += [(name, phone.pdfs) for name, phone in zip(way, phones, strict=True)]
    for name, pdfs in named:
        if len(pdfs) == 1 and VOWELS & set(_nearest(name, lexicon)):
            found.update(pdfs)
    return frozenset(found)


def _common(said: SaidWord, lexicon: Lexicon) -> tuple[tuple[str, ...], ...]:
    """Return the common phones for each phone of the word."""
    if not lexicon.spelling:
        return tuple((phone,) for phone in said.pronunciation)
    return tuple(_nearest(phone, lexicon) for phone in said.pronunciation)


def _nearest(phone: str, lexicon: Lexicon) -> tuple[str, ...]:
    plain = unstressed(phone)
    known = lexicon.common
    bare = plain if plain in known else plain.rstrip(";*")
    soft = ("j",) if plain not in known and plain.endswith(";") else ()
    nearest = (*known.get(bare, bare).split(), *soft)
    is_stressed = phone.startswith("'")
    if is_stressed and nearest and nearest[0] in _LENGTHENED:
        return (_LENGTHENED[nearest[0]], *nearest[1:])
    return nearest


def _merged(timed: Timed, groups: tuple[tuple[str, ...], ...]) -> Timed:
    counts = list(accumulate(map(len, groups)))
    ends = timed.phone_ends
    if ends is None or counts[-1] != len(ends):
        return replace(timed, phone_ends=None)
    return replace(
        timed, phone_ends=tuple(ends[count - 1] if count else timed.start for count in counts)
    )
