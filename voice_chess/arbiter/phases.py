"""The moments of a game, and why a command that belongs to others has no place now."""

from typing import Literal, assert_never

from voice_chess.game.commands import Command
from voice_chess.game.refusals import (
    ClocksAreStopped,
    GameAlreadyStarted,
    GameIsAdjourned,
    GameIsOver,
    GameNotOver,
    GameNotStarted,
    NotAdjourned,
    Refusal,
    RulingAwaited,
)
from voice_chess.game.state import (
    Adjourned,
    Arranged,
    AwaitingRuling,
    Game,
    InPlay,
    NotArranged,
    Objecting,
    Over,
    Resuming,
    Sealing,
    StopReason,
)
from voice_chess.laws.topics import Topic

Moment = Literal[
    "unarranged",
    "arranged",
    "running",
    "halted",
    "claiming",
    "alone",
    "objecting",
    "mating-chance",
    "quickplay",
    "increment",
    "sealing",
    "adjourned",
    "resuming",
    "over",
]
"""In play the clocks are running or halted; `claiming`: halted by the side that now claims;
`alone`: a player has not come back. What waits for a ruling is named by its question."""

Moments = frozenset[Moment]

IN_PLAY: Moments = frozenset({"running", "halted"})
AWAITED: Moments = frozenset({"quickplay", "increment"})
"""The arbiter is asked; but for the ruling the game would go on."""
STOPPED: Moments = AWAITED | {"objecting"}
"""Hands or claims are asked about, and the clocks stand."""
ADJOURNED: Moments = frozenset({"sealing", "adjourned", "resuming"})
TALK: Moments = IN_PLAY | STOPPED | ADJOURNED
"""Whenever a game is on."""
EVER: Moments = TALK | {"mating-chance", "over"}
"""The mating chance alone is open: the game is over but for the arbiter's word on it."""


TO_CLAIM: frozenset[StopReason] = frozenset({"claim", "arbiter"})
"""To stop the clocks is to call the arbiter; why, a player tells then."""


def out_of_place(game: Game, command: Command, moments: Moments) -> Refusal | None:
    """Why a command that belongs to these moments has no place now."""
    if not moments.isdisjoint(_moments(game, command)):
        return None
    cite = game.edition.cite
    match game.phase:
        case NotArranged() | Arranged():
            return GameNotStarted(because=cite(Topic.START))
        case Over(because=because):
            return GameIsOver(because=because)
        case AwaitingRuling():
            return RulingAwaited(because=cite(Topic.FLAG_FALL))
        case Objecting():
            return RulingAwaited(because=cite(Topic.TOUCH_MOVE))
        case Sealing() | Adjourned() | Resuming():
            return GameIsAdjourned(because=cite(Topic.SEALING))
        case InPlay():
            return _out_of_play(game, moments)
        case _:
            assert_never(game.phase)


def _out_of_play(game: Game, moments: Moments) -> Refusal:
    cite = game.edition.cite
    if "running" in moments:
        return ClocksAreStopped(because=cite(Topic.STOPPING_CLOCKS))
    if moments & ADJOURNED:
        return NotAdjourned(because=cite(Topic.SEALING))
    if "over" in moments:
        return GameNotOver(because=cite(Topic.RESULT_SIGNED))
    return GameAlreadyStarted(because=cite(Topic.START))


def _moments(game: Game, command: Command) -> Moments:
    """What it is now, for the one who asks."""
    match game.phase:
        case NotArranged():
            return frozenset({"unarranged"})
        case Arranged():
            return frozenset({"arranged"})
        case InPlay() as phase:
            return _in_play(phase, command) | ({"alone"} if game.is_somebody_missing else set())
        case AwaitingRuling(question=question):
            return frozenset({question})
        case Objecting():
            return frozenset({"objecting"})
        case Sealing():
            return frozenset({"sealing"})
        case Adjourned():
            return frozenset({"adjourned"})
        case Resuming():
            return frozenset({"resuming"})
        case Over():
            return frozenset({"over"})
        case _:
            assert_never(game.phase)


def _in_play(phase: InPlay, command: Command) -> Moments:
    if phase.halted is None:
        return frozenset({"running"})
    by, why = phase.halted
    is_own = by.acts_for_white is not None and by.acts_for_white == command.by.acts_for_white
    return frozenset({"halted", "claiming"} if is_own and why in TO_CLAIM else {"halted"})
