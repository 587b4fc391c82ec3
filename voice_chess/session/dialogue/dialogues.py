"""The kinds of dialogue: what an answer would decide, and the words that ask for it or drop it.

`speech.dialogue` knows only that a question is open; a `Dialogue` knows which one. Each kind of it
carries what an answer would decide, so that nothing has to be remembered elsewhere.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from voice_chess.game.clocks import ClocksSet
from voice_chess.game.commands import Command
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import AnnounceMove, CorrectSlip
from voice_chess.game.penalties import PlayerExpelled
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import ResultSettled
from voice_chess.session.dialogue.open_question import OpenQuestion
from voice_chess.speech.commands import WITH_SQUARES, claimed, squares_of
from voice_chess.speech.generation.announce import Scene, worded
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import (
    listed,
    move_words,
    result_words,
    side_word,
    square_words,
)
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning, MoveMeaning

_CONFIRMED = {
    "resign": "confirm:resign",
    "accept": "confirm:accept",
    "claim": "confirm:claim",
    "object-to-touch": "confirm:object-to-touch",
    "object-to-release": "confirm:object-to-release",
    "increment": "confirm:increment",
    "arbiter": "confirm:arbiter",
    "pause": "confirm:pause",
    "adjourn": "confirm:adjourn",
    "sign": "confirm:sign",
}
_NO_OR_AGAIN = frozenset({"no", "repeat"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """No question is open: a move, a command or a repair of the last announcement can come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """The program asks which of several meanings is right, or for the rest of a move or command."""

    asked: OpenQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirming:
    """A command that can't be undone waits for a yes."""

    command: CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmingMove:
    """A move that ends the game waits for a yes; then it counts from when it was announced."""

    command: AnnounceMove | CorrectSlip
    reason: EndReason

    def instead(self, meaning: Meaning) -> Meaning:
        """Return the meaning; a correction becomes a plain move, as nothing is announced yet."""
        match meaning:
            case CommandMeaning(name="correction", args=(uci,)):
                return MoveMeaning(uci=uci)
            case _:
                return meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmingOrder:
    """An arbiter's order that can't be undone, or that sets the clocks, waits for a yes."""

    command: Command
    outcome: GameEnded | ClocksSet | PlayerExpelled | ResultSettled


@dataclass(frozen=True, slots=True, kw_only=True)
class Correcting:
    """The mover has said that they correct their move, but not yet how."""


Dialogue: TypeAlias = (
    Listening | Asking | Confirming | ConfirmingMove | ConfirmingOrder | Correcting
)


def confirmation_of(command: CommandMeaning) -> str | None:
    """Return the name of the question to ask before the command is done; None if there is none."""
    return _CONFIRMED.get(command.name)


def question_of(dialogue: Dialogue) -> Callable[[Scene], Sentence] | None:
    """Return the function that makes the open question; None if no question is open."""
    match dialogue:
        case Asking(asked=asked):
            return lambda scene: asked.sentence(scene.language)
        case Confirming(command=CommandMeaning(name="claim", args=args)):
            return lambda scene: _to_confirm_claim(args, scene)
        case Confirming(command=CommandMeaning(name=name, args=(squares,))) if name in WITH_SQUARES:
            return lambda scene: _to_confirm_objection(f"confirm:{name}", squares, scene)
        case Confirming(command=CommandMeaning(name="sign", args=(side, result))):
            return lambda scene: _to_confirm_signature(side, Result(result), scene)
        case Confirming(command=command):
            name = confirmation_of(command) or "NotUnderstood"
            return lambda scene: phrase(name, scene.language)
        case ConfirmingMove():
            return lambda scene: _to_confirm(dialogue, scene)
        case ConfirmingOrder():
            return lambda scene: _to_confirm_order(dialogue, scene)
        case Correcting():
            return lambda scene: phrase("Listening", scene.language)
        case Listening():
            return None


def cancellation_of(dialogue: Dialogue) -> Callable[[Scene], Sentence]:
    """Return the function that tells what is not done after all, once a question is denied."""
    match dialogue:
        case Confirming(command=CommandMeaning(name="claim", args=("ruling",))):
            return lambda scene: phrase("Cancelled:appeal", scene.language)
        case Confirming(command=CommandMeaning(name=name)):
            return lambda scene: phrase(f"Cancelled:{name}", scene.language)
        case ConfirmingMove(command=command):
            return lambda scene: phrase(
                "Cancelled:move", scene.language, move=_move_of(command, scene)
            )
        case ConfirmingOrder():
            return lambda scene: phrase("Cancelled:order", scene.language)
        case _:
            return lambda scene: phrase("Cancelled", scene.language)


def _move_of(command: AnnounceMove | CorrectSlip, scene: Scene) -> str:
    return move_words(command.uci, scene.position, scene.language, scene.style)


def _to_confirm(waits: ConfirmingMove, scene: Scene) -> Sentence:
    """Return the question with the move and, unless the move is mate, how it ends the game."""
    name = "confirm:checkmate" if waits.reason is EndReason.CHECKMATE else "confirm:ends"
    words = _move_of(waits.command, scene)
    reason = scene.language.phrase(f"end:{waits.reason}")
    return phrase(name, scene.language, move=words, reason=reason)


def _to_confirm_claim(args: tuple[str, ...], scene: Scene) -> Sentence:
    """Return the question with the claim, which can't be withdrawn, and the move made with it.

    A claim against a ruling is an appeal.
    """
    kind, uci = claimed(args)
    if kind == "ruling":
        return phrase("confirm:appeal", scene.language)
    words = [scene.language.phrase(f"claim:{kind}")]
    if uci is not None:
        words.append(move_words(uci, scene.position, scene.language, scene.style))
    return phrase("confirm:claim", scene.language, claim=", ".join(words))


def _to_confirm_objection(name: str, squares: str, scene: Scene) -> Sentence:
    """Return the question about an objection, with the squares that it names."""
    words = listed(square_words(square, scene.language) for square in squares_of(squares))
    return phrase(name, scene.language, squares=words)


def _to_confirm_signature(side: str, result: Result, scene: Scene) -> Sentence:
    """Return the question about a signature, with its side and the result."""
    words = result_words(result, scene.language)
    player = side_word(scene.language, white=side == "white")
    return phrase("confirm:sign", scene.language, side=player, result=words)


def _to_confirm_order(waits: ConfirmingOrder, scene: Scene) -> Sentence:
    """Return the question in the words that will announce the outcome."""
    return phrase("confirm:order", scene.language, what=worded(waits.outcome, scene))


def answering(dialogue: Dialogue, commands: frozenset[str]) -> frozenset[str]:
    """Return those of the commands that answer the open question, or repeat it.

    All of them if no question is open.
    """
    match dialogue:
        case Listening():
            return commands
        case Asking(asked=asked) if asked.begun or asked.half or asked.is_choice:
            return commands & _NO_OR_AGAIN
        case Correcting():
            return commands & _NO_OR_AGAIN
        case _:
            return commands & (_NO_OR_AGAIN | {"yes"})
