"""What is written to the log: neither what players say nor how anybody comes in."""

import logging

import pytest

from tests.german import in_words
from tests.web.stage import Stage

SPOKEN = ("Rumpelstilzchen", in_words("Nf3"), "f3", "Geheimnis")


def test_nothing_that_a_player_says_and_no_way_in_is_logged(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        links = stage.arrange(white={"name": "Rumpelstilzchen"}, arbiter="new")
        with stage.seats(links) as (white, _, arbiter):
            white.ask(type="line", text=in_words("Nf3"))
            white.ask(type="line", text="Rumpelstilzchen")
            white.socket.send_text('{"type": "line", "text": "Geheimnis"')
            white.next("problem")
            white.tell("line", text="Geheimnis", key=7)
            white.next("problem")
            arbiter.ask(type="rule", ruling={"ruling": "stop-clocks"}, reason="Geheimnis")
        stage.client.post("/entries", json={"code": "Geheimnis"})
        stage.client.post("/entries", json={"token": ["Geheimnis"]})
    ways = [way for link in links.values() for way in (link.get("path"), link.get("code")) if way]
    secrets = [way.rpartition("#")[2] for way in ways]

    assert len(secrets) == 2 * 4
    assert [word for word in (*SPOKEN, *secrets) if word in caplog.text] == []
