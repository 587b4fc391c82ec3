"""Defines the inputs that a game takes one after the other, at a table or at seats apart.

They come from the participants (what they type, say and click, what their boards feel, and what an
engine has thought), from time, and from the machine. Around a table, in one room, there is sound as
well, which an ear turns into utterances, and devices come and go. At seats apart, people come and
go. All times are ms of the session's `TimeSource`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from voice_chess.game.commands import Command
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import Interpretation
from voice_chess.session.evidence import SoundSpan
from voice_chess.session.listening.recording import PatientRecord
from voice_chess.session.ports import Chosen, OpponentLost
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import CommandMeaning
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import Felt

AROUND_TABLE = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class FromParticipant:
    """An input from a participant. `listener` is the name under which they have joined the game.

    Around one table all share one name.
    """

    at_ms: int
    listener: str = AROUND_TABLE
    key: str | None = None
    """The key of a page's request, which is done only once, however often it is sent."""

    seen_ply: int | None = None
    """How many half-moves, made or announced, the page saw that could send this only later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(FromParticipant):
    """A typed line; an empty one is Enter alone."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted(FromParticipant):
    """A command by its name, as a button gives it."""

    command: CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedByHand(FromParticipant):
    """A move on a board that shows the position after `ply` half-moves."""

    uci: str
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled(FromParticipant):
    """An action on the peg board: pieces touched, or the announced move executed."""

    squares: tuple[str, ...]
    is_executed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(FromParticipant):
    """A command as it was given; the game decides whether it is allowed."""

    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTold(FromParticipant):
    """A player's own board as it stands. `agreed` is how many moves of the game their score has.

    None: it has all of them.
    """

    board: PegBoard
    agreed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled(FromParticipant):
    """A yes or no to what was found about boards that differ, with the reason in words."""

    accepts: bool
    in_words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrusted(FromParticipant):
    """A passphrase for the envelope of this game.

    `among`: whether they gave it for this game alone, or for all their games, and are told so at
    one of them.
    """

    passphrase: str = field(repr=False)
    among: Literal["one", "all", "others"] = "one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoke(FromParticipant):
    """An utterance, and what was expected when it was heard; `span` is its place in the record.

    `found` is its interpretation, if the ear had to make one to tell who spoke in which language;
    otherwise it is in the speaker's own.
    """

    heard: Heard
    expected: Expectation
    span: SoundSpan | None = None
    found: Interpretation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTells(FromParticipant):
    """What a player's own board has felt. Around one table White and Black may each have one."""

    happenings: tuple[Felt, ...]
    white: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardStands(FromParticipant):
    """A board has reported nothing for a while, or for a long while (`is_long`)."""

    is_long: bool
    white: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLeft(FromParticipant):
    """A board reports nothing any more. `is_lost`: nobody has switched it off on purpose."""

    is_lost: bool
    white: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineThought:
    """What the engine of this game has found in a position.

    `chosen` is None where the engine was `lost`, or was lost before and may think again now.
    """

    position: Position
    chosen: Chosen | None = None
    lost: OpponentLost | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """A person at a seat: `listener` names them among all that listen to this game."""

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
    """The roles that have somebody at the table now."""

    here: frozenset[Role]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """The program itself did not run until now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Woken:
    """The machine has slept until now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskFull:
    """The journal could not be written, or this sound record."""

    sound: PatientRecord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed:
    """Time has passed, and nobody has done anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """Some sound, 16 kHz mono 16-bit, and when its last sample was taken.

    `is_clean`: it surely holds nothing that the program has said in the room.
    `is_cut_off`: it may begin in the middle of what a player says.
    """

    samples: bytes
    ended_ms: int
    is_clean: bool = False
    is_cut_off: bool = False


DeviceKind: TypeAlias = Literal["Speaker", "Microphone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceGone:
    """A device is gone: nothing comes from it any more, and the program looks for it."""

    kind: DeviceKind
    reason: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceBack:
    """A device that was gone has been found again."""

    kind: DeviceKind
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MicrophoneMute:
    """The microphone is there, but not even the noise of a room has come from it so far."""

    at_ms: int


Asked: TypeAlias = (
    Typed | Wanted | MovedByHand | Handled | Decided | BoardTold | Reconciled | Entrusted | Spoke
)
"""What participants ask for, and get a response to."""

OfBoards: TypeAlias = BoardTells | BoardStands | BoardLeft

GameInput: TypeAlias = (
    Asked | OfBoards | EngineThought | Present | Gone | Woken | DiskFull | TimePassed
)
"""The inputs of every game."""

SeatInput: TypeAlias = GameInput | Seated | Unseated
"""The inputs of a game of seats apart."""

RoomInput: TypeAlias = GameInput | Sound | DeviceGone | DeviceBack | MicrophoneMute
"""The inputs of a game around one table."""


Outcome: TypeAlias = Literal["done", "refused", "stale"]
"""What became of an input; one that was meant for an earlier position is stale."""


class LastingInbox:
    """`Inbox` of several games at one machine: each goes on reading where the last one stopped."""

    def __init__(self, inbox: "Inbox") -> None:
        self._entries = iter(inbox.entries())

    def entries(self) -> Iterator[RoomInput]:
        return self._entries


class Inbox(Protocol):
    """The only way into a game around a table; its entries come one by one, whatever goes on."""

    def entries(self) -> Iterable[RoomInput]:
        """Listen from now on, and yield entries as they come, until no more can come.

        It is called before the program speaks, so that sound it is heard in bears its own time.
        Raises `MicrophoneLost`.
        """
