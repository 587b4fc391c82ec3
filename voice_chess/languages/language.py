"""Reads what a language says and understands from its data files; knows no chess.

The classes that have phrases are known by their names only.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from voice_chess.languages.phrases import Phrases, read_phrases
from voice_chess.languages.script import FILES, transliterated, understood_in, writer
from voice_chess.plain_error import PlainError

Value = TypeVar("Value")

FileNames = Literal["laws", "letters", "nato"]
"""The names of the files: Anna to Hektor, the letters a to h, or the NATO radio alphabet."""

STANDARD_LANGUAGE = "de"
CAPTOR = "captor"
"""Names words that are typed for what captures, behind "take": "biorę skoczkiem na d4"."""
"""The language where nobody has chosen another.

Data that was stored without a language stays in this one for ever.
"""
_PHRASES = ".ftl"
_BUTTON = "do:"
"""Before the name of a command, the name of its button on the page."""
_FIRST_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_NAME_WORD = re.compile(r"\w+(?:['’]\w+)*")
_REMEMBERED = 2_048
"""The number of filled phrases in the cache; most games use the same words as others."""


class UnknownLanguage(PlainError, LookupError):
    """A language without a data file; the message names the languages that have one."""


class BrokenLanguage(PlainError, ValueError):
    """A data file that can't be used; the message names it and says what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """How tens and units make one number; a bar in `joined` is a seam inside one written word."""

    joined: str
    units: Mapping[str, str]
    """Units that have another form in such a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The rules by which a language counts."""

    simple: tuple[str, ...]
    tens: tuple[str, ...]
    hundreds: tuple[str, ...]
    joining: Joining
    feminine: Mapping[str, str]
    """By its usual form, the last word of a number as it stands before a feminine noun."""
    elided: tuple[str, ...] = ()
    """Two vowels and the seam between them, where tens meet units: the first vowel is dropped."""
    also: tuple[Joining, ...] = ()
    """Other ways to join tens and units; they are understood but never said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechData:
    """What speech needs: the synthesiser's voice, how to count, and words to be respelled."""

    voice: str
    """The synthesiser's name for its voice of this language."""
    numbers: Numbers
    respelled: Mapping[str, str]
    """By word, the text that the synthesiser must be given to say it right.

    A key in lower case applies to the word in any case. A key with a capital applies only to that
    form inside a sentence, such as the English letter A, which is not the article.
    """


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Orthography:
    """How words and moves are written for the eye, and which typed spellings mean them."""

    display: Mapping[str, str]
    spelling: Mapping[str, str]
    unmarked: Mapping[str, str]
    """What is typed for letters with marks, if it is not simply the letter without its mark."""
    letters: Mapping[str, str]
    """By the English letter of a piece, the language's own letter; a pawn's is empty."""
    files: str
    """The eight files from a to h."""
    passing: str
    """What is written after a capture en passant."""
    understood: Mapping[str, str]
    """Other letters that may be written, each with the English letter of its piece or file."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """The words that a language understands and the phrases that it speaks.

    Two languages are equal only if they are the same object.
    """

    id: str
    name: str
    tag: str
    """The BCP 47 tag for pages and browsers; the id if the file has no tag."""
    words: Mapping[str, tuple[str, ...]]
    """By token, its forms in lower case; the first form is spoken, all are understood."""
    asked: Mapping[str, tuple[str, ...]]
    """By token, whole questions as people ask them; words that no recogniser has learnt are among
    the `phones`."""
    typed: Mapping[str, tuple[str, ...]]
    """By token, forms that are understood only in writing: no recogniser has learnt these words."""
    orders: Mapping[str, tuple[str, ...]]
    """By token, the forms of orders that only an arbiter gives.

    The arbiter's recogniser uses `phones` for words that it has not learnt.
    """
    wish: Mapping[str, tuple[str, ...]]
    """The parts of a sentence that begins a game against the computer, each with its forms."""
    phones: Mapping[str, tuple[str, ...]]
    """Words that no recogniser has learnt, each in the phones of the language's acoustic model.

    After `=` stands a word that it has learnt, as `Vocabulary.states_of` reads it.
    """
    files: Mapping[str, tuple[str, ...]]
    """By `FileNames`, the names of the eight files other than those that the Laws suggest."""
    phrases: Phrases
    """What the program says, by name; `phrase` fills it in."""
    sheet: Mapping[str, str]
    """Labels of the written scoresheet, in print and in braille."""
    interface: Mapping[str, str]
    """The texts on the pages of the play server."""
    screen: Mapping[str, str]
    """What the program writes at the table besides what it says."""
    review: Mapping[str, str]
    """What is told in the review of a finished game, with gaps in braces."""
    review_words: Mapping[str, tuple[str, ...]]
    """Commands for reviewing a game, each with its forms in lower case."""
    list_columns: Mapping[str, tuple[str, ...]]
    """By column of a list of players, the names that it has in files; the first one is told.

    Under `ignored` are columns that no event keeps.
    """
    list_values: Mapping[str, tuple[str, ...]]
    """By value (yes, no, m, w), how lists of players write it."""
    openings: Mapping[str, str]
    """By the English name of a family of openings, its own; others are called in English."""
    sound: SpeechData
    orthography: Orthography
    _written: dict[str, str] = field(default_factory=dict, init=False, repr=False)
    """The cache of `written`, by token."""

    def phrase(self, name: str, /, **values: str | int) -> str:
        """Return the phrase of this name with its gaps filled; a number chooses the plural form."""
        return _phrase(self, name, tuple(values.items()))

    def spoken_forms(self, token: str) -> tuple[str, ...]:
        """Return every form of a token that can be said, in lower case.

        Raises KeyError if there is none.
        """
        return self.words.get(token) or self.orders[token]

    def say(self, token: str) -> str:
        """Return the spoken form of a token, in lower case."""
        return (self.words.get(token) or self.orders.get(token) or self.typed[token])[0]

    @property
    def forms(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Every token with forms by which it is understood, said or typed; some come repeatedly.

        Forms of pieces that capture are those of the pieces, too.
        """
        for table in (self.words, self.asked, self.typed, self.orders):
            yield from ((token, said) for token, said in table.items() if token != CAPTOR)

    def displayed(self, words: str) -> str:
        """Return words in lower case as they are written in a sentence."""
        display = self.orthography.display
        return " ".join([display.get(word, word) for word in words.split()])

    def written(self, token: str) -> str:
        """Return the spoken form of a token as it is written in a sentence."""
        known = self._written.get(token)
        if known is None:
            known = self.displayed(self.say(token))
            self._written[token] = known
        return known


