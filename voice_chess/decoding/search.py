"""Finds the likeliest paths through a graph, frame by frame; the search is exact, without pruning.

Between two words a path stands at a node, where silence may last for any number of frames. Words
lead from node to node. Each word is a row of states, and in every frame a path stays in its state
or moves on to the next. For each state only the best path to it counts (Viterbi). So every frame
costs the same few operations on whole arrays, whatever was said before, and the search covers
unfinished announcements as well as complete ones.

For each frame the search stores which states were entered from the state before. To find the words
and their times it goes back from a node, and only for the few nodes that a caller asks about. A
`Beam` is a value, so a caller can continue from one moment twice: with the silence that ends an
utterance, and with the sound that follows if the silence was only a pause.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from voice_chess.decoding.graph import (
    ELSEWHERE,
    NUMBERS,
    SOUNDS,
    START,
    WORDS,
    Floats,
    Graph,
    Integers,
)
from voice_chess.decoding.network import Matrix

IMPOSSIBLE = np.float32(-1e9)
_BEGINS = (START, ELSEWHERE, WORDS, NUMBERS, SOUNDS)
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """The record of one frame for finding the way back: scores before it, states entered in it."""

    reached: Floats
    """The best score at each node."""
    paused: Floats
    """The best score of silence at each node."""
    arrived: Floats
    """The score of each arc's last state."""
    moved: Flags
    """States that were entered from the state before."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Beam:
    """The state of a search; a value, so that a caller can continue from it twice."""

    scores: Floats
    paused: Floats
    frames: tuple[Frame, ...] = ()
    outputs: tuple[Matrix, ...] = ()
    """The outputs of the network that were searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenWord:
    """One word and the frames in which it was spoken: from `first` up to, but without, `last`."""

    word: str
    first: int
    last: int


class Search:
    """The search of one graph with the outputs of a network."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._inner = slice(graph.roots, graph.nodes)

    def begun(self) -> Beam:
        """Return the search before the first frame."""
        paused = np.full(self.graph.nodes, IMPOSSIBLE, np.float32)
        paused[list(_BEGINS)] = 0.0
        return Beam(scores=np.full(len(self.graph.pdf), IMPOSSIBLE, np.float32), paused=paused)

    def advanced(self, beam: Beam, outputs: Matrix) -> Beam:
        """Return the search after more frames of log likelihoods (frames, pdfs)."""
        graph = self.graph
        scores, paused = beam.scores, beam.paused
        moved_on = np.empty_like(scores)
        heard = outputs[:, graph.pdf]
        silence = outputs[:, graph.silence]
        frames = list(beam.frames)
        for number, spoken in enumerate(heard):
            arrived = scores[graph.last]
            reached = self._reached(paused, arrived)
            moved_on[1:] = scores[:-1]
            moved_on[graph.first] = reached[graph.source] - graph.price
            moved = moved_on > scores
            frames.append(Frame(reached=reached, paused=paused, arrived=arrived, moved=moved))
            scores = np.maximum(scores, moved_on)
            scores += spoken
            paused = reached + silence[number]
        heard_so_far = (*beam.outputs, outputs)
        return Beam(scores=scores, paused=paused, frames=tuple(frames), outputs=heard_so_far)

    def reached(self, beam: Beam) -> Floats:
        """Return the best score at each node at this moment."""
        return self._reached(beam.paused, beam.scores[self.graph.last])

    def likeliest(self, nodes: Integers, reached: Floats, most: int) -> list[int]:
        """Return the best of these nodes that were reached at all, the likeliest first."""
        ordered = nodes[np.argsort(-reached[nodes])][:most]
        return [int(node) for node in ordered if reached[node] > IMPOSSIBLE / 2]

    def way_to(self, beam: Beam, node: int) -> tuple[SpokenWord, ...]:
        """Return the words of the best path to a node, with their times."""
        arrived = beam.scores[self.graph.last]
        now = Frame(
            reached=self._reached(beam.paused, arrived),
            paused=beam.paused,
            arrived=arrived,
            moved=np.zeros(0, bool),
        )
        frames = (*beam.frames, now)
        at, words = len(beam.frames), []
        while at > 0:
            arc = self._came_by(frames[at], node)
            if isinstance(arc, _Pause):
                node, at = arc.node, at - 1
                continue
            begin = self._entered(frames, int(self.graph.last[arc]), int(self.graph.first[arc]), at)
            words.append(SpokenWord(word=self.graph.words[arc], first=begin, last=at))
            node, at = int(self.graph.source[arc]), begin
        return tuple(reversed(words))

    def _reached(self, paused: Floats, arrived: Floats) -> Floats:
        graph = self.graph
        reached = paused.copy()
        np.maximum(reached[self._inner], arrived[: graph.trees], out=reached[self._inner])
        for loop in graph.loops:
            best = arrived[loop.first : loop.last].max(initial=IMPOSSIBLE)
            reached[loop.node] = max(reached[loop.node], best)
        for join in graph.joins:
            reached[join.target] = max(reached[join.target], reached[join.sources].max())
        return reached

    def _came_by(self, frame: Frame, node: int) -> "int | _Pause":
        """Return the arc by which a node was reached, or a pause at the node."""
        graph = self.graph
        while True:
            best, came = frame.paused[node], None
            if node >= graph.roots and frame.arrived[node - graph.roots] > best:
                return node - graph.roots
            loop = graph.loop_at(node)
            if loop is not None and loop.first < loop.last:
                part = frame.arrived[loop.first : loop.last]
                arc = int(part.argmax())
                if part[arc] > best:
                    best, came = part[arc], loop.first + arc
            join = graph.join_at(node)
            if join is not None:
                among = frame.reached[join.sources]
                if among.max() > best:
                    node = int(join.sources[int(among.argmax())])
                    continue
            return _Pause(node=node) if came is None else came

    def _entered(self, frames: tuple[Frame, ...], state: int, first: int, at: int) -> int:
        """Return the frame in which a word that ended before frame `at` was entered."""
        while True:
            at -= 1
            if frames[at].moved[state]:
                if state == first:
                    return at
                state -= 1


@dataclass(frozen=True, slots=True)
class _Pause:
    node: int
