"""What a simulated arbiter decides once a player has called them, in the words that they type."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from voice_chess.game.clocks import ClocksSet, TimeAdded, TimeDeducted
from voice_chess.game.events import Event
from voice_chess.game.penalties import PlayerWarned
from voice_chess.languages.language import load_language

MINUTE_MS = 60_000
IS_CALLED = 0.02
"""How often a player calls the arbiter, of what they do while the clocks run."""
_RULES_FIRST = 0.7
"""Else they let the game go on at once."""
_MOST_AT_ONCE = 8
"""Then they let it go on, or an evening may end while they still rule."""
_SIDES = ("white", "black")


@dataclass(frozen=True, kw_only=True)
class Order:
    """One, as it is typed for a game; `words` are tokens of any language, and digits."""

    game: str
    words: tuple[str, ...]

    def line(self, language_id: str) -> str:
        """In the words of a language."""
        language = load_language(language_id)
        return " ".join(word if word.isdigit() else language.say(word) for word in self.words)

    @property
    def is_asked_about(self) -> bool:
        """It sets the clocks: done once the arbiter has said yes."""
        return self.words[0] == "clock"

    def is_of(self, event: Event) -> bool:
        """An event that comes of it."""
        head, *rest = self.words
        numbers = [int(word) * MINUTE_MS for word in rest if word.isdigit()]
        is_white = rest[0] == "white"
        match event:
            case TimeAdded(white=white, ms=ms):
                return (head, [ms], white) == ("add-time", numbers, is_white)
            case TimeDeducted(white=white, ms=ms):
                return (head, [ms], white) == ("deduct-time", numbers, is_white)
            case ClocksSet(white_ms=white_ms, black_ms=black_ms):
                return (head, [white_ms, black_ms]) == ("clock", numbers)
            case PlayerWarned(white=white):
                return (head, white) == ("warn", is_white)
            case _:
                return False


@dataclass(eq=False)
class Office:
    """What the arbiter has ordered, by the key of each line."""

    chance: Random
    given: dict[str, Order] = field(default_factory=dict)
    _at_once: Counter[str] = field(default_factory=Counter)
    """By game, since play went on there last."""

    def wanted(self, game: str) -> Order | None:
        """None where nothing is to be decided before play goes on."""
        if self.chance.random() > _RULES_FIRST or self._at_once[game] == _MOST_AT_ONCE:
            self._at_once[game] = 0
            return None
        self._at_once[game] += 1
        side, minutes = self.chance.choice(_SIDES), str(self.chance.randint(1, 5))
        both = (str(self.chance.randint(20, 40)) for _ in _SIDES)
        words = self.chance.choice(
            (
                ("warn", side),
                ("add-time", side, minutes, "minutes"),
                ("deduct-time", side, minutes, "minutes"),
                ("clock", "white", next(both), "minutes", "black", next(both), "minutes"),
            )
        )
        return Order(game=game, words=words)


def rulings_in(kept: Sequence[Event]) -> Iterator[Event]:
    """What arbiters have decided."""
    for event in kept:
        if isinstance(event, TimeAdded | TimeDeducted | ClocksSet | PlayerWarned):
            yield event
