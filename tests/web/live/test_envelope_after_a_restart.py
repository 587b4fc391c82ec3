"""A server that was gone while a move was to be sealed asks for the passphrases that it had."""

from pathlib import Path

import pytest

from tests.german import german
from tests.web.stage import staged

MISSING = german("envelope:none")


@pytest.mark.parametrize("is_sealed", [False, True], ids=["not sealed", "sealed"])
def test_everybody_at_the_game_hears_that_the_envelope_needs_its_passphrase_again(
    is_sealed: bool, tmp_path: Path
) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(arbiter="new")
        with stage.seats(links) as (white, _, arbiter):
            white.event("game-started")
            assert arbiter.ask(type="passphrase", text="whistle")["is_accepted"]
            ask_to_seal = {"ruling": "ask-to-seal", "resumption": "morgen"}
            assert arbiter.ask(type="rule", ruling=ask_to_seal)["is_accepted"]
            if is_sealed:
                assert white.ask(type="ask", name="seal", args=["g1f3"])["is_accepted"]

    with staged(tmp_path) as stage, stage.seats(links) as seats:
        for page in seats:
            page.until(lambda message: message.get("text") == MISSING)
        white, _, arbiter = seats
        assert arbiter.ask(type="passphrase", text="whistle")["is_accepted"]
        if not is_sealed:
            assert white.ask(type="ask", name="seal", args=["g1f3"])["is_accepted"]
        assert white.ask(type="ask", name="press")["is_accepted"]
        white.ask(type="ask", name="clock")
        assert white.state()["state"]["phase"] == "adjourned"

    with staged(tmp_path) as stage, stage.page(links["white"]) as white:
        white.ask(type="ask", name="clock")
        assert MISSING not in white.texts()


def test_a_page_that_comes_while_the_passphrase_is_there_is_not_asked_for_it(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(arbiter="new")
        with stage.seats(links) as (white, _, arbiter):
            white.event("game-started")
            assert arbiter.ask(type="passphrase", text="whistle")["is_accepted"]
            ask_to_seal = {"ruling": "ask-to-seal", "resumption": "morgen"}
            assert arbiter.ask(type="rule", ruling=ask_to_seal)["is_accepted"]
            white.socket.close(1006)  # type: ignore[attr-defined]  # a test client's socket
            with stage.page(links["white"]) as back:
                back.ask(type="ask", name="clock")
                assert MISSING not in back.texts()
