"""Decides on commands to a competition by an event's rules: returns changes or a refusal."""

from typing import assert_never

from voice_chess.event.board_results import decide_on_results
from voice_chess.event.boards import violations
from voice_chess.event.changes import (
    ChangeUndone,
    CompetitionDeleted,
    CompetitionMade,
    RoundPaired,
    RoundStarted,
    Ruling,
    TermsChanged,
)
from voice_chess.event.commands import (
    ChangeTerms,
    CorrectPlayer,
    DeleteCompetition,
    EnterPlayers,
    EventCommand,
    ForbidPair,
    GrantBye,
    MakeCompetition,
    PairRound,
    RankPlayers,
    ReadmitPlayer,
    RuleResult,
    StartRound,
    TakeAppeals,
    TakeResult,
    UndoLast,
    WithdrawPlayer,
)
from voice_chess.event.competition import Competition
from voice_chess.event.entrants import Round
from voice_chess.event.evolve import History
from voice_chess.event.field_of_players import decide_on_players
from voice_chess.event.next_round import to_pair
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.terms import objection_to


def decide(history: History | None, command: EventCommand) -> Ruling:
    """Return the changes that a command brings, or why it is refused.

    The result is empty if everything is so already, for example when a command is repeated.
    """
    if isinstance(command, MakeCompetition):
        return _make(history, command)
    if history is None or history.is_deleted:
        return Refusal.of(Reason.NOT_STARTED)
    competition = history.competition
    match command:
        case ChangeTerms():
            return _change_terms(competition, command)
        case (
            EnterPlayers()
            | CorrectPlayer()
            | RankPlayers()
            | WithdrawPlayer()
            | ReadmitPlayer()
            | GrantBye()
            | ForbidPair()
        ):
            return decide_on_players(competition, command)
        case PairRound():
            return _pair(competition, command)
        case StartRound():
            return _start(competition, command)
        case TakeResult() | TakeAppeals() | RuleResult():
            return decide_on_results(competition, command)
        case UndoLast():
            return _undo(history, command)
        case DeleteCompetition(at_ms=at_ms):
            return (CompetitionDeleted(at_ms=at_ms),)
        case _:
            assert_never(command)


def _undo(history: History, command: UndoLast) -> Ruling:
    """Undo the arbiter's last change.

    A command that is repeated must not undo the change before it as well.
    """
    last = history.last_of_arbiter
    if command.made_at_ms is not None and (last is None or last.at_ms != command.made_at_ms):
        return Refusal.of(Reason.CHANGED_MEANWHILE)
    if last is None:
        return Refusal.of(Reason.NOTHING_TO_UNDO)
    return (ChangeUndone(at_ms=command.at_ms),)


def _make(history: History | None, command: MakeCompetition) -> Ruling:
    if history is not None:
        return Refusal.of(Reason.BEGUN)
    refusal = objection_to(command.terms)
    if refusal is not None:
        return refusal
    made = CompetitionMade(at_ms=command.at_ms, terms=command.terms, arbiter=command.arbiter)
    return (made,)


def _change_terms(competition: Competition, command: ChangeTerms) -> Ruling:
    """Change the terms, except those by which earlier rounds were paired."""
    refusal = objection_to(command.terms)
    if refusal is not None:
        return refusal
    was, will = competition.terms, command.terms
    if was == will:
        return ()
    if competition.rounds and (
        (was.system, was.is_baku, was.initial) != (will.system, will.is_baku, will.initial)
        or will.rounds < len(competition.rounds)
    ):
        return Refusal.of(Reason.BEGUN, field="system")
    if competition.rounds and was.is_rated != will.is_rated:
        return Refusal.of(Reason.BEGUN, field="rated")
    return (TermsChanged(at_ms=command.at_ms, terms=will),)


def _pair(competition: Competition, command: PairRound) -> Ruling:
    proposed = to_pair(competition)
    if isinstance(proposed, Refusal):
        return proposed
    number = competition.next_round
    if isinstance(proposed, Round):
        forbidden = next(violations(command.boards, proposed), None)
        if forbidden is not None:
            refusal = Refusal.of(Reason.PAIRING_FORBIDDEN, field="boards", round=number)
            return refusal.because_of(forbidden)
    elif proposed != command.boards:
        return Refusal.of(
            Reason.PAIRING_FORBIDDEN, field="boards", round=number, why=competition.terms.system
        )
    return (RoundPaired(at_ms=command.at_ms, round=number, boards=command.boards),)


def _start(competition: Competition, command: StartRound) -> Ruling:
    current = competition.current
    if current is None:
        return Refusal.of(Reason.NOT_PAIRED)
    number = len(competition.rounds)
    if current.is_started:
        return Refusal.of(Reason.STARTED_ALREADY, round=number)
    wanted = sum(board.is_open for board in current.boards)
    if len(command.games) != wanted:
        message = f"{wanted} boards need a game, and there are {len(command.games)}."
        raise ValueError(message)
    return (RoundStarted(at_ms=command.at_ms, round=number, games=command.games),)
