"""Flag fall with a mate only an opponent's help could bring: decided at once, nobody is asked."""

from collections.abc import Callable, Iterable

import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import FlagFell, PassTime
from voice_chess.game.commands import Command
from voice_chess.game.game_end import GameEnded
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Occasion, Role, Setup, Table

Play = Callable[[Table, Iterable[Command]], Game]
LONG = TimeControl.parsed("90+0")
OVER_MS = 5_400_000


@pytest.mark.law("time-lost")
@pytest.mark.parametrize("edition_id", ["2005", "2009", "2018", "2023"])
@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("4kb2/8/8/8/8/8/8/1N2K3 w - - 0 1", Result.BLACK_WINS),
        ("4kn2/8/8/8/8/8/8/1B2K3 w - - 0 1", Result.BLACK_WINS),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", Result.BLACK_WINS),
        ("4kb2/8/8/8/8/8/8/4KR2 w - - 0 1", Result.DRAW),
    ],
    ids=[
        "knight on the board, a bishop's mate",
        "bishop on the board, a knight's mate",
        "bishops on both",
        "bishop against rook",
    ],
)
def test_what_minor_pieces_could_do_is_decided(
    fen: str, result: Result, edition_id: str, play: Play
) -> None:
    table = Table(
        control=LONG,
        edition=edition_id,
        setup=Setup(fen=fen),
        occasion=Occasion(has_arbiter=True, games_per_arbiter=1),
    )

    ruling = decide(play(table, ()), PassTime(by=Role.ARBITER, at_ms=OVER_MS))

    assert isinstance(ruling, tuple)
    fell, ended = ruling
    assert fell == FlagFell(white=True, at_ms=OVER_MS)
    assert isinstance(ended, GameEnded)
    assert (ended.result, ended.reason) == (result, EndReason.FLAG_FALL)
