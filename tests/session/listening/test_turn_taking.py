"""At a table with one loudspeaker the program hears whoever speaks before it or right behind it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from tests.stage.around_table import AroundTable
from tests.stage.by_sound import speech_of
from tests.stage.echoing_room import EchoingRoom, Remark, echo
from tests.stage.usual import IN_GERMAN
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.synthesis.live_voices import SignallingSpeaker
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language, load_language
from voice_chess.session.evidence import AnswerSpoken, UtteranceHeard
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.session.ports import Recognizer
from voice_chess.session.table_settings import Room
from voice_chess.settings import Settings
from voice_chess.sound.sampling import Waveform
from voice_chess.speech.understanding.hypothesis import Heard

MODELS = Settings.from_environment().models
ROOM = Room(hears_itself=True, echo_ms=200)
BEFORE_MS = 9_000
DECODING_MS = 160
GERMAN, LANGUAGES = "de", ("en", "pl", "cs", "it", "sr")

pytestmark = pytest.mark.model


@dataclass
class Thinking:
    """`Recognizer` that takes time to decode, in which the room does not wait."""

    recognizer: Recognizer
    room: EchoingRoom

    def expect(self, grammar: Grammar, is_complete: Callable[[Heard], bool] | None = None) -> None:
        self.recognizer.expect(grammar, is_complete)

    def hear(self, samples: bytes) -> Heard | None:
        heard = self.recognizer.hear(samples)
        if heard is not None:
            self.room.pass_ms(DECODING_MS)
        return heard

    def partial(self) -> Heard | None:
        return self.recognizer.partial()

    def flush(self) -> Heard | None:
        return self.recognizer.flush()

    def reset(self, *, is_cut_off: bool = True) -> None:
        self.recognizer.reset(is_cut_off=is_cut_off)

    @property
    def is_hearing(self) -> bool:
        return self.recognizer.is_hearing

    @property
    def may_be_hearing(self) -> bool:
        return self.recognizer.may_be_hearing


@pytest.fixture(scope="module")
def models() -> dict[str, RecognizerModel]:
    """Return the models that have been loaded, by language."""
    return {}


def said(words: str, language: Language) -> Waveform:
    sound = speech_of(words, language.sound.voice)
    loud = np.flatnonzero(np.abs(sound) > 60)
    return sound[loud[0] : loud[-1] + 1]


def move_and_correction(language: Language) -> tuple[Waveform, Waveform]:
    """Return a move by a pawn of the f-file, and its correction to the other one."""
    words = language.words
    file, three, four = (words[token][0] for token in ("file:f", "rank:3", "rank:4"))
    first = said(f"{file} {three}", language)
    return first, said(f"{words['no'][0]}, {file} {four}", language)


def played(
    remarks: tuple[Remark, ...],
    models: dict[str, RecognizerModel],
    language: Language,
    *,
    lasts_ms: int = 400,
    takes_itself_away: bool = False,
) -> AroundTable:
    """Play in a room whose echo lasts so long."""
    table = AroundTable(settings=replace(IN_GERMAN, language=language, room=ROOM))

    def interrupt() -> None:
        assert table.voice is not None
        table.voice.stop()

    interrupts = interrupt if takes_itself_away else None
    room = EchoingRoom(table.time, remarks, echo(lasts_ms), interrupts)
    if language.id not in models:
        models[language.id] = load_model(MODELS / f"fide-{language.id}")
    table.voice = SignallingSpeaker(Pyttsx3Speaker(room, delivery_in(language.id)))
    table.run(room, Thinking(models[language.id].recognizer(), room))
    return table


def corrected_after(
    pause_ms: int, models: dict[str, RecognizerModel], language: str = GERMAN
) -> AroundTable:
    first, second = move_and_correction(load_language(language))
    remarks = (
        Remark(sound=first, after="player", pause_ms=BEFORE_MS),
        Remark(sound=second, after="player", pause_ms=pause_ms),
    )
    return played(remarks, models, load_language(language))


def corrected_behind(
    pause_ms: int, models: dict[str, RecognizerModel], language: str = GERMAN, lasts_ms: int = 400
) -> AroundTable:
    """Correct a move so long after the program has repeated it."""
    first, second = move_and_correction(load_language(language))
    remarks = (
        Remark(sound=first, after="player", pause_ms=BEFORE_MS),
        Remark(sound=second, after="program", pause_ms=pause_ms),
    )
    return played(remarks, models, load_language(language), lasts_ms=lasts_ms)


def test_a_correction_before_the_program_speaks_is_heard(
    models: dict[str, RecognizerModel],
) -> None:
    table = corrected_after(240, models)

    assert table.game.position.moves == ("f2f4",)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_correction_before_the_program_speaks_is_heard_in_every_language(
    language: str, models: dict[str, RecognizerModel]
) -> None:
    assert corrected_after(200, models, language).game.position.moves == ("f2f4",)


def corrected_over_the_reply(
    pause_ms: int, models: dict[str, RecognizerModel], language: str = GERMAN
) -> AroundTable:
    """Correct a move so long after it, once the program knows the room from what it has told."""
    spoken = load_language(language)
    clock = said(spoken.words["clock"][0], spoken)
    first, second = move_and_correction(spoken)
    remarks = (
        Remark(sound=clock, after="player", pause_ms=BEFORE_MS),
        Remark(sound=clock, after="program", pause_ms=800),
        Remark(sound=first, after="program", pause_ms=800),
        Remark(sound=second, after="player", pause_ms=pause_ms),
    )
    return played(remarks, models, spoken, takes_itself_away=True)


@pytest.mark.parametrize("pause_ms", [500, 1_000])
def test_a_correction_over_the_program_is_heard(
    pause_ms: int, models: dict[str, RecognizerModel]
) -> None:
    assert corrected_over_the_reply(pause_ms, models).game.position.moves == ("f2f4",)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_correction_over_the_program_is_heard_in_every_language(
    language: str, models: dict[str, RecognizerModel]
) -> None:
    assert corrected_over_the_reply(700, models, language).game.position.moves == ("f2f4",)


def test_the_program_does_not_hear_itself_where_it_listens_while_it_speaks(
    models: dict[str, RecognizerModel],
) -> None:
    language = load_language(GERMAN)
    first, _ = move_and_correction(language)
    clock = said(language.words["clock"][0], language)
    asked = [Remark(sound=clock, after="program", pause_ms=800) for _ in range(4)]
    remarks = (replace(asked[0], after="player", pause_ms=BEFORE_MS), *asked)
    move = Remark(sound=first, after="program", pause_ms=800)
    table = played((*remarks, move), models, language, takes_itself_away=True)
    heard = [item for item in table.seen if isinstance(item, UtteranceHeard)]

    assert len(heard) == len(remarks) + 1
    assert table.game.position.moves == ("f2f3",)


def test_both_replies_are_given_behind_the_correction(models: dict[str, RecognizerModel]) -> None:
    table = corrected_after(240, models)
    (_, last) = (item for item in table.seen if isinstance(item, UtteranceHeard))
    replies = [item for item in table.seen if isinstance(item, AnswerSpoken)][-2:]

    assert table.seen.index(last) < table.seen.index(replies[0])


@pytest.mark.parametrize(("pause_ms", "lasts_ms"), [(200, 400), (400, 800)])
def test_who_speaks_while_the_room_still_echoes_is_heard(
    pause_ms: int, lasts_ms: int, models: dict[str, RecognizerModel]
) -> None:
    table = corrected_behind(pause_ms, models, lasts_ms=lasts_ms)

    assert table.game.position.moves == ("f2f4",)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_speaks_while_the_room_still_echoes_is_heard_in_every_language(
    language: str, models: dict[str, RecognizerModel]
) -> None:
    assert corrected_behind(200, models, language).game.position.moves == ("f2f4",)


def test_who_began_while_the_program_spoke_is_asked_to_say_it_again(
    models: dict[str, RecognizerModel],
) -> None:
    table = corrected_behind(0, models)

    assert table.game.position.moves == ("f2f3",)
    assert sum(isinstance(item, UtteranceHeard) for item in table.seen) == 2


def test_in_a_hall_the_program_hears_nothing_of_itself(models: dict[str, RecognizerModel]) -> None:
    first, _ = move_and_correction(load_language(GERMAN))
    remark = Remark(sound=first, after="player", pause_ms=BEFORE_MS)
    table = played((remark,), models, load_language(GERMAN), lasts_ms=1_200)

    assert sum(isinstance(item, UtteranceHeard) for item in table.seen) == 1
