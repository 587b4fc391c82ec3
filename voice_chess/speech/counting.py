"""Numbers, counted things and times in words, as each language counts."""

from voice_chess.languages.language import Language

SEAM = "|"
"""Stands between the parts of one written word, as in ein|und|zwanzig."""

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
    tens, unit = divmod(rest, 10)
    if not unit:
        return numbers.tens[tens - 2]
    word = numbers.simple[unit]
    joined_unit = numbers.joined_units.get(word, word)
    return numbers.joined.format(unit=joined_unit, tens=numbers.tens[tens - 2])


def counted(count: int, thing: str, language: Language) -> str:
    """So many of a thing that the language has phrases for: drei Bauern, eine Minute."""
    number = number_words(count, language)
    *start, last = number.split(" ")
    feminine = " ".join([*start, language.sound.numbers.feminine.get(last, last)])
    return language.phrase(thing, count=count, number=number, feminine=feminine)


def time_words(milliseconds: int, language: Language) -> str:
    """A time in its two largest units, rounded down as a clock does."""
    hours, rest = divmod(max(milliseconds, 0), HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    parts = [(hours, "hours"), (minutes, "minutes"), (rest // SECOND_MS, "seconds")]
    while len(parts) > 1 and not parts[0][0]:
        parts.pop(0)
    said = [counted(count, unit, language) for count, unit in parts[:2] if count]
    return " ".join(said) or counted(0, "seconds", language)
