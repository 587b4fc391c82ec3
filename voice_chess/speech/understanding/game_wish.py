"""Understands the sentence that begins a game against the computer, and lists what may be said.

Callers settle what the sentence leaves open: the time, the colour or the level.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Literal, TypeAlias, get_args

from voice_chess.by_color import SIDES, Side
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language
from voice_chess.languages.phrases import SEAM
from voice_chess.speech.commands import COMMAND_TABLE, KEY_SIGN
from voice_chess.speech.counting import number_words, spoken_number
from voice_chess.speech.understanding.spelling import spelt

LevelName: TypeAlias = Literal["beginner", "easy", "medium", "hard", "strongest"]
"""How strongly the engine plays; the session knows the strength of each level."""

LEVEL_NAMES: tuple[LevelName, ...] = get_args(LevelName)
SPOKEN_TIMES = (
    *((1, 0), (2, 1), (3, 0), (3, 2), (5, 0), (5, 3), (5, 5), (10, 0), (10, 5), (15, 10)),
    *((20, 10), (25, 10), (30, 0), (30, 20), (45, 15), (60, 30), (90, 30)),
)
"""Minutes and seconds a move that can be spoken; any other time can be typed.

A short list is recognised more surely than a long one.
"""

MOST_CHOICES = 3
NUMBERS = tuple(f"choice:{number}" for number in range(1, MOST_CHOICES + 1))
"""The names of phrases that choose one of several by its place."""
ANSWER_KEYS = {
    command.name: f"{KEY_SIGN}{command.key}"
    for command in COMMAND_TABLE
    if command.name in ("yes", "no")
}
"""The keys of the commands yes and no."""
_MOST_NUMBER = 180
_PARTS = ("time", "colour", "level")
_TIME, _LEVEL, _COLOUR, _REST = "<time>", "<level>", "<colour>", "<rest>"
"""The names of rules; `_REST` is a level, a colour or both after a time."""
_WORD = re.compile(r"\d+|[^\W\d_]+|\+")

_Phrase: TypeAlias = tuple[str, ...]
_Forms: TypeAlias = tuple[str, ...]
"""Several words or phrases that may stand in one place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWish:
    """What a player wishes for; each field is None if it was left open.

    `time` is written as people write it, such as "5+3": minutes and seconds a move.
    """

    time: str | None = None
    colour: Side | None = None
    level: LevelName | None = None

    def leaves_open(self, other: "GameWish") -> bool:
        """Whether this is the other wish without its colour, its level or both."""
        return (
            self != other
            and self.time == other.time
            and self.colour in {None, other.colour}
            and self.level in {None, other.level}
        )

    def has_none_of(self, part: "GameWish") -> bool:
        """Whether every field that the part sets is open here."""
        return all(None in (getattr(self, name), getattr(part, name)) for name in _PARTS)

    def with_part(self, part: "GameWish") -> "GameWish":
        """Return both wishes together; this one's fields win."""
        return GameWish(
            time=self.time or part.time,
            colour=self.colour or part.colour,
            level=self.level or part.level,
        )


@cache
def wish_grammar(language: Language) -> Grammar:
    """Return what may be said: the beginning of the sentence, then a level, a time and a colour.

    They come in any order. Of all ways into a rule the search keeps only the likeliest. Therefore a
    level before a time, which may be noise, is a phrase of its own beside the same phrase without
    it, and each colour has its own rule for what follows it.
    """
    heads = language.wish["computer"]
    times = tuple(" ".join(said) for said in _spoken_times(language))
    colours = tuple(form for side in SIDES for form in language.wish[side])
    levels = tuple(form for name in LEVEL_NAMES for form in language.wish[f"level:{name}"])
    levelled = tuple(f"{head} {level}" for head in heads for level in levels)
    begun = (*heads, *levelled)
    behind_colours = {f"<behind-{side}>": language.wish[side] for side in SIDES}
    return Grammar(
        phrases=(
            *begun,
            *(f"{head} {time}" for head in begun for time in times),
            *(f"{head} {colour}" for head in begun for colour in colours),
        ),
        longer=(
            *(f"{head} {time} {_REST}" for head in heads for time in times),
            *(f"{head} {time} {_COLOUR}" for head in levelled for time in times),
            *(f"{head} {colour} {_TIME}" for head in levelled for colour in colours),
            *(
                f"{head} {colour} {rule}"
                for rule, forms in behind_colours.items()
                for head in heads
                for colour in forms
            ),
        ),
        rules={
            _TIME: times,
            _LEVEL: levels,
            _COLOUR: colours,
            _REST: (*colours, *levels, *_in_either_order(colours, levels)),
            **dict.fromkeys(behind_colours, _behind_a_colour(times, levels)),
        },
    )


