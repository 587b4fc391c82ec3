"""Rules on the quickplay finish: claims of a draw, requests for an increment, their decision."""

from dataclasses import replace

from voice_chess.arbiter.game_end import ended, lost_unless_safe, topic_of
from voice_chess.arbiter.moves import made_unpressed
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.clocks import TimeAdded
from voice_chess.game.events import Event
from voice_chess.game.evolve import followed
from voice_chess.game.game_end import GameEnded
from voice_chess.game.phases import AwaitingRuling, InPlay, Sealing
from voice_chess.game.quickplay import (
    ClaimQuickplay,
    IncrementIntroduced,
    IncrementRefused,
    IncrementRequested,
    QuickplayClaimed,
    QuickplayPostponed,
    QuickplayRejected,
    RequestIncrement,
    RuleOnIncrement,
    RuleOnQuickplay,
)
from voice_chess.game.refusals import (
    DrawAlreadyOffered,
    GroundMissing,
    NoQuickplayFinish,
    NothingToRuleOn,
    NotYourMove,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.laws.edition import Citation
from voice_chess.laws.topics import Topic


def claim(game: Game, command: ClaimQuickplay) -> Ruling:
    """Rule on a claim by a player who is in the last period and short of time.

    An arbiter who is present hears only the player on move, and sees how play goes. Without one
    either player may claim; whoever gets the claim later needs its ground.
    """
    white, is_judged = command.by.acts_for_white is True, game.table.occasion.has_arbiter
    if is_judged and white != game.white_to_move:
        return NotYourMove(because=_because(game))
    refusal = _no_quickplay(game, command.at_ms, white=white, because=_because(game))
    if refusal is not None:
        return refusal
    if command.ground is None and not is_judged:
        return GroundMissing(because=_because(game))
    made = made_unpressed(game, command.at_ms) if white != game.white_to_move else ()
    if followed(game, made).is_over:
        return made
    claimed = QuickplayClaimed(
        white=white, ground=command.ground, because=_because(game), at_ms=command.at_ms
    )
    return (*made, claimed)


def rule(game: Game, command: RuleOnQuickplay) -> Ruling:
    """Carry out the arbiter's ruling: draw, postpone or reject.

    A postponed claim is ruled on while play goes on, the earliest first, or once the claimant's
    flag has fallen. A claim made without an arbiter present has ended play: it can't be postponed.
    """
    phase = game.phase
    if isinstance(phase, InPlay | Sealing) and game.postponed:
        return _while_playing(game, command, white=game.postponed[0])
    if not isinstance(phase, AwaitingRuling) or phase.question != "quickplay":
        return NothingToRuleOn(because=_because(game))
    if command.outcome == "draw":
        return (_drawn(game, command.at_ms),)
    if phase.reason is EndReason.FLAG_FALL:
        return _after_the_flag(game, command, white=phase.white)
    if not game.table.occasion.has_arbiter:
        return _after_play(game, command, white=phase.white)
    return _playing_on(game, command, white=phase.white)


def request_increment(game: Game, command: RequestIncrement) -> Ruling:
    """Rule on a request for an increment for both, under the conditions of a draw claim."""
    edition, white = game.edition, game.white_to_move
    if not edition.rules_on(Topic.QUICKPLAY_INCREMENT):
        return NoQuickplayFinish(because=_because(game))
    because = edition.cite(Topic.QUICKPLAY_INCREMENT)
    if command.by.acts_for_white != white:
        return NotYourMove(because=because)
    if not game.table.occasion.has_arbiter:
        return NoQuickplayFinish(because=because)
    refusal = _no_quickplay(game, command.at_ms, white=white, because=because)
    if refusal is not None:
        return refusal
    ms = edition.rules.quickplay.requested_increment_ms
    return (IncrementRequested(white=white, ms=ms, because=because, at_ms=command.at_ms),)


def rule_on_increment(game: Game, command: RuleOnIncrement) -> Ruling:
    """Carry out the ruling on an increment, once the opponent has refused the draw.

    If granted, both get the increment and the opponent gets extra time.
    """
    phase, at_ms = game.phase, command.at_ms
    if not isinstance(phase, AwaitingRuling) or phase.question != "increment":
        return NothingToRuleOn(because=_because(game))
    because = game.edition.cite(Topic.QUICKPLAY_INCREMENT)
    if game.turn.offer_by_white is not None:
        return DrawAlreadyOffered(because=because)
    white, rules = phase.white, game.edition.rules.quickplay
    if not command.is_granted:
        return (IncrementRefused(white=white, because=because, at_ms=at_ms),)
    more = rules.requested_increment_ms
    bonus_ms = rules.opponent_bonus_ms
    return (
        IncrementIntroduced(white=white, ms=more, because=because, at_ms=at_ms),
        TimeAdded(white=not white, ms=bonus_ms, because=because, at_ms=at_ms),
    )


def _while_playing(game: Game, command: RuleOnQuickplay, *, white: bool) -> Ruling:
    """Rule on a postponed claim while play goes on; it can't be postponed a second time."""
    match command.outcome:
        case "draw":
            return (_drawn(game, command.at_ms),)
        case "reject":
            return _playing_on(game, command, white=white)
        case "postpone":
            return NothingToRuleOn(because=_because(game))


def _after_the_flag(game: Game, command: RuleOnQuickplay, *, white: bool) -> Ruling:
    """Reject a postponed claim, and with it declare the loss on time, under the claim's article."""
    if command.outcome == "postpone":
        return NothingToRuleOn(because=_because(game))
    lost = lost_unless_safe(game, white=white, reason=EndReason.FLAG_FALL, at_ms=command.at_ms)
    if isinstance(lost, GameEnded) and lost.result is not Result.DRAW:
        return (replace(lost, because=_because(game)),)
    return (lost,)


def _after_play(game: Game, command: RuleOnQuickplay, *, white: bool) -> Ruling:
    """Reject a claim that has ended play, so that the claimant has lost if the opponent can mate.

    The Laws send the claim to an arbiter and name no other outcome than the draw; play can't go on.
    """
    if command.outcome == "postpone":
        return NothingToRuleOn(because=_because(game))
    at_ms, reason = command.at_ms, EndReason.QUICKPLAY_FINISH
    rejected = QuickplayRejected(white=white, because=_because(game), at_ms=at_ms)
    return (rejected, lost_unless_safe(game, white=white, reason=reason, at_ms=at_ms))


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


def _no_quickplay(
    game: Game, at_ms: int, *, white: bool, because: Citation
) -> NoQuickplayFinish | None:
    """Return why a player can't claim now: never in this game, or with too much time, or none."""
    rules, clock = game.edition.rules.quickplay, game.clock
    if game.kind in rules.not_in:
        return NoQuickplayFinish(because=_none_in_blitz(game) or because)
    period, left_ms = clock.period_of(white=white), game.left_ms(white=white, at_ms=at_ms)
    has_increment = period.increment_ms > 0 or period.delay_ms > 0
    may_have_one = rules.with_increment or not has_increment
    is_one = may_have_one and clock.is_last_period(white=white)
    if is_one and 0 < left_ms < rules.below_ms:
        return None
    if not is_one:
        return NoQuickplayFinish(because=because)
    return NoQuickplayFinish(ms=rules.below_ms if left_ms > 0 else 0, because=because)


def _none_in_blitz(game: Game) -> Citation | None:
    """Return the article of its own that excludes it from blitz, or None if there is none."""
    is_excluded = game.edition.rules_on(Topic.QUICKPLAY_IN_BLITZ)
    return game.edition.cite(Topic.QUICKPLAY_IN_BLITZ) if is_excluded else None


def _drawn(game: Game, at_ms: int) -> Event:
    reason = EndReason.QUICKPLAY_FINISH
    return ended(game, (Result.DRAW, reason, topic_of(game, reason)), at_ms)


def _because(game: Game) -> Citation:
    return game.edition.cite(topic_of(game, EndReason.QUICKPLAY_FINISH))
