"""Puts into words what a review tells about a game: moves with times, evaluations, mistakes."""

from collections.abc import Sequence

from voice_chess.clock.time_control import MINUTE_MS
from voice_chess.game.results import Result
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.records.endings import ending_text
from voice_chess.records.move_times import MoveTime
from voice_chess.records.scoresheet import UNFINISHED, Entry, Header, Scoresheet
from voice_chess.review.evaluation import Evaluation, Mate, Pawns, Score
from voice_chess.review.mistakes import Mistake, counts
from voice_chess.review.openings import Opening
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.speech.counting import rough_time_words
from voice_chess.speech.generation import minutes
from voice_chess.speech.generation.board_words import side_by_piece
from voice_chess.speech.generation.styles import Style
from voice_chess.speech.generation.wording import listed, move_words, result_words, side_word

LONGEST_LINE = 6
"""The most half-moves of a best line that are told; without a board nobody follows more."""

_EVEN = 20
"""Below this many hundredths of a pawn, the position counts as even."""

_MINUS = "\u2212"

_OF_A_MOVE = {
    1: "mark-good",
    2: "mark-weak",
    3: "mark-excellent",
    4: "mark-blunder",
    5: "mark-interesting",
    6: "mark-dubious",
    7: "mark-only",
    8: "mark-only",
    10: "mark-level",
    11: "mark-level",
    12: "mark-level",
    13: "mark-unclear",
    140: "mark-idea",
    146: "mark-new",
}
"""What annotators' signs say, by PGN's numbers."""
_OF_A_SIDE = {
    14: "mark-slight",
    16: "mark-clear",
    18: "mark-winning",
    20: "mark-winning",
    22: "mark-zugzwang",
    30: "mark-development",
    32: "mark-development",
    34: "mark-development",
    36: "mark-initiative",
    38: "mark-initiative",
    40: "mark-attack",
    44: "mark-compensation",
    46: "mark-compensation",
    130: "mark-counterplay",
    132: "mark-counterplay",
    134: "mark-counterplay",
    136: "mark-time-trouble",
    138: "mark-time-trouble",
}
"""What they say about White; the next number says it about Black."""
_LAYOUT = range(201, 256)
"""Numbers above PGN's own: for a program's layout, such as a diagram."""


def told(text: str, language: Language, /, **gaps: str) -> str:
    """Return a text of the review with its gaps filled."""
    return language.review[text].format(**gaps)


def move_told(game: ReviewedGame, ply: int, language: Language, style: Style) -> str:
    """Return a move with its number and its side: 12, White: Knight Felix three."""
    entry, before = game.entry(ply), game.positions[ply - 1]
    return told(
        "move",
        language,
        number=str(entry.number),
        side=side_word(language, white=entry.is_white),
        move=move_words(entry.uci, before, language, style),
    )


def time_told(time: MoveTime, language: Language) -> str:
    """Tell how long a move took and what time was left after it, as far as known."""
    left = ""
    if time.is_to_minute and time.left_ms is not None and time.left_ms < MINUTE_MS:
        left = told("left-little", language)
    elif time.left_ms is not None:
        left = told("left", language, left=rough_time_words(time.left_ms, language))
    if time.spent_ms is None:
        return left
    spent = rough_time_words(time.spent_ms, language)
    return told("took", language, spent=spent, left=left).rstrip()


def comment_told(comment: str, language: Language) -> str:
    """Tell what somebody wrote about a move; empty if nobody did."""
    return told("comment", language, text=comment) if comment else ""


def annotation_told(entry: Entry, language: Language) -> str:
    """Tell what an annotator's signs and words say about a move; empty if there are none."""
    told = (_marks_told(entry.marks, language), comment_told(entry.comment, language))
    return " ".join(filter(None, told))


def _marks_told(marks: Sequence[int], language: Language) -> str:
    said = dict.fromkeys(_mark_words(mark, language) for mark in marks if mark not in _LAYOUT)
    return told("marks", language, marks=", ".join(said)) if said else ""


def _mark_words(mark: int, language: Language) -> str:
    if mark in _OF_A_MOVE:
        return told(_OF_A_MOVE[mark], language)
    for white, number in ((True, mark), (False, mark - 1)):
        if number in _OF_A_SIDE:
            side = side_word(language, white=white)
            return told(_OF_A_SIDE[number], language, side=side)
    return told("mark-other", language, number=str(mark))


def minutes_told(
    game: ReviewedGame, ply: int, language: Language, style: Style, *, in_full: bool = False
) -> str:
    """Tell what was ruled and claimed after this many half-moves; empty if nothing was."""
    return " ".join(
        minutes.minutes_told(game.minuted.get(ply, ()), language, style, in_full=in_full)
    )


def remark_told(game: ReviewedGame, ply: int, language: Language, style: Style) -> str:
    """Tell in full what stands beside a move: rulings and claims, or what somebody wrote."""
    ruled = minutes_told(game, ply, language, style, in_full=True)
    if ply == 0:
        return ruled or comment_told(game.sheet.comment, language)
    return ruled or annotation_told(game.entry(ply), language)


