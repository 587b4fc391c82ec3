"""Writes and reads the scoresheet in print: national letters, times, offers, lines to sign."""

import re
from collections.abc import Iterable
from dataclasses import replace
from textwrap import wrap

from voice_chess.by_color import SIDES
from voice_chess.clock.time_control import (
    CLOCK_TIME,
    MINUTE_MS,
    BadTimeControl,
    TimeControl,
    shown_ms,
)
from voice_chess.languages.language import Language
from voice_chess.laws.notation import MoveRead, in_script, read_move, read_standing
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.laws.written_move import FILES
from voice_chess.records.damage import clock_unread, cut_short, start_of, unread_on_sheet
from voice_chess.records.endings import ending_text, with_ending
from voice_chess.records.pgn import DRAW_OFFER
from voice_chess.records.remarks import in_lines, parted, remarks_of, with_remarks
from voice_chess.records.scoresheet import (
    HEADER,
    UNFINISHED,
    BadRecord,
    Entry,
    Header,
    Noted,
    Scoresheet,
    Terms,
    points_in,
)

_LINE = re.compile(r"\s*\d+ ")
_MOVE = re.compile(r"(\S.*?)\s+(-|\d+:\d\d:\d\d|\d+\.\d\d)(?!\S)")
NO_TIME = "-"
_TO_MINUTE = "."
"""Between hours and minutes of a clock without seconds, as on a sheet that was once in braille."""
_COLUMNS = 80
_CHESS960 = "Chess960 "
_LONGEST_MS = 150 * MINUTE_MS


def move_text(entry: Entry, language: Language) -> str:
    """Return one move in the letters of the language: Sbd2, exd6 e.p., 0-0-0, Kb1 (=)."""
    offer = f" {DRAW_OFFER}" if entry.draw_offered else ""
    script = language.orthography
    return in_script(entry.san, script, is_en_passant=entry.is_en_passant) + offer


def start_text(terms: Terms) -> str:
    """Return the position the game begins from; empty if it is the ordinary one."""
    if not terms.chess960 and terms.start_fen == ORDINARY_START:
        return ""
    return (_CHESS960 if terms.chess960 else "") + terms.start_fen


def time_text(terms: Terms) -> str:
    """Return the time control as players write it; unchanged if no program could run it."""
    try:
        return TimeControl.from_pgn(terms.time_control).to_players()
    except BadTimeControl:
        return terms.time_control


def _pgn_time(text: str) -> str:
    """Return a sheet's time control as in PGN.

    Old sheets have PGN's seconds. A number too large for minutes is taken for these.
    """
    try:
        control = TimeControl.parsed(text)
    except BadTimeControl:
        return text
    return text if control.periods[0].base_ms > _LONGEST_MS else control.to_pgn()


def written(sheet: Scoresheet, language: Language) -> str:
    """Return the sheet as plain text of at most 80 columns."""
    words = language.sheet
    heads = (words["white"], words["clock"], words["black"], words["clock"])
    lines = [words["title"], "", *_head(sheet, language), "", *_left_out(sheet)]
    lines.append(_columns(words["number"], *heads))
    for number, white, black in sheet.rows():
        lines.append(_columns(f"{number:3}", *_cells(white, language), *_cells(black, language)))
    result = words["unfinished"] if sheet.result == UNFINISHED else sheet.result
    lines += ["", _labelled(words["result"], result)]
    lines += [_labelled(words["points"], sheet.points)] if sheet.points else []
    ending = ending_text(sheet, language)
    lines += [_labelled(words["ended_by"], ending), ""] if ending else [""]
    lines += _remarks(sheet, language)
    lines += [_labelled(words[f"signature_{side}"], "_" * 30) for side in SIDES]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def read(text: str, language: Language, *, reader: Language | None = None) -> Scoresheet:
    """Return a sheet from text that `written` wrote. Raises `BadRecord`.

    With the language of a reader, a move that can't be read ends the game, and the sheet says so
    in that language.
    """
    words = language.sheet
    remarks, lines = parted(text.splitlines())
    # Of two lines with one label, such as the date by a signature, the first belongs to the head.
    labels = dict(_label_of(line) for line in reversed(lines) if ":" in line)
    terms = Terms(
        edition=labels.get(words["edition"], ""),
        time_control=_pgn_time(labels.get(words["time_control"], "")),
        start_fen=labels.get(words["position"], ORDINARY_START).removeprefix(_CHESS960),
        chess960=labels.get(words["position"], "").startswith(_CHESS960),
    )
    result = labels.get(words["result"], words["unfinished"])
    moves, left_out = _moves(lines, start_of(terms), language, reader)
    sheet = Scoresheet.of_moves(
        moves,
        header=Header(**{name: labels.get(words[name], "") for name in HEADER}),
        terms=terms,
        result=UNFINISHED if result == words["unfinished"] else result,
        points=points_in(labels.get(words["points"], "")),
    )
    ended = with_ending(sheet, labels.get(words["ended_by"], ""), language)
    return replace(with_remarks(ended, remarks), left_out=left_out)


