"""What is told about a board: steps of the hands and differences, worded for each listener."""

from voice_chess.game.state import Game
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.replies import Make
from voice_chess.speech.generation import hand_words
from voice_chess.speech.generation.sentence import phrase
from voice_chess.tactile.guide import Movement, movements
from voice_chess.tactile.peg_board import HoleDifference, PegBoard
from voice_chess.tactile.peg_set import PegSet

MOST_TOLD = 4
"""The most holes that are told when a board differs: nobody can keep track of more by ear."""


def difference_words(hole: HoleDifference, peg_set: PegSet) -> Make:
    """Return the sentence for one hole in which a board differs from the game."""
    return lambda preferences: hand_words.difference(hole, preferences.language, peg_set)


def steps(game: Game, peg_set: PegSet) -> tuple[Make, ...]:
    """Return the steps of the announced move, else of the last one, as sentences."""
    move = _latest(game)
    if move is None:
        return (lambda preferences: phrase("last-move:none", preferences.language),)
    before, uci = move
    wanted = movements(PegBoard.from_fen(before.fen), uci)
    return tuple(step_words(step, peg_set) for step in wanted)


def _latest(game: Game) -> tuple[Position, str] | None:
    """Return the announced move, else the last one, with the position before; None if none."""
    position, announced = game.position, game.turn.announcement
    if announced is not None and position.is_legal(announced.uci):
        return position, announced.uci
    if not position.moves:
        return None
    return position.rewound(len(position.moves) - 1), position.moves[-1]


def step_words(step: Movement, peg_set: PegSet) -> Make:
    """Return the sentence for one step, in terms of how this set feels to the hand."""
    return lambda preferences: hand_words.step(step, preferences.language, peg_set)
