"""The players at one table whose voices are stored: the ear adapts to them and learns from games.

An announcement becomes an example once its player has confirmed it by the press of the clock, and
only with the consent of that player.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np

from voice_chess.adapters.recognition import voice_files
from voice_chess.adapters.recognition.exact_recognizer import ExactModel
from voice_chess.adapters.recognition.voice_files import OwnEar, digest_of
from voice_chess.adapters.sound_record.audio_archive import announcements_in, sound_in
from voice_chess.decoding.voice_fit import MOST, SpokenExample, fitted, likeliest
from voice_chess.game.events import Event
from voice_chess.game.evolve import replay
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.session.listening.enrolled_voice import AnnouncedSound
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.interpret import MoveMeaning, interpret
from voice_chess.speech.understanding.parse import parse


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableVoices:
    """For each side, with True for White: the stored voice, and the model adapted to it."""

    data: Path
    plain: ExactModel
    ears: Mapping[bool, OwnEar]
    turned: Mapping[bool, ExactModel]

    @classmethod
    def at_table(cls, data: Path, model: ExactModel, names: tuple[str, str]) -> Self:
        """Read the voices of these players, White's name first. Raises `VoiceFileDamaged`."""
        ears = {
            white: voice_files.read(data, name)
            for white, name in zip((True, False), names, strict=True)
            if voice_files.exists(data, name)
        }
        changes = {white: ear.adaptations_for(model.acoustic) for white, ear in ears.items()}
        turned = {white: model.turned(change) for white, change in changes.items() if change}
        return cls(data=data, plain=model, ears=ears, turned=turned)

    def model_for(self, *, white: bool | None) -> ExactModel:
        """Return the model that hears this player best; None stands for an unknown player."""
        return self.plain if white is None else self.turned.get(white, self.plain)

    def told(self, *, white: bool) -> str | None:
        """Return the name of the screen's text about this player's stored voice, if there is one.

        Nothing is told of a voice that nothing was gained by adapting to.
        """
        ear = self.ears.get(white)
        if ear is None:
            return None
        if white in self.turned:
            return "enrol-uses"
        return "enrol-other" if ear.model != digest_of(self.plain.acoustic) else None

    def learnt(
        self, events: Sequence[Event], sound: Path, language: Language, *, white: bool
    ) -> int:
        """Learn from this player if they agreed; return the number of new examples.

        Raises `JournalLost`.
        """
        ear = self.ears.get(white)
        if ear is None or not ear.learns:
            return 0
        found = confirmed(self.plain, events, sound, language, white=white)
        # An adjourned game is learnt from again when it goes on.
        new = [each for each in found if not any(map(each.is_same_as, ear.readings))]
        if new:
            voice_files.write(self.data, relearnt(self.plain, ear, new))
        return len(new)


def relearnt(model: ExactModel, ear: OwnEar, new: Iterable[SpokenExample]) -> OwnEar:
    """Return the ear with more examples, adapted anew if that helps."""
    readings = (*ear.readings, *new)[-MOST:]
    fit = fitted(model.acoustic, readings)
    return replace(ear, readings=readings, fit=fit, model=digest_of(model.acoustic))


def confirmed(
    model: ExactModel, events: Sequence[Event], sound: Path, language: Language, *, white: bool
) -> tuple[SpokenExample, ...]:
    """Return one side's announcements that stand, as sound and the words that fit it best."""
    said = {found.ply: found for found in announcements_in(sound)} if sound.is_dir() else {}
    announced = []
    for before, uci in _pressed(events):
        found = said.get(before.ply + 1)
        if before.white_to_move is not white or found is None or found.uci != uci:
            continue
        samples = np.frombuffer(sound_in(sound, found), "<i2").astype(np.float32)
        announced.append(AnnouncedSound(before=before, uci=uci, sound=samples))
    return examples_of(model, announced, language)


def examples_of(
    model: ExactModel, announced: Iterable[AnnouncedSound], language: Language
) -> tuple[SpokenExample, ...]:
    """Return announcements with the words that fit their sound best.

    A typed move has no sound, and sound of an answer fits no words of the move: both are left out.
    """
    readings = []
    for each in announced:
        meant = MoveMeaning(uci=each.uci)
        ways = [
            phrase
            for phrase in phrases_for(each.before, language)
            if meant in interpret(parse(phrase, language), each.before, frozenset())
        ]
        words = likeliest(model.acoustic, each.sound, ways)
        if words is not None:
            readings.append(SpokenExample(words=words, sound=each.sound))
    return tuple(readings)


def _pressed(events: Sequence[Event]) -> Iterator[tuple[Position, str]]:
    """Yield each completed move and the position before it; one without its press is left out."""
    position = replay(events).position
    for number, uci in enumerate(position.moves):
        yield position.rewound(number), uci
