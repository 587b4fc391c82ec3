"""Taking turns at a table with one loudspeaker: the program never begins while a player speaks.

Sound in which the program's own speech may be heard counts for nobody; clean sound, from which it
was taken away, is heard like that of headphones. Whoever spoke before the program did is surely a
player. So each reply waits until the microphone's sound up to now has been heard, and until nobody
speaks in it.
"""

from dataclasses import replace

from voice_chess.session.dialogue.replies import Voice
from voice_chess.session.listening.ear import Ear
from voice_chess.session.listening.inputs import RoomInput, Sound, TimePassed
from voice_chess.session.ports import TimeSource
from voice_chess.session.table_settings import Room
from voice_chess.sound.fading import Fading

LONGEST_WAIT_MS = 3_000
"""Longer talk is no announcement: people are chatting, and the program speaks all the same."""

_SILENT_MS = 500
"""A microphone without sound for so long is not waited for."""


class TurnTaking:
    """Holds what the program says back until it interrupts nobody."""

    def __init__(self, voice: Voice, ear: Ear, time: TimeSource, room: Room) -> None:
        self._voice = voice
        self._ear = ear
        self._time = time
        self._room = room
        self._drowns_players = room.drowns_players
        self._heard_until_ms: int | None = None
        self._waits_since_ms: int | None = None
        self._waiting = 0
        self._ready_ms = 0
        """When the latest of what waits was ready to be said."""
        self._fading: Fading | None = None
        self._must_forget = False
        """Whether the program has spoken, and the ear may have heard it begin."""

    def heard(self, sound: Sound) -> Sound | None:
        """Return what the ear may hear of the players when this sound has come, or None.

        Sound that may hold the program's own speech, or the room's echo of it, is left out; with
        headphones none does.
        """
        if not self._room.hears_itself:
            return sound
        has_ended = sound.ended_ms > self._voice.silent_since_ms
        if sound.is_clean:
            if has_ended:
                self._fading, self._must_forget = None, False
            if sound.is_cut_off:
                self._ear.forget(is_cut_off=True)
            return sound
        if self._must_forget:
            self._must_forget = False
            self._ear.forget()
        if not has_ended:
            return None
        if self._fading is None:
            return sound
        onward = self._fading.take(sound.samples)
        if onward is None:
            return None
        self._fading = None
        self._ear.forget(is_cut_off=onward.is_cut_off)
        return replace(sound, samples=onward.samples)

    def spoke(self) -> None:
        """After the program has spoken: what is heard from its first word on may be itself."""
        if self._room.hears_itself:
            self._must_forget = True
            self._fading = Fading(self._room.echo_ms) if self._room.echo_ms else None

    def take(self, entry: RoomInput) -> None:
        """Before an entry is dealt with: hold back what will be said about it."""
        if isinstance(entry, Sound):
            self._heard_until_ms = entry.ended_ms
        heard_ms, now_ms = self._heard_until_ms, self._time.now_ms()
        if self._drowns_players and heard_ms is not None and now_ms - heard_ms < _SILENT_MS:
            self._voice.hold()

    def must_wait(self, entry: RoomInput) -> bool:
        """Return whether what was held back must wait for more sound after this entry."""
        now_ms, waiting = self._time.now_ms(), self._voice.waiting
        if self._waits_since_ms is None:
            self._waits_since_ms = now_ms
        if waiting > self._waiting:
            self._ready_ms = now_ms
        self._waiting = waiting
        is_too_long = now_ms - self._waits_since_ms >= LONGEST_WAIT_MS
        is_heard = self._heard_until_ms is not None and self._heard_until_ms >= self._ready_ms
        has_heard_all = isinstance(entry, TimePassed) or is_heard
        if waiting and not is_too_long and (self._ear.may_be_hearing or not has_heard_all):
            return True
        self._waits_since_ms, self._waiting = None, 0
        return False