def _head(sheet: Scoresheet, language: Language) -> list[str]:
    found = {name: getattr(sheet.header, name) for name in HEADER}
    found |= {"time_control": time_text(sheet.terms), "edition": sheet.terms.edition}
    found["position"] = start_text(sheet.terms)
    return [_labelled(language.sheet[name], text) for name, text in found.items() if text]


def _left_out(sheet: Scoresheet) -> list[str]:
    """Return lines that say why the game is incomplete; none looks like a row of moves."""
    if not sheet.left_out:
        return []
    told = sheet.left_out_in_print
    return [*wrap(told, _COLUMNS, initial_indent="! ", subsequent_indent="! "), ""]


def _remarks(sheet: Scoresheet, language: Language) -> list[str]:
    lines = [line for remark in remarks_of(sheet) for line in in_lines(remark, _COLUMNS)]
    return [f"{language.sheet['remarks']}:", *lines, ""] if lines else []


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
    return move_text(entry, language), entry.clock_text or NO_TIME


def _moves(
    lines: Iterable[str], position: Position, language: Language, reader: Language | None
) -> tuple[list[Noted], str]:
    """Return the moves, and a sentence about what was left out after them, if anything."""
    moves: list[Noted] = []
    for line in filter(_LINE.match, lines):
        for move, time in _MOVE.findall(_LINE.sub("", line, count=1)):
            try:
                found, clock_ms = _read(move, position, language), _clock_ms(time, position)
            except BadRecord as error:
                if reader is None:
                    raise
                return moves, cut_short(error, reader)
            noted = Noted(
                uci=found.uci,
                clock_ms=clock_ms,
                is_clock_to_minute=_TO_MINUTE in time,
                draw_offered=found.offers_draw,
                stood=not position.is_legal(found.uci),
            )
            moves.append(noted)
            position = position.made(found.uci)
    return moves, ""


def _clock_ms(text: str, position: Position) -> int | None:
    if text == NO_TIME:
        return None
    seen = f"{text.replace(_TO_MINUTE, ':')}:00" if _TO_MINUTE in text else text
    if not CLOCK_TIME.fullmatch(seen):
        message = f"Move {position.fullmove_number} on the sheet: no clock shows {text}."
        raise clock_unread(message, text, position)
    return shown_ms(seen)


def _read(text: str, position: Position, language: Language) -> MoveRead:
    found = read_move(text, position, language.orthography)
    if isinstance(found, MoveRead):
        return found
    if standing := _read_standing(text, position, language):
        return standing
    message = f"Move {position.fullmove_number} on the sheet, {text}, can't be read"
    raise unread_on_sheet(message, text, found, position, language.orthography)


def _read_standing(text: str, position: Position, language: Language) -> MoveRead | None:
    """Read an illegal move by its squares, as `move_text` writes it; None for any other text."""
    squares = text.removesuffix(DRAW_OFFER).rstrip()
    files = str.maketrans(language.orthography.files, FILES)
    found = read_standing(squares.translate(files), position)
    return found and replace(found, offers_draw=squares != text)
