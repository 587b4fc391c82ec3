"""What goes over a seat's socket about sound: the page's microphone, and what the server hears."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from voice_chess.sound.sampling import SAMPLE_RATE
from voice_chess.speech.understanding.game_wish import LevelName

MOST_DROPPED = 100_000
"""Frames at once: more than an hour of sound."""

VoiceKey: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{32,64}$")]
"""A secret of the page's browser, by which its player's voice is kept at the server."""

GameId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,40}$")]

ReadingState: TypeAlias = Literal[
    "asked", "again", "checking", "own", "same", "few", "failed", "impossible"
]


class Message(BaseModel):
    """Nothing unknown, nothing converted, nothing changed later."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class MicrophoneSwitch(Message):
    """The microphone is opened or closed; sound frames follow only while it is open.

    `rate` is that of the frames; `processing` tells whether the browser changes the sound.
    `is_resumed`: it was open on a connection that was lost. `is_lost`: it has left by itself, so
    that what was said last may be half a move. `voice`: whose ear is to hear it.
    `reads`: the player reads words for an ear of their own, files by their names or as letters.
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
    """Where somebody stands in a game that they look at again: what they may say depends on it.

    `tried` are moves of their own from there, as UCI with spaces between.
    """

    type: Literal["standing"]
    ply: Annotated[int, Field(ge=0, le=10_000)]
    tried: Annotated[str, StringConstraints(max_length=600)] = ""


class LineHeard(Message):
    """What was said to a review, as it would be typed; none where it was not understood."""

    type: Literal["line"] = "line"
    line: str


class ReadingStep(Message):
    """What a player who reads aloud wants.

    `ready`: the word has been said to them, and what comes now is their own voice.
    """

    type: Literal["reading"]
    do: Literal["ready", "repeat", "leave-out", "stop"]


class OwnVoice(Message):
    """What a player wants to know of their enrolled voice, or to be done with it.

    `agree`: announcements that were pressed become examples, until they `disagree`.
    """

    type: Literal["own-voice"]
    voice: VoiceKey
    do: Literal["tell", "agree", "disagree", "delete"]


class ReadingNow(Message):
    """Where the reading of a player stands; `text` is said to them, `clip` is it as sound.

    `asked` and `again`: for word `number` of `of`. `checking`: it is found out whether an ear of
    their own hears them better: `own`, if not `same`. `few` words were read, and nothing is kept;
    nor where it `failed`. `impossible`: no ear here can learn a voice in this language, or no
    more than are kept already.
    """

    type: Literal["reading"] = "reading"
    state: ReadingState
    text: str = ""
    clip: str | None = None
    number: int = 0
    of: int = 0


class OwnVoiceNow(Message):
    """What is kept of the voice that was asked about; `is_adapted`: they are heard by it."""

    type: Literal["own-voice"] = "own-voice"
    is_kept: bool
    is_adapted: bool = False
    learns: bool = False
    examples: int = 0


class WishedGame(Message):
    """A game against the computer; each is null where it was left open."""

    time: str | None
    colour: Literal["white", "black"] | None
    level: LevelName | None


class WishNow(Message):
    """What was heard at the front door: one wish is clear, several are possible, none is one.

    `heard` is what it sounded like. One wish that is not sure, or several to choose from, come with
    the `question` that is put before a game begins; the ear goes on listening for the answer.
    `is_denied`: that was no.
    """

    type: Literal["wish"] = "wish"
    wishes: list[WishedGame]
    heard: str = ""
    question: str = ""
    is_denied: bool = False


class Hearing(Message):
    """What the server's ear does for this seat; frames are counted since the microphone opened."""

    type: Literal["hearing"] = "hearing"
    state: Literal["off", "deaf", "listening", "speech"]
    frames: int = 0
    missing: int = 0
    skipped: int = 0
    """Frames that came and could not be heard in time."""
    dropped: int = 0
    """Frames that the page says it could not send."""
