"""What a language says and understands, read from its data files; knows no chess."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from voice_chess.languages.phrases import Phrases, read_phrases
from voice_chess.languages.script import transliterated, writer
from voice_chess.plain_error import PlainError

Value = TypeVar("Value")

FileNames = Literal["laws", "letters", "nato"]
"""What the files may be called: Anna to Hektor, the letters a to h, the alphabet of the radio."""

STANDARD_LANGUAGE = "de"
"""Where nobody has chosen another; what was kept without a language is of this one for ever."""
_FILES = "abcdefgh"
_PHRASES = ".ftl"
_REMEMBERED = 2_048
"""Phrases with what is in their gaps: of many games, most tell in the same words as others."""


class UnknownLanguage(PlainError, LookupError):
    """No data file for this language; the message names those there are."""


class BrokenLanguage(PlainError, ValueError):
    """A data file can't be used; the message names it and tells what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """How tens and units make one number; a bar in `joined` is a seam inside one written word."""

    joined: str
    units: Mapping[str, str]
    """Units that are said otherwise there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """How a language counts."""

    simple: tuple[str, ...]
    tens: tuple[str, ...]
    hundreds: tuple[str, ...]
    joining: Joining
    feminine: Mapping[str, str]
    """The last word of a number as it stands before a feminine noun."""
    elided: tuple[str, ...] = ()
    """Two vowels and the seam between them: the first falls where tens and units meet so."""
    also: tuple[Joining, ...] = ()
    """How else people put them together; understood, and never said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechData:
    """What is needed to say things aloud: a voice, how to count, and words to be respelled."""

    voice: str
    """What the synthesiser calls its voice of this language."""
    numbers: Numbers
    respelled: Mapping[str, str]
    """Word to what the synthesiser must be given to say it right.

    In lower case it stands for the word in any case; with a capital, for that word within a
    sentence only, as the English letter A, which is no article.
    """


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Orthography:
    """How words and moves are written for the eye, and which typed spellings mean them."""

    display: Mapping[str, str]
    spelling: Mapping[str, str]
    unmarked: Mapping[str, str]
    """How letters with marks are typed without them, where that is not the bare letter alone."""
    letters: Mapping[str, str]
    """English letter of a piece to the language's own; a pawn's is empty."""
    files: str
    """The eight files from a to h."""
    passing: str
    """What stands behind a capture in passing."""
    understood: Mapping[str, str]
    """Other letters that may be written, each with the English one of its piece or file."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """Words understood, phrases spoken. Two languages are the same only if they are one object."""

    id: str
    name: str
    tag: str
    """As BCP 47 names it, for pages and browsers; the id, where the file has no other."""
    words: Mapping[str, tuple[str, ...]]
    """Token to its forms in lower case; the first form is spoken, all are understood."""
    typed: Mapping[str, tuple[str, ...]]
    """Likewise, what is understood only in writing: no ear has learnt these words."""
    orders: Mapping[str, tuple[str, ...]]
    """What only an arbiter orders, likewise; their ear hears what it has not learnt by `phones`."""
    wish: Mapping[str, tuple[str, ...]]
    """The parts of a sentence that begins a game against the computer, each with its forms."""
    phones: Mapping[str, tuple[str, ...]]
    """Words that no ear has learnt, each in the phones of the language's acoustic model.

    Behind `=` stands a word that it has learnt, as `Vocabulary.states_of` reads it.
    """
    files: Mapping[str, tuple[str, ...]]
    """What the eight files are called by other names than the Laws', by `FileNames`."""
    phrases: Phrases
    """What the program says, by name; said by `phrase`."""
    sheet: Mapping[str, str]
    """Labels of the written scoresheet, in print and in braille."""
    interface: Mapping[str, str]
    """What stands on the pages of the play server."""
    screen: Mapping[str, str]
    """What the program writes at the table beside what it says."""
    review: Mapping[str, str]
    """What is told of a game that is looked at again, with gaps in braces."""
    review_words: Mapping[str, tuple[str, ...]]
    """Commands of somebody who reviews a game, each with its forms in lower case."""
    sound: SpeechData
    orthography: Orthography
    _written: dict[str, str] = field(default_factory=dict, init=False, repr=False)
    """What was asked for before."""

    def phrase(self, name: str, /, **values: str | int) -> str:
        """What is said, with its gaps filled; a number chooses the plural form."""
        return _phrase(self, name, tuple(values.items()))

    def spoken_forms(self, token: str) -> tuple[str, ...]:
        """Every form of a token that can be said, in lower case. Raises KeyError for any other."""
        return self.words.get(token) or self.orders[token]

    def say(self, token: str) -> str:
        """The spoken form of a token, in lower case."""
        return (self.words.get(token) or self.typed.get(token) or self.orders[token])[0]

    def displayed(self, words: str) -> str:
        """Words in lower case as they are written in a sentence."""
        display = self.orthography.display
        return " ".join([display.get(word, word) for word in words.split()])

    def written(self, token: str) -> str:
        """The spoken form of a token as it is written in a sentence."""
        known = self._written.get(token)
        if known is None:
            known = self.displayed(self.say(token))
            self._written[token] = known
        return known


