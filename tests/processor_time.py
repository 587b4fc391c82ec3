"""How long processes have used the processor, which other work on the machine changes least."""

import os
from pathlib import Path


def processor_s(pid: int) -> float:
    """User and system time of a process so far, in seconds."""
    user, system, *_ = _times(pid)
    return user + system


def processor_s_of_all(pid: int) -> float:
    """The same with all its children, those that have ended among them."""
    running = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return sum(_times(pid)) + sum(map(processor_s, map(int, running)))


def _times(pid: int) -> list[float]:
    """User and system time of the process itself, and of its children that have ended."""
    text = Path(f"/proc/{pid}/stat").read_text("ascii")
    ticks = text.rpartition(")")[2].split()[11:15]
    return [int(each) / os.sysconf("SC_CLK_TCK") for each in ticks]
