"""A whole chain: a board's bytes on a pseudo-terminal, a live inbox, a game, the plug pulled."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import chess

from tests.adapters.boards.board_wire import Wire, wired
from tests.adapters.boards.test_dgt_board import change, dump
from tests.german import PRESS, german, in_words
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND
from voice_chess.adapters.audio_io.live_inbox import LiveInbox
from voice_chess.adapters.boards.board_kinds import BoardOnLine
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.by_color import ByColor
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveCompleted, MoveExecuted
from voice_chess.game.table import Customs
from voice_chess.game.touch import PiecesTouched
from voice_chess.session.evidence import AnswerSpoken, Evidence
from voice_chess.session.ports import BoardSensor
from voice_chess.tactile.peg_board import PegBoard

PATIENCE_S = 60.0
REPORTED = replace(BLIND, customs=Customs(execution="reported"))


class Seen(list[Event | Evidence]):
    """What a session showed, for a player who waits for it."""

    def await_that(self, is_there: Callable[[Event | Evidence], bool]) -> None:
        until = time.monotonic() + PATIENCE_S
        while not any(is_there(seen) for seen in list(self)):
            assert time.monotonic() < until, list(self)
            time.sleep(0.02)

    def await_kind(self, kind: type) -> None:
        self.await_that(lambda seen: isinstance(seen, kind))

    def await_words(self, text: str) -> None:
        self.await_that(lambda seen: isinstance(seen, AnswerSpoken) and seen.text == text)


def test_a_move_by_hand_is_felt_executed_and_completed_until_the_plug_is_pulled() -> None:
    seen, now = Seen(), SystemTime()
    start = PegBoard.from_fen(chess.STARTING_FEN)

    def player(wire: Wire) -> Iterator[str]:
        assert wire.received(3) == b"\x40\x42\x44"
        wire.send(dump(start))
        yield "Sf3"
        seen.await_words(german("MoveAnnounced", move=in_words("Nf3")))
        wire.send(change("g1", None))
        seen.await_kind(PiecesTouched)
        wire.send(change("f3", "N"))
        seen.await_kind(MoveExecuted)
        yield PRESS
        seen.await_kind(MoveCompleted)
        wire.unplug()
        seen.await_words(german("BoardLost", "white"))
        yield "e5"
        seen.await_words(german("MoveAnnounced", move=in_words("Pe5")))

    table = AroundTable(REPORTED, seen=seen)
    with wired() as wire:
        board = BoardOnLine(kind="dgt", path=wire.path)
        boards: ByColor[BoardSensor | None] = ByColor(white=board, black=None)
        inbox = LiveInbox(now, None, player(wire), boards)
        session = table.run(inbox, MemoryRecognizer([]), time=now, speaker=table.speaker)

    assert session.game.position.moves == ("g1f3",)
    assert session.game.turn.announcement is not None
    assert session.game.clock.is_running
