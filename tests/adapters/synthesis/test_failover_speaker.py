"""A loudspeaker that fails is told of by whatever else can be heard."""

import queue
import sys
import threading
from dataclasses import dataclass, field
from functools import partial

import pytest

from voice_chess.adapters.simulation.memory_sound import MemorySpeaker
from voice_chess.adapters.synthesis.failover_speaker import (
    FailoverSpeaker,
    Home,
    Opened,
    Way,
    ring_bell,
)
from voice_chess.languages.language import load_language
from voice_chess.session.ports import Signal, Speaker, SpeakerLost
from voice_chess.session.voice_preferences import VoicePreferences

MANNER = VoicePreferences(language=load_language("de"))


@dataclass
class Breaking(MemorySpeaker):
    """Speaks so often, then its plug is pulled."""

    life: int = 1

    def say(self, text: str) -> int:
        self._wear()
        return super().say(text)

    def signal(self, name: Signal) -> int:
        self._wear()
        return super().signal(name)

    def _wear(self) -> None:
        self.life -= 1
        if self.life < 0:
            raise SpeakerLost


@dataclass
class Stream:
    is_terminal: bool
    written: list[str] = field(default_factory=list)

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, text: str) -> int:
        self.written.append(text)
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""


@dataclass
class Devices:
    """Opens voices, and knows which of them are open."""

    open: list[Speaker] = field(default_factory=list)

    def opened(self, voice: Speaker) -> Opened:
        self.open.append(voice)
        return Opened(speaker=voice, close=partial(self._close, voice))

    def _close(self, voice: Speaker) -> None:
        self.open = [each for each in self.open if each is not voice]


def nowhere() -> Opened:
    raise SpeakerLost


def way_to(voice: Speaker) -> Way:
    return lambda: Opened(speaker=voice)


def lasting(voice: Speaker, *ways: Way) -> tuple[FailoverSpeaker, list[str]]:
    rung: list[str] = []
    return FailoverSpeaker(Opened(speaker=voice), lambda: ways, lambda: rung.append("bell")), rung


def test_while_it_works_nothing_else_is_heard() -> None:
    voice, other = MemorySpeaker(), MemorySpeaker()
    speaker, rung = lasting(voice, way_to(other))
    speaker.adopt(MANNER, "white")

    assert speaker.say("eins") > 0
    assert speaker.signal("your-turn") > 0
    assert voice.said == ["eins"]
    assert voice.adopted == [(MANNER, "white")]
    assert other.said == rung == []


@pytest.mark.parametrize("act", ["say", "signal"])
def test_its_loss_is_raised_once_and_then_told_by_the_next_way(act: str) -> None:
    other = MemorySpeaker()
    speaker, rung = lasting(Breaking(), way_to(other))
    speaker.adopt(MANNER, "white")
    speaker.say("eins")

    with pytest.raises(SpeakerLost):
        speaker.say("zwei") if act == "say" else speaker.signal("your-turn")
    speaker.say("Der Lautsprecher ist weg.")

    assert other.said == ["Der Lautsprecher ist weg."]
    assert other.adopted == [(MANNER, "white")]
    assert rung == ["bell"]


def test_ways_that_do_not_work_either_are_passed_over() -> None:
    other = MemorySpeaker()
    speaker, _ = lasting(Breaking(life=0), nowhere, way_to(Breaking(life=0)), way_to(other))
    with pytest.raises(SpeakerLost):
        speaker.say("eins")
    speaker.say("zwei")
    speaker.say("drei")

    assert other.said == ["zwei", "drei"]


def test_the_next_way_may_be_lost_too() -> None:
    last = MemorySpeaker()
    speaker, rung = lasting(Breaking(life=0), way_to(Breaking(life=1)), way_to(last))
    for text in ("eins", "zwei", "drei", "vier"):
        try:
            speaker.say(text)
        except SpeakerLost:
            continue

    assert last.said == ["vier"]
    assert rung == ["bell", "bell"]


def test_where_nothing_can_be_heard_the_bell_still_rings() -> None:
    speaker, rung = lasting(Breaking(life=0), nowhere)
    for _ in range(2):
        with pytest.raises(SpeakerLost):
            speaker.say("eins")

    assert rung == ["bell"]


def test_the_first_voice_is_looked_for_and_used_again_once_it_is_back() -> None:
    other, again, back = MemorySpeaker(), MemorySpeaker(), threading.Event()
    tries, plugged_in = iter([nowhere, nowhere]), threading.Event()

    def tried() -> Opened:
        for failing in tries:
            return failing()
        plugged_in.wait(60)
        return Opened(speaker=again)

    home = Home(voice=tried, tell=back.set, every_s=0.01)
    speaker = FailoverSpeaker(
        Opened(speaker=Breaking(life=0)), lambda: [way_to(other)], lambda: None, home
    )
    speaker.adopt(MANNER, "both")
    with pytest.raises(SpeakerLost):
        speaker.say("eins")
    speaker.say("zwei")
    plugged_in.set()

    assert back.wait(60)
    speaker.say("drei")
    assert (other.said, again.said) == (["zwei"], ["drei"])
    assert again.adopted == [(MANNER, "both")]


def test_no_voice_that_was_replaced_stays_open() -> None:
    devices, back = Devices(), threading.Event()
    first, unheard, other, again = Breaking(life=0), Breaking(life=0), MemorySpeaker(), Breaking()
    plugged_in = threading.Event()

    def home() -> Opened:
        plugged_in.wait(60)
        return devices.opened(again)

    ways = [partial(devices.opened, unheard), partial(devices.opened, other)]
    speaker = FailoverSpeaker(
        devices.opened(first),
        lambda: ways,
        lambda: None,
        Home(voice=home, tell=back.set, every_s=0.01),
    )
    with pytest.raises(SpeakerLost):
        speaker.say("eins")
    assert devices.open == []
    speaker.say("zwei")
    assert devices.open == [other]
    plugged_in.set()
    assert back.wait(60)
    speaker.say("drei")

    assert devices.open == [again]


def test_a_voice_that_is_lost_once_more_is_looked_for_once_more() -> None:
    backs: queue.SimpleQueue[str] = queue.SimpleQueue()
    others = [MemorySpeaker(), MemorySpeaker()]
    ways = iter([[way_to(others[0])], [way_to(others[1])]])
    plugged_in: queue.SimpleQueue[Opened] = queue.SimpleQueue()
    home = Home(voice=plugged_in.get, tell=partial(backs.put, "back"), every_s=0.01)
    speaker = FailoverSpeaker(
        Opened(speaker=Breaking(life=1)), partial(next, ways), lambda: None, home
    )
    for other in others:
        speaker.say("gut")
        with pytest.raises(SpeakerLost):
            speaker.say("weg")
        speaker.say("anders")
        plugged_in.put(Opened(speaker=Breaking(life=1)))
        backs.get(timeout=60)

        assert other.said == ["anders"]


@pytest.mark.parametrize(("stderr", "stdout"), [(True, True), (True, False), (False, True)])
def test_the_bell_is_that_of_a_terminal(
    stderr: bool, stdout: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = {"stderr": Stream(stderr), "stdout": Stream(stdout)}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)

    ring_bell()

    assert sum(stream.written == ["\a"] for stream in streams.values()) == 1
    assert not any(stream.written for stream in streams.values() if not stream.is_terminal)


def test_a_file_gets_no_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(is_terminal=False)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(sys, "stdout", stream)

    ring_bell()

    assert stream.written == []
