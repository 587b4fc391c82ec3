"""Lists each command in each channel: how it is spoken, how it is typed, and its key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from voice_chess.languages.language import Language, spoken_languages
from voice_chess.speech.commands import (
    CHANNEL_NUMBERS,
    CLAIMS,
    CLAIMS_WITH_MOVE,
    COMMAND_TABLE,
    KEY_SIGN,
    SAID_WHOLE,
    SpokenCommand,
)
from voice_chess.speech.counting import spoken_number
from voice_chess.speech.generation.styles import CHANNELS, STYLES
from voice_chess.speech.orders import ORDER_SIGN, ORDER_TABLE, Order

_MOVE = ("file:e", "rank:4")
EXAMPLES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "": ((),),
    "r": (("rank:4",),),
    "f": (("file:e",),),
    "fr": (("file:e", "rank:4"),),
    "p": (("piece:N",),),
    "k": tuple((f"claim:{kind}",) for kind in CLAIMS),
    "l": tuple((f"language:{name}",) for name in spoken_languages()),
    "y": tuple((f"style:{name}",) for name in STYLES),
    "c": tuple((f"channel:{name}",) for name in CHANNELS),
    "yc": tuple(("style:san", f"channel:{name}") for name in CHANNELS),
    "n": (("rank:1",),),
    "nw": (("rank:1", "black"),),
    "s": (("file:e", "rank:7"), ("file:e", "rank:7", "file:d", "rank:8")),
    "d": (("file:e", "rank:7", "file:e", "rank:5"),),
    "M": (_MOVE,),
    "kM": tuple((f"claim:{kind}", *_MOVE) for kind in CLAIMS_WITH_MOVE),
}
"""One example of what may follow a command, for each shape.

Any square, piece or first move stands for all others; claims, languages, styles and channels are
listed one by one.
"""


_NUMBERS = {f"channel:{name}": f"rank:{number}" for name, number in CHANNEL_NUMBERS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Channels:
    """One command or order with one kind of argument: as spoken, as typed, and by its key.

    `also` holds other words for the command itself, `also_typed` those that are understood only in
    writing. `spoken` is empty if no recogniser has learnt the words.
    """

    command: str
    spoken: str
    typed: str
    key: str
    also: tuple[str, ...] = ()
    also_typed: tuple[str, ...] = ()


def channels(language: Language) -> Iterator[Channels]:
    """Yield every command of the table with its examples, in the table's order."""
    for command in COMMAND_TABLE:
        for shape in command.shapes:
            for argument in EXAMPLES[shape]:
                if shape.startswith(SAID_WHOLE):
                    yield _in_one(command, argument, language)
                else:
                    yield _channels(command, argument, language)


def _channels(command: SpokenCommand, argument: tuple[str, ...], language: Language) -> Channels:
    """Describe a command whose argument follows it.

    A channel by itself can't be spoken: its number is understood only after a style.
    """
    is_said = not argument[-1:] or not argument[-1].startswith("channel:")
    words, *others = language.words[command.name]
    typed = _typed(argument, language)
    return Channels(
        command=command.name,
        spoken=" ".join((words, *map(language.say, argument))) if is_said else "",
        typed=f"{words} {typed}".rstrip(),
        key=f"{KEY_SIGN}{command.key} {typed}".rstrip(),
        also=(*others, *language.asked.get(command.name, ())),
        also_typed=tuple(language.typed.get(command.name, ())),
    )


ORDERED: Mapping[str, tuple[str, ...]] = {
    "": (),
    "s?s?": (),
    "s": ("white",),
    "sn+m?": ("black", "number:21", "minutes"),
    "sn+m?sn+m?": ("white", "number:95", "minutes", "black", "number:8", "minutes"),
    "n+s?": ("number:21", "black"),
    "[srv]": ("offer-draw",),
}
"""One example of what may follow an order, by the order's form.

Any side, number or result stands for all others.
"""


def orders(language: Language) -> Iterator[Channels]:
    """Return an iterator over all of an arbiter's orders, in the order of their table."""
    return (_ordered(order, language) for order in ORDER_TABLE)


def _ordered(order: Order, language: Language) -> Channels:
    words, *others = language.spoken_forms(order.name)
    rest = [(_said(token, language), _figure(token, language)) for token in ORDERED[order.form]]
    spoken, typed = (" ".join(parts) for parts in zip(*rest, strict=True)) if rest else ("", "")
    return Channels(
        command=order.name,
        spoken=f"{words} {spoken}".rstrip(),
        typed=f"{words} {typed}".rstrip(),
        key=f"{key_of(order)} {typed}".rstrip(),
        also=tuple(others),
    )


def key_of(order: Order) -> str:
    """Return the order's own key, or the key of the player's command with the same name."""
    if order.key:
        return f"{ORDER_SIGN}{order.key}"
    return next(f"{KEY_SIGN}{each.key}" for each in COMMAND_TABLE if each.name == order.name)


def _said(token: str, language: Language) -> str:
    kind, _, number = token.partition(":")
    is_number = kind == "number"
    return " ".join(spoken_number(int(number), language)) if is_number else language.say(token)


def _figure(token: str, language: Language) -> str:
    kind, _, number = token.partition(":")
    return number if kind == "number" else language.say(token)


def _in_one(command: SpokenCommand, argument: tuple[str, ...], language: Language) -> Channels:
    """Describe a command whose argument contains the command's words, as each style does.

    `spoken` is empty if no recogniser has learnt the words.
    """
    whole = " ".join(map(language.say, argument))
    said = " ".join(language.say(_NUMBERS.get(token, token)) for token in argument)
    rest = whole.removeprefix(f"{language.say(command.name)} ")
    return Channels(
        command=command.name,
        spoken=said if argument[0] in language.words else "",
        typed=whole,
        key=f"{KEY_SIGN}{command.key} {rest}",
    )


def _typed(tokens: tuple[str, ...], language: Language) -> str:
    """Return the tokens as they are typed: squares as signs (e4), everything else in words."""
    written = ""
    for token in tokens:
        kind, _, value = token.partition(":")
        is_sign = kind in ("file", "rank")
        gap = "" if kind == "rank" and written[-1:].isalpha() and is_sign else " "
        written += gap + (value if is_sign else language.say(token))
    return written.strip()
