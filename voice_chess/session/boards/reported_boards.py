"""What players have told of their own boards and scores, and what the Laws make of all of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from voice_chess.arbiter.reconciliation import BoardsAgree, GoBackTo, Reconciliation, reconcile
from voice_chess.game.state import Game
from voice_chess.languages.language import Language
from voice_chess.laws.topics import Topic
from voice_chess.session.boards.board_watch import board_of
from voice_chess.speech.generation import hand_words
from voice_chess.speech.generation.sentence import Sentence
from voice_chess.tactile.peg_board import PegBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedBoard:
    """A board as its player feels it; `score` is None where they have written what the game has."""

    board: PegBoard
    score: tuple[str, ...] | None = None


def finding_of(game: Game, told: Mapping[bool, ReportedBoard]) -> Reconciliation:
    """What the Laws make of it, White's under True; a silent side has what the game has."""
    same = ReportedBoard(board=board_of(game))
    white, black = told.get(True, same), told.get(False, same)
    played = game.position.moves
    scores = (
        played if white.score is None else white.score,
        played if black.score is None else black.score,
    )
    if scores[0] == scores[1] != played:
        # The Laws know two scores; the program keeps a third, and it was that which was wrong.
        because = game.edition.cite(Topic.SCORES_DIFFER)
        return GoBackTo(moves_kept=_common(played, scores[0]), because=because)
    return reconcile(
        game.edition,
        game.position.rewound(0),
        boards=(white.board, black.board),
        scores=scores,
    )


def to_confirm(finding: Reconciliation, game: Game, language: Language) -> Sentence:
    """What the arbiter is asked to confirm."""
    match finding:
        case GoBackTo(moves_kept=moves_kept):
            before = game.position.rewound(moves_kept)
            return hand_words.about_move("compare:back", before, language)
        case BoardsAgree():
            return hand_words.about_side("compare:same", language, white=True)
        case adjustments:
            sides = [adjustment.white for adjustment in adjustments]
            return hand_words.ask_to_put_right(sides, language)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many moves from the start are the same."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
