"""Defines what a player can mean, and interprets tokens in a position; knows no language.

A meaning is a move or a command, with the speaker's role if it was said. Half corrections are read
here too: "ich meinte Läufer" changes one part of the last announcement.
"""

import re
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import TypeAlias

from voice_chess.by_color import SIDES
from voice_chess.game.table import Role
from voice_chess.laws.notation import Untrue
from voice_chess.laws.position import MoveFacts, Position
from voice_chess.laws.written_move import PIECES, Sign
from voice_chess.speech.commands import (
    IS_IT_EMPTY,
    LAST_SO_MANY,
    LAST_WORDS,
    MEANT_BY,
    MORE_WORDS,
    MOVE_NUMBER,
    NUMBERED,
    OF_A_SIDE,
    OF_CHANNEL,
    OF_OPPONENT,
    OPPONENTS,
    SHAPES_IN_WORDS,
    SQUARES,
    WHOLE_MOVE,
)
from voice_chess.speech.understanding.announcement import Announcement, announcement, begins
from voice_chess.speech.understanding.features import Features, features_of
from voice_chess.speech.understanding.parse import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMeaning:
    """The player announces this move."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandMeaning:
    """The player gives a command.

    The arguments are squares, letters of pieces, files, ranks, moves, numbers, or names from a
    list.
    """

    name: str
    args: tuple[str, ...] = ()


Meaning: TypeAlias = MoveMeaning | CommandMeaning
YES, NO = CommandMeaning(name="yes"), CommandMeaning(name="no")
"""Replies to a question; the session knows which question was asked."""
CONTINUE = CommandMeaning(name="continue")
LAST_MOVE = CommandMeaning(name="last-move")
REPEAT = CommandMeaning(name="repeat")
WHY = CommandMeaning(name="why")
_AS = "as"
"""Names a command that wraps another meaning, together with the role that said it."""
_MOVE = "move"


def written(meaning: Meaning) -> str:
    """Return a meaning in few words, the same in every language: e2e4, correction g1f3, clock."""
    match meaning:
        case MoveMeaning(uci=uci):
            return uci
        case CommandMeaning(name=name, args=args):
            return " ".join((name, *args))


def said_by(role: Role, meaning: Meaning) -> CommandMeaning:
    """Return the meaning together with the role that said it."""
    match meaning:
        case MoveMeaning(uci=uci):
            return CommandMeaning(name=_AS, args=(role, _MOVE, uci))
        case CommandMeaning(name=name, args=args):
            return CommandMeaning(name=_AS, args=(role, name, *args))


def whose(meaning: Meaning) -> tuple[Role | None, Meaning]:
    """Return the role, None if none was said, and what is meant."""
    if not isinstance(meaning, CommandMeaning) or meaning.name != _AS:
        return None, meaning
    role, name, *args = meaning.args
    if name == _MOVE:
        return Role(role), MoveMeaning(uci=args[0])
    return Role(role), CommandMeaning(name=name, args=tuple(args))


def is_one_of(names: Collection[str], meaning: Meaning) -> bool:
    """Return whether the meaning is one of these commands, whoever gives it."""
    _, meant = whose(meaning)
    return isinstance(meant, CommandMeaning) and meant.name in names


def commands_in(meanings: tuple[Meaning, ...]) -> tuple[CommandMeaning, ...]:
    """Return those of the meanings that are commands."""
    return tuple(meaning for meaning in meanings if isinstance(meaning, CommandMeaning))


KINDS = {
    "file": "f",
    "rank": "r",
    "piece": "p",
    "claim": "k",
    "language": "l",
    "style": "y",
    "channel": "c",
}
"""The letter of a token's place in the shape of a command, by how the token begins."""

_ALONE = {**dict.fromkeys(map(str, SIDES), "w"), OPPONENTS: OF_OPPONENT}
"""The letters of tokens that have no kind before a colon."""
_PIECES = frozenset(PIECES)
_PAWNS, _PAWN = "pawns", "piece:P"
"""Where a kind of piece is asked for, the word for the pawns stands for that kind."""

