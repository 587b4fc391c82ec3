"""Makes the scoresheet of a game played here with the minutes of what was ruled and claimed."""

from collections.abc import Sequence

from voice_chess.game.events import Event
from voice_chess.languages.language import Language
from voice_chess.records.remarks import remarked
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.records.scoresheet import Header, Scoresheet
from voice_chess.speech.generation.minutes import minuted, minutes


def minuted_sheet(
    events: Sequence[Event], language: Language, header: Header | None = None
) -> Scoresheet:
    """Return the sheet of a game, with its minutes in this language beside the moves."""
    return remarked(scoresheet_of(events, header), minutes(minuted(events), language))
