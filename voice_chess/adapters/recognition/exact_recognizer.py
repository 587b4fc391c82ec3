"""The recogniser with a model of our own: scores every phrase of the grammar exactly.

The base class finds an utterance by its level. While it is open, network and search follow its
sound in batches of frames. At each possible end the search returns the best phrases and the best
rivals: beginnings, phrases of other positions, other words, other sounds. Words that are clear,
and that nothing continues, are settled and end early. A mere beginning is kept, because the next
utterance may be its rest.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np

from voice_chess.adapters.recognition.endpointed import EndpointedRecognizer, IsComplete
from voice_chess.adapters.recognition.model_files import check_our_model
from voice_chess.adapters.recognition.search_results import SearchResult, Weighing
from voice_chess.decoding.acoustic_model import CONFIDENCE, AcousticModel
from voice_chess.decoding.adaptation import Adaptation
from voice_chess.decoding.following import Following
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.graph import Compiler, Prices
from voice_chess.decoding.network import OUTPUT_SAMPLES
from voice_chess.decoding.search import Search
from voice_chess.decoding.voice_fit import turned
from voice_chess.session.ports import RecognizerLost
from voice_chess.sound import watermark
from voice_chess.sound.bandwidth import is_narrow
from voice_chess.sound.clipping import is_clipped
from voice_chess.sound.endpointer import Endpointing
from voice_chess.sound.noise_reduction import without_noise
from voice_chess.sound.sampling import SAMPLES_PER_MS, Waveform
from voice_chess.speech.understanding.confidence import of_text
from voice_chess.speech.understanding.hypothesis import (
    MEANINGLESS,
    WHOLE,
    Confidence,
    Heard,
    Kind,
)


def read_confidence(model: Path) -> Confidence:
    """Return the numbers of a model. Raises `RecognizerLost` if they are missing or damaged."""
    path = model / CONFIDENCE
    try:
        return of_text(path.read_text("utf-8"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as reason:
        message = f"{path} is damaged or missing ({reason}); install the model again"
        raise RecognizerLost(message) from reason


FOLLOWED_EVERY = 12
"""Frames to gather: fewer at a time cost more, as the network's weights are loaded each time."""

NUMBERS_ALONE = 45.0
"""Added to the score of numbers alone, in nats. Each number then pays `Prices.number`: one or two
explain an announcement by letters far worse than the letters do, but many explain any sound."""

COUNTED = 40.0
"""Added besides while somebody counts, in nats: "sechs" said slowly is up to 26 worse than
"c sechs", and a letter that a person really said leads its number alone by 35 and more."""

COUNTING_MS = 3_000
"""The time after numbers alone in which more of them are expected, in ms."""

KEPT_MS = 6_000
"""The time in which a begun announcement can be continued, in ms; later it was something else.
While its rest is asked for, it has no end."""

NOT_KEPT = -1
"""The sample until which a beginning is kept that is only wanted if its rest is asked for."""

