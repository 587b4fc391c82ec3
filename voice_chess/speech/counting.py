"""Numbers, counted things and times in words, as each language counts."""

from collections.abc import Callable, Mapping

from voice_chess.languages.language import Language

SEAM = "|"
"""Stands between the parts of one written word, as in ein|und|zwanzig."""

SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000
FEW = frozenset({2, 3, 4})
TEENS = frozenset(range(10, 20))


def number_words(number: int, language: Language) -> str:
    """A whole number from nought to 399 in words; above that digit by digit."""
    numbers = language.sound.numbers
    hundreds, rest = divmod(number, 100)
    if hundreds > len(numbers.hundreds):
        return " ".join(numbers.simple[int(digit)] for digit in str(number))
    if hundreds:
        tail = number_words(rest, language) if rest else ""
        return f"{numbers.hundreds[hundreds - 1]} {tail}".rstrip()
    if rest < len(numbers.simple):
        return numbers.simple[rest]
    tens, unit = divmod(rest, 10)
    if not unit:
        return numbers.tens[tens - 2]
    word = numbers.simple[unit]
    joined_unit = numbers.joined_units.get(word, word)
    return numbers.joined.format(unit=joined_unit, tens=numbers.tens[tens - 2])


def counted(count: int, thing: str, language: Language) -> str:
    """So many of a thing that the language has phrases for: drei Bauern, eine Minute."""
    numbers = language.sound.numbers
    *start, last = number_words(count, language).split(" ")
    feminine = " ".join([*start, numbers.feminine.get(last, last)])
    template = language.phrases[f"{thing}:{PLURALS[numbers.plural](count)}"]
    return template.format(number=" ".join([*start, last]), feminine=feminine)


def time_words(milliseconds: int, language: Language) -> str:
    """A time in its two largest units, rounded down as a clock does."""
    hours, rest = divmod(max(milliseconds, 0), HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    parts = [(hours, "hours"), (minutes, "minutes"), (rest // SECOND_MS, "seconds")]
    while len(parts) > 1 and not parts[0][0]:
        parts.pop(0)
    said = [counted(count, unit, language) for count, unit in parts[:2] if count]
    return " ".join(said) or counted(0, "seconds", language)


def _one_other(count: int) -> str:
    return "one" if count == 1 else "other"


def _polish(count: int) -> str:
    return "one" if count == 1 else "few" if _ends_in_few(count) else "other"


def _czech(count: int) -> str:
    return "one" if count == 1 else "few" if count in FEW else "other"


def _serbian(count: int) -> str:
    if count % 10 == 1 and count % 100 not in TEENS:
        return "one"
    return "few" if _ends_in_few(count) else "other"


def _ends_in_few(count: int) -> bool:
    return count % 10 in FEW and count % 100 not in TEENS


PLURALS: Mapping[str, Callable[[int], str]] = {
    "one-other": _one_other,
    "polish": _polish,
    "czech": _czech,
    "serbian": _serbian,
}
