"""Scoresheets to PGN and back, with clocks, draw offers, time control and edition of the Laws."""

import io

import chess
import chess.pgn

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
_TAGS = ("event", "site", "date", "round", "white", "black")


def written(sheet: Scoresheet) -> str:
    """The sheet as one PGN game, ended by a line break."""
    game = chess.pgn.Game()
    for name in _TAGS:
        text = getattr(sheet.header, name)
        game.headers[name.capitalize()] = text or (_UNKNOWN_DATE if name == "date" else _UNKNOWN)
    game.headers["Result"] = sheet.result
    if sheet.terms.start_fen != STANDARD_START:
        game.setup(sheet.terms.start_fen)
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
    game = chess.pgn.read_game(io.StringIO(text))
    if game is None:
        message = "There is no game in this PGN text."
        raise BadRecord(message)
    if game.errors:
        message = f"The PGN text can't be read: {game.errors[0]}."
        raise BadRecord(message)
    moves = [_noted(node) for node in game.mainline()]
    terms = Terms(
        edition=game.headers.get(EDITION_TAG, ""),
        time_control=game.headers.get("TimeControl", ""),
        start_fen=game.board().fen(),
    )
    result = game.headers.get("Result", UNFINISHED)
    return Scoresheet.of_moves(moves, header=_header(game.headers), terms=terms, result=result)


def _noted(node: chess.pgn.ChildNode) -> Noted:
    clock = node.clock()
    return Noted(
        uci=node.move.uci(),
        clock_ms=None if clock is None else round(clock * 1_000),
        draw_offered=DRAW_OFFER in node.comment,
    )


def _header(tags: chess.pgn.Headers) -> Header:
    known = {name: tags.get(name.capitalize(), "") for name in _TAGS}
    return Header(
        **{name: "" if text in (_UNKNOWN, _UNKNOWN_DATE) else text for name, text in known.items()}
    )
