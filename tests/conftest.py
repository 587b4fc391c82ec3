"""Configures pytest: selection by article (`pytest -k "2005:9"`), order, and several cores."""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]  # it has no types

from tests.choosing import can_hold
from tests.memory_folder import folder_in_memory
from tests.postgres_server import PostgresServer, postgres_server
from tests.time_limit import limited, most_seconds
from voice_chess.adapters.storage import sealed_envelope
from voice_chess.laws.clauses import clauses

# The duration of an example depends on the machine and its load, not on the program alone.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# As the command line does, before numpy is loaded: with small matrices, threads only wait.
for library in ("OPENBLAS", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # The tests start hundreds of processes. Without stored bytecode each would compile the whole
    # program anew, and every worker all tests. So it is stored outside the sources.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# Whether something is synced, tests see by the calls; none of them cuts the power of this machine.
if (memory := folder_in_memory()) is not None:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))

# Sixteen thousand collected tests stay in memory until the end. Searching them for garbage again
# and again took a third of the time of collecting and a tenth of the time of all tests.
gc.disable()

LONGEST = (
    # Sound in real time.
    "test_live_table.py",
    "test_live_enrolment.py",
    # Slow tests, the longest first.
    "test_real_faults.py",
    "test_wheel_and_sdist.py",
    "test_simulation.py",
    "test_sharing.py",
    "test_every_channel.py",
    "test_standing_by.py",
    "test_openapi.py",
    "test_sound_server_killed.py",
    "test_sides_before_moves.py",
    "test_stopped.py",
    "test_server_process.py",
    "test_tapes.py",
    "test_engine_pool.py",
    "test_sharing_events.py",
    "test_turn_taking.py",
    "test_enrol.py",
    "test_breaks.py",
    "test_a_whole_game_by_sound.py",
    "test_done_once.py",
    "test_clocks_set.py",
    "test_transcribe.py",
    "test_ebraille.py",
    "test_beside_caissify.py",
    "test_speech_is_understood.py",
    # With a browser.
    "test_review.py",
    "test_accessibility.py",
    "test_arbiters_page.py",
    "test_every_look.py",
    "test_own_settings.py",
    "test_lost_connections.py",
    "test_no_response.py",
    "test_events.py",
    "test_speaking.py",
    "test_non_text_contrast.py",
    "test_browser_engine.py",
    "test_event_news.py",
    "test_enrolling.py",
    "test_sample_game.py",
    # Files of fast tests that take more than ten seconds of a core, the longest first.
    "test_recognizers.py",
    "test_enrolled_voices.py",
    "test_any_sequence.py",
    "test_voice_engines.py",
    "test_reviewing.py",
    "test_pdf_sheet.py",
    "test_model_files.py",
    "test_notation.py",
    "test_screen.py",
    "test_envelope.py",
    "test_record_files.py",
    "test_sheets.py",
    "test_grammar.py",
    "test_record.py",
    "test_comparing_at_a_seat.py",
    "test_command_line.py",
    "test_transcription.py",
)
"""Files that run first because they take longest, so that workers end at about the same time.

This needs `--no-loadscope-reorder`: by default, xdist begins with the files that have most tests,
and at the end the workers wait for one that still has a few long ones.
"""

BROWSER = Path(__file__).parent / "web" / "browser"
FIREFOX = "[firefox"
"""In the name of a test that runs in Firefox."""

MOST_WORKERS = 4
"""The most workers; more of them would only spend their time on collecting the same tests."""

WAITING_WORKERS = 1
"""How many more than cores: tests that wait for a process, a page or a clock need no core."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use the cores for all fast tests; run selected files and slow tests in this process."""
    is_all = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if not is_all or config.option.markexpr != "not slow":
        return 0
    return min(len(os.sched_getaffinity(0)) + WAITING_WORKERS, MOST_WORKERS)


def pytest_configure() -> None:
    """Restore SIGINT, which a shell ignores in background jobs, for programs that tests start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files that can hold no selected test: most have no slow ones."""
    if not collection_path.name.startswith("test_") or collection_path.suffix != ".py":
        return None
    return None if can_hold(collection_path.read_text("utf-8"), config.option.markexpr) else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let `-k` select tests by the numbers of the clauses that they show; put long files first."""
    numbers = {clause.name: clause.numbers for clause in clauses()}
    for item in items:
        for mark in item.iter_markers("law"):
            for name in mark.args:
                words = (f"{edition}:{number}" for edition, number in numbers.get(name, ()))
                item.extra_keyword_matches.update(words)
    rank = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: (_group(item), rank.get(item.path.name, len(LONGEST))))


def _group(item: pytest.Item) -> int:
    """Order tests without a browser, in Firefox, in Chromium, so that a worker starts each once."""
    if BROWSER not in item.path.parents:
        return 0
    return 1 if FIREFOX in item.nodeid else 2


class ByFileAndBrowser(LoadFileScheduling):  # type: ignore[misc]  # it has no types
    """Keeps the tests of a file together, but gives those in Firefox away by themselves.

    Firefox takes four seconds of a core to start, and each file with both would start it anew.
    """

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return file + FIREFOX if FIREFOX in nodeid else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFileAndBrowser | None:
    return ByFileAndBrowser(config, log) if config.option.dist == "loadfile" else None


@pytest.hookimpl(wrapper=True)
def _in_time(item: pytest.Item) -> Generator[None]:
    with limited(most_seconds(item)):
        yield


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = _in_time


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _quick_locks() -> Iterator[None]:
    """Make the locks of envelopes quickly; the tests of the envelope itself take the real ones."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sealed_envelope, "SCRYPT_COST", 2)
        yield


@pytest.fixture(scope="session", name="postgres")
def _postgres() -> Iterator[PostgresServer]:
    """A database server for all tests; a test that stops it must start it again."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[PostgresServer]:
    """A database server of one file, which its tests may kill."""
    with postgres_server() as server:
        yield server


@pytest.fixture
def database_url(postgres: PostgresServer) -> str:
    """The address of a new, empty database for one test."""
    return postgres.new_database()