_IN_OTHER_WORDS = frozenset({LAST_SO_MANY, IS_IT_EMPTY})
"""Beginnings of questions that have a command of their own."""
_AS_PLAYERS_MEAN = {
    "go-back": "go-to-move",
    "illegal-move": "claim:illegal-move",
    **MEANT_BY,
}
"""An arbiter's words as players mean them, and the words of questions about either side.

With an arbiter's words for taking the game back, a player looks at that move again; an illegal move
that an arbiter finds, a player claims.
"""
_OF_A_SQUARE = ("attackers", "defenders")
_WITHIN = ("to", IS_IT_EMPTY)
"""Words that such a question may contain besides the square and its piece."""
_LINES = ("scan-file", "scan-rank")
_ASKED_LAST = {
    "what-is-on": ("fr",),
    **dict.fromkeys(_OF_A_SQUARE, ("fr",)),
    **dict.fromkeys(_LINES, ("f", "r")),
}
"""Questions that may follow what they are about, with the kinds of that."""
_REORDERED = frozenset({*_ASKED_LAST, "legal-moves"})
_BEFORE_A_LINE = ("what-is-on", IS_IT_EMPTY, "to")
"""Words that may stand before such a question and add nothing."""
_BEHIND_A_PIECE = ("go-to-move", "legal-moves:end")
"""The last words of "where can my knight move" and "where can my knight go"."""
_PIECE_AT = re.compile(r"p\??fr")
"""A piece and its square, with or without a word between them."""
CORRECTION = "correction"
WORDS_OF_REPAIR = frozenset({CORRECTION, "no"})
# What a named part may replace. The first is preferred: people correct targets most.
REPLACED = (
    ("to square", ("to square", "to file", "to rank")),
    ("to file", ("to file", "to square")),
    ("to rank", ("to rank", "to square")),
    ("piece", ("piece", "from square", "from file", "from rank")),
    ("promotion", ("promotion",)),
    ("from square", ("from square", "from file", "from rank")),
    ("from file", ("from file", "from square", "from rank")),
    ("from rank", ("from rank", "from square", "from file")),
)
IMPLIED = frozenset({"from square", "from file", "from rank"})
"""The origin need not stay: another target may be reached by another piece of the same kind."""


def interpret(
    tokens: Tokens, position: Position | None, commands: AbstractSet[str]
) -> tuple[Meaning, ...]:
    """Return everything these tokens can mean: nothing, one thing, or several to ask about.

    Without a position no move is understood. Only the given commands are understood.
    """
    return (*moves_meant(tokens, position), *_commands_meant(tokens, position, commands))


def moves_meant(tokens: Tokens, position: Position | None) -> tuple[MoveMeaning, ...]:
    """Return the legal moves that these tokens announce in an admissible form."""
    said = announcement(tokens)
    if said is None or position is None:
        return ()
    named = _moves_named(position, said)
    return tuple([MoveMeaning(uci=move.uci) for move in named if not _untrue(move, said)])


@lru_cache(maxsize=512)
def legal_facts(position: Position) -> tuple[MoveFacts, ...]:
    """Return the facts about every legal move."""
    return tuple(position.facts(uci) for uci in position.legal_moves)


def _moves_named(position: Position, said: Announcement) -> list[MoveFacts]:
    """Return the legal moves that are named, true or not in the words that may be left out.

    Only moves to the announced target are looked at; the facts about all of them take long.
    """
    goal, legal = said.target, position.legal_moves
    near = [position.facts(uci) for uci in legal if goal in {None, uci[2:4]}]
    return [move for move in near if _is_named(move, said)]


def _is_named(move: MoveFacts, said: Announcement) -> bool:
    if said.target is None:
        return move.castling in said.castlings
    return (
        move.to_square == said.target
        and said.from_file in {None, move.from_square[0]}
        and said.from_rank in {None, move.from_square[1]}
        and said.promotion in {None, move.promotion}
        and said.victim in {None, move.captured}
        and _suffices(said, move)
    )


def _suffices(said: Announcement, move: MoveFacts) -> bool:
    """Whether the words are enough to name this move.

    Without a piece, two squares name any move; fewer words name only a pawn's.
    """
    names_both_squares = said.from_file is not None and said.from_rank is not None
    if move.castling:
        return names_both_squares and said.piece in {None, "K"}
    if said.piece is not None:
        return move.piece == said.piece
    if names_both_squares:
        return True
    names_pawn_capture = said.from_file is not None and move.captured is not None
    names_pawn_step = said.from_file is None and move.captured is None
    is_bare = said.from_rank is None and (names_pawn_capture or names_pawn_step)
    return move.piece == "P" and is_bare


def untrue_word(tokens: Tokens, position: Position) -> Untrue | None:
    """Return the word that is not true of the only legal move that the tokens name, or None."""
    said = announcement(tokens)
    if said is None:
        return None
    named = _moves_named(position, said)
    untrue = [(move, sign) for move in named for sign in _untrue(move, said)]
    if len(named) != 1 or not untrue:
        return None
    move, sign = untrue[0]
    return Untrue(sign=sign, uci=move.uci)


