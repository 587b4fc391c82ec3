"""The scoresheet in print: national letters, times, offers, lines to sign; and its reader."""

import re

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.records.pgn import DRAW_OFFER
from voice_chess.records.scoresheet import (
    STANDARD_START,
    UNFINISHED,
    BadRecord,
    Entry,
    Header,
    Noted,
    Scoresheet,
    Terms,
)

PASSING = "e.p."
_HEADER = ("event", "site", "date", "round", "white", "black")
_LINE = re.compile(r"\s*\d+ ")
_MOVE = re.compile(r"(\S+)(?: e\.p\.)?( \(=\))?\s+(-|\d+:\d\d:\d\d)")
_NO_TIME = "-"


def move_text(entry: Entry, language: Language) -> str:
    """One move in the letters of the language: Sbd2, exd6 e.p., 0-0-0, Kb1 (=)."""
    passing = f" {PASSING}" if entry.is_en_passant else ""
    offer = f" {DRAW_OFFER}" if entry.draw_offered else ""
    return _national(entry.san, language) + passing + offer


def written(sheet: Scoresheet, language: Language) -> str:
    """The sheet as plain text of at most eighty columns."""
    words = language.sheet
    heads = (words["white"], words["clock"], words["black"], words["clock"])
    lines = [words["title"], "", *_head(sheet, language), ""]
    lines.append(_columns(words["number"], *heads))
    for number, white, black in sheet.rows():
        lines.append(_columns(f"{number:3}", *_cells(white, language), *_cells(black, language)))
    result = words["unfinished"] if sheet.result == UNFINISHED else sheet.result
    lines += ["", _labelled(words["result"], result), ""]
    lines += [_labelled(words[f"signature_{side}"], "_" * 30) for side in ("white", "black")]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def read(text: str, language: Language) -> Scoresheet:
    """A sheet as `written` writes it; raises `BadRecord`."""
    words = language.sheet
    labels = dict(_label_of(line) for line in text.splitlines() if ":" in line)
    terms = Terms(
        edition=labels.get(words["edition"], ""),
        time_control=labels.get(words["time_control"], ""),
        start_fen=labels.get(words["position"], STANDARD_START),
    )
    result = labels.get(words["result"], words["unfinished"])
    return Scoresheet.of_moves(
        _moves(text, Position.from_fen(terms.start_fen), language),
        header=Header(**{name: labels.get(words[name], "") for name in _HEADER}),
        terms=terms,
        result=UNFINISHED if result == words["unfinished"] else result,
    )


def _head(sheet: Scoresheet, language: Language) -> list[str]:
    found = {name: getattr(sheet.header, name) for name in _HEADER}
    found |= {"time_control": sheet.terms.time_control, "edition": sheet.terms.edition}
    if sheet.terms.start_fen != STANDARD_START:
        found["position"] = sheet.terms.start_fen
    return [_labelled(language.sheet[name], text) for name, text in found.items() if text]


def _labelled(label: str, text: str) -> str:
    return f"{label + ':':23}{text}"


def _label_of(line: str) -> tuple[str, str]:
    label, _, text = line.partition(":")
    return label.strip(), text.strip()


def _columns(number: str, *cells: str) -> str:
    moves_and_times = zip(cells, (16, 10, 16, 10), strict=True)
    return f"{number:4} " + "".join(f"{cell:{width}}" for cell, width in moves_and_times)


def _cells(entry: Entry | None, language: Language) -> tuple[str, str]:
    if entry is None:
        return "", ""
    return move_text(entry, language), _time_text(entry.clock_ms)


def _moves(text: str, position: Position, language: Language) -> list[Noted]:
    moves: list[Noted] = []
    for line in filter(_LINE.match, text.splitlines()):
        for move, offer, time in _MOVE.findall(_LINE.sub("", line, count=1)):
            uci = _uci(move, position, language)
            moves.append(Noted(uci=uci, clock_ms=_time_ms(time), draw_offered=bool(offer)))
            position = position.played(uci)
    return moves


def _uci(text: str, position: Position, language: Language) -> str:
    for uci in position.legal_moves:
        if _national(position.san(uci), language) == text:
            return uci
    message = f"Move {position.fullmove_number} on the sheet, {text}, is not legal."
    raise BadRecord(message)


def _national(san: str, language: Language) -> str:
    signs: dict[str, str | int | None] = {**language.orthography.letters, "O": "0", "=": ""}
    return san.translate(str.maketrans(signs))


def _time_text(clock_ms: int | None) -> str:
    if clock_ms is None:
        return _NO_TIME
    minutes, seconds = divmod(clock_ms // 1_000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def _time_ms(text: str) -> int | None:
    if text == _NO_TIME:
        return None
    hours, minutes, seconds = map(int, text.split(":"))
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000
