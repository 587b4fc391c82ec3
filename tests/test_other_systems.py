"""Nothing that only Linux or POSIX systems have is needed to start the program and to play."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.german import CLOCK, german, in_words

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "voice_chess").rglob("*.py"))
NO_MODULES = frozenset(
    ("curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty", "uvloop")
)
"""Windows has none of them; where they help, they are imported in the function that needs them."""

NO_ATTRIBUTES = {
    "os": frozenset(
        (
            *("O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "chown", "fork", "getpgid", "getuid"),
            *("geteuid", "killpg", "mkfifo", "openpty", "sched_getaffinity", "setsid", "statvfs"),
            *("sysconf", "uname", "waitpid"),
        )
    ),
    "signal": frozenset(
        (
            *("SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1", "SIGUSR2", "alarm"),
            *("pause", "setitimer", "sigwait"),
        )
    ),
    "time": frozenset(
        (
            *("CLOCK_BOOTTIME", "CLOCK_MONOTONIC", "CLOCK_REALTIME", "clock_gettime"),
            *("clock_gettime_ns", "tzset"),
        )
    ),
    "socket": frozenset(("AF_UNIX", "socketpair", "sendmsg", "SO_REUSEPORT")),
}

WITHOUT_THEM = """
import builtins, sys, time

found = builtins.__import__

def missing(name, globals=None, *more, **named):
    if (globals or {}).get("__name__", "").startswith("voice_chess"):
        if name.partition(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(name)
    return found(name, globals, *more, **named)

builtins.__import__ = missing
from voice_chess.cli.command_line import main
for name in ("clock_gettime_ns", "CLOCK_MONOTONIC", "CLOCK_BOOTTIME"):
    delattr(time, name)
raise SystemExit(main(sys.argv[2:]))
"""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def module_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def is_guarded(node: ast.AST) -> bool:
    """In a function, behind a question about the system, or with something else in its place."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return True
        case ast.If(test=test):
            return "sys.platform" in ast.unparse(test)
        case ast.Try(handlers=handlers):
            caught = {ast.unparse(handler.type) for handler in handlers if handler.type}
            return bool(caught & {"ImportError", "ModuleNotFoundError"})
        case _:
            return False


def imports_at_once(tree: ast.Module) -> Iterator[str]:
    """What is imported as soon as the module is, on every system."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Import(names=names):
                yield from (name.name.partition(".")[0] for name in names)
            case ast.ImportFrom(module=str(module)):
                yield module.partition(".")[0]
            case _ if not is_guarded(node):
                waiting.extend(ast.iter_child_nodes(node))


def test_no_module_imports_at_once_what_windows_lacks() -> None:
    imported = {
        module_name(path): NO_MODULES & set(imports_at_once(parsed(path))) for path in MODULES
    }

    assert {name: missing for name, missing in imported.items() if missing} == {}


def test_no_module_takes_for_granted_what_windows_lacks() -> None:
    used = [
        f"{module_name(path)}: {module}.{name}"
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (name := node.attr) in NO_ATTRIBUTES.get(module := node.value.id, ())
    ]

    assert used == []


@pytest.mark.slow
def test_a_game_is_typed_where_none_of_it_is_there(tmp_path: Path) -> None:
    command = ("play", "--typed", "--silent", "--data", str(tmp_path))
    missing = NO_MODULES - {"fcntl"}  # of which another takes the place by the system's name
    played = subprocess.run(
        [sys.executable, "-c", WITHOUT_THEM, ",".join(sorted(missing)), *command],
        input=f"e4\n{CLOCK}\ne5\n",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    assert played.returncode == 0, played.stderr
    assert german("MoveAnnounced", move=in_words("Pe5")) in played.stdout
