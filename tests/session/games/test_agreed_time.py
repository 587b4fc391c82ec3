"""A game that begins at an agreed time: who is there then has come, and who has left has not."""

import pytest

from tests.stage.apart import in_one_drawer, sitter
from voice_chess.adapters.simulation.memory_storage import MemoryJournal
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.by_color import ByColor
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.phases import Arranged, InPlay, Over
from voice_chess.game.results import EndReason, Result
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.table import Customs, Occasion, Role, Table
from voice_chess.session.games.chairs import Settled
from voice_chess.session.games.live_game import LiveGame
from voice_chess.session.games.seat import SeatParticipant, sit_down
from voice_chess.session.games.starting import ByComing
from voice_chess.session.ledger import Ledger
from voice_chess.session.lobby.lobby import seats_apart

WHITE, BLACK = Role.WHITE, Role.BLACK
MINUTE_MS = 60_000
BEGINS_MS = 10 * MINUTE_MS
COMES_BACK_MS = 3_000


class Agreed:
    """A game that begins ten minutes from now by the wall clock."""

    def __init__(self, edition: str = "2023", lateness_ms: int | None = None) -> None:
        self.time = SimulatedTime()
        self.is_withheld = False
        self.journal = MemoryJournal()
        self.live = self._opened()
        table = Table(
            control=TimeControl.parsed("90+0"),
            edition=edition,
            customs=Customs(arrivals="recorded"),
            occasion=Occasion(has_arbiter=True, lateness_ms=lateness_ms),
        )
        self.live.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=table))

    def _opened(self) -> LiveGame[SeatParticipant]:
        settled = Settled(starts="at", start_at_ms=BEGINS_MS)
        setting = seats_apart(
            settled, in_one_drawer(), ByComing(settled, self.time, lambda: self.is_withheld)
        )
        live: LiveGame[SeatParticipant] = LiveGame(Ledger(self.journal, "g"), self.time, setting)
        for role in Role:
            sit_down(live, sitter(role))
        return live

    def restarted(self) -> None:
        """Let another server, which has seen nobody so far, go on with the game."""
        self.live = self._opened()

    def here_at(self, at_ms: int, *here: Role) -> None:
        """Let exactly these have a page open from then on."""
        self.looked_at(at_ms)
        self.live.came(here)

    def looked_at(self, at_ms: int) -> None:
        """Let time pass, and let the game do whatever becomes due meanwhile when it does."""
        while (due_ms := self.live.next_look_ms) is not None and due_ms <= at_ms:
            self.time.passed(max(due_ms - self.time.now_ms(), 0))
            self.live.look()
            if self.live.next_look_ms == due_ms:
                break
        self.time.passed(at_ms - self.time.now_ms())
        self.live.look()

    @property
    def present(self) -> ByColor[bool]:
        return self.live.game.attendance.here

    @property
    def lost_by_lateness(self) -> Result | None:
        over = self.live.game.phase
        return over.result if isinstance(over, Over) and over.reason is EndReason.LATENESS else None


@pytest.mark.law("late")
@pytest.mark.parametrize("edition", ["2009 6.6.a", "2018 6.7.1", "2023 6.7.1"])
def test_who_came_and_has_left_again_before_the_start_is_too_late(edition: str) -> None:
    agreed = Agreed(edition.split(maxsplit=1)[0])

    agreed.here_at(BEGINS_MS - 5 * MINUTE_MS, WHITE, BLACK)
    agreed.here_at(BEGINS_MS - MINUTE_MS, WHITE)
    agreed.looked_at(BEGINS_MS + 2_000)

    assert agreed.lost_by_lateness is Result.WHITE_WINS


@pytest.mark.law("late")
@pytest.mark.parametrize(
    ("edition", "lateness_ms"),
    [
        pytest.param("2005", None, id="2005 6.7, within an hour"),
        pytest.param("2023", 30 * MINUTE_MS, id="2023 6.7.1, within the default time"),
    ],
)
def test_who_is_gone_at_the_start_has_come_when_they_are_back_within_the_default_time(
    edition: str, lateness_ms: int | None
) -> None:
    agreed = Agreed(edition, lateness_ms)
    agreed.here_at(BEGINS_MS - 5 * MINUTE_MS, WHITE, BLACK)
    agreed.here_at(BEGINS_MS - MINUTE_MS, BLACK)

    agreed.looked_at(BEGINS_MS + MINUTE_MS)
    assert agreed.present == ByColor(white=False, black=True)

    agreed.here_at(BEGINS_MS + 20 * MINUTE_MS, WHITE, BLACK)
    agreed.looked_at(BEGINS_MS + 80 * MINUTE_MS)
    assert agreed.present == ByColor(white=True, black=True)
    assert isinstance(agreed.live.game.phase, InPlay)


