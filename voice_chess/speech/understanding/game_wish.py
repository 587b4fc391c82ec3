"""One sentence that begins a game against the computer: what may be said, and what it means.

What was left open, the time or the colour, is settled by those who begin the game.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Literal, TypeAlias, get_args

from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language
from voice_chess.speech.commands import COMMAND_TABLE, KEY_SIGN
from voice_chess.speech.counting import SEAM, number_words, spoken_number
from voice_chess.speech.understanding.spelling import spelt

Side: TypeAlias = Literal["white", "black"]
LevelName: TypeAlias = Literal["beginner", "easy", "medium", "hard", "strongest"]
"""How strongly the engine plays; what each comes to, the session knows."""

SIDES: tuple[Side, ...] = ("white", "black")
LEVEL_NAMES: tuple[LevelName, ...] = get_args(LevelName)
SPOKEN_TIMES = (
    *((1, 0), (2, 1), (3, 0), (3, 2), (5, 0), (5, 3), (5, 5), (10, 0), (10, 5), (15, 10)),
    *((20, 10), (25, 10), (30, 0), (30, 20), (45, 15), (60, 30), (90, 30)),
)
"""Minutes, and seconds a move: what an ear listens for. Few are told apart more surely than many;
every other time can be typed."""

MOST_CHOICES = 3
NUMBERS = tuple(f"choice:{number}" for number in range(1, MOST_CHOICES + 1))
"""How one of several is called by its place."""
ANSWER_KEYS = {
    command.name: f"{KEY_SIGN}{command.key}"
    for command in COMMAND_TABLE
    if command.name in ("yes", "no")
}
"""The keys of the commands by that name."""
_MOST_NUMBER = 180
_PARTS = ("time", "colour", "level")
_TIME, _LEVEL, _COLOUR, _REST = "<time>", "<level>", "<colour>", "<rest>"
"""The names of rules; the last is for a level, a colour or both behind a time."""
_WORD = re.compile(r"\d+|[^\W\d_]+|\+")

_Phrase: TypeAlias = tuple[str, ...]
_Forms: TypeAlias = tuple[str, ...]
"""Several words or phrases that may stand in one place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWish:
    """Each None where it was left open; `time` as people write it, "5+3"."""

    time: str | None = None
    colour: Side | None = None
    level: LevelName | None = None

    def leaves_open(self, other: "GameWish") -> bool:
        """True if it is the other without its colour, its level or both."""
        return (
            self != other
            and self.time == other.time
            and self.colour in {None, other.colour}
            and self.level in {None, other.level}
        )

    def has_none_of(self, part: "GameWish") -> bool:
        """What that has is open here."""
        return all(None in (getattr(self, name), getattr(part, name)) for name in _PARTS)

    def with_part(self, part: "GameWish") -> "GameWish":
        """Both together."""
        return GameWish(
            time=self.time or part.time,
            colour=self.colour or part.colour,
            level=self.level or part.level,
        )


