"""The whole way in miniature: speech, alignment, training, a folder by which Vosk hears."""

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from tests.acoustics.kaldi_reader import read_fst, read_model
from voice_chess.acoustics import build as building
from voice_chess.acoustics import corpus, head_training, word_training
from voice_chess.acoustics.build import Amounts, Build
from voice_chess.acoustics.engines.engine import Audio, Engine, EngineVoice, Spoken
from voice_chess.acoustics.engines.espeak import EspeakEngine
from voice_chess.acoustics.export import (
    MODEL_OPTIONS,
    write_checksums,
    write_options,
)
from voice_chess.acoustics.head_build import BELOW, HeadBuild
from voice_chess.acoustics.train import Recipe
from voice_chess.acoustics.word_training import WordTraining
from voice_chess.adapters.recognition.model_files import check_model, check_our_model
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.decoding.acoustic_model import CONFIDENCE
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.head_file import grafted, read_trunk
from voice_chess.decoding.kaldi_file import NETWORK, read_network
from voice_chess.sound.chance import Rng

AMOUNTS = Amounts(synthetic=12, foreign=6, natural=8, synthetic_rounds=1, natural_rounds=2)
RECIPE = Recipe(steps=40, batch=8, width=16, checkpoint_every=20)
TIMED, FOREIGN, UNTIMED = "de+m3", "pl+f2", "cs+f4"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(EspeakEngine().missing() is not None, reason=str(EspeakEngine().missing())),
]


class FewVoices(EspeakEngine):
    """Two of eSpeak NG's voices."""

    def voices(self) -> list[EngineVoice]:
        return [voice for voice in super().voices() if voice.id in {TIMED, FOREIGN}]


class TellsNoTimes(EspeakEngine):
    """An engine that does not tell when it said what, as some natural ones do not."""

    name = "natural"

    def voices(self) -> list[EngineVoice]:
        return [replace(v, engine=self.name) for v in super().voices() if v.id == UNTIMED]

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        for audio in super().speak(requests):
            yield replace(audio, timing=None)


def few_engines() -> list[Engine]:
    return [FewVoices(), TellsNoTimes()]


def little_chatter(rng: Rng) -> list[corpus.Utterance]:
    return [corpus.garbage((rng.standard_normal(8_000) * 2_000).astype(np.int16))]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Build, Path]]:
    work, out = tmp_path_factory.mktemp("work"), tmp_path_factory.mktemp("model")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "engines", few_engines)
        patch.setattr(building, "chatter", little_chatter)
        made = Build(work, amounts=AMOUNTS, processes=1)
        made.all(out, RECIPE)
        yield made, out


def test_every_voice_said_its_share(built: tuple[Build, Path]) -> None:
    build, _ = built
    counts = {
        path.stem: len(list(corpus.load(path))) for path in (build.work / "dry").glob("*.npz")
    }

    assert counts == {
        "espeak-de-m3": AMOUNTS.synthetic,
        "espeak-pl-f2": AMOUNTS.foreign,
        "natural-cs-f4": AMOUNTS.natural,
        "espeak-chatter": 1,
    }


def test_the_voice_without_times_was_aligned(built: tuple[Build, Path]) -> None:
    build, _ = built
    dry = list(corpus.load(build.work / "dry/natural-cs-f4.npz"))
    aligned = list(corpus.load(build.work / "aligned/natural-cs-f4.npz"))

    assert all(utterance.segments is None for utterance in dry)
    assert 0 < len(aligned) <= len(dry)
    assert any(utterance.segments for utterance in aligned)


