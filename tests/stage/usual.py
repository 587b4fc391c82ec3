"""The usual table and settings of staged games, with players who are addressed in German."""

from dataclasses import replace

from tests.german import GERMAN
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Role, Seat, Table
from voice_chess.session.table_settings import TableSettings

PLAYERS = (Role.WHITE, Role.BLACK)
BLIND = Table(
    control=TimeControl.parsed("15+10"), white=Seat(is_blind=True), black=Seat(is_blind=True)
)
IN_GERMAN = TableSettings(language=GERMAN)
"""Settings in which the program presses the clocks."""
BY_COMMAND = replace(IN_GERMAN, press="command")
"""Settings in which players say or type that they press."""
OPENING = 3
"""The number of sentences said first at this table: two settings, and that the game begins."""