@cache
def wish_grammar(language: Language) -> Grammar:
    """What an ear listens for: how such a sentence begins, then a level, a time and a colour.

    They come in any order. Of all ways into a rule the search keeps the likeliest alone: so a level
    that may be noise stands before a time as a phrase of its own, beside the same without it, and
    what follows a colour in a rule for each.
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
    """One of each, each pair in both orders."""
    pairs = tuple(product(some, others))
    return (
        *(f"{one} {other}" for one, other in pairs),
        *(f"{other} {one}" for one, other in pairs),
    )


def _behind_a_colour(times: _Forms, levels: _Forms) -> _Forms:
    """A time, a level or both, in either order."""
    return (
        *times,
        *levels,
        *(f"{time} {_LEVEL}" for time in times),
        *(f"{level} {_TIME}" for level in levels),
    )


def wishes(words: Sequence[str], language: Language) -> tuple[GameWish, ...]:
    """What these may mean; nothing for words that begin no such sentence."""
    said = tuple(words)
    rests = [rest for head in _forms(language, "computer") for rest in _behind(head, said)]
    return tuple(dict.fromkeys(wish for rest in rests for wish in _wanted(rest, language)))


def typed_wishes(text: str, language: Language) -> tuple[GameWish, ...]:
    """The same of a line as it was typed; a time or a colour alone is enough."""
    words = tuple(each for word in _WORD.findall(text.lower()) for each in _as_said(word, language))
    if not words:
        return ()
    return wishes(words, language) or tuple(dict.fromkeys(_wanted(words, language)))


@cache
def answer_grammar(language: Language) -> Grammar:
    """The same while one wish is asked about: yes, no, or another wish in its place."""
    answers = tuple(form for answer in ("yes", "no") for form in language.words[answer])
    grammar = wish_grammar(language)
    return replace(grammar, phrases=(*answers, *grammar.phrases))


def choice_grammar(language: Language, among: tuple[GameWish, ...]) -> Grammar:
    """The same while one of several is to be chosen: by its place, by what only it has, or none."""
    places = (form for name in NUMBERS[: len(among)] for form in language.wish[name])
    parts = (part for wish in among for part in _parts(wish, language))
    words = dict.fromkeys((*places, *parts, *language.words["no"]))
    grammar = wish_grammar(language)
    return replace(grammar, phrases=(*words, *grammar.phrases))


def chosen(line: str, language: Language, among: Sequence[GameWish]) -> GameWish | None:
    """Which of several these words mean; None where they mean none, or more than one.

    One is called by its place (a number, a key, "the second"), or by what only it has.
    """
    said = line.strip().lower().rstrip(".!").removeprefix(KEY_SIGN)
    for number, (name, wish) in enumerate(zip(NUMBERS, among, strict=False), start=1):
        if said == str(number) or said in language.wish[name]:
            return wish
    meant = typed_wishes(line, language)
    found = {wish for wish in among for part in meant if _is_part(part, wish)}
    return found.pop() if len(found) == 1 else None


def _is_part(part: GameWish, whole: GameWish) -> bool:
    """Whatever was said of it is so; what was left open may be anything."""
    return part != GameWish() and all(
        getattr(part, name) in (None, getattr(whole, name)) for name in _PARTS
    )


def answered(line: str, language: Language) -> bool | None:
    """Whether these words, or this key, say yes; None where they are no answer."""
    said = line.strip().lower().rstrip(".!")
    for name, is_yes in (("yes", True), ("no", False)):
        forms = (*language.words[name], *language.typed.get(name, ()))
        if said in forms or said == ANSWER_KEYS[name]:
            return is_yes
    return None


def wish_words(wish: GameWish, language: Language) -> str:
    """The wish in the words by which it is said, with what was left open left out."""
    parts = [language.wish["computer"][0]]
    if wish.level is not None:
        parts.append(language.wish[f"level:{wish.level}"][0])
    if wish.time is not None:
        parts.append(_time_words(wish.time, language, number_words))
    if wish.colour is not None:
        parts.append(language.wish[wish.colour][0])
    return ", ".join(map(language.displayed, parts))


def _parts(wish: GameWish, language: Language) -> Iterator[str]:
    """What it has, part by part, as an ear is to hear it."""
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
    """Behind the beginning: a level, a time and a colour in any order, each once at most."""
    if not rest:
        yield GameWish()
    for length in range(1, len(rest) + 1):
        for part in _parts_in(rest[:length], language):
            for others in _wanted(rest[length:], language):
                if others.has_none_of(part):
                    yield others.with_part(part)


def _parts_in(words: _Phrase, language: Language) -> Iterator[GameWish]:
    """These words as one part of a wish."""
    yield from (GameWish(time=time) for time in _times(words, language))
    yield from (GameWish(colour=side) for side in SIDES if words in _forms(language, side))
    for name in LEVEL_NAMES:
        if words in _forms(language, f"level:{name}"):
            yield GameWish(level=name)


def _times(words: _Phrase, language: Language) -> Iterator[str]:
    """Minutes, and seconds a move; without these only where the minutes are called so."""
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
    """What is left of the words where they begin with this form."""
    if words[: len(form)] == form:
        yield words[len(form) :]


def _forms(language: Language, part: str) -> tuple[_Phrase, ...]:
    return tuple(tuple(form.split()) for form in language.wish[part])


@cache
def _numbers(language: Language) -> dict[_Phrase, int]:
    """As they are heard, word by word, and as they are written."""
    heard = {spoken_number(number, language): number for number in range(_MOST_NUMBER + 1)}
    written = {
        tuple(re.split(r"[ -]", number_words(number, language).replace(SEAM, ""))): number
        for number in range(_MOST_NUMBER + 1)
    }
    return {**written, **heard}


def _as_said(word: str, language: Language) -> _Phrase:
    """A typed word or sign as it would be said."""
    if word == "+":
        return _forms(language, "plus")[0]
    if word.isdecimal() and int(word) <= _MOST_NUMBER:
        return spoken_number(int(word), language)
    return (spelt(word, language),)
