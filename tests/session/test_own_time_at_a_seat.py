"""Each player at a seat is told their own time unasked, as they wish, and nobody else's."""

from collections.abc import Iterator

from voice_chess.adapters.memory import MemoryEnvelopes, MemoryJournal
from voice_chess.adapters.simulated_time import SimulatedTime
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.commands import AnnounceMove, ArrangeGame
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import load_language
from voice_chess.session.chairs import Settled
from voice_chess.session.house import ClockSpeech, House
from voice_chess.session.keyring import Keyring
from voice_chess.session.manner import Manner
from voice_chess.session.seat_voice import Sitter
from voice_chess.session.seated_game import SeatedGame
from voice_chess.session.telling import Reply, Sounded

ENGLISH = load_language("en")
TWO_MINUTES = ClockSpeech(warned_at_ms=(120_000, 30_000))
COUNTED = ClockSpeech(counts=True)


def begun(time: SimulatedTime, **wishes: ClockSpeech) -> SeatedGame:
    """A game of three minutes whose clock runs; wishes by colour."""
    game = SeatedGame(
        "game", Settled(), Keyring(lambda _: MemoryEnvelopes()), MemoryJournal(), time
    )
    game.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=Table(control=TimeControl.parsed("3+0"))))
    for role in (Role.WHITE, Role.BLACK):
        house = House(language=ENGLISH, clock_speech=wishes.get(role.value, ClockSpeech()))
        manner = Manner(language=ENGLISH)
        game.seat(Sitter(listener=role.value, role=role, house=house, manner=manner))
    game.came({Role.WHITE, Role.BLACK})
    game.fetch()
    return game


def told(game: SeatedGame, time: SimulatedTime, until_ms: int) -> Iterator[tuple[int, str, str]]:
    """When who is told what, the game being looked at only when it says that it wants to be."""
    while (due_ms := game.next_look_ms) is not None and due_ms <= until_ms:
        time.passed(max(due_ms - time.now_ms(), 0))
        game.look()
        for output in game.fetch():
            if isinstance(output, Reply):
                yield time.now_ms(), output.listener, output.text
            elif isinstance(output, Sounded):
                yield time.now_ms(), output.listener, output.signal


def test_a_player_is_told_at_the_times_they_chose() -> None:
    time = SimulatedTime()
    game = begun(time, white=TWO_MINUTES)

    assert [*told(game, time, 170_000)] == [
        (60_000, "white", "White: two minutes left."),
        (150_000, "white", "low-time"),
        (150_000, "white", "White: thirty seconds left."),
    ]


def test_only_who_wishes_it_hears_the_last_seconds_and_only_their_own() -> None:
    time = SimulatedTime()
    game = begun(time, black=COUNTED)

    assert [*told(game, time, 100_000)] == []

    game.ask(AnnounceMove(by=Role.WHITE, at_ms=time.now_ms(), uci="e2e4"))
    game.end_turn(time.now_ms())
    began_ms = time.now_ms()
    heard = [*told(game, time, began_ms + 179_500)]

    assert [text for _, _, text in heard][:3] == ["Ten.", "Nine.", "Eight."]
    assert {listener for _, listener, _ in heard} == {"black"}
    assert [at_ms for at_ms, _, _ in heard][:2] == [began_ms + 170_000, began_ms + 171_000]


def test_nothing_is_told_while_a_move_waits_for_its_press() -> None:
    time = SimulatedTime()
    game = begun(time, white=TWO_MINUTES)
    time.passed(59_000)
    game.ask(AnnounceMove(by=Role.WHITE, at_ms=time.now_ms(), uci="e2e4"))
    game.fetch()

    assert [*told(game, time, 61_000)] == []
