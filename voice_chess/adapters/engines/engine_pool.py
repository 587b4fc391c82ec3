"""Engines for many games: a few processes, each lent for one move and then used again."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from voice_chess.adapters.engines.uci_engine import UciEngine, engine_path
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation
from voice_chess.session.engine_levels import Level, move_ms, slipped
from voice_chess.session.ports import Chosen, OpponentLost, Strength, TimeLeft

Reply = TypeVar("Reply")

_LOOKS_MS, _DEEPEST = 300, 18
"""The limits of a look at one position: time in ms, and depth in half-moves."""


class _WaitedTooLong(OpponentLost):
    """An engine that had waited idle failed at its next question; it may have died meanwhile."""


class EnginePool:
    """`Engines` for any number of threads. A process that has failed is never lent again."""

    def __init__(self, named: str | None = None, *, chance: random.Random | None = None) -> None:
        """Use the engine of that name or path, else Stockfish; it is looked for when needed."""
        self._named = named
        self._chance = chance or random.SystemRandom()
        self._lock = threading.Lock()
        self._idle: list[UciEngine] = []
        self._lent: set[UciEngine] = set()
        self._is_closed = False

    def are_there(self) -> bool:
        try:
            engine_path(self._named)
        except OpponentLost:
            return False
        return True

    def name(self) -> str:
        with self._borrowed() as engine:
            return engine.name

    def move(self, position: Position, left: TimeLeft, level: Level) -> Chosen:
        chosen = self._asked(lambda engine: _choice(engine, position, left, level))
        return replace(chosen, uci=slipped(chosen.uci, position, level, self._chance))

    def evaluate(self, position: Position) -> Evaluation:
        return self._asked(lambda engine: _evaluation(engine, position))

    def _asked(self, question: Callable[[UciEngine], Reply]) -> Reply:
        """Ask an engine; if one that had waited idle fails, ask the next. Raises `OpponentLost`."""
        while True:
            try:
                with self._borrowed() as engine:
                    return question(engine)
            except _WaitedTooLong:
                continue

    def close(self) -> None:
        """End all engines, whatever they are doing."""
        with self._lock:
            self._is_closed = True
            ended = (*self._idle, *self._lent)
            self._idle.clear()
        for engine in ended:
            engine.close()

    @contextmanager
    def _borrowed(self) -> Iterator[UciEngine]:
        waiting = self._waiting()
        engine = waiting or self._new()
        try:
            yield engine
        except OpponentLost as lost:
            with self._lock:
                self._lent.discard(engine)
            engine.close()
            if waiting and not self._is_closed:
                raise _WaitedTooLong from lost
            raise
        with self._lock:
            self._lent.discard(engine)
            if not self._is_closed:
                self._idle.append(engine)

    def _waiting(self) -> UciEngine | None:
        """Return an idle engine that seems to be alive, or None."""
        with self._lock:
            while self._idle:
                engine = self._idle.pop()
                if not engine.has_ended:
                    self._lent.add(engine)
                    return engine
                engine.close()
        return None

    def _new(self) -> UciEngine:
        """Start an engine and lend it. Raises `OpponentLost`."""
        engine = UciEngine.started(engine_path(self._named), Strength())
        with self._lock:
            self._lent.add(engine)
            is_late = self._is_closed
        if is_late:
            engine.close()
            message = "The server is ending."
            raise OpponentLost(message)
        return engine


def _choice(engine: UciEngine, position: Position, left: TimeLeft, level: Level) -> Chosen:
    engine.play_as(_strength(position, left, level))
    return engine.move(position, left)


def _evaluation(engine: UciEngine, position: Position) -> Evaluation:
    engine.play_as(Strength())
    return engine.evaluation(position, move_ms=_LOOKS_MS, depth=_DEEPEST)


def _strength(position: Position, left: TimeLeft, level: Level) -> Strength:
    think_ms = move_ms(level, *left.of(white=position.white_to_move))
    return Strength(skill=level.skill, depth=level.depth, move_ms=think_ms)
