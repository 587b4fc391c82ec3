"""Says numbers, counted things and times in words, as each language counts."""

from collections.abc import Iterator

from voice_chess.languages.language import Joining, Language
from voice_chess.languages.phrases import SEAM

MOST_MOVES = 199
"""The largest number of a move that is understood as a number; larger ones only digit by digit."""
_HUNDRED = 100
_CLEAR_WITHOUT_UNIT = 10
"""From this many minutes on, the unit is left out after hours: the number can only be minutes."""

SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000


def number_words(number: int, language: Language) -> str:
    """Return a whole number from 0 to 399 in words, and any larger one digit by digit."""
    numbers = language.sound.numbers
    hundreds, rest = divmod(number, 100)
    if hundreds > len(numbers.hundreds):
        return " ".join(numbers.simple[int(digit)] for digit in str(number))
    if hundreds:
        tail = number_words(rest, language) if rest else ""
        return f"{numbers.hundreds[hundreds - 1]} {tail}".rstrip()
    if rest < len(numbers.simple):
        return numbers.simple[rest]
    if not rest % 10:
        return numbers.tens[rest // 10 - 2]
    return _joined(rest, numbers.joining, language)


def _joined(number: int, joining: Joining, language: Language) -> str:
    numbers = language.sound.numbers
    tens, unit = divmod(number, 10)
    word = numbers.simple[unit]
    joined = joining.joined.format(unit=joining.units.get(word, word), tens=numbers.tens[tens - 2])
    for vowels in numbers.elided:
        joined = joined.replace(vowels, vowels[1:])
    return joined


def spoken_number(number: int, language: Language) -> tuple[str, ...]:
    """Return the number's usual words, one by one as a recogniser knows them."""
    return _apart(number_words(number, language))


def spoken_ways(number: int, language: Language) -> tuple[tuple[str, ...], ...]:
    """Return every way in which people say the number, the usual one first, word by word."""
    return tuple(dict.fromkeys(map(_apart, _ways(number, language))))


def written_ways(number: int, language: Language) -> tuple[tuple[str, ...], ...]:
    """Return every way in which people write the number out, word by word."""
    ways = (way.replace(SEAM, "") for way in _ways(number, language))
    return tuple(dict.fromkeys(map(_apart, ways)))


def _ways(number: int, language: Language) -> Iterator[str]:
    """Yield each way with its seams, and again with its last word in the feminine."""
    numbers = language.sound.numbers
    is_joined = len(numbers.simple) <= number < _HUNDRED and number % 10
    others = [_joined(number, joining, language) for joining in numbers.also if is_joined]
    for way in (number_words(number, language), *others):
        yield way
        yield _feminine(way, language)


def _feminine(number: str, language: Language) -> str:
    *start, last = number.split(" ")
    return " ".join([*start, language.sound.numbers.feminine.get(last, last)])


def _apart(number: str) -> tuple[str, ...]:
    return tuple(number.replace(SEAM, " ").replace("-", " ").split())


def counted(count: int, thing: str, language: Language) -> str:
    """Return this many of a thing that the language has phrases for: drei Bauern, eine Minute."""
    number = number_words(count, language)
    return language.phrase(thing, count=count, number=number, feminine=_feminine(number, language))


def time_words(milliseconds: int, language: Language) -> str:
    """Return a time in its two largest units, rounded down as a clock does."""
    hours, rest = divmod(max(milliseconds, 0), HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    parts = [(hours, "hours"), (minutes, "minutes"), (rest // SECOND_MS, "seconds")]
    while len(parts) > 1 and not parts[0][0]:
        parts.pop(0)
    said = [counted(count, unit, language) for count, unit in parts[:2] if count]
    return " ".join(said) or counted(0, "seconds", language)


def rough_time_words(milliseconds: int, language: Language) -> str:
    """Return a time in few words, with seconds only below a minute: eine Stunde zwanzig."""
    *hours, (count, unit) = _roughly(milliseconds)
    is_clear = bool(hours) and count >= _CLEAR_WITHOUT_UNIT
    last = counted(count, f"{unit}:alone" if is_clear else unit, language)
    return " ".join([*(counted(*part, language) for part in hours), last])


def two_times_words(own_ms: int, other_ms: int, language: Language) -> tuple[str, str]:
    """Return two times in as few words as possible.

    Seconds are said only below a minute. The second time leaves its unit out if both have the same.
    """
    own, other = _roughly(own_ms), _roughly(other_ms)
    *hours, (count, unit) = other
    is_told = len(other) == len(own) == 1 and own[-1][1] == unit
    last = counted(count, f"{unit}:alone" if is_told else unit, language)
    return (
        rough_time_words(own_ms, language),
        " ".join([*(counted(*part, language) for part in hours), last]),
    )


def _roughly(milliseconds: int) -> list[tuple[int, str]]:
    """Split a time into hours and minutes, only minutes, or only seconds; rounded down."""
    hours, rest = divmod(max(milliseconds, 0), HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    if not hours and not minutes:
        return [(rest // SECOND_MS, "seconds")]
    parts = [(hours, "hours"), (minutes, "minutes")]
    return [part for part in parts if part[0]]
