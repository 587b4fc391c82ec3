"""What an engine asks the game for, wherever it sits: no more than a person would have to."""

from dataclasses import replace

import pytest

from tests.stage.scripted_game import begun
from tests.stage.usual import BLIND
from voice_chess.adapters.simulation.memory_storage import MemoryJournal
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.commands import Command
from voice_chess.game.draws import OfferDraw
from voice_chess.game.moves import AnnounceMove, ExecuteMove, PressClock, RepeatMove
from voice_chess.game.table import Customs, Role
from voice_chess.session.games.engine_duties import owed
from voice_chess.session.games.engine_player import EnginePlayer, ThinksElsewhere
from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.inputs import EngineThought
from voice_chess.session.ports import Chosen

E4 = (
    AnnounceMove(by=Role.WHITE, at_ms=1, uci="e2e4"),
    ExecuteMove(by=Role.WHITE, at_ms=1),
    PressClock(by=Role.WHITE, at_ms=1),
)


def after(*commands: Command, customs: Customs | None = None) -> Ledger:
    """These commands, in a game that has just begun."""
    ledger = begun(MemoryJournal(), replace(BLIND, customs=customs or Customs()))
    for command in commands:
        ledger.ask(command)
    return ledger


class Floor:
    """The game of a ledger at which nobody else sits."""

    participants = ()

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.time = SimulatedTime(now_ms=2)
        self.names: list[str] = []

    def present(self, _role: Role) -> tuple[()]:
        return ()

    def notice(self, _name: str) -> None:
        """Nobody listens."""

    def ask(self, command: Command) -> Ruling:
        self.names.append(type(command).__name__)
        return self.ledger.ask(command)


def asked(ledger: Ledger, uci: str, *, wants_draw: bool = False) -> list[str]:
    """The names of what Black's engine asks for."""
    floor = Floor(ledger)
    engine = EnginePlayer(Role.BLACK, ThinksElsewhere())
    engine.look(floor)
    chosen = Chosen(uci=uci, wants_draw=wants_draw)
    engine.found(floor, EngineThought(position=ledger.game.position, chosen=chosen))
    return floor.names


@pytest.mark.parametrize(
    ("customs", "names"),
    [
        (Customs(), ["AnnounceMove", "PressClock"]),
        (Customs(execution="reported"), ["AnnounceMove", "ExecuteMove", "PressClock"]),
        (Customs(must_repeat=True), ["RepeatMove", "AnnounceMove", "PressClock"]),
    ],
    ids=["plain", "reported", "repeated"],
)
def test_it_does_what_the_table_asks_of_a_player(customs: Customs, names: list[str]) -> None:
    ledger = after(*E4, customs=customs)

    assert asked(ledger, "e7e5") == names
    assert ledger.game.position.moves == ("e2e4", "e7e5")


def test_what_is_refused_is_not_pressed() -> None:
    ledger = after(*E4)

    assert asked(ledger, "e7e4") == ["AnnounceMove"]
    assert ledger.game.position.moves == ("e2e4",)


def test_nothing_is_asked_once_it_agreed_to_a_draw() -> None:
    offer = OfferDraw(by=Role.WHITE, at_ms=1)
    ledger = after(E4[0], offer, E4[2])

    assert asked(ledger, "e7e5", wants_draw=True) == ["AcceptDraw"]
    assert ledger.game.is_over


def test_it_repeats_on_its_own_turn_only() -> None:
    ledger = after(*E4, customs=Customs(must_repeat=True))
    make = owed(ledger.game, Role.BLACK)

    assert owed(ledger.game, Role.WHITE) is None
    assert make is not None
    assert make(by=Role.BLACK, at_ms=2) == RepeatMove(by=Role.BLACK, at_ms=2, uci="e2e4")


def test_what_it_had_announced_before_the_program_was_gone_it_completes() -> None:
    floor = Floor(after(*E4[:1], customs=Customs(execution="reported")))
    EnginePlayer(Role.WHITE, ThinksElsewhere()).look(floor)

    assert floor.names == ["ExecuteMove", "PressClock"]
    assert floor.ledger.game.position.moves == ("e2e4",)


def test_what_is_refused_is_not_tried_again_before_there_is_news() -> None:
    floor = Floor(after(*E4[:1], customs=Customs(execution="reported")))
    engine = EnginePlayer(Role.WHITE, ThinksElsewhere())
    floor.ledger.ask(OfferDraw(by=Role.BLACK, at_ms=1))
    for _ in range(3):
        engine.look(floor)

    assert floor.names.count("PressClock") == 1