@lru_cache(_REMEMBERED)
def _phrase(language: Language, name: str, values: tuple[tuple[str, str | int], ...]) -> str:
    return language.phrases.say(name, dict(values))


def known_languages() -> tuple[str, ...]:
    """The ids of all languages there are, in alphabetical order."""
    folder = files(__package__)
    names = (entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(name.removesuffix(".toml") for name in names))


@cache
def spoken_languages() -> tuple[str, ...]:
    """Those with words of their own, in alphabetical order; the others only change the letters."""
    folder = files(__package__)
    names = (entry.name for entry in folder.iterdir() if entry.name.endswith(_PHRASES))
    return tuple(sorted(name.removesuffix(_PHRASES) for name in names))


def same_in_other_letters(language_id: str) -> tuple[str, ...]:
    """The languages that are written from this one, letter by letter, and sound the same."""
    tables = ((known, _table(known)) for known in known_languages())
    return tuple(known for known, table in tables if table.get("written_from") == language_id)


@cache
def load_language(language_id: str) -> Language:
    """Read a language, or raise `UnknownLanguage` or `BrokenLanguage`."""
    if language_id not in known_languages():
        known = ", ".join(known_languages())
        message = f"There is no language {language_id!r}; there are: {known}."
        raise UnknownLanguage(message)
    table, name = _table(language_id), f"{language_id}.toml"
    try:
        if "written_from" in table:
            return _in_its_alphabet(table)
        phrases = read_phrases(_text(f"{language_id}{_PHRASES}"), language_id)
        return _from_table(_naming_all_languages(table), phrases)
    except KeyError as error:
        raise _broken(name, f"it has no {error}") from error


@cache
def calling_files(language: Language, names: FileNames) -> Language:
    """The same language, to speak with: its files are called by these names."""
    if names == "laws":
        return language
    called = dict(zip(_FILES, language.files[names], strict=True))
    words = {f"file:{file}": _first(name.lower(), language, file) for file, name in called.items()}
    display = {name.lower(): name for name in called.values()}
    orthography = replace(
        language.orthography, display=_frozen({**language.orthography.display, **display})
    )
    return replace(language, words=_frozen({**language.words, **words}), orthography=orthography)


def _first(name: str, language: Language, file: str) -> tuple[str, ...]:
    others = (form for form in language.words[f"file:{file}"] if form != name)
    return (name, *others)


