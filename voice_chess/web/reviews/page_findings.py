"""What the engine in a page's own browser has found of a game that is looked at again.

The server believes nobody for anybody else: what a page has sent, that page alone is told.
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
"""By which a page finds its own findings again; nobody guesses it."""


class Finding(BaseModel):
    """What is thought of the position behind `ply` half-moves, as its side to move sees it.

    Either `hundredths` of a pawn, or `mate` in so many moves, below nought for the other side.
    `line` is what would best be played; `depth` in half-moves.
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
    """Some of a page's; none to begin with."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    by: PageKey
    found: Annotated[list[Finding], Field(max_length=MOST_AT_ONCE)] = []


class OwnMoves(BaseModel):
    """Moves that were tried from `ply`, UCI with spaces between, to be looked behind.

    Where the engine is in the page's browser, `by` names that page, and `found` is what it thinks.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    ply: Annotated[int, Field(ge=0, le=10_000)]
    tried: Annotated[str, StringConstraints(min_length=4, max_length=600)]
    by: PageKey | None = None
    found: Finding | None = None


def evaluation_of(finding: Finding, position: Position) -> Evaluation | None:
    """The same as White sees it; None where its line can't be played from here."""
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
