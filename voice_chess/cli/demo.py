"""`demo`: hears the recorded sample game, as `play` hears any recording."""

import shutil
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from voice_chess.cli import game_options, play
from voice_chess.compose.surroundings import Means
from voice_chess.settings import Settings

_GAME = "game.pgn"


def configure(parser: ArgumentParser) -> None:
    """Declare the table's settings as for `play`; the sound is that of the demonstration."""
    game_options.configure(parser, usual_data="a new temporary one")


def run(chosen: Namespace) -> int:
    """Hear the recordings of the demonstration; the game must come out as the PGN beside them."""
    chosen.verbose = True
    chosen.rematches = False
    recordings = Settings.from_environment().audio / "demo"
    chosen.expect = chosen.expect or recordings / _GAME
    with _folder(chosen.data) as data:
        chosen.data = data
        return play.run_with(chosen, Means(hear=recordings))


@contextmanager
def _folder(chosen: Path | None) -> Iterator[Path]:
    """Yield the chosen folder, or else a new one, which is deleted if no game was played in it."""
    if chosen is not None:
        yield chosen
        return
    made = Path(tempfile.mkdtemp(prefix="voice-chess-demo-"))
    try:
        yield made
    finally:
        if not any(made.glob("games/*/*.pgn")):
            shutil.rmtree(made)
