"""Decides on a board's result: taken from its game, or settled by the arbiter with a reason."""

from voice_chess.event.changes import ResultRuled, ResultTaken
from voice_chess.event.commands import RuleResult, TakeResult
from voice_chess.event.competition import Competition, PlayedBoard
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.ruling import Ruling

LONGEST_REASON = 200


def decide_on_results(competition: Competition, command: TakeResult | RuleResult) -> Ruling:
    """Decide on a result.

    A result of the arbiter stands whatever the game brings; without one, the game's result counts.
    """
    if isinstance(command, TakeResult):
        return _take_result(competition, command)
    return _rule_result(competition, command)


def _take_result(competition: Competition, command: TakeResult) -> Ruling:
    for number, round_ in enumerate(competition.rounds, start=1):
        for board in round_.boards:
            if board.game_id != command.game_id:
                continue
            if number == len(competition.rounds):
                return _taken(number, board, command)
            return Refusal.of(Reason.RESULT_FIXED, field="round", round=number)
    return Refusal.of(Reason.NO_SUCH_BOARD, field="board", board=command.game_id)


def _taken(round_: int, board: PlayedBoard, command: TakeResult) -> Ruling:
    if board.by_game is command.result:
        return ()
    taken = ResultTaken(
        at_ms=command.at_ms, round=round_, board=board.number, result=command.result
    )
    return (taken,)


def _rule_result(competition: Competition, command: RuleResult) -> Ruling:
    """Settle a result, but only while no later round was paired by it."""
    if not 1 <= command.round <= len(competition.rounds):
        return Refusal.of(Reason.NO_SUCH_ROUND, field="round", round=command.round)
    board = competition.board(command.round, command.board)
    if board is None or board.black is None:
        return Refusal.of(
            Reason.NO_SUCH_BOARD, field="board", round=command.round, board=command.board
        )
    if command.round < len(competition.rounds):
        return Refusal.of(Reason.RESULT_FIXED, field="round", round=command.round)
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
    return (ruled,)
