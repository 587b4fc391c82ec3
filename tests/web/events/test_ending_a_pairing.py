"""A pairing that takes long or fails: whoever runs the event hears so, and nothing has changed."""

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.adapters.events.test_pairing_program import program
from tests.waiting import waited
from tests.web.events.event_stage import EventStage, made
from tests.web.means import opened_means
from tests.web.stage import Stage, staged_with
from tests.wording import Wording
from voice_chess.compose.pairing import pairer_by, pairer_for
from voice_chess.event.boards import Board
from voice_chess.event.entrants import Round
from voice_chess.event.pairing import Pairer

_LOOKS_S = 0.05


@dataclass
class EndlessPairer:
    """`Pairer` that never finds anything, and tells so as often as one in a process does."""

    waited: Callable[[int], None]
    allots_colours: bool = False

    def boards(self, _: Round) -> tuple[Board, ...]:
        while True:
            time.sleep(_LOOKS_S)
            self.waited(1)


@contextmanager
def endless_at_first(folder: Path) -> Iterator[Stage]:
    """A server whose first pairing goes on until it is cancelled."""
    patient: list[EndlessPairer] = []

    def pairer_of(round_: Round, waited: Callable[[int], None]) -> Pairer:
        if patient:
            return pairer_for(round_, waited)
        patient.append(EndlessPairer(waited))
        return patient[0]

    with opened_means(folder) as means:
        events = replace(means.events, pairer_for=pairer_of)
        with staged_with(replace(means, events=events), folder) as stage:
            yield stage


def of_four(stage: Stage) -> EventStage:
    return made(stage, "Anna", "Bert", "Cleo", "Dora")


@contextmanager
def in_pairing(event: EventStage) -> Iterator[tuple[EventStage, Future[str]]]:
    """An event whose pairing goes on, and what the organiser hears at its end."""
    with ThreadPoolExecutor() as beside:
        asked = beside.submit(event.refused, "/pairing")
        try:
            waited(lambda: event.state()["paired_for_s"] is not None)
            yield event, asked
        finally:
            cancel(event)
            wait([asked])


def cancel(event: EventStage) -> int:
    """Cancel the pairing, if there is still the event; the status of the response."""
    return event.stage.organise("DELETE", f"/events/{event.event}/pairing").status_code


def test_a_pairing_that_is_cancelled_changes_nothing_and_can_be_asked_for_again(
    tmp_path: Path,
) -> None:
    with endless_at_first(tmp_path) as stage, in_pairing(of_four(stage)) as (event, asked):
        before = event.state()
        ended = cancel(event)
        told = asked.result()
        after = event.state()
        event.done("/pairing")

    assert ended == 204
    assert told == "The pairing of round 1 was cancelled; nothing has changed."
    assert after == {**before, "paired_for_s": None}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/pairing", {}),
        ("/start", {}),
        ("/undoing", {}),
        ("/players", {"name": "Emil", "language": "en"}),
        ("/players/2/withdrawal", {}),
        ("/forbidden-pairs", {"one": 1, "other": 2}),
    ],
)
def test_whoever_changes_something_meanwhile_hears_at_once_that_a_round_is_in_pairing(
    tmp_path: Path, path: str, body: dict[str, object]
) -> None:
    """They waited without a word until it was done, and the pairing knew nothing of it."""
    with endless_at_first(tmp_path) as stage, in_pairing(of_four(stage)) as (event, asked):
        told = event.refused(path, body)
        is_on = event.state()["paired_for_s"] is not None

    assert told == (
        "Round 1 is being paired, and nothing can be changed meanwhile: "
        "wait, or cancel the pairing."
    )
    assert is_on
    assert asked.result().startswith("The pairing of round 1 was cancelled")


def test_an_event_that_is_deleted_meanwhile_is_not_paired(tmp_path: Path) -> None:
    with endless_at_first(tmp_path) as stage, in_pairing(of_four(stage)) as (event, asked):
        deleted = event.stage.organise("DELETE", f"/events/{event.event}")

    assert deleted.status_code == 204
    assert asked.result().startswith("The pairing of round 1 was cancelled")


@pytest.mark.skipif(sys.platform == "win32", reason="the fake is a shell script")
def test_another_program_may_pair_the_rounds_and_its_failure_is_told(tmp_path: Path) -> None:
    path = program(tmp_path, "pairs")
    with opened_means(tmp_path) as means:
        events = replace(means.events, pairer_for=pairer_by(path))
        with staged_with(replace(means, events=events), tmp_path) as stage:
            event = made(stage, "Anna", "Bert", "Cleo", "Dora")
            boards = event.done("/pairing")["rounds"][0]["boards"]
            event.done("/undoing")
            path.unlink()
            before = event.state()
            told = event.refused("/pairing")
            in_german = event.refused("/pairing?lang=de")
            after = event.state()

    assert [(board["white"], board["black"]) for board in boards] == [(1, 2), (3, 4)]
    assert told == (
        f"Round 1 can't be paired: There is no program {path}: name another with --pairing-program."
    )
    german = Wording("de").text("event-report:pairer-not-there", value=str(path))
    assert in_german == Wording("de").text("event-refused:pairer-lost", round=1, why=german)
    assert after == before
