"""Defines one sentence of the program: as it is read, as it is spoken, and as it will be heard."""

import re
from dataclasses import dataclass
from functools import lru_cache

from voice_chess.languages.language import Language
from voice_chess.languages.phrases import SEAM

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
BEGINNING = re.compile(r"(?:^|[.?!] )[^\W\d_](?!\d|x[^\W\d_]\d)")
"""The first letter of each sentence, which needs a capital since gaps are filled in lower case.

A square or a pawn's capture as on a scoresheet keeps its small letter: B4 would be a bishop's.
"""
_REMEMBERED = 2_048
"""The number of sentences in the cache.

With a thousand games in play, most moves are told in the same words as moves of other games.
"""
_SHOWN, _SAID, _ENDED = "\ue000", "\ue001", "\ue002"
_TWOFOLD = re.compile(f"{_SHOWN}([^{_SAID}]*){_SAID}([^{_ENDED}]*){_ENDED}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """`text` is for the eye, `spoken` for the synthesiser, `words` for the recogniser."""

    text: str
    spoken: str
    words: tuple[str, ...]

    def then(self, other: "Sentence") -> "Sentence":
        """Return both sentences as one, this one first."""
        return Sentence(
            text=f"{self.text} {other.text}",
            spoken=f"{self.spoken} {other.spoken}",
            words=(*self.words, *other.words),
        )


def twofold(shown: str, said: str) -> str:
    """Return words of a sentence that are read as one thing and spoken as another."""
    return f"{_SHOWN}{shown}{_SAID}{said}{_ENDED}"


@lru_cache(_REMEMBERED)
def sentence(raw: str, language: Language) -> Sentence:
    """Make a sentence from words in which seams still mark the parts of joined words."""
    shown, said = _parted(raw, r"\1"), _parted(raw, r"\2")
    return Sentence(
        text=BEGINNING.sub(lambda letter: letter[0].upper(), shown.replace(SEAM, "").strip()),
        spoken=_respelled(said.replace(SEAM, "").strip(), language),
        words=tuple(word.lower() for word in WORD.findall(said.replace(SEAM, " "))),
    )


def as_shown(raw: str) -> str:
    """Return the same words for the eye alone, where they don't begin a sentence."""
    return _parted(raw, r"\1").replace(SEAM, "")


def _parted(raw: str, part: str) -> str:
    """Return what is read (part 1) or what is spoken (part 2); mostly both are the same."""
    return _TWOFOLD.sub(part, raw) if _SHOWN in raw else raw


def phrase(name: str, language: Language, /, **values: str | int) -> Sentence:
    """Return the language's phrase of this name with its gaps filled."""
    return sentence(language.phrase(name, **values), language)


def unspelled(spoken: str, language: Language) -> str:
    """Return the plain words of a text that was respelled for the synthesiser."""
    for word, spelled in language.sound.respelled.items():
        spoken = re.sub(rf"(?<!\w){re.escape(spelled)}(?!\w)", word, spoken)
    return spoken


def _respelled(text: str, language: Language) -> str:
    respelled = language.sound.respelled
    beginnings = {found.end() - 1 for found in BEGINNING.finditer(text)}

    def said(word: re.Match[str]) -> str:
        is_first = word.start() in beginnings
        as_written = respelled.get(word[0]) if not is_first else None
        return as_written or respelled.get(word[0].lower(), word[0])

    return WORD.sub(said, text)
