"""What the program says to an event, a refusal, an objection, to whom, and how each wants it.

Whole sentences in the language of each listener, through the voice of one table or of one seat.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Protocol

from voice_chess.game.moves import MoveRepeated
from voice_chess.game.refusals import NotALegalMove, Refusal
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.laws.edition import Citation
from voice_chess.laws.position import Position
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.session.outputs import Happening, Noticed, Output, YourTurn
from voice_chess.session.ports import Signal, Speaker, TimeSource
from voice_chess.session.table_settings import Room
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.announce import Announceable, Scene, announce, cite
from voice_chess.speech.generation.board_words import possible_moves
from voice_chess.speech.generation.objections import objected
from voice_chess.speech.generation.sentence import Sentence, phrase, sentence
from voice_chess.speech.generation.styles import Style, hurried
from voice_chess.speech.generation.typed_move_errors import WrongWriting, wrong_writing
from voice_chess.speech.understanding.illegal_announcements import IllegalAnnouncement

Note = Callable[[AnswerSpoken], None]
EVERYBODY = "both"
Make = Callable[[VoicePreferences], Sentence]
"""A sentence as this listener wants it."""
MakeParts = Callable[[VoicePreferences], tuple[Sentence, ...]]
"""A long answer, part by part."""


class Voice:
    """Speaks to one listener or to both; knows when it fell silent, and whether it was cut."""

    def __init__(self, speaker: Speaker, time: TimeSource, note: Note, room: Room) -> None:
        self._speaker = speaker
        self._time = time
        self._note = note
        self._room = room
        self.silent_since_ms = 0
        self.is_cut = False
        """Somebody has begun to speak themselves, or wants it quiet: no more until `begin`."""

    def begin(self) -> None:
        """What comes now has not been cut yet."""
        self.is_cut = False

    def say(self, sentence: Sentence, to: str, preferences: VoicePreferences) -> None:
        """Return when it was said or cut. Raises `SpeakerLost`."""
        if self.is_cut:
            return
        began_ms = self._time.now_ms()
        self._speaker.adopt(preferences, to)
        lasted_ms = self._speaker.say(sentence.spoken)
        self.is_cut = self._speaker.was_cut
        self.silent_since_ms = self._time.now_ms()
        self._note(AnswerSpoken(at_ms=began_ms, text=sentence.text, to=to, lasted_ms=lasted_ms))

    def signals(self, name: Signal) -> bool:
        """True where this sound is heard at the table."""
        return name in self._room.signals

    def signal(self, name: Signal, to: str, preferences: VoicePreferences) -> None:
        """A short sound, if this table wants it. Raises `SpeakerLost`."""
        if not self.signals(name) or self.is_cut:
            return
        self._speaker.adopt(preferences, to)
        self._speaker.signal(name)
        self.is_cut = self._speaker.was_cut
        self.silent_since_ms = self._time.now_ms()


class Listeners(Protocol):
    """All who are spoken to in one conversation."""

    def preferences_of(self, listener: str) -> VoicePreferences: ...

    def change(self, listener: str, preferences: VoicePreferences) -> None:
        """They want to be spoken to so from now on."""

    def addressed(self, to: str) -> tuple[tuple[str, VoicePreferences], ...]:
        """Whom to tell something, one after the other, and how."""


class BothPlayers:
    """White and Black, on one channel or on two."""

    def __init__(self, preferences: VoicePreferences, *, have_own_channels: bool = False) -> None:
        """Both begin with the same wishes."""
        self._preferences: dict[str, VoicePreferences] = {
            Role.WHITE: preferences,
            Role.BLACK: preferences,
        }
        self._have_own_channels = have_own_channels
        self._everybody = self._both()

    def preferences_of(self, listener: str) -> VoicePreferences:
        return self._preferences[listener]

    def change(self, listener: str, preferences: VoicePreferences) -> None:
        self._preferences[listener] = preferences
        self._everybody = self._both()

    def with_colours_swapped(self) -> "BothPlayers":
        """The same people, each with the other's pieces."""
        white, black = self._preferences[Role.WHITE], self._preferences[Role.BLACK]
        swapped = BothPlayers(black, have_own_channels=self._have_own_channels)
        swapped.change(Role.BLACK, white)
        return swapped

    def addressed(self, to: str) -> tuple[tuple[str, VoicePreferences], ...]:
        """Both at once where both can follow.

        Else each in their language, or on their own channel in their own way.
        """
        return self._everybody if to == EVERYBODY else ((to, self._preferences[to]),)

    def _both(self) -> tuple[tuple[str, VoicePreferences], ...]:
        white, black = self._preferences[Role.WHITE], self._preferences[Role.BLACK]
        is_apart = self._have_own_channels and not white.sounds_like(black)
        if is_apart or white.language is not black.language:
            return ((Role.WHITE, white), (Role.BLACK, black))
        return ((EVERYBODY, white.shared(black)),)


