"""Training learns, can be interrupted, and goes on where it stopped."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from voice_chess.acoustics.examples import Examples
from voice_chess.acoustics.features import COEFFICIENTS
from voice_chess.acoustics.network import LEFT, RIGHT
from voice_chess.acoustics.train import CHUNK, Batches, Recipe, priors, train
from voice_chess.decoding.network import STRIDE

OUTPUTS = 3
RECIPE = Recipe(
    steps=20, batch=4, width=8, learning_rate=1e-2, dropout=0.0, masking=0.0, checkpoint_every=5
)


def easy_examples(answers: int = 900) -> Examples:
    """The second coefficient says which state it is."""
    chance = np.random.default_rng(3)
    labels = np.repeat(chance.integers(0, OUTPUTS, answers // 6 + 1), 6)[:answers].astype(np.int16)
    features = chance.standard_normal((STRIDE * answers, COEFFICIENTS)) * 0.3
    features[:, 1] += np.repeat(labels, STRIDE) * 3.0
    return Examples(features=features.astype(np.float16), labels=labels)


def step_of(checkpoint: Path) -> int:
    return int(torch.load(checkpoint)["step"])


@pytest.mark.slow
def test_learns_what_is_easy(tmp_path: Path) -> None:
    told: list[str] = []
    recipe = replace(RECIPE, steps=200, batch=8, width=16)
    train([easy_examples()], OUTPUTS, recipe, checkpoint=tmp_path / "a.pt", report=told.append)

    losses = [float(line.rsplit(maxsplit=1)[-1]) for line in told]
    assert [line.split(":")[0] for line in told][-1] == "step 200 of 200"
    assert losses[-1] < 0.6 * np.log(OUTPUTS)


def test_an_interrupted_training_goes_on_to_the_same_step(tmp_path: Path) -> None:
    checkpoint = tmp_path / "a.pt"

    class Interrupted(Exception):
        pass

    examples = [easy_examples()]
    steps: list[int] = []

    def draw_or_stop(self: Batches) -> object:
        steps.append(1)
        if len(steps) == 13:
            raise Interrupted
        return usual(self)

    usual = Batches.draw
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Batches, "draw", draw_or_stop)
        with pytest.raises(Interrupted):
            train(examples, OUTPUTS, RECIPE, checkpoint=checkpoint)
        assert step_of(checkpoint) == 10
        network = train(examples, OUTPUTS, RECIPE, checkpoint=checkpoint)

    assert len(steps) == 13 + 10
    assert step_of(checkpoint) == RECIPE.steps
    saved = torch.load(checkpoint)["network"]
    assert all(torch.equal(saved[name], value) for name, value in network.state_dict().items())
    assert [path.name for path in tmp_path.iterdir()] == ["a.pt"]


def test_a_finished_training_is_not_done_again(tmp_path: Path) -> None:
    checkpoint = tmp_path / "a.pt"
    once = train([easy_examples()], OUTPUTS, RECIPE, checkpoint=checkpoint)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Batches, "draw", None)
        again = train([easy_examples()], OUTPUTS, RECIPE, checkpoint=checkpoint)

    for name, value in once.state_dict().items():
        assert torch.equal(again.state_dict()[name], value)


def test_a_network_can_start_from_another(tmp_path: Path) -> None:
    first = train([easy_examples()], OUTPUTS, RECIPE, checkpoint=tmp_path / "a.pt")

    second = train(
        [easy_examples()],
        OUTPUTS,
        replace(RECIPE, steps=1, learning_rate=0.0),
        checkpoint=tmp_path / "b.pt",
        start=first,
    )

    for name, value in first.named_parameters():
        assert torch.equal(second.get_parameter(name), value)


def test_a_batch_is_chunks_with_their_labels() -> None:
    examples = easy_examples()
    batches = Batches([examples], RECIPE, seed=1)

    x, y = batches.draw()

    assert x.shape == (RECIPE.batch, LEFT + CHUNK * STRIDE + RIGHT, COEFFICIENTS)
    assert y.shape == (RECIPE.batch, CHUNK)
    said = x[:, LEFT : LEFT + CHUNK * STRIDE : STRIDE, 1] / 3.0
    assert float((said.round() == y).float().mean()) > 0.9


def test_masking_leaves_most_of_the_sound() -> None:
    examples = easy_examples()
    plain, _ = Batches([examples], RECIPE, seed=1).draw()
    masked, _ = Batches([examples], replace(RECIPE, masking=0.8), seed=1).draw()

    assert not torch.equal(plain, masked)
    together = np.corrcoef(plain[:, :, 1].numpy().ravel(), masked[:, :, 1].numpy().ravel())
    assert together[0, 1] > 0.8


def test_priors_are_shares_and_none_is_nothing() -> None:
    examples = Examples(
        features=np.zeros((12, COEFFICIENTS), np.float16), labels=np.array([0, 0, 0, 2], np.int16)
    )

    found = priors([examples], 4)

    assert found.sum() == pytest.approx(1.0)
    assert found[0] == pytest.approx(0.75, rel=1e-3)
    assert 0 < found[1] == found[3] < 2e-4
