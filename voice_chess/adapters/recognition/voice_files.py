"""The players' own files: what each has read aloud, and how the ear was adapted to it.

A file is NumPy's archive of arrays: sound, and what it says as JSON. It holds nothing else about
the player. To delete the file deletes everything.
"""

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from voice_chess.adapters.documents.record_files import unfinished_of, write_whole
from voice_chess.damages import DAMAGED_ARRAYS
from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.adaptation import Adaptation
from voice_chess.decoding.voice_fit import MOST, Fit, SpokenExample, Tried
from voice_chess.own_command import own_command
from voice_chess.session.ports import PortError
from voice_chess.sound.sampling import as_pcm

FOLDER = "voices"
_SUFFIX = ".npz"
_ABOUT = "about"
_VERSION = 1
_LONGEST = 200
"""The longest file name, in bytes. All systems allow 255, and a letter here can take six."""

_DAMAGED: tuple[type[Exception], ...] = (*DAMAGED_ARRAYS, AttributeError)
"""What reading raises for a damaged file; the last of these for JSON of another kind."""


class VoiceFileDamaged(PortError):
    """A player's own file is not as it was written; the message says which and what to do."""


class NewerVoiceFile(VoiceFileDamaged):
    """The file is whole, but of a newer version: it can't be read, and must not be changed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OwnEar:
    """What is stored of one player. `model` is the digest of the networks that the fit is for."""

    name: str
    model: str
    readings: tuple[SpokenExample, ...]
    fit: Fit
    learns: bool = False
    """Whether the player has agreed that confirmed announcements are stored, too."""

    def adaptations_for(self, model: AcousticModel) -> tuple[Adaptation, ...]:
        """Return the adaptations; none for other networks than those of the fit."""
        return self.fit.adaptations if self.model == digest_of(model) else ()


def digest_of(model: AcousticModel) -> str:
    """Return a digest that identifies the networks of a model."""
    digest = sha256()
    for network in model.networks:
        for layer in network.layers:
            digest.update(layer.weight.tobytes() + layer.bias.tobytes())
    return digest.hexdigest()


def path_of(data: Path, name: str) -> Path:
    """Return the path for a player's name, whatever its capitals; a long name ends in a digest."""
    plain = name.strip().casefold()
    letters = plain.encode("utf-8", "surrogateescape")
    quoted = quote(letters, safe=" ")
    if len(quoted) > _LONGEST:
        digest = sha256(letters).hexdigest()
        quoted = f"{quoted[: _LONGEST - len(digest)]}{digest}"
    return data / FOLDER / f"{quoted}{_SUFFIX}"


def exists(data: Path, name: str) -> bool:
    return bool(name.strip()) and path_of(data, name).is_file()


def delete(data: Path, name: str) -> bool:
    """Delete the file, and what is left of an unfinished one; return False if there was neither.

    Raises `OSError`.
    """
    path = path_of(data, name)
    found = [each for each in (path, unfinished_of(path)) if each.is_file()]
    for each in found:
        each.unlink()
    return bool(found)


def write(data: Path, ear: OwnEar) -> Path:
    """Write the file, whole or not at all, with the latest readings. Raises `JournalLost`."""
    path = path_of(data, ear.name)
    readings, tried = ear.readings[-MOST:], ear.fit.tried
    about = {
        "version": _VERSION,
        "name": ear.name,
        "model": ear.model,
        "learns": ear.learns,
        "tried": [tried.examples, tried.right_before, tried.right_after],
        "words": [" ".join(reading.words) for reading in readings],
        "samples": [len(reading.sound) for reading in readings],
    }
    sound = [as_pcm(each.sound) for each in readings]
    arrays: dict[str, Any] = {
        _ABOUT: np.frombuffer(json.dumps(about).encode(), np.uint8),
        "sound": np.concatenate(sound) if sound else np.zeros(0, "<i2"),
    }
    for number, adaptation in enumerate(ear.fit.adaptations):
        arrays[f"change{number}"] = np.stack([adaptation.gain, adaptation.offset])
    packed = BytesIO()
    np.savez_compressed(packed, **arrays)
    return write_whole(path, packed.getvalue())


def read(data: Path, name: str) -> OwnEar:
    """Read the file. Raises `VoiceFileDamaged`, which is `NewerVoiceFile` of a newer version's."""
    path = path_of(data, name)
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
            about = json.loads(arrays[_ABOUT].tobytes())
            if about["version"] > _VERSION:
                raise _newer(path)
            return _ear(about, arrays)
    except _DAMAGED as reason:
        # NumPy's messages are advice to programmers.
        told = getattr(reason, "strerror", None) or "it holds no voice"
        message = (
            f"The voice file {path} is damaged or missing ({told}); "
            f"delete it with: {own_command()} enrol {shlex.quote(name)} --delete "
            f"--data {shlex.quote(str(data))}"
        )
        raise VoiceFileDamaged(message) from reason


def _newer(path: Path) -> NewerVoiceFile:
    return NewerVoiceFile(
        f"The voice file {path} was written by a newer version of voice-chess: use that version, "
        "or choose another data folder."
    )


def _ear(about: dict[str, Any], arrays: Any) -> OwnEar:
    ends = np.cumsum(about["samples"], dtype=int)
    parts = np.split(arrays["sound"].astype(np.float32), ends[:-1]) if len(ends) else []
    readings = [
        SpokenExample(words=tuple(words.split()), sound=sound)
        for words, sound in zip(about["words"], parts, strict=True)
    ]
    changes: Sequence[Any] = [arrays[name] for name in arrays.files if name.startswith("change")]
    examples, before, after = about["tried"]
    return OwnEar(
        name=about["name"],
        model=about["model"],
        learns=bool(about["learns"]),
        readings=tuple(readings),
        fit=Fit(
            adaptations=tuple(Adaptation(gain=gain, offset=offset) for gain, offset in changes),
            tried=Tried(examples=examples, right_before=before, right_after=after),
        ),
    )