def _in_either_order(some: _Forms, others: _Forms) -> _Forms:
    """Return all pairs of one from each, each pair in both orders."""
    pairs = tuple(product(some, others))
    return (
        *(f"{one} {other}" for one, other in pairs),
        *(f"{other} {one}" for one, other in pairs),
    )


def _behind_a_colour(times: _Forms, levels: _Forms) -> _Forms:
    """Return the phrases for a time, a level or both, in either order."""
    return (
        *times,
        *levels,
        *(f"{time} {_LEVEL}" for time in times),
        *(f"{level} {_TIME}" for level in levels),
    )


def wishes(words: Sequence[str], language: Language) -> tuple[GameWish, ...]:
    """Return what these words may mean; nothing if they don't begin such a sentence."""
    said = tuple(words)
    rests = [rest for head in _forms(language, "computer") for rest in _behind(head, said)]
    return tuple(dict.fromkeys(wish for rest in rests for wish in _wanted(rest, language)))


def typed_wishes(text: str, language: Language) -> tuple[GameWish, ...]:
    """Return what a typed line may mean; a time, a colour or a level alone is enough."""
    words = tuple(each for word in _WORD.findall(text.lower()) for each in _as_said(word, language))
    if not words:
        return ()
    return wishes(words, language) or tuple(dict.fromkeys(_wanted(words, language)))


@cache
def answer_grammar(language: Language) -> Grammar:
    """Return what may be said while one wish is asked about: yes, no, or another wish."""
    answers = tuple(form for answer in ("yes", "no") for form in language.words[answer])
    grammar = wish_grammar(language)
    return replace(grammar, phrases=(*answers, *grammar.phrases))


def choice_grammar(language: Language, among: tuple[GameWish, ...]) -> Grammar:
    """Return what may be said while the player chooses one of several wishes.

    They name its place or something that only it has, say no, or make another wish.
    """
    places = (form for name in NUMBERS[: len(among)] for form in language.wish[name])
    parts = (part for wish in among for part in _parts(wish, language))
    words = dict.fromkeys((*places, *parts, *language.words["no"]))
    grammar = wish_grammar(language)
    return replace(grammar, phrases=(*words, *grammar.phrases))


def chosen(line: str, language: Language, among: Sequence[GameWish]) -> GameWish | None:
    """Return the chosen wish, or None if the words mean none of them, or more than one.

    A player names its place (a number, a key, "the second"), or something that only it has.
    """
    said = line.strip().lower().rstrip(".!").removeprefix(KEY_SIGN)
    for number, (name, wish) in enumerate(zip(NUMBERS, among, strict=False), start=1):
        if said == str(number) or said in language.wish[name]:
            return wish
    meant = typed_wishes(line, language)
    found = {wish for wish in among for part in meant if _is_part(part, wish)}
    return found.pop() if len(found) == 1 else None


def _is_part(part: GameWish, whole: GameWish) -> bool:
    """Whether the whole wish has everything that the part sets, and the part sets something."""
    return part != GameWish() and all(
        getattr(part, name) in (None, getattr(whole, name)) for name in _PARTS
    )


def answered(line: str, language: Language) -> bool | None:
    """Whether these words, or this key, say yes; None if they say neither yes nor no."""
    said = line.strip().lower().rstrip(".!")
    for name, is_yes in (("yes", True), ("no", False)):
        forms = (*language.words[name], *language.typed.get(name, ()))
        if said in forms or said == ANSWER_KEYS[name]:
            return is_yes
    return None


def wish_words(wish: GameWish, language: Language) -> str:
    """Return the words that say the wish; what was left open is left out."""
    parts = [language.wish["computer"][0]]
    if wish.level is not None:
        parts.append(language.wish[f"level:{wish.level}"][0])
    if wish.time is not None:
        parts.append(_time_words(wish.time, language, number_words))
    if wish.colour is not None:
        parts.append(language.wish[wish.colour][0])
    return ", ".join(map(language.displayed, parts))


