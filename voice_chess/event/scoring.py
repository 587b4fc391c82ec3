"""Checks that a report counts the usual points: others would change scores and the pairing."""

import re
from collections.abc import Callable, Iterator, Mapping

from voice_chess.event.report_faults import BadEvent, Fault, ReportPlace
from voice_chess.event.tournament import Fact, Tournament
from voice_chess.event.trf import read_halves

_OF_RESULT = {"W": 2, "D": 1, "L": 0, "Z": 0, "P": 2, "A": 0, "X": 1}
"""In half-points. Line 162 of TRF26."""
_OF_BBP = {"BBW": 2, "BBD": 1, "BBL": 0, "BBZ": 0, "BBF": 0, "BBU": 2}
_OF_JAVAFO = {
    **dict.fromkeys(("W", "WW", "BW", "FW", "FPB", "PAB"), 2),
    **dict.fromkeys(("D", "WD", "BD", "HPB"), 1),
    **dict.fromkeys(("L", "WL", "BL", "FL", "ZPB"), 0),
}
_PAIR = re.compile(r"([A-Z])\s*(\d+\.\d)")
_ASSIGNED = re.compile(r"([A-Z]+)\s*=\s*([0-9.]+)")


def check_scoring(event: Tournament) -> None:
    """Raise `BadEvent` for points that are unusual or given in addition to the rounds."""
    for fact in event.facts:
        told = _TOLD.get(fact.code)
        for sign, points, usual in told(fact) if told else ():
            if read_halves(points) != usual:
                place = ReportPlace(name="points-of-sign", of=sign)
                raise BadEvent.of(Fault.POINTS_UNUSUAL, fact.line, place, value=points)
        if fact.code == "299":
            raise BadEvent.of(Fault.POINTS_ADDED, fact.line, ReportPlace(name="points-abnormal"))


_Told = Iterator[tuple[str, str, int | None]]
"""The sign of a result, its points as they are written, and the usual ones in half-points."""


def _of_result(fact: Fact) -> _Told:
    return ((sign, told, _OF_RESULT.get(sign)) for sign, told in _PAIR.findall(fact.text))


def _of_bbp(fact: Fact) -> _Told:
    yield fact.code, fact.text.strip(), _OF_BBP[fact.code]


def _of_javafo(fact: Fact) -> _Told:
    return ((sign, told, _OF_JAVAFO.get(sign)) for sign, told in _ASSIGNED.findall(fact.text))


_TOLD: Mapping[str, Callable[[Fact], _Told]] = {
    "162": _of_result,
    "XXS": _of_javafo,
    **dict.fromkeys(_OF_BBP, _of_bbp),
}
