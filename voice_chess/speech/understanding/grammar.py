"""Builds the closed grammar of the moment: every way to say the legal moves, and the commands.

A recogniser with a closed grammar knows nothing but its phrases. So each legal move comes in every
form that people use: with or without its piece and its origin, with each name of the files and
ranks, with words for capture, promotion and check. Commands follow with their arguments. Where all
squares, moves and numbers are allowed, a phrase ends with the name of a rule instead of listing
them (`open_command_phrases`).
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from voice_chess.by_color import SIDES
from voice_chess.languages.language import Language
from voice_chess.laws.position import MoveFacts, Position
from voice_chess.laws.written_move import FILES, PIECES, RANKS
from voice_chess.speech.commands import (
    MEANT_BY,
    MINUTES,
    MORE_WORDS,
    MOVE_NUMBER,
    NUMBERED,
    OF_A_CLOCK,
    OF_A_SIDE,
    OF_CHANNEL,
    OF_OPPONENT,
    SAID_WHOLE,
    SHAPES,
    WHOLE_MOVE,
)
from voice_chess.speech.counting import spoken_number
from voice_chess.speech.understanding.interpret import legal_facts

Phrase = tuple[str, ...]
_NAMED = {"k": "claim:", "l": "language:", "y": "style:"}
"""By the letter of the shape: the beginning of the tokens of arguments from a short list."""
_IN_A_WORD = 12
"""Every language has single words for the numbers up to this one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Naming:
    """One way to name files and ranks: Anna and zwei, a and zwei, Anna and zwo."""

    files: Mapping[str, Phrase]
    ranks: Mapping[str, Phrase]
    squares: Mapping[str, Phrase]

    def part(self, part: str) -> Phrase:
        """Return the name of a file or a rank."""
        return self.files.get(part) or self.ranks[part]


def phrases_for(
    position: Position | None, language: Language, commands: AbstractSet[str] = frozenset()
) -> tuple[Phrase, ...]:
    """Return every way to say each legal move (none without a position), then the commands."""
    moves = () if position is None else _move_phrases(position, language)
    return (*moves, *_command_phrases(language, frozenset(commands)))


def phrases_to(square: str, position: Position, language: Language) -> tuple[Phrase, ...]:
    """Return every way to say each legal move to this square."""
    moves = legal_facts(position)
    return _said(tuple(move for move in moves if move.to_square == square), moves, language)


@lru_cache(maxsize=16)
def _move_phrases(position: Position, language: Language) -> tuple[Phrase, ...]:
    moves = legal_facts(position)
    return _said(moves, moves, language)


def _said(
    some: tuple[MoveFacts, ...], moves: tuple[MoveFacts, ...], language: Language
) -> tuple[Phrase, ...]:
    phrases: dict[Phrase, None] = {}
    for move in some:
        ways = _castlings(move, language) if move.castling else _ways(move, moves, language)
        phrases.update(dict.fromkeys(ways))
    return tuple(phrases)


def _castlings(move: MoveFacts, language: Language) -> Iterator[Phrase]:
    for form in forms(language, f"castle:{move.castling}"):
        yield from (form + ending for ending in _endings(move, language))


def _ways(move: MoveFacts, moves: tuple[MoveFacts, ...], language: Language) -> Iterator[Phrase]:
    takes = forms(language, "takes") if move.captured else ()
    promotions = _promotions(move, language)
    has_rival = _has_rival(move, moves)
    for naming in namings(language):
        target = naming.squares[move.to_square]
        for start in _starts(move, naming, language, has_rival=has_rival):
            for promotion in promotions:
                yield start + target + promotion
            yield from (start + word + target + promotions[0] for word in takes)
        yield from _with_to(move, naming, promotions[0], language)
    yield from _ended(move, promotions[0], language)


def _starts(
    move: MoveFacts, naming: Naming, language: Language, *, has_rival: bool
) -> Iterator[Phrase]:
    """Yield what may stand before the target.

    This is the piece, its square, both, or as little as tells the move from its rivals.
    """
    origin = naming.squares[move.from_square]
    file, rank = naming.files[move.from_square[0]], naming.ranks[move.from_square[1]]
    yield origin
    for piece in forms(language, f"piece:{move.piece}"):
        yield piece
        yield piece + origin
        if has_rival:
            yield piece + file
            yield piece + rank
    if move.piece == "P":
        yield file if move.captured else ()


def _has_rival(move: MoveFacts, moves: tuple[MoveFacts, ...]) -> bool:
    return any(
        other.to_square == move.to_square
        and other.piece == move.piece
        and other.from_square != move.from_square
        for other in moves
    )


def _with_to(
    move: MoveFacts, naming: Naming, promotion: Phrase, language: Language
) -> Iterator[Phrase]:
    target = naming.squares[move.to_square]
    piece = forms(language, f"piece:{move.piece}")[0]
    for to in forms(language, "to")[:1]:
        yield piece + to + target + promotion
        yield naming.squares[move.from_square] + to + target + promotion