@lru_cache(_REMEMBERED)
def _phrase(language: Language, name: str, values: tuple[tuple[str, str | int], ...]) -> str:
    return language.phrases.say(name, dict(values))


def known_languages() -> tuple[str, ...]:
    """Return the ids of all languages, in alphabetical order."""
    folder = files(__package__)
    names = (entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(name.removesuffix(".toml") for name in names))


@cache
def spoken_languages() -> tuple[str, ...]:
    """Return the ids of languages with words of their own, in alphabetical order.

    The others only write one of these in another alphabet.
    """
    folder = files(__package__)
    names = (entry.name for entry in folder.iterdir() if entry.name.endswith(_PHRASES))
    return tuple(sorted(name.removesuffix(_PHRASES) for name in names))


def same_in_other_letters(language_id: str) -> tuple[str, ...]:
    """Return the languages that are written from this one letter by letter, and sound the same."""
    heads = ((known, _head(known)) for known in known_languages())
    return tuple(known for known, head in heads if head.get("written_from") == language_id)


@cache
def load_language(language_id: str) -> Language:
    """Read a language. Raises `UnknownLanguage` or `BrokenLanguage`."""
    if language_id not in known_languages():
        known = ", ".join(known_languages())
        message = f"There is no language {language_id!r}; there are: {known}."
        raise UnknownLanguage(message)
    table, name = _table(language_id), f"{language_id}.toml"
    try:
        if "written_from" in table:
            return _in_its_alphabet(table)
        phrases = read_phrases(_text(f"{language_id}{_PHRASES}"), language_id)
        return _from_table(_in_both_alphabets(_completed(table)), phrases)
    except KeyError as error:
        raise _broken(name, f"it has no {error}") from error


@cache
def calling_files(language: Language, names: FileNames) -> Language:
    """Return the language for speaking with these names of its files."""
    if names == "laws":
        return language
    called = dict(zip(FILES, language.files[names], strict=True))
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
    """Read a language whose file only names another language and an alphabet."""
    source, alphabet = table["written_from"], table["alphabet"]
    original = _completed(_table(source))
    phrases = read_phrases(_text(f"{source}{_PHRASES}"), source, writer(alphabet))
    own = {key: table[key] for key in ("id", "name", "tag") if key in table}
    return _from_table({**transliterated(original, alphabet), **own}, phrases)


