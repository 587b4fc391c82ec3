"""A room in simulated time, in which a player can speak while the program does."""

from collections import deque
from collections.abc import Iterator

from voice_chess.adapters.audio_io.barge_in import BargeIn
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.session.listening.inputs import Sound
from voice_chess.session.ports import Microphone
from voice_chess.sound.sampling import BYTES_PER_MS, in_blocks

BLOCK_MS = 20
_BLOCK_BYTES = BLOCK_MS * BYTES_PER_MS


class SimulatedRoom:
    """`Inbox` and `Sink` in one: while something sounds, the microphone runs at the same pace.

    `barge_in` hears all sound of the microphone at once, before the session does.
    """

    def __init__(
        self, microphone: Microphone, time: SimulatedTime, barge_in: BargeIn | None = None
    ) -> None:
        self._barge_in = barge_in
        self._blocks = _blocks(microphone)
        self._time = time
        self._waiting: deque[Sound] = deque()

    def entries(self) -> Iterator[Sound]:
        while self._waiting or self._pass_a_block():
            yield self._waiting.popleft()

    def begin(self, text: str) -> None:
        """Do nothing: every sound is heard alike."""

    def write(self, samples: bytes) -> None:
        for _ in range(-(-len(samples) // _BLOCK_BYTES)):
            if not self._pass_a_block():
                self._time.passed(BLOCK_MS)

    def end(self, *, cut: bool) -> None:
        """Do nothing: no sound is held back."""

    def _pass_a_block(self) -> bool:
        """Let one block's time pass; return False if the microphone has no more sound."""
        samples = next(self._blocks, None)
        if samples is None:
            return False
        self._time.passed(len(samples) // BYTES_PER_MS)
        if self._barge_in is not None:
            self._barge_in.hear(samples)
        self._waiting.append(Sound(samples=samples, ended_ms=self._time.now_ms()))
        return True


def _blocks(microphone: Microphone) -> Iterator[bytes]:
    for samples in microphone.blocks():
        yield from in_blocks(samples, _BLOCK_BYTES)
