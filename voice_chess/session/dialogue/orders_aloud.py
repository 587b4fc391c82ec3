"""The grammar of an arbiter's orders: pairs of words, and whole orders for an exact recogniser.

Numbers can be said as people say them, or digit by digit.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, permutations, product

from voice_chess.by_color import SIDES
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.arbiter_commands import KINDS
from voice_chess.speech.counting import spoken_ways
from voice_chess.speech.orders import FORMS
from voice_chess.speech.understanding.grammar import Phrase, forms

TIME, TIMES, MOVE = "<order-time>", "<order-times>", "<order-move>"
"""The names of grammar rules: minutes, both sides' minutes after the first side, and a move."""
_OTHER = "<order-other>"
"""The rule for what follows the first of two times. No other rule follows a number: the search
keeps only the likeliest way to a rule, so numbers that sound alike would not be asked about."""
_DIGITS = ("number:0", *(f"rank:{digit}" for digit in "12345678"), "number:9")
_MOST = 99
_OPENED: Mapping[str, tuple[bool, str]] = {
    "sn+m?": (True, TIME),
    "sn+m?sn+m?": (True, TIMES),
    "n+s?": (False, MOVE),
}
"""By the pattern of an order: whether a side follows it first, and the rule for the rest."""


@cache
def pairs_of_orders(language: Language) -> tuple[Phrase, ...]:
    """Return all pairs of words that can follow each other in orders.

    A recogniser that keeps pairs of words combines them to whole orders.
    """
    return tuple(_pairs(language))


def _pairs(language: Language) -> Iterator[Phrase]:
    sides, numbers = _sides(language), _numbers(language)
    answers = [form for token in KINDS if KINDS[token] in "rv" for form in forms(language, token)]
    for name, form in FORMS.items():
        for head in forms(language, name):
            if form.fullmatch(""):
                yield head
            if form.fullmatch("ss"):
                yield from (head + one + other for one, other in permutations(sides, 2))
            match form.pattern[:1]:
                case "s":
                    yield from (head + side for side in sides)
                case "n":
                    yield from (head + number for number in numbers)
                    yield from (head + numbers[0] + side for side in sides)
                case "[":
                    yield from (head + answer for answer in (*sides, *answers))
    one, *_ = numbers
    minutes = forms(language, "minutes")
    yield from (side + number + minutes[0] for side in sides[:1] for number in numbers)
    yield from (side + one + unit for side in sides for unit in minutes)


@cache
def orders_with_numbers(language: Language) -> tuple[Phrase, ...]:
    """Return the orders with numbers, each with the name of the rule for its end."""
    found: list[Phrase] = []
    for name, form in FORMS.items():
        if form.pattern in _OPENED:
            has_side, rule = _OPENED[form.pattern]
            sides = _sides(language) if has_side else ((),)
            found += [(*head, *side, rule) for head in forms(language, name) for side in sides]
    return tuple(found)


@cache
def rules_of_orders(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Return the rules for `TIME`, `TIMES`, `MOVE` and `_OTHER`, in the form of `Grammar.rules`."""
    sides, minutes, numbers = _sides(language), forms(language, "minutes"), _numbers(language)
    others = ((*unit, *side, TIME) for unit in ((), *minutes) for side in sides)
    rules = {
        TIME: _going_on(numbers, (), *minutes),
        TIMES: _going_on(numbers, (_OTHER,)),
        MOVE: _going_on(numbers, (), *sides),
        _OTHER: others,
    }
    return {name: tuple(map(" ".join, phrases)) for name, phrases in rules.items()}


@cache
def words_of_orders(language: Language) -> frozenset[str]:
    """Return all words that a recogniser must know to hear the orders."""
    spoken = (*pairs_of_orders(language), *_numbers(language))
    return frozenset(chain.from_iterable(spoken))


def _going_on(numbers: tuple[Phrase, ...], *ends: Phrase) -> tuple[Phrase, ...]:
    return tuple(number + end for number in numbers for end in ends)


def _sides(language: Language) -> tuple[Phrase, ...]:
    return _spoken(language, SIDES)


@cache
def _numbers(language: Language) -> tuple[Phrase, ...]:
    """Return the ways to say the numbers, the usual ways first."""
    digits = [_spoken(language, (digit,)) for digit in _DIGITS]
    in_words = (way for number in range(_MOST + 1) for way in spoken_ways(number, language))
    tens = (one + other for ten in digits[1:] for one, other in product(ten, sum(digits, ())))
    return tuple(dict.fromkeys((*in_words, *sum(digits, ()), *tens)))


def _spoken(language: Language, tokens: tuple[str, ...]) -> tuple[Phrase, ...]:
    return tuple(form for token in tokens for form in forms(language, token))
