"""How well words explain a sound, learnt from announcements and from everything else."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from voice_chess.session.ports import RecognizerLost
from voice_chess.speech.hypothesis import Heard

FAMILIARITY = "conf/familiarity.toml"
"""Where a model keeps its figures; models of others have none."""

FRAME_MS = 30
"""One answer of the network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Familiarity:
    """What log likelihood words have in sounds that are none of ours, per word and per frame.

    The decoder's log likelihoods are of sound given words against sound as such, and every word
    costs what the grammar asks. So words that were said lie above a line, and words that were
    read into other speech, music or coughs below it.
    """

    word: float
    frame: float
    offset: float

    @classmethod
    def of(cls, model: Path) -> Self | None:
        """The figures of a model, or None. Raises `RecognizerLost` where they are damaged."""
        path = model / FAMILIARITY
        if not path.is_file():
            return None
        try:
            figures = tomllib.loads(path.read_text("utf-8"))
            return cls(**{name: float(figures[name]) for name in ("word", "frame", "offset")})
        except (OSError, ValueError, KeyError, TypeError) as reason:
            message = f"{path} is damaged ({reason}); install the model again"
            raise RecognizerLost(message) from reason

    def unknown(self, heard: Heard) -> float | None:
        """The log likelihood that the best hypothesis would have in a sound that is none of it."""
        if not heard.hypotheses:
            return None
        frames = (heard.ended_ms - heard.started_ms) / FRAME_MS
        words = len(heard.hypotheses[0].words)
        return self.offset + self.word * words + self.frame * frames
