"""Lets tests be chosen by article (`pytest -k "2005:9"`), and all of them run on several cores."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.choosing import can_hold
from tests.postgres_server import PostgresServer, postgres_server
from voice_chess.laws.clauses import clauses

# How long an example takes is no property of the program: it is one of the machine and its load.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# As the command line does, before numpy is loaded: threads for small matrices wait for each other.
for library in ("OPENBLAS", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Hundreds of processes are begun here. Where nothing may be kept beside the sources, each would
    # compile the whole program anew, and every worker all tests.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# Sixteen thousand tests are collected, and last until the end. Searching them for garbage again and
# again took a third of the time of collecting and a tenth of the time of all tests.
gc.disable()

LONGEST = (
    # Of the slow ones, by the time they take; first those without a browser, which is begun anew
    # each time a worker comes back to it.
    "test_wheel_and_sdist.py",
    "test_real_faults.py",
    "test_tapes.py",
    "test_breaks.py",
    "test_engine_pool.py",
    "test_accessibility.py",
    "test_review.py",
    "test_every_look.py",
    "test_speaking.py",
    "test_lost_connections.py",
    "test_own_settings.py",
    "test_sample_game.py",
    "test_seats.py",
    "test_tree.py",
    "test_all_commands.py",
    "test_heard_words.py",
    "test_readbacks.py",
    "test_around_table.py",
    "test_claimed_illegal_moves.py",
    "test_demo.py",
    # Of the fast ones those whose files take more than ten seconds of a core, the longest first.
    "test_simulation.py",
    "test_recognizers.py",
    "test_every_channel.py",
    "test_enrol.py",
    "test_enrolled_voices.py",
    "test_any_sequence.py",
    "test_voice_engines.py",
    "test_reviewing.py",
    "test_pdf_sheet.py",
    "test_model_files.py",
    "test_notation.py",
    "test_a_whole_game_by_sound.py",
    "test_screen.py",
    "test_envelope.py",
    "test_openapi.py",
    "test_record_files.py",
    "test_sheets.py",
    "test_events.py",
    "test_grammar.py",
    "test_record.py",
    "test_comparing_at_a_seat.py",
    "test_command_line.py",
    "test_transcription.py",
)
"""What takes longest begins first, so that two workers end at about the same time.

`--no-loadscope-reorder` keeps it so: left alone, xdist begins with the files of most tests, and at
the end one worker waits for a few long ones.
"""

MOST_WORKERS = 4
"""More of them spend their time on collecting the same tests."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """All tests share the cores; a chosen file isn't worth it, and slow ones want the machine."""
    is_all = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if not is_all or config.option.markexpr != "not slow":
        return 0
    return min(len(os.sched_getaffinity(0)), MOST_WORKERS)


def pytest_configure() -> None:
    """Programs that tests begin hear SIGINT; what a shell began in the background does not."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whoever wants the slow ones waits for no file that has none: most haven't."""
    if not collection_path.name.startswith("test_") or collection_path.suffix != ".py":
        return None
    return None if can_hold(collection_path.read_text("utf-8"), config.option.markexpr) else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test the numbers of the clauses it shows as words to be chosen by; sort them."""
    numbers = {clause.name: clause.numbers for clause in clauses()}
    for item in items:
        for mark in item.iter_markers("law"):
            for name in mark.args:
                words = (f"{edition}:{number}" for edition, number in numbers.get(name, ()))
                item.extra_keyword_matches.update(words)
    rank = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.path.name, len(LONGEST)))


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


@pytest.fixture(scope="session", name="postgres")
def _postgres() -> Iterator[PostgresServer]:
    """A database server for whoever asks; one that is killed or stopped is started by who did."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[PostgresServer]:
    """One of a file's own, which its tests may kill: not that of the other tests."""
    with postgres_server() as server:
        yield server


@pytest.fixture
def database_url(postgres: PostgresServer) -> str:
    """An empty database of the test's own."""
    return postgres.new_database()
