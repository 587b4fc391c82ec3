"""Defines what can happen to a competition, and rulings; `at_ms` is in ms since 1970."""

from dataclasses import dataclass

from voice_chess.event.boards import Board
from voice_chess.event.competition import BoardResult, Person
from voice_chess.event.refusals import Refusal
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
    """A person with their starting number, and the place that opens their boards."""

    number: int
    person: Person
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersEntered(_Happened):
    """Players entered; they are absent from all rounds that were paired before."""

    entered: tuple[Entered, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCorrected(_Happened):
    """A player's data were replaced by these."""

    player: int
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersRanked(_Happened):
    """Starting numbers were given out anew: `order` holds the old numbers in the new order."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrew(_Happened):
    player: int
    first_round: int
    """The first round without the player."""


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
    """The games of the boards with two players, in the order of the boards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTaken(_Happened):
    """A result was taken from a game; None: the game no longer has one that could be taken."""

    round: int
    board: int
    result: BoardResult | None
    instead_of: BoardResult | None = None
    """The game's result until the arbiter ruled otherwise at the board, which can be undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSetAside(_Happened):
    """A ruling at the board was undone, though the game itself keeps it.

    It stands in a history for the `ResultTaken` and the `ChangeUndone` that are in the journal.
    """

    round: int
    board: int
    at_board: BoardResult | None
    """The game's result by the ruling, which does not count."""
    result: BoardResult
    """The game's result before, which counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealsTaken(_Happened):
    """Taken from a game: an appeal waits there to be decided, or none does any more."""

    game_id: str
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRuled(_Happened):
    """The arbiter settled a result."""

    round: int
    board: int
    result: BoardResult
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeUndone(_Happened):
    """The arbiter's last change that stood was undone, as if it had never been made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionDeleted(_Happened):
    """The competition was deleted: nothing of it is kept, and whatever is left is removed."""


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
    | AppealsTaken
    | ResultRuled
    | ChangeUndone
    | CompetitionDeleted
)


Ruling = tuple[Change, ...] | Refusal
"""The changes that the command brings about, or the reason why it is refused."""
