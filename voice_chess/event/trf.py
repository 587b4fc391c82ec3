"""Reads a tournament report (TRF16 of FIDE, with the additions of JaVaFo and TRF26).

The columns are those of FIDE Handbook C.04.A, annex 2, and of TRF26.pdf there. If something that a
pairing needs can't be read, the report is refused. What no pairing needs is kept unchanged, so that
the report can be written again.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NoReturn

from voice_chess.event.identity import Identity
from voice_chess.event.letters import LINE_ENDS
from voice_chess.event.report_faults import BadEvent, Fault, ReportPlace
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.standings import read_tie_breaks
from voice_chess.event.tournament import Cell, Fact, ForbiddenPairs, Player, Tournament

COMMENT = "###"
_CODE = re.compile(rf"[0-9]{{3}}|[A-Z]{{3}}|{COMMENT}")
_ROUND_ROBIN, _KNOCK_OUT, _MATCH = "ROUNDROBIN", "KNOCKOUT", "MATCH"
"""In the codes of line 192."""
_POINTS = re.compile(r"([0-9]{1,4})(?:[.,]([05])0?)?")
_WHOLE = re.compile(r"[0-9]{1,4}")
_NUMBER, _NAME, _RATING, _SCORE = slice(4, 8), slice(14, 47), slice(48, 52), slice(80, 84)
_SEX, _TITLE, _FEDERATION = slice(9, 10), slice(10, 13), slice(53, 56)
_FIDE_NUMBER, _BIRTH, _RANK = slice(57, 68), slice(69, 79), slice(85, 89)
_FIRST_ROUND, _CELL = 91, 10
_AT_CODE = ReportPlace(name="code", columns=slice(0, 3))
_AT_NUMBER = ReportPlace(name="number", columns=_NUMBER)
_AT_RATING = ReportPlace(name="rating", columns=_RATING)
AT_POINTS = ReportPlace(name="points", columns=_SCORE)
_NUMBERS = ReportPlace(name="numbers")
_ROUNDS_AND_PLAYERS = (
    ReportPlace(name="first-round", columns=slice(14, 17)),
    ReportPlace(name="last-round", columns=slice(18, 21)),
    ReportPlace(name="first-player", columns=slice(22, 26)),
    ReportPlace(name="last-player", columns=slice(27, 31)),
)
"""The places of line 250 of TRF26."""
_NOBODY = "0000"
_PAIR = 2
_INITIAL: Mapping[str, Colour] = {
    "white1": Colour.WHITE,
    "black1": Colour.BLACK,
    "W": Colour.WHITE,
    "B": Colour.BLACK,
}
_BYE_AS: Mapping[ReportedResult, ReportedResult] = {
    ReportedResult.FORFEIT_WIN: ReportedResult.ALLOCATED_BYE,
    ReportedResult.FORFEIT_LOSS: ReportedResult.ZERO_BYE,
    ReportedResult.DRAW: ReportedResult.HALF_BYE,
    ReportedResult.PENDING: ReportedResult.ZERO_BYE,
}
"""Older reports write byes by these signs, without an opponent."""


@dataclass(slots=True)
class _Read:
    """What has been read so far, and the current line."""

    line: int = 0
    text: str = ""
    name: str = ""
    players: dict[int, Player] = field(default_factory=dict)
    rounds: int | None = None
    initial: Colour | None = None
    forbidden: list[ForbiddenPairs] = field(default_factory=list)
    byes: list["_Bye"] = field(default_factory=list)
    absent_next: set[int] = field(default_factory=set)
    named: list[tuple[int, int]] = field(default_factory=list)
    """Starting numbers in lines of their own, each with its line: a player may come after it."""
    virtual: dict[int, dict[int, int]] = field(default_factory=dict)
    is_baku: bool = False
    system: str = ""
    tie_breaks: tuple[str, ...] = ()
    facts: list[Fact] = field(default_factory=list)

    def refuse(self, place: ReportPlace, fault: Fault, **gaps: str | int) -> NoReturn:
        raise BadEvent.of(fault, self.line, place, **gaps)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bye:
    """A bye that is listed outside the players' lines."""

    number: int
    round: int
    result: ReportedResult
    line: int


def read_halves(text: str) -> int | None:
    """Return points in half-points, or None if the text is no number of them."""
    found = _POINTS.fullmatch(text.strip())
    return None if found is None else 2 * int(found[1]) + (found[2] == "5")


