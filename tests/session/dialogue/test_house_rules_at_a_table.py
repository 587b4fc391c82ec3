"""What is told of a table before its clocks run."""

from tests.german import in_words
from tests.stage.around_table import AroundTable
from tests.stage.scripted_game import GAME
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.setup import ArrangeGame, GameStarted
from voice_chess.game.table import Role, Setup, Table
from voice_chess.session.ledger import Ledger

START = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"
TABLE = Table(control=TimeControl.parsed("15+10"), setup=Setup(fen=START, chess960=True))


def test_another_start_is_told_before_the_game_begins() -> None:
    played = AroundTable(TABLE)
    played.play()

    assert in_words("B") in played.said[0]


def test_it_is_told_as_well_where_the_game_was_arranged_and_then_broken_off() -> None:
    played = AroundTable(TABLE)
    Ledger(played.journal, GAME).ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=TABLE))
    played.play()

    assert len(played.of(GameStarted)) == 1
    assert in_words("B") in played.said[0]
    assert sum(in_words("B") in said for said in played.said) == 1
