"""At a seat a move in words is corrected, pressed and paid for as at the table."""

from dataclasses import replace

import pytest

from tests.german import GERMAN, YES, german, says, seconds
from tests.session.apart import Apart
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.results import EndReason
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.state import Over
from voice_chess.game.table import Customs, Role, Seat, Setup, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.games.attending import attend
from voice_chess.session.games.chairs import Press, Settled
from voice_chess.session.listening.inputs import MovedByHand, Typed
from voice_chess.session.outputs import Noticed
from voice_chess.session.table_settings import Grace, TableSettings
from voice_chess.session.voice_preferences import VoicePreferences

MATE = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
TABLE = Table(control=TimeControl.parsed("1+0"), white=Seat(is_blind=True))
ASSISTED = replace(TABLE, white=Seat(is_blind=True, has_assistant=True))


class Floor(Apart):
    """A game with somebody at each seat, and the time of all of them."""

    def __init__(self, table: Table, press: Press = "auto") -> None:
        self.time = SimulatedTime()
        super().__init__(Settled(press=press), time=self.time)
        self.game.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=table))
        self.game.ask(StartGame(by=Role.ARBITER, at_ms=0))
        for role in Role:
            settings = TableSettings(language=GERMAN, grace=Grace(written_ms=5_000))
            preferences = VoicePreferences(language=GERMAN)
            self.seat(Sitter(listener=role, role=role, settings=settings, preferences=preferences))

    def types(self, line: str, role: Role = Role.WHITE) -> None:
        now_ms = self.time.now_ms()
        attend(self.game, Typed(listener=role, at_ms=now_ms, text=line))

    def wait(self, ms: int) -> None:
        """Time passes, and the game looks at it once a second."""
        for _ in range(ms // 1_000):
            self.time.passed(1_000)
            self.game.look()

    @property
    def ending(self) -> EndReason | None:
        phase = self.game.game.phase
        return phase.reason if isinstance(phase, Over) else None


@pytest.mark.law("slip-of-the-tongue")
@pytest.mark.parametrize("press", ["auto", "command"])
def test_2009_e_2_6_a_misspoken_mate_is_corrected_before_the_press(press: Press) -> None:
    floor = Floor(replace(TABLE, setup=Setup(fen=MATE)), press)

    for line in (says("piece:R a8"), YES, says("correction piece:R a7")):
        floor.types(line)

    announced = floor.game.game.turn.announcement
    assert announced is not None
    assert announced.uci == "a1a7"
    assert floor.ending is None


@pytest.mark.law("mate-wins", "press")
@pytest.mark.parametrize("press", ["auto", "command"])
def test_2009_6_7_a_a_mate_needs_no_press(press: Press) -> None:
    floor = Floor(replace(TABLE, setup=Setup(fen=MATE)), press)

    for line in (says("piece:R a8"), YES):
        floor.types(line)
    assert floor.ending is None
    floor.wait(8_000)

    assert floor.ending is EndReason.CHECKMATE


@pytest.mark.law("press")
@pytest.mark.parametrize(("waits_ms", "ending"), [(69_000, None), (70_000, EndReason.FLAG_FALL)])
def test_2009_6_7_a_who_announces_and_does_not_press_has_ten_seconds_more(
    waits_ms: int, ending: EndReason | None
) -> None:
    floor = Floor(TABLE, "command")
    floor.wait(50_000)
    floor.types("e4")

    floor.wait(waits_ms - 50_000)

    assert floor.ending is ending


@pytest.mark.law("assistant-announces", "assistant-moves")
@pytest.mark.parametrize("is_typed", [True, False], ids=["in words", "on the page"])
def test_2009_e_2_9_b_an_assistant_tells_the_sighted_opponents_answer(is_typed: bool) -> None:
    floor = Floor(ASSISTED)
    floor.types("e4")

    by = Role.ASSISTANT_WHITE
    if is_typed:
        floor.types("e5", by)
    else:
        floor.wait(8_000)
        attend(floor.game, MovedByHand(listener=by, at_ms=9_000, uci="e7e5", ply=1))

    announced = floor.game.game.turn.announcement
    assert announced is not None
    assert (announced.uci, announced.told_by) == ("e7e5", by)
    floor.wait(8_000)
    assert floor.game.game.position.moves == ("e2e4", "e7e5")


def told_at_the_start(table: Table, language_id: str = "de") -> list[str]:
    language = load_language(language_id)
    floor = Floor(table)
    noticed = [told for told in floor.fetch() if isinstance(told, Noticed)]
    return [told.make(language).text for told in noticed]


@pytest.mark.law("press", "rapid-flag")
def test_where_the_house_wins_over_a_clause_it_is_told_at_the_start() -> None:
    by_the_laws = Customs(charge_until="press", flag_mode="claim")

    assert told_at_the_start(TABLE) == [
        german("house:understanding", time=seconds(10)),
        german("house:flag"),
    ]
    assert told_at_the_start(replace(TABLE, customs=by_the_laws)) == []
    standard = replace(TABLE, control=TimeControl.parsed("90+30"))
    assert len(told_at_the_start(standard)) == 1
    modern = replace(TABLE, edition="2018")
    assert len(told_at_the_start(modern)) == 1


@pytest.mark.parametrize("language_id", known_languages())
def test_every_language_tells_it(language_id: str) -> None:
    assert len(set(told_at_the_start(TABLE, language_id))) == 2
