"""A small program that is asked and answers as bbpPairings is: it pairs the first with the second.

Run as `python pairing_program.py MODE --dutch REPORT -p PAIRS`.
"""

import os
import shutil
import sys
import time
from pathlib import Path

OUTPUTS = {
    "forbidden": "3\n2 4\n1 3\n5 0\n",
    "no-list": "hello\n",
    "wrong-count": "7\n1 2\n",
    "one-number": "1\n1\n",
    "endless": "1 2\n" * 400_000,
}


def main(mode: str, system: str, report: str, told: str, pairs: str) -> int:
    """Answer as the mode says."""
    assert (system, told) == ("--dutch", "-p")
    if mode == "none-allowed":
        return 1
    if mode == "complains":
        sys.stderr.write("Invalid line\nin the report\n")
        return 3
    if mode == "slow":
        time.sleep(600)
    if mode == "silent":
        return 0
    if mode == "crashes":
        os.abort()
    if mode == "deletes-folder":
        shutil.rmtree(Path(pairs).parent)
        return 0
    Path(pairs).write_text(OUTPUTS.get(mode) or _paired(Path(report)), "utf-8")
    return 0


def _paired(report: Path) -> str:
    players = [line for line in report.read_text("utf-8").splitlines() if line[:3] == "001"]
    columns = min(len(line) for line in players)
    present = [line[4:8].strip() for line in players if len(line) == columns]
    numbers = [*present, "0"] if len(present) % 2 else present
    pairs = [f"{numbers[n]} {numbers[n + 1]}" for n in range(0, len(numbers), 2)]
    return "".join(f"{line}\n" for line in (len(pairs), *pairs))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
