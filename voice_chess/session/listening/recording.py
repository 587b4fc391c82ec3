"""The sound of the game and where in it an utterance lies, so that a move can be heard again."""

from collections.abc import Iterator
from contextlib import contextmanager

from voice_chess.game.moves import MoveAnnounced, SlipCorrected
from voice_chess.laws.position import Position
from voice_chess.session.evidence import SoundSpan
from voice_chess.session.listening.patient_record import PatientRecord
from voice_chess.session.outputs import Happening, Output
from voice_chess.session.ports import RecordedMove, SoundRecord, TimeSource
from voice_chess.speech.understanding.hypothesis import Heard


class TableRecording:
    """Everything heard at one table."""

    def __init__(self, record: SoundRecord, time: TimeSource) -> None:
        self.sound = PatientRecord(lambda: record)
        self._time = time
        self._sounding: SoundSpan | None = None

    @contextmanager
    def sounding(self, heard: Heard) -> Iterator[SoundSpan]:
        """Where this utterance lies; announcements are kept with it while this is open."""
        later_ms = self._time.now_ms() - self.sound.length_ms
        span = SoundSpan(began_ms=heard.started_ms - later_ms, ended_ms=heard.ended_ms - later_ms)
        self._sounding = span
        try:
            yield span
        finally:
            self._sounding = None

    def take(self, output: Output) -> None:
        """Let the sound of an announcement be found by the number of its move."""
        match output:
            case Happening(event=MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci), before=before):
                self._keep(uci, before)
            case _:
                return

    def _keep(self, uci: str, before: Position) -> None:
        if self._sounding is None:
            return
        self.sound.keep(
            RecordedMove(
                ply=before.ply + 1,
                uci=uci,
                san=before.san(uci),
                started_ms=self._sounding.began_ms,
                ended_ms=self._sounding.ended_ms,
                wall_ms=self._time.wall_ms(),
            )
        )
