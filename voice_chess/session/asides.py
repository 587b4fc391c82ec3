"""What a player wants beside the game: to know something, or to be spoken to otherwise."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.listeners import Listeners
from voice_chess.session.manner import WISHES, Manner
from voice_chess.session.replies import Replies
from voice_chess.speech.answers import QUERIES, answer, help_now
from voice_chess.speech.meaning import CommandMeaning
from voice_chess.speech.sentence import phrase

ASIDES = frozenset({*QUERIES, *WISHES, "repeat", "why", "stop", "help"})
"""These commands leave a question that waits as it is."""


class Asides:
    """Answers to one player alone; each one's wishes are kept for him."""

    def __init__(self, replies: Replies, listeners: Listeners) -> None:
        self._replies = replies
        self._listeners = listeners

    def take(
        self, asked: CommandMeaning, game: Game, allowed: AbstractSet[str], to: str, at_ms: int
    ) -> None:
        """`allowed` are the commands that make sense at the moment."""
        does: Mapping[str, Callable[[], None]] = {
            "repeat": lambda: self._replies.again(to),
            "why": lambda: self._replies.why(to),
            # Whatever was being said has been cut by the command itself.
            "stop": lambda: None,
            "help": lambda: self._replies.tell(lambda m: help_now(allowed, m.language), to),
        }
        if asked.name in WISHES:
            self._change(asked, to)
        elif asked.name in does:
            does[asked.name]()
        else:
            white = to == Role.WHITE
            self._replies.tell(lambda m: answer(asked, game, at_ms, m.language, white=white), to)

    def _change(self, wish: CommandMeaning, to: str) -> None:
        """The new manner is heard in the word that tells of it."""
        before = self._listeners.manner_of(to)
        manner = before.changed(wish)
        self._listeners.change(to, manner)
        named = f"language:{_spoken(manner)}" if wish.name == "language" else wish.name
        word = manner.language.written(named)
        if manner == before:
            self._replies.tell(lambda m: phrase("limit", m.language, command=word), to)
        else:
            self._replies.tell(lambda m: phrase("list", m.language, list=word), to)


def _spoken(manner: Manner) -> str:
    return manner.language.id.partition("-")[0]
