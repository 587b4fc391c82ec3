"""The ear at the front door: one sentence into a microphone begins a game against the computer.

It knows no visitor and keeps nothing. Once it has understood the sentence, the visitor begins the
game in the same way as every other visitor.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor

from fastapi import WebSocket

from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.ports import Recognizer
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.understanding.game_wish import (
    GameWish,
    answer_grammar,
    choice_grammar,
    wish_grammar,
    wish_words,
)
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.scoring import UNKNOWN_WORD
from voice_chess.speech.understanding.wish_decision import (
    Decision,
    Denied,
    Doubtful,
    NoWish,
    Wished,
    decided,
    is_whole,
)
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.microphone import Source
from voice_chess.web.live.open_ear import EarSocket, HeardApart, has_room
from voice_chess.web.messages.sound_messages import MicrophoneSwitch, WishedGame, WishNow

LISTENS_S = 30.0
"""Seconds after which the server stops listening to a visitor."""


def wished_games(wishes: Iterable[GameWish]) -> list[WishedGame]:
    return [WishedGame(time=wish.time, colour=wish.colour, level=wish.level) for wish in wishes]


def may_be_heard(socket: WebSocket, language_id: str, hall: Hall) -> bool:
    """Return whether guests may begin games, this language has an ear, and there is room."""
    if not hall.guests.is_admitted or language_id not in known_languages():
        return False
    return has_room(socket, language_id, hall)


class DoorMicrophone(HeardApart):
    """A visitor's microphone: reports after each utterance which game the visitor wishes for."""

    def __init__(
        self,
        ear: Recognizer,
        language: Language,
        source: Source,
        decoders: Executor,
        told: Callable[[Decision], None],
    ) -> None:
        super().__init__(ear, source, decoders)
        self._language = language
        self._told = told
        self._asked: tuple[GameWish, ...] = ()
        """The wishes that the visitor was asked to confirm or to choose from."""
        ear.expect(wish_grammar(language), self._is_whole)

    def _weigh(self, heard: Heard) -> None:
        """Decide what the visitor wishes; an utterance not understood leaves the question open."""
        decision = decided(heard, self._language, self._asked)
        match decision:
            case NoWish():
                pass
            case Doubtful(wishes=wishes):
                self._asked = wishes
                self._ear.expect(self._answers(wishes), self._is_whole)
            case _:
                self._asked = ()
                self._ear.expect(wish_grammar(self._language), self._is_whole)
        self._told(decision)

    def _answers(self, wishes: tuple[GameWish, ...]) -> Grammar:
        if len(wishes) == 1:
            return answer_grammar(self._language)
        return choice_grammar(self._language, wishes)

    def _is_whole(self, heard: Heard) -> bool:
        return is_whole(heard, self._language)


class DoorSocket(EarSocket):
    """One accepted socket of a visitor."""

    listens_s = LISTENS_S

    def __init__(self, socket: WebSocket, hall: Hall, language_id: str) -> None:
        super().__init__(socket, hall)
        self._language = load_language(language_id)

    def _recognizer(self, wanted: MicrophoneSwitch) -> Recognizer:
        del wanted
        return self._hall.outfit.ears.beside_games(self._language.id)

    def _made(self, ear: Recognizer, source: Source) -> DoorMicrophone:
        language, send = self._language, self._connection.send
        decoders = self._hall.decoders
        return DoorMicrophone(ear, language, source, decoders, lambda it: send(_told(it, language)))


def question(wishes: Sequence[GameWish], language: Language) -> Sentence:
    """Return the question whether this wish was meant, or which of these, numbered."""
    words = [wish_words(wish, language) for wish in wishes]
    if len(words) == 1:
        return sentence(language.interface["wish-sure"].format(wish=words[0]), language)
    numbered = (f"{number}: {each}." for number, each in enumerate(words, start=1))
    return sentence(" ".join((language.interface["wish-which"], *numbered)), language)


def _told(decision: Decision, language: Language) -> WishNow:
    match decision:
        case Denied():
            return WishNow(wishes=[], is_denied=True)
        case Doubtful(wishes=wishes):
            return WishNow(wishes=wished_games(wishes), question=question(wishes, language).text)
        case Wished(wish=wish):
            return WishNow(wishes=wished_games((wish,)))
        case NoWish(words=words):
            return WishNow(
                wishes=[], heard=" ".join(word for word in words if word != UNKNOWN_WORD)
            )
