"""What may be said now, and what it would mean: the grammar and the understanding of a moment."""

from dataclasses import dataclass, replace

from voice_chess.languages.language import Language
from voice_chess.laws.position import MoveFacts, Position
from voice_chess.session.arbiters_words import arbiters_meaning
from voice_chess.session.roles import SIDES, meanings_of, role_phrases
from voice_chess.speech.announcement import announcement, partial
from voice_chess.speech.grammar import Phrase, forms, phrases_for
from voice_chess.speech.interpret import interpret, legal_facts, moves_meant
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.speech.parse import FILLER, Tokens, parse
from voice_chess.speech.questions import Question, answer_phrases, answered, ask
from voice_chess.speech.repair import repaired
from voice_chess.speech.sentence import phrase
from voice_chess.speech.wording import piece_word, square_words

CORRECTION = "correction"
REPETITION = "repetition"
BEGINNING = "beginning"
"""The first step of a move: its piece or its square, and nothing else."""
_CORRECTING = frozenset((CORRECTION,))
_REPAIRS = (CORRECTION, "no")
_CASTLINGS = ("castle:short", "castle:long")
"""Understood also where they are not legal: whoever tries is told why not."""
_YES_OR_NO = (CommandMeaning(name="yes"), CommandMeaning(name="no"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question that waits for its answer; `is_correction` when it is about a slip.

    `begun` is the first step of a move, when it is the second that is asked for.
    """

    question: Question
    position: Position
    is_correction: bool
    begun: Tokens = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The last move that was announced, and the position before it.

    `must_be_repeated`: nothing else may be announced before the opponent has said it, too.
    """

    uci: str
    position: Position
    must_be_repeated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """`position` is that of the next announcement.

    `before` is the position of the announcement that can still be corrected; `said` is the move
    that the opponent may repeat. `has_roles`: who speaks may say first who he is;
    `hears_roles`: it is expected of him.
    """

    position: Position
    commands: frozenset[str]
    before: Position | None = None
    asked: Asked | None = None
    said: Said | None = None
    has_roles: bool = False
    hears_roles: bool = False
    is_arbiters: bool = False
    """Who speaks is the arbiter, and need not say so."""

    def phrases(self, language: Language) -> tuple[str, ...]:
        """The grammar of the moment, one phrase an entry."""
        found = (
            *self._answers(language),
            *phrases_for(self.position, language, self.commands),
            *forms(language, FILLER),
            *(form for side in _CASTLINGS for form in forms(language, side)),
            *self._repairs(language),
            *self._repetitions(language),
            *self._beginnings(language),
            # Who is asked answers for himself: fewer words to be mistaken for an answer.
            *(role_phrases(language) if self.hears_roles and self.asked is None else ()),
        )
        return tuple(dict.fromkeys(" ".join(phrase) for phrase in found))

    def meanings(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Everything that the tokens can mean now."""
        order = arbiters_meaning(tokens) if self.is_arbiters and tokens else None
        if order is not None:
            return (order,)
        if self.has_roles:
            named = interpret(tokens, None, self.commands & SIDES)
            found = named or meanings_of(tokens, replace(self, has_roles=False).meanings)
            if found:
                return found
        tokens = self.completed(tokens)
        chosen = self._chosen(tokens)
        if chosen:
            return chosen
        repeated = self._repeated(tokens)
        if repeated and self.said is not None and self.said.must_be_repeated:
            return repeated
        meanings = interpret(tokens, self.position, self.commands - {CORRECTION})
        found = (*meanings, *self._corrected(tokens)) or repeated or _late_repair(tokens)
        return found or self._misrepeated(tokens) or self._begun(tokens)

    def completed(self, tokens: Tokens) -> Tokens:
        """The second step of a move behind its first, which was said before."""
        begun = self.asked.begun if self.asked is not None else ()
        said = announcement((*begun, *tokens))
        is_step = said is not None and partial(tokens) != partial(begun)
        has_own_piece = any(token.startswith("piece:") for token in tokens[:1])
        return (*begun, *tokens) if is_step and not has_own_piece else tokens

    def is_awaited(self, meaning: Meaning) -> bool:
        """True for an answer to the question that was asked."""
        if meaning in _YES_OR_NO:
            return self.asked is not None or "yes" in self.commands
        if self.asked is None:
            return False
        return meaning in self._as_repairs(self.asked.question.candidates)

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

    def question_after(self, begun: str, language: Language) -> Asked | None:
        """Where to, for a piece given by its letter or its square; None if it can't move."""
        moves = self._moves_of(begun)
        if not moves:
            return None
        is_piece = len(begun) == 1
        start = piece_word(begun, language) if is_piece else square_words(begun, language)
        tokens = (f"piece:{begun}",) if is_piece else (f"file:{begun[0]}", f"rank:{begun[1]}")
        question = Question(
            candidates=tuple(MoveMeaning(uci=move.uci) for move in moves),
            sentence=phrase("ask:where", language, start=start),
            feature="to square",
        )
        return Asked(question=question, position=self.position, is_correction=False, begun=tokens)

    def _begun(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """The first step of some legal move."""
        said = partial(tokens)
        begun = None if said is None else said.piece or said.square
        if begun is None or not self._moves_of(begun):
            return ()
        return (CommandMeaning(name=BEGINNING, args=(begun,)),)

    def _moves_of(self, begun: str) -> tuple[MoveFacts, ...]:
        return tuple(
            move for move in legal_facts(self.position) if begun in (move.piece, move.from_square)
        )

    def _beginnings(self, language: Language) -> tuple[Phrase, ...]:
        if self.asked is not None:
            return ()
        pieces = dict.fromkeys(move.piece for move in legal_facts(self.position))
        return tuple(form for piece in pieces for form in forms(language, f"piece:{piece}"))

    def _chosen(self, tokens: Tokens) -> tuple[Meaning, ...]:
        if self.asked is None:
            return ()
        return self._as_repairs(answered(self.asked.question, tokens, self.asked.position))

    def _as_repairs(self, meanings: tuple[Meaning, ...]) -> tuple[Meaning, ...]:
        """Moves that answer a question about a correction are corrections."""
        if self.asked is None or not self.asked.is_correction:
            return meanings
        return tuple(
            CommandMeaning(name=CORRECTION, args=(meaning.uci,))
            if isinstance(meaning, MoveMeaning)
            else meaning
            for meaning in meanings
        )

    def _corrected(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Another move in place of the announced one, whole or as much of it as is wrong."""
        if self.before is None:
            return ()
        corrected = _commands(interpret(tokens, self.before, _CORRECTING))
        announced = self.said.uci if self.said is not None else ""
        return corrected or repaired(tokens, announced, self.before)

    def _repeated(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """The repetition of the last move, in the words for it or in any others that mean it."""
        if self.said is None or MoveMeaning(uci=self.said.uci) not in moves_meant(
            tokens, self.said.position
        ):
            return ()
        return (CommandMeaning(name=REPETITION, args=(self.said.uci,)),)

    def _misrepeated(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Another move than the one that must be repeated: both are told of the difference."""
        if self.said is None or not self.said.must_be_repeated:
            return ()
        meant = moves_meant(tokens, self.said.position)
        return tuple(CommandMeaning(name=REPETITION, args=(move.uci,)) for move in meant)

    def _repetitions(self, language: Language) -> tuple[Phrase, ...]:
        """The ways to say the last move; where it must be said, also those to say it wrongly."""
        if self.said is None or self.before is not None:
            return ()
        phrases = phrases_for(self.said.position, language)
        if self.said.must_be_repeated:
            return phrases
        return tuple(phrase for phrase in phrases if self._repeated(parse(phrase, language)))

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


def _late_repair(tokens: Tokens) -> tuple[Meaning, ...]:
    """Whoever corrects what can't be corrected any more is told so, whatever follows the word."""
    return (CommandMeaning(name=CORRECTION),) if tokens[:1] == (CORRECTION,) else ()


def _commands(meanings: tuple[Meaning, ...]) -> tuple[CommandMeaning, ...]:
    return tuple(meaning for meaning in meanings if isinstance(meaning, CommandMeaning))
