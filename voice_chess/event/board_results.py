"""Decides on a board's result, from its game or by the arbiter, and on the mark of an appeal."""

from dataclasses import replace

from voice_chess.event.changes import AppealsTaken, ResultRuled, ResultTaken, Ruling
from voice_chess.event.commands import RuleResult, TakeAppeals, TakeResult
from voice_chess.event.competition import Competition, PlayedBoard
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.terms import System

LONGEST_REASON = 200


def decide_on_results(
    competition: Competition, command: TakeResult | TakeAppeals | RuleResult
) -> Ruling:
    """Decide on a result, or take over an appeal.

    A result of the arbiter stands whatever the game brings; without one, the game's result counts.
    A result can still be corrected when later rounds are paired: their pairings stay, and the
    standings and all pairings yet to be made use the corrected result.
    """
    match command:
        case TakeResult():
            return _take_result(competition, command)
        case TakeAppeals():
            return _take_appeals(competition, command)
        case RuleResult():
            return _rule_result(competition, command)


def _take_result(competition: Competition, command: TakeResult) -> Ruling:
    found = competition.of_game(command.game_id)
    if found is None:
        return Refusal.of(Reason.NO_SUCH_BOARD, field="board", board=command.game_id)
    round_, board = found
    was_undone = board.by_game is not board.at_board
    if board.at_board is command.result and not (was_undone and command.is_stated_again):
        return ()
    changed = replace(board, by_game=command.result, at_board=command.result)
    if changed.is_open and round_ < len(competition.rounds):
        # A later round was paired by the result: until the game has another one, it counts.
        return Refusal.of(Reason.RESULT_FIXED, field="round", round=round_)
    taken = ResultTaken(
        at_ms=command.at_ms,
        round=round_,
        board=board.number,
        result=command.result,
        instead_of=board.by_game if command.is_ruled else None,
    )
    return _objection(competition, round_, board, changed) or (taken,)


def _take_appeals(competition: Competition, command: TakeAppeals) -> Ruling:
    """Take over an appeal of any round: it waits whatever is paired meanwhile."""
    if competition.of_game(command.game_id) is None:
        return Refusal.of(Reason.NO_SUCH_BOARD, field="board", board=command.game_id)
    if (command.game_id in competition.appealed) is command.waits:
        return ()
    return (AppealsTaken(at_ms=command.at_ms, game_id=command.game_id, waits=command.waits),)


def _rule_result(competition: Competition, command: RuleResult) -> Ruling:
    """Settle a result."""
    if not 1 <= command.round <= len(competition.rounds):
        return Refusal.of(Reason.NO_SUCH_ROUND, field="round", round=command.round)
    board = competition.board(command.round, command.board)
    if board is None or board.black is None:
        return Refusal.of(
            Reason.NO_SUCH_BOARD, field="board", round=command.round, board=command.board
        )
    reason = command.reason.strip()
    if not 0 < len(reason) <= LONGEST_REASON:
        return Refusal.of(Reason.REASON_MISSING, field="reason")
    if (board.by_arbiter, board.reason) == (command.result, reason):
        return ()
    ruled = ResultRuled(
        at_ms=command.at_ms,
        round=command.round,
        board=command.board,
        result=command.result,
        reason=reason,
    )
    changed = replace(board, by_arbiter=command.result)
    return _objection(competition, command.round, board, changed) or (ruled,)


def _objection(
    competition: Competition, round_: int, was: PlayedBoard, will: PlayedBoard
) -> Refusal | None:
    """Refuse another winner in a knock-out whose next round was paired with the first one."""
    if competition.terms.system is not System.KNOCK_OUT or round_ == len(competition.rounds):
        return None
    return None if was.winner == will.winner else Refusal.of(Reason.RESULT_FIXED, round=round_)
