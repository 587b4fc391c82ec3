"""Answers a player's queries: clocks, moves, squares, the whole position."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain

from voice_chess.by_color import SIDES
from voice_chess.game.state import Game
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.laws.written_move import ALL_SQUARES, FILES, RANKS
from voice_chess.speech.commands import COMMAND_TABLE, TO_CONTROL
from voice_chess.speech.counting import (
    MINUTE_MS,
    counted,
    number_words,
    rough_time_words,
    time_words,
    two_times_words,
)
from voice_chess.speech.generation.board_words import (
    ORDER,
    along,
    captured,
    diagonal_by_diagonal,
    pawns,
    piece_and_side,
    possible_moves,
    rank_by_rank,
    side_by_piece,
    squares_of,
)
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.generation.wording import (
    listed,
    move_words,
    piece_word,
    side_word,
    square_words,
)
from voice_chess.speech.understanding.interpret import CommandMeaning

OPPONENT = "opponent"
"""The argument of the command `clock` for a player who has just heard their own time."""

TOLD_TOGETHER_MS = 10 * MINUTE_MS
"""Both times are told at once if each is shorter than this."""

SOME_MOVES = 3
"""The number of last moves that are told if the player names no number."""
HALF_MOVES_PER_PART = 8
"""How many half-moves are told at once: as many as can be asked for aloud."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """A game as the asker's side sees it at one moment."""

    game: Game
    at_ms: int
    language: Language
    white: bool
    is_player: bool = True
    """Whether the asker plays the game, so that one of the clocks is their own."""

    @property
    def position(self) -> Position:
        return self.game.position

    def phrase(self, name: str, /, **gaps: str) -> str:
        return self.language.phrase(name, **gaps)

    def time(self, *, white: bool) -> str:
        return time_words(self.game.left_ms(white=white, at_ms=self.at_ms), self.language)

    def left_ms(self, *, own: bool) -> int:
        return self.game.left_ms(white=self.white == own, at_ms=self.at_ms)

    def sides(self, named: str) -> tuple[bool, ...]:
        """Return the side that was named, whether it is White; else both, the asker's own first."""
        return (named == "white",) if named in SIDES else (self.white, not self.white)

    def side(self, *, white: bool) -> str:
        return side_word(self.language, white=white)

    def squares(self, squares: tuple[str, ...]) -> str:
        return listed(square_words(square, self.language) for square in squares)


def answers(
    query: CommandMeaning, game: Game, at_ms: int, language: Language, *, white: bool | None = None
) -> tuple[Sentence, ...]:
    """Return the answer to one of `QUERIES`, in several parts if it is long.

    `white` is the side that the asker plays; None for an asker who plays no side and sees the game
    as the side to move.
    """
    side = game.white_to_move if white is None else white
    asker = Asker(
        game=game, at_ms=at_ms, language=language, white=side, is_player=white is not None
    )
    if query.name in _IN_PARTS:
        told = _IN_PARTS[query.name](asker, *query.args)
    else:
        told = (_AT_ONCE[query.name](asker, *query.args),)
    return tuple(sentence(part, language) for part in told)


def _clock(asker: Asker, whose: str = "") -> str:
    """Tell the times on the clock, a player's own first.

    The words are few, for the player hears them on their own time. Both times are told only if both
    are short. The opponent's comes with its side: "four minutes, five" could be one time of both.
    So does that of a side that was named.

    An asker without a clock hears both sides' times to the second.
    """
    if whose:
        side = whose == "white" if whose in SIDES else not asker.white
        time = rough_time_words(asker.left_ms(own=side == asker.white), asker.language)
        return asker.phrase("clock:of-opponent", side=asker.side(white=side), time=time)
    if asker.is_player:
        own_ms, other_ms = asker.left_ms(own=True), asker.left_ms(own=False)
        if _is_told_alone(own_ms, other_ms):
            return asker.phrase("time", time=rough_time_words(own_ms, asker.language))
        own, other = two_times_words(own_ms, other_ms, asker.language)
        others = asker.side(white=not asker.white)
        return asker.phrase("clock", own=own, side=others, other=other)
    return asker.phrase(
        "clock:of-both",
        side=asker.side(white=asker.white),
        own=asker.time(white=asker.white),
        opponent=asker.side(white=not asker.white),
        other=asker.time(white=not asker.white),
    )


