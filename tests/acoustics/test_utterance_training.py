"""A finished network is trained on whole utterances, and is a model again that hears."""

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

import shutil
from collections.abc import Callable
from pathlib import Path

from torch import Tensor

from voice_chess.acoustics import build as building
from voice_chess.acoustics import corpus, utterance_training
from voice_chess.acoustics.__main__ import main
from voice_chess.acoustics.build import CHATTER, Build
from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.acoustics.export import export
from voice_chess.acoustics.features import COEFFICIENTS
from voice_chess.acoustics.fine_tuning import OtherWords
from voice_chess.acoustics.head_build import HeadBuild
from voice_chess.acoustics.manifest import LIST
from voice_chess.acoustics.network import LEFT, RIGHT, Network
from voice_chess.acoustics.people import COLUMNS
from voice_chess.acoustics.phones import SILENCE_PDF, Inventory
from voice_chess.acoustics.train import Aim, Recipe, frames_told
from voice_chess.acoustics.utterance_batches import UtteranceBatches
from voice_chess.acoustics.utterance_training import tell_utterances, trained_on
from voice_chess.adapters.recognition.model_files import check_our_model
from voice_chess.decoding.acoustic_model import CONFIDENCE, AcousticModel
from voice_chess.decoding.head_file import has_head, read_trunk
from voice_chess.decoding.network import STRIDE
from voice_chess.sound.sampling import SAMPLE_RATE

RECIPE = Recipe(steps=3, batch=2, learning_rate=0.2)
EACH = 1_600


def said(inventory: Inventory, word: str, rng: np.random.Generator) -> Utterance:
    """Every state is a tone of its own."""
    states = inventory.word_pdfs(word)
    times = np.arange(EACH) / SAMPLE_RATE
    tones = [4_000 * np.sin(2 * np.pi * (300 + 250 * pdf) * times) for pdf in states]
    sound = np.concatenate([np.zeros(EACH), *tones]) + rng.standard_normal(EACH * (len(states) + 1))
    segments = [Segment(pdf=SILENCE_PDF, end=EACH)]
    segments += [Segment(pdf=pdf, end=EACH * (n + 2)) for n, pdf in enumerate(states)]
    return Utterance(samples=sound.astype(np.int16), words=(), segments=tuple(segments))


@pytest.fixture
def build(inventory: Inventory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """A voice that has said its share, and no engine that would say more."""
    monkeypatch.setattr(building, "engines", list)
    monkeypatch.setattr(utterance_training, "STRANGERS", 2)
    made = Build(tmp_path / "work", processes=1)
    made.inventory = inventory
    rng = np.random.default_rng(1)
    words = [*inventory.lexicon.words] * 6
    corpus.save(made.work / "dry/espeak-a.npz", [said(inventory, word, rng) for word in words])
    corpus.save(made.work / "dry" / CHATTER, [said(inventory, "acht", rng)])
    return made


@pytest.fixture
def model(inventory: Inventory, tmp_path: Path) -> Path:
    torch.manual_seed(4)
    network = Network(inventory.pdf_count, width=8).eval()
    shares = np.full(inventory.pdf_count, 1 / inventory.pdf_count)
    export(tmp_path / "model", network, inventory, shares, [["ja"]])
    return tmp_path / "model"


@pytest.fixture
def head(build: Build, model: Path, tmp_path: Path) -> Path:
    network, shares = utterance_training.begun(build, model)
    HeadBuild(build, model, below=0).export(tmp_path / "head", network, shares)
    (tmp_path / "head" / CONFIDENCE).write_text("# fitted\n", "utf-8")
    return tmp_path / "head"


def weights(folder: Path) -> list[np.ndarray]:
    (network,) = AcousticModel.read(folder).networks
    return [layer.weight for layer in network.layers]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["model", "head"])
