"""Writes a tournament as the lines of a report: of 2016, or of 2026.

What was read is written unchanged, as far as the format has a place for it. The columns of 2016 are
those of FIDE Handbook C.04.A, annex 2. What pairing programs need besides is written under the
codes of JaVaFo, which bbpPairings reads as well. The columns of 2026 are in TRF26.pdf there.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import groupby

from voice_chess.event.acceleration import virtual_halves
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.standings import written_tie_break
from voice_chess.event.tournament import Cell, Fact, Player, Tournament
from voice_chess.event.trf import COMMENT

_OF_2016 = ("022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132")
_NOTHING = " " * 8
OF_BBP = ("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")
"""Points, by the codes that bbpPairings had before it read line 162."""


def written_16(event: Tournament) -> str:
    """Return a report of 2016, with the line ends that most pairing programs use."""
    lines = (
        *sorted((*_named(event), *_facts(event, lambda fact: fact.code in _OF_2016)), key=_code),
        *_facts(event, _is_of_javafo),
        *_rounds("XXR", event),
        *(() if event.initial_told is None else (f"XXC {_WORDS[event.initial_told]}",)),
        *_kept_apart(event),
        *_extra_points(event),
        *_absent_next(event),
        *(player_line(each, each.cells, each.told_rank) for each in event.players),
        *_facts(event, lambda fact: fact.code == "013"),
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)


def left_out_of_16(event: Tournament) -> tuple[str, ...]:
    """Return the codes of lines that a report of 2016 has no place for."""
    codes = {fact.code for fact in event.facts if not _fits_2016(fact)}
    codes |= {"192"} if event.system_told else set()
    codes |= {"202"} if event.tie_breaks_told else set()
    codes |= {"260"} if len(tuple(_kept_apart(event))) < len(event.forbidden) else set()
    return tuple(sorted(codes))


_UNCOUNTED = (
    "No game with these players counts in the standings: {numbers}. They withdrew from the round "
    "robin with less than half of their games played (FIDE, General Regulations for Competitions, "
    "6.6)."
)
_NUMBERS = re.compile(
    re.escape(_UNCOUNTED.partition(".")[0]).replace(re.escape("{numbers}"), "([0-9, ]+)")
)


def uncounted_line(numbers: Collection[int]) -> str:
    """Return the comment that no game with the players of these numbers counts in the standings."""
    return _UNCOUNTED.format(numbers=", ".join(map(str, sorted(numbers))))


def uncounted_told(event: Tournament) -> frozenset[int]:
    """Return the numbers in such a comment, as this program writes it in a report of 2026."""
    comments = (fact.text.strip() for fact in event.facts if fact.code == COMMENT)
    told = next(filter(None, map(_NUMBERS.match, comments)), None)
    numbers = "" if told is None else told[1].replace(",", " ")
    return frozenset(map(int, numbers.split())) & event.by_number.keys()


def written_26(event: Tournament) -> str:
    """Return a report of 2026, in which byes of rounds still to be paired have their own lines."""
    paired = next(filter(event.tells_of, range(event.columns, 0, -1)), 0)
    lines = (
        *sorted((*_facts(event, _is_of_section), *_section_26(event)), key=_code),
        *(player_line(each, each.cells[:paired], each.told_rank) for each in event.players),
        *_byes_to_come(event, paired),
        *_extra_points_of_many(event),
        *_kept_apart_for_rounds(event),
        *_absent_next(event),
        *_facts(event, lambda fact: not _is_of_section(fact) and not _is_of_javafo(fact)),
    )
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _code(line: str) -> str:
    return line[:3]


def _section_26(event: Tournament) -> Iterator[str]:
    """Yield what is known of the tournament as a whole besides the facts."""
    yield from _named(event)
    yield from _rounds("142", event)
    if event.initial_told is not None:
        yield f"152 {event.initial_told.value.upper()}"
    if event.system_told:
        yield f"192 {event.system_told}"
    if event.tie_breaks_told:
        yield f"202 {','.join(map(written_tie_break, event.tie_breaks_told))}"


_WORDS = {Colour.WHITE: "white1", Colour.BLACK: "black1"}


def _named(event: Tournament) -> tuple[str, ...]:
    return (f"012 {event.name}",) if event.name else ()


def _rounds(code: str, event: Tournament) -> tuple[str, ...]:
    return () if event.rounds_told is None else (f"{code} {event.rounds_told}",)


def _facts(event: Tournament, is_wanted: Callable[[Fact], bool]) -> Iterator[str]:
    return (f"{fact.code}{fact.text}" for fact in event.facts if is_wanted(fact))


def _is_of_javafo(fact: Fact) -> bool:
    """Whether the line is one of JaVaFo or of bbpPairings."""
    return fact.code.startswith("XX") or fact.code in OF_BBP


def _is_of_section(fact: Fact) -> bool:
    """Whether the line is about the tournament as a whole, and so comes before the players."""
    return fact.code == COMMENT or fact.code.endswith("2")


def _fits_2016(fact: Fact) -> bool:
    return fact.code in (*_OF_2016, "013") or _is_of_javafo(fact)


def player_line(player: Player, cells: Iterable[Cell | None], place: int | None) -> str:
    """Return a player's line, with the points that are reported for them."""
    who = player.identity
    head = f"001 {player.number:4} {who.sex:1}{who.title:>3} {player.name[:33]:33}"
    head += f" {player.rating or '':>4} {who.federation:3} {who.fide_number:>11} {who.birth:10}"
    return f"{head:80}{points(player.told_halves):>4} {place or '':>4}" + "".join(
        f"  {_written(cell)}" for cell in cells
    )


