"""Of which states of a network its words and plain phones are made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

States = tuple[int, ...]

SILENCE, GARBAGE, WORD, PHONE = "silence", "garbage", "word", "phone"
_SPOKEN = (GARBAGE, WORD, PHONE)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Vocabulary:
    """States by word and by phone, in the order in which they are passed."""

    silence: int
    garbage: States
    words: Mapping[str, States] = field(default_factory=dict)
    phones: Mapping[str, States] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Self:
        """From lines of kind, name and states. Raises ValueError and OSError."""
        found: dict[str, dict[str, States]] = {kind: {} for kind in (SILENCE, *_SPOKEN)}
        for line in path.read_text("utf-8").splitlines():
            kind, name, *states = line.split()
            found[kind][name] = tuple(map(int, states))
        (silence,) = found[SILENCE].values()
        (garbage,) = found[GARBAGE].values()
        return cls(silence=silence[0], garbage=garbage, words=found[WORD], phones=found[PHONE])

    def write(self, path: Path) -> None:
        """As `read` reads it."""
        rows = [
            (SILENCE, SILENCE, (self.silence,)),
            (GARBAGE, GARBAGE, self.garbage),
            *((WORD, word, states) for word, states in self.words.items()),
            *((PHONE, phone, states) for phone, states in self.phones.items()),
        ]
        lines = (f"{kind} {name} {' '.join(map(str, states))}\n" for kind, name, states in rows)
        path.write_text("".join(lines), "utf-8")