def read_trf(text: str) -> Tournament:
    """Return the tournament of a report. Raises `BadEvent`.

    `crosscheck` checks whether the rounds agree with each other.
    """
    read = _Read()
    for read.line, read.text in enumerate(LINE_ENDS.split(text), start=1):
        if read.text.strip():
            _take_line(read)
    if not read.players:
        raise BadEvent.of(Fault.NO_PLAYERS)
    for bye in read.byes:
        read.line = bye.line
        _grant(read, bye)
    for named in read.named:
        number, read.line = named
        if number not in read.players:
            read.refuse(_NUMBERS, Fault.NO_PLAYER, player=number)
    kind = _kind(read)
    is_knock_out = _KNOCK_OUT in kind
    return Tournament(
        name=read.name,
        players=tuple(read.players[number] for number in sorted(read.players)),
        rounds_told=read.rounds,
        initial_told=read.initial,
        forbidden=tuple(read.forbidden),
        absent_next=frozenset(read.absent_next),
        virtual={number: _by_round(told) for number, told in read.virtual.items()},
        is_baku=read.is_baku,
        system_told=read.system,
        is_set_beforehand=is_knock_out or _ROUND_ROBIN in kind or kind == _MATCH,
        is_knock_out=is_knock_out,
        tie_breaks_told=read.tie_breaks,
        facts=tuple(read.facts),
    )


def _kind(read: _Read) -> str:
    """Return the letters of the coded type.

    Reports of 2016 have no such code and give the type in words (line 092).
    """
    told = read.system or next((each.text for each in read.facts if each.code == "092"), "")
    return "".join(filter(str.isalpha, told)).upper()


def _take_line(read: _Read) -> None:
    code = read.text[:3]
    is_apart = code == COMMENT or not read.text[3:4].strip()
    if not _CODE.fullmatch(code) or not is_apart:
        read.refuse(_AT_CODE, Fault.NO_LINE, value=read.text[:4])
    _TAKES.get(code, _keep)(read)


def _keep(read: _Read) -> None:
    """Keep a line that is not interpreted here."""
    read.facts.append(Fact(code=read.text[:3], text=read.text[3:].rstrip(), line=read.line))


def _take_name(read: _Read) -> None:
    read.name = read.text[4:].strip()


def _take_player(read: _Read) -> None:
    number = _whole(read, _AT_NUMBER)
    if number is None or number == 0:
        read.refuse(_AT_NUMBER, Fault.MISSING)
    if number in read.players:
        earlier = read.players[number].line
        read.refuse(_AT_NUMBER, Fault.NUMBER_TWICE, value=number, there=earlier)
    if not read.text[_SCORE].strip():
        read.refuse(AT_POINTS, Fault.MISSING)
    read.players[number] = Player(
        number=number,
        name=read.text[_NAME].strip(),
        rating=_whole(read, _AT_RATING) or 0,
        cells=_cells(read, number),
        line=read.line,
        told_halves=_halves(read, read.text[_SCORE], AT_POINTS),
        told_rank=_rank(read),
        identity=Identity(
            sex=read.text[_SEX].strip(),
            title=read.text[_TITLE].strip(),
            federation=read.text[_FEDERATION].strip(),
            fide_number=read.text[_FIDE_NUMBER].strip(),
            birth=read.text[_BIRTH].strip(),
        ),
    )


def _rank(read: _Read) -> int | None:
    """Return the player's place, or None if it can't be read: no pairing needs it."""
    told = read.text[_RANK].strip()
    return int(told) if _is_positive(told) else None


def _cells(read: _Read, number: int) -> tuple[Cell | None, ...]:
    text = read.text[_FIRST_ROUND:].rstrip()
    starts = range(0, len(text), _CELL)
    return tuple(
        _cell(read, number, text[start : start + _CELL].ljust(_CELL), round_)
        for round_, start in enumerate(starts, start=1)
    )


