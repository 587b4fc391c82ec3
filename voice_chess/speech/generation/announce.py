"""Turns events, refusals and reasons into sentences.

A new one needs a phrase under its class's name in the languages' data, and no code here. The gaps
of a phrase are filled from the fields of the value: every class with a field `white` can use
`{side}`, every class with a field `uci` can use `{move}`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from voice_chess.game.events import Event
from voice_chess.game.refusals import Refusal
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Table
from voice_chess.languages.language import Language, phrase_name
from voice_chess.laws.edition import Citation, edition
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import Reason
from voice_chess.laws.written_move import FILES
from voice_chess.speech.counting import number_words, time_words
from voice_chess.speech.generation.sentence import Sentence, sentence, twofold
from voice_chess.speech.generation.styles import READINGS, Style
from voice_chess.speech.generation.wording import (
    listed,
    move_words,
    piece_word,
    points_words,
    refused_words,
    result_words,
    side_word,
    speaking,
    square_words,
)

Announceable = Event | Refusal | Reason
Gaps = dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The context of a sentence: the position before the move, the language and the style."""

    position: Position
    language: Language
    style: Style = "long"


def announce(thing: Announceable, scene: Scene) -> Sentence:
    """Return the whole sentence for an event, a refusal or a reason."""
    return sentence(worded(thing, scene), scene.language)


def cite(because: Citation, language: Language) -> Sentence:
    """Return the sentence that names the article of the Laws: Artikel neun Punkt zwei."""
    return sentence(cited(because, language), language)


def cited(because: Citation, language: Language) -> str:
    """Return the words of `cite` before they become a sentence."""
    return language.phrase("article", article=_article_words(because, language))


def written_article(because: Citation, language: Language) -> str:
    """Return an article in figures: 9.2, or 8 of the guidelines for adjourned games."""
    return _named(because, language, ".", str)


def worded(thing: Announceable, scene: Scene) -> str:
    """Return the words of `announce` before they become a sentence, for use in another one."""
    language = speaking(scene.language, scene.style)
    if language is not scene.language:
        scene = replace(scene, language=language)
    gaps: Gaps = {"mover": side_word(scene.language, white=scene.position.white_to_move)}
    kind: type = type(thing)
    for field, fill in _filling(kind):
        value = getattr(thing, field)
        if value is not None:
            gaps |= fill(value, scene)
    return scene.language.phrase(phrase_name(thing), **gaps)


@cache
def _filling(kind: type) -> tuple[tuple[str, "Fill"], ...]:
    """Return the fields of this class that fill gaps, each with its function."""
    names = [field.name for field in fields(kind)]
    found = [
        (name, FILLED_BY.get(f"{kind.__name__}.{name}", FILLED_BY.get(name))) for name in names
    ]
    return tuple((name, fill) for name, fill in found if fill is not None)


def _sides(white: bool, scene: Scene) -> Gaps:  # noqa: FBT001 - called with the field's value
    language = scene.language
    return {
        "side": side_word(language, white=white),
        "other": side_word(language, white=not white),
    }


def _move(uci: str, scene: Scene) -> Gaps:
    return {
        "move": move_words(uci, scene.position, scene.language, scene.style),
        "square": square_words(uci[2:4], scene.language),
    }


def _refused_move(uci: str, scene: Scene) -> Gaps:
    """Name the refused move briefly: the player hears the refusal on their own time."""
    return {"move": refused_words(uci, scene.position, scene.language)}


def _time(milliseconds: int, scene: Scene) -> Gaps:
    return {"time": time_words(milliseconds, scene.language)}


def _number(number: int, scene: Scene) -> Gaps:
    return {"number": number_words(number, scene.language)}


def _squares(squares: tuple[str, ...], scene: Scene) -> Gaps:
    return {"squares": listed(square_words(square, scene.language) for square in squares)}


def _square(square: str, scene: Scene) -> Gaps:
    """Name a square and, if a piece stands there, the piece."""
    piece = scene.position.piece_at(square)
    gaps = {"square": square_words(square, scene.language)}
    return gaps | (_piece(piece, scene) if piece else {})


def _piece(piece: str, scene: Scene) -> Gaps:
    return {"piece": piece_word(piece, scene.language)}


def _claim(kind: str, scene: Scene) -> Gaps:
    return {"claim": scene.language.phrase(f"claim:{kind}")}


def _result(result: Result, scene: Scene) -> Gaps:
    return {"result": result_words(result, scene.language)}


def _reason(reason: EndReason | Reason, scene: Scene) -> Gaps:
    """Say why a game ended, or why a move is not legal."""
    if isinstance(reason, EndReason):
        return {"reason": scene.language.phrase(f"end:{reason}")}
    return {"reason": worded(reason, scene)}


def _restored(moves_kept: int, scene: Scene) -> Gaps:
    position = scene.position.rewound(moves_kept)
    number = number_words(position.fullmove_number, scene.language)
    return {"number": number, "mover": side_word(scene.language, white=position.white_to_move)}


def _table(table: Table, scene: Scene) -> Gaps:
    return _time(table.control.periods[0].base_ms, scene)


def _article_words(because: Citation, language: Language) -> str:
    """Return an article for reading aloud: numbers in words, and points by name."""
    point = f" {language.phrase('point')} "
    return _named(because, language, point, lambda number: number_words(int(number), language))


def _named(because: Citation, language: Language, point: str, told: Callable[[str], str]) -> str:
    """Return an article's numbers and letters, joined by points.

    Letters are those of the language's alphabet. Guidelines are named by what they are about,
    because their letter or numeral says nothing to the ear, and one edition gives them none.
    """
    files = language.orthography.files
    letters = str.maketrans(FILES + FILES.upper(), files + files.upper())
    first, *rest = parts = because.article.split(".")
    guideline = edition(because.edition).guidelines.get(first)
    numbered = point.join(
        told(part) if part.isdecimal() else part.translate(letters)
        for part in (rest if guideline else parts)
    )
    return language.phrase(f"article:{guideline}", article=numbered) if guideline else numbered


def _article(because: Citation, scene: Scene) -> Gaps:
    """Name an article; where moves are written as on a scoresheet, it is written in figures."""
    said = _article_words(because, scene.language)
    is_written = READINGS[scene.style].is_written
    return {
        "article": twofold(written_article(because, scene.language), said) if is_written else said
    }


Fill = Callable[[Any, Scene], Gaps]
FILLED_BY: Mapping[str, Fill] = {
    "white": _sides,
    "uci": _move,
    "NotALegalMove.uci": _refused_move,
    "to_uci": _move,
    "ms": _time,
    "white_ms": lambda ms, scene: {"white": time_words(ms, scene.language)},
    "black_ms": lambda ms, scene: {"black": time_words(ms, scene.language)},
    "count": _number,
    "move": _number,
    "squares": _squares,
    "touched": _squares,
    "released": lambda uci, scene: {"square": square_words(uci[2:4], scene.language)},
    "square": _square,
    "by_square": _square,
    "from_square": _square,
    "piece": _piece,
    "stands_there": _piece,
    "kind": _claim,
    "against": _article,
    "result": _result,
    "reason": _reason,
    "moves_kept": _restored,
    "table": _table,
    "half_points": lambda points, scene: points_words(points, scene.language),
    "in_words": lambda in_words, _scene: {"words": in_words.rstrip(" .")},
}
