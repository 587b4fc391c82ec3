"""What is usual on every stage: a plain table, players who are spoken to in German."""

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
"""The program presses."""
BY_COMMAND = replace(IN_GERMAN, press="command")
"""Players say or type that they press."""
OPENING = 3
"""So much is said at this table first: two customs of the house, and that the game begins."""
