"""The views of a reviewed game for its page: moves, evaluations, and mistakes in words."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from voice_chess.languages.language import Language
from voice_chess.laws.notation import in_script
from voice_chess.review import words
from voice_chess.review.evaluation import Evaluation
from voice_chess.review.mistakes import SIGNS, Mistake, Verdict, mistakes_of
from voice_chess.review.openings import opening_of
from voice_chess.review.phases import phases_of
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.review.walk import Walk
from voice_chess.session.review.analysis import Analysis, State
from voice_chess.speech.generation.sentence import as_shown, sentence
from voice_chess.speech.generation.styles import USUAL, Style
from voice_chess.speech.generation.wording import move_words
from voice_chess.web.messages.views import Colour, Uci, View
from voice_chess.web.pages.view_models import colour
from voice_chess.web.reviews.page_findings import PageKey
from voice_chess.web.routes.going_on import can_go_on


class OpeningView(View):
    """The opening: its code in the Encyclopaedia of Chess Openings, its English name, its ply.

    `own_name` is that of its family in the language of the review; empty if it has none.
    """

    eco: str
    name: str
    own_name: str
    ply: int


class PhasesView(View):
    """The plies at which the middlegame and the endgame begin; null if they don't."""

    middlegame: int | None
    endgame: int | None


class ReviewedMove(View):
    """A move of a reviewed game: `written` has the language's letters, `words` are spoken.

    `told` names the move with its number and side, `time` is its duration in words, `comment` what
    somebody thought and wrote about it, `ruled` what was ruled and claimed after it, and `position`
    describes the position after it. `goes_on`: a game can go on from there; `legal` are the moves
    that can be tried there. Of a clock without seconds only `time` tells what it showed.
    """

    ply: int
    number: int
    colour: Colour
    uci: str
    san: str
    written: str
    words: str
    spent_ms: int | None
    left_ms: int | None
    fen: str
    is_check: bool
    goes_on: bool
    told: str
    time: str
    comment: str
    ruled: str
    position: str
    legal: list[Uci]


class ReviewView(View):
    """The whole game in the reader's language; an engine's evaluations are a separate view."""

    white: str
    black: str
    event: str
    date: str
    result: str
    ended: str
    start_fen: str
    chess960: bool
    start_position: str
    comment: str
    ruled: str
    start_legal: list[Uci]
    moves: list[ReviewedMove]
    opening: OpeningView | None
    phases: PhasesView


class EvaluationView(View):
    """An evaluation: `chances` are White's, in percent; `line` is the best line in notation."""

    ply: int
    sign: str
    told: str
    chances: float
    depth: int
    best: str | None
    best_words: str
    line: list[str]


class MistakeView(View):
    """A mistake: `sign` follows the move, `told` names the mistake and the better move."""

    ply: int
    colour: Colour
    verdict: Verdict
    sign: str
    told: str
    better: str


class AnalysisView(View):
    """How far the engine is with a game. `none`: not begun; `ahead`: how many games come first."""

    state: Literal["no-engine", "none"] | State
    ahead: int
    done: int
    all: int
    engine: str
    evaluations: list[EvaluationView]
    mistakes: list[MistakeView]
    summary: str


class ReviewQuestion(BaseModel):
    """A question about a position: a typed `line`, or a question's `name` with its `args`.

    `lang` is the page's language, if its address names one. `by` is the key of a page whose own
    browser's engine has evaluated the game.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    ply: Annotated[int, Field(ge=0, le=10_000)]
    tried: Annotated[str, StringConstraints(max_length=600)] = ""
    """The reader's own moves from there, in UCI with spaces between."""
    line: Annotated[str, StringConstraints(max_length=200)] = ""
    name: Annotated[str, StringConstraints(max_length=40)] = ""
    args: Annotated[str, StringConstraints(max_length=40)] = ""
    lang: Annotated[str, StringConstraints(max_length=20)] = ""
    by: PageKey | None = None


class TriedView(View):
    """The position to which the reader's own moves have led from a position of the game."""

    moves: list[Uci]
    written: str
    told: str
    """The last of the moves."""
    fen: str
    is_check: bool
    position: str
    """The position in words."""
    legal: list[Uci]


class OwnView(View):
    """The evaluation after the reader's own moves: in words, as a sign, and White's chances."""

    told: list[str]
    sign: str
    standing: str
    chances: float


class ReviewAnswer(View):
    """The answer to a question, and the position at which the reader stands after it."""

    ply: int
    told: list[str]
    tried: TriedView | None = None


def review_view(game: ReviewedGame, language: Language, style: Style = USUAL) -> ReviewView:
    """Return the view of a game with everything except an engine's evaluations."""
    phases, header = phases_of(game), game.header(language)
    return ReviewView(
        white=header.white,
        black=header.black,
        event=header.event,
        date=header.date,
        result=game.sheet.result,
        ended=_text(words.end_told(game, language), language),
        start_fen=game.sheet.terms.start_fen,
        chess960=game.sheet.terms.chess960,
        start_position=_text(words.position_told(game.positions[0], language), language),
        comment=words.comment_told(game.sheet.comment, language),
        ruled=_text(words.minutes_told(game, 0, language, style), language),
        start_legal=sorted(game.positions[0].legal_moves),
        moves=[_move(game, ply, language, style) for ply in range(1, game.last_ply + 1)],
        opening=_opening(game, language),
        phases=PhasesView(middlegame=phases.middlegame, endgame=phases.endgame),
    )


