"""Reading aloud for an ear of one's own: what is asked again, left out, ended, and kept."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.german import CONTINUE, GERMAN, by_ear, german, in_words, says
from voice_chess.adapters.simulation.memory_sound import MemorySpeaker
from voice_chess.adapters.simulation.simulated_time import SimulatedTime, TimedSpeaker
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.dialogue.replies import Voice
from voice_chess.session.listening.enrolment import GONE_MS, Enrolment
from voice_chess.session.listening.inputs import (
    DeviceBack,
    DeviceGone,
    MicrophoneMute,
    RoomInput,
    Sound,
    TimePassed,
    Typed,
)
from voice_chess.session.listening.reading_aloud import (
    MOST_UNANSWERED,
    NARROW_LETTERS,
    TRIES,
    WAIT_MS,
    Prompt,
    prompts,
)
from voice_chess.session.table_settings import Room
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis

WANTED = prompts(GERMAN)[:4]
ANNA_AGAIN = german("enrol:again", said=in_words("a"))
SECOND_MS = 1_000
Entry = str | None | tuple[str] | RoomInput
"""Words that are spoken for a second, None for silence too long, a typed line in brackets."""
GONE = DeviceGone(kind="Microphone", reason="unplugged", at_ms=0)
BACK = DeviceBack(kind="Microphone", at_ms=0)


@dataclass
class Scripted:
    """`Recognizer` that hears each second of sound as the next words of its script."""

    words: list[str]
    given_ms: int = 0
    grammars: list[Grammar] = field(default_factory=list)
    is_hearing: bool = False
    is_narrow: bool = False
    is_clipped: bool = False

    def expect(self, grammar: Grammar, is_complete: Callable[[Heard], bool] | None = None) -> None:
        del is_complete
        self.grammars.append(grammar)

    def hear(self, samples: bytes) -> Heard | None:
        self.given_ms += len(samples) // BYTES_PER_MS
        return self._heard(self.words.pop(0))

    def _heard(self, said: str) -> Heard:
        ways = [
            Hypothesis(words=tuple(way.split()), log_likelihood=-float(rank))
            for rank, way in enumerate(said.split(" | "))
        ]
        return Heard(
            hypotheses=tuple(ways) if said else (),
            started_ms=self.given_ms - SECOND_MS + 300,
            ended_ms=self.given_ms - 300,
            is_narrow=self.is_narrow,
            is_clipped=self.is_clipped,
        )

    def partial(self) -> Heard | None:
        return None

    def flush(self) -> Heard | None:
        return None

    may_be_hearing = False

    def reset(self, *, is_cut_off: bool = True) -> None:
        """There is nothing to forget."""


@dataclass
class Told:
    said: list[str]
    read: list[str]
    left_out: list[str]
    sounds: list[np.ndarray]
    grammars: list[Grammar]


def enrolled(
    *entries: Entry,
    language: Language = GERMAN,
    wanted: Sequence[Prompt] = WANTED,
    is_narrow: bool = False,
    is_clipped: bool = False,
) -> Told:
    time = SimulatedTime()
    speaker, said = TimedSpeaker(MemorySpeaker(ms_a_letter=1), time), []
    scripted = Scripted(
        [entry for entry in entries if isinstance(entry, str)],
        is_narrow=is_narrow,
        is_clipped=is_clipped,
    )
    voice = Voice(speaker, time, lambda answer: said.append(answer.text), Room())
    enrolment = Enrolment(language, wanted, scripted, voice, time)
    enrolment.run(_Inbox(entries, time), echo_ms=0)
    return Told(
        said=said,
        read=[" ".join(reading.words) for reading in enrolment.readings],
        left_out=[" ".join(prompt.words) for prompt in enrolment.left_out],
        sounds=[reading.sound for reading in enrolment.readings],
        grammars=scripted.grammars,
    )


@dataclass
class _Inbox:
    script: Sequence[Entry]
    time: SimulatedTime

    def entries(self) -> Iterable[RoomInput]:
        return self._entries()

    def _entries(self) -> Iterator[RoomInput]:
        for number, entry in enumerate(self.script):
            if entry is None:
                self.time.passed(WAIT_MS)
                yield TimePassed()
            elif isinstance(entry, tuple):
                yield Typed(text=entry[0], at_ms=self.time.now_ms())
            elif not isinstance(entry, str):
                yield entry
            else:
                self.time.passed(SECOND_MS)
                second = np.full(SECOND_MS * 16, number + 1, "<i2").tobytes()
                yield Sound(samples=second, ended_ms=self.time.now_ms())


def test_every_word_is_said_first_and_kept_once_it_was_repeated() -> None:
    told = enrolled("anna", "bella", "cesar", "david")

    assert told.said[1:] == ["Anna", "Bella", "Cesar", "David"]
    assert told.read == ["anna", "bella", "cesar", "david"]


def test_the_sound_that_is_kept_is_that_of_the_word_with_a_little_around() -> None:
    sounds = enrolled("anna", "bella", "cesar", "david").sounds

    assert [set(sound) for sound in sounds] == [{1.0}, {2.0}, {3.0}, {4.0}]
    assert [len(sound) for sound in sounds] == [800 * 16] * 4


def test_another_word_is_asked_for_again() -> None:
    told = enrolled("bella", "anna", "bella", "cesar", "david")

    assert told.said[2] == ANNA_AGAIN
    assert told.read == ["anna", "bella", "cesar", "david"]


def test_who_was_asked_again_is_believed_where_the_word_is_among_the_likely_ones() -> None:
    told = enrolled("eva | anna", "eva | anna", "bella", "cesar", "david")

    assert told.read == ["anna", "bella", "cesar", "david"]
    assert told.said.count(ANNA_AGAIN) == 1


def test_what_stays_unclear_is_left_out() -> None:
    told = enrolled(*[""] * TRIES, "bella", "cesar", "david")

    assert told.left_out == ["anna"]
    assert told.read == ["bella", "cesar", "david"]


@pytest.mark.parametrize("skip", [CONTINUE, ("",), (CONTINUE,)], ids=["said", "Enter", "typed"])
def test_a_word_can_be_left_out(skip: Entry) -> None:
    told = enrolled(skip, "bella", "cesar", "david")

    assert told.left_out == ["anna"]
    assert told.read == ["bella", "cesar", "david"]


@pytest.mark.parametrize("stop", [says("stop"), (says("stop"),)], ids=["said", "typed"])
def test_the_reading_can_be_ended_with_what_there_is(stop: Entry) -> None:
    told = enrolled("anna", stop)

    assert told.read == ["anna"]
    assert told.left_out == ["bella", "cesar", "david"]


def test_who_says_nothing_is_asked_again_and_in_the_end_left_alone() -> None:
    told = enrolled(*[None] * (TRIES * MOST_UNANSWERED))

    assert told.said[1:4] == ["Anna", ANNA_AGAIN, ANNA_AGAIN]
    assert len(told.left_out) == len(WANTED)


def test_a_microphone_that_goes_and_comes_back_is_told_and_the_word_asked_for_again() -> None:
    told = enrolled("anna", GONE, None, None, BACK, "bella", "cesar", "david")

    gone, back = german("MicrophoneGone"), german("MicrophoneBack")
    assert told.said[1:6] == ["Anna", "Bella", gone, back, "Bella"]
    assert told.read == ["anna", "bella", "cesar", "david"]


def test_without_a_microphone_the_reading_ends_with_what_there_is() -> None:
    told = enrolled("anna", GONE, *[None] * (GONE_MS // WAIT_MS + 1), "bella")

    assert told.said[-1] == german("MicrophoneGone")
    assert told.read == ["anna"]
    assert told.left_out == ["bella", "cesar", "david"]


def test_a_mute_microphone_is_told_before_the_word_is_asked_for_again() -> None:
    told = enrolled(MicrophoneMute(at_ms=0), "anna", "bella", "cesar", "david")

    assert told.said[1:4] == ["Anna", german("MicrophoneMute"), "Anna"]


def test_only_words_of_one_kind_and_the_ways_out_are_listened_for() -> None:
    names = {by_ear(file) for file in "abcdefgh"}

    grammar = enrolled("anna", says("stop")).grammars[0]

    assert set(grammar.phrases) == names | {CONTINUE, *GERMAN.words["stop"]}


@pytest.mark.parametrize("language_id", known_languages())
def test_names_ranks_pieces_and_moves_are_read_in_every_language(language_id: str) -> None:
    language = load_language(language_id)

    wanted = prompts(language)

    assert [len(prompt.words) > 1 for prompt in wanted[-5:]] == [True] * 5
    assert len(wanted) == 8 + 8 + 6 + 5
    forms = {form for forms in language.words.values() for form in forms}
    assert all(" ".join(prompt.words) in forms for prompt in wanted[:22])


@pytest.mark.parametrize("language_id", known_languages())
def test_the_files_can_be_read_as_letters(language_id: str) -> None:
    language = load_language(language_id)
    letters = ["".join(prompt.words) for prompt in prompts(language, has_letters=True)[:8]]

    assert [len(letter) for letter in letters] == [1] * 8
    assert [
        letter in language.words[f"file:{name}"]
        for letter, name in zip(letters, "abcdefgh", strict=True)
    ] == [True] * 8


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    ("has_letters", "is_narrow", "advised"), [(True, True, 1), (True, False, 0), (False, True, 0)]
)
def test_who_reads_letters_over_a_telephone_is_told_once_to_say_names(
    language_id: str, *, has_letters: bool, is_narrow: bool, advised: int
) -> None:
    language = load_language(language_id)
    wanted = prompts(language, has_letters=has_letters)[: NARROW_LETTERS + 2]
    words = [" ".join(prompt.words) for prompt in wanted]

    told = enrolled(*words, language=language, wanted=wanted, is_narrow=is_narrow)

    advice = phrase("NamesNotLetters", language).text
    assert told.read == words
    assert [advice in said for said in told.said].count(True) == advised
    assert not advised or told.said[NARROW_LETTERS + 1].startswith(advice)


@pytest.mark.parametrize("language_id", known_languages())
def test_who_reads_into_a_microphone_that_is_too_loud_is_told_once(language_id: str) -> None:
    language = load_language(language_id)
    wanted = prompts(language)[:4]
    words = [" ".join(prompt.words) for prompt in wanted]

    told = enrolled(words[0], "", *words[1:], language=language, wanted=wanted, is_clipped=True)

    advice = phrase("MicrophoneTooLoud", language).text
    assert told.read == words
    assert [advice in said for said in told.said].count(True) == 1
    assert told.said[3].startswith(advice), "after the second one, though it was not understood"
