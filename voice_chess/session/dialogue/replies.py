"""The program's replies: what it says about events, refusals and objections, to whom and how.

It says whole sentences in each listener's language, through the voice of one table or one seat.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import zip_longest
from typing import Protocol

from voice_chess.game.moves import MoveRepeated
from voice_chess.game.refusals import NotALegalMove, Refusal
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.laws.edition import Citation, Edition
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import topic_of
from voice_chess.session.dialogue.told_objections import (
    ToldObjection,
    UnfitWords,
    alternatives,
    cited,
    not_understood,
    unclear,
    with_article,
)
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.session.ledger import Happening, rests_on
from voice_chess.session.outputs import Noticed, Output, YourTurn
from voice_chess.session.ports import Signal, Speaker, TimeSource
from voice_chess.session.table_settings import Room
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.announce import Announceable, Scene, announce
from voice_chess.speech.generation.objections import WrongWriting, objected, wrong_writing
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.styles import Style, hurried
from voice_chess.speech.generation.wording import move_words
from voice_chess.speech.understanding.illegal_announcements import IllegalAnnouncement

Note = Callable[[AnswerSpoken], None]
EVERYBODY = "both"
Make = Callable[[VoicePreferences], Sentence]
"""Makes a sentence as this listener prefers it."""
MakeParts = Callable[[VoicePreferences], tuple[Sentence, ...]]
"""Makes the parts of a long answer as this listener prefers them."""


class Voice:
    """Speaks to one listener or to both; knows when the last speech ended and if it was cut."""

    def __init__(self, speaker: Speaker, time: TimeSource, note: Note, room: Room) -> None:
        self._speaker = speaker
        self._time = time
        self._note = note
        self._room = room
        self.silent_since_ms = 0
        self.is_cut = False
        """Whether somebody spoke or asked for silence; then nothing is said until `begin`."""
        self._is_holding = False
        self._waiting: deque[Callable[[], None]] = deque()

    def begin(self) -> None:
        """Allow speech again, for a new input."""
        self.is_cut = False

    def hold(self) -> None:
        """Let everything that is said from now on wait until `release`."""
        self._is_holding = True

    def release(self) -> None:
        """Say what waits, in its order, and let nothing more wait. Raises `SpeakerLost`."""
        self._is_holding = False
        while self._waiting:
            self._waiting.popleft()()

    def drop(self) -> None:
        """Forget what waits, because it is going to be said anew."""
        self._waiting.clear()

    @property
    def waiting(self) -> int:
        """How many sentences and sounds wait until `release`."""
        return len(self._waiting)

    def say(self, sentence: Sentence, to: str, preferences: VoicePreferences) -> None:
        """Speak to the end or until cut, and note it as evidence. Raises `SpeakerLost`.

        Nothing is said while `is_cut`.
        """
        if self.is_cut:
            return
        if self._is_holding:
            self._waiting.append(partial(self.say, sentence, to, preferences))
            return
        began_ms = self._time.now_ms()
        self._speaker.adopt(preferences, to)
        lasted_ms = self._speaker.say(sentence.spoken)
        self.is_cut = self._speaker.was_cut
        self.silent_since_ms = self._time.now_ms()
        self._note(AnswerSpoken(at_ms=began_ms, text=sentence.text, to=to, lasted_ms=lasted_ms))

    @property
    def are_players_apart(self) -> bool:
        """Whether neither player hears what is said to the other."""
        return self._room.have_own_channels

    def signals(self, name: Signal) -> bool:
        """Return whether this sound is in use at the table."""
        return name in self._room.signals

    def signal(self, name: Signal, to: str, preferences: VoicePreferences) -> None:
        """Play a short sound, if it is in use at this table. Raises `SpeakerLost`."""
        if not self.signals(name) or self.is_cut:
            return
        if self._is_holding:
            self._waiting.append(partial(self.signal, name, to, preferences))
            return
        self._speaker.adopt(preferences, to)
        self._speaker.signal(name)
        self.is_cut = self._speaker.was_cut
        self.silent_since_ms = self._time.now_ms()


class Listeners(Protocol):
    """Everybody who is spoken to in one conversation."""

    def preferences_of(self, listener: str) -> VoicePreferences: ...

    def change(self, listener: str, preferences: VoicePreferences) -> None:
        """Speak to this listener with these preferences from now on."""

    def addressed(self, to: str) -> tuple[tuple[str, VoicePreferences], ...]:
        """Return the listeners to tell something, one after the other, with their preferences."""


def languages_of_both(listeners: Listeners, first: str) -> tuple[Language, Language]:
    """Return the languages of both players, `first` that of this one."""
    other = Role.player(white=first != Role.WHITE)
    return listeners.preferences_of(first).language, listeners.preferences_of(other).language


class BothPlayers:
    """`Listeners` of a table: White and Black, on one sound channel or on two."""

    def __init__(self, preferences: VoicePreferences, *, have_own_channels: bool = False) -> None:
        """Give both players the same preferences at first."""
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
        """Return the same people, each with the other's colour."""
        white, black = self._preferences[Role.WHITE], self._preferences[Role.BLACK]
        swapped = BothPlayers(black, have_own_channels=self._have_own_channels)
        swapped.change(Role.BLACK, white)
        return swapped

    def addressed(self, to: str) -> tuple[tuple[str, VoicePreferences], ...]:
        """Return both players as one listener if one sentence suits both.

        Otherwise each is told in their own language, or on their own channel as they prefer.
        """
        return self._everybody if to == EVERYBODY else ((to, self._preferences[to]),)

    def _both(self) -> tuple[tuple[str, VoicePreferences], ...]:
        white, black = self._preferences[Role.WHITE], self._preferences[Role.BLACK]
        is_apart = self._have_own_channels and not white.sounds_like(black)
        if is_apart or white.language is not black.language:
            return ((Role.WHITE, white), (Role.BLACK, black))
        return ((EVERYBODY, white.shared(black)),)