BEGINNING: Kind = "beginning"
_NO_REST = MEANINGLESS | {"elsewhere"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactModel:
    """A loaded model of our own, shared by any number of recognisers."""

    acoustic: AcousticModel
    compiler: Compiler
    confidence: Confidence

    def knows(self, word: str) -> bool:
        """Whether the model has states for this word."""
        return word in self.acoustic.vocabulary.words

    def weighing(self, grammar: Grammar) -> Weighing:
        """Return what weighs the results of a search for this grammar."""
        return Weighing(compiler=self.compiler, confidence=self.confidence, grammar=grammar)

    def recognizer(
        self, rules: Endpointing | None = None, *, keeps_sound: bool = False
    ) -> "ExactRecognizer":
        """Return a new recogniser on this model."""
        return ExactRecognizer(self, rules, keeps_sound=keeps_sound)

    def with_words(
        self, phones: Mapping[str, Sequence[str]], gain_per_phone: float = 0.0
    ) -> "ExactModel":
        """Return the model with words that it has not learnt, each heard as its plain phones.

        A word with a phone that the model lacks stays unknown. `gain_per_phone`, in natural logs,
        is added for each phone of these words.
        """
        known = self.acoustic.vocabulary
        spelled = {
            word: states
            for word, said in phones.items()
            if word not in known.words and (states := known.states_of(said)) is not None
        }
        gains = {
            word: gain_per_phone * sum(phone in known.phones for phone in phones[word])
            for word in spelled
        }
        vocabulary = replace(
            known, words={**known.words, **spelled}, gains={**known.gains, **gains}
        )
        return replace(
            self,
            acoustic=replace(self.acoustic, vocabulary=vocabulary),
            compiler=Compiler(vocabulary, Prices()),
        )

    def turned(self, adaptations: Sequence[Adaptation]) -> "ExactModel":
        """Return the model adapted to one voice."""
        return replace(self, acoustic=turned(self.acoustic, adaptations))


def load_exact_model(path: Path) -> ExactModel:
    """Load a model of our own. Raises `RecognizerLost`."""
    check_our_model(path)
    try:
        confidence = read_confidence(path)
        acoustic = AcousticModel.read(path)
    except (OSError, ValueError) as reason:
        message = f"The model in {path} can't be loaded ({reason}); install it again"
        raise RecognizerLost(message) from reason
    compiler = Compiler(acoustic.vocabulary, Prices())
    return ExactModel(acoustic=acoustic, compiler=compiler, confidence=confidence)


class ExactRecognizer(EndpointedRecognizer):
    """One speaker's recogniser on a shared model."""

    def __init__(
        self, model: ExactModel, rules: Endpointing | None = None, *, keeps_sound: bool = False
    ) -> None:
        """`keeps_sound`: the last utterance can be heard again in another language."""
        super().__init__(rules)
        self._model = model
        self._keeps_sound = keeps_sound
        self._last: _LastHeard | None = None
        self._grammar = Grammar(phrases=())
        self._following = self._anew()
        self._begun: _Begun | None = None
        self._heard: Heard | None = None
        self._heard_until = (0, False)
        self._spoken_until = 0
        """The sample at which the last word of the latest decoding ends."""
        self._counting_until = 0
        """The sample up to which speech that begins probably goes on with numbers alone."""

    def expect(self, grammar: Grammar, is_complete: IsComplete | None = None) -> None:
        """Set the grammar; `is_complete` says which words may end after a short silence already."""
        self._is_complete = is_complete or (lambda _: True)
        if grammar != self._grammar:
            self._grammar = grammar
            self._following = self._anew()
            self._heard = None
            self._begin()

    def attend(self, model: ExactModel) -> None:
        """Use this model from the next `expect` on: the same one, adapted to the next speaker."""
        if model is not self._model:
            self._model = model
            self._grammar = Grammar(phrases=())

    def again(self, model: ExactModel, grammar: Grammar) -> Heard | None:
        """Return the last utterance as another model and grammar hear it; None if none is kept.

        It is heard alone, without what was begun before it, and ends where it did.
        """
        last = self._last
        if last is None or last.heard.exact is None:
            return None
        following = Following(model.acoustic, Search(model.compiler.graph(grammar)))
        following.go_on([without_noise(last.sound) if last.is_in_hiss else last.sound])
        above_room_db = last.heard.exact.above_room_db
        found = model.weighing(grammar).found(following, above_room_db, NUMBERS_ALONE)
        return replace(
            last.heard,
            hypotheses=found.hypotheses,
            exact=found.exact,
            is_begun=found.is_begun,
            is_settled=found.is_settled,
            is_continued=False,
            is_rest_awaited=False,
        )

    def _forget(self) -> None:
        super()._forget()
        self._heard = None
        self._begin()

    def _begin(self) -> None:
        """Begin to follow an utterance; what was begun stays only if its rest is asked for."""
        if not self._grammar.goes_on:
            self._begun = None
        self._following.begin()

    def _go_on(self) -> None:
        """Follow the open utterance up to now, behind what was begun, if anything."""
        following = self._following
        if self._begun is not None and following.is_new:
            following.go_on([self._begun.sound])
            following.pause()
        following.go_on(self._ends.sound_from(following.frames))

    def _anew(self) -> Following:
        model = self._model
        return Following(model.acoustic, Search(model.compiler.graph(self._grammar)))

    def _follow(self) -> None:
        """Follow the sound as it comes; in a room that hisses, wait for its end.

        There the hiss is removed from the whole utterance at once.
        """
        ends = self._ends
        if self._is_begun_too_long_ago:
            self._begun = None
        if not ends.room_is_steady and ends.frames - self._following.frames >= FOLLOWED_EVERY:
            self._go_on()

    @property
    def _is_begun_too_long_ago(self) -> bool:
        """Whether the open utterance can't be the rest of what was begun, for which nobody asks."""
        if self._begun is None or self._grammar.goes_on:
            return False
        return self._ends.start_sample > self._begun.until

    def _ended(self) -> Heard | None:
        """Return the utterance if nothing more will come of it.

        The longer the silence, the less is demanded: first only words that the rules of the game
        settle end, then complete ones, then all but a mere beginning, at last that, too. An
        utterance that was decoded too often already only waits for the last of these.
        """
        ends = self._ends
        if ends.is_too_long or (ends.is_given_up and not self._may_try):
            return self._closed(self._now())
        if not ends.may_be_over or not self._may_try:
            return None
        heard = self._now()
        may_be_over = self._is_settled_by_now(heard) or ends.is_long_silent
        is_over = self._is_given_up or (may_be_over and self._is_complete(heard))
        must_be_over = ends.must_be_over or (is_over and not heard.is_begun)
        return self._closed(heard) if must_be_over else None

    def _is_settled_by_now(self, heard: Heard) -> bool:
        """Whether nothing need be waited for: after a square alone somewhat longer."""
        if not heard.is_settled:
            return False
        is_origin = " ".join(heard.hypotheses[0].words) in self._grammar.origins
        return not is_origin or self._ends.may_be_over_at_an_origin

    @property
    def _is_given_up(self) -> bool:
        """Whether the silence is too long for any utterance except a mere beginning.

        A hiss covers the weak sounds at the ends of words: there the search finds where the last
        word ended. Among other voices the search would include theirs, and the level decides.
        """
        ends = self._ends
        return ends.is_given_up and not (
            ends.room_is_steady and ends.goes_on_from(self._spoken_until)
        )

    def _now(self) -> Heard:
        """Decode twice for each possible end of speech: after a short and after a long silence."""
        until = (self._ends.speech_end_sample, self._ends.is_long_silent)
        if self._heard is None or self._heard_until != until:
            self._heard, self._heard_until = self._try(), until
        return self._heard

    def _closed(self, heard: Heard) -> Heard:
        """Close the utterance; keep its sound if it was only begun, as the rest may come next.

        If what comes is not the rest (another person spoke, or no legal rest came), the beginning
        waits on for the utterance after that. What sounds more like other words is no beginning: a
        "nein" between people was kept as one of „mein Brett“, and spoilt the move that came next.
        """
        self._heard = None
        if heard.hypotheses and heard.hypotheses[0].kind == "numbers":
            self._counting_until = self._ends.position + COUNTING_MS * SAMPLES_PER_MS
        if heard.is_begun and not _are_other_words(heard):
            kept_until = self._ends.position + KEPT_MS * SAMPLES_PER_MS
            self._begun = self._beginning_in(heard, kept_until)
        elif self._begun is not None and _is_no_rest(heard):
            heard = replace(heard, is_rest_awaited=True)
        else:
            self._begun = self._beginning_in(heard, NOT_KEPT)
        self._following.begin()
        return super()._closed(heard)

    def _decoded(self) -> Heard:
        """Decode what was said so far: behind what was begun, if it is the rest of that."""
        began = time.process_time()
        heard = self._decode(is_continued=self._begun is not None)
        if self._begun is not None and self._grammar.goes_on:
            heard = self._reply(self._begun, heard)
        self.last_decoding_ms = 1000 * (time.process_time() - began)
        self._keep(heard)
        return heard

    def _reply(self, begun: "_Begun", together: Heard) -> Heard:
        """Return what replies to the question for the rest: with what was begun, or by itself.

        Behind "c sieben c" a short "sechs" is surely that, and by itself another move, "c sechs".
        But a command may be said, too, such as "nein", which is then no "eins".
        """
        goes_on = begun.goes_on_in(together)
        if goes_on and not _are_freer_words(together):
            return together
        alone = self._decode(is_continued=False)
        return together if goes_on and not self._is_command(alone) else alone

    def _is_command(self, heard: Heard) -> bool:
        """Whether the best words are a whole phrase without any word of a move."""
        said_in_moves = {*chain(self._grammar.numbers, *self._grammar.exchanged)}
        best = heard.hypotheses[:1]
        return any(each.kind in WHOLE and not said_in_moves & {*each.words} for each in best)

    def _beginning_in(self, heard: Heard, until: int) -> "_Begun | None":
        """Return the beginning that this utterance means, if it means one; the best may be illegal.

        It is kept until this sample, or as long as its rest is asked for.
        """
        meant = (each for each in heard.hypotheses if each.kind in WHOLE or each.kind == BEGINNING)
        best = next(meant, None)
        if best is None or best.kind != BEGINNING:
            return None
        return _Begun(
            sound=self._sound(is_continued=heard.is_continued),
            words=best.words,
            until=until,
        )

    def _decode(self, *, is_continued: bool) -> Heard:
        """Decode without steady noise and at one level, with what is continued or alone."""
        ends, sound = self._ends, self._sound(is_continued=is_continued)
        # Behind a question the reply counts from its own beginning.
        counted = ends.utterance() if self._grammar.goes_on else sound
        is_own_voice = watermark.is_own_voice(sound)
        following = self._followed(sound, is_followed=is_continued or self._begun is None)
        level_dbfs = float(20 * np.log10(following.level / 32768 + 1e-9))
        above_room_db = level_dbfs - ends.room_dbfs
        found = None if is_own_voice else self._found(following, above_room_db)
        silent = found.silent_outputs * OUTPUT_SAMPLES if found else len(sound)
        self._spoken_until = ends.position - silent
        return Heard(
            hypotheses=found.hypotheses if found else (),
            is_own_voice=is_own_voice,
            started_ms=(ends.position - len(counted)) // SAMPLES_PER_MS,
            ended_ms=ends.speech_end_sample // SAMPLES_PER_MS,
            level_dbfs=level_dbfs,
            exact=found.exact if found else None,
            is_begun=found is not None and found.is_begun,
            is_settled=found is not None and found.is_settled,
            is_continued=is_continued,
            is_torn=ends.is_torn and not is_continued,
            is_narrow=is_narrow(sound),
            is_clipped=is_clipped(sound),
        )

    def _sound(self, *, is_continued: bool) -> Waveform:
        """Return the sound of the open utterance, behind what it continues."""
        sound = self._ends.utterance()
        if self._begun is None or not is_continued:
            return sound
        return np.concatenate([self._begun.sound, sound])

    def _followed(self, sound: Waveform, *, is_followed: bool) -> Following:
        """Return the search through this sound; in a room that hisses nothing was followed yet."""
        ends = self._ends
        if is_followed and not ends.room_is_steady:
            self._go_on()
            return self._following
        following = Following(self._model.acoustic, self._following.search)
        following.go_on([without_noise(sound) if ends.room_is_steady else sound])
        return following

    def _keep(self, heard: Heard) -> None:
        """Keep the sound of this utterance, if it may be wanted again."""
        ends = self._ends
        if self._keeps_sound:
            self._last = _LastHeard(
                heard=heard, sound=ends.utterance(), is_in_hiss=ends.room_is_steady
            )

    def _found(self, following: Following, above_room_db: float) -> SearchResult:
        is_counting = self._ends.start_sample < self._counting_until
        gain = NUMBERS_ALONE + (COUNTED if is_counting else 0.0)
        return self._model.weighing(self._grammar).found(following, above_room_db, gain)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Begun:
    """What was only begun: its sound, its words, and the sample up to which it is kept."""

    sound: Waveform
    words: tuple[str, ...]
    until: int

    def goes_on_in(self, heard: Heard) -> bool:
        """Whether the best words of an utterance together with this are these words and more."""
        if not heard.hypotheses:
            return False
        best, count = heard.hypotheses[0], len(self.words)
        is_longer = best.words[:count] == self.words and len(best.words) > count
        return is_longer and (best.kind in WHOLE or best.kind == BEGINNING)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _LastHeard:
    """The last utterance as it was heard first, its sound, and whether the room hissed."""

    heard: Heard
    sound: Waveform
    is_in_hiss: bool


def _is_no_rest(heard: Heard) -> bool:
    """Whether the beginning and this utterance together make nothing that can be said now."""
    return not heard.hypotheses or heard.hypotheses[0].kind in _NO_REST


def _are_other_words(heard: Heard) -> bool:
    """Whether words in any order, though each has a price, explain it better than a beginning."""
    return heard.exact is not None and heard.exact.words > heard.exact.beginning


def _are_freer_words(heard: Heard) -> bool:
    """Whether words in any order explain it better than the best phrase."""
    best, exact = heard.hypotheses[:1], heard.exact
    return exact is not None and any(exact.words > each.log_likelihood for each in best)
