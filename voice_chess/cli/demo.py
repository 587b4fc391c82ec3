"""`demo`: the recorded sample game, played as `play` plays any recording."""

import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

from voice_chess.cli import play
from voice_chess.cli.command import Command
from voice_chess.compose import Means
from voice_chess.settings import Settings

_GAME = "game.pgn"


def configure(parser: ArgumentParser) -> None:
    """The table's settings as for `play`; the sound is that of the demonstration."""
    play.configure_table(parser)


def run(chosen: Namespace) -> int:
    """Hear the recordings of the demonstration; the game must come out as recorded with them."""
    recordings = Settings.from_environment().audio / "demo"
    chosen.data = chosen.data or Path(tempfile.mkdtemp(prefix="voice-chess-demo-"))
    chosen.expect = chosen.expect or recordings / _GAME
    return play.run_with(chosen, Means(hear=recordings))


COMMAND = Command(
    name="demo",
    summary="hear, judge, answer and record the sample game from its recordings",
    configure=configure,
    run=run,
)
