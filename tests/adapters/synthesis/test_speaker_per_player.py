"""What White hears and what Black hears can go to two devices; each gets what is theirs."""

import pytest

from tests.session.stage import Stage
from tests.session.table_stage import GAME
from voice_chess.adapters.audio_io.sound_sinks import MemorySink
from voice_chess.adapters.simulation.simulated_time import ScriptedInbox
from voice_chess.adapters.synthesis.live_voices import speaker_on_channels
from voice_chess.languages.language import load_language
from voice_chess.session.games.game_session import GameSession, Ports
from voice_chess.session.ports import Signal
from voice_chess.session.table_settings import Room, TableSettings
from voice_chess.session.voice_preferences import VoicePreferences

GERMAN = load_language("de")


def played(*lines: str) -> tuple[list[str], list[str]]:
    """What White and what Black heard at a table with two earphones."""
    stage = Stage({"turn": []})
    white, black = MemorySink(), MemorySink()
    signals: frozenset[Signal] = frozenset(("your-turn",))
    room = Room(hears_itself=False, have_own_channels=True, signals=signals)
    ports = Ports(
        journal=stage.journal,
        recognizer=stage.recognizer,
        speaker=speaker_on_channels(white, black, GERMAN),
        time=stage.time,
        record=stage.record,
    )
    session = GameSession(GAME, ports, TableSettings(language=GERMAN, room=room), stage.seen.append)
    session.run(stage.table, ScriptedInbox(lines, stage.time))
    return [said.text for said in white.uttered], [said.text for said in black.uttered]


def test_moves_are_heard_by_both_and_answers_by_who_asked() -> None:
    white, black = played("e4", "uhr", "e5")

    assert "Bauer Eva vier." in white
    assert "Bauer Eva vier." in black
    assert "vierzehn Minuten." in black
    assert not any("Minuten" in text for text in white)


def test_the_call_to_move_goes_to_who_is_to_move() -> None:
    white, black = played("e4", "e5")

    assert white.count("your-turn") == 1
    assert black.count("your-turn") == 1


def test_each_hears_the_moves_in_their_own_language() -> None:
    white, black = played("sprache englisch", "e4")

    assert "pawn Eva four." in white
    assert "Bauer Eva vier." in black
    assert "Bauer Eva vier." not in white


@pytest.mark.parametrize("listener", ["white", "black", "both"])
def test_a_stop_silences_every_channel(listener: str) -> None:
    white, black = MemorySink(), MemorySink()
    speaker = speaker_on_channels(white, black, GERMAN)
    speaker.adopt(VoicePreferences(language=GERMAN), listener)
    speaker.stop()

    assert speaker.say("ja") > 0
    assert not speaker.was_cut
