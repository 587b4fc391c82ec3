"""Folds events into a game: it applies what each event changes, and never judges the event.

An event that decides something under an article also becomes the game's last decision, which a
player can appeal against.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, get_args

from voice_chess.game.clocks import ClocksSet, TimeAdded, TimeDeducted
from voice_chess.game.draws import ClaimRejected, ClaimUpheld
from voice_chess.game.events import SUBJECTS, Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.irregularities import (
    BoardCorrected,
    ClockPressedWrongly,
    FaultFound,
    IllegalMoveCompleted,
    PositionRestored,
)
from voice_chess.game.objections import ObjectionRejected, ObjectionUpheld
from voice_chess.game.penalties import PlayerExpelled, PlayerWarned
from voice_chess.game.quickplay import (
    IncrementIntroduced,
    IncrementRefused,
    QuickplayPostponed,
    QuickplayRejected,
)
from voice_chess.game.results import EndReason
from voice_chess.game.scoresheets import ResultSettled
from voice_chess.game.state import Game, LastDecision, nothing_arranged
from voice_chess.laws.edition import Citation

FOLDS: Mapping[type[Event], Callable[[Game, Any], Game]] = {
    kind: subject.folded for subject in SUBJECTS for kind in get_args(subject.Events)
}
_DECISIONS = (
    TimeAdded
    | TimeDeducted
    | ClocksSet
    | ClaimUpheld
    | ClaimRejected
    | GameEnded
    | IllegalMoveCompleted
    | ClockPressedWrongly
    | FaultFound
    | BoardCorrected
    | PositionRestored
    | ObjectionUpheld
    | ObjectionRejected
    | PlayerWarned
    | PlayerExpelled
    | QuickplayPostponed
    | QuickplayRejected
    | IncrementIntroduced
    | IncrementRefused
    | ResultSettled
)
_BY_THE_PLAYERS = frozenset(
    {EndReason.CHECKMATE, EndReason.STALEMATE, EndReason.RESIGNATION, EndReason.AGREEMENT}
)


def replay(events: Iterable[Event]) -> Game:
    """Return the game that results from these events, from the empty game on."""
    return followed(nothing_arranged(), events)


def followed(game: Game, events: Iterable[Event]) -> Game:
    """Return the game after these events."""
    return reduce(evolve, events, game)


def evolve(game: Game, event: Event) -> Game:
    after, because = FOLDS[type(event)](game, event), _decided_in(event)
    return after if because is None else replace(after, decision=LastDecision(because=because))


def _decided_in(event: Event) -> Citation | None:
    """Return the article of a decision by the arbiter, or the program in their place, else None."""
    match event:
        case GameEnded(reason=reason) if reason in _BY_THE_PLAYERS:
            return None
        case ResultSettled(reason=None):
            return None
        case _ if isinstance(event, _DECISIONS):
            return event.because
        case _:
            return None
