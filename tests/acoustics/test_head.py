"""A head begins with the layers above its trunk, learns, and goes on where it stopped."""

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
from voice_chess.acoustics.fine_tuning import normalise
from voice_chess.acoustics.head import InnerBatches, begun_head, inner_of
from voice_chess.acoustics.head_build import in_all_letters, layers_of
from voice_chess.acoustics.head_training import carried
from voice_chess.acoustics.network import Network
from voice_chess.acoustics.train import Recipe, fit, priors
from voice_chess.decoding.network import STRIDE
from voice_chess.decoding.network import Network as Finished
from voice_chess.decoding.vocabulary import Vocabulary
from voice_chess.languages.language import load_language

BELOW, WIDTH, OUTPUTS, FRAMES = 6, 8, 5, 900
RECIPE = Recipe(steps=4, batch=2)


@pytest.fixture
def finished() -> Finished:
    torch.manual_seed(3)
    layers = layers_of(Network(OUTPUTS + 4, width=WIDTH).eval())
    return Finished(layers=layers, log_priors=np.zeros(OUTPUTS + 4, np.float32))


@pytest.fixture
def examples() -> Examples:
    rng = np.random.default_rng(5)
    return Examples(
        features=rng.normal(0, 2, (FRAMES, COEFFICIENTS)).astype(np.float16),
        labels=(np.arange(FRAMES // STRIDE) // 7 % OUTPUTS).astype(np.int16),
    )


def test_a_new_head_keeps_what_is_known_of_silence_and_garbage(
    finished: Finished, examples: Examples
) -> None:
    rng = np.random.default_rng(1)
    inner = inner_of(finished.below(BELOW), examples, 0.0, rng)
    head = begun_head(finished, BELOW, OUTPUTS, 0.0)
    batches = InnerBatches([inner], head, RECIPE, seed=1)
    rows = batches.draw()[0]
    with torch.no_grad():
        before = head.eval()(rows)
        normalise(head.train(), rows)
        in_training = head.train()(rows)
        after = head.eval()(rows)
    whole = finished.layers[-1].weight[:2]

    assert np.allclose(before, after, atol=1e-3)
    assert np.allclose(before, in_training, atol=0.02), "a batch's own statistics fit"
    assert np.allclose(layers_of(begun_head(finished, BELOW, OUTPUTS, 0.0))[-1].weight[:2], whole)


@pytest.mark.slow
def test_training_goes_on_where_it_stopped(
    finished: Finished, examples: Examples, tmp_path: Path
) -> None:
    inner = inner_of(finished.below(BELOW), examples, 0.8, np.random.default_rng(1))
    told: list[str] = []

    def trained(steps: int) -> Network:
        head = begun_head(finished, BELOW, OUTPUTS, 0.0)
        batches = InnerBatches([inner], head, RECIPE, seed=1)
        recipe = Recipe(steps=steps, batch=2, checkpoint_every=2)
        return fit(head.train(), batches, recipe, checkpoint=tmp_path / "x.pt", report=told.append)

    first, again = trained(4), trained(4)

    assert torch.load(tmp_path / "x.pt")["step"] == 4
    assert np.array_equal(first.output.weight.detach(), again.output.weight.detach())


def test_states_have_their_shares_and_rare_ones_a_little(
    finished: Finished, examples: Examples
) -> None:
    inner = inner_of(finished.below(BELOW), examples, 0.0, np.random.default_rng(1))
    shares = priors([inner], OUTPUTS + 1)

    assert shares.sum() == pytest.approx(1)
    assert 0 < shares[-1] < 1e-3 < shares[0]


def test_cyrillic_words_have_the_states_of_the_same_words_in_latin_letters() -> None:
    words = {
        word: (number,)
        for number, word in enumerate(
            {w for ways in load_language("sr").words.values() for way in ways for w in way.split()}
        )
    }
    found = in_all_letters(Vocabulary(silence=0, garbage=(1,), words=words), "sr").words

    assert found["краљ"] == words["kralj"]
    assert {
        w for ways in load_language("sr-cyrl").words.values() for x in ways for w in x.split()
    } <= set(found)


def test_words_that_are_new_begin_as_garbage_and_the_others_stay(finished: Finished) -> None:
    known = Vocabulary(
        silence=0, garbage=(1, 1), phones={"a": (2,)}, words={"a": (3, 4), "b": (5,), "old": (6,)}
    )
    wanted = Vocabulary(
        silence=0, garbage=(1, 1), phones={"a": (3,), "o": (2,)}, words={"a": (4, 5), "b": (6, 7)}
    )
    net = replace(finished, log_priors=np.log(np.arange(1, OUTPUTS + 5) / 45).astype(np.float32))

    found = carried(net, known, wanted)

    before, after = net.layers[-1], found.layers[-1]
    assert np.array_equal(after.weight, before.weight[[0, 1, 1, 2, 3, 4, 1, 1]])
    kept = [0, 1, 3, 4, 5]
    assert np.array_equal(after.bias[kept], before.bias[[0, 1, 2, 3, 4]])
    likelihoods = after.bias - found.log_priors
    assert np.allclose(likelihoods[[2, 6, 7]], likelihoods[1], atol=1e-4), "as likely as garbage"
    assert found.layers[:-1] == net.layers[:-1]
    shares = np.exp(found.log_priors)
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert shares[3] / shares[0] == pytest.approx(3, rel=1e-4), "a known one keeps its share"
    assert max(shares[[2, 6, 7]]) < min(shares[[0, 1, 3, 4, 5]]), (
        "nobody knows how rare new ones are"
    )
