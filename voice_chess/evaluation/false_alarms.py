"""Measures false alarms: none of these sounds is an announcement, so none may become a move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from voice_chess.acoustics.manifest import BadManifest
from voice_chess.compose.recordings import BLOCK_BYTES, Recording
from voice_chess.evaluation.recordings import TAIL
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.listening.one_recording import Listened, listen
from voice_chess.session.listening.recognizer_model import MeasuredRecognizer, RecognizerModel
from voice_chess.sound.sampling import BYTES_PER_MS, in_blocks
from voice_chess.speech.understanding.interpret import Meaning, MoveMeaning
from voice_chess.speech.understanding.scoring import Accepted, Caution, Unclear

ENDINGS = frozenset({".flac", ".wav", ".ogg", ".mp3", ".aiff"})


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherSound:
    """One recording that is no announcement, and what recognition made of it."""

    name: str
    seconds: float
    listened: Listened

    @property
    def taken_for(self) -> Meaning | None:
        """The move or command that was accepted, or None."""
        verdict = self.listened.verdict
        return verdict.belief.meaning if isinstance(verdict, Accepted) else None


def sounds_in(folder: Path) -> list[Path]:
    """Return every sound file in a folder and below it. Raises `BadManifest` if there is none."""
    files = sorted(p for p in folder.rglob("*") if p.suffix.lower() in ENDINGS)
    if not files:
        message = f"There are no sound files in {folder}; name a folder with recordings"
        raise BadManifest(message)
    return files


def hear_others(
    files: Iterable[Path],
    expectations: Sequence[Expectation],
    language: Language,
    model: RecognizerModel,
    caution: Caution,
) -> list[OtherSound]:
    """Hear these files, each anew; the expectations are used in turn, one for each file."""
    return [
        _heard(file, expectation, language, model.recognizer(), caution)
        for file, expectation in zip(files, cycle(expectations), strict=False)
    ]


def _heard(
    file: Path,
    expectation: Expectation,
    language: Language,
    recognizer: MeasuredRecognizer,
    caution: Caution,
) -> OtherSound:
    sound = Recording(file).whole()
    blocks = [*in_blocks(sound, BLOCK_BYTES), TAIL]
    listened = listen(recognizer, blocks, expectation, language, caution)
    seconds = len(sound) / (1_000 * BYTES_PER_MS)
    return OtherSound(name=file.name, seconds=seconds, listened=listened)


def counts(others: Sequence[OtherSound]) -> dict[str, float]:
    """Count the sounds taken for a move or a command, asked about, and passed over."""
    accepted = [other for other in others if other.taken_for is not None]
    moves = sum(isinstance(other.taken_for, MoveMeaning) for other in accepted)
    asked = sum(isinstance(other.listened.verdict, Unclear) for other in others)
    return {
        "recordings": len(others),
        "minutes": round(sum(other.seconds for other in others) / 60, 1),
        "accepted_moves": moves,
        "accepted_commands": len(accepted) - moves,
        "asks": asked,
        "passed_over": len(others) - len(accepted) - asked,
    }


def table(others: Sequence[OtherSound]) -> str:
    """Format the counts, one a line, then name each sound that was wrongly accepted."""
    lines = [f"{name.replace('_', ' ')}: {count}" for name, count in counts(others).items()]
    taken = (other for other in others if other.taken_for is not None)
    return "\n".join((*lines, *(f"WRONG {other.name}: {other.taken_for}" for other in taken)))