def analysis_view(
    game: ReviewedGame, found: Analysis, ahead: int, language: Language, style: Style = USUAL
) -> AnalysisView:
    """Return the view of what an engine has found so far."""
    evaluations = tuple(found.evaluations)
    mistakes = mistakes_of(game, evaluations)
    told = words.counts_told(mistakes, language) if found.state == "done" else ""
    return AnalysisView(
        state=found.state,
        ahead=ahead,
        done=sum(evaluation is not None for evaluation in evaluations),
        all=len(evaluations),
        engine=found.engine,
        evaluations=_evaluations(game, evaluations, language, style),
        mistakes=[_mistake(mistake, game, language, style) for mistake in mistakes],
        summary=_text(told, language),
    )


def _opening(game: ReviewedGame, language: Language) -> OpeningView | None:
    found = opening_of(game)
    if found is None:
        return None
    own_name = words.own_name(found, language)
    return OpeningView(eco=found.eco, name=found.name, own_name=own_name, ply=found.ply)


def nothing_found(*, has_engine: bool, plies: int) -> AnalysisView:
    return AnalysisView(
        state="none" if has_engine else "no-engine",
        ahead=0,
        done=0,
        all=plies,
        engine="",
        evaluations=[],
        mistakes=[],
        summary="",
    )


def tried_view(walk: Walk) -> TriedView | None:
    """Return the view of the reader's own moves; None if they stand in the game itself."""
    if not walk.tried:
        return None
    before, position, language = walk.before_tried, walk.position, walk.language
    dots = "." if before.white_to_move else " …"
    san = in_script(before.san(walk.tried[-1]), language.orthography)
    return TriedView(
        moves=list(walk.tried),
        written=f"{before.fullmove_number}{dots} {san}",
        told=_text(f"{walk.tried_told}.", language),
        fen=position.fen,
        is_check=position.is_check,
        position=_text(words.position_told(position, language), language),
        legal=sorted(position.legal_moves),
    )


def own_view(walk: Walk, own: Evaluation) -> OwnView:
    """Return the view of an evaluation; `walk` stands after the reader's own moves."""
    return OwnView(
        told=[sentence.text for sentence in walk.own_told()],
        sign=words.score_sign(own.score),
        standing=_text(words.score_told(own.score, walk.language), walk.language),
        chances=_percent(own),
    )


def _move(game: ReviewedGame, ply: int, language: Language, style: Style) -> ReviewedMove:
    entry, time, after = game.entry(ply), game.time(ply), game.positions[ply]
    script = language.orthography
    return ReviewedMove(
        ply=ply,
        number=entry.number,
        colour=colour(white=entry.is_white),
        uci=entry.uci,
        san=entry.san,
        written=in_script(entry.san, script, is_en_passant=entry.is_en_passant)
        if entry.is_legal
        else entry.uci,
        words=as_shown(move_words(entry.uci, game.positions[ply - 1], language, style)),
        spent_ms=time.spent_ms,
        left_ms=None if time.is_to_minute else time.left_ms,
        fen=after.fen,
        is_check=after.is_check,
        goes_on=can_go_on(after),
        told=_text(words.move_told(game, ply, language, style), language),
        time=_text(words.time_told(time, language), language),
        comment=words.annotation_told(entry, language),
        ruled=_text(words.minutes_told(game, ply, language, style), language),
        position=_text(words.position_told(after, language), language),
        legal=sorted(after.legal_moves),
    )


def _evaluations(
    game: ReviewedGame,
    evaluations: Sequence[Evaluation | None],
    language: Language,
    style: Style,
) -> list[EvaluationView]:
    found: list[EvaluationView] = []
    for ply, evaluation in enumerate(evaluations):
        if evaluation is None:
            continue
        position, line = game.positions[ply], evaluation.line
        best = line[0] if line else None
        best_words = as_shown(move_words(best, position, language, style)) if best else ""
        found.append(
            EvaluationView(
                ply=ply,
                sign=words.score_sign(evaluation.score),
                told=_text(words.score_told(evaluation.score, language), language),
                chances=_percent(evaluation),
                depth=evaluation.depth,
                best=best,
                best_words=best_words,
                line=_written(game, ply, line[: words.LONGEST_LINE], language),
            )
        )
    return found


def _percent(evaluation: Evaluation) -> float:
    return round(50 + 50 * evaluation.chances, 1)


def _written(game: ReviewedGame, ply: int, line: Sequence[str], language: Language) -> list[str]:
    """Return moves from this position on, in notation with the letters of the language."""
    position, found = game.positions[ply], []
    for uci in line:
        passing = position.facts(uci).is_en_passant
        found.append(in_script(position.san(uci), language.orthography, is_en_passant=passing))
        position = position.played(uci)
    return found


def _mistake(mistake: Mistake, game: ReviewedGame, language: Language, style: Style) -> MistakeView:
    [better] = _written(game, mistake.ply - 1, (mistake.better,), language)
    return MistakeView(
        ply=mistake.ply,
        colour=colour(white=mistake.white),
        verdict=mistake.verdict,
        sign=SIGNS[mistake.verdict],
        told=_text(words.mistake_told(mistake, game, language, style), language),
        better=better,
    )


def _text(told: str, language: Language) -> str:
    return sentence(told, language).text
