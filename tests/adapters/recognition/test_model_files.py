"""A model folder is checked before the native library sees it: that one would end the process."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from voice_chess.adapters.recognition.model_files import check_model
from voice_chess.adapters.recognition.model_registry import language_of, missing_words, vocabulary
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.cli.command_line import main
from voice_chess.compose import models
from voice_chess.decoding.acoustic_model import CHECKSUMS
from voice_chess.languages.language import load_language
from voice_chess.session.ports import RecognizerLost
from voice_chess.settings import Settings

MODEL = Settings.from_environment().models / "fide-de"
MOST_BYTES = 10_000_000

needs_model = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}"),
]

TRY_TO_LOAD = """
import sys
from pathlib import Path
from voice_chess.adapters.recognition.vosk_recognizer import load_vosk_model
from voice_chess.session.ports import RecognizerLost
try:
    load_vosk_model(Path(sys.argv[1]))
except RecognizerLost as lost:
    print("lost:", lost)
else:
    print("loaded")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that looks like a model without checksums, as downloaded ones are."""
    for name in ("am/final.mdl", "conf/model.conf", "graph/HCLr.fst"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"what " + name.encode())
    return tmp_path


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Our model, to be damaged."""
    return shutil.copytree(MODEL, tmp_path / "model")


def complaint(folder: Path) -> str:
    with pytest.raises(RecognizerLost) as lost:
        check_model(folder)
    return str(lost.value)


def loaded(folder: Path) -> str:
    """What a process of its own tells that loads this folder; it must live to tell."""
    told = subprocess.run(
        [sys.executable, "-c", TRY_TO_LOAD, str(folder)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    assert str(tmp_path / "nowhere") in complaint(tmp_path / "nowhere")


def test_a_folder_without_checksums_needs_the_files_that_every_model_has(folder: Path) -> None:
    check_model(folder)


@pytest.mark.parametrize("name", ["am/final.mdl", "conf/model.conf", "graph/HCLr.fst"])
def test_the_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()

    assert name in complaint(folder)


def test_a_fixed_graph_will_do_as_well(folder: Path) -> None:
    (folder / "graph/HCLr.fst").rename(folder / "graph/HCLG.fst")

    check_model(folder)


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"am/final.mdl": 3}', "\ufeff{}", "null"])
def test_a_damaged_list_of_checksums_is_a_damaged_model(folder: Path, text: str) -> None:
    (folder / CHECKSUMS).write_text(text, "utf-8")

    assert CHECKSUMS in complaint(folder) or "damaged" in complaint(folder)


def test_an_empty_list_of_checksums_excuses_nothing(folder: Path) -> None:
    (folder / CHECKSUMS).write_text("{}", "utf-8")
    (folder / "am/final.mdl").unlink()

    assert "am/final.mdl" in complaint(folder)


def test_a_listed_file_that_is_not_there_is_named(folder: Path) -> None:
    (folder / CHECKSUMS).write_text(json.dumps({"graph/words.txt": "0"}), "utf-8")

    assert "graph/words.txt" in complaint(folder)


def test_a_list_cannot_point_outside_its_folder(folder: Path) -> None:
    outside = folder.parent / "secret"
    outside.write_text("x", "utf-8")
    (folder / CHECKSUMS).write_text(json.dumps({"../secret": "0"}), "utf-8")

    assert "../secret" in complaint(folder)


def test_loading_a_folder_that_is_no_model_is_one_clear_sentence(tmp_path: Path) -> None:
    assert loaded(tmp_path).startswith("lost:")


def test_damage_without_checksums_is_noticed_and_the_process_lives(folder: Path) -> None:
    assert loaded(folder).startswith("lost:")


class TestOurModel:
    """The committed model."""

    pytestmark = needs_model

    def test_is_whole(self) -> None:
        check_model(MODEL)

    def test_lists_every_file_but_the_list_itself(self) -> None:
        listed = json.loads((MODEL / CHECKSUMS).read_text("utf-8"))
        there = {p.relative_to(MODEL).as_posix() for p in MODEL.rglob("*") if p.is_file()}

        assert {name for name in there if name.partition("/")[1]} <= set(listed)

    def test_has_a_pronunciation_of_every_word_that_its_language_listens_for(self) -> None:
        language = language_of(MODEL)
        assert language is not None

        assert missing_words(load_model(MODEL), vocabulary(load_language(language))) == ()

    def test_is_called_whole_only_while_it_knows_all_of_them(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["models"]) == 0
        assert "fide-de: whole" in capsys.readouterr().out
        with_more = [*vocabulary(load_language("de")), "caesar"]
        monkeypatch.setattr(models, "vocabulary", lambda _: with_more)

        assert main(["models"]) == 1
        told = capsys.readouterr().out
        assert "fide-de: not whole" in told
        assert "It lacks: caesar" in told

    def test_is_at_most_10_megabytes(self) -> None:
        assert sum(p.stat().st_size for p in MODEL.rglob("*") if p.is_file()) <= MOST_BYTES

    @pytest.mark.parametrize(
        "name",
        ["am/final.mdl", "graph/HCLr.fst", "graph/Gr.fst", "graph/words.txt", "conf/model.conf"],
    )
    def test_a_single_changed_byte_is_noticed(self, copied: Path, name: str) -> None:
        path = copied / name
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(bytes(data))

        assert name in complaint(copied)
        assert loaded(copied).startswith("lost:")

    def test_a_file_cut_short_is_noticed(self, copied: Path) -> None:
        path = copied / "am/final.mdl"
        path.write_bytes(path.read_bytes()[:1_000])

        assert loaded(copied).startswith("lost:")

    @pytest.mark.parametrize("name", ["am/final.mdl", "graph/HCLr.fst", "graph/words.txt"])
    @pytest.mark.parametrize("kept", [0, 100, 0.5])
    def test_a_file_cut_short_without_checksums_leaves_the_process_alive(
        self, copied: Path, name: str, kept: float
    ) -> None:
        (copied / CHECKSUMS).unlink()
        path = copied / name
        data = path.read_bytes()
        path.write_bytes(data[: int(kept if kept > 1 else kept * len(data))])

        assert loaded(copied).startswith(("lost:", "loaded"))
