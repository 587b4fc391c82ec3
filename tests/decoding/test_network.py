"""Features and networks in a stream come to what they come to at once."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.cepstra import HOP, WINDOW, band_powers, cepstra, frame_count
from voice_chess.decoding.following import Following
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.graph import START, Prices, compiled
from voice_chess.decoding.kaldi_file import DamagedNetwork, read_network
from voice_chess.decoding.network import Layer, Matrix, Network
from voice_chess.decoding.search import Search
from voice_chess.decoding.vocabulary import Vocabulary

COEFFICIENTS, WIDTH, OUTPUTS = 20, 8, 6
OFFSETS = ((-2, -1, 0, 1, 2), (-1, 0, 1), (-3, 0, 3), (-6, 0, 3), (0,))


def network(seed: int = 1, offsets: tuple[tuple[int, ...], ...] = OFFSETS) -> Network:
    chance = np.random.default_rng(seed)
    sizes = [COEFFICIENTS, *[WIDTH] * (len(offsets) - 1), OUTPUTS]
    layers = tuple(
        Layer(
            offsets=each,
            weight=chance.normal(0, 0.3, (sizes[n + 1], sizes[n] * len(each))).astype(np.float32),
            bias=chance.normal(0, 0.3, sizes[n + 1]).astype(np.float32),
            is_rectified=n + 1 < len(offsets),
        )
        for n, each in enumerate(offsets)
    )
    return Network(layers=layers, log_priors=np.log(np.full(OUTPUTS, 1 / OUTPUTS, np.float32)))


def at_once(net: Network, rows: Matrix) -> Matrix:
    """By the definition: every layer at every frame, the edges repeated, every third answer."""
    values = np.concatenate([np.repeat(rows[:1], 40, 0), rows, np.repeat(rows[-1:], 40, 0)])
    for layer in net.layers:
        spliced = np.concatenate([np.roll(values, -offset, axis=0) for offset in layer.offsets], 1)
        values = spliced @ layer.weight.T + layer.bias
        values = np.maximum(values, 0) if layer.is_rectified else values
    scores = values[40 : 40 + len(rows) // 3 * 3 : 3]
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    found: Matrix = logs - net.log_priors
    return found


def model(*networks: Network) -> AcousticModel:
    vocabulary = Vocabulary(silence=0, garbage=(1,), words={"ja": (2, 3), "nein": (4, 5)})
    return AcousticModel(networks=networks, vocabulary=vocabulary)


def in_pieces(acoustic: AcousticModel, rows: Matrix, pieces: list[int]) -> Matrix:
    stream, found, at = acoustic.begun(rows[0]), [], 0
    for piece in [*pieces, len(rows)]:
        stream, outputs = acoustic.advanced(stream, rows[at : at + piece])
        found.append(outputs)
        at += piece
    return np.concatenate([*found, acoustic.finished(stream)])


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 90), st.lists(st.integers(1, 20), max_size=8), st.integers(0, 99))
def test_a_stream_in_pieces_comes_to_the_definition(
    frames: int, pieces: list[int], seed: int
) -> None:
    rows = np.random.default_rng(seed).normal(0, 1, (frames, COEFFICIENTS)).astype(np.float32)
    net = network()

    found = in_pieces(model(net), rows, pieces)

    assert found == pytest.approx(at_once(net, rows), abs=1e-4)


def test_two_networks_are_averaged_though_one_looks_farther_ahead() -> None:
    rows = np.random.default_rng(5).normal(0, 1, (60, COEFFICIENTS)).astype(np.float32)
    one, other = network(), network(2, ((-1, 0, 1), (-3, 0, 3), (0,)))

    found = in_pieces(model(one, other), rows, [10, 20, 5])

    expected = (at_once(one, rows) + at_once(other, rows)) / 2
    assert found == pytest.approx(expected, abs=1e-4)


def test_a_louder_sound_is_the_gain_of_its_cepstra() -> None:
    sound = np.random.default_rng(2).normal(0, 300, 4_000).astype(np.float32)

    louder = cepstra(band_powers(4 * sound))

    assert cepstra(band_powers(sound), gain=4.0) == pytest.approx(louder, abs=1e-3)


def test_band_powers_of_pieces_are_those_of_the_whole() -> None:
    sound = np.random.default_rng(2).normal(0, 300, 4_000).astype(np.float32)
    cut = 7 * HOP

    assert frame_count(WINDOW - 1) == 0
    assert len(band_powers(sound)) == frame_count(4_000)
    assert band_powers(sound[cut:]) == pytest.approx(band_powers(sound)[7:], rel=1e-4)


@pytest.mark.parametrize("louder_from", [0, 3, 30])
def test_following_comes_to_the_same_whatever_the_level_was_taken_for(louder_from: int) -> None:
    chance = np.random.default_rng(4)
    frames = [chance.normal(0, 40 if n < louder_from else 4_000, 320) for n in range(60)]
    sound = [frame.astype(np.float32) for frame in frames]
    acoustic = model(network())
    search = Search(compiled(Grammar(phrases=("ja", "nein")), acoustic.vocabulary, Prices()))
    piecewise, whole = Following(acoustic, search), Following(acoustic, search)

    for at in range(0, 60, 12):
        piecewise.go_on(sound[at : at + 12])
    whole.go_on(sound)

    reached = search.reached(piecewise.ended())
    assert len(piecewise.ended().frames) == len(whole.ended().frames)
    assert reached[search.graph.finals] == pytest.approx(
        search.reached(whole.ended())[search.graph.finals], abs=2.0
    )


@pytest.mark.parametrize(("below_db", "nats"), [(4.0, 0), (6.0, 10), (8.0, 30), (30.0, 60)])
def test_what_is_5_db_below_the_near_talker_is_silence_rather_than_their_words(
    below_db: float, nats: float
) -> None:
    """To a network that tells nothing from anything, silence is likelier by the level alone."""
    deaf = network()
    layers = [replace(each, weight=0 * each.weight, bias=0 * each.bias) for each in deaf.layers]
    acoustic = model(replace(deaf, layers=tuple(layers)))
    search = Search(compiled(Grammar(phrases=("ja",)), acoustic.vocabulary, Prices()))
    tone = 8_000 * np.sin(np.arange(16_000, dtype=np.float32) / 4)
    following = Following(acoustic, search)

    following.go_on([tone, tone * np.float32(10 ** (-below_db / 20))])

    likelier = search.reached(following.ended())[START]
    assert nats <= likelier <= 3 * nats


@pytest.mark.parametrize("data", [b"", b"\0Bnonsense", b"<Nnet3> \n\n\n<NumComponents> "])
def test_a_damaged_network_is_one_clear_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "final.mdl"
    path.write_bytes(data)

    with pytest.raises(DamagedNetwork, match="holds no network"):
        read_network(path)


def test_a_vocabulary_is_read_as_it_was_written(tmp_path: Path) -> None:
    acoustic = model(network())
    acoustic.vocabulary.write(tmp_path / "states.txt")

    read = Vocabulary.read(tmp_path / "states.txt")
    assert (read.silence, read.garbage) == (0, (1,))
    assert dict(read.words) == dict(acoustic.vocabulary.words)
