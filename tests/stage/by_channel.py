"""A claim of a language as it is spoken, typed, or entered by its key, and confirmed."""

from collections.abc import Sequence

from tests.stage.script import Utterance
from voice_chess.languages.language import Language
from voice_chess.speech.channels import channels


def confirmed(spoken: str, channel: str, language: Language) -> Sequence[str | Utterance]:
    """Return a command by a channel, named by how it is spoken, and the yes to the question."""
    (row,) = (row for row in channels(language) if row.spoken == spoken)
    said = (getattr(row, channel), language.say("yes"))
    return [Utterance(words.lower()) if channel == "spoken" else words for words in said]