@pytest.mark.law("late")
@pytest.mark.parametrize("edition", ["2005 6.7"])
def test_who_is_not_back_within_the_default_time_has_lost(edition: str) -> None:
    agreed = Agreed(edition.split(maxsplit=1)[0])
    agreed.here_at(BEGINS_MS - 5 * MINUTE_MS, WHITE, BLACK)
    agreed.here_at(BEGINS_MS - MINUTE_MS, BLACK)

    agreed.looked_at(BEGINS_MS + 61 * MINUTE_MS)

    assert agreed.lost_by_lateness is Result.BLACK_WINS


@pytest.mark.parametrize(
    ("gone_ms", "is_lost"), [(COMES_BACK_MS - 1, False), (COMES_BACK_MS, True)]
)
def test_a_page_that_is_reloaded_while_the_game_begins_loses_nothing(
    gone_ms: int, *, is_lost: bool
) -> None:
    agreed = Agreed()
    agreed.here_at(MINUTE_MS, WHITE, BLACK)
    agreed.here_at(BEGINS_MS - gone_ms, WHITE)

    agreed.here_at(BEGINS_MS + 1_000, WHITE, BLACK)

    assert (agreed.lost_by_lateness is not None) is is_lost


def test_who_is_there_before_the_start_has_come_when_the_game_begins_and_not_before() -> None:
    agreed = Agreed()

    agreed.here_at(MINUTE_MS, WHITE, BLACK)
    assert isinstance(agreed.live.game.phase, Arranged)
    assert agreed.present == ByColor(white=False, black=False)

    agreed.looked_at(BEGINS_MS)
    assert isinstance(agreed.live.game.phase, InPlay)
    assert agreed.live.game.clock.running_since_ms == BEGINS_MS
    assert agreed.present == ByColor(white=True, black=True)


@pytest.mark.parametrize("down_until_ms", [BEGINS_MS - 1_000, BEGINS_MS + 5 * MINUTE_MS])
def test_after_a_restart_at_the_start_the_game_waits_until_pages_are_back(
    down_until_ms: int,
) -> None:
    agreed = Agreed()
    agreed.here_at(MINUTE_MS, WHITE, BLACK)
    agreed.time.passed(down_until_ms - agreed.time.now_ms())

    agreed.restarted()
    agreed.here_at(down_until_ms + 2_000, WHITE, BLACK)
    agreed.looked_at(down_until_ms + COMES_BACK_MS)

    assert agreed.live.game.clock.running_since_ms == down_until_ms + COMES_BACK_MS
    assert agreed.present == ByColor(white=True, black=True)
    agreed.looked_at(down_until_ms + MINUTE_MS)
    assert agreed.lost_by_lateness is None


def test_whoever_is_there_when_the_arbiter_starts_before_the_time_is_not_too_late() -> None:
    agreed = Agreed()
    agreed.here_at(MINUTE_MS, WHITE, BLACK)

    agreed.live.ask(StartGame(by=Role.ARBITER, at_ms=agreed.time.now_ms()))
    agreed.looked_at(2 * MINUTE_MS)

    assert agreed.present == ByColor(white=True, black=True)
    assert isinstance(agreed.live.game.phase, InPlay)


def test_a_game_withheld_at_its_time_begins_three_seconds_after_it_is_so_no_more() -> None:
    agreed = Agreed()
    agreed.here_at(MINUTE_MS, WHITE, BLACK)
    agreed.is_withheld = True
    agreed.looked_at(BEGINS_MS + 5 * MINUTE_MS)
    assert isinstance(agreed.live.game.phase, Arranged)

    agreed.is_withheld = False
    agreed.here_at(BEGINS_MS + 5 * MINUTE_MS, WHITE, BLACK)
    agreed.looked_at(BEGINS_MS + 6 * MINUTE_MS)

    assert isinstance(agreed.live.game.phase, InPlay)
    running_ms = agreed.live.game.clock.running_since_ms
    assert running_ms == BEGINS_MS + 5 * MINUTE_MS + COMES_BACK_MS
