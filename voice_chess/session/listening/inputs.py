"""What comes to a game, one thing after the other, at a table as at seats apart.

From those who take part: what they type, say and click, what their boards feel, and what an engine
has thought. From time and the machine. In a room there is sound besides, which an ear makes
utterances of, and devices come and go; apart, people do. Times are those of the session's
`TimeSource`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from voice_chess.game.commands import Command
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.evidence import SoundSpan
from voice_chess.session.listening.recording import PatientRecord
from voice_chess.session.ports import Chosen, OpponentLost, RequestKey
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.meaning import CommandMeaning
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import Felt

AROUND_TABLE = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class FromParticipant:
    """`listener` is the name under which they have joined; around one table all share one."""

    at_ms: int
    listener: str = AROUND_TABLE
    key: str | None = None
    """Of what a page asks for, which is done once however often it comes."""

    @property
    def request(self) -> RequestKey | None:
        return None if self.key is None else RequestKey(seat=self.listener, key=self.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(FromParticipant):
    """A line; an empty one is Enter and nothing else."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted(FromParticipant):
    """A command by its name, as a button gives it."""

    command: CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedByHand(FromParticipant):
    """On a board that shows this many half-moves."""

    uci: str
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled(FromParticipant):
    """On the peg board: pieces touched, or the announced move executed."""

    squares: tuple[str, ...]
    is_executed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(FromParticipant):
    """A command as it was given; whether it may be is for the game to say."""

    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTold(FromParticipant):
    """A player's own board as it stands; their score has so many moves of the game, or all."""

    board: PegBoard
    agreed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled(FromParticipant):
    """What was found of boards that differ is done, or left."""

    accepts: bool
    in_words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrusted(FromParticipant):
    """A passphrase for the envelope of this game."""

    passphrase: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoke(FromParticipant):
    """An utterance, and what was expected when it was heard; in all sound it lies at `span`."""

    heard: Heard
    expected: Expectation
    span: SoundSpan | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTells(FromParticipant):
    """A player's own board has felt this; around one table White and Black may each have one."""

    happenings: tuple[Felt, ...]
    white: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardStands(FromParticipant):
    """It has told nothing for a while, or for long."""

    is_long: bool
    white: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLeft(FromParticipant):
    """It tells nothing any more; `is_lost`: that was nobody's wish."""

    is_lost: bool
    white: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineThought:
    """What the engine of this game has found in a position.

    Nothing where its engine was `lost`, or where that was so and it may think again.
    """

    position: Position
    chosen: Chosen | None = None
    lost: OpponentLost | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """The person spoken to: `listener` names them among all that listen to this game."""

    listener: str
    role: Role
    settings: TableSettings
    preferences: VoicePreferences


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    sitter: Sitter


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseated:
    listener: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """Those roles that have somebody at the table."""

    here: frozenset[Role]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """The program itself was gone until now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Woken:
    """The machine has slept until now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskFull:
    """The journal could not be written, or this sound."""

    sound: PatientRecord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed:
    """Nobody did anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """Some sound, 16 kHz mono 16-bit, and when its last sample was taken."""

    samples: bytes
    ended_ms: int


DeviceKind: TypeAlias = Literal["Speaker", "Microphone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceGone:
    """Nothing comes from it any more; it is looked for."""

    kind: DeviceKind
    reason: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceBack:
    """It was looked for, and is there again."""

    kind: DeviceKind
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MicrophoneMute:
    """It is there, but not even the noise of a room has come from it so far."""

    at_ms: int


Asked: TypeAlias = (
    Typed | Wanted | MovedByHand | Handled | Decided | BoardTold | Reconciled | Entrusted | Spoke
)
"""What those who take part ask for, and get an answer to."""

OfBoards: TypeAlias = BoardTells | BoardStands | BoardLeft

GameInput: TypeAlias = (
    Asked | OfBoards | EngineThought | Present | Gone | Woken | DiskFull | TimePassed
)
"""What a game attends to."""

SeatInput: TypeAlias = GameInput | Seated | Unseated
"""What comes to a game of seats apart."""

RoomInput: TypeAlias = GameInput | Sound | DeviceGone | DeviceBack | MicrophoneMute
"""What comes to one around a table."""


Outcome: TypeAlias = Literal["done", "refused", "stale"]
"""What becomes of an input; what was meant for an earlier position is stale."""


class LastingInbox:
    """`Inbox` of several games at one machine: each goes on where the one before has stopped."""

    def __init__(self, inbox: "Inbox") -> None:
        self._entries = iter(inbox.entries())

    def entries(self) -> Iterator[RoomInput]:
        return self._entries


class Inbox(Protocol):
    """The only way into a room; whatever else goes on, its entries come one by one."""

    def entries(self) -> Iterable[RoomInput]:
        """Entries as they come; ends when nothing can come any more. Raises `MicrophoneLost`."""
