"""Puts concrete adapters behind the ports of one person without a game: a review, an enrolment."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager

from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.compose.models import load_recognizer_model
from voice_chess.compose.surroundings import Means, surroundings_of_one
from voice_chess.decoding.voice_fit import SpokenExample
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation
from voice_chess.review.walk import Walk
from voice_chess.session.dialogue.replies import Voice
from voice_chess.session.listening.enrolment import Enrolment
from voice_chess.session.listening.reading_aloud import Prompt
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.session.ports import (
    Engines,
    Speaker,
)
from voice_chess.session.review.analysis import Analysis
from voice_chess.session.review.review_talk import ReviewEar, ReviewTalk
from voice_chess.session.table_settings import Room


def read_aloud(
    means: Means,
    language: Language,
    model: RecognizerModel,
    wanted: Sequence[Prompt],
    tell: Callable[[str], None],
) -> tuple[Speaker, tuple[SpokenExample, ...]]:
    """Ask somebody to read aloud; return the speaker that asked, and what was read.

    `tell` gets each sentence that is said, for the screen. Raises the `PortError` that stopped it,
    or `BadSound`.
    """
    with ExitStack() as opened:
        around = surroundings_of_one(means, language, opened)
        voice = Voice(around.speaker, around.time, lambda said: tell(said.text), Room())
        enrolment = Enrolment(language, wanted, model.recognizer(), voice, around.time)
        enrolment.run(around.inbox, around.echo_ms)
    return around.speaker, tuple(enrolment.readings)


@contextmanager
def opened_engines(named: str | None = None) -> Iterator[Engines]:
    """Open engines to evaluate with: that of this name or path, else Stockfish; close them after.

    Raises `OpponentLost` where the one that was named is missing, or is no engine.
    """
    with closing(EnginePool(named)) as engines:
        if named is not None:
            engines.name()
        yield engines


def review(
    means: Means,
    walk: Walk,
    analysis: Analysis | None,
    tell: Callable[[str], None],
    judges: Callable[[Position], Evaluation] | None = None,
) -> None:
    """Talk about a game until the listener has finished.

    `tell` gets each sentence that is said, for the screen. `judges` evaluates moves that are tried.
    Raises the `PortError` that stopped it, or `BadSound`.
    """
    with ExitStack() as opened:
        around = surroundings_of_one(means, walk.language, opened)
        ear = _ear(means, walk.language)
        voice = Voice(around.speaker, around.time, lambda said: tell(said.text), Room())
        talk = ReviewTalk(walk, analysis, ear, voice, judges)
        talk.run(around.inbox, around.echo_ms)


def _ear(means: Means, language: Language) -> ReviewEar:
    """Return the ear of a review; where nothing will be heard, no model is needed."""
    if means.hear is None and not means.listens:
        return ReviewEar(recognizer=MemoryRecognizer(()), knows=None)
    known = load_recognizer_model(language, means.model, means.decoder)
    model = known.with_words(language.phones)
    return ReviewEar(recognizer=model.recognizer(), knows=model.knows)