def _cell(read: _Read, number: int, text: str, round_: int) -> Cell | None:
    if not text.strip():
        return None
    if (text[4] + text[6] + text[8:]).strip():
        read.refuse(ReportPlace(name="of-round", of=round_), Fault.NO_CELL, value=text.strip())
    at_result, at_colour = (
        ReportPlace(name="result", of=round_),
        ReportPlace(name="colour", of=round_),
    )
    try:
        result = ReportedResult(text[7].upper())
    except ValueError:
        read.refuse(at_result, Fault.NO_RESULT, value=text[7])
    opponent = _opponent(read, number, text[:4], ReportPlace(name="opponent", of=round_))
    if opponent is None:
        return _bye(read, text, result, round_)
    if result.is_bye:
        read.refuse(at_result, Fault.BYE_WITH_OPPONENT, value=text[7])
    try:
        return Cell(result=result, opponent=opponent, colour=Colour(text[5].lower()))
    except ValueError:
        if result.is_played:
            read.refuse(at_colour, Fault.NEITHER_NOR, value=text[5], one="w", other="b")
    if text[5] not in " -":
        read.refuse(at_colour, Fault.NEITHER_NOR, value=text[5], one="w", other="b")
    return Cell(result=result, opponent=opponent)


def _opponent(read: _Read, number: int, text: str, place: ReportPlace) -> int | None:
    if text in {_NOBODY, "    "}:
        return None
    digits = text.strip()
    if not _is_positive(digits):
        read.refuse(place, Fault.NO_STARTING_NUMBER, value=digits)
    if int(digits) == number:
        read.refuse(place, Fault.AGAINST_ONESELF, player=number)
    return int(digits)


def _bye(read: _Read, text: str, result: ReportedResult, round_: int) -> Cell:
    if text[5] not in " -":
        read.refuse(ReportPlace(name="colour", of=round_), Fault.NO_OPPONENT, value=text[5])
    result = _BYE_AS.get(result, result)
    if not result.is_bye:
        read.refuse(ReportPlace(name="result", of=round_), Fault.NO_OPPONENT, value=text[7])
    return Cell(result=result)


def _take_rounds(read: _Read) -> None:
    told = read.text[3:].strip()
    if not _is_positive(told):
        read.refuse(ReportPlace(name="rounds"), Fault.NO_ROUNDS, value=told)
    read.rounds = int(told)


def _take_configuration(read: _Read) -> None:
    for word in read.text[3:].split():
        if word == "rank":
            read.refuse(ReportPlace(name="configuration"), Fault.BY_RANK)
        read.initial = _INITIAL.get(word, read.initial)


def _take_initial(read: _Read) -> None:
    told = read.text[4:].strip()
    if told not in _INITIAL:
        place = ReportPlace(name="initial", columns=slice(4, 5))
        read.refuse(place, Fault.NEITHER_NOR, value=told, one="W", other="B")
    read.initial = _INITIAL[told]


def _take_byes(read: _Read) -> None:
    """Take byes of TRF26: the kind of bye, the round, and the players."""
    at_round = ReportPlace(name="round", columns=slice(6, 9))
    round_ = _whole(read, at_round)
    if not round_:
        read.refuse(at_round, Fault.MISSING)
    try:
        result = _ANNOUNCED[read.text[4].upper()]
    except KeyError:
        place = ReportPlace(name="bye", columns=slice(4, 5))
        read.refuse(place, Fault.NONE_OF, value=read.text[4], known=", ".join(_ANNOUNCED))
    read.byes += (
        _Bye(number=number, round=round_, result=result, line=read.line)
        for number in _numbers(read, read.text[10:])
    )


_ANNOUNCED = {
    each.value: each
    for each in (ReportedResult.FULL_BYE, ReportedResult.HALF_BYE, ReportedResult.ZERO_BYE)
}


def _grant(read: _Read, bye: _Bye) -> None:
    """Fill in the player's cell, which must not hold anything else."""
    player = read.players.get(bye.number)
    if player is None:
        read.refuse(_NUMBERS, Fault.NO_PLAYER, player=bye.number)
    there, granted = player.cell(bye.round), Cell(result=bye.result)
    if there not in {None, granted}:
        gaps = {"player": bye.number, "round": bye.round, "there": player.line}
        read.refuse(_NUMBERS, Fault.CELL_TAKEN, **gaps)
    cells = (*player.cells, *[None] * (bye.round - len(player.cells)))
    filled = (*cells[: bye.round - 1], granted, *cells[bye.round :])
    read.players[bye.number] = replace(player, cells=filled)


def _take_absent(read: _Read) -> None:
    """Take JaVaFo's players who are absent from the next round."""
    read.absent_next |= _named(read, read.text[3:])


