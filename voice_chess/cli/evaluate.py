"""`voice-chess evaluate`: how well announcements are recognised, measured on a manifest."""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path

import numpy as np
from tqdm import tqdm

from voice_chess.acoustics import disturbance
from voice_chess.acoustics.evaluate import (
    Outcome,
    Row,
    as_json,
    edit_distance,
    read_manifest,
    reliability,
    table,
)
from voice_chess.adapters.vosk_recognizer import VoskModel, VoskRecognizer
from voice_chess.cli.command import SUCCESS, BadInput, Command
from voice_chess.cli.elsewhere import NO_MOVE, meaningless
from voice_chess.cli.noises import noise_of, samples_of
from voice_chess.cli.others import OtherSound, hear_others, print_fit, report, sample_of
from voice_chess.cli.words import BLOCK, TAIL, evaluate_words
from voice_chess.compose import load_recognizer_model
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.session.expectation import BEGINNING, Expectation
from voice_chess.session.listening import Listened, listen
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.grammar import phrases_for
from voice_chess.speech.interpret import interpret
from voice_chess.speech.meaning import CommandMeaning, MoveMeaning
from voice_chess.speech.parse import Tokens, parse
from voice_chess.speech.weigh import CAUTION, Accepted, Caution, NothingFits, Unclear, Verdict
from voice_chess.speech.whole_language import whole_move_language


class WholeLanguage(Expectation):
    """The legal moves are what counts, but every announcement of any move may be heard."""

    def phrases(self, language: Language) -> tuple[str, ...]:
        return tuple(" ".join(phrase) for phrase in whole_move_language(language))


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("manifest", type=Path, help="tab-separated: file, voice, FEN, UCI, words")
    parser.add_argument("--snr", type=float, metavar="DB", help="add noise this far below speech")
    parser.add_argument(
        "--noise",
        default="pink",
        metavar="white|pink|babble|hall|FILE",
        help="kind of noise: babble is voices without words, hall is six others announcing",
    )
    parser.add_argument("--seed", type=int, default=0, help="chance of the noise")
    parser.add_argument("--language", default="de", help="language of the announcements")
    parser.add_argument("--caution", choices=sorted(CAUTION), default="normal")
    parser.add_argument("--model", help="name or folder of a model instead of the language's own")
    parser.add_argument("--words", action="store_true", help="a manifest of single words")
    parser.add_argument(
        "--no-legal-moves", action="store_true", help="listen for any move, legal or not"
    )
    parser.add_argument(
        "--commands", action="store_true", help="listen for commands as well as moves"
    )
    parser.add_argument(
        "--elsewhere",
        action="store_true",
        help="hear each at another row's position, where it is no legal move: none may be accepted",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--others",
        type=Path,
        metavar="FOLDER",
        help="hear these sounds, which are no announcements",
    )
    parser.add_argument(
        "--fit", action="store_true", help="with --others: print what tells the two apart"
    )
    parser.add_argument("--errors", action="store_true", help="list what was not accepted rightly")


def run(chosen: Namespace) -> int:
    """Measure and print."""
    language = load_language(chosen.language)
    if chosen.words:
        return evaluate_words(chosen.manifest, language, chosen.model, as_json=chosen.json)
    rows = read_manifest(chosen.manifest)
    noise = _noise(chosen, rows)
    if chosen.fit and chosen.others is None:
        message = "--fit needs --others FOLDER: sounds that are no announcements"
        raise BadInput(message)
    model = load_recognizer_model(language, chosen.model)
    others = _others(chosen, rows, language, model)
    if others and not chosen.fit:
        report(others, as_json=chosen.json)
        return SUCCESS
    trial = Trial(
        language=language,
        model=model,
        noise=noise,
        caution=CAUTION[chosen.caution],
        seed=chosen.seed,
        any_move=chosen.no_legal_moves,
        commands=_commands(chosen),
        elsewhere=[_position(row) for row in rows] if chosen.elsewhere else (),
    )
    numbered = enumerate(tqdm(rows, desc="recordings", file=sys.stderr, disable=None))
    outcomes = [trial.outcome(row, number) for number, row in numbered]
    if others:
        ours = [outcome.heard for outcome in outcomes if outcome.is_right or outcome.is_among]
        theirs = [heard for other in others for heard in other.listened.utterances]
        samples = [
            sample_of(heard, is_ours=is_ours)
            for kind, is_ours in ((ours, True), (theirs, False))
            for heard in kind
            if heard is not None
        ]
        print_fit([sample for sample in samples if sample is not None])
        return SUCCESS
    _report(chosen, outcomes)
    return SUCCESS


def _others(
    chosen: Namespace, rows: list[Row], language: Language, model: VoskModel
) -> list[OtherSound]:
    if chosen.others is None:
        return []
    expectations = [
        Expectation(position=_position(row), commands=_commands(chosen)) for row in rows
    ]
    return hear_others(chosen.others, expectations, language, model, CAUTION[chosen.caution])


def _commands(chosen: Namespace) -> frozenset[str]:
    return UNASKED if chosen.commands else frozenset()


def _noise(chosen: Namespace, rows: list[Row]) -> disturbance.Disturbance | None:
    if chosen.snr is None:
        return None
    return noise_of(chosen.noise, chosen.snr, rows, chosen.language)