def _ended(move: MoveFacts, promotion: Phrase, language: Language) -> Iterator[Phrase]:
    """Yield the long form, the short form and a capture's shortest, with all their endings."""
    piece = forms(language, f"piece:{move.piece}")[0]
    for naming in namings(language):
        target = naming.squares[move.to_square]
        for ending in _endings(move, language):
            yield piece + naming.squares[move.from_square] + target + promotion + ending
            if ending:
                yield piece + target + promotion + ending
            if move.is_en_passant:
                yield naming.files[move.from_square[0]] + target + ending


def _endings(move: MoveFacts, language: Language) -> Iterator[Phrase]:
    endings: list[Phrase] = [()]
    if move.gives_check:
        endings += forms(language, "check")
    if move.gives_mate:
        endings += forms(language, "mate")
    yield from endings
    if move.is_en_passant:
        for form in forms(language, "en-passant"):
            yield from (form + ending for ending in endings)


def _promotions(move: MoveFacts, language: Language) -> tuple[Phrase, ...]:
    if move.promotion is None:
        return ((),)
    piece = forms(language, f"piece:{move.promotion}")[0]
    return (piece, *(word + piece for word in forms(language, "promote")))


@cache
def forms(language: Language, token: str) -> tuple[Phrase, ...]:
    """Return every form of a token, each as a phrase."""
    return tuple(tuple(form.split()) for form in language.spoken_forms(token))


@cache
def rank_words(language: Language) -> tuple[Phrase, ...]:
    """Return every form of every rank's number."""
    return tuple(form for rank in RANKS for form in forms(language, f"rank:{rank}"))


@cache
def single_words(language: Language, kind: str, names: str) -> tuple[str, ...]:
    """Return the names of these files, ranks or pieces that consist of one word."""
    named = (form for name in names for form in forms(language, f"{kind}:{name}"))
    return tuple(dict.fromkeys(form[0] for form in named if len(form) == 1))


@cache
def namings(language: Language) -> tuple[Naming, ...]:
    """Return every style of naming a square: file names and letters, with each word for a rank."""
    file_styles = max(len(language.words[f"file:{file}"]) for file in FILES)
    rank_styles = max(len(language.words[f"rank:{rank}"]) for rank in RANKS)
    return tuple(
        _naming(language, file_style, rank_style)
        for rank_style in range(rank_styles)
        for file_style in range(file_styles)
    )


def _naming(language: Language, file_style: int, rank_style: int) -> Naming:
    files = {file: _form(language, f"file:{file}", file_style) for file in FILES}
    ranks = {rank: _form(language, f"rank:{rank}", rank_style) for rank in RANKS}
    squares = {file + rank: files[file] + ranks[rank] for file in FILES for rank in RANKS}
    return Naming(files=files, ranks=ranks, squares=squares)


def _form(language: Language, token: str, style: int) -> Phrase:
    found = forms(language, token)
    return found[min(style, len(found) - 1)]


@cache
def _command_phrases(language: Language, commands: frozenset[str]) -> tuple[Phrase, ...]:
    phrases: dict[Phrase, None] = {}
    for command in sorted(commands & SHAPES.keys()):
        for shape in SHAPES[command]:
            phrases.update(dict.fromkeys(_spoken_shape(language, command, shape)))
    phrases.update(dict.fromkeys(_of_a_side(language, commands)))
    phrases.update(dict.fromkeys(_asked(language, commands)))
    return tuple(phrases)


@cache
def question_phrases(language: Language, commands: frozenset[str]) -> tuple[Phrase, ...]:
    """Return every way to ask these queries, about every square, where no move is expected."""
    phrases: dict[Phrase, None] = {}
    for command in sorted(commands & SHAPES.keys()):
        for shape in SHAPES[command]:
            asked = _of_any_square if shape == "fr" else _spoken_shape
            phrases.update(dict.fromkeys(asked(language, command, shape)))
    phrases.update(dict.fromkeys(_of_a_side(language, commands)))
    phrases.update(dict.fromkeys(_asked(language, commands)))
    return tuple(phrases)


def _of_a_side(language: Language, commands: AbstractSet[str]) -> Iterator[Phrase]:
    """Yield the ways to ask about either side, by naming it; the word for the opponent is typed."""
    for words, shapes in OF_A_SIDE.items():
        if MEANT_BY.get(words, words) in commands:
            for shape in shapes:
                spoken = () if OF_OPPONENT in shape else _spoken_shape(language, words, shape)
                yield from spoken


def _asked(language: Language, commands: AbstractSet[str]) -> Iterator[Phrase]:
    """Yield the whole questions, of which those about a side contain its name."""
    for token, questions in language.asked.items():
        words, _, side = token.partition(":")
        command = MEANT_BY.get(words, words) if side in SIDES else MORE_WORDS.get(token, token)
        if command in commands:
            yield from (tuple(question.split()) for question in questions)


