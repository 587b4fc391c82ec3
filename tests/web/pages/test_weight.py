"""Pages stay light: their files are sent packed to whoever can unpack them."""

import json
import re
from pathlib import Path

import pytest

from tests.web.stage import staged
from voice_chess.languages.language import load_language


@pytest.mark.parametrize(("accepted", "packed"), [("gzip", "gzip"), ("identity", None)])
def test_files_of_the_pages_are_packed_where_that_is_accepted(
    tmp_path: Path, accepted: str, packed: str | None
) -> None:
    with staged(tmp_path) as stage:
        headers = {"accept-encoding": accepted}
        script = stage.client.get("/static/board.js", headers=headers)
        page = stage.client.get("/", headers=headers)

    assert script.headers.get("content-encoding") == packed
    assert script.text.startswith("/**")
    assert page.headers.get("content-encoding") is None


LIGHT = ("/", "/enter", "/friend", "/watch", "/import")
"""Pages with few words of their own."""

MOST_OF_LIGHT = 20_000


@pytest.mark.parametrize(("role", "most"), [("white", 14_700), ("spectator", 11_000)])
def test_a_seats_page_brings_what_it_may_say_and_not_what_the_others_may(
    tmp_path: Path, role: str, most: int
) -> None:
    with staged(tmp_path) as stage:
        seat, own = stage.seat(stage.arrange()[role])
        page = stage.client.get(seat, headers={**own, "accept": "text/html"})
    found = re.search(r'id="texts">(.*?)</script>', page.text)
    assert found
    brought = json.loads(found[1])

    assert {"side:white", "custom:press:auto", "problem:stale", "signal:low-time"} <= set(brought)
    assert "event-undo" not in brought
    assert len(found[1].encode()) < most


def test_letters_are_sent_as_they_are_and_not_as_escapes(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        page = stage.client.get("/import?lang=sr-cyrl")

    assert "\\u0" not in page.text
    assert load_language("sr-cyrl").interface["problem:too-fast"] in page.text


@pytest.mark.parametrize("path", LIGHT)
def test_a_page_brings_the_words_that_its_script_asks_for_and_no_others(
    tmp_path: Path, path: str
) -> None:
    with staged(tmp_path) as stage:
        page = stage.client.get(f"{path}?lang=en")
    found = re.search(r'id="texts">(.*?)</script>', page.text)
    assert found
    brought, known = json.loads(found[1]), load_language("en").interface

    assert "problem:too-fast" in brought
    assert "rule-do" not in brought
    assert {key: known[key] for key in brought} == brought
    assert len(page.content) < MOST_OF_LIGHT
