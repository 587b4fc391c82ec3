"""How an arbiter's orders are spoken: in pairs of words, and, for an exact recogniser, whole.

Numbers to twelve are said in a word, longer ones digit by digit.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from voice_chess.languages.language import Language
from voice_chess.session.dialogue.arbiter_commands import FORMS, KINDS
from voice_chess.speech.understanding.grammar import Phrase, forms

TIME, TIMES, MOVE = "<order-time>", "<order-times>", "<order-move>"
"""The names of rules: minutes, those of both sides behind the first one's name, and a move."""
_DIGITS = ("number:0", *(f"rank:{digit}" for digit in "12345678"), "number:9")
_IN_A_WORD = (*_DIGITS, *(f"number:{number}" for number in ("10", "11", "12")))
_OPENED: Mapping[str, tuple[bool, str]] = {
    "sn+m?": (True, TIME),
    "sn+m?sn+m?": (True, TIMES),
    "n+s?": (False, MOVE),
}
"""By what follows an order: whether a side does at first, and the rule for the rest."""


@cache
def pairs_of_orders(language: Language) -> tuple[Phrase, ...]:
    """Each word behind each that it follows; who keeps pairs of words puts the rest together."""
    return tuple(_pairs(language))


def _pairs(language: Language) -> Iterator[Phrase]:
    sides, numbers = _sides(language), _spoken(language, _IN_A_WORD)
    answers = [form for token in KINDS if KINDS[token] in "rv" for form in forms(language, token)]
    for name, form in FORMS.items():
        for head in forms(language, name):
            match form.pattern[:1]:
                case "s":
                    yield from (head + side for side in sides)
                case "n":
                    yield from (head + number for number in numbers)
                case "[":
                    yield from (head + answer for answer in (*sides, *answers))
                case _:
                    yield head
    for minutes in forms(language, "minutes"):
        yield from (side + number + minutes for side in sides for number in numbers)


@cache
def orders_with_numbers(language: Language) -> tuple[Phrase, ...]:
    """The others whole, each with the name of the rule for what stands at its end."""
    found: list[Phrase] = []
    for name, form in FORMS.items():
        if form.pattern in _OPENED:
            has_side, rule = _OPENED[form.pattern]
            sides = _sides(language) if has_side else ((),)
            found += [(*head, *side, rule) for head in forms(language, name) for side in sides]
    return tuple(found)


@cache
def rules_of_orders(language: Language) -> Mapping[str, tuple[str, ...]]:
    """What these names stand for, as a `Grammar` has it."""
    sides, numbers = _sides(language), _numbers(language)
    times = tuple(
        number + minutes for number in numbers for minutes in ((), *forms(language, "minutes"))
    )
    times_of_both = ((*time, *side, TIME) for time in times for side in sides)
    moves = (number + side for number in numbers for side in ((), *sides))
    rules = {TIME: times, TIMES: times_of_both, MOVE: moves}
    return {name: tuple(map(" ".join, phrases)) for name, phrases in rules.items()}


def _sides(language: Language) -> tuple[Phrase, ...]:
    return _spoken(language, ("white", "black"))


def _numbers(language: Language) -> tuple[Phrase, ...]:
    digits = [_spoken(language, (digit,)) for digit in _DIGITS]
    tens = (one + other for ten in digits[1:] for one, other in product(ten, sum(digits, ())))
    return (*_spoken(language, _IN_A_WORD), *tens)


def _spoken(language: Language, tokens: tuple[str, ...]) -> tuple[Phrase, ...]:
    return tuple(form for token in tokens for form in forms(language, token))
