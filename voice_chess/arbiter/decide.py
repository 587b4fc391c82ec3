"""Judges every command: first whether it may be asked now, then by whom it is answered."""

from typing import assert_never

from voice_chess.arbiter import (
    adjournment,
    agreements,
    clocks,
    draws,
    hands,
    illegal_moves,
    information,
    moves,
    objections,
    quickplay,
    recording,
    rulings,
    wrong_start,
)
from voice_chess.arbiter.early_reply import followed
from voice_chess.arbiter.game_end import lost_unless_safe
from voice_chess.arbiter.moves import made_unpressed
from voice_chess.arbiter.permissions import not_permitted
from voice_chess.arbiter.phases import out_of_place
from voice_chess.arbiter.reconciliation import board_corrected
from voice_chess.arbiter.table_check import arranged
from voice_chess.game.agreement_commands import Agreeing
from voice_chess.game.commands import (
    AcceptDraw,
    AddTime,
    AdjournEarly,
    Adjust,
    AnnounceMove,
    ArrangeGame,
    Arrive,
    AskToSeal,
    ClaimDraw,
    ClaimFlag,
    ClaimIllegalMove,
    ClaimQuickplay,
    Command,
    CorrectSlip,
    DeclineDraw,
    EndGame,
    ExecuteMove,
    Expel,
    GoBack,
    OfferDraw,
    OpenEnvelope,
    PassTime,
    PressClock,
    RepeatMove,
    Resign,
    Resume,
    RuleOnMatingChance,
    RuleOnQuickplay,
    SealMove,
    SetClocks,
    StartClocks,
    StartGame,
    StopClocks,
    TouchPieces,
    Warn,
)
from voice_chess.game.dispute_commands import (
    CorrectBoard,
    Disputing,
    ObjectToRelease,
    ObjectToTouch,
    ReportFault,
    ReportTwoHands,
    RuleOnObjection,
    SetPieceDown,
    TakeBackTogether,
)
from voice_chess.game.dispute_events import ReasonStated
from voice_chess.game.events import Event, GameEnded, Resigned, RulingAsked
from voice_chess.game.increment_commands import RequestIncrement, RuleOnIncrement
from voice_chess.game.record_commands import (
    AskInformation,
    BeginNextPeriod,
    CompleteScore,
    Inform,
    ReconstructGame,
    Recording,
    RecordMove,
    RuleOnResult,
    SignScore,
)
from voice_chess.game.refusals import Refusal
from voice_chess.game.results import EndReason
from voice_chess.game.state import Game, Sealing
from voice_chess.game.suspension_events import SealerTooLate
from voice_chess.game.table import Role

Ruling = tuple[Event, ...] | Refusal


def decide(game: Game, command: Command) -> Ruling:
    """The events this command brings about, or why it can't be done. Changes nothing itself."""
    refusal = (
        clocks.bad_times(game, at_ms=command.at_ms)
        or not_permitted(game, command)
        or out_of_place(game, command)
    )
    if refusal is not None:
        return refusal
    overdue = clocks.due(game, command.at_ms)
    if any(isinstance(event, SealerTooLate) for event in overdue):
        # Only their envelope is waited for: what is asked may be to open it.
        following = decide(followed(game, overdue), command)
        return (*overdue, *following) if isinstance(following, tuple) else overdue
    if overdue:
        return overdue
    ruling = _answer(game, command)
    if not isinstance(ruling, tuple) or not ruling:
        return ruling
    return (*ruling, *recording.stopped_to_record(game, ruling), *_reason(command))


def _reason(command: Command) -> tuple[ReasonStated, ...]:
    """Only the arbiter's words are anything to the game."""
    if command.by is not Role.ARBITER or not command.in_words:
        return ()
    return (ReasonStated(in_words=command.in_words, at_ms=command.at_ms),)


def _answer(game: Game, command: Command) -> Ruling:  # noqa: C901, PLR0912 - one case per kind of command
    if isinstance(command, Agreeing):
        return agreements.answer(game, command)
    match command:
        case ArrangeGame(table=table):
            return arranged(game, table, command.at_ms)
        case AnnounceMove() | CorrectSlip() | RepeatMove() | ExecuteMove() | PressClock():
            return _moving(game, command)
        case TouchPieces() | Adjust():
            return _touching(game, command)
        case OfferDraw() | AcceptDraw() | DeclineDraw() | Resign():
            return _giving_in(game, command)
        case ClaimDraw() | ClaimQuickplay() | ClaimFlag() | ClaimIllegalMove():
            return _claiming(game, command)
        case Arrive() | StartGame() | StopClocks() | StartClocks() | PassTime():
            return _timing(game, command)
        case AskToSeal() | AdjournEarly() | SealMove() | Resume() | OpenEnvelope():
            return adjournment.answer(game, command)
        case AddTime() | SetClocks() | Warn() | Expel() | GoBack() | EndGame():
            return rulings.rule(game, command)
        case RuleOnMatingChance() | RuleOnQuickplay():
            return rulings.rule(game, command)
        case SetPieceDown() | ObjectToTouch() | ObjectToRelease() | RuleOnObjection():
            return _disputing(game, command)
        case ReportTwoHands() | ReportFault() | TakeBackTogether() | CorrectBoard():
            return _disputing(game, command)
        case RecordMove() | CompleteScore() | ReconstructGame() | BeginNextPeriod():
            return _recording(game, command)
        case SignScore() | RuleOnResult() | AskInformation() | Inform():
            return _recording(game, command)
        case RequestIncrement():
            return quickplay.request_increment(game, command)
        case RuleOnIncrement():
            return quickplay.rule_on_increment(game, command)
        case _:
            assert_never(command)


