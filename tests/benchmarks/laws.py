"""Measures how reliable and how fast the Laws are: mating chances and moves, beside python-chess.

Times are the processor's, so that other work on the machine does not count.
"""

import random
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

import chess
from tqdm import tqdm

from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.commands import Command
from voice_chess.game.evolve import evolve
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Role, Table
from voice_chess.laws.mating_chances import MatingChance, mating_chance
from voice_chess.laws.mating_nets import could_be_mated
from voice_chess.laws.position import Position

VECTORS = Path(__file__).resolve().parents[3] / "shared" / "law_vectors" / "unwinnable.txt"
LIMIT_MS = 2_000.0
LEAST_ANSWERED = 0.97
PLY = 200
GAMES = 5
MOVES = 40
SPENT_MS = 1_000
BAD_INPUT = 2
ENOUGH_PIECES = 8

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A side of a position, and whether it can mate."""

    fen: str
    white: bool
    can_mate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The answer to one question, and how long it took."""

    known: Known
    answer: MatingChance
    took_ms: float
    is_searched: bool = False

    @property
    def is_wrong(self) -> bool:
        truth = MatingChance.YES if self.known.can_mate else MatingChance.NO
        return self.answer not in {truth, MatingChance.UNDETERMINED}


def known(lines: Sequence[str]) -> Iterator[Known]:
    """Yield two questions for each line: `W-` and a FEN says that only White can mate."""
    for line in filter(str.strip, lines):
        who, _, fen = line.partition(" ")
        chess.Board(fen)  # a line that is none is told before anything is measured
        for white, letter in ((True, "W"), (False, "B")):
            yield Known(fen=fen, white=white, can_mate=letter in who)


def ours(question: Known) -> Answered:
    position = Position.from_fen(question.fen)
    answer, took_ms = timed(lambda: mating_chance(position, white=question.white))
    board = position.board
    is_settled = board.is_game_over() or board.has_insufficient_material(question.white)
    return Answered(
        known=question,
        answer=answer,
        took_ms=took_ms,
        is_searched=not is_settled and could_be_mated(board, white=not question.white),
    )


def the_peers(question: Known) -> Answered:
    """Return python-chess's answer: it knows only too little material, and leaves the rest open."""
    board = chess.Board(question.fen)
    is_too_little, took_ms = timed(lambda: board.has_insufficient_material(question.white))
    answer = MatingChance.NO if is_too_little else MatingChance.UNDETERMINED
    return Answered(known=question, answer=answer, took_ms=took_ms)


def timed(work: Callable[[], Value]) -> tuple[Value, float]:
    """Return the result, and the processor time that it took, in ms."""
    begun = time.process_time_ns()
    answer = work()
    return answer, (time.process_time_ns() - begun) / 1e6


def chances_table(name: str, found: Sequence[Answered]) -> list[str]:
    """Return the results as lines, one fact a line, each understandable by itself."""
    answers = Counter(each.answer for each in found)
    decided = len(found) - answers[MatingChance.UNDETERMINED]
    times = [each.took_ms for each in found]
    searched = [each.took_ms for each in found if each.is_searched]
    lines = [
        f"questions: {len(found)}",
        f"wrong: {sum(each.is_wrong for each in found)}",
        f"answered: {decided}, {100 * decided / len(found):.1f} percent",
        f"answered yes: {answers[MatingChance.YES]}",
        f"answered no: {answers[MatingChance.NO]}",
        f"undetermined: {answers[MatingChance.UNDETERMINED]}",
        f"median time: {median(times):.3f} ms",
        f"worst time: {max(times):.3f} ms",
        f"longer than {LIMIT_MS:.0f} ms: {sum(took > LIMIT_MS for took in times)}",
    ]
    if searched:
        lines.append(f"left to the helpmate search: {len(searched)}")
        lines.append(f"helpmate search, median time: {median(searched):.3f} ms")
        lines.append(f"helpmate search, worst time: {max(searched):.3f} ms")
    return [f"{name}, {line}" for line in lines]


