"""Writes a language in its other script, letter by letter, and removes marks from letters."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any

GAP = r"\{\w+\}"
KEPT = (
    r"--[a-z]+(?:-[a-z]+)*|(?-i:Ctrl-C\b|(?:(?:Ctrl|Alt|Shift)\+|(?<=taster ))[A-Z]\b)"
    r"|\bk, q, r, b, n, p\b"
    r"|\b(?-i:Enter|Escape|Home|End|Shift|Alt|Ctrl|Tab|Page|Up|Down|PGN|BRF|BRL|PDF|Unicode|FEN"
    r"|JavaScript|UKAAF|K Q R L S P|lichess\.org|CSV|TRF16|TRF|XXC|XXR|UTF|ZIP|EBRL|eBraille"
    r"|Stockfish|stockfish|npm|Debian|Ubuntu|ariaNotify|name|number|rating|language|blind|assistant"
    r"|sex|title|federation|fide-number|birth|yes|no)\b"
)
"""Text that is the same in every alphabet.

These are keys, options, kinds of files and their lines, proper names, columns of lists and the
letters of braille.
"""

WORD_KEYS = frozenset({"spelling", "spoken", "joined_units", "units", "feminine", "phones"})
"""Tables whose keys are words of the language and not names of the program."""

SOUNDS = "phones"
"""A table whose values are phones and not texts: they are the same in every alphabet."""

NAMES = frozenset({"id", "voice", "tag", "braille_table", "braille_letters"})
"""Texts that are names of the program, too."""

FILES = "abcdefgh"

Write = Callable[[str], str]


def transliterated(table: Mapping[str, Any], alphabet: Mapping[str, str]) -> dict[str, Any]:
    """Return the table in another alphabet; what is typed in the old one is also understood."""
    write = writer(alphabet)
    written: dict[str, Any] = {name: _written(item, name, write) for name, item in table.items()}
    typed = {word: write(word) for word in _every_word(table)}
    typed |= {word: write(meant) for word, meant in table["spelling"].items()}
    notation = {
        **written["notation"],
        "understood": _letters_understood(table),
        "unmarked": table["notation"]["unmarked"],
    }
    return {**written, "spelling": {**written["spelling"], **typed}, "notation": notation}


def understood_in(table: Mapping[str, Any], alphabet: Mapping[str, str]) -> dict[str, Any]:
    """Return the table; words and notation that are typed in another alphabet are also understood.

    Words in which no letter changes stay as they are.
    """
    write = writer(alphabet)
    spelling = {word: word for word in _every_word(table)} | table["spelling"]
    typed = {write(word): meant for word, meant in spelling.items() if write(word) != word}
    notation = table["notation"]
    letters = {write(letter): code for letter, code in _own_letters(table).items()}
    understood = {**letters, **notation["understood"]}
    return {
        **table,
        "spelling": {**typed, **table["spelling"]},
        "notation": {**notation, "understood": understood},
    }


def _every_word(table: Mapping[str, Any]) -> set[str]:
    forms = (form for forms in _every_form(table) for form in forms)
    return {word for form in (*forms, *_numbers(table)) for word in form.split()}


def _every_form(table: Mapping[str, Any]) -> Iterator[list[str]]:
    yield from table["words"].values()
    yield from table["asked"].values()
    yield from table["typed"].values()
    yield from table["orders"].values()


def _numbers(table: Mapping[str, Any]) -> Iterator[str]:
    numbers = table["numbers"]
    for name in ("simple", "tens", "hundreds"):
        yield from numbers[name]
    yield from numbers["feminine"].values()


def _letters_understood(table: Mapping[str, Any]) -> dict[str, str]:
    """Return the letters of the old alphabet, each with the English one of its piece or file."""
    return {**_own_letters(table), **table["notation"]["understood"]}


def _own_letters(table: Mapping[str, Any]) -> dict[str, str]:
    pieces = {letter: piece for piece, letter in table["letters"].items() if letter}
    files = dict(zip(table["notation"]["files"], FILES, strict=True))
    return {**pieces, **files}


def without_marks(text: str) -> str:
    """Replace each letter by its base, é by e; a letter without a base, such as ł, stays."""
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def writer(alphabet: Mapping[str, str]) -> Write:
    """Return a function that changes letters, the longest groups first, and keeps gaps in texts."""
    letters = sorted(alphabet, key=len, reverse=True)
    kept = f"(?P<kept>{GAP}|{KEPT})"
    pattern = re.compile("|".join([kept, *map(re.escape, letters)]), re.IGNORECASE)

    def letter(found: re.Match[str]) -> str:
        text = found[0]
        if found["kept"]:
            return text
        other = alphabet[text.lower()]
        return other[0].upper() + other[1:] if text[0].isupper() else other

    return lambda text: pattern.sub(letter, text)


def _written(value: object, key: str, write: Write) -> object:
    match value:
        case str():
            return value if key in NAMES else write(value)
        case list():
            return [_written(item, key, write) for item in value]
        case dict():
            rename = write if key in WORD_KEYS else str
            if key == SOUNDS:
                return {rename(name): item for name, item in value.items()}
            return {rename(name): _written(item, name, write) for name, item in value.items()}
    return value
