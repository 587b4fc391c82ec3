"""The last move that was announced, and every way to say it again."""

from dataclasses import dataclass
from functools import lru_cache

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.speech.understanding.grammar import Phrase, phrases_to
from voice_chess.speech.understanding.interpret import moves_meant
from voice_chess.speech.understanding.meaning import MoveMeaning
from voice_chess.speech.understanding.parse import Tokens, parse


@dataclass(frozen=True, slots=True, kw_only=True)
class LastAnnounced:
    """The last move that was announced, and the position before it.

    `must_be_repeated`: the opponent must repeat it before anything else may be announced.
    """

    uci: str
    position: Position
    must_be_repeated: bool = False

    def is_meant_by(self, tokens: Tokens) -> bool:
        """Return whether the tokens mean this move, in whatever words."""
        return MoveMeaning(uci=self.uci) in moves_meant(tokens, self.position)


@lru_cache(maxsize=16)
def ways_to_say(said: LastAnnounced, language: Language) -> tuple[Phrase, ...]:
    """Return every way to say the last move; cached, since each expectation of a turn needs it.

    Nobody can say one that was not legal and has come to stand.
    """
    if not said.position.is_legal(said.uci):
        return ()
    square = said.position.facts(said.uci).to_square
    phrases = phrases_to(square, said.position, language)
    return tuple(phrase for phrase in phrases if said.is_meant_by(parse(phrase, language)))
