"""What `python -m voice_chess.acoustics` tells of what it was given, before any work is done."""

from pathlib import Path

import pytest

from voice_chess.acoustics.__main__ import main

pytest.importorskip("torch", reason="PyTorch is not installed: nothing is trained")

NOWHERE = "no-such-folder"
WORK = ("--work", "work")
ONE = "one.wav\tde\tsomebody\tanna\tCC0\n"


def _list_people(folder: Path, listed: str) -> None:
    folder.mkdir()
    (folder / "manifest.tsv").write_text(listed, "utf-8")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            ("build", *WORK, "--people", NOWHERE),
            f"{NOWHERE} has no list of its recordings, manifest.tsv: name a folder",
        ),
        (("build", *WORK, "--people", "people"), "people/manifest.tsv has no column licence"),
        (("build", *WORK, "--people", "lacking"), "lacking/one.wav"),
        (("build", *WORK, "--without", "nobody"), "no voice is called nobody"),
        (("build", "--work", "/proc/nowhere"), "argument --work: /proc/nowhere can't be written ("),
        (
            ("build", *WORK, "--model", NOWHERE),
            f"{NOWHERE} is no model folder, am/final.mdl is missing: name one that",
        ),
        (
            ("build", *WORK, "--trunk", NOWHERE),
            f"{NOWHERE} is no model folder, am/final.mdl is missing: name one that",
        ),
        (("build", *WORK, "--language", "xx"), "no language 'xx'"),
        (
            ("tell-apart", NOWHERE, *WORK),
            f"{NOWHERE} is no model folder, am/final.mdl is missing: name one that",
        ),
        (
            ("tell-utterances", NOWHERE, *WORK),
            f"{NOWHERE} is no model folder, am/final.mdl is missing: name one that",
        ),
        (
            ("mean", NOWHERE, NOWHERE),
            f"{NOWHERE} is no model folder, am/final.mdl is missing: name one that",
        ),
        (("mean", "model", "--language", "sr-cyrl"), "tongues.toml tells nothing of"),
        (("situations", "--language", "xx"), "no language 'xx'"),
        (("situations", "--voices", "nobody"), "fewer than two voices"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    given: tuple[str, ...],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("model/am").mkdir(parents=True)
    Path("model/am/final.mdl").touch()
    _list_people(Path("people"), "file\tlanguage\tspeaker\tsaid\n")
    _list_people(Path("lacking"), "file\tlanguage\tspeaker\tsaid\tlicence\n" + ONE)

    assert main([*given, "--out", "out"]) == 2

    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert not Path("out/am").exists()


@pytest.mark.parametrize(
    "given", [("--steps", "0"), ("--steps", "-5"), ("--rate", "-1"), ("--width", "0")], ids=" ".join
)
def test_a_number_that_trains_nothing_is_refused(
    given: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "--out", "out", *given]) == 2

    (told,) = capsys.readouterr().err.splitlines()
    assert f"argument {given[0]}: {given[1]!r} is not a" in told


def test_a_folder_without_a_model_is_not_signed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["checksums", str(tmp_path)]) == 2

    assert "is no model folder" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []
