"""Answers to what a player asks about the game: clocks, moves, squares, the whole position."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from voice_chess.game.state import Game
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.speech.board_words import (
    ALL_SQUARES,
    FILES,
    ORDER,
    RANKS,
    along,
    captured,
    diagonals,
    pawns,
    piece_and_side,
    side_by_piece,
    squares_of,
)
from voice_chess.speech.commands import COMMAND_TABLE
from voice_chess.speech.counting import counted, number_words, time_words
from voice_chess.speech.interpret import legal_facts
from voice_chess.speech.meaning import CommandMeaning
from voice_chess.speech.sentence import Sentence, sentence
from voice_chess.speech.wording import (
    listed,
    move_words,
    piece_word,
    side_word,
    square_words,
)

SOME_MOVES = 3
"""How many last moves are told when no number is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """A game as one side sees it at one moment."""

    game: Game
    at_ms: int
    language: Language
    white: bool

    @property
    def position(self) -> Position:
        return self.game.position

    def phrase(self, name: str, /, **gaps: str) -> str:
        return self.language.phrase(name, **gaps)

    def time(self, *, white: bool) -> str:
        return time_words(self.game.clock.left_ms(white=white, at_ms=self.at_ms), self.language)

    def side(self, *, white: bool) -> str:
        return side_word(self.language, white=white)

    def squares(self, squares: tuple[str, ...]) -> str:
        return listed(square_words(square, self.language) for square in squares)


def answer(
    query: CommandMeaning, game: Game, at_ms: int, language: Language, *, white: bool | None = None
) -> Sentence:
    """The answer to one of `QUERIES`; the asker is `white`, or whoever is to move."""
    side = game.white_to_move if white is None else white
    asker = Asker(game=game, at_ms=at_ms, language=language, white=side)
    return sentence(QUERIES[query.name](asker, *query.args), language)


def _clock(asker: Asker) -> str:
    own, other = asker.time(white=asker.white), asker.time(white=not asker.white)
    return asker.phrase(
        "clock",
        side=asker.side(white=asker.white),
        own=own,
        opponent=asker.side(white=not asker.white),
        other=other,
    )


def _own_clock(asker: Asker) -> str:
    return asker.phrase("time", time=asker.time(white=asker.white))


def _opponent_clock(asker: Asker) -> str:
    return asker.phrase("time", time=asker.time(white=not asker.white))


def _move_number(asker: Asker) -> str:
    number = number_words(asker.position.fullmove_number, asker.language)
    return asker.phrase("move-number", number=number)


def _whose_turn(asker: Asker) -> str:
    return asker.phrase("whose-turn", side=asker.side(white=asker.position.white_to_move))


def _last_move(asker: Asker) -> str:
    return _last_moves(asker, "1")


def _last_moves(asker: Asker, count: str = str(SOME_MOVES)) -> str:
    made = len(asker.position.moves)
    plies = range(max(made - int(count), 0), made)
    return " ".join(_told(asker, ply) for ply in plies) or asker.phrase("last-move:none")


def _told(asker: Asker, ply: int) -> str:
    """One move of the game, with who made it."""
    before = asker.position.rewound(ply)
    words = move_words(asker.position.moves[ply], before, asker.language)
    return asker.phrase("last-move", side=asker.side(white=before.white_to_move), move=words)


def _what_is_on(asker: Asker, square: str) -> str:
    name, piece = square_words(square, asker.language), asker.position.piece_at(square)
    if piece is None:
        return asker.phrase("what-is-on:empty", square=name)
    return asker.phrase("what-is-on", square=name, piece=piece_and_side(piece, asker.language))


def _where_is_own(asker: Asker, piece: str) -> str:
    return _where_is(asker, piece, white=asker.white)


def _where_is_their(asker: Asker, piece: str) -> str:
    return _where_is(asker, piece, white=not asker.white)


def _where_is(asker: Asker, piece: str, *, white: bool) -> str:
    squares = squares_of(asker.position, piece, white=white)
    gaps = {"piece": piece_word(piece, asker.language), "side": asker.side(white=white)}
    if not squares:
        return asker.phrase("where-is:none", **gaps)
    return asker.phrase("where-is", **gaps, squares=asker.squares(squares))