def as_wished(make: Make, preferences: VoicePreferences) -> Sentence:
    """Return the sentence: spoken in the listener's style, written in their style for reading."""
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
    """Moves in their short form, and a sound where it says as much as a sentence."""


_BELOW = ((20_000, Brevity.TERSE), (120_000, Brevity.SHORT))
"""The time left, in ms, below which each applies."""


def brevity(game: Game, at_ms: int) -> Brevity:
    """Return how much to say, by the time until the mover's flag falls, or nothing once it has.

    While the clocks stand, everything is said.
    """
    if not game.clock.is_running:
        return Brevity.FULL
    falls_at_ms = game.flag_falls_at_ms
    left_ms = 0 if falls_at_ms is None else falls_at_ms - at_ms
    return next((found for below_ms, found in _BELOW if left_ms < below_ms), Brevity.FULL)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A sentence as it was told, and whether it was a question."""

    make: Make
    is_question: bool


class Replies:
    """Speaks through one voice; what goes wrong is said to the side it concerns."""

    def __init__(
        self, voice: Voice, listeners: Listeners, brevity: Callable[[], Brevity] | None = None
    ) -> None:
        self._voice = voice
        self._listeners = listeners
        self._brevity = brevity or (lambda: Brevity.FULL)
        self._told: dict[str, tuple[_Told, ...]] = {}
        """The sentences that were told last, by hearer."""
        self.is_asking = False
        """Whether what is being said just now is a question."""
        self._begun: set[str] = set()
        """The hearers to whom something was told since the last input."""
        self._objections: dict[str, ToldObjection] = {}
        """The last objection to each side, the latest of all at the end."""
        self.unfit: UnfitWords | None = None
        """The last words, if they fitted nothing."""
        self._history: Sequence[object] = ()
        """The events of the game, which tell what an objection came after."""

    def follow(self, history: Sequence[object]) -> None:
        """Note with every objection how many of these events, which grow in number, it follows."""
        self._history = history

    def begin(self) -> None:
        """Start with a new input: what is told next replaces what `again` repeats."""
        self._begun.clear()
        self._voice.begin()

    def forget(self) -> None:
        """Forget what was told: it may refer to whoever told it, and they refer to this."""
        self._told.clear()
        self._objections.clear()
        self.unfit = None

    def tell(self, make: Make, to: str = EVERYBODY) -> None:
        """Say a sentence to each listener addressed, as they prefer; `again` can repeat it."""
        for hearer in self._hearers(to):
            before = self._told[hearer] if hearer in self._begun else ()
            self._told[hearer] = (*before, _Told(make=make, is_question=self.is_asking))
            self._begun.add(hearer)
        self._say(make, to)

    def _hearers(self, to: str) -> tuple[str, ...]:
        """Return the hearers of what is told to `to`: on one sound channel that is everybody."""
        if not self._voice.are_players_apart:
            return (EVERYBODY,)
        return (Role.WHITE, Role.BLACK) if to == EVERYBODY else (to,)

    def mention(self, make: Make, to: str) -> None:
        """Say a sentence that `again` does not repeat."""
        self._say(make, to)

    def _say(self, make: Make, to: str) -> None:
        for listener, preferences in self._listeners.addressed(to):
            self._voice.say(as_wished(make, preferences), listener, preferences)

    def signal(self, name: Signal, to: str = EVERYBODY) -> None:
        """Play a short sound to each listener addressed."""
        for listener, preferences in self._listeners.addressed(to):
            self._voice.signal(name, listener, preferences)

    def ask(self, question: Callable[[Scene], Sentence], position: Position, to: str) -> None:
        """Ask a question, then play the sound that says: it is the player's turn to speak."""
        with self._asking(is_question=True):
            self.describe(question, position, to)
        self.signal("listening", to)

    @contextmanager
    def _asking(self, *, is_question: bool) -> Iterator[None]:
        self.is_asking = is_question
        try:
            yield
        finally:
            self.is_asking = False

    def describe(self, make: Callable[[Scene], Sentence], position: Position, to: str) -> None:
        """Say a sentence about a position to each listener addressed, as they prefer."""
        self.tell(lambda preferences: make(self._scene(position, preferences)), to)

    @property
    def silent_since_ms(self) -> int:
        """When the program last finished speaking."""
        return self._voice.silent_since_ms

    @property
    def is_cut(self) -> bool:
        """Whether what was said last was interrupted."""
        return self._voice.is_cut

    @property
    def are_players_apart(self) -> bool:
        """Whether neither player hears what is said to the other."""
        return self._voice.are_players_apart

    def phrase(self, name: str, to: str = EVERYBODY, **values: str) -> None:
        """Say the phrase of this name in each listener's language, its gaps filled by `values`."""
        self.tell(lambda preferences: phrase(name, preferences.language, **values), to)

    def again(self, to: str) -> None:
        """Say everything again that this listener was told in reply to the last input."""
        told = self._told.get(self._hearers(to)[0], ())
        for each in told:
            with self._asking(is_question=each.is_question):
                self.tell(each.make, to)
        if not told:
            self.phrase("repeat:none", to)

    def statements(self) -> dict[str, tuple[Make, ...]]:
        """Return what each hearer was told in reply to the last input, without questions."""
        return {
            hearer: tuple(each.make for each in told if not each.is_question)
            for hearer, told in self._told.items()
        }

    def drop(self) -> None:
        """Say nothing of what waits until nobody speaks."""
        self._voice.drop()

    def has_asked(self, to: str) -> bool:
        """Return whether a question was among what this listener was told last."""
        return any(each.is_question for each in self._told.get(self._hearers(to)[0], ()))

    def objection(self, asker: str, position: Position, to: str) -> ToldObjection | None:
        """Return the objection that `asker` means when they ask for its reason.

        On one sound channel all have heard it, but once the game has gone on it concerns only
        whoever it was made to, and an arbiter. The last words go first if they fitted nothing, and
        alone if that was said.
        """
        found, unfit = self._objection(asker, position, to), self.unfit
        if unfit is None or (self._voice.are_players_apart and unfit.to != to):
            return found
        if unfit.is_ignored and found is not None:
            return replace(found, told=(*unfit.told, *found.told), after=unfit.after)
        return ToldObjection(
            told=unfit.told, alternatives=None, position=position, after=unfit.after
        )

    def _objection(self, asker: str, position: Position, to: str) -> ToldObjection | None:
        own = self._objections.get(to)
        latest = next(reversed(self._objections.values()), None)
        if self._voice.are_players_apart or latest is None:
            return own
        return latest if asker == Role.ARBITER or latest.position == position else own

    def understood(self) -> None:
        """Note that the last words fitted something."""
        self.unfit = None

    def leave_alone(self, to: str) -> None:
        """Play a faint sound for words that fitted nothing, and may not be meant for us."""
        after = len(self._history)
        self.unfit = UnfitWords(to=to, told=(unclear,), is_ignored=True, after=after)
        self.signal("unheeded", to)

    def explain(self, objection: ToldObjection, to: str) -> None:
        """Tell an objection in more words: its reason and its article."""
        for make in objection.told:
            self.tell(make, to)

    def justify(self, decided: Sequence[Happening], to: str) -> None:
        """Tell what was decided once more, and the article that each part of it rests on."""
        for this, after in zip_longest(decided, decided[1:]):
            self.tell(partial(self._announced_event, this), to)
            because = rests_on(this)
            if because is not None and (after is None or rests_on(after) != because):
                self.tell(partial(cited, because), to)

    def _announced_event(self, happening: Happening, preferences: VoicePreferences) -> Sentence:
        return happening.told(preferences.language, self._style(preferences))

    def not_understood(
        self,
        to: str,
        writing: WrongWriting | None = None,
        position: Position | None = None,
        heard: str = "",
    ) -> None:
        """Play a sound; also say a sentence if there is time for one, or the sound is not in use.

        It says what is wrong with `writing`, typed in `position`, or repeats what was `heard`. What
        is wrong with a writing is also the reason that `why` gives then. Without one, the reason is
        that the words fitted nothing.
        """

        def plain(preferences: VoicePreferences) -> Sentence:
            return not_understood(heard, preferences.language)

        if writing is None or position is None:
            told = (plain, unclear) if heard else (unclear,)
            after = len(self._history)
            self.unfit = UnfitWords(to=to, told=told, is_ignored=False, after=after)
        self.signal("unclear", to)
        if self._brevity() is Brevity.TERSE and self._voice.signals("unclear"):
            return
        if writing is None or position is None:
            self.tell(plain, to)
        else:
            self._object_to_writing(writing, position, to)

    def take(self, output: Output) -> None:
        """Say an output of a game around one table aloud; there, no output is for one alone."""
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
        """Announce an event that players must hear of; a correct repetition gets a sound."""
        event = happening.event
        if isinstance(event, MoveRepeated) and event.is_right:
            self.signal("accepted")
        elif happening.is_told:
            self.tell(partial(self._announced_event, happening))

    def refuse(self, refusal: Refusal, position: Position, to: str) -> None:
        """Tell why something is refused; `why` then adds the article of the Laws."""
        more = alternatives(refusal, position)
        told = with_article(self._announced(refusal, position), refusal.because)
        self._object(ToldObjection(told=told, alternatives=more, position=position), to)

    def object_to(
        self, objection: IllegalAnnouncement, position: Position, laws: Edition, to: str
    ) -> None:
        """Object to an illegal announcement: name the move if it is known, else the words."""
        if objection.uci is not None:
            refusal = NotALegalMove.under(laws, objection.uci, objection.reason)
            self.refuse(refusal, position, to)
            return

        def make(preferences: VoicePreferences) -> Sentence:
            return objected(objection, self._scene(position, preferences))

        told = with_article(make, laws.cite(topic_of(objection.reason)))
        self._object(ToldObjection(told=told, alternatives=None, position=position), to)

    def refuse_unnamed(self, because: Citation, position: Position, to: str) -> None:
        """Refuse a sealed move without naming it: its reason, too, would tell which move it is."""

        def make(preferences: VoicePreferences) -> Sentence:
            return phrase("envelope:illegal", preferences.language)

        told = with_article(make, because)
        self._object(ToldObjection(told=told, alternatives=None, position=position), to)

    def decline(self, name: str, position: Position, to: str, **values: str) -> None:
        """Tell, by the phrase of this name, why something can't be done, for no article's sake."""

        def make(preferences: VoicePreferences) -> Sentence:
            return phrase(name, preferences.language, **values)

        self._object(ToldObjection(told=(make,), alternatives=None, position=position), to)

    def _object(self, objection: ToldObjection, to: str) -> None:
        self.signal("refused", to)
        self._tell_objection(objection, to)

    def _object_to_writing(self, writing: WrongWriting, position: Position, to: str) -> None:
        def make(preferences: VoicePreferences) -> Sentence:
            return wrong_writing(writing, self._scene(position, preferences))

        self._tell_objection(ToldObjection(told=(make,), alternatives=None, position=position), to)

    def _tell_objection(self, objection: ToldObjection, to: str) -> None:
        self.unfit = None
        self._objections.pop(to, None)
        self._objections[to] = replace(objection, after=len(self._history))
        self.tell(objection.told[0], to)

    def _announced(self, thing: Announceable, position: Position) -> Make:
        return lambda preferences: announce(thing, self._scene(position, preferences))

    def _scene(self, position: Position, preferences: VoicePreferences) -> Scene:
        return Scene(
            position=position, language=preferences.language, style=self._style(preferences)
        )

    def _style(self, preferences: VoicePreferences) -> Style:
        """Return the listener's style, or one with fewer words while time is short."""
        return preferences.style if self._brevity() is Brevity.FULL else hurried(preferences.style)


def sealed_move(uci: str, position: Position) -> Make:
    """Return what makes the sentence that names a move in an envelope."""

    def make(preferences: VoicePreferences) -> Sentence:
        language = preferences.language
        move = move_words(uci, position, language, preferences.style)
        return phrase("EnvelopeOpened", language, move=move)

    return make
