"""What the program waits for in the talk, and what may be said meanwhile.

Where `speech.dialogue` knows that a question is open, a `Dialogue` knows which: each kind carries
what an answer would be taken for, so that nothing has to be remembered elsewhere. From that and the
game `expectation` makes what may be said now. What hands do at a board goes on beside any question;
an answer to what is to be confirmed goes before anything else of the boards (`goes_before`).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from voice_chess.game.clocks import ClocksSet
from voice_chess.game.commands import Command
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import AnnounceMove, CorrectSlip
from voice_chess.game.penalties import PlayerExpelled
from voice_chess.game.results import EndReason
from voice_chess.game.scoresheets import ResultSettled
from voice_chess.game.state import Game, Sealing
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Asked, Expectation, LastAnnounced
from voice_chess.speech.commands import When, commands_when
from voice_chess.speech.understanding.meaning import CommandMeaning, Meaning, MoveMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """For a move, a command, or a repair of the last announcement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """For one of several moves, or for the rest of one."""

    asked: Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirming:
    """What can't be undone waits for a yes."""

    command: CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmingMove:
    """A move that ends the game waits for a yes; it counts from when it was announced."""

    command: AnnounceMove | CorrectSlip
    reason: EndReason

    def instead(self, meaning: Meaning) -> Meaning:
        """Another move in its place is no correction yet: nothing has been announced."""
        match meaning:
            case CommandMeaning(name="correction", args=(uci,)):
                return MoveMeaning(uci=uci)
            case _:
                return meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmingOrder:
    """What an arbiter orders can't be undone or sets the clocks, and waits for a yes."""

    command: Command
    outcome: GameEnded | ClocksSet | PlayerExpelled | ResultSettled


@dataclass(frozen=True, slots=True, kw_only=True)
class Correcting:
    """The mover has said that they correct, and not yet what."""


Dialogue: TypeAlias = (
    Listening | Asking | Confirming | ConfirmingMove | ConfirmingOrder | Correcting
)

HANDS = commands_when("hands") | {"steps"}
_NO = CommandMeaning(name="no")
_CONTINUE = CommandMeaning(name="continue")
_CONFIRMED = {
    "resign": "confirm:resign",
    "accept": "confirm:accept",
    "claim": "confirm:claim",
    "increment": "confirm:increment",
    "arbiter": "confirm:arbiter",
    "adjourn": "confirm:adjourn",
}


def confirmation_of(command: CommandMeaning) -> str | None:
    """The name of the question that must be answered before this is done."""
    return _CONFIRMED.get(command.name)


def is_of_hands(meaning: Meaning) -> bool:
    """True for what hands have done, or should do: it answers no question."""
    return isinstance(meaning, CommandMeaning) and meaning.name in HANDS


def goes_before(dialogue: Dialogue, meaning: Meaning) -> bool:
    """An answer to the talk goes before the boards; one asked what they meant has said it.

    That a step is done answers nothing that the talk asks.
    """
    if is_of_hands(meaning) or meaning == _CONTINUE:
        return False
    match dialogue:
        case Listening():
            return False
        case Asking():
            return meaning == _NO
        case _:
            return True


def expectation(game: Game, dialogue: Dialogue) -> Expectation:
    """What may be said in this game at this point of the conversation."""
    commands = _commands(game, dialogue)
    asked = dialogue.asked if isinstance(dialogue, Asking) else None
    position = game.position
    announced = game.turn.announcement
    if isinstance(dialogue, ConfirmingMove):
        waits = LastAnnounced(uci=dialogue.command.uci, position=position)
        return Expectation(position=position, commands=commands, before=position, said=waits)
    if announced is None or not position.is_legal(announced.uci):
        said = _last_move(position, must_be_repeated=_must_be_repeated(game))
        return Expectation(position=position, commands=commands, asked=asked, said=said)
    said = LastAnnounced(uci=announced.uci, position=position)
    is_begun = asked is not None and asked.is_correction and bool(asked.begun)
    if isinstance(dialogue, Correcting) or is_begun:
        return Expectation(
            position=position, commands=commands, before=position, asked=asked, said=said
        )
    return Expectation(
        position=position.played(announced.uci),
        commands=commands,
        before=None if asked is not None and not asked.is_correction else position,
        asked=asked,
        said=said,
    )


def _must_be_repeated(game: Game) -> bool:
    return game.table.customs.must_repeat and not game.turn.is_repeated


@lru_cache(maxsize=4)
def _last_move(position: Position, *, must_be_repeated: bool) -> LastAnnounced | None:
    if not position.moves:
        return None
    before = position.rewound(len(position.moves) - 1)
    return LastAnnounced(uci=position.moves[-1], position=before, must_be_repeated=must_be_repeated)


def _commands(game: Game, dialogue: Dialogue) -> frozenset[str]:
    """Those of the command table that make sense now."""
    is_asked = not isinstance(dialogue, Listening)
    times: dict[When, bool] = {
        "always": True,
        "announced": game.turn.announcement is not None,
        "offered": game.proposed is not None or game.turn.offer_by_white is not None,
        "stopped": not game.clock.is_running,
        "sealing": isinstance(game.phase, Sealing),
        "asked": is_asked,
        "over": game.is_over,
        "takebacks": game.table.has_takebacks,
    }
    found = commands_when(*(when for when, is_now in times.items() if is_now))
    if times["sealing"]:
        found |= {"press"}
    return found | ({"no"} if is_asked else set())
