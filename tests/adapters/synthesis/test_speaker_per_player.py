"""What White hears and what Black hears can go to two devices; each gets what is theirs."""

from dataclasses import replace

import pytest

from tests.german import CLOCK, GERMAN, MINUTES, YES, german, in_words, minutes, says
from tests.stage.around_table import AroundTable
from tests.stage.usual import IN_GERMAN
from voice_chess.adapters.audio_io.sound_sinks import MemorySink
from voice_chess.adapters.synthesis.live_voices import speaker_on_channels
from voice_chess.session.ports import Signal
from voice_chess.session.table_settings import Room
from voice_chess.session.voice_preferences import VoicePreferences


def played(*lines: str) -> tuple[list[str], list[str]]:
    """What White and what Black heard at a table with two earphones."""
    white, black = MemorySink(), MemorySink()
    signals: frozenset[Signal] = frozenset(("your-turn",))
    room = Room(hears_itself=False, have_own_channels=True, signals=signals)
    table = AroundTable(
        settings=replace(IN_GERMAN, room=room), voice=speaker_on_channels(white, black, GERMAN)
    )
    table.play(*lines)
    return [said.text for said in white.uttered], [said.text for said in black.uttered]


def test_moves_are_heard_by_both_and_answers_by_who_asked() -> None:
    white, black = played("e4", CLOCK, "e5")

    assert german("MoveAnnounced", move=in_words("Pe4")) in white
    assert german("MoveAnnounced", move=in_words("Pe4")) in black
    assert GERMAN.phrase("time", time=minutes(14)) in black
    assert not any(MINUTES in text for text in white)


def test_the_call_to_move_goes_to_who_is_to_move() -> None:
    white, black = played("e4", "e5")

    assert white.count("your-turn") == 1
    assert black.count("your-turn") == 1


def test_each_hears_the_moves_in_their_own_language() -> None:
    white, black = played(says("language language:en"), "e4")

    assert "pawn Eva four." in white
    assert german("MoveAnnounced", move=in_words("Pe4")) in black
    assert german("MoveAnnounced", move=in_words("Pe4")) not in white


@pytest.mark.parametrize("listener", ["white", "black", "both"])
def test_a_stop_silences_every_channel(listener: str) -> None:
    white, black = MemorySink(), MemorySink()
    speaker = speaker_on_channels(white, black, GERMAN)
    speaker.adopt(VoicePreferences(language=GERMAN), listener)
    speaker.stop()

    assert speaker.say(YES) > 0
    assert not speaker.was_cut