def _pawns(asker: Asker) -> str:
    return _both_sides(asker, pawns)


def _position(asker: Asker) -> str:
    return _both_sides(asker, side_by_piece)


def _both_sides(asker: Asker, tell: Callable[..., str]) -> str:
    """The asker's own side first."""
    sides = (asker.white, not asker.white)
    return " ".join(tell(asker.position, asker.language, white=side) for side in sides)


def _position_by_rank(asker: Asker) -> str:
    return _list(asker, along((f + r for r in RANKS for f in FILES), *_board(asker)))


def _material(asker: Asker) -> str:
    return " ".join(_side_material(asker, white=side) for side in (asker.white, not asker.white))


def _side_material(asker: Asker, *, white: bool) -> str:
    counts = Counter(asker.position.piece_at(square) for square in ALL_SQUARES)
    letters = [(piece, piece if white else piece.lower()) for piece in ORDER]
    words = [counted(counts[x], piece, asker.language) for piece, x in letters if counts[x]]
    return asker.phrase("side-list", side=asker.side(white=white), list=listed(words))


def _captured(asker: Asker) -> str:
    return _both_sides(asker, captured)


def _attackers(asker: Asker, square: str) -> str:
    return _guards(asker, square, white=not asker.white)


def _defenders(asker: Asker, square: str) -> str:
    return _guards(asker, square, white=asker.white)


def _guards(asker: Asker, square: str, *, white: bool) -> str:
    return _list(asker, along(asker.position.attackers(square, white=white), *_board(asker)))


def _legal_moves(asker: Asker, start: str | None = None) -> str:
    return _moves_of(start, asker.position, asker.language)


def moves_of(start: str | None, position: Position, language: Language) -> Sentence:
    """All moves, or those of a piece given by its letter, or of the piece on a square."""
    return sentence(_moves_of(start, position, language), language)


def _moves_of(start: str | None, position: Position, language: Language) -> str:
    moves = [
        move.uci for move in legal_facts(position) if start in (None, move.piece, move.from_square)
    ]
    words = listed(move_words(uci, position, language, "short") for uci in moves)
    name = "legal-moves" if words else "legal-moves:none"
    return language.phrase(name, list=words)


def _scan_rank(asker: Asker, rank: str) -> str:
    return _list(asker, along((file + rank for file in FILES), *_board(asker)))


def _scan_file(asker: Asker, file: str) -> str:
    return _list(asker, along((file + rank for rank in RANKS), *_board(asker)))


def _scan_diagonal(asker: Asker, square: str) -> str:
    return _list(asker, along(diagonals(square), *_board(asker)))


def help_now(allowed: AbstractSet[str], language: Language) -> Sentence:
    """What can be said at the moment: first what makes sense just now, then what always does."""
    momentary = [c.name for c in COMMAND_TABLE if c.when != "always" and c.name in allowed]
    return sentence(_help_words((*momentary, *HELP), language), language)


def _help(asker: Asker) -> str:
    return _help_words(HELP, asker.language)


def _help_words(names: Iterable[str], language: Language) -> str:
    return language.phrase("help", list=listed(language.written(name) for name in names))


def _board(asker: Asker) -> tuple[Position, Language]:
    return asker.position, asker.language


def _list(asker: Asker, words: str) -> str:
    return asker.phrase("list", list=words or asker.phrase("none"))


HELP = ("repeat", "clock", "last-move", "position", "offer-draw", "resign", "correction", "why")
"""What a lost player needs first."""

QUERIES: Mapping[str, Callable[..., str]] = {
    "last-move": _last_move,
    "last-moves": _last_moves,
    "clock": _clock,
    "own-clock": _own_clock,
    "opponent-clock": _opponent_clock,
    "move-number": _move_number,
    "whose-turn": _whose_turn,
    "what-is-on": _what_is_on,
    "where-is-own": _where_is_own,
    "where-is-their": _where_is_their,
    "pawns": _pawns,
    "material": _material,
    "captured": _captured,
    "attackers": _attackers,
    "defenders": _defenders,
    "legal-moves": _legal_moves,
    "scan-rank": _scan_rank,
    "scan-file": _scan_file,
    "scan-diagonal": _scan_diagonal,
    "position": _position,
    "position-by-rank": _position_by_rank,
    "help": _help,
}
