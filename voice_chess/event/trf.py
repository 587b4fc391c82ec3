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
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.standings import read_tie_breaks
from voice_chess.event.tournament import BadEvent, Cell, Fact, ForbiddenPairs, Player, Tournament

COMMENT = "###"
_CODE = re.compile(rf"[0-9]{{3}}|[A-Z]{{3}}|{COMMENT}")
_SET_BEFOREHAND = ("ROUNDROBIN", "KNOCKOUT")
_MATCH = "MATCH"
"""In the codes of line 192."""
_POINTS = re.compile(r"([0-9]{1,4})(?:[.,]([05])0?)?")
_WHOLE = re.compile(r"[0-9]{1,4}")
_NUMBER, _NAME, _RATING, _SCORE = slice(4, 8), slice(14, 47), slice(48, 52), slice(80, 84)
_SEX, _TITLE, _FEDERATION = slice(9, 10), slice(10, 13), slice(53, 56)
_FIDE_NUMBER, _BIRTH, _RANK = slice(57, 68), slice(69, 79), slice(85, 89)
_FIRST_ROUND, _CELL = 91, 10
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

    def refuse(self, where: str, why: str) -> NoReturn:
        place = f", {where}" if where else ""
        message = f"Line {self.line}{place}: {why}."
        raise BadEvent(message)


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
        message = "There is no player: a player's line begins with 001."
        raise BadEvent(message)
    for bye in read.byes:
        read.line = bye.line
        _grant(read, bye)
    for named in read.named:
        number, read.line = named
        if number not in read.players:
            read.refuse("starting numbers", f"there is no player {number}")
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
        is_set_beforehand=_is_set_beforehand(read),
        tie_breaks_told=read.tie_breaks,
        facts=tuple(read.facts),
    )


def _is_set_beforehand(read: _Read) -> bool:
    """Whether the pairs are known in advance, by the coded type.

    Reports of 2016 have no such code and give the type in words (line 092).
    """
    told = read.system or next((each.text for each in read.facts if each.code == "092"), "")
    letters = "".join(filter(str.isalpha, told)).upper()
    return letters == _MATCH or any(each in letters for each in _SET_BEFOREHAND)


def _take_line(read: _Read) -> None:
    code = read.text[:3]
    is_apart = code == COMMENT or not read.text[3:4].strip()
    if not _CODE.fullmatch(code) or not is_apart:
        read.refuse("code (columns 1 to 3)", f"{read.text[:4]!r} begins no line of a report")
    _TAKES.get(code, _keep)(read)


def _keep(read: _Read) -> None:
    """Keep a line that is not interpreted here."""
    read.facts.append(Fact(code=read.text[:3], text=read.text[3:].rstrip(), line=read.line))


def _take_name(read: _Read) -> None:
    read.name = read.text[4:].strip()