def as_wished(make: Make, preferences: VoicePreferences) -> Sentence:
    """Said in the style for the ear, and written in that of whatever reads it."""
    said = make(preferences)
    if preferences.read_in == preferences.style:
        return said
    return replace(said, text=make(replace(preferences, style=preferences.read_in)).text)


class Brevity(StrEnum):
    """How much is said."""

    FULL = "full"
    """As the listener wishes."""
    SHORT = "short"
    """Moves in their short form."""
    TERSE = "terse"
    """The same, and a sound where it tells as much as a sentence."""


_BELOW = ((20_000, Brevity.TERSE), (120_000, Brevity.SHORT))


def brevity(game: Game, at_ms: int) -> Brevity:
    """For the side to move; nobody hurries while the clocks stand."""
    if not game.clock.is_running:
        return Brevity.FULL
    left_ms = game.left_ms(white=game.white_to_move, at_ms=at_ms)
    return next((found for below_ms, found in _BELOW if left_ms < below_ms), Brevity.FULL)


class Replies:
    """Speaks through one voice; what goes wrong is said to the side it concerns."""

    def __init__(
        self, voice: Voice, listeners: Listeners, brevity: Callable[[], Brevity] | None = None
    ) -> None:
        self._voice = voice
        self._listeners = listeners
        self._brevity = brevity or (lambda: Brevity.FULL)
        self._told: tuple[Make, ...] = ()
        self._is_begun = False
        self._last_objection: tuple[Make, ...] = ()
        self.alternatives: MakeParts | None = None
        """What could be played in place of what was objected to last."""

    def begin(self) -> None:
        """What comes now answers something new."""
        self._is_begun = False
        self._voice.begin()

    def tell(self, make: Make, to: str = EVERYBODY) -> None:
        """Say it to each who is meant, as they prefer."""
        self._told = (*self._told, make) if self._is_begun else (make,)
        self._is_begun = True
        self._say(make, to)

    def mention(self, make: Make, to: str) -> None:
        """Say something that nobody will want to hear again."""
        self._say(make, to)

    def _say(self, make: Make, to: str) -> None:
        for listener, preferences in self._listeners.addressed(to):
            self._voice.say(as_wished(make, preferences), listener, preferences)

    def signal(self, name: Signal, to: str = EVERYBODY) -> None:
        """A short sound that tells a state."""
        for listener, preferences in self._listeners.addressed(to):
            self._voice.signal(name, listener, preferences)

    def ask(self, question: Callable[[Scene], Sentence], position: Position, to: str) -> None:
        """A question, and a sound: now it is the player's turn."""
        self.tell(lambda preferences: question(self._scene(position, preferences)), to)
        self.signal("listening", to)

    @property
    def silent_since_ms(self) -> int:
        """When the program last finished speaking."""
        return self._voice.silent_since_ms

    def phrase(self, name: str, to: str = EVERYBODY, **values: str) -> None:
        self.tell(lambda preferences: phrase(name, preferences.language, **values), to)

    def again(self, to: str) -> None:
        """All that was said to the last matter, once more."""
        told = self._told
        for make in told:
            self.tell(make, to)
        if not told:
            self.phrase("repeat:none", to)

    def why(self, to: str) -> None:
        """The last objection in more words: its reason and its article."""
        for make in self._last_objection:
            self.tell(make, to)
        if not self._last_objection:
            self.phrase("why:none", to)

    def not_understood(
        self,
        to: str,
        writing: WrongWriting | None = None,
        position: Position | None = None,
        heard: str = "",
    ) -> None:
        """A sound, and a sentence while there is time for one, or where no sound is heard."""
        self.signal("unclear", to)
        if self._brevity() is Brevity.TERSE and self._voice.signals("unclear"):
            return
        if writing is None or position is None:
            self.tell(lambda preferences: not_understood(heard, preferences.language), to)
        else:
            self.tell(
                lambda preferences: wrong_writing(writing, self._scene(position, preferences)), to
            )

    def take(self, output: Output) -> None:
        """Say aloud what comes out of a game around one table, where nothing is for one alone."""
        match output:
            case Happening():
                self._happened(output)
            case Noticed(make=make):
                self.tell(lambda preferences: make(preferences.language))
            case YourTurn(role=role):
                self.signal("your-turn", role)
            case _:
                return

    def _happened(self, happening: Happening) -> None:
        """An event that players must hear of."""
        event = happening.event
        if isinstance(event, MoveRepeated) and event.is_right:
            self.signal("accepted")
        elif happening.is_told:
            self.tell(
                lambda preferences: happening.told(preferences.language, self._style(preferences))
            )

    def refuse(self, refusal: Refusal, position: Position, to: str) -> None:
        """Why not; where the Laws say so is told when that is asked."""
        more = _alternatives(refusal, position)
        self._object(self._announced(refusal, position), refusal.because, to, more)

    def object_to(
        self, objection: IllegalAnnouncement, position: Position, because: Citation, to: str
    ) -> None:
        """An announcement that can't be: the move where it is known, else the words as said."""
        if objection.uci is not None:
            refusal = NotALegalMove(uci=objection.uci, reason=objection.reason, because=because)
            self.refuse(refusal, position, to)
            return

        def make(preferences: VoicePreferences) -> Sentence:
            return objected(objection, self._scene(position, preferences))

        self._object(make, because, to)

    def _object(
        self, make: Make, because: Citation, to: str, alternatives: MakeParts | None = None
    ) -> None:
        self._last_objection = (make, lambda preferences: cite(because, preferences.language))
        self.alternatives = alternatives
        self.signal("refused", to)
        self.tell(make, to)

    def _announced(self, thing: Announceable, position: Position) -> Make:
        return lambda preferences: announce(thing, self._scene(position, preferences))

    def _scene(self, position: Position, preferences: VoicePreferences) -> Scene:
        return Scene(
            position=position, language=preferences.language, style=self._style(preferences)
        )

    def _style(self, preferences: VoicePreferences) -> Style:
        """In few words while time is short."""
        return preferences.style if self._brevity() is Brevity.FULL else hurried(preferences.style)


def not_understood(heard: str, language: Language) -> Sentence:
    """With what was heard, where anything was."""
    if not heard:
        return phrase("NotUnderstood", language)
    return phrase("NotUnderstood:heard", language, words=heard)


def _alternatives(refusal: Refusal, position: Position) -> MakeParts | None:
    """The moves that the piece of a refused move has."""
    if not isinstance(refusal, NotALegalMove) or position.piece_at(refusal.uci[:2]) is None:
        return None
    return lambda preferences: tuple(
        sentence(part, preferences.language)
        for part in possible_moves(refusal.uci[:2], position, preferences.language)
    )
