"""English texts by name, for most browser tests: page texts, sentences, and typed words."""

from tests.wording import Wording

_WORDING = Wording("en")
ENGLISH = _WORDING.language
TEXT = ENGLISH.interface
"""The texts of pages."""
REVIEW = ENGLISH.review
"""The texts of reviews, shown and spoken."""

NUMBERS = _WORDING.numbers
"""The numbers from 0 to 19 in words."""

english, stands = _WORDING.sentence, _WORDING.stands
text, opening = _WORDING.text, _WORDING.opening
minutes, in_words, says = _WORDING.minutes, _WORDING.in_words, _WORDING.says

MINUTES = minutes(10).removeprefix(NUMBERS[10]).strip()
"""The unit "minutes", for a time whose number is not known."""