def _take_forbidden(read: _Read) -> None:
    """Take forbidden pairs of TRF26: the first and the last round, and who may not meet."""
    first = _whole(read, ReportPlace(name="first-round", columns=slice(4, 7)))
    last = _whole(read, ReportPlace(name="last-round", columns=slice(8, 11)))
    numbers = _kept_apart(read, read.text[12:])
    read.forbidden.append(ForbiddenPairs(numbers=numbers, first=first or 1, last=last))


def _take_forbidden_always(read: _Read) -> None:
    """Take JaVaFo's players who may never meet."""
    read.forbidden.append(ForbiddenPairs(numbers=_kept_apart(read, read.text[3:])))


def _kept_apart(read: _Read, text: str) -> frozenset[int]:
    numbers = _named(read, text)
    if len(numbers) < _PAIR:
        read.refuse(_NUMBERS, Fault.TWO_NEEDED)
    return numbers


def _named(read: _Read, text: str) -> frozenset[int]:
    """Return players of a line of their own, who must be in the report, too."""
    numbers = frozenset(_numbers(read, text))
    read.named += ((number, read.line) for number in sorted(numbers))
    return numbers


def _take_virtual_points(read: _Read) -> None:
    """Take JaVaFo's virtual points: a player, and their points round by round."""
    number = _whole(read, _AT_NUMBER)
    if not number:
        read.refuse(_AT_NUMBER, Fault.MISSING)
    text = read.text.rstrip()
    points = (text[start : start + 4].strip() for start in range(9, len(text), 5))
    read.virtual.setdefault(number, {}).update(
        (round_, _halves(read, told, ReportPlace(name="points-of-round", of=round_)))
        for round_, told in enumerate(points, start=1)
        if told
    )


def _take_virtual_points_of_many(read: _Read) -> None:
    """Take virtual points of TRF26: the points, and the ranges of rounds and players."""
    told = [_whole(read, place) for place in _ROUNDS_AND_PLAYERS]
    if not all(told):
        together = ReportPlace(name="rounds-and-players", columns=slice(14, 31))
        read.refuse(together, Fault.INCOMPLETE)
    first, last, lowest, highest = (number or 0 for number in told)
    halves = _halves(read, read.text[9:13], ReportPlace(name="points", columns=slice(9, 13)))
    for number in range(lowest, highest + 1):
        rounds = read.virtual.setdefault(number, {})
        rounds.update(dict.fromkeys(range(first, last + 1), halves))


def _by_round(told: dict[int, int]) -> tuple[int, ...]:
    return tuple(told.get(round_, 0) for round_ in range(1, max(told, default=0) + 1))


def _take_system(read: _Read) -> None:
    read.system = read.text[4:].strip().upper()
    read.is_baku = read.system.endswith("_BAKU")


def _take_tie_breaks(read: _Read) -> None:
    read.tie_breaks = read_tie_breaks(read.text[4:])


def _numbers(read: _Read, text: str) -> list[int]:
    words = text.split()
    wrong = [word for word in words if not _is_positive(word)]
    if wrong:
        read.refuse(_NUMBERS, Fault.NO_STARTING_NUMBER, value=wrong[0])
    return [int(word) for word in words]


def _is_positive(text: str) -> bool:
    return _WHOLE.fullmatch(text) is not None and int(text) > 0


def _whole(read: _Read, place: ReportPlace) -> int | None:
    """Return the number in the columns of a place, or None if they are empty."""
    text = read.text[place.columns or slice(0)].strip()
    if not text:
        return None
    if not _WHOLE.fullmatch(text):
        read.refuse(place, Fault.NO_NUMBER, value=text)
    return int(text)


def _halves(read: _Read, text: str, place: ReportPlace) -> int:
    """Return points in half-points; refuse anything else."""
    halves = read_halves(text)
    if halves is None:
        read.refuse(place, Fault.NO_POINTS, value=text.strip())
    return halves


_TAKES: Mapping[str, Callable[[_Read], None]] = {
    "001": _take_player,
    "012": _take_name,
    "142": _take_rounds,
    "152": _take_initial,
    "192": _take_system,
    "202": _take_tie_breaks,
    "240": _take_byes,
    "250": _take_virtual_points_of_many,
    "260": _take_forbidden,
    "XXA": _take_virtual_points,
    "XXC": _take_configuration,
    "XXP": _take_forbidden_always,
    "XXR": _take_rounds,
    "XXZ": _take_absent,
}