def _report(chosen: Namespace, outcomes: list[Outcome]) -> None:
    write = partial(print, file=sys.stdout)
    if chosen.json:
        write(json.dumps(as_json(outcomes), indent=2))
        return
    write(table(outcomes))
    for b in reliability(outcomes):
        write(f"probability {b.probability:.2f}: {b.right} of {b.utterances} right")
    if chosen.errors:
        for outcome in outcomes:
            if not outcome.is_right:
                write(f"{outcome.name} {outcome.voice} {outcome.meant}: {_told(outcome)}")


def _told(outcome: Outcome) -> str:
    match outcome.verdict:
        case Accepted(belief=belief):
            return f"WRONG {' '.join(belief.words)} {belief.probability:.3f}"
        case Unclear(beliefs=beliefs):
            heard = ", ".join(f"{' '.join(b.words)} {b.probability:.2f}" for b in beliefs[:3])
            return f"asked: {heard}"
        case NothingFits(words=words):
            return f"refused: {' '.join(words)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """Under which conditions all recordings are heard."""

    language: Language
    model: VoskModel
    noise: disturbance.Disturbance | None
    caution: Caution
    seed: int
    any_move: bool
    commands: frozenset[str]
    elsewhere: Sequence[Position]
    """Positions to hear announcements at that mean nothing there; none: each at its own."""

    def outcome(self, row: Row, number: int) -> Outcome:
        """Hear one recording in 40 ms blocks, as it would come from a microphone."""
        said, position, meant = self._scene(row, number)
        rng = np.random.default_rng([self.seed, number])
        sound, end_ms = _disturbed(samples_of(row.file), self.noise, rng, row.voice)
        recognizer = VoskRecognizer(self.model)
        begun = time.process_time()
        listened = self._listened(recognizer, sound, position)
        computing = time.process_time() - begun
        is_accepted = isinstance(listened.verdict, Accepted)
        late = listened.decided_ms - end_ms + recognizer.last_decoding_ms
        return Outcome(
            name=row.file.name,
            voice=row.voice,
            verdict=_where_to(listened.verdict),
            heard=listened.heard,
            meant=meant,
            word_errors=edit_distance(said, _heard(listened, self.language)),
            words=len(said),
            sound_s=len(sound) / 32_000,
            computing_s=computing,
            latency_ms=late if is_accepted else None,
        )

    def _scene(self, row: Row, number: int) -> tuple[Tokens, Position, str]:
        """What is said, where, and the move it means there."""
        position = _position(row)
        said = _spoken(row, position, self.language)
        if not self.elsewhere:
            return said, position, row.uci
        return said, meaningless(said, self.elsewhere, number), NO_MOVE

    def _listened(self, recognizer: VoskRecognizer, sound: bytes, position: Position) -> Listened:
        kind = WholeLanguage if self.any_move else Expectation
        expectation = kind(position=position, commands=self.commands)
        blocks = (sound[n : n + BLOCK] for n in range(0, len(sound), BLOCK))
        return listen(recognizer, blocks, expectation, self.language, self.caution)


def _where_to(verdict: Verdict) -> Verdict:
    """The first step of a move is no move: the program asks for the second."""
    if isinstance(verdict, Accepted):
        meaning = verdict.belief.meaning
        if isinstance(meaning, CommandMeaning) and meaning.name == BEGINNING:
            return Unclear(beliefs=(verdict.belief,))
    return verdict


def _position(row: Row) -> Position:
    position = Position.from_fen(row.fen)
    if not position.is_legal(row.uci):
        message = f"{row.file.name}: {row.uci} is not legal in {row.fen}"
        raise BadInput(message)
    return position


def _disturbed(
    clean: np.ndarray, noise: disturbance.Disturbance | None, rng: np.random.Generator, voice: str
) -> tuple[bytes, int]:
    """Sound as bytes, and where speech ends in it: the last sample within 34 dB of the loudest."""
    loud = np.flatnonzero(np.abs(clean) > 0.02 * np.abs(clean).max(initial=1.0))
    end = int(loud[-1]) if len(loud) else len(clean)
    if noise is None:
        return clean.astype("<i2").tobytes() + TAIL, end * 1000 // 16_000
    sound = np.round(noise.on(clean, rng, voice)).astype("<i2")
    return sound.tobytes(), (end + disturbance.MARGIN) * 1000 // 16_000


def _spoken(row: Row, position: Position, language: Language) -> Tokens:
    """What was said, as tokens: of all ways to say this move the one spelt most like the row."""
    written = " ".join(row.words)
    ways = [
        phrase
        for phrase in phrases_for(position, language)
        if MoveMeaning(uci=row.uci) in interpret(parse(phrase, language), position, frozenset())
    ]
    likeness = SequenceMatcher(b=written, autojunk=False)

    def alike(phrase: Sequence[str]) -> float:
        likeness.set_seq1(" ".join(phrase))
        return likeness.ratio()

    return parse(max(ways, key=alike), language)


def _heard(listened: Listened, language: Language) -> Tokens:
    if listened.heard is None or not listened.heard.hypotheses:
        return ()
    return tuple(t for t in parse(listened.heard.hypotheses[0].words, language) if t != "unknown")


COMMAND = Command(
    name="evaluate",
    summary="measure recognition on a manifest of recordings",
    configure=configure,
    run=run,
)
