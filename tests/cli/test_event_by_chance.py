"""A report with mistakes is paired, or refused in one sentence: nobody ever sees a traceback."""

import contextlib
import io
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.event.reports import FOUR, report
from tests.mutations import mutated
from voice_chess.cli.command_line import main

KEPT = Path(__file__).parents[1] / "event" / "kept"
REPORTS = (
    *(KEPT.joinpath(f"full_{year}.trf").read_text("utf-8") for year in (16, 26)),
    report(
        FOUR,
        *("XXR 4", "XXC white1", "XXP 1 2", "XXA    1  1.0  0.5", "XXZ 3", "202 BH/C1,DE"),
        *("162  W 1.0    D 0.5", "192 FIDE_DUTCH_2026_BAKU", "240 H 003    4", "BBW  1.0"),
    ),
)
ASKED = (
    *(["pair", "--round", number] for number in ("1", "2", "3", "4", "0", "-1", "99")),
    ["standings"],
    ["standings", "--round", "2"],
    ["convert"],
    ["convert", "--trf", "16"],
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(REPORTS).flatmap(mutated), st.sampled_from(ASKED))
def test_a_report_with_mistakes_is_answered_or_refused_in_one_sentence(
    text: str, asked: list[str]
) -> None:
    action, *more = asked
    out, told = io.StringIO(), io.StringIO()
    with TemporaryDirectory() as folder:
        path = Path(folder, "event.trf")
        path.write_text(text, "utf-8", newline="")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
            code = main(["event", action, str(path), *more])

    refused = [line for line in told.getvalue().splitlines() if line.startswith("voice-chess: ")]
    assert (code, len(refused)) in {(0, 0), (2, 1)}, told.getvalue()
    assert bool(out.getvalue()) is (code == 0)
