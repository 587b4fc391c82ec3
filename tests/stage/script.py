"""Scripts of a game: typed lines, utterances, pauses, board signals and mishaps, in order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from voice_chess.adapters.simulation.memory_sound import MemoryMicrophone, ScriptedTalk
from voice_chess.adapters.simulation.simulated_time import RecordedInbox, SimulatedTime
from voice_chess.game.table import Role
from voice_chess.session.listening.inputs import (
    BoardTells,
    DeviceBack,
    DeviceGone,
    FromParticipant,
    MicrophoneMute,
    RoomInput,
    Sound,
    TimePassed,
    Typed,
)
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.understanding.hypothesis import Hypothesis
from voice_chess.tactile.sensing import BoardScan, Felt, Lifted, Placed

_STEP_MS = 100


@dataclass(frozen=True)
class Utterance:
    """Words that a person says after a silence.

    They are heard with certainty, or several are heard with log likelihoods. `by` is used where
    each person has a microphone; by default it is the player on move.
    """

    words: str | Mapping[str, float]
    after_ms: int = 2_600
    lasts_ms: int = 1_600
    by: Role | None = None

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The words heard, with their log likelihoods."""
        heard = {self.words: 0.0} if isinstance(self.words, str) else self.words
        return tuple(
            Hypothesis(words=tuple(words.split()), log_likelihood=likely)
            for words, likely in heard.items()
        )

    @property
    def likeliest(self) -> str:
        return next((" ".join(one.words) for one in self.hypotheses), "")


Act: TypeAlias = str | int | Utterance | Felt | RoomInput | Callable[[], object]
"""A typed line, a pause in ms, an utterance, a signal of White's board, another input, or a call.

An input gets the time at which it is reached.
"""


@dataclass
class ScriptedRoom:
    """`Inbox` of a script, with pauses before typed lines and other inputs, and at the end."""

    script: Sequence[Act]
    time: SimulatedTime
    pause_ms: int

    def entries(self) -> Iterator[RoomInput]:
        for act in self.script:
            yield from self._entries_of(act)
        if any(isinstance(act, Utterance) for act in self.script):
            yield from RecordedInbox(MemoryMicrophone([]), self.time).entries()
        else:
            yield from self._quiet(self.pause_ms)

    def _entries_of(self, act: Act) -> Iterator[RoomInput]:
        if isinstance(act, int):
            yield from self._quiet(act)
        elif isinstance(act, Utterance):
            talk = ScriptedTalk(after_ms=act.after_ms, lasts_ms=act.lasts_ms)
            yield from RecordedInbox(MemoryMicrophone([talk], tail_ms=0), self.time).entries()
        elif isinstance(act, Sound):
            self.time.passed(len(act.samples) // BYTES_PER_MS)
            yield replace(act, ended_ms=self.time.now_ms())
        elif callable(act):
            act()
        else:
            yield from self._quiet(self.pause_ms)
            yield self._now(act)

    def _now(self, act: str | Felt | RoomInput) -> RoomInput:
        now_ms = self.time.now_ms()
        match act:
            case str():
                return Typed(text=act, at_ms=now_ms)
            case BoardScan() | Lifted() | Placed():
                return BoardTells(happenings=(act,), at_ms=now_ms)
            case FromParticipant() | DeviceGone() | DeviceBack() | MicrophoneMute():
                return replace(act, at_ms=now_ms)
            case _:
                return act

    def _quiet(self, lasts_ms: int) -> Iterator[RoomInput]:
        for _ in range(lasts_ms // _STEP_MS):
            self.time.passed(_STEP_MS)
            yield TimePassed()
