"""What may be said now, and what it would mean: the grammar and the understanding of a moment."""

from dataclasses import dataclass

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.speech.grammar import Phrase, forms, phrases_for
from voice_chess.speech.interpret import interpret
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.speech.parse import FILLER, Tokens
from voice_chess.speech.questions import Question, answer_phrases, answered, ask

CORRECTION = "correction"
_REPAIRS = (CORRECTION, "no")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question that waits for its answer; `is_correction` when it is about a slip."""

    question: Question
    position: Position
    is_correction: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """`position` is that of the next announcement.

    `before` is the position of the announcement that can still be corrected.
    """

    position: Position
    commands: frozenset[str]
    before: Position | None = None
    asked: Asked | None = None

    def phrases(self, language: Language) -> tuple[str, ...]:
        """The grammar of the moment, one phrase an entry."""
        found = (
            *self._answers(language),
            *phrases_for(self.position, language, self.commands),
            *forms(language, FILLER),
            *self._repairs(language),
        )
        return tuple(dict.fromkeys(" ".join(phrase) for phrase in found))

    def meanings(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Everything that the tokens can mean now."""
        chosen = self._chosen(tokens)
        if chosen:
            return chosen
        meanings = interpret(tokens, self.position, self.commands - {CORRECTION})
        if self.before is None:
            return meanings
        return (*meanings, *_commands(interpret(tokens, self.before, frozenset((CORRECTION,)))))

    def question_about(self, meanings: tuple[Meaning, ...], language: Language) -> Asked:
        """The question that tells these meanings apart."""
        corrected = tuple(
            MoveMeaning(uci=meaning.args[0])
            for meaning in _commands(meanings)
            if meaning.name == CORRECTION and meaning.args
        )
        if corrected and self.before is not None:
            question = ask(corrected, self.before, language)
            return Asked(question=question, position=self.before, is_correction=True)
        question = ask(meanings, self.position, language)
        return Asked(question=question, position=self.position, is_correction=False)

    def _chosen(self, tokens: Tokens) -> tuple[Meaning, ...]:
        if self.asked is None:
            return ()
        chosen = answered(self.asked.question, tokens, self.asked.position)
        if not self.asked.is_correction:
            return chosen
        return tuple(
            CommandMeaning(name=CORRECTION, args=(meaning.uci,))
            if isinstance(meaning, MoveMeaning)
            else meaning
            for meaning in chosen
        )

    def _answers(self, language: Language) -> tuple[Phrase, ...]:
        if self.asked is None:
            return ()
        return answer_phrases(self.asked.question, self.asked.position, language)

    def _repairs(self, language: Language) -> tuple[Phrase, ...]:
        """Moves in place of the announced one, and how they begin behind the word of repair."""
        if self.before is None:
            return ()
        moves = phrases_for(self.before, language)
        heads = tuple(dict.fromkeys(move[0] for move in moves))
        words = [form for repair in _REPAIRS for form in forms(language, repair)]
        return (*moves, *((*word, head) for word in words for head in heads))


def _commands(meanings: tuple[Meaning, ...]) -> tuple[CommandMeaning, ...]:
    return tuple(meaning for meaning in meanings if isinstance(meaning, CommandMeaning))
