"""Measures how well the ear at the front door hears the sentence that begins a game.

    python -m tests.benchmarks.game_wishes de mb-de2 mb-de4 mb-de5 mb-de6 mb-de7
    python -m tests.benchmarks.game_wishes pl mb-pl1 --snr 10

Each voice says once each of the times that the ear listens for, with a beginning and a colour, or
no colour, by lot. The voices are those of MBROLA, through the `espeak-ng` that the system has
installed; no ear was trained with them. It counts how often the right game was understood, a wrong
one, and how often the ear asked with the right game among the choices. Then the first two voices
say everyday sentences and commands of a game: each game that these begin is an error.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tests.benchmarks.announcements import SoundsMissing, read_aloud
from voice_chess.acoustics.everyday_speech import everyday_sentences
from voice_chess.adapters.recognition.recognizer_pool import RecognizerPool
from voice_chess.by_color import SIDES
from voice_chess.languages.language import Language, load_language
from voice_chess.languages.phrases import SEAM
from voice_chess.settings import Settings
from voice_chess.sound.chance import Rng, one_of
from voice_chess.sound.noise_mixing import Disturbance, steady
from voice_chess.speech.counting import number_words
from voice_chess.speech.understanding.game_wish import (
    LEVEL_NAMES,
    SPOKEN_TIMES,
    GameWish,
    wish_grammar,
)
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.wish_decision import (
    Decision,
    Doubtful,
    NoWish,
    Wished,
    decided,
    is_whole,
)

PINK = 1.0
SILENCE = 16_000
"""Samples around what is said."""

HISS = 15.0
"""A quiet room, in units of 16-bit samples."""
STRANGERS = 12
COMMANDS = ("offer-draw", "resign", "last-move", "press")


def sentences(
    language: Language, rng: Rng, *, has_levels: bool = False
) -> Iterator[tuple[str, GameWish]]:
    """Yield a sentence for each time, and its wish; with a level, the parts in random order."""
    words = language.wish
    for minutes, seconds in SPOKEN_TIMES:
        side = one_of(rng, (None, None, *SIDES))
        said = [number_words(each, language).replace(SEAM, "") for each in (minutes, seconds)]
        time = f" {one_of(rng, words['plus'])} ".join(said)
        colour = f", {words[side][0]}" if side else ""
        wish = GameWish(time=f"{minutes}+{seconds}", colour=side)
        head = one_of(rng, words["computer"])
        if not has_levels:
            yield f"{head}, {time}{colour}.", wish
            continue
        level = one_of(rng, LEVEL_NAMES)
        parts = [time, colour.removeprefix(", "), words[f"level:{level}"][0]]
        order = rng.permutation(len(parts))
        told = ", ".join(parts[place] for place in order if parts[place])
        yield f"{head}, {told}.", replace(wish, level=level)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A voice that speaks to the ear at the front door."""

    voice: str
    language: Language
    ears: RecognizerPool
    noise: Disturbance | None

    def heard(self, text: str, rng: Rng) -> list[Decision] | None:
        """Return what the ear decides on each utterance; None if the voice lacks a sound."""
        try:
            samples = read_aloud(text, self.voice, float(rng.uniform(0.85, 1.15)))
        except SoundsMissing:
            return None
        clean = 0.5 * samples.astype(np.float32)
        sound = self.noise.on(clean, rng, self.voice) if self.noise else clean
        room = rng.normal(0, HISS, SILENCE + len(sound) + 2 * SILENCE)
        room[SILENCE : SILENCE + len(sound)] += sound
        ear = self.ears.beside_games(self.language.id)
        ear.expect(wish_grammar(self.language), lambda each: is_whole(each, self.language))
        found: list[Heard] = []
        utterance = ear.hear(np.clip(room, -32_768, 32_767).astype("<i2").tobytes())
        while utterance is not None:
            found.append(utterance)
            utterance = ear.hear(b"")
        last = ear.flush()
        return [decided(each, self.language) for each in (*found, *([last] if last else []))]


def outcome(decisions: Sequence[Decision] | None, wish: GameWish) -> str:
    """Return the outcome by the first decision that would show the visitor something."""
    if decisions is None:
        return "sounds missing"
    for decision in decisions:
        match decision:
            case Wished(wish=found):
                return "right" if found == wish else "wrong"
            case Doubtful(wishes=choices):
                return "asked" if wish in choices else "asked about others"
            case NoWish():
                continue
    return "not understood"


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m tests.benchmarks.game_wishes", description=__doc__)
    parser.add_argument("language")
    parser.add_argument("voices", nargs="+")
    parser.add_argument("--snr", type=float, help="pink noise so many decibels below the voice")
    parser.add_argument("--levels", action="store_true", help="each says a level, somewhere")
    chosen = parser.parse_args(arguments)
    language, rng = load_language(chosen.language), np.random.default_rng(16)
    ears = RecognizerPool(Settings.from_environment().models)
    noise = (
        None
        if chosen.snr is None
        else Disturbance(name="pink", snr_db=chosen.snr, noise=steady(PINK))
    )
    visitors = [
        Visitor(voice=voice, language=language, ears=ears, noise=noise) for voice in chosen.voices
    ]
    counts = Counter(
        outcome(visitor.heard(text, rng), wish)
        for visitor in visitors
        for text, wish in sentences(language, rng, has_levels=chosen.levels)
    )
    commands = (language.words[name][0] for name in COMMANDS)
    talk = (*everyday_sentences().get(language.id, [])[:STRANGERS], *commands)
    begun = sum(
        any(isinstance(each, Wished) for each in visitor.heard(text, rng) or ())
        for visitor in visitors[:2]
        for text in talk
    )
    others = len(talk) * len(visitors[:2])
    sys.stdout.write(f"{language.id}: {dict(counts)}; games begun by {others} others: {begun}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
