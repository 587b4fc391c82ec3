"""What a competition is asked for; `at_ms` is in milliseconds since 1970."""

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
    """The place of its arbiters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTerms(_Asked):
    terms: CompetitionTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntrant:
    """Somebody who enters; without a number they get the next one that is free."""

    person: Person
    place: str
    number: int | None = None
    line: int | None = None
    """Where a list tells of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayers(_Asked):
    """All of them or none."""

    entries: tuple[NewEntrant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPlayer(_Asked):
    """All that is told of them, but for their number and their place."""

    player: int
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPlayers(_Asked):
    """Give out the starting numbers anew, by rating."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawPlayer(_Asked):
    """From the next round on."""

    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadmitPlayer(_Asked):
    """From the next round on."""

    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantBye(_Asked):
    """Half a point, without a game."""

    player: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbidPair(_Asked):
    """These two never meet."""

    one: int
    other: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound(_Asked):
    """The next round, with these boards in their order."""

    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound(_Asked):
    """The round that was paired last; one game for each board that has two players."""

    games: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeResult(_Asked):
    """A game of this competition is over."""

    game_id: str
    result: BoardResult


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleResult(_Asked):
    """The arbiter settles a result, whatever the game says."""

    round: int
    board: int
    result: BoardResult
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoLast(_Asked):
    """Take back the arbiter's last change, if that is the one that was made then."""

    made_at_ms: int | None = None
    """None where nobody tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteCompetition(_Asked):
    """Keep nothing of it. Whoever asks has seen that no game of it has begun."""


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
    | RuleResult
    | UndoLast
    | DeleteCompetition
)
