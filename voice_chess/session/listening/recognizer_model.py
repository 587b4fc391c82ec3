"""Defines the port of an acoustic model, which is loaded once for any number of recognisers."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.adaptation import Adaptation
from voice_chess.session.ports import Recognizer
from voice_chess.sound.endpointer import Endpointing


class MeasuredRecognizer(Recognizer, Protocol):
    """A recogniser that measures what its work costs."""

    last_decoding_ms: float
    """The processor time of the last decoding, in ms of one core."""
    decoded_frames: int
    """All frames decoded so far, each counted as often as it was decoded: a measure of work."""


class RecognizerModel(Protocol):
    """A loaded model, one of our own or somebody else's."""

    def knows(self, word: str) -> bool:
        """Return whether the model can hear this word."""

    def with_words(
        self, phones: Mapping[str, Sequence[str]], gain_per_phone: float = 0.0
    ) -> "RecognizerModel":
        """Return the model with these words added, as far as it needs them to be given in phones.

        In a phrase each phone of such a word adds `gain_per_phone` to the score, in natural logs.
        """

    def recognizer(self, rules: Endpointing | None = None) -> MeasuredRecognizer:
        """Return a new recogniser; None uses the endpointing rules of a game in play."""


class OwnModel(RecognizerModel, Protocol):
    """A model of our own: its networks are known, and can be adapted to a voice."""

    @property
    def acoustic(self) -> AcousticModel: ...

    def turned(self, adaptations: Sequence[Adaptation]) -> "OwnModel":
        """Return the model adapted to one voice."""
