"""Where people sit apart, too, the opponent's moves are dictated to the hands, as each wants it."""

import pytest

from tests.session.apart import Apart
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import StopClocks
from voice_chess.game.irregularities import GoBack
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.table import Role, Seat, Setup, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import ORDINARY_START
from voice_chess.session.board_preferences import BothHands, Dictation, HandCustoms
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.games.attending import attend
from voice_chess.session.listening.inputs import BoardTells, Typed
from voice_chess.session.outputs import Reply
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan

BLIND = Seat(is_blind=True)
EN_PASSANT = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
STEPS_OF_E4 = ["Pawn out of Eva two.", "Pawn to Eva four."]


class Dictated(Apart):
    """Two players, of whom Black has the opponent's moves dictated."""

    def __init__(self, told: Dictation, *, fen: str = "", language: str = "en") -> None:
        self.time = SimulatedTime()
        super().__init__(time=self.time)
        control = TimeControl.parsed("15+10")
        setup = Setup(fen=fen) if fen else Setup()
        table = Table(control=control, white=BLIND, black=BLIND, setup=setup)
        self.language = load_language(language)
        for role in (Role.WHITE, Role.BLACK, Role.SPECTATOR):
            hands = HandCustoms(told="off" if role is Role.WHITE else told)
            settings = TableSettings(
                language=self.language, hands=BothHands(white=hands, black=hands)
            )
            preferences = VoicePreferences(language=self.language)
            self.seat(Sitter(listener=role, role=role, settings=settings, preferences=preferences))
        self.game.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=table))
        self.game.ask(StartGame(by=Role.ARBITER, at_ms=0))
        self.fetch()

    def says(self, line: str, role: Role) -> list[str]:
        """What Black is told, and nobody else, while this is said."""
        attend(self.game, Typed(listener=role, at_ms=self.time.now_ms(), text=line))
        return self.told()

    def told(self, role: Role = Role.BLACK) -> list[str]:
        replies = [output for output in self.fetch() if isinstance(output, Reply)]
        assert {reply.listener for reply in replies} <= {role.value}
        return [reply.text for reply in replies]


def test_one_step_after_the_other_when_they_say_that_it_is_done() -> None:
    apart = Dictated("paced")

    assert apart.says("e4", Role.WHITE) == STEPS_OF_E4[:1]
    assert apart.says("continue", Role.BLACK) == STEPS_OF_E4[1:]
    assert apart.says("continue", Role.BLACK) == ["Done."]
    assert apart.says("e5", Role.BLACK) == []


def test_a_step_is_said_again() -> None:
    apart = Dictated("paced")
    apart.says("e4", Role.WHITE)
    apart.says("continue", Role.BLACK)

    assert apart.says("repeat", Role.BLACK) == STEPS_OF_E4[1:]


def test_all_steps_at_once() -> None:
    assert Dictated("at-once").says("e4", Role.WHITE) == STEPS_OF_E4


def test_nobody_is_dictated_to_who_does_not_want_it() -> None:
    apart = Dictated("off")

    assert apart.says("e4", Role.WHITE) == []
    assert apart.says("steps", Role.BLACK) == STEPS_OF_E4


def test_a_board_that_feels_its_pieces_needs_no_steps() -> None:
    apart = Dictated("paced")
    scan = BoardScan(board=PegBoard.from_fen(ORDINARY_START))
    attend(apart.game, BoardTells(listener=Role.BLACK, at_ms=0, happenings=(scan,)))

    assert apart.says("e4", Role.WHITE) == []


def test_a_reply_takes_the_steps_that_waited_for_done() -> None:
    apart = Dictated("paced")
    apart.says("e4", Role.WHITE)
    apart.says("e5", Role.BLACK)

    assert apart.says("Nf3", Role.WHITE) == ["Knight out of Gustav one."]


def test_a_pawn_that_is_taken_in_passing_is_dictated_too() -> None:
    apart = Dictated("paced", fen=EN_PASSANT)
    apart.says("d5", Role.BLACK)
    steps = apart.says("exd6", Role.WHITE)
    for _ in range(3):
        steps += apart.says("continue", Role.BLACK)

    assert steps == [
        "Pawn out of David five.",
        "Pawn aside.",
        "Pawn out of Eva five.",
        "Pawn to David six.",
    ]


def test_a_position_that_is_put_back_is_put_back_step_by_step() -> None:
    apart = Dictated("paced")
    apart.says("e4", Role.WHITE)
    apart.says("e5", Role.BLACK)
    now_ms = apart.time.now_ms()
    apart.game.ask(StopClocks(by=Role.ARBITER, at_ms=now_ms))
    apart.game.ask(GoBack(by=Role.ARBITER, at_ms=now_ms, moves_kept=0))
    steps = apart.told()
    while steps[-1] != "Done.":
        steps += apart.says("continue", Role.BLACK)

    assert {"Pawn to Eva two.", "Pawn to Eva seven."} <= set(steps)
    assert steps.count("Done.") == 1


@pytest.mark.parametrize("language", known_languages())
def test_in_every_language(language: str) -> None:
    apart = Dictated("paced", language=language)
    steps = apart.says("e4", Role.WHITE)
    for _ in range(2):
        steps += apart.says(apart.language.say("continue"), Role.BLACK)

    assert len(steps) == 3
    assert len(set(steps)) == 3
