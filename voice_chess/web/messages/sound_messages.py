"""Messages on a seat's socket about sound: the page's microphone, and what the server hears."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from voice_chess.sound.sampling import SAMPLE_RATE
from voice_chess.speech.understanding.game_wish import LevelName

MOST_DROPPED = 100_000
"""The most frames in one message: more than an hour of sound."""

VoiceKey: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{32,64}$")]
"""A secret of the page's browser, under which the server stores the voice of its player."""

GameId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,40}$")]

ReadingState: TypeAlias = Literal[
    "asked", "again", "aside", "checking", "own", "same", "few", "failed", "impossible"
]


class Message(BaseModel):
    """A message: immutable, without unknown fields, and with no conversion of values."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class MicrophoneSwitch(Message):
    """The microphone is opened or closed; sound frames follow only while it is open.

    `rate` is the frames' sample rate in Hz; `processing`: the browser changes the sound.
    `is_resumed`: it was open on a connection that was lost. `is_lost`: it stopped by itself, so
    the last utterance can be half a move. `voice`: the enrolled voice that recognition adapts to.
    `reads`: the player reads words aloud to enrol their voice, files as names or as letters.
    """

    type: Literal["microphone"]
    game: GameId | None = None
    is_open: bool
    rate: Annotated[int, Field(ge=8_000, le=192_000)] = SAMPLE_RATE
    processing: bool = False
    is_resumed: bool = False
    is_lost: bool = False
    voice: VoiceKey | None = None
    reads: Literal["names", "letters"] | None = None


class FramesDropped(Message):
    """Sound that the page could not send; its frame numbers are missing from the stream."""

    type: Literal["frames-dropped"]
    count: Annotated[int, Field(ge=1, le=MOST_DROPPED)]


class Whereabouts(Message):
    """The place in a reviewed game that the page shows; it decides what can be said there.

    `tried` are the reader's own moves from there, in UCI with spaces between.
    """

    type: Literal["standing"]
    ply: Annotated[int, Field(ge=0, le=10_000)]
    tried: Annotated[str, StringConstraints(max_length=600)] = ""


class LineHeard(Message):
    """What was said to a review, as the line to type; empty if it was not understood."""

    type: Literal["line"] = "line"
    line: str


class ReadingStep(Message):
    """A step that a player asks for while they read aloud.

    `ready`: the page has spoken the word, and the sound from now on is the player's own voice.
    """

    type: Literal["reading"]
    do: Literal["ready", "repeat", "leave-out", "stop"]


class OwnVoice(Message):
    """A player's request about their enrolled voice.

    `tell` asks what is stored. After `agree`, announcements completed by pressing the clock become
    examples, until `disagree`.
    """

    type: Literal["own-voice"]
    voice: VoiceKey
    do: Literal["tell", "agree", "disagree", "delete"]


class ReadingNow(Message):
    """The state of a player's reading; `text` is said to them, and `clip` is its sound's address.

    `asked`, `again`: they are to read word `number` of `of`. `aside`: the game has called them, and
    the next reading goes on from here. `checking`: the server finds out whether adapted recognition
    understands them better; the outcome is `own` if so, else `same`.
    `few`: too few words were read, and nothing is stored; nor is it after `failed`. `impossible`:
    no voice can be learnt in this language, or there is no room for another one.
    """

    type: Literal["reading"] = "reading"
    state: ReadingState
    text: str = ""
    clip: str | None = None
    number: int = 0
    of: int = 0


class OwnVoiceNow(Message):
    """What the server stores about the requested voice. `is_adapted`: recognition uses it.

    `learns`: announcements become examples. `examples`: how many there are. `is_begun`: words were
    read for it at this seat, and the next reading goes on from there.
    """

    type: Literal["own-voice"] = "own-voice"
    is_kept: bool
    is_begun: bool = False
    is_adapted: bool = False
    learns: bool = False
    examples: int = 0


class WishedGame(Message):
    """A wish for a game against the computer; a field is null if the wish left it open."""

    time: str | None
    colour: Literal["white", "black"] | None
    level: LevelName | None


class WishNow(Message):
    """What was heard at the front door: one wish, several possible wishes, or none.

    `heard` is what it sounded like. If one wish is not sure, or there are several, the message has
    the `question` to ask before a game begins; the ear goes on listening for the answer.
    `is_denied`: the answer was no.
    """

    type: Literal["wish"] = "wish"
    wishes: list[WishedGame]
    heard: str = ""
    question: str = ""
    is_denied: bool = False


class Hearing(Message):
    """The state of the server's ear for this seat; frames count since the microphone opened.

    `deaf`: no recogniser listens at this seat. `failed`: it listens no longer, though nobody has
    closed the microphone. `missing`: frames that never came.
    """

    type: Literal["hearing"] = "hearing"
    state: Literal["off", "deaf", "failed", "listening", "speech"]
    frames: int = 0
    missing: int = 0
    skipped: int = 0
    """Frames that came but could not be decoded in time."""
    dropped: int = 0
    """Frames that the page reports it could not send."""
