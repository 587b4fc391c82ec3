"""Voices that sound in files, on one device or on two; a lost device is looked for."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from voice_chess.adapters.audio_io import loudspeaker, portaudio
from voice_chess.adapters.audio_io.earcons import samples_of
from voice_chess.adapters.audio_io.loudspeaker import Loudspeaker
from voice_chess.adapters.audio_io.played_sound import PlayedSound
from voice_chess.adapters.audio_io.sound_sinks import Sink, SoundFileSink, Tee, WavFolder, WavSink
from voice_chess.adapters.simulation.memory_sound import MemorySpeaker
from voice_chess.adapters.synthesis.failover_speaker import (
    FailoverSpeaker,
    Home,
    Opened,
    Way,
    ring_bell,
)
from voice_chess.adapters.synthesis.pyttsx3_speaker import (
    Pyttsx3Speaker,
    delivery_as,
    delivery_in,
    spoken_samples,
)
from voice_chess.adapters.synthesis.speaker_per_player import OwnChannels
from voice_chess.languages.language import Language
from voice_chess.session.ports import Device, PortError, Signal, Speaker, SpeakerLost, SpeechLost
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.sentence import phrase, unspelled

Found = TypeVar("Found")
_IN_PLACE_OF_WORDS = 2 * samples_of("refused")
"""Two low buzzes: something was said that nobody could hear."""
Outputs = tuple[Device, Device] | None
"""The devices of White and of Black; None if both listen to the same one."""


class SignallingSpeaker:
    """`Speaker` on one channel: words by pyttsx3, signals as earcons."""

    def __init__(self, voice: Pyttsx3Speaker) -> None:
        self._voice = voice

    def say(self, text: str) -> int:
        return self._voice.say(text)

    def signal(self, name: Signal) -> int:
        return self._voice.play(name, samples_of(name))

    def stop(self) -> None:
        self._voice.stop()

    @property
    def was_cut(self) -> bool:
        return self._voice.was_cut

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:  # all hear one channel
        self._voice.delivery = delivery_as(preferences)


class WordlessSpeaker(SignallingSpeaker):
    """The same where speech itself fails: a sound in the place of each sentence."""

    def say(self, text: str) -> int:
        return self._voice.play(text, _IN_PLACE_OF_WORDS)

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        """Do nothing: a sound is the same for everybody."""


def speaker_into(folder: Path, language: Language) -> Speaker:
    """Return a voice that speaks into numbered files. Raises `SpeakerLost`."""
    return speaking_into(files_in(folder, language), language)


def speaker_into_file(path: Path, language: Language) -> Speaker:
    """Return a voice that speaks into one file, of its suffix's kind. Raises `SpeakerLost`."""
    return speaking_into(SoundFileSink(path), language)


def speaker_on_channels(white: Sink, black: Sink, language: Language) -> Speaker:
    """Return separate voices for White and Black, and one that both hear at once."""
    sinks: dict[str, Sink] = {"white": white, "black": black, "both": Tee((white, black))}
    return OwnChannels({name: speaking_into(sink, language) for name, sink in sinks.items()})


def files_in(folder: Path, language: Language) -> Sink:
    """Return a sink of files that are named by what is said in them. Raises `SpeakerLost`."""
    return WavSink(WavFolder(folder, lambda spoken: unspelled(spoken, language)))


def speaking_into(sink: Sink, language: Language) -> Speaker:
    """Return a voice with its signals on this channel. Raises `SpeakerLost`."""
    return SignallingSpeaker(Pyttsx3Speaker(sink, delivery_in(language.id)))


def voice_on_devices(outputs: Outputs, language: Language) -> Speaker:
    """Return the voice of a table, on one device or on two, the players' own.

    Raises `SpeakerLost`.
    """
    return _on_devices(outputs or (None,), language).speaker


