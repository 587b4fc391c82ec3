"""`python -m tests.walk`: counts the calls for one accepted move, at the table and at a seat.

With `--each` it lists the modules on both ways: how long each is, how often the way enters it, and
which functions are called there how often.

A way goes from the last block of a move's sound until the program listens again. The grammar for
the next utterance is counted separately, since its size depends on the number of legal moves. Only
calls of this package's functions count, without the stand-ins for devices. Each way is run until it
stays the same, so that work done once for all games, such as reading a language, is left out.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from types import CodeType, FrameType

from tests.german import by_ear
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import IN_GERMAN, PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Table
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.games.game_session import GameSession
from voice_chess.session.games.running import attend

PACKAGE = "voice_chess"
_STANDS_FOR_DEVICES = (
    "adapters/simulation/memory_sound.py",
    "adapters/simulation/memory_storage.py",
    "adapters/simulation/simulated_time.py",
)
_TABLE = Table(control=TimeControl.parsed("15+10"))
_MOVES = ((by_ear("e4"), "e2e4"), (by_ear("e5"), "e7e5"), (by_ear("Nf3"), "g1f3"))


@dataclass
class Way:
    """The functions called, how often, and the steps from module to module."""

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    steps: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often the way goes from one module to another, by both names."""
    calls_apart: int = 0

    @property
    def changes(self) -> int:
        return self.steps.total()

    @property
    def modules(self) -> set[str]:
        return {module for module, _ in self.calls}

    def __str__(self) -> str:
        return (
            f"{self.calls.total()} calls, {len(self.calls)} functions, {len(self.modules)} modules,"
            f" {self.changes} changes of module; {self.calls_apart} calls for the grammar"
        )

    def each(self) -> Iterator[str]:
        """Yield a line for each module, those entered most often first."""
        entered: Counter[str] = Counter()
        for (_, module), often in self.steps.items():
            entered[module] += often
        for module, often in entered.most_common():
            here = {name: calls for (where, name), calls in self.calls.items() if where == module}
            named = ", ".join(f"{name} {calls}" for name, calls in sorted(here.items()))
            length = len(Path(PACKAGE, module).read_text("utf-8").splitlines())
            yield f"{module}, {length} lines, entered {often} times: {named}"


@dataclass
class Walk:
    """Counts all calls within one function, and keeps the longest of its runs."""

    start: CodeType
    apart: CodeType
    longest: Way = field(default_factory=Way)
    _way: Way = field(default_factory=Way)
    _depth: int = 0
    _depth_apart: int | None = None
    _module: str = ""

    def take(self, frame: FrameType, event: str, _arg: object) -> None:
        """Take an event of `sys.setprofile`."""
        if event not in ("call", "return"):
            return
        code = frame.f_code
        if event == "return":
            self._leave(code)
        elif code is self.start and not self._depth:
            self._way, self._depth, self._module = Way(), 1, _module_of(code) or ""
        elif self._depth:
            self._enter(code)

    def _enter(self, code: CodeType) -> None:
        self._depth += 1
        module = _module_of(code)
        if code is self.apart and self._depth_apart is None:
            self._depth_apart = self._depth
        if module is None:
            return
        if self._depth_apart is not None:
            self._way.calls_apart += 1
            return
        self._way.calls[module, code.co_qualname] += 1
        if module != self._module:
            self._way.steps[self._module, module] += 1
        self._module = module

    def _leave(self, code: CodeType) -> None:
        if not self._depth:
            return
        if self._depth == self._depth_apart and code is self.apart:
            self._depth_apart = None
        self._depth -= 1
        if not self._depth and self._way.calls.total() > self.longest.calls.total():
            self.longest = self._way


@contextmanager
def walked(start: Callable[..., object]) -> Iterator[Walk]:
    """Count calls within `start` until the block ends."""
    walk = Walk(start=start.__code__, apart=Expectation.grammar.__code__)
    sys.setprofile(walk.take)
    try:
        yield walk
    finally:
        sys.setprofile(None)


def at_the_table() -> Way:
    """Return the longest way of three moves, each read back to both players at one table."""
    table = AroundTable(_TABLE, settings=IN_GERMAN)
    with walked(_taken(GameSession)) as walk:
        session = table.play(*(Utterance(heard) for heard, _ in _MOVES))
    assert session.game.position.moves == tuple(uci for _, uci in _MOVES)
    return walk.longest


def at_a_seat() -> Way:
    """Return the longest way of the same moves by players at seats with their own microphones."""
    apart = Apart(_TABLE)
    with walked(attend) as walk:
        for (words, _), role in zip(_MOVES, cycle(PLAYERS)):
            apart.time.passed(2_000)
            apart.says(words, role)
    announced = apart.game.turn.announcement
    assert announced is not None
    assert announced.uci == _MOVES[-1][1]
    return walk.longest


def settled(way: Callable[[], Way]) -> Way:
    """Return the way once nothing on it is worked out for the first time: the second alike."""
    before, after = way(), way()
    while after.calls != before.calls:
        before, after = after, way()
    return after


def size(folder: str) -> str:
    """Return the number of modules and lines in a folder of the package."""
    files = sorted(Path(PACKAGE, folder).rglob("*.py"))
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in files)
    return f"{len(files)} modules, {lines} lines"


def _taken(session: type[GameSession]) -> Callable[..., object]:
    """Return the private method that handles one entry of the inbox."""
    taken: Callable[..., object] = vars(session)["_take"]
    return taken


def _module_of(code: CodeType) -> str | None:
    path = Path(code.co_filename).as_posix()
    _, found, inside = path.rpartition(f"/{PACKAGE}/")
    is_ours = bool(found) and inside not in _STANDS_FOR_DEVICES
    return inside if is_ours else None


def told(*, each: bool = False) -> Iterator[str]:
    """Yield the lines to print."""
    yield f"session: {size('session')}"
    for name, way in (("table", at_the_table), ("seat", at_a_seat)):
        counted = settled(way)
        yield f"{name}: {counted}"
        if each:
            yield from counted.each()


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.walk")
    parser.add_argument("--each", action="store_true", help="list the modules and functions")
    for told_line in told(each=parser.parse_args().each):
        sys.stdout.write(f"{told_line}\n")
