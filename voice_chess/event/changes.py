"""What has happened to a competition; `at_ms` is in milliseconds since 1970."""

from dataclasses import dataclass

from voice_chess.event.boards import Board
from voice_chess.event.competition import BoardResult, Person
from voice_chess.event.terms import CompetitionTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class _Happened:
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionMade(_Happened):
    terms: CompetitionTerms
    arbiter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsChanged(_Happened):
    terms: CompetitionTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """Somebody with their starting number, and the place that opens their boards."""

    number: int
    person: Person
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersEntered(_Happened):
    """They are away in all rounds that were paired before."""

    entered: tuple[Entered, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCorrected(_Happened):
    """What is told of them now."""

    player: int
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersRanked(_Happened):
    """The numbers they had, in the order of those they have now."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrew(_Happened):
    player: int
    first_round: int
    """The first one without them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReadmitted(_Happened):
    player: int
    first_round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeGranted(_Happened):
    player: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairForbidden(_Happened):
    one: int
    other: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(_Happened):
    round: int
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(_Happened):
    round: int
    games: tuple[str, ...]
    """Of the boards with two players, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTaken(_Happened):
    """From the game."""

    round: int
    board: int
    result: BoardResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRuled(_Happened):
    """By the arbiter."""

    round: int
    board: int
    result: BoardResult
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeUndone(_Happened):
    """The arbiter's last change that stood has never been."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionDeleted(_Happened):
    """Nothing of it is to be kept; what is still there goes."""


Change = (
    CompetitionMade
    | TermsChanged
    | PlayersEntered
    | PlayerCorrected
    | PlayersRanked
    | PlayerWithdrew
    | PlayerReadmitted
    | ByeGranted
    | PairForbidden
    | RoundPaired
    | RoundStarted
    | ResultTaken
    | ResultRuled
    | ChangeUndone
    | CompetitionDeleted
)
