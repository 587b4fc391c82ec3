"""Each player at a seat is told their own time unasked, as they wish, and nobody else's."""

from collections.abc import Iterator
from dataclasses import replace

from tests.stage.apart import Apart
from tests.stage.usual import PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.moves import AnnounceMove
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import load_language
from voice_chess.session.outputs import PreferencesChanged, Reply, Sounded
from voice_chess.session.table_settings import ClockSpeech, TableSettings

ENGLISH = TableSettings(language=load_language("en"))
TWO_MINUTES = ClockSpeech(warned_at_ms=(120_000, 30_000))
COUNTED = ClockSpeech(counts=True)


def begun(*, behind_ms: int = 0, **wishes: ClockSpeech) -> Apart:
    """A game of three minutes whose clock runs; wishes by colour.

    White is told when they are `behind_ms` behind.
    """
    apart = Apart(Table(control=TimeControl.parsed("3+0")), people=())
    for role in PLAYERS:
        settings = replace(ENGLISH, clock_speech=wishes.get(role, ClockSpeech()))
        apart.sit(role, settings, behind_ms=behind_ms if role is Role.WHITE else 0)
    return apart


def told(apart: Apart, until_ms: int) -> Iterator[tuple[int, str, str]]:
    """When who is told what, the game being looked at only when it says that it wants to be."""
    time = apart.time
    while (due_ms := apart.live.next_look_ms) is not None and due_ms <= until_ms:
        apart.time.passed(max(due_ms - time.now_ms(), 0))
        apart.live.look()
        for output in apart.fetch():
            if isinstance(output, Reply):
                yield time.now_ms(), output.listener, output.text
            elif isinstance(output, Sounded):
                yield time.now_ms(), output.listener, output.signal


def announces_e4(apart: Apart) -> None:
    apart.live.ask(AnnounceMove(by=Role.WHITE, at_ms=apart.time.now_ms(), uci="e2e4"))


def test_a_player_is_told_at_the_times_they_chose() -> None:
    apart = begun(white=TWO_MINUTES)

    assert [*told(apart, 170_000)] == [
        (60_000, "white", "White: two minutes left."),
        (150_000, "white", "low-time"),
        (150_000, "white", "White: thirty seconds left."),
    ]


def test_only_who_wishes_it_hears_the_last_seconds_and_only_their_own() -> None:
    apart = begun(black=COUNTED)

    assert [*told(apart, 100_000)] == []

    announces_e4(apart)
    began_ms = apart.time.now_ms()
    apart.live.end_turn(began_ms)
    heard = [*told(apart, began_ms + 179_500)]

    assert [text for _, _, text in heard][:3] == ["Ten.", "Nine.", "Eight."]
    assert {listener for _, listener, _ in heard} == {"black"}
    assert [at_ms for at_ms, _, _ in heard][:2] == [began_ms + 170_000, began_ms + 171_000]


def test_nothing_is_told_while_a_move_waits_for_its_press() -> None:
    apart = begun(white=TWO_MINUTES)
    apart.time.passed(59_000)
    announces_e4(apart)
    apart.fetch()

    assert [*told(apart, 61_000)] == []


def test_who_wishes_it_is_told_that_they_are_behind_and_nobody_else() -> None:
    apart = begun(behind_ms=30_000)

    assert [*told(apart, 100_000)] == [(30_000, "white", "White: thirty seconds behind.")]


def test_it_is_not_told_before_what_is_being_said_is_over() -> None:
    apart = begun(behind_ms=30_000)
    apart.time.passed(29_000)
    apart.types("my time")
    apart.fetch()
    ((at_ms, _, text),) = told(apart, 100_000)

    assert 30_500 < at_ms < 35_000
    assert text == "White: thirty seconds behind."


def test_it_is_wished_and_given_up_by_a_command() -> None:
    apart = begun()

    for line, reply in (
        ("time warning 1", "Time warning: one minute."),
        ("time warning three minutes", "Time warning: three minutes."),
        ("time warning", "Time warning: off."),
        (",9", "Time warning: two minutes."),
    ):
        apart.types(line)
        outputs = apart.fetch()
        assert [output.text for output in outputs if isinstance(output, Reply)] == [reply]

    preferences = [
        output.preferences for output in outputs if isinstance(output, PreferencesChanged)
    ]
    assert [preferences.behind_ms for preferences in preferences] == [120_000]
    assert (120_000, "white", "White: two minutes behind.") in [*told(apart, 150_000)]


def test_who_has_no_clock_has_no_such_wish() -> None:
    apart = begun()
    apart.sit(Role.ARBITER, ENGLISH)
    apart.types("time warning", Role.ARBITER)
    (reply,) = apart.told()

    assert reply.startswith("Not understood")
