"""Folds events into a game: what each event changes, and nothing about whether it may."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from voice_chess.game.agreement_events import Agreed
from voice_chess.game.agreements import in_agreement
from voice_chess.game.dispute_events import Disputed
from voice_chess.game.disputes import in_dispute
from voice_chess.game.events import (
    AdjustmentAnnounced,
    ClaimRejected,
    ClaimUpheld,
    ClocksSet,
    ClocksStarted,
    ClocksStopped,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    FlagFell,
    GameArranged,
    GameEnded,
    GameStarted,
    IllegalMoveCompleted,
    MoveAnnounced,
    MoveCompleted,
    MoveExecuted,
    MoveRepeated,
    PiecesTouched,
    PlayerArrived,
    PlayerExpelled,
    PlayerWarned,
    PositionRestored,
    Resigned,
    RulingAsked,
    SlipCorrected,
    TimeAdded,
    TimeDeducted,
)
from voice_chess.game.player_scoresheets import cut_to
from voice_chess.game.record_events import Recorded
from voice_chess.game.record_keeping import in_records, with_exemptions, with_scores_due
from voice_chess.game.state import (
    Ahead,
    AwaitingRuling,
    Game,
    InPlay,
    Over,
    PendingMove,
    Sealing,
    Turn,
    nothing_arranged,
)
from voice_chess.game.suspension import (
    about_increment,
    arrived,
    gone_back,
    in_adjournment,
    in_quickplay,
    playing,
)
from voice_chess.game.suspension_events import (
    EnvelopeOpened,
    GameAdjourned,
    GameResumed,
    IncrementIntroduced,
    IncrementRefused,
    IncrementRequested,
    MoveSealed,
    QuickplayClaimed,
    QuickplayPostponed,
    QuickplayRejected,
    QuickplayReopened,
    SealerTooLate,
    SealingAsked,
)


def replay(events: Iterable[Event]) -> Game:
    """The game these events make, from nothing."""
    game = nothing_arranged()
    for event in events:
        game = evolve(game, event)
    return game


def evolve(game: Game, event: Event) -> Game:  # noqa: C901, PLR0912 - one case per family of events
    if isinstance(event, Agreed):
        return in_agreement(game, event)
    if isinstance(event, Disputed):
        return in_dispute(game, event)
    if isinstance(event, Recorded):
        return in_records(game, event)
    match event:
        case GameArranged() | PlayerArrived() | GameStarted() | GameEnded() | RulingAsked():
            return _through_the_game(game, event)
        case MoveAnnounced() | SlipCorrected() | MoveExecuted() | MoveRepeated():
            return _while_moving(game, event)
        case AdjustmentAnnounced() | PiecesTouched() | IllegalMoveCompleted() | MoveCompleted():
            return _with_hands(game, event)
        case TimeAdded() | TimeDeducted() | ClocksSet() | FlagFell():
            return _on_the_displays(game, event)
        case ClocksStopped() | ClocksStarted():
            return _on_the_clock(game, event)
        case DrawOffered() | DrawDeclined() | ClaimRejected():
            return _about_draws(game, event)
        case QuickplayClaimed() | QuickplayReopened() | QuickplayPostponed() | QuickplayRejected():
            return in_quickplay(game, event)
        case IncrementRequested() | IncrementIntroduced() | IncrementRefused():
            return about_increment(game, event)
        case SealingAsked() | MoveSealed() | GameAdjourned() | GameResumed() | EnvelopeOpened():
            return in_adjournment(game, event)
        case SealerTooLate():
            return in_adjournment(game, event)
        case PositionRestored():
            return gone_back(game, event)
        case DrawAccepted() | ClaimUpheld() | Resigned() | PlayerWarned() | PlayerExpelled():
            return game
        case _:
            assert_never(event)


def _through_the_game(
    game: Game, event: GameArranged | PlayerArrived | GameStarted | GameEnded | RulingAsked
) -> Game:
    match event:
        case GameArranged(table=table):
            return Game.at(table)
        case PlayerArrived():
            return arrived(game, event)
        case GameStarted(at_ms=at_ms):
            return replace(
                game,
                phase=InPlay(),
                clock=game.clock.started(at_ms),
                attendance=replace(game.attendance, started_at_ms=at_ms),
            )
        case GameEnded(result=result, half_points=half_points, at_ms=at_ms):
            over = Over(
                result=result,
                reason=event.reason,
                because=event.because,
                half_points=half_points or result.half_points,
            )
            return replace(game, phase=over, clock=game.clock.stopped(at_ms))
        case RulingAsked(question=question, white=white, reason=reason, at_ms=at_ms):
            awaiting = AwaitingRuling(question=question, white=white, reason=reason)
            return replace(game, phase=awaiting, clock=game.clock.stopped(at_ms))
        case _:
            assert_never(event)


def _while_moving(
    game: Game, event: MoveAnnounced | SlipCorrected | MoveExecuted | MoveRepeated
) -> Game:
    match event:
        case MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci):
            said = PendingMove(uci=uci, at_ms=event.at_ms, told_by=event.told_by)
            scores = cut_to(game.scores, len(game.position.moves))
            turn = replace(game.turn, announcement=said, ahead=Ahead())
            return replace(game, turn=turn, scores=scores)
        case MoveExecuted():
            announced = game.turn.announcement
            executed = replace(announced, is_executed=True) if announced else None
            return replace(game, turn=replace(game.turn, announcement=executed))
        case MoveRepeated(is_right=is_right):
            return replace(
                game, turn=replace(game.turn, is_repeated=game.turn.is_repeated or is_right)
            )
        case _:
            assert_never(event)


def _with_hands(
    game: Game,
    event: AdjustmentAnnounced | PiecesTouched | IllegalMoveCompleted | MoveCompleted,
) -> Game:
    match event:
        case AdjustmentAnnounced() | PiecesTouched() if event.white != game.white_to_move:
            return _ahead(game, event)
        case AdjustmentAnnounced():
            return replace(game, turn=replace(game.turn, is_adjusting=True))
        case PiecesTouched(squares=squares):
            touched = (*game.turn.touched, *squares)
            return replace(game, turn=replace(game.turn, touched=touched, is_adjusting=False))
        case IllegalMoveCompleted():
            return _taken_back(game, event)
        case MoveCompleted(uci=uci, at_ms=at_ms, charged_until_ms=charged_until_ms):
            before = with_exemptions(game, charged_until_ms)
            after = replace(
                before,
                position=game.position.made(uci),
                clock=game.clock.pressed(at_ms, charged_until_ms=charged_until_ms),
                turn=Turn(
                    is_repeated=False,
                    touched=game.turn.ahead.touched,
                    is_adjusting=game.turn.ahead.is_adjusting,
                    offer_by_white=game.turn.offer_by_white,
                    is_offered_by_both=game.turn.is_offered_by_both,
                ),
            )
            return with_scores_due(before, after)
        case _:
            assert_never(event)


def _ahead(game: Game, event: AdjustmentAnnounced | PiecesTouched) -> Game:
    """Hands that have begun to answer before the press."""
    match event:
        case AdjustmentAnnounced():
            ahead = replace(game.turn.ahead, is_adjusting=True)
        case PiecesTouched(squares=squares):
            ahead = Ahead(touched=(*game.turn.ahead.touched, *squares))
    return replace(game, turn=replace(game.turn, ahead=ahead))


def _taken_back(game: Game, event: IllegalMoveCompleted) -> Game:
    """The replacement is made with the pieces of the illegal move, if it can be."""
    uci, count = event.uci, event.count
    start, target = uci[:2], uci[2:4]
    taken = game.position.piece_at(target)
    is_capture = taken is not None and taken.isupper() != game.white_to_move
    touched = (start, target) if is_capture else (start,)
    stays = game.edition.rules.hands.replacement_keeps_release
    turn = replace(
        game.turn,
        announcement=None,
        ahead=Ahead(),
        touched=touched,
        released=None,
        replaced=uci if stays else None,
    )
    return replace(
        game,
        turn=turn,
        illegal_moves=game.illegal_moves.having(count, white=event.white),
        scores=cut_to(game.scores, len(game.position.moves)),
    )


def _on_the_displays(game: Game, event: TimeAdded | TimeDeducted | ClocksSet | FlagFell) -> Game:
    clock = game.clock
    match event:
        case TimeAdded(white=white, ms=ms, at_ms=at_ms):
            game = with_exemptions(game, at_ms)
            return replace(game, clock=clock.adjusted(white=white, by_ms=ms, at_ms=at_ms))
        case TimeDeducted(white=white, ms=ms, at_ms=at_ms):
            return replace(game, clock=clock.adjusted(white=white, by_ms=-ms, at_ms=at_ms))
        case ClocksSet(white_ms=white_ms, black_ms=black_ms, moves=moves, at_ms=at_ms):
            clock = clock.set_by_arbiter(white_ms=white_ms, black_ms=black_ms, at_ms=at_ms)
            return replace(game, clock=clock if moves is None else clock.counting(*moves))
        case FlagFell(at_ms=at_ms):
            return replace(game, clock=clock.stopped(at_ms))
        case _:
            assert_never(event)


def _on_the_clock(game: Game, event: ClocksStopped | ClocksStarted) -> Game:
    """The player sealing a move goes on writing, whether their clock runs or stands."""
    is_sealing = isinstance(game.phase, Sealing)
    match event:
        case ClocksStopped(by=by, why=why, at_ms=at_ms):
            phase = game.phase if is_sealing else playing(game, halted=(by, why))
            # What is free behind an announcement stays so: the display doesn't jump at a stop.
            return replace(
                game, phase=phase, clock=game.clock.stopped(game.charged_until_ms(at_ms))
            )
        case ClocksStarted(at_ms=at_ms):
            phase = game.phase if is_sealing else playing(game)
            return replace(game, phase=phase, clock=game.clock.started(at_ms))
        case _:
            assert_never(event)


def _about_draws(game: Game, event: DrawOffered | DrawDeclined | ClaimRejected) -> Game:
    match event:
        case DrawOffered(white=white):
            return replace(game, turn=game.turn.offered(white=white))
        case DrawDeclined(white=white):
            return replace(game, turn=game.turn.declined(white=white))
        case ClaimRejected(white=white, uci=uci, at_ms=at_ms):
            # A claim is an offer too, and the move it rests on must be made.
            turn = game.turn.offered(white=white)
            if uci is None:
                return replace(game, turn=turn)
            meant = PendingMove(uci=uci, at_ms=at_ms, is_binding=True)
            return replace(game, turn=replace(turn, announcement=meant))
        case _:
            assert_never(event)