def _in_its_alphabet(table: Mapping[str, Any]) -> Language:
    """A language whose file only names another one and an alphabet."""
    source, alphabet = table["written_from"], table["alphabet"]
    original = _naming_all_languages(_table(source))
    phrases = read_phrases(_text(f"{source}{_PHRASES}"), source, writer(alphabet))
    own = {key: table[key] for key in ("id", "name", "tag") if key in table}
    return _from_table({**transliterated(original, alphabet), **own}, phrases)


def _naming_all_languages(table: dict[str, Any]) -> dict[str, Any]:
    """The same, and what it types for a language that it has no word for: that one's own name."""
    unnamed = [known for known in spoken_languages() if _token(known) not in table["words"]]
    names = {known: _table(known)["name"] for known in unnamed}
    added = {_token(known): [name.lower()] for known, name in names.items()}
    return {**table, "typed": {**table.get("typed", {}), **added}}


def _forms(table: Mapping[str, list[str]]) -> Mapping[str, tuple[str, ...]]:
    return _frozen({token: tuple(forms) for token, forms in table.items()})


def _token(language_id: str) -> str:
    return f"language:{language_id}"


def _table(language_id: str) -> dict[str, Any]:
    """What its file holds, under its own id and with a name. Raises `BrokenLanguage`."""
    name = f"{language_id}.toml"
    try:
        table = tomllib.loads(_text(name))
    except tomllib.TOMLDecodeError as error:
        raise _broken(name, str(error)) from error
    if table.get("id") != language_id:
        raise _broken(name, f"its id is to be {language_id!r}, not {table.get('id')!r}")
    if not table.get("name"):
        raise _broken(name, "it has no 'name'")
    return table


def _text(name: str) -> str:
    """Raises `BrokenLanguage` where it is no UTF-8."""
    try:
        return files(__package__).joinpath(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise _broken(name, f"it is not UTF-8 at byte {error.start + 1}") from error


def _broken(name: str, why: str) -> BrokenLanguage:
    return BrokenLanguage(f"The language file {name} can't be used: {why}.")


def _from_table(table: Mapping[str, Any], phrases: Phrases) -> Language:
    return Language(
        id=table["id"],
        name=table["name"],
        tag=table.get("tag", table["id"]),
        words=_forms(table["words"]),
        typed=_forms(table["typed"]),
        orders=_forms(table["orders"]),
        wish=_forms(table["wish"]),
        phones=_frozen({word: tuple(said.split()) for word, said in table["phones"].items()}),
        files=_frozen({names: tuple(called) for names, called in table["files"].items()}),
        phrases=phrases,
        sheet=_frozen(table["sheet"]),
        interface=_frozen(table["interface"]),
        screen=_frozen(table["screen"]),
        review=_frozen(table["review"]),
        review_words=_forms(table["review_words"]),
        sound=SpeechData(
            voice=table["voice"],
            numbers=_numbers(table["numbers"]),
            respelled=_frozen(table["spoken"]),
        ),
        orthography=_orthography(table),
    )


def _orthography(table: Mapping[str, Any]) -> Orthography:
    notation = table["notation"]
    return Orthography(
        display=_frozen({word.lower(): word for word in table["display"]["capitals"]}),
        spelling=_frozen(table["spelling"]),
        unmarked=_frozen(notation["unmarked"]),
        letters=_frozen(table["letters"]),
        files=notation["files"],
        passing=notation["passing"],
        understood=_frozen(notation["understood"]),
    )


def _numbers(table: Mapping[str, Any]) -> Numbers:
    return Numbers(
        simple=tuple(table["simple"]),
        tens=tuple(table["tens"]),
        hundreds=tuple(table["hundreds"]),
        joining=Joining(joined=table["joined"], units=_frozen(table["joined_units"])),
        feminine=_frozen(table["feminine"]),
        elided=tuple(table.get("elided", ())),
        also=tuple(
            Joining(joined=other["joined"], units=_frozen(other["units"]))
            for other in table.get("also", ())
        ),
    )


def _frozen(table: dict[str, Value]) -> Mapping[str, Value]:
    return MappingProxyType(dict(table))