def points(halves: int) -> str:
    """Return points as 4.5."""
    return f"{halves // 2}.{5 * (halves % 2)}"


def _written(cell: Cell | None) -> str:
    if cell is None:
        return _NOTHING
    opponent = "0000" if cell.opponent is None else f"{cell.opponent:4}"
    colour = "-" if cell.colour is None else cell.colour.value
    return f"{opponent} {colour} {cell.result.value}"


def _kept_apart(event: Tournament) -> Iterator[str]:
    """Yield the lines for players who never meet; others have no place in this format."""
    for pairs in event.forbidden:
        if pairs.first == 1 and (pairs.last is None or pairs.last >= event.rounds):
            yield f"XXP {' '.join(map(str, sorted(pairs.numbers)))}"


def _kept_apart_for_rounds(event: Tournament) -> Iterator[str]:
    for pairs in event.forbidden:
        last = event.rounds if pairs.last is None else pairs.last
        yield f"260 {pairs.first:03} {last:03}{_in_columns(pairs.numbers)}"


def _extra_points(event: Tournament) -> Iterator[str]:
    for player in event.players:
        extra = [virtual_halves(event, player.number, n) for n in range(1, event.rounds + 1)]
        while extra and not extra[-1]:
            extra.pop()
        if extra:
            yield f"XXA {player.number:4} " + " ".join(f"{points(halves):>4}" for halves in extra)


def _extra_points_of_many(event: Tournament) -> Iterator[str]:
    """Yield one line for neighbours who have the same points in the same rounds."""
    told = [
        (player.number, player.number - place, event.virtual.get(player.number, ()))
        for place, player in enumerate(event.players)
    ]
    for (_, extra), neighbours in groupby(told, key=lambda each: each[1:]):
        numbers = [number for number, *_ in neighbours]
        last = 0
        for halves, equal in groupby(extra):
            first, last = last + 1, last + len(tuple(equal))
            if halves:
                where = f"{first:03} {last:03} {numbers[0]:4} {numbers[-1]:4}"
                yield f"250      {points(halves):>4} {where}"


def _byes_to_come(event: Tournament, paired: int) -> Iterator[str]:
    for round_ in range(paired + 1, event.columns + 1):
        for result in (ReportedResult.FULL_BYE, ReportedResult.HALF_BYE, ReportedResult.ZERO_BYE):
            granted = Cell(result=result)
            numbers = [each.number for each in event.players if each.cell(round_) == granted]
            if numbers:
                yield f"240 {result.value} {round_:03}{_in_columns(numbers)}"


def _absent_next(event: Tournament) -> tuple[str, ...]:
    if not event.absent_next:
        return ()
    return (f"XXZ {' '.join(map(str, sorted(event.absent_next)))}",)


def _in_columns(numbers: Iterable[int]) -> str:
    return "".join(f"{each:5}" for each in sorted(numbers))