def _untrue(move: MoveFacts, said: Announcement) -> list[Sign]:
    """Return which of the words that may be left out are not true of the move."""
    truths = {
        "takes": (Sign.CAPTURE, move.captured is not None),
        "en-passant": (Sign.PASSING, move.is_en_passant),
        "check": (Sign.CHECK, move.gives_check),
        "mate": (Sign.MATE, move.gives_mate),
    }
    return [sign for word, (sign, is_true) in truths.items() if word in said.said and not is_true]


def _commands_meant(
    tokens: Tokens, position: Position | None, commands: AbstractSet[str]
) -> tuple[CommandMeaning, ...]:
    if not tokens:
        return ()
    head, rest = _head(tokens)
    if LAST_WORDS.get(head, frozenset()).intersection(rest[-1:]):
        rest = rest[:-1]
    if MORE_WORDS.get(head, head) not in commands:
        return ()
    return tuple(
        _as_one_question(CommandMeaning(name=head, args=args))
        for shape in SHAPES_IN_WORDS[head]
        for args in _arguments(rest, shape, position)
    )


def _as_one_question(meaning: CommandMeaning) -> CommandMeaning:
    """Return a question in the one form that it has, in whatever words and order it was asked."""
    match meaning:
        case CommandMeaning(name=name) if name in _IN_OTHER_WORDS:
            return replace(meaning, name=MORE_WORDS[name])
        case CommandMeaning(args=(piece, "white" | "black" as side)) if piece in _PIECES:
            return replace(meaning, args=(side, piece))
        case CommandMeaning(args=(piece, who)) if who == OPPONENTS:
            return CommandMeaning(name="where-is-their", args=(piece,))
        case _:
            return meaning


def wants_more(tokens: Tokens, position: Position, commands: AbstractSet[str]) -> bool:
    """Whether these tokens are one of the commands but lack some or all of its arguments.

    A "no" by itself is an answer, and with more words a correction, so it never lacks anything.
    """
    head, rest = _head(tokens)
    if head not in commands or tokens[0] == "no":
        return False
    return any(_is_open(rest, shape, position) for shape in SHAPES_IN_WORDS[head])


def _is_open(tokens: Tokens, shape: str, position: Position) -> bool:
    kinds = "".join(_kind(token) for token in tokens)
    if shape.startswith(MOVE_NUMBER):
        return not tokens
    if shape in SQUARES:
        return _are_begun("".join(map(_kind, _without_to(tokens))), SQUARES[shape])
    fixed = shape.removesuffix(WHOLE_MOVE)
    if fixed != shape and kinds.startswith(fixed):
        step = tokens[len(fixed) :]
        return not step or any(begins(step, move) for move in legal_facts(position))
    return len(kinds) < len(fixed) and fixed.startswith(kinds)


def _are_begun(kinds: str, counts: range) -> bool:
    """Tell whether more squares must follow, or the rank of the last one."""
    is_half = len(kinds) < 2 * counts.start or len(kinds) % 2 == 1
    return is_half and ("fr" * counts[-1]).startswith(kinds)


def _without_to(tokens: Tokens) -> Tokens:
    return tuple(each for each in tokens if each != "to")


def _head(tokens: Tokens) -> tuple[str, Tokens]:
    """Return the name of the command and the rest of the tokens.

    A claim may begin with its kind, and a style or a language with its name. The words of a
    question may contain the side that it is about. "No" before more words corrects.
    """
    if not _REORDERED.isdisjoint(tokens):
        tokens = _with_question_first(tokens)
    first, *others = [_AS_PLAYERS_MEAN.get(token, token) for token in tokens]
    rest = tuple(_PAWN if token == _PAWNS else token for token in others)
    question, _, side = first.partition(":")
    if side in SIDES and question in OF_A_SIDE:
        return MEANT_BY.get(question, question), (side, *rest)
    if first.startswith(("claim:", "style:", "language:")):
        return first.partition(":")[0], (first, *rest)
    if first == "no" and rest:
        return "correction", rest
    return first, rest


