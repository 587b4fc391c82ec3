"""Reads the fitted numbers of confidence that are part of a model of our own."""

from pathlib import Path

from voice_chess.session.ports import RecognizerLost
from voice_chess.speech.understanding.confidence import of_text
from voice_chess.speech.understanding.hypothesis import Confidence

CONFIDENCE = "conf/confidence.toml"


def read_confidence(model: Path) -> Confidence:
    """Return the numbers of a model. Raises `RecognizerLost` if they are missing or damaged."""
    path = model / CONFIDENCE
    try:
        return of_text(path.read_text("utf-8"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as reason:
        message = f"{path} is damaged or missing ({reason}); install the model again"
        raise RecognizerLost(message) from reason
