"""The players at one table whom the ear knows: it is turned to them, and learns from their games.

An announcement counts as an example once it was confirmed by its press, and only for players who
have agreed to that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np

from voice_chess.adapters.recognition import players_voices
from voice_chess.adapters.recognition.exact_recognizer import ExactModel
from voice_chess.adapters.recognition.players_voices import OwnEar, digest_of
from voice_chess.adapters.sound_record.audio_archive import announcements_in, sound_in
from voice_chess.decoding.voice_fit import MOST, SpokenExample, fitted, likeliest
from voice_chess.game.events import Event
from voice_chess.game.evolve import replay
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.session.listening.enrolled_voice import AnnouncedSound
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.interpret import interpret
from voice_chess.speech.understanding.meaning import MoveMeaning
from voice_chess.speech.understanding.parse import parse


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableVoices:
    """By side, White under True: what is kept of the player, and the model turned to them."""

    data: Path
    plain: ExactModel
    ears: Mapping[bool, OwnEar]
    turned: Mapping[bool, ExactModel]

    @classmethod
    def at_table(cls, data: Path, model: ExactModel, names: tuple[str, str]) -> Self:
        """White's name first. Raises `VoiceFileDamaged`."""
        ears = {
            white: players_voices.read(data, name)
            for white, name in zip((True, False), names, strict=True)
            if players_voices.exists(data, name)
        }
        changes = {white: ear.adaptations_for(model.acoustic) for white, ear in ears.items()}
        turned = {white: model.turned(change) for white, change in changes.items() if change}
        return cls(data=data, plain=model, ears=ears, turned=turned)

    def model_for(self, white: bool | None) -> ExactModel:  # noqa: FBT001 - names a side, switches nothing
        """The one that hears this player best."""
        return self.plain if white is None else self.turned.get(white, self.plain)

    def told(self) -> Iterator[tuple[str, OwnEar]]:
        """What is to be told of each voice, by the name of a text for the screen."""
        digest = digest_of(self.plain.acoustic) if self.ears else ""
        for white, ear in self.ears.items():
            if white in self.turned:
                yield "enrol-uses", ear
            elif ear.model != digest:
                yield "enrol-other", ear

    def learnt(
        self, events: Sequence[Event], sound: Path, language: Language
    ) -> Iterator[tuple[OwnEar, int]]:
        """Learn from the players who agreed; return each with how many examples came in.

        Raises `JournalLost`.
        """
        for white, ear in self.ears.items():
            if not ear.learns:
                continue
            found = confirmed(self.plain, events, sound, language, white=white)
            # A game that was adjourned comes by again.
            new = [each for each in found if not any(map(each.is_same_as, ear.readings))]
            if new:
                players_voices.write(self.data, relearnt(self.plain, ear, new))
                yield ear, len(new)


def relearnt(model: ExactModel, ear: OwnEar, new: Iterable[SpokenExample]) -> OwnEar:
    """The same with more examples, turned anew as far as that helps."""
    readings = (*ear.readings, *new)[-MOST:]
    fit = fitted(model.acoustic, readings)
    return replace(ear, readings=readings, fit=fit, model=digest_of(model.acoustic))


def confirmed(
    model: ExactModel, events: Sequence[Event], sound: Path, language: Language, *, white: bool
) -> tuple[SpokenExample, ...]:
    """The announcements of one side that stand, as they sounded, in the words that fit best."""
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
    """Announcements in the words that fit their sound best.

    A move that was typed has no sound, and that of an answer fits no words of the move.
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
    """Each move that stands, and the position before it; what waits for its press is none yet."""
    position = replay(events).position
    for number, uci in enumerate(position.moves):
        yield position.rewound(number), uci
