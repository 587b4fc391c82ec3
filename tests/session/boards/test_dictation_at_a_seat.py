"""Where people sit apart, too, the opponent's moves are dictated to the hands, as each wants it."""

from dataclasses import replace

import pytest

from tests.stage.apart import Apart
from tests.stage.usual import PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import StopClocks
from voice_chess.game.irregularities import GoBack
from voice_chess.game.table import Role, Seat, Setup, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import ORDINARY_START
from voice_chess.session.listening.inputs import BoardTells
from voice_chess.session.table_settings import BothHands, Dictation, HandCustoms, TableSettings
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan

ENGLISH = load_language("en")
BLIND = Seat(is_blind=True)
TABLE = Table(control=TimeControl.parsed("15+10"), white=BLIND, black=BLIND)
EN_PASSANT = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
STEPS_OF_E4 = ["Pawn out of Eva two.", "Pawn to Eva four."]


class Dictated(Apart):
    """Two players, of whom Black has the opponent's moves dictated."""

    def __init__(self, told: Dictation, *, fen: str = "", language: Language = ENGLISH) -> None:
        setup = Setup(fen=fen) if fen else Setup()
        super().__init__(replace(TABLE, setup=setup), people=())
        for role in (*PLAYERS, Role.SPECTATOR):
            hands = HandCustoms(told="off" if role is Role.WHITE else told)
            both = BothHands(white=hands, black=hands)
            self.sit(role, TableSettings(language=language, hands=both))
        self.fetch()

    def told_after(self, line: str, by: Role) -> list[str]:
        """What Black is told, and nobody else, when this is typed."""
        self.types(line, by)
        return self.steps()

    def steps(self) -> list[str]:
        """What Black is told, and nobody else."""
        replies = self.replies()
        assert {reply.listener for reply in replies} <= {Role.BLACK}
        return [reply.text for reply in replies]


def test_one_step_after_the_other_when_they_say_that_it_is_done() -> None:
    apart = Dictated("paced")

    assert apart.told_after("e4", Role.WHITE) == STEPS_OF_E4[:1]
    assert apart.told_after("continue", Role.BLACK) == STEPS_OF_E4[1:]
    assert apart.told_after("continue", Role.BLACK) == ["Done."]
    assert apart.told_after("e5", Role.BLACK) == []


def test_a_step_is_said_again() -> None:
    apart = Dictated("paced")
    apart.told_after("e4", Role.WHITE)
    apart.told_after("continue", Role.BLACK)

    assert apart.told_after("repeat", Role.BLACK) == STEPS_OF_E4[1:]


def test_all_steps_at_once() -> None:
    assert Dictated("at-once").told_after("e4", Role.WHITE) == STEPS_OF_E4


def test_nobody_is_dictated_to_who_does_not_want_it() -> None:
    apart = Dictated("off")

    assert apart.told_after("e4", Role.WHITE) == []
    assert apart.told_after("steps", Role.BLACK) == STEPS_OF_E4


def test_a_board_that_feels_its_pieces_needs_no_steps() -> None:
    apart = Dictated("paced")
    scan = BoardScan(board=PegBoard.from_fen(ORDINARY_START))
    apart.attends(BoardTells, Role.BLACK, happenings=(scan,))

    assert apart.told_after("e4", Role.WHITE) == []


def test_a_reply_takes_the_steps_that_waited_for_done() -> None:
    apart = Dictated("paced")
    apart.told_after("e4", Role.WHITE)
    apart.told_after("e5", Role.BLACK)

    assert apart.told_after("Nf3", Role.WHITE) == ["Knight out of Gustav one."]


def test_a_pawn_that_is_taken_in_passing_is_dictated_too() -> None:
    apart = Dictated("paced", fen=EN_PASSANT)
    apart.told_after("d5", Role.BLACK)
    steps = apart.told_after("exd6", Role.WHITE)
    for _ in range(3):
        steps += apart.told_after("continue", Role.BLACK)

    assert steps == [
        "Pawn out of David five.",
        "Pawn aside.",
        "Pawn out of Eva five.",
        "Pawn to David six.",
    ]


def test_a_position_that_is_put_back_is_put_back_step_by_step() -> None:
    apart = Dictated("paced")
    apart.told_after("e4", Role.WHITE)
    apart.told_after("e5", Role.BLACK)
    now_ms = apart.time.now_ms()
    apart.live.ask(StopClocks(by=Role.ARBITER, at_ms=now_ms))
    apart.live.ask(GoBack(by=Role.ARBITER, at_ms=now_ms, moves_kept=0))
    steps = apart.steps()
    while steps[-1] != "Done.":
        steps += apart.told_after("continue", Role.BLACK)

    assert {"Pawn to Eva two.", "Pawn to Eva seven."} <= set(steps)
    assert steps.count("Done.") == 1


@pytest.mark.parametrize("language_id", known_languages())
def test_in_every_language(language_id: str) -> None:
    language = load_language(language_id)
    apart = Dictated("paced", language=language)
    steps = apart.told_after("e4", Role.WHITE)
    for _ in range(2):
        steps += apart.told_after(language.say("continue"), Role.BLACK)

    assert len(steps) == 3
    assert len(set(steps)) == 3
