"""The standings of an event as text and in braille, in the language of whoever fetches them."""

from collections.abc import Iterator

from voice_chess.languages.language import Language
from voice_chess.records.braille_page import Paper, pages, prose, wrapped
from voice_chess.web.event_rest import EventState, StandingRow


def plain_table(state: EventState, language: Language) -> str:
    """A line for each player: place, name, points and tie-breaks, each with its name."""
    return "".join(f"{line}\n" for line in _lines(state, language))


def braille_table(state: EventState, language: Language) -> str:
    """The same on pages of the usual size, in computer braille."""
    paper = Paper()
    lines = [
        line
        for told in _lines(state, language)
        for line in wrapped(prose(told, language).split(" "), paper.cells)
    ]
    return pages(lines, prose(state.terms.name, language), paper)


def _lines(state: EventState, language: Language) -> Iterator[str]:
    rounds = max((len(row.rounds) for row in state.standings), default=0)
    yield state.terms.name
    yield language.interface["event-standings-after"].format(round=rounds)
    for row in state.standings:
        yield _line(row, state.tie_breaks, language)


def _line(row: StandingRow, tie_breaks: list[str], language: Language) -> str:
    values = zip(tie_breaks, row.values, strict=False)
    told = "".join(f", {code} {value}" for code, value in values)
    points = language.interface["event-points"].format(points=row.points)
    return f"{row.place}. {row.name}: {points}{told}"
