"""Hears one recording under given conditions and scores the result."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from voice_chess.acoustics.manifest import Row
from voice_chess.compose.recordings import Recording
from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.grammar import Grammar
from voice_chess.evaluation.recordings import (
    disturbed,
    ends_at_ms,
    meaningless,
    position_of,
    sent,
    spoken,
)
from voice_chess.evaluation.scores import Outcome, edit_distance
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import (
    Ambiguous,
    Interpretation,
    Understood,
    interpret,
    needs_nothing_more,
)
from voice_chess.session.listening.one_recording import Listened, listen
from voice_chess.session.listening.recognizer_model import MeasuredRecognizer, RecognizerModel
from voice_chess.sound import noise_mixing
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.understanding.any_announcement import any_announcement
from voice_chess.speech.understanding.parse import UNKNOWN, Tokens, parse
from voice_chess.speech.understanding.position_free_grammar import whole_move_language
from voice_chess.speech.understanding.scoring import (
    Accepted,
    Caution,
    NothingFits,
    Unclear,
    Verdict,
)

NO_MOVE = "none"
"""The meaning that counts as right for an announcement that is not legal."""


class WholeLanguage(Expectation):
    """Only legal moves count, but the recogniser listens for every announcement of any move."""

    def phrases(self, language: Language) -> tuple[str, ...]:
        return tuple(" ".join(phrase) for phrase in whole_move_language(language))

    def grammar(self, language: Language) -> Grammar:
        whole = any_announcement(language)
        return Grammar(phrases=self.phrases(language), longer=whole.phrases, rules=whole.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The conditions under which all recordings are heard."""

    language: Language
    model: RecognizerModel
    noise: noise_mixing.Disturbance | None
    caution: Caution
    seed: int
    any_move: bool
    commands: frozenset[str]
    aligned_by: AcousticModel | None
    """The model that finds, by the words, where an announcement ends; None: by loudness."""
    elsewhere: Sequence[Position]
    """Positions for hearing announcements where they mean nothing; empty: each at its own."""

    def outcome(self, row: Row, number: int) -> Outcome:
        """Hear one recording in 40 ms blocks, as a microphone would send it, and score it."""
        words = spoken(row, position_of(row), self.language)
        said = parse(words, self.language)
        position, meant = self._scene(row, said, number)
        rng = np.random.default_rng([self.seed, number])
        sound, level_ms = disturbed(Recording(row.file).samples(), self.noise, rng, row.voice)
        recognizer = self.model.recognizer()
        begun = time.process_time()
        listened = self._listened(recognizer, sound, position)
        computing = time.process_time() - begun
        is_accepted = isinstance(listened.verdict, Accepted)
        end_ms = ends_at_ms(sound, words, self.aligned_by, level_ms)
        late = listened.decided_ms - end_ms + recognizer.last_decoding_ms
        is_measured = is_accepted and (late >= 0 or self.aligned_by is None)
        return Outcome(
            name=row.file.name,
            voice=row.voice,
            verdict=self._asked(listened, position),
            meant=meant,
            word_errors=edit_distance(said, _heard(listened, self.language)),
            words=len(said),
            sound_s=len(sound) / (1_000 * BYTES_PER_MS),
            computing_s=computing,
            latency_ms=late if is_measured else None,
        )

    def _scene(self, row: Row, said: Tokens, number: int) -> tuple[Position, str]:
        """Return the position in which the row is heard, and the meaning that is right there."""
        if not self.elsewhere:
            return position_of(row), row.uci
        return meaningless(said, self.elsewhere, number), NO_MOVE

    def _asked(self, listened: Listened, position: Position) -> Verdict:
        """Return the verdict, reduced to the choices that a player would be given."""
        heard, verdict = listened.heard, listened.verdict
        match verdict:
            case Accepted():
                return _where_to(verdict)
            case Unclear() if heard is not None:
                expectation = self._expectation(position)
                found = interpret(heard, expectation, self.language, self.caution)
                return _asked_about(found)
            case _:
                return verdict

    def _expectation(self, position: Position) -> Expectation:
        kind = WholeLanguage if self.any_move else Expectation
        return kind(position=position, commands=self.commands)

    def _listened(
        self, recognizer: MeasuredRecognizer, sound: bytes, position: Position
    ) -> Listened:
        expectation = self._expectation(position)
        return listen(recognizer, sent(sound), expectation, self.language, self.caution)


def _where_to(verdict: Accepted) -> Verdict:
    """Make a question of the first step of a move: the program asks for the second step."""
    return verdict if needs_nothing_more(verdict) else Unclear(beliefs=(verdict.belief,))


def _asked_about(found: Interpretation) -> Verdict:
    """Return the choices that a player is given; none if the program objects or ignores it."""
    match found.outcome:
        case Ambiguous(choices=choices) if choices:
            chosen = tuple(belief for belief in found.beliefs if belief.meaning in choices)
            return Unclear(beliefs=chosen)
        case Understood():
            return Unclear(beliefs=found.beliefs[:1])
        case _:
            return NothingFits(words=found.heard.hypotheses[0].words)


def _heard(listened: Listened, language: Language) -> Tokens:
    """Return the tokens of the likeliest words, without unknown ones.

    An exact recogniser's words are those that the verdict rests on.
    """
    heard = listened.heard
    words = heard.hypotheses[0].words if heard and heard.hypotheses else ()
    match listened.verdict:
        case Accepted(belief=belief) | Unclear(beliefs=(belief, *_)):
            words = belief.words if heard and heard.exact else words
        case Unclear(beliefs=()) | NothingFits():
            pass
    return tuple(token for token in parse(words, language) if token != UNKNOWN)
