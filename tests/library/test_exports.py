"""What `voice_chess` exports: every name is there, and costs nothing before it is asked for."""

import subprocess
import sys

import pytest

import voice_chess


@pytest.mark.parametrize("name", voice_chess.__all__)
def test_every_name_is_found(name: str) -> None:
    assert getattr(voice_chess, name).__name__ == name


def test_every_name_is_listed_before_it_is_loaded() -> None:
    assert set(dir(voice_chess)) >= set(voice_chess.__all__)


def test_a_name_that_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'listen'"):
        voice_chess.__getattr__("listen")


@pytest.mark.parametrize("name", ["ArgumentError", "JournalError", "NotationError"])
def test_what_the_caller_did_wrong_is_a_value_error(name: str) -> None:
    assert issubclass(getattr(voice_chess, name), ValueError)
    assert issubclass(getattr(voice_chess, name), voice_chess.VoiceChessError)


def test_importing_the_package_loads_nothing_else() -> None:
    code = (
        "import voice_chess, sys; print(*(n for n in sys.modules if n.startswith('voice_chess')))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert loaded.stdout.split() == ["voice_chess"]
