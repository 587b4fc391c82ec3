"""Talks with one person at a game whose people sit apart, and reaches them through their page."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Protocol, Self

from voice_chess.game.commands import Command
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.boards.board_talk import BoardTalk
from voice_chess.session.boards.felt_board import Standing
from voice_chess.session.dialogue.clock_announcements import ClockWatch
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.premove import Premove
from voice_chess.session.dialogue.replies import Make, Replies, Voice, as_wished
from voice_chess.session.dialogue.told_objections import not_understood
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.session.games.participants import GameFloor
from voice_chess.session.ledger import Happening
from voice_chess.session.listening.inputs import Sitter
from voice_chess.session.outputs import (
    Hushed,
    OwnChanged,
    PreferencesChanged,
    Reply,
    ReplyKind,
    Shown,
    Sounded,
)
from voice_chess.session.ports import Signal
from voice_chess.session.table_settings import ALL_SIGNALS, ClockSpeech, Room, TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.commands import OF_A_CLOCK
from voice_chess.speech.understanding.interpret import Meaning

MS_PER_LETTER = 60
"""The estimated length of speech, in ms for each letter of a sentence."""
_LOOKED_BACK = 4
"""How many of the latest events are searched for the last one that may still be being told."""


class OneListener:
    """`Listeners` of a seat: its one listener gets everything that is said there."""

    def __init__(self, sitter: Sitter, changed: Callable[[VoicePreferences], None]) -> None:
        self.preferences = sitter.preferences
        self._listener = sitter.listener
        self._changed = changed

    def adopt(self, preferences: VoicePreferences) -> None:
        """Take over preferences that came from their page, which need not be told them."""
        self.preferences = preferences

    def preferences_of(self, listener: str) -> VoicePreferences:
        return self.preferences

    def change(self, listener: str, preferences: VoicePreferences) -> None:
        if preferences != self.preferences:
            self.preferences = preferences
            self._changed(preferences)

    def addressed(self, to: str) -> tuple[tuple[str, VoicePreferences], ...]:
        return ((self._listener, self.preferences),)


class SeatSpeaker:
    """`Speaker` that keeps the text and hands on the sounds: a seat's own page makes them heard.

    `say` returns an estimated length in ms.
    """

    was_cut = False

    def __init__(self, sound: Callable[[Signal], None]) -> None:
        self.spoken = ""
        self._sound = sound

    def say(self, text: str) -> int:
        self.spoken = text
        return MS_PER_LETTER * len(text)

    def signal(self, name: Signal) -> int:
        self._sound(name)
        return 0

    def stop(self) -> None:
        """Do nothing: the page itself stops what was handed on."""

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        """Do nothing: the page gets the preferences with its seat."""


class SeatsGame(GameFloor, Protocol):
    """The part of a game that seats people."""

    def has_joined(self, name: str) -> bool: ...

    def participant(self, name: str) -> "SeatParticipant": ...

    def join(self, name: str, participant: "SeatParticipant") -> None: ...


def sit_down(game: SeatsGame, sitter: Sitter) -> None:
    """Seat a listener at the game; one who sits there already gets their new preferences."""
    if game.has_joined(sitter.listener):
        game.participant(sitter.listener).sit(sitter)
    else:
        game.join(sitter.listener, SeatParticipant(sitter, game))


class SeatParticipant:
    """`Participants` of the talk at a seat: one person, whose role is known.

    What is said to them alone goes out as a `Reply`; the floor tells what happens in the game.
    """

    share = False
    are_told_their_words = True

    def __init__(self, sitter: Sitter, floor: GameFloor) -> None:
        self.sitter = sitter
        self.settings: TableSettings = sitter.settings
        self.by = self.role = self.known_as = sitter.role
        self._floor = floor
        self._told_after = floor.seq
        self._told_until_ms = 0
        self._speaker = SeatSpeaker(self._sound)
        voice = Voice(self._speaker, floor.time, self._spoke, Room(signals=ALL_SIGNALS))
        self._own = OneListener(sitter, self._preferences_changed)
        self._replies = Replies(voice, self._own)
        self.boards = BoardTalk(self, floor, self._replies)
        self.premove = self._premove()
        self.talk = Conversation(self, floor, self._replies, self._own, self.boards)
        self.clock_watch = ClockWatch(self)

    def anew(self, game: GameFloor, /) -> Self:
        return type(self)(self.sitter, game)

    def dismantle(self) -> None:
        """Forget everything; nothing can be asked of this seat afterwards.

        Its parts refer to it, and without this would stay in memory until a search for garbage.
        """
        self._replies.forget()
        vars(self).clear()

    def sit(self, sitter: Sitter) -> None:
        """Take over new settings and preferences of the same listener.

        In another language, an open question is asked again; a premove does not outlive a change of
        the setting for premoves.
        """
        is_switched = sitter.settings.premoves != self.sitter.settings.premoves
        has_other_words = sitter.settings.language != self.sitter.settings.language
        self.sitter, self.settings = sitter, sitter.settings
        self._own.adopt(sitter.preferences)
        if has_other_words:
            self.talk.ask_again()
        if is_switched:
            if self.premove is not None:
                self.premove.forget()
            self.premove = self._premove()
            self.show()

    def show(self) -> None:
        """Report a change for their page to show: a move that waits, or the board before them."""
        self._floor.tell(OwnChanged(listener=self.sitter.listener))

    @property
    def is_asked(self) -> bool:
        """Whether they were asked something and have not answered yet."""
        return self.talk.state.is_pending or self.boards.is_asking

    @property
    def own_board(self) -> Standing | None:
        """Whether their own board agrees with the game; None if they have none that senses."""
        return self.boards.standing(white=self.role.acts_for_white is True)

    @property
    def preferences(self) -> VoicePreferences:
        """How they want to be spoken to now."""
        return self._own.preferences

    def clock_speech(self, _player: Role, /) -> ClockSpeech:
        """Return their page's settings, with a `behind_ms` that they have set by voice since."""
        wishes, behind_ms = self.settings.clock_speech, self.preferences.behind_ms
        # This runs after every step of a game, and hardly anybody sets it by voice.
        if wishes.behind_ms == behind_ms:
            return wishes
        return replace(wishes, behind_ms=behind_ms)

    def named(self, role: Role | None) -> AbstractContextManager[None]:
        """Do nothing: nobody else speaks here."""
        return nullcontext()

    def in_their_name(self, command: Command) -> Command:
        return command if command.by is self.by else replace(command, by=self.by)

    def widened(self, expected: Expectation, game: Game) -> Expectation:
        found = expected if self.premove is None else self.premove.widened(expected)
        commands = found.commands if self.by.is_player else found.commands - OF_A_CLOCK
        found = found.allowing(commands)
        if self.by is Role.ARBITER:
            return replace(found, is_arbiters=True)
        return replace(found, own_side=self.by) if self.by.is_player else found

    def takes_ahead(self, meaning: Meaning, /) -> bool:
        return self.premove is not None and self.premove.takes(meaning)

    def news(self) -> Make | None:
        """Return the last event told since something was last said to this seat alone, or None."""
        happening = self._floor.last_told(after=self._told_after)
        return None if happening is None else happening.told_to

    def heard_until_ms(self, told: Happening | None, since_ms: int, /) -> int:
        """Return when `told` is over, estimated by its length: no page reports when it is done."""
        if told is None or not told.is_told:
            return since_ms
        return since_ms + MS_PER_LETTER * len(told.told_to(self.preferences).text)

    def hush(self) -> None:
        """Make their page fall silent."""
        self._floor.tell(Hushed(listener=self.sitter.listener))

    def look_at(self, ply: int) -> None:
        """Make their page show this position on their own board alone."""
        self._floor.tell(Shown(listener=self.sitter.listener, ply=ply))

    def overheard(self, words: str) -> None:
        """Show the words to the person who spoke them; they are not spoken."""
        text = not_understood(words, self.preferences.language).text
        self._floor.tell(
            Reply(listener=self.sitter.listener, kind="unheeded", text=text, spoken="")
        )

    @property
    def silent_since_ms(self) -> int:
        """When the last thing said to them ends, estimated by its length."""
        told = self._floor.last_told(after=max(self._floor.seq - _LOOKED_BACK, 0))
        of_game_ms = 0 if told is None else self.heard_until_ms(told, told.event.at_ms)
        return max(of_game_ms, self._told_until_ms)

    def mention(self, make: Make, to: str) -> None:
        """Tell something that was not asked for and that nobody will want to hear again."""
        told = as_wished(make, self.preferences)
        self._told_until_ms = self._floor.time.now_ms() + MS_PER_LETTER * len(told.text)
        self._floor.tell(
            Reply(listener=self.sitter.listener, kind="notice", text=told.text, spoken=told.spoken)
        )

    def confide(self, make: Make, /) -> None:
        self.talk.begin()
        self.talk.tell(make)

    def signal(self, name: Signal, to: Role) -> None:
        self._sound(name)

    def _premove(self) -> Premove | None:
        """Return what keeps a player's premove; None unless they have switched premoves on."""
        is_on = self.settings.premoves and self.role.is_player
        return Premove(self, self._floor) if is_on else None

    def _spoke(self, answer: AnswerSpoken) -> None:
        self._told_after = self._floor.seq
        self._told_until_ms = answer.at_ms + answer.lasted_ms
        kind: ReplyKind = "refusal" if self.talk.state.was_refused else "answer"
        if self.is_asked:
            is_question = self._replies.is_asking or not self.talk.state.is_pending
            kind = "question" if is_question else "beside"
        self._floor.tell(
            Reply(
                listener=self.sitter.listener,
                kind=kind,
                text=answer.text,
                spoken=self._speaker.spoken,
            )
        )
        self._floor.note(replace(answer, to=self.by))

    def _sound(self, name: Signal) -> None:
        self._floor.tell(Sounded(listener=self.sitter.listener, signal=name))

    def _preferences_changed(self, preferences: VoicePreferences) -> None:
        request = self._floor.ledger.request
        self._floor.tell(
            PreferencesChanged(
                listener=self.sitter.listener,
                preferences=preferences,
                key=None if request is None else request.key,
            )
        )


def hard_to_hear(seats: Iterable[SeatParticipant]) -> frozenset[bool]:
    """Return the sides (True is White) for which somebody has repeatedly not been understood."""
    sides = (one.role.acts_for_white for one in seats if one.talk.hearing.is_hard_to_hear)
    return frozenset(white for white in sides if white is not None)