def _is_told_alone(own_ms: int, other_ms: int) -> bool:
    """Whether a player hears only their own time.

    In the last minute nobody has time for the opponent's clock, and two long times last too long
    together.
    """
    return own_ms < MINUTE_MS or max(own_ms, other_ms) >= TOLD_TOGETHER_MS


def leaves_opponents_clock(game: Game, at_ms: int, *, white: bool) -> bool:
    """Whether a player who asks for the clock hears only their own time."""
    own_ms, other_ms = (game.left_ms(white=side, at_ms=at_ms) for side in (white, not white))
    return _is_told_alone(own_ms, other_ms)


def _own_clock(asker: Asker) -> str:
    return asker.phrase("time", time=asker.time(white=asker.white))


def _opponent_clock(asker: Asker) -> str:
    return asker.phrase("time", time=asker.time(white=not asker.white))


def _moves_to_control(asker: Asker) -> str:
    """Tell how many moves the asker has to make until the time control, and where it comes.

    An asker without a clock is told so of both sides.
    """
    if asker.is_player:
        return _moves_of_side(asker, white=asker.white)
    sides = (asker.white, not asker.white)
    if all(asker.game.clock.is_last_period(white=white) for white in sides):
        return asker.phrase("moves-to-control:none")
    return " ".join(_moves_of_side(asker, white=white, is_named=True) for white in sides)


def _moves_of_side(asker: Asker, *, white: bool, is_named: bool = False) -> str:
    game, language = asker.game, asker.language
    left = game.clock.moves_to_control(white=white)
    side = asker.side(white=white)
    if left is None:
        name = "moves-to-control:none-of-side" if is_named else "moves-to-control:none"
        return asker.phrase(name, side=side)
    begun = asker.position.rewound(len(game.table.setup.moves))
    first = begun.fullmove_number + (white and not begun.white_to_move)
    last = first + game.clock.sides.of(white=white).moves + left - 1
    return asker.phrase(
        "moves-to-control:of-side" if is_named else "moves-to-control",
        side=side,
        moves=counted(left, "moves", language),
        number=number_words(last, language),
    )


def _move_number(asker: Asker) -> str:
    number = number_words(asker.position.fullmove_number, asker.language)
    return asker.phrase("move-number", number=number)


def _whose_turn(asker: Asker) -> str:
    return asker.phrase("whose-turn", side=asker.side(white=asker.position.white_to_move))


def _last_move(asker: Asker, side: str = "") -> str:
    """Tell the last move, or the last one of the side that was named."""
    made = len(asker.position.moves)
    is_other = bool(side) and asker.position.white_to_move == (side == "white")
    ply = made - (2 if is_other else 1)
    return _told(asker, ply) if ply >= 0 else asker.phrase("last-move:none")


def _last_moves(asker: Asker, count: str = str(SOME_MOVES)) -> tuple[str, ...]:
    """Tell that many of the last moves, in parts; at least the last one."""
    made = len(asker.position.moves)
    first = max(made - max(int(count), 1), 0)
    return _moves_told(asker, first) or (asker.phrase("last-move:none"),)


def _moves_told(asker: Asker, first: int) -> tuple[str, ...]:
    """Return the half-moves from this one on, counted from 0, in parts of a few."""
    return tuple(" ".join(_told(asker, ply) for ply in part) for part in _parts(asker, first))


def _parts(asker: Asker, first: int) -> Iterator[range]:
    made = len(asker.position.moves)
    for start in range(first, made, HALF_MOVES_PER_PART):
        yield range(start, min(start + HALF_MOVES_PER_PART, made))


def _game_read(asker: Asker, number: str = "", side: str = "white") -> tuple[str, ...]:
    """Read the game from its beginning, or on from the move of that number, in parts.

    Each part begins with the number of its first move: who is interrupted goes on from there. The
    move is White's, unless `side` asks for Black's.
    """
    behind = ply_behind(number, side, asker.position) if number else 1
    if behind is None:
        return (_no_such_move(asker, number),)
    told = tuple(
        " ".join((_numbered(asker, part[0]), *(_told(asker, ply) for ply in part)))
        for part in _parts(asker, behind - 1)
    )
    return told or (asker.phrase("last-move:none"),)


