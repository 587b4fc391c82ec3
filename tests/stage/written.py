"""Reads the written conversations: what is said and replied, and the game that results.

Each is held around one table, and again with a seat and a microphone for each player. A turn's
`at_a_seat` holds what differs there: what is heard, who speaks, and what only they are told.
"""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import IN_GERMAN, PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Customs, Role, Setup, Table
from voice_chess.laws.position import ORDINARY_START
from voice_chess.session.listening.inputs import Entrusted
from voice_chess.session.table_settings import Room, TableSettings

FOLDER = Path(__file__).parent / "conversations"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


@dataclass
class Conversation:
    """A conversation of the folder; what its file leaves out is as usual."""

    name: str
    is_apart: bool = False

    def __post_init__(self) -> None:
        self.written = tomllib.loads((FOLDER / f"{self.name}.toml").read_text("utf-8"))
        self.turns: list[dict[str, Any]] = [
            {**turn, **(turn.get("at_a_seat", {}) if self.is_apart else {})}
            for turn in self.written["turn"]
        ]

    @property
    def table(self) -> Table:
        found = self.written
        return Table(
            control=TimeControl.parsed(found.get("time", "15+10")),
            setup=Setup(fen=found.get("fen", ORDINARY_START)),
            customs=Customs(
                must_repeat=found.get("must_repeat", False),
                flag_mode=found.get("flags", "automatic"),
            ),
        )

    @property
    def settings(self) -> TableSettings:
        signals = frozenset(self.written.get("sounds", ()))
        press = self.written.get("press", "auto")
        return replace(IN_GERMAN, press=press, room=Room(signals=signals))

    def around_table(self, **around: Any) -> AroundTable:
        """Return a table at which nobody has said anything yet."""
        return AroundTable(self.table, settings=self.settings, **around)

    def apart(self) -> Apart:
        """Return players at their seats, who have given their passphrases."""
        apart = Apart(self.table, people=PLAYERS, settings=self.settings)
        for role in PLAYERS:
            apart.attends(Entrusted, role, passphrase=role)
        apart.fetch()
        return apart

    @property
    def script(self) -> tuple[Utterance, ...]:
        return tuple(
            Utterance(
                turn["heard"],
                after_ms=turn.get("after_ms", 2_600),
                by=Role(turn["by"]) if "by" in turn else None,
            )
            for turn in self.turns
        )


def held(name: str) -> AroundTable:
    """Hold a conversation from beginning to end around one table."""
    conversation = Conversation(name)
    table = conversation.around_table()
    table.play(*conversation.script)
    return table
