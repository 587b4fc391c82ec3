"""The comparison of a player's board and of both scores with the game, question by question.

It begins when a player says that their board differs. They confirm their board rank by rank, and
square by square where a rank is wrong; a board that senses its pieces needs no questions. Then each
player who keeps their own score is asked for the last move that it shares with the game. `settling`
decides what follows.
"""

from dataclasses import dataclass, replace
from typing import Self, TypeAlias, assert_never

from voice_chess.arbiter.touch_obligation import has_moved
from voice_chess.by_color import ByColor, both
from voice_chess.game.state import Game
from voice_chess.laws.position import Position
from voice_chess.session.boards.board_watch import board_of, without_announced
from voice_chess.session.boards.settling import ReportedBoard
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning, MoveMeaning
from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import FILES, RANKS, HoleDifference, PegBoard

Score: TypeAlias = tuple[str, ...]
AGREED = frozenset({"yes", "continue", "executed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingRank:
    """Asks whether a rank ("1" to "8") is right."""

    rank: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingSquare:
    """Asks whether the hole of a square is right, or, if `is_open`, what is in it."""

    square: str
    is_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingScore:
    """Asks whether a player's score has the first `moves` half-moves like the game.

    If `is_open`, it asks which move the player has written after those.
    """

    of_white: bool
    moves: int
    is_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Nothing more is asked: the board and the scores are known."""


Stage: TypeAlias = AskingRank | AskingSquare | AskingScore | Found


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardComparison:
    """A comparison of one player's board and both scores; answers lead from stage to stage.

    `white` is the player's side. `board` holds what is known of their board so far, and the game's
    pieces elsewhere. `keeps_score`: the player writes their own score. `is_alone`: the other player
    sits elsewhere, and can be asked nothing here.
    """

    game: Game
    white: bool
    board: PegBoard
    other_board: PegBoard
    keeps_score: ByColor[bool]
    is_alone: bool = False
    scores: ByColor[Score]
    stage: Stage

    @classmethod
    def begun(cls, game: Game, *, white: bool, sensed: ByColor[PegBoard | None]) -> Self:
        """Begin to compare one player's board.

        `sensed` is what the boards sense; None for a board that senses nothing.
        """
        own, other = sensed.of(white=white), sensed.of(white=not white)
        comparison = cls(
            game=game,
            white=white,
            board=own or _wanted(game, white=white),
            other_board=other or board_of(game),
            keeps_score=game.table.seats.map(lambda seat: seat.score_medium != "program"),
            scores=both(game.position.moves),
            stage=AskingRank(rank=RANKS[0]),
        )
        return comparison if own is None else comparison._to_scores()

    def alone(self) -> Self:
        """Return the comparison without questions to the other player, who sits elsewhere."""
        keeps_score = self.keeps_score.having(theirs=False, white=not self.white)
        alone = replace(self, keeps_score=keeps_score, is_alone=True)
        match self.stage:
            case AskingScore(of_white=of_white) if of_white is not self.white:
                # A board that senses its pieces has led straight to the other player's score.
                return alone.behind_score(of_white=of_white)
            case _:
                return alone

    @property
    def wanted(self) -> PegBoard:
        """How the board must stand: with the player's announced move, if they have made it."""
        return _wanted(self.game, white=self.white)

    @property
    def told(self) -> dict[bool, ReportedBoard]:
        """What this player, and the other one if they are here, have told; White is under True."""
        own, other = self.white, not self.white
        boards = {own: self.board} if self.is_alone else {own: self.board, other: self.other_board}
        return {
            white: ReportedBoard(
                board=without_announced(board, self.game), score=self.scores.of(white=white)
            )
            for white, board in boards.items()
        }

    @property
    def position_of_question(self) -> Position | None:
        """The position before the move that is asked about; None if no score is asked about."""
        match self.stage:
            case AskingScore(moves=moves, is_open=is_open):
                return self.game.position.rewound(moves if is_open else moves - 1)
            case AskingRank() | AskingSquare() | Found():
                return None

    @property
    def differences(self) -> tuple[HoleDifference, ...]:
        """The holes that differ from the game, whether or not an announced move is made."""
        return without_announced(self.board, self.game).differences(board_of(self.game))

    def answered(self, meaning: Meaning) -> Self | None:
        """Return the comparison after an answer; None if it answers no question of this stage."""
        match self.stage:
            case AskingRank(rank=rank):
                return self._about_rank(rank, meaning)
            case AskingSquare() as stage:
                return self._about_square(stage, meaning)
            case AskingScore() as stage:
                return self._about_score(stage, meaning)
            case Found():
                return None
            case _:
                assert_never(self.stage)

    def _about_rank(self, rank: str, meaning: Meaning) -> Self | None:
        if _agrees(meaning):
            return self.behind(FILES[-1] + rank)
        if _denies(meaning):
            return replace(self, stage=AskingSquare(square=FILES[0] + rank))
        return None

    def _about_square(self, stage: AskingSquare, meaning: Meaning) -> Self | None:
        if not stage.is_open:
            if _denies(meaning):
                return replace(self, stage=replace(stage, is_open=True))
            return self.behind(stage.square) if _agrees(meaning) else None
        match meaning:
            case CommandMeaning(name="empty"):
                return self._having(stage.square, None)
            case CommandMeaning(name="white", args=(piece,)):
                return self._having(stage.square, piece.upper())
            case CommandMeaning(name="black", args=(piece,)):
                return self._having(stage.square, piece.lower())
            case _:
                return None

    def _having(self, square: str, piece: str | None) -> Self:
        """Put the piece that the player names into the hole, and go on to the next."""
        return replace(self, board=self.board.with_piece(square, piece)).behind(square)

    def behind(self, square: str) -> Self:
        """Go on after this hole: to the next hole of a wrong rank, the next rank, or the scores."""
        file, rank = square[0], square[1]
        is_in_rank = isinstance(self.stage, AskingSquare)
        if is_in_rank and file != FILES[-1]:
            following = FILES[FILES.index(file) + 1] + rank
            return replace(self, stage=AskingSquare(square=following))
        if rank != RANKS[-1]:
            return replace(self, stage=AskingRank(rank=RANKS[RANKS.index(rank) + 1]))
        return self._to_scores()

    def _to_scores(self) -> Self:
        """Go on to the scores if the board differs; else they don't matter."""
        return self._asking_score(of_white=True) if self.differences else self._found()

    def _asking_score(self, *, of_white: bool) -> Self:
        moves = len(self.game.position.moves)
        if moves and self.keeps_score.of(white=of_white):
            return replace(self, stage=AskingScore(of_white=of_white, moves=moves))
        return self.behind_score(of_white=of_white)

    def behind_score(self, *, of_white: bool) -> Self:
        """Go on after one player's score: to Black's after White's, or to the end."""
        return self._asking_score(of_white=False) if of_white else self._found()

    def _about_score(self, stage: AskingScore, meaning: Meaning) -> Self | None:
        if stage.is_open:
            return self._told_score(stage, meaning)
        if _denies(meaning):
            is_first = stage.moves == 1
            stage = replace(stage, moves=stage.moves - 1, is_open=is_first)
            return replace(self, stage=stage)
        if not _agrees(meaning):
            return None
        if stage.moves == len(self.game.position.moves):
            return self.behind_score(of_white=stage.of_white)
        return replace(self, stage=replace(stage, is_open=True))

    def _told_score(self, stage: AskingScore, meaning: Meaning) -> Self | None:
        """Take the move that a player has written after the last one that the game shares."""
        agreed = self.game.position.moves[: stage.moves]
        match meaning:
            case MoveMeaning(uci=uci):
                return self._written(stage, (*agreed, uci))
            case CommandMeaning(name="none" | "empty" | "no"):
                return self._written(stage, agreed)
            case _:
                return None

    def _written(self, stage: AskingScore, moves: tuple[str, ...]) -> Self:
        scores = self.scores.having(moves, white=stage.of_white)
        return replace(self, scores=scores).behind_score(of_white=stage.of_white)

    def _found(self) -> Self:
        return replace(self, stage=Found())


def _wanted(game: Game, *, white: bool) -> PegBoard:
    board, announced = board_of(game), game.turn.announcement
    if announced is None or game.white_to_move is not white or not has_moved(game):
        return board
    return made(board, announced.uci) if game.position.is_legal(announced.uci) else board


def _agrees(meaning: Meaning) -> bool:
    return isinstance(meaning, CommandMeaning) and meaning.name in AGREED


def _denies(meaning: Meaning) -> bool:
    return isinstance(meaning, CommandMeaning) and meaning.name == "no"
