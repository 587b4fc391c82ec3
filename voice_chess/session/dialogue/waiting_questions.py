"""The questions that wait at one table while somebody else is asked something there.

An arbiter's order that can't be undone asks "Right?", and a player may be asked a question out of
turn. The question that was open before is asked again behind that, and until then it can still be
answered: by who names their side, and by a move of the player on move.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.dialogues import (
    Asking,
    Confirming,
    ConfirmingMove,
    ConfirmingOrder,
    Correcting,
    Dialogue,
)
from voice_chess.session.dialogue.roles import prefix_of
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import alternatives


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingQuestion:
    """A question that is not answered, who was asked it, and the game in which it came to wait."""

    dialogue: Dialogue
    asked: Role
    game: Game

    def has_lapsed(self, game: Game) -> bool:
        """Return whether it is one no more: no question outlives the phase of the game.

        None about moves outlives its position and clocks, or another announcement.
        """
        if type(game.phase) is not type(self.game.phase):
            return True
        return is_about_moves(self.dialogue) and _is_new(game, self.game)

    def is_cancelled(self, game: Game) -> bool:
        """Return whether something was offered since that a yes could answer, too."""
        return not is_about_moves(self.dialogue) and _is_more_offered(game, self.game)


def is_about_moves(dialogue: Dialogue) -> bool:
    """Return whether moves, or words of them, answer the question."""
    return isinstance(dialogue, Asking | ConfirmingMove | Correcting)


def takes_a_yes(dialogue: Dialogue) -> bool:
    """Return whether a yes would do something."""
    match dialogue:
        case Confirming() | ConfirmingMove() | ConfirmingOrder():
            return True
        case Asking(asked=asked):
            return len(asked.question.candidates) == 1
        case _:
            return False


def whose_yes(roles: Iterable[Role], language: Language) -> Sentence:
    """Return the question who says yes, such as "Schiedsrichter: ja oder Schwarz: ja?"."""
    yes = language.written("yes")
    named = (" ".join(map(language.written, prefix_of(role))) for role in roles)
    choices = alternatives((f"{name}: {yes}" for name in named), language)
    return phrase("ask", language, choices=choices)


def _is_new(game: Game, before: Game) -> bool:
    """Return whether a move was announced or made, or the clocks were started or stopped."""
    is_running, was_running = game.clock.is_running, before.clock.is_running
    is_announced = game.turn.announcement != before.turn.announcement
    return is_announced or game.position is not before.position or is_running is not was_running


def _is_more_offered(game: Game, before: Game) -> bool:
    """Return whether a draw or a takeback was offered since."""
    now, then = ((each.turn.offer_by_white, each.turn.takeback) for each in (game, before))
    return any(offer is not None and offer != other for offer, other in zip(now, then, strict=True))
