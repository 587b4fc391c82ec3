"""The voices that players have enrolled from their pages, each under a key of its own.

Its key is needed to use or to delete a voice. The file is named by the key's digest, so that nobody
finds a key among the server's files. A voice that nobody uses for a year is deleted.
"""

import logging
import os
import re
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from voice_chess.adapters.recognition import voice_files
from voice_chess.adapters.recognition.exact_recognizer import ExactModel
from voice_chess.adapters.recognition.recognizer_models import with_orders, with_words_beside_games
from voice_chess.adapters.recognition.recognizer_pool import RecognizerPool
from voice_chess.adapters.recognition.table_voices import examples_of, relearnt
from voice_chess.adapters.recognition.voice_files import NewerVoiceFile, OwnEar, VoiceFileDamaged
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.decoding.voice_fit import Fit, SpokenExample, Tried
from voice_chess.languages.language import load_language
from voice_chess.plain_error import why_and_what_now
from voice_chess.session.listening.enrolled_voice import AnnouncedSound, EnrolledVoice, VoiceKey
from voice_chess.session.ports import JournalLost, Recognizer

UNUSED_S = 365 * 24 * 3_600
MOST_VOICES = 1_000
"""The most voices kept, of about a megabyte each; with this many, nobody new is enrolled."""
_DIGEST = re.compile("[0-9a-f]{64}")
_UNTRIED = Fit(adaptations=(), tried=Tried(examples=0))
_log = logging.getLogger(__name__)


class EnrolledVoices:
    """Voices as files in the data folder, for any thread. Writing raises `JournalLost`."""

    def __init__(self, data: Path, ears: RecognizerPool) -> None:
        self._data = data
        self._ears = ears
        self._writing = threading.Lock()
        self._forget_unused()

    def learns_voices(self, language_id: str) -> bool:
        """Whether our own model hears this language. Blocks; raises `RecognizerLost`."""
        return self._ears.hears(language_id) and self._model(language_id) is not None

    def voice(self, key: VoiceKey) -> EnrolledVoice | None:
        """Return what is stored under this key, or None."""
        kept = self._read(key)
        return None if kept is None else _told(kept)

    def recognizer(self, language_id: str, key: VoiceKey) -> Recognizer:
        """Return a new recogniser, adapted to this voice if it is stored.

        Raises `RecognizerLost`.
        """
        turned = self._turned(language_id, key)
        return self._ears.recognizer(language_id) if turned is None else turned.recognizer()

    def beside_games(self, language_id: str, key: VoiceKey) -> Recognizer:
        """Return the same, which also knows the words that are said beside games."""
        turned = self._turned(language_id, key)
        if turned is None:
            return self._ears.beside_games(language_id)
        return with_words_beside_games(turned, load_language(language_id)).recognizer()

    def of_orders(self, language_id: str, key: VoiceKey) -> Recognizer:
        """Return the same, which also knows the words of an arbiter's orders."""
        turned = self._turned(language_id, key)
        if turned is None:
            return self._ears.of_orders(language_id)
        return with_orders(turned, load_language(language_id)).recognizer()

    def _turned(self, language_id: str, key: VoiceKey) -> ExactModel | None:
        kept, model = self._read(key), self._model(language_id)
        if kept is None or model is None:
            return None
        with suppress(OSError):  # the owner has just deleted it, and is heard all the same
            os.utime(self._path(key))
        return model.turned(kept.adaptations_for(model.acoustic))

    def enrol(
        self, key: VoiceKey, language_id: str, readings: Sequence[SpokenExample]
    ) -> EnrolledVoice | None:
        """Store these in place of the voice there; return None if there is no room for another."""
        model = self._model(language_id)
        with self._writing:
            before = self._to_change(key)
            if model is None or (before is None and self._is_full):
                return None
            blank = OwnEar(
                name=_name(key),
                model="",
                readings=(),
                fit=_UNTRIED,
                learns=before is not None and before.learns,
            )
            return self._write(relearnt(model, blank, readings))

    def agree(self, key: VoiceKey, *, learns: bool) -> EnrolledVoice | None:
        """Set whether announcements become examples; return None if no voice is stored."""
        with self._writing:
            kept = self._to_change(key)
            return None if kept is None else self._write(replace(kept, learns=learns))

    def delete(self, key: VoiceKey) -> None:
        """Delete the voice completely. Raises `JournalLost`."""
        with self._writing:
            try:
                voice_files.delete(self._data, _name(key))
            except OSError as reason:
                message = (
                    f"The voice in {self._path(key)} can't be deleted: {why_and_what_now(reason)}"
                )
                raise JournalLost(message) from reason

    def learn(self, key: VoiceKey, language_id: str, announced: Iterable[AnnouncedSound]) -> int:
        """Return how many announcements became examples; none without the player's consent."""
        model = self._model(language_id)
        with self._writing:
            kept = self._to_change(key)
            if model is None or kept is None or not kept.learns:
                return 0
            new = examples_of(model, announced, load_language(language_id))
            if new:
                self._write(relearnt(model, kept, new))
            return len(new)

    def _model(self, language_id: str) -> ExactModel | None:
        """Return our own model of this language; None if another recogniser hears it."""
        model = self._ears.model(language_id)
        return model if isinstance(model, ExactModel) else None

    def _path(self, key: VoiceKey) -> Path:
        return voice_files.path_of(self._data, _name(key))

    def _read(self, key: VoiceKey) -> OwnEar | None:
        """Return the stored voice, or None; one of a newer version is logged and left out."""
        try:
            return self._stored(key)
        except NewerVoiceFile as error:
            _log.error("voice=%s", error)
            return None

    def _to_change(self, key: VoiceKey) -> OwnEar | None:
        """Return the stored voice to change it, or None; raise `JournalLost` for a newer one."""
        try:
            return self._stored(key)
        except NewerVoiceFile as error:
            raise JournalLost(*error.args) from error

    def _stored(self, key: VoiceKey) -> OwnEar | None:
        """Return the stored voice, or None; a damaged one is logged and returned as empty.

        The next reading replaces it. Raises `NewerVoiceFile`.
        """
        name = _name(key)
        if not voice_files.exists(self._data, name):
            return None
        try:
            return voice_files.read(self._data, name)
        except NewerVoiceFile:
            raise
        except VoiceFileDamaged as error:
            _log.error("voice=%s", error)
            return OwnEar(name=name, model="", readings=(), fit=_UNTRIED)

    def _write(self, ear: OwnEar) -> EnrolledVoice:
        voice_files.write(self._data, ear)
        return _told(ear)

    @property
    def _is_full(self) -> bool:
        return len(self._files()) >= MOST_VOICES

    def _files(self) -> list[Path]:
        """Return all voice files, also those of players at the table, which are named by player."""
        return [path for path in self._path("").parent.glob("*") if path.is_file()]

    def _forget_unused(self) -> None:
        """Delete voices unused for a year: a browser that has lost its key can't delete them."""
        now_s = SystemTime().wall_ms() / 1_000
        for path in self._files():
            name = path.name.partition(".")[0]
            if _DIGEST.fullmatch(name) and path.stat().st_mtime < now_s - UNUSED_S:
                path.unlink()


def _name(key: VoiceKey) -> str:
    return sha256(key.encode()).hexdigest()


def _told(ear: OwnEar) -> EnrolledVoice:
    return EnrolledVoice(
        examples=len(ear.readings),
        is_adapted=bool(ear.fit.adaptations),
        learns=ear.learns,
        tried=ear.fit.tried,
    )
