"""Each player at a seat is told their own time unasked, as they wish, and nobody else's."""

from collections.abc import Iterator

from tests.session.apart import Apart
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.moves import AnnounceMove
from voice_chess.game.setup import ArrangeGame
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import load_language
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.games.attending import attend
from voice_chess.session.listening.inputs import Typed
from voice_chess.session.outputs import PreferencesChanged, Reply, Sounded
from voice_chess.session.table_settings import ClockSpeech, TableSettings
from voice_chess.session.voice_preferences import VoicePreferences

ENGLISH = load_language("en")
TWO_MINUTES = ClockSpeech(warned_at_ms=(120_000, 30_000))
COUNTED = ClockSpeech(counts=True)


def begun(time: SimulatedTime, *, behind_ms: int = 0, **wishes: ClockSpeech) -> Apart:
    """A game of three minutes whose clock runs; wishes by colour.

    White is told when they are `behind_ms` behind.
    """
    apart = Apart(time=time)
    apart.game.ask(
        ArrangeGame(by=Role.ARBITER, at_ms=0, table=Table(control=TimeControl.parsed("3+0")))
    )
    for role in (Role.WHITE, Role.BLACK):
        settings = TableSettings(
            language=ENGLISH, clock_speech=wishes.get(role.value, ClockSpeech())
        )
        preferences = VoicePreferences(
            language=ENGLISH, behind_ms=behind_ms if role is Role.WHITE else 0
        )
        apart.seat(
            Sitter(listener=role.value, role=role, settings=settings, preferences=preferences)
        )
    apart.game.came({Role.WHITE, Role.BLACK})
    apart.fetch()
    return apart


def told(apart: Apart, time: SimulatedTime, until_ms: int) -> Iterator[tuple[int, str, str]]:
    """When who is told what, the game being looked at only when it says that it wants to be."""
    while (due_ms := apart.game.next_look_ms) is not None and due_ms <= until_ms:
        time.passed(max(due_ms - time.now_ms(), 0))
        apart.game.look()
        for output in apart.fetch():
            if isinstance(output, Reply):
                yield time.now_ms(), output.listener, output.text
            elif isinstance(output, Sounded):
                yield time.now_ms(), output.listener, output.signal


def test_a_player_is_told_at_the_times_they_chose() -> None:
    time = SimulatedTime()
    apart = begun(time, white=TWO_MINUTES)

    assert [*told(apart, time, 170_000)] == [
        (60_000, "white", "White: two minutes left."),
        (150_000, "white", "low-time"),
        (150_000, "white", "White: thirty seconds left."),
    ]


def test_only_who_wishes_it_hears_the_last_seconds_and_only_their_own() -> None:
    time = SimulatedTime()
    apart = begun(time, black=COUNTED)

    assert [*told(apart, time, 100_000)] == []

    apart.game.ask(AnnounceMove(by=Role.WHITE, at_ms=time.now_ms(), uci="e2e4"))
    apart.game.end_turn(time.now_ms())
    began_ms = time.now_ms()
    heard = [*told(apart, time, began_ms + 179_500)]

    assert [text for _, _, text in heard][:3] == ["Ten.", "Nine.", "Eight."]
    assert {listener for _, listener, _ in heard} == {"black"}
    assert [at_ms for at_ms, _, _ in heard][:2] == [began_ms + 170_000, began_ms + 171_000]


def test_nothing_is_told_while_a_move_waits_for_its_press() -> None:
    time = SimulatedTime()
    apart = begun(time, white=TWO_MINUTES)
    time.passed(59_000)
    apart.game.ask(AnnounceMove(by=Role.WHITE, at_ms=time.now_ms(), uci="e2e4"))
    apart.fetch()

    assert [*told(apart, time, 61_000)] == []


def test_who_wishes_it_is_told_that_they_are_behind_and_nobody_else() -> None:
    time = SimulatedTime()
    apart = begun(time, behind_ms=30_000)

    assert [*told(apart, time, 100_000)] == [(30_000, "white", "White: thirty seconds behind.")]


def test_it_is_not_told_before_what_is_being_said_is_over() -> None:
    time = SimulatedTime()
    apart = begun(time, behind_ms=30_000)
    time.passed(29_000)
    attend(apart.game, Typed(listener="white", at_ms=29_000, text="my time"))
    apart.fetch()
    ((at_ms, _, text),) = told(apart, time, 100_000)

    assert 30_500 < at_ms < 35_000
    assert text == "White: thirty seconds behind."


def test_it_is_wished_and_given_up_by_a_command() -> None:
    time = SimulatedTime()
    apart = begun(time)

    for line, reply in (
        ("time warning 1", "Time warning: one minute."),
        ("time warning three minutes", "Time warning: three minutes."),
        ("time warning", "Time warning: off."),
        (",9", "Time warning: two minutes."),
    ):
        attend(apart.game, Typed(listener="white", at_ms=0, text=line))
        outputs = apart.fetch()
        assert [output.text for output in outputs if isinstance(output, Reply)] == [reply]

    preferences = [
        output.preferences for output in outputs if isinstance(output, PreferencesChanged)
    ]
    assert [preferences.behind_ms for preferences in preferences] == [120_000]
    assert (120_000, "white", "White: two minutes behind.") in [*told(apart, time, 150_000)]


def test_who_has_no_clock_has_no_such_wish() -> None:
    time = SimulatedTime()
    apart = begun(time)
    preferences, settings = VoicePreferences(language=ENGLISH), TableSettings(language=ENGLISH)
    apart.seat(
        Sitter(listener="judge", role=Role.ARBITER, settings=settings, preferences=preferences)
    )
    attend(apart.game, Typed(listener="judge", at_ms=0, text="time warning"))
    (reply,) = (output for output in apart.fetch() if isinstance(output, Reply))

    assert reply.text.startswith("Not understood")
