"""Adjournment: a move is sealed, the game rests in its envelope, and play resumes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from voice_chess.by_color import ByColor
from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.envelope import Envelope
from voice_chess.game.phases import Adjourned, InPlay, Resuming, Sealing
from voice_chess.game.results import Result
from voice_chess.game.state import Attendance, Game
from voice_chess.laws.edition import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class AskToSeal(CommandBase):
    """The session is over: the arbiter asks the player on move to seal.

    `resumption` is the time and place at which the game goes on.
    """

    resumption: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjournEarly(CommandBase):
    """The player on move adjourns before the session ends, and pays for the rest of it."""

    resumption: str
    session_ends_at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SealMove(CommandBase):
    """A player writes the move for the envelope; they may change it until they stop the clock."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(CommandBase):
    """The arbiter opens the resumption with the players who are present."""

    white_here: bool = True
    black_here: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenEnvelope(CommandBase):
    """The arbiter opens the envelope and reads the sealed move as `uci`; None if unreadable.

    If the envelope was lost, `uci` is the move that its writer says they sealed.
    """

    uci: str | None
    was_lost: bool = False


_MISSING: Mapping[tuple[bool, bool], Literal["", "white", "black", "both"]] = {
    (True, True): "",
    (False, True): "white",
    (True, False): "black",
    (False, False): "both",
}
"""By whether White is there, and whether Black is."""


Commands = AskToSeal | AdjournEarly | SealMove | Resume | OpenEnvelope


@dataclass(frozen=True, slots=True, kw_only=True)
class SealingAsked(EventBase):
    """A player must seal; `charged_until_ms`: the session's end if they adjourn early, or None."""

    white: bool
    resumption: str
    charged_until_ms: int | None
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSealed(EventBase):
    """A move was written for the envelope; `is_made`: on the board, so it can't change any more."""

    white: bool
    text: str
    is_made: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAdjourned(EventBase):
    envelope: Envelope
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResumed(EventBase):
    white_here: bool
    black_here: bool
    because: Citation

    @property
    def missing(self) -> Literal["", "white", "black", "both"]:
        """Which players have not come yet; empty if both are there."""
        return _MISSING[self.white_here, self.black_here]


@dataclass(frozen=True, slots=True, kw_only=True)
class SealerTooLate(EventBase):
    """The player who sealed is too late: `result` holds, unless the sealed move ends the game."""

    result: Result
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeOpened(EventBase):
    """`uci` is the sealed move as the arbiter read it; None if it was unreadable."""

    uci: str | None
    was_lost: bool
    because: Citation


Events = SealingAsked | MoveSealed | GameAdjourned | GameResumed | SealerTooLate | EnvelopeOpened


def folded(game: Game, event: Events) -> Game:
    match event:
        case SealingAsked(resumption=resumption, charged_until_ms=charged_until_ms):
            sealing = Sealing(resumption=resumption, charged_until_ms=charged_until_ms)
            return replace(game, phase=sealing, turn=replace(game.turn, announcement=None))
        case MoveSealed(text=text, is_made=is_made):
            return _sealed(game, text, is_made=is_made)
        case GameAdjourned(envelope=envelope):
            white_ms, black_ms = envelope.left_ms
            clock = game.clock.adjourned(white_ms=white_ms, black_ms=black_ms)
            return replace(game, phase=Adjourned(envelope=envelope), clock=clock)
        case GameResumed():
            return _resumed(game, event)
        case SealerTooLate():
            return _too_late(game, event)
        case EnvelopeOpened():
            return replace(game, phase=InPlay(), turn=replace(game.turn, is_repeated=True))
        case _:
            assert_never(event)


def _sealed(game: Game, text: str, *, is_made: bool) -> Game:
    if not isinstance(game.phase, Sealing):
        return game
    return replace(game, phase=replace(game.phase, text=text, is_made=is_made))


def _too_late(game: Game, event: SealerTooLate) -> Game:
    if not isinstance(game.phase, Resuming):
        return game
    return replace(game, phase=replace(game.phase, lateness=event.result))


def _resumption_began_at(game: Game, at_ms: int) -> int | None:
    """Return the start of the resumption; it stays if a reply was sealed for a missing player."""
    return game.attendance.started_at_ms if game.attendance.is_somebody_missing else at_ms


def _resumed(game: Game, event: GameResumed) -> Game:
    """Return the game with the session open: the clock runs if the player to reply is absent."""
    if not isinstance(game.phase, Adjourned):
        return game
    envelope = game.phase.envelope
    here = ByColor(white=event.white_here, black=event.black_here)
    replier = not envelope.sealed_by_white
    waiting = game.clock.handed_to(white=replier)
    return replace(
        game,
        phase=Resuming(envelope=envelope),
        clock=game.clock if here.of(white=replier) else waiting.started(event.at_ms),
        attendance=Attendance(
            here=here,
            started_at_ms=_resumption_began_at(game, event.at_ms),
            resumed_at=len(game.position.moves),
        ),
    )
