"""Where the conversation stands: listening, asking, waiting for a yes, waiting for a correction."""

from dataclasses import dataclass
from typing import TypeAlias

from voice_chess.game.state import Game
from voice_chess.session.expectation import CORRECTION, Asked, Expectation
from voice_chess.speech.answers import QUERIES
from voice_chess.speech.meaning import CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """For a move, a command, or a repair of the last announcement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """For one of several moves."""

    asked: Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirming:
    """What can't be undone waits for a yes."""

    command: CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Correcting:
    """The mover has said that he corrects, and not yet what."""


Dialogue: TypeAlias = Listening | Asking | Confirming | Correcting

_ALWAYS = {*QUERIES, "repeat", "why", "offer-draw", "resign", "claim", "arbiter", "adjust"}
_CONFIRMED = {
    "resign": "confirm:resign",
    "accept": "confirm:accept",
    "claim": "confirm:claim",
    "arbiter": "confirm:arbiter",
}


def confirmation_of(command: CommandMeaning) -> str | None:
    """The name of the question that must be answered before this is done."""
    return _CONFIRMED.get(command.name)


def expectation(game: Game, dialogue: Dialogue) -> Expectation:
    """What may be said in this game at this point of the conversation."""
    commands = _commands(game, dialogue)
    announced = game.turn.announcement
    if announced is None or not game.position.is_legal(announced.uci):
        asked = dialogue.asked if isinstance(dialogue, Asking) else None
        return Expectation(position=game.position, commands=commands, asked=asked)
    match dialogue:
        case Correcting():
            return Expectation(position=game.position, commands=commands, before=game.position)
        case Asking(asked=asked):
            following = game.position.played(announced.uci)
            before = game.position if asked.is_correction else None
            return Expectation(position=following, commands=commands, before=before, asked=asked)
        case Listening() | Confirming():
            following = game.position.played(announced.uci)
            return Expectation(position=following, commands=commands, before=game.position)


def _commands(game: Game, dialogue: Dialogue) -> frozenset[str]:
    found = set(_ALWAYS)
    if game.turn.announcement is not None:
        found |= {"press", CORRECTION, "no"}
    if game.turn.offer_by_white is not None:
        found |= {"accept", "decline"}
    if not game.clock.is_running:
        found |= {"continue"}
    if not isinstance(dialogue, Listening):
        found |= {"yes", "no"}
    return frozenset(found)
