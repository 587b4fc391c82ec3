"""Numbers, counted things and times in words, as each language counts."""

from collections.abc import Iterator

from voice_chess.languages.language import Joining, Language

SEAM = "|"
"""Stands between the parts of one written word, as in ein|und|zwanzig."""

MOST_MOVES = 199
"""No number of a move is understood above it, but digit by digit."""
_HUNDRED = 100
_CLEAR_WITHOUT_UNIT = 10
"""So many behind hours can only be minutes."""

SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000


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
    """The same, word by word as an ear finds them."""
    return _apart(number_words(number, language))


def spoken_ways(number: int, language: Language) -> tuple[tuple[str, ...], ...]:
    """Every way in which people say it, the usual one first, likewise."""
    return tuple(dict.fromkeys(map(_apart, _ways(number, language))))


def written_ways(number: int, language: Language) -> tuple[tuple[str, ...], ...]:
    """The same, word by word as they are typed."""
    ways = (way.replace(SEAM, "") for way in _ways(number, language))
    return tuple(dict.fromkeys(map(_apart, ways)))


def _ways(number: int, language: Language) -> Iterator[str]:
    """As they are written, with their seams; each with its last word for a feminine thing, too."""
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
    """So many of a thing that the language has phrases for: drei Bauern, eine Minute."""
    number = number_words(count, language)
    return language.phrase(thing, count=count, number=number, feminine=_feminine(number, language))


def time_words(milliseconds: int, language: Language) -> str:
    """A time in its two largest units, rounded down as a clock does."""
    hours, rest = divmod(max(milliseconds, 0), HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    parts = [(hours, "hours"), (minutes, "minutes"), (rest // SECOND_MS, "seconds")]
    while len(parts) > 1 and not parts[0][0]:
        parts.pop(0)
    said = [counted(count, unit, language) for count, unit in parts[:2] if count]
    return " ".join(said) or counted(0, "seconds", language)


def rough_time_words(milliseconds: int, language: Language) -> str:
    """A time as short as it can be told: seconds only below a minute, eine Stunde zwanzig."""
    *hours, (count, unit) = _roughly(milliseconds)
    is_clear = bool(hours) and count >= _CLEAR_WITHOUT_UNIT
    last = counted(count, f"{unit}:alone" if is_clear else unit, language)
    return " ".join([*(counted(*part, language) for part in hours), last])


def two_times_words(own_ms: int, other_ms: int, language: Language) -> tuple[str, str]:
    """Two times as short as they can be told: seconds only below a minute, a unit only once."""
    own, other = _roughly(own_ms), _roughly(other_ms)
    *hours, (count, unit) = other
    is_told = len(other) == len(own) == 1 and own[-1][1] == unit
    last = counted(count, f"{unit}:alone" if is_told else unit, language)
    return (
        rough_time_words(own_ms, language),
        " ".join([*(counted(*part, language) for part in hours), last]),
    )


def _roughly(milliseconds: int) -> list[tuple[int, str]]:
    """Hours and minutes, or what there is of minutes, or of seconds; rounded down."""
    hours, rest = divmod(max(milliseconds, 0), HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    if not hours and not minutes:
        return [(rest // SECOND_MS, "seconds")]
    parts = [(hours, "hours"), (minutes, "minutes")]
    return [part for part in parts if part[0]]
