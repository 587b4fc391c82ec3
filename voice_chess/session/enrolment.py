"""Somebody reads words aloud, one after the other, so that the ear can learn their voice.

Each word is said to the reader first. What was not clear is asked for again, twice at most; Enter
or "continue" leaves a word out, and "stop" ends the reading with what there is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.voice_fit import SpokenExample
from voice_chess.languages.language import Language
from voice_chess.session.inbox import Inbox, Sound, Typed
from voice_chess.session.listeners import EVERYBODY
from voice_chess.session.manner import Manner
from voice_chess.session.ports import Recognizer, TimeSource
from voice_chess.session.voice import Voice
from voice_chess.speech.hypothesis import Heard, Hypothesis
from voice_chess.speech.sentence import Sentence, phrase, sentence

TRIES = 3
WAIT_MS = 6_000
"""So long nobody says anything before a word is asked for again."""
MOST_UNANSWERED = 3
"""After so many words in a row that nobody says anything to, nobody is there."""
MOST_BEHIND = 20.0
"""Nats by which any other words and sounds may explain a word better, and it still counts."""
_MARGIN_MS = 200
_BYTES_A_MS = 32

_FILES = tuple(f"file:{name}" for name in "abcdefgh")
_RANKS = tuple(f"rank:{number}" for number in range(1, 9))
_PIECES = tuple(f"piece:{letter}" for letter in "KQRBNP")
_MOVES = (
    ("piece:N", "file:g", "rank:1", "file:f", "rank:3"),
    ("piece:P", "file:e", "rank:2", "file:e", "rank:4"),
    ("piece:Q", "file:d", "rank:8", "takes", "file:h", "rank:4"),
    ("piece:B", "file:b", "rank:5", "file:c", "rank:6"),
    ("piece:R", "file:a", "rank:7", "file:d", "rank:7"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What is to be read, among others of its kind."""

    words: tuple[str, ...]
    kind: tuple[str, ...]


def prompts(language: Language, *, has_letters: bool = False) -> tuple[Prompt, ...]:
    """Eight files by their names, or by their letters, eight ranks, six pieces, and five moves."""

    def said(token: str) -> str:
        forms = language.words[token]
        return forms[-1] if has_letters and token in _FILES else forms[0]

    kinds = [[said(token) for token in tokens] for tokens in (_FILES, _RANKS, _PIECES)]
    kinds.append([" ".join(map(said, tokens)) for tokens in _MOVES])
    return tuple(
        Prompt(words=tuple(text.split()), kind=tuple(kind)) for kind in kinds for text in kind
    )


class Enrolment:
    """One reading from its first word to its last."""

    def __init__(
        self,
        language: Language,
        wanted: Sequence[Prompt],
        recognizer: Recognizer,
        voice: Voice,
        time: TimeSource,
    ) -> None:
        self.readings: list[SpokenExample] = []
        self.left_out: list[Prompt] = []
        self._language = language
        self._wanted = list(wanted)
        self._recognizer = recognizer
        self._voice = voice
        self._time = time
        self._commands = {name: frozenset(language.words[name]) for name in ("continue", "stop")}
        self._sound = bytearray()
        self._tries = 0
        self._unanswered = 0

    def run(self, inbox: Inbox, echo_ms: int) -> None:
        """Until everything was read or left out. Raises the `PortError` that stopped it."""
        self._say(phrase("enrol:begin", self._language))
        self._ask()
        for entry in inbox.entries():
            match entry:
                case Sound(ended_ms=ended_ms) if ended_ms <= self._voice.silent_since_ms + echo_ms:
                    continue
                case Sound(samples=samples):
                    self._sound += samples
                    self._take(self._recognizer.hear(samples))
                case Typed(text=text):
                    self._command(text.lower().strip() or self._language.say("continue"))
                case _:
                    pass
            self._remind()
            if not self._wanted:
                return
        self._take(self._recognizer.flush())

    def _take(self, heard: Heard | None) -> None:
        if heard is None or heard.is_own_voice or not self._wanted:
            return
        self._unanswered = 0
        best = heard.hypotheses[0] if heard.hypotheses else None
        if best is not None and _is_familiar(heard, best) and self._command(" ".join(best.words)):
            return
        if self._is_read(heard):
            self.readings.append(self._reading(heard))
            self._next()
        else:
            self._again()

    def _is_read(self, heard: Heard) -> bool:
        """At first it must be the likeliest; who was asked again may say it in their own way."""
        among = heard.hypotheses[:1] if self._tries == 0 else heard.hypotheses
        words = self._wanted[0].words
        return any(each.words == words and _is_familiar(heard, each) for each in among)

    def _reading(self, heard: Heard) -> SpokenExample:
        first = max(0, heard.started_ms - _MARGIN_MS) * _BYTES_A_MS
        last = (heard.ended_ms + _MARGIN_MS) * _BYTES_A_MS
        samples = np.frombuffer(bytes(self._sound[first:last]), "<i2").astype(np.float32)
        return SpokenExample(words=self._wanted[0].words, sound=samples)

    def _command(self, said: str) -> bool:
        """True for what leaves a word out, or ends the reading."""
        if said in self._commands["continue"]:
            self._leave_out()
        elif said in self._commands["stop"]:
            self.left_out += self._wanted
            self._wanted.clear()
        else:
            return False
        return True

    def _remind(self) -> None:
        waited_ms = self._time.now_ms() - self._voice.silent_since_ms
        if waited_ms < WAIT_MS or self._recognizer.is_hearing or not self._wanted:
            return
        if self._tries + 1 == TRIES:
            self._unanswered += 1
        if self._unanswered == MOST_UNANSWERED:
            self._command(self._language.say("stop"))
        else:
            self._again()

    def _again(self) -> None:
        self._tries += 1
        if self._tries == TRIES:
            self._leave_out()
            return
        self._say(phrase("enrol:again", self._language, said=self._written()))
        self._listen()

    def _leave_out(self) -> None:
        self.left_out.append(self._wanted[0])
        self._next()

    def _next(self) -> None:
        del self._wanted[0]
        self._tries = 0
        if self._wanted:
            self._ask()

    def _ask(self) -> None:
        self._say(sentence(self._written(), self._language))
        self._listen()

    def _written(self) -> str:
        display = self._language.orthography.display
        return " ".join(display.get(word, word) for word in self._wanted[0].words)

    def _listen(self) -> None:
        """What was heard while the program spoke was the program."""
        self._recognizer.reset()
        commands = chain.from_iterable(self._commands.values())
        self._recognizer.expect(Grammar(phrases=(*self._wanted[0].kind, *sorted(commands))))

    def _say(self, said: Sentence) -> None:
        self._voice.begin()
        self._voice.say(said, EVERYBODY, Manner(language=self._language))


def _is_familiar(heard: Heard, hypothesis: Hypothesis) -> bool:
    if hypothesis.kind != "whole":
        return False
    if heard.exact is None:
        return True
    stranger = max(heard.exact.words, heard.exact.sounds)
    return hypothesis.log_likelihood + MOST_BEHIND >= stranger
