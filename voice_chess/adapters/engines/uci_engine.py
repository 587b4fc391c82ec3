"""An engine that speaks UCI, as opponent: a separate program, asked for one move at a time."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import chess
import chess.engine

from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, Mate, Pawns, Score
from voice_chess.session.engine_levels import would_draw
from voice_chess.session.ports import Chosen, OpponentLost, Strength, TimeLeft

USUAL = "stockfish"
USUAL_FOLDERS = ("/usr/games", "/usr/local/games", "/opt/homebrew/bin")
"""Folders where systems put games, though many people's PATH does not include them."""

OF_TABLE, OF_SERVER = "--opponent engine:PATH", "--engine PATH"
"""Options that name an engine: for play at a table, and for a server or a review."""
_START_S = 30.0
_MATE = 100_000
"""The score of a forced mate, in centipawns."""

_ELO, _LIMITED = "UCI_Elo", "UCI_LimitStrength"
_CHESS960 = "UCI_Chess960"
_SKILL, _BEST_SKILL = "Skill Level", 20


def engine_path(named: str | None = None, option: str = OF_SERVER) -> Path:
    """Return the path of the engine with that name or path, else of Stockfish in its usual places.

    `option` names the option for another engine. Raises `OpponentLost`.
    """
    wanted = named or USUAL
    folders = (None, *USUAL_FOLDERS)
    found = (shutil.which(wanted, path=folder) for folder in folders)
    path = next((Path(one) for one in found if one), None)
    if path is None:
        how = (
            "install Stockfish (Debian: apt install stockfish), or name another engine"
            if named is None
            else "name one that is there"
        )
        message = f"There is no engine {wanted!r}: {how} with {option}."
        raise OpponentLost(message)
    return path


def _told(error: Exception) -> str:
    """Return the error's words; a timeout has none of its own."""
    return str(error) or "no answer"


class UciEngine:
    """`Opponent` in a separate process."""

    def __init__(self, engine: chess.engine.SimpleEngine, strength: Strength) -> None:
        self.name = engine.id.get("name", USUAL)
        """The name that the engine gives itself."""
        self._engine = engine
        self._strength = strength

    @classmethod
    def started(cls, path: Path, strength: Strength, option: str = OF_SERVER) -> Self:
        """Start the program; `option` names the option for another one. Raises `OpponentLost`."""
        try:
            engine = chess.engine.SimpleEngine.popen_uci(str(path), timeout=_START_S)
        except (OSError, TimeoutError, chess.engine.EngineError) as error:
            message = (
                f"{path} does not answer as a UCI engine does ({_told(error)}): "
                f"name another with {option}."
            )
            raise OpponentLost(message) from error
        opponent = cls(engine, strength)
        try:
            opponent._limit_strength()
        except OpponentLost:
            opponent.close()
            raise
        return opponent

    @property
    def has_ended(self) -> bool:
        """Whether its process has ended."""
        return self._engine.protocol.returncode.done()

    def play_as(self, strength: Strength) -> None:
        """Set the strength from the next move on. Raises `OpponentLost`."""
        self._strength = strength
        self._limit_strength()
        skill = _BEST_SKILL if strength.skill is None else strength.skill
        with self._playing_on():
            if _SKILL in self._engine.options:
                self._engine.configure({_SKILL: skill})

    def move(self, position: Position, left: TimeLeft) -> Chosen:
        self._check_variant(position)
        board = _board(position)
        with self._playing_on():
            result = self._engine.play(board, self._limit(left), info=chess.engine.INFO_SCORE)
        if result.move is None:
            message = f"The engine {self.name} gives no move."
            raise OpponentLost(message)
        told = result.info.get("score")
        score = None if told is None else told.relative.score(mate_score=_MATE)
        wants_draw = would_draw(score, board.fullmove_number)
        return Chosen(uci=result.move.uci(), wants_draw=wants_draw)

    def evaluation(self, position: Position, *, move_ms: int, depth: int) -> Evaluation:
        """Evaluate a position in which play goes on; blocks until done. Raises `OpponentLost`."""
        self._check_variant(position)
        # An engine can't follow moves before an illegal one, so it gets the position alone.
        if position.illegal:
            board = chess.Board(position.fen, chess960=position.chess960)
        else:
            board = _board(position)
        limit = chess.engine.Limit(time=move_ms / 1_000, depth=depth)
        with self._playing_on():
            found = self._engine.analyse(board, limit)
        if "score" not in found:
            message = f"The engine {self.name} gives no evaluation."
            raise OpponentLost(message)
        return Evaluation(
            score=_score(found["score"].white()),
            line=tuple(move.uci() for move in found.get("pv", ())),
            depth=found.get("depth", 0),
        )

    def _check_variant(self, position: Position) -> None:
        if position.chess960 and _CHESS960 not in self._options():
            message = f"{self.name} does not play Chess960: name another engine, or start as usual."
            raise OpponentLost(message)

    def _options(self) -> Mapping[str, chess.engine.Option]:
        """Return the options that the engine has. Raises `OpponentLost` if it has ended."""
        with self._playing_on():
            return self._engine.options

    @contextmanager
    def _playing_on(self) -> Iterator[None]:
        """Raise `OpponentLost` if the engine fails in the block, or has ended before."""
        try:
            yield
        except (chess.engine.EngineError, TimeoutError, OSError) as error:
            message = f"The engine {self.name} has stopped playing ({_told(error)})."
            raise OpponentLost(message) from error

    def close(self) -> None:
        """End the engine, whatever it is doing; never raises."""
        self._engine.close()

    def _limit(self, left: TimeLeft) -> chess.engine.Limit:
        if self._strength.move_ms is not None:
            seconds = self._strength.move_ms / 1_000
            return chess.engine.Limit(time=seconds, depth=self._strength.depth)
        return chess.engine.Limit(
            white_clock=left.left_ms.white / 1_000,
            black_clock=left.left_ms.black / 1_000,
            white_inc=left.increment_ms.white / 1_000,
            black_inc=left.increment_ms.black / 1_000,
        )

    def _limit_strength(self) -> None:
        elo = self._strength.elo
        if elo is None:
            return
        options = self._options()
        if _ELO not in options or _LIMITED not in options:
            message = f"{self.name} always plays as well as it can: leave --strength away."
            raise OpponentLost(message)
        lowest, highest = options[_ELO].min, options[_ELO].max
        with self._playing_on():
            try:
                self._engine.configure({_LIMITED: True, _ELO: elo})
            except chess.engine.EngineTerminatedError:
                raise
            except chess.engine.EngineError as error:
                message = (
                    f"{self.name} plays with a strength from {lowest} to {highest}, not {elo}."
                )
                raise OpponentLost(message) from error


def _score(found: chess.engine.Score) -> Score:
    mate, hundredths = found.mate(), found.score()
    if mate is not None:
        return Mate(white=mate > 0, moves=abs(mate))
    return Pawns(hundredths=hundredths or 0)


def _board(position: Position) -> chess.Board:
    board = chess.Board(position.start_fen, chess960=position.chess960)
    for uci in position.moves:
        board.push_uci(uci)
    return board
