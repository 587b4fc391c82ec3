"""New times that an arbiter orders in words rest on the article of what has made them necessary."""

from dataclasses import replace

import pytest

from tests.german import YES, says
from tests.stage.apart import Apart
from tests.stage.usual import BLIND
from voice_chess.game.adjournment import AskToSeal, Resume, SealMove
from voice_chess.game.clocks import ClocksSet, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.irregularities import GoBack, ReportFault
from voice_chess.game.table import Occasion, Role, Table

ARBITER = Role.ARBITER
STOPPED = StopClocks(by=ARBITER, at_ms=20_000)
WRONGLY_SET = ReportFault(by=ARBITER, at_ms=20_000, fault="wrong-clock")
WENT_BACK = GoBack(by=ARBITER, at_ms=20_000, moves_kept=1)
RESUMED = (
    AskToSeal(by=ARBITER, at_ms=20_000, resumption="tomorrow"),
    SealMove(by=Role.WHITE, at_ms=21_000, text="d4"),
    StopClocks(by=Role.WHITE, at_ms=22_000),
    Resume(by=ARBITER, at_ms=23_000, white_here=True, black_here=True),
)


def judged(edition_id: str) -> Table:
    return replace(BLIND, edition=edition_id, occasion=Occasion(has_arbiter=True))


@pytest.mark.law("clock-faulty", "clock-set-wrong", "times-after-restoring", "clock-at-resumption")
@pytest.mark.parametrize(
    ("edition_id", "before", "article"),
    [
        pytest.param("2005", (STOPPED,), "6.11", id="2005 6.11"),
        pytest.param("2009", (STOPPED,), "6.10.a", id="2009 6.10.a"),
        pytest.param("2009", (WRONGLY_SET,), "6.10.b", id="2009 6.10.b"),
        pytest.param("2005", (WENT_BACK,), "6.14", id="2005 6.14"),
        pytest.param("2009", (WENT_BACK,), "6.13", id="2009 6.13"),
        pytest.param("2005", RESUMED, "A.12", id="2005 A.12"),
        pytest.param("2009", RESUMED, "G.12", id="2009 G.12"),
    ],
)
def test_the_clocks_are_set_in_words_under_the_article_of_what_came_before(
    edition_id: str, before: tuple[Command, ...], article: str
) -> None:
    stage = Apart(judged(edition_id))
    stage.play("e4", "e5")
    for command in before:
        done = stage.live.ask(replace(command, at_ms=stage.time.now_ms()))
        assert isinstance(done, tuple), done
    stage.types(f"{says('clock white')} 9 {says('black')} 8", ARBITER)
    stage.types(YES, ARBITER)

    assert [event.because.article for event in stage.of(ClocksSet)] == [article]
