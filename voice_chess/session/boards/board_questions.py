"""The questions to one player about their board: its set, what stands on it, and their score.

They are the same at a table and at a seat; the owner decides where the words go and what follows
from the result. "Correction" takes back the last answer; before any answer, it cancels the matter.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias, assert_never

from voice_chess.session.boards.board_comparison import (
    AskingRank,
    AskingScore,
    AskingSquare,
    BoardComparison,
    Found,
)
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.commands import commands_when
from voice_chess.speech.generation import hand_words
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.understanding.interpret import NO, CommandMeaning, Meaning
from voice_chess.tactile.peg_set import PegSet

WHILE_ASKED = commands_when("comparing") | {"yes", "no", "continue", "take-back"}
"""The additional commands while somebody is asked about their board."""
_BACK = (CommandMeaning(name="correction"), CommandMeaning(name="take-back"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingSet:
    """Asks how a player's set tells colours apart, before their board is compared.

    `about` is the pieces with marked heads, or the squares that are raised.
    """

    about: Literal["marked", "raised"]
    comparison: BoardComparison

    @property
    def white(self) -> bool:
        return self.comparison.white


_Question: TypeAlias = AskingSet | BoardComparison


class PegSets(Protocol):
    """What is known about how the players' sets tell colours apart."""

    def peg_set(self, *, white: bool) -> PegSet: ...

    def set_known(self, peg_set: PegSet, *, white: bool) -> None: ...


class Tell(Protocol):
    """Says a sentence to one of the players alone."""

    def __call__(self, make: Make, *, white: bool) -> None: ...


class BoardQuestions:
    """Asks one question after the other, until everything is known."""

    def __init__(
        self, sets: PegSets, tell: Tell, found: Callable[[BoardComparison, int], None]
    ) -> None:
        """Ask with `tell`; `found` gets each complete comparison, with its time in ms."""
        self._sets = sets
        self._tell = tell
        self._found = found
        self._asked: tuple[_Question, ...] = ()
        """The questions so far; the last one waits for its answer."""

    @property
    def is_pending(self) -> bool:
        return bool(self._asked)

    @property
    def comparison(self) -> BoardComparison | None:
        """The comparison as far as it is known; None if nothing is being asked."""
        match self._asked:
            case (*_, AskingSet(comparison=comparison)):
                return comparison
            case (*_, BoardComparison() as comparison):
                return comparison
            case _:
                return None

    def begin(self, comparison: BoardComparison, at_ms: int) -> None:
        """Ask how the player's set tells colours, unless that is known, and then compare."""
        is_known = self._sets.peg_set(white=comparison.white).is_known
        first = comparison if is_known else AskingSet(about="marked", comparison=comparison)
        self._reach(first, at_ms)

    def widened(self, expectation: Expectation) -> Expectation:
        """Add all possible answers to what can be said now."""
        comparison = self.comparison
        if comparison is None:
            return expectation
        position = comparison.position_of_question or expectation.position
        return replace(expectation, commands=expectation.commands | WHILE_ASKED, position=position)

    def is_answer(self, meaning: Meaning) -> bool:
        """Return whether the meaning answers the open question, or takes an answer back."""
        if not self.is_pending:
            return False
        return self._goes_back(meaning) or self._following(meaning) is not None

    def takes(self, meaning: Meaning, at_ms: int) -> bool:
        """Go on with this answer; return False if it is none."""
        if not self.is_answer(meaning):
            return False
        following = self._following(meaning)
        if following is None:
            self._go_back()
            return True
        self._learn(meaning)
        self._reach(following, at_ms)
        return True

    def ask_again(self) -> None:
        """Ask the open question again."""
        match self._asked[-1]:
            case AskingSet(about=about, white=white):
                self._tell(
                    lambda m: hand_words.about_side(f"ask:{about}", m.language, white=white),
                    white=white,
                )
            case BoardComparison() as comparison:
                peg_set = self._sets.peg_set(white=comparison.white)
                self._tell(lambda m: _question(comparison, m, peg_set), white=_asked(comparison))

    def _goes_back(self, meaning: Meaning) -> bool:
        """Return whether the meaning takes an answer back.

        A no does so during questions about the set, which are no questions of yes or no.
        """
        return meaning in _BACK or (meaning == NO and isinstance(self._asked[-1], AskingSet))

    def _following(self, meaning: Meaning) -> _Question | None:
        match self._asked[-1]:
            case BoardComparison() as comparison:
                return comparison.answered(meaning)
            case AskingSet(about="marked") as asking:
                is_told = _side(meaning) is not None
                return replace(asking, about="raised") if is_told else None
            case AskingSet(comparison=comparison) as asking:
                # On every set some squares are raised, so after "none" the question is repeated.
                follows = {None: None, "none": asking}
                return follows.get(_side(meaning), comparison)

    def _learn(self, meaning: Meaning) -> None:
        """Remember what the answer says about the set."""
        asking, side = self._asked[-1], _side(meaning)
        if not isinstance(asking, AskingSet):
            return
        peg_set = self._sets.peg_set(white=asking.white)
        if asking.about == "marked":
            self._sets.set_known(replace(peg_set, marked=side), white=asking.white)
        elif side != "none":
            self._sets.set_known(replace(peg_set, raised=side), white=asking.white)

    def _reach(self, question: _Question, at_ms: int) -> None:
        """Ask the question; or, if nothing more is to be asked, pass on the comparison."""
        if isinstance(question, BoardComparison) and isinstance(question.stage, Found):
            self._asked = ()
            self._found(question, at_ms)
            return
        if question not in self._asked[-1:]:
            self._asked = (*self._asked, question)
        self.ask_again()

    def _go_back(self) -> None:
        *before, asked = self._asked
        self._asked = tuple(before)
        if self._asked:
            self.ask_again()
            return
        white = asked.white
        self._tell(lambda m: phrase("Cancelled", m.language), white=white)


def _side(meaning: Meaning) -> Literal["white", "black", "none"] | None:
    match meaning:
        case CommandMeaning(name="white" | "black" | "none" as side, args=()):
            return side
        case _:
            return None


def _asked(comparison: BoardComparison) -> bool:
    """Return whether White must answer; else Black."""
    match comparison.stage:
        case AskingScore(of_white=of_white):
            return of_white
        case AskingRank() | AskingSquare() | Found():
            return comparison.white
        case _:
            assert_never(comparison.stage)


def _question(
    comparison: BoardComparison, preferences: VoicePreferences, peg_set: PegSet
) -> Sentence:
    language, wanted = preferences.language, comparison.wanted
    match comparison.stage:
        case AskingRank(rank=rank):
            return hand_words.rank_question(rank, wanted, language, peg_set)
        case AskingSquare(square=square, is_open=True):
            return hand_words.what_is_there(square, language)
        case AskingSquare(square=square):
            return hand_words.square_question(square, wanted.at(square), language, peg_set)
        case AskingScore(of_white=of_white, is_open=True):
            return hand_words.about_side("compare:wrote", language, white=of_white)
        case AskingScore(of_white=of_white, moves=moves):
            before = comparison.game.position.rewound(moves - 1)
            uci = comparison.game.position.moves[moves - 1]
            return hand_words.score_question(uci, before, language, of_white=of_white)
        case Found():
            return phrase("compare:same", language)
        case _:
            assert_never(comparison.stage)
