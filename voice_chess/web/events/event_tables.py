"""The standings of an event as text, in braille and on paper, in the language of their reader."""

from collections.abc import Iterator

from voice_chess.event.tables import player_heads, standings_heads
from voice_chess.event.terms import System
from voice_chess.languages.language import Language
from voice_chess.records.braille_page import Paper, pages, prose, wrapped
from voice_chess.records.paper_tables import PaperTable, PaperTables
from voice_chess.session.lobby.pairing_words import match_end_words
from voice_chess.web.events.event_rest import CellView, EventState, StandingRow

_ROUNDS_PER_TABLE = 7


def plain_table(state: EventState, language: Language) -> str:
    """Return a line for each player: place, name, points, and tie-breaks with their names."""
    return "".join(f"{line}\n" for line in _lines(state, language))


def braille_table(state: EventState, language: Language) -> str:
    """Return the same lines on pages of the usual size, in computer braille."""
    paper = Paper()
    lines = [
        line
        for told in _lines(state, language)
        for line in wrapped(prose(told, language).split(" "), paper.cells)
    ]
    return pages(lines, prose(state.terms.name, language), paper)


def paper_tables(state: EventState, language: Language) -> PaperTables:
    """Return the standings, then the crosstable in parts of as many rounds as fit on a page."""
    terms = state.terms
    rounds = _rounds(state)
    firsts = range(0, rounds, _ROUNDS_PER_TABLE)
    parts = [range(first, min(first + _ROUNDS_PER_TABLE, rounds)) for first in firsts]
    return PaperTables(
        title=terms.name,
        subtitle=_subtitle(state, language),
        tables=(
            _standings(state, language),
            *(_crosstable(state, part, language) for part in parts),
        ),
    )


def _subtitle(state: EventState, language: Language) -> str:
    """Return the days of the event, how a match or knock-out ended, and whose games don't count."""
    days = f"{state.terms.first_day} \N{EN DASH} {state.terms.last_day}"
    notes = tuple(_notes(state, language))
    return f"{days}. {' '.join(notes)}" if notes else days


def _notes(state: EventState, language: Language) -> Iterator[str]:
    """Yield the sentences without which the standings can't be understood."""
    ended = state.match_end
    if ended:
        yield match_end_words(ended.winner, System(state.terms.system), language)
    for row in state.standings:
        if row.place is None:
            yield language.interface["event-uncounted"].format(name=row.name)


def _standings(state: EventState, language: Language) -> PaperTable:
    text, rounds = language.interface, _rounds(state)
    tie_breaks = state.tie_breaks if rounds else []
    return PaperTable(
        title=text["event-standings-after"].format(round=rounds),
        heads=standings_heads(tie_breaks, language),
        rows=tuple((*_player(row, language), row.points, *row.values) for row in state.standings),
    )


def _crosstable(state: EventState, part: range, language: Language) -> PaperTable:
    text = language.interface
    return PaperTable(
        title=text["event-crosstable"],
        heads=(
            *player_heads(language),
            *(text["event-round-head"].format(round=n + 1) for n in part),
        ),
        rows=tuple(
            (*_player(row, language), *(_cell_words(row.rounds[n], language) for n in part))
            for row in state.standings
        ),
    )


def _player(row: StandingRow, language: Language) -> tuple[str, ...]:
    place = language.interface["event-unplaced"] if row.place is None else str(row.place)
    return place, str(row.number), row.name


def _cell_words(cell: CellView | None, language: Language) -> str:
    """Return opponent, colour and result; only the result of a round without an opponent."""
    if cell is None:
        return ""
    text = language.interface
    result = "" if cell.result == " " else text[f"event-cell:{cell.result}"]
    if cell.opponent is None:
        return result
    side = text[f"side:{cell.colour}"]
    return f"{text['event-cell'].format(opponent=cell.opponent, side=side)} {result}".strip()


def _rounds(state: EventState) -> int:
    return max((len(row.rounds) for row in state.standings), default=0)


def _lines(state: EventState, language: Language) -> Iterator[str]:
    yield state.terms.name
    yield language.interface["event-standings-after"].format(round=_rounds(state))
    yield from _notes(state, language)
    for row in state.standings:
        yield _line(row, state.tie_breaks, language)


def _line(row: StandingRow, tie_breaks: list[str], language: Language) -> str:
    values = zip(tie_breaks, row.values, strict=False)
    told = "".join(f", {code} {value}" for code, value in values)
    points = language.interface["event-points"].format(points=row.points)
    if row.place is None:
        return f"{row.name}: {language.interface['event-unplaced']}, {points}"
    return f"{row.place}. {row.name}: {points}{told}"
