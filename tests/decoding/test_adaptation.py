"""A network is turned to a voice by its last layer alone, and says its examples more clearly."""

import numpy as np
import pytest

from tests.decoding.made_up import VOCABULARY, spoken
from tests.decoding.test_network import OUTPUTS, at_once, network
from voice_chess.decoding.adaptation import Adaptation, Example, adapted
from voice_chess.decoding.alignment import best_path, states_of
from voice_chess.decoding.network import STRIDE, Network

ROWS = np.random.default_rng(3).normal(0, 1, (300, 20)).astype(np.float32)
HABIT = 4
"""A state that this voice says where the network hears another."""


def spoken_by_the_voice(net: Network) -> np.ndarray:
    """Whatever the network takes for its likeliest state is another one in this voice."""
    heard = at_once(net, ROWS).argmax(axis=1)
    states: np.ndarray = heard.copy()
    states[heard == np.bincount(heard).argmax()] = HABIT
    return states


def mean_log_likelihood(net: Network, states: np.ndarray) -> float:
    return float(at_once(net, ROWS)[np.arange(len(states)), states].mean())


def test_nothing_changes_without_a_change() -> None:
    net = network()

    turned = Adaptation.none(net).on(net)

    assert np.array_equal(at_once(turned, ROWS), at_once(net, ROWS))


def test_what_the_last_layer_is_given_makes_the_outputs() -> None:
    net = network()
    last = net.layers[-1]

    scores = net.into_last_layer(ROWS) @ last.weight.T + last.bias
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)) - net.log_priors

    assert logs.shape == (len(ROWS) // STRIDE, OUTPUTS)
    assert logs == pytest.approx(at_once(net, ROWS), abs=1e-4)


def test_what_the_voice_says_becomes_likelier_and_the_network_no_larger() -> None:
    net = network()
    states = spoken_by_the_voice(net)

    turned = adapted(net, [Example(rows=ROWS, states=states)], silence=0).on(net)

    assert mean_log_likelihood(turned, states) > mean_log_likelihood(net, states) + 0.1
    assert [layer.weight.shape for layer in turned.layers] == [
        layer.weight.shape for layer in net.layers
    ]
    assert all(a is b for a, b in zip(turned.layers[:-1], net.layers[:-1], strict=True))


def test_a_weaker_change_is_a_part_of_the_way() -> None:
    net = network()
    states = spoken_by_the_voice(net)
    change = adapted(net, [Example(rows=ROWS, states=states)], silence=0)

    half = mean_log_likelihood(change.weakened(0.5).on(net), states)

    assert mean_log_likelihood(net, states) < half
    assert half < mean_log_likelihood(change.on(net), states)


def test_the_states_of_words_are_found_in_order_and_silence_may_be_missing() -> None:
    outputs = spoken(2, "springer felix", 3, "drei")

    states, optional = states_of(("springer", "felix", "drei"), VOCABULARY)
    path, _ = best_path(outputs, states, optional)

    assert (states[list(path)] == outputs.argmax(axis=1)).all()
