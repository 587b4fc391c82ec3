"""Defines the commands to a competition; `at_ms` is in milliseconds since 1970."""

from dataclasses import dataclass

from voice_chess.event.boards import Board
from voice_chess.event.competition import BoardResult, Person
from voice_chess.event.terms import CompetitionTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeCompetition(_Asked):
    terms: CompetitionTerms
    arbiter: str
    """The place of the competition's arbiters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTerms(_Asked):
    terms: CompetitionTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntrant:
    """A person who enters; without a number they get the next free one."""

    person: Person
    place: str
    number: int | None = None
    line: int | None = None
    """The line of the list that names them, or None if they come from no list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayers(_Asked):
    """Enter all of these players or none."""

    entries: tuple[NewEntrant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPlayer(_Asked):
    """Replace all data of a player except their number and their place."""

    player: int
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPlayers(_Asked):
    """Give out the starting numbers anew, by rating."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawPlayer(_Asked):
    """Take a player out of the competition from the next round on."""

    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadmitPlayer(_Asked):
    """Take a player back into the competition from the next round on."""

    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantBye(_Asked):
    """Give a player half a point for a round without a game."""

    player: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbidPair(_Asked):
    """Forbid these two to meet in any round."""

    one: int
    other: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound(_Asked):
    """Pair the next round, with these boards in their order."""

    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound(_Asked):
    """Start the round that was paired last, with one game for each board that has two players."""

    games: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeResult(_Asked):
    """Take over the result of a game of this competition; None if there is none to take.

    A game loses its result when the arbiter gives points of their own, or sets it in play again.
    """

    game_id: str
    result: BoardResult | None
    is_ruled: bool = False
    """Whether the arbiter has stated it at the board, against what the game had brought."""
    is_stated_again: bool = False
    """Whether it was stated just now: it counts even if it was undone before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeAppeals(_Asked):
    """Take over whether an appeal waits to be decided at a game of this competition."""

    game_id: str
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleResult(_Asked):
    """Settle a result by the arbiter, whatever the game says."""

    round: int
    board: int
    result: BoardResult
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoLast(_Asked):
    """Take back the arbiter's last change, if it is the one that was made at this time."""

    made_at_ms: int | None = None
    """The time of the change that is meant; None means the last one, whatever its time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteCompetition(_Asked):
    """Keep nothing of the competition. The caller has checked that no game of it has begun."""


EventCommand = (
    MakeCompetition
    | ChangeTerms
    | EnterPlayers
    | CorrectPlayer
    | RankPlayers
    | WithdrawPlayer
    | ReadmitPlayer
    | GrantBye
    | ForbidPair
    | PairRound
    | StartRound
    | TakeResult
    | TakeAppeals
    | RuleResult
    | UndoLast
    | DeleteCompetition
)