def remarked_told(game: ReviewedGame, language: Language) -> str:
    """Tell the moves beside which something stands, or that there are none."""
    places = [_place_told(game, ply, language) for ply in game.remarked_plies]
    return told("remarked", language, list="; ".join(places) or language.phrase("none"))


def _place_told(game: ReviewedGame, ply: int, language: Language) -> str:
    if ply == 0:
        return told("before-moves", language)
    entry = game.entry(ply)
    return f"{entry.number}, {side_word(language, white=entry.is_white)}"


def position_told(position: Position, language: Language) -> str:
    """Tell where all pieces stand, White's first."""
    return " ".join(side_by_piece(position, language, white=white) for white in (True, False))


def score_told(score: Score, language: Language) -> str:
    match score:
        case Pawns(hundredths=hundredths) if abs(hundredths) < _EVEN:
            return told("even", language)
        case Pawns(hundredths=hundredths):
            pawns = f"{abs(hundredths) / 100:.1f}".replace(".", language.review["decimal"])
            side = side_word(language, white=hundredths > 0)
            return told("ahead", language, side=side, pawns=pawns)
        case Mate(moves=0):
            return told("mated", language)
        case Mate(white=white, moves=moves):
            side = side_word(language, white=white)
            return told("mates", language, side=side, moves=str(moves))


def score_sign(score: Score) -> str:
    """Return the score as it is printed: +1.3, or #-4 if Black mates in four."""
    match score:
        case Pawns(hundredths=hundredths):
            return f"{hundredths / 100:+.1f}".replace("-", _MINUS)
        case Mate(white=white, moves=moves):
            return f"#{'' if white else _MINUS}{moves}"


def line_told(line: Sequence[str], position: Position, language: Language, style: Style) -> str:
    """Return moves one after the other, from this position on."""
    words: list[str] = []
    for uci in line[:LONGEST_LINE]:
        words.append(move_words(uci, position, language, style))
        position = position.played(uci)
    return listed(words)


def evaluation_told(
    evaluation: Evaluation, position: Position, language: Language, style: Style
) -> str:
    """Tell the side that stands better, and what should be played."""
    score = score_told(evaluation.score, language)
    if not evaluation.line:
        return score
    best = move_words(evaluation.line[0], position, language, style)
    return f"{score} {told('best', language, move=best)}"


def mistake_told(mistake: Mistake, game: ReviewedGame, language: Language, style: Style) -> str:
    """Name a mistake, and say what would have been better."""
    better = move_words(mistake.better, game.positions[mistake.ply - 1], language, style)
    return f"{told(mistake.verdict, language)} {told('better', language, move=better)}"


def opening_told(opening: Opening, language: Language) -> str:
    """Name the opening: by the language's own name of its family, if it has one, and its code."""
    name = own_name(opening, language) or opening.name
    return told("opening", language, name=name, eco=opening.eco)


def own_name(opening: Opening, language: Language) -> str:
    """Return the language's own name of the opening's family; empty if it has none."""
    family, _, _ = opening.name.partition(":")
    return language.openings.get(family, "")


def counts_told(mistakes: Sequence[Mistake], language: Language) -> str:
    """Tell how many mistakes each side made."""
    sides = ((white, counts(mistakes, white=white)) for white in (True, False))
    return " ".join(
        told(
            "counts",
            language,
            side=side_word(language, white=white),
            **{verdict: str(count) for verdict, count in found.items()},
        )
        for white, found in sides
    )


def players_told(header: Header, language: Language) -> str:
    """Return the players' names; a side without a name is left out, never used as a name."""
    if header.white and header.black:
        return told("players", language, white=header.white, black=header.black)
    if header.white:
        return told("player-white", language, name=header.white)
    if header.black:
        return told("player-black", language, name=header.black)
    return language.review["nameless"]


def remarks_told(sheet: Scoresheet, language: Language) -> tuple[str, ...]:
    """Tell what was skipped in the file of a game, and what in it can't be true."""
    skipped = told("variations", language, count=str(sheet.variations))
    two = told("two-results", language, result=sheet.result, other=sheet.other_result)
    odd = told("odd-result", language, result=sheet.result)
    right, written = sheet.jump or (0, 0)
    jump = told("number-jump", language, right=str(right), written=str(written))
    return (
        *((skipped,) if sheet.variations else ()),
        *((jump,) if sheet.jump else ()),
        *((two,) if sheet.other_result else ()),
        *(() if sheet.has_possible_result else (odd,)),
    )


def result_told(game: ReviewedGame, language: Language) -> str:
    """Tell the players, and how the game ended."""
    players = players_told(game.header(language), language)
    return told("played", language, players=players, result=end_told(game, language))


def end_told(game: ReviewedGame, language: Language) -> str:
    """Tell how the game ended and why, as far as that is known, or that it is unfinished."""
    if game.sheet.result == UNFINISHED:
        return language.sheet["unfinished"]
    result = result_words(Result(game.sheet.result), language)
    return ", ".join(filter(None, (result, ending_text(game.sheet, language))))
