"""Speech for pages: each sentence a WAV file, in the voice and at the rate that are wanted."""

from voice_chess.adapters.audio_io.wav_writer import wav_file
from voice_chess.adapters.synthesis.engines.shelf import voices_in
from voice_chess.adapters.synthesis.pyttsx3_speaker import delivery_as, spoken_samples
from voice_chess.session.voice_preferences import VoiceName, VoicePreferences


class PageVoices:
    """Makes sentences for any thread, one after the other, with the one speech engine."""

    def names(self, language_id: str) -> tuple[VoiceName, ...]:
        """Return the voices to choose from; the first call takes up to a second."""
        return voices_in(language_id)

    def wav(self, text: str, preferences: VoicePreferences) -> bytes:
        """Return the text as a WAV file, 16 kHz mono. Raises `SpeakerLost`."""
        samples = spoken_samples(text, delivery_as(preferences))
        return wav_file(samples)