def _numbered(asker: Asker, ply: int) -> str:
    number = asker.position.rewound(ply).fullmove_number
    return asker.phrase("move-number", number=number_words(number, asker.language))


def _no_such_move(asker: Asker, number: str) -> str:
    return asker.phrase("move-number:none", number=number_words(int(number), asker.language))


def _told(asker: Asker, ply: int) -> str:
    """Return one move of the game, with the side that made it."""
    before = asker.position.rewound(ply)
    words = move_words(asker.position.moves[ply], before, asker.language)
    return asker.phrase("last-move", side=asker.side(white=before.white_to_move), move=words)


def _move_behind(asker: Asker, number: str, side: str = "white") -> str:
    """Tell the move of that number: White's, unless `side` asks for Black's."""
    ply = ply_behind(number, side, asker.position)
    if ply is None:
        return _no_such_move(asker, number)
    return f"{_numbered(asker, ply - 1)} {_told(asker, ply - 1)}"


def leads_to(query: CommandMeaning, position: Position) -> int | None:
    """Return the number of half-moves before the position that the player wants to look at.

    None if the query asks for no position, or for one that has not been reached.
    """
    match query:
        case CommandMeaning(name="go-to-move", args=(number, *side)):
            return ply_behind(number, next(iter(side), "white"), position)
        case CommandMeaning(name="go-to-now"):
            return len(position.moves)
        case _:
            return None


def ply_behind(number: str, side: str, position: Position) -> int | None:
    """Return the number of half-moves up to and including this move; None if it was not made."""
    start = position.rewound(0)
    ply = 2 * (int(number) - start.fullmove_number) + start.white_to_move + (side == "black")
    return ply if 0 < ply <= len(position.moves) else None


def _what_is_on(asker: Asker, square: str) -> str:
    name, piece = square_words(square, asker.language), asker.position.piece_at(square)
    if piece is None:
        return asker.phrase("what-is-on:empty", square=name)
    return asker.phrase("what-is-on", square=name, piece=piece_and_side(piece, asker.language))


def _where_is_own(asker: Asker, *named: str) -> str:
    """Tell where the asker's pieces of a kind stand, or those of the side named before the kind."""
    *sides, piece = named
    white = sides == ["white"] if sides else asker.white
    return _where_is(asker, piece, white=white)


def _where_is_their(asker: Asker, piece: str) -> str:
    return _where_is(asker, piece, white=not asker.white)


def _where_is(asker: Asker, piece: str, *, white: bool) -> str:
    squares = squares_of(asker.position, piece, white=white)
    gaps = {"piece": piece_word(piece, asker.language), "side": asker.side(white=white)}
    if not squares:
        return asker.phrase("where-is:none", **gaps)
    return asker.phrase("where-is", **gaps, squares=asker.squares(squares))


def _pawns(asker: Asker) -> str:
    return _of_sides(asker, pawns)


def _position(asker: Asker, side: str = "") -> str:
    return _of_sides(asker, side_by_piece, side)


def _of_sides(asker: Asker, tell: Callable[..., str], named: str = "") -> str:
    """Describe the side that was named, or both, the asker's own first."""
    sides = asker.sides(named)
    return " ".join(tell(asker.position, asker.language, white=side) for side in sides)


def _position_by_rank(asker: Asker) -> tuple[str, ...]:
    return rank_by_rank(*_board(asker))


def _material(asker: Asker, side: str = "") -> str:
    return " ".join(_side_material(asker, white=each) for each in asker.sides(side))


def _side_material(asker: Asker, *, white: bool) -> str:
    counts = Counter(asker.position.piece_at(square) for square in ALL_SQUARES)
    letters = [(piece, piece if white else piece.lower()) for piece in ORDER]
    words = [counted(counts[x], piece, asker.language) for piece, x in letters if counts[x]]
    return asker.phrase("side-list", side=asker.side(white=white), list=listed(words))


