"""What the program says to an event, a refusal, an objection: whole sentences in the language."""

from voice_chess.game.events import (
    Event,
    GameArranged,
    MoveCompleted,
    MoveExecuted,
    MoveRepeated,
    PiecesTouched,
    PlayerArrived,
)
from voice_chess.game.refusals import NotALegalMove, Refusal
from voice_chess.languages.language import Language
from voice_chess.laws.edition import Citation
from voice_chess.laws.position import Position
from voice_chess.session.house import House
from voice_chess.session.objections import Objection
from voice_chess.session.voice import EVERYBODY, Voice
from voice_chess.speech.announce import Scene, announce, cite
from voice_chess.speech.announcement import Announcement
from voice_chess.speech.sentence import Sentence, phrase
from voice_chess.speech.wording import piece_word, square_words

_UNSAID = (GameArranged, PlayerArrived, MoveExecuted, MoveCompleted, PiecesTouched)


class Replies:
    """Speaks through one voice; what goes wrong is said to the side it concerns."""

    def __init__(self, voice: Voice, house: House) -> None:
        self._voice = voice
        self._house = house
        self._last_objection: Sentence | None = None

    def say(self, sentence: Sentence, to: str = EVERYBODY) -> None:
        self._voice.say(sentence, to)

    def phrase(self, name: str, to: str = EVERYBODY) -> None:
        self._voice.say(phrase(name, self._house.language), to)

    def again(self, to: str) -> None:
        """The last thing said, once more."""
        self._say_or(self._voice.last_said, "repeat:none", to)

    def why(self, to: str) -> None:
        """The last objection, once more."""
        self._say_or(self._last_objection, "why:none", to)

    def happened(self, event: Event, before: Position) -> None:
        """An event that players must hear of; `before` is the position before it."""
        if isinstance(event, MoveCompleted) and self._house.signals_turns:
            self._voice.signal("your-turn")
        if not isinstance(event, _UNSAID) and not _is_right_repetition(event):
            self._voice.say(announce(event, self._scene(before)))

    def refuse(self, refusal: Refusal, position: Position, to: str) -> None:
        """Why not, and where the Laws say so."""
        self._object(announce(refusal, self._scene(position)), refusal.because, to)

    def object_to(
        self, objection: Objection, position: Position, because: Citation, to: str
    ) -> None:
        """An announcement that can't be: the move where it is known, else the words as said."""
        if objection.uci is not None:
            refusal = NotALegalMove(uci=objection.uci, reason=objection.reason, because=because)
            self.refuse(refusal, position, to)
            return
        reason = announce(objection.reason, self._scene(position)).text
        language = self._house.language
        words = said_words(objection.said, language)
        self._object(phrase("NotALegalMove", language, move=words, reason=reason), because, to)

    def _object(self, sentence: Sentence, because: Citation, to: str) -> None:
        self._last_objection = sentence
        self._voice.say(sentence, to)
        self._voice.say(cite(because, self._house.language), to)

    def _say_or(self, sentence: Sentence | None, otherwise: str, to: str) -> None:
        if sentence is None:
            self.phrase(otherwise, to)
        else:
            self._voice.say(sentence, to)

    def _scene(self, position: Position) -> Scene:
        return Scene(position=position, language=self._house.language, style=self._house.style)


def _is_right_repetition(event: Event) -> bool:
    return isinstance(event, MoveRepeated) and event.is_right


def said_words(said: Announcement, language: Language) -> str:
    """An announcement as it was said, where nobody knows which piece was meant."""
    parts = [piece_word(said.piece, language)] if said.piece else []
    parts += [language.written(f"file:{said.from_file}")] if said.from_file else []
    parts += [language.written(f"rank:{said.from_rank}")] if said.from_rank else []
    parts += [square_words(said.target, language)] if said.target else []
    return " ".join(parts)
