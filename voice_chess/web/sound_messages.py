"""What goes over a seat's socket about sound: the page's microphone, and what the server hears."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST_DROPPED = 100_000
"""Frames at once: more than an hour of sound."""

GameId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,40}$")]


class Message(BaseModel):
    """Nothing unknown, nothing converted, nothing changed later."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Microphone(Message):
    """The microphone is opened or closed; sound frames follow only while it is open.

    `rate` is that of the frames; `processing` tells whether the browser changes the sound.
    `is_resumed`: it was open on a connection that was lost.
    """

    type: Literal["microphone"]
    game: GameId | None = None
    is_open: bool
    rate: Annotated[int, Field(ge=8_000, le=192_000)] = 16_000
    processing: bool = False
    is_resumed: bool = False


class FramesDropped(Message):
    """Sound that the page could not send; its frame numbers are missing from the stream."""

    type: Literal["frames-dropped"]
    count: Annotated[int, Field(ge=1, le=MOST_DROPPED)]


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