def _captured(asker: Asker) -> str:
    return _of_sides(asker, captured)


def _attackers(asker: Asker, square: str) -> str:
    return _guards(asker, square, white=not asker.white)


def _defenders(asker: Asker, square: str) -> str:
    return _guards(asker, square, white=asker.white)


def _guards(asker: Asker, square: str, *, white: bool) -> str:
    return _list(asker, along(asker.position.attackers(square, white=white), *_board(asker)))


def _in_check(asker: Asker, named: str = "") -> str:
    """Tell whether the asker's own king, or the named side's, is in check, and what gives it."""
    side = asker.sides(named)[0]
    kings = squares_of(asker.position, "K", white=side)
    attacks = (asker.position.attackers(king, white=not side) for king in kings)
    found = along(chain.from_iterable(attacks), *_board(asker))
    return asker.phrase("in-check", list=found) if found else asker.phrase("in-check:none")


def _legal_moves(asker: Asker, start: str | None = None) -> tuple[str, ...]:
    return possible_moves(start, asker.position, asker.language)


def _scan_rank(asker: Asker, rank: str) -> str:
    return _list(asker, along((file + rank for file in FILES), *_board(asker)))


def _scan_file(asker: Asker, file: str) -> str:
    return _list(asker, along((file + rank for rank in RANKS), *_board(asker)))


def _scan_diagonal(asker: Asker, square: str) -> str:
    return diagonal_by_diagonal(square, *_board(asker))


def help_now(
    allowed: AbstractSet[str],
    language: Language,
    orders: Sequence[str] = (),
    *,
    may_move: bool = False,
) -> Sentence:
    """Say what a player can say now: first what makes sense just now, then what always does.

    A move comes before everything, and an arbiter's orders come between these. Commands for the
    players' own boards come last, since they are allowed all the time.
    """
    now = [command for command in COMMAND_TABLE if command.name in allowed]
    momentary = [one.name for one in now if one.when not in ("always", "boards")]
    boards = [one.name for one in now if one.when == "boards"]
    first = [name for name in HELP if name in allowed]
    told = dict.fromkeys((*momentary, *orders, *first, *boards))
    return sentence(_help_words(told, language, "help:move" if may_move else "help"), language)


def _help(asker: Asker) -> str:
    return _help_words(HELP, asker.language)


def _help_words(names: Iterable[str], language: Language, phrase: str = "help") -> str:
    return language.phrase(phrase, list=listed(language.written(name) for name in names))


def _board(asker: Asker) -> tuple[Position, Language]:
    return asker.position, asker.language


def _list(asker: Asker, words: str) -> str:
    return asker.phrase("list", list=words or asker.phrase("none"))


HELP = ("repeat", "clock", "last-move", "position", "offer-draw", "resign", "correction", "why")
"""The commands that a player who is lost needs first."""

_AT_ONCE: Mapping[str, Callable[..., str]] = {
    "last-move": _last_move,
    "clock": _clock,
    "own-clock": _own_clock,
    "opponent-clock": _opponent_clock,
    TO_CONTROL: _moves_to_control,
    "move-number": _move_number,
    "whose-turn": _whose_turn,
    "go-to-move": _move_behind,
    "go-to-now": _last_move,
    "what-is-on": _what_is_on,
    "where-is-own": _where_is_own,
    "where-is-their": _where_is_their,
    "pawns": _pawns,
    "material": _material,
    "captured": _captured,
    "in-check": _in_check,
    "attackers": _attackers,
    "defenders": _defenders,
    "scan-rank": _scan_rank,
    "scan-file": _scan_file,
    "scan-diagonal": _scan_diagonal,
    "position": _position,
    "help": _help,
}
_IN_PARTS: Mapping[str, Callable[..., tuple[str, ...]]] = {
    "last-moves": _last_moves,
    "legal-moves": _legal_moves,
    "position-by-rank": _position_by_rank,
    "read-game": _game_read,
}
QUERIES = frozenset({*_AT_ONCE, *_IN_PARTS})
"""The commands that ask for information and change nothing."""