def test_all_layers_are_trained_and_the_folder_is_a_model_that_is_read(
    build: Build, kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    folder = request.getfixturevalue(kind)

    tell_utterances(build, folder, tmp_path / "told", RECIPE)

    told = tmp_path / "told"
    check_our_model(told)
    assert not any(
        np.allclose(one, other, atol=1e-5)
        for one, other in zip(weights(folder), weights(told), strict=True)
    )
    before, after = (AcousticModel.read(each) for each in (folder, told))
    assert after.vocabulary.words == before.vocabulary.words
    assert np.allclose(after.networks[0].log_priors, before.networks[0].log_priors, atol=1e-4)
    assert (told / CONFIDENCE).read_bytes() == (folder / CONFIDENCE).read_bytes()
    assert has_head(told) is (kind == "head")
    if has_head(told):
        assert read_trunk(told) == read_trunk(folder)


@pytest.mark.slow
def test_a_few_steps_make_the_loss_smaller(
    build: Build, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses: list[float] = []

    def overheard(network: Network, batches: UtteranceBatches, aim: Aim, recipe: Recipe) -> Network:
        def told(scores: Tensor, labels: Tensor) -> Tensor:
            loss = aim(scores, labels)
            losses.append(float(loss.detach()))
            return loss

        return trained_on(network, batches, told, recipe, report=lambda _: None)

    monkeypatch.setattr(utterance_training, "trained_on", overheard)

    tell_utterances(build, model, tmp_path / "told", Recipe(steps=30, batch=4, learning_rate=0.5))

    assert len(losses) == 30
    assert np.mean(losses[-10:]) < 0.9 * np.mean(losses[:5])


def test_what_is_kept_is_the_running_mean_of_the_weights(inventory: Inventory) -> None:
    torch.manual_seed(2)
    network = Network(inventory.pdf_count, width=8)
    seen: list[np.ndarray] = []

    class Same:
        def draw(self) -> tuple[Tensor, Tensor]:
            seen.append(network.output.weight.detach().clone().numpy())
            frames = LEFT + 25 * STRIDE + RIGHT
            features = torch.randn(2, frames, COEFFICIENTS)
            return features, torch.ones(2, 25, dtype=torch.long)

    mean = trained_on(network, Same(), frames_told(0.0), Recipe(steps=4, learning_rate=1.0))

    expected = seen[0]
    for step, weight in enumerate([*seen[1:], network.output.weight.detach().numpy()]):
        kept = (step + 1) / (step + 10)
        expected = kept * expected + (1 - kept) * weight
    assert np.allclose(mean.output.weight.detach().numpy(), expected, atol=1e-5)
    assert not np.allclose(expected, network.output.weight.detach().numpy(), atol=1e-3)


def test_a_model_of_other_words_is_refused(build: Build, model: Path, tmp_path: Path) -> None:
    build.inventory = Inventory(Build(tmp_path / "other").inventory.lexicon)

    with pytest.raises(OtherWords, match="train from the beginning"):
        tell_utterances(build, model, tmp_path / "told", RECIPE)


def arguments(model: Path, folder: Path, language: str = "de") -> list[str]:
    out, work = str(folder / "out"), str(folder / "work")
    return ["tell-utterances", str(model), "--language", language, "--out", out, "--work", work]


def test_the_command_takes_what_it_is_told(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[tuple[Build, Path, Path, Recipe]] = []
    monkeypatch.setattr(utterance_training, "tell_utterances", lambda *given: called.append(given))
    usual = utterance_training.RECIPE
    people = tmp_path / "people"
    people.mkdir()
    (people / LIST).write_text("\t".join(COLUMNS) + "\n", "utf-8")

    assert main([*arguments(model, tmp_path, "cs"), "--steps", "7", "--people", str(people)]) == 0
    assert main([*arguments(model, tmp_path, "it"), "--rate", "0.001"]) == 0

    (czech, *folders, first), (italian, *_, second) = called
    assert folders == [model, tmp_path / "out"]
    assert (czech.language, czech.people) == ("cs", people)
    assert czech.amounts.native == utterance_training.AMOUNTS["cs"].native
    assert italian.amounts.native == utterance_training.USUAL.native
    assert (first.steps, first.learning_rate) == (7, usual.learning_rate)
    assert (second.steps, second.learning_rate) == (usual.steps, 0.001)


def other_words(model: Path) -> None:
    """It is that already: its lexicon is a tiny one."""


def no_network(model: Path) -> None:
    (model / "am/final.mdl").unlink()


def damaged(model: Path) -> None:
    (model / "am/final.mdl").write_bytes(b"nothing")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [(other_words, "train from the beginning"), (no_network, "final.mdl"), (damaged, "final.mdl")],
)
def test_the_command_tells_what_is_wrong_with_a_model(
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[Path], None],
    said: str,
) -> None:
    spoil(model)

    assert main(arguments(model, tmp_path)) == 2

    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_command_tells_of_a_missing_trunk_and_an_unknown_language(
    head: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(tmp_path / "model")

    assert main(arguments(head, tmp_path)) == 2
    assert "final.mdl" in capsys.readouterr().err
    assert main(arguments(head, tmp_path, "xx")) == 2
    assert "no language 'xx'" in capsys.readouterr().err
