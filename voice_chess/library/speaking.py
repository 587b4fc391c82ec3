"""Speaks any text of a language into samples or a file."""

import os
from dataclasses import dataclass, field

from voice_chess.compose.voices import samples_spoken, save_sound, voices_for, wav_of
from voice_chess.library.arguments import (
    as_unavailable,
    check_kind,
    language_of,
    one_of,
    path_of,
)
from voice_chess.library.errors import ArgumentError, UnavailableError
from voice_chess.plain_error import BadInput, why_and_what_now
from voice_chess.session.voice_preferences import (
    FASTEST,
    SLOWEST,
    USUAL_RATE,
    VOICE_NAMES,
    VoiceName,
    VoicePreferences,
)
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.generation.sentence import sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """Speech that was synthesised."""

    samples: bytes = field(repr=False)
    """16 kHz, mono, signed 16-bit little-endian."""

    @property
    def duration_ms(self) -> int:
        return len(self.samples) // BYTES_PER_MS

    @property
    def wav(self) -> bytes:
        """The speech as the content of a WAV file."""
        return wav_of(self.samples)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a WAV, FLAC or Opus file, according to the ending of its name.

        Raises `ArgumentError` for any other ending, `UnavailableError` if the file can't be
        written.
        """
        file = path_of(path, "file")
        try:
            save_sound(self.samples, file)
        except BadInput as error:
            raise ArgumentError(*error.args) from error
        except OSError as error:
            message = f"{file} can't be written: {why_and_what_now(error)}"
            raise UnavailableError(message) from error


def speak(
    text: str,
    language: str,
    *,
    words_per_minute: int = USUAL_RATE,
    voice: VoiceName = "standard",
    is_marked: bool = True,
) -> Sound:
    """Speak a text of this language.

    `is_marked` adds an inaudible mark, by which an `Ear` recognises the program's own voice and
    ignores it; this matters if a loudspeaker and a microphone share a room. Raises
    `ArgumentError`, or `UnavailableError` if there is no voice.
    """
    chosen = language_of(language)
    named = voice if voice in VOICE_NAMES else one_of(voice, voices_for(chosen.id), "voice")
    check_kind(text, str, "text")
    check_kind(words_per_minute, int, "number of words a minute")
    if not SLOWEST <= words_per_minute <= FASTEST:
        message = f"No voice speaks {words_per_minute} words a minute: {SLOWEST} to {FASTEST} do."
        raise ArgumentError(message)
    spoken = sentence(text, chosen).spoken
    with as_unavailable():
        preferences = VoicePreferences(
            language=chosen, words_per_minute=words_per_minute, voice=named
        )
        return Sound(samples=samples_spoken(spoken, preferences, is_marked=is_marked))