def lasting(
    outputs: Outputs,
    language: Language,
    is_back: Callable[[], None],
    played: PlayedSound | None = None,
) -> Speaker:
    """Return the voice on these devices, with fallbacks: if it is lost, any other output tells.

    `played` is given all that sounds, from whatever device. Raises `SpeakerLost`.
    """
    voice = _on_devices(outputs or (None,), language, played)
    home = Home(voice=partial(_home, outputs, language, played), tell=is_back)
    ways = partial(_other_ways, outputs or (None,), language, played)
    return FailoverSpeaker(voice, ways, ring_bell, home)


def _on_devices(
    devices: Sequence[Device], language: Language, played: PlayedSound | None = None
) -> Opened:
    """Open these devices, and return the voice on them. Raises `SpeakerLost`."""
    return _on([Loudspeaker(device, played=played) for device in devices], language)


def _on(devices: Sequence[Loudspeaker], language: Language) -> Opened:
    """Return the voice on one device for both players, or on White's and on Black's."""

    def close() -> None:
        for device in devices:
            device.close()

    if len(devices) == 1:
        return Opened(speaker=speaking_into(devices[0], language), close=close)
    white, black = devices
    return Opened(speaker=speaker_on_channels(white, black, language), close=close)


def _try_speech(language: Language) -> None:
    """Make what would be said first. Raises `SpeechLost`."""
    spoken_samples(phrase("SpeechBack", language).spoken, delivery_in(language.id))


def _wordless(device: Device, language: Language, played: PlayedSound | None) -> Opened:
    """Open this device for sounds. Raises `SpeakerLost`."""
    opened = Loudspeaker(device, played=played)
    voice = Pyttsx3Speaker(opened, delivery_in(language.id))
    return Opened(speaker=WordlessSpeaker(voice), close=opened.close)


def told_otherwise(voice: Speaker, language: Language) -> Speaker:
    """Return a voice that writes files; if that fails, a device of the machine takes over."""
    return FailoverSpeaker(Opened(speaker=voice), partial(_other_ways, (), language), ring_bell)


def found_again(device: Callable[[], Found], lost: type[PortError]) -> Found:
    """Open the device now, or else after PortAudio has looked for devices again. Raises `lost`."""
    try:
        return device()
    except lost:
        portaudio.look_anew(lost)
        return device()


def _home(outputs: Outputs, language: Language, played: PlayedSound | None) -> Opened:
    """Return the players' own devices once they take sound again, and there is speech to give them.

    Raises `SpeakerLost`.
    """
    _try_speech(language)
    return _on(found_again(partial(all_tried, outputs or (None,), played), SpeakerLost), language)


def all_tried(devices: tuple[Device, ...], played: PlayedSound | None = None) -> list[Loudspeaker]:
    """Open all these devices, or none if one of them takes no sound. Raises `SpeakerLost`."""
    for device in devices:
        portaudio.found(device, "output", SpeakerLost, loudspeaker.INSTEAD)
    opened: list[Loudspeaker] = []
    try:
        for device in devices:
            opened.append(Loudspeaker(device, played=played))
            opened[-1].try_out()
    except SpeakerLost:
        for one in opened:
            one.close()
        raise
    return opened


def _other_ways(
    used: tuple[Device, ...], language: Language, played: PlayedSound | None = None
) -> Iterator[Way]:
    """Yield the players' own devices, one of which may still work, then the machine's others.

    Where speech itself fails, a sound is still heard. That is looked at in the end: it is seldom,
    and each device that takes no sound costs two seconds.
    """
    own, others = used if len(used) > 1 else (), loudspeaker.others(used)
    for device in (*own, *others):
        yield partial(_on_devices, (device,), language, played)
    try:
        _try_speech(language)
    except SpeechLost:
        for device in (*used, *others):
            yield partial(_wordless, device, language, played)
    # At last a silent one: the words are on the screen, too.
    yield lambda: Opened(speaker=MemorySpeaker(ms_a_letter=0))
