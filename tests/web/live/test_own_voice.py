"""The voice that somebody has chosen: told to all their pages, spoken in, and kept."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.german import GERMAN, NUMBERS, german, in_words
from tests.stage.ports import PlainVoices
from tests.web.stage import Stage, staged
from voice_chess.session.games.chairs import Preferences
from voice_chess.session.voice_preferences import VOICE_NAMES, VoicePreferences
from voice_chess.web.live.speech_clips import Clips


class Noted(PlainVoices):
    """Speech whose manner can be asked for."""

    def __init__(self) -> None:
        self.preferences: list[VoicePreferences] = []

    def wav(self, text: str, preferences: VoicePreferences) -> bytes:
        self.preferences.append(preferences)
        return super().wav(text, preferences)


def prefer(**wish: object) -> str:
    return json.dumps({"type": "prefer", **wish})


@pytest.mark.parametrize("voice", VOICE_NAMES)
def test_is_told_to_every_page_and_in_the_seats_view(stage: Stage, voice: str) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])

    with stage.page(links["white"]) as white, stage.page(links["white"]) as other:
        white.socket.send_text(prefer(voice=voice))
        told = other.next("seat")["seat"]
    kept = stage.client.get(f"{path}/view", headers=headers).json()

    assert told["voice"] == kept["voice"] == voice


def test_is_the_standard_one_until_another_is_chosen(stage: Stage) -> None:
    with stage.page(stage.arrange()["white"]) as white:
        assert white.came[-1]["seat"]["voice"] == "standard"


def test_speaks_the_sentences_that_are_fetched(stage: Stage) -> None:
    voices = Noted()
    stage.hall.outfit = replace(stage.hall.outfit, voices=voices)
    links = stage.arrange()
    _, headers = stage.seat(links["white"])

    with stage.page(links["white"]) as white:
        white.socket.send_text(prefer(voice="deep", speech="server"))
        white.next("seat")
        white.ask(type="ask", name="whose-turn")
        clip = next(m["clip"] for m in white.came if m["type"] == "said")
    sound = stage.client.get(clip, headers=headers)

    assert sound.status_code == 200
    assert [preferences.voice for preferences in voices.preferences] == ["deep"]


def test_a_spoken_wish_for_another_rate_leaves_it(stage: Stage) -> None:
    with stage.page(stage.arrange()["white"]) as white:
        white.socket.send_text(prefer(voice="female-low"))
        white.next("seat")
        white.send(type="ask", name="faster")
        told = white.next("seat")["seat"]

    assert told["words_per_minute"] > 175
    assert told["voice"] == "female-low"


def test_one_that_there_is_not_is_told_so_and_changes_nothing(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])

    with stage.page(links["white"]) as white:
        white.socket.send_text(prefer(voice="romulan", style="short"))
        problem = white.next("problem")
    kept = stage.client.get(f"{path}/view", headers=headers).json()

    assert problem["code"] == "unknown-voice"
    assert (kept["voice"], kept["style"]) == ("standard", "anna")


def test_outlives_the_server(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange()
        with stage.page(links["white"]) as white:
            white.socket.send_text(prefer(voice="high"))
            white.next("seat")

    with staged(tmp_path) as stage, stage.page(links["white"]) as white:
        assert white.came[-1]["seat"]["voice"] == "high"


def test_when_the_own_time_is_told_outlives_the_server(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange()
        with stage.page(links["white"]) as white:
            white.socket.send_text(
                prefer(warned_at_ms=[30_000, 60_000, 60_000], clicks=True, behind_ms=90_000)
            )
            white.next("seat")

    with staged(tmp_path) as stage, stage.page(links["white"]) as white:
        seat = white.came[-1]["seat"]

    assert (seat["warned_at_ms"], seat["clicks"]) == ([60_000, 30_000], True)
    assert seat["behind_ms"] == 90_000


def test_moves_are_dictated_to_the_hands_on_a_page_that_wants_it_also_after_a_restart(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(white={"is_blind": True})
        with stage.page(links["white"]) as white:
            white.socket.send_text(prefer(dictation="paced"))
            white.next("seat")

    with (
        staged(tmp_path) as stage,
        stage.page(links["white"]) as white,
        stage.page(links["black"]) as black,
    ):
        white.move("e2e4", 0)
        black.move("e7e5", 1)
        white.ask(type="ask", name="continue")

    assert white.texts()[-3:] == [
        german("MoveAnnounced", move=in_words("Pe5")),
        german("step:Lift", piece=in_words("P"), square=in_words("e7")),
        german("step:Insert", piece=in_words("P"), square=in_words("e5")),
    ]


def test_a_seat_kept_before_there_were_voices_has_the_standard_one(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange()
    with closing(sqlite3.connect(tmp_path / "seats.sqlite")) as connection, connection:
        kept = connection.execute("SELECT id, preferences FROM chair").fetchall()
        for chair_id, written in kept:
            old = {name: value for name, value in json.loads(written).items() if name != "voice"}
            connection.execute(
                "UPDATE chair SET preferences = ? WHERE id = ?", (json.dumps(old), chair_id)
            )

    assert all("voice" in json.loads(written) for _, written in kept)
    with staged(tmp_path) as stage, stage.page(links["white"]) as white:
        assert white.came[-1]["seat"]["voice"] == "standard"


def test_the_same_sentence_in_another_voice_is_another_clip() -> None:
    clips = Clips()
    voices = VOICE_NAMES
    names = {clips.keep("Springer f3.", "white", Preferences(voice=voice)) for voice in voices}

    assert len(names) == len(voices)


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ("anna", german("MoveAnnounced", move=in_words("Pe4"))),
        ("letters", f"{in_words('P')} e {NUMBERS[4]}."),
        ("nato", f"{in_words('P')} {GERMAN.files['nato'][4]} {NUMBERS[4]}."),
        ("short", german("MoveAnnounced", move=in_words("e4"))),
        ("long", german("MoveAnnounced", move=in_words("Pe2, e4"))),
    ],
)
def test_moves_are_read_back_in_the_style_that_a_seat_has_chosen(
    stage: Stage, style: str, told: str
) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        black.socket.send_text(prefer(style=style, words_per_minute=800))
        seat = black.next("seat")["seat"]
        white.move("e2e4", 0)
        event = black.event("move-announced")

    assert (seat["style"], seat["words_per_minute"]) == (style, 800)
    assert event["text"] == told


def test_a_style_that_an_older_server_has_written_means_what_it_meant(tmp_path: Path) -> None:
    """All its seats that had chosen nothing were written down as wanting the long one."""
    with staged(tmp_path) as stage:
        links = stage.arrange()
    with closing(sqlite3.connect(tmp_path / "seats.sqlite")) as connection, connection:
        for chair_id, written in connection.execute("SELECT id, preferences FROM chair").fetchall():
            older = json.loads(written) | {"style": "long"}
            connection.execute(
                "UPDATE chair SET preferences = ? WHERE id = ?", (json.dumps(older), chair_id)
            )

    with staged(tmp_path) as stage, stage.page(links["white"]) as white:
        assert white.came[-1]["seat"]["style"] == "long"
