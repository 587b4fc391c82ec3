"""German by its names: what the program says and shows, and what is said and typed to it.

How sentences are worded is shown in `tests/speech`, and nowhere else. Only samples stand in German
where they are used: names, passphrases, what arbiters and neighbours say freely, text for a voice,
and sounds that an ear is tried with.
"""

from tests.wording import Wording

_WORDING = Wording("de")
GERMAN = _WORDING.language
NUMBERS = _WORDING.numbers
PAGE = GERMAN.interface
"""What stands on pages."""
REVIEW = {name: forms[0] for name, forms in GERMAN.review_words.items()}
"""What is said and typed to a review."""

german = _WORDING.sentence
minutes, seconds = _WORDING.minutes, _WORDING.seconds
either, gone_to, differs = _WORDING.either, _WORDING.gone_to, _WORDING.differs
in_words, says, by_ear = _WORDING.in_words, _WORDING.says, _WORDING.by_ear

YES, NO = says("yes"), says("no")
PRESS, CONTINUE, CLOCK = says("press"), says("continue"), says("clock")
MINUTES = minutes(10).removeprefix(NUMBERS[10]).strip()
"""Of a time whose number is not known."""
