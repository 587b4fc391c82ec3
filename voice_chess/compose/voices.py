"""Gives commands without a game their voices, and encodes the sound files that they write."""

from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from voice_chess.adapters.audio_io.loudspeaker import INTO_A_FILE, Loudspeaker
from voice_chess.adapters.audio_io.sound_formats import FORMATS, encoded
from voice_chess.adapters.audio_io.sound_sinks import SoundFileSink
from voice_chess.adapters.audio_io.wav_writer import wav_file
from voice_chess.adapters.documents.record_files import place_whole
from voice_chess.adapters.synthesis import live_voices
from voice_chess.adapters.synthesis.engines.installed_voices import voices_in
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.adapters.synthesis.pyttsx3_speaker import delivery_as, delivery_in, spoken_samples
from voice_chess.arguments import file_to_write
from voice_chess.languages.language import Language
from voice_chess.plain_error import BadInput
from voice_chess.session.voice_preferences import VOICE_NAMES, VoiceName, VoicePreferences
from voice_chess.sound.resampler import Samples
from voice_chess.sound.sampling import BYTES_PER_MS, in_blocks

ENDINGS = ", ".join(FORMATS)
"""What can end the name of a sound file; it selects the kind."""
_SECOND = 1_000 * BYTES_PER_MS
_PAUSE = bytes(400 * BYTES_PER_MS)


def speak_once(spoken: str, language: Language, file: Path | None = None) -> int:
    """Speak this on the loudspeaker, or into a file; return how long it lasted, in ms.

    The loudspeaker is closed behind it: while it is open, others may wait for it. Raises
    `BadInput`, `SpeakerLost`.
    """
    if file is not None:
        check_ending(file)
        return live_voices.speaker_into_file(file, language).say(spoken)
    with closing(Loudspeaker(instead=INTO_A_FILE)) as heard:
        return live_voices.speaking_into(heard, language).say(spoken)


def voice_of(name: VoiceName, language_id: str, option: str) -> VoiceName:
    """Return the name of this voice, if it speaks the language. Raises `BadInput` if not.

    The message names the command's `option`.
    """
    if name in VOICE_NAMES:
        return name
    voices = voices_in(language_id)
    if name in voices:
        return name
    message = (
        f"{option} {name}: no voice of that name speaks {language_id}; "
        f"there is: {', '.join(voices)}"
    )
    raise BadInput(message)


def speech_of(spoken: str, language: Language) -> bytes:
    """Return the samples of this text in the usual voice. Raises `SpeakerLost`."""
    return spoken_samples(spoken, delivery_in(language.id))


def voices_for(language_id: str) -> tuple[VoiceName, ...]:
    """Return the voices of other programs that speak this language."""
    return tuple(voices_in(language_id))


def samples_spoken(spoken: str, preferences: VoicePreferences, *, is_marked: bool) -> bytes:
    """Return the samples of this text, spoken with these preferences.

    `is_marked`: the samples carry a mark by which our ear knows our own voice. Raises
    `SpeakerLost`.
    """
    return spoken_samples(spoken, delivery_as(preferences), is_marked=is_marked)


def wav_of(samples: bytes) -> bytes:
    """Return a whole WAV file of these 16 kHz samples."""
    return wav_file(samples)


def sound_by(voice: str, text: str) -> Samples:
    """Return the text spoken by a voice of eSpeak NG, 16 kHz, between -1 and 1.

    Raises `SpeakerLost`.
    """
    return sound_of(text, Delivery(voice=voice))


def give(sounds: Sequence[bytes], file: Path | None = None) -> None:
    """Play sounds on the loudspeaker, or write them into a file, 400 ms apart.

    Raises `SpeakerLost`.
    """
    samples = _PAUSE.join(sounds)
    sink = SoundFileSink(file) if file else Loudspeaker(instead=INTO_A_FILE)
    sink.begin("")
    for block in in_blocks(samples, _SECOND):
        sink.write(block)
    sink.end(cut=False)


def save_sound(samples: bytes, path: Path) -> None:
    """Write a file with these samples, 16 kHz mono 16-bit, of the kind that its name ends in.

    It is written whole or not at all. Raises `BadInput` where the ending names no kind, `OSError`.
    """
    check_ending(path)
    place_whole(path, encoded([samples], path.suffix.lower()))


def sound_to_write(written: str) -> Path:
    """Return the path of a sound file that can be written. Raises `ArgumentTypeError`."""
    file = file_to_write(written)
    try:
        check_ending(file)
    except BadInput as error:
        # The parser of arguments continues this sentence, so it must not end here.
        raise ArgumentTypeError(str(error).removesuffix(".")) from error
    return file


def check_ending(path: Path) -> None:
    """Raise `BadInput` unless the ending of the name is that of a kind that can be written."""
    if path.suffix.lower() not in FORMATS:
        message = f"{path} has none of the endings {ENDINGS}: give it the one that is wanted."
        raise BadInput(message)
