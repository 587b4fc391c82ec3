"""A test that waits for what never comes fails, and tells what it waited for."""

import threading
from pathlib import Path

import pytest

from tests.stage import page as stage_page
from tests.time_limit import limited
from tests.web import stage as web_stage
from tests.web.stage import staged


def test_who_waits_for_another_thread_for_ever_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match="did not end"), limited(0.05):
        threading.Event().wait()


def test_a_message_that_never_comes_fails_and_tells_what_came_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_stage, "SILENCE_S", 0.2)
    with staged(tmp_path) as stage, stage.at(*stage.begin().values()) as (page, *_):
        page.tell("nonsense")
        with pytest.raises(AssertionError, match="problem"):
            page.next("heard-nothing")


def test_a_server_that_sends_on_without_what_is_awaited_fails_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stage_page, "PATIENCE_S", 0.05)

    with pytest.raises(AssertionError, match="beat"):
        stage_page.Page(Beating()).next("done")


class Beating:
    """A socket over which the same message comes for ever."""

    def send_text(self, data: str) -> None: ...
    def send_bytes(self, data: bytes) -> None: ...
    def receive_json(self) -> stage_page.Message:
        return {"type": "beat"}
