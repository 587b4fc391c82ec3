"""Phones, their states and their numbers in Kaldi: phone ids, pdf ids, transition ids."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from voice_chess.acoustics.lexicon import Lexicon, unstressed
from voice_chess.decoding.vocabulary import Vocabulary
from voice_chess.remembered import remembered

Boundary = Literal["nonword", "begin", "end", "internal", "singleton"]

SILENCE_PDF = 0
GARBAGE_PDF = 1
GARBAGE_STATES = 5
"""Garbage has five states that share one pdf, so it lasts at least 150 ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phone:
    """A phone in Kaldi's sense; `pdfs` has one entry for each state."""

    id: int
    name: str
    boundary: Boundary
    pdfs: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """One state of one phone and its two transition ids."""

    phone: int
    state: int
    pdf: int
    self_loop: int
    forward: int


def _boundary(index: int, length: int) -> Boundary:
    if length == 1:
        return "singleton"
    return "begin" if index == 0 else "end" if index == length - 1 else "internal"


class Inventory:
    """All numbers of one model, derived from its lexicon alone.

    Every word has states of its own; plain phones, which make up other speech, have others.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.phones: list[Phone] = []
        self._next_pdf = GARBAGE_PDF + 1
        self.silence = self._add("SIL", "nonword", (SILENCE_PDF,))
        self.garbage = self._add("GBG", "singleton", (GARBAGE_PDF,) * GARBAGE_STATES)
        self.plain_pdfs: Mapping[str, tuple[int, ...]] = {
            p: self._new_pdfs(p) for p in lexicon.phones
        }
        for p in lexicon.phones:  # no word has these, but every output must be some phone's state
            self._add(f"{p}_alone", "singleton", self.plain_pdfs[p])
        self.word_phones: dict[str, tuple[Phone, ...]] = {}
        for word, ways in lexicon.heard.items():
            self.word_phones[word] = self._word(word, ways[0])
        for word, way in lexicon.said.items():
            self.word_phones[word] = self._word(word, way)

    def _new_pdfs(self, phone: str) -> tuple[int, ...]:
        count = 2 if unstressed(phone) in self.lexicon.long else 1
        self._next_pdf += count
        return tuple(range(self._next_pdf - count, self._next_pdf))

    def _add(self, name: str, boundary: Boundary, pdfs: tuple[int, ...]) -> Phone:
        phone = Phone(id=len(self.phones) + 1, name=name, boundary=boundary, pdfs=pdfs)
        self.phones.append(phone)
        return phone

    def _word(self, word: str, way: tuple[str, ...]) -> tuple[Phone, ...]:
        return tuple(
            self._add(f"{word}_{n}_{p}", _boundary(n, len(way)), self._new_pdfs(p))
            for n, p in enumerate(way)
        )

    @property
    def pdf_count(self) -> int:
        """The number of the network's outputs."""
        return self._next_pdf

    @remembered
    def transitions(self) -> tuple[Transition, ...]:
        """All transitions by phone, then state; ids start at 1, self-loop before forward."""
        states = [(ph, s) for ph in self.phones for s in range(len(ph.pdfs))]
        return tuple(
            Transition(phone=ph.id, state=s, pdf=ph.pdfs[s], self_loop=2 * n + 1, forward=2 * n + 2)
            for n, (ph, s) in enumerate(states)
        )

    @remembered
    def by_state(self) -> Mapping[tuple[int, int], Transition]:
        """The transition of each (phone id, state)."""
        return {(t.phone, t.state): t for t in self.transitions}

    @property
    def vocabulary(self) -> Vocabulary:
        """The states of each word and each plain phone, for a search."""
        return Vocabulary(
            silence=SILENCE_PDF,
            garbage=(GARBAGE_PDF,) * GARBAGE_STATES,
            words={word: self.word_pdfs(word) for word in self.lexicon.words},
            phones=self.plain_pdfs,
        )

    def word_pdfs(self, word: str) -> tuple[int, ...]:
        """Return the pdfs of a word, in the order in which it passes them."""
        return tuple(pdf for phone in self.word_phones[word] for pdf in phone.pdfs)
