"""The question that waits for an answer: what it asks about, and the sentence that asks it."""

from dataclasses import dataclass, replace

from voice_chess.languages.language import Language
from voice_chess.laws.notation import is_uci
from voice_chess.laws.position import MoveFacts, Position
from voice_chess.speech.clarification import Question, ask, asked_in
from voice_chess.speech.commands import WITH_MOVE
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.understanding.announcement import begins, partial
from voice_chess.speech.understanding.interpret import (
    CORRECTION,
    CommandMeaning,
    Meaning,
    MoveMeaning,
    commands_in,
    legal_facts,
)
from voice_chess.speech.understanding.parse import Tokens

BEGINNING = "beginning"
"""Names the meaning of a move's first step: its piece or its square, and nothing else."""
CORRECTION_BEGUN = "correction-begun"
"""Names the meaning of the first step of a move that replaces the announced one."""
MOVE_BEGUN = (BEGINNING, CORRECTION_BEGUN)
"""The names of the meanings that begin a move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A question that waits for its answer; `is_correction`: it is about correcting a slip.

    `begun` is the first step of a move whose second step is asked for. `behind` is the command,
    without its move, if the question is about the move in a command. `half` are the first words of
    a command whose rest is asked for.
    """

    question: Question
    position: Position
    is_correction: bool
    begun: Tokens = ()
    behind: CommandMeaning | None = None
    half: tuple[str, ...] = ()

    @property
    def is_about_moves(self) -> bool:
        """Whether it asks for a move, or for part of one."""
        return any(isinstance(each, MoveMeaning) for each in self.question.candidates)

    @property
    def is_choice(self) -> bool:
        """Whether it names several things to choose from, so that a yes answers nothing."""
        return len(self.question.candidates) > 1

    def sentence(self, language: Language) -> Sentence:
        """Return the sentence that asks the question."""
        if self.half:
            return phrase("ask:rest", language, start=language.displayed(" ".join(self.half)))
        if not self.begun:
            return asked_in(language, self.question, self.position)
        start = " ".join(language.written(token) for token in self.begun)
        return phrase("ask:where", language, start=start)


def begun_tokens(args: tuple[str, ...]) -> Tokens:
    """Return the tokens of a beginning: a piece's letter, a square, or more than these."""
    match args:
        case (piece,) if len(piece) == 1:
            return (f"piece:{piece}",)
        case (square,) if ":" not in square:
            return (f"file:{square[0]}", f"rank:{square[1]}")
        case _:
            return args


def question_about(
    meanings: tuple[Meaning, ...], position: Position, before: Position | None
) -> OpenQuestion:
    """Return the question that tells these meanings apart.

    `position` and `before` are those of `Expectation`.
    """
    corrected = tuple(
        MoveMeaning(uci=meaning.args[0])
        for meaning in commands_in(meanings)
        if meaning.name == CORRECTION and meaning.args
    )
    if corrected and before is not None:
        question = ask(corrected, before)
        return OpenQuestion(question=question, position=before, is_correction=True)
    behind = _alike_but_for_the_move(meanings)
    told_apart = meanings if behind is None else _moves_behind(meanings)
    question = ask(told_apart, position)
    return OpenQuestion(question=question, position=position, is_correction=False, behind=behind)


def question_after(
    args: tuple[str, ...], position: Position, before: Position | None
) -> OpenQuestion | None:
    """Return the question where the begun move goes; None if no legal move begins so."""
    begun = begun_tokens(args)
    moves = begun_by(begun, position)
    if not moves:
        return None
    question = Question(
        candidates=tuple(MoveMeaning(uci=move.uci) for move in moves), feature="to square"
    )
    # `before` is the position of the next announcement only while somebody corrects a move.
    return OpenQuestion(
        question=question, position=position, is_correction=before == position, begun=begun
    )


def question_to_go_on(half: tuple[str, ...], position: Position) -> OpenQuestion:
    """Return the question for the rest of a command that begins with these words."""
    question = Question(candidates=())
    return OpenQuestion(question=question, position=position, is_correction=False, half=half)


def begun_by(tokens: Tokens, position: Position) -> tuple[MoveFacts, ...]:
    """Return the legal moves whose announcements begin with these tokens."""
    return tuple(move for move in legal_facts(position) if begins(tokens, move))


def first_step(
    tokens: Tokens, position: Position, *, is_one_step: bool
) -> tuple[CommandMeaning, ...]:
    """Return the beginning of a legal move: its piece, square or file, with what follows it.

    With `is_one_step`, only a piece or a square alone counts as one.
    """
    is_start = any(token.startswith(("piece:", "file:")) for token in tokens[:1])
    if not (is_start and begun_by(tokens, position)):
        return ()
    step = partial(tokens)
    if step is None and is_one_step:
        return ()
    args = tokens if step is None else (step.piece or step.square or "",)
    return (CommandMeaning(name=BEGINNING, args=args),)


def _alike_but_for_the_move(meanings: tuple[Meaning, ...]) -> CommandMeaning | None:
    """Return the command that all meanings share without their move; None for anything else."""
    found = commands_in(meanings)
    with_moves = [
        each for each in found if each.name in WITH_MOVE and each.args and is_uci(each.args[-1])
    ]
    rests = {replace(each, args=each.args[:-1]) for each in with_moves}
    return rests.pop() if len(with_moves) == len(meanings) > 1 == len(rests) else None


def _moves_behind(meanings: tuple[Meaning, ...]) -> tuple[Meaning, ...]:
    return tuple(MoveMeaning(uci=each.args[-1]) for each in commands_in(meanings))
