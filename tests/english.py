"""English by its names, as most browser tests see it: pages, sentences, and what is typed."""

from tests.wording import Wording

_WORDING = Wording("en")
ENGLISH = _WORDING.language
TEXT = ENGLISH.interface
"""What stands on pages."""
REVIEW = ENGLISH.review
"""What stands on pages of reviews, and is told there."""

NUMBERS = _WORDING.numbers
"""From 0 to 19."""

english, stands = _WORDING.sentence, _WORDING.stands
text, opening = _WORDING.text, _WORDING.opening
minutes, in_words, says = _WORDING.minutes, _WORDING.in_words, _WORDING.says

MINUTES = minutes(10).removeprefix(NUMBERS[10]).strip()
"""Of a time whose number is not known."""
