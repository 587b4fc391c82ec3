"""German texts by name: what the program says and shows, and what users say and type.

Only `tests/speech` checks the wording of sentences. Other tests contain German only as samples:
names, passphrases, free speech of arbiters and neighbours, text for a voice, and sounds for a
recogniser.
"""

from tests.wording import Wording

_WORDING = Wording("de")
GERMAN = _WORDING.language
NUMBERS = _WORDING.numbers
PAGE = GERMAN.interface
"""The texts of pages."""
REVIEW = {name: forms[0] for name, forms in GERMAN.review_words.items()}
"""The words that users say and type in a review."""

german = _WORDING.sentence
minutes, seconds = _WORDING.minutes, _WORDING.seconds
either, gone_to, differs = _WORDING.either, _WORDING.gone_to, _WORDING.differs
in_words, says, by_ear = _WORDING.in_words, _WORDING.says, _WORDING.by_ear

YES, NO = says("yes"), says("no")
PRESS, CONTINUE, CLOCK = says("press"), says("continue"), says("clock")
MINUTES = minutes(10).removeprefix(NUMBERS[10]).strip()
"""The unit "minutes", for a time whose number is not known."""
