"""What the arbiter decides: time, warnings, the position put back, the result."""

from dataclasses import replace
from typing import assert_never

from voice_chess.arbiter import quickplay
from voice_chess.arbiter.clocks import bad_times
from voice_chess.arbiter.ending import TOPIC_OF, ended
from voice_chess.game.commands import (
    AddTime,
    ArbiterDecision,
    EndGame,
    GoBack,
    RuleOnMatingChance,
    RuleOnQuickplay,
    SetClocks,
    Warn,
)
from voice_chess.game.endings import EndReason, Result
from voice_chess.game.events import (
    ClocksSet,
    Event,
    PlayerWarned,
    PositionRestored,
    TimeAdded,
    TimeDeducted,
)
from voice_chess.game.refusals import BadField, NothingToRuleOn, Refusal, TooLateToCorrect
from voice_chess.game.state import AwaitingRuling, Game
from voice_chess.laws.edition import Topic
from voice_chess.laws.irregularities import consequence_of

Ruling = tuple[Event, ...] | Refusal
MOST_HALF_POINTS = 2


def rule(game: Game, command: ArbiterDecision) -> Ruling:  # noqa: PLR0911 - one a decision
    at_ms, cite = command.at_ms, game.edition.cite
    match command:
        case AddTime(white=white, ms=ms):
            return _time(game, white=white, ms=ms, at_ms=at_ms)
        case SetClocks(white_ms=white_ms, black_ms=black_ms):
            bad = bad_times(game, white_ms=white_ms, black_ms=black_ms)
            because = cite(Topic.CLOCK_FAULT)
            return bad or (
                ClocksSet(white_ms=white_ms, black_ms=black_ms, because=because, at_ms=at_ms),
            )
        case Warn(white=white):
            return (PlayerWarned(white=white, because=cite(Topic.PENALTIES), at_ms=at_ms),)
        case GoBack(moves_kept=moves_kept):
            return _go_back(game, moves_kept, at_ms)
        case RuleOnMatingChance(can_mate=can_mate):
            return _mating_chance(game, at_ms, can_mate=can_mate)
        case RuleOnQuickplay():
            return quickplay.rule(game, command)
        case EndGame(reason=EndReason.WRONG_START) if _is_too_late_to_annul(game):
            return TooLateToCorrect(because=cite(Topic.SETUP_COMPLAINTS))
        case EndGame():
            return _end(game, command)
        case _:
            assert_never(command)


def _end(game: Game, command: EndGame) -> Ruling:
    points, reason = command.half_points, command.reason
    if points is not None and not all(0 <= point <= MOST_HALF_POINTS for point in points):
        because = game.edition.cite(Topic.PENALTIES)
        return BadField(field="half_points", problem="no-such-score", because=because)
    topic = TOPIC_OF.get(reason, Topic.PENALTIES)
    end = ended(game, (command.result, reason, topic), command.at_ms)
    return (replace(end, half_points=points),)


def _is_too_late_to_annul(game: Game) -> bool:
    moves_by_both = len(game.position.moves) // 2
    found = consequence_of(
        "wrong-position", game.edition, kind=game.kind, moves_by_both=moves_by_both
    )
    return found == "too-late"


def _time(game: Game, *, white: bool, ms: int, at_ms: int) -> Ruling:
    because = game.edition.cite(Topic.PENALTIES)
    if ms == 0:
        return BadField(field="ms", problem="no-time", because=because)
    if ms > 0:
        return (TimeAdded(white=white, ms=ms, because=because, at_ms=at_ms),)
    return (TimeDeducted(white=white, ms=-ms, because=because, at_ms=at_ms),)


def _go_back(game: Game, moves_kept: int, at_ms: int) -> Ruling:
    because = game.edition.cite(Topic.POSITION_RESTORED)
    if not 0 <= moves_kept <= len(game.position.moves):
        return BadField(field="moves_kept", problem="no-such-move", because=because)
    return (PositionRestored(moves_kept=moves_kept, because=because, at_ms=at_ms),)


def _mating_chance(game: Game, at_ms: int, *, can_mate: bool) -> Ruling:
    """The answer settles what was left open: lost, or drawn after all."""
    phase = game.phase
    if not isinstance(phase, AwaitingRuling) or phase.question != "mating-chance":
        return NothingToRuleOn(because=game.edition.cite(Topic.ARBITER_LIMITS))
    result = Result.won_by(white=phase.white) if can_mate else Result.DRAW
    reason: EndReason = phase.reason
    return (ended(game, (result, reason, TOPIC_OF[reason]), at_ms),)
