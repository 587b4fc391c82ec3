"""Names the phrase that tells what has become of a device, whatever people are doing meanwhile.

In a game a loss also stops the clocks, and the phrase of the loss says so.
"""

from collections.abc import Mapping
from typing import TypeAlias

from voice_chess.session.listening.inputs import (
    DeviceBack,
    DeviceGone,
    DeviceKind,
    MicrophoneMute,
)

DeviceNews: TypeAlias = DeviceGone | DeviceBack | MicrophoneMute

LOST: Mapping[DeviceKind, str] = {"Speaker": "SpeakerLost", "Microphone": "MicrophoneLost"}
"""A device is gone, and the clocks stand."""
SPEECH_LOST = "SpeechLost"
"""The loudspeaker works, but no words can be made for it; the clocks stand."""
SPEECH_BACK = "SpeechBack"
_GONE: Mapping[DeviceKind, str] = {"Speaker": "SpeakerGone", "Microphone": "MicrophoneGone"}
_BACK: Mapping[DeviceKind, str] = {"Speaker": "SpeakerBack", "Microphone": "MicrophoneBack"}


def device_phrase(news: DeviceNews, *, stops_clocks: bool = False) -> str:
    """Return the name of the phrase; with `stops_clocks` a loss is told with the clocks."""
    match news:
        case DeviceGone(kind=kind):
            return LOST[kind] if stops_clocks else _GONE[kind]
        case DeviceBack(kind=kind):
            return _BACK[kind]
        case MicrophoneMute():
            return "MicrophoneMute"
