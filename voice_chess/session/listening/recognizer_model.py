"""An acoustic model as a port: loaded once, for any number of recognisers."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.adaptation import Adaptation
from voice_chess.session.ports import Recognizer
from voice_chess.sound.endpointer import Endpointing


class MeasuredRecognizer(Recognizer, Protocol):
    """A recogniser that tells what its work costs."""

    last_decoding_ms: float
    """What the last decoding cost of a processor core."""
    decoded_frames: int
    """All that was ever decoded, as often as it was: what its work is counted in."""


class RecognizerModel(Protocol):
    """A loaded model, of our own or of others."""

    def knows(self, word: str) -> bool:
        """True for a word that the model can hear."""

    def with_words(
        self, phones: Mapping[str, Sequence[str]], gain_a_phone: float = 0.0
    ) -> "RecognizerModel":
        """The same, which also hears these words by their phones, as far as it needs to.

        In a phrase each such phone is given so much, in natural logs.
        """

    def recognizer(self, rules: Endpointing | None = None) -> MeasuredRecognizer:
        """A new ear on it, which finds ends by other rules than those of a game in play."""


class OwnModel(RecognizerModel, Protocol):
    """A model of our own: its networks are known, and can be turned to a voice."""

    @property
    def acoustic(self) -> AcousticModel: ...

    def turned(self, adaptations: Sequence[Adaptation]) -> "OwnModel":
        """The same, turned to one voice."""
