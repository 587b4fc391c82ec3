"""Everything settled before a game: the seats, the time control, the edition, the customs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from voice_chess.by_color import ByColor
from voice_chess.clock.time_control import TimeControl
from voice_chess.laws.edition import STANDARD_EDITION, edition
from voice_chess.laws.position import ORDINARY_START
from voice_chess.remembered import remembered

ScoreMedium = Literal["program", "braille", "longhand", "recording", "paper"]
_BY_HAND: frozenset[ScoreMedium] = frozenset({"braille", "longhand", "paper"})


_PLAYERS: Mapping[str, bool] = {"white": True, "black": False}
_ASSISTANTS: Mapping[str, bool] = {"assistant-white": True, "assistant-black": False}
"""The roles of players and of their assistants, with whether they act for White."""


class Role(StrEnum):
    """The role in which a person gives commands to the game.

    `acts_for_white` is the side this role acts for; None for the arbiter and the spectators. Each
    move asks for it some twenty times, so it is no property.
    """

    WHITE = "white"
    BLACK = "black"
    ASSISTANT_WHITE = "assistant-white"
    ASSISTANT_BLACK = "assistant-black"
    ARBITER = "arbiter"
    SPECTATOR = "spectator"

    def __init__(self, written: str) -> None:
        self.is_player = written in _PLAYERS
        self.is_assistant = written in _ASSISTANTS
        self.acts_for_white = {**_PLAYERS, **_ASSISTANTS}.get(written)

    @classmethod
    def player(cls, *, white: bool) -> "Role":
        """Return the role of that side's player."""
        return cls.WHITE if white else cls.BLACK

    @classmethod
    def assistant(cls, *, white: bool) -> "Role":
        """Return the role of that player's assistant."""
        return cls.ASSISTANT_WHITE if white else cls.ASSISTANT_BLACK


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTerms:
    """How an engine plays: the name of its level, and whether it thinks in a browser."""

    level: str
    in_browser: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One player.

    `score_medium`: how they keep their score. Whoever records in sound has recorded a move by
    announcing it. `engine` is None where a person plays; each reader is told its terms beside the
    name in their own language.
    """

    name: str = ""
    is_blind: bool = False
    has_assistant: bool = False
    is_hearing_impaired: bool = False
    score_medium: ScoreMedium = "program"
    engine: EngineTerms | None = None

    @property
    def writes_by_hand(self) -> bool:
        """Whether recording a move is work of its own for them, after the announcement."""
        return self.score_medium in _BY_HAND


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The position from which the game starts.

    `moves`, in UCI, were played from there before the game came to this table. They are its
    history: they count for repetition, the fifty moves and the move number, but not for the clock,
    and nobody can take them back.
    """

    fen: str = ORDINARY_START
    chess960: bool = False
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Customs:
    """The table's choices where the Laws leave one.

    `illegal_policy`: an illegal move is refused at once, or counts once the clock is pressed.
    `flag_mode`: the flag falls by itself, or a player must claim it or the arbiter see it.
    `charge_until`: the mover pays until the press; or up to `understanding_ms` between their
    announcement and the press are free, because the program needs time to understand them.
    `must_repeat`: the opponent must repeat a move before they announce their own.
    `execution`: an announcement is the move, or the execution by hand is reported separately.
    `arrivals`: both players count as present at the start, or each arrival is reported.
    `recording`: the program keeps the scores, or players who write by hand report each move.
    `takebacks`: moves may be taken back if both want it, which the Laws do not provide for; never
    if an arbiter leads the event.
    """

    illegal_policy: Literal["refuse", "count"] = "refuse"
    flag_mode: Literal["automatic", "claim"] = "automatic"
    charge_until: Literal["announcement", "press"] = "announcement"
    understanding_ms: int = 10_000
    must_repeat: bool = False
    execution: Literal["assumed", "reported"] = "assumed"
    arrivals: Literal["assumed", "recorded"] = "assumed"
    recording: Literal["program", "reported"] = "program"
    takebacks: bool = False

    @remembered
    def free_ms(self) -> int:
        """How long the mover's time is free between announcement and press, in ms."""
        return self.understanding_ms if self.charge_until == "announcement" else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """The competition around the game; None leaves a rule to the edition.

    `lateness_ms`: how late a player may come; where the Laws give a resumption its own time, only
    to the beginning.
    `has_rematches`: there is no competition, and the players may agree on another game.
    `has_agreed_draws`: if false, the players can agree on a draw only with the arbiter.
    """

    has_arbiter: bool = False
    games_per_arbiter: int | None = None
    lateness_ms: int | None = None
    no_agreed_draw_before_move: int | None = None
    has_rematches: bool = False
    has_agreed_draws: bool = True


BanOnDraws = Literal["no-draw", "no-agreed-draws"]
"""A ban on agreed draws up to a move, or on all."""


def unknown_ban(edition_id: str, *, until: int | None, has_agreed_draws: bool) -> BanOnDraws | None:
    """Return the ban on agreed draws that is wanted, if the edition lets no event have one."""
    if edition(edition_id).rules.draws.may_ban_early_agreement:
        return None
    if until is not None:
        return "no-draw"
    return None if has_agreed_draws else "no-agreed-draws"


@dataclass(frozen=True, kw_only=True)
class Table:
    """Everything agreed before the first move."""

    control: TimeControl
    edition: str = STANDARD_EDITION
    setup: Setup = field(default_factory=Setup)
    white: Seat = field(default_factory=Seat)
    black: Seat = field(default_factory=Seat)
    customs: Customs = field(default_factory=Customs)
    occasion: Occasion = field(default_factory=Occasion)

    @property
    def seats(self) -> ByColor[Seat]:
        return ByColor(white=self.white, black=self.black)

    def seat(self, *, white: bool) -> Seat:
        return self.white if white else self.black

    @remembered
    def has_assistants(self) -> bool:
        """Whether at least one of the players has an assistant."""
        return self.white.has_assistant or self.black.has_assistant

    @remembered
    def has_takebacks(self) -> bool:
        """Whether moves may be taken back by agreement; never if there is an arbiter."""
        return self.customs.takebacks and not self.occasion.has_arbiter

    def reports(self, *, white: bool) -> bool:
        """Return whether this player reports each move that they have written.

        Otherwise their score counts as complete, since the program keeps it.
        """
        return self.customs.recording == "reported" and self.seat(white=white).writes_by_hand

    @remembered
    def are_scores_reported(self) -> bool:
        """Whether at least one of the players reports what they write."""
        return any(self.reports(white=white) for white in (True, False))

    @property
    def has_rematches(self) -> bool:
        """Whether the players may agree on another game; an arbiter's event arranges its own."""
        return self.occasion.has_rematches and not self.occasion.has_arbiter
