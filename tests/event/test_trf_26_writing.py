"""The report of 2026: each thing in the columns that FIDE's text gives it, and read as it was."""

from dataclasses import replace
from typing import Any

import pytest

from tests.event.organised import Organised, organised
from voice_chess.event.commands import (
    ChangeTerms,
    CorrectPlayer,
    ForbidPair,
    GrantBye,
    WithdrawPlayer,
)
from voice_chess.event.competition import BoardResult, Person
from voice_chess.event.crosscheck import check_system, crosscheck
from voice_chess.event.entrants import round_to_pair
from voice_chess.event.identity import Identity
from voice_chess.event.standings import standings
from voice_chess.event.terms import Official, Play, System
from voice_chess.event.trf import read_trf
from voice_chess.event.trf_writing import report_26_of, report_of, without_births


def lines(event: Organised, rounds: int = 0) -> list[str]:
    return report_26_of(event.now, rounds).split("\r\n")


def line(event: Organised, code: str, rounds: int = 0) -> str:
    """The one that begins so."""
    (found,) = (each for each in lines(event, rounds) if each.startswith(code))
    return found


def with_terms(event: Organised, **changed: Any) -> Organised:
    event.done(ChangeTerms(at_ms=1, terms=replace(event.now.terms, **changed)))
    return event


def test_the_event_is_told_by_the_codes_of_2026() -> None:
    event = with_terms(organised(6), tie_breaks=("BH-C1", "DE", "SB"))

    assert lines(event)[:13] == [
        "012 Spring Open",
        "042 2026/11/21",
        "052 2026/11/29",
        "062 6",
        "072 0",
        "092 Individual: Swiss-System (Dutch)",
        "122 15+10",
        "142 5",
        "152 W",
        "182 voice-chess",
        "192 FIDE_DUTCH",
        "202 BH/C1,DE,SB",
        "222 900+10",
    ]
    assert not [each for each in lines(event) if each.startswith("XX")]


NOW_MS = 1_795_000_000_000

OFFICIAL = Official(
    city="Marburg",
    federation="GER",
    chief_arbiter="IA Nowak, Anna",
    deputies=("FA Bauer, Karl", "Dvořák, Jiří"),
    round_days=("2026-11-21", "2026-11-22"),
)


def test_what_a_federation_asks_is_told_in_both_formats() -> None:
    event = with_terms(organised(4), official=OFFICIAL)
    who = Identity(
        sex="w", title="WFM", federation="GER", fide_number="4650012", birth="2001/03/09"
    )
    person = Person(name="Sommer, Eva", rating=2101, identity=who)
    event.done(CorrectPlayer(at_ms=NOW_MS, player=2, person=person))
    event.play_round()

    for text in (report_of(event.now, 1), report_26_of(event.now, 1)):
        read = read_trf(text)
        told = {fact.code: fact.text.strip() for fact in read.facts}
        assert (told["022"], told["032"]) == ("Marburg", "GER")
        assert told["102"] == "IA Nowak, Anna"
        deputies = [fact.text for fact in read.facts if fact.code == "112"]
        assert deputies == [" FA Bauer, Karl", " Dvořák, Jiří"]
        (days,) = (each for each in text.splitlines() if each.startswith("132"))
        assert (days[91:99], days[101:109]) == ("26/11/21", "26/11/22")
        assert read.by_number[2].identity == who


def test_nobodys_birthday_is_in_a_report_for_everybody() -> None:
    event = organised(2)
    person = Person(name="Eva", identity=Identity(birth="2001/03/09", title="WFM"))
    event.done(CorrectPlayer(at_ms=NOW_MS, player=1, person=person))

    text = report_26_of(without_births(event.now), 0)

    assert "2001" not in text
    assert "WFM" in text


def test_an_accelerated_event_is_told_to_programs_that_read_the_format_of_2016() -> None:
    event = with_terms(organised(12), is_baku=True)

    assert "XXA    1  1.0  1.0  0.5" in report_of(event.now, 0).splitlines()
    assert "XXA    7" not in report_of(event.now, 0)


def test_every_line_ends_as_the_format_wants_it() -> None:
    text = report_26_of(organised(6).now, 0)

    assert text.endswith("\r\n")
    assert text.count("\r") == text.count("\n") == len(text.splitlines())


@pytest.mark.parametrize(
    ("time", "coded"),
    [
        ("90+30", "222 5400+30"),
        ("90/40+30/G+30", "222 40/5400+30:1800+30"),
        ("5", "222 300"),
    ],
)
def test_the_time_is_coded(time: str, coded: str) -> None:
    event = with_terms(organised(4), play=Play(edition="2023", time=time))

    assert line(event, "222") == coded


@pytest.mark.parametrize(
    ("system", "players", "rounds", "code"),
    [
        (System.SWISS, 6, 5, "FIDE_DUTCH"),
        (System.ROUND_ROBIN, 6, 5, "BERGER_ROUNDROBIN_G1"),
        (System.ROUND_ROBIN, 5, 10, "BERGER_ROUNDROBIN_G2"),
        (System.MATCH, 2, 4, "CUSTOM_ROUNDROBIN"),
        (System.KNOCK_OUT, 4, 2, "CUSTOM_KNOCKOUT"),
    ],
)
def test_each_system_has_its_code(system: System, players: int, rounds: int, code: str) -> None:
    assert line(organised(players, system, rounds), "192") == f"192 {code}"