def _parts(wish: GameWish, language: Language) -> Iterator[str]:
    """Yield each part of the wish in the words that a recogniser listens for."""
    if wish.level is not None:
        yield from language.wish[f"level:{wish.level}"]
    if wish.time is not None:
        yield _time_words(wish.time, language, lambda *number: " ".join(spoken_number(*number)))
    if wish.colour is not None:
        yield from language.wish[wish.colour]


def _time_words(time: str, language: Language, named: Callable[[int, Language], str]) -> str:
    plus = f" {language.wish['plus'][0]} "
    return plus.join(named(int(number), language) for number in time.split("+"))


def _spoken_times(language: Language) -> Iterator[_Phrase]:
    (minutes, *_), (seconds, *_) = _forms(language, "minutes"), _forms(language, "seconds")
    for whole, added in SPOKEN_TIMES:
        first, second = spoken_number(whole, language), spoken_number(added, language)
        for plus in _forms(language, "plus"):
            yield first + plus + second
            yield first + minutes + plus + second + seconds
        if not added:
            yield first + minutes


def _wanted(rest: _Phrase, language: Language) -> Iterator[GameWish]:
    """Yield the readings of what follows the beginning of the sentence.

    A level, a time and a colour come in any order, each at most once.
    """
    if not rest:
        yield GameWish()
    for length in range(1, len(rest) + 1):
        for part in _parts_in(rest[:length], language):
            for others in _wanted(rest[length:], language):
                if others.has_none_of(part):
                    yield others.with_part(part)


def _parts_in(words: _Phrase, language: Language) -> Iterator[GameWish]:
    """Yield the readings of these words as one part of a wish."""
    yield from (GameWish(time=time) for time in _times(words, language))
    yield from (GameWish(colour=side) for side in SIDES if words in _forms(language, side))
    for name in LEVEL_NAMES:
        if words in _forms(language, f"level:{name}"):
            yield GameWish(level=name)


def _times(words: _Phrase, language: Language) -> Iterator[str]:
    """Yield the times that these words may mean: minutes, and seconds a move.

    Without the seconds, the word for minutes must have been said.
    """
    numbers = _numbers(language)
    for length in range(1, len(words) + 1):
        minutes = numbers.get(words[:length])
        if minutes is None:
            continue
        rests = [words[length:]]
        called = [rest for form in _forms(language, "minutes") for rest in _behind(form, rests[0])]
        if () in called:
            yield f"{minutes}+0"
        for rest in (*rests, *called):
            for plus in _forms(language, "plus"):
                for added in _behind(plus, rest):
                    seconds = _seconds(added, language)
                    if seconds is not None:
                        yield f"{minutes}+{seconds}"


def _seconds(words: _Phrase, language: Language) -> int | None:
    for form in _forms(language, "seconds"):
        if words[-len(form) :] == form:
            return _numbers(language).get(words[: -len(form)])
    return _numbers(language).get(words)


def _behind(form: _Phrase, words: _Phrase) -> Iterator[_Phrase]:
    """Yield the rest of the words if they begin with this form."""
    if words[: len(form)] == form:
        yield words[len(form) :]


def _forms(language: Language, part: str) -> tuple[_Phrase, ...]:
    return tuple(tuple(form.split()) for form in language.wish[part])


@cache
def _numbers(language: Language) -> dict[_Phrase, int]:
    """Return numbers by their words: as they are spoken, word by word, and as they are written."""
    heard = {spoken_number(number, language): number for number in range(_MOST_NUMBER + 1)}
    written = {
        tuple(re.split(r"[ -]", number_words(number, language).replace(SEAM, ""))): number
        for number in range(_MOST_NUMBER + 1)
    }
    return {**written, **heard}


def _as_said(word: str, language: Language) -> _Phrase:
    """Return the words that say a typed word or sign."""
    if word == "+":
        return _forms(language, "plus")[0]
    if word.isdecimal() and int(word) <= _MOST_NUMBER:
        return spoken_number(int(word), language)
    return (spelt(word, language),)
