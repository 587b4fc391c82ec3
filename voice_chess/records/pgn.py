"""Scoresheets to PGN and back, with clocks, draw offers, time control and edition of the Laws.

What other programs write is read too: comments, variations and evaluations are passed over, no
move of the game is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

import chess
import chess.pgn

from voice_chess.languages.language import load_language
from voice_chess.laws.notation import MoveRead, read_move
from voice_chess.laws.position import Position
from voice_chess.records.illegible import why_unread
from voice_chess.records.pgn_text import RESULTS, PgnGame, PgnMove, games
from voice_chess.records.scoresheet import (
    STANDARD_START,
    UNFINISHED,
    BadRecord,
    Header,
    Noted,
    Scoresheet,
    Terms,
)

DRAW_OFFER = "(=)"
EDITION_TAG = "LawsOfChess"
_UNKNOWN = "?"
_UNKNOWN_DATE = "????.??.??"
_NOT_SAID = frozenset({_UNKNOWN, _UNKNOWN_DATE, "-"})
_TAGS = ("event", "site", "date", "round", "white", "black")
_ORDINARY = frozenset({"", "standard", "normal", "chess", "orthodox", "from position"})
_CHESS960 = frozenset({"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"})
_CLOCK = re.compile(r"\[%clk\s+(?:(\d+):)?(\d+):(\d+)(?:[.,](\d{1,3})\d*)?\]")


def written(sheet: Scoresheet) -> str:
    """The sheet as one PGN game, ended by a line break."""
    game = chess.pgn.Game()
    for name in _TAGS:
        text = getattr(sheet.header, name)
        game.headers[name.capitalize()] = text or (_UNKNOWN_DATE if name == "date" else _UNKNOWN)
    game.headers["Result"] = sheet.result
    if sheet.terms.chess960 or sheet.terms.start_fen != STANDARD_START:
        game.setup(chess.Board(sheet.terms.start_fen, chess960=sheet.terms.chess960))
    if sheet.terms.time_control:
        game.headers["TimeControl"] = sheet.terms.time_control
    if sheet.terms.edition:
        game.headers[EDITION_TAG] = sheet.terms.edition
    node: chess.pgn.GameNode = game
    for entry in sheet.entries:
        node = node.add_variation(chess.Move.from_uci(entry.uci))
        node.comment = DRAW_OFFER if entry.draw_offered else ""
        if entry.clock_ms is not None:
            node.set_clock(entry.clock_ms / 1_000)
    return game.accept(chess.pgn.StringExporter(columns=80)) + "\n"


def read(text: str) -> Scoresheet:
    """The first game of a PGN text; raises `BadRecord`."""
    first = next(read_all(text), None)
    if first is None:
        message = "There is no game in this PGN text."
        raise BadRecord(message)
    return first


def read_all(text: str) -> Iterator[Scoresheet]:
    """Every game of a PGN text; raises `BadRecord` naming game and half-move."""
    return map(_sheet, games(text))


def _sheet(game: PgnGame) -> Scoresheet:
    terms = _terms(game)
    return Scoresheet.of_moves(
        _moves(game, terms.start()), header=_header(game.tags), terms=terms, result=_result(game)
    )


def _terms(game: PgnGame) -> Terms:
    variant = game.tags.get("Variant", "").casefold()
    if variant not in _ORDINARY | _CHESS960:
        raise _bad(game, "Variant", f"{game.tags['Variant']} is neither chess nor Chess960")
    fen = game.tags.get("FEN", "")
    if not fen and game.tags.get("SetUp") == "1":
        raise _bad(game, "SetUp", "a position was set up, but there is no tag FEN")
    try:
        start = _start(fen or STANDARD_START, is_chess960=variant in _CHESS960)
    except ValueError as error:
        raise _bad(game, "FEN", str(error).removesuffix(".")) from error
    time_control = game.tags.get("TimeControl", "")
    return Terms(
        edition=game.tags.get(EDITION_TAG, ""),
        time_control="" if time_control in _NOT_SAID else time_control,
        start_fen=start.start_fen,
        chess960=start.chess960,
    )


def _start(fen: str, *, is_chess960: bool) -> Position:
    """Where kings and rooks castle as only Chess960 lets them, it is that, said or not."""
    try:
        return Position.from_fen(fen, chess960=is_chess960)
    except ValueError:
        return Position.from_fen(fen, chess960=True)


def _bad(game: PgnGame, tag: str, problem: str) -> BadRecord:
    return BadRecord(f"Game {game.number}, tag {tag}: {problem}.")


def _moves(game: PgnGame, position: Position) -> Sequence[Noted]:
    letters = load_language("en").orthography
    moves: list[Noted] = []
    for ply, move in enumerate(game.moves, 1):
        found = read_move(move.text, position, letters)
        if not isinstance(found, MoveRead):
            why = why_unread(found, position, letters)
            dots = "." if position.white_to_move else "..."
            where = f"half-move {ply}, {position.fullmove_number}{dots} {move.text}"
            message = f"Game {game.number}, {where}: {why}."
            raise BadRecord(message)
        moves.append(_noted(found, move))
        position = position.played(found.uci)
    return moves


def _noted(found: MoveRead, move: PgnMove) -> Noted:
    said = " ".join(move.comments)
    return Noted(
        uci=found.uci,
        clock_ms=_clock_ms(said),
        draw_offered=found.offers_draw or DRAW_OFFER in said,
    )


def _clock_ms(comment: str) -> int | None:
    """Hours, minutes, seconds and thousandths; the hours may be missing."""
    found = _CLOCK.search(comment)
    if found is None:
        return None
    hours, minutes, seconds, part = found.groups()
    whole = (int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)
    return whole * 1_000 + int((part or "").ljust(3, "0"))


def _result(game: PgnGame) -> str:
    """As the tag says, else as it stands behind the moves."""
    tagged = RESULTS.get(game.tags.get("Result", ""), UNFINISHED)
    return (game.end or UNFINISHED) if tagged == UNFINISHED else tagged


def _header(tags: Mapping[str, str]) -> Header:
    known = {name: tags.get(name.capitalize(), "") for name in _TAGS}
    return Header(**{name: "" if text in _NOT_SAID else text for name, text in known.items()})
