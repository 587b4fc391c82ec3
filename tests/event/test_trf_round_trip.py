"""A report comes out as it was read, in the format of 2016 and in that of 2026."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.event.vectors import ABSENT, VECTORS, vectors
from voice_chess.event.identity import Identity
from voice_chess.event.letters import decoded
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.tournament import Cell, Fact, ForbiddenPairs, Player, Tournament
from voice_chess.event.trf import read_trf
from voice_chess.event.trf_lines import left_out_of_16, written_16, written_26

KEPT = Path(__file__).parent / "kept"
FULL_16, FULL_26 = (KEPT.joinpath(f"full_{year}.trf").read_text("utf-8") for year in (16, 26))
"""Everything that the format defines for single players, in the order in which it is written."""


def test_a_report_of_2026_comes_out_as_it_was() -> None:
    assert written_26(read_trf(FULL_26)).replace("\r\n", "\n") == FULL_26


def test_each_line_of_2026_ends_as_the_format_wants_it() -> None:
    text = written_26(read_trf(FULL_26))

    assert text.count("\r\n") == text.count("\n") == text.count("\r") == FULL_26.count("\n")


def test_a_report_of_2016_comes_out_as_it_was() -> None:
    read = read_trf(FULL_16)

    assert written_16(read) == FULL_16
    assert left_out_of_16(read) == ()


def test_what_2016_has_no_place_for_is_told() -> None:
    read = read_trf(FULL_26)

    assert left_out_of_16(read) == (
        *("###", "162", "172", "182", "192", "202", "212", "222", "260", "299", "GER"),
    )
    again = read_trf(written_16(read))
    assert [(each.cells, each.identity) for each in again.players] == [
        (each.cells, each.identity) for each in read.players
    ]


TEXTS = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="\x85"), max_size=12
)
CODES = ("022", "032", "042", "052", "062", "072", "092", "102", "112", "122", "182", "212", "222")
RESULTS = tuple(
    each for each in ReportedResult if not each.is_bye and each is not ReportedResult.PENDING
)
IDENTITIES = st.builds(
    Identity,
    sex=st.sampled_from(["", "m", "w"]),
    title=st.sampled_from(["", "GM", "WFM", "CM"]),
    federation=st.sampled_from(["", "GER", "POL"]),
    fide_number=st.integers(0, 10**11 - 1).map(lambda number: str(number or "")),
    birth=st.sampled_from(["", "1990/05/31", "1984/00/00"]),
)
BYES = (ReportedResult.FULL_BYE, ReportedResult.HALF_BYE, ReportedResult.ZERO_BYE)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """One player's columns need not fit another's: that is asked elsewhere."""
    numbers = sorted(draw(st.sets(st.integers(1, 9_999), min_size=2, max_size=6)))
    rounds = draw(st.integers(1, 9))
    paired = draw(st.integers(1, rounds))
    return Tournament(
        name=draw(TEXTS),
        players=tuple(draw(players(number, numbers, paired, rounds)) for number in numbers),
        rounds_told=rounds,
        initial_told=draw(st.sampled_from([None, *Colour])),
        forbidden=tuple(draw(st.lists(pairs_apart(numbers, rounds), max_size=3))),
        virtual=draw(virtual_points(numbers, rounds)),
        system_told=draw(st.sampled_from(["", "FIDE_DUTCH", "FIDE_DUTCH_2026"])),
        tie_breaks_told=draw(st.sampled_from([(), ("BH-C1", "DE")])),
        facts=tuple(draw(st.lists(facts(), max_size=6))),
    )


def facts() -> st.SearchStrategy[Fact]:
    told = st.tuples(st.sampled_from(CODES), TEXTS)
    return told.map(lambda pair: Fact(code=pair[0], text=f" {pair[1]}".rstrip()))


@st.composite
def players(draw: st.DrawFn, number: int, numbers: list[int], paired: int, rounds: int) -> Player:
    others = [each for each in numbers if each != number]
    played = st.builds(
        Cell,
        result=st.sampled_from(RESULTS),
        opponent=st.sampled_from(others),
        colour=st.sampled_from(Colour),
    )
    byes = st.builds(Cell, result=st.sampled_from(BYES))
    before = draw(st.lists(st.none() | played | byes, min_size=paired - 1, max_size=paired - 1))
    after = draw(st.lists(st.none() | byes, max_size=rounds - paired))
    cells: list[Cell | None] = [*before, draw(played), *after]
    while cells and cells[-1] is None:
        cells.pop()
    return Player(
        number=number,
        name=draw(TEXTS),
        rating=draw(st.integers(0, 3_500)),
        cells=tuple(cells),
        told_halves=draw(st.integers(0, 99)),
        told_rank=draw(st.none() | st.integers(1, 9_999)),
        identity=draw(IDENTITIES),
    )


@st.composite
def pairs_apart(draw: st.DrawFn, numbers: list[int], rounds: int) -> ForbiddenPairs:
    first = draw(st.integers(1, rounds))
    return ForbiddenPairs(
        numbers=draw(st.frozensets(st.sampled_from(numbers), min_size=2, max_size=4)),
        first=first,
        last=draw(st.integers(first, rounds)),
    )


def virtual_points(
    numbers: list[int], rounds: int
) -> st.SearchStrategy[dict[int, tuple[int, ...]]]:
    extra = st.lists(st.integers(0, 2), min_size=1, max_size=rounds)
    return st.dictionaries(st.sampled_from(numbers), extra.filter(lambda each: each[-1]).map(tuple))


@pytest.mark.slow
@given(tournaments())
def test_whatever_2026_can_tell_is_read_again_as_it_was(event: Tournament) -> None:
    again = read_trf(written_26(event))

    assert sorted(again.facts, key=lambda fact: fact.code) == sorted(
        event.facts, key=lambda fact: fact.code
    )
    assert replace(again, facts=()) == replace(event, facts=())


@pytest.mark.slow
@given(tournaments())
def test_whatever_2016_can_tell_is_read_again_as_it_was(event: Tournament) -> None:
    left_out = left_out_of_16(event)
    kept = tuple(fact for fact in event.facts if fact.code not in left_out)
    for_good = tuple(
        replace(each, last=None)
        for each in event.forbidden
        if each.first == 1 and each.last == event.rounds
    )

    again = read_trf(written_16(event))

    assert replace(again, facts=()) == replace(
        event, facts=(), forbidden=for_good, system_told="", tie_breaks_told=()
    )
    assert sorted(again.facts, key=lambda fact: fact.code) == sorted(
        kept, key=lambda fact: fact.code
    )


@pytest.mark.skipif(not VECTORS.is_dir(), reason=ABSENT)
def test_reports_of_another_program_come_out_as_they_were() -> None:
    for path in vectors():
        text = decoded(path.read_bytes())
        kept = sorted(line.rstrip() for line in text.splitlines() if line.strip())

        assert sorted(written_16(read_trf(text)).splitlines()) == kept, path.name
