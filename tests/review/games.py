"""Games for tests of reviews, with evaluations as an engine might give them."""

from voice_chess.laws.position import Position
from voice_chess.records import pgn
from voice_chess.review.evaluation import Evaluation, Mate, Pawns
from voice_chess.review.reviewed_game import ReviewedGame

SCHOLARS_MATE = """[White "Ida"]
[Black "Uwe"]
[TimeControl "300+5"]
[Result "1-0"]

1. e4 {[%clk 0:05:03]} e5 {[%clk 0:05:00]} 2. Bc4 {[%clk 0:05:01]} Nc6 {[%clk 0:04:00]}
3. Qh5 {[%clk 0:05:00]} Nf6 {[%clk 0:03:00]} 4. Qxf7# {[%clk 0:05:04]} 1-0
"""


def game_of(text: str) -> ReviewedGame:
    return ReviewedGame.of_sheet(pgn.read(text))


def thought(hundredths: int, *line: str) -> Evaluation:
    return Evaluation(score=Pawns(hundredths=hundredths), line=line, depth=12)


SCHOLARS_EVALUATIONS = (
    thought(30, "e2e4"),
    thought(30, "e7e5"),
    thought(25, "g1f3", "b8c6"),
    thought(5, "g8f6"),
    thought(5, "d2d3"),
    thought(-70, "g7g6", "h5f3"),
    Evaluation(score=Mate(white=True, moves=1), line=("h5f7",), depth=12),
    Evaluation(score=Mate(white=True, moves=0)),
)
"""The evaluations by ply: Black was a little better, and then allowed the mate."""


def evaluated(position: Position) -> Evaluation:
    """Return the evaluation of a position of that game."""
    return SCHOLARS_EVALUATIONS[len(position.moves)]
