"""Festival's voices: one Festival keeps running and gets commands in its Scheme.

Commands and responses are described in the manual of Festival 2.5, chapters 8 (its Scheme) and 25.1
(`utt.save.wave`).
"""

import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from voice_chess.adapters.synthesis.engines.child import Child
from voice_chess.adapters.synthesis.engines.engine import (
    SPEAKS_WITHIN_S,
    InstalledVoice,
    SpokenSound,
    read,
    stretch_of,
)

PROGRAM = "festival"
LANGUAGES: Mapping[str, str] = {
    "czech": "cs",
    "english": "en",
    "german": "de",
    "italian": "it",
    "polish": "pl",
    "serbian": "sr",
}
"""Festival's names of languages; those that the game lacks do no harm."""
_CODINGS: Mapping[str, str] = {"cs": "iso8859-2", "pl": "iso8859-2", "sr": "iso8859-2"}
_OTHERWISE = "iso8859-1"
"""The coding of most voices: Festival takes bytes as letters, as the voices' makers wrote them."""
_PATIENCE_S = 20
_ENTRY = re.compile(rb"^voice (\S+) (\S+)$")
_LIST = (
    b"(mapcar (lambda (v)"
    b' (format t "voice %s %s\\n" v (cadr (assoc (quote language) (cadr (voice.description v))))))'
    b" (voice.list))"
)


class Festival:
    """`VoiceEngine` with the program `festival` of the Debian package of that name."""

    def __init__(self) -> None:
        self._child = Child((PROGRAM, "--pipe"), "Festival", _PATIENCE_S)

    def voices(self) -> tuple[InstalledVoice, ...]:
        if shutil.which(PROGRAM) is None:
            return ()
        entries = map(_ENTRY.match, self._done(_LIST))
        found = [(entry[1].decode(), entry[2].decode()) for entry in entries if entry]
        return tuple(
            InstalledVoice(name=f"{PROGRAM}:{called}", language=LANGUAGES[language], called=called)
            for called, language in sorted(found)
            if language in LANGUAGES
        )

    def spoken(self, text: str, voice: InstalledVoice, words_per_minute: int) -> SpokenSound:
        with tempfile.TemporaryDirectory(prefix="festival-") as folder:
            path = Path(folder) / "spoken.wav"
            self._done(
                b"(begin (voice_%s) (Parameter.set (quote Duration_Stretch) %.3f)"
                b" (utt.save.wave (utt.synth (Utterance Text %s)) %s (quote riff)))"
                % (
                    voice.called.encode(),
                    stretch_of(words_per_minute),
                    _quoted(text.encode(_CODINGS.get(voice.language, _OTHERWISE), "replace")),
                    _quoted(str(path).encode()),
                ),
                SPEAKS_WITHIN_S,
            )
            return read(path, "Festival")

    def close(self) -> None:
        self._child.close()

    def _done(self, form: bytes, within_s: float | None = None) -> list[bytes]:
        """Evaluate the form, and return the lines that it prints. Raises `SpeechLost`.

        Its errors go unread; the command after the form runs in any case.
        """
        self._child.tell(b'%s (begin (format t "done\\n") (fflush nil))' % form)
        lines: list[bytes] = []
        while (line := self._child.told(within_s)) != b"done":
            lines.append(line)
        return lines


def _quoted(text: bytes) -> bytes:
    """Quote a string for Scheme, in one line, so that nothing in it is read as a command."""
    in_line = b" ".join(text.split())
    return b'"%s"' % in_line.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
