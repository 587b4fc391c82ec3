"""The findings about a reviewed game that come from the engine in a page's own browser.

The server can't check them, so a page's findings are used only for that page itself.
"""

from typing import Annotated, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, Mate, Pawns, Score
from voice_chess.web.messages.views import Uci

MOST_AT_ONCE = 20
LONGEST_LINE = 12
_MOST_HUNDREDTHS = 100_000

PageKey: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-f0-9-]{32,36}$")]
"""The key under which a page's findings are kept; nobody can guess it."""


class Finding(BaseModel):
    """The engine's evaluation of the position after `ply` half-moves, for the side to move.

    It has either `hundredths` of a pawn or `mate` in so many moves, negative if that side is
    mated. `line` is the best line of play; `depth` is in half-moves.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    ply: Annotated[int, Field(ge=0, le=10_000)]
    hundredths: Annotated[int, Field(ge=-_MOST_HUNDREDTHS, le=_MOST_HUNDREDTHS)] | None = None
    mate: Annotated[int, Field(ge=-500, le=500)] | None = None
    depth: Annotated[int, Field(ge=0, le=300)]
    line: Annotated[list[Uci], Field(min_length=1, max_length=LONGEST_LINE)]

    @model_validator(mode="after")
    def _has_one_score(self) -> Self:
        if (self.hundredths is None) == (self.mate is None) or self.mate == 0:
            message = "Either hundredths or mate, and no mate in nought moves."
            raise ValueError(message)
        return self


class Findings(BaseModel):
    """Some findings of a page; the list is empty to begin with."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    by: PageKey
    found: Annotated[list[Finding], Field(max_length=MOST_AT_ONCE)] = []


class OwnMoves(BaseModel):
    """Moves tried from `ply`, in UCI with spaces between; the position after them is to be judged.

    If the engine is in the page's browser, `by` is that page's key, and `found` its evaluation.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    ply: Annotated[int, Field(ge=0, le=10_000)]
    tried: Annotated[str, StringConstraints(min_length=4, max_length=600)]
    by: PageKey | None = None
    found: Finding | None = None


def evaluation_of(finding: Finding, position: Position) -> Evaluation | None:
    """Return the finding from White's side; None if its line can't be played from here."""
    after = position
    for uci in finding.line:
        if uci not in after.legal_moves:
            return None
        after = after.played(uci)
    score = _score(finding, white=position.white_to_move)
    return Evaluation(score=score, line=tuple(finding.line), depth=finding.depth)


def _score(finding: Finding, *, white: bool) -> Score:
    if finding.mate is not None:
        return Mate(white=white == (finding.mate > 0), moves=abs(finding.mate))
    hundredths = finding.hundredths or 0
    return Pawns(hundredths=hundredths if white else -hundredths)
