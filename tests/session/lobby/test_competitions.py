"""A competition in memory: its standings, and what is told while a round is being paired."""

from dataclasses import replace

import pytest

from tests.event.organised import TERMS, Organised, organised
from voice_chess.event.commands import (
    ChangeTerms,
    CorrectPlayer,
    EventCommand,
    GrantBye,
    RuleResult,
    UndoLast,
)
from voice_chess.event.competition import BoardResult, Competition, Person
from voice_chess.event.tables import TableRow, table
from voice_chess.session.lobby import competitions
from voice_chess.session.lobby.competitions import OpenCompetition, PairingEnded


def test_how_long_a_pairing_takes_is_told_until_it_is_done_or_has_failed() -> None:
    event = OpenCompetition("winter")
    with event.pairing() as waited:
        assert event.paired_for_s is None
        waited(3)
        assert event.paired_for_s == 3
    assert event.paired_for_s is None

    def fail() -> None:
        with event.pairing() as waited:
            waited(2)
            raise TimeoutError

    with pytest.raises(TimeoutError):
        fail()
    assert event.paired_for_s is None


def test_a_pairing_for_which_nobody_waits_any_more_ends() -> None:
    """As when the request for it is broken off because the server ends."""
    event = OpenCompetition("winter")
    with event.pairing() as waited:
        waited(1)

    with event.pairing(), pytest.raises(PairingEnded):
        waited(2)


def in_second_round() -> tuple[Organised, OpenCompetition]:
    event = organised(4)
    event.play_round()
    event.pair()
    event.start()
    return event, OpenCompetition("winter", event.history)


def settled(round_: int) -> RuleResult:
    """Settle the second board of a round."""
    return RuleResult(at_ms=9, round=round_, board=2, result=BoardResult.DRAW, reason="as seen")


def renamed() -> CorrectPlayer:
    return CorrectPlayer(at_ms=9, player=1, person=Person(name="Zoe"))


@pytest.mark.parametrize(
    ("command", "is_other"),
    [
        (settled(2), False),
        (settled(1), True),
        (renamed(), True),
        (GrantBye(at_ms=9, player=3, round=3), True),
        (ChangeTerms(at_ms=9, terms=replace(TERMS, tie_breaks=("PS",))), True),
    ],
)
def test_standings_are_calculated_anew_only_if_something_of_theirs_has_changed(
    command: EventCommand, *, is_other: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calculated: list[int] = []

    def counted(now: Competition, rounds: int) -> tuple[TableRow, ...]:
        calculated.append(rounds)
        return table(now, rounds)

    monkeypatch.setattr(competitions, "table", counted)
    event, opened = in_second_round()
    opened.tables.after(1)
    assert calculated == [1]

    event.history = opened.history
    ruling = event.do(command)
    assert isinstance(ruling, tuple)
    opened.written(ruling, 2)

    assert opened.tables.after(1) == table(event.now, 1)
    assert calculated == [1, 1] if is_other else [1]
    assert opened.tables.after(1) is opened.tables.after(1)


def test_standings_after_an_undone_correction_are_those_from_before_it() -> None:
    event, opened = in_second_round()
    before = opened.tables.after(1)
    for command in (settled(1), UndoLast(at_ms=10)):
        ruling = event.do(command)
        assert isinstance(ruling, tuple)
        opened.written(ruling, 2)
        opened.tables.after(1)

    assert opened.tables.after(1) == before
