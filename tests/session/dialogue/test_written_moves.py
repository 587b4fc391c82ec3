"""Moves that are typed and moves that are clicked: pressed alike, asked about alike."""

from collections.abc import Callable

import pytest

from tests.session.apart import Apart
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import MoveAnnounced, MoveCompleted
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.games.attending import attend
from voice_chess.session.games.chairs import Press, Settled
from voice_chess.session.listening.inputs import (
    FromParticipant,
    MovedByHand,
    Outcome,
    Typed,
    Wanted,
)
from voice_chess.session.outputs import Reply
from voice_chess.session.table_settings import Grace, TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.understanding.meaning import CommandMeaning

ENGLISH = load_language("en")
SIDES = (Role.WHITE, Role.BLACK)
FOOLS = ("f2f3", "e7e5", "g2g4")


class Stand(Apart):
    """A game of two players on simulated time."""

    def __init__(self, slip_ms: int = 0, press: Press = "auto") -> None:
        self.time = SimulatedTime()
        super().__init__(Settled(press=press), time=self.time)
        table = Table(control=TimeControl.parsed("15"))
        self.game.ask(ArrangeGame(by=Role.WHITE, at_ms=0, table=table))
        self.game.ask(StartGame(by=Role.WHITE, at_ms=0))
        settings = TableSettings(language=ENGLISH, grace=Grace(written_ms=slip_ms))
        preferences = VoicePreferences(language=ENGLISH)
        for role in SIDES:
            self.seat(Sitter(listener=role, role=role, settings=settings, preferences=preferences))
        self.fetch()

    @property
    def to_move(self) -> Role:
        return SIDES[not self.game.game.white_to_move]

    def typed(self, uci: str) -> Outcome:
        return self.attend(Typed, text=uci)

    def clicked(self, uci: str) -> Outcome:
        return self.attend(MovedByHand, uci=uci, ply=len(self.game.game.position.moves))

    def attend(self, kind: type[FromParticipant], **more: object) -> Outcome:
        return attend(
            self.game,
            kind(listener=self.to_move, at_ms=self.time.now_ms(), **more),  # type: ignore[arg-type]
        )

    def wait(self, ms: int) -> None:
        self.time.passed(ms)
        self.game.look()

    def times_of(self, kind: type[MoveAnnounced | MoveCompleted | GameEnded]) -> list[int]:
        events = (happening.event for happening in self.game.happenings(after=0))
        return [event.at_ms for event in events if isinstance(event, kind)]

    def kinds_of_replies(self) -> set[str]:
        return {output.kind for output in self.fetch() if isinstance(output, Reply)}


WAYS: dict[str, Callable[[Stand, str], Outcome]] = {"typed": Stand.typed, "clicked": Stand.clicked}
way = pytest.mark.parametrize("make", WAYS.values(), ids=WAYS.keys())


@way
def test_a_move_is_pressed_in_the_moment_it_is_made(make: Callable[[Stand, str], Outcome]) -> None:
    stand = Stand()
    stand.wait(7_000)

    assert make(stand, "e2e4") == "done"
    assert stand.times_of(MoveAnnounced) == stand.times_of(MoveCompleted) == [7_000]
    assert stand.to_move is Role.BLACK


@way
def test_who_wants_time_to_correct_a_slip_has_it(make: Callable[[Stand, str], Outcome]) -> None:
    stand = Stand(slip_ms=3_000)
    make(stand, "e2e4")
    stand.wait(2_900)
    waiting = stand.times_of(MoveCompleted)
    stand.typed("correction d4")
    stand.wait(2_900)
    waiting += stand.times_of(MoveCompleted)
    stand.wait(200)

    assert waiting == []
    assert stand.times_of(MoveCompleted) == [6_000]
    assert stand.game.game.position.moves == ("d2d4",)


@way
def test_where_the_mover_presses_nobody_presses_for_them(
    make: Callable[[Stand, str], Outcome],
) -> None:
    stand = Stand(press="command")
    make(stand, "e2e4")
    stand.wait(60_000)

    assert stand.times_of(MoveCompleted) == []
    stand.attend(Wanted, command=CommandMeaning(name="press"))
    assert stand.times_of(MoveCompleted) == [60_000]


@way
def test_a_mate_is_asked_about_and_counts_from_when_it_was_made(
    make: Callable[[Stand, str], Outcome],
) -> None:
    stand = Stand()
    for uci in FOOLS:
        make(stand, uci)
    stand.fetch()
    make(stand, "d8h4")
    asked = stand.kinds_of_replies()
    ended = stand.times_of(GameEnded)
    stand.wait(4_000)
    stand.attend(Wanted, command=CommandMeaning(name="yes"))

    assert asked == {"question"}
    assert ended == []
    assert stand.times_of(MoveAnnounced)[-1] == 0
    assert stand.times_of(GameEnded) == [4_000], "until the press it could still be corrected"


@way
def test_a_mate_that_was_not_meant_is_taken_back(make: Callable[[Stand, str], Outcome]) -> None:
    stand = Stand()
    for uci in FOOLS:
        make(stand, uci)
    make(stand, "d8h4")
    stand.attend(Wanted, command=CommandMeaning(name="no"))
    make(stand, "a7a6")

    assert stand.times_of(GameEnded) == []
    assert stand.game.game.position.moves[-1] == "a7a6"
    assert stand.to_move is Role.WHITE


@way
def test_what_is_no_legal_move_is_refused_and_nothing_pressed(
    make: Callable[[Stand, str], Outcome],
) -> None:
    stand = Stand()

    assert make(stand, "e2e5") == "refused"
    assert stand.kinds_of_replies() == {"refusal"}
    assert stand.times_of(MoveCompleted) == []


@pytest.mark.parametrize("language_id", known_languages())
def test_a_draw_offered_behind_a_typed_move_is_offered_before_the_press(language_id: str) -> None:
    stand = Stand()
    language = load_language(language_id)
    for role in SIDES:
        settings, preferences = (
            TableSettings(language=language),
            VoicePreferences(language=language),
        )
        stand.seat(Sitter(listener=role, role=role, settings=settings, preferences=preferences))
    stand.typed("e4 (=)")

    assert stand.times_of(MoveCompleted) == [0]
    assert stand.game.game.turn.offer_by_white is True


def questions(stand: Stand) -> list[str]:
    replies = (output for output in stand.fetch() if isinstance(output, Reply))
    return [reply.text for reply in replies if reply.kind == "question"]


def test_a_correction_that_is_never_said_ends_with_the_press_as_at_a_table() -> None:
    stand = Stand(slip_ms=3_000)
    stand.typed("e2e4")
    stand.typed("correction")
    asked = len(questions(stand))
    for _ in range(60):
        stand.wait(1_000)
    stand.typed("d5")
    stand.wait(3_000)

    assert asked == 1
    assert questions(stand) == []
    assert stand.times_of(MoveCompleted)[0] == 10_000
    assert stand.game.game.position.moves[:2] == ("e2e4", "d7d5")


def test_nobody_is_asked_again_while_they_speak() -> None:
    stand = Stand()
    stand.typed("resign")
    asked = len(questions(stand))
    stand.game.begins_to_speak(Role.WHITE)
    stand.wait(60_000)
    while_speaking = [output for output in stand.fetch() if isinstance(output, Reply)]
    stand.game.falls_silent(Role.WHITE)
    stand.wait(100)

    assert (asked, while_speaking) == (1, [])
    assert [output.text for output in stand.fetch() if isinstance(output, Reply)] == ["All right."]
