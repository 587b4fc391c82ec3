"""Makes sentences into sound with the server's voices, when a page fetches them."""

from collections.abc import Callable

from fastapi import Response

from voice_chess.languages.language import load_language
from voice_chess.session.ports import SpeakerLost
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.web.errors import Complained
from voice_chess.web.live.hall import Hall


async def sound_of(name: str, owner: str, hall: Hall) -> Response:
    """Return the sound of a clip that was said to this seat or place. Raises `Complained`."""
    clip = hall.hub.clips.find(name, owner)
    if clip is None:
        raise Complained(404, "not-found")
    preferences = VoicePreferences(
        language=load_language(clip.language),
        words_per_minute=clip.words_per_minute,
        volume_percent=clip.volume_percent,
        voice=clip.voice,
    )
    return await aloud(lambda: clip.spoken, preferences, hall)


async def aloud(words: Callable[[], str], preferences: VoicePreferences, hall: Hall) -> Response:
    """Return words as a WAV file. `words` is called in a worker thread. Raises `Complained`."""
    voices = hall.outfit.voices
    try:
        wav = await hall.lobby.do(lambda: voices.wav(words(), preferences))
    except SpeakerLost as error:
        raise Complained(503, "no-voice", str(error)) from error
    return Response(wav, media_type="audio/wav")
