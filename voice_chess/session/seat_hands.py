"""What hands have to do at a seat, told in one go, and which words for it make sense there."""

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.dialogue import HANDS
from voice_chess.session.replies import Make
from voice_chess.speech import hand_words
from voice_chess.speech.commands import commands_when
from voice_chess.speech.sentence import phrase
from voice_chess.tactile.guide import Movement, movements
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet

_STEPS = "steps"
_OWN_BOARD = commands_when("boards") - HANDS


def hands_when(game: Game, role: Role) -> frozenset[str]:
    """Those that make sense at this table; only a side has a board that may differ."""
    table = game.table
    is_felt = any(seat.is_blind for seat in table.seats)
    is_reported = table.customs.execution == "reported"
    own = frozenset() if role.acts_for_white is None else _OWN_BOARD
    if is_reported:
        return HANDS | own
    return own | {_STEPS} if is_felt else frozenset()


def steps(game: Game, peg_set: PegSet) -> tuple[Make, ...]:
    """What the hands do for the move that was announced, else for the last one."""
    move = _latest(game)
    if move is None:
        return (lambda manner: phrase("last-move:none", manner.language),)
    before, uci = move
    wanted = movements(PegBoard.from_fen(before.fen), uci)
    return tuple(step_words(step, peg_set) for step in wanted)


def _latest(game: Game) -> tuple[Position, str] | None:
    """A move, and the position before it."""
    position, announced = game.position, game.turn.announcement
    if announced is not None and position.is_legal(announced.uci):
        return position, announced.uci
    if not position.moves:
        return None
    return position.rewound(len(position.moves) - 1), position.moves[-1]


def step_words(step: Movement, peg_set: PegSet) -> Make:
    """One hand's step, as the owner of this set feels it."""
    return lambda manner: hand_words.step(step, manner.language, peg_set)