def _with_question_first(tokens: Tokens) -> Tokens:
    """Return the tokens of a question whose square or line may come first, in their usual order.

    Such are "e4 è libera", "the e file" and "is my pawn on e4 protected"; what the piece is does
    not matter then. "What is on the e file" asks for the file alone. A line with a number is a
    rank, which is also called „linia“ in Polish.
    """
    if tokens[0] in _BEFORE_A_LINE and not _ASKED_LAST.keys().isdisjoint(tokens[1:]):
        tokens = tokens[1:]
    last, named = tokens[-1], tokens[:-1]
    if last in _OF_A_SQUARE and named[:1] != ("to",):
        named = tuple(each for each in named if _kind(each) in "fr?" and each not in _WITHIN)
    if "".join(map(_kind, named)) in _ASKED_LAST.get(last, ()):
        tokens = (last, *named)
    if tokens[0] == "scan-file" and tuple(map(_kind, tokens[1:])) == ("r",):
        tokens = ("scan-rank", *tokens[1:])
    if tokens[0] == "legal-moves" and tokens[-1] in _BEHIND_A_PIECE:
        tokens = tokens[:-1]
    if tokens[0] == "legal-moves" and _PIECE_AT.fullmatch("".join(map(_kind, tokens[1:]))):
        tokens = (tokens[0], *tokens[-2:])
    return tokens


def _arguments(
    tokens: Tokens, shape: str, position: Position | None
) -> tuple[tuple[str, ...], ...]:
    if shape.endswith(WHOLE_MOVE):
        fixed = len(shape) - len(WHOLE_MOVE)
        starts = _arguments(tokens[:fixed], shape[:fixed], position)
        moves = moves_meant(tokens[fixed:], position)
        return tuple((*start, move.uci) for start in starts for move in moves)
    if shape.startswith(MOVE_NUMBER):
        return _numbered(tokens, shape.removeprefix(MOVE_NUMBER), position)
    if shape in SQUARES:
        return _squares(_without_to(tokens), SQUARES[shape])
    if shape.endswith(OF_CHANNEL):
        tokens = (*tokens[:-1], *map(_channel, tokens[-1:]))
    if "".join(_kind(token) for token in tokens) != shape:
        return ()
    values = tuple(token.partition(":")[2] or token for token in tokens)
    return (("".join(values),),) if shape == "fr" else (values,)


def _squares(tokens: Tokens, counts: range) -> tuple[tuple[str, ...], ...]:
    """Return the squares as one argument, if there are as many as allowed."""
    count = len(tokens) // 2
    if count not in counts or "".join(map(_kind, tokens)) != "fr" * count:
        return ()
    return (("".join(token.partition(":")[2] for token in tokens),),)


def _numbered(tokens: Tokens, shape: str, position: Position | None) -> tuple[tuple[str, ...], ...]:
    """Return a number, whose digits may come one by one, with the arguments that follow it."""
    digits = tuple(takewhile(lambda token: token.startswith(("rank:", "number:")), tokens))
    if not digits:
        return ()
    number = "".join(token.partition(":")[2] for token in digits)
    rests = _arguments(tokens[len(digits) :], shape, position)
    return tuple((number, *rest) for rest in rests)


def _channel(token: str) -> str:
    """Turn a spoken number into its channel; see `NUMBERED`."""
    named = NUMBERED.get(token.removeprefix("rank:"))
    return f"channel:{named}" if named else token


def _kind(token: str) -> str:
    head, colon, _ = token.partition(":")
    if not colon:
        return _ALONE.get(head, "?")
    return KINDS.get(head, "?")


def repaired(tokens: Tokens, wrong: Features, before: Position) -> tuple[CommandMeaning, ...]:
    """Return the corrections that a word of repair and one named part can mean.

    The changes are as few as possible. `wrong` is what was announced, and `before` the position in
    which it was.
    """
    if not tokens[1:] or tokens[0] not in WORDS_OF_REPAIR:
        return ()
    named = tokens[2:] if tokens[1] == "to" else tokens[1:]
    known = {move.uci: features_of(move) for move in legal_facts(before)}
    moves = {uci: features for uci, features in known.items() if features != wrong}
    for feature, may_change in REPLACED:
        found = [
            uci
            for uci, features in moves.items()
            if features.get(feature) == named and _is_else_equal(features, wrong, may_change)
        ]
        if found:
            return tuple(CommandMeaning(name=CORRECTION, args=(uci,)) for uci in found)
    return ()


def _is_else_equal(features: Features, wrong: Features, may_change: tuple[str, ...]) -> bool:
    kept = wrong.keys() - set(may_change) - IMPLIED
    return bool(wrong) and all(features.get(name) == wrong[name] for name in kept)
