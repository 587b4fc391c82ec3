"""What is kept of each seat: who it was, and nothing that belongs in an envelope."""

import threading

import pytest

from tests.german import CLOCK, in_words, says
from tests.waiting import waited
from tests.web.stage import Stage
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.penalties import ReasonStated
from voice_chess.session.evidence import AnswerSpoken, CommandRefused, LineTyped, UtteranceHeard
from voice_chess.session.games.chairs import Chair


def kept(stage: Stage, game: str) -> tuple[object, ...]:
    return stage.journal.evidence(game)


def test_what_was_typed_heard_and_refused_is_kept_with_its_seat(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.ask(type="line", text=says("whose-turn"))
        black.move("e7e5", 0)
    evidence = kept(stage, links["game"]["id"])
    typed = [item for item in evidence if isinstance(item, LineTyped)]
    heard = [item for item in evidence if isinstance(item, UtteranceHeard)]
    refused = [item for item in evidence if isinstance(item, CommandRefused)]

    assert [(item.by, item.text) for item in typed] == [("white", says("whose-turn"))]
    assert [item.by for item in heard] == ["white"]
    assert [item.by for item in refused] == ["black"]


def test_the_arbiters_reason_is_written_behind_what_they_did_with_its_article(stage: Stage) -> None:
    links = stage.arrange(arbiter="new")

    with (
        stage.page(links["white"]),
        stage.page(links["black"]),
        stage.page(links["arbiter"]) as arbiter,
    ):
        arbiter.ask(type="rule", ruling={"ruling": "stop-clocks"}, reason="Lärm")
        arbiter.ask(type="rule", ruling={"ruling": "start-game"}, reason="zu spät")
    events = stage.journal.read(links["game"]["id"])
    stopped, stated = events[-2:]

    assert isinstance(stopped, ClocksStopped)
    assert stopped.because.edition == "2009"
    assert stated == ReasonStated(at_ms=stopped.at_ms, in_words="Lärm")


def test_of_two_quick_changes_of_a_wish_the_last_one_is_kept(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    links, prefer, second = stage.arrange(), SqliteRegister.prefer, threading.Event()
    rates: list[int] = []

    def slow(register: SqliteRegister, chair: Chair) -> None:
        """Let the first change wait until the second one is written, unless that waits, too."""
        rates.append(chair.preferences.words_per_minute)
        if len(rates) == 1:
            second.wait(1)
        prefer(register, chair)
        second.set()

    monkeypatch.setattr(SqliteRegister, "prefer", slow)
    with stage.page(links["white"]) as white:
        for rate in (200, 300):
            white.tell("prefer", words_per_minute=rate)
        waited(lambda: len(rates) == 2)
    chair = stage.hall.lobby.means.register.chair(links["white"]["seat"])

    assert chair is not None
    assert chair.preferences.words_per_minute == 300


def test_only_an_arbiters_reason_is_anything_to_the_game(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]):
        done = white.ask(type="rule", ruling={"ruling": "stop-clocks"}, reason="Lärm")
    events = stage.journal.read(links["game"]["id"])

    assert done["is_accepted"]
    assert not any(isinstance(event, ReasonStated) for event in events)


@pytest.mark.parametrize("line", ["versiegelt e4", "e4", in_words("Nf3"), "e2e5"])
def test_nothing_that_is_typed_for_an_envelope_can_be_read(stage: Stage, line: str) -> None:
    links = stage.arrange(arbiter="new", edition="2009", time="90")

    with (
        stage.page(links["white"]) as white,
        stage.page(links["black"]) as black,
        stage.page(links["arbiter"]) as arbiter,
    ):
        arbiter.ask(type="passphrase", text="pfeife")
        arbiter.ask(type="rule", ruling={"ruling": "ask-to-seal", "resumption": "morgen"})
        before = len(kept(stage, links["game"]["id"]))
        white.ask(type="line", text=line)
        black.ask(type="line", text=CLOCK)
    evidence = kept(stage, links["game"]["id"])[before:]
    of_white = [
        item
        for item in evidence
        if (item.to if isinstance(item, AnswerSpoken) else getattr(item, "by", None)) == "white"
    ]
    of_black = [item for item in evidence if isinstance(item, LineTyped) and item.by == "black"]

    assert [item.text for item in of_white if isinstance(item, LineTyped)] == [""]
    assert not any(item.text for item in of_white if isinstance(item, AnswerSpoken))
    assert not any(
        item.alternatives or item.readings for item in of_white if isinstance(item, UtteranceHeard)
    )
    assert [item.text for item in of_black] == [CLOCK]