def _of_any_square(language: Language, command: str, _: str) -> Iterator[Phrase]:
    for form in forms(language, command):
        for naming in namings(language):
            yield from (form + square for square in naming.squares.values())


@cache
def open_command_phrases(
    language: Language, commands: frozenset[str], rules: tuple[tuple[str, str], ...]
) -> tuple[Phrase, ...]:
    """Return phrases of commands that take squares, a move or a number.

    Each ends with the name of the rule for its argument. `rules` are these names, each behind the
    letters of the shape that it stands for.
    """
    names: dict[str, list[str]] = {}
    for letters, rule in rules:
        names.setdefault(letters, []).append(rule)
    return tuple(
        form + ending
        for command in sorted(commands & SHAPES.keys())
        for shape in SHAPES[command]
        for ending in _open_endings(language, shape, names)
        for form in forms(language, command)
    )


def _units(language: Language, command: str, shape: str) -> tuple[Phrase, ...]:
    """Return what may be said after the command's number."""
    is_counted = command in OF_A_CLOCK and shape.startswith(MOVE_NUMBER)
    return ((), *forms(language, MINUTES)) if is_counted else ((),)


def _open_endings(
    language: Language, shape: str, names: Mapping[str, Sequence[str]]
) -> Iterator[Phrase]:
    if shape.endswith(WHOLE_MOVE):
        before = _arguments(language, shape.removesuffix(WHOLE_MOVE))
        yield from ((*argument, name) for argument in before for name in names[WHOLE_MOVE])
    elif shape in names:
        yield from ((name,) for name in names[shape])


@cache
def spoken_numbers(language: Language, most: int) -> tuple[Phrase, ...]:
    """Return the words for the numbers of moves from 1, at least up to `_IN_A_WORD`.

    Larger numbers also come digit by digit, since not every recogniser has learnt their words.
    """
    numbers = range(1, max(most, _IN_A_WORD) + 1)
    digits = range(_IN_A_WORD + 1, len(numbers) + 1)
    return (
        *(spoken_number(number, language) for number in numbers),
        *(_digit_by_digit(number, language) for number in digits),
    )


def of_both_sides(numbers: tuple[Phrase, ...], language: Language) -> tuple[Phrase, ...]:
    """Return the numbers of moves, each with a side behind it."""
    sides = (*forms(language, "white"), *forms(language, "black"))
    return tuple(number + side for number in numbers for side in sides)


def _digit_by_digit(number: int, language: Language) -> Phrase:
    return tuple(word for digit in str(number) for word in spoken_number(int(digit), language))


def _spoken_shape(language: Language, command: str, shape: str) -> Iterator[Phrase]:
    if shape.endswith(WHOLE_MOVE) or shape == OF_CHANNEL:
        return
    if shape.startswith(SAID_WHOLE):
        yield from _arguments(language, shape)
        return
    for form in forms(language, command):
        for unit in _units(language, command, shape):
            yield from (form + argument + unit for argument in _arguments(language, shape))
    if shape == "k":
        yield from _arguments(language, shape)


def _arguments(language: Language, shape: str) -> Iterator[Phrase]:
    """Yield every word that may follow; of squares, only enough for each file and rank.

    The recogniser's back-off covers the other squares. All 64 squares would make squares that no
    piece can reach as likely as those of the legal moves.
    """
    match shape:
        case "":
            yield ()
        case "k" | "l" | "y":
            tokens = (token for token in language.words if token.startswith(_NAMED[shape]))
            yield from (form for token in tokens for form in forms(language, token))
        case "yc":
            numbers = [form for number in NUMBERED for form in forms(language, f"rank:{number}")]
            yield from (form + number for form in _arguments(language, "y") for number in numbers)
        case "p":
            yield from (form for piece in PIECES for form in forms(language, f"piece:{piece}"))
        case "w":
            yield from (form for side in SIDES for form in forms(language, side))
        case "wp" | "pw":
            first, second = (tuple(_arguments(language, letter)) for letter in shape)
            yield from (one + other for one in first for other in second)
        case "n":
            yield from spoken_numbers(language, _IN_A_WORD)
        case "nw":
            one, *_ = spoken_numbers(language, _IN_A_WORD)
            yield from (one + side for side in _arguments(language, "w"))
        case "f" | "r":
            parts = FILES if shape == "f" else RANKS
            yield from (naming.part(part) for naming in namings(language) for part in parts)
        case _:
            yield from _some_squares(language, shape)


def _some_squares(language: Language, shape: str) -> Iterator[Phrase]:
    """Yield the squares of one diagonal, or for two squares the steps along both diagonals."""
    up = [file + rank for file, rank in zip(FILES, RANKS, strict=True)]
    down = [file + rank for file, rank in zip(FILES, RANKS[::-1], strict=True)]
    ways = [*pairwise(up), *pairwise(down)] if shape == "d" else [(square,) for square in up]
    for naming in namings(language):
        yield from (sum((naming.squares[square] for square in way), ()) for way in ways)
