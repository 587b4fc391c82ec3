"""`serve --open` starts a browser on this computer, at an address that gets a microphone."""

import os
import stat
import sys
import time
from pathlib import Path

import httpx2
import pytest

from tests.web.server.process import Server
from voice_chess.cli.server_addresses import others_address, own_address

PATIENCE_S = 60


@pytest.mark.parametrize(
    ("host", "is_secure", "address"),
    [
        ("127.0.0.1", False, "http://127.0.0.1:8000"),
        ("0.0.0.0", False, "http://127.0.0.1:8000"),  # noqa: S104 - a text to be read, not bound
        ("::", False, "http://[::1]:8000"),
        ("::1", False, "http://[::1]:8000"),
        ("192.168.1.20", False, "http://192.168.1.20:8000"),
        ("chess.example.org", True, "https://chess.example.org:8000"),
    ],
)
def test_the_browser_gets_an_address_of_this_computer(
    host: str, address: str, *, is_secure: bool
) -> None:
    assert own_address(host, 8_000, is_secure=is_secure) == address


@pytest.mark.parametrize(
    ("told", "host", "address"),
    [
        (["https://chess.example.org"], "127.0.0.1", "https://chess.example.org"),
        ([], "127.0.0.1", ""),
        ([], "localhost", ""),
        ([], "192.168.1.20", "http://192.168.1.20:8000"),
    ],
)
def test_links_for_others_bear_an_address_that_leads_here(
    told: list[str], host: str, address: str
) -> None:
    assert others_address(told, host, 8_000, None) == address


def test_at_every_address_others_are_told_a_number_or_a_name() -> None:
    found = others_address([], "0.0.0.0", 8_000, None)  # noqa: S104 - a text to be read, not bound

    assert found.startswith("http://")
    assert found.endswith(":8000")
    assert "0.0.0.0" not in found  # noqa: S104 - a text to be read, not bound


@pytest.mark.slow
def test_the_browser_is_started_at_the_front_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho \"$1\" > '{seen}'\n", "utf-8")
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setitem(os.environ, "BROWSER", f"{browser} %s")
    if sys.platform not in ("linux", "darwin"):
        pytest.skip("the browser is chosen otherwise there")

    with Server(tmp_path / "data", options=("--open",)) as server:
        until = time.monotonic() + PATIENCE_S
        while not seen.exists() and time.monotonic() < until:
            time.sleep(0.05)
        address = seen.read_text("utf-8").strip()

        assert address == server.address
        assert httpx2.get(address).status_code == 200
