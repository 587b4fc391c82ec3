"""The data folder of a running server is moved: no move is acknowledged that could be lost."""

from pathlib import Path

import pytest

from tests.german import german
from tests.web.stage import staged
from voice_chess.session.games import arrears


def test_a_move_is_not_made_while_the_folder_is_elsewhere_and_play_goes_on_once_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrears, "RETRY_MS", 200)
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    with staged(data) as stage:
        links = stage.arrange(arbiter="new")
        with stage.seats(links) as (white, black, arbiter):
            white.event("game-started")
            data.rename(elsewhere)
            refused = white.move("e2e4", 0)
            for page in (black, arbiter):
                page.until(lambda m: m.get("text") == german("JournalLost"))
            elsewhere.rename(data)
            for page in (white, black, arbiter):
                page.event("clocks-started")
            made = white.move("e2e4", 0)

    assert (refused["type"], refused["code"]) == ("problem", "storage")
    assert german("JournalLost") in white.texts()
    assert made["is_accepted"]
