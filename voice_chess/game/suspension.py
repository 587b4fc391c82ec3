"""Folds the events that suspend play: quickplay claims, positions put back, adjournment."""

from dataclasses import replace
from typing import assert_never

from voice_chess.by_color import ByColor
from voice_chess.game.commands import StopReason
from voice_chess.game.events import (
    PlayerArrived,
    PositionRestored,
)
from voice_chess.game.player_scoresheets import cut_to
from voice_chess.game.results import EndReason
from voice_chess.game.state import (
    Adjourned,
    Attendance,
    AwaitingRuling,
    Game,
    InPlay,
    Resuming,
    Sealing,
    Turn,
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
from voice_chess.game.table import Role

QuickplayEvent = QuickplayClaimed | QuickplayPostponed | QuickplayRejected | QuickplayReopened
IncrementEvent = IncrementRequested | IncrementIntroduced | IncrementRefused
AdjournmentEvent = (
    SealingAsked | MoveSealed | GameAdjourned | GameResumed | SealerTooLate | EnvelopeOpened
)


def in_quickplay(game: Game, event: QuickplayEvent) -> Game:
    white, at_ms = event.white, event.at_ms
    match event:
        case QuickplayClaimed():
            return replace(
                game,
                phase=_awaiting(EndReason.QUICKPLAY_FINISH, white=white),
                clock=game.clock.stopped(at_ms),
                turn=game.turn.offered(white=white),
            )
        case QuickplayReopened():
            return replace(game, phase=_awaiting(EndReason.FLAG_FALL, white=white))
        case QuickplayPostponed():
            phase = InPlay(postponed_for_white=white)
            return replace(game, phase=phase, clock=game.clock.started(at_ms))
        case QuickplayRejected() if isinstance(game.phase, InPlay):
            return replace(game, phase=replace(game.phase, postponed_for_white=None))
        case QuickplayRejected():
            return replace(game, phase=InPlay(), clock=game.clock.started(at_ms))
        case _:
            assert_never(event)


def _awaiting(reason: EndReason, *, white: bool) -> AwaitingRuling:
    return AwaitingRuling(question="quickplay", white=white, reason=reason)


def about_increment(game: Game, event: IncrementEvent) -> Game:
    """The clocks stand until the arbiter has answered, and run on with more or without."""
    at_ms = event.at_ms
    match event:
        case IncrementRequested(white=white):
            waiting = AwaitingRuling(
                question="increment", white=white, reason=EndReason.QUICKPLAY_FINISH
            )
            turn = game.turn.offered(white=white)
            return replace(game, phase=waiting, clock=game.clock.stopped(at_ms), turn=turn)
        case IncrementIntroduced(ms=ms):
            clock = game.clock.with_increment(ms).started(at_ms)
            return replace(game, phase=InPlay(), clock=clock)
        case IncrementRefused():
            return replace(game, phase=InPlay(), clock=game.clock.started(at_ms))
        case _:
            assert_never(event)


def playing(game: Game, *, halted: tuple[Role, StopReason] | None = None) -> InPlay:
    """Play goes on, or stands, and what the arbiter has put off stays put off."""
    postponed = game.phase.postponed_for_white if isinstance(game.phase, InPlay) else None
    return InPlay(halted=halted, postponed_for_white=postponed)


def gone_back(game: Game, event: PositionRestored) -> Game:
    moves_kept, at_ms = event.moves_kept, event.at_ms
    position = game.position.rewound(moves_kept)
    came_with = len(game.table.setup.moves)
    starts_white = game.position.rewound(came_with).white_to_move
    counted = moves_kept - came_with
    first, second = (counted + 1) // 2, counted // 2
    return replace(
        game,
        phase=playing(game, halted=(Role.ARBITER, "irregularity")),
        position=position,
        clock=game.clock.stopped(at_ms).turned_to(
            white_to_move=position.white_to_move,
            white_moves=first if starts_white else second,
            black_moves=second if starts_white else first,
        ),
        turn=Turn(),
        scores=cut_to(game.scores, moves_kept),
    )


def in_adjournment(game: Game, event: AdjournmentEvent) -> Game:
    match event:
        case SealingAsked(resumption=resumption, charged_until_ms=charged_until_ms):
            sealing = Sealing(resumption=resumption, charged_until_ms=charged_until_ms)
            return replace(game, phase=sealing, turn=replace(game.turn, announcement=None))
        case MoveSealed(text=text, is_made=is_made):
            return _sealed(game, text, is_made=is_made)
        case GameAdjourned(envelope=envelope, at_ms=at_ms):
            white_ms, black_ms = envelope.left_ms
            clock = game.clock.set_by_arbiter(white_ms=white_ms, black_ms=black_ms, at_ms=at_ms)
            return replace(game, phase=Adjourned(envelope=envelope), clock=clock.stopped(at_ms))
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
    """An answer sealed for a missing player gives them no more time to come."""
    return game.attendance.started_at_ms if game.is_somebody_missing else at_ms


def arrived(game: Game, event: PlayerArrived) -> Game:
    """One more is there; if the envelope waited for them, their clock stops until it is opened."""
    here = game.attendance.here.having(theirs=True, white=event.white)
    clock = game.clock
    if isinstance(game.phase, Resuming) and event.white != game.phase.envelope.sealed_by_white:
        clock = clock.stopped(event.at_ms).handed_to(white=game.white_to_move)
    return replace(game, attendance=replace(game.attendance, here=here), clock=clock)


def _resumed(game: Game, event: GameResumed) -> Game:
    """The player who must answer pays from now on if absent; the envelope stays shut."""
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
            is_resumption=True,
        ),
    )
