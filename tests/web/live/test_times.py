"""How long each move took, as its chart shows it: what the clock charged."""

from voice_chess.clock.time_control import Period, TimeControl
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.events import Event
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.setup import GameArranged, GameStarted
from voice_chess.game.table import Role, Table
from voice_chess.laws.edition import Citation
from voice_chess.laws.topics import Topic
from voice_chess.web.routes.records import times_of

MINUTE = 60_000
CONTROL = TimeControl(periods=(Period(base_ms=10 * MINUTE, increment_ms=5_000),))
TABLE = Table(control=CONTROL, edition="2009")
BECAUSE = Citation(edition="2009", topic=Topic.POSITION_RESTORED, article="7.4")
BEGUN = 1_000


def happened(*events: Event) -> list[Event]:
    """These events of a game, behind its start."""
    return [GameArranged(at_ms=0, table=TABLE), GameStarted(at_ms=BEGUN), *events]


def move(uci: str, at_ms: int, *, white: bool) -> MoveCompleted:
    return MoveCompleted(at_ms=at_ms, white=white, uci=uci, charged_until_ms=at_ms)


def test_what_was_spent_is_missing_on_the_clock() -> None:
    first, second = times_of(
        happened(move("e2e4", BEGUN + 7_000, white=True), move("e7e5", BEGUN + 9_000, white=False))
    )

    assert (first.spent_ms, first.left_ms) == (7_000, 10 * MINUTE + 5_000 - 7_000)
    assert (second.spent_ms, second.left_ms) == (2_000, 10 * MINUTE + 5_000 - 2_000)


def test_a_move_stamped_before_the_clock_ran_takes_no_time_from_the_next() -> None:
    """A command may wait while a timer starts the game: its stamp is the earlier one."""
    first, second = times_of(
        happened(move("e2e4", BEGUN - 1, white=True), move("e7e5", BEGUN + 9, white=False))
    )

    assert (first.spent_ms, first.left_ms) == (0, 10 * MINUTE + 5_000)
    assert (second.spent_ms, second.left_ms) == (9, 10 * MINUTE + 5_000 - 9)


def test_a_pause_is_charged_to_nobody() -> None:
    (first,) = times_of(
        happened(
            ClocksStopped(at_ms=BEGUN + 2_000, by=Role.ARBITER, why="arbiter", because=BECAUSE),
            ClocksStarted(at_ms=BEGUN + MINUTE),
            move("e2e4", BEGUN + MINUTE + 3_000, white=True),
        )
    )

    assert (first.spent_ms, first.left_ms) == (5_000, 10 * MINUTE)


def test_a_move_that_was_taken_back_has_no_time() -> None:
    first, second = times_of(
        happened(
            move("e2e4", BEGUN + 1, white=True),
            move("e7e5", BEGUN + 2, white=False),
            move("g1f3", BEGUN + 3, white=True),
            PositionRestored(at_ms=BEGUN + 4, moves_kept=1, because=BECAUSE),
            move("d7d5", BEGUN + 5, white=False),
        )
    )

    assert (first.ply, first.san) == (1, "e4")
    assert (second.ply, second.san) == (2, "d5")