def _take_player(read: _Read) -> None:
    number = _whole(read, _NUMBER, "starting number")
    if number is None or number == 0:
        read.refuse("starting number (columns 5 to 8)", "there is none")
    if number in read.players:
        earlier = read.players[number].line
        read.refuse("starting number (columns 5 to 8)", f"{number} stands in line {earlier}, too")
    if not read.text[_SCORE].strip():
        read.refuse("points (columns 81 to 84)", "there are none")
    read.players[number] = Player(
        number=number,
        name=read.text[_NAME].strip(),
        rating=_whole(read, _RATING, "rating") or 0,
        cells=_cells(read, number),
        line=read.line,
        told_halves=_halves(read, read.text[_SCORE], "points (columns 81 to 84)"),
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
    where = f"round {round_}"
    if (text[4] + text[6] + text[8:]).strip():
        read.refuse(where, f"{text.strip()!r} is not opponent, colour, result in their columns")
    try:
        result = ReportedResult(text[7].upper())
    except ValueError:
        read.refuse(f"{where}, result", f"{text[7]!r} is no result")
    opponent = _opponent(read, number, text[:4], where)
    if opponent is None:
        return _bye(read, text, result, where)
    if result.is_bye:
        read.refuse(f"{where}, result", f"{text[7]!r} is a bye, and there is an opponent")
    try:
        return Cell(result=result, opponent=opponent, colour=Colour(text[5].lower()))
    except ValueError:
        if result.is_played:
            read.refuse(f"{where}, colour", f"{text[5]!r} is neither w nor b")
    if text[5] not in " -":
        read.refuse(f"{where}, colour", f"{text[5]!r} is neither w nor b")
    return Cell(result=result, opponent=opponent)


def _opponent(read: _Read, number: int, text: str, where: str) -> int | None:
    if text in {_NOBODY, "    "}:
        return None
    digits = text.strip()
    if not _is_positive(digits):
        read.refuse(f"{where}, opponent", f"{digits!r} is no starting number")
    if int(digits) == number:
        read.refuse(f"{where}, opponent", f"{number} can't play against themself")
    return int(digits)


def _bye(read: _Read, text: str, result: ReportedResult, where: str) -> Cell:
    if text[5] not in " -":
        read.refuse(f"{where}, colour", f"{text[5]!r} stands there, and there is no opponent")
    result = _BYE_AS.get(result, result)
    if not result.is_bye:
        read.refuse(f"{where}, result", f"{text[7]!r} stands there, and there is no opponent")
    return Cell(result=result)


def _take_rounds(read: _Read) -> None:
    told = read.text[3:].strip()
    if not _is_positive(told):
        read.refuse("number of rounds", f"{told!r} is no number of rounds")
    read.rounds = int(told)


def _take_configuration(read: _Read) -> None:
    for word in read.text[3:].split():
        if word == "rank":
            read.refuse("XXC", "players can't be ordered by rank, only by starting number")
        read.initial = _INITIAL.get(word, read.initial)


def _take_initial(read: _Read) -> None:
    told = read.text[4:].strip()
    if told not in _INITIAL:
        read.refuse("initial colour (column 5)", f"{told!r} is neither W nor B")
    read.initial = _INITIAL[told]


def _take_byes(read: _Read) -> None:
    """Take byes of TRF26: the kind of bye, the round, and the players."""
    round_ = _whole(read, slice(6, 9), "round")
    if not round_:
        read.refuse("round (columns 7 to 9)", "there is none")
    try:
        result = _ANNOUNCED[read.text[4].upper()]
    except KeyError:
        read.refuse("kind of bye (column 5)", f"{read.text[4]!r} is none of F, H and Z")
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
        read.refuse("starting numbers", f"there is no player {bye.number}")
    there, granted = player.cell(bye.round), Cell(result=bye.result)
    if there not in {None, granted}:
        why = f"{bye.number} has something else in round {bye.round} (line {player.line})"
        read.refuse("starting numbers", why)
    cells = (*player.cells, *[None] * (bye.round - len(player.cells)))
    filled = (*cells[: bye.round - 1], granted, *cells[bye.round :])
    read.players[bye.number] = replace(player, cells=filled)


def _take_absent(read: _Read) -> None:
    """Take JaVaFo's players who are absent from the next round."""
    read.absent_next |= _named(read, read.text[3:])


def _take_forbidden(read: _Read) -> None:
    """Take forbidden pairs of TRF26: the first and the last round, and who may not meet."""
    first, last = _whole(read, slice(4, 7), "first round"), _whole(read, slice(8, 11), "last round")
    numbers = _kept_apart(read, read.text[12:])
    read.forbidden.append(ForbiddenPairs(numbers=numbers, first=first or 1, last=last))


def _take_forbidden_always(read: _Read) -> None:
    """Take JaVaFo's players who may never meet."""
    read.forbidden.append(ForbiddenPairs(numbers=_kept_apart(read, read.text[3:])))


def _kept_apart(read: _Read, text: str) -> frozenset[int]:
    numbers = _named(read, text)
    if len(numbers) < _PAIR:
        read.refuse("starting numbers", "two players are needed who may not meet")
    return numbers


def _named(read: _Read, text: str) -> frozenset[int]:
    """Return players of a line of their own, who must be in the report, too."""
    numbers = frozenset(_numbers(read, text))
    read.named += ((number, read.line) for number in sorted(numbers))
    return numbers


def _take_virtual_points(read: _Read) -> None:
    """Take JaVaFo's virtual points: a player, and their points round by round."""
    number = _whole(read, _NUMBER, "starting number")
    if not number:
        read.refuse("starting number (columns 5 to 8)", "there is none")
    text = read.text.rstrip()
    points = (text[start : start + 4].strip() for start in range(9, len(text), 5))
    read.virtual.setdefault(number, {}).update(
        (round_, _halves(read, told, f"points of round {round_}"))
        for round_, told in enumerate(points, start=1)
        if told
    )


def _take_virtual_points_of_many(read: _Read) -> None:
    """Take virtual points of TRF26: the points, and the ranges of rounds and players."""
    where = (("first round", 14, 17), ("last round", 18, 21))
    who = (("first player", 22, 26), ("last player", 27, 31))
    told = [_whole(read, slice(start, end), name) for name, start, end in (*where, *who)]
    if not all(told):
        read.refuse("rounds and players (columns 15 to 31)", "not all are told")
    first, last, lowest, highest = (number or 0 for number in told)
    halves = _halves(read, read.text[9:13], "points (columns 10 to 13)")
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
        read.refuse("starting numbers", f"{wrong[0]!r} is none")
    return [int(word) for word in words]


def _is_positive(text: str) -> bool:
    return _WHOLE.fullmatch(text) is not None and int(text) > 0


def _whole(read: _Read, columns: slice, name: str) -> int | None:
    """Return the number in these columns, or None if they are empty."""
    text = read.text[columns].strip()
    if not text:
        return None
    if not _WHOLE.fullmatch(text):
        place = f"{name} (columns {columns.start + 1} to {columns.stop})"
        read.refuse(place, f"{text!r} is no number")
    return int(text)


def _halves(read: _Read, text: str, where: str) -> int:
    """Return points in half-points; refuse anything else."""
    halves = read_halves(text)
    if halves is None:
        read.refuse(where, f"{text.strip()!r} is no number of whole or half points")
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
