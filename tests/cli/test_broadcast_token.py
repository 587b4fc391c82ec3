"""The token for broadcasts: from a file or the environment, and in no sentence that is told."""

from argparse import Namespace
from pathlib import Path

import pytest

from tests.web.events.fake_lichess import BEARER, ROUND, fake_lichess
from voice_chess.cli.broadcast_token import broadcaster_of
from voice_chess.plain_error import BadInput
from voice_chess.settings import Settings


def chosen(file: Path | None = None, address: str | None = None) -> Namespace:
    return Namespace(lichess_token=file, lichess_address=address)


@pytest.mark.parametrize("is_file", [True, False])
def test_it_comes_from_a_file_or_from_the_environment(tmp_path: Path, *, is_file: bool) -> None:
    file = tmp_path / "lichess.token"
    file.write_text(f"{BEARER}\n")
    settings = Settings.from_environment({"VOICE_CHESS_LICHESS_TOKEN": f"{BEARER} "})
    with fake_lichess() as lichess:
        wanted = chosen(file if is_file else None, lichess.address)
        found = broadcaster_of(wanted, "" if is_file else settings.lichess_token)
        assert found is not None
        found.push(ROUND, '[White "Anna"]')

    assert lichess.pushes[0].token == f"Bearer {BEARER}"
    assert BEARER not in repr(settings)


def test_without_one_nothing_is_broadcast() -> None:
    assert broadcaster_of(chosen(), "") is None


@pytest.mark.parametrize("written", ["", "two words", f"{BEARER}\n{BEARER}", "l" * 513, "žeton"])
def test_what_can_be_no_token_is_refused_and_not_repeated(tmp_path: Path, written: str) -> None:
    file = tmp_path / "lichess.token"
    file.write_text(written, "utf-8")

    with pytest.raises(BadInput) as caught:
        broadcaster_of(chosen(file), "")

    assert str(caught.value).startswith(f"{file} holds no token of Lichess")
    assert not written or written not in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.token: No such file .*\. See how it is spelt"):
        broadcaster_of(chosen(tmp_path / "none.token"), "")


def test_a_file_that_is_no_text_is_named_and_another_one_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "lichess.token"
    file.write_bytes(b"\xff\xfe")

    with pytest.raises(BadInput, match=r"^.*lichess\.token is no text.*: name another file\.$"):
        broadcaster_of(chosen(file), "")


def test_it_is_not_sent_where_everybody_could_read_it() -> None:
    with pytest.raises(BadInput, match="use https"):
        broadcaster_of(chosen(address="http://lichess.example"), BEARER)


def test_an_address_without_a_token_is_refused() -> None:
    with pytest.raises(BadInput, match="Nothing is shown at --lichess-address without a token"):
        broadcaster_of(chosen(address="https://lichess.example"), "")
