"""Plays moves that two players make in turns at their pages."""

from tests.stage.page import Page

FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def play(white: Page, black: Page, *moves: str, behind: int = 0) -> None:
    """Play these moves after `behind` half-moves; all must be accepted."""
    for ply, uci in enumerate(moves, start=behind):
        done = (black if ply % 2 else white).move(uci, ply)
        assert done["is_accepted"], done


def mated(white: Page, black: Page, *, after: int = 0) -> None:
    """Play the shortest mate, by Black, of which `after` half-moves have been made."""
    play(white, black, *FOOLS_MATE[after:], behind=after)
    black.ask(type="ask", name="yes")