def test_both_trainings_went_to_their_end(built: tuple[Build, Path]) -> None:
    build, _ = built
    steps = {tag: torch.load(build.work / f"{tag}.pt")["step"] for tag in ("first", "final")}

    assert steps == {"first": RECIPE.steps // 4, "final": RECIPE.steps}


def test_the_folder_is_a_whole_model(built: tuple[Build, Path]) -> None:
    build, out = built
    check_model(out)
    model = read_model(out / "am/final.mdl")

    assert len(model.priors) == build.inventory.pdf_count
    assert model.priors.sum() == pytest.approx(1.0, abs=1e-3)
    for name in ("HCLr.fst", "Gr.fst"):
        assert read_fst(out / "graph" / name).finals
    listed = json.loads((out / "checksums.json").read_text("utf-8"))
    assert "graph/phones/word_boundary.int" in listed


@pytest.fixture
def impatient(built: tuple[Build, Path], tmp_path: Path) -> Path:
    """The model with narrow beams: to so young a network, all that can be said is as likely."""
    _, out = built
    folder = shutil.copytree(out, tmp_path / "model")
    narrow = {**MODEL_OPTIONS, "beam": 3.0, "lattice-beam": 0.5, "max-active": 300}
    write_options(folder / "conf/model.conf", narrow)
    write_checksums(folder)
    return folder


def test_vosk_knows_the_words_and_hears_by_them(built: tuple[Build, Path], impatient: Path) -> None:
    build, _ = built
    model = load_model(impatient, "vosk")
    assert all(model.knows(word) for word in build.inventory.lexicon.words)
    recognizer = model.recognizer()
    recognizer.expect(Grammar(phrases=("springer felix drei", "kurze rochade")))
    chance = np.random.default_rng(1)
    talk = chance.standard_normal(8_000) * 3_000
    sound = np.concatenate([np.zeros(16_000), talk, np.zeros(32_000)]).astype("<i2").tobytes()

    heard = [recognizer.hear(sound[n : n + 1_280]) for n in range(0, len(sound), 1_280)]

    (utterance,) = [h for h in heard if h is not None]
    known = {"springer", "felix", "drei", "kurze", "rochade", "[unk]"}
    assert utterance.hypotheses
    assert {word for h in utterance.hypotheses for word in h.words} <= known


def test_a_second_run_does_nothing_again(built: tuple[Build, Path]) -> None:
    build, out = built
    kept = {
        path: path.stat().st_mtime_ns
        for folder in ("dry", "examples")
        for path in (build.work / folder).iterdir()
        if path.name != building.CHATTER
    }
    before = (out / "am/final.mdl").read_bytes()

    build.speak()
    build.examples("first", build.sources(aligned=False))
    paths = build.examples("final", build.sources(aligned=True))
    network, shares = build.train("final", paths, RECIPE)
    build.export(out, network, shares)

    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert (out / "am/final.mdl").read_bytes() == before


def test_a_finished_model_learns_to_tell_words_apart_above_its_first_layers(
    built: tuple[Build, Path], tmp_path: Path
) -> None:
    build, model = built

    WordTraining(build, model).all(tmp_path / "apart", replace(RECIPE, steps=3))

    check_model(tmp_path / "apart")
    before, after = (read_network(each / NETWORK) for each in (model, tmp_path / "apart"))
    alike = [
        np.array_equal(one.weight, other.weight)
        for one, other in zip(before.layers, after.layers, strict=True)
    ]
    kept = word_training.BELOW
    assert alike == [True] * kept + [False] * (len(alike) - kept)
    assert np.allclose(before.log_priors, after.log_priors, atol=1e-6)


def test_a_finished_head_learns_to_tell_words_apart_from_further_down(
    built: tuple[Build, Path],
) -> None:
    build, trunk = built
    head, apart = trunk.parent / "head", trunk.parent / "apart"

    HeadBuild(build, trunk).all(head, RECIPE)
    head_training.tell_apart(build, head, apart, replace(RECIPE, steps=3))

    check_our_model(apart)
    assert [read_trunk(each).layers for each in (head, apart)] == [BELOW, head_training.BELOW]
    before, after = grafted(head), grafted(apart)
    kept = [
        np.array_equal(one.weight, other.weight)
        for one, other in zip(before.layers, after.layers, strict=True)
    ]
    assert kept == [number < head_training.BELOW for number in range(len(kept))]
    assert (apart / CONFIDENCE).read_bytes() == (head / CONFIDENCE).read_bytes()
