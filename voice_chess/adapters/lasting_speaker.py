"""A voice that may be lost, and other ways to be heard: whoever listened is told of the loss."""

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

from voice_chess.session.manner import Manner
from voice_chess.session.ports import Signal, Speaker, SpeakerLost

Way = Callable[[], Speaker]
"""How to speak otherwise, tried when it is needed. Raises `SpeakerLost`."""


class LastingSpeaker:
    """`Speaker` that raises its loss once; what is said next goes the next way that works.

    A bell rings before that: a way may be open and lead to a loudspeaker that is switched off.
    """

    def __init__(self, voice: Speaker, ways: Iterable[Way], ring: Callable[[], None]) -> None:
        self._voice = voice
        self._ways = iter(ways)
        self._ring = ring
        self._lost: SpeakerLost | None = None
        self._adopted: tuple[Manner, str] | None = None

    def say(self, text: str) -> int:
        return self._through(lambda voice: voice.say(text))

    def signal(self, name: Signal) -> int:
        return self._through(lambda voice: voice.signal(name))

    def stop(self) -> None:
        self._voice.stop()

    @property
    def was_cut(self) -> bool:
        return self._voice.was_cut

    def adopt(self, manner: Manner, listener: str) -> None:
        self._adopted = (manner, listener)
        self._voice.adopt(manner, listener)

    def _through(self, act: Callable[[Speaker], int]) -> int:
        if self._lost is not None:
            return self._otherwise(act, self._lost)
        try:
            return act(self._voice)
        except SpeakerLost as error:
            self._lost = error
            raise

    def _otherwise(self, act: Callable[[Speaker], int], lost: SpeakerLost) -> int:
        self._ring()
        for way in self._ways:
            with suppress(SpeakerLost):
                voice = way()
                if self._adopted is not None:
                    voice.adopt(*self._adopted)
                lasted_ms = act(voice)
                self._voice, self._lost = voice, None
                return lasted_ms
        raise lost


def ring_bell() -> None:
    """The bell of the terminal, where there is one."""
    for stream in (sys.stderr, sys.stdout):
        if stream.isatty():
            stream.write("\a")
            stream.flush()
            return
