"""Writes scoresheets as PGN and reads them: clocks, draw offers, time control, edition of the Laws.

It also reads what other programs write: comments and annotators' signs are kept, variations are
counted and skipped, other programs' commands in comments are skipped, but no move of the game is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

import chess
import chess.pgn

from voice_chess.languages.language import Language, Orthography, load_language
from voice_chess.laws.notation import MoveRead, Unread, is_uci, read_move, read_standing
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.records.damage import Damage, cut_short
from voice_chess.records.pgn_damage import BadTag, MoveText, UnreadMove
from voice_chess.records.pgn_text import (
    BOTH_LOSE,
    NULL_MOVES,
    RESULTS,
    FirstGame,
    PgnGame,
    PgnMove,
    escaped,
    first,
    first_as_far,
)
from voice_chess.records.scoresheet import (
    HEADER,
    UNFINISHED,
    BadRecord,
    Entry,
    Header,
    Noted,
    Scoresheet,
    Terms,
    jump_in,
    on_one_line,
    points_in,
)

DRAW_OFFER = "(=)"
_OFFER_IN_WORDS = "( = )"
"""How a remark that begins with the sign has it, so that nobody reads an offer with the move."""
EDITION_TAG = "LawsOfChess"
POINTS_TAG = "Points"
"""White's and Black's points, if the arbiter gave others than the result does."""

_NO_GAME = "There is no game in this PGN text."
_BEHIND = "Behind an illegal move that stood,"
_STOOD = "An illegal move stood here: "
_FIGURINES = dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", strict=True))
_SHORTEST, _LONGEST = len("e4"), len("123...Ng1xf3e.p.++!?(=)")
_NUMBER = re.compile(r"\d+\.+")
_UNKNOWN = "?"
_UNKNOWN_DATE = "????.??.??"
_NOT_SAID = frozenset({_UNKNOWN, _UNKNOWN_DATE, "-"})
_NO_VALUES = {"Date": _UNKNOWN_DATE}
_UNBROKEN = re.compile(r"(?:\{ (?!\[))?\S+(?: \[%[^][]*\]| \[\S*)*(?: \}\Z)?")
"""Parts of a comment that must stay in one line, so that no line begins like a tag."""
_ORDINARY = frozenset({"", "standard", "normal", "chess", "orthodox", "from position"})
_CHESS960 = frozenset({"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"})
_FOR_PROGRAMS = re.compile(r"\[(?:%[^][]*|#)\]")
"""What other programs read in a comment, such as [#] for a diagram."""
_CLOCK = re.compile(r"\[%clk\s+(?:(\d{1,4}):)?(\d{1,4}):(\d{1,4})(?:[.,](\d{1,3})\d*)?\]")


def written(sheet: Scoresheet) -> str:
    """Return the sheet as one PGN game, ended by a line break.

    PGN allows only legal moves. From the first illegal move that stood on, all moves go into a
    comment, which is read back. A sentence about what is left out comes before the first move.
    """
    game = chess.pgn.Game()
    game.comment = f"{sheet.left_out_in_print} {sheet.comment}".strip()
    if sheet.terms.chess960 or sheet.terms.start_fen != ORDINARY_START:
        game.setup(chess.Board(sheet.terms.start_fen, chess960=sheet.terms.chess960))
    game.headers = _tags(sheet, game.headers)
    node: chess.pgn.GameNode = game
    legal = tuple(takewhile(lambda entry: entry.is_legal, sheet.entries))
    for entry in legal:
        node = node.add_variation(chess.Move.from_uci(entry.uci), nags=entry.marks)
        offer = DRAW_OFFER if entry.draw_offered else ""
        node.comment = f"{offer} {_in_comment(entry.comment)}".strip()
        # PGN's clocks have seconds.
        if entry.clock_ms is not None and not entry.is_clock_to_minute:
            node.set_clock(entry.clock_ms / 1_000)
    if rest := sheet.entries[len(legal) :]:
        # What is behind these words is read as moves, so remarks on them come before.
        remarks = (f"{each.place} {_in_comment(each.comment)}" for each in rest if each.comment)
        said = (node.comment, *remarks, f"{_STOOD}{_in_words(rest)}")
        node.comment = " ".join(filter(None, said))
    return game.accept(_Exporter(columns=80)) + "\n"


def _tags(sheet: Scoresheet, of_start: Mapping[str, str]) -> chess.pgn.Headers:
    """Return the tags that PGN requires of each game, then the others by name."""
    told = {name.capitalize(): escaped(getattr(sheet.header, name)) for name in HEADER}
    others = {
        **{name: text for name, text in of_start.items() if name not in told},
        "Result": sheet.result,
        "Termination": escaped(sheet.termination),
        "TimeControl": escaped(sheet.terms.time_control),
        EDITION_TAG: escaped(sheet.terms.edition),
        POINTS_TAG: sheet.points,
    }
    known = {name: text or _NO_VALUES.get(name, _UNKNOWN) for name, text in told.items()}
    return chess.pgn.Headers(
        known | {name: others[name] for name in sorted(others) if others[name]}
    )


class _Exporter(chess.pgn.StringExporter):
    """Writes lines of fewer than 80 characters, and no result that looks like castling."""

    def visit_comment(self, comment: str) -> None:
        """Write a comment, broken between words if it is long.

        Parts that programs read stay whole.
        """
        for token in _UNBROKEN.findall(f"{{ {comment.replace('}', '').strip()} }}"):
            self.write_token(f"{token} ")
        self.force_movenumber = True

    def visit_result(self, result: str) -> None:
        """Write the result, but `*` if both lost: other programs read two noughts as a move.

        The tag alone then says that nobody won.
        """
        super().visit_result(UNFINISHED if result == BOTH_LOSE else result)


def _in_comment(remark: str) -> str:
    begin, offer, rest = remark.partition(DRAW_OFFER)
    return f"{_OFFER_IN_WORDS}{rest}" if offer and not begin else remark


def _in_words(entries: Sequence[Entry]) -> str:
    offers = (f" {DRAW_OFFER}" if entry.draw_offered else "" for entry in entries)
    told = zip(entries, offers, strict=True)
    return " ".join(f"{entry.place} {entry.san}{offer}" for entry, offer in told)


def read(text: str, *, reader: Language | None = None) -> Scoresheet:
    """Return the first game of a PGN text. Raises `BadRecord`, naming the half-move.

    What other programs write on purpose and is no move ends the game; the sheet says so in the
    language of the reader.
    """
    found = first(text)
    if found.game.is_empty:
        raise Damage(_NO_GAME, "unread-none")
    return _sheet(found, reader)


class TooLong(BadRecord):
    """The moves of a game are longer than the caller reads."""


def read_as_far(text: str, reader: Language, *, most_letters: int | None = None) -> Scoresheet:
    """Return the first game as far as it can be read; `left_out` gives the line and the problem.

    Raises `BadRecord` if nothing of a game can be read, and `TooLong` if its moves have more
    letters; comments and variations don't count.
    """
    found = first_as_far(text)
    if found.game.is_empty:
        raise found.damage or Damage(_NO_GAME, "unread-none")
    if most_letters is not None and _letters_of_moves(found.game) > most_letters:
        message = f"The moves of this game have more than {most_letters} letters."
        raise TooLong(message)
    terms = _terms(found.game)
    moves, unread = _moves_before(found.game, terms.start())
    problem = unread or found.damage
    if problem and not moves:
        raise problem
    return _sheet_of(found, terms, moves, cut_short(problem, reader) if problem else "")


def _sheet(found: FirstGame, reader: Language | None) -> Scoresheet:
    terms = _terms(found.game)
    moves, unread = _moves(found.game, terms.start())
    left_out = "" if unread is None else cut_short(unread, reader or _english())
    return _sheet_of(found, terms, moves, left_out)


def _sheet_of(found: FirstGame, terms: Terms, moves: Sequence[Noted], left_out: str) -> Scoresheet:
    game = found.game
    sheet = Scoresheet.of_moves(
        moves,
        header=_header(game.tags),
        terms=terms,
        points=points_in(game.tags.get(POINTS_TAG, "")),
    )
    return replace(
        _with_result(sheet, game),
        termination=on_one_line(game.tags.get("Termination", "")),
        left_out=left_out,
        comment=_remark(game.opening_comments),
        variations=game.variations,
        jump=jump_in(moves, terms.start()),
        others_follow=found.others_follow,
    )


def _terms(game: PgnGame) -> Terms:
    variant = game.tags.get("Variant", "").casefold()
    if variant not in _ORDINARY | _CHESS960:
        raise BadTag(game, "Variant", f"{game.tags['Variant']} is neither chess nor Chess960")
    fen = game.tags.get("FEN", "")
    if not fen and game.tags.get("SetUp") == "1":
        raise BadTag(game, "SetUp", "a position was set up, but there is no tag FEN")
    try:
        start = _start(fen or ORDINARY_START, is_chess960=variant in _CHESS960)
    except ValueError as error:
        raise BadTag(game, "FEN", str(error).removesuffix(".")) from error
    time_control = on_one_line(game.tags.get("TimeControl", ""))
    return Terms(
        edition=on_one_line(game.tags.get(EDITION_TAG, "")),
        time_control="" if time_control in _NOT_SAID else time_control,
        start_fen=start.start_fen,
        chess960=start.chess960,
    )


def _start(fen: str, *, is_chess960: bool) -> Position:
    """Return the starting position.

    If its castling rights are possible only in Chess960, it is a Chess960 game, even if no tag says
    so. Raises `ValueError`.
    """
    try:
        return Position.from_fen(fen, chess960=is_chess960)
    except ValueError:
        return Position.from_fen(fen, chess960=True)


def _moves(game: PgnGame, position: Position) -> tuple[Sequence[Noted], UnreadMove | None]:
    """Return the moves, and what ends them early, if it is no mistake of the file.

    Raises `UnreadMove` for a move that can't be read.
    """
    moves, unread = _moves_before(game, position)
    if unread is not None and unread.is_mistake:
        raise unread
    return moves, unread


def _moves_before(game: PgnGame, position: Position) -> tuple[Sequence[Noted], UnreadMove | None]:
    """Return the moves up to the first that can't be read, and that one."""
    moves: list[Noted] = []
    for move in game.moves:
        where = _place(len(moves) + 1, position)
        if move.text in NULL_MOVES:
            return moves, UnreadMove(where, _unread(move.text, None, position, move.line))
        found = _found(move.text, position)
        if not isinstance(found, tuple):
            return moves, UnreadMove(where, _unread(move.text, found, position, move.line))
        for number, read in zip((move.number, *[None] * len(found)), found, strict=False):
            moves.append(replace(_noted(read, move), number=number))
            position = position.played(read.uci)
        remark, marks = _remark(move.comments), tuple(dict.fromkeys(move.marks))
        moves[-1] = replace(moves[-1], comment=remark, marks=marks)
    behind, unread = _standing(_said_last(game), position)
    return [*moves, *behind], unread


def _unread(text: str, problem: Unread | None, position: Position, line: int | None) -> MoveText:
    return MoveText(text=text, problem=problem, position=position, script=_letters(), line=line)


def _said_last(game: PgnGame) -> str:
    """Return the comments after the last move, or those of a game without moves."""
    return " ".join(game.moves[-1].comments if game.moves else game.opening_comments)


def _letters_of_moves(game: PgnGame) -> int:
    """Return how long the moves are, with those in the comment about one that stood."""
    _, _, stood = _said_last(game).partition(_STOOD)
    return sum(len(move.text) for move in game.moves) + len(stood)


def _standing(said: str, position: Position) -> tuple[Sequence[Noted], UnreadMove | None]:
    """Return the moves from an illegal one on that stood, which `written` put into a comment."""
    moves: list[Noted] = []
    _, _, told = " ".join(said.split()).partition(_STOOD)
    for word in told.split():
        if word == DRAW_OFFER and moves:
            moves[-1] = replace(moves[-1], draw_offered=True)
        elif not _NUMBER.fullmatch(word):
            found = read_standing(word, position) or read_move(word, position, _letters())
            if not isinstance(found, MoveRead):
                return moves, UnreadMove(_BEHIND, _unread(word, found, position, None))
            moves.append(Noted(uci=found.uci, stood=not position.is_legal(found.uci)))
            position = position.made(found.uci)
    return moves, None


def _found(text: str, position: Position) -> tuple[MoveRead, ...] | Unread:
    """Return the move that is written, or several that are written without a space between them.

    If the text is neither, return what is wrong with it.
    """
    found = read_move(text, position, _letters())
    if isinstance(found, MoveRead):
        return (found,)
    if is_uci(text) and position.is_legal(text):
        return (MoveRead(uci=text),)
    return _run_together(text, position) or found


def _run_together(text: str, position: Position) -> tuple[MoveRead, ...]:
    """Return every move of a text such as e4e5 or Nf3Nc6; empty if any part of it is no move.

    The longest beginning that is a move is always taken. A start and a target square, such as e4e5,
    are one move only if a piece of the side to move stands on the start. Then no other piece of
    that side can go there, so the two squares can't be two moves.
    """
    moves: list[MoveRead] = []
    while text:
        first = next(_beginnings(text, position), None)
        if first is None:
            return ()
        found, text = first
        moves.append(found)
        position = position.played(found.uci)
    return tuple(moves)


def _beginnings(text: str, position: Position) -> Iterator[tuple[MoveRead, str]]:
    """Yield each move that the text may begin with and the rest of the text, the longest first."""
    for cut in range(min(len(text), _LONGEST), _SHORTEST - 1, -1):
        found = read_move(text[:cut], position, _letters())
        if isinstance(found, MoveRead):
            yield found, text[cut:]


def _english() -> Language:
    """Return the language whose letters PGN has, and whose words are those of most programs."""
    return load_language("en")


@cache
def _letters() -> Orthography:
    return replace(_english().orthography, understood=_FIGURINES)


def _place(ply: int, position: Position) -> str:
    dots = "." if position.white_to_move else "..."
    return f"Half-move {ply}, {position.fullmove_number}{dots}"


def _noted(found: MoveRead, move: PgnMove) -> Noted:
    said = " ".join(" ".join(move.comments).split())
    return Noted(
        uci=found.uci,
        clock_ms=_clock_ms(said),
        draw_offered=found.offers_draw or any(map(_is_offer, move.comments)),
    )


def _is_offer(comment: str) -> bool:
    """Return whether a comment begins with our mark of an offer.

    Between words others judge a line with it: 12... Nf6 (=).
    """
    return _FOR_PROGRAMS.sub("", comment).strip().startswith(DRAW_OFFER)


def _remark(comments: Sequence[str]) -> str:
    """Return what is written for people in the comments on one move."""
    bare = (_FOR_PROGRAMS.sub(" ", comment).strip() for comment in comments)
    said, _, _ = on_one_line(" ".join(each.removeprefix(DRAW_OFFER) for each in bare)).partition(
        _STOOD
    )
    return said.strip()


def _clock_ms(comment: str) -> int | None:
    """Return the time of a clock comment in ms, or None.

    A comment has minutes and seconds, and may have hours and a fraction of a second.
    """
    found = _CLOCK.search(comment)
    if found is None:
        return None
    hours, minutes, seconds, part = found.groups()
    whole = (int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)
    return whole * 1_000 + int((part or "").ljust(3, "0"))


def _with_result(sheet: Scoresheet, game: PgnGame) -> Scoresheet:
    """Return the sheet with the result of the tag, or else the one after the moves.

    If both are given and differ, the tag's counts unless only the other one fits the last position,
    and the sheet keeps both.
    """
    tagged = RESULTS.get(game.tags.get("Result", ""), UNFINISHED)
    given = [result for result in (tagged, game.end or UNFINISHED) if result != UNFINISHED]
    sheets = [replace(sheet, result=result) for result in dict.fromkeys(given)]
    if not sheets:
        return sheet
    best = next((each for each in sheets if each.has_possible_result), sheets[0])
    others = (each.result for each in sheets if each is not best)
    return replace(best, other_result=next(others, ""))


def _header(tags: Mapping[str, str]) -> Header:
    known = {name: tags.get(name.capitalize(), "") for name in HEADER}
    return Header(**{name: "" if text in _NOT_SAID else text for name, text in known.items()})