@pytest.mark.parametrize(("system", "players"), [(System.ROUND_ROBIN, 5), (System.MATCH, 2)])
def test_the_standings_are_those_of_either_report(system: System, players: int) -> None:
    """A game without moves counts where everybody has the same opponents."""
    event = organised(players, system, rounds=players)
    event.play_round(BoardResult.BLACK_BY_FORFEIT)
    event.play_round(BoardResult.DRAW)

    tables = [
        [(each.place, each.player.number, each.values) for each in standings(told, 2)]
        for told in (
            event.now.report,
            read_trf(report_of(event.now, 2)),
            read_trf(report_26_of(event.now, 2)),
        )
    ]

    assert tables[0] == tables[1] == tables[2]


def test_acceleration_stands_behind_the_system() -> None:
    event = with_terms(organised(6), is_baku=True)

    assert line(event, "192") == "192 FIDE_DUTCH_BAKU"
    assert read_trf(report_26_of(event.now, 0)).is_baku


def test_byes_to_come_and_who_has_left_are_told_for_each_round() -> None:
    event = organised(12)
    event.done(GrantBye(at_ms=1, player=2, round=1))
    event.done(GrantBye(at_ms=1, player=11, round=1))
    event.play_round()
    event.done(GrantBye(at_ms=1, player=3, round=2))
    event.done(WithdrawPlayer(at_ms=1, player=12))

    told = [each for each in lines(event, 1) if each.startswith("240")]

    assert told == [
        "240 H 002    3",
        *(f"240 Z 00{round_}   12" for round_ in (2, 3, 4, 5)),
    ]
    before = [each for each in lines(event, 0) if each.startswith("240 H 001")]
    assert before == ["240 H 001    2   11"]


@pytest.mark.parametrize(
    ("system", "players", "forfeit"),
    [(System.ROUND_ROBIN, 4, "w 1     2 w -"), (System.MATCH, 2, "w 1     2 b -")],
)
def test_where_the_absent_are_paired_the_rounds_to_come_are_no_byes_but_forfeits_once_paired(
    system: System, players: int, forfeit: str
) -> None:
    event = organised(players, system, rounds=6)
    event.play_round()
    event.done(WithdrawPlayer(at_ms=1, player=1))

    assert not [each for each in lines(event, 1) if each.startswith("240")]
    of_2016 = report_of(event.now, 1).splitlines()
    (own,) = (each for each in of_2016 if each.startswith("001    1"))
    assert own.endswith("w 1"), "the round played is the last one"

    event.pair()
    assert line(event, "001    1", rounds=2).endswith(forfeit)


def test_a_round_in_which_somebody_is_only_left_over_is_told_with_their_point() -> None:
    """The final of a knock-out whose other finalist has withdrawn."""
    event = organised(4, System.KNOCK_OUT, rounds=2)
    event.play_round()
    winner, other = (board.winner for board in event.now.rounds[0].boards)
    event.done(WithdrawPlayer(at_ms=1, player=other or 0))
    event.pair()

    own = line(event, f"001 {winner:4}", rounds=2)

    assert (own[80:84], own.endswith("1  0000 - U")) == (" 2.0", True)
    assert read_trf(report_26_of(event.now, 2)).players == read_trf(report_of(event.now, 2)).players


def test_who_is_kept_apart_is_told_for_all_rounds() -> None:
    event = organised(12)
    event.done(ForbidPair(at_ms=1, one=11, other=2))

    found = line(event, "260")

    assert (found[4:7], found[8:11]) == ("001", "005")
    assert (found[12:16], found[17:21]) == ("   2", "  11")


def test_what_is_written_is_read_as_the_same_event() -> None:
    event = organised(7)
    event.done(ForbidPair(at_ms=1, one=1, other=2))
    for result in (BoardResult.WHITE_WINS, BoardResult.DRAW, BoardResult.BLACK_BY_FORFEIT):
        event.play_round(result)
    event.done(GrantBye(at_ms=1, player=3, round=4))
    before, after = report_of(event.now, 3), report_26_of(event.now, 3)

    old, new = read_trf(before), read_trf(after)
    crosscheck(new)
    check_system(new)

    cells = [each.cells[:4] for each in old.players]
    assert [each.cells[:4] for each in new.players] == cells
    assert (new.rounds, new.initial_told, new.name) == (5, old.initial_told, old.name)
    assert new.tie_breaks_told == event.now.terms.tie_breaks
    placed = [each.place for each in standings(new, 3, new.tie_breaks_told)]
    assert placed == [each.place for each in standings(old, 3, event.now.terms.tie_breaks)]
    entrants = round_to_pair(new, 4).entrants
    assert {each.number for each in entrants} == {1, 2, 4, 5, 6, 7}
