"""What a seat's microphone heard and nothing came of: never passed over in silence."""

from pathlib import Path

import pytest

from tests.german import by_ear, german, in_words
from tests.stage.page import Message
from tests.stage.ports import ScriptedEars
from tests.web.stage import staged
from voice_chess.languages.language import known_languages, load_language

ALMOST = f"[unk] {by_ear('3')}"
NO_MOVE = by_ear("NN33")
CHATTER = "[unk] [unk]"
MOVE = by_ear("e4")


def said(folder: Path, words: str) -> list[Message]:
    """What White's page is told from these words on, up to a move after them."""
    with staged(folder, ScriptedEars([words, MOVE])) as stage:
        links = stage.arrange(white={"is_blind": True})
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            white.until(lambda m: m["type"] == "game")
            first = len(white.came)
            white.open_microphone()
            white.speak()
            white.speak()
            white.event("move-announced")
            others = [m for m in black.came if m["type"] == "said"]
    assert others == []
    return white.came[first:]


def test_words_that_were_almost_a_move_are_shown_with_a_sound(tmp_path: Path) -> None:
    came = said(tmp_path, ALMOST)
    shown = [m for m in came if m["type"] == "said"]
    sounds = [m["name"] for m in came if m["type"] == "signal"]

    assert [(m["kind"], m["text"]) for m in shown] == [
        ("unheeded", german("NotUnderstood:heard", words=f"… {in_words('3')}"))
    ]
    assert shown[0]["clip"] is None
    assert not shown[0]["is_urgent"]
    assert sounds[0] == "unheeded"


def test_what_was_said_to_the_program_and_fits_nothing_is_answered_with_what_was_heard(
    tmp_path: Path,
) -> None:
    shown = [m for m in said(tmp_path, NO_MOVE) if m["type"] == "said"]

    assert [m["text"] for m in shown] == [german("NotUnderstood:heard", words=NO_MOVE)]
    assert shown[0]["kind"] == "refusal"
    assert shown[0]["clip"] is not None


def test_talk_without_a_word_of_the_game_is_answered_by_a_faint_sound_alone(
    tmp_path: Path,
) -> None:
    came = said(tmp_path, CHATTER)

    assert [m for m in came if m["type"] == "said"] == []
    assert next(m["name"] for m in came if m["type"] == "signal") == "unheeded"


@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_told_in_every_language(language_id: str) -> None:
    told = load_language(language_id).phrase("NotUnderstood:heard", words="a b c")

    assert "a b c" in told
    assert len(told) > len("a b c.")
