"""Simulates evenings by the thousand: `python -m tests.simulation --seeds 0-999`.

Prints each seed whose evening violated a check, and the violations; the same seed gives the same
evening again. Exits with 1 if there was a violation.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.simulation.checks import violations
from tests.simulation.world import GAMES, Simulation


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", default="0-99", metavar="FIRST-LAST", help="or 3,25,97")
    parser.add_argument(
        "--without-voices", action="store_true", help="nobody is read to by the server"
    )
    parser.add_argument("--without-rulings", action="store_true", help="nobody calls the arbiter")
    parser.add_argument(
        "--without-untold-gaps", action="store_true", help="no browser leaves out sound"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    seeds = [seed for part in chosen.seeds.split(",") for seed in _from_to(part)]
    began_s, failing = time.monotonic(), 0
    evening = partial(
        Simulation,
        has_voices=not chosen.without_voices,
        has_rulings=not chosen.without_rulings,
        has_untold_gaps=not chosen.without_untold_gaps,
    )
    tried = partial(_tried, evening)
    with ProcessPoolExecutor(chosen.processes) as pool:
        for seed, found in zip(seeds, pool.map(tried, seeds), strict=True):
            failing += bool(found)
            for violation in found:
                sys.stdout.write(f"seed {seed}: {violation}\n")
            sys.stdout.flush()
    an_hour = GAMES * len(seeds) * 3_600 / (time.monotonic() - began_s)
    sys.stdout.write(f"{len(seeds)} seeds, {failing} failing; {an_hour:.0f} games an hour\n")
    return int(failing > 0)


def _from_to(part: str) -> range:
    first, _, last = part.partition("-")
    return range(int(first), int(last or first) + 1)


def _tried(evening: Callable[..., Simulation], seed: int) -> list[str]:
    played = evening(seed=seed)
    played.run()
    return violations(played)


if __name__ == "__main__":
    sys.exit(main())
