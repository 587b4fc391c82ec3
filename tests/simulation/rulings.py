"""Makes the decisions that a simulated arbiter types once a player has called them."""

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
"""The probability that a player's act while the clocks run is a call of the arbiter."""
_RULES_FIRST = 0.7
"""The probability of a ruling; else the arbiter lets the game go on at once."""
_MOST_AT_ONCE = 8
"""The most rulings in a row; more of them might last until the evening ends."""
_SIDES = ("white", "black")


@dataclass(frozen=True, kw_only=True)
class Order:
    """An order for a game, as it is typed; `words` are tokens of the languages, and numbers."""

    game: str
    words: tuple[str, ...]

    def line(self, language_id: str) -> str:
        """Return the order in the words of a language."""
        language = load_language(language_id)
        return " ".join(word if word.isdigit() else language.say(word) for word in self.words)

    @property
    def is_asked_about(self) -> bool:
        """Whether it is carried out only after a yes, since it sets the clocks."""
        return self.words[0] == "clock"

    def is_of(self, event: Event) -> bool:
        """Whether this event carries out the order."""
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
    """The orders of an arbiter, by the key of each line."""

    chance: Random
    given: dict[str, Order] = field(default_factory=dict)
    _at_once: Counter[str] = field(default_factory=Counter)
    """The number of rulings by game, since play went on there last."""

    def wanted(self, game: str) -> Order | None:
        """Return a random order; None if play is to go on without a decision."""
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
    """Yield the events of arbiters' decisions."""
    for event in kept:
        if isinstance(event, TimeAdded | TimeDeducted | ClocksSet | PlayerWarned):
            yield event
