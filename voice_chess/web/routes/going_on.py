"""Going on with a game from a reviewed position: the address, the start, and words on the page.

The address holds everything, so the server keeps nothing for a visitor who may never come.
"""

from typing import Literal, TypeAlias
from urllib.parse import urlencode

from fastapi import Request
from pydantic import ValidationError

from voice_chess.arbiter.game_end import ending_of
from voice_chess.languages.language import load_language
from voice_chess.laws.edition import edition, known_editions
from voice_chess.laws.fen_placement import BadPosition
from voice_chess.laws.position import ORDINARY_START, NotLegal, Position
from voice_chess.records.going_on import setup_after
from voice_chess.records.scoresheet import Scoresheet
from voice_chess.review.words import position_told
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.wording import move_words, side_word
from voice_chess.web.errors import Complained
from voice_chess.web.messages.rest import Before

Way: TypeAlias = Literal["computer", "friend", "organiser"]
ORGANISER: Way = "organiser"


def can_go_on(position: Position) -> bool:
    """Return whether a game can be played from here by the newest edition of the Laws.

    The position must be possible, and must not end the game.
    """
    if ending_of(position, edition(known_editions()[-1])) is not None:
        return False
    try:
        # After an illegal move that stood, anything can be on the board.
        Position.from_fen(position.fen, chess960=position.chess960)
    except BadPosition:
        return False
    return True


def address_of(
    sheet: Scoresheet, ply: int, way: Way, request: Request, best: str | None = None
) -> str:
    """Return the address that arranges a game from this half-move of the scoresheet.

    It keeps the language that was asked for. `best` is a legal move to begin with.
    """
    setup, asked = setup_after(sheet, ply), request.query_params
    names = {"white": sheet.header.white, "black": sheet.header.black} if way == ORGANISER else {}
    query = {
        "moves": ",".join((*setup.moves, *([] if best is None else [best]))),
        "fen": "" if setup.fen == ORDINARY_START else setup.fen,
        "chess960": "yes" if setup.chess960 else "",
        **names,
        "lang": asked.get("lang", ""),
    }
    found = urlencode({name: value for name, value in query.items() if value}, safe=",/")
    return f"/{way}?{found}" if found else f"/{way}"


def before_in(request: Request) -> Before | None:
    """Read the game from an address made by `address_of`; None for others. Raises `Complained`."""
    asked = request.query_params
    if not ("moves" in asked or "fen" in asked):
        return None
    moves = asked.get("moves", "")
    try:
        before = Before(
            fen=asked.get("fen", ORDINARY_START),
            chess960="chess960" in asked,
            moves=moves.split(",") if moves else [],
        )
    except ValidationError as error:
        raise Complained(422, "bad-position") from error
    start_of(before)
    return before


def start_of(before: Before) -> Position:
    """Return the position after the earlier game's moves. Raises `Complained`."""
    try:
        return Position.after(before.moves, start_fen=before.fen, chess960=before.chess960)
    except (BadPosition, NotLegal) as error:
        raise Complained(422, "bad-position", str(error)) from error


def told(before: Before | None, language_id: str) -> str:
    """Return words on where the game goes on: after its last move, or from a position.

    They are empty without an earlier game.
    """
    if before is None:
        return ""
    language, position = load_language(language_id), start_of(before)
    text = language.interface
    if not before.moves:
        placed = sentence(position_told(position, language), language)
        return text["goes-on-position"].format(position=placed.text)
    last = position.rewound(len(before.moves) - 1)
    return text["goes-on"].format(
        number=last.fullmove_number,
        side=side_word(language, white=last.white_to_move),
        move=sentence(move_words(before.moves[-1], last, language), language).text,
    )
