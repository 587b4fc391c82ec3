"""Folds changes into a competition; a change that was undone leaves no trace."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import assert_never

from voice_chess.event.boards import Board
from voice_chess.event.changes import (
    AppealsTaken,
    ByeGranted,
    Change,
    ChangeUndone,
    CompetitionDeleted,
    CompetitionMade,
    Entered,
    PairForbidden,
    PlayerCorrected,
    PlayerReadmitted,
    PlayersEntered,
    PlayersRanked,
    PlayerWithdrew,
    ResultRuled,
    ResultTaken,
    RoundPaired,
    RoundStarted,
    RulingSetAside,
    TermsChanged,
)
from voice_chess.event.competition import (
    BoardResult,
    Competition,
    Competitor,
    PairedRound,
    PlayedBoard,
)
from voice_chess.event.terms import MOST_ROUNDS

Remembered = Change | RulingSetAside
"""What a history consists of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A competition, and the changes that led to it, without those that were undone."""

    competition: Competition
    changes: tuple[Remembered, ...]

    @property
    def is_deleted(self) -> bool:
        """Whether the competition was deleted, so that only remains of it exist."""
        return isinstance(self.changes[-1], CompetitionDeleted)

    @property
    def last_of_arbiter(self) -> Remembered | None:
        """The arbiter's last change, which can be undone.

        None if it made the competition or started a round, since nothing up to these can be undone.
        """
        found = next((each for each in reversed(self.changes) if _is_of_arbiter(each)), None)
        return None if isinstance(found, RoundStarted | CompetitionMade) else found


def evolve(history: History | None, change: Remembered) -> History:
    """Return the history after a change; the first one makes the competition.

    Raises ValueError if the first change does not.
    """
    if history is None:
        if not isinstance(change, CompetitionMade):
            message = f"A competition begins by being made, not by {type(change).__name__}."
            raise ValueError(message)
        competition = Competition(terms=change.terms, arbiter=change.arbiter)
        return History(competition=competition, changes=(change,))
    if isinstance(change, ChangeUndone):
        return _taken_back(history)
    return History(
        competition=_changed(history.competition, change), changes=(*history.changes, change)
    )


def replayed(changes: Iterable[Change]) -> History | None:
    """Return the history after all of these changes, or None if there are none."""
    history: History | None = None
    for change in changes:
        history = evolve(history, change)
    return history


def _taken_back(history: History) -> History:
    """Return the history without the arbiter's last change.

    A result that counts again is news for its players, as the one was that is gone.
    """
    undone = history.last_of_arbiter
    after = _without(history, undone)
    if not isinstance(undone, ResultRuled | ResultTaken):
        return after
    where = undone.round, undone.board
    was, will = (each.competition.board(*where) for each in (history, after))
    if was is None or will is None or was.result is will.result:
        return after
    told = replace(after.competition, corrected=after.competition.corrected | {where})
    return replace(after, competition=told)


def _without(history: History, undone: Remembered | None) -> History:
    kept: list[Remembered] = []
    for each in history.changes:
        if each is not undone:
            kept.append(each)
        elif isinstance(each, ResultTaken):
            kept.extend(_set_aside(each))
    first = evolve(None, kept[0])
    return reduce(evolve, kept[1:], first)


def _set_aside(ruled: ResultTaken) -> Iterator[RulingSetAside]:
    """Yield what is left of an undone ruling: the game itself keeps it, so it would come again."""
    if ruled.instead_of is not None:
        yield RulingSetAside(
            at_ms=ruled.at_ms,
            round=ruled.round,
            board=ruled.board,
            at_board=ruled.result,
            result=ruled.instead_of,
        )


def _is_of_arbiter(change: Remembered) -> bool:
    match change:
        case ResultTaken(instead_of=before):
            return before is not None
        case _:
            return not isinstance(change, RulingSetAside | AppealsTaken)


def _changed(competition: Competition, change: Remembered) -> Competition:
    match change:
        case CompetitionMade(terms=terms) | TermsChanged(terms=terms):
            return replace(competition, terms=terms)
        case PlayersEntered() | PlayerCorrected() | PlayersRanked() | PairForbidden():
            return _with_players_changed(competition, change)
        case PlayerWithdrew() | PlayerReadmitted() | ByeGranted():
            return _with_presence_changed(competition, change)
        case RoundPaired(round=number, boards=boards):
            played = tuple(
                _played(competition, number, place, board)
                for place, board in enumerate(boards, start=1)
            )
            rounds = (*competition.rounds, PairedRound(boards=played))
            return replace(competition, rounds=rounds, corrected=frozenset())
        case RoundStarted(round=number, games=games):
            started = _started(competition.rounds[number - 1], games)
            return _with_round(competition, number, started)
        case ResultTaken() | RulingSetAside() | ResultRuled():
            return _with_result(competition, change)
        case AppealsTaken(game_id=game_id, waits=waits):
            own = frozenset({game_id})
            appealed = competition.appealed | own if waits else competition.appealed - own
            return replace(competition, appealed=appealed)
        case ChangeUndone() | CompetitionDeleted():
            return competition
        case _:
            assert_never(change)


def _with_players_changed(
    competition: Competition,
    change: PlayersEntered | PlayerCorrected | PlayersRanked | PairForbidden,
) -> Competition:
    match change:
        case PlayersEntered(entered=entered):
            late = frozenset(range(1, competition.next_round))
            new = (_competitor(each, late) for each in entered)
            everybody = sorted((*competition.competitors, *new), key=lambda each: each.number)
            return replace(competition, competitors=tuple(everybody))
        case PlayerCorrected(player=number, person=person):
            everybody = [
                replace(each, person=person) if each.number == number else each
                for each in competition.competitors
            ]
            return replace(competition, competitors=tuple(everybody))
        case PlayersRanked(order=order):
            known = competition.by_number
            numbers = {old: new for new, old in enumerate(order, start=1)}
            return replace(
                competition,
                competitors=tuple(replace(known[old], number=numbers[old]) for old in order),
                forbidden=tuple((numbers[a], numbers[b]) for a, b in competition.forbidden),
            )
        case PairForbidden(one=one, other=other):
            return replace(competition, forbidden=(*competition.forbidden, (one, other)))


def _competitor(entered: Entered, late: frozenset[int]) -> Competitor:
    return Competitor(
        number=entered.number, person=entered.person, place=entered.place, absent=late
    )


def _with_presence_changed(
    competition: Competition, change: PlayerWithdrew | PlayerReadmitted | ByeGranted
) -> Competition:
    who = competition.by_number[change.player]
    match change:
        case PlayerWithdrew(first_round=first):
            gone = range(first, MOST_ROUNDS + 1)
            changed = replace(who, absent=who.absent | frozenset(gone))
        case PlayerReadmitted(first_round=first):
            kept = frozenset(round_ for round_ in who.absent if round_ < first)
            changed = replace(who, absent=kept)
        case ByeGranted(round=round_):
            changed = replace(who, byes=who.byes | {round_})
    everybody = (changed if each is who else each for each in competition.competitors)
    return replace(competition, competitors=tuple(everybody))


def _played(competition: Competition, round_: int, place: int, board: Board) -> PlayedBoard:
    """Return a new board.

    If the pairing came from a table, a player may be absent; they have lost without a game.
    """
    played = PlayedBoard(number=place, white=board.white, black=board.black)
    if board.black is None:
        return played
    white, black = (competition.by_number[number] for number in (board.white, board.black))
    result = _FORFEITED.get((round_ in white.absent, round_ in black.absent))
    return replace(played, by_arbiter=result)


_FORFEITED = {
    (True, False): BoardResult.BLACK_BY_FORFEIT,
    (False, True): BoardResult.WHITE_BY_FORFEIT,
    (True, True): BoardResult.BOTH_FORFEIT,
}
"""The result by whether White and whether Black are absent."""


def _started(round_: PairedRound, games: tuple[str, ...]) -> PairedRound:
    left = iter(games)
    boards = tuple(
        replace(board, game_id=next(left)) if board.is_open else board for board in round_.boards
    )
    return replace(round_, boards=boards, is_started=True)


def _with_result(
    competition: Competition, change: ResultTaken | RulingSetAside | ResultRuled
) -> Competition:
    match change:
        case ResultTaken(result=result):
            changed = partial(replace, by_game=result, at_board=result)
        case RulingSetAside(result=result, at_board=at_board):
            changed = partial(replace, by_game=result, at_board=at_board)
        case ResultRuled(result=result, reason=reason):
            changed = partial(replace, by_arbiter=result, reason=reason)
    after = _with_board(competition, change.round, change.board, changed)
    where = change.round, change.board
    was, will = competition.board(*where), after.board(*where)
    is_late = change.round < len(competition.rounds)
    if was and will and was.result is not will.result and (is_late or was.result):
        return replace(after, corrected=after.corrected | {where})
    return after


def _with_round(competition: Competition, number: int, changed: PairedRound) -> Competition:
    rounds = competition.rounds
    return replace(competition, rounds=(*rounds[: number - 1], changed, *rounds[number:]))


def _with_board(
    competition: Competition,
    round_: int,
    number: int,
    changed: Callable[[PlayedBoard], PlayedBoard],
) -> Competition:
    paired = competition.rounds[round_ - 1]
    boards = list(paired.boards)
    boards[number - 1] = changed(boards[number - 1])
    return _with_round(competition, round_, replace(paired, boards=tuple(boards)))
