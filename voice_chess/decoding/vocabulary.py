"""The vocabulary of a network: the states that make up its words and plain phones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

States = tuple[int, ...]

SILENCE, GARBAGE, WORD, PHONE = "silence", "garbage", "word", "phone"
_SPOKEN = (GARBAGE, WORD, PHONE)
LEARNT = "="
"""Marks a known word inside another one, as `=six` in sixteen: a network recognises a word that it
has learnt much better than that word's plain phones."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Vocabulary:
    """States by word and by phone, in the order in which they are passed."""

    silence: int
    garbage: States
    words: Mapping[str, States] = field(default_factory=dict)
    phones: Mapping[str, States] = field(default_factory=dict)
    gains: Mapping[str, float] = field(default_factory=dict)
    """Score added to a word in a phrase, in natural logs; 0 for a word that is not named."""

    def sound_alike(self, some: Sequence[str], others: Sequence[str]) -> bool:
        """Return whether these words sound the same, as Serbian ones do in both alphabets."""
        return [self.words.get(word) for word in some] == [self.words.get(word) for word in others]

    def states_of(self, said: Sequence[str]) -> States | None:
        """Return the states of a new word from its phones; None if one of them is unknown.

        Instead of phones a part can be `=six`, a known word, or `=six:0:3`, its first three states.
        """
        parts = [self._states_of(part) for part in said]
        if None in parts:
            return None
        return tuple(state for part in parts if part is not None for state in part)

    def _states_of(self, part: str) -> States | None:
        if not part.startswith(LEARNT):
            return self.phones.get(part)
        word, *ends = part.removeprefix(LEARNT).split(":")
        states = self.words.get(word)
        return None if states is None else states[slice(*map(int, ends or ("0", str(len(states)))))]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read lines of kind, name and states. Raises ValueError and OSError."""
        found: dict[str, dict[str, States]] = {kind: {} for kind in (SILENCE, *_SPOKEN)}
        for line in path.read_text("utf-8").splitlines():
            kind, name, first, *more = line.split()
            if kind not in found:
                message = f"{path} holds a line of an unknown kind: {kind}"
                raise ValueError(message)
            found[kind][name] = tuple(map(int, (first, *more)))
        (silence,) = found[SILENCE].values()
        (garbage,) = found[GARBAGE].values()
        return cls(silence=silence[0], garbage=garbage, words=found[WORD], phones=found[PHONE])

    def write(self, path: Path) -> None:
        """Write the vocabulary for `read`; gains are not written."""
        rows = [
            (SILENCE, SILENCE, (self.silence,)),
            (GARBAGE, GARBAGE, self.garbage),
            *((WORD, word, states) for word, states in self.words.items()),
            *((PHONE, phone, states) for phone, states in self.phones.items()),
        ]
        lines = (f"{kind} {name} {' '.join(map(str, states))}\n" for kind, name, states in rows)
        path.write_text("".join(lines), "utf-8")
