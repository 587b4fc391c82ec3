"""Conversations that are written down: what is said and answered, and the game that comes of it."""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import IN_GERMAN
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Customs, Setup, Table
from voice_chess.laws.position import ORDINARY_START
from voice_chess.session.table_settings import Room, TableSettings

FOLDER = Path(__file__).parent / "conversations"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


@dataclass
class Conversation:
    """One of the folder; what is left out of it is as usual."""

    written: dict[str, Any]

    @classmethod
    def named(cls, name: str) -> "Conversation":
        return cls(tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")))

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
        """Where it will be held, nobody having said anything yet."""
        return AroundTable(self.table, settings=self.settings, **around)

    @property
    def script(self) -> tuple[Utterance, ...]:
        return tuple(
            Utterance(turn["heard"], after_ms=turn.get("after_ms", 2_600))
            for turn in self.written["turn"]
        )


def held(name: str) -> AroundTable:
    """One of them from beginning to end, around one table."""
    conversation = Conversation.named(name)
    table = conversation.around_table()
    table.play(*conversation.script)
    return table
