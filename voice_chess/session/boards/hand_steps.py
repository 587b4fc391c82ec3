"""What hands have to do, step by step in words, and which words about them make sense."""

from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.dialogue.waiting import HANDS
from voice_chess.speech.commands import commands_when
from voice_chess.speech.generation import hand_words
from voice_chess.speech.generation.sentence import phrase
from voice_chess.tactile.guide import Movement, movements
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet

_DONE, _ABOUT_BOARDS = commands_when("hands"), commands_when("boards")


def hands_when(table: Table, role: Role | None, *, is_told: bool) -> frozenset[str]:
    """Those that make sense here; only a side has a board that may differ.

    Around one table, where `role` is None, whoever helps may tell what hands have done, and
    whoever is told steps may do so, too.
    """
    is_reported = table.customs.execution == "reported"
    is_felt = is_reported or table.white.is_blind or table.black.is_blind
    has_no_board = role is not None and role.acts_for_white is None
    is_assisted = table.white.has_assistant or table.black.has_assistant
    has_help = table.occasion.has_arbiter or is_assisted
    found = _ABOUT_BOARDS if is_felt else frozenset()
    if has_no_board:
        found &= HANDS
    may_tell = is_reported or (role is None and (has_help or is_told))
    return found | _DONE if may_tell else found


def steps(game: Game, peg_set: PegSet) -> tuple[Make, ...]:
    """What the hands do for the move that was announced, else for the last one."""
    move = _latest(game)
    if move is None:
        return (lambda preferences: phrase("last-move:none", preferences.language),)
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
    return lambda preferences: hand_words.step(step, preferences.language, peg_set)
