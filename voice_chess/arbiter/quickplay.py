"""The quickplay finish: a draw claimed in the last two minutes, and the arbiter's answer."""

from voice_chess.arbiter.ending import ended, lost_unless_safe
from voice_chess.game.commands import ClaimQuickplay, RuleOnQuickplay
from voice_chess.game.endings import EndReason, Result
from voice_chess.game.events import (
    Event,
    TimeAdded,
)
from voice_chess.game.refusals import NoQuickplayFinish, NothingToRuleOn, NotYourMove, Refusal
from voice_chess.game.state import AwaitingRuling, Game
from voice_chess.game.suspense_events import (
    QuickplayClaimed,
    QuickplayPostponed,
    QuickplayRejected,
)
from voice_chess.laws.edition import Citation, Topic

Ruling = tuple[Event, ...] | Refusal
DRAWN = (Result.DRAW, EndReason.QUICKPLAY_FINISH, Topic.QUICKPLAY_FINISH)


def claim(game: Game, command: ClaimQuickplay) -> Ruling:
    """Heard only from the player on move, in the last period, with little time left."""
    white = game.white_to_move
    if command.by.acts_for_white != white:
        return NotYourMove(because=_because(game))
    if not _is_quickplay(game, command.at_ms):
        return NoQuickplayFinish(because=_because(game))
    return (
        QuickplayClaimed(
            white=white, ground=command.ground, because=_because(game), at_ms=command.at_ms
        ),
    )


def rule(game: Game, command: RuleOnQuickplay) -> Ruling:
    """Drawn, put off, or rejected; where no arbiter was present only the draw can be given."""
    phase = game.phase
    if not isinstance(phase, AwaitingRuling) or phase.question != "quickplay":
        return NothingToRuleOn(because=_because(game))
    if command.outcome == "draw":
        return (ended(game, DRAWN, command.at_ms),)
    if phase.reason is EndReason.FLAG_FALL:
        return _after_the_flag(game, command, white=phase.white)
    if not game.table.occasion.has_arbiter:
        return NothingToRuleOn(because=_because(game))
    return _playing_on(game, command, white=phase.white)


def _after_the_flag(game: Game, command: RuleOnQuickplay, *, white: bool) -> Ruling:
    if command.outcome == "postpone":
        return NothingToRuleOn(because=_because(game))
    lost = lost_unless_safe(game, white=white, reason=EndReason.FLAG_FALL, at_ms=command.at_ms)
    return (lost,)


def _playing_on(game: Game, command: RuleOnQuickplay, *, white: bool) -> tuple[Event, ...]:
    because, at_ms = _because(game), command.at_ms
    bonus = TimeAdded(
        white=not white,
        ms=game.edition.rules.quickplay.opponent_bonus_ms,
        because=because,
        at_ms=at_ms,
    )
    if command.outcome == "postpone":
        postponed = QuickplayPostponed(white=white, because=because, at_ms=at_ms)
        return (postponed, bonus) if command.gives_time else (postponed,)
    return (QuickplayRejected(white=white, because=because, at_ms=at_ms), bonus)


def _is_quickplay(game: Game, at_ms: int) -> bool:
    rules, clock, white = game.edition.rules.quickplay, game.clock, game.white_to_move
    period = clock.period_of(white=white)
    has_increment = period.increment_ms > 0 or period.delay_ms > 0
    return (
        game.kind not in rules.not_in
        and (rules.with_increment or not has_increment)
        and clock.is_last_period(white=white)
        and 0 < clock.left_ms(white=white, at_ms=at_ms) < rules.below_ms
    )


def _because(game: Game) -> Citation:
    is_judged = game.table.occasion.has_arbiter
    topic = Topic.QUICKPLAY_FINISH if is_judged else Topic.QUICKPLAY_WITHOUT_ARBITER
    return game.edition.cite(topic)
