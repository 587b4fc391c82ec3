"""The register: ways in are given together or not at all, and a stolen copy opens nothing."""

import stat
from contextlib import closing
from pathlib import Path

import pytest

from voice_chess.adapters.simulated_time import SimulatedTime
from voice_chess.adapters.sqlite_register import SqliteRegister
from voice_chess.game.table import Role
from voice_chess.session.chairs import Chair
from voice_chess.session.entrance import Entrance
from voice_chess.session.ports import JournalLost

CHAIRS = (Chair(id="white", role=Role.WHITE), Chair(id="black", role=Role.BLACK))


def test_links_and_codes_open_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "seats.sqlite"
    with closing(SqliteRegister(path)) as register:
        white, black = Entrance(register, SimulatedTime()).new_ways_in(CHAIRS)

    with closing(SqliteRegister(path)) as register:
        entrance = Entrance(register, SimulatedTime())

        assert entrance.owner_of_code(white.code.upper()) == "white"
        assert entrance.owner_of_token(black.token) == "black"


def test_another_way_in_shuts_the_one_before(tmp_path: Path) -> None:
    with closing(SqliteRegister(tmp_path / "seats.sqlite")) as register:
        entrance = Entrance(register, SimulatedTime())
        before, _ = entrance.new_ways_in(CHAIRS)
        (now,) = entrance.new_ways_in(CHAIRS[:1])

        assert entrance.owner_of_code(before.code) is None
        assert entrance.owner_of_token(before.token) is None
        assert entrance.owner_of_code(now.code) == "white"


def test_who_has_the_register_and_not_its_key_cannot_try_words(tmp_path: Path) -> None:
    path = tmp_path / "seats.sqlite"
    with closing(SqliteRegister(path)) as register:
        white, _ = Entrance(register, SimulatedTime()).new_ways_in(CHAIRS)
    stolen = tmp_path / "elsewhere" / "seats.sqlite"
    stolen.parent.mkdir()
    stolen.write_bytes(path.read_bytes())

    with closing(SqliteRegister(stolen)) as register:
        assert Entrance(register, SimulatedTime()).owner_of_code(white.code) is None
    assert stat.S_IMODE(path.with_suffix(".key").stat().st_mode) == 0o600


def test_a_damaged_key_is_told_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "seats.sqlite"
    SqliteRegister(path).close()
    path.with_suffix(".key").write_bytes(b"half")

    with pytest.raises(JournalLost, match=r"seats\.key is damaged"):
        SqliteRegister(path)
    assert path.with_suffix(".key").read_bytes() == b"half"
