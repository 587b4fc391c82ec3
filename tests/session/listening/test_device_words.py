"""A lost, found or mute device is told in the same words at a table, in a reading and a review."""

from typing import get_args

import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.listening.device_words import device_phrase
from voice_chess.session.listening.inputs import DeviceGone, DeviceKind


@pytest.mark.parametrize("kind", get_args(DeviceKind))
@pytest.mark.parametrize("language_id", known_languages())
def test_a_loss_in_a_game_is_the_same_loss_and_the_clocks(
    language_id: str, kind: DeviceKind
) -> None:
    language, gone = load_language(language_id), DeviceGone(kind=kind, reason="", at_ms=0)
    lost = language.phrase(device_phrase(gone))
    in_game = language.phrase(device_phrase(gone, stops_clocks=True))

    assert in_game == f"{lost} {language.phrase('ClocksAreStopped')}"
