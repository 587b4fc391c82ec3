"""Lines of the log come behind the sentences of a game, and none of them is lost."""

import logging

import pytest

from voice_chess.cli.console import log_lines_afterwards

LOG = logging.getLogger("voice_chess.any")


def test_what_is_noted_is_written_once_all_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with log_lines_afterwards():
        LOG.error("game=%s storage=%s", "a-game", "JournalLost")
        LOG.info("game=%s nothing to mend", "a-game")
        meanwhile = capsys.readouterr()

    assert meanwhile.err == ""
    assert capsys.readouterr().err == "game=a-game storage=JournalLost\n"


def test_it_is_written_where_a_game_breaks_off_too(capsys: pytest.CaptureFixture[str]) -> None:
    def breaks_off() -> None:
        with log_lines_afterwards():
            LOG.warning("microphone overflows=%d", 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        breaks_off()

    assert capsys.readouterr().err == "microphone overflows=2\n"


def test_afterwards_the_log_is_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    before = list(logging.getLogger().handlers)
    with log_lines_afterwards():
        pass

    assert logging.getLogger().handlers == before
    assert capsys.readouterr().err == ""
