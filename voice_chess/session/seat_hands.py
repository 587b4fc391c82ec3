"""What is said at a seat of hands and peg board: a move that stands, pieces touched, the steps."""

from typing import Protocol

from voice_chess.game.commands import Command, ExecuteMove, TouchPieces
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.replies import Make
from voice_chess.speech import hand_words
from voice_chess.speech.commands import commands_when
from voice_chess.speech.meaning import CommandMeaning
from voice_chess.speech.sentence import phrase
from voice_chess.tactile.guide import Movement, movements
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet

STEPS = "steps"
HANDS = commands_when("hands") | {STEPS}
_OWN_BOARD = commands_when("boards") - HANDS


class HandsTalk(Protocol):
    """A talk as far as it is needed here."""

    @property
    def peg_set(self) -> PegSet: ...

    def do(self, command: Command) -> None: ...

    def tell(self, make: Make) -> None: ...


def hands_when(game: Game, role: Role) -> frozenset[str]:
    """Those that make sense at this table; only a side has a board that may differ."""
    table = game.table
    is_felt = table.white.is_blind or table.black.is_blind
    is_reported = table.customs.execution == "reported"
    own = frozenset() if role.acts_for_white is None else _OWN_BOARD
    if is_reported:
        return HANDS | own
    return own | {STEPS} if is_felt else frozenset()


def take(meaning: CommandMeaning, game: Game, talk: HandsTalk, by: Role, at_ms: int) -> None:
    """Tell the game, or tell the player what his hands have to do."""
    match meaning:
        case CommandMeaning(name="executed"):
            talk.do(ExecuteMove(by=by, at_ms=at_ms))
        case CommandMeaning(name="touched", args=squares):
            talk.do(TouchPieces(by=by, at_ms=at_ms, squares=squares))
        case _:
            _dictate(game, talk)


def _dictate(game: Game, talk: HandsTalk) -> None:
    """The steps of the move that was announced, else of the last one."""
    move = _latest(game)
    if move is None:
        talk.tell(lambda manner: phrase("last-move:none", manner.language))
        return
    before, uci = move
    for step in movements(PegBoard.from_fen(before.fen), uci):
        talk.tell(step_words(step, talk.peg_set))


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
