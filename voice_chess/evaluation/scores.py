"""Scores of recognition: rates of acceptance, questions, refusal; latency; calibration."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from statistics import median

import numpy as np

from voice_chess.speech.understanding.scoring import Accepted, NothingFits, Unclear, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result for one recording. `meant` is the true meaning; meanings are compared as text."""

    voice: str
    verdict: Verdict
    meant: str
    word_errors: int
    words: int
    sound_s: float
    computing_s: float
    latency_ms: float | None
    """Latency: sound from the end of the announcement to the decision, plus computing on one core.

    None if nothing was accepted, or if it was accepted before the announcement's words had ended.
    """
    name: str = ""

    @property
    def is_accepted(self) -> bool:
        return isinstance(self.verdict, Accepted)

    @property
    def is_right(self) -> bool:
        """Whether a meaning was accepted and it is what was said."""
        match self.verdict:
            case Accepted(belief=belief):
                return _text(belief.meaning) == self.meant
            case Unclear() | NothingFits():
                return False

    @property
    def is_among(self) -> bool:
        """Whether the program asks and what was said is one of the choices."""
        match self.verdict:
            case Unclear(beliefs=beliefs):
                return any(_text(b.meaning) == self.meant for b in beliefs)
            case Accepted() | NothingFits():
                return False


def _text(meaning: object) -> str:
    return str(getattr(meaning, "uci", meaning))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Counts and rates over some recordings."""

    utterances: int
    right_accepts: int
    wrong_accepts: int
    asks: int
    asks_with_right_move: int
    rejects: int
    word_error_rate: float
    real_time_factor: float
    latency_ms_p50: float | None
    latency_ms_p95: float | None


def score(outcomes: Sequence[Outcome]) -> Rates:
    """Sum up the outcomes: counts, error rates, and percentiles of the latency."""
    accepted = [o for o in outcomes if o.is_accepted]
    asked = [o for o in outcomes if isinstance(o.verdict, Unclear)]
    latencies = [o.latency_ms for o in outcomes if o.latency_ms is not None]
    right = sum(o.is_right for o in accepted)
    return Rates(
        utterances=len(outcomes),
        right_accepts=right,
        wrong_accepts=len(accepted) - right,
        asks=len(asked),
        asks_with_right_move=sum(o.is_among for o in asked),
        rejects=len(outcomes) - len(accepted) - len(asked),
        word_error_rate=sum(o.word_errors for o in outcomes)
        / max(1, sum(o.words for o in outcomes)),
        real_time_factor=sum(o.computing_s for o in outcomes)
        / max(1e-9, sum(o.sound_s for o in outcomes)),
        latency_ms_p50=median(latencies) if latencies else None,
        latency_ms_p95=float(np.percentile(latencies, 95)) if latencies else None,
    )


def as_json(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """Return the rates of all outcomes and of each voice, and the calibration of probabilities."""
    voices = sorted({o.voice for o in outcomes})
    return {
        "all": asdict(score(outcomes)),
        "voices": {v: asdict(score([o for o in outcomes if o.voice == v])) for v in voices},
        "reliability": [asdict(b) for b in reliability(outcomes)],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Utterances whose best meaning had about the same probability, and how many were right."""

    probability: float
    utterances: int
    right: int


EDGES = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99, 1.0001)


def reliability(outcomes: Iterable[Outcome]) -> list[Bin]:
    """Compare, in bins, the mean probability of the best meaning with the share that is right."""
    best: list[tuple[float, bool]] = []
    for outcome in outcomes:
        match outcome.verdict:
            case Accepted(belief=belief):
                best.append((belief.probability, _text(belief.meaning) == outcome.meant))
            case Unclear(beliefs=beliefs):
                best.append((beliefs[0].probability, _text(beliefs[0].meaning) == outcome.meant))
            case NothingFits():
                continue
    return bins(best)


def bins(best: Iterable[tuple[float, bool]]) -> list[Bin]:
    """Group pairs of stated probability and rightness into bins of probability."""
    found = []
    everything = list(best)
    for low, high in pairwise(EDGES):
        inside = [(p, right) for p, right in everything if low <= p < high]
        if inside:
            mean = sum(p for p, _ in inside) / len(inside)
            right = sum(r for _, r in inside)
            found.append(Bin(probability=mean, utterances=len(inside), right=right))
    return found


def reliability_table(found: Sequence[Bin]) -> list[str]:
    """Format a line for each bin: the stated probability, and how many of 100 were right."""
    lines = ["stated  right of 100  (95 % interval)  utterances"]
    for each in found:
        low, high = wilson(each.right, each.utterances)
        share = 100 * each.right / each.utterances
        interval = f"({100 * low:.0f} to {100 * high:.0f})"
        lines.append(f"{each.probability:6.3f}  {share:12.1f}  {interval:17}  {each.utterances}")
    return lines


_Z = 1.96
"""Standard deviations to each side that hold 95 % of a normal distribution."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share (Wilson 1927)."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    spread = _Z * math.sqrt(share * (1 - share) / trials + _Z * _Z / (4 * trials**2))
    middle = share + _Z * _Z / (2 * trials)
    scale = 1 + _Z * _Z / trials
    return (max(0.0, middle - spread) / scale, min(scale, middle + spread) / scale)


def table(outcomes: Sequence[Outcome]) -> str:
    """Format a table, one line a voice, shares in per cent, 95 % intervals on the last line."""
    lines = [
        (
            f"{'voice':<16} {'n':>4} {'right':>6} {'wrong':>6} {'asked':>6} {'of these':>8} "
            f"{'refused':>7} {'WER':>6} {'RTF':>6} {'p50 ms':>6} {'p95 ms':>6}"
        )
    ]
    voices = sorted({o.voice for o in outcomes})
    for name, part in [
        *((v, [o for o in outcomes if o.voice == v]) for v in voices),
        ("all", list(outcomes)),
    ]:
        s = score(part)
        n = s.utterances / 100
        late = ["-" if x is None else f"{x:.0f}" for x in (s.latency_ms_p50, s.latency_ms_p95)]
        lines.append(
            f"{name:<16} {s.utterances:>4} {s.right_accepts / n:>6.1f} {s.wrong_accepts / n:>6.1f} "
            f"{s.asks / n:>6.1f} {s.asks_with_right_move / n:>8.1f} {s.rejects / n:>7.1f} "
            f"{100 * s.word_error_rate:>6.1f} {s.real_time_factor:>6.3f} {late[0]:>6} {late[1]:>6}"
        )
    s = score(outcomes)
    right, wrong = (wilson(k, s.utterances) for k in (s.right_accepts, s.wrong_accepts))
    lines.append(
        f"95 % intervals: right {100 * right[0]:.1f} to {100 * right[1]:.1f} %, "
        f"wrong {100 * wrong[0]:.1f} to {100 * wrong[1]:.1f} %"
    )
    return "\n".join(lines)


def edit_distance(said: Sequence[str], heard: Sequence[str]) -> int:
    """Return how many words must be inserted, deleted or replaced (Levenshtein distance)."""
    row = list(range(len(heard) + 1))
    for n in range(1, len(said) + 1):
        previous, row = row, [n] * (len(heard) + 1)
        for k in range(1, len(heard) + 1):
            cost = 0 if said[n - 1] == heard[k - 1] else 1
            row[k] = min(previous[k] + 1, row[k - 1] + 1, previous[k - 1] + cost)
    return row[-1]