def long_line(chance: random.Random) -> list[str]:
    """Return random moves of a game that goes on after them."""
    while True:
        position = Position.start()
        while len(position.moves) < PLY + MOVES and position.legal_moves:
            position = position.played(chance.choice(position.legal_moves))
        pieces = position.board.occupied.bit_count()
        if len(position.moves) == PLY + MOVES and pieces >= ENOUGH_PIECES:
            return list(position.moves)


def move_times(line: Sequence[str]) -> tuple[list[float], list[float]]:
    """Return the times of each move from the given ply on, in ms: ours and python-chess's.

    We announce a move and press the clock; python-chess pushes it.
    """
    game, board = begun(), chess.Board()
    times: tuple[list[float], list[float]] = ([], [])
    for ply, uci in enumerate(line):
        move = chess.Move.from_uci(uci)
        game, took_ms = timed(moved(game, uci, at_ms=ply * SPENT_MS))
        _, pushed_ms = timed(pushed(board, move))
        if ply >= PLY:
            times[0].append(took_ms)
            times[1].append(pushed_ms)
    return times


def begun() -> Game:
    table = Table(control=TimeControl.parsed("600"))
    opening = ArrangeGame(by=Role.WHITE, at_ms=0, table=table), StartGame(by=Role.WHITE, at_ms=0)
    game = nothing_arranged()
    for command in opening:
        game = asked(game, command)
    return game


def moved(game: Game, uci: str, at_ms: int) -> Callable[[], Game]:
    by = Role.WHITE if game.white_to_move else Role.BLACK
    said = AnnounceMove(by=by, at_ms=at_ms, uci=uci)
    pressed = PressClock(by=by, at_ms=at_ms + SPENT_MS // 2)
    return lambda: asked(asked(game, said), pressed)


def pushed(board: chess.Board, move: chess.Move) -> Callable[[], None]:
    return lambda: board.push(move)


def asked(game: Game, command: Command) -> Game:
    ruling = decide(game, command)
    if not isinstance(ruling, tuple):
        message = f"{command} was refused: {ruling}"
        raise TypeError(message)
    for event in ruling:
        game = evolve(game, event)
    return game


def moves_table(chance: random.Random) -> list[str]:
    ours_ms: list[float] = []
    peers_ms: list[float] = []
    for _ in range(GAMES):
        found = move_times(long_line(chance))
        ours_ms += found[0]
        peers_ms += found[1]
    return [
        f"moves behind ply {PLY}: {len(ours_ms)}",
        f"voice-chess, a move announced and pressed, median time: {median(ours_ms):.3f} ms",
        f"python-chess, a move pushed, median time: {median(peers_ms):.3f} ms",
    ]


def at_least_one(text: str) -> int:
    """Parse the step from one question to the next. Raises `ValueError`."""
    if int(text) < 1:
        message = f"{text} is below 1"
        raise ValueError(message)
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print, one fact a line."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.laws", description=__doc__)
    parser.add_argument("--vectors", type=Path, default=VECTORS, help="positions of known outcome")
    parser.add_argument(
        "--every", type=at_least_one, default=1, metavar="N", help="only each Nth position"
    )
    chosen = parser.parse_args(arguments)
    try:
        questions = list(known(chosen.vectors.read_text("utf-8").splitlines()[:: chosen.every]))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        sys.stderr.write(f"The vectors {chosen.vectors} can't be read: {why}; name others with")
        sys.stderr.write(" --vectors FILE.\n")
        return BAD_INPUT
    told(moves_table(random.Random(PLY)))
    told([f"positions of known outcome: {len(questions) // 2}, for each side"])
    told(chances_table("python-chess", [the_peers(question) for question in questions]))
    found = [ours(question) for question in tqdm(questions, desc="questions", disable=None)]
    told(chances_table("voice-chess", found))
    return int(not is_good_enough(found))


def is_good_enough(found: Sequence[Answered]) -> bool:
    """Return whether no answer is wrong or too slow, and few are undetermined."""
    answered = sum(each.answer is not MatingChance.UNDETERMINED for each in found)
    is_sound = not any(each.is_wrong or each.took_ms > LIMIT_MS for each in found)
    return is_sound and answered >= LEAST_ANSWERED * len(found)


def told(lines: Sequence[str]) -> None:
    """Print each part as soon as it is known."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
