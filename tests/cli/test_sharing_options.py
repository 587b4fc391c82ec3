"""Servers that share games need what they share, and a proxy for TLS: else they say so."""

from pathlib import Path

import pytest

from voice_chess.cli.command_line import main


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--share",), "--database"),
        (("--share", "--database", "postgresql://nobody@127.0.0.1:1/none"), "--cert"),
        (("--parts", "64"), "--share"),
        (("--between", "127.0.0.1"), "--share"),
    ],
    ids=["no-database", "certificate", "parts-of-one", "between-one"],
)
def test_what_does_not_go_with_sharing_is_told_in_one_sentence(
    options: tuple[str, ...],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("VOICE_CHESS_DATABASE", raising=False)
    monkeypatch.setattr("voice_chess.compose.certificate.certificate", lambda *_: None)
    cert = ("--cert", str(tmp_path / "cert.pem"), "--key", str(tmp_path / "key.pem"))
    more = cert if told == "--cert" else ()

    code = main(["serve", "--data", str(tmp_path), "--port", "0", *options, *more])

    told_there = capsys.readouterr().err
    assert code == 2
    assert told in told_there
    assert told_there.count("\n") == 1


@pytest.mark.parametrize("number", ["0", "1", "1025", "many"])
def test_so_many_parts_there_can_not_be(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--share", "--parts", number]) == 2
    assert f"{number!r} is not a whole number from 2 to 1024" in capsys.readouterr().err
