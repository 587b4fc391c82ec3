"""Provides scoresheets: the game printed with the notation in the Laws, and random games."""

import random
from collections.abc import Callable

import pytest

from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.records.scoresheet import Header, Noted, Scoresheet, Terms

SAMPLE = (
    "e2e4 e7e5 g1f3 g8f6 d2d4 e5d4 e4e5 f6e4 d1d4 d7d5 e5d6 e4d6 c1g5 b8c6 d4e3 f8e7 b1d2 e8g8 "
    "e1c1 f8e8 c1b1"
)
HEADER = Header(
    event="Klubmeisterschaft",
    site="Köln",
    date="2026.11.21",
    round="3",
    white="Jäger, Ida",
    black="Groß, Uwe",
)
STARTS = (ORDINARY_START, "r3k2r/pPp2p1p/8/3pP3/8/8/P1P3PP/R3K2R b KQkq - 3 17")


@pytest.fixture(scope="session")
def german() -> Language:
    return load_language("de")


@pytest.fixture(scope="session")
def sample() -> Scoresheet:
    """The printed game of twenty-one plies, with falling clocks and a draw offer with the last."""
    moves = SAMPLE.split()
    noted = [
        Noted(uci=uci, clock_ms=900_000 - 60_000 * (ply // 2), draw_offered=ply == len(moves) - 1)
        for ply, uci in enumerate(moves)
    ]
    terms = Terms(edition="2009", time_control="900+10")
    return Scoresheet.of_moves(noted, header=HEADER, terms=terms)


@pytest.fixture(scope="session")
def random_sheet() -> Callable[[int], Scoresheet]:
    """A function that makes sheets of random games, with clocks in whole minutes or without."""

    def sheet(seed: int) -> Scoresheet:
        chance = random.Random(seed)
        start = STARTS[seed % len(STARTS)]
        position = Position.from_fen(start)
        noted: list[Noted] = []
        while position.legal_moves and len(noted) < 150:
            uci = chance.choice(position.legal_moves)
            clock = None if seed % 3 == 0 else chance.randrange(600) * 60_000
            noted.append(Noted(uci=uci, clock_ms=clock, draw_offered=chance.random() < 0.1))
            position = position.played(uci)
        result = chance.choice(("1-0", "0-1", "1/2-1/2", "*"))
        terms = Terms(edition="2005", time_control="5400", start_fen=start)
        return Scoresheet.of_moves(noted, header=HEADER, terms=terms, result=result)

    return sheet
