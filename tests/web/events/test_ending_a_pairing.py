"""A pairing that takes long is cancelled by whoever runs the event, and nothing has changed."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from tests.waiting import waited
from tests.web.events.event_stage import made
from tests.web.stage import staged_with
from voice_chess.compose.pairing import pairer_for
from voice_chess.compose.server import opened_means
from voice_chess.event.boards import Board
from voice_chess.event.entrants import Round
from voice_chess.event.ports import Pairer

_LOOKS_S = 0.05


@dataclass
class EndlessPairer:
    """`Pairer` that never finds anything, and tells so as often as one in a process does."""

    waited: Callable[[int], None]
    name: str = "endless"
    allots_colours: bool = False

    def boards(self, _: Round) -> tuple[Board, ...]:
        while True:
            time.sleep(_LOOKS_S)
            self.waited(1)


def test_a_pairing_that_is_cancelled_changes_nothing_and_can_be_asked_for_again(
    tmp_path: Path,
) -> None:
    patient: list[EndlessPairer] = []

    def endless_at_first(round_: Round, waited: Callable[[int], None]) -> Pairer:
        if patient:
            return pairer_for(round_, waited)
        patient.append(EndlessPairer(waited))
        return patient[0]

    with opened_means(tmp_path) as means, ThreadPoolExecutor() as beside:
        events = replace(means.events, pairer_for=endless_at_first)
        with staged_with(replace(means, events=events), tmp_path) as stage:
            event = made(stage, "Anna", "Bert", "Cleo", "Dora")
            before = event.state()
            asked = beside.submit(event.refused, "/pairing")
            waited(lambda: event.state()["paired_for_s"] is not None)
            ended = stage.organise("DELETE", f"/events/{event.event}/pairing")
            told = asked.result()
            after = event.state()
            event.done("/pairing")

    assert ended.status_code == 204
    assert told == "The pairing of round 1 was cancelled; nothing has changed."
    assert after == before