def _in_both_alphabets(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table; if it names a language in other letters, these may be typed, too."""
    other = table.get("also_typed_as")
    return table if other is None else understood_in(table, _table(other)["alphabet"])


def _completed(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table with what can be typed because other parts of the data name it."""
    return _naming_buttons(_naming_all_languages(table))


def _naming_all_languages(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table with typed names for languages that it has no word for: their own names."""
    unnamed = [known for known in spoken_languages() if _token(known) not in table["words"]]
    names = {_token(known): _head(known)["name"].lower() for known in unnamed}
    typed = table.get("typed", {})
    added = {token: [name, *typed.get(token, ())] for token, name in names.items()}
    return {**table, "typed": {**typed, **added}}


def _naming_buttons(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table with the names of the buttons among what is typed for their commands.

    A name that means something else when it is typed stays that, and one with a gap is not whole.
    """
    tables = (table[name] for name in ("words", "orders", "asked", "typed"))
    said = [entry for each in tables for entry in each.items()]
    tokens, taken = {token for token, _ in said}, {form for _, forms in said for form in forms}
    typed = dict(table["typed"])
    for key, name in table["interface"].items():
        token, form = key.removeprefix(_BUTTON), " ".join(_NAME_WORD.findall(name.lower()))
        is_whole = key.startswith(_BUTTON) and "{" not in name
        if is_whole and token in tokens and form not in taken:
            typed[token] = [*typed.get(token, ()), form]
    return {**table, "typed": typed}


def _forms(table: Mapping[str, list[str]]) -> Mapping[str, tuple[str, ...]]:
    return _frozen({token: tuple(forms) for token, forms in table.items()})


def _token(language_id: str) -> str:
    return f"language:{language_id}"


def _head(language_id: str) -> dict[str, Any]:
    """Return what a language's file says of itself: all that stands before its first table.

    To read a whole file takes a tenth of a second. Raises `BrokenLanguage`.
    """
    before_tables = _FIRST_TABLE.split(_text(f"{language_id}.toml"), maxsplit=1)[0]
    return _parsed(before_tables, language_id)


def _table(language_id: str) -> dict[str, Any]:
    """Return the contents of a language's file, checked for its id and a name.

    Raises `BrokenLanguage`.
    """
    return _parsed(_text(f"{language_id}.toml"), language_id)


def _parsed(text: str, language_id: str) -> dict[str, Any]:
    name = f"{language_id}.toml"
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(name, str(error)) from error
    if table.get("id") != language_id:
        raise _broken(name, f"its id is to be {language_id!r}, not {table.get('id')!r}")
    if not table.get("name"):
        raise _broken(name, "it has no 'name'")
    return table


def _text(name: str) -> str:
    """Return the text of a data file. Raises `BrokenLanguage` if it is not UTF-8."""
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
        asked=_forms(table["asked"]),
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
        list_columns=_forms(table["list_columns"]),
        list_values=_forms(table["list_values"]),
        openings=_frozen(table.get("openings", {})),
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


_TOO_LATE = {
    "sealing": "made",
    "claim": "made",
    "wrong-claim": "made",
    "released": "made",
    "setup-complaints": "begun",
    "turn": "made",
}
"""The variants for what comes too late though no clock was pressed, by the topic of the article."""

VARIANTS: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "MoveRepeated": ("is_right", lambda is_right: "right" if is_right else "wrong"),
    "ClocksStopped": ("why", str),
    "CastlingRefused": ("why", str),
    "GameResumed": ("missing", str),
    "ClaimUpheld": ("uci", lambda uci: "move" if uci else ""),
    "ClaimRejected": ("told_with", str),
    "ObjectionRejected": ("is_withdrawn", lambda is_withdrawn: "withdrawn" if is_withdrawn else ""),
    "RulingAwaited": ("may_be_withdrawn", lambda may: "alone" if may else ""),
    "MoveSealed": ("is_made", lambda is_made: "made" if is_made else ""),
    "EnvelopeOpened": ("uci", lambda uci: "" if uci else "empty"),
    "NotYetRecorded": ("what", str),
    "FaultFound": ("fault", lambda fault: "" if fault == "wrong-position" else fault),
    "DrawNotYetAllowed": ("may_arbiter_consent", lambda may: "arbiter" if may else ""),
    "NoQuickplayFinish": ("ms", lambda ms: "" if ms is None else "early" if ms else "late"),
    "NotYourRole": ("hint", str),
    "GameIsAdjourned": ("first", str),
    "NoAppeals": ("lacks_arbiter", lambda lacks: "arbiter" if lacks else ""),
    "FlagHasNotFallen": ("white", lambda white: "" if white is None else "side"),
    "TooLateToCorrect": ("because", lambda because: _TOO_LATE.get(because.topic, "")),
    "NoIllegalMove": ("is_about_last", lambda is_about_last: "" if is_about_last else "any"),
    "NotThere": ("stands_there", lambda piece: "" if piece else "empty"),
    "QuickplayClaimed": ("ground", lambda ground: ground or ""),
    "ObjectionRaised": ("released", lambda uci: "released" if uci else ""),
    "GameEnded": ("told_with", str),
    "ResultSettled": ("half_points", lambda points: "" if points is None else "points"),
}
"""By class: the field that selects a variant of the phrase, and the variant's name by value."""


def phrase_name(thing: object) -> str:
    """Return the name of a value's phrase: its class, and the variant if there are several."""
    name = type(thing).__name__
    if name not in VARIANTS:
        return name
    field, told = VARIANTS[name]
    return ":".join(filter(None, (name, told(getattr(thing, field)))))