def _disputing(game: Game, command: Disputing) -> Ruling:
    match command:
        case SetPieceDown():
            return hands.set_down(game, command)
        case ReportTwoHands():
            return hands.report_two_hands(game, command)
        case ObjectToTouch():
            return objections.to_touch(game, command)
        case ObjectToRelease():
            return objections.to_release(game, command)
        case RuleOnObjection():
            return objections.rule(game, command)
        case TakeBackTogether():
            return illegal_moves.take_back_together(game, command)
        case ReportFault():
            return wrong_start.report(game, command)
        case CorrectBoard():
            return board_corrected(game, command)
        case _:
            assert_never(command)


def _recording(game: Game, command: Recording) -> Ruling:
    match command:
        case RecordMove():
            return recording.record(game, command)
        case CompleteScore():
            return recording.complete(game, command)
        case ReconstructGame():
            return recording.reconstruct(game, command)
        case BeginNextPeriod():
            return recording.begin_next_period(game, command)
        case SignScore():
            return recording.sign(game, command)
        case RuleOnResult():
            return recording.rule_on_result(game, command)
        case AskInformation():
            return information.ask(game, command)
        case Inform():
            return information.inform(game, command)
        case _:
            assert_never(command)


def _touching(game: Game, command: TouchPieces | Adjust) -> Ruling:
    if isinstance(command, Adjust):
        return moves.adjust(game, command)
    return moves.touch(game, command)


def _claiming(
    game: Game, command: ClaimDraw | ClaimQuickplay | ClaimFlag | ClaimIllegalMove
) -> Ruling:
    match command:
        case ClaimDraw():
            return draws.claim(game, command)
        case ClaimQuickplay():
            return quickplay.claim(game, command)
        case ClaimFlag():
            return clocks.claim_flag(game, command)
        case ClaimIllegalMove():
            return illegal_moves.claim(game, command)
        case _:
            assert_never(command)


def _moving(
    game: Game, command: AnnounceMove | CorrectSlip | RepeatMove | ExecuteMove | PressClock
) -> Ruling:
    match command:
        case AnnounceMove() if isinstance(game.phase, Sealing):
            return adjournment.made_on_the_board(game, command)
        case AnnounceMove() | CorrectSlip():
            return moves.announce(game, command)
        case RepeatMove():
            return moves.repeat(game, command)
        case ExecuteMove():
            return moves.execute(game, command)
        case PressClock():
            return moves.press(game, command)
        case _:
            assert_never(command)


def _giving_in(game: Game, command: OfferDraw | AcceptDraw | DeclineDraw | Resign) -> Ruling:
    match command:
        case OfferDraw():
            return draws.offer(game, command)
        case AcceptDraw():
            return draws.accept(game, command)
        case DeclineDraw():
            return draws.decline(game, command)
        case Resign():
            return _resigned(game, command)
        case _:
            assert_never(command)


def _timing(
    game: Game, command: Arrive | StartGame | StopClocks | StartClocks | PassTime
) -> Ruling:
    match command:
        case Arrive():
            return clocks.arrive(game, command)
        case StartGame():
            return clocks.start(command)
        case StopClocks(by=by) if isinstance(game.phase, Sealing) and by is not Role.ARBITER:
            return adjournment.close(game, command)
        case StopClocks():
            return clocks.stop(game, command)
        case StartClocks():
            return clocks.start_again(game, command)
        case PassTime():
            return ()
        case _:
            assert_never(command)


def _resigned(game: Game, command: Resign) -> tuple[Event, ...]:
    """Resigning answers the opponent's move; one of their own without a press is none."""
    white = command.by is Role.WHITE
    made = made_unpressed(game, command.at_ms) if white != game.white_to_move else ()
    game = followed(game, made)
    if game.is_over:
        return made
    resigned = Resigned(white=white, at_ms=command.at_ms)
    needs_chance = game.edition.rules.draws.resigning_needs_mating_chance
    outcome: GameEnded | RulingAsked = lost_unless_safe(
        game,
        white=white,
        reason=EndReason.RESIGNATION,
        at_ms=command.at_ms,
        is_ever_safe=needs_chance,
    )
    return (*made, resigned, outcome)
