"""A tiny UCI engine as a script of its own: what it does is written into it by the test."""

import sys
from pathlib import Path

SCRIPT = """\
#!{python}
import sys
import time

import chess

board = chess.Board()
log = open({log!r}, "a", buffering=1)
for line in sys.stdin:
    log.write(line)
    command, *rest = line.split()
    if command == "uci":
        print("id name Tiny")
        {options}
        print("uciok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        moves = rest.index("moves") if "moves" in rest else len(rest)
        board = chess.Board() if rest[0] == "startpos" else chess.Board(" ".join(rest[1:moves]))
        for uci in rest[moves + 1:]:
            board.push_uci(uci)
    elif command == "go":
        {go}
    elif command == "quit":
        break
"""
FIRST_MOVE = 'print("bestmove", sorted(move.uci() for move in board.legal_moves)[0], flush=True)'
STRENGTHS = """print("option name UCI_LimitStrength type check default false")
        print("option name UCI_Elo type spin default 1500 min 1000 max 2000")"""


def written(folder: Path, *, go: str = FIRST_MOVE, options: str = "pass") -> Path:
    """The engine, ready to be started; what it is told lies in `told` beside it."""
    path = folder / "tiny-engine"
    log = str(folder / "told")
    path.write_text(SCRIPT.format(python=sys.executable, log=log, go=go, options=options), "utf-8")
    path.chmod(0o755)
    return path


def told(folder: Path) -> list[str]:
    """What the program has told the engine."""
    return (folder / "told").read_text("utf-8").splitlines()
