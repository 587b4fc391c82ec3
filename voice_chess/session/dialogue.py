"""Where the conversation stands: listening, asking, waiting for a yes, waiting for a correction."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from voice_chess.game.state import Game
from voice_chess.laws.position import Position
from voice_chess.session.expectation import CORRECTION, Asked, Expectation, Said
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

_ALWAYS = {
    *QUERIES,
    "repeat",
    "why",
    "offer-draw",
    "resign",
    "claim",
    "arbiter",
    "adjust",
    CORRECTION,
}
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
    asked = dialogue.asked if isinstance(dialogue, Asking) else None
    position = game.position
    announced = game.turn.announcement
    if announced is None or not position.is_legal(announced.uci):
        said = _last_move(position, must_be_repeated=_must_be_repeated(game))
        return Expectation(position=position, commands=commands, asked=asked, said=said)
    said = Said(uci=announced.uci, position=position)
    if isinstance(dialogue, Correcting):
        return Expectation(position=position, commands=commands, before=position, said=said)
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
def _last_move(position: Position, *, must_be_repeated: bool) -> Said | None:
    if not position.moves:
        return None
    before = position.rewound(len(position.moves) - 1)
    return Said(uci=position.moves[-1], position=before, must_be_repeated=must_be_repeated)


def _commands(game: Game, dialogue: Dialogue) -> frozenset[str]:
    found = set(_ALWAYS)
    if game.turn.announcement is not None:
        found |= {"press", "no"}
    if game.turn.offer_by_white is not None:
        found |= {"accept", "decline"}
    if not game.clock.is_running:
        found |= {"continue"}
    if not isinstance(dialogue, Listening):
        found |= {"yes", "no"}
    return frozenset(found)
