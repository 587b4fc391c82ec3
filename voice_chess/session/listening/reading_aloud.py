"""Leads somebody through words that they read aloud, so that an ear can be adapted to their voice.

A word that was not clear is asked for again, twice at most. "continue" leaves a word out, and
"stop" ends the reading with what there is. Whoever reads letters over a microphone like a telephone
is told, once, to say names, as in a game, and whose microphone is too loud to turn it down. The
module does not ask itself: it returns the prompt that its caller must ask for.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.voice_fit import SpokenExample
from voice_chess.languages.language import Language
from voice_chess.session.ports import Recognizer
from voice_chess.sound import clipping
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.generation.sentence import Sentence, phrase, sentence
from voice_chess.speech.understanding.hypothesis import Heard

TRIES = 3
MOST_UNANSWERED = 3
"""The reading ends after this many words in a row with no reply at all: nobody is there."""
NARROW_LETTERS = 4
"""This many letters without high tones tell what the microphone passes; one alone may have none."""
WAIT_MS = 6_000
"""How long the reader may be silent before a word is asked for again."""
_MARGIN_MS = 200

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
    """The words to read, and all phrases of their kind, which the recogniser listens for."""

    words: tuple[str, ...]
    kind: tuple[str, ...]


def prompts(language: Language, *, has_letters: bool = False) -> tuple[Prompt, ...]:
    """Return the prompts: eight files, eight ranks, six pieces, and five moves.

    Files are read by their names, or with `has_letters` by their letters.
    """

    def said(token: str) -> str:
        forms = language.words[token]
        if has_letters and token in _FILES:
            return next(form for form in forms if len(form) == 1)
        return forms[0]

    kinds = [[said(token) for token in tokens] for tokens in (_FILES, _RANKS, _PIECES)]
    kinds.append([" ".join(map(said, tokens)) for tokens in _MOVES])
    return tuple(
        Prompt(words=tuple(text.split()), kind=tuple(kind)) for kind in kinds for text in kind
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPrompt:
    """The prompt that the reader is asked for next, one of `left`; None once all are done.

    `advice` names the phrase that tells the reader before it how they are heard better, if any.
    """

    prompt: Prompt | None
    left: int
    is_again: bool = False
    advice: str | None = None

    def sentence(self, language: Language) -> Sentence | None:
        """Return the sentence that asks for it; None once the reading is over."""
        if self.prompt is None:
            return None
        display = language.orthography.display
        written = " ".join(display.get(word, word) for word in self.prompt.words)
        asked = sentence(written, language)
        if self.is_again:
            asked = phrase("enrol:again", language, said=written)
        return asked if self.advice is None else phrase(self.advice, language).then(asked)


class ReadingAloud:
    """One reading from its first word to its last.

    Call `listen` whenever a word has been asked for: anything heard before was the asking voice.
    """

    def __init__(
        self, language: Language, prompts: Sequence[Prompt], recognizer: Recognizer
    ) -> None:
        self.readings: list[SpokenExample] = []
        self.left_out: list[Prompt] = []
        self._prompts = list(prompts)
        self.count = len(prompts)
        """How many words the reader is asked for in all."""
        self._recognizer = recognizer
        self._commands = {name: frozenset(language.words[name]) for name in ("continue", "stop")}
        self._sound = bytearray()
        self._sound_began_bytes = 0
        """Where the sound in `_sound` begins on the recogniser's axis, in bytes."""
        self._tries = 0
        self._unanswered = 0
        self._narrow_letters = 0
        """How many letters were read, none of which had high tones."""
        self._has_high_tones = False
        self._clipped = 0
        """How many utterances the microphone has cut off."""

    @property
    def is_hearing(self) -> bool:
        """Whether somebody is speaking."""
        return self._recognizer.is_hearing

    @property
    def is_over(self) -> bool:
        return not self._prompts

    @property
    def wanted(self) -> NextPrompt:
        """The prompt that is asked for now."""
        return NextPrompt(
            prompt=self._prompts[0] if self._prompts else None,
            left=len(self._prompts),
            is_again=self._tries > 0,
        )

    def listen(self) -> None:
        """Listen from now on, and forget what was heard before. Raises `RecognizerLost`."""
        if self.is_over:
            return
        self._recognizer.reset()
        self._sound_began_bytes += len(self._sound)
        self._sound.clear()
        commands = chain.from_iterable(self._commands.values())
        self._recognizer.expect(Grammar(phrases=(*self._prompts[0].kind, *sorted(commands))))

    def hear(self, samples: bytes) -> NextPrompt | None:
        """Take sound. Return what to ask for now, or None if nothing changed.

        Raises `RecognizerLost`.
        """
        self._sound += samples
        return self._take(self._recognizer.hear(samples))

    def finish(self) -> NextPrompt | None:
        """Do the same at the end of all sound: an utterance that it cuts off counts as said."""
        return self._take(self._recognizer.flush())

    def again(self) -> NextPrompt:
        """Ask again for a word that was not clear or not heard; leave it out after three tries."""
        self._tries += 1
        return self.leave_out() if self._tries == TRIES else self.wanted

    def unanswered(self) -> NextPrompt:
        """Ask again after a silence; stop after `MOST_UNANSWERED` words without any reply."""
        if self._tries + 1 == TRIES:
            self._unanswered += 1
        return self.stop() if self._unanswered == MOST_UNANSWERED else self.again()

    def leave_out(self) -> NextPrompt:
        if self._prompts:
            self.left_out.append(self._prompts[0])
        return self._following()

    def stop(self) -> NextPrompt:
        """End the reading with what there is."""
        self.left_out += self._prompts
        self._prompts.clear()
        return self._following()

    def command(self, said: str) -> NextPrompt | None:
        """Do what the words command: leave a word out, or end the reading. None for other words."""
        if said in self._commands["continue"]:
            return self.leave_out()
        return self.stop() if said in self._commands["stop"] else None

    def _take(self, heard: Heard | None) -> NextPrompt | None:
        if heard is None or heard.is_own_voice or self.is_over:
            return None
        self._unanswered = 0
        best = heard.hypotheses[0] if heard.hypotheses else None
        if best is not None and heard.is_familiar(best):
            commanded = self.command(" ".join(best.words))
            if commanded is not None:
                return commanded
        is_read = self._is_read(heard)
        if is_read:
            self.readings.append(self._reading(heard))
        advice = self._advice(heard, is_read=is_read)
        return replace(self._following() if is_read else self.again(), advice=advice)

    def _advice(self, heard: Heard, *, is_read: bool) -> str | None:
        """Return the phrase that tells the reader about their microphone, if it is time for one."""
        self._clipped += heard.is_clipped
        if heard.is_clipped and self._clipped == clipping.TELLING:
            return "MicrophoneTooLoud"
        return "NamesNotLetters" if is_read and self._is_like_a_telephone(heard) else None

    def _is_read(self, heard: Heard) -> bool:
        """Return whether the word was read.

        The first time it must be the likeliest hypothesis. When it was asked for again, any will
        do, as the reader may say it in their own way.
        """
        among = heard.hypotheses[:1] if self._tries == 0 else heard.hypotheses
        words = self._prompts[0].words
        return any(each.words == words and heard.is_familiar(each) for each in among)

    def _is_like_a_telephone(self, heard: Heard) -> bool:
        """Return whether this letter makes it clear that the microphone passes no high tones."""
        if not heard.has_letters:
            return False
        self._has_high_tones |= not heard.is_narrow
        self._narrow_letters += heard.is_narrow
        return not self._has_high_tones and self._narrow_letters == NARROW_LETTERS

    def _reading(self, heard: Heard) -> SpokenExample:
        first = (heard.started_ms - _MARGIN_MS) * BYTES_PER_MS - self._sound_began_bytes
        last = (heard.ended_ms + _MARGIN_MS) * BYTES_PER_MS - self._sound_began_bytes
        said = bytes(self._sound[max(0, first) : last])
        samples = np.frombuffer(said, "<i2").astype(np.float32)
        return SpokenExample(words=self._prompts[0].words, sound=samples)

    def _following(self) -> NextPrompt:
        del self._prompts[:1]
        self._tries = 0
        return self.wanted
